"""The practice page: the table with a position to decide in, and the verdict on the answer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.engine.state import Phase, SeatView
from games.evaluation.decisions import Decision
from games.pages.cards import DisplayPreferences
from games.pages.choices import choice_text, reasons_of
from games.pages.table import Choosing
from games.pages.table_page import TablePage
from games.pages.weighed import HUNDREDTH, DecisionShown, hundredths
from games.registry import GAMES
from games.reviews import pages
from games.reviews.practice import ANYTHING, DAYS, RIGHT, Answer, Position, PositionFilters
from games.snapshot import Snapshot
from games.wording import in_order, kind_name, kind_words


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval of `DAYS`. `is_next`: the one until the position is due again. `is_done`: a shorter one."""

    days: int
    is_done: bool
    is_next: bool


@dataclass(frozen=True, slots=True)
class Practised:
    """The verdict on an answer, with the value of each action (`shown`) and the choice in the game (`in_game`).

    `reasons` are those against the choice in the game. `due_at` is None for a house position.
    """

    verdict: str
    why: str
    shown: DecisionShown
    in_game: str
    reasons: tuple[str, ...]
    due_at: datetime | None
    intervals: tuple[Interval, ...]


@dataclass(frozen=True, slots=True)
class PracticeFilter:
    """The options of the filter, as pairs of key and name. With `is_house` it filters house positions."""

    wanted: PositionFilters
    games: tuple[tuple[str, str], ...]
    kinds: tuple[tuple[str, str], ...]
    is_house: bool

    @property
    def is_open(self) -> bool:
        """Whether to show the filter: there is something to choose, or a filter is set."""
        return len(self.games) > 1 or len(self.kinds) > 1 or self.wanted != ANYTHING


def filter_of(
    kinds: Mapping[str, frozenset[str]], filters: PositionFilters, *, is_house: bool = False
) -> PracticeFilter:
    """Return the filter. `kinds` are by game; the filter offers those of the wanted game, or of all games."""
    games = [key for key in GAMES if key in kinds or key == filters.key]
    own = kinds.get(filters.key, frozenset()) if filters.key else frozenset[str]().union(*kinds.values())
    named = in_order(own | ({filters.kind} if filters.kind else frozenset()))
    return PracticeFilter(
        filters,
        tuple((key, GAMES[key].rules.title) for key in games),
        tuple((kind, kind_name(filters.key, kind)) for kind in named),
        is_house,
    )


def asked(position: Position, *, preferences: DisplayPreferences, action_url: str, notice: str = "") -> TablePage:
    """Return the table before the answer; its form posts the answer to `action_url`."""
    choosing = Choosing(action_url, notice or question(position), position.answers)
    game = GAMES[position.snapshot.key]
    return game.table_page(position.snapshot, preferences, notice=notice, choosing=choosing)


def question(position: Position) -> str:
    return str(kind_words(position.snapshot.key, position.decision.kind).asked)


def answered(
    position: Position, answer: Answer, *, preferences: DisplayPreferences, action_url: str
) -> tuple[TablePage, Practised]:
    """Return the table after the answer, without further choices, and the verdict."""
    practised = _practised(position, answer)
    snapshot = _without_choice(position.snapshot, answer.view_after)
    choosing = Choosing(
        action_url,
        f"{practised.verdict}. {practised.why}",
        snapshot.version,
        is_made=True,
        chosen=practised.shown.chosen,
        best=practised.shown.best,
    )
    return GAMES[snapshot.key].table_page(snapshot, preferences, choosing=choosing), practised


def _without_choice(snapshot: Snapshot, view_after: SeatView) -> Snapshot:
    """Return the snapshot after the answer, without legal actions.

    After a card or discard, or if the hand ends, it keeps the view before the answer: the view after it could reveal
    other seats' cards.
    """
    stays = snapshot.view.phase in (Phase.PLAY, Phase.DISCARD) or view_after.phase in (Phase.DEAL, Phase.OVER)
    others = frozenset({(snapshot.seat + 1) % len(snapshot.seated)})
    return replace(snapshot, view=replace(snapshot.view if stays else view_after, legal=(), waits_for=others))


def _practised(position: Position, answer: Answer) -> Practised:
    key, decision = position.snapshot.key, position.decision
    best = decision.values[0][0]
    chosen = answer.action if answer.loss is not None else best
    as_answered = replace(decision, chosen=chosen, best=best, loss=answer.loss or 0, mark=None)
    shown = pages.decided(position.snapshot, as_answered)
    if answer.loss is None:
        shown = replace(shown, chosen=(), rows=tuple(replace(row, is_chosen=False) for row in shown.rows))
    return Practised(
        verdict=_("Right") if answer.is_right else _("Not quite"),
        why=_why(answer),
        shown=shown,
        in_game=_then(key, decision),
        reasons=reasons_of(decision.reasons),
        due_at=answer.due_at,
        intervals=_intervals(answer),
    )


def _why(answer: Answer) -> str:
    if answer.loss is None:
        return _("That choice was too far off to be judged.")
    if answer.loss == 0:
        return _("There’s no better choice.")
    words = {"less": number_format(answer.loss / HUNDREDTH, 1), "right": number_format(RIGHT / HUNDREDTH, 1)}
    if answer.is_near and answer.is_repeated:
        return _("%(less)s%% of a win worse than the best choice, and no better than the choice in the game.") % words
    return _("%(less)s%% of a win worse than the best choice; up to %(right)s%% counts as right.") % words


def _then(key: str, decision: Decision) -> str:
    words = {
        "chosen": choice_text(GAMES[key], decision.chosen),
        "cost": hundredths(decision.loss),
        "mark": pages.MARKS[decision.mark][1] if decision.mark is not None else "",
    }
    return _("In the game, the choice was %(chosen)s. It cost %(cost)s%% of a win: %(mark)s.") % words


def _intervals(answer: Answer) -> tuple[Interval, ...]:
    if answer.due_at is None:
        return ()
    coming = max(answer.steps, 1) - 1
    return tuple(Interval(days, place < coming, place == coming) for place, days in enumerate(DAYS))
