"""Games with finished hands, and games that begin in the middle of such a hand."""

from random import Random
from typing import Any

from accounts.models import Guest, User
from games.cardduel.state import BLAZE
from games.engine.notation import read_action
from games.engine.state import DEALER
from games.registry import GAMES, levels
from games.replay import played_again
from games.snapshot import Status
from games.table import logs, move, opening, play
from games.table.models import Entry, Game
from games.table.tables import Place
from tests.play import person_of, play_out, reload

KEYS = tuple(GAMES)


def over(who: User | Guest, key: str, *, hands: int = 1, seed: int = 5, **chosen: Any) -> Place:
    """Return a game that was given up after `hands` hands, or is at its end; its last hand is the one to practise."""
    code = after(who, key, hands=hands, seed=seed, **chosen).code
    opening.abandon(place=reload(who, code))
    return reload(who, code)


def going_on(who: User | Guest, key: str) -> Place:
    """Return a game in play after its first hand."""
    tried = (after(who, key, hands=1, seed=seed) for seed in range(50))
    return next(place for place in tried if place.game.status == Status.PLAYING)


def after(who: User | Guest, key: str, *, hands: int, seed: int, **chosen: Any) -> Place:
    """Return a game after `hands` hands, or at its end; the person plays no blaze, which would end a duel."""
    person = person_of(who)
    start = {"hp": [60, 60]} if key == "cardduel" else None
    code = opening.open_game(person=person, key=key, level=levels(key)[0], carried=start, chosen=chosen)
    play_out(reload(who, code), Random(seed), hands=hands, without=BLAZE)
    return reload(who, code)


def standing(game: Game, number: int) -> list[Entry]:
    """Return the deal and the steps of a hand in order."""
    return [one for one in logs.standing(game.entries.order_by("ordinal")) if one.hand == number]


def last_hand(place: Place) -> int:
    return logs.read(place.game).hands[-1].number


def decisions(place: Place, number: int) -> list[int]:
    """Return the number of steps before each decision of the person."""
    steps = standing(place.game, number)
    return [at for at, one in enumerate(steps[1:]) if one.seat == place.seat and one.source == Entry.Source.PERSON]


def middle(place: Place) -> tuple[int, int]:
    """Return the last hand and a decision in the middle of it."""
    number = last_hand(place)
    found = decisions(place, number)
    return number, found[len(found) // 2]


def begun(who: User | Guest, place: Place, number: int, step: int) -> Place:
    return reload(who, played_again.begin(place=place, number=number, step=step))


def played_on(who: User | Guest, place: Place, original: Place, number: int) -> Place:
    """Repeat the choices that the person and the bots made in the original hand."""
    for at, one in enumerate(standing(original.game, number)):
        place = reload(who, place.code)
        if at < len(standing(place.game, number)) or one.seat == DEALER:
            continue
        log, action = logs.read(place.game), read_action(one.action)
        if one.seat == place.seat:
            play.submit(place=place, action=action, version=log.version)
            continue

        def chosen(turn: move.Turn, one: Entry = one) -> None:
            turn.add(one.seat, read_action(one.action), one.source)

        move.make_move(place.game, place.seats, log.version, chosen, seat=None)
    return reload(who, place.code)


def copied(who: User | Guest, key: str = "twoman") -> tuple[Place, Place]:
    """Return a finished game, and one begun in the middle of its last hand."""
    original = over(who, key)
    return original, begun(who, original, *middle(original))
