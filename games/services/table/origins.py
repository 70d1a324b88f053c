"""Which games may be played again, what is told of one that was begun from the middle of another, and of which others
have the cards before them still.
"""

from django.db.models import QuerySet

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


def is_still_played(game: Game) -> bool:
    """Whether others have these cards before them still, and are to learn nothing of them: as its board, or as one of a
    challenge with cards of this game. Those of a board that is open may be known to anybody, whoever is challenged to
    them again.
    """
    boards = boards_of(game)
    if any(board.is_open and not board.was_played for board in boards):
        return False
    return not all(board.is_open for board in boards)


def boards_of(game: Game) -> QuerySet[Board]:
    """Those with cards of this game, its own among them."""
    return Board.objects.filter(server_seed__in=game.seals.values("server_seed"))


def code(game: Game) -> str:
    """The code of the game from whose middle this one was begun; empty where that has gone."""
    return game.origin.code if game.origin is not None else ""
