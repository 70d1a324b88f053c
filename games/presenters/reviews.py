"""What a review is on the pages: marks, decisions with what each action was worth, and the account of a hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.actions import Action, tuple_of
from games.engine.notation import action_of
from games.registry import GAMES
from games.services.reviews import HandReview
from games.snapshot import Replay
from games.viewmodel.moves import DONE
from games.viewmodel.replay import ReplayContext
from games.viewmodel.seats import name_in
from games.viewmodel.tricks import TrickRow, is_play
from games.viewmodel.weighed import (
    AccountRow,
    DecisionShown,
    MarkShown,
    ValueRow,
    WeighedHand,
    account,
    hundredths,
    lost,
)

MARKS: Final = {
    "inaccuracy": (1, gettext_lazy("inaccuracy")),
    "mistake": (2, gettext_lazy("mistake")),
    "blunder": (3, gettext_lazy("blunder")),
}
#: Codes of reasons that games share: true of so many of a hundred hands.
REASONS: Final = {
    "BID_HELD": gettext_lazy(
        "The bid is made in %(best)s of 100 hands the others may hold; after the choice in %(chosen)s."
    ),
    "NIL_KEPT": gettext_lazy(
        "The nil holds in %(best)s of 100 hands the others may hold; after the choice in %(chosen)s."
    ),
    "OTHER_SET": gettext_lazy("The other side’s bid falls in %(best)s of 100 hands; after the choice in %(chosen)s."),
    "NIL_BROKEN": gettext_lazy("The other side’s nil falls in %(best)s of 100 hands; after the choice in %(chosen)s."),
    "NO_BAGS": gettext_lazy("No bag is taken in %(best)s of 100 hands; after the choice in %(chosen)s."),
    "MAKES_VOID": gettext_lazy("It leaves a suit empty, which can be trumped then."),
    "BAG_CARD_IN_PILE": gettext_lazy("It keeps a card that takes bags off out of the pile."),
}
#: The decisions of a summary, the costliest first.
MOST_FAULTS: Final = 3


def replayed(at: ReplayContext, replay: Replay, reviews: Sequence[HandReview]) -> ReplayContext:
    """The replay with the marks of every seat that has a review, and the decision that is taken next at this step."""
    weighed = of_hand(replay, reviews)
    if weighed is None:
        return at
    played = [number for number, step in enumerate(replay.steps) if is_play(step.action)]
    tricks = [_marked(row, place, played, len(replay.seated), weighed.marks) for place, row in enumerate(at.tricks)]
    return replace(at, tricks=tuple(tricks), weighed=weighed)


def of_hand(replay: Replay, reviews: Sequence[HandReview]) -> WeighedHand | None:
    """What the reviews of a hand say at a step of its replay; None where the near seat has none."""
    own = next((one for one in reviews if one.seat == replay.near), None)
    if own is None:
        return None
    shown = sorted(_decisions(replay, reviews), key=lambda one: one.step)
    marks = tuple(one.mark for one in shown if one.mark is not None)
    first = next((number for number, step in enumerate(replay.steps) if is_play(step.action)), replay.last)
    faults = sorted((one for one in shown if one.is_mine and one.cost), key=lambda one: -one.cost)
    return WeighedHand(
        sentence=_sentence(own),
        about=_about(own),
        faults=tuple(faults[:MOST_FAULTS]),
        account=_account(own, {seat: name_in(replay, seat) for seat in range(len(replay.seated))}),
        marks=marks,
        before=tuple(mark for mark in marks if mark.step < first),
        here=next((one for one in shown if one.step == replay.step), None),
        earlier=max((mark.step for mark in marks if mark.step < replay.step), default=None),
        later=min((mark.step for mark in marks if mark.step > replay.step), default=None),
    )


def _decisions(replay: Replay, reviews: Sequence[HandReview]) -> Iterator[DecisionShown]:
    steps = {step.ordinal: number for number, step in enumerate(replay.steps)}
    before = list(accumulate(is_play(step.action) for step in replay.steps))
    for review in reviews:
        name = "" if review.seat == replay.own else name_in(replay, review.seat)
        for stored in review.decisions:
            step = steps.get(int(stored["ordinal"]))
            if step is not None:
                trick = (before[step] - 1) // len(replay.seated) + 1
                where = _("Trick %(n)s") % {"n": trick} if stored["kind"] == "play" else _kind(stored["kind"])
                yield _decision(replay.game.key, stored, step, name=name, where=where)


def _marked(row: TrickRow, place: int, played: Sequence[int], seats: int, marks: Sequence[MarkShown]) -> TrickRow:
    of_trick = set(played[place * seats : (place + 1) * seats])
    return replace(row, marks=tuple(mark for mark in marks if mark.step in of_trick))


def _decision(key: str, stored: Mapping[str, Any], step: int, *, name: str, where: str) -> DecisionShown:
    chosen, best = action_of(stored["chosen"]), action_of(stored["best"])
    cost, mark = hundredths(int(stored["loss"])), _mark(stored["mark"], name, step)
    words = {"where": where, "chosen": said(key, chosen), "best": said(key, best)}
    sentence = _("%(where)s: %(chosen)s. Best was %(best)s.") if cost else _("%(where)s: %(chosen)s.")
    return DecisionShown(
        title=_title(mark, cost),
        cost=cost,
        said=sentence % words,
        step=step,
        is_mine=not name,
        mark=mark,
        rows=_rows(key, stored, chosen, best),
        reasons=_reasons(stored["reasons"]) if cost else (),
        heading=_("Card") if chosen.card is not None else _("Choice"),
    )


def _title(mark: MarkShown | None, cost: int) -> str:
    if mark is not None:
        return mark.spoken[:1].upper() + mark.spoken[1:]
    return _("A small loss") if cost else _("Nothing was lost here")


def _mark(stored: str | None, name: str, step: int) -> MarkShown | None:
    if stored is None:
        return None
    stitches, word = MARKS[stored]
    spoken = _("%(name)s: %(mark)s") % {"name": name, "mark": word} if name else str(word)
    return MarkShown(str(word), stitches, spoken, not name, step)


def _rows(key: str, stored: Mapping[str, Any], chosen: Action, best: Action) -> tuple[ValueRow, ...]:
    """Every action by its worth. What each cost is on the scale of the decision’s own loss, which is calibrated."""
    worth = {action_of(listed): int(value) for listed, value in stored["values"]}
    top, gap = worth[best], worth[best] - worth[chosen]
    scale = int(stored["loss"]) / gap if gap > 0 else 1.0
    rows = []
    for action, value in worth.items():
        less = hundredths(round(max(top - value, 0) * scale))
        wins = hundredths(top) - less
        width = 100 * wins / max(hundredths(top), 1)
        rows.append(
            ValueRow(
                cards=_cards(action),
                words="" if _cards(action) else said(key, action),
                wins=wins,
                lost=lost(less),
                width=f"{width:.1f}",
                gap=f"{100 - width:.1f}",
                is_best=action == best,
                is_chosen=action == chosen,
            )
        )
    return tuple(sorted(rows, key=lambda row: (not row.is_best, -row.wins)))


def _cards(action: Action) -> tuple[str, ...]:
    if action.card is not None and action.verb != "bid":
        return (action.card.text,)
    named = tuple_of(action.argument)
    return tuple(str(one) for one in named) if named and all(isinstance(one, str) for one in named) else ()


def said(key: str, action: Action) -> str:
    """An action as a thing that is chosen: its cards in brackets, the number of a bid, or what is done."""
    if found := _cards(action):
        return " ".join(f"[{text}]" for text in found)
    if action.verb == "bid" and action.number is not None:
        return _("nil") if action.number == 0 else str(action.number)
    if action.verb == "look":
        return _("looking first")
    if action.verb == "blind":
        return _("%(n)s blind") % {"n": action.argument}
    if action.verb == "blind_nil":
        return _("blind nil")
    words = GAMES[key].done.get(action.verb) or DONE.get(action.verb)
    return str(words(action) if callable(words) else words or action.verb)


def _reasons(stored: Sequence[Sequence[Any]]) -> tuple[str, ...]:
    return tuple(
        str(REASONS[code]) % {"best": best, "chosen": chosen} for code, best, chosen in stored if code in REASONS
    )


def _kind(kind: str) -> str:
    return {"bid": _("Bid"), "discard": _("Put aside"), "blind": _("Before the cards are seen")}.get(kind, _("Choice"))


def _sentence(review: HandReview) -> str:
    """What the hand cost, and whether the cards were kind."""
    costly, errors, luck = (
        sum(bool(one["loss"]) for one in review.decisions),
        hundredths(review.errors),
        hundredths(review.luck),
    )
    if not review.decisions:
        first = _("You had no choice in this hand")
    elif not costly:
        first = _("No decision cost you anything")
    elif not errors:
        first = _("Your decisions cost you less than a hundredth of a game")
    else:
        first = ngettext(
            "One decision cost you %(cost)s hundredths of a game",
            "%(n)s decisions cost you %(cost)s hundredths of a game",
            costly,
        ) % {"n": costly, "cost": errors}
    if not luck:
        return _("%(decisions)s; the cards were even.") % {"decisions": first}
    stored = {"decisions": first, "luck": abs(luck)}
    kind = (
        _("%(decisions)s; the cards were %(luck)s for you.")
        if luck > 0
        else _("%(decisions)s; the cards were %(luck)s against you.")
    )
    return kind % stored


def _about(review: HandReview) -> str:
    many = len(review.decisions)
    words = ngettext("%(n)s decision of yours was weighed.", "%(n)s decisions of yours were weighed.", many) % {
        "n": many
    }
    reckoned = _(
        "By the strongest computer player’s reckoning, from what you could know then. It cannot see its own errors."
    )
    return f"{reckoned} {words}"


def _account(review: HandReview, names: Mapping[int, str]) -> tuple[AccountRow, ...]:
    """Rounded so that it still adds up: the rest is what is left."""
    before, after = hundredths(review.before), hundredths(review.after)
    luck, own, rivals = hundredths(review.luck), -hundredths(review.errors), hundredths(review.rivals)
    others = [name for seat, name in names.items() if seat != review.seat]
    theirs = _("%(name)s’s decisions") % {"name": others[0]} if len(others) == 1 else _("The other side’s decisions")
    parts = [(_("Luck of the deal"), luck, "deal"), (_("Your decisions"), own, "you"), (theirs, rivals, "other")]
    if review.partners:
        parts.append((_("Your partner’s decisions"), -hundredths(review.partners), "other"))
    rest = after - before - sum(change for _name, change, _kind in parts)
    parts.append((_("How the hidden cards lay"), rest, "rest"))
    return account(before, parts, after, (_("Before the hand"), _("After it")))
