"""Fair deals: the dealer's random numbers, computed from two seeds. Pure: no storage, no clock.

For each hand the server draws 32 secret bytes and shows their SHA-256, the commitment, before it knows the player's
seed. Draws come from HMAC-SHA256, keyed with the secret, over "player seed:hand:event:block", read as big-endian 32-bit
words; words that would bias a number are discarded. `event` numbers the dealer's actions of that hand from 0. In hand 1
the start of the game is action 0 and the deal is action 1; a reshuffle is one action.

The cards of a board of the day are dealt in the same way, without a player's seed. The secrets of these boards come
from a SHA-256 chain, in which each link is the hash of the next day's link. The tip, the hash of the first day's link,
is published in advance. A board's secret is the HMAC-SHA256 of its game's key, keyed with the day's link.
"""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Final

from games.engine.cards import DrawNumber

#: The name of this algorithm, stored with every seal. A changed algorithm needs a new name.
ALGORITHM: Final = "hmac-sha256-fisher-yates/1"
LONGEST_PLAYER_SEED: Final = 64
#: Joins the seeds of several people, at most four.
BETWEEN_SEEDS: Final = "|"
LONGEST_SEED_OF_RECORD: Final = 4 * LONGEST_PLAYER_SEED + 3 * len(BETWEEN_SEEDS)
_WORDS: Final = 1 << 32


def commitment(server_seed: bytes) -> str:
    """Return the SHA-256 of the seed, which is shown before the deal, as 64 hexadecimal digits."""
    return hashlib.sha256(server_seed).hexdigest()


def link(root: bytes, *, days: int, day: int) -> bytes:
    """Return the link of day `day` (from 0) in a chain for `days` days. For day -1 this is the tip, which is published.

    Raises ValueError for a day that the chain does not have.
    """
    if not -1 <= day < days:
        raise ValueError(f"a chain of {days} days has no day {day}")
    found = root
    for _ in range(days - 1 - day):
        found = link_of_day_before(found)
    return found


def link_of_day_before(found: bytes) -> bytes:
    """Return the link of the day before the link `found`; for the link of day 0, the tip."""
    return hashlib.sha256(found).digest()


def secret_of_board(link_of_day: bytes, key: str) -> bytes:
    """Return the server seed of the board of game `key` on the day of the link."""
    return hmac.new(link_of_day, key.encode(), hashlib.sha256).digest()


def secret_of_players(server_seed: bytes) -> bytes:
    """Return the seed of the computer players' random choices at a board; the deal never depends on it."""
    return hmac.new(server_seed, b"players", hashlib.sha256).digest()


def draws(server_seed: bytes, player_seed: str, *, hand: int, event: int) -> DrawNumber:
    """Return the dealer's random source for one event: `draw(n)` returns 0 to n-1, for 1 <= n <= 2**32."""
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
