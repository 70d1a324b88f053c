"""Positions of Spades for tests of bots: views of South, whose turn it is, built from states of the engine."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from games.engine.actions import Action
from games.engine.cards import PACK, Card, Suit, cards
from games.engine.options import Value
from games.engine.ruleset import Start
from games.engine.state import Phase, Seat, SeatAction
from games.spades.rules import Spades
from games.spades.score import SpadesBid, Standing
from games.spades.state import BID, PLAY, SEATS, SpadesState, SpadesView
from tests.spades.positions import act, bidden, dealt

RULES = Spades()
#: A start with North and South far behind.
LOSING: Start = {"dealer": 3, "score": (0, 450), "bags": (3, 8)}
#: Options with an exchange of up to two cards after a blind nil.
EXCHANGES: dict[str, Value] = {"blind_nil_exchange": 2}


def to_play(
    hand: str,
    *,
    trick: str = "",
    elsewhere: str = "",
    bids: tuple[SpadesBid, ...] = (3, 3, 3, 3),
    tricks: tuple[int, ...] | None = None,
    score: tuple[int, ...] = (0, 0),
    bags: tuple[int, ...] = (0, 0),
    options: Mapping[str, Value] | None = None,
) -> SpadesView:
    """Return South's view on South's turn to play to `trick`.

    The other hands hold the cards `elsewhere`, and low cards. The earlier tricks are invented; in them only South may
    fail to follow suit.
    """
    own, lying = cards(hand), cards(trick)
    done = 13 - len(own)
    held_elsewhere = _filled(cards(elsewhere), {*own, *lying}, 3 * len(own) - len(lying))
    earlier = _history([one for one in PACK if one not in {*own, *lying, *held_elsewhere}], done)
    leader = (0 - len(lying)) % 4
    start = RULES.initial({"spades_must_be_broken": False, **(options or {})})
    state = SpadesState(
        options=start.options,
        terms=start.terms,
        number=1,
        phase=Phase.PLAY,
        actions=(*_bids(bids), *earlier, *_plays(leader, lying)),
        dealer=3,
        standings=tuple(Standing(*pair) for pair in zip(score, bags, strict=True)),
        hands=(own, *_shares(held_elsewhere, len(own), len(lying))),
        bids=bids,
        leader=leader,
        trick=lying,
        tricks=tricks or (done, 0, 0, 0),
        broken=True,
    )
    return RULES.view(state, 0)


def to_bid(hand: str, *known: SpadesBid, options: dict[str, Value] | None = None, **start: Any) -> SpadesView:
    """Return South's view on South's turn to bid; `known` are the earlier bids."""
    own = cards(hand)
    rest = [one for one in PACK if one not in own]
    hands = [hand, *(" ".join(one.text for one in rest[seat::3]) for seat in range(3))]
    state = bidden(dealt(*hands, options=options, dealer=(3 - len(known)) % 4, **start), *known)
    if state.phase is Phase.BLIND:
        state = act(state, state.turn, Action("look"))
    return RULES.view(state, 0)


def _filled(wanted: tuple[Card, ...], taken: set[Card], count: int) -> list[Card]:
    low = sorted((one for one in PACK if one not in taken and one not in wanted), key=lambda one: one.height)
    return [*wanted, *low[: count - len(wanted)]]


def _history(played: list[Card], done: int) -> list[SeatAction]:
    """Return the plays of `done` tricks: West, North and East play cards of one suit, then South any card."""
    triples: list[list[Card]] = []
    for suit in Suit:
        run = [one for one in played if one.suit is suit]
        triples += [run[start : start + 3] for start in range(0, len(run) - 2, 3)]
    triples = triples[:done]
    mine = [one for one in played if not any(one in triple for triple in triples)]
    assert len(triples) == len(mine) == done, "too few tricks in which the three others can follow suit"
    found: list[SeatAction] = []
    for triple, own in zip(triples, mine, strict=True):
        found += _plays(1, (*triple, own))
    return found


def _shares(held: list[Card], size: int, lying: int) -> list[tuple[Card, ...]]:
    """Return the hands of West, North and East; a seat that has played to the trick holds one card fewer."""
    rest = iter(held)
    return [tuple(islice(rest, size - (seat >= 4 - lying))) for seat in SEATS[1:]]


def _bids(bids: tuple[SpadesBid, ...]) -> list[SeatAction]:
    return [(seat, Action("blind_nil") if bid == "b0" else Action(BID, bid)) for seat, bid in enumerate(bids)]


def _plays(leader: Seat, played: tuple[Card, ...]) -> list[SeatAction]:
    return [((leader + place) % 4, Action(PLAY, one.text)) for place, one in enumerate(played)]
