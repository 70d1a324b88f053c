"""Make one move: read the log, apply the actions, then compare-and-set the version and write entries and rows.

The writes are one transaction; on PostgreSQL a move that writes only the game's row and entries is a single statement.
On commit a reply is queued if a computer player is to act. Computer players choose before the transaction begins.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import datetime
from typing import Final, TypeAlias

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from prometheus_client import Counter

from accounts.models import Preferences
from accounts.people import Person, any_plays_out
from games import dealing, enqueue
from games.company import Seating
from games.engine.actions import LOOK, Action, Refusal, action_text
from games.engine.state import DEALER, HandEnded, Phase, TrickWon
from games.registry import is_reviewed
from games.snapshot import Snapshot, Status
from games.table import logs, seeds, store
from games.table.logs import BETWEEN, COMPUTERS, Log, still_owes
from games.table.models import Entry, Game, Seal, Seat
from games.table.tables import Place, owing, people_at, snapshot

#: Upper bound on rounds of automatic actions after one move; a move that reaches it is in an endless loop.
FOLLOW_UPS = 60
#: After a person's action that ends a trick, the search for a settled hand is padded to a multiple of this fraction of
#: a thinking step. A hand is settled if every way to play the rest has the same result.
SEARCHING = 0.1

# Labels of metrics come from closed sets, such as sources and refusal codes: no card, no game's code, no name.
MOVES: Final = Counter("spadesite_moves", "Actions that were accepted.", ["game", "source"])
REFUSED: Final = Counter("spadesite_refused", "Actions that the rules refused.", ["game", "reason"])
HANDS: Final = Counter("spadesite_hands_finished", "Hands played to their end.", ["game"])
GIVEN_UP = Refusal("GIVEN_UP")
#: Decides whether an action from an older version is still valid. Arguments: the log that the seat saw, the log now,
#: the entries between the two, and the seat.
InTime: TypeAlias = Callable[[Log, Log, Sequence[Entry], int], bool]

logger = logging.getLogger(__name__)


class Refused(Exception):
    """The action is not allowed. Nothing was written. `snapshot` is the table now."""

    def __init__(self, refusal: Refusal, current: Snapshot) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.snapshot = current


class Stale(Exception):
    """The table changed after the page was rendered. Nothing was written. `snapshot` is the table now, if known.

    `log` is the log that was read, if its version was not the page's; None after a lost race.
    """

    def __init__(self, current: Snapshot | None = None, *, log: Log | None = None) -> None:
        super().__init__("the table changed after the page was rendered")
        self.snapshot, self.log = current, log


class MoveInProgress:
    """The log with the move's actions so far, and the seals used. Only `commit` writes rows."""

    def __init__(self, game: Game, seats: tuple[Seat, ...], log: Log) -> None:
        self.game, self.seats, self.log, self.at = game, seats, log, timezone.now()
        self.drawn_from: dict[int, Seal] = {}
        self.seal_next = False

    def add(self, seat: int, action: Action, source: str) -> None:
        self.log = self.log.with_action(seat, action, source, self.at)

    def seated(self, seat: int, change: Seating, level: str | None = None) -> None:
        """Log a seating change; `level` is the level of the stand-in, if one begins."""
        self.log = self.log.seated(seat, Action(change, level), self.at)

    def dealer_acts(self, seal: Seal) -> None:
        """Make all actions that the dealer owes. `seal` and its count `events` seed the random numbers of each."""
        self.drawn_from[seal.number] = seal
        rules = self.log.rules
        while DEALER in rules.waits_for(self.log.state):
            secret = bytes(seal.server_seed)
            draw = dealing.draws(secret, seal.player_seed, hand=seal.number, event=seal.events)
            action = logs.begun_with(rules.chance(self.log.state, draw), self.game.carried)
            self.add(DEALER, action, Entry.Source.DEALER)
            seal.events += 1

    def settle(self) -> None:
        """Make all actions that need no decision.

        These are the dealer's actions within a hand, the rest of a settled hand unless a person at the table prefers
        to play it, and a look at the cards for players who are offered no blind bid. Raises RuntimeError on an
        endless loop.
        """
        for _ in range(FOLLOW_UPS):
            rules, state = self.log.rules, self.log.state
            if DEALER in rules.waits_for(state) and state.phase not in BETWEEN:
                number = state.number
                self.dealer_acts(self.drawn_from.get(number) or self.game.seals.get(number=number))
            elif rules.settled(state) and not is_played_by_hand(self.seats):
                self.play_out()
            else:
                self.log = turned_up(self.log, self.seats, self.at)
                return
        raise RuntimeError(f"endless automatic actions in game {self.game.code}")

    def play_out(self, claimer: int | None = None, claimed: Sequence[Action] = ()) -> None:
        """Play out the rest of the hand: `claimer` plays `claimed`, every other seat its first legal card.

        A claimer's first play is logged as the person's, all others as the table's. So after a claim the table's plays
        begin in the middle of a trick, but in a settled hand at the start of one. This distinguishes the two.
        """
        number, plays = self.log.state.number, iter(claimed)
        if claimer is not None:
            self.add(claimer, next(plays), Entry.Source.PERSON)
        while self.log.state.number == number and self.log.state.phase is Phase.PLAY:
            seat = min(self.log.rules.waits_for(self.log.state))
            action = next(plays) if seat == claimer else self.log.rules.legal_actions(self.log.state, seat)[0].first
            self.add(seat, action, Entry.Source.TABLE)

    def commit(self) -> None:
        """Compare-and-set the version and write all rows, in a transaction if needed. Raises Stale on a lost race."""
        self._set_game()
        has_person = any(seat.is_person for seat in self.seats)
        is_to_be_reviewed = has_person and self.log.has_caused(HandEnded) and is_reviewed(self.game.key)
        if is_to_be_reviewed:
            self.game.reviews_due_at = self.at
        writes_more = bool(self.drawn_from) or store.writes_rows(self.game, self.log)
        with transaction.atomic() if writes_more else nullcontext():
            if not store.advance(self.game, self.log, more_columns=("reviews_due_at",) if is_to_be_reviewed else ()):
                raise Stale
            for seal in self.drawn_from.values():
                seal.save(update_fields=["player_seed", "events"])
            if self.seal_next:
                seeds.new_seal(game=self.game, number=self.log.state.number + 1)
            store.write(self.game, self.log)
            if self.game.bot_due_at is not None:
                transaction.on_commit(self._notify, robust=True)
            if is_to_be_reviewed:
                transaction.on_commit(self._notify_reviewer, robust=True)

    def _set_game(self) -> None:
        """Set the game's fields from the log; the compare-and-set writes them."""
        game, log = self.game, self.log
        game.version, game.number, game.moved_at = log.version, log.state.number, self.at
        game.bot_due_at = self.at if owing(self.seats, log) else None
        game.scores = store.scores(log)
        result = log.rules.result(log.state)
        if result is not None:
            game.status, game.ended_at = Status.FINISHED, self.at
            game.winner, game.why = result.winner, result.why or ""

    # Registered as robust: if queueing fails, the move is already committed. Methods rather than partials, because
    # Django logs the callback's name.
    def _notify(self) -> None:
        enqueue.reply_soon(self.game.code, self.log.version)

    def _notify_reviewer(self) -> None:
        enqueue.review_soon(self.game.code)


def turned_up(log: Log, seats: Sequence[Seat], at: datetime) -> Log:
    """Log a look at the cards for each person present who is offered no blind bid; return the log."""
    for seat in seats:
        is_here = seat.is_person and seat.number not in log.absent
        if is_here and log.rules.may_look(log.state, seat.number) and not _asks_blind(log, seat):
            log = log.with_action(seat.number, LOOK, Entry.Source.FACE_UP, at)
    return log


def _asks_blind(log: Log, seat: Seat) -> bool:
    wanted = Person(user=seat.user, guest=seat.guest).preferences.asks_blind_nil
    if seat.skips_blind or wanted == Preferences.BlindNil.NEVER:
        return False
    return wanted == Preferences.BlindNil.ALWAYS or log.rules.is_far_behind(log.state, seat.number)


def was_simultaneous(seen: Log, current: Log, newer: Sequence[Entry], seat: int) -> bool:
    """Return whether `seat` still owes a simultaneous choice: only other seats that owed one have acted since."""
    acted = {entry.seat for entry in newer}
    return len(newer) < current.rules.seats and still_owes(current.rules, seat, seen.state, current.state, acted=acted)


def was_out_of_turn(seen: Log, current: Log, newer: Sequence[Entry], seat: int) -> bool:
    """Return whether a call out of turn is still valid: others have acted since, in the same hand, but none has called.

    Of two simultaneous calls the second is stale, so that its player first sees the other call.
    """
    calls = {action_text(call) for call in current.rules.out_of_turn}
    same_hand = seen.state.number == current.state.number
    return same_hand and bool(newer) and all(entry.seat != seat and entry.action not in calls for entry in newer)


def was_answered(_seen: Log, _current: Log, newer: Sequence[Entry], _seat: int) -> bool:
    """Return whether only computer players have acted since. The action to undo is then still the one on the page."""
    return bool(newer) and all(entry.source in COMPUTERS for entry in newer)


def snapshot_after(
    place: Place, version: int, make: Callable[[MoveInProgress], None], *, in_time: InTime = was_simultaneous
) -> Snapshot:
    """Make a person's move and return the table after it. Raises Refused or Stale.

    Retries once after a lost race: a secret choice stays valid if another seat's choice was written first.
    """
    for last in (False, True):
        if place.game.status == Status.ABANDONED:
            raise Refused(GIVEN_UP, snapshot(place, logs.read(place.game)))
        try:
            log = make_move(place.game, place.seats, version, make, seat=place.seat, in_time=in_time)
        except Refused as refused:
            REFUSED.labels(place.game.key, refused.refusal.code).inc()
            logger.info("Seat %s at %s was refused (%s).", place.seat, place.code, refused.refusal.code)
            raise
        except Stale as stale:
            place.game.refresh_from_db()
            if last or stale.log is not None:
                current = stale.log
                if current is None or current.version != place.game.version:
                    current = logs.read(place.game)
                raise Stale(snapshot(place, current)) from stale
        else:
            break
    return snapshot(place, log)


def make_move(
    game: Game,
    seats: tuple[Seat, ...],
    version: int,
    make: Callable[[MoveInProgress], None],
    *,
    seat: int | None,
    in_time: InTime | None = None,
) -> Log:
    """Make one move, in a transaction if it needs one, and return the stored log. Raises Stale, or what `make` raises.

    `make` adds the actions to the move. `seat` is the seat of the person who acts; None for computer players' actions
    and seating changes. `in_time` decides whether a person's action from an older version is still valid.
    """
    # On SQLite a transaction, so that its write lock covers reading the log, too.
    with transaction.atomic() if connection.vendor == "sqlite" else nullcontext():
        seen, log, newer = logs.read_since(game, version)
        if log.version != version and not (seat is not None and in_time and in_time(seen, log, newer, seat)):
            raise Stale(log=log)
        move = MoveInProgress(game, seats, log)
        make(move)
        if move.log.fresh[-1].source not in logs.ASIDES:
            # For computer players, `thinking.choices` has already done this search, inside its own padded time.
            # Only after the end of a trick do the rules search for a settled hand.
            is_search = seat is not None and move.log.has_caused(TrickWon)
            with constant_time(settings.THINKING_STEP * SEARCHING if is_search else 0):
                move.settle()
        move.commit()
        logs.keep(game, move.log)
    for line in move.log.fresh:
        MOVES.labels(game.key, line.source).inc()
        if any(isinstance(event, HandEnded) for event in line.events):
            HANDS.labels(game.key).inc()
    return move.log.stored()


@contextmanager
def constant_time(step: float) -> Iterator[None]:
    """Pad the block to a multiple of `step` seconds so that its length reveals nothing about hidden cards.

    A thinking step is longer than nearly every choice, so a choice usually takes one step. With 0 nothing is padded.
    """
    begun = time.monotonic()
    yield
    if step:
        time.sleep((begun - time.monotonic()) % step)


def is_played_by_hand(seats: tuple[Seat, ...]) -> bool:
    """Return whether a person at the table prefers to play settled hands out by hand."""
    people = people_at(seats)  # queried each time, because the preference may change during a game
    return bool(people) and any_plays_out(people)
