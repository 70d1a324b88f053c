"""An attempt at a board is begun: one's game that goes on, or a new one. The caller owns the transaction and holds the
person's lock; once it has committed the cards are dealt.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

from accounts.people import Person
from games.engine.flow import LAST
from games.engine.state import plain
from games.models import Attempt, Board, Entrant
from games.registry import GAMES, ruleset
from games.services.counting.attempts import of_person
from games.services.moves import play
from games.services.people import lobby
from games.services.table.seating import clockwise_from, usual_seating
from games.services.table.tables import place_still
from games.snapshot import Status


def going(*, person: Person, boards: Collection[Board], only_counted: bool = False) -> str:
    """The code of the person's game at one of these boards that goes on, the counted one first, or no other; empty for
    none.
    """
    own = of_person(person).filter(board__in=boards, game__status=Status.PLAYING)
    if only_counted:
        own = own.filter(is_counted=True)
    return own.order_by("-is_counted", "begun_at").values_list("game__code", flat=True).first() or ""


def begun(*, person: Person, board: Board, is_counted: bool, entrant: Entrant | None = None) -> str:
    """The code of a new game at that board, its cards not yet dealt; raises TooManyGames. The caller holds the
    person's lock.
    """
    lobby.check_room_for_another(person)
    others = usual_seating(key=board.key, level=board.level)
    game = lobby.new_game(
        key=board.key,
        chosen=board.options,
        sitting=clockwise_from(person, others, seat=board.seat),
        carried=board.start,
        board=board,
        is_counted=is_counted,
    )
    own = {"user": person.user, "guest": person.guest}
    Attempt.objects.create(board=board, game=game, is_counted=is_counted, entrant=entrant, **own)
    return game.code


def deal(*, person: Person, code: str) -> None:
    """The cards of a game that has just begun. Dealt or given up in another window it stays as it is; raises Gone."""
    with suppress(play.Refused, play.Stale):
        play.deal(place=place_still(person=person, code=code), seed="", version=0)


def start_of(key: str, options: Mapping[str, Any]) -> Any:
    """As a board of the day begins, where such a game would not be over already; it stops with its first hand."""
    usual = {**(GAMES[key].board or {}), LAST: 1}
    refused = ruleset(key).check_start(options, usual)
    return plain(usual if refused is None else {LAST: 1})
