"""The decisions behind a number, as lines of a list: what each was, what it cost and where it is to be seen."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from games.presenters.choices import decision_sentence, part_name
from games.presenters.reviews import mark_shown
from games.presenters.statistics.decided import replay_of, trick_words
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
    """`words` say which decisions; `more` leads to those that cost as much or less."""

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
    found = [kind_name(key, sought.kind)] if sought.kind else []
    if sought.trick is not None:
        found.append(part_name(key, trick_words(sought.trick)))
    return [*found, *(mark_words(figures(key), mark) for mark in sought.marks)]


def _shown(key: str, one: FoundDecision) -> ListedDecision:
    kind = part_name(key, one.trick) if one.trick else kind_name(key, one.kind)
    cost = hundredths(one.loss)
    return ListedDecision(
        href=replay_of(one),
        cost=cost,
        mark=mark_shown(one.decision.mark, "", one.step),
        said=decision_sentence(key, one.decision, kind, cost=cost),
        where=str(figures(key).terms.hand_name) % {"n": one.number},
        level=level_name(one.level),
        day=one.day,
    )


def _more(found: DecisionPage, sought: Sought, kept: Mapping[str, str]) -> str:
    if found.after is None:
        return ""
    after = f"{found.after.loss}.{found.after.line}"
    return "?" + urlencode([*kept.items(), *(("mark", mark) for mark in sought.marks), ("after", after)])
