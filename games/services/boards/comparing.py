"""What the people of a challenge made of its boards, side by side: who has won, and where they went apart.

Only those are compared who are done with all of it, and only for somebody who is. The computer players of a board
answer the same play alike, so where two games differ first, the person did something else there. Only where the cards
were played before, in a game of their own, they may have done otherwise first: that is said, and nothing after it is
compared between the two.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.db.models import Q

from accounts.people import Person
from games.engine.actions import LOOK, Action
from games.engine.notation import action_text, ordered_text, read_action
from games.models import Attempt, Board, Entry
from games.rates import places
from games.services.boards import challenges
from games.services.boards.challenges import ChallengeSeen, NoSuchChallenge, PersonIn
from games.services.log import logs
from games.services.table import replay, tables
from games.services.table.tables import Place
from games.snapshot import PlayedGame

#: The hand that a board is, in a game that was played before.
FIRST: Final = 1
#: In place of a decision, where the table played the rest.
OVER: Final = ""


@dataclass(frozen=True, slots=True)
class PartingChoice:
    """One of the things that people did where they went apart: None where they gave the board up. `steps` are those of
    their replays after it, by the number of each of them, and `hands` the hands they are of.
    """

    action: Action | None
    steps: Mapping[int, int]
    hands: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Parting:
    """Where people went apart who had done the same until then: at their decision `at`, from 0, of which `plays` before
    it were cards of theirs to a trick or a round. `by_others`: not they parted, but the computer players had done
    otherwise before it; then each choice tells who had met the same, and what one of them did next.
    """

    at: int
    plays: int
    choices: tuple[PartingChoice, ...]
    by_others: bool = False


@dataclass(frozen=True, slots=True)
class BoardTold:
    """A board with the margin of each, None where it was given up, and with their games, as far as there are any still.
    `decisions` is the most that anybody had.
    """

    number: int
    seat: int
    margins: Mapping[int, int | None]
    played: Mapping[int, PlayedGame]
    decisions: int
    partings: tuple[Parting, ...]

    @property
    def best(self) -> int | None:
        """The margin of whoever did best; None where nobody played it to its end."""
        return max((one for one in self.margins.values() if one is not None), default=None)


@dataclass(frozen=True, slots=True)
class Placed:
    """One who is done. Whoever gave boards up stands behind those who have played them all; who are level share a
    place.
    """

    person: PersonIn
    place: int
    sum: int
    given_up: int
    best: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """`placed` are those who are done, whoever asks first and then the best; `waiting` those who are not."""

    challenge: ChallengeSeen
    placed: tuple[Placed, ...]
    waiting: tuple[PersonIn, ...]
    boards: tuple[BoardTold, ...]


@dataclass(frozen=True, slots=True)
class _Decision:
    """What somebody did, with the hand and the step of its replay, and how much of what the computer players did was
    done before.
    """

    said: str
    hand: int
    step: int
    met: int


@dataclass(frozen=True, slots=True)
class _Line:
    """What somebody decided at a board, in all its hands: one that is void is dealt once more. `answers` are what the
    computer players did, by seat.
    """

    number: int
    decided: tuple[_Decision, ...]
    answers: tuple[tuple[int, str], ...]
    is_given_up: bool
    game: PlayedGame

    def at(self, place: int) -> str | None:
        """`OVER` once nothing was left to decide, None where the board was given up."""
        if place < len(self.decided):
            return self.decided[place].said
        return None if self.is_given_up else OVER

    def decision(self, place: int) -> _Decision:
        """Where it ends before that one, its last."""
        return self.decided[min(place, len(self.decided) - 1)] if self.decided else _Decision(OVER, FIRST, 0, 0)

    def answered(self, place: int) -> dict[int, list[str]]:
        met = self.decided[place].met if place < len(self.decided) else len(self.answers)
        found: dict[int, list[str]] = {}
        for seat, said in self.answers[:met]:
            found.setdefault(seat, []).append(said)
        return found

    def plays(self, place: int) -> int:
        """How many cards were played to tricks or rounds of that hand before that decision."""
        hand = self.decision(place).hand
        return sum(one.hand == hand and read_action(one.said).verb == "play" for one in self.decided[:place])


def compared(*, person: Person, token: str) -> Comparison:
    """All that may be told to the person; raises NoSuchChallenge as long as that is nothing."""
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
    """The game of that entrant at that board, for somebody who may be told of it, whether it is their own, and the hand
    of it that was scored: no later one is of the board. Raises NoSuchChallenge.
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


# -- who has won ---------------------------------------------------------------------------------------


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


# -- where they went apart -----------------------------------------------------------------------------


def _attempts(token: str, done: set[int]) -> list[tuple[Board, list[Attempt]]]:
    rows = Attempt.objects.filter(board__challenge__token=token, is_counted=True, entrant__number__in=done)
    rows = rows.select_related("board", "entrant").order_by("board__number", "entrant__number")
    return [(group[0].board, group) for _, found in groupby(rows, key=attrgetter("board_id")) if (group := list(found))]


def _entrant(attempt: Attempt) -> int:
    return attempt.entrant.number if attempt.entrant is not None else 0


class _Games:
    """The games of attempts, read at once: their seats and, of the hands that the board is, their entries. In those of
    the entrant `asker` that one is “you”.
    """

    def __init__(self, attempts: Sequence[Attempt], asker: int) -> None:
        self.asker = asker
        own = {one.game_id for one in attempts if one.game_id is not None}
        before = {one.played_in_id for one in attempts if one.played_in_id is not None}
        self.seats = tables.seats_of_games(own | before)
        of_board = Q(game__in=own) | Q(game__in=before, hand__lte=FIRST)
        entries = Entry.objects.filter(of_board).order_by("game", "ordinal")
        self.entries = {game: list(rows) for game, rows in groupby(entries, key=lambda entry: entry.game_id)}

    def line(self, board: Board, attempt: Attempt) -> _Line | None:
        """None where the game has gone."""
        found = attempt.game_id or attempt.played_in_id
        if found is None:
            return None
        # One that was given up before its cards were dealt has no entries.
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
    """The seat's decisions with their steps, counted after the deal, and what all others did. Left out are the table's
    own plays and looks, whose place depends on a preference; equal actions are written alike.
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
    """The first of these people from that decision on, then those within each of the groups that come of it."""
    for at in range(first, max((len(line.decided) for line in lines), default=0)):
        groups, by_others = _groups(lines, at)
        if len(groups) > 1:
            plays = max(lines, key=lambda line: len(line.decided)).plays(at)
            yield Parting(at, plays, tuple(_choice(at, group) for group in groups), by_others)
            for group in groups:
                yield from _partings(group, at)
            return


def _groups(lines: Sequence[_Line], at: int) -> tuple[list[list[_Line]], bool]:
    """Those who belong together still at that decision, and whether the computer players have parted them: first of
    all those who had something to decide there.
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
    """Those who had met the same before it, as far as all of them had met something: of two secret choices that of the
    computer player may have been made before or after.
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
