"""The positions of games that screens show. Imports nothing that needs Django."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from games.engine.actions import Action
from games.engine.state import DEALER, Phase

if TYPE_CHECKING:
    from games.table.logs import Log

#: The player's seat at every table.
MINE: Final = 0
Stands = Callable[["Log"], bool]


@dataclass(frozen=True, slots=True)
class PosedPosition:
    """A game of `key`, played by bots until `stands` returns True for its log.

    `says`: actions that the player takes as soon as they are legal. `tips`: the game is the player's first of its kind,
    so that tips are shown. `away`: the seat on turn has an absent person. `hint`: the code of the shown hint's reason.
    """

    key: str
    stands: Stands
    level: str
    options: dict[str, Any] = field(default_factory=dict)
    says: tuple[Action, ...] = ()
    tips: bool = False
    away: bool = False
    hint: str = ""


def cards_played(log: "Log") -> int:
    return sum(action.verb == "play" for _, action in log.state.actions)


def another_plays(log: "Log") -> bool:
    return log.state.phase is Phase.PLAY and MINE not in log.rules.waits_for(log.state)


def turn(phase: Phase, *, played: int = 0, laid: int | None = None, hand: int = 1) -> Stands:
    """Return a function that tests for the player's turn in this phase, in hand number `hand` or a later one.

    At least `played` cards have been played in the hand, and `laid` cards are in the trick (None: any number).
    """

    def stands(log: "Log") -> bool:
        state = log.state
        if state.phase is not phase or MINE not in log.rules.waits_for(state) or state.number < hand:
            return False
        return cards_played(log) >= played and laid in (None, cards_played(log) % log.rules.seats)

    return stands


def another_is_to_act(log: "Log") -> bool:
    """Return whether a trick after the first has begun and another seat is on turn."""
    is_begun = cards_played(log) > log.rules.seats and cards_played(log) % log.rules.seats > 0
    return is_begun and another_plays(log)


def another_leads(log: "Log") -> bool:
    """Return whether a trick is over and another seat leads the next."""
    return cards_played(log) > 0 and cards_played(log) % log.rules.seats == 0 and another_plays(log)


def between(log: "Log") -> bool:
    return len(log.hands) >= 2 and DEALER in log.rules.waits_for(log.state)


def over(log: "Log") -> bool:
    return log.rules.result(log.state) is not None


def may_claim(log: "Log") -> bool:
    return bool(log.rules.claim(log.rules.view(log.state, MINE)))


def review_is_open(log: "Log") -> bool:
    return getattr(log.state, "caller", None) == MINE


def dealt_anew(log: "Log") -> bool:
    """Return whether the player is to bid after another seat's misdeal."""
    by = log.hands[-1].sheet.get("misdeal", MINE) if log.hands else MINE
    return by != MINE and turn(Phase.BID)(log)


def partner_bid_nil(log: "Log") -> bool:
    """Return whether the partner has bid nil and the player is to bid."""
    return turn(Phase.BID)(log) and getattr(log.state, "bids", ())[2:3] == (0,)


TWOMAN, SPADES, WHIST, DUEL = "twoman", "spades", "bidwhist", "cardduel"
TABLE_RENEGE: Final = {"renege": "table"}
PLAYED: Final = {
    "twoman-blind": PosedPosition(TWOMAN, turn(Phase.BLIND), "easy", {"blind_deficit": 50}),
    "twoman-discard": PosedPosition(TWOMAN, turn(Phase.DISCARD), "easy"),
    "twoman-bid": PosedPosition(TWOMAN, turn(Phase.BID, hand=2), "easy"),
    "twoman-lead": PosedPosition(TWOMAN, turn(Phase.PLAY, laid=0), "easy"),
    "twoman-follow": PosedPosition(TWOMAN, turn(Phase.PLAY, played=7, laid=1, hand=2), "easy"),
    "twoman-claim": PosedPosition(TWOMAN, may_claim, "easy"),
    "twoman-between": PosedPosition(TWOMAN, between, "easy"),
    "twoman-over": PosedPosition(TWOMAN, over, "easy"),
    "spades-blind": PosedPosition(SPADES, turn(Phase.BLIND), "normal"),
    "spades-bid": PosedPosition(SPADES, turn(Phase.BID, hand=2), "normal"),
    "spades-misdeal": PosedPosition(SPADES, turn(Phase.BID), "normal", {"variant": "custom1", "allow_misdeals": True}),
    "spades-exchange": PosedPosition(
        SPADES, turn(Phase.EXCHANGE), "normal", {"blind_nil_exchange": 2}, (Action("blind_nil"),)
    ),
    "spades-lead": PosedPosition(SPADES, turn(Phase.PLAY, laid=0), "normal"),
    "spades-follow": PosedPosition(SPADES, turn(Phase.PLAY, played=14, laid=2, hand=2), "normal"),
    "spades-claim": PosedPosition(SPADES, may_claim, "normal"),
    "spades-between": PosedPosition(SPADES, between, "normal"),
    "spades-over": PosedPosition(SPADES, over, "normal"),
    "solo-bid": PosedPosition(SPADES, turn(Phase.BID, hand=2), "normal", {"variant": "solo"}),
    "solo-follow": PosedPosition(SPADES, turn(Phase.PLAY, played=6, laid=3, hand=2), "normal", {"variant": "solo"}),
    "solo-between": PosedPosition(SPADES, between, "normal", {"variant": "solo"}),
    "bidwhist-bid": PosedPosition(WHIST, turn(Phase.BID), "medium"),
    "bidwhist-name": PosedPosition(WHIST, turn(Phase.NAME), "medium", says=(Action("bid", "6U"),)),
    "bidwhist-direction": PosedPosition(
        WHIST, turn(Phase.NAME), "medium", says=(Action("bid", "6N"), Action("bid", "7N"))
    ),
    "bidwhist-discard": PosedPosition(
        WHIST, turn(Phase.DISCARD), "medium", {"kitty_shown": True}, (Action("bid", "6U"),)
    ),
    "bidwhist-lead": PosedPosition(WHIST, turn(Phase.PLAY, laid=0), "medium"),
    "bidwhist-follow": PosedPosition(WHIST, turn(Phase.PLAY, played=9, laid=2, hand=2), "medium", TABLE_RENEGE),
    "bidwhist-call": PosedPosition(WHIST, review_is_open, "medium", TABLE_RENEGE, (Action("call"),)),
    "bidwhist-confirm": PosedPosition(WHIST, turn(Phase.REVIEW), "medium", TABLE_RENEGE),
    "bidwhist-claim": PosedPosition(WHIST, may_claim, "medium"),
    "bidwhist-between": PosedPosition(WHIST, between, "medium"),
    "bidwhist-over": PosedPosition(WHIST, over, "medium"),
    "cardduel-first": PosedPosition(DUEL, turn(Phase.PLAY), "normal", {"first": "human"}),
    "cardduel-answer": PosedPosition(DUEL, turn(Phase.PLAY, played=7, laid=1), "normal"),
    "cardduel-open": PosedPosition(DUEL, turn(Phase.PLAY, played=8, laid=0), "normal"),
    "cardduel-over": PosedPosition(DUEL, over, "normal"),
}
SUICIDE: Final = {"variant": "suicide"}
TIPS_AS_PLAYED: Final = (
    "twoman-blind twoman-discard twoman-lead spades-blind spades-misdeal spades-exchange spades-lead bidwhist-bid"
    " bidwhist-name bidwhist-direction bidwhist-discard bidwhist-lead cardduel-first"
)
#: Positions of a player's first game, in which a tip is shown.
TAUGHT: Final = {
    **{name: PLAYED[name] for name in TIPS_AS_PLAYED.split()},
    "twoman-bid": PosedPosition(TWOMAN, turn(Phase.BID), "easy"),
    "twoman-follow": PosedPosition(TWOMAN, turn(Phase.PLAY, laid=1), "easy"),
    "spades-bid": PosedPosition(SPADES, turn(Phase.BID), "normal"),
    "spades-follow": PosedPosition(SPADES, turn(Phase.PLAY, laid=3), "normal"),
    "suicide-bid": PosedPosition(SPADES, turn(Phase.BID), "normal", SUICIDE),
    "solo-bid": PosedPosition(SPADES, turn(Phase.BID), "normal", {"variant": "solo"}),
    "bidwhist-follow": PosedPosition(WHIST, turn(Phase.PLAY, laid=2), "medium"),
    "cardduel-answer": PosedPosition(DUEL, turn(Phase.PLAY, laid=1), "normal", {"first": "computer"}),
    "cardduel-blaze": PosedPosition(DUEL, turn(Phase.PLAY, played=7, laid=1), "normal", {"first": "human"}),
    "cardduel-coin": PosedPosition(DUEL, turn(Phase.PLAY, played=4, laid=0), "normal", {"first": "computer"}),
}
#: Positions with a hint, by the code of the hint's reason. These reasons have long sentences.
HINTED: Final = {
    "BID_HELD": "twoman-discard twoman-bid twoman-follow spades-bid spades-follow bidwhist-bid bidwhist-direction"
    " bidwhist-discard",
    "STILL_STANDS": "cardduel-answer",
    "ENDS_BETTER": "cardduel-open",
}
MISDEALS: Final = {"variant": "custom1", "allow_misdeals": True, "allow_blind_nils": False}
POSITIONS: Final = {
    **PLAYED,
    **{f"{name}-tip": replace(one, tips=True) for name, one in TAUGHT.items()},
    **{f"{name}-hint": replace(PLAYED[name], hint=code) for code, names in HINTED.items() for name in names.split()},
    "spades-bid-again": PosedPosition(SPADES, dealt_anew, "normal", MISDEALS),
    "twoman-away": PosedPosition(TWOMAN, another_is_to_act, "easy", away=True),
    "spades-away": PosedPosition(SPADES, another_is_to_act, "normal", away=True),
    "bidwhist-away": PosedPosition(WHIST, another_is_to_act, "medium", away=True),
    "cardduel-away": PosedPosition(DUEL, another_is_to_act, "normal", away=True),
    "cardduel-away-coin": PosedPosition(DUEL, another_leads, "normal", away=True),
}
#: Options of Spades with which any hand ends the game.
ENDING: Final = {"variant": "custom1", "winning_score": 1, "losing_score": -1}
#: Positions from which tests play on; two of them have no screen.
PLAYED_ON: Final = {
    **POSITIONS,
    "spades-blind-ending": PosedPosition(SPADES, turn(Phase.BLIND), "normal", {**ENDING, "blind_nil_exchange": 2}),
    "spades-one-nil-ending": PosedPosition(SPADES, partner_bid_nil, "normal", {**ENDING, "one_nil": True}),
}
#: Positions with a partner who waits for a rematch, with another person at the table, and seen by a spectator.
WANTED_AGAIN: Final = "spades-over"
AMONG_PEOPLE: Final = ("spades-follow", "spades-between")
LOOKED_ON: Final = (
    *("twoman-discard", "twoman-follow", "spades-follow", "spades-between"),
    *("bidwhist-follow", "cardduel-open"),
)
