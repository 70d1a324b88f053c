"""Positions of Spades for tests of its rules and pages, and functions that return a result as a short text."""

from dataclasses import replace
from typing import Any, Self

from games.engine.actions import Action, deal
from games.engine.cards import cards
from games.engine.options import Options
from games.engine.state import DEALER, HandEnded, Phase, Seat, State, Step
from games.snapshot import SeatedPlayer
from games.spades.rules import Spades
from games.spades.score import SpadesBid, Standing, end_of_game
from games.spades.state import SpadesState
from tests.engine.telling import Telling
from tests.table.positions import FourSeats

RULES = Spades()
_telling = Telling[SpadesState](RULES)
act, said, step = _telling.act, _telling.said, RULES.apply
legal, refusal = _telling.legal, _telling.refusal
NAMES = "SWNE"
S, W, N, E = range(4)
#: Four hands, none of them a ground for a misdeal. South has no club; West has the two of clubs.
DEAL = (
    "AS KS 5S 4S AH 9H 8H 2H KD QD 8D 5D 2D",
    "QS JS 7S KH 7H 6H JD 9D 7D KC 9C 3C 2C",
    "TS 6S 3S QH JH TH 5H AD 6D QC 8C 7C 5C",
    "9S 8S 2S 4H 3H TD 4D 3D AC JC TC 6C 4C",
)
#: South has one spade, and no other ground for a misdeal.
ONE_SPADE = (
    "AS AH 9H 8H 2H KD QD 8D 5D 2D 2C 3C 9C",
    "KS QS JS 7S KH 7H 6H JD 9D 7D KC TC JC",
    "TS 6S 3S QH JH TH 5H AD 6D QC 8C 7C 5C",
    "9S 8S 5S 4S 2S 4H 3H TD 4D 3D AC 6C 4C",
)
#: South and East have no club.
TWO_VOIDS = (DEAL[0], "QS JS 7S KH AC KC JC TC 9C 6C 4C 3C 2C", DEAL[2], "9S 8S 2S 7H 6H 4H 3H JD TD 9D 7D 4D 3D")


def dealt(*hands: str, options: Options | None = None, **start: Any) -> SpadesState:
    """Return the first hand after its deal. By default East deals, so that South bids and leads first."""
    return deal_again(RULES.initial(options or {}, {"dealer": E, **start}), *hands)


def deal_again(state: State, *hands: str) -> SpadesState:
    return act(state, DEALER, deal([cards(hand) for hand in hands or DEAL]))


def bidden(state: SpadesState, *bids: SpadesBid) -> SpadesState:
    """Return the hand after these bids ("b0" is a blind nil). A seat that may bid blind looks before other bids."""
    for bid in bids:
        seat = state.turn
        if bid != "b0" and state.phase is Phase.BLIND:
            state = said(state, (seat, "look", None))
        state = said(state, (seat, "blind_nil", None) if bid == "b0" else (seat, "bid", bid))
    return state


def playing(
    *hands: str, leader: Seat = S, trick: str = "", done: int = 5, options: Options | None = None, **fields: Any
) -> SpadesState:
    """Return a hand in play with these cards left, from South on; cards of the open trick are in no hand."""
    position: dict[str, Any] = {
        "phase": Phase.PLAY,
        "number": 1,
        "hands": tuple(cards(hand) for hand in (*hands, "", "", "")[:4]),
        "bids": (3, 3, 3, 3),
        "tricks": (done, 0, 0, 0),
        "leader": leader,
        "trick": cards(trick),
    }
    return replace(RULES.initial(options or {}, {}), **(position | fields))


def last_trick(
    bids: tuple[SpadesBid, ...],
    tricks: tuple[int, ...],
    *,
    score: tuple[int, ...] | None = None,
    bags: tuple[int, ...] | None = None,
    options: Options | None = None,
) -> Step:
    """Play the last trick of a hand in which the seats take `tricks`; return its last step."""
    start = {name: told for name, told in (("score", score), ("bags", bags)) if told is not None}
    winner = next(seat for seat in range(4) if tricks[seat])
    hands = [cards("AS") if seat == winner else cards(f"{2 + seat}H") for seat in range(4)]
    state = replace(
        RULES.initial(options or {}, start),
        phase=Phase.PLAY,
        number=1,
        hands=tuple(hands),
        bids=bids,
        tricks=tuple(count - (seat == winner) for seat, count in enumerate(tricks)),
        leader=winner,
    )
    *first, last = ((winner + turn) % 4 for turn in range(4))
    for seat in first:
        state = act(state, seat, Action("play", state.hands[seat][0].text))
    return step(state, last, Action("play", state.hands[last][0].text))


def scored(bids: tuple[SpadesBid, ...], tricks: tuple[int, ...], **hand: Any) -> str:
    """Return the points of the first side and its bags after the hand, such as "+72, 2 bags"."""
    record = next(event.record for event in last_trick(bids, tricks, **hand).events if isinstance(event, HandEnded))
    points, bags = record["points"], record["bags"]
    assert isinstance(points, tuple) and isinstance(bags, tuple)
    return f"{points[0]:+d}, {bags[0]} bags"


def ending(*scores: int, **options: Any) -> str:
    """Return the side that wins the game with these scores after a hand, or "goes on"."""
    terms = RULES.initial(options).terms
    end = end_of_game(scores, terms)
    if end is None or end.winner is None:
        return "goes on"
    return ("NS", "EW")[end.winner] if terms.partners else NAMES[end.winner]


def standings(*scores: int) -> tuple[Standing, ...]:
    return tuple(Standing(score) for score in scores)


SEATED = (
    SeatedPlayer(0, "alice", None),
    SeatedPlayer(1, "Bruno", "normal"),
    SeatedPlayer(2, "Marta", "expert"),
    SeatedPlayer(3, "Odile", "normal"),
)


class SpadesTable(FourSeats):
    rules, seated = RULES, SEATED

    def deal(self, *hands: str) -> Self:
        return self.with_action(DEALER, deal([cards(hand) for hand in hands or DEAL]))

    def say(self, *lines: str) -> Self:
        """Apply actions, each written as seat, verb and arguments, such as "S bid 4" or "S give AS KS"."""
        for line in lines:
            letter, verb, *rest = line.split()
            argument: Any = int(rest[0]) if verb == "bid" else rest[0] if verb == "play" else None
            if verb in ("give", "return"):
                argument = tuple(rest)
            self.with_action(NAMES.index(letter), Action(verb, argument))
        return self

    def bids(self, *bids: SpadesBid) -> Self:
        """Make the next bids ("b0" is a blind nil). A seat that may bid blind looks before other bids."""
        for bid in bids:
            seat = min(self.waits_for)
            if self.log.state.phase is Phase.BLIND and bid != "b0":
                self.with_action(seat, Action("look"))
            self.with_action(seat, Action("blind_nil") if bid == "b0" else Action("bid", bid))
        return self


NO_BLIND: dict[str, Any] = {"allow_blind_nils": False}


def in_play(**options: Any) -> SpadesTable:
    """Return a table at which all seats have bid three and South leads."""
    return SpadesTable(**(NO_BLIND | options)).deal().bids(3, 3, 3, 3)
