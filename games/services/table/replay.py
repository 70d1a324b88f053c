"""Past hands, replayed from the log. What is still played is nobody's to see: such a hand does not exist here."""

from collections import Counter

from games.company import Seating
from games.engine.notation import read_action
from games.engine.state import State
from games.models import Entry, Game
from games.services.log import logs, seals
from games.services.table.tables import NoSuchHand, Place, seated
from games.snapshot import ANNULLED, PlayedGame, Replay, ReplayStep, Status


def game_of(place: Place, *, is_own: bool = True, hides_names: bool = False) -> PlayedGame:
    """The game by its hands. An onlooker (`is_own` false) is told of nobody as "you"."""
    return as_played(place, logs.read(place.game), is_own=is_own, hides_names=hides_names)


def hand_of(place: Place, *, number: int, step: int | None, is_own: bool = True, hides_names: bool = False) -> Replay:
    """That hand at that step (None: as dealt), the nearest there is; raises NoSuchHand."""
    log = logs.opened(place.game)
    states: list[State] = []
    steps: list[ReplayStep] = []
    seatings: list[tuple[int, Seating]] = []
    entries = list(place.game.entries.order_by("ordinal"))
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
    if number not in game.numbers:
        raise NoSuchHand(number)
    return Replay(
        game=game,
        number=number,
        step=max(0, min(step or 0, len(steps))),
        views=tuple(log.rules.opened(state, place.seat) for state in states),
        steps=tuple(steps),
        hand=next((hand for hand in log.hands if hand.number == number), None),
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
    """The same for a log already at hand."""
    game = place.game
    return PlayedGame(
        key=game.key,
        status=Status(game.status),
        near=place.seat,
        own=place.seat if is_own else None,
        seated=seated(place, hides_names=hides_names),
        hands=log.hands,
        numbers=_numbers(game, log),
        view=log.rules.view(log.state, place.seat if is_own else None),
        result=log.rules.result(log.state),
        is_practice=game.is_practice,
        left=tuple(seat.number for seat in place.seats if seat.left_at),
        is_annulled=game.why == ANNULLED,
    )


def _numbers(game: Game, log: logs.Log) -> tuple[int, ...]:
    numbers = tuple(hand.number for hand in log.hands)
    was_cut_short = game.status == Status.ABANDONED and log.dealt is not None and log.dealt.number not in numbers
    return (*numbers, log.state.number) if was_cut_short else numbers
