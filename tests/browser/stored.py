"""Games brought to a position and stored there, for browsers that play them on: run inside the site under test."""

from collections.abc import Sequence
from datetime import UTC, datetime

from accounts.people import Person
from games.engine.actions import Action
from games.engine.options import Options
from games.engine.state import DEALER
from games.engine.state import Seat as Number
from games.models import Entry, Game, Seal, Seat
from games.registry import ruleset
from games.services.log import logs
from games.services.moves import store
from games.services.table import seeds
from games.services.table.seating import ComputerSeat, seats_of_game

#: The computer players' chance: with it every game goes on as it did the last time.
SECRET = bytes(32)
PERSON = 0


def opened(key: str, options: Options, sitting: Sequence[Person | ComputerSeat]) -> tuple[Game, list[Seat]]:
    """Not yet stored."""
    game = Game(key=key, options=options, rules_version=ruleset(key).version, secret=SECRET)
    game.started_at = game.moved_at = datetime.now(UTC)
    return game, seats_of_game(game=game, sitting=sitting)


def told(log: logs.Log, seat: Number, action: Action) -> logs.Log:
    source = Entry.Source.PERSON if seat == PERSON else Entry.Source.COMPUTER
    return log.with_action(seat, action, Entry.Source.DEALER if seat == DEALER else source, datetime.now(UTC))


def stored_as_chosen(game: Game, seats: list[Seat], log: logs.Log) -> str:
    """Its code; the cards of its first hand came from no seed."""
    game.version, game.number, game.scores = log.version, log.state.number, store.scores(log)
    game.save(force_insert=True)
    Seat.objects.bulk_create(seats)
    Seal.objects.create(game=game, number=1, commitment="0" * 64, algorithm="chosen")
    store.write_whole(game, log)
    seeds.new_seal(game=game, number=2)
    return game.code
