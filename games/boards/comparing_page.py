"""The page with the results of a challenge: the winner, and for each board the results and the partings.

A parting is the first decision at which the games of people who had played alike differ, by their choices or because
bots had acted differently before it. For up to `DRAWN` people their games are also drawn as threads: lines from left to
right that run together while the people's decisions are the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.challenge_pages import PersonShown, board_name, contents_sentence, done_of, name_of
from games.boards.comparing import BoardTold, Comparison, Parting, PartingChoice, Placed
from games.pages.moves import choice_text, part_name
from games.pages.words import listed, plain_number, signed
from games.registry import GAMES
from games.wording import kind_name

#: Maximum number of people for whom threads are drawn; for more people the page has text only.
DRAWN = 3
WIDTH, TOP, BOTTOM, APART = 338, 8, 52, 3


@dataclass(frozen=True, slots=True)
class PersonsResult:
    """A person's result at a board or in total. `mark` is the number of the colour, 0 for no colour."""

    number: int
    name: str
    mark: int
    points: str
    line: str
    is_best: bool
    is_there: bool = True


@dataclass(frozen=True, slots=True)
class WhoShown:
    """A person at a parting, with hand and step of the replay."""

    number: int
    name: str
    hand: int
    step: int


@dataclass(frozen=True, slots=True)
class PartedChoice:
    """A choice at a parting, with the people who made it."""

    people: tuple[WhoShown, ...]
    words: str


@dataclass(frozen=True, slots=True)
class PartingShown:
    """A parting in words. `x` and `y` are its position in the drawing of the threads."""

    where: str
    choices: tuple[PartedChoice, ...]
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class BoardCompared:
    """A board with all results. `ticks` are the x positions of the decisions.

    `threads` has the number of the colour and the SVG path of each person's thread. `threads` and `ticks` are empty
    unless 2 to `DRAWN` people are done.
    """

    number: int
    name: str
    results: tuple[PersonsResult, ...]
    partings: tuple[PartingShown, ...]
    threads: tuple[tuple[int, str], ...]
    ticks: tuple[float, ...]
    together: str


@dataclass(frozen=True, slots=True)
class ComparisonShown:
    """Context of the page. `own_game` is the code of a game whose settings a new challenge can copy, or "".

    `look` is the number of the board most worth a look, or 0. `decided` is a sentence on that board if it decided the
    challenge. `key` is the legend of the threads. `has_lapsed`: the people in `waiting` did not finish in time.
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
    own_game: str


def result(comparison: Comparison) -> ComparisonShown:
    placed, challenge = comparison.placed, comparison.challenge
    own = next(board for board in challenge.boards if board.code or board is challenge.boards[-1])
    return ComparisonShown(
        token=challenge.row.token,
        heading=_won(comparison),
        about=contents_sentence(challenge),
        added=_added(challenge.row.key),
        decided=_decided(comparison),
        look=_worth_a_look(comparison),
        key=tuple((mark, name_of(one.person)) for mark, one in _marked(placed)) if 2 <= len(placed) <= DRAWN else (),
        totals=tuple(_total(one, mark, is_compared=len(placed) > 1) for mark, one in _marked(placed)),
        boards=tuple(_board(comparison, board) for board in comparison.boards),
        waiting=tuple(
            PersonShown(name_of(one), done_of(one.done, len(challenge.boards))) for one in comparison.waiting
        ),
        has_lapsed=challenge.has_lapsed,
        own_game=own.code,
    )


def _won(comparison: Comparison) -> str:
    """Return the heading, which compares the person with the best other: first by boards given up, then by sums."""
    own, *others = comparison.placed
    if not others:
        is_over = comparison.challenge.has_lapsed
        return _("Only you finished in time") if is_over else _("You’re the first to finish")
    best = others[0]
    words = {"name": name_of(best.person), "own": plain_number(own.sum), "other": plain_number(best.sum)}
    if own.place == best.place:
        return _("Tied, %(own)s to %(other)s") % words
    if own.given_up < best.given_up:
        n = best.given_up
        sentence = ngettext("You win: %(name)s gave up a board", "You win: %(name)s gave up %(n)s boards", n)
        return sentence % {**words, "n": n}
    if own.place == 1:
        return _("You win, %(own)s to %(other)s") % words
    ahead = [name_of(one.person, first=one is best) for one in others if one.place == best.place]
    words["won"] = ngettext("%(names)s wins", "%(names)s win", len(ahead)) % {"names": listed(ahead)}
    if own.given_up > best.given_up:
        n = own.given_up
        sentence = ngettext("%(won)s: you gave up a board", "%(won)s: you gave up %(n)s boards", n)
        return sentence % {**words, "n": n}
    return _("%(won)s, %(other)s to your %(own)s") % words


def _leads(comparison: Comparison) -> list[tuple[int, int]]:
    """Return each board's number with the person's lead over the best other person, in points.

    Empty without another person, or if one of the two gave up a board.
    """
    if len(comparison.placed) < 2 or any(one.given_up for one in comparison.placed[:2]):
        return []
    own, best = (one.person.number for one in comparison.placed[:2])
    return [(board.number, (board.margins[own] or 0) - (board.margins[best] or 0)) for board in comparison.boards]


def _decided(comparison: Comparison) -> str:
    """Return a sentence on the board most worth a look if the leader would not lead without that board; else ""."""
    apart, look = dict(_leads(comparison)), _worth_a_look(comparison)
    every = sum(apart.values())
    rest = every - apart.get(look, 0)
    if len(apart) < 2 or not every or rest * every > 0:
        return ""
    words = {"n": look, "ahead": abs(rest), "name": name_of(comparison.placed[1].person, first=False)}
    if not rest:
        return _("Board %(n)s decided it: without it you and %(name)s are tied.") % words
    if rest > 0:
        return _("Board %(n)s decided it: without it you are %(ahead)s ahead of %(name)s.") % words
    return _("Board %(n)s decided it: without it %(name)s is %(ahead)s ahead of you.") % words


def _worth_a_look(comparison: Comparison) -> int:
    """Return the number of the board at which the leader (the person or the best other person) gained most.

    In a tie the person is the leader. If all `_leads` are 0, return the first board with a parting, or else 0.
    """
    apart = _leads(comparison)
    sign = -1 if sum(ahead for _number, ahead in apart) < 0 else 1
    most = max(apart, key=lambda one: sign * one[1], default=(0, 0))
    if most[1]:
        return most[0]
    return next((board.number for board in comparison.boards if board.partings), 0)


def _added(key: str) -> str:
    if GAMES[key].is_one_hand:
        return _("Over all boards: your remaining hit points minus your opponent’s.")
    return _("Over all boards: your points minus the best opponents’.")


def _marked(placed: Sequence[Placed]) -> Iterator[tuple[int, Placed]]:
    """Yield each person's colour number and place. With more than `DRAWN` people, only the viewer has a colour."""
    for number, one in enumerate(placed, 1):
        yield (number if len(placed) <= DRAWN else int(one.person.is_own)), one


def _total(placed: Placed, mark: int, *, is_compared: bool) -> PersonsResult:
    best = ngettext("top score on %(n)s board", "top score on %(n)s boards", placed.best) % {"n": placed.best}
    lines = [best if placed.best else _("no top score")] if is_compared else []
    if placed.given_up:
        lines.append(ngettext("gave up %(n)s board", "gave up %(n)s boards", placed.given_up) % {"n": placed.given_up})
    name = name_of(placed.person)
    is_best = is_compared and placed.place == 1
    return PersonsResult(placed.person.number, name, mark, plain_number(placed.sum), ", ".join(lines), is_best)


def _board(comparison: Comparison, board: BoardTold) -> BoardCompared:
    marks = {one.person.number: mark for mark, one in _marked(comparison.placed)}
    names = {one.person.number: name_of(one.person) for one in comparison.placed}
    results = tuple(_of_board(comparison, board, number, name, marks[number]) for number, name in names.items())
    is_drawn = 2 <= len(names) <= DRAWN
    ways = _ThreadLayout(board, [number for number in names if number in board.margins])
    return BoardCompared(
        number=board.number,
        name=board_name(comparison.challenge, board.number, board.seat),
        results=results,
        partings=tuple(_parting(comparison.challenge.row.key, one, names, ways) for one in board.partings),
        threads=tuple((marks[number], path) for number, path in ways.paths()) if is_drawn else (),
        ticks=tuple(ways.x(at) for at in range(board.decisions)) if is_drawn else (),
        together=_("Everyone played the same way.") if len(names) > 1 and not board.partings else "",
    )


def _of_board(comparison: Comparison, board: BoardTold, number: int, name: str, mark: int) -> PersonsResult:
    margin, game = board.margins.get(number), board.played.get(number)
    if margin is None:
        return PersonsResult(number, name, mark, "", _("gave up"), False, number in board.margins)
    line = GAMES[game.key].past_page(game).in_short(game.hands[-1]) if game is not None and game.hands else ""
    is_best = len(comparison.placed) > 1 and margin == board.best
    return PersonsResult(number, name, mark, signed(margin), line, is_best)


def _parting(key: str, parting: Parting, names: dict[int, str], ways: "_ThreadLayout") -> PartingShown:
    order = list(names)
    choices = sorted(parting.choices, key=lambda one: min(map(order.index, one.made_at)))
    first = next(iter(parting.choices[0].made_at))
    where, at = _where(key, parting), (ways.x(parting.decision), ways.y(first, parting.decision))
    if parting.by_others:
        people = tuple(who for choice in choices for who in _who(choice, names))
        words = _("the computer players had already played differently")
        return PartingShown(where, (PartedChoice(people, words),), *at)
    shown = (PartedChoice(_who(choice, names), _choice_words(key, choice)) for choice in choices)
    return PartingShown(where, tuple(shown), *at)


def _who(choice: PartingChoice, names: dict[int, str]) -> tuple[WhoShown, ...]:
    return tuple(WhoShown(one, name, *choice.made_at[one]) for one, name in names.items() if one in choice.made_at)


def _choice_words(key: str, choice: PartingChoice) -> str:
    return choice_text(GAMES[key], choice.action) if choice.action is not None else _("gave up the board")


def _where(key: str, parting: Parting) -> str:
    verb = next((choice.action.verb for choice in parting.choices if choice.action is not None), "")
    if verb in ("play", "blaze"):
        return part_name(GAMES[key], parting.plays + 1)
    if verb in ("bid", "pass"):
        return kind_name(key, "bid")
    if verb == "discard":
        return kind_name(key, "discard")
    return kind_name(key, "blind") if verb in ("look", "blind", "blind_nil") else _("A choice")


class _ThreadLayout:
    """The layout of a board's threads, which run together while decisions are the same and spread at each parting."""

    def __init__(self, board: BoardTold, people: Sequence[int]) -> None:
        self.board, self.order = board, _order(people, board.partings)
        #: By entrant number: each decision at which the thread turns, with its y after the turn.
        self.turns: dict[int, list[tuple[int, float]]] = {one: [(-1, self._middle(people))] for one in people}
        for parting in board.partings:
            for choice in parting.choices:
                for one in choice.made_at:
                    self.turns[one].append((parting.decision, self._middle(list(choice.made_at))))

    def x(self, decision: int) -> float:
        return round(14 + (WIDTH - 28) * decision / max(self.board.decisions - 1, 1), 1)

    def y(self, person: int, decision: int) -> float:
        """Return the y of the person's thread before that decision."""
        return [height for turn, height in self.turns[person] if turn < decision][-1]

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
    """Return the people from top to bottom. People who parted late are neighbours."""
    order = list(people)
    for parting in partings:
        within = [one for choice in parting.choices for one in choice.made_at]
        first = min(order.index(one) for one in within)
        order = [one for one in order if one not in within]
        order[first:first] = within
    return order
