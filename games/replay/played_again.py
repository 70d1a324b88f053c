"""Practice games: a hand that is over, played again from its deal or from one of the person's decisions.

A practice game begins with a copy of the original game's log up to that point, so that it has the same scores and
dealer. It draws from the same seeds and ends after that hand. Statistics do not count practice games.
"""

from collections.abc import Sequence
from functools import partial

from django.db import transaction
from django.utils import timezone

from accounts.people import Person, hold
from games import enqueue
from games.dealing import ALGORITHM
from games.engine.actions import read_action
from games.engine.ruleset import LAST
from games.engine.state import DEALER
from games.registry import levels, ruleset
from games.snapshot import NotThere, Snapshot, Status
from games.table import logs, opening, seeds, store, tables
from games.table.models import DealtBy, Entry, Game, Seal, Seat, new_secret
from games.table.move import turned_up
from games.table.opening import clockwise_from, seating_again, seats_of_game
from games.table.tables import Place, owing, seats_of, snapshot


class NotPlayedAgain(NotThere):
    """There is no such hand or decision, or it may not be played again; responses do not tell which."""


def begin(*, place: Place, number: int, step: int) -> str:
    """Open a practice game from a step of a hand and return its code. Raises NotPlayedAgain or TooManyGames.

    Step 0 is the deal. Any other step must come just before a decision of the person, or be the one where this practice
    game began. If a practice game from the same point exists in which the person has not acted yet, it is reused.
    """
    if not tables.may_play_again(place.game, place.person):
        raise NotPlayedAgain
    begun = _standing(place, number, step)
    seals = [seal for seal in place.game.seals.order_by("number") if seal.number <= number]
    if [seal.number for seal in seals if seal.algorithm == ALGORITHM] != list(range(1, number + 1)):
        raise NotPlayedAgain
    game, seats, log = _position(place, number, begun)
    with transaction.atomic():
        hold(place.person)  # without the lock, two parallel requests would each open a game
        code = _untouched(place.person, game)
        if code is not None:
            return code
        opening.check_room_for_another(place.person)
        _write(game, seats, log, seals)
    return game.code


def once_more(*, place: Place) -> str:
    """Open a practice game from the point where this one began, and return its code. Raises as `begin` does."""
    begun = tables.played_again(place.game, place.seat, logs.read(place.game))
    if begun is None:
        raise NotPlayedAgain
    return begin(place=place, number=begun.number, step=begun.step)


def lay_open(*, place: Place, is_open: bool) -> Snapshot:
    """Show all hands at this practice table, or hide them. Raises NotPlayedAgain for any other game."""
    if not place.game.is_practice or not place.is_alone:
        raise NotPlayedAgain
    place.game.lies_open = is_open
    place.game.save(update_fields=["lies_open"])
    return snapshot(place, logs.read(place.game))


def _standing(place: Place, number: int, step: int) -> list[Entry]:
    """Return the actions up to `step` that were not undone. Raises NotPlayedAgain if practice may not begin there."""
    entries = logs.standing_entries(place.game.entries.order_by("ordinal"))
    of_hand = [entry for entry in entries if entry.hand == number]
    is_over = place.game.status != Status.PLAYING or any(one.number == number for one in logs.read(place.game).hands)
    if number < 1 or not 0 <= step < len(of_hand) or not is_over:
        raise NotPlayedAgain
    last, following = of_hand[step], of_hand[step + 1 : step + 2]
    has_decision = any(one.seat == place.seat and one.source == Entry.Source.PERSON for one in following)
    if step and not has_decision and last.ordinal != place.game.begun_with:  # practice may begin again where it began
        raise NotPlayedAgain
    return [entry for entry in entries if entry.ordinal <= last.ordinal]


def _position(place: Place, number: int, begun: Sequence[Entry]) -> tuple[Game, list[Seat], logs.Log]:
    """Return the new game, its seats and its log, none of it stored."""
    source, now = place.game, timezone.now()
    is_of_origin = source.origin is not None and len(begun) <= source.begun_with
    game = Game(
        key=source.key,
        options=source.options,
        carried={**source.carried, LAST: number},
        rules_version=ruleset(source.key).version,
        # With the same secret, practice would reveal in advance how the computer players of a running game choose.
        secret=new_secret() if source.status == Status.PLAYING else source.secret,
        board=source.board,
        origin=source.origin if is_of_origin else source,
        begun_with=len(begun),
        is_counted=False,
        started_at=now,
        moved_at=now,
    )
    others = seating_again(key=game.key, seats=place.seats, own=place.seat, level=levels(game.key)[-1])
    seats = seats_of_game(game=game, sitting=clockwise_from(place.person, others, seat=place.seat))
    log = logs.new_log(game)
    for entry in begun:
        action = logs.begun_with(read_action(entry.action), game.carried)
        log = log.with_action(entry.seat, action, entry.source, now)
    log = turned_up(log, seats, now)
    game.version, game.number, game.scores = log.version, log.state.number, store.scores(log)
    game.bot_due_at = now if owing(seats, log) else None
    return game, seats, log


def _untouched(person: Person, wanted: Game) -> str | None:
    """Return the code of the person's practice game from the same point that is untouched so far; None without one."""
    alike = seats_of(person).filter(
        game__origin=wanted.origin, game__begun_with=wanted.begun_with, game__number=wanted.number
    )
    return next(iter(opening.untouched(Game.objects.filter(seats__in=alike))), None)


def _write(game: Game, seats: Sequence[Seat], log: logs.Log, seals: Sequence[Seal]) -> None:
    game.save(force_insert=True)
    Seat.objects.bulk_create(seats)
    store.write_whole(game, log)
    Seal.objects.bulk_create(_sealed_again(game, log, seal) for seal in seals)
    seeds.new_seal(game=game, number=game.number + 1)  # for a new deal if the hand is void
    logs.keep(game, log)
    if game.bot_due_at is not None:
        transaction.on_commit(partial(enqueue.reply_soon, game.code, game.version), robust=True)


def _sealed_again(game: Game, log: logs.Log, seal: Seal) -> Seal:
    """Copy the seal for the new game. For the practice hand, `events` counts the dealer's copied actions."""
    events = seal.events
    if seal.number == game.number:
        acts = [line for line in log.fresh if line.seat == DEALER]
        events = sum(line.hand == seal.number or (seal.number == 1 and line.hand == 0) for line in acts)
    return Seal(
        game=game,
        number=seal.number,
        server_seed=bytes(seal.server_seed),
        commitment=seal.commitment,
        player_seed=seal.player_seed,
        algorithm=seal.algorithm,
        events=events,
        dealt_by=DealtBy.POSITION,
        opens_at=seal.opens_at,
    )
