"""What is shown of a seal: closed while its hand is to come or is played, with its seed once the hand is over."""

from dataclasses import replace
from functools import lru_cache

from django.utils import timezone

from games.models import DealtBy, Game, Seal
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
    """Return the opened seal of a hand. The caller has made sure that the hand is over or given up."""
    seal = game.seals.filter(number=number).first()
    return None if seal is None else opened(seal)


def opened(seal: Seal) -> SealSnapshot:
    """With its seed, unless others play these cards still."""
    closed = _closed(seal)
    if seal.opens_at is not None and seal.opens_at > timezone.now():
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


def _closed(seal: Seal) -> SealSnapshot:
    is_played_again = seal.dealt_by == DealtBy.POSITION
    return SealSnapshot(
        seal.number, seal.commitment, seal.algorithm, seal.player_seed, None, is_played_again=is_played_again
    )
