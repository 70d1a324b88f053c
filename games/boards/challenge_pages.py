"""Pages of a challenge before its comparison: boards, options, people and their progress."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.attempts import start_of
from games.boards.challenges import ChallengeSeen, OwnBoard, PersonIn
from games.boards.days import Stand
from games.engine.flow import LAST
from games.pages.levels import level_name
from games.pages.words import listed, signed
from games.people.links import Why, qr_code
from games.registry import GAMES
from games.wording import game_name, rules_said


@dataclass(frozen=True, slots=True)
class PersonShown:
    """A person in a challenge, with progress."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class OwnBoardShown:
    """A board with the person's progress. `code` is the game to replay, empty if none; `hand` is its scored hand."""

    name: str
    line: str
    code: str
    hand: int


@dataclass(frozen=True, slots=True)
class ChallengeShown:
    """Context of the page. `go` is the label of the play button, empty if there is none; `why` is the reason.

    `link` is empty if no more people can join, else valid until `lapses_at`.
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
    """A challenge in a list."""

    token: str
    title: str
    line: str
    is_done: bool


def page(found: ChallengeSeen, *, link: str) -> ChallengeShown:
    own, link = found.own, link if found.is_asking else ""
    qr, modules = qr_code(link if own is not None else "")
    return ChallengeShown(
        token=found.token,
        heading=_heading(found),
        about=_about(found),
        title=game_name(found.key, found.options),
        rules=rules_of_boards(found.key, found.options, is_dealt_anew=not found.was_played and not found.is_pair),
        why=_why(found),
        go=_go(found) if found.closed is None or _goes_on(found) else "",
        people=tuple(PersonShown(name_of(one), done_of(one.done, len(found.boards))) for one in found.people),
        boards=tuple(_own_board(found, one) for one in found.boards) if own is not None else (),
        is_in=own is not None,
        is_done=found.is_done,
        is_pair=found.is_pair,
        link=link,
        lapses_at=found.lapses_at,
        qr=qr,
        modules=modules,
        may_take_back=found.may_take_back,
    )


def rules_of_boards(key: str, options: Mapping[str, object], *, is_dealt_anew: bool = True) -> str:
    """Return the rules, and how the boards begin if that differs from a usual game.

    The latter is only said of new deals that everybody plays from one seat.
    """
    begins = GAMES[key].board_begins if is_dealt_anew and start_of(key, options) != {LAST: 1} else ""
    return f"{rules_said(key, options)} {begins}".strip()


def line(found: ChallengeSeen) -> ChallengeLine:
    done = found.own.done if found.own is not None else 0
    others = [name_of(one, first=False) for one in found.people if not one.is_own]
    words = [done_of(done, len(found.boards)), _("with %(names)s") % {"names": listed(others)} if others else ""]
    return ChallengeLine(
        found.token, game_name(found.key, found.options), ", ".join(filter(None, words)), found.is_done
    )


def what(found: ChallengeSeen) -> str:
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
        return done_of(found.own.done, len(found.boards))
    opener = found.opener or _("Somebody")
    words = {"name": opener, "n": len(found.boards), "game": game_name(found.key, found.options)}
    return (
        ngettext(
            "%(name)s invites you to the same board of %(game)s",
            "%(name)s invites you to the same %(n)s boards of %(game)s",
            len(found.boards),
        )
        % words
    )


def _about(found: ChallengeSeen) -> str:
    about = _("%(what)s. Everybody plays alone, with the same cards, whenever they like.") % {"what": what(found)}
    if not found.was_played or (found.own is not None and found.own.number == 0):
        return about
    name = found.opener or _("Somebody who has left")
    return _("%(about)s %(name)s has played these cards already.") % {"about": about, "name": name}


def played_words(key: str) -> str:
    """Explain a challenge with the cards of a finished game."""
    if GAMES[key].is_one_hand:
        return _("Others play the very same duel against the same player. The result you already have counts.")
    return _("Others play the first hand of that game as it was dealt. The result you already have counts.")


def _why(found: ChallengeSeen) -> str:
    why = found.closed
    if why is Why.FULL:
        return _("Eight people play this challenge already, and there is no room for a ninth.")
    if why is Why.TAKEN_BACK:
        return _("This challenge was taken back.")
    if why is Why.LAPSED:
        return _(
            "This challenge was open for 14 days and is over: no more of its boards can be started, and one that ends"
            " now is not compared."
        )
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
    """Return the board without a replay link unless it was played to the end: it may never have been dealt."""
    name, line = board_name(found, board.number, board.seat), _own_line(board)
    return OwnBoardShown(name, line, board.code if board.stand is Stand.PLAYED else "", board.hand)


def _own_line(board: OwnBoard) -> str:
    if board.stand is Stand.PLAYED:
        return _("played: %(points)s") % {"points": signed(board.margin or 0)}
    return {
        Stand.OPEN: _("not begun"),
        Stand.BEGUN: _("begun"),
        Stand.GIVEN_UP: _("given up"),
    }[board.stand]


def board_name(found: ChallengeSeen, number: int, seat: int) -> str:
    """Return the board's number, and for a pair also the deal and whether seats are swapped."""
    deals = len(found.boards) // 2
    if not found.is_pair:
        return _("Board %(n)s") % {"n": number}
    if seat == 0:
        return _("Board %(n)s: deal %(deal)s") % {"n": number, "deal": number}
    return _("Board %(n)s: deal %(deal)s, seats exchanged") % {"n": number, "deal": number - deals}


def done_of(done: int, boards: int) -> str:
    return ngettext("%(done)s of %(n)s board done", "%(done)s of %(n)s boards done", boards) % {
        "done": done,
        "n": boards,
    }


def name_of(one: PersonIn, *, first: bool = True) -> str:
    """Return the person's name, or a substitute; `first` if it begins a sentence."""
    if one.is_own:
        return _("You") if first else _("you")
    return one.name or (_("Somebody who has left") if first else _("somebody who has left"))
