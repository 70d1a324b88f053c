"""Compare a challenge's results. A parting is the first decision at which people who had played alike differ.

Only people who have finished all boards are compared and see the result. Bots answer the same play alike, so the first
difference between two games is a person's decision. There is one exception: if the opener played the cards in an
earlier game, the bots drew other random numbers in that game and may differ first. The parting is then marked
`by_others`, and later decisions are compared only among people who met the same actions.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.db.models import Q

from accounts.people import Person
from games.boards import challenges
from games.boards.challenges import ChallengeSeen, NoSuchChallenge, PersonIn
from games.boards.models import Attempt, Board
from games.engine.actions import LOOK, Action, action_text, ordered, read_action
from games.snapshot import PlayedGame
from games.table import logs, replay, tables
from games.table.models import Entry
from games.table.tables import Place

#: Number of the hand that becomes the board of a challenge made from an earlier game.
FIRST: Final = 1
#: Text in place of a decision that the person did not have to make, because the table played the rest of the hand.
OVER: Final = ""


@dataclass(frozen=True, slots=True)
class PartingChoice:
    """A choice at a parting. Unless the parting is `by_others`, `action` None means that the board was given up.

    `made_at` has, by entrant number, the number of the hand and the replay's step just after the choice.
    """

    action: Action | None
    made_at: Mapping[int, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Parting:
    """The first decision at which people who had decided alike differ.

    `decision` is its index among a person's decisions at the board, `plays` the number of that person's plays before it
    in the hand. `by_others`: bots had acted differently before it. Then each of the `choices` stands for a group of
    people who met the same actions, and its `action` is the next decision of one person of the group.
    """

    decision: int
    plays: int
    choices: tuple[PartingChoice, ...]
    by_others: bool = False


@dataclass(frozen=True, slots=True)
class BoardTold:
    """A board's margins (None if given up) and stored games, by entrant number.

    `decisions` is the highest number of decisions that an entrant made.
    """

    number: int
    seat: int
    margins: Mapping[int, int | None]
    played: Mapping[int, PlayedGame]
    decisions: int
    partings: tuple[Parting, ...]

    @property
    def best(self) -> int | None:
        """The highest margin; None if no person played the board to its end."""
        return max((one for one in self.margins.values() if one is not None), default=None)


@dataclass(frozen=True, slots=True)
class Placed:
    """The place of a person who is done, by fewest boards given up, then by highest sum of margins. Ties share a place.

    `best` is the number of boards at which the person has the highest margin.
    """

    person: PersonIn
    place: int
    sum: int
    given_up: int
    best: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results of a challenge as one person sees them.

    `placed` are the people who are done: first that person, then the others by place. `waiting` are those not done.
    """

    challenge: ChallengeSeen
    placed: tuple[Placed, ...]
    waiting: tuple[PersonIn, ...]
    boards: tuple[BoardTold, ...]


@dataclass(frozen=True, slots=True)
class _Decision:
    """A decision with hand number and the replay step after it. `met` is the number of bots' actions before it."""

    action: str
    hand: int
    step: int
    met: int


@dataclass(frozen=True, slots=True)
class _Line:
    """A person's decisions at a board in all hands of the game: a void hand is followed by a new deal.

    `answers` are the bots' actions, each with its seat.
    """

    number: int
    decided: tuple[_Decision, ...]
    answers: tuple[tuple[int, str], ...]
    is_given_up: bool
    game: PlayedGame

    def at(self, place: int) -> str | None:
        """Return the text of the decision with that index. After the last one: None if given up, else `OVER`."""
        if place < len(self.decided):
            return self.decided[place].action
        return None if self.is_given_up else OVER

    def decision(self, place: int) -> _Decision:
        """Return the decision with that index, else the last one, else a placeholder."""
        return self.decided[min(place, len(self.decided) - 1)] if self.decided else _Decision(OVER, FIRST, 0, 0)

    def answered(self, place: int) -> dict[int, list[str]]:
        met = self.decided[place].met if place < len(self.decided) else len(self.answers)
        found = defaultdict[int, list[str]](list)
        for seat, said in self.answers[:met]:
            found[seat].append(said)
        return found

    def plays(self, place: int) -> int:
        hand = self.decision(place).hand
        return sum(one.hand == hand and read_action(one.action).verb == "play" for one in self.decided[:place])


def comparison(*, person: Person, token: str) -> Comparison:
    """Return the comparison as the person sees it. Raises NoSuchChallenge until the person has finished all boards."""
    challenge = challenges.find_challenge(person=person, token=token)
    own = challenge.own
    if own is None or not challenge.is_done:
        raise NoSuchChallenge(token)
    boards = len(challenge.boards)
    done = [one for one in challenge.people if one.done >= boards]
    attempts = _attempts(token, {one.number for one in done})
    lines = _lines([attempt for _board, rows in attempts for attempt in rows], own.number)
    whole = tuple(_compared_board(board, rows, lines[board.pk]) for board, rows in attempts)
    return Comparison(
        challenge=challenge,
        placed=_placed(done, whole),
        waiting=tuple(one for one in challenge.people if one.done < boards),
        boards=whole,
    )


def place_at(*, person: Person, token: str, board: int, entrant: int) -> tuple[Place, bool, int]:
    """Return an entrant's `Place` in the game of a board, whether it is the person's own, and the scored hand's number.

    Later hands do not belong to the board. Raises NoSuchChallenge unless entrant and person have finished all boards
    and the game still exists.
    """
    challenge = challenges.find_challenge(person=person, token=token)
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
    ranks = dict[int, tuple[int, int]]()
    for person in done:
        margins = [board.margins.get(person.number) for board in boards]
        ranks[person.number] = margins.count(None), -sum(filter(None, margins))
    placed = list[Placed]()
    for person in done:
        given_up, minus_sum = rank = ranks[person.number]
        place = 1 + sum(other < rank for other in ranks.values())
        best = sum(board.best is not None and board.margins.get(person.number) == board.best for board in boards)
        placed.append(Placed(person, place, -minus_sum, given_up, best))
    return tuple(sorted(placed, key=lambda one: (not one.person.is_own, one.place, one.person.number)))


# -- partings ------------------------------------------------------------------------------------------


def _attempts(token: str, done: set[int]) -> list[tuple[Board, list[Attempt]]]:
    rows = Attempt.objects.filter(board__challenge__token=token, is_counted=True, entrant__number__in=done)
    rows = rows.select_related("board", "entrant").order_by("board__number", "entrant__number")
    return [(group[0].board, group) for _, found in groupby(rows, key=attrgetter("board_id")) if (group := list(found))]


def _entrant(attempt: Attempt) -> int:
    return attempt.entrant.number if attempt.entrant is not None else 0


def _lines(attempts: Sequence[Attempt], asker: int) -> defaultdict[int, list[_Line]]:
    """Return the attempts' lines by primary key of the board, without deleted games. Reads all games in bulk.

    An earlier game is read only up to the end of the hand that became the board. Texts call the entrant with number
    `asker` “you”.
    """
    own = {one.game_id for one in attempts if one.game_id is not None}
    before = {one.played_in_id for one in attempts if one.played_in_id is not None}
    of_board = Q(game__in=own) | Q(game__in=before, hand__lte=FIRST)
    entries = Entry.objects.filter(of_board).order_by("game", "ordinal")
    entries_of = {game: list(rows) for game, rows in groupby(entries, key=lambda entry: entry.game_id)}
    seats_of, lines = tables.seats_of_games(own | before), defaultdict[int, list[_Line]](list)
    for attempt in attempts:
        found = attempt.game_id or attempt.played_in_id
        if found is None:
            continue
        # A game given up before its deal has no entries.
        seats, said = seats_of[found], entries_of.get(found, [])
        number, place = _entrant(attempt), Place(seats[0].game, seats, attempt.board.seat)
        game = replay.as_played(place, logs.new_log(seats[0].game).follow(*said), is_own=number == asker)
        lines[attempt.board_id].append(_Line(number, *_decided(said, place.seat), attempt.margin is None, game))
    return lines


def _compared_board(board: Board, attempts: Sequence[Attempt], lines: Sequence[_Line]) -> BoardTold:
    return BoardTold(
        number=board.number or 0,
        seat=board.seat,
        margins={_entrant(one): one.margin for one in attempts},
        played={line.number: line.game for line in lines},
        decisions=max((len(line.decided) for line in lines), default=0),
        partings=tuple(_partings(lines)),
    )


def _decided(entries: Sequence[Entry], seat: int) -> tuple[tuple[_Decision, ...], tuple[tuple[int, str], ...]]:
    """Return the seat's decisions and the actions of all other seats, without those of dealer and table.

    Leaves out the action `look`, too, because a preference can make it automatic. Equal actions get equal text.
    """
    decided, answers = list[_Decision](), list[tuple[int, str]]()
    hands = groupby((entry for entry in entries if entry.hand >= FIRST), key=attrgetter("hand"))
    for hand, some in hands:
        for step, entry in enumerate(logs.standing_entries(some)):
            said = action_text(ordered(read_action(entry.action))) if entry.action else ""
            if entry.source in (Entry.Source.TABLE, Entry.Source.DEALER) or said == action_text(LOOK):
                continue
            if entry.seat == seat:
                decided.append(_Decision(said, hand, step, len(answers)))
            else:
                answers.append((entry.seat, said))
    return tuple(decided), tuple(answers)


def _partings(lines: Sequence[_Line], first: int = 0) -> Iterator[Parting]:
    """Yield the first parting of these people from the index `first` on, then the partings within its groups."""
    for at in range(first, max((len(line.decided) for line in lines), default=0)):
        groups, by_others = _groups(lines, at)
        if len(groups) > 1:
            plays = max(lines, key=lambda line: len(line.decided)).plays(at)
            yield Parting(at, plays, tuple(_choice(at, group) for group in groups), by_others)
            for group in groups:
                yield from _partings(group, at)
            return


def _groups(lines: Sequence[_Line], index: int) -> tuple[list[list[_Line]], bool]:
    """Return groups of people, by bots' actions before that decision or, if these agree, by the decision itself.

    Also return whether bots' actions differ: compared first among those who decide here or gave up, then among all.
    """
    deciding = [line for line in lines if line.at(index) != OVER]
    for some in (deciding, lines):
        if len(groups := _by_answers(some, index)) > 1:
            return groups, True
    by_choice: dict[str | None, list[_Line]] = {}
    for line in deciding:
        by_choice.setdefault(line.at(index), []).append(line)
    return list(by_choice.values()), False


def _by_answers(lines: Sequence[_Line], index: int) -> list[list[_Line]]:
    """Group people by the bots' actions that they met before that decision.

    Of each seat, only as many actions are compared as all of these people met: of two simultaneous secret choices, the
    bot's may be logged before or after the person's.
    """
    answered = {line.number: line.answered(index) for line in lines}
    seats = sorted({seat for one in answered.values() for seat in one})
    least = {seat: min(len(one.get(seat, ())) for one in answered.values()) for seat in seats}
    groups: dict[tuple[tuple[str, ...], ...], list[_Line]] = {}
    for line in lines:
        met = tuple(tuple(answered[line.number].get(seat, [])[: least[seat]]) for seat in seats)
        groups.setdefault(met, []).append(line)
    return list(groups.values())


def _choice(index: int, group: Sequence[_Line]) -> PartingChoice:
    said = group[0].at(index)
    made_at = {line.number: (made.hand, made.step) for line in group for made in [line.decision(index)]}
    return PartingChoice(read_action(said) if said else None, made_at)
