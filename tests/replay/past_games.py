"""Games with finished hands, and practice games that begin within such a hand."""

from random import Random
from typing import Any

from accounts.models import Guest, User
from games.cardduel.rules import BLAZE
from games.engine.actions import read_action
from games.engine.state import DEALER
from games.registry import GAMES, levels
from games.replay import played_again
from games.snapshot import Status
from games.table import logs, move, opening, play
from games.table.models import Entry, Game
from games.table.tables import Place
from tests.play import person_of, play_out, reload

KEYS = tuple(GAMES)


def finished_game(player: User | Guest, key: str, *, hands: int = 1, seed: int = 5, **chosen: Any) -> Place:
    """Play `hands` hands and give the game up, unless it has ended by then. Return the player's place."""
    code = play_hands(player, key, hands=hands, seed=seed, **chosen).code
    opening.abandon(place=reload(player, code))
    return reload(player, code)


def game_in_play(player: User | Guest, key: str) -> Place:
    """Return the player's place in a game that goes on after its first hand."""
    tried = (play_hands(player, key, hands=1, seed=seed) for seed in range(50))
    return next(place for place in tried if place.game.status == Status.PLAYING)


def play_hands(player: User | Guest, key: str, *, hands: int, seed: int, **chosen: Any) -> Place:
    """Play a new game for `hands` hands or to its end. The player avoids a blaze of glory, which would end a duel."""
    person = person_of(player)
    start = {"hp": [60, 60]} if key == "cardduel" else None
    code = opening.open_game(person=person, key=key, level=levels(key)[0], carried=start, chosen=chosen)
    play_out(reload(player, code), Random(seed), hands=hands, avoided=BLAZE)
    return reload(player, code)


def entries_of_hand(game: Game, number: int) -> list[Entry]:
    """Return the entries of a hand, without asides and undone actions: the deal, then the steps of the replay."""
    return [one for one in logs.standing_entries(game.entries.order_by("ordinal")) if one.hand == number]


def last_hand(place: Place) -> int:
    return logs.read(place.game).hands[-1].number


def decision_steps(place: Place, number: int) -> list[int]:
    """Return the steps that are followed by a decision of the player."""
    steps = entries_of_hand(place.game, number)
    return [at for at, one in enumerate(steps[1:]) if one.seat == place.seat and one.source == Entry.Source.PERSON]


def middle_decision(place: Place) -> tuple[int, int]:
    """Return the number of the last hand, and the step before a middle decision of the player."""
    number = last_hand(place)
    found = decision_steps(place, number)
    return number, found[len(found) // 2]


def begin_practice(player: User | Guest, place: Place, number: int, step: int) -> Place:
    return reload(player, played_again.begin(place=place, number=number, step=step))


def repeat_choices(player: User | Guest, place: Place, original: Place, number: int) -> Place:
    """Repeat in `place` what player and bots chose in the original hand, up to its end."""
    for at, one in enumerate(entries_of_hand(original.game, number)):
        place = reload(player, place.code)
        if at < len(entries_of_hand(place.game, number)) or one.seat == DEALER:
            continue
        log, action = logs.read(place.game), read_action(one.action)
        if one.seat == place.seat:
            play.submit(place=place, action=action, version=log.version)
            continue

        def chosen(turn: move.MoveInProgress, one: Entry = one) -> None:
            turn.add(one.seat, read_action(one.action), one.source)

        move.make_move(place.game, place.seats, log.version, chosen, seat=None)
    return reload(player, place.code)


def game_and_practice(player: User | Guest, key: str = "twoman") -> tuple[Place, Place]:
    """Return a finished game, and practice begun in the middle of its last hand."""
    original = finished_game(player, key)
    return original, begin_practice(player, original, *middle_decision(original))
