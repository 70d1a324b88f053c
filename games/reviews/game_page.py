"""The review page of a whole game: turning points, an account of what changed the chance to win, and error rates."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.options import variant_of
from games.evaluation.decisions import Decision
from games.evaluation.hand import SeatReview, gained_by
from games.evaluation.interface import SURE
from games.pages.moves import cards_named, choice_text, decision_sentence
from games.pages.seats import name_in
from games.pages.weighed import (
    ChancePoint,
    HandRow,
    OutlookChart,
    OutlookRow,
    RateRow,
    TurnShown,
    WeighedGame,
    hundredths,
    outlook,
)
from games.pages.words import decimal, level_name, plain_number, signed
from games.registry import GAMES, ruleset
from games.reviews.counting import cost_of
from games.reviews.decided_page import house_rates
from games.reviews.pages import (
    DEALS,
    DUEL,
    about_rules,
    account_of,
    cost_said,
    decision_shown,
    mark_shown,
    sentence,
    sides_of,
    whole,
)
from games.reviews.reviewing import GameReview
from games.snapshot import PlayedGame, Replay
from games.statistics.measures import FEWEST, Cost, plus
from games.wording import kind_name

#: Maximum numbers of turning points: decisions (the near seat's costliest one may be added), and changes by the cards.
DECISIONS, OTHERS = 3, 2
#: Minimum change of a turning point, in hundredths of a game.
LEAST: Final = 2


@dataclass(frozen=True, slots=True)
class ChanceChange:
    """A change of the near side's chance to win by `change` millionths.

    `kind` is "deal", "decision" or "rest" (how the hidden cards lay). `seat` and `ordinal` are set for a decision only.
    """

    hand: int
    kind: str
    change: int
    seat: int | None = None
    ordinal: int | None = None


def turning_points(game: PlayedGame, review: GameReview) -> tuple[ChanceChange, ...]:
    """Return the costliest decisions of all seats, the near seat's costliest one, and the largest changes by the cards.

    They are in the order of the game. Each changed the chance to win by at least `LEAST` hundredths after rounding.
    """
    turns = sorted(_changes(game, review), key=lambda one: -abs(one.change))
    great = [one for one in turns if abs(hundredths(one.change)) >= LEAST]
    decisions, others = ([one for one in great if (one.ordinal is None) is by_cards] for by_cards in (False, True))
    own = [one for one in decisions if one.seat == game.near][:1]
    greatest = {*decisions[:DECISIONS], *own, *others[:OTHERS]}
    order = {"deal": 0, "decision": 1, "rest": 2}
    return tuple(sorted(greatest, key=lambda one: (one.hand, order[one.kind], one.ordinal or 0)))


def of_game(
    game: PlayedGame,
    review: GameReview,
    turns: Sequence[ChanceChange],
    replays: Mapping[int, Replay],
    steps: Mapping[int, int],
) -> WeighedGame:
    """Return the page. At least one hand must have a review of the near seat.

    `replays` holds the replay of each hand with a decision in `turns`; `steps` maps an ordinal to its replay step.
    """
    own = _own(game, review)
    together = _together(own)
    # The change of the chance in unreviewed hands between the first and last reviewed one.
    left_out = together.after - together.before - sum(one.after - one.before for one in own)
    shown = GAMES[game.key].past_page(game)
    decided = tuple(_decided(game, review, together))
    cost = decided[0].cost
    sides = sides_of(game)
    has_partner = sides.count(sides[game.near]) > 1
    dealt = DUEL if GAMES[game.key].is_one_hand else DEALS
    variant = variant_of(ruleset(game.key).options, game.view.options)
    return WeighedGame(
        title=shown.name,
        heading=shown.heading,
        sentence=sentence(together, whole(together, left_out=left_out), dealt),
        outlook=_outlook(game, own, tuple(_turns(game, review, own, turns, replays)), steps),
        account=account_of(together, game, dealt, left_out=left_out),
        rate=decimal(cost.rate) if cost.is_rated else "",
        rates=tuple(_rates(house_rates(game.key, variant), decided)) if cost.is_rated else (),
        unrated=tuple(_unrated(decided)),
        about_rate=_about_rate(cost),
        about_rules=about_rules(game),
        has_partner=has_partner,
        hands=tuple(_row(one, has_partner=has_partner) for one in own),
        whole=_row(together, has_partner=has_partner, left_out=left_out),
        missing=sum(hand.number not in review.excluded for hand in game.hands) - len(own),
    )


def _own(game: PlayedGame, review: GameReview) -> list[SeatReview]:
    return [one for (_number, seat), one in sorted(review.hands.items()) if seat == game.near]


def _together(own: Sequence[SeatReview]) -> SeatReview:
    """Return the reviews of a seat's hands merged into one, with number 0."""
    return replace(
        own[0],
        number=0,
        after=own[-1].after,
        luck=sum(one.luck for one in own),
        partners=sum(one.partners for one in own),
        rivals=sum(one.rivals for one in own),
        decisions=tuple(decision for one in own for decision in one.decisions),
    )


# -- the line, and where it turned ------------------------------------------------------------------------


def _changes(game: PlayedGame, review: GameReview) -> Iterator[ChanceChange]:
    sides = sides_of(game)
    for one in _own(game, review):
        yield ChanceChange(one.number, "deal", one.luck)
        yield ChanceChange(one.number, "rest", one.rest)
        for seat, side in enumerate(sides):
            theirs = review.hands.get((one.number, seat))
            is_near = side == sides[game.near]
            for decision in theirs.decisions if theirs is not None else ():
                change = -decision.loss if is_near else gained_by(decision.loss, sides)
                yield ChanceChange(one.number, "decision", change, seat, decision.ordinal)


def _outlook(
    game: PlayedGame, own: Sequence[SeatReview], turns: Sequence[TurnShown], steps: Mapping[int, int]
) -> OutlookChart:
    words = _("Your chance to win, in percent: %(start)s at the start; %(course)s.")
    if GAMES[game.key].is_one_hand:
        words = _("Your chance to win, in percent: %(start)s at the start.")
    course = "; ".join(
        _("%(after)s after hand %(n)s") % {"n": one.number, "after": plain_number(hundredths(one.after))} for one in own
    )
    words %= {"start": plain_number(hundredths(own[0].before)), "course": course}
    rows = [row for one in own for row in _table(game.key, one, steps)]
    return outlook(list(_line(own)), turns, [one.number for one in own], rows, words=words)


def _table(key: str, review: SeatReview, steps: Mapping[int, int]) -> Iterator[OutlookRow]:
    """Yield the row of a hand, then a row for each decision with a mark or a cost that does not round to 0.

    For a game of one hand yield a row for each decision and one for the end instead. A decision's row starts at the
    chance after its best choice, so the chance never rises within it.
    """
    is_whole = GAMES[key].is_one_hand
    if not is_whole:
        yield OutlookRow(str(review.number), hundredths(review.before), hundredths(review.after))
    for number, decision in enumerate(review.decisions, 1):
        loss, chance = decision.loss, _worth(decision)
        if is_whole or decision.mark is not None or hundredths(loss):
            name = str(number) if is_whole else _chosen(key, decision)
            step, mark = steps.get(decision.ordinal), mark_shown(decision.mark, "", 0)
            yield OutlookRow(name, hundredths(chance + loss), hundredths(chance), review.number, step, mark)
    if is_whole:
        chance = _worth(review.decisions[-1]) if review.decisions else review.before
        yield OutlookRow(_("How it ended"), hundredths(chance), hundredths(review.after))


def _chosen(key: str, decision: Decision) -> str:
    if cards_named(decision.chosen):
        return choice_text(GAMES[key], decision.chosen)
    return decision_sentence(GAMES[key], decision, kind_name(key, decision.kind), cost=0)


def _worth(decision: Decision) -> int:
    """Return the chance after the chosen action, in millionths."""
    return next(worth for action, worth in decision.values if action == decision.chosen)


def _line(own: Sequence[SeatReview]) -> Iterator[ChancePoint]:
    for place, one in enumerate(own):
        yield ChancePoint(place, one.before / SURE)
        for number, decision in enumerate(one.decisions, 1):
            yield ChancePoint(place + number / (len(one.decisions) + 1), _worth(decision) / SURE)
        yield ChancePoint(place + 1, one.after / SURE)


def _turns(
    game: PlayedGame,
    review: GameReview,
    own: Sequence[SeatReview],
    turns: Sequence[ChanceChange],
    replays: Mapping[int, Replay],
) -> Iterator[TurnShown]:
    places = {one.number: place for place, one in enumerate(own)}
    for turn in turns:
        where = "" if GAMES[game.key].is_one_hand else _("Hand %(n)s") % {"n": turn.hand}
        place = places[turn.hand]
        mine = own[place]
        if turn.ordinal is None:
            account = whole(mine)  # so that the change is rounded as in the account
            is_deal = turn.kind == "deal"
            said = _("How the cards were dealt") if is_deal else _("How the hidden cards lay")
            change = signed(account.luck if is_deal else account.rest)
            yield TurnShown(turn.hand, None, where, said, None, change, "none", place + (0.0 if is_deal else 1.0))
            continue
        reviews = [one for (number, _seat), one in review.hands.items() if number == turn.hand]
        shown = decision_shown(replays[turn.hand], reviews, turn.ordinal)
        if shown is None:
            continue
        made, is_mine = sum(one.ordinal < turn.ordinal for one in mine.decisions), turn.seat == game.near
        when = place + (made + (1.0 if is_mine else 0.5)) / (len(mine.decisions) + 1)
        change, kind = signed(hundredths(turn.change)), "you" if is_mine else "other"
        yield TurnShown(turn.hand, shown.step, where, shown.sentence, shown.mark, change, kind, when)


# -- the account by hand, and rates ------------------------------------------------------------------------


def _row(review: SeatReview, *, has_partner: bool, left_out: int = 0) -> HandRow:
    """Return the row of a review in hundredths. Its rest absorbs rounding and excludes `left_out` (see `whole`)."""
    found = whole(review, left_out=left_out)
    partners = (found.partners,) if has_partner else ()
    parts = (found.luck, found.own, *partners, found.rivals, found.rest)
    marks = (mark_shown(one.mark, "", 0) for one in review.decisions)
    return HandRow(
        review.number, tuple(map(signed, parts)), found.after, tuple(one for one in marks if one is not None)
    )


class SeatCost(NamedTuple):
    """The cost of one seat's decisions in the whole game. `kind` selects the colour: "you" or "other"."""

    name: str
    kind: str
    cost: Cost


def _decided(game: PlayedGame, review: GameReview, own: SeatReview) -> Iterator[SeatCost]:
    """Yield the cost of the near seat, then that of each other seat that made a decision."""
    yield SeatCost(_("You"), "you", _cost(own))
    for seat, sitting in enumerate(game.seated):
        theirs = [one for (_number, other), one in sorted(review.hands.items()) if other == seat != game.near]
        if theirs and (together := _together(theirs)).decisions:
            name = f"{name_in(game, seat)}, {level_name(sitting.level)}" if sitting.level else name_in(game, seat)
            yield SeatCost(name, "other", _cost(together))


def _cost(review: SeatReview) -> Cost:
    return reduce(plus, map(cost_of, review.decisions), Cost())


def _rates(house: Mapping[str, float], decided: Sequence[SeatCost]) -> Iterator[RateRow]:
    """Yield the rates of this game's seats and of the bots, best first."""
    rows = []
    for name, kind, cost in decided:
        if cost.is_rated:
            about = ngettext("this game, %(n)s decision", "this game, %(n)s decisions", cost.n) % {"n": cost.n}
            rows.append((cost.rate, name, about, kind))
    for level, rate in house.items():
        rows.append((rate, _("Our %(level)s player") % {"level": level_name(level)}, _("measured"), "soft"))
    top = max((rate for rate, *_row in rows), default=0.0) or 1.0
    for rate, name, about, kind in sorted(rows, key=lambda row: row[0]):
        yield RateRow(name, about, decimal(rate), f"{100 * rate / top:.1f}", kind)


def _unrated(decided: Sequence[SeatCost]) -> Iterator[str]:
    """Yield a sentence on the decisions of each seat without a rate, or of every seat if the near seat has no rate."""
    own = decided[0].cost
    if not own.n:
        yield _("You had no choice in this game.")
    for name, _kind, cost in decided:
        if many := cost.n if not (own.is_rated and cost.is_rated) else 0:
            said = ngettext(
                "%(name)s: one decision, costing %(cost)s.",
                "%(name)s: %(n)s decisions, costing %(cost)s in all.",
                many,
            )
            yield said % {"name": name, "n": many, "cost": cost_said(cost.loss)}
    if any(0 < one.cost.n < FEWEST for one in decided):
        yield _("No rate is shown for fewer than %(n)s decisions.") % {"n": FEWEST}


def _about_rate(cost: Cost) -> str:
    """Return a sentence on the rate's 95% confidence interval; "" without a rate or if all decisions cost the same."""
    if not cost.is_rated or cost.squares * cost.n == cost.loss**2:
        return ""
    low, high = cost.interval
    words = {"n": cost.n, "low": decimal(low), "high": decimal(high)}
    said = _(
        "One game isn’t much to go on: with %(n)s decisions, the true rate could be anywhere from %(low)s to %(high)s."
    )
    return said % words
