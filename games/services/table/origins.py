"""Which games may be played again, and what is told of one that was begun from the middle of another."""

from accounts.people import Person
from games.engine.flow import LAST
from games.engine.state import Seat
from games.models import Board, Game
from games.services.counting.attempts import of_person
from games.services.log.logs import BETWEEN, Log
from games.snapshot import PlayedAgain, Status


def may_play_again(game: Game, person: Person) -> bool:
    """Whether hands of this game of the person’s that are over may be played again: its deals are known here. Practice
    and boards are over before that, and cards of a board that others play still are for whoever has played it.
    """
    if game.imported_at is not None:
        return False
    if game.status == Status.PLAYING:
        return game.board is None and not game.is_practice
    if game.board is None or game.board.is_open:
        return True
    # In a pair the seats are exchanged.
    boards = Board.objects.filter(server_seed=game.board.server_seed, challenge=game.board.challenge_id)
    played = of_person(person).filter(board__in=boards, ended_at__isnull=False)
    return not boards.exclude(pk__in=played.values("board")).exists()


def played_again(game: Game, seat: Seat, log: Log) -> PlayedAgain | None:
    """What its table is told of a practice game; None of any other. All hands only if the person has asked, who has
    seen how they were played.
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


def code(game: Game) -> str:
    """The code of the game from whose middle this one was begun; empty where that has gone."""
    return game.origin.code if game.origin is not None else ""
