"""Games played on chosen days, cached for the process, and rows of statistics without primary keys."""

import hashlib
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import pytest
import time_machine
from django.db.models import Model

from accounts.models import Guest, User
from accounts.people import Person
from games.cardduel.rules import CardDuel
from games.company import ComputerSeat
from games.engine.actions import START, Action, deal
from games.engine.cards import PACK, DrawNumber, cards
from games.engine.state import Phase, State
from games.facts import Facts, scores_after
from games.registry import GAMES, levels
from games.reviews.models import DecisionLine, Practice, Review
from games.statistics import reading
from games.statistics.measures import Measures
from games.statistics.models import LeaderboardRow, PersonLine, Tally
from games.statistics.reading import Stretch
from games.table import models, opening, play
from games.table.models import Bid, Discard, Entry, Game, Hand, Play, Seal, Seat, Trick
from games.table.tables import Place
from tests.play import act, person_of, reload
from tests.records.played import RecordedGame
from training.demo import Player, play_one

DAYS = (date(2026, 8, 30), date(2026, 8, 31), date(2026, 9, 1), date(2026, 11, 3))
#: The day after the last game.
NEXT = DAYS[-1] + timedelta(days=1)

#: Models whose rows belong to a game, and the filter that finds these rows by their games.
_OF_A_GAME: Final[dict[type[Model], str]] = {
    Game: "pk__in",
    **dict.fromkeys((Seat, Seal, Entry, Hand, PersonLine, Review), "game__in"),
    **dict.fromkeys((Bid, Discard, Trick, Play), "hand__game__in"),
    DecisionLine: "review__game__in",
    Practice: "seat__game__in",
}
#: Rows built in this process, by `what` of `build_once` and by model.
_BUILT: Final[dict[str, dict[type[Model], list[dict[str, Any]]]]] = {}


def build_once(what: str, person: User | Guest, build: Callable[[], object]) -> None:
    """Build games of a person, or insert copies of the rows that `build` made the first time, with new codes.

    Playing a game takes a hundred times as long as inserting it. The cards follow from `what`, not from the order of
    the tests. If the database already has the same deals, the games are played with other cards.
    """
    seeds = [row["server_seed"] for row in _BUILT.get(what, {}).get(Seal, ())]
    is_there = bool(seeds) and Seal.objects.filter(server_seed__in=seeds).exists()
    if seeds and not is_there:
        _insert(_BUILT[what], person)
        return
    before = set(Game.objects.values_list("pk", flat=True))
    salt, numbers = (f"{what} after {len(before)}" if is_there else what), itertools.count()

    def token_bytes(size: int) -> bytes:
        return hashlib.shake_256(f"{salt}:{next(numbers)}".encode()).digest(size)

    secrets = SimpleNamespace(token_bytes=token_bytes, choice=Random(salt).choice)
    with patch.object(models, "secrets", secrets):
        build()
    if is_there:
        return
    games = list(Game.objects.exclude(pk__in=before).values_list("pk", flat=True))
    _BUILT[what] = {
        model: list(model._default_manager.filter(**{path: games}).order_by("pk").values())
        for model, path in _OF_A_GAME.items()
    }


def _insert(built: Mapping[type[Model], Sequence[dict[str, Any]]], person: User | Guest) -> None:
    inserted: dict[Any, dict[int, Model]] = {}
    for model, rows in built.items():
        fields = [field for field in model._meta.concrete_fields if not field.primary_key and field.name != "code"]
        copies = []
        for row in rows:
            values = {field.attname: row[field.attname] for field in fields}
            for field in fields:
                if field.related_model in inserted and values[field.attname] is not None:
                    values[field.attname] = inserted[field.related_model][values[field.attname]].pk
            if values.get("user_id") is not None or values.get("guest_id") is not None:
                values |= {"user_id": None, "guest_id": None, f"{type(person).__name__.lower()}_id": person.pk}
            copies.append(model(**values))
        model._default_manager.bulk_create(copies)
        inserted[model] = dict(zip((row[model._meta.pk.attname] for row in rows), copies, strict=True))


def at_noon_of(day: date) -> time_machine.travel:
    return time_machine.travel(datetime.combine(day, time(12), tzinfo=UTC), tick=False)


def play_demo_game(
    person: User | Guest,
    key: str = "twoman",
    day: date = DAYS[0],
    *,
    seed: Any = 1,
    hour: int = 12,
    level: str = "",
    seating: Sequence[ComputerSeat] = (),
    hands: int = 99,
    **chosen: Any,
) -> Game:
    """Play a game on that day, with random actions of the person. After `hands` hands the person gives it up."""
    level = level or levels(key)[0]
    bots = [type(player).__name__ for player in GAMES[key].players.values()]
    player, at = Player(person_of(person), "random"), datetime.combine(day, time(hour), tzinfo=UTC)

    def build() -> None:
        rng = Random(seed)
        play_one(
            player=player,
            level=level,
            key=key,
            started_at=at,
            rng=rng,
            most_hands=hands,
            chosen=chosen,
            seating=seating,
        )

    what = (type(person), key, day, seed, hour, level, seating, hands, sorted(chosen.items()), bots)
    build_once(repr(what), person, build)
    return Game.objects.latest("pk")


def play_days(person: User | Guest, days: Iterable[date] = DAYS, *, level: str = "easy", hands: int = 99) -> None:
    for seed, day in enumerate(days):
        play_demo_game(person, day=day, seed=seed, level=level, hands=hands)


def play_on_day(person: User, key: str, day: int, *, level: str = "", **chosen: Any) -> None:
    seed = repr((day, level, sorted((name, value) for name, value in chosen.items() if name != "seating")))
    play_demo_game(person, key, DAYS[day], seed=seed, level=level, hands=6, **chosen)


def measures_of(person: User, key: str = "twoman", **asked: Any) -> Measures:
    return reading.personal(person=Person(user=person), stretch=Stretch(key, **asked)).whole


def facts_of_hand(game: RecordedGame, seat: int, number: int = 1) -> Facts:
    rules, hands = game.log.rules, game.log.hands
    before = scores_after(rules, hands[number - 2]) if number > 1 else ()
    return GAMES[rules.key].facts.hand(rules, game.log.state, hands[number - 1], before, seat)


def lines() -> list[Any]:
    names = ("game", "number", "seat", "user", "guest", "key", "level", "day", "at", "marks", "numbers", "is_ranked")
    return list(PersonLine.objects.order_by("game", "number", "seat").values_list(*names))


def tallies() -> list[Any]:
    names = ("user", "guest", "key", "span", "day", "level")
    return list(Tally.objects.order_by(*names).values_list(*names, "measures"))


def leaderboard() -> list[Any]:
    rows = LeaderboardRow.objects.order_by("user", "key", "level")
    return list(rows.values_list("user", "level", "games", "wins", "streak"))


#: Hands of a duel. A blaze, the attack with all swords that ends a duel, wins with SWORDS and loses with WANDS.
SWORDS, WANDS = "AS KS QS JS TS", "2C 3C 4C 5C 6C"


class Table:
    """Duels that one blaze decides; a test chooses the winner and the time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, clock: Any) -> None:
        self.clock, self.hands = clock, (SWORDS, WANDS)
        table = self

        def chance(self: CardDuel, state: State, draw: DrawNumber) -> Action:
            if state.phase is Phase.START:
                return Action(START, {"coin": 0})
            hands = [cards(hand) for hand in table.hands]
            return deal(hands, deck=[card for card in PACK if card not in hands[0] + hands[1]])

        monkeypatch.setattr(CardDuel, "chance", chance)

    def deals(self, *, wins: bool, swords: str = SWORDS) -> None:
        """Choose the hands of all further deals; `wins` is whether a blaze of seat 0 wins."""
        self.hands = (swords, WANDS) if wins else (WANDS, swords)

    def sit(
        self, person: User | Guest, *, wins: bool, level: str = "easy", swords: str = SWORDS, **chosen: Any
    ) -> Place:
        self.deals(wins=wins, swords=swords)
        who = person_of(person)
        code = opening.open_game(person=who, key="cardduel", level=level, chosen=chosen)
        place = reload(person, code)
        play.deal(place=place, seed="seed", version=0)
        return reload(person, code)

    def play(self, person: User | Guest, *, wins: bool, **asked: Any) -> Place:
        place = self.sit(person, wins=wins, **asked)
        act(place, "blaze")
        return reload(person, place.code)

    def wait(self, how_long: timedelta) -> None:
        self.clock.shift(how_long)
