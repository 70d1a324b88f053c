"""Begin attempts at boards, store and verify their results, and open the cards of challenges.

A result is stored in the transaction that ends the game; storing it is idempotent. In a challenge, the seals of all
games open once two or more people have joined and all of them have finished all boards. If the challenge is full by
then, the boards open too: their cards become public. Otherwise the boards open when the challenge expires or is taken
back, and until then the games of people who join later get new, closed seals.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from django.db.models import Count, F, Q, QuerySet
from django.dispatch import receiver
from django.utils import timezone

from accounts.people import Person
from games import dealing
from games.boards.models import Attempt, Board, Chain, Challenge, Entrant
from games.engine.actions import action_text, ordered, plain
from games.engine.ruleset import LAST
from games.engine.state import Seat, SeatAction
from games.registry import GAMES, facts_of, ruleset
from games.reviews.models import Review, newest_reviews
from games.reviews.reviewing import hand_reviewed
from games.snapshot import PlayedHand, Status
from games.table import opening, play
from games.table.logs import Log
from games.table.models import DealtBy, Game, Seal
from games.table.models import Seat as SeatRow
from games.table.move import Refused, Stale
from games.table.opening import clockwise_from, usual_seating
from games.table.store import hands_stored
from games.table.tables import cards_in_play, place_still

#: The person's seat at a board of the day. A challenge's board can have another seat.
NEAR: Final = 0
BIDS: Final = frozenset({"bid", "pass", "blind", "blind_nil"})
ASIDE: Final = "discard"
LEAD: Final = "play"
#: Maximum number of people in a challenge.
MOST: Final = 8
#: Filter of entrants' attempts: counted, and ended before the challenge expired.
IN_TIME: Final = Q(attempts__is_counted=True, attempts__ended_at__lte=F("challenge__lapses_at"))


def of_person(person: Person) -> QuerySet[Attempt]:
    """Return the person's attempts at all boards, counted or not."""
    return Attempt.objects.filter(person.owns(), level="")


@receiver(hands_stored)
def close(*, game: Game, log: Log, **_: Any) -> None:
    """Store end and result of the attempt once its game is over. A game that was given up has no result.

    The caller owns the transaction.
    """
    if game.board_id is None or game.status == Status.PLAYING:
        return
    board = Board.objects.get(games=game)
    result = {} if game.status == Status.ABANDONED else result_of(log, seat=board.seat)
    Attempt.objects.filter(game=game).update(ended_at=game.ended_at, **result)
    if board.challenge_id is not None:
        open_if_done(board.challenge_id)


def result_of(log: Log, *, seat: Seat = NEAR, hand: PlayedHand | None = None) -> dict[str, object]:
    """Return margin, last bid, discard and first lead of a finished board, as fields of `Attempt`.

    `hand` is the scored hand. The default is the last hand, because a game at a board ends with its scored hand.
    """
    rules, facts, played = log.rules, facts_of(log.rules.key), hand or log.hands[-1]
    start = facts.standing(rules.initial(log.state.options, log.start))
    side = rules.side(log.state.options, seat)
    return {"margin": _ahead(facts.compared(rules, played), side) - _ahead(start, side), **choices(played, seat)}


def choices(hand: PlayedHand, seat: Seat) -> dict[str, str]:
    """Return the seat's last bid, first discard and opening lead as text; "" if missing.

    Only the seat that plays the first card of the hand has an opening lead. The text ignores the order of discards.
    """
    own = [said for said in hand.actions if said[0] == seat]
    cards = [said for said in hand.actions if said[1].verb == LEAD]
    led = cards[:1] if cards and cards[0][0] == seat else []
    return {
        "bid": _text([said for said in own if said[1].verb in BIDS][-1:]),
        "aside": _text([said for said in own if said[1].verb == ASIDE][:1]),
        "lead": _text(led),
    }


@receiver(hand_reviewed)
def store_error_rate(*, game: Game, **_: Any) -> None:
    if game.board_id is None:
        return
    rate = error_rate(game, Board.objects.values_list("seat", flat=True).get(games=game))
    if rate is not None:
        Attempt.objects.filter(game=game).update(error_rate=rate)


def error_rate(game: Game, seat: Seat) -> float | None:
    """Return the seat's mean loss per reviewed decision, in thousandths of a game; None if there is none."""
    reviews = newest_reviews(Review.objects.filter(game=game, seat=seat))
    count = sum(review.count for review in reviews)
    return sum(review.errors for review in reviews) / 1000 / count if count else None


def _text(said: Sequence[SeatAction]) -> str:
    return action_text(ordered(said[0][1])) if said else ""


def _ahead(scores: Sequence[int], side: int) -> int:
    return scores[side] - max(score for place, score in enumerate(scores) if place != side)


def going(*, person: Person, boards: Collection[Board], only_counted: bool = False) -> str:
    """Return the code of the person's running game at one of these boards, a counted one first; empty if none."""
    own = of_person(person).filter(board__in=boards, game__status=Status.PLAYING)
    if only_counted:
        own = own.filter(is_counted=True)
    return own.order_by("-is_counted", "begun_at").values_list("game__code", flat=True).first() or ""


def begun(*, person: Person, board: Board, is_counted: bool, entrant: Entrant | None = None) -> str:
    """Create an attempt and its game, whose cards are not dealt yet; return the game's code. Raises TooManyGames.

    The caller holds the person's lock.
    """
    opening.check_room_for_another(person)
    others = usual_seating(key=board.key, level=board.level)
    game = opening.new_game(
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
    """Deal the first hand of a new game. Do nothing if another window has dealt it or ended the game. Raises Gone."""
    with suppress(Refused, Stale):
        play.deal(place=place_still(person=person, code=code), seed="", version=0)


def start_of(key: str, options: Mapping[str, Any]) -> Any:
    """Return the start of a one-hand game: as on boards of the day, or the default start if the rules refuse that."""
    usual = {**(GAMES[key].board or {}), LAST: 1}
    refused = ruleset(key).check_start(options, usual)
    return plain(usual if refused is None else {LAST: 1})


def done_of(challenges: Collection[int]) -> dict[int, int]:
    """Return by primary key of entrant the number of boards finished in time; a board given up counts as finished."""
    rows = Entrant.objects.filter(challenge__in=challenges).annotate(done=Count("attempts", filter=IN_TIME))
    return dict(rows.order_by().values_list("pk", "done"))


def open_if_done(challenge: int) -> None:
    """Open the seals if two or more people have joined and all are done. The caller owns the transaction.

    Opens the boards as well if the challenge is full.
    """
    # Without the lock, two people who finish at the same time would each count the other as not done.
    Challenge.objects.select_for_update(no_key=True).get(pk=challenge)
    boards, done, now = Board.objects.filter(challenge=challenge), done_of([challenge]), timezone.now()
    if len(done) < 2 or min(done.values()) < boards.count():
        return
    Seal.objects.filter(game__board__in=boards, opens_at__gt=now).update(opens_at=now)
    if len(done) >= MOST:
        boards.update(opens_at=now)


@receiver(cards_in_play)
def are_in_play(*, game: Game, person: Person | None, **_: Any) -> bool:
    """Return whether the game's cards must stay secret from `person`, a player of the game, or from the public (None).

    A player may see them once the game's board is open, or once this player has finished or given up all boards with
    these cards in the challenge. The public may see them once all boards with these cards are open, or one that was not
    made from an earlier game.
    """
    if person is None:
        boards = boards_of(game)
        is_public = any(board.is_open and not board.was_played for board in boards)
        return not is_public and not all(board.is_open for board in boards)
    board = game.board
    if board is None or board.is_open:
        return False
    # A pair has two boards with the same cards and swapped seats.
    same = Board.objects.filter(server_seed=board.server_seed, challenge=board.challenge_id)
    played = Attempt.objects.filter(person.owns(), level="", board__in=same, ended_at__isnull=False)
    return same.exclude(pk__in=played.values("board")).exists()


def boards_of(game: Game) -> QuerySet[Board]:
    """Return all boards that have the cards of any hand of this game, the game's own board included."""
    return Board.objects.filter(server_seed__in=game.seals.values("server_seed"))


# -- verification: each check yields the names of wrong parts, never values ------------------------------


def wrong_chains() -> Iterator[str]:
    """Yield the name of each chain whose published tip does not follow from its root."""
    for chain in Chain.objects.order_by("begins_on"):
        if dealing.link(bytes(chain.root), days=chain.days, day=-1).hex() != chain.tip:
            yield f"the chain of boards from {chain.begins_on}"


def check(game: Game, log: Log, seats: Sequence[SeatRow]) -> Iterator[str]:
    """Yield what is wrong in the game's board and attempt, and in attempts at challenges made from its cards."""
    attempt = Attempt.objects.filter(game=game).select_related("board").first()
    if game.board is not None:
        yield from _board(game, game.board, seats)
    if attempt is None:
        if game.board is not None and game.is_counted:
            yield "the attempt is missing"
    elif attempt.board != game.board or attempt.is_counted != game.is_counted:
        yield "the attempt"
    else:
        result = result_of(log, seat=attempt.board.seat) if game.status == Status.FINISHED else {}
        if (
            _differs(attempt, result)
            or attempt.ended_at != game.ended_at
            or attempt.level
            or _person(attempt) != _person(seats[attempt.board.seat])
            or attempt.error_rate != error_rate(game, attempt.board.seat)
        ):
            yield "the attempt"
    for other in Attempt.objects.filter(played_in=game).select_related("board"):
        if not log.hands or _differs(other, result_of(log, seat=other.board.seat, hand=log.hands[0])):
            yield "the attempt at a challenge made from its cards"


def _board(game: Game, board: Board, seats: Sequence[SeatRow]) -> Iterator[str]:
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
        link = chain.link(board.day)
    except ValueError:
        return False
    return dealing.secret_of_board(link, board.key) == bytes(board.server_seed)


def _differs(attempt: Attempt, result: Mapping[str, object]) -> bool:
    due = {"margin": None, "bid": "", "aside": "", "lead": "", **result}
    return any(getattr(attempt, name) != value for name, value in due.items())


def _person(row: Attempt | SeatRow) -> tuple[int | None, int | None]:
    return row.user_id, row.guest_id
