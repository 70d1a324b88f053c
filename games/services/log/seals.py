"""What is shown of a seal: closed while its hand is to come or is played, with its seed once the hand is over."""

from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from django.utils import timezone

from games.models import DealtBy, Game, Seal
from games.services.log.logs import BETWEEN, Log
from games.snapshot import SealSnapshot


def shown(game: Game, log: Log, *, is_playing: bool) -> tuple[SealSnapshot | None, SealSnapshot | None]:
    """The seal that is shown at that moment, between hands that of the deal to come, and the one to come."""
    number = log.state.number
    if is_playing and log.state.phase not in BETWEEN:
        return _in_play(game.pk, number, log.lines[0].at)
    over, coming = _found(game.pk, number)
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
def _in_play(game: int, number: int, dealt_at: datetime) -> tuple[SealSnapshot | None, SealSnapshot | None]:
    """The seal of the hand in play and that of the hand to come. Neither changes from the deal until the hand is over,
    so a process asks once; the time of the deal tells old rows that were brought back apart.
    """
    current, coming = _found(game, number)
    return None if current is None else _closed(current), None if coming is None else _closed(coming)


def _found(game: int, number: int) -> tuple[Seal | None, Seal | None]:
    """Of that hand and of the one after it."""
    by_number = {seal.number: seal for seal in Seal.objects.filter(game=game, number__in=(number, number + 1))}
    return by_number.get(number), by_number.get(number + 1)


def _closed(seal: Seal) -> SealSnapshot:
    is_played_again = seal.dealt_by == DealtBy.POSITION
    return SealSnapshot(
        seal.number, seal.commitment, seal.algorithm, seal.player_seed, None, is_played_again=is_played_again
    )
