"""The seeds of a deal: the server’s, sealed before anything else is known, and those of people.

At a table with several people each gives one, and joined in the order of the seats they are the player seed of record.
"""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games import dealing
from games.models import DealtBy, Game, GivenSeed, Seal, Seat, new_secret
from games.services.counting.ranked import is_person

#: How long the others are waited for, once somebody has given a seed.
PATIENCE: Final = timedelta(seconds=20)


def new_seal(*, game: Game, number: int) -> None:
    """The secret of a hand to come, drawn now or the board’s; its commitment may be shown from now on."""
    board = game.board
    secret = new_secret() if board is None else bytes(board.server_seed)
    seal = Seal(game=game, number=number, server_seed=secret, algorithm=dealing.ALGORITHM)
    seal.commitment = dealing.commitment(secret)
    if board is not None:
        seal.player_seed, seal.dealt_by, seal.opens_at = board.player_seed, DealtBy.BOARD, board.opens_at
    seal.save(force_insert=True)


def player_seed(*, seats: Sequence[Seat], seal: Seal, given: str) -> str:
    """The seed of people that this deal is made with: the one that was given, those of all joined, or none where the
    cards are not this table’s own.
    """
    if seal.dealt_by != DealtBy.SEAL:
        return seal.player_seed
    return given or drawn() if sits_alone(seats) else joined(seats=seats, seal=seal)


def people(seats: Sequence[Seat]) -> list[int]:
    return [seat.number for seat in seats if seat.user_id or seat.guest_id]


def at_table(seats: Sequence[Seat]) -> list[int]:
    """Those of them who have not left."""
    return [number for number in people(seats) if seats[number].left_at is None]


def sits_alone(seats: Sequence[Seat]) -> bool:
    return len(people(seats)) < 2


def is_of_people(seats: Sequence[Seat]) -> bool:
    """Whether several people sit there or did: one who has left the house is a seat without a name."""
    return sum(map(is_person, seats)) > 1


def give(*, game: Game, seats: Sequence[Seat], seat: int, seed: str, but: Collection[int] = ()) -> bool:
    """Keep the person’s seed for the hand to come (an empty one is to be drawn here); whether nobody is waited for any
    more, `but` those who are absent. Given again it takes the place of the one before, but an empty one leaves that.
    """
    with transaction.atomic():
        # Locked, or the last two at once would each wait for the other.
        seal = Seal.objects.select_for_update().get(game=game, number=game.number + 1)
        GivenSeed.objects.update_or_create(seal=seal, seat=seat, defaults={"seed": seed} if seed else {})
        asked, is_enough = asked_for(game=game)
        return not awaited(seats=seats, dealt=() if is_enough else asked, seat=seat, but=but)


def awaited(*, seats: Sequence[Seat], dealt: Collection[int], seat: int, but: Collection[int]) -> tuple[int, ...]:
    """The people for whose seeds a deal waits that this seat has asked for, `but` those who are absent; nobody where it
    is not among the `dealt`, who have asked for it.
    """
    return tuple(one for one in people(seats) if one not in dealt and one not in but) if seat in dealt else ()


def asked_for(*, game: Game) -> tuple[tuple[int, ...], bool]:
    """Return the seats that asked for the next hand, and whether they have waited long enough."""
    since = {one.seat: one.at for one in GivenSeed.objects.filter(seal__game=game, seal__number=game.number + 1)}
    is_enough = bool(since) and timezone.now() - min(since.values()) > PATIENCE
    return tuple(sorted(since)), is_enough


def joined(*, seats: Sequence[Seat], seal: Seal) -> str:
    """The seed of record: who has not given one is dealt for with theirs of the hand before, or with one drawn here."""
    rows = GivenSeed.objects.filter(seal__game=seal.game_id, seal__number__in=(seal.number - 1, seal.number))
    found = {one.seat: one.seed for one in rows.order_by("seal__number")}
    return dealing.BETWEEN_SEEDS.join(found.get(seat) or drawn() for seat in people(seats))


def drawn() -> str:
    """A seed for whoever gave none."""
    return new_secret().hex()[:32]
