"""Reviews as shown on pages: marks, decisions with the value of each action, and accounts.

An account lists what changed the chance to win: the luck of the deal, the decisions of each side, and the rest.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, pairwise
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.actions import Action, texts
from games.engine.cards import card
from games.engine.options import VARIANT, differing, variant_of
from games.evaluation.decisions import Decision, Mark
from games.evaluation.hand import SeatReview
from games.evaluation.interface import SURELY
from games.pages.cards import sorted_hand
from games.pages.moves import cards_named, choice_text, decision_sentence, part_name, reasons_of
from games.pages.past_pages import parts_of
from games.pages.seats import Around, name_in
from games.pages.weighed import DecisionShown, MarkShown, ValueRow, hundredths
from games.pages.words import MINUS, listed, plain_number, signed
from games.registry import GAMES, fitted_variant, ruleset
from games.snapshot import PlayedGame, Replay, Snapshot
from games.wording import differences, game_name, kind_name

MARKS: Final = {
    Mark.INACCURACY: (1, gettext_lazy("inaccuracy")),
    Mark.MISTAKE: (2, gettext_lazy("mistake")),
    Mark.BLUNDER: (3, gettext_lazy("blunder")),
}
PERCENT_MEANS: Final = gettext_lazy("One percent of a win is one game in a hundred.")


@dataclass(frozen=True)
class DealLuckWords:
    """Texts on the luck of the deal. `before` and `luck` label rows of an account; `said` uses the others."""

    before: Any
    luck: Any
    even: Any
    kind: Any
    unkind: Any

    def said(self, luck: int) -> str:
        return str(self.kind if luck > 0 else self.unkind if luck else self.even) % {"n": abs(luck)}


DEAL: Final = DealLuckWords(
    gettext_lazy("Before the hand"),
    gettext_lazy("Luck of the deal"),
    gettext_lazy("the deal was even"),
    gettext_lazy("the deal brought you %(n)s%%"),
    gettext_lazy("the deal cost you %(n)s%%"),
)
DEALS: Final = DealLuckWords(
    gettext_lazy("Before the first hand"),
    gettext_lazy("Luck of the deals"),
    gettext_lazy("the deals were even"),
    gettext_lazy("the deals brought you %(n)s%%"),
    gettext_lazy("the deals cost you %(n)s%%"),
)
DUEL: Final = DealLuckWords(
    gettext_lazy("Before the duel"),
    gettext_lazy("Luck of the cards"),
    gettext_lazy("the cards were even"),
    gettext_lazy("the cards brought you %(n)s%%"),
    gettext_lazy("the cards cost you %(n)s%%"),
)
#: Maximum number of decisions in a summary, costliest first; a summary with more marked decisions lists all of those.
MOST_FAULTS: Final = 5
#: Maximum number of actions shown of a decision, best first. The chosen action is always shown.
MOST_ROWS: Final = 13


class WeighedHand:
    """The review of a hand for a step of its replay: a sentence, the viewer's costliest decisions, and the account.

    `left_out` is a sentence with the cost of all decisions but `faults`, so that costs add up to the number in
    `sentence`. `marks` are those of all seats in the order of the hand. `here` is the decision that follows this step.
    `earlier` and `later` are the nearest steps with a mark before and after this step, else None; other players' marks
    count only if the viewer has none.
    """

    def __init__(self, replay: Replay, reviews: Sequence[SeatReview], own: SeatReview) -> None:
        shown = sorted(_decisions(replay, reviews), key=lambda one: one.step)
        dealt = DUEL if GAMES[replay.game.key].is_one_hand else DEAL
        self.sentence, self.about = sentence(own, whole(own), dealt), _about(own)
        self.about_rules = about_rules(replay.game)
        self.faults, self.left_out = _faults(own, shown)
        self.account = account_of(own, replay.game, dealt)
        self.marks = tuple(one.mark for one in shown if one.mark is not None)
        self.here = next((one for one in shown if one.step == replay.step), None)
        onto = [mark.step for mark in self.marks if mark.is_mine] or [mark.step for mark in self.marks]
        self.earlier = max((step for step in onto if step < replay.step), default=None)
        self.later = min((step for step in onto if step > replay.step), default=None)


def of_hand(replay: Replay, reviews: Sequence[SeatReview]) -> WeighedHand | None:
    """Return the review of a hand for a step of its replay; None if the near seat has no review."""
    own = next((one for one in reviews if one.seat == replay.near), None)
    return None if own is None else WeighedHand(replay, reviews, own)


def _faults(own: SeatReview, shown: Sequence[DecisionShown]) -> tuple[tuple[DecisionShown, ...], str]:
    """Return the viewer's costliest decisions, including all marked ones, and a sentence on those left out."""
    costly = sorted((one for one in shown if one.is_mine and one.cost), key=lambda one: (-one.cost, one.mark is None))
    many = max(MOST_FAULTS, sum(one.mark is not None for one in costly))
    rest = hundredths(own.errors) - sum(one.cost for one in costly[:many])
    return tuple(costly[:many]), _left_out(len(costly[many:]), rest) if costly else ""


def _left_out(many: int, rest: int) -> str:
    """Describe the `many` omitted decisions. `rest`, the total less the listed costs, can be negative by rounding."""
    if many and rest > 0:
        return ngettext("One more cost %(rest)s%%.", "%(n)s more cost %(rest)s%% together.", many) % {
            "n": many,
            "rest": rest,
        }
    if rest > 0:
        return _("Decisions costing less than half a percent each add up to %(rest)s%%.") % {"rest": rest}
    parts = [ngettext("One more isn’t shown.", "%(n)s more aren’t shown.", many) % {"n": many}] if many else []
    if rest:
        parts.append(_("Rounded separately, these add up to %(n)s%% more than the total.") % {"n": -rest})
    return " ".join(parts)


def _decisions(replay: Replay, reviews: Sequence[SeatReview]) -> Iterator[DecisionShown]:
    key, parts = replay.game.key, parts_of(replay, is_whole=GAMES[replay.game.key].is_one_hand)
    steps = {step.ordinal: number for number, step in enumerate(replay.steps)}
    for review in reviews:
        name = "" if review.seat == replay.own else name_in(replay, review.seat)
        for decision in review.decisions:
            step = steps.get(decision.ordinal)
            if step is not None:
                place = parts[step]
                where = kind_name(key, decision.kind) if place is None else part_name(GAMES[key], place + 1)
                yield _decision(replay, key, decision, step, name=name, where=where)


def _decision(
    moment: Around, key: str, decision: Decision, step: int = 0, *, name: str = "", where: str = ""
) -> DecisionShown:
    cost, mark = hundredths(decision.loss), mark_shown(decision.mark, name, step)
    equal = {action: group for group in decision.alike for action in group}
    rows = _rows(key, decision, equal)
    shown = [row for place, row in enumerate(rows) if place < MOST_ROWS or row.is_chosen]
    are_cards = all(action.card is not None for action, _worth in decision.values)
    known = _("All cards are face up here, but the values use only what you could see.")
    if name:
        known = _("All cards are face up here, but the values use only what %(name)s could see.") % {"name": name}
    return DecisionShown(
        title=_title(mark, decision.loss, name),
        cost=cost,
        sentence=decision_sentence(GAMES[key], decision, where, cost=cost),
        step=step,
        is_mine=not name,
        mark=mark,
        rows=tuple(_merged(shown)),
        left_out=len(rows) - len(shown),
        reasons=reasons_of(decision.reasons) if cost else (),
        heading=_("Card") if are_cards else _("Choice"),
        certain=_certain(decision.errors),
        chosen=cards_named(decision.chosen),
        best=_cards(decision.best, equal),
        thoughts=_thoughts(moment, decision),
        known=known,
    )


def _certain(errors: Sequence[int]) -> str:
    """Return a sentence on the largest 95% error margin of the values; "" if it rounds to zero or none is stored."""
    within = hundredths(round(SURELY * max(errors, default=0)))
    words = _("Accurate to about ±%(n)s%%; the differences are more precise.")
    return words % {"n": within} if within else ""


def _cards(action: Action, equal: Mapping[Action, Sequence[Action]]) -> tuple[str, ...]:
    others = (one for one in equal.get(action, ()) if one != action)
    return tuple(dict.fromkeys(text for one in (action, *others) for text in cards_named(one)))


def decided(moment: Snapshot, decision: Decision) -> DecisionShown:
    """Return one decision to show alone, without its place in the hand and without reasons."""
    return replace(_decision(moment, moment.key, decision), reasons=())


def decision_shown(replay: Replay, reviews: Sequence[SeatReview], ordinal: int) -> DecisionShown | None:
    """Return the decision with that ordinal; None if these reviews or the replay lack it."""
    only = [replace(one, decisions=tuple(made for made in one.decisions if made.ordinal == ordinal)) for one in reviews]
    return next(_decisions(replay, only), None)


def _thoughts(moment: Around, decision: Decision) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], ...]:
    return tuple(
        tuple(
            (name_in(moment, seat), texts(sorted_hand(map(card, held))))
            for seat, held in enumerate(layout)
            if seat != decision.seat and held
        )
        for layout in decision.examples
    )


def _title(mark: MarkShown | None, loss: int, name: str) -> str:
    """Return the heading of a decision. `loss` is in millionths of a game; `name` is empty for the viewer."""
    words = mark.spoken if mark is not None else _named(_lost(loss), name)
    return words if name else words[:1].upper() + words[1:]


def _lost(loss: int) -> str:
    if hundredths(loss):
        return _("a small loss")
    return _("a good choice, less than one percent lost") if loss else _("a good choice")


def _named(words: str, name: str) -> str:
    return _("%(name)s: %(mark)s") % {"name": name, "mark": words} if name else words


def mark_shown(mark: Mark | None, name: str, step: int) -> MarkShown | None:
    """Return a mark for pages; None without a mark. `name` is the player's name, empty for the viewer."""
    if mark is None:
        return None
    stitches, word = MARKS[mark]
    return MarkShown(stitches, _named(str(word), name), not name, step)


def _rows(key: str, decision: Decision, equal: Mapping[Action, Sequence[Action]]) -> tuple[ValueRow, ...]:
    """Return a row for each action, best first. Losses are scaled so that the chosen action loses `decision.loss`."""
    worth = dict(decision.values)
    top, gap = worth[decision.best], worth[decision.best] - worth[decision.chosen]
    scale = decision.loss / gap if gap > 0 else 1.0
    rows = []
    for action, value in worth.items():
        loss = hundredths(round(max(top - value, 0) * scale))
        wins = hundredths(top) - loss
        width = 100 * wins / max(hundredths(top), 1)
        cards = _cards(action, equal)
        rows.append(
            ValueRow(
                cards=cards,
                words="" if cards else choice_text(GAMES[key], action),
                wins=wins,
                lost=f"{MINUS}{loss}" if loss else "–",
                width=f"{width:.1f}",
                gap=f"{100 - width:.1f}",
                is_best=action == decision.best,
                is_chosen=action == decision.chosen,
            )
        )
    return tuple(sorted(rows, key=lambda row: (not row.is_best, -row.wins, not row.is_chosen)))


def _merged(rows: Sequence[ValueRow]) -> Iterator[ValueRow]:
    """Merge neighbouring rows of equal value if all are single cards or all are words; never the best or chosen row."""
    for (_wins, kind), group in groupby(rows, key=lambda row: (row.wins, _kind(row))):
        first, *others = group
        if kind and others:
            cards = tuple(text for row in (first, *others) for text in row.cards)
            words = listed([row.words for row in (first, *others)]) if kind == "words" else ""
            yield replace(first, cards=cards, words=words)
        else:
            yield from (first, *others)


def _kind(row: ValueRow) -> str:
    if row.is_best or row.is_chosen:
        return ""
    return "words" if row.words else "card" if len(row.cards) == 1 else ""


class Whole(NamedTuple):
    """An account in hundredths of a game. `rest` absorbs rounding errors and excludes `left_out` (see `whole`)."""

    before: int
    luck: int
    own: int
    rivals: int
    partners: int
    rest: int
    after: int


def whole(review: SeatReview, *, left_out: int = 0) -> Whole:
    """Return the rounded account of a review. `left_out` is the change in hands without a review, in millionths."""
    before, after, luck = (hundredths(one) for one in (review.before, review.after, review.luck))
    own, rivals, partners = -hundredths(review.errors), hundredths(review.rivals), -hundredths(review.partners)
    rest = after - before - luck - own - rivals - partners - hundredths(left_out)
    return Whole(before, luck, own, rivals, partners, rest, after)


def sentence(review: SeatReview, account: Whole, dealt: DealLuckWords) -> str:
    """Summarise a review: what the player's decisions cost, and what the deal and the hidden cards cost or brought."""
    cost = _("You had no choice")
    if review.decisions:
        cost = _("Your play cost you %(cost)s") % {"cost": cost_said(review.errors)}
    parts = [cost, dealt.said(account.luck)]
    if account.rest:
        words = (
            _("the hidden cards brought you %(n)s%%") if account.rest > 0 else _("the hidden cards cost you %(n)s%%")
        )
        parts.append(words % {"n": abs(account.rest)})
    return f"{', '.join(parts)}."


def cost_said(loss: int) -> str:
    """Return the words for a loss in millionths of a game, as a share of a win."""
    many = hundredths(loss)
    if many:
        return _("%(n)s%% of a win") % {"n": many}
    return _("less than one percent of a win") if loss else _("nothing")


def _about(review: SeatReview) -> str:
    many = len(review.decisions)
    words = ngettext("%(n)s of your decisions was judged.", "%(n)s of your decisions were judged.", many) % {"n": many}
    reckoned = _("As judged by our strongest computer player, from what you could see. It isn’t infallible.")
    return f"{reckoned} {words} {PERCENT_MEANS}"


def about_rules(game: PlayedGame) -> str:
    """Return a note if the evaluator was fitted to other rules or another variant, otherwise ""."""
    known, options, fitted = ruleset(game.key).options, game.view.options, fitted_variant(game.key)
    words = {"rules": differences(game.key, differing(known, options)), "game": game_name(game.key, options)}
    if fitted not in (None, variant_of(known, options)):
        words["usual"] = game_name(game.key, {VARIANT: fitted})
        said = _("Played as %(game)s; scores are rated as in %(usual)s.")
        if words["rules"]:
            said = _("Played as %(game)s with custom rules (%(rules)s); scores are rated as in %(usual)s.")
        return said % words
    said = _("Played with custom rules (%(rules)s); scores are rated as if the rules were standard.")
    return said % words if words["rules"] else ""


def sides_of(game: PlayedGame) -> list[int]:
    return [ruleset(game.key).side(game.view.options, seat) for seat in range(len(game.seated))]


def _decisions_of_others(game: PlayedGame) -> str:
    """Return the label of the opponents' decisions: by name in a game of two, else for the side or all of them."""
    if len(game.seated) == 2:
        return _("%(name)s’s decisions") % {"name": name_in(game, 1 - game.near)}
    return _("The other side’s decisions") if len(set(sides_of(game))) == 2 else _("Your opponents’ decisions")


def account_of(
    review: SeatReview, game: PlayedGame, dealt: DealLuckWords, *, left_out: int = 0
) -> list[dict[str, str]]:
    found = whole(review, left_out=left_out)
    parts = [
        (str(dealt.luck), found.luck, "deal"),
        (_("Your decisions"), found.own, "you"),
        (_decisions_of_others(game), found.rivals, "other"),
    ]
    if review.partners:
        parts.append((_("Your partner’s decisions"), found.partners, "other"))
    if left_out:
        parts.append((_("Hands without a review"), hundredths(left_out), "rest"))
    parts.append((_("How the hidden cards lay"), found.rest, "rest"))
    return account(found.before, parts, (str(dealt.before), _("Afterwards")))


def account(before: int, parts: Sequence[tuple[str, int, str]], names: tuple[str, str]) -> list[dict[str, str]]:
    """Return the rows of an account: the chance `before`, each change by a name and a kind, and the chance afterwards.

    Numbers are hundredths of a game; `names` are the labels of the two chances. The bar of a change begins where the
    bar above it ended; its colour is its kind.
    """
    chances = [*accumulate((change for _name, change, _kind in parts), initial=before)]
    low, high = min(chances), max(chances)
    scale = 100 / max(high - low, 1)

    def row(name: str, value: str, x: float, width: float, kind: str) -> dict[str, str]:
        return {"name": name, "value": value, "x": f"{x:.1f}", "width": f"{width:.1f}", "kind": kind}

    def point(name: str, chance: int) -> dict[str, str]:
        return row(name, plain_number(chance), (chance - low) * scale * 0.985, 1.5, "point")

    rows = [point(names[0], before)]
    for (name, change, kind), ends in zip(parts, pairwise(chances), strict=True):
        left, right = ((chance - low) * scale for chance in sorted(ends))
        rows.append(row(name, signed(change), left, right - left, kind))
    return [*rows, point(names[1], chances[-1])]
