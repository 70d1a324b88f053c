"""Games for a demonstration: whole histories played by the computer players, sealed and dealt like any other.

Written game by game with the times of long ago, so that pages have something to show.
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
from games.engine.actions import Action
from games.engine.options import Options
from games.engine.state import DEALER
from games.models import Entry, Game, Seal, Seat, new_secret
from games.registry import bot, ruleset
from games.services.counting import tallies
from games.services.log import logs
from games.services.log.logs import BETWEEN
from games.services.moves import store
from games.services.table.seating import ComputerSeat, seats_of_game, usual_seating
from games.snapshot import Status

#: Seconds that a person, and the computer player, take for an action; at least and at most.
THINKING: Final = {Entry.Source.PERSON: (1, 12), Entry.Source.COMPUTER: (1, 2)}
#: One game in so many is given up.
GIVEN_UP: Final = 25
#: Games somebody plays in a row before the next one takes the seat.
SITTING: Final = 3


@dataclass(frozen=True, slots=True)
class Player:
    """A person of the demonstration, and the level of the computer player that plays in the person's place."""

    person: Person
    plays_as: str


class DemoTable:
    """One game being played: the log as it grows, the seals its deals draw from, and the clock on the wall."""

    def __init__(self, game: Game, seats: Sequence[Seat], plays_as: str, rng: Random) -> None:
        self.game, self.seats, self.rng, self.at = game, seats, rng, game.started_at
        self.log = logs.opened(game)
        self.players: list[Chooser] = [bot(game.key, seat.level or plays_as) for seat in seats]
        self.seals: dict[int, Seal] = {}

    def play(self, most_hands: int) -> None:
        """To the end, or until so many hands are over."""
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
    """The account of that name, made where there is none (without a password nobody can log in to it).

    Raises ValidationError for a name that may not be had.
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
    """Games until so many hands are stored; after each its day and its hands. The first player sits at every other
    sitting."""
    done, games, others = 0, 0, players[1:] or players
    while done < hands:
        sitting = games // SITTING
        player = players[0] if sitting % 2 == 0 else others[sitting // 2 % len(others)]
        at = since + (until - since) * (done / hands)
        day, played = play_one(player=player, level=rng.choice(levels), key=key, at=at, rng=rng)
        done, games = done + played, games + 1
        yield day, played


def play_one(
    *,
    player: Player,
    level: str,
    key: str,
    at: datetime,
    rng: Random,
    most_hands: int = 0,
    chosen: Options | None = None,
    seating: Sequence[ComputerSeat] = (),
) -> tuple[date, int]:
    """One game stored with everything that belongs to it; its last day and its hands. Some are given up half-way.

    `chosen` are the options that differ from their default; `seating` takes the place of the usual one of `level`.
    """
    rules = ruleset(key)
    game = Game(key=key, options=dict(chosen or {}), rules_version=rules.version, started_at=at, moved_at=at)
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
    """The tallies of those days anew, whether they had been counted or not."""
    for day in sorted(set(days)):
        if day < tallies.today():
            tallies.rebuild_day(day=day)
