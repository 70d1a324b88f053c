"""A challenge: what it asks for, how far everybody is, and at its end what each made of it, side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.links import qr_code
from games.presenters.reviews import said
from games.registry import GAMES
from games.services.boards.challenges import ChallengeSeen, OwnBoard, PersonIn, Why
from games.services.boards.comparing import BoardTold, Comparison, Parting, Placed
from games.services.boards.days import Stand
from games.viewmodel.levels import level_name
from games.viewmodel.words import plain_number, signed
from games.wording.names import game_name, rules_said

#: People whose threads are drawn apart; of more there are words alone.
DRAWN = 3
WIDTH, TOP, BOTTOM, APART = 338, 8, 52, 3


@dataclass(frozen=True, slots=True)
class PersonShown:
    """Somebody in a challenge and how far they have come."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class OwnBoardShown:
    """A board as the person has it; `code` is that of a game that can be looked at."""

    number: int
    name: str
    line: str
    code: str


@dataclass(frozen=True, slots=True)
class ChallengeShown:
    """The page of a challenge. `go` is what the button says that plays on, empty where nothing is played; `why` says
    the reason. `link` is empty where nobody more can come.
    """

    token: str
    heading: str
    about: str
    title: str
    rules: str
    why: str
    go: str
    people: tuple[PersonShown, ...]
    boards: tuple[OwnBoardShown, ...]
    is_in: bool
    is_done: bool
    is_pair: bool
    link: str
    qr: str
    modules: int
    may_take_back: bool


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    """A challenge in a list."""

    token: str
    title: str
    line: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class ResultShown:
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
    """Somebody at a place where people went apart, with the step of their replay."""

    number: int
    name: str
    step: int


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """What they did there, the same all of them."""

    people: tuple[WhoShown, ...]
    words: str


@dataclass(frozen=True, slots=True)
class PartingShown:
    """Where people went apart who had done the same until then; `x` is its place among the threads."""

    where: str
    choices: tuple[ChoiceShown, ...]
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ThreadShown:
    """What one person did, drawn beside the others: together as long as they did the same."""

    mark: int
    path: str


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A board, side by side. `ticks` are the decisions, `threads` none where too many people are compared."""

    number: int
    name: str
    results: tuple[ResultShown, ...]
    partings: tuple[PartingShown, ...]
    threads: tuple[ThreadShown, ...]
    ticks: tuple[float, ...]
    together: str


@dataclass(frozen=True, slots=True)
class ComparisonShown:
    """All of a challenge at its end. `like` is the code of an own game of it, for new boards like these."""

    token: str
    heading: str
    about: str
    added: str
    totals: tuple[ResultShown, ...]
    boards: tuple[BoardShown, ...]
    waiting: tuple[PersonShown, ...]
    like: str


# -- before its end ------------------------------------------------------------------------------------


def page(found: ChallengeSeen, *, link: str) -> ChallengeShown:
    own, link = found.own, link if found.is_asking else ""
    qr, modules = qr_code(link if own is not None else "")
    return ChallengeShown(
        token=found.token,
        heading=_heading(found),
        about=_about(found),
        title=game_name(found.key, found.options),
        rules=rules_said(found.key, found.options),
        why=_why(found),
        go=_go(found) if found.closed is None or _goes_on(found) else "",
        people=tuple(PersonShown(_name(one), _done(one.done, len(found.boards))) for one in found.people),
        boards=tuple(_own_board(found, one) for one in found.boards) if own is not None else (),
        is_in=own is not None,
        is_done=found.is_done,
        is_pair=found.is_pair,
        link=link,
        qr=qr,
        modules=modules,
        may_take_back=found.may_take_back,
    )


def line(found: ChallengeSeen) -> ChallengeLine:
    done = found.own.done if found.own is not None else 0
    others = [_name(one) for one in found.people if not one.is_own]
    words = [_done(done, len(found.boards)), _("with %(names)s") % {"names": _listed(others)} if others else ""]
    return ChallengeLine(
        found.token, game_name(found.key, found.options), ", ".join(filter(None, words)), found.is_done
    )


def _what(found: ChallengeSeen) -> str:
    number = len(found.boards)
    words = {"n": number, "game": game_name(found.key, found.options), "level": level_name(found.level)}
    return (
        ngettext(
            "%(n)s board of %(game)s against players of the level %(level)s",
            "%(n)s boards of %(game)s against players of the level %(level)s",
            number,
        )
        % words
    )


def _heading(found: ChallengeSeen) -> str:
    if found.own is not None:
        return _done(found.own.done, len(found.boards))
    opener = found.opener or _("Somebody")
    words = {"name": opener, "n": len(found.boards), "game": game_name(found.key, found.options)}
    return (
        ngettext(
            "%(name)s asks you to the same board of %(game)s",
            "%(name)s asks you to the same %(n)s boards of %(game)s",
            len(found.boards),
        )
        % words
    )


def _about(found: ChallengeSeen) -> str:
    about = _("%(what)s. Everybody plays alone, with the same cards, whenever they like.") % {"what": _what(found)}
    if not found.was_played or (found.own is not None and found.own.number == 0):
        return about
    name = found.opener or _("Somebody who has left")
    return _("%(about)s %(name)s has played these cards already.") % {"about": about, "name": name}


def played_words(key: str) -> str:
    """What is offered with the cards of a game that is over."""
    if GAMES[key].is_one_hand:
        return _("Others play the very same duel against the same player. What you have made of it counts as yours.")
    return _("Others play the first hand of that game as it was dealt. What you have made of it counts as yours.")


def _why(found: ChallengeSeen) -> str:
    why = found.closed
    if why is Why.FULL:
        return _("Eight people play this challenge already, and there is no room for a ninth.")
    if why is Why.TAKEN_BACK:
        return _("This challenge was taken back.")
    if why is Why.LAPSED:
        return _("This challenge was open for 14 days and is over: nothing more is begun in it.")
    return ""


def _goes_on(found: ChallengeSeen) -> bool:
    return any(one.stand is Stand.BEGUN for one in found.boards)


def _go(found: ChallengeSeen) -> str:
    following = found.next
    if following is None:
        return ""
    words = {"n": following.number}
    if following.stand is Stand.BEGUN:
        return _("Go on with board %(n)s") % words
    return _("Play board %(n)s") % words


def _own_board(found: ChallengeSeen, board: OwnBoard) -> OwnBoardShown:
    is_over = board.stand in (Stand.PLAYED, Stand.GIVEN_UP)
    return OwnBoardShown(
        board.number, _board_name(found, board.number, board.seat), _own_line(board), board.code * is_over
    )


def _own_line(board: OwnBoard) -> str:
    if board.stand is Stand.PLAYED:
        return _("played: %(points)s") % {"points": signed(board.margin or 0)}
    return {
        Stand.OPEN: _("not begun"),
        Stand.BEGUN: _("begun"),
        Stand.GIVEN_UP: _("given up"),
    }[board.stand]


def _board_name(found: ChallengeSeen, number: int, seat: int) -> str:
    """Of a pair the deal and from which seat; the others by their number alone."""
    deals = len(found.boards) // 2
    if not found.is_pair:
        return _("Board %(n)s") % {"n": number}
    if seat == 0:
        return _("Board %(n)s: deal %(deal)s") % {"n": number, "deal": number}
    return _("Board %(n)s: deal %(deal)s, seats exchanged") % {"n": number, "deal": number - deals}


def _done(done: int, boards: int) -> str:
    return ngettext("%(done)s of %(n)s board done", "%(done)s of %(n)s boards done", boards) % {
        "done": done,
        "n": boards,
    }


def _name(one: PersonIn) -> str:
    if one.is_own:
        return _("You")
    if not one.name:
        return _("Somebody who has left")
    return one.name


def _listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


# -- at its end ----------------------------------------------------------------------------------------


def result(found: Comparison) -> ComparisonShown:
    placed, challenge = found.placed, found.challenge
    own = next(board for board in challenge.boards if board.code or board is challenge.boards[-1])
    return ComparisonShown(
        token=challenge.token,
        heading=_won(placed),
        about=_what(challenge),
        added=_added(challenge.key),
        totals=tuple(_total(one, mark) for mark, one in _marked(placed)),
        boards=tuple(_board(found, board) for board in found.boards),
        waiting=tuple(PersonShown(_name(one), _done(one.done, len(challenge.boards))) for one in found.waiting),
        like=own.code,
    )


def _won(placed: Sequence[Placed]) -> str:
    """Who is ahead of those who are done, with the sum of the own and of the best other one."""
    own, others = placed[0], placed[1:]
    if not others:
        return _("You are done, and nobody else is yet")
    best = others[0]
    words = {"name": _name(best.person), "own": plain_number(own.sum), "other": plain_number(best.sum)}
    if own.place == best.place:
        return _("Level, %(own)s to %(other)s") % words
    if own.place == 1:
        return _("You win, %(own)s to %(other)s") % words
    return _("%(name)s wins, %(other)s to your %(own)s") % words


def _added(key: str) -> str:
    if GAMES[key].is_one_hand:
        return _("Added up are, of each board, the hit points that were left to you less those left to the other.")
    return _("Added up are, of each board, the points that your side won less those of the best other side.")


def _marked(placed: Sequence[Placed]) -> Iterator[tuple[int, Placed]]:
    """Each with the number of their colour, as long as there are some."""
    for number, one in enumerate(placed, 1):
        yield (number if len(placed) <= DRAWN else int(one.person.is_own)), one


def _total(one: Placed, mark: int) -> ResultShown:
    lines = [ngettext("best of %(n)s board", "best of %(n)s boards", one.best) % {"n": one.best}]
    if one.given_up:
        lines.append(ngettext("%(n)s board given up", "%(n)s boards given up", one.given_up) % {"n": one.given_up})
    name = _name(one.person)
    return ResultShown(one.person.number, name, mark, plain_number(one.sum), ", ".join(lines), one.place == 1)


def _board(found: Comparison, board: BoardTold) -> BoardShown:
    marks = {one.person.number: mark for mark, one in _marked(found.placed)}
    names = {one.person.number: _name(one.person) for one in found.placed}
    results = tuple(_of_board(board, number, name, marks[number]) for number, name in names.items())
    is_drawn = 2 <= len(names) <= DRAWN
    ways = _Ways(board, [number for number in names if number in board.margins])
    return BoardShown(
        number=board.number,
        name=_board_name(found.challenge, board.number, board.seat),
        results=results,
        partings=tuple(_parting(found.challenge.key, one, names, ways) for one in board.partings),
        threads=tuple(ThreadShown(marks[number], path) for number, path in ways.paths()) if is_drawn else (),
        ticks=tuple(ways.x(at) for at in range(board.decisions)) if is_drawn else (),
        together=_("All did the same.") if len(names) > 1 and not board.partings else "",
    )


def _of_board(board: BoardTold, number: int, name: str, mark: int) -> ResultShown:
    margin = board.margins.get(number)
    if margin is None:
        return ResultShown(number, name, mark, "", _("given up"), False, number in board.margins)
    return ResultShown(number, name, mark, signed(margin), "", margin == board.best)


def _parting(key: str, parting: Parting, names: dict[int, str], ways: "_Ways") -> PartingShown:
    choices, order = [], list(names)
    for choice in sorted(parting.choices, key=lambda one: min(map(order.index, one.steps))):
        people = tuple(WhoShown(one, names[one], choice.steps[one]) for one in order if one in choice.steps)
        words = said(key, choice.action) if choice.action is not None else _("gave the board up")
        choices.append(ChoiceShown(people, words))
    first = next(iter(parting.choices[0].steps))
    return PartingShown(_where(key, parting), tuple(choices), ways.x(parting.at), ways.y(first, parting.at))


def _where(key: str, parting: Parting) -> str:
    verb = next((choice.action.verb for choice in parting.choices if choice.action is not None), "")
    if verb in ("play", "blaze"):
        words = {"n": parting.plays + 1}
        return _("Round %(n)s") % words if GAMES[key].is_one_hand else _("Trick %(n)s") % words
    if verb in ("bid", "pass"):
        return _("The bid")
    if verb == "discard":
        return _("Put aside")
    return _("Before the cards are seen") if verb in ("look", "blind", "blind_nil") else _("A choice")


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
