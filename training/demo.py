"""Demo data for history pages and statistics: games that bots have played, stored with times in the past.

Seals and deals are like those of real games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Final

from django.db import transaction

from accounts.models import Preferences, User
from accounts.people import Person
from games import dealing
from games.bots.base import Chooser
from games.company import ComputerSeat
from games.engine.actions import Action
from games.engine.options import Options
from games.engine.state import DEALER
from games.registry import bot, ruleset
from games.snapshot import Status
from games.statistics import tallies
from games.table import logs, store
from games.table.logs import BETWEEN
from games.table.models import Entry, Game, Seal, Seat, new_secret
from games.table.opening import seats_of_game, usual_seating

#: Minimum and maximum seconds that a person and a bot take for an action.
THINKING: Final = {Entry.Source.PERSON: (1, 12), Entry.Source.COMPUTER: (1, 2)}
#: One game in this many is abandoned.
GIVEN_UP: Final = 25
#: Number of games that a player plays before another player takes the seat.
SITTING: Final = 3


@dataclass(frozen=True, slots=True)
class Player:
    """A demo person, and the level of the bot that makes this person's choices."""

    person: Person
    plays_as: str


class DemoTable:
    """A game in progress: its log, the seals of its deals, and the simulated time `at`."""

    def __init__(self, game: Game, seats: Sequence[Seat], plays_as: str, rng: Random) -> None:
        self.game, self.seats, self.rng, self.at = game, seats, rng, game.started_at
        self.log = logs.new_log(game)
        self.players: list[Chooser] = [bot(game.key, seat.level or plays_as) for seat in seats]
        self.seals: dict[int, Seal] = {}

    def play(self, most_hands: int) -> None:
        """Play to the end of the game, or until `most_hands` hands are over."""
        rules = self.log.rules
        while rules.result(self.log.state) is None:
            waiting = rules.waits_for(self.log.state)
            if DEALER in waiting:
                if len(self.log.hands) >= most_hands:
                    return
                self._dealer_acts()
            elif rules.settled(self.log.state):
                self._tell(min(waiting), rules.legal_actions(self.log.state, min(waiting))[0].first, Entry.Source.TABLE)
            else:
                self._seat_acts(min(waiting))

    def _dealer_acts(self) -> None:
        state = self.log.state
        number = state.number + 1 if state.phase in BETWEEN else state.number
        seal = self.seals.get(number) or self._sealed(number)
        draw = dealing.draws(bytes(seal.server_seed), seal.player_seed, hand=number, event=seal.events)
        self._tell(DEALER, self.log.rules.chance(state, draw), Entry.Source.DEALER)
        seal.events += 1

    def _sealed(self, number: int) -> Seal:
        secret = new_secret()
        self.seals[number] = Seal(
            game=self.game,
            number=number,
            server_seed=secret,
            commitment=dealing.commitment(secret),
            player_seed=self.rng.randbytes(16).hex(),
            algorithm=dealing.ALGORITHM,
        )
        return self.seals[number]

    def _seat_acts(self, seat: int) -> None:
        source = Entry.Source.COMPUTER if self.seats[seat].level else Entry.Source.PERSON
        view = self.log.rules.view(self.log.state, seat)
        self.at += timedelta(seconds=self.rng.randint(*THINKING[source]))
        self._tell(seat, self.players[seat].choose(view, self.rng), source)

    def _tell(self, seat: int, action: Action, source: str) -> None:
        self.log = self.log.with_action(seat, action, source, self.at)


def person_named(name: str, *, password: str = "") -> Person:
    """Return the person with the account of that name; create the account if there is none.

    An account without a password cannot log in. Raises ValidationError for a new name that is not allowed.
    """
    user = User.objects.filter(username=name).first()
    if user is None:
        user = User(username=name)
        user.set_password(password or None)
        user.full_clean()
        user.save(force_insert=True)
        Preferences.objects.create(user=user, shows_name=True)
    return Person(user=user)


def play_history(
    *,
    players: Sequence[Player],
    levels: Sequence[str],
    key: str,
    hands: int,
    since: datetime,
    until: datetime,
    rng: Random,
) -> Iterator[tuple[date, int]]:
    """Store games until there are `hands` hands; yield each game's day and number of hands.

    Players take turns after `SITTING` games. The first player has every second turn, the others share the rest.
    """
    done, games, others = 0, 0, players[1:] or players
    while done < hands:
        sitting = games // SITTING
        player = players[0] if sitting % 2 == 0 else others[sitting // 2 % len(others)]
        at = since + (until - since) * (done / hands)
        day, played = play_one(player=player, level=rng.choice(levels), key=key, started_at=at, rng=rng)
        done, games = done + played, games + 1
        yield day, played


def play_one(
    *,
    player: Player,
    level: str,
    key: str,
    started_at: datetime,
    rng: Random,
    most_hands: int = 0,
    chosen: Options | None = None,
    seating: Sequence[ComputerSeat] = (),
) -> tuple[date, int]:
    """Store a game with all its rows; return its last day and its number of hands.

    After `most_hands` hands the game is abandoned; if 0, one game in `GIVEN_UP` is abandoned early. `chosen` are the
    options that differ from the defaults. The other seats have the bots of `seating`, by default bots of `level`.
    """
    rules = ruleset(key)
    game = Game(
        key=key, options=dict(chosen or {}), rules_version=rules.version, started_at=started_at, moved_at=started_at
    )
    others = seating or usual_seating(key=key, level=level)
    seats = seats_of_game(game=game, sitting=(player.person, *others))
    table = DemoTable(game, seats, player.plays_as, rng)
    most = most_hands or (rng.randint(1, 4) if rng.randrange(GIVEN_UP) == 0 else 10_000)
    table.play(most)
    _end(game, table)
    with transaction.atomic():
        game.save(force_insert=True)
        Seat.objects.bulk_create(seats)
        Seal.objects.bulk_create(table.seals.values())
        store.write_whole(game, table.log)
    return table.at.date(), len(table.log.hands)


def _end(game: Game, table: DemoTable) -> None:
    log = table.log
    result = log.rules.result(log.state)
    game.version, game.number, game.scores = log.version, log.state.number, store.scores(log)
    game.moved_at = game.ended_at = table.at
    if result is None:
        game.status, game.gave_up = Status.ABANDONED, 0
    else:
        game.status, game.winner, game.why = Status.FINISHED, result.winner, result.why or ""


def count(days: Sequence[date]) -> None:
    """Rebuild the tallies of those days that are over in every time zone."""
    for day in sorted(set(days)):
        if day < tallies.first_open_day():
            tallies.rebuild_day(day=day)
