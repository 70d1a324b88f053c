"""A person's games as items of a list, and which games rank."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.people import Person
from games.engine.options import VARIANT, Options
from games.engine.ruleset import Ruleset
from games.pages.words import plain_number, practised, scores_said
from games.registry import GAMES, PEOPLE, levels, ruleset
from games.snapshot import ANNULLED, BoardOf, Status
from games.table.models import Game, Seat
from games.table.tables import Place, board_of, going_on, seated_players, waits_for
from games.wording import differences, game_name, level_names

#: A running game without a move for this long is idle. If it ranks, it counts as lost until it is finished.
LEFT_AFTER: Final = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in a list.

    `title` names the game or its variant, `opponents` the other people and the computer players' levels, `people` only
    the other people, `differs` the changed options. `standing` and `result` are parts of a sentence. `is_my_move`:
    other people wait for this person. `has_left`: the person has left the game to the others.
    """

    code: str
    title: str
    opponents: str
    people: tuple[str, ...]
    differs: str
    standing: str
    result: str
    is_open: bool
    moved_at: datetime
    started_at: datetime
    note: str
    is_my_move: bool
    has_left: bool
    board: str
    is_attempt: bool


def open_games(person: Person | None) -> list[ListedGame]:
    """Return the person's running games; none for a visitor.

    Games where other people wait for this person come first, games that the person has left last.
    """
    lines = [line(place, is_my_move=waits_for(place)) for place in (going_on(person) if person is not None else ())]
    return sorted(lines, key=lambda one: (one.has_left, not one.is_my_move))


def board_words(board: BoardOf | None) -> str:
    """Return the name of a game's board, with a note on an uncounted attempt of the day; empty without a board."""
    if board is None or board.day is None:
        return _("Challenge board") if board is not None and board.challenge else ""
    words = {"day": date_format(board.day, _("F j"))}
    return _("Board for %(day)s") % words if board.is_counted else _("Board for %(day)s, uncounted") % words


def line(place: Place, *, is_my_move: bool = False) -> ListedGame:
    game, side, name = place.game, place.seats[place.seat].side, game_name(place.game.key, place.game.options)
    others = [one for one in seated_players(place.seats) if one.level is None and one.seat != place.seat]
    people, board = tuple(one.name for one in others), board_of(game)
    bots = level_names(tuple(seat.level for seat in place.seats if seat.level))
    return ListedGame(
        code=game.code,
        title=practised(name) if game.is_practice else name,
        opponents=", ".join(filter(None, (*people, bots))),
        people=people,
        differs=differences(game.key, game.options),
        standing=_standing(game, side),
        result=_result(place) if game.status != Status.PLAYING else "",
        is_open=game.status == Status.PLAYING,
        moved_at=game.moved_at,
        started_at=game.started_at,
        note=_note(place),
        is_my_move=is_my_move,
        has_left=place.has_left,
        board=board_words(board),
        is_attempt=board is not None and board.is_counted,
    )


def _note(place: Place) -> str:
    game = place.game
    if place.has_left and game.status == Status.PLAYING:
        if not game.scores:  # the others may end a game that has hardly begun, which annuls it
            return _("You left: it may count as given up unless you come back.")
        return _("You left: it counts as given up unless you come back.")
    counts_as_lost = is_left(game) and ranks_for(game, place.seats, place.seats[place.seat])
    return _("Not played for 14 days: it counts as lost until you finish it.") if counts_as_lost else ""


def _standing(game: Game, side: int) -> str:
    if game.number and GAMES[game.key].is_one_hand:
        return _("in progress")
    if len(game.scores) < 2:
        return _("hand %(n)s") % {"n": game.number} if game.number else _("not dealt yet")
    mine, best = game.scores[side], max(score for other, score in enumerate(game.scores) if other != side)
    words = {"n": game.number, "mine": plain_number(mine), "best": plain_number(best)}
    if mine == best:
        return (_("hand %(n)s, %(mine)s all") if len(game.scores) == 2 else _("hand %(n)s, tied at %(mine)s")) % words
    if mine < best and len(game.scores) > 2:
        return _("hand %(n)s, you have %(mine)s, the leader %(best)s") % words
    if mine < best:
        return _("hand %(n)s, the other side leads %(best)s to %(mine)s") % words
    if len(game.scores) == 2 and ruleset(game.key).seats > 2:
        return _("hand %(n)s, your side leads %(mine)s to %(best)s") % words
    return _("hand %(n)s, you lead %(mine)s to %(best)s") % words


def _result(place: Place) -> str:
    game, side = place.game, place.seats[place.seat].side
    if game.why == ANNULLED:
        return _("ended, doesn’t count")
    if place.has_left:
        return _("gave up")
    if game.status == Status.ABANDONED:
        return _("gave up") if game.gave_up in (None, place.seat) else _("left by others")
    scores = ""
    if len(game.scores) == 2:
        scores = f" {scores_said(game.scores[side], game.scores[1 - side])}"
    if game.winner is None:
        return _("a tie") + scores
    return (_("won") if game.winner == side else _("lost")) + scores


def may_rank(game: Game, seats: Sequence[Seat]) -> bool:
    """Return whether the game has one person, bots of one level, and default options (except the variant).

    Boards and practice games do not rank. A game that may rank may also set a site record, even if a guest plays it.
    """
    is_usual = set(game.options) <= {VARIANT} and len({seat.level for seat in seats if seat.level}) <= 1
    is_own = game.board_id is None and game.is_counted
    return is_usual and is_own and sum(seat.is_person for seat in seats) == 1


def ranks_for(game: Game, seats: Sequence[Seat], own: Seat) -> bool:
    """Return whether the game ranks for the account at seat `own`; a game begun as a guest does not."""
    return own.user_id is not None and not own.is_brought and may_rank(game, seats)


def level_of(rules: Ruleset, options: Options, seats: Sequence[Seat], own: Seat) -> str:
    """Return the weakest level among the opposing computer players, or `PEOPLE` if another person has a seat."""
    if any(not seat.level for seat in seats if seat.number != own.number):
        return PEOPLE
    side = rules.side(options, own.number)
    others = {seat.level for seat in seats if seat.level and rules.side(options, seat.number) != side}
    known = [level for level in levels(rules.key) if level in others]
    return (known or sorted(others))[0]


def is_left(game: Game) -> bool:
    """Return whether the game is running and idle: a hand was dealt, and the last move is older than `LEFT_AFTER`."""
    since = timezone.now() - LEFT_AFTER
    return game.status == Status.PLAYING and game.number > 0 and game.moved_at < since
