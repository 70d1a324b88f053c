"""What is shown of a seal: closed while its hand is to come or is played, with its seed once the hand is over."""

from dataclasses import replace
from functools import lru_cache

from django.utils import timezone

from games.models import DealtBy, ForeignSeal, Game, Seal
from games.services.log.logs import BETWEEN, Log
from games.snapshot import SealSnapshot


def shown(game: Game, log: Log, *, is_playing: bool) -> tuple[SealSnapshot | None, SealSnapshot | None]:
    """The seal that is shown at that moment, between hands that of the deal to come, and the one to come."""
    number = log.state.number
    if is_playing and log.state.phase not in BETWEEN:
        return _in_play(game.code, number)
    over, coming = _found(game.code, number)
    following = None if coming is None else _closed(coming)
    if is_playing and following is not None:
        return following, following
    return None if over is None else opened(over), following


def revealed(game: Game, number: int) -> SealSnapshot | None:
    """The seal of a hand that is over, with its seed; an imported game has the one its record named, if any.

    The caller has made sure that the hand is over or given up.
    """
    seal = game.seals.filter(number=number).first()
    if seal is not None:
        return opened(seal)
    foreign = game.foreign_seals.filter(number=number).first() if game.imported_at is not None else None
    return None if foreign is None else replace(opened(foreign), is_foreign=True)


def opened(seal: Seal | ForeignSeal) -> SealSnapshot:
    """With its seed, unless others play these cards still."""
    closed = _closed(seal)
    if isinstance(seal, Seal) and seal.opens_at is not None and seal.opens_at > timezone.now():
        return closed
    return replace(closed, server_seed=bytes(seal.server_seed).hex())


@lru_cache(maxsize=4096)
def _in_play(code: str, number: int) -> tuple[SealSnapshot | None, SealSnapshot | None]:
    """Return the seals of the hand in play and of the next hand, without seeds. They do not change until it is over."""
    current, coming = _found(code, number)
    return None if current is None else _closed(current), None if coming is None else _closed(coming)


def _found(code: str, number: int) -> tuple[Seal | None, Seal | None]:
    """Return the seals of that hand and of the next one."""
    by_number = {seal.number: seal for seal in Seal.objects.filter(game__code=code, number__in=(number, number + 1))}
    return by_number.get(number), by_number.get(number + 1)


def _closed(seal: Seal | ForeignSeal) -> SealSnapshot:
    is_played_again = isinstance(seal, Seal) and seal.dealt_by == DealtBy.POSITION
    return SealSnapshot(
        seal.number, seal.commitment, seal.algorithm, seal.player_seed, None, is_played_again=is_played_again
    )
