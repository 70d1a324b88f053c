"""Hands for tests that are over, and the same hand played on in a game that begins in its middle."""

from random import Random
from typing import Any

from accounts.models import Guest, User
from games.cardduel.state import BLAZE
from games.engine.notation import read_action
from games.engine.state import DEALER
from games.models import Entry, Game
from games.registry import GAMES, levels
from games.services.log import logs
from games.services.moves import move, play
from games.services.past import played_again
from games.services.people import lobby
from games.services.table import tables
from games.services.table.tables import Place
from games.snapshot import Status
from tests.playing import again, any_of, person_of

KEYS = tuple(GAMES)


def over(who: User | Guest, key: str, *, hands: int = 1, seed: int = 5, **chosen: Any) -> Place:
    """A game given up after so many hands, or at its end where it is one hand: a long one. Its last hand is the one to
    practise.
    """
    code = after(who, key, hands=hands, seed=seed, **chosen).code
    lobby.abandon(place=again(who, code))
    return again(who, code)


def going_on(who: User | Guest, key: str) -> Place:
    """A game after its first hand: another one where that hand has ended it, as a blind nil can."""
    tried = (after(who, key, hands=1, seed=seed) for seed in range(50))
    return next(place for place in tried if place.game.status == Status.PLAYING)


def after(who: User | Guest, key: str, *, hands: int, seed: int, **chosen: Any) -> Place:
    """A game after so many hands, or at its end."""
    person = person_of(who)
    start = {"hp": [60, 60]} if key == "cardduel" else None
    code = lobby.open_game(person=person, key=key, level=levels(key)[0], carried=start, chosen=chosen)
    _play(who, code, Random(seed), hands)
    return again(who, code)


def _play(who: User | Guest, code: str, rng: Random, hands: int) -> None:
    """Any legal action of the person’s but one that ends a duel."""
    while True:
        place = again(who, code)
        snapshot = tables.see(place)
        legal = [one for one in snapshot.view.legal if one.verb != BLAZE]
        if snapshot.result is not None or (snapshot.needs_deal and len(snapshot.hands) >= hands):
            return
        if snapshot.needs_deal:
            play.deal(place=place, seed=str(rng.random()), version=snapshot.version)
        elif legal:
            play.submit(place=place, action=any_of(legal, rng), version=snapshot.version)
        else:
            assert play.reply(code=code, version=snapshot.version)


def standing(game: Game, number: int) -> list[Entry]:
    """The deal of that hand and its steps, in order."""
    return [one for one in logs.standing(game.entries.order_by("ordinal")) if one.hand == number]


def last_hand(place: Place) -> int:
    return logs.read(place.game).hands[-1].number


def decisions(place: Place, number: int) -> list[int]:
    """The steps before each decision of the person’s."""
    steps = standing(place.game, number)
    return [at for at, one in enumerate(steps[1:]) if one.seat == place.seat and one.source == Entry.Source.PERSON]


def middle(place: Place) -> tuple[int, int]:
    """The last hand, and a decision in the middle of it."""
    number = last_hand(place)
    found = decisions(place, number)
    return number, found[len(found) // 2]


def begun(who: User | Guest, place: Place, number: int, step: int) -> Place:
    return again(who, played_again.begin(place=place, number=number, step=step))


def played_on(who: User | Guest, place: Place, original: Place, number: int) -> Place:
    """As the original went on: the person and the computer players choose what they chose there; the dealer draws and
    the table plays out by themselves.
    """
    for at, one in enumerate(standing(original.game, number)):
        place = again(who, place.code)
        if at < len(standing(place.game, number)) or one.seat == DEALER:
            continue
        log, action = logs.read(place.game), read_action(one.action)
        if one.seat == place.seat:
            play.submit(place=place, action=action, version=log.version)
            continue

        def chosen(turn: move.Turn, one: Entry = one) -> None:
            turn.add(one.seat, read_action(one.action), one.source)

        move.make_move(place.game, place.seats, log.version, chosen, seat=None)
    return again(who, place.code)


def copied(who: User | Guest, key: str = "twoman") -> tuple[Place, Place]:
    """A game that is over, and one that was begun in the middle of its last hand."""
    original = over(who, key)
    return original, begun(who, original, *middle(original))
