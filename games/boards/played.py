"""Challenges made from a game that is over: others play its first hand; the opener's play of it is an attempt, too.

The hand must be comparable: played alone against bots of one level, without help, not as practice. The bots of the
earlier game drew random numbers from that game's secret, so they may have answered the same play differently.
"""

from typing import Any

from games.boards import attempts, challenges
from games.boards.models import Attempt, Board
from games.dealing import ALGORITHM
from games.engine.ruleset import LAST
from games.facts import scores_after
from games.registry import levels, ruleset
from games.snapshot import NotThere, Status
from games.table import logs, tables
from games.table.models import Seal
from games.table.tables import Place


class NotOffered(NotThere):
    """The cards of this game are not available for a challenge."""


def is_offered(place: Place) -> bool:
    """Return whether the person may open a challenge with the cards of this game."""
    return _playable_cards(place) is not None


def open_challenge(*, place: Place) -> str:
    """Open a challenge whose one board is the first hand of the person's game; return its token.

    Raises NotOffered or TooManyChallenges.
    """
    found = _playable_cards(place)
    if found is None:
        raise NotOffered
    log, seal, level = found
    game, person = place.game, place.person
    with challenges.new_challenge(person=person, key=game.key, options=game.options, level=level) as (row, entrant):
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


def _playable_cards(place: Place) -> tuple[logs.Log, Seal, str] | None:
    """Return log, seal of the first hand and level of the other seats; None if a challenge may not use the cards."""
    game = place.game
    seated = {seat.level for seat in place.seats if seat.number != place.seat}
    is_over = game.status != Status.PLAYING and (game.board is None or game.board.is_open)
    if not is_over or not tables.may_play_again(game, place.person) or not game.is_counted or not place.is_alone:
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
