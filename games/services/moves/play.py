"""What people and computer players do at a table: the one path of every action, to a move (`move`).

Thinking happens here, before the transaction of its move begins.
"""

import logging
from dataclasses import replace
from functools import partial
from typing import Final

from games import enqueue
from games.engine.actions import Action, Refusal
from games.engine.state import HandEnded
from games.models import Entry, Game, Seat
from games.registry import ruleset
from games.review.advising import Advice
from games.services.log import asides, logs
from games.services.log.stale_writes import was_answered, was_out_of_turn, was_simultaneous
from games.services.moves import choosing, thinking
from games.services.moves.move import Refused, Stale, Turn, is_played_by_hand, make_move, snapshot_after
from games.services.moves.players import WarmingUp
from games.services.table import resting, seeds
from games.services.table.tables import NotSeated, Place, late, owing, seats_at, snapshot
from games.snapshot import Snapshot, Status

__all__ = ["Refused", "Stale", "claim", "deal", "hint", "nudge", "reply", "rescue", "submit", "take_back"]

#: What the table refuses, whatever the game.
NO_DEAL = Refusal("NO_DEAL")
NO_HINT = Refusal("NO_HINT")
WARMING_UP = Refusal("WARMING_UP")
STOOD_IN = Refusal("STOOD_IN")
HAS_LEFT = Refusal("HAS_LEFT")
NO_CLAIM = Refusal("NO_CLAIM")
LONG_ENOUGH = Refusal("LONG_ENOUGH")
HANDS_ENOUGH = Refusal("HANDS_ENOUGH")
#: Actions of one hand. It is replayed from its deal for every page that shows it, and what an action costs grows with
#: those before it. A hand of Spades or Bid Whist has about 60; only a duel without a limit of rounds comes to so many.
MOST_IN_A_HAND: Final = 2_000
#: Hands of one game. What lists or replays a whole game costs about half a millisecond a hand. Most games have ten.
MOST_HANDS: Final = 200
#: So many may follow the last one of a person: answers, and what the dealer does.
ANSWERS: Final = 10

logger = logging.getLogger(__name__)


def submit(*, place: Place, action: Action, version: int, skips_blind: bool = False) -> Snapshot:
    """Make a person's action; raises Refused or Stale, both with the table as it is.

    A secret, simultaneous choice is not stale because another seat has chosen since, nor a call out of turn because
    a turn has passed. `skips_blind`: no further hand of this game asks the person for a blind nil.
    """

    def make(turn: Turn) -> None:
        is_there(place, turn.log)
        refusal = turn.log.rules.refusal(turn.log.state, place.seat, action) or _too_long(turn.log, place.seat, action)
        if refusal is not None:
            raise Refused(refusal, snapshot(place, turn.log))
        turn.add(place.seat, action, Entry.Source.PERSON)

    is_call = action in ruleset(place.game.key).out_of_turn
    shown = snapshot_after(place, version, make, in_time=was_out_of_turn if is_call else was_simultaneous)
    if skips_blind:
        Seat.objects.filter(pk=place.seats[place.seat].pk).update(skips_blind=True)
    return replace(shown, is_followed=shown.computer_acts)


def deal(*, place: Place, seed: str, version: int) -> Snapshot:
    """The next hand with the player's seed (an empty one is drawn here); raises Refused or Stale.

    It is dealt from the seal whose commitment the person has seen; the hand after it is sealed at once. Where several
    people sit it is dealt once each has given a seed, or has been waited for.
    """
    if not place.is_alone:
        log = logs.read(place.game)
        is_there(place, log)
        is_in_time = (place.game.status, log.version) == (Status.PLAYING, version) and log.waits_for_deal
        if is_in_time and not seeds.give(
            game=place.game, seats=place.seats, seat=place.seat, seed=seed, but=log.absent
        ):
            return snapshot(place, log)

    def make(turn: Turn) -> None:
        if not turn.log.waits_for_deal:
            raise Refused(NO_DEAL, snapshot(place, turn.log))
        if turn.log.state.number >= MOST_HANDS:
            raise Refused(HANDS_ENOUGH, snapshot(place, turn.log))
        seal = place.game.seals.get(number=turn.log.state.number + 1)
        seal.player_seed = seeds.player_seed(seats=place.seats, seal=seal, given=seed)
        turn.dealer_acts(seal)
        turn.seal_next = True

    return snapshot_after(place, version, make)


def hint(*, place: Place, version: int) -> Snapshot:
    """Show the person what the strongest computer player would do, and why; raises Refused or Stale.

    Asked again before the person has acted, the same hint stands and is counted once.
    """
    then, log, since = logs.read_since(place.game, version)
    now = snapshot(place, log)
    if log.version != version and not was_simultaneous(then, log, since, place.seat):
        raise Stale(now)
    if log.hint is not None:
        return now
    if not now.may_ask:
        raise Refused(NO_HINT, now)
    shown = _advice(place, log)

    return snapshot_after(place, version, lambda turn: turn.hint(place.seat, shown))


def take_back(*, place: Place, version: int, is_agreed: bool = False) -> Snapshot:
    """Go back to the person's last decision, whoever has answered it since; raises Refused or Stale. With other people
    at the table only if they have agreed.

    An answer that came while this was asked for is taken back as well.
    """

    def make(turn: Turn) -> None:
        log = turn.log
        refusal = asides.no_way_back(log, log.rules.view(log.state, place.seat), place.seats, place.seat)
        if refusal is not None or log.before is None or not (is_agreed or place.is_alone):
            raise Refused(refusal or asides.NOTHING_DONE, snapshot(place, log))
        turn.take_back(place.seat, log.before)

    return snapshot_after(place, version, make, in_time=was_answered)


def claim(*, place: Place, version: int) -> Snapshot:
    """Play the rest of the hand out at once where every trick of it is proved to be the person's; raises Refused or
    Stale. The proof is the one that the offer was made by, from what the person's seat may know.
    """

    def make(turn: Turn) -> None:
        rules, state = turn.log.rules, turn.log.state
        plays = rules.claim(rules.view(state, place.seat))
        if not plays or place.seat in turn.log.absent:
            raise Refused(NO_CLAIM, snapshot(place, turn.log))
        turn.claim(place.seat, plays)

    return snapshot_after(place, version, make)


def reply(*, code: str, version: int) -> bool:
    """What computer players do from this version on until somebody else is to act, all in one move; False when
    somebody was quicker, nothing is owed, or the table rests.

    Run twice, or for a version gone by, it changes nothing.
    """
    try:
        seats = seats_at(code)
    except NotSeated:
        return False
    game = seats[0].game
    if (game.version, game.status) != (version, Status.PLAYING) or resting.rest(seats=seats):
        return False
    log = logs.read(game)
    if not owing(seats, log) or log.version != version:
        return False
    replies = choosing.choices(game, seats, log, goes_on=partial(is_played_by_hand, seats))

    def make(turn: Turn) -> None:
        for reply in replies:
            turn.add(*reply)

    try:
        make_move(game, seats, version, make, seat=None)
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


def is_there(place: Place, log: logs.Log) -> None:
    """Raises Refused for a person in whose place another acts, or nobody until they are back."""
    if place.seat in log.absent:
        raise Refused(STOOD_IN if place.seat in log.stand_ins else HAS_LEFT, snapshot(place, log))


def _too_long(log: logs.Log, seat: int, action: Action) -> Refusal | None:
    """Whether the hand is as long as its record may be; then only what ends it is taken."""
    if len(log.said) < MOST_IN_A_HAND - ANSWERS:
        return None
    events = log.rules.apply(log.state, seat, action).events
    return None if any(isinstance(event, HandEnded) for event in events) else LONG_ENOUGH


def _advice(place: Place, log: logs.Log) -> Advice:
    """The advice, judged like an action; raises Refused where the adviser fails or is being compiled."""
    try:
        shown = thinking.advised(place.game, place.seat, log)
        log.rules.apply(log.state, place.seat, shown.action)
    except WarmingUp as error:
        raise Refused(WARMING_UP, snapshot(place, log)) from error
    except Exception as error:  # a computer player's fault of any kind must not break the table
        logger.exception("No advice at %s, version %s.", place.code, log.version)
        raise Refused(NO_HINT, snapshot(place, log)) from error
    return shown
