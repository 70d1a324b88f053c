"""Past games and hands, replayed from the log for pages and reviews."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from django.db.models import Q

from games.company import Seating
from games.engine.actions import DEAL, Argument, frozen, read_action
from games.engine.state import State
from games.evaluation.decisions import DecidedBy, LoggedAction
from games.evaluation.hand import Finished, finished
from games.registry import bot, levels, ruleset
from games.snapshot import ANNULLED, PlayedGame, PlayedHand, Replay, ReplayStep, SealSnapshot, Snapshot, Status
from games.table import logs, seeds
from games.table.models import Entry, Game, Seat
from games.table.tables import NoSuchHand, Place, seated, snapshot

#: Hands on one page of a past game.
HANDS_A_PAGE: Final = 50
#: Maximum nesting of a hand's sheet, which explains its points. A duel's is the deepest: rounds with piles of cards.
SHEET_DEPTH: Final = 8
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
    log = end_of_hand(place.game, numbers[-1]) if numbers else logs.read(place.game)
    game = as_played(place, log, shown, is_own=is_own, hides_names=hides_names)
    return replace(game, hands=played_hands(place.game, shown), page=page, pages=pages)


def hand_of(place: Place, *, number: int, step: int | None, is_own: bool = True, hides_names: bool = False) -> Replay:
    """Return the replay of a hand at `step`, clamped to the hand's steps; None means as dealt.

    Does not replay the game's other hands. Raises NoSuchHand for a hand in play, as if it did not exist.
    """
    game, numbers = place.game, numbers_of(place.game)
    if number not in numbers:
        raise NoSuchHand(number)
    log, entries = log_of_hand(game, number)
    states: list[State] = []
    steps: list[ReplayStep] = []
    seatings = [(line.seat, Seating(line.action.verb)) for line in log.lines]
    people = {seat.number for seat in place.seats if seat.is_person}
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
            made = ReplayStep(
                entry.seat,
                action,
                by_table=entry.source == Entry.Source.TABLE,
                ordinal=entry.ordinal,
                by_stand_in=_is_stand_ins(entry, people),
                by_person=entry.source == Entry.Source.PERSON,
                may_choose_again=is_here(game, place.seats[entry.seat]) if is_of_computer(game, entry) else None,
                seatings=tuple(seatings),
            )
            steps.append(made)
            seatings.clear()
    return Replay(
        game=as_played(place, log, numbers, is_own=is_own, hides_names=hides_names),
        number=number,
        step=max(0, min(step or 0, len(steps))),
        views=tuple(log.rules.opened(state, place.seat) for state in states),
        steps=tuple(steps),
        hand=next(iter(log.hands), None),
        seal=seeds.revealed(game, number),
    )


def log_of_hand(game: Game, number: int, *, ordinal_limit: int | None = None) -> tuple[logs.Log, list[Entry]]:
    """Return the log before a hand's deal, and the hand's entries; with `ordinal_limit`, only those below it.

    The state is computed from the game's start, the hand's row and the last scored result before the hand. Earlier
    hands are not replayed, so the cost does not grow with the game; of their entries the log has only seating changes.
    The entries of hand 1 include the start of the game. Raises LookupError if the hand was not dealt.
    """
    log = logs.new_log(game)
    wanted = Q(hand__in=(0, 1)) if number == 1 else Q(hand=number)
    earlier = Q(source=Entry.Source.SEATING, hand__lt=number) | Q(ordinal=1)
    found = list(game.entries.filter(wanted | earlier).order_by("ordinal"))
    if number < 1 or not found or found[-1].hand != number:
        raise LookupError(number)
    entries = [entry for entry in found if ordinal_limit is None or entry.ordinal < ordinal_limit]
    if number == 1:
        return log, entries
    scored = Q(number__lt=number, result__has_key=log.rules.score)
    row, *last = game.hands.filter(Q(number=number) | scored).order_by("-number")[:2]
    start = read_action(found[0].action).argument
    if row.number != number or not isinstance(start, Mapping):
        raise LookupError(number)
    result = _mapping(last[0].result) if last else {}
    state = log.rules.resumed(game.options, start, number=number, first=row.first, scored=result)
    seatings = (entry for entry in found if entry.hand < number and entry.source == Entry.Source.SEATING)
    log = replace(log, state=state, start=start).follow(*seatings)
    entries = [entry for entry in entries if entry.hand == number]
    version = next(entry.ordinal for entry in found if entry.hand == number) - 1
    return replace(log, version=version, written=version), entries


def end_of_hand(game: Game, number: int) -> logs.Log:
    """Return the log after a hand's last entry, with no other hand in `hands`. Raises LookupError."""
    log, entries = log_of_hand(game, number)
    return log.follow(*entries)


def played_hands(game: Game, numbers: Collection[int]) -> tuple[PlayedHand, ...]:
    """Return the finished hands among `numbers`, in order, built from their rows and entries."""
    by_hand = defaultdict[int, list[Entry]](list)
    for entry in logs.standing_entries(game.entries.filter(hand__in=numbers).order_by("ordinal")):
        if entry.source != Entry.Source.DEALER or read_action(entry.action).verb != DEAL:
            by_hand[entry.hand].append(entry)
    rows = game.hands.filter(number__in=numbers, ended_at__isnull=False).order_by("number")
    return tuple(
        PlayedHand(
            number=row.number,
            first=row.first,
            hands=tuple(map(tuple, row.deal["hands"])),
            actions=tuple((entry.seat, read_action(entry.action)) for entry in by_hand[row.number]),
            auto=row.auto,
            record=_mapping(row.result),
            sheet=_mapping(row.sheet),
            is_helped=row.hints + row.undone > 0,
            by_computer=frozenset(i for i, entry in enumerate(by_hand[row.number]) if entry.source in logs.COMPUTERS),
        )
        for row in rows
    )


def _mapping(stored: object) -> Mapping[str, Argument]:
    """Return a JSON object of a hand's row as an immutable mapping; empty if `stored` is no object."""
    value = frozen(stored, depth=SHEET_DEPTH)
    return value if isinstance(value, Mapping) else {}


def summary_of(place: Place, number: int) -> tuple[Snapshot, PlayedHand, SealSnapshot | None]:
    """Return the table at the end of a finished hand, that hand, and its seal. Raises NoSuchHand."""
    try:
        log = end_of_hand(place.game, number)
    except LookupError as error:
        raise NoSuchHand(number) from error
    if not log.hands:
        raise NoSuchHand(number)
    return snapshot(place, log), log.hands[0], seeds.revealed(place.game, number)


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


def is_of_computer(game: Game, entry: Entry) -> bool:
    """Return whether a bot chose the entry in this game; False for the copied entries of a practice game."""
    return entry.source == Entry.Source.COMPUTER and entry.ordinal > game.begun_with


def is_here(game: Game, seat: Seat) -> bool:
    """Return whether the seat's bot still exists in the version that played the game; False for a person's seat."""
    return seat.level in levels(game.key) and bot(game.key, seat.level).version == seat.bot_version


def finished_hands(game: Game) -> Iterator[Finished]:
    """Yield the game's finished hands for a review, except misdeals (`is_void`), replayed from the log."""
    rules = ruleset(game.key)
    return finished(rules, rules.initial(game.options), _all_logged(game, game.entries.order_by("ordinal")))


def finished_hand(game: Game, number: int) -> Finished | None:
    """Return a hand for a review without replaying earlier hands; None if it is a misdeal (`is_void`) or not over.

    Raises LookupError if the hand was not dealt.
    """
    log, entries = log_of_hand(game, number)
    return next(finished(log.rules, log.state, _all_logged(game, entries)), None)


def _all_logged(game: Game, entries: Iterable[Entry]) -> list[LoggedAction]:
    """Return the entries for a review. Choices of stand-ins and entries copied from a game's origin are not own."""
    found, people = list[LoggedAction](), set(game.seats.filter(level="").values_list("number", flat=True))
    for entry in logs.standing_entries(entries):
        is_own = entry.ordinal > game.begun_with and not _is_stand_ins(entry, people)
        by = _BY.get(entry.source, DecidedBy.SELF) if is_own else DecidedBy.OTHER
        found.append(LoggedAction(entry.ordinal, entry.seat, read_action(entry.action), by))
    return found


def _is_stand_ins(entry: Entry, people: Collection[int]) -> bool:
    return entry.source in logs.COMPUTERS and entry.seat in people
