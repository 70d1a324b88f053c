"""The positions in which a screen is to be seen. Knows the rules alone, so that it can be read without a site."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from games.engine.actions import Action
from games.engine.state import DEALER, Phase

if TYPE_CHECKING:
    from games.services.log.logs import Log

#: The person's place at every table.
MINE: Final = 0
Stands = Callable[["Log"], bool]


@dataclass(frozen=True, slots=True)
class Position:
    """A game of `key` that is left where `stands` first holds.

    `says` is what the person says as soon as the rules allow it, where the computer player would not. `tips`: it is
    the person's first game of its kind. `away`: whoever is to act is another person, who has gone. `hint` is the code
    of the reason for one that is shown.
    """

    key: str
    stands: Stands
    level: str
    options: dict[str, Any] = field(default_factory=dict)
    says: tuple[Action, ...] = ()
    tips: bool = False
    away: bool = False
    hint: str = ""


def turn(phase: Phase, *, played: int = 0, laid: int | None = None, hand: int = 1) -> Stands:
    """The person's turn, with at least so many cards played, and exactly so many lying in the trick."""

    def stands(log: "Log") -> bool:
        state = log.state
        if state.phase is not phase or MINE not in log.rules.waits_for(state) or state.number < hand:
            return False
        cards = sum(action.verb == "play" for _, action in state.actions)
        return cards >= played and laid in (None, cards % log.rules.seats)

    return stands


def another_is_to_act(log: "Log") -> bool:
    """A trick has begun, and it is not the person's turn."""
    state = log.state
    cards = sum(action.verb == "play" for _, action in state.actions)
    is_begun = cards > log.rules.seats and cards % log.rules.seats > 0
    return state.phase is Phase.PLAY and is_begun and MINE not in log.rules.waits_for(state)


def another_leads(log: "Log") -> bool:
    """What was played last still lies there, and it is another who plays next."""
    state = log.state
    cards = sum(action.verb == "play" for _, action in state.actions)
    is_over = cards > 0 and cards % log.rules.seats == 0
    return state.phase is Phase.PLAY and is_over and MINE not in log.rules.waits_for(state)


def between(log: "Log") -> bool:
    return len(log.hands) >= 2 and DEALER in log.rules.waits_for(log.state)


def over(log: "Log") -> bool:
    return log.rules.result(log.state) is not None


def may_claim(log: "Log") -> bool:
    return bool(log.rules.claim(log.rules.view(log.state, MINE)))


def review_is_open(log: "Log") -> bool:
    return getattr(log.state, "caller", None) == MINE


def dealt_anew(log: "Log") -> bool:
    """The person's bid, after somebody else's misdeal."""
    by = log.hands[-1].sheet.get("misdeal", MINE) if log.hands else MINE
    return by != MINE and turn(Phase.BID)(log)


def partner_bid_nil(log: "Log") -> bool:
    """And the person is to bid."""
    return turn(Phase.BID)(log) and getattr(log.state, "bids", ())[2:3] == (0,)


TWOMAN, SPADES, WHIST, DUEL = "twoman", "spades", "bidwhist", "cardduel"
TABLE_RENEGE: Final = {"renege": "table"}
PLAYED: Final = {
    "twoman-blind": Position(TWOMAN, turn(Phase.BLIND), "easy", {"blind_deficit": 50}),
    "twoman-discard": Position(TWOMAN, turn(Phase.DISCARD), "easy"),
    "twoman-bid": Position(TWOMAN, turn(Phase.BID, hand=2), "easy"),
    "twoman-lead": Position(TWOMAN, turn(Phase.PLAY, laid=0), "easy"),
    "twoman-follow": Position(TWOMAN, turn(Phase.PLAY, played=7, laid=1, hand=2), "easy"),
    "twoman-claim": Position(TWOMAN, may_claim, "easy"),
    "twoman-between": Position(TWOMAN, between, "easy"),
    "twoman-over": Position(TWOMAN, over, "easy"),
    "spades-blind": Position(SPADES, turn(Phase.BLIND), "normal"),
    "spades-bid": Position(SPADES, turn(Phase.BID, hand=2), "normal"),
    "spades-misdeal": Position(SPADES, turn(Phase.BID), "normal", {"variant": "custom1", "allow_misdeals": True}),
    "spades-exchange": Position(
        SPADES, turn(Phase.EXCHANGE), "normal", {"blind_nil_exchange": 2}, (Action("blind_nil"),)
    ),
    "spades-lead": Position(SPADES, turn(Phase.PLAY, laid=0), "normal"),
    "spades-follow": Position(SPADES, turn(Phase.PLAY, played=14, laid=2, hand=2), "normal"),
    "spades-claim": Position(SPADES, may_claim, "normal"),
    "spades-between": Position(SPADES, between, "normal"),
    "spades-over": Position(SPADES, over, "normal"),
    "solo-bid": Position(SPADES, turn(Phase.BID, hand=2), "normal", {"variant": "solo"}),
    "solo-follow": Position(SPADES, turn(Phase.PLAY, played=6, laid=3, hand=2), "normal", {"variant": "solo"}),
    "solo-between": Position(SPADES, between, "normal", {"variant": "solo"}),
    "bidwhist-bid": Position(WHIST, turn(Phase.BID), "medium"),
    "bidwhist-name": Position(WHIST, turn(Phase.NAME), "medium", says=(Action("bid", "6U"),)),
    "bidwhist-direction": Position(WHIST, turn(Phase.NAME), "medium", says=(Action("bid", "6N"), Action("bid", "7N"))),
    "bidwhist-discard": Position(WHIST, turn(Phase.DISCARD), "medium", {"kitty_shown": True}, (Action("bid", "6U"),)),
    "bidwhist-lead": Position(WHIST, turn(Phase.PLAY, laid=0), "medium"),
    "bidwhist-follow": Position(WHIST, turn(Phase.PLAY, played=9, laid=2, hand=2), "medium", TABLE_RENEGE),
    "bidwhist-call": Position(WHIST, review_is_open, "medium", TABLE_RENEGE, (Action("call"),)),
    "bidwhist-confirm": Position(WHIST, turn(Phase.REVIEW), "medium", TABLE_RENEGE),
    "bidwhist-claim": Position(WHIST, may_claim, "medium"),
    "bidwhist-between": Position(WHIST, between, "medium"),
    "bidwhist-over": Position(WHIST, over, "medium"),
    "cardduel-first": Position(DUEL, turn(Phase.PLAY), "normal", {"first": "human"}),
    "cardduel-answer": Position(DUEL, turn(Phase.PLAY, played=7, laid=1), "normal"),
    "cardduel-open": Position(DUEL, turn(Phase.PLAY, played=8, laid=0), "normal"),
    "cardduel-over": Position(DUEL, over, "normal"),
}
SUICIDE: Final = {"variant": "suicide"}
#: First games, at the moments that have a tip.
TAUGHT: Final = {
    **{
        name: PLAYED[name]
        for name in (
            "twoman-blind",
            "twoman-discard",
            "twoman-lead",
            "spades-blind",
            "spades-misdeal",
            "spades-exchange",
            "spades-lead",
            "bidwhist-bid",
            "bidwhist-name",
            "bidwhist-direction",
            "bidwhist-discard",
            "bidwhist-lead",
            "cardduel-first",
        )
    },
    "twoman-bid": Position(TWOMAN, turn(Phase.BID), "easy"),
    "twoman-follow": Position(TWOMAN, turn(Phase.PLAY, laid=1), "easy"),
    "spades-bid": Position(SPADES, turn(Phase.BID), "normal"),
    "spades-follow": Position(SPADES, turn(Phase.PLAY, laid=3), "normal"),
    "suicide-bid": Position(SPADES, turn(Phase.BID), "normal", SUICIDE),
    "solo-bid": Position(SPADES, turn(Phase.BID), "normal", {"variant": "solo"}),
    "bidwhist-follow": Position(WHIST, turn(Phase.PLAY, laid=2), "medium"),
    "cardduel-answer": Position(DUEL, turn(Phase.PLAY, laid=1), "normal", {"first": "computer"}),
    "cardduel-blaze": Position(DUEL, turn(Phase.PLAY, played=7, laid=1), "normal", {"first": "human"}),
    "cardduel-coin": Position(DUEL, turn(Phase.PLAY, played=4, laid=0), "normal", {"first": "computer"}),
}
#: With the longest words there are, by the code of their reason.
HINTED: Final = {
    "twoman-discard": "BID_HELD",
    "twoman-bid": "BID_HELD",
    "twoman-follow": "BID_HELD",
    "spades-bid": "BID_HELD",
    "spades-follow": "BID_HELD",
    "bidwhist-bid": "BID_HELD",
    "bidwhist-direction": "BID_HELD",
    "bidwhist-discard": "BID_HELD",
    "cardduel-answer": "STILL_STANDS",
    "cardduel-open": "ENDS_BETTER",
}
MISDEALS: Final = {"variant": "custom1", "allow_misdeals": True, "allow_blind_nils": False}
POSITIONS: Final = {
    **PLAYED,
    **{f"{name}-tip": replace(one, tips=True) for name, one in TAUGHT.items()},
    **{f"{name}-hint": replace(PLAYED[name], hint=code) for name, code in HINTED.items()},
    "spades-bid-again": Position(SPADES, dealt_anew, "normal", MISDEALS),
    "twoman-away": Position(TWOMAN, another_is_to_act, "easy", away=True),
    "spades-away": Position(SPADES, another_is_to_act, "normal", away=True),
    "bidwhist-away": Position(WHIST, another_is_to_act, "medium", away=True),
    "cardduel-away": Position(DUEL, another_is_to_act, "normal", away=True),
    "cardduel-away-coin": Position(DUEL, another_leads, "normal", away=True),
}
#: Hands of Spades whose result ends the game, to be played on; no screens.
ENDING: Final = {"variant": "custom1", "winning_score": 1, "losing_score": -1}
PLAYED_ON: Final = {
    **POSITIONS,
    "spades-blind-ending": Position(SPADES, turn(Phase.BLIND), "normal", {**ENDING, "blind_nil_exchange": 2}),
    "spades-one-nil-ending": Position(SPADES, partner_bid_nil, "normal", {**ENDING, "one_nil": True}),
}
#: Those that are seen with another person at the table, too.
#: Seen by somebody whose partner waits for a rematch.
WANTED_AGAIN: Final = "spades-over"
AMONG_PEOPLE: Final = ("spades-follow", "spades-between")
#: Those of which the table is seen by somebody who only looks on, too.
LOOKED_ON: Final = (
    *("twoman-discard", "twoman-follow", "spades-follow", "spades-between"),
    *("bidwhist-follow", "cardduel-open"),
)
