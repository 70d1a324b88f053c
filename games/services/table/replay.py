"""Past hands, replayed from the log. What is still played is nobody's to see: such a hand does not exist here."""

from collections import Counter
from dataclasses import replace
from typing import Final

from django.db.models import Q

from games.company import Seating
from games.engine.notation import read_action
from games.engine.state import State
from games.models import Entry, Game
from games.services.log import logs, seals
from games.services.table.tables import NoSuchHand, Place, seated
from games.snapshot import ANNULLED, PlayedGame, Replay, ReplayStep, Status

#: Hands on one page of a past game.
HANDS_A_PAGE: Final = 50


def game_of(place: Place, *, page: int | None = None, is_own: bool = True, hides_names: bool = False) -> PlayedGame:
    """The game with the hands of one page (1 and up; the last one for any later), or with all (None). For a reader
    without a seat (`is_own` false) no player is "you".
    """
    numbers = numbers_of(place.game)
    pages = max(1, -(-len(numbers) // HANDS_A_PAGE)) if page is not None else 1
    page = min(max(page or 1, 1), pages)
    shown = numbers[(page - 1) * HANDS_A_PAGE : page * HANDS_A_PAGE] if pages > 1 else numbers
    log = logs.end_of_hand(place.game, numbers[-1]) if numbers else logs.read(place.game)
    game = as_played(place, log, is_own=is_own, hides_names=hides_names)
    hands = logs.played_hands(place.game, shown)
    return replace(game, hands=hands, numbers=shown, page=page, pages=pages)


def hand_of(place: Place, *, number: int, step: int | None, is_own: bool = True, hides_names: bool = False) -> Replay:
    """That hand at the step nearest to `step` (None: as dealt), with the hands before and after it among `numbers`.
    Raises NoSuchHand while it is played. The other hands of the game are not replayed.
    """
    numbers = numbers_of(place.game)
    if number not in numbers:
        raise NoSuchHand(number)
    log, entries = logs.of_hand(place.game, number)
    states: list[State] = []
    steps: list[ReplayStep] = []
    seatings = [(line.seat, Seating(line.action.verb)) for line in log.lines]
    people = {seat.number for seat in place.seats if not seat.level}
    stand = {entry.ordinal for entry in logs.standing(entries) if entry.hand == number}
    for entry in entries:
        log = log.follow(entry)
        if entry.source == Entry.Source.SEATING:
            seatings.append((entry.seat, Seating(read_action(entry.action).verb)))
        if entry.ordinal not in stand:
            continue
        states.append(log.state)
        if len(states) > 1:
            _, action = log.said[-1]
            by_table, by_person = (entry.source == one for one in (Entry.Source.TABLE, Entry.Source.PERSON))
            by_stand_in = logs.is_stand_ins(entry, people)
            sources = by_table, entry.ordinal, by_stand_in, by_person
            steps.append(ReplayStep(entry.seat, action, *sources, tuple(seatings)))
            seatings.clear()
    game = as_played(place, log, is_own=is_own, hides_names=hides_names)
    return Replay(
        game=replace(game, numbers=numbers),
        number=number,
        step=max(0, min(step or 0, len(steps))),
        views=tuple(log.rules.opened(state, place.seat) for state in states),
        steps=tuple(steps),
        hand=next(iter(log.hands), None),
        seal=seals.revealed(place.game, number),
    )


def steps_of(place: Place) -> dict[int, int]:
    """By ordinal the moment before each action, as a step in the replay of its hand."""
    found: dict[int, int] = {}
    before = Counter[int]()
    for entry in logs.standing(place.game.entries.order_by("ordinal")):
        found[entry.ordinal] = before[entry.hand] - 1  # a hand is shown from its first entry on
        before[entry.hand] += 1
    return found


def as_played(place: Place, log: logs.Log, *, is_own: bool, hides_names: bool = False) -> PlayedGame:
    """The game at the end of `log`, with the hands that the log holds."""
    game = place.game
    return PlayedGame(
        key=game.key,
        status=Status(game.status),
        near=place.seat,
        own=place.seat if is_own else None,
        seated=seated(place, hides_names=hides_names),
        hands=log.hands,
        numbers=_played_in(game, log),
        view=log.rules.view(log.state, place.seat if is_own else None),
        result=log.rules.result(log.state),
        is_practice=game.is_practice,
        left=tuple(seat.number for seat in place.seats if seat.left_at),
        is_annulled=game.why == ANNULLED,
    )


def _played_in(game: Game, log: logs.Log) -> tuple[int, ...]:
    """The hands of the log that may be replayed, with the one in which the game was given up."""
    numbers = tuple(hand.number for hand in log.hands)
    was_cut_short = game.status == Status.ABANDONED and log.dealt is not None and log.dealt.number not in numbers
    return (*numbers, log.state.number) if was_cut_short else numbers


def numbers_of(game: Game) -> tuple[int, ...]:
    """The hands that may be replayed: those that are over, and the one in which the game was given up."""
    over = Q(ended_at__isnull=False)
    hands = game.hands.all() if game.status == Status.ABANDONED else game.hands.filter(over)
    return tuple(hands.order_by("number").values_list("number", flat=True))
