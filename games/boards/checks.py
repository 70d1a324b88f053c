"""Consistency checks of boards and their attempts. Each check yields the names of wrong parts, never values."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games import dealing
from games.boards import attempts
from games.boards.models import Attempt, Board, Chain
from games.snapshot import Status
from games.table.logs import Log
from games.table.models import DealtBy, Game, Seat

#: Columns of an attempt that are derived from its finished game.
RESULT: Final = ("margin", "bid", "aside", "lead")


def chains() -> Iterator[str]:
    """Yield the name of each chain whose published tip does not follow from its root."""
    for chain in Chain.objects.order_by("begins_on"):
        if dealing.link(bytes(chain.root), days=chain.days, day=-1).hex() != chain.tip:
            yield f"the chain of boards from {chain.begins_on}"


def check(game: Game, log: Log, seats: Sequence[Seat]) -> Iterator[str]:
    """Yield what is wrong in the game's board and attempt, and in attempts of challenges made from its first hand."""
    attempt = Attempt.objects.filter(game=game).select_related("board").first()
    if game.board is not None:
        yield from _board(game, game.board, seats)
    if attempt is None:
        if game.board is not None and game.is_counted:
            yield "the attempt is missing"
    elif attempt.board != game.board or attempt.is_counted != game.is_counted:
        yield "the attempt"
    else:
        result = attempts.result_of(log, seat=attempt.board.seat) if game.status == Status.FINISHED else {}
        if (
            _differs(attempt, result)
            or attempt.ended_at != game.ended_at
            or attempt.level
            or _person(attempt) != _person(seats[attempt.board.seat])
            or attempt.error_rate != attempts.error_rate(game, attempt.board.seat)
        ):
            yield "the attempt"
    for other in Attempt.objects.filter(played_in=game).select_related("board"):
        if not log.hands or _differs(other, attempts.result_of(log, seat=other.board.seat, hand=log.hands[0])):
            yield "the attempt of a challenge to its cards"


def _board(game: Game, board: Board, seats: Sequence[Seat]) -> Iterator[str]:
    others = {seat.level for seat in seats if seat.number != board.seat}
    is_started = game.begun_with > 0 or game.carried == board.start
    is_sealed = board.commitment == dealing.commitment(bytes(board.server_seed))
    is_dealt = all(seal.player_seed == board.player_seed for seal in game.seals.all() if seal.dealt_by == DealtBy.BOARD)
    is_this = (board.key, board.options) == (game.key, game.options) and others == {board.level}
    if not (is_started and is_sealed and is_dealt and is_this and _is_in_chain(board)):
        yield "the board"


def _is_in_chain(board: Board) -> bool:
    if board.day is None:
        return True
    chain = Chain.objects.filter(begins_on__lte=board.day).order_by("-begins_on").first()
    if chain is None:
        return False
    try:
        link = dealing.link(bytes(chain.root), days=chain.days, day=(board.day - chain.begins_on).days)
    except ValueError:
        return False
    return dealing.secret_of_board(link, board.key) == bytes(board.server_seed)


def _differs(attempt: Attempt, result: Mapping[str, object]) -> bool:
    empty = {"margin": None, "bid": "", "aside": "", "lead": ""}
    return any(getattr(attempt, name) != {**empty, **result}[name] for name in RESULT)


def _person(row: Attempt | Seat) -> tuple[int | None, int | None]:
    return row.user_id, row.guest_id
