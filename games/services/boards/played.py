"""A challenge with cards that somebody has played: the others get the deal of a game’s first hand, and what was made of
it in that game is the opener’s own attempt.

Only what anybody could have made of it is compared: the hand was played out alone against computer players of one
level, without help, and is no practice. Those drew from that game’s own secret, so the others, who meet the same
answers as each other for the same play, may meet others than the opener did.
"""

from typing import Any

from games.dealing import ALGORITHM
from games.engine.flow import LAST
from games.facts import scores_after
from games.models import Attempt, Board, Seal
from games.registry import levels, ruleset
from games.services.boards import challenges
from games.services.counting import attempts
from games.services.log import logs
from games.services.table import origins
from games.services.table.tables import Place
from games.snapshot import NotThere, Status


class NotOffered(NotThere):
    """The cards of this game are not for a challenge."""


def is_offered(place: Place) -> bool:
    return _found(place) is not None


def open_challenge(*, place: Place) -> str:
    """The token of a new challenge of one board, which the person at `place` has played already; raises NotOffered or
    TooMany.
    """
    found = _found(place)
    if found is None:
        raise NotOffered
    log, seal, level = found
    game, person = place.game, place.person
    with challenges.opened(person=person, key=game.key, options=game.options, level=level) as (row, entrant):
        board = Board.objects.create(
            challenge=row,
            number=1,
            key=game.key,
            options=game.options,
            start={**game.carried, LAST: 1},
            level=level,
            server_seed=bytes(seal.server_seed),
            player_seed=seal.player_seed,
            commitment=seal.commitment,
            seat=place.seat,
            opens_at=row.lapses_at,
            was_played=True,
        )
        _write(board, entrant.pk, log, place)
    return row.token


def _found(place: Place) -> tuple[logs.Log, Seal, str] | None:
    """The log with the seal of its first hand, and the level of all others; None where these cards are not offered."""
    game = place.game
    seated = {seat.level for seat in place.seats if seat.number != place.seat}
    is_over = game.status != Status.PLAYING and (game.board is None or game.board.is_open)
    if not is_over or not origins.may_play_again(game, place.person) or not game.is_counted or not place.is_alone:
        return None
    if len(seated) != 1 or not seated <= set(levels(game.key)) or ruleset(game.key).check(game.options):
        return None
    log = logs.read(game)
    hand = next(iter(log.hands), None)
    seal = game.seals.filter(number=1, algorithm=ALGORITHM).first()
    if hand is None or seal is None or hand.is_helped or not scores_after(ruleset(game.key), hand):
        return None
    return log, seal, seated.pop()


def _write(board: Board, entrant: int, log: logs.Log, place: Place) -> None:
    hand, person = log.hands[0], place.person
    made: dict[str, Any] = attempts.result_of(log, seat=board.seat, hand=hand)
    row = place.game.hands.get(number=hand.number)
    own = {"user": person.user, "guest": person.guest, "entrant_id": entrant, "played_in": place.game}
    Attempt.objects.create(board=board, begun_at=row.dealt_at, ended_at=row.ended_at, **own, **made)
