"""Fair deals: from two seeds to the dealer's draws. Pure; whoever calls it owns the secret and the clock.

For each hand the server draws 32 secret bytes and shows their SHA-256, the commitment, before it knows the
player's seed. Draws come from HMAC-SHA256 keyed with the secret over "player seed:hand:event:block", read as
big-endian 32-bit words; a word that would favour a number is thrown away. `event` counts the dealer's
actions of that hand from 0 (the start of a game and the deal of its first hand are two, a reshuffle is one).
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.engine.cards import PACK, Draw
from games.engine.options import Options

#: Stands on every seal; another way of dealing gets another name.
ALGORITHM: Final = "hmac-sha256-fisher-yates/1"
SEED_BYTES: Final = 32
LONGEST_PLAYER_SEED: Final = 64
_WORDS: Final = 1 << 32


class Drawn(StrEnum):
    """What a seat is drawn for before the first deal, as event 0 of hand 1; the value is where a start tells it."""

    ODD = "parity"
    DEALER = "dealer"
    COIN = "coin"


@dataclass(frozen=True, slots=True)
class Pattern:
    """How a game deals a shuffled pack, told to whoever checks a deal elsewhere.

    Each seat gets `size` cards, `run` at a time, from seat 0, or (`from_drawn`) from the seat that was drawn, or
    (`from_left`) from the dealer's left, and the deal moves on with every hand. The rules themselves deal by
    `Ruleset.chance`, and a test proves both the same.
    """

    seats: int
    size: int
    drawn: Drawn
    run: int = 1
    from_drawn: bool = False
    from_left: bool = False
    pack: tuple[str, ...] = tuple(card.text for card in PACK)


def dealt_with(pattern: Pattern, options: Options) -> Pattern:
    """How a game deals with these options, all of them told."""
    jokers = options.get("jokers")
    return replace(pattern, pack=pattern.pack[: len(PACK) + jokers]) if isinstance(jokers, int) else pattern


def commitment(server_seed: bytes) -> str:
    """What is shown before the deal: 64 hexadecimal digits."""
    return hashlib.sha256(server_seed).hexdigest()


def draws(server_seed: bytes, player_seed: str, *, hand: int, event: int) -> Draw:
    """The dealer's draws for one event; `draw(n)` needs 1 <= n <= 2**32."""
    words = _words(server_seed, f"{player_seed}:{hand}:{event}")

    def draw(n: int) -> int:
        fair = _WORDS - _WORDS % n
        return next(word for word in words if word < fair) % n

    return draw


def _words(key: bytes, message: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.new(key, f"{message}:{block}".encode(), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[i : i + 4]) for i in range(0, len(digest), 4))
        block += 1
