"""The list of decisions behind a number: choice, cost and replay link of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from games.pages.choices import decision_sentence, part_name
from games.pages.levels import level_name
from games.pages.weighed import MarkShown, hundredths
from games.registry import GAMES, figures
from games.reviews.counting import decisions_of
from games.reviews.decided_page import replay_of, trick_words
from games.reviews.decisions import Sought
from games.reviews.models import DecisionLine
from games.reviews.pages import mark_shown
from games.statistics.counted_hands import LinesPage
from games.statistics.pages import mark_words, next_page
from games.wording import kind_name


@dataclass(frozen=True, slots=True)
class ListedDecision:
    """One line of the list. `cost` is in hundredths of a game; `where` names the hand."""

    href: str
    cost: int
    mark: MarkShown | None
    sentence: str
    where: str
    level: str
    day: date


@dataclass(frozen=True)
class DecisionListPage:
    """Context of the page. `words` name the filters; `more` is the query string of the next page, empty on the last."""

    words: str
    decisions: tuple[ListedDecision, ...]
    more: str
    bags_marked: bool


def listed(key: str, page: LinesPage[DecisionLine], sought: Sought, filters: Mapping[str, str]) -> DecisionListPage:
    return DecisionListPage(
        words=", ".join(_words(key, sought)),
        decisions=tuple(_shown(key, one) for one in page.lines),
        more=next_page(page, "after", filters, sought.marks),
        bags_marked=bool(GAMES[key].tags),
    )


def _words(key: str, sought: Sought) -> list[str]:
    found = [kind_name(key, sought.kind)] if sought.kind else []
    if sought.trick is not None:
        found.append(part_name(GAMES[key], trick_words(sought.trick)))
    return [*found, *(mark_words(figures(key), mark) for mark in sought.marks)]


def _shown(key: str, line: DecisionLine) -> ListedDecision:
    decision = next(item for item in decisions_of(line.review) if item.ordinal == line.ordinal)
    kind = part_name(GAMES[key], line.trick) if line.trick else kind_name(key, line.kind)
    cost = hundredths(line.loss)
    return ListedDecision(
        href=replay_of(line),
        cost=cost,
        mark=mark_shown(decision.mark, "", line.step),
        sentence=decision_sentence(GAMES[key], decision, kind, cost=cost),
        where=str(figures(key).terms.hand_name) % {"n": line.review.number},
        level=level_name(line.level),
        day=line.day,
    )
