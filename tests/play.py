"""Helpers for tests that open tables, stack the deck, play to a point of a hand, or run actions concurrently."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.db import connection

from accounts.models import Guest, User
from accounts.people import Person
from games import registry
from games.bots.base import AnyLegal, Bot
from games.company import ByLink
from games.engine.actions import START, Action, Pick, action_text, deal
from games.engine.cards import Card, DrawNumber, cards
from games.engine.state import Phase, Seat, State
from games.people import joining, onlooking
from games.snapshot import Snapshot, Status
from games.table import logs, move, opening, play, seeds, store, tables
from games.table.logs import LOG_CACHE, Log
from games.table.models import Game
from games.table.move import Refused, Stale
from games.table.opening import usual_seating
from games.table.tables import Place, owing
from games.twoman.rules import TwoMan
from tests.engine.walks import known, pack

every_kind = pytest.mark.parametrize("key", registry.GAMES)
#: The cards of seat 0 and of seat 1. A hand with them is settled only late.
MINE = "AS TS 4S KH 8H 3H QC 7C 2C JD 5D"
HERS = "KS 9S 2S AH 9H 4H KC 8C 3C QD 6D"


def forget_games() -> None:
    """Clear this process's caches of games: after a rollback a new game may get the code of a cached one."""
    seeds._in_play.cache_clear()
    onlooking._table_moments.cache_clear()
    for code in tuple(LOG_CACHE._logs):
        LOG_CACHE.forget(code)


def person_of(one: User | Guest) -> Person:
    return Person(guest=one) if isinstance(one, Guest) else Person(user=one)


def open_table(person: User | Guest, key: str = "twoman", *, level: str | None = None, **chosen: Any) -> Place:
    """Open a game with bots, by default the weakest, and return the person's place. Nothing is dealt yet."""
    level = level or registry.levels(key)[0]
    return reload(person, opening.open_game(person=person_of(person), key=key, chosen=chosen, level=level))


def open_room(
    *, person: Person, key: str, chosen: Mapping[str, object], level: str = "easy", by_link: ByLink | None = None
) -> str:
    """Open a waiting room and return its code. By default people can take all other seats by a link."""
    seating = usual_seating(key=key, level=level)
    by_link = by_link or ByLink(places=tuple(range(1, len(seating) + 1)))
    return joining.open_room(person=person, key=key, chosen=chosen, seating=seating, by_link=by_link)


def reload(person: User | Guest, code: str) -> Place:
    """Return the person's place as a new request would read it."""
    return tables.place_of(person=person_of(person), code=code)


def stack_deck(monkeypatch: pytest.MonkeyPatch, *hands: str, odd: Seat = 0) -> None:
    """Deal `hands`, by default MINE and HERS, in every hand of Two-Man Spades. Seat `odd` has the parity odd."""
    parity = ("odd", "even") if odd == 0 else ("even", "odd")

    def chance(self: TwoMan, state: State, draw: DrawNumber) -> Action:
        if state.phase is Phase.START:
            return Action(START, {"parity": parity})
        return deal([cards(hand) for hand in hands or (MINE, HERS)])

    monkeypatch.setattr(TwoMan, "chance", chance)


def deal_hand(place: Place, seed: str = "a seed") -> Snapshot:
    return play.deal(place=place, seed=seed, version=logs.read(place.game).version)


def act(place: Place, verb: str, argument: Any = None) -> Snapshot:
    """Submit an action for the person at the current version of the table."""
    return play.submit(place=place, action=Action(verb, argument), version=tables.see(place).version)


def marta_acts(place: Place, verb: str = "", argument: Any = None) -> None:
    """Make this action for the bot at seat 1. Without `verb`, the bot that is to act chooses, whatever its seat."""
    game = Game.objects.get(pk=place.game.pk)
    if not verb:
        assert play.reply(code=game.code, version=game.version)
        return
    place.game.refresh_from_db()
    move.make_move(
        place.game,
        place.seats,
        place.game.version,
        lambda turn: turn.add(1, Action(verb, argument), "computer"),
        seat=None,
    )


def play_actions(place: Place, *actions: tuple[Seat, str, Any]) -> None:
    """Make actions (seat, verb, argument) in order. Seat 0 is the person, seat 1 the bot."""
    for seat, verb, argument in actions:
        place.game.refresh_from_db()
        if seat == 0:
            act(place, verb, argument)
        else:
            marta_acts(place, verb, argument)


def play_to_first_lead(place: Place) -> None:
    """Deal, discard 2C and 3C, and bid 4 and 5, so that seat 0 is to lead. Needs the cards of `stack_deck`."""
    deal_hand(place)
    play_actions(place, (0, "discard", "2C"), (1, "discard", "3C"), (0, "bid", 4), (1, "bid", 5))


def take_back(place: Place) -> None:
    place.game.refresh_from_db()
    play.take_back(place=place, version=place.game.version)


def step(place: Place, rng: Random) -> None:
    """Make the next deal or action of any seat; the person acts at random."""
    place.game.refresh_from_db()
    snapshot = tables.see(place)
    if snapshot.needs_deal:
        play.deal(place=place, seed="a seed", version=snapshot.version)
    elif snapshot.view.legal:
        play.submit(place=place, action=random_action(snapshot.view.legal, rng), version=snapshot.version)
    else:
        assert play.reply(code=place.code, version=snapshot.version)


def play_out(place: Place, rng: Random, *, hands: int = 99, avoided: str = "") -> Snapshot:
    """Play until the game or `hands` hands are over. The person acts at random, but never with the verb `avoided`."""
    while True:
        place.game.refresh_from_db()
        snapshot = tables.see(place)
        if snapshot.result is not None or (snapshot.needs_deal and len(snapshot.hands) >= hands):
            return snapshot
        if snapshot.needs_deal:
            play.deal(place=place, seed=str(rng.random()), version=snapshot.version)
        elif legal := [offer for offer in snapshot.view.legal if offer.verb != avoided]:
            play.submit(place=place, action=random_action(legal, rng), version=snapshot.version)
        else:
            marta_acts(place)


def table_in_second_hand(person: User | Guest) -> Place:
    """Open a table and play until the second hand is dealt; return the person's place."""
    place = open_table(person)
    play_out(place, Random(3), hands=1)
    deal_hand(reload(person, place.code))
    return place


def random_action(legal: Sequence[Action | Pick], rng: Random) -> Action:
    offer = rng.choice(legal)
    if isinstance(offer, Pick):
        return offer.with_free(rng.sample(offer.free, offer.count - len(offer.must)))
    return offer


def computer_acts(place: Place, rng: Random) -> None:
    """Make a random legal action for the next bot, by the same service as a real move, but without a search."""
    log = logs.read(place.game)
    seat, _level = owing(place.seats, log)[0]
    action = AnyLegal().choose(log.rules.view(log.state, seat), rng)
    move.make_move(place.game, place.seats, log.version, lambda turn: turn.add(seat, action, "computer"), seat=None)


def acts(place: Place, action: Action) -> None:
    play.submit(place=place, action=action, version=place.game.version)


def moments(place: Place, rng: Random, *, most: int) -> Iterator[Log]:
    """Make at most `most` deals and random actions; yield the log before each, except between hands."""
    for _ in range(most):
        place.game.refresh_from_db()
        snapshot, log = tables.see(place), logs.read(place.game)
        if snapshot.result is not None:
            return
        if log.state.phase not in (Phase.START, Phase.DEAL, Phase.OVER):
            yield log
            if Game.objects.get(pk=place.game.pk).version != log.version:
                continue  # the caller has made an action itself
        if snapshot.needs_deal:
            play.deal(place=place, seed="s", version=snapshot.version)
        elif snapshot.computer_acts:
            computer_acts(place, rng)
        else:
            acts(place, random_action(snapshot.view.legal, rng))


def at_persons_turn(place: Place, rng: Random, *, verb: str = "play") -> Log:
    """Play at random until `verb` is legal for the person; return the log."""
    return next(
        log
        for log in moments(place, rng, most=300)
        if any(offer.verb == verb for offer in log.rules.legal_actions(log.state, place.seat))
    )


def on_turn(user: User, kind: str) -> tuple[Place, Snapshot]:
    """Open a game and play at random until the user has several cards to choose from; return place and snapshot."""
    place, rng = open_table(user, kind), Random(3)
    while True:
        place = reload(user, place.code)
        snapshot = tables.see(place)
        if len(plays_of(snapshot)) > 1 and not snapshot.computer_acts:
            return place, snapshot
        step(place, rng)


def plays_of(snapshot: Snapshot) -> list[Action]:
    return [offer for offer in snapshot.view.legal if isinstance(offer, Action) and offer.verb == "play"]


def hidden(log: Log, seat: int | None) -> list[Card]:
    """Return the cards that a seat may not know now; seat None is a spectator."""
    return [card for card in pack(log.state) if card not in known(log.state, seat)]


def action_form(action: Action, version: int) -> dict[str, str]:
    """Return the form that a page posts for an action."""
    return {"action": action_text(action), "version": str(version)}


def rows_in_play(game: Game) -> store.HandRows:
    """Return the rows that the hand in play would get if the game were abandoned now."""
    game.refresh_from_db()
    game.status = Status.ABANDONED
    return store.rows_of(game, logs.read(game).lines)


def set_players(monkeypatch: pytest.MonkeyPatch, key: str, players: Mapping[str, Bot]) -> None:
    """Replace the bots of a game. A game without bots is not offered."""
    monkeypatch.setitem(registry._GAMES, key, replace(registry.GAMES[key], players=players))


class FailingBot:
    version = 1

    def choose(self, view: object, rng: Random) -> Action:
        raise ZeroDivisionError("a bug of the bot")


#: Errors that the loser of a race may raise.
LOSER_ERRORS: tuple[type[Exception], ...] = (Stale, Refused)
ONE_WINS = ["Snapshot", "Stale"]

#: Query of the number of backends that wait for a lock held by this transaction.
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"


def run_at_once(*works: Callable[[], Any], lost: tuple[type[Exception], ...] = LOSER_ERRORS) -> list[Any]:
    """Run all calls concurrently, each in a thread; return their results. An error of a type in `lost` is a result."""
    barrier = threading.Barrier(len(works), timeout=60)
    results: list[Any] = [None] * len(works)

    def run(i: int) -> None:
        barrier.wait()
        try:
            results[i] = works[i]()
        except lost as error:
            results[i] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def wait_until_blocked() -> None:
    """Wait until another backend waits for a lock of this transaction.

    SQLite has no such query, so sleep for 0.3 s there. A thread that needs longer than that still loses the race.
    """
    if connection.vendor != "postgresql":
        time.sleep(0.3)
        return
    for _ in range(3_000):
        with connection.cursor() as cursor:
            cursor.execute(WAITING)
            if cursor.fetchone()[0]:
                return
        time.sleep(0.01)
    raise AssertionError("no backend waits for this transaction")


def type_names(results: Sequence[Any]) -> list[str]:
    return [type(result).__name__ for result in results]
