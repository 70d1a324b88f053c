"""The facts of a hand of Spades for one seat: bid, contract, nils, the opponents' results, bags, exchange.

Bids are the scored ones, after changes by One Nil. If a stand-in (a computer player at a person's seat) made the seat's
bid, facts on that bid and on the side's contract are absent.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.facts import Facts, GameFacts, Scores
from games.snapshot import PlayedHand
from games.spades.options import Terms
from games.spades.score import BLIND, SideLine, SpadesBid, bids_in, lines_of, tricks_in, tricks_of
from games.spades.state import BID, BLIND_NIL, GIVE, own, partner, seats_of, side_of

#: For each field of `SideLine` that is kept, the name of its number in the facts.
KEPT = {"points": "points", "bags_taken": "bags", "penalties": "penalties"}
#: Further fields, kept only if the side has a contract and no stand-in made the seat's bid.
OF_A_CONTRACT = {"bid": "contract", "taken": "taken"}


class SpadesFacts(GameFacts):
    def hand(self, rules: Ruleset, state: State, hand: PlayedHand, scores_before: Scores, seat: Seat) -> Facts:
        plain = super().hand(rules, state, hand, scores_before, seat)
        marks = [*plain.marks, *self.seat_marks(state, seat)]
        lines, terms = lines_of(hand.sheet), own(state).terms
        if not lines:
            by = hand.sheet.get("misdeal")
            return Facts((*marks, "misdeal", *(["misdeal_own"] if by == seat else [])))
        bids, tricks, line = bids_in(hand.record), tricks_in(hand.record), lines[side_of(terms, seat)]
        bid, taken = bids[seat], tricks[seat]
        against = _counts_against(terms, bids, tricks, lines, seat)
        is_own = not hand.is_computers(seat, BID, BLIND_NIL)
        kept = {**KEPT, **(OF_A_CONTRACT if line.bid and is_own else {})}
        numbers = {**plain.numbers, **{name: getattr(line, key) for key, name in kept.items()}}
        numbers |= {**against, "tricks": taken}
        if is_own:
            numbers |= {"bid": tricks_of(bid), **({"blind": 0} if bid == BLIND else {})}
            marks += [f"bid{tricks_of(bid)}", f"tricks{taken}", *_bid_marks(bid, taken), *_contract_marks(line)]
            marks += _overridden(hand, bid, seat)
        marks += _bag_marks(line)
        other = partner(seat)
        if terms.partners and not tricks_of(bids[other]):
            marks += ["cover", "cover_failed" if tricks[other] else "cover_made"]
        marks += [*_against_marks(against), *_exchange_marks(hand, terms, seat)]
        return replace(plain, marks=tuple(marks), numbers=numbers)

    def standing(self, state: State) -> Scores:
        return tuple(one.score for one in own(state).standings)

    def seat_marks(self, state: State, seat: Seat) -> tuple[str, ...]:
        return (str(state.options["variant"]),)


def _counts_against(
    terms: Terms, bids: Sequence[SpadesBid], tricks: Sequence[int], lines: Sequence[SideLine], seat: Seat
) -> dict[str, int]:
    """Return the numbers of the other sides' contracts and nils, and how many of each failed."""
    others = [side for side in range(terms.sides) if side != side_of(terms, seat)]
    contracts = [lines[side] for side in others if lines[side].bid]
    nils = [bidder for side in others for bidder in seats_of(terms, side) if not tricks_of(bids[bidder])]
    return {
        "contracts_against": len(contracts),
        "contracts_set": sum(not line.is_made for line in contracts),
        "nils_against": len(nils),
        "nils_beaten": sum(tricks[bidder] > 0 for bidder in nils),
    }


def _against_marks(counts: Mapping[str, int]) -> Iterator[str]:
    """Yield the marks of the other sides' contracts and nils."""
    if counts["contracts_against"]:
        yield from ("contract_against", *(["set_them"] if counts["contracts_set"] else []))
    if counts["nils_against"]:
        yield from ("nil_against", *(["nil_beaten"] if counts["nils_beaten"] else []))


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


def _exchange_marks(hand: PlayedHand, terms: Terms, seat: Seat) -> Iterator[str]:
    """Yield `exchange` if the seat gave cards to its partner or got some."""
    pair = {seat, partner(seat)} if terms.partners else {seat}
    if any(by in pair and action.verb == GIVE and action.argument for by, action in hand.actions):
        yield "exchange"


def _overridden(hand: PlayedHand, bid: SpadesBid, seat: Seat) -> Iterator[str]:
    """Yield the mark `overridden` if One Nil changed the seat's bid."""
    said = next((action for by, action in hand.actions if by == seat and action.verb == BID), None)
    if said is not None and said.argument != bid:
        yield "overridden"
