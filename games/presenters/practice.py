"""A position to choose in, as the table shows it to its seat, and what is said of the answer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.engine.state import Phase, SeatView
from games.presenters import reviews
from games.presenters.choices import reasons_of, said
from games.registry import GAMES, presenter
from games.review.decisions import Decision
from games.services.past.practice import ANYTHING, DAYS, RIGHT, Answer, Position, Wanted
from games.snapshot import Snapshot
from games.viewmodel.cards import Preferences
from games.viewmodel.table import TableContext
from games.viewmodel.weighed import HUNDREDTH, DecisionShown, hundredths
from games.wording.kinds import in_order, kind_name, kind_words


@dataclass(frozen=True, slots=True)
class Interval:
    """Days until a position comes back, whether they have passed, and whether they are the next ones."""

    days: int
    is_done: bool
    is_next: bool


@dataclass(frozen=True, slots=True)
class Practised:
    """An answer: the sentence, what every action was worth, and what was chosen in the game, with
    the reasons against it. `due_at` is when it comes back, None for a position of the house.
    """

    verdict: str
    why: str
    shown: DecisionShown
    then: str
    reasons: tuple[str, ...]
    due_at: datetime | None
    intervals: tuple[Interval, ...]


@dataclass(frozen=True, slots=True)
class PracticeFilter:
    """Which decisions may be asked for: games and kinds with their names, and what is wanted of them. `is_house`: those
    of the house.
    """

    wanted: Wanted
    games: tuple[tuple[str, str], ...]
    kinds: tuple[tuple[str, str], ...]
    is_house: bool

    @property
    def is_open(self) -> bool:
        """Whether there is anything to choose, or was chosen."""
        return len(self.games) > 1 or len(self.kinds) > 1 or self.wanted != ANYTHING


def filter_of(kinds: Mapping[str, frozenset[str]], wanted: Wanted, *, is_house: bool = False) -> PracticeFilter:
    """Of these games; the kinds are those of the game that is asked for, or of all."""
    games = [key for key in GAMES if key in kinds or key == wanted.key]
    own = kinds.get(wanted.key, frozenset()) if wanted.key else frozenset[str]().union(*kinds.values())
    named = in_order(own | ({wanted.kind} if wanted.kind else frozenset()))
    return PracticeFilter(
        wanted,
        tuple((key, GAMES[key].rules.title) for key in games),
        tuple((kind, kind_name(wanted.key, kind)) for kind in named),
        is_house,
    )


def asked(position: Position, *, preferences: Preferences, to: str, notice: str = "") -> TableContext:
    """The table before the choice, which goes `to` that address."""
    found = presenter(position.snapshot.key).table(position.snapshot, preferences=preferences, notice=notice)
    said = notice or question(position)
    return replace(found, say=said, practice=to, version=position.answers, seal=None, lesson="")


def question(position: Position) -> str:
    return str(kind_words(position.snapshot.key, position.decision.kind).asked)


def answered(
    position: Position, answer: Answer, *, preferences: Preferences, to: str
) -> tuple[TableContext, Practised]:
    """The same table with the choice made and nothing more to choose, and what is said of it."""
    practised = _practised(position, answer)
    snapshot = _without_choice(position.snapshot, answer.after)
    found = presenter(snapshot.key).table(snapshot, preferences=preferences, notice="")
    table = replace(found, say=f"{practised.verdict}. {practised.why}", tone="", practice=to, seal=None, my_turn=False)
    return replace(table, chosen=practised.shown.chosen, best=practised.shown.best), practised


def _without_choice(snapshot: Snapshot, after: SeatView) -> Snapshot:
    """Nothing is offered any more. Cards stay where they are, or the table would tell what others hold; a bid is made.
    Where that ends the hand everything stays.
    """
    stays = snapshot.view.phase in (Phase.PLAY, Phase.DISCARD) or after.phase in (Phase.DEAL, Phase.OVER)
    others = frozenset({(snapshot.seat + 1) % len(snapshot.seated)})
    return replace(snapshot, view=replace(snapshot.view if stays else after, legal=(), waits_for=others))


def _practised(position: Position, answer: Answer) -> Practised:
    key, decision = position.snapshot.key, position.decision
    best = decision.values[0][0]
    chosen = answer.action if answer.loss is not None else best
    as_answered = replace(decision, chosen=chosen, best=best, loss=answer.loss or 0, mark=None)
    shown = reviews.decided(position.snapshot, as_answered)
    if answer.loss is None:
        shown = replace(shown, chosen=(), rows=tuple(replace(row, is_chosen=False) for row in shown.rows))
    return Practised(
        verdict=_("Right") if answer.is_right else _("Not this one"),
        why=_why(answer),
        shown=shown,
        then=_then(key, decision),
        reasons=reasons_of(decision.reasons),
        due_at=answer.due_at,
        intervals=_intervals(answer),
    )


def _why(answer: Answer) -> str:
    if answer.loss is None:
        return _("That choice was too far off to be weighed.")
    if answer.loss == 0:
        return _("Nothing is better.")
    words = {"less": number_format(answer.loss / HUNDREDTH, 1), "right": number_format(RIGHT / HUNDREDTH, 1)}
    if answer.is_near and answer.is_repeated:
        return _("%(less)s%% of a win below the best, and no better than the choice in the game.") % words
    return _("%(less)s%% of a win below the best; up to %(right)s%% is right.") % words


def _then(key: str, decision: Decision) -> str:
    words = {
        "chosen": said(key, decision.chosen),
        "cost": hundredths(decision.loss),
        "mark": reviews.MARKS[decision.mark][1] if decision.mark is not None else "",
    }
    return _("In the game the choice was %(chosen)s, and it cost %(cost)s%% of a win: %(mark)s.") % words


def _intervals(answer: Answer) -> tuple[Interval, ...]:
    if answer.due_at is None:
        return ()
    coming = max(answer.steps, 1) - 1
    return tuple(Interval(days, place < coming, place == coming) for place, days in enumerate(DAYS))
