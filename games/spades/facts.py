"""The facts of a hand of Spades for one seat: bid, contract, nils, the opponents' results, bags, exchange.

Bids are the scored ones, after changes by One Nil. If a stand-in (a computer player at a person's seat) made the seat's
bid, facts on this bid and on its side's contract are absent.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.facts import Facts, GameFacts, Scores
from games.snapshot import PlayedHand
from games.spades.options import Terms
from games.spades.score import BLIND, SideLine, SpadesBid, bids_in, lines_of, tricks_in, tricks_of
from games.spades.state import BID, BLIND_NIL, GIVE, SpadesState, own, partner, seats_of, side_of

#: The names of numbers of the facts, by the field of `SideLine` that has the value.
KEPT = {"points": "points", "bags_taken": "bags", "penalties": "penalties"}
#: Further names, used only if the side has a contract and no stand-in made the seat's bid.
OF_A_CONTRACT = {"bid": "contract", "taken": "taken"}


class SpadesFacts(GameFacts):
    def hand(self, rules: Ruleset, state: State, hand: PlayedHand, scores_before: Scores, seat: Seat) -> Facts:
        plain = super().hand(rules, state, hand, scores_before, seat)
        marks = [*plain.marks, *self.seat_marks(state, seat)]
        scored = _scored(own(state), hand)
        if scored is None:
            by = hand.sheet.get("misdeal")
            return Facts((*marks, "misdeal", *(["misdeal_own"] if by == seat else [])))
        line = scored.lines[side_of(scored.terms, seat)]
        is_own = not hand.is_computers(seat, BID, BLIND_NIL)
        kept = {**KEPT, **(OF_A_CONTRACT if line.bid and is_own else {})}
        numbers = {**plain.numbers, **{name: getattr(line, key) for key, name in kept.items()}}
        bid, tricks = scored.bids[seat], scored.tricks[seat]
        numbers |= {**scored.counts_against(seat), "tricks": tricks}
        if is_own:
            numbers |= {"bid": tricks_of(bid), **({"blind": 0} if bid == BLIND else {})}
            marks += [f"bid{tricks_of(bid)}", f"tricks{tricks}", *_bid_marks(bid, tricks), *_contract_marks(line)]
            marks += _overridden(hand, scored, seat)
        marks += [*_bag_marks(line), *scored.partners_nil(seat), *scored.against(seat)]
        marks += _exchange_marks(hand, scored, seat)
        return replace(plain, marks=tuple(marks), numbers=numbers)

    def standing(self, state: State) -> Scores:
        return tuple(one.score for one in own(state).standings)

    def seat_marks(self, state: State, seat: Seat) -> tuple[str, ...]:
        return (str(state.options["variant"]),)


@dataclass(frozen=True, slots=True)
class _Scored:
    """A scored hand: bids and tricks by seat, lines of the score sheet by side."""

    terms: Terms
    bids: tuple[SpadesBid, ...]
    tricks: tuple[int, ...]
    lines: tuple[SideLine, ...]

    def partners_nil(self, seat: Seat) -> Iterator[str]:
        """Yield the marks of a nil bid by the partner, blind or not."""
        other = partner(seat)
        if self.terms.partners and not tricks_of(self.bids[other]):
            yield from ("cover", "cover_failed" if self.tricks[other] else "cover_made")

    def against(self, seat: Seat) -> Iterator[str]:
        """Yield the marks of the other sides' contracts and nils."""
        found = self.counts_against(seat)
        if found["contracts_against"]:
            yield from ("contract_against", *(["set_them"] if found["contracts_set"] else []))
        if found["nils_against"]:
            yield from ("nil_against", *(["nil_beaten"] if found["nils_beaten"] else []))

    def counts_against(self, seat: Seat) -> dict[str, int]:
        """Return the numbers of contracts and nils of the other sides, and of those that failed."""
        mine = side_of(self.terms, seat)
        others = [side for side in range(self.terms.sides) if side != mine]
        contracts = [self.lines[side] for side in others if self.lines[side].bid]
        nils = [bidder for side in others for bidder in seats_of(self.terms, side) if not tricks_of(self.bids[bidder])]
        return {
            "contracts_against": len(contracts),
            "contracts_set": sum(not line.is_made for line in contracts),
            "nils_against": len(nils),
            "nils_beaten": sum(self.tricks[bidder] > 0 for bidder in nils),
        }


def _scored(state: SpadesState, hand: PlayedHand) -> _Scored | None:
    """Return the scored hand; None for a misdeal."""
    lines = lines_of(hand.sheet)
    return _Scored(state.terms, bids_in(hand.record), tricks_in(hand.record), lines) if lines else None


def _bid_marks(bid: SpadesBid, tricks: int) -> Iterator[str]:
    """Yield the marks of the seat's own bid: a nil made or failed; tricks exactly as bid, over or under."""
    if tricks_of(bid):
        yield "met" if tricks == bid else "over" if tricks > tricks_of(bid) else "under"
        return
    name = "blind" if bid == BLIND else "nil"
    yield from (name, f"{name}_failed" if tricks else f"{name}_made")


def _contract_marks(line: SideLine) -> Iterator[str]:
    """Yield the marks of the side's contract and bonus; a side of nil bidders has no contract."""
    if line.bid:
        yield "made" if line.is_made else "overbid"
        if line.taken == line.bid:
            yield "exact"
    if line.bonus:
        yield "bonus_won"


def _bag_marks(line: SideLine) -> Iterator[str]:
    if line.bags_taken:
        yield "bagged"
    if line.penalties:
        yield "penalty"


def _exchange_marks(hand: PlayedHand, scored: _Scored, seat: Seat) -> Iterator[str]:
    """Yield `exchange` if the seat gave cards to its partner or got some."""
    pair = {seat, partner(seat)} if scored.terms.partners else {seat}
    if any(by in pair and action.verb == GIVE and action.argument for by, action in hand.actions):
        yield "exchange"


def _overridden(hand: PlayedHand, scored: _Scored, seat: Seat) -> Iterator[str]:
    """Yield the mark `overridden` if One Nil changed the seat's bid."""
    said = next((action for by, action in hand.actions if by == seat and action.verb == BID), None)
    if said is not None and said.argument != scored.bids[seat]:
        yield "overridden"
