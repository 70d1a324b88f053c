"""Positions of Spades for bots, made through the engine's own state and view. South is to choose."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from games.engine.actions import Action
from games.engine.cards import PACK, Card, Suit, cards
from games.engine.options import Value
from games.engine.ruleset import Start
from games.engine.state import Phase, Said, Seat
from games.spades.rules import Spades
from games.spades.score import Bid, Standing
from games.spades.state import BID, PLAY, SEATS, SpadesState, SpadesView
from tests.spades.positions import act, bidden, dealt

RULES = Spades()
#: North and South are far behind, and where they may exchange two cards.
LOSING: Start = {"dealer": 3, "score": (0, 450), "bags": (3, 8)}
EXCHANGES: dict[str, Value] = {"blind_nil_exchange": 2}


def to_play(
    hand: str,
    *,
    trick: str = "",
    out: str = "",
    bids: tuple[Bid, ...] = (3, 3, 3, 3),
    tricks: tuple[int, ...] | None = None,
    score: tuple[int, ...] = (0, 0),
    bags: tuple[int, ...] = (0, 0),
    options: Mapping[str, Value] | None = None,
) -> SpadesView:
    """Return South's view before it plays to `trick`. `out` are cards in the other hands, filled up with low ones.

    The tricks before it are made up so that they show no void of another seat.
    """
    own, lying = cards(hand), cards(trick)
    done = 13 - len(own)
    held_elsewhere = _filled(cards(out), {*own, *lying}, 3 * len(own) - len(lying))
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


def to_bid(hand: str, *known: Bid, options: dict[str, Value] | None = None, **start: Any) -> SpadesView:
    """Return South's view before it bids, after the bids `known` of the seats before it."""
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


def _history(gone: list[Card], done: int) -> list[Said]:
    """Make `done` tricks of three cards of one suit by the others; South gives what is left, spades to spades."""
    triples: list[list[Card]] = []
    for suit in Suit:
        run = [one for one in gone if one.suit is suit]
        triples += [run[start : start + 3] for start in range(0, len(run) - 2, 3)]
    triples = triples[:done]
    mine = [one for one in gone if not any(one in triple for triple in triples)]
    assert len(triples) == len(mine) == done, "these cards make no tricks that show no void"
    found: list[Said] = []
    for triple, own in zip(triples, mine, strict=True):
        found += _plays(1, (*triple, own))
    return found


def _shares(held: list[Card], size: int, lying: int) -> list[tuple[Card, ...]]:
    """Return the hands of West, North and East; a seat that has played to the trick holds one card less."""
    rest = iter(held)
    return [tuple(islice(rest, size - (seat >= 4 - lying))) for seat in SEATS[1:]]


def _bids(bids: tuple[Bid, ...]) -> list[Said]:
    return [(seat, Action("blind_nil") if bid == "b0" else Action(BID, bid)) for seat, bid in enumerate(bids)]


def _plays(leader: Seat, played: tuple[Card, ...]) -> list[Said]:
    return [((leader + place) % 4, Action(PLAY, one.text)) for place, one in enumerate(played)]
