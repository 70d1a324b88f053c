"""Practice games, which replay a hand of an earlier game, and whether a game's cards are still secret to others."""

from accounts.people import Person
from games.engine.flow import LAST
from games.engine.state import Seat
from games.signals import cards_in_play
from games.snapshot import PlayedAgain, Status
from games.table.logs import BETWEEN, Log
from games.table.models import Game


def may_play_again(game: Game, person: Person) -> bool:
    """Return whether the person may replay finished hands of this own game as practice.

    While it runs, a practice game or a board may not. Afterwards it may unless its cards are still in play.
    """
    if game.status == Status.PLAYING:
        return game.board_id is None and not game.is_practice
    return not _are_in_play(game, person)


def played_again(game: Game, seat: Seat, log: Log) -> PlayedAgain | None:
    """Return what the table page shows of a practice game's origin; None for other games.

    Includes all hands only if the person asked to see them; the person already knows the original hand.
    """
    if not game.is_practice:
        return None
    shown = game.lies_open and log.state.phase not in BETWEEN
    return PlayedAgain(
        code=code(game),
        number=int(game.carried.get(LAST, game.number)),
        step=max(0, sum(line.ordinal <= game.begun_with for line in log.lines) - 1),
        lies_open=game.lies_open,
        hands=log.rules.opened(log.state, seat).hands if shown else (),
    )


def is_still_played(game: Game) -> bool:
    """Return whether other people may still have these cards to play, so that they must stay secret."""
    return _are_in_play(game, None)


def _are_in_play(game: Game, person: Person | None) -> bool:
    return any(answer for _, answer in cards_in_play.send(Game, game=game, person=person))


def code(game: Game) -> str:
    """Return the code of the game that this practice game replays; empty if that is deleted or there is none."""
    return game.origin.code if game.origin is not None else ""
