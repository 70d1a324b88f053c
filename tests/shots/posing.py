"""Games that stand where a screen is to be seen, played so far by the computer players.

Run inside the site under test: `Site.shell("from tests.shots.posing import pose_all; pose_all()")` prints who to
be and where each game is; `pose_before_guest("twoman-lead", seed="2")` makes one for the newest guest.
"""

import json
from datetime import timedelta
from random import Random
from typing import Final
from unittest import mock

from django.test import Client
from django.utils import timezone

from accounts.models import Guest
from accounts.people import Person
from games.engine.actions import Action
from games.engine.state import DEALER
from games.models import Game, Seal, Seat
from games.registry import ruleset
from games.services import play, store
from games.services.seating import seats_of_game, usual_seating
from games.services.statistics import tallies
from games.snapshot import Status
from tests.shots.positions import DUEL, MINE, POSITIONS, SPADES, TWOMAN, Position, Stands
from training import demo
from training.demo import DemoTable, Player

NAME: Final = "Joanna"
#: So many games are begun until one comes to the position.
BEGUN: Final = 400


class PosedTable(DemoTable):
    """A table that stops where it is told to."""

    def play_until(self, stands: Stands, says: tuple[Action, ...]) -> bool:
        while not stands(self.log):
            waiting = self.log.rules.waits_for(self.log.state)
            if not waiting:
                return False
            if DEALER in waiting:
                self._dealer_acts()
            elif not self._said(says):
                self._seat_acts(min(waiting))
        return True

    def _said(self, says: tuple[Action, ...]) -> bool:
        for action in says:
            if self.log.rules.refusal(self.log.state, MINE, action) is None:
                self._tell(MINE, action, "person")
                return True
        return False


def posed(position: Position, person: Person) -> str:
    """The code of a stored game in that position."""
    for seed in range(BEGUN):
        at = timezone.now() - timedelta(hours=1)
        game = Game(key=position.key, options=position.options, started_at=at, moved_at=at)
        game.rules_version = ruleset(position.key).version
        seats = seats_of_game(game=game, person=person, seating=usual_seating(key=position.key, level=position.level))
        seats[MINE].is_first = position.tips
        table = PosedTable(game, seats, position.level, Random(seed))
        if table.play_until(position.stands, position.says):
            _store(game, seats, table)
            return game.code
    raise RuntimeError(f"no game of {position.key} came there")


def _store(game: Game, seats: list[Seat], table: PosedTable) -> None:
    log = table.log
    result = log.rules.result(log.state)
    game.version, game.number, game.scores = log.version, log.state.number, store.scores(log)
    if result is not None:
        game.status, game.winner, game.why = Status.FINISHED, result.winner, result.why or ""
        game.ended_at = game.moved_at = table.at
    game.save(force_insert=True)
    Seat.objects.bulk_create(seats)
    Seal.objects.bulk_create(table.seals.values())
    store.write_whole(game, log)
    if result is None:
        play.new_seal(game=game, number=log.state.number + 1)


def _history(person: Person) -> None:
    """Some evenings of Two-Man Spades and one of each other game, counted up to yesterday."""
    rng, days = Random(7), []
    for back in range(12, 0, -1):
        at = timezone.now() - timedelta(days=3 * back)
        key, level = [(TWOMAN, "easy"), (TWOMAN, "medium"), (SPADES, "normal"), (DUEL, "normal")][back % 4]
        day, _ = demo.play_one(
            player=Player(person, level), level=level, key=key, at=at, rng=rng, most_hands=4 if key == SPADES else 12
        )
        days.append(day)
    tallies._count(sorted(set(days)))


def pose_before_guest(name: str, *, seed: str) -> None:
    """Prints the code of a game of the newest guest in that position; a seed deals the same, and once on a site."""
    chance = Random(f"{name} {seed}")
    with mock.patch.object(demo, "new_secret", lambda: chance.randbytes(32)):
        print(posed(POSITIONS[name], Person(guest=Guest.objects.latest("pk"))))


def pose_all(*, names: tuple[str, ...] = tuple(POSITIONS)) -> None:
    """Prints, as the last line, the session of the person and the code of each game. The deals are always the same."""
    person, chance = demo.person_named(NAME), Random(1)
    with mock.patch.object(demo, "new_secret", lambda: chance.randbytes(32)):
        _history(person)
        codes = {name: posed(POSITIONS[name], person) for name in names}
    browser = Client()
    browser.force_login(person.user)  # type: ignore[arg-type]  # an account has one
    print(json.dumps({"session": browser.cookies["sessionid"].value, "codes": codes}))
