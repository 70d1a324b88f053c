"""Past games and hands, replayed from the log for pages and reviews."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from django.db.models import Q

from games.company import Seating
from games.engine.notation import read_action
from games.engine.state import State
from games.evaluation.decisions import DecidedBy, LoggedAction
from games.evaluation.hand import Finished, finished
from games.registry import bot, levels, ruleset
from games.snapshot import ANNULLED, PlayedGame, Replay, ReplayStep, Status
from games.table import logs, seeds
from games.table.models import Entry, Game, Seat
from games.table.tables import NoSuchHand, Place, seated

#: Hands on one page of a past game.
HANDS_A_PAGE: Final = 50
_BY: Final[Mapping[str, DecidedBy]] = {
    Entry.Source.TABLE: DecidedBy.TABLE,
    Entry.Source.FALLBACK: DecidedBy.OTHER,
    Entry.Source.FACE_UP: DecidedBy.OTHER,
}


def game_of(place: Place, *, page: int | None = None, is_own: bool = True, hides_names: bool = False) -> PlayedGame:
    """Return the game with the hands of one page; `page` is clamped to the pages there are, None means all hands.

    `is_own=False` is for readers without a seat: then no player is "you".
    """
    numbers = numbers_of(place.game)
    pages = max(1, -(-len(numbers) // HANDS_A_PAGE)) if page is not None else 1
    page = min(max(page or 1, 1), pages)
    shown = numbers[(page - 1) * HANDS_A_PAGE : page * HANDS_A_PAGE] if pages > 1 else numbers
    log = logs.end_of_hand(place.game, numbers[-1]) if numbers else logs.read(place.game)
    game = as_played(place, log, shown, is_own=is_own, hides_names=hides_names)
    return replace(game, hands=logs.played_hands(place.game, shown), page=page, pages=pages)


def hand_of(place: Place, *, number: int, step: int | None, is_own: bool = True, hides_names: bool = False) -> Replay:
    """Return the replay of a hand at `step`, clamped to the hand's steps; None means as dealt.

    Does not replay the game's other hands. Raises NoSuchHand for a hand in play, as if it did not exist.
    """
    numbers = numbers_of(place.game)
    if number not in numbers:
        raise NoSuchHand(number)
    log, entries = logs.of_hand(place.game, number)
    states: list[State] = []
    steps: list[ReplayStep] = []
    seatings = [(line.seat, Seating(line.action.verb)) for line in log.lines]
    people = {seat.number for seat in place.seats if not seat.level}
    stand = {entry.ordinal for entry in logs.standing_entries(entries) if entry.hand == number}
    for entry in entries:
        log = log.follow(entry)
        if entry.source == Entry.Source.SEATING:
            seatings.append((entry.seat, Seating(read_action(entry.action).verb)))
        if entry.ordinal not in stand:
            continue
        states.append(log.state)
        if len(states) > 1:
            _, action = log.actions[-1]
            by_table, by_person = (entry.source == one for one in (Entry.Source.TABLE, Entry.Source.PERSON))
            by_stand_in = logs.is_stand_ins(entry, people)
            sources = by_table, entry.ordinal, by_stand_in, by_person
            steps.append(ReplayStep(entry.seat, action, *sources, tuple(seatings)))
            seatings.clear()
    return Replay(
        game=as_played(place, log, numbers, is_own=is_own, hides_names=hides_names),
        number=number,
        step=max(0, min(step or 0, len(steps))),
        views=tuple(log.rules.opened(state, place.seat) for state in states),
        steps=tuple(steps),
        hand=next(iter(log.hands), None),
        seal=seeds.revealed(place.game, number),
    )


def steps_of(place: Place) -> dict[int, int]:
    """Map each action's ordinal to the step just before it in the replay of its hand."""
    found: dict[int, int] = {}
    before = Counter[int]()
    for entry in logs.standing_entries(place.game.entries.order_by("ordinal")):
        found[entry.ordinal] = before[entry.hand] - 1  # step 0 is the hand after its first entry
        before[entry.hand] += 1
    return found


def as_played(
    place: Place, log: logs.Log, numbers: tuple[int, ...] = (), *, is_own: bool, hides_names: bool = False
) -> PlayedGame:
    """Return the game as it is after `log`, with the hands of the log. `numbers`: the hands that may be replayed."""
    game = place.game
    return PlayedGame(
        key=game.key,
        status=Status(game.status),
        near=place.seat,
        own=place.seat if is_own else None,
        seated=seated(place, hides_names=hides_names),
        hands=log.hands,
        numbers=numbers,
        view=log.rules.view(log.state, place.seat if is_own else None),
        result=log.rules.result(log.state),
        is_practice=game.is_practice,
        left=tuple(seat.number for seat in place.seats if seat.left_at),
        is_annulled=game.why == ANNULLED,
    )


def numbers_of(game: Game) -> tuple[int, ...]:
    """Return the numbers of hands that may be replayed: finished hands, and the hand in which a player gave up."""
    over = Q(ended_at__isnull=False)
    hands = game.hands.all() if game.status == Status.ABANDONED else game.hands.filter(over)
    return tuple(hands.order_by("number").values_list("number", flat=True))


def by_computer(place: Place, *, number: int) -> Mapping[int, bool]:
    """Map each step that a bot chose in this game to whether the bot still exists (`is_here`); False for a stand-in."""
    able = {seat.number: is_here(place.game, seat) for seat in place.seats if seat.level}
    entries = logs.standing_entries(place.game.entries.filter(hand=number).order_by("ordinal"))
    return {i: able.get(one.seat, False) for i, one in enumerate(entries) if is_of_computer(place.game, one)}


def is_of_computer(game: Game, entry: Entry) -> bool:
    """Return whether a bot chose the entry in this game; False for the copied entries of a practice game."""
    return entry.source == Entry.Source.COMPUTER and entry.ordinal > game.begun_with


def is_here(game: Game, seat: Seat) -> bool:
    """Return whether the seat's bot still exists in the version that played the game."""
    return seat.level in levels(game.key) and bot(game.key, seat.level).version == seat.bot_version


def finished_hands(game: Game) -> Iterator[Finished]:
    """Yield the game's finished hands for a review, except misdeals (`is_void`), replayed from the log."""
    rules = ruleset(game.key)
    return finished(rules, rules.initial(game.options), _all_logged(game, game.entries.order_by("ordinal")))


def finished_hand(game: Game, number: int) -> Finished | None:
    """Return a hand for a review without replaying earlier hands; None if it is a misdeal (`is_void`) or not over.

    Raises LookupError if the hand was not dealt.
    """
    log, entries = logs.of_hand(game, number)
    return next(finished(log.rules, log.state, _all_logged(game, entries)), None)


def _all_logged(game: Game, entries: Iterable[Entry]) -> list[LoggedAction]:
    people = set(game.seats.filter(level="").values_list("number", flat=True))
    return [_logged(entry, people, begun_with=game.begun_with) for entry in logs.standing_entries(entries)]


def _logged(entry: Entry, people: Collection[int], *, begun_with: int) -> LoggedAction:
    """Return the entry for a review. A stand-in's choices and the first `begun_with` entries are not the seat's own."""
    is_not_own = entry.ordinal <= begun_with or logs.is_stand_ins(entry, people)
    by = DecidedBy.OTHER if is_not_own else _BY.get(entry.source, DecidedBy.SELF)
    return LoggedAction(entry.ordinal, entry.seat, read_action(entry.action), by)
