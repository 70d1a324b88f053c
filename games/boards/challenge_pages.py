"""Pages of challenges: boards, people and their progress; and the comparison of results.

A parting is the first decision at which the games of people who had played alike differ, by their choices or because
bots had acted differently before it. For up to `DRAWN` people their games are also drawn as threads: lines from left to
right that run together while the people's decisions are the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.attempts import start_of
from games.boards.challenges import ChallengeSeen, OwnBoard, PersonIn
from games.boards.comparing import BoardTold, Comparison, Parting, PartingChoice, Placed
from games.boards.days import Stand
from games.engine.ruleset import LAST
from games.pages.moves import choice_text, part_name
from games.pages.words import level_name, listed, plain_number, signed
from games.people.pages import qr_code
from games.people.rooms import Why
from games.registry import GAMES, ruleset
from games.wording import game_name, kind_name, rules_said

#: Maximum number of people for whom threads are drawn; for more people the page has text only.
DRAWN: Final = 3
WIDTH, TOP, BOTTOM, APART = 338, 8, 52, 3


def page(challenge: ChallengeSeen, *, link: str) -> dict[str, object]:
    """Return the page of a challenge. `go` labels the play button, or is "".

    `why` says why the challenge is closed, or is "". `link` is empty if no more people can join; it expires at
    `lapses_at` at the latest.
    """
    row, own, link = challenge.row, challenge.own, link if challenge.is_asking else ""
    may_play = challenge.closed is None or any(one.stand is Stand.BEGUN for one in challenge.boards)
    return {
        "token": row.token,
        "heading": _heading(challenge),
        "about": _about(challenge),
        "title": game_name(row.key, row.options),
        "rules": rules_of_boards(row.key, row.options, is_dealt_anew=not challenge.was_played and not row.is_pair),
        "why": _closed_reason(challenge),
        "go": _play_label(challenge) if may_play else "",
        "people": _progress(challenge, challenge.people),
        "boards": [_own_board(challenge, one) for one in challenge.boards] if own is not None else [],
        "is_in": own is not None,
        "is_done": challenge.is_done,
        "is_pair": row.is_pair,
        "link": link,
        "lapses_at": row.lapses_at,
        **qr_code(link if own is not None else ""),
        "may_take_back": challenge.may_take_back,
    }


def _progress(challenge: ChallengeSeen, people: Sequence[PersonIn]) -> list[tuple[str, str]]:
    return [(name_of(one), done_of(one.done, len(challenge.boards))) for one in people]


def rules_of_boards(key: str, options: Mapping[str, object], *, is_dealt_anew: bool = True) -> str:
    """Return the rules in words, and a sentence on how the boards begin if that differs from a usual game.

    `is_dealt_anew`: the boards are new deals, all played from the same seat; otherwise that sentence is left out.
    """
    begins = GAMES[key].board_begins if is_dealt_anew and start_of(key, options) != {LAST: 1} else ""
    return f"{rules_said(key, options)} {begins}".strip()


def line(challenge: ChallengeSeen) -> dict[str, object]:
    row, done = challenge.row, challenge.own.done if challenge.own is not None else 0
    others = [name_of(one, first=False) for one in challenge.people if not one.is_own]
    words = [done_of(done, len(challenge.boards)), _("with %(names)s") % {"names": listed(others)} if others else ""]
    return {
        "token": row.token,
        "title": game_name(row.key, row.options),
        "line": ", ".join(filter(None, words)),
        "is_done": challenge.is_done,
    }


def contents_sentence(challenge: ChallengeSeen) -> str:
    row, number = challenge.row, len(challenge.boards)
    words = {"n": number, "game": game_name(row.key, row.options), "level": level_name(row.level)}
    if ruleset(row.key).seats == 2:
        sentence = ngettext(
            "%(n)s board of %(game)s against our %(level)s computer player",
            "%(n)s boards of %(game)s against our %(level)s computer player",
            number,
        )
    else:
        sentence = ngettext(
            "%(n)s board of %(game)s against %(level)s computer players",
            "%(n)s boards of %(game)s against %(level)s computer players",
            number,
        )
    return sentence % words


def _heading(challenge: ChallengeSeen) -> str:
    if challenge.own is not None:
        return done_of(challenge.own.done, len(challenge.boards))
    words = {"name": challenge.opener or _("Someone"), "game": game_name(challenge.row.key, challenge.row.options)}
    return _("%(name)s challenges you at %(game)s") % words


def _about(challenge: ChallengeSeen) -> str:
    about = _("%(what)s. Everyone plays alone, with the same cards, at their own pace.") % {
        "what": contents_sentence(challenge)
    }
    if not challenge.was_played or (challenge.own is not None and challenge.own.number == 0):
        return about
    name = challenge.opener or _("A former player")
    return _("%(about)s %(name)s has played these cards already.") % {"about": about, "name": name}


def played_words(key: str) -> str:
    if GAMES[key].is_one_hand:
        return _("Others play the same duel against the same opponent. Your result from it counts.")
    return _("Others play the first hand of that game as it was dealt. Your result from it counts.")


def _closed_reason(challenge: ChallengeSeen) -> str:
    reasons: dict[Why | None, str] = {
        Why.FULL: _("This challenge is full: eight people are already playing it."),
        Why.TAKEN_BACK: _("This challenge was canceled."),
        Why.LAPSED: _(
            "This challenge ended after 14 days. No more boards can be started, and boards finished now aren’t"
            " compared."
        ),
    }
    return reasons.get(challenge.closed, "")


def _play_label(challenge: ChallengeSeen) -> str:
    following = challenge.next
    if following is None:
        return ""
    label = _("Continue board %(n)s") if following.stand is Stand.BEGUN else _("Play board %(n)s")
    return label % {"n": following.number}


def _own_board(challenge: ChallengeSeen, board: OwnBoard) -> dict[str, object]:
    """Return the board with the person's progress. `code`: the game to replay, or ""; `hand`: its scored hand."""
    line = {
        Stand.OPEN: _("not started"),
        Stand.BEGUN: _("started"),
        Stand.PLAYED: _("played: %(points)s") % {"points": signed(board.margin or 0)},
        Stand.GIVEN_UP: _("gave up"),
    }[board.stand]
    return {
        "name": board_name(challenge, board.number, board.seat),
        "line": line,
        "code": board.code if board.stand is Stand.PLAYED else "",  # a game given up may never have been dealt
        "hand": board.hand,
    }


def board_name(challenge: ChallengeSeen, number: int, seat: int) -> str:
    if not challenge.row.is_pair:
        return _("Board %(n)s") % {"n": number}
    if seat == 0:
        return _("Board %(n)s: deal %(deal)s") % {"n": number, "deal": number}
    return _("Board %(n)s: deal %(deal)s, seats swapped") % {"n": number, "deal": number - len(challenge.boards) // 2}


def done_of(done: int, boards: int) -> str:
    words = {"done": done, "n": boards}
    return ngettext("%(done)s of %(n)s board done", "%(done)s of %(n)s boards done", boards) % words


def name_of(person: PersonIn, *, first: bool = True) -> str:
    """Return the person's name, or words in its place; `first`: they begin a sentence."""
    if person.is_own:
        return _("You") if first else _("you")
    return person.name or (_("A former player") if first else _("a former player"))


# -- the comparison of results --------------------------------------------------------------------------


def result(comparison: Comparison) -> dict[str, object]:
    """Return the page of the results.

    `own_game` is the code of a game whose settings a new challenge can copy, or "". `look` is the number of the board
    most worth a look, or 0. `decided` is a sentence on that board if it decided the challenge. `key` is the legend of
    the threads. `has_lapsed`: the people in `waiting` did not finish in time.
    """
    placed, challenge = comparison.placed, comparison.challenge
    of_points = _("Over all boards: your points minus the best opponents’.")
    of_hit_points = _("Over all boards: your remaining hit points minus your opponent’s.")
    return {
        "token": challenge.row.token,
        "heading": _won(comparison),
        "about": contents_sentence(challenge),
        "added": of_hit_points if GAMES[challenge.row.key].is_one_hand else of_points,
        "decided": _decided(comparison),
        "look": _worth_a_look(comparison),
        "key": [(mark, name_of(one.person)) for mark, one in _marked(placed)] if 2 <= len(placed) <= DRAWN else [],
        "totals": [_total(one, mark, is_compared=len(placed) > 1) for mark, one in _marked(placed)],
        "boards": [_board(comparison, board) for board in comparison.boards],
        "waiting": _progress(challenge, comparison.waiting),
        "has_lapsed": challenge.has_lapsed,
        "own_game": next((board.code for board in challenge.boards if board.code), ""),
    }


def _won(comparison: Comparison) -> str:
    """Return the heading, which compares the person with the best other: first by boards given up, then by sums."""
    own, *others = comparison.placed
    if not others:
        is_over = comparison.challenge.has_lapsed
        return _("Only you finished in time") if is_over else _("You’re the first to finish")
    best = others[0]
    words: dict[str, object] = {"name": name_of(best.person)}
    words |= {"own": plain_number(own.sum), "other": plain_number(best.sum)}
    if own.place == best.place:
        return _("Tied, %(own)s to %(other)s") % words
    if own.given_up < best.given_up:
        n = words["n"] = best.given_up
        return ngettext("You win: %(name)s gave up a board", "You win: %(name)s gave up %(n)s boards", n) % words
    if own.place == 1:
        return _("You win, %(own)s to %(other)s") % words
    ahead = [name_of(one.person, first=one is best) for one in others if one.place == best.place]
    words["won"] = ngettext("%(names)s wins", "%(names)s win", len(ahead)) % {"names": listed(ahead)}
    if own.given_up > best.given_up:
        n = words["n"] = own.given_up
        return ngettext("%(won)s: you gave up a board", "%(won)s: you gave up %(n)s boards", n) % words
    return _("%(won)s, %(other)s to your %(own)s") % words


def _leads(comparison: Comparison) -> dict[int, int]:
    """Return by number of the board the person's lead over the best other person, in points.

    Empty without another person, or if one of the two gave up a board.
    """
    if len(comparison.placed) < 2 or any(one.given_up for one in comparison.placed[:2]):
        return {}
    own, best = (one.person.number for one in comparison.placed[:2])
    return {board.number: (board.margins[own] or 0) - (board.margins[best] or 0) for board in comparison.boards}


def _decided(comparison: Comparison) -> str:
    """Return a sentence on the board most worth a look if the leader would not lead without that board; else ""."""
    apart, look = _leads(comparison), _worth_a_look(comparison)
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
    sign = -1 if sum(apart.values()) < 0 else 1
    most = max(apart, key=lambda number: sign * apart[number], default=0)
    if apart.get(most):
        return most
    return next((board.number for board in comparison.boards if board.partings), 0)


def _marked(placed: Sequence[Placed]) -> Iterator[tuple[int, Placed]]:
    """Yield each person's colour number and place. With more than `DRAWN` people, only the viewer has a colour."""
    for number, one in enumerate(placed, 1):
        yield (number if len(placed) <= DRAWN else int(one.person.is_own)), one


def _total(placed: Placed, mark: int, *, is_compared: bool) -> dict[str, object]:
    """Return a person's result in total. `mark` is the number of the colour, 0 for no colour."""
    best = ngettext("top score on %(n)s board", "top score on %(n)s boards", placed.best) % {"n": placed.best}
    lines = [best if placed.best else _("no top score")] if is_compared else []
    if placed.given_up:
        lines.append(ngettext("gave up %(n)s board", "gave up %(n)s boards", placed.given_up) % {"n": placed.given_up})
    return {
        "name": name_of(placed.person),
        "mark": mark,
        "points": plain_number(placed.sum),
        "line": ", ".join(lines),
        "is_best": is_compared and placed.place == 1,
    }


def _board(comparison: Comparison, board: BoardTold) -> dict[str, object]:
    """Return a board with all results. If 2 to `DRAWN` people are done, it has their threads.

    `threads` has the number of the colour and the SVG path of each; `ticks` are the x positions of the decisions.
    """
    marks = {one.person.number: mark for mark, one in _marked(comparison.placed)}
    names = {one.person.number: name_of(one.person) for one in comparison.placed}
    is_drawn = 2 <= len(names) <= DRAWN
    ways = _ThreadLayout(board, [number for number in names if number in board.margins])
    return {
        "number": board.number,
        "name": board_name(comparison.challenge, board.number, board.seat),
        "results": [_of_board(comparison, board, number, name, marks[number]) for number, name in names.items()],
        "partings": [_parting(comparison.challenge.row.key, one, names, ways) for one in board.partings],
        "threads": [(marks[number], path) for number, path in ways.paths()] if is_drawn else [],
        "ticks": [ways.x(at) for at in range(board.decisions)] if is_drawn else [],
        "together": _("Everyone played the same way.") if len(names) > 1 and not board.partings else "",
    }


def _of_board(comparison: Comparison, board: BoardTold, number: int, name: str, mark: int) -> dict[str, object]:
    margin, game = board.margins.get(number), board.played.get(number)
    shown = {"number": number, "name": name, "mark": mark, "is_there": number in board.margins}
    if margin is None:
        return {**shown, "line": _("gave up")}
    line = GAMES[game.key].past_page(game).in_short(game.hands[-1]) if game is not None and game.hands else ""
    is_best = len(comparison.placed) > 1 and margin == board.best
    return {**shown, "points": signed(margin), "line": line, "is_best": is_best}


def _parting(key: str, parting: Parting, names: dict[int, str], ways: "_ThreadLayout") -> dict[str, object]:
    """Return a parting in words. `x` and `y` are its position in the drawing of the threads.

    `choices` has the people of each choice, and the choice in words.
    """
    order = list(names)
    choices = sorted(parting.choices, key=lambda one: min(map(order.index, one.made_at)))
    if parting.by_others:
        people = [who for choice in choices for who in _who(choice, names)]
        told = [(people, _("the computer players had already played differently"))]
    else:
        gave_up = _("gave up the board")
        told = [(_who(one, names), choice_text(GAMES[key], one.action) if one.action else gave_up) for one in choices]
    first = next(iter(parting.choices[0].made_at))
    x, y = ways.x(parting.decision), ways.y(first, parting.decision)
    return {"where": _where(key, parting), "choices": told, "x": x, "y": y}


def _who(choice: PartingChoice, names: dict[int, str]) -> list[tuple[int, str, int, int]]:
    """Return number and name of the people who made the choice, each with hand and step of the replay."""
    return [(one, name, *choice.made_at[one]) for one, name in names.items() if one in choice.made_at]


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
