"""The evaluator of Spades, as the expert sees it: what each bid and card was worth, by what its seat could know.

It thinks of more hands than at the table, and of the same ones for every action. Blind nils and exchanges are not
valued: nobody has tried them over many hands yet.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

import numpy as np

from games.bots.base import Seeded
from games.bots.pack import pack_bits
from games.engine.actions import Action, texts
from games.engine.cards import PACK, Card, Suit
from games.engine.state import Phase, Seat, SeatView, State
from games.review.face import MORE_MADE, MOST, SURE, Choice, Fitted, Layout, Reason, Weighed, clearest
from games.review.plain import result_of
from games.review.tricks import OpenTrick
from games.review.worlds import above_mean, alike, all_weighed, in_whole, share, weighed
from games.spades.bots.auction import imagined_bids, whole_auction
from games.spades.bots.bids import nil_chance, tricks_in
from games.spades.bots.encoding import Guess, guess, tricks_of_end
from games.spades.bots.evaluation import Outlook, winning_chance
from games.spades.bots.expert import likely_bids, worths
from games.spades.bots.knowledge import Knowledge, knowledge_of
from games.spades.bots.normal import MISDEAL_CLAIM, NormalSpades, bids_open_to
from games.spades.rules import Spades
from games.spades.score import Bid, Standing, tricks_of
from games.spades.state import BID, PLAY, RANKING, SEATS, SpadesState, seats_of, side_of

#: Hands thought of for a card and for a bid.
_CARDS, _BIDS = 240, 240
_RULES: Final = Spades()
#: Whoever bids and plays by the policy by which the hands thought of are played out.
_USUAL: Final = NormalSpades()


class SpadesEvaluator(Fitted):
    """See `games.review.face.Evaluator`."""

    def weigh(self, view: SeatView, chosen: Action, seed: int) -> Weighed | None:
        knowledge, usual = knowledge_of(view), _USUAL.choose(view, Random(seed))
        match view.phase:
            case Phase.BID:
                return _bids(knowledge, chosen, usual, seed)
            case Phase.PLAY:
                return _cards(knowledge, usual, seed)
        return None

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        knowledge = knowledge_of(view)
        worlds = guess(knowledge, _BIDS if view.phase is Phase.BID else _CARDS, Seeded(seed))
        weights = () if worlds.likely is None else in_whole(worlds.likely)
        found = [_ends(knowledge, worlds, action) for action in (best, chosen)]
        reasons = [
            Reason(code, *(share((serves(knowledge, *end) for end in ends), weights) for ends in found))
            for code, serves in _AIMS.items()
        ]
        if view.phase is Phase.BID and (best.number or 0) > (chosen.number or 0):
            made = next(one.best for one in reasons if one.code == _BID_HELD)
            reasons.append(Reason(MORE_MADE, made, 0))
        aims = clearest(reasons)
        held = dict(enumerate(worlds.hands.T.tolist()))
        taken = open_trick(knowledge).why(best.card, chosen.card, PACK, held, weights)
        return (*aims, *taken)[:MOST]

    def before(self, state: State) -> tuple[int, ...]:
        own = SpadesState.of(state)
        worth_of = [round(SURE * winning_chance(own.standings, side, own.terms)) for side in range(own.terms.sides)]
        return tuple(worth_of[side_of(own.terms, seat)] for seat in SEATS)

    def after(self, state: State) -> tuple[int, ...]:
        return result_of(_RULES, state) or self.before(state)

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        """The deal less the mean over the four ways in which the same hands go round the table, each bid and played
        by policy. Nothing in that is drawn.
        """
        own = SpadesState.of(state)
        hands = [(*own.hands[turn:], *own.hands[:turn]) for turn in range(len(SEATS))]
        auctions = [whole_auction(own, held) for held in hands]
        guessed = Guess(_seat_of(own, 0), np.array([[pack_bits(one) for one in held] for held in hands], np.int64))
        ends = [tricks_of_end(int(end)) for end in guessed.ends([None], auctions)[0]]
        return tuple(_above_mean(_seat_of(own, seat), auctions, ends) for seat in SEATS)


def _seat_of(state: SpadesState, seat: Seat) -> Knowledge:
    return Knowledge(_RULES.view(state, seat), seat)


def _above_mean(knowledge: Knowledge, auctions: Sequence[Sequence[Bid]], ends: Sequence[Sequence[int]]) -> int:
    """Of the first of these, all of whose hands are the same cards at other seats."""
    outlook = Outlook(knowledge)
    return above_mean([round(SURE * outlook.worth(*end)) for end in zip(auctions, ends, strict=True)])


# -- values ---------------------------------------------------------------------------------------------


def _cards(knowledge: Knowledge, usual: Action, seed: int) -> Weighed:
    groups = groups_of(knowledge)
    worlds = guess(knowledge, _CARDS, Seeded(seed))
    found = worlds.ends([group[0] for group in groups])
    values = np.rint(SURE * worths(Outlook(knowledge), found)).astype(np.int64)
    choices = (
        Choice(tuple(Action(PLAY, one.text) for one in group), tuple(values[place].tolist()))
        for place, group in enumerate(groups)
    )
    return _weighed(worlds, choices, usual)


def _bids(knowledge: Knowledge, chosen: Action, usual: Action, seed: int) -> Weighed:
    """The bids near what the hand counts for, the one that was made and the usual one. A misdeal leaves the scores as
    they are.
    """
    near = _near(knowledge, (chosen, usual))
    worlds, outlook = guess(knowledge, _BIDS, Seeded(seed)), Outlook(knowledge)
    choices = [
        Choice((Action(BID, bid),), tuple(round(SURE * outlook.worth(*end)) for end in ends))
        for bid, ends in _bid_out(worlds, near).items()
    ]
    if MISDEAL_CLAIM in knowledge.view.legal:
        choices.append(Choice((MISDEAL_CLAIM,), (_void(knowledge),) * _BIDS))
    return _weighed(worlds, choices, usual)


def _near(knowledge: Knowledge, made: Iterable[Action]) -> list[int]:
    near = likely_bids(bids_open_to(knowledge), tricks_in(knowledge.hand), nil_chance(knowledge.hand))
    return sorted({*near, *(one.number for one in made if one.verb == BID and one.number is not None)})


def _bid_out(worlds: Guess, bids: Sequence[int]) -> dict[int, list[tuple[tuple[Bid, ...], tuple[int, ...]]]]:
    """By bid and world the four bids that come of it, and the tricks."""
    found = {}
    for bid, auctions in imagined_bids(worlds, bids).items():
        ends = worlds.ends([None], auctions)[0].tolist()
        found[bid] = [(row, tricks_of_end(end)) for row, end in zip(auctions, ends, strict=True)]
    return found


def _void(knowledge: Knowledge) -> int:
    table = knowledge.table
    standings = [Standing(score, bags) for score, bags in zip(table.score, table.bags, strict=True)]
    return round(SURE * winning_chance(standings, knowledge.side, knowledge.terms))


def _weighed(worlds: Guess, choices: Iterable[Choice], usual: Action) -> Weighed:
    def layout(world: int) -> Layout:
        return tuple(texts(worlds.hand(world, seat)) for seat in SEATS)

    if worlds.likely is not None:
        return all_weighed(worlds.likely, choices, layout, usual=usual)
    return weighed(worlds.hands, choices, layout, usual=usual)


def groups_of(knowledge: Knowledge) -> list[tuple[Card, ...]]:
    """The cards offered, those together that come to the same."""
    legal = sorted(knowledge.legal, key=lambda one: one.height)
    return alike(legal, {*knowledge.unseen, *knowledge.trick}, lambda one: (one.suit, one.height))


# -- reasons --------------------------------------------------------------------------------------------

_Serves = Callable[[Knowledge, Sequence[Bid], Sequence[int]], bool]


def _contract_made(knowledge: Knowledge, side: int, bids: Sequence[Bid], tricks: Sequence[int]) -> bool:
    bidders = [seat for seat in seats_of(knowledge.terms, side) if tricks_of(bids[seat])]
    wanted = sum(tricks_of(bids[seat]) for seat in bidders)
    return wanted > 0 and sum(tricks[seat] for seat in bidders) >= wanted


def _others(knowledge: Knowledge) -> Iterator[int]:
    return (side for side in range(knowledge.terms.sides) if side != knowledge.side)


def _nils(knowledge: Knowledge, bids: Sequence[Bid], own: bool) -> list[Seat]:
    return [
        seat
        for seat in SEATS
        if not tricks_of(bids[seat]) and (side_of(knowledge.terms, seat) == knowledge.side) is own
    ]


def _bid_held(knowledge: Knowledge, bids: Sequence[Bid], tricks: Sequence[int]) -> bool:
    return _contract_made(knowledge, knowledge.side, bids, tricks)


def _other_set(knowledge: Knowledge, bids: Sequence[Bid], tricks: Sequence[int]) -> bool:
    wanted = [
        side for side in _others(knowledge) if any(tricks_of(bids[one]) for one in seats_of(knowledge.terms, side))
    ]
    return any(not _contract_made(knowledge, side, bids, tricks) for side in wanted)


def _nil_kept(knowledge: Knowledge, bids: Sequence[Bid], tricks: Sequence[int]) -> bool:
    nils = _nils(knowledge, bids, own=True)
    return bool(nils) and all(tricks[seat] == 0 for seat in nils)


def _nil_broken(knowledge: Knowledge, bids: Sequence[Bid], tricks: Sequence[int]) -> bool:
    return any(tricks[seat] for seat in _nils(knowledge, bids, own=False))


def _no_bags(knowledge: Knowledge, bids: Sequence[Bid], tricks: Sequence[int]) -> bool:
    seats = seats_of(knowledge.terms, knowledge.side)
    return sum(tricks[seat] for seat in seats) <= sum(tricks_of(bids[seat]) for seat in seats)


_BID_HELD: Final = "BID_HELD"
_AIMS: Final[Mapping[str, _Serves]] = {
    _BID_HELD: _bid_held,
    "OTHER_SET": _other_set,
    "NIL_KEPT": _nil_kept,
    "NIL_BROKEN": _nil_broken,
    "NO_BAGS": _no_bags,
}


def _ends(knowledge: Knowledge, worlds: Guess, action: Action) -> list[tuple[Sequence[Bid], tuple[int, ...]]]:
    """How the hands thought of end after an action; nothing after a misdeal."""
    if action.verb == BID and action.number is not None:
        return list(_bid_out(worlds, [action.number])[action.number])
    if action.card is None:
        return []
    return [(knowledge.made, tricks_of_end(end)) for end in worlds.ends([action.card])[0].tolist()]


def open_trick(knowledge: Knowledge) -> OpenTrick:
    return OpenTrick(
        seat=knowledge.seat,
        seats=len(SEATS),
        on_table=knowledge.table.trick,
        ranking=RANKING,
        is_own=lambda seat: side_of(knowledge.terms, seat) == knowledge.side,
        first_suit=Suit.CLUBS if knowledge.of_clubs else None,
    )
