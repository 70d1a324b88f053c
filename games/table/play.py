"""Services that make a move (`move`): an action, a deal, a hint, an undo, a claim, or the computer players' replies.

Computer players choose their actions before the move's transaction begins. At a table of several people they pause
while all people are away (`pause_if_deserted`), and go on after the next heartbeat (`give_sign`).
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.utils import timezone

from games import enqueue
from games.engine.actions import Action, Refusal
from games.engine.state import HandEnded
from games.evaluation.decisions import Advice, advice_action
from games.registry import ruleset
from games.snapshot import Snapshot, Status
from games.table import logs, presence, seeds, tables, thinking
from games.table.models import Entry, Game, Seat
from games.table.move import (
    MoveInProgress,
    Refused,
    Stale,
    is_played_by_hand,
    make_move,
    snapshot_after,
    was_answered,
    was_out_of_turn,
    was_simultaneous,
)
from games.table.players import WarmingUp
from games.table.tables import NotSeated, Place, owing, seats_at, snapshot, with_late_bots

#: Reasons for which the table refuses an action in any game. The rules of each game have further reasons.
NO_DEAL = Refusal("NO_DEAL")
NO_HINT = Refusal("NO_HINT")
WARMING_UP = Refusal("WARMING_UP")
STOOD_IN = Refusal("STOOD_IN")
HAS_LEFT = Refusal("HAS_LEFT")
NO_CLAIM = Refusal("NO_CLAIM")
LONG_ENOUGH = Refusal("LONG_ENOUGH")
HANDS_ENOUGH = Refusal("HANDS_ENOUGH")
#: Upper bound on actions in a hand: a page that shows the hand replays it, and the cost of an action grows with the
#: number of actions before it. A hand of Spades or Bid Whist has about 60. Only a duel without a round limit can reach
#: the bound.
MOST_IN_A_HAND: Final = 2_000
#: Upper bound on hands in a game: listing or replaying a game takes about 0.5 ms per hand. Most games have about ten.
MOST_HANDS: Final = 200
#: Upper bound on bot and dealer actions after one player's action.
ANSWERS: Final = 10
#: Time without a heartbeat after which the next heartbeat queues the computer players' reply again. Shorter than
#: `AWAY_AFTER`, because the heartbeat may come while another process is pausing the table.
_QUIET_AFTER: Final = presence.SIGN_EVERY + timedelta(seconds=6)

logger = logging.getLogger(__name__)


def submit(*, place: Place, action: Action, version: int, skips_blind: bool = False) -> Snapshot:
    """Make a person's action and return the table after it. Raises Refused or Stale, both with the table now.

    An action from a page at an older version is stale, unless `was_simultaneous` or `was_out_of_turn` accepts it.
    `skips_blind`: store that this player wants no further offer of a blind nil in this game.
    """

    def make(move: MoveInProgress) -> None:
        is_there(place, move.log)
        refusal = move.log.rules.refusal(move.log.state, place.seat, action) or _too_long(move.log, place.seat, action)
        if refusal is not None:
            raise Refused(refusal, snapshot(place, move.log))
        move.add(place.seat, action, Entry.Source.PERSON)

    is_call = action in ruleset(place.game.key).out_of_turn
    shown = snapshot_after(place, version, make, in_time=was_out_of_turn if is_call else was_simultaneous)
    if skips_blind:
        Seat.objects.filter(pk=place.seats[place.seat].pk).update(skips_blind=True)
    return replace(shown, is_followed=shown.computer_acts)


def deal(*, place: Place, seed: str, version: int) -> Snapshot:
    """Deal the next hand with the player's seed; an empty seed is replaced by a random one. Raises Refused or Stale.

    The cards are drawn from the seal whose commitment the person has seen. The same move seals the following hand. With
    several people, only stores the seed while others have yet to give theirs and the wait has not timed out.
    """
    if not place.is_alone:
        log = logs.read(place.game)
        is_there(place, log)
        is_in_time = (place.game.status, log.version) == (Status.PLAYING, version) and log.waits_for_deal
        if is_in_time and not seeds.give_seed(
            game=place.game, seats=place.seats, seat=place.seat, seed=seed, absent=log.absent
        ):
            return snapshot(place, log)

    def make(move: MoveInProgress) -> None:
        if not move.log.waits_for_deal:
            raise Refused(NO_DEAL, snapshot(place, move.log))
        if move.log.state.number >= MOST_HANDS:
            raise Refused(HANDS_ENOUGH, snapshot(place, move.log))
        seal = place.game.seals.get(number=move.log.state.number + 1)
        seal.player_seed = seeds.player_seed(seats=place.seats, seal=seal, given=seed)
        move.dealer_acts(seal)
        move.seal_next = True

    return snapshot_after(place, version, make)


def hint(*, place: Place, version: int) -> Snapshot:
    """Log and show a hint based on the strongest computer player's choice. Raises Refused or Stale.

    Idempotent until the person acts: the same hint is shown and counted once.
    """
    then, log, since = logs.read_since(place.game, version)
    now = snapshot(place, log)
    if log.version != version and not was_simultaneous(then, log, since, place.seat):
        raise Stale(now)
    if log.hint is not None:
        return now
    if not now.may_ask:
        raise Refused(NO_HINT, now)
    advice = advice_action(_advice(place, log))

    def make(move: MoveInProgress) -> None:
        move.log = move.log.hinted(place.seat, advice, move.at)

    return snapshot_after(place, version, make)


def take_back(*, place: Place, version: int, is_agreed: bool = False) -> Snapshot:
    """Undo the person's last decision and all replies to it. Raises Refused or Stale.

    With other people at the table the undo requires `is_agreed`. A computer player's reply that was stored after the
    page was rendered is undone, too.
    """

    def make(move: MoveInProgress) -> None:
        log = move.log
        refusal = tables.no_way_back(log, log.rules.view(log.state, place.seat), place.seats, place.seat)
        if refusal is not None or log.previous is None or not (is_agreed or place.is_alone):
            raise Refused(refusal or tables.NOTHING_DONE, snapshot(place, log))
        move.log = log.took_back(place.seat, Action(logs.BACK, log.previous.version + 1), move.at)

    return snapshot_after(place, version, make, in_time=was_answered)


def claim(*, place: Place, version: int) -> Snapshot:
    """Play out the rest of the hand if the person provably wins every remaining trick. Raises Refused or Stale.

    The same proof, from the seat's own view alone, decides whether the page offers the claim.
    """

    def make(move: MoveInProgress) -> None:
        rules, state = move.log.rules, move.log.state
        plays = rules.claim(rules.view(state, place.seat))
        if not plays or place.seat in move.log.absent:
            raise Refused(NO_CLAIM, snapshot(place, move.log))
        move.play_out(place.seat, plays)

    return snapshot_after(place, version, make)


def reply(*, code: str, version: int) -> bool:
    """Make the actions that computer players owe at `version`, in one move (`thinking.choices`).

    Return False and make none if the race is lost, no action is owed, or the table is deserted. Idempotent: a repeated
    call, or a call with an old version, makes no action. Raises WarmingUp.
    """
    try:
        seats = seats_at(code)
    except NotSeated:
        return False
    game = seats[0].game
    if (game.version, game.status) != (version, Status.PLAYING) or pause_if_deserted(seats=seats):
        return False
    log = logs.read(game)
    if not owing(seats, log) or log.version != version:
        return False
    replies = thinking.choices(game, seats, log, goes_on=partial(is_played_by_hand, seats))

    def make(move: MoveInProgress) -> None:
        for reply in replies:
            move.add(*reply)

    try:
        make_move(game, seats, version, make, seat=None)
    except Stale:
        return False
    return True


def rescue(*, code: str) -> bool:
    """Make the late actions of computer players in this process instead of a worker; return whether any were made."""
    overdue = with_late_bots(Game.objects.filter(code=code))
    version = overdue.values_list("version", flat=True).first()
    try:
        return version is not None and reply(code=code, version=version)
    except WarmingUp:
        return False


def nudge() -> int:
    """Queue the replies of late computer players again, in at most 1,000 games; return the number of games."""
    overdue = with_late_bots(Game.objects.all()).order_by("bot_due_at")
    games = list(overdue.values_list("code", "version")[:1000])
    for code, version in games:
        enqueue.reply_soon(code, version)
    return len(games)


def is_there(place: Place, log: logs.Log) -> None:
    """Raise Refused if the person left or has a stand-in."""
    if place.seat in log.absent:
        raise Refused(STOOD_IN if place.seat in log.stand_ins else HAS_LEFT, snapshot(place, log))


def pause_if_deserted(*, seats: Sequence[Seat]) -> bool:
    """Return whether the table is deserted; if so, clear `bot_due_at`."""
    game = seats[0].game
    if not presence.is_deserted(game=game, seats=seats):
        return False
    if game.bot_due_at is not None:
        # Compare-and-set on `bot_due_at`: a player who returns in the meantime wins.
        Game.objects.filter(pk=game.pk, version=game.version, bot_due_at=game.bot_due_at).update(bot_due_at=None)
    return True


def give_sign(*, place: Place) -> None:
    """Store a heartbeat of the person. If the table was deserted, also queue the computer players' reply on commit."""
    if place.has_left or not presence.is_deserted(game=place.game, seats=place.seats, idle_time=_QUIET_AFTER):
        presence.mark_seen(game=place.game, seats=place.seats, seat=place.seat)
        return
    log = logs.read(place.game)
    with transaction.atomic():  # lock the game before the seat, the usual order
        if owing(place.seats, log):
            rows = Game.objects.filter(pk=place.game.pk, version=log.version, status=Status.PLAYING)
            place.game.bot_due_at = timezone.now()
            rows.update(bot_due_at=place.game.bot_due_at)
            code, version = place.code, log.version
            transaction.on_commit(lambda: enqueue.reply_soon(code, version), robust=True)
        presence.mark_seen(game=place.game, seats=place.seats, seat=place.seat)


def _too_long(log: logs.Log, seat: int, action: Action) -> Refusal | None:
    """Return a refusal if the hand is within `ANSWERS` of `MOST_IN_A_HAND` actions and this one does not end it."""
    if len(log.actions) < MOST_IN_A_HAND - ANSWERS:
        return None
    events = log.rules.apply(log.state, seat, action).events
    return None if any(isinstance(event, HandEnded) for event in events) else LONG_ENOUGH


def _advice(place: Place, log: logs.Log) -> Advice:
    """Return advice that the rules accept. Raises Refused if the computer player fails or is being compiled."""
    try:
        shown = thinking.advice(place.game, place.seat, log)
        log.rules.apply(log.state, place.seat, shown.action)
    except WarmingUp as error:
        raise Refused(WARMING_UP, snapshot(place, log)) from error
    except Exception as error:  # no bug in a computer player may break the table
        logger.exception("No advice at %s, version %s.", place.code, log.version)
        raise Refused(NO_HINT, snapshot(place, log)) from error
    return shown
