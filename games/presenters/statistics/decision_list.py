"""The decisions behind a number, as lines of a list: what each was, what it cost and where it is to be seen."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.engine.notation import action_of
from games.presenters.choices import said
from games.presenters.reviews import mark_shown
from games.presenters.statistics.decided import replay_of
from games.presenters.statistics.pages import mark_words
from games.registry import GAMES
from games.services.counting.counted import figures
from games.services.statistics.decisions import DecisionPage, FoundDecision, Sought
from games.viewmodel.levels import level_name
from games.viewmodel.weighed import MarkShown, hundredths
from games.wording.kinds import kind_name


@dataclass(frozen=True, slots=True)
class ListedDecision:
    """`cost` in whole hundredths of a game; `where` names hand and trick."""

    href: str
    cost: int
    mark: MarkShown | None
    said: str
    where: str
    level: str
    day: date


@dataclass(frozen=True)
class DecisionListPage:
    """`words` say which decisions; `more` leads to those that cost less."""

    words: str
    decisions: tuple[ListedDecision, ...]
    more: str
    bags_marked: bool


def listed(key: str, found: DecisionPage, sought: Sought, kept: Mapping[str, str]) -> DecisionListPage:
    return DecisionListPage(
        words=", ".join(_words(key, sought)),
        decisions=tuple(_shown(key, one) for one in found.found),
        more=_more(found, sought, kept),
        bags_marked=bool(GAMES[key].tags),
    )


def _words(key: str, sought: Sought) -> list[str]:
    found = [kind_name(sought.kind)] if sought.kind else []
    if sought.trick is not None:
        found.append(_part(key, sought.trick))
    return [*found, *(mark_words(figures(key), mark) for mark in sought.marks)]


def _part(key: str, trick: int) -> str:
    return (_("Round %(n)s") if GAMES[key].is_one_hand else _("Trick %(n)s")) % {"n": trick}


def _shown(key: str, one: FoundDecision) -> ListedDecision:
    stored, cost = one.stored, hundredths(one.loss)
    kind = _part(key, one.trick) if one.trick else kind_name(one.kind)
    words = {
        "where": kind,
        "chosen": said(key, action_of(stored["chosen"])),
        "best": said(key, action_of(stored["best"])),
    }
    sentence = _("%(where)s: %(chosen)s. Best was %(best)s.") if one.loss else _("%(where)s: %(chosen)s.")
    return ListedDecision(
        href=replay_of(one),
        cost=cost,
        mark=mark_shown(stored["mark"], "", one.step),
        said=sentence % words,
        where=str(figures(key).terms.hand_name) % {"n": one.number},
        level=level_name(one.level),
        day=one.day,
    )


def _more(found: DecisionPage, sought: Sought, kept: Mapping[str, str]) -> str:
    if found.after is None:
        return ""
    after = f"{found.after.loss}.{found.after.line}"
    return "?" + urlencode([*kept.items(), *(("mark", mark) for mark in sought.marks), ("after", after)])
