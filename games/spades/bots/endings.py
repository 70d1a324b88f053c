"""How imagined hands of Spades end after each action: the auction finished by count, exchanges and play by policy."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from games.spades.bots.auction import B, blind_bids, imagined_bids
from games.spades.bots.encoding import Guess, tricks_of_end
from games.spades.bots.exchanging import Pile, exchanged, handed
from games.spades.score import Bid
from games.spades.state import BLIND_NIL, LOOK

#: Bids and tricks by seat; None after a misdeal.
End: TypeAlias = tuple[Sequence[Bid], Sequence[int]]


def after_bids(worlds: Guess, bids: Sequence[B]) -> dict[B, list[End]]:
    """By bid and world."""
    auctions = imagined_bids(worlds, bids)
    return {bid: _played_out(exchanged(worlds, rows), rows) for bid, rows in auctions.items()}


def after_blind_choice(worlds: Guess) -> dict[str, Sequence[End | None]]:
    """By world, where the seat looks and where it bids a blind nil."""
    looked, blind = zip(*blind_bids(worlds), strict=True)
    return {LOOK: _after_look(worlds, looked), BLIND_NIL: _played_out(exchanged(worlds, blind), blind)}


def after_exchange(worlds: Guess, pile: Pile) -> list[End]:
    """By world, where the seat gives or returns those cards."""
    return _played_out(handed(worlds, pile), [worlds.knowledge.made] * len(worlds.hands))


def _after_look(worlds: Guess, auctions: Sequence[tuple[Bid, ...] | None]) -> list[End | None]:
    rows = {place: row for place, row in enumerate(auctions) if row is not None}
    bids, some = list(rows.values()), replace(worlds, hands=worlds.hands[list(rows)])
    ends = dict(zip(rows, _played_out(exchanged(some, bids), bids), strict=True))
    return [ends.get(place) for place in range(len(auctions))]


def _played_out(worlds: Guess, auctions: Sequence[tuple[Bid, ...]]) -> list[End]:
    ends = worlds.ends([None], auctions)[0].tolist()
    return [(row, tricks_of_end(end)) for row, end in zip(auctions, ends, strict=True)]
