"""The two seeds of a deal: the server seed, sealed before players give a seed, and the player seed.

At a table with several people each person gives a seed. Joined in seat order, these seeds are the player seed.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import Final

from django.db import transaction
from django.utils import timezone

from games import dealing
from games.snapshot import SealSnapshot
from games.table.logs import BETWEEN, Log
from games.table.models import DealtBy, Game, GivenSeed, Seal, Seat, new_secret

#: Time that a deal waits for the seeds of other people, counted from the first seed.
PATIENCE: Final = timedelta(seconds=20)


def new_seal(*, game: Game, number: int) -> None:
    """Store the seal of a hand before its deal, with a new secret or the board's."""
    board = game.board
    secret = new_secret() if board is None else bytes(board.server_seed)
    seal = Seal(game=game, number=number, server_seed=secret, algorithm=dealing.ALGORITHM)
    seal.commitment = dealing.commitment(secret)
    if board is not None:
        seal.player_seed, seal.dealt_by, seal.opens_at = board.player_seed, DealtBy.BOARD, board.opens_at
    seal.save(force_insert=True)


def player_seed(*, seats: Sequence[Seat], seal: Seal, given: str) -> str:
    """Return the player seed of this deal.

    For a lone player this is `given`, or a random seed if `given` is empty; for several people, their joined seeds. A
    deal of the cards of a board or of another game keeps the player seed that is stored in its seal.
    """
    if seal.dealt_by != DealtBy.SEAL:
        return seal.player_seed
    return given or random_seed() if sits_alone(seats) else joined_seed(seats=seats, seal=seal)


def people(seats: Sequence[Seat]) -> list[int]:
    """Return the seats whose person still exists, including those who have left the game."""
    return [seat.number for seat in seats if seat.user_id or seat.guest_id]


def at_table(seats: Sequence[Seat]) -> list[int]:
    return [number for number in people(seats) if seats[number].left_at is None]


def sits_alone(seats: Sequence[Seat]) -> bool:
    return len(people(seats)) < 2


def is_of_people(seats: Sequence[Seat]) -> bool:
    """Return whether several seats are or were people's; a deleted account leaves a seat without an owner."""
    return sum(seat.is_person for seat in seats) > 1


def give_seed(*, game: Game, seats: Sequence[Seat], seat: int, seed: str, absent: Collection[int] = ()) -> bool:
    """Store a person's seed for the next hand; return whether the hand can be dealt now.

    A later seed overwrites the first, but an empty one does not. Seats in `absent` are not waited for. Runs in a
    transaction that locks the seal.
    """
    with transaction.atomic():
        # Without the row lock, the last two requests would each still count the other seed as missing.
        seal = Seal.objects.select_for_update().get(game=game, number=game.number + 1)
        GivenSeed.objects.update_or_create(seal=seal, seat=seat, defaults={"seed": seed} if seed else {})
        asked, is_enough = asked_for(game=game)
        return not awaited(seats=seats, dealt=() if is_enough else asked, seat=seat, absent=absent)


def awaited(*, seats: Sequence[Seat], dealt: Collection[int], seat: int, absent: Collection[int]) -> tuple[int, ...]:
    """Return the seats whose seeds the next deal waits for; empty if `seat` has not yet asked for the deal.

    `dealt` are the seats that asked for it; seats in `absent` are not waited for.
    """
    return tuple(one for one in people(seats) if one not in dealt and one not in absent) if seat in dealt else ()


def asked_for(*, game: Game) -> tuple[tuple[int, ...], bool]:
    """Return the seats that asked for the next hand, and whether the wait has timed out (`PATIENCE`)."""
    since = {one.seat: one.at for one in GivenSeed.objects.filter(seal__game=game, seal__number=game.number + 1)}
    is_enough = bool(since) and timezone.now() - min(since.values()) > PATIENCE
    return tuple(sorted(since)), is_enough


def joined_seed(*, seats: Sequence[Seat], seal: Seal) -> str:
    """Return the joined seeds of all people. For a seat without a seed, its seed of the previous hand is used.

    A random seed replaces an empty one, and one that is missing for both hands.
    """
    rows = GivenSeed.objects.filter(seal__game=seal.game_id, seal__number__in=(seal.number - 1, seal.number))
    found = {one.seat: one.seed for one in rows.order_by("seal__number")}
    return dealing.BETWEEN_SEEDS.join(found.get(seat) or random_seed() for seat in people(seats))


def random_seed() -> str:
    return new_secret().hex()[:32]


def seals(game: Game, log: Log, *, is_playing: bool) -> tuple[SealSnapshot | None, SealSnapshot | None]:
    """Return the seal to show and the next hand's seal.

    The seal to show is that of the current hand; between hands of a running game, that of the next hand; in a game that
    is over, that of the last hand as `opened_seal` returns it.
    """
    number = log.state.number
    if is_playing and log.state.phase not in BETWEEN:
        return _in_play(game.code, number)
    over, coming = _seals_of(game.code, number)
    following = None if coming is None else _closed(coming)
    if is_playing and following is not None:
        return following, following
    return None if over is None else opened_seal(over), following


def revealed(game: Game, number: int) -> SealSnapshot | None:
    """Return the opened seal of a hand. The caller has checked that the hand is over or abandoned."""
    seal = game.seals.filter(number=number).first()
    return None if seal is None else opened_seal(seal)


def opened_seal(seal: Seal) -> SealSnapshot:
    """Return the seal with its server seed, or without it while others may still play these cards."""
    closed = _closed(seal)
    if seal.opens_at is not None and seal.opens_at > timezone.now():
        return closed
    return replace(closed, server_seed=bytes(seal.server_seed).hex())


@lru_cache(maxsize=4096)
def _in_play(code: str, number: int) -> tuple[SealSnapshot | None, SealSnapshot | None]:
    """Return the closed seals of the hand in play and the next hand. Cached: they do not change during the hand."""
    current, coming = _seals_of(code, number)
    return None if current is None else _closed(current), None if coming is None else _closed(coming)


def _seals_of(code: str, number: int) -> tuple[Seal | None, Seal | None]:
    by_number = {seal.number: seal for seal in Seal.objects.filter(game__code=code, number__in=(number, number + 1))}
    return by_number.get(number), by_number.get(number + 1)


def _closed(seal: Seal) -> SealSnapshot:
    is_played_again = seal.dealt_by == DealtBy.POSITION
    return SealSnapshot(
        seal.number, seal.commitment, seal.algorithm, seal.player_seed, None, is_played_again=is_played_again
    )
