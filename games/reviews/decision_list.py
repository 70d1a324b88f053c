"""The list of decisions behind a number: choice, cost and replay link of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from games.pages.choices import decision_sentence, part_name
from games.pages.levels import level_name
from games.pages.weighed import MarkShown, hundredths
from games.registry import GAMES, figures
from games.reviews.counting import decisions_of
from games.reviews.decided_page import replay_of, trick_words
from games.reviews.decisions import DecisionPage, Sought
from games.reviews.models import DecisionLine
from games.reviews.pages import mark_shown
from games.statistics.pages import mark_words
from games.wording import kind_name


@dataclass(frozen=True, slots=True)
class ListedDecision:
    """One line of the list. `cost` is in hundredths of a game; `where` names the hand."""

    href: str
    cost: int
    mark: MarkShown | None
    said: str
    where: str
    level: str
    day: date


@dataclass(frozen=True)
class DecisionListPage:
    """Context of the page. `words` name the filters; `more` is the query of the next page, empty on the last."""

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
        found.append(part_name(GAMES[key], trick_words(sought.trick)))
    return [*found, *(mark_words(figures(key), mark) for mark in sought.marks)]


def _shown(key: str, one: DecisionLine) -> ListedDecision:
    decision = next(item for item in decisions_of(one.review) if item.ordinal == one.ordinal)
    kind = part_name(GAMES[key], one.trick) if one.trick else kind_name(key, one.kind)
    cost = hundredths(one.loss)
    return ListedDecision(
        href=replay_of(one),
        cost=cost,
        mark=mark_shown(decision.mark, "", one.step),
        said=decision_sentence(GAMES[key], decision, kind, cost=cost),
        where=str(figures(key).terms.hand_name) % {"n": one.review.number},
        level=level_name(one.level),
        day=one.day,
    )


def _more(found: DecisionPage, sought: Sought, kept: Mapping[str, str]) -> str:
    if found.after is None:
        return ""
    after = f"{found.after.loss}.{found.after.line}"
    return "?" + urlencode([*kept.items(), *(("mark", mark) for mark in sought.marks), ("after", after)])
