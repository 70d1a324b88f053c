"""The page of a challenge, without the comparison of results: boards, options, people and their progress."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.attempts import start_of
from games.boards.challenges import ChallengeSeen, OwnBoard, PersonIn
from games.boards.days import Stand
from games.engine.ruleset import LAST
from games.pages.words import level_name, listed, signed
from games.people.links import Why, qr_code
from games.registry import GAMES, ruleset
from games.wording import game_name, rules_said


@dataclass(frozen=True, slots=True)
class PersonShown:
    name: str
    line: str


@dataclass(frozen=True, slots=True)
class OwnBoardShown:
    """A board with the person's progress. `code`: the game to replay, or ""; `hand`: the number of its scored hand."""

    name: str
    line: str
    code: str
    hand: int


@dataclass(frozen=True, slots=True)
class ChallengeShown:
    """Context of the page. `go` labels the play button, or is "". `why` says why the challenge is closed, or is "".

    `link` is empty if no more people can join; it expires at `lapses_at` at the latest.
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
    lapses_at: datetime
    qr: str
    modules: int
    may_take_back: bool


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    token: str
    title: str
    line: str
    is_done: bool


def page(challenge: ChallengeSeen, *, link: str) -> ChallengeShown:
    row, own, link = challenge.row, challenge.own, link if challenge.is_asking else ""
    qr, modules = qr_code(link if own is not None else "")
    may_play = challenge.closed is None or any(one.stand is Stand.BEGUN for one in challenge.boards)
    return ChallengeShown(
        token=row.token,
        heading=_heading(challenge),
        about=_about(challenge),
        title=game_name(row.key, row.options),
        rules=rules_of_boards(row.key, row.options, is_dealt_anew=not challenge.was_played and not row.is_pair),
        why=_closed_reason(challenge),
        go=_play_label(challenge) if may_play else "",
        people=tuple(PersonShown(name_of(one), done_of(one.done, len(challenge.boards))) for one in challenge.people),
        boards=tuple(_own_board(challenge, one) for one in challenge.boards) if own is not None else (),
        is_in=own is not None,
        is_done=challenge.is_done,
        is_pair=row.is_pair,
        link=link,
        lapses_at=row.lapses_at,
        qr=qr,
        modules=modules,
        may_take_back=challenge.may_take_back,
    )


def rules_of_boards(key: str, options: Mapping[str, object], *, is_dealt_anew: bool = True) -> str:
    """Return the rules in words, and a sentence on how the boards begin if that differs from a usual game.

    `is_dealt_anew`: the boards are new deals, all played from the same seat; otherwise that sentence is left out.
    """
    begins = GAMES[key].board_begins if is_dealt_anew and start_of(key, options) != {LAST: 1} else ""
    return f"{rules_said(key, options)} {begins}".strip()


def line(challenge: ChallengeSeen) -> ChallengeLine:
    row, done = challenge.row, challenge.own.done if challenge.own is not None else 0
    others = [name_of(one, first=False) for one in challenge.people if not one.is_own]
    words = [done_of(done, len(challenge.boards)), _("with %(names)s") % {"names": listed(others)} if others else ""]
    title = game_name(row.key, row.options)
    return ChallengeLine(row.token, title, ", ".join(filter(None, words)), challenge.is_done)


def contents_sentence(challenge: ChallengeSeen) -> str:
    """Return the number of boards, the game and the level in words."""
    row, number = challenge.row, len(challenge.boards)
    words = {"n": number, "game": game_name(row.key, row.options), "level": level_name(row.level)}
    if ruleset(row.key).seats == 2:
        return (
            ngettext(
                "%(n)s board of %(game)s against our %(level)s computer player",
                "%(n)s boards of %(game)s against our %(level)s computer player",
                number,
            )
            % words
        )
    return (
        ngettext(
            "%(n)s board of %(game)s against %(level)s computer players",
            "%(n)s boards of %(game)s against %(level)s computer players",
            number,
        )
        % words
    )


def _heading(challenge: ChallengeSeen) -> str:
    if challenge.own is not None:
        return done_of(challenge.own.done, len(challenge.boards))
    opener = challenge.opener or _("Someone")
    return _("%(name)s challenges you at %(game)s") % {
        "name": opener,
        "game": game_name(challenge.row.key, challenge.row.options),
    }


def _about(challenge: ChallengeSeen) -> str:
    about = _("%(what)s. Everyone plays alone, with the same cards, at their own pace.") % {
        "what": contents_sentence(challenge)
    }
    if not challenge.was_played or (challenge.own is not None and challenge.own.number == 0):
        return about
    name = challenge.opener or _("A former player")
    return _("%(about)s %(name)s has played these cards already.") % {"about": about, "name": name}


def played_words(key: str) -> str:
    """Return sentences that explain a challenge with the cards of a finished game."""
    if GAMES[key].is_one_hand:
        return _("Others play the same duel against the same opponent. Your result from it counts.")
    return _("Others play the first hand of that game as it was dealt. Your result from it counts.")


def _closed_reason(challenge: ChallengeSeen) -> str:
    why = challenge.closed
    if why is Why.FULL:
        return _("This challenge is full: eight people are already playing it.")
    if why is Why.TAKEN_BACK:
        return _("This challenge was canceled.")
    if why is Why.LAPSED:
        return _(
            "This challenge ended after 14 days. No more boards can be started, and boards finished now aren’t"
            " compared."
        )
    return ""


def _play_label(challenge: ChallengeSeen) -> str:
    following = challenge.next
    if following is None:
        return ""
    words = {"n": following.number}
    if following.stand is Stand.BEGUN:
        return _("Continue board %(n)s") % words
    return _("Play board %(n)s") % words


def _own_board(challenge: ChallengeSeen, board: OwnBoard) -> OwnBoardShown:
    """Return the board. Only a played board has a game to replay: a game given up may never have been dealt."""
    name, line = board_name(challenge, board.number, board.seat), _own_line(board)
    return OwnBoardShown(name, line, board.code if board.stand is Stand.PLAYED else "", board.hand)


def _own_line(board: OwnBoard) -> str:
    if board.stand is Stand.PLAYED:
        return _("played: %(points)s") % {"points": signed(board.margin or 0)}
    return {
        Stand.OPEN: _("not started"),
        Stand.BEGUN: _("started"),
        Stand.GIVEN_UP: _("gave up"),
    }[board.stand]


def board_name(challenge: ChallengeSeen, number: int, seat: int) -> str:
    """Return the board's number, and for a pair also the deal and whether seats are swapped."""
    deals = len(challenge.boards) // 2
    if not challenge.row.is_pair:
        return _("Board %(n)s") % {"n": number}
    if seat == 0:
        return _("Board %(n)s: deal %(deal)s") % {"n": number, "deal": number}
    return _("Board %(n)s: deal %(deal)s, seats swapped") % {"n": number, "deal": number - deals}


def done_of(done: int, boards: int) -> str:
    return ngettext("%(done)s of %(n)s board done", "%(done)s of %(n)s boards done", boards) % {
        "done": done,
        "n": boards,
    }


def name_of(person: PersonIn, *, first: bool = True) -> str:
    """Return the person's name, or words in its place; `first`: they begin a sentence."""
    if person.is_own:
        return _("You") if first else _("you")
    return person.name or (_("A former player") if first else _("a former player"))
