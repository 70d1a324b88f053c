"""A challenge at its end: who has won, and board by board what each made of it and where people went apart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.challenges import PersonShown, board_name, done_of, name_of, what
from games.presenters.choices import part_name, said
from games.registry import GAMES, presenter
from games.services.boards.comparing import BoardTold, Comparison, Parting, PartingChoice, Placed
from games.viewmodel.words import listed, plain_number, signed
from games.wording.kinds import kind_name

#: People whose threads are drawn apart; of more there are words alone.
DRAWN = 3
WIDTH, TOP, BOTTOM, APART = 338, 8, 52, 3


@dataclass(frozen=True, slots=True)
class PersonsResult:
    """What one person made of a board, or of all. `mark` is the number of their colour, 0 for none."""

    number: int
    name: str
    mark: int
    points: str
    line: str
    is_best: bool
    is_there: bool = True


@dataclass(frozen=True, slots=True)
class WhoShown:
    """Somebody at a place where people went apart, with the hand and the step of their replay."""

    number: int
    name: str
    hand: int
    step: int


@dataclass(frozen=True, slots=True)
class PartedChoice:
    """What they did there, the same all of them."""

    people: tuple[WhoShown, ...]
    words: str


@dataclass(frozen=True, slots=True)
class PartingShown:
    """Where people went apart who had done the same until then, or met something else; `x` is its place among the
    threads.
    """

    where: str
    choices: tuple[PartedChoice, ...]
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ThreadShown:
    """What one person did, drawn beside the others: together as long as they did the same."""

    mark: int
    path: str


@dataclass(frozen=True, slots=True)
class BoardCompared:
    """A board, side by side. `ticks` are the decisions, `threads` none where too many people are compared."""

    number: int
    name: str
    results: tuple[PersonsResult, ...]
    partings: tuple[PartingShown, ...]
    threads: tuple[ThreadShown, ...]
    ticks: tuple[float, ...]
    together: str


@dataclass(frozen=True, slots=True)
class ComparisonShown:
    """All of a challenge at its end. `like` is the code of an own game of it, for new boards like these; `look` the
    number of the board that is most worth a look, and `decided` why, where that can be said; `key` names the threads.
    `has_lapsed`: whoever is waited for was not done in time.
    """

    token: str
    heading: str
    about: str
    added: str
    decided: str
    look: int
    key: tuple[tuple[int, str], ...]
    totals: tuple[PersonsResult, ...]
    boards: tuple[BoardCompared, ...]
    waiting: tuple[PersonShown, ...]
    has_lapsed: bool
    like: str


def result(found: Comparison) -> ComparisonShown:
    placed, challenge = found.placed, found.challenge
    own = next(board for board in challenge.boards if board.code or board is challenge.boards[-1])
    return ComparisonShown(
        token=challenge.token,
        heading=_won(found),
        about=what(challenge),
        added=_added(challenge.key),
        decided=_decided(found),
        look=_worth_a_look(found),
        key=tuple((mark, name_of(one.person)) for mark, one in _marked(placed)) if 2 <= len(placed) <= DRAWN else (),
        totals=tuple(_total(one, mark, is_compared=len(placed) > 1) for mark, one in _marked(placed)),
        boards=tuple(_board(found, board) for board in found.boards),
        waiting=tuple(PersonShown(name_of(one), done_of(one.done, len(challenge.boards))) for one in found.waiting),
        has_lapsed=challenge.has_lapsed,
        like=own.code,
    )


def _won(found: Comparison) -> str:
    """Who is ahead of those who are done, with the sum of the own and of the best other one. Sums are no reason where
    one of the two gave more boards up.
    """
    own, *others = found.placed
    if not others:
        is_over = found.challenge.has_lapsed
        return _("You are done, and nobody else was in time") if is_over else _("You are done, and nobody else is yet")
    best = others[0]
    words = {"name": name_of(best.person), "own": plain_number(own.sum), "other": plain_number(best.sum)}
    if own.place == best.place:
        return _("Level, %(own)s to %(other)s") % words
    if own.given_up < best.given_up:
        n = best.given_up
        sentence = ngettext("You win: %(name)s gave a board up", "You win: %(name)s gave %(n)s boards up", n)
        return sentence % {**words, "n": n}
    if own.place == 1:
        return _("You win, %(own)s to %(other)s") % words
    ahead = [name_of(one.person, first=one is best) for one in others if one.place == best.place]
    words["won"] = ngettext("%(names)s wins", "%(names)s win", len(ahead)) % {"names": listed(ahead)}
    if own.given_up > best.given_up:
        n = own.given_up
        sentence = ngettext("%(won)s: you gave a board up", "%(won)s: you gave %(n)s boards up", n)
        return sentence % {**words, "n": n}
    return _("%(won)s, %(other)s to your %(own)s") % words


def _apart(found: Comparison) -> list[tuple[int, int]]:
    """Board by board its number, and by how much the own margin is ahead of that of the best other one; none where one
    of the two gave a board up.
    """
    if len(found.placed) < 2 or any(one.given_up for one in found.placed[:2]):
        return []
    own, best = (one.person.number for one in found.placed[:2])
    return [(board.number, (board.margins[own] or 0) - (board.margins[best] or 0)) for board in found.boards]


def _decided(found: Comparison) -> str:
    """The board without which the other one of the two would be ahead, or neither."""
    apart, look = dict(_apart(found)), _worth_a_look(found)
    every = sum(apart.values())
    rest = every - apart.get(look, 0)
    if len(apart) < 2 or not every or rest * every > 0:
        return ""
    words = {"n": look, "ahead": abs(rest), "name": name_of(found.placed[1].person, first=False)}
    if not rest:
        return _("Board %(n)s decided it: without it you and %(name)s are level.") % words
    if rest > 0:
        return _("Board %(n)s decided it: without it you are %(ahead)s ahead of %(name)s.") % words
    return _("Board %(n)s decided it: without it %(name)s is %(ahead)s ahead of you.") % words


def _worth_a_look(found: Comparison) -> int:
    """The board that did most for whoever is ahead, or the first on which anybody did otherwise; 0 for none."""
    apart = _apart(found)
    sign = -1 if sum(ahead for _number, ahead in apart) < 0 else 1
    most = max(apart, key=lambda one: sign * one[1], default=(0, 0))
    if most[1]:
        return most[0]
    return next((board.number for board in found.boards if board.partings), 0)


def _added(key: str) -> str:
    if GAMES[key].is_one_hand:
        return _("Over all boards: the hit points you had left, less those the other had left.")
    return _("Over all boards: the points your side won, less those of the best other side.")


def _marked(placed: Sequence[Placed]) -> Iterator[tuple[int, Placed]]:
    """Each with the number of their colour, as long as there are some."""
    for number, one in enumerate(placed, 1):
        yield (number if len(placed) <= DRAWN else int(one.person.is_own)), one


def _total(one: Placed, mark: int, *, is_compared: bool) -> PersonsResult:
    best = ngettext("the best on %(n)s board", "the best on %(n)s boards", one.best) % {"n": one.best}
    lines = [best if one.best else _("the best on no board")] if is_compared else []
    if one.given_up:
        lines.append(ngettext("%(n)s board given up", "%(n)s boards given up", one.given_up) % {"n": one.given_up})
    name = name_of(one.person)
    is_best = is_compared and one.place == 1
    return PersonsResult(one.person.number, name, mark, plain_number(one.sum), ", ".join(lines), is_best)


def _board(found: Comparison, board: BoardTold) -> BoardCompared:
    marks = {one.person.number: mark for mark, one in _marked(found.placed)}
    names = {one.person.number: name_of(one.person) for one in found.placed}
    results = tuple(_of_board(found, board, number, name, marks[number]) for number, name in names.items())
    is_drawn = 2 <= len(names) <= DRAWN
    ways = _Ways(board, [number for number in names if number in board.margins])
    return BoardCompared(
        number=board.number,
        name=board_name(found.challenge, board.number, board.seat),
        results=results,
        partings=tuple(_parting(found.challenge.key, one, names, ways) for one in board.partings),
        threads=tuple(ThreadShown(marks[number], path) for number, path in ways.paths()) if is_drawn else (),
        ticks=tuple(ways.x(at) for at in range(board.decisions)) if is_drawn else (),
        together=_("All did the same.") if len(names) > 1 and not board.partings else "",
    )


def _of_board(found: Comparison, board: BoardTold, number: int, name: str, mark: int) -> PersonsResult:
    margin, game = board.margins.get(number), board.played.get(number)
    if margin is None:
        return PersonsResult(number, name, mark, "", _("given up"), False, number in board.margins)
    line = presenter(found.challenge.key).in_short(game, game.hands[-1]) if game is not None and game.hands else ""
    is_best = len(found.placed) > 1 and margin == board.best
    return PersonsResult(number, name, mark, signed(margin), line, is_best)


def _parting(key: str, parting: Parting, names: dict[int, str], ways: "_Ways") -> PartingShown:
    order = list(names)
    choices = sorted(parting.choices, key=lambda one: min(map(order.index, one.steps)))
    first = next(iter(parting.choices[0].steps))
    where, at = _where(key, parting), (ways.x(parting.at), ways.y(first, parting.at))
    if parting.by_others:
        everybody = tuple(who for choice in choices for who in _who(choice, names))
        words = _("the computer players had done otherwise before")
        return PartingShown(where, (PartedChoice(everybody, words),), *at)
    shown = (PartedChoice(_who(choice, names), _did(key, choice)) for choice in choices)
    return PartingShown(where, tuple(shown), *at)


def _who(choice: PartingChoice, names: dict[int, str]) -> tuple[WhoShown, ...]:
    return tuple(
        WhoShown(one, names[one], choice.hands[one], choice.steps[one]) for one in names if one in choice.steps
    )


def _did(key: str, choice: PartingChoice) -> str:
    return said(key, choice.action) if choice.action is not None else _("gave the board up")


def _where(key: str, parting: Parting) -> str:
    verb = next((choice.action.verb for choice in parting.choices if choice.action is not None), "")
    if verb in ("play", "blaze"):
        return part_name(key, parting.plays + 1)
    if verb in ("bid", "pass"):
        return kind_name(key, "bid")
    if verb == "discard":
        return kind_name(key, "discard")
    return kind_name(key, "blind") if verb in ("look", "blind", "blind_nil") else _("A choice")


class _Ways:
    """How the threads of a board run: who did the same lies together, and each parting spreads those whom it parts."""

    def __init__(self, board: BoardTold, people: Sequence[int]) -> None:
        self.board, self.order = board, _order(people, board.partings)
        #: By person where their thread turns, and to which height.
        self.turns: dict[int, list[tuple[int, float]]] = {one: [(-1, self._middle(people))] for one in people}
        for parting in board.partings:
            for choice in parting.choices:
                for one in choice.steps:
                    self.turns[one].append((parting.at, self._middle(list(choice.steps))))

    def x(self, at: int) -> float:
        return round(14 + (WIDTH - 28) * at / max(self.board.decisions - 1, 1), 1)

    def y(self, one: int, at: int) -> float:
        """The height of that person's thread before the decision."""
        return [height for turn, height in self.turns[one] if turn < at][-1]

    def paths(self) -> Iterator[tuple[int, str]]:
        for place, (one, turns) in enumerate(self.turns.items()):
            aside = (place - (len(self.turns) - 1) / 2) * APART
            parts = [f"M2 {turns[0][1] + aside:g}"]
            for (at, height), (_before, last) in zip(turns[1:], turns, strict=False):
                x, old, new = self.x(at), last + aside, height + aside
                parts.append(f"H{x:g}C{x + 10:g} {old:g} {x + 6:g} {new:g} {x + 18:g} {new:g}")
            yield one, "".join([*parts, f"H{WIDTH}"])

    def _middle(self, people: Sequence[int]) -> float:
        step = (BOTTOM - TOP) / max(len(self.order) - 1, 1)
        places = [self.order.index(one) for one in people]
        return round(TOP + step * sum(places) / len(places), 1) if places else float(TOP)


def _order(people: Sequence[int], partings: Sequence[Parting]) -> list[int]:
    """From above: those who parted last stand beside each other."""
    order = list(people)
    for parting in partings:
        within = [one for choice in parting.choices for one in choice.steps]
        first = min(order.index(one) for one in within)
        order = [one for one in order if one not in within]
        order[first:first] = within
    return order
