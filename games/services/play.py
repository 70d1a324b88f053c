"""The one path of every move: a person's, a computer player's, the dealer's and the table's own.

A move is one transaction: follow the log, apply, compare-and-set the version, append the entry, and the rows of a
hand that is over.
On commit a computer player that owes an action is notified. Thinking happens outside any transaction.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.people import any_plays_out
from games import dealing, enqueue, metrics
from games.engine.actions import START, Action, Refusal
from games.engine.state import DEALER, HandEnded, Phase, TrickWon
from games.models import Entry, Game, Seal, Seat, new_secret
from games.services import asides, choosing, logs, reviews, store, thinking, turns
from games.services.advance import advance
from games.services.logs import BETWEEN
from games.services.players import WarmingUp
from games.services.stale_writes import InTime, was_answered, was_simultaneous
from games.services.tables import NotSeated, Place, late, owing, people_at, seats_at, snapshot
from games.snapshot import Snapshot, Status

#: How many actions of its own the table makes after one move; more would be a loop.
FOLLOW_UPS = 60
#: The part of a thinking step in which it is looked whether the rest is settled by a person's action.
SEARCHING = 0.1

#: What the table refuses, whatever the game.
NO_DEAL = Refusal("NO_DEAL", "There is nothing to deal now.")
NO_HINT = Refusal("NO_HINT", "There is no hint to give now.")
NO_CLAIM = Refusal("NO_CLAIM", "It is not certain that every trick left is yours.")
GIVEN_UP = Refusal("GIVEN_UP", "The game was given up.")

logger = logging.getLogger(__name__)


class Refused(Exception):
    """The action was read and is not allowed; nothing was changed. `seen` is the table as it stands."""

    def __init__(self, refusal: Refusal, current: Snapshot) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.snapshot = current


class Stale(Exception):
    """Somebody was quicker, or the page was of another version; nothing was changed. `seen` is the fresh table."""

    def __init__(self, current: Snapshot | None = None) -> None:
        super().__init__("the table has moved on")
        self.snapshot = current


class _OutOfDate(Stale):
    """The page was of an earlier version of this log."""

    def __init__(self, log: logs.Log) -> None:
        super().__init__()
        self.log = log


class _Turn:
    """A move being made: the log as it grows, and the seals its deals draw from. Nothing is written yet."""

    def __init__(self, game: Game, seats: tuple[Seat, ...], log: logs.Log) -> None:
        self.game, self.seats, self.log, self.at = game, seats, log, timezone.now()
        self.drawn_from: dict[int, Seal] = {}
        self.seal_next = False

    def add(self, seat: int, action: Action, source: str) -> None:
        self.log = self.log.with_action(seat, action, source, self.at)

    def hint(self, seat: int, shown: Action) -> None:
        self.log = self.log.hinted(seat, shown, self.at)

    def take_back(self, seat: int, before: logs.Log) -> None:
        self.log = self.log.took_back(seat, Action(logs.BACK, before.version + 1), self.at)

    def dealer_acts(self, seal: Seal) -> None:
        """The dealer acts as long as it is waited for; each event has draws of its own."""
        self.drawn_from[seal.number] = seal
        rules = self.log.rules
        while DEALER in rules.waits_for(self.log.state):
            secret = bytes(seal.server_seed)
            draw = dealing.draws(secret, seal.player_seed, hand=seal.number, event=seal.events)
            self.add(DEALER, self._carried_on(rules.chance(self.log.state, draw)), Entry.Source.DEALER)
            seal.events += 1

    def _carried_on(self, action: Action) -> Action:
        """The start of a game with what the match has brought so far; anything else as it is."""
        if action.verb != START or not isinstance(action.argument, Mapping):
            return action
        return Action(START, {**action.argument, **self.game.carried})

    def settle(self) -> None:
        """What the table does by itself: chance within a hand, and the rest of a settled hand (T7) unless somebody at
        the table plays every hand out."""
        for _ in range(FOLLOW_UPS):
            rules, state = self.log.rules, self.log.state
            if DEALER in rules.waits_for(state) and state.phase not in BETWEEN:
                number = state.number
                self.dealer_acts(self.drawn_from.get(number) or self.game.seals.get(number=number))
            elif rules.settled(state) and not _is_played_by_hand(self.seats):
                self.play_out()
            else:
                return
        raise RuntimeError(f"the table never came to rest in game {self.game.code}")

    @property
    def has_won_trick(self) -> bool:
        """Whether a trick has just ended: only then the rest is looked at."""
        return any(isinstance(event, TrickWon) for line in self.log.fresh for event in line.events)

    @property
    def is_to_be_reviewed(self) -> bool:
        """Whether a hand in which a person sits has just ended, in a game that can be reviewed."""
        ended = any(isinstance(event, HandEnded) for line in self.log.fresh for event in line.events)
        return ended and any(not seat.level for seat in self.seats) and reviews.is_reviewed(self.game.key)

    def claim(self, seat: int, plays: tuple[Action, ...]) -> None:
        """The rest of the hand with these plays of the claimer's. The first is the person's own, all others the
        table's: that they begin within a trick tells a claim from a hand that was settled."""
        self.add(seat, plays[0], Entry.Source.PERSON)
        self.play_out(seat, plays[1:])

    def play_out(self, claimer: int | None = None, claimed: tuple[Action, ...] = ()) -> None:
        """The rest of the hand, each seat with its first legal card, but a claimer with what was claimed."""
        number, plays = self.log.state.number, iter(claimed)
        while self.log.state.number == number and self.log.state.phase is Phase.PLAY:
            seat = min(self.log.rules.waits_for(self.log.state))
            action = next(plays) if seat == claimer else choosing.first_legal(self.log, seat)
            self.add(seat, action, Entry.Source.TABLE)

    def commit(self) -> None:
        """Claim the version, then write; whoever lost the race has written nothing."""
        self._set_game()
        if not advance(self.game, self.log, and_also=("reviews_due_at",) if self.is_to_be_reviewed else ()):
            raise Stale
        for seal in self.drawn_from.values():
            seal.save(update_fields=["player_seed", "events"])
        if self.seal_next:
            new_seal(game=self.game, number=self.log.state.number + 1)
        store.write(self.game, self.log)
        if self.game.bot_due_at is not None:
            transaction.on_commit(self._notify, robust=True)
        if self.is_to_be_reviewed:
            transaction.on_commit(self._notify_reviewer, robust=True)

    def _set_game(self) -> None:
        """The row of the game as the log leaves it; it is written by the compare-and-set."""
        game, log = self.game, self.log
        game.version, game.number, game.moved_at = log.version, log.state.number, self.at
        game.bot_due_at = self.at if owing(self.seats, log.rules.waits_for(log.state)) else None
        game.scores = store.scores(log)
        if self.is_to_be_reviewed:
            game.reviews_due_at = self.at
        result = log.rules.result(log.state)
        if result is not None:
            game.status, game.ended_at = Status.FINISHED, self.at
            game.winner, game.why = result.winner, result.why or ""

    # Robust, because the move is saved whatever becomes of the notice. A method, no partial, because Django names the
    # callback when it logs.
    def _notify(self) -> None:
        enqueue.reply_soon(self.game.code, self.log.version)

    def _notify_reviewer(self) -> None:
        enqueue.review_soon(self.game.code)


def submit(*, place: Place, action: Action, version: int) -> Snapshot:
    """A person's action; raises Refused or Stale, both with the table as it is, or Busy.

    A choice that is secret and simultaneous is not stale because another seat has made its own meanwhile.
    """

    def make(turn: _Turn) -> None:
        refusal = turn.log.rules.refusal(turn.log.state, place.seat, action)
        if refusal is not None:
            raise Refused(refusal, snapshot(place, turn.log))
        turn.add(place.seat, action, Entry.Source.PERSON)

    return _snapshot_after(place, version, make)


def deal(*, place: Place, seed: str, version: int) -> Snapshot:
    """The next hand with the player's seed (an empty one is drawn here); raises Refused or Stale.

    It is dealt from the seal whose commitment the person has seen; the hand after it is sealed at once.
    """

    def make(turn: _Turn) -> None:
        log = turn.log
        if log.state.phase not in BETWEEN or DEALER not in log.rules.waits_for(log.state):
            raise Refused(NO_DEAL, snapshot(place, log))
        seal = place.game.seals.get(number=log.state.number + 1)
        seal.player_seed = seed or new_secret().hex()[:32]
        turn.dealer_acts(seal)
        turn.seal_next = True

    return _snapshot_after(place, version, make)


def hint(*, place: Place, version: int) -> Snapshot:
    """Show the person what the strongest computer player would do; raises Refused or Stale.

    Asked again before anybody has acted, the same hint stands and is counted once.
    """
    log = logs.read(place.game)
    now = snapshot(place, log)
    if log.version != version:
        raise Stale(now)
    if log.hint is not None:
        return now
    if not now.may_ask:
        raise Refused(NO_HINT, now)
    shown = _advice(place, log)

    return _snapshot_after(place, version, lambda turn: turn.hint(place.seat, shown))


def take_back(*, place: Place, version: int) -> Snapshot:
    """Go back to the person's last decision, whoever has answered it since; raises Refused or Stale.

    An answer that came while this was asked for is taken back as well.
    """

    def make(turn: _Turn) -> None:
        log = turn.log
        refusal = asides.no_way_back(log, log.rules.view(log.state, place.seat), place.seats, place.seat)
        if refusal is not None or log.before is None:
            raise Refused(refusal or asides.NOTHING_DONE, snapshot(place, log))
        turn.take_back(place.seat, log.before)

    return _snapshot_after(place, version, make, in_time=was_answered)


def claim(*, place: Place, version: int) -> Snapshot:
    """Play the rest of the hand out at once where every trick of it is proved to be the person's; raises Refused or
    Stale. The proof is the one that the offer was made by, from what the person's seat may know.
    """

    def make(turn: _Turn) -> None:
        rules, state = turn.log.rules, turn.log.state
        plays = rules.claim(rules.view(state, place.seat))
        if not plays:
            raise Refused(NO_CLAIM, snapshot(place, turn.log))
        turn.claim(place.seat, plays)

    return _snapshot_after(place, version, make)


def reply(*, code: str, version: int) -> bool:
    """What computer players do from this version on until somebody else is to act, all in one move; False when
    somebody was quicker or nothing is owed.

    Run twice, or for a version gone by, it changes nothing.
    """
    try:
        seats = seats_at(code)
    except NotSeated:
        return False
    game = seats[0].game
    if (game.version, game.status) != (version, Status.PLAYING):
        return False
    log = logs.read(game)
    if not owing(seats, log.rules.waits_for(log.state)) or log.version != version:
        return False
    replies = choosing.choices(game, seats, log, goes_on=partial(_is_played_by_hand, seats))

    def make(turn: _Turn) -> None:
        for reply in replies:
            turn.add(*reply)

    try:
        _move(game, seats, version, make, seat=None)
    except Stale:
        return False
    return True


def rescue(*, code: str) -> bool:
    """Make a computer player's late action here, because no worker did; True if one was made."""
    overdue = late(Game.objects.filter(code=code))
    version = overdue.values_list("version", flat=True).first()
    try:
        return version is not None and reply(code=code, version=version)
    except WarmingUp:
        return False


def nudge() -> int:
    """Notify every computer player again that is late; how many there were."""
    overdue = late(Game.objects.all()).order_by("bot_due_at")
    games = list(overdue.values_list("code", "version")[:1000])
    for code, version in games:
        enqueue.reply_soon(code, version)
    return len(games)


def new_seal(*, game: Game, number: int) -> Seal:
    """Draw the secret of a hand to come; its commitment may be shown from now on."""
    secret = new_secret()
    return Seal.objects.create(
        game=game,
        number=number,
        server_seed=secret,
        commitment=dealing.commitment(secret),
        algorithm=dealing.ALGORITHM,
    )


def _is_played_by_hand(seats: tuple[Seat, ...]) -> bool:
    """Asked anew where it matters: who changes their mind does so for the next card."""
    people = people_at(seats)
    return bool(people) and any_plays_out(people)


# -- one move, one transaction ----------------------------------------------------------------------


def _snapshot_after(
    place: Place, version: int, make: Callable[[_Turn], None], *, in_time: InTime = was_simultaneous
) -> Snapshot:
    """A lost race is run once more: a secret choice that another seat's choice overtook is still good."""
    for last in (False, True):
        if place.game.status == Status.ABANDONED:
            raise Refused(GIVEN_UP, snapshot(place, logs.read(place.game)))
        try:
            log = _move(place.game, place.seats, version, make, seat=place.seat, in_time=in_time)
        except Refused as refused:
            metrics.REFUSED.labels(place.game.key, refused.refusal.code).inc()
            logger.info("Seat %s at %s was refused (%s).", place.seat, place.code, refused.refusal.code)
            raise
        except Stale as stale:
            place.game.refresh_from_db()
            if last or isinstance(stale, _OutOfDate):
                raise Stale(snapshot(place, _newest(place.game, stale))) from stale
        else:
            break
    return snapshot(place, log)


def _newest(game: Game, stale: Stale) -> logs.Log:
    """The log that somebody was behind of, unless it has grown since; of a lost race nobody has read the new one."""
    if isinstance(stale, _OutOfDate) and stale.log.version == game.version:
        return stale.log
    return logs.read(game)


def _move(
    game: Game,
    seats: tuple[Seat, ...],
    version: int,
    make: Callable[[_Turn], None],
    *,
    seat: int | None,
    in_time: InTime | None = None,
) -> logs.Log:
    """`make` tells the turn what is done; `seat` is the person's, None for a computer player.

    `in_time` says whether it is still good although others have acted since the version at which it was chosen.
    """
    with transaction.atomic():
        turns.begin(game=game, seat=seat)
        then, log, since = logs.read_since(game, version)
        if log.version != version and not (seat is not None and in_time and in_time(then, log, since, seat)):
            raise _OutOfDate(log)
        turn = _Turn(game, seats, log)
        make(turn)
        if turn.log.fresh[-1].source not in logs.ASIDES:
            # A computer player has searched before.
            is_search = seat is not None and turn.has_won_trick
            with thinking.unhurried(settings.THINKING_STEP * SEARCHING if is_search else 0):
                turn.settle()
        turn.commit()
        logs.keep(game, turn.log)
    metrics.moved(game.key, ((line.source, line.events) for line in turn.log.fresh))
    return replace(turn.log, fresh=())


def _advice(place: Place, log: logs.Log) -> Action:
    """The advice, judged like an action; raises Refused where the adviser fails."""
    try:
        shown = thinking.advised(place.game, place.seat, log)
        log.rules.apply(log.state, place.seat, shown)
    except WarmingUp as error:
        raise Refused(NO_HINT, snapshot(place, log)) from error
    except Exception as error:  # a computer player's fault of any kind must not break the table
        logger.exception("No advice at %s, version %s.", place.code, log.version)
        raise Refused(NO_HINT, snapshot(place, log)) from error
    return shown
