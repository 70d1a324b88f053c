"""Games of each kind at moments when cards are hidden, for the tests of what leaves the server."""

from collections.abc import Iterator
from random import Random

import pytest

from games.bots.anylegal import AnyLegal
from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.state import Phase
from games.models import Game
from games.registry import GAMES
from games.services.log import logs
from games.services.log.logs import Log
from games.services.moves import move, play
from games.services.table import tables
from games.services.table.tables import Place, owing
from tests.engine.walks import known, pack
from tests.playing import any_of

KINDS = tuple(GAMES)
every_kind = pytest.mark.parametrize("key", KINDS)


def computer_acts(place: Place, rng: Random) -> None:
    """The next computer player does anything it may: quicker than thinking, and by the path of every move."""
    log = logs.read(place.game)
    seat, _level = owing(place.seats, log)[0]
    action = AnyLegal().choose(log.rules.view(log.state, seat), rng)
    move.make_move(place.game, place.seats, log.version, lambda turn: turn.add(seat, action, "computer"), seat=None)


def acts(place: Place, action: Action) -> None:
    play.submit(place=place, action=action, version=place.game.version)


def moments(place: Place, rng: Random, *, most: int) -> Iterator[Log]:
    """The log at each moment within a hand, as the game is played on at random, person and computer players alike."""
    for _ in range(most):
        place.game.refresh_from_db()
        snapshot, log = tables.see(place), logs.read(place.game)
        if snapshot.result is not None:
            return
        if log.state.phase not in (Phase.START, Phase.DEAL, Phase.OVER):
            yield log
            if Game.objects.get(pk=place.game.pk).version != log.version:
                continue  # whoever watches has played on
        if snapshot.needs_deal:
            play.deal(place=place, seed="s", version=snapshot.version)
        elif snapshot.computer_acts:
            computer_acts(place, rng)
        else:
            acts(place, any_of(snapshot.view.legal, rng))


def at_ones_turn(place: Place, rng: Random, *, verb: str = "play") -> Log:
    """The first moment at which the person is to do that."""
    return next(
        log
        for log in moments(place, rng, most=300)
        if any(one.verb == verb for one in log.rules.legal_actions(log.state, place.seat))
    )


def hidden(log: Log, seat: int | None) -> list[Card]:
    """The cards that whoever sits there may not know now."""
    return [one for one in pack(log.state) if one not in known(log.state, seat)]
