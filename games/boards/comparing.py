"""Compare a challenge's results: who has won, and at which decisions people parted after playing alike.

Only people who have finished all boards are compared, and only for a person who has too. Computer players answer the
same play alike, so where two games first differ, the person decided differently. The exception is cards played before,
in a game with its own secret. If computer players acted differently first, that is said and nothing after it is
compared.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.db.models import Q

from accounts.people import Person
from games.boards import challenges
from games.boards.challenges import ChallengeSeen, NoSuchChallenge, PersonIn
from games.boards.models import Attempt, Board
from games.engine.actions import LOOK, Action
from games.engine.notation import action_text, ordered_text, read_action
from games.rates import places
from games.snapshot import PlayedGame
from games.table import logs, replay, tables
from games.table.models import Entry
from games.table.tables import Place

#: Number of the hand that became a board, in a game that was played before.
FIRST: Final = 1
#: In place of a decision if none is left, since the table played the rest.
OVER: Final = ""


@dataclass(frozen=True, slots=True)
class PartingChoice:
    """A choice at a parting; `action` is None if the board was given up.

    `steps` and `hands` are the replay steps just after it and their hands, by number of the person.
    """

    action: Action | None
    steps: Mapping[int, int]
    hands: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Parting:
    """People who had decided alike differ at decision `at` (from 0), after `plays` of their cards in this hand.

    `by_others`: computer players had acted differently before. A choice then has all who met the same actions, and the
    next decision of one of them.
    """

    at: int
    plays: int
    choices: tuple[PartingChoice, ...]
    by_others: bool = False


@dataclass(frozen=True, slots=True)
class BoardTold:
    """A board with margins (None if given up) and stored games by person; `decisions` is the maximum per person."""

    number: int
    seat: int
    margins: Mapping[int, int | None]
    played: Mapping[int, PlayedGame]
    decisions: int
    partings: tuple[Parting, ...]

    @property
    def best(self) -> int | None:
        """Return the highest margin; None if no person played the board to its end."""
        return max((one for one in self.margins.values() if one is not None), default=None)


@dataclass(frozen=True, slots=True)
class Placed:
    """The place of a person who is done: by fewest boards given up, then highest sum of margins. Ties share a place."""

    person: PersonIn
    place: int
    sum: int
    given_up: int
    best: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """`placed` are people who are done, the person asking first, then the best; `waiting` are the others."""

    challenge: ChallengeSeen
    placed: tuple[Placed, ...]
    waiting: tuple[PersonIn, ...]
    boards: tuple[BoardTold, ...]


@dataclass(frozen=True, slots=True)
class _Decision:
    """A decision with hand and replay step. `met` is the number of computer players' actions before it."""

    said: str
    hand: int
    step: int
    met: int


@dataclass(frozen=True, slots=True)
class _Line:
    """A person's decisions at a board, in all hands of its game: a void hand is dealt again.

    `answers` are the computer players' actions, each with its seat.
    """

    number: int
    decided: tuple[_Decision, ...]
    answers: tuple[tuple[int, str], ...]
    is_given_up: bool
    game: PlayedGame

    def at(self, place: int) -> str | None:
        """Return the decision at that place: `OVER` if none was left, None if the board was given up before it."""
        if place < len(self.decided):
            return self.decided[place].said
        return None if self.is_given_up else OVER

    def decision(self, place: int) -> _Decision:
        """Return the decision at that place, or the last one if there are fewer."""
        return self.decided[min(place, len(self.decided) - 1)] if self.decided else _Decision(OVER, FIRST, 0, 0)

    def answered(self, place: int) -> dict[int, list[str]]:
        met = self.decided[place].met if place < len(self.decided) else len(self.answers)
        found: dict[int, list[str]] = {}
        for seat, said in self.answers[:met]:
            found.setdefault(seat, []).append(said)
        return found

    def plays(self, place: int) -> int:
        """Return the number of cards the person played to tricks or rounds of that hand before that decision."""
        hand = self.decision(place).hand
        return sum(one.hand == hand and read_action(one.said).verb == "play" for one in self.decided[:place])


def compared(*, person: Person, token: str) -> Comparison:
    """Return the comparison for the person. Raises NoSuchChallenge until the person has finished all boards."""
    challenge = challenges.seen(person=person, token=token)
    own = challenge.own
    if own is None or not challenge.is_done:
        raise NoSuchChallenge(token)
    boards = len(challenge.boards)
    done = [one for one in challenge.people if one.done >= boards]
    attempts = _attempts(token, {one.number for one in done})
    games = _Games([attempt for _board, rows in attempts for attempt in rows], own.number)
    whole = tuple(_laid_open(board, rows, games) for board, rows in attempts)
    return Comparison(
        challenge=challenge,
        placed=_placed(done, whole),
        waiting=tuple(one for one in challenge.people if one.done < boards),
        boards=whole,
    )


def place_at(*, person: Person, token: str, board: int, entrant: int) -> tuple[Place, bool, int]:
    """Return an entrant's place at a board, whether it is the person's own, and the number of the scored hand.

    Later hands do not belong to the board. Raises NoSuchChallenge, also until both have finished all boards.
    """
    challenge = challenges.seen(person=person, token=token)
    other = next((one for one in challenge.people if one.number == entrant), None)
    if not challenge.is_done or other is None or other.done < len(challenge.boards):
        raise NoSuchChallenge(token)
    found = Attempt.objects.filter(
        board__challenge__token=token, board__number=board, entrant__number=entrant, is_counted=True
    )
    attempt = found.select_related("board", "game", "played_in").first()
    if attempt is None or not attempt.code:
        raise NoSuchChallenge(token)
    seats = tables.seats_at(attempt.code)
    return Place(seats[0].game, seats, attempt.board.seat), other.is_own, attempt.hand


# -- places --------------------------------------------------------------------------------------------


def _placed(done: Sequence[PersonIn], boards: Sequence[BoardTold]) -> tuple[Placed, ...]:
    rows = sorted((_counted(one, boards) for one in done), key=_from_best)
    by_result = places([_from_best(row) for row in rows])
    placed = [replace(row, place=place) for row, place in zip(rows, by_result, strict=True)]
    return tuple(sorted(placed, key=lambda one: (not one.person.is_own, one.place, one.person.number)))


def _from_best(one: Placed) -> tuple[int, int]:
    return one.given_up, -one.sum


def _counted(one: PersonIn, boards: Sequence[BoardTold]) -> Placed:
    margins = [board.margins.get(one.number) for board in boards]
    played = [margin for margin in margins if margin is not None]
    best = sum(board.margins.get(one.number) == board.best for board in boards if board.best is not None)
    return Placed(one, 0, sum(played), len(margins) - len(played), best)


# -- partings ------------------------------------------------------------------------------------------


def _attempts(token: str, done: set[int]) -> list[tuple[Board, list[Attempt]]]:
    rows = Attempt.objects.filter(board__challenge__token=token, is_counted=True, entrant__number__in=done)
    rows = rows.select_related("board", "entrant").order_by("board__number", "entrant__number")
    return [(group[0].board, group) for _, found in groupby(rows, key=attrgetter("board_id")) if (group := list(found))]


def _entrant(attempt: Attempt) -> int:
    return attempt.entrant.number if attempt.entrant is not None else 0


class _Games:
    """Seats and entries of attempts' games, read in bulk; only the board's hands. Entrant `asker` is named “you”."""

    def __init__(self, attempts: Sequence[Attempt], asker: int) -> None:
        self.asker = asker
        own = {one.game_id for one in attempts if one.game_id is not None}
        before = {one.played_in_id for one in attempts if one.played_in_id is not None}
        self.seats = tables.seats_of_games(own | before)
        of_board = Q(game__in=own) | Q(game__in=before, hand__lte=FIRST)
        entries = Entry.objects.filter(of_board).order_by("game", "ordinal")
        self.entries = {game: list(rows) for game, rows in groupby(entries, key=lambda entry: entry.game_id)}

    def line(self, board: Board, attempt: Attempt) -> _Line | None:
        """Return the line of an attempt; None if its game was deleted."""
        found = attempt.game_id or attempt.played_in_id
        if found is None:
            return None
        # A game given up before its deal has no entries.
        seats, entries = self.seats[found], self.entries.get(found, [])
        log = logs.replayed(seats[0].game, entries)
        number, place = _entrant(attempt), Place(seats[0].game, seats, board.seat)
        game = replay.as_played(place, log, is_own=number == self.asker)
        decided, answers = _decided(entries, board.seat)
        return _Line(number, decided, answers, attempt.margin is None, game)


def _laid_open(board: Board, attempts: Sequence[Attempt], games: _Games) -> BoardTold:
    lines = [line for one in attempts if (line := games.line(board, one)) is not None]
    return BoardTold(
        number=board.number or 0,
        seat=board.seat,
        margins={_entrant(one): one.margin for one in attempts},
        played={line.number: line.game for line in lines},
        decisions=max((len(line.decided) for line in lines), default=0),
        partings=tuple(_partings(lines)),
    )


def _decided(entries: Sequence[Entry], seat: int) -> tuple[tuple[_Decision, ...], tuple[tuple[int, str], ...]]:
    """Return the seat's decisions with their steps, counted after the deal, and the actions of all other seats.

    Leaves out the table's own plays and all looks, which occur by preference. Equal actions get equal text.
    """
    decided, answers = list[_Decision](), list[tuple[int, str]]()
    hands = groupby((entry for entry in entries if entry.hand >= FIRST), key=attrgetter("hand"))
    for hand, some in hands:
        for step, entry in enumerate(logs.standing(some)):
            said = ordered_text(entry.action)
            if entry.source in (Entry.Source.TABLE, Entry.Source.DEALER) or said == action_text(LOOK):
                continue
            if entry.seat == seat:
                decided.append(_Decision(said, hand, step, len(answers)))
            else:
                answers.append((entry.seat, said))
    return tuple(decided), tuple(answers)


def _partings(lines: Sequence[_Line], first: int = 0) -> Iterator[Parting]:
    """Yield the first parting of these people from that decision on, then those within each resulting group."""
    for at in range(first, max((len(line.decided) for line in lines), default=0)):
        groups, by_others = _groups(lines, at)
        if len(groups) > 1:
            plays = max(lines, key=lambda line: len(line.decided)).plays(at)
            yield Parting(at, plays, tuple(_choice(at, group) for group in groups), by_others)
            for group in groups:
                yield from _partings(group, at)
            return


def _groups(lines: Sequence[_Line], at: int) -> tuple[list[list[_Line]], bool]:
    """Group the people at that decision; return also whether computer players' actions part them.

    Computer players' actions are compared first: of people with a decision left, then of all.
    """
    deciding = [line for line in lines if line.at(at) != OVER]
    for some in (deciding, lines):
        if len(groups := _by_answers(some, at)) > 1:
            return groups, True
    by_choice: dict[str | None, list[_Line]] = {}
    for line in deciding:
        by_choice.setdefault(line.at(at), []).append(line)
    return list(by_choice.values()), False


def _by_answers(lines: Sequence[_Line], at: int) -> list[list[_Line]]:
    """Group people by computer players' actions before that decision, by seat, up to the shortest sequence.

    Of two simultaneous secret choices, the computer player's may be logged before or after the person's.
    """
    answered = {line.number: line.answered(at) for line in lines}
    seats = sorted({seat for one in answered.values() for seat in one})
    least = {seat: min(len(one.get(seat, ())) for one in answered.values()) for seat in seats}
    groups: dict[tuple[tuple[str, ...], ...], list[_Line]] = {}
    for line in lines:
        met = tuple(tuple(answered[line.number].get(seat, [])[: least[seat]]) for seat in seats)
        groups.setdefault(met, []).append(line)
    return list(groups.values())


def _choice(at: int, group: Sequence[_Line]) -> PartingChoice:
    said = group[0].at(at)
    decisions = {line.number: line.decision(at) for line in group}
    return PartingChoice(
        read_action(said) if said else None,
        {number: one.step for number, one in decisions.items()},
        {number: one.hand for number, one in decisions.items()},
    )
