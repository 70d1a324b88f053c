"""A game as a line of a list: what it is, how it stands, and what may be done with it."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.engine.cards import cards
from games.presenters.context import face
from games.presenters.words import plain_number
from games.services.seen import GameLine, Status

#: The cards on the front page.
FAN = tuple(face(one) for one in cards("TC QH AS KD 7D"))


@dataclass(frozen=True, slots=True)
class ListedGame:
    code: str
    title: str
    level: str
    standing: str
    result: str
    is_open: bool
    hands: range
    moved_at: datetime


def level_name(level: str) -> str:
    names = {"easy": _("easy"), "medium": _("medium"), "ruthless": _("ruthless")}
    return names.get(level, level)


def line(game: GameLine) -> ListedGame:
    over = game.status != Status.PLAYING
    return ListedGame(
        code=game.code,
        title=game.title,
        level=level_name(game.level),
        standing=_standing(game),
        result=_result(game) if over else "",
        is_open=not over,
        hands=range(1, game.number + 1 if game.status == Status.FINISHED else game.number),
        moved_at=game.moved_at,
    )


def _standing(game: GameLine) -> str:
    """The score so far from the person's side; nothing while two seats' worth of scores is not there."""
    if len(game.scores) != 2:
        return _("hand %(n)s") % {"n": game.number} if game.number else _("not dealt yet")
    mine, hers = game.scores[game.side], game.scores[1 - game.side]
    words = {"n": game.number, "mine": plain_number(mine), "hers": plain_number(hers)}
    if mine == hers:
        return _("hand %(n)s, %(mine)s all") % words
    if mine > hers:
        return _("hand %(n)s, you lead %(mine)s to %(hers)s") % words
    return _("hand %(n)s, Marta leads %(hers)s to %(mine)s") % words


def _result(game: GameLine) -> str:
    if game.status == Status.ABANDONED:
        return _("given up")
    scores = ""
    if len(game.scores) == 2:
        scores = f" {plain_number(game.scores[game.side])}:{plain_number(game.scores[1 - game.side])}"
    if game.winner is None:
        return _("a tie") + scores
    return (_("won") if game.winner == game.side else _("lost")) + scores
