"""A game as a line of a list: its title, its state, and what may be done with it."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.pages.words import plain_number, practised
from games.registry import GAMES, ruleset
from games.snapshot import ANNULLED, BoardOf, GameLine, Status
from games.wording import differences, game_name, level_names


@dataclass(frozen=True, slots=True)
class ListedGame:
    """`title` names the variant, `against` the other people and the computer players' levels, `differs` the changed
    options. `standing` and `result` complete a sentence.
    """

    code: str
    title: str
    against: str
    differs: str
    standing: str
    result: str
    is_open: bool
    moved_at: datetime
    started_at: datetime
    note: str = ""
    with_people: bool = False
    is_my_move: bool = False
    has_left: bool = False
    board: str = ""
    is_attempt: bool = False


def board_words(board: BoardOf | None) -> str:
    """Return which board the game is of and whether it counts; empty without a board."""
    if board is None or board.day is None:
        return _("Board of a challenge") if board is not None and board.challenge else ""
    words = {"day": date_format(board.day, _("j F"))}
    return _("Board of %(day)s") % words if board.is_counted else _("Board of %(day)s, uncounted") % words


def line(game: GameLine) -> ListedGame:
    over, name = game.status != Status.PLAYING, game_name(game.key, game.options)
    return ListedGame(
        code=game.code,
        title=practised(name) if game.is_practice else name,
        board=board_words(game.board),
        is_attempt=game.board is not None and game.board.is_counted,
        against=", ".join(filter(None, (*game.people, level_names(game.levels)))),
        differs=differences(game.key, game.options),
        standing=_standing(game),
        result=_result(game) if over else "",
        is_open=not over,
        moved_at=game.moved_at,
        started_at=game.started_at,
        with_people=bool(game.people),
        is_my_move=game.is_my_move,
        note=_note(game),
        has_left=game.has_left,
    )


def _note(game: GameLine) -> str:
    if game.has_left and game.status == Status.PLAYING:
        if not game.scores:  # if it has hardly begun and the others end it, it is annulled
            return _("You have left it: it may count as given up unless you come back.")
        return _("You have left it: it counts as given up unless you come back.")
    return _("Left for 14 days: it counts as lost until you finish it.") if game.counts_as_lost else ""


def _standing(game: GameLine) -> str:
    """Return the score so far from the person's side; before the first score, the hand."""
    if game.number and GAMES[game.key].is_one_hand:
        return _("in play")
    if len(game.scores) < 2:
        return _("hand %(n)s") % {"n": game.number} if game.number else _("not dealt yet")
    mine, best = game.scores[game.side], max(score for side, score in enumerate(game.scores) if side != game.side)
    words = {"n": game.number, "mine": plain_number(mine), "best": plain_number(best)}
    if mine == best:
        return (_("hand %(n)s, %(mine)s all") if len(game.scores) == 2 else _("hand %(n)s, level at %(mine)s")) % words
    return (_lead(game) if mine > best else _trail(game)) % words


def _lead(game: GameLine) -> str:
    if len(game.scores) == 2 and ruleset(game.key).seats > 2:
        return _("hand %(n)s, your side leads %(mine)s to %(best)s")
    return _("hand %(n)s, you lead %(mine)s to %(best)s")


def _trail(game: GameLine) -> str:
    if len(game.scores) > 2:
        return _("hand %(n)s, you have %(mine)s, the leader %(best)s")
    return _("hand %(n)s, the other side leads %(best)s to %(mine)s")


def _result(game: GameLine) -> str:
    if game.why == ANNULLED:
        return _("ended, counts for nobody")
    if game.has_left:
        return _("given up")
    if game.status == Status.ABANDONED:
        return _("given up") if game.gave_up in (None, game.seat) else _("left by others")
    scores = ""
    if len(game.scores) == 2:
        scores = f" {plain_number(game.scores[game.side])}:{plain_number(game.scores[1 - game.side])}"
    if game.winner is None:
        return _("a tie") + scores
    return (_("won") if game.winner == game.side else _("lost")) + scores
