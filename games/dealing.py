"""Fair deals: from two seeds to the dealer's draws. Pure; whoever calls it owns the secret and the clock.

For each hand the server draws 32 secret bytes and shows their SHA-256, the commitment, before it knows the
player's seed. Draws come from HMAC-SHA256 keyed with the secret over "player seed:hand:event:block", read as
big-endian 32-bit words; a word that would favour a number is thrown away. `event` counts the dealer's
actions of that hand from 0 (the start of a game and the deal of its first hand are two, a reshuffle is one).
"""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Final

from games.engine.cards import Draw

#: Stands on every seal; another way of dealing gets another name.
ALGORITHM: Final = "hmac-sha256-fisher-yates/1"
SEED_BYTES: Final = 32
LONGEST_PLAYER_SEED: Final = 64
_WORDS: Final = 1 << 32


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
