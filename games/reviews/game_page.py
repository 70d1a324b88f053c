"""The review page of a whole game: turning points, an account of what changed the chance to win, and error rates."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import hypot
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.options import variant_of
from games.evaluation.decisions import Decision
from games.evaluation.hand import SeatReview, gained_by
from games.evaluation.interface import SURE
from games.pages.moves import cards_named, choice_text, decision_sentence
from games.pages.seats import name_in
from games.pages.weighed import hundredths
from games.pages.words import decimal, level_name, plain_number, signed
from games.registry import GAMES, ruleset
from games.reviews.counting import cost_of
from games.reviews.decided_page import Row, among_bots, house_rates
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
#: Edges of the line in a drawing of 340 by 178. TOP is a chance of 1, BOTTOM a chance of 0.
LEFT, RIGHT, TOP, BOTTOM = 34.0, 326.0, 10.0, 150.0
#: Upper bound on hands numbered below the drawing.
NUMBERED: Final = 10
#: Distance of a turning point’s circle from the line; radius of the circle with a margin.
AWAY, MARGIN = 19.0, 9.0
#: The name of a player, the colour ("you" or "other"), and the cost of the player's decisions in the whole game.
SeatCost = tuple[str, str, Cost]


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


class WeighedGame:
    """The review of a whole game. `missing` is the number of hands without a review.

    `rate` is empty if the viewer made too few decisions; `unrated` are sentences on players without a rate.
    """

    def __init__(
        self,
        game: PlayedGame,
        review: GameReview,
        turns: Sequence[ChanceChange],
        replays: Mapping[int, Replay],
        steps: Mapping[int, int],
    ) -> None:
        """At least one hand must have a review of the near seat.

        `replays` holds the replay of each hand with a decision in `turns`; `steps` maps an ordinal to its replay step.
        """
        own = _own(game, review)
        together = _together(own)
        # The change of the chance in unreviewed hands between the first and last reviewed one.
        left_out = together.after - together.before - sum(one.after - one.before for one in own)
        shown = GAMES[game.key].past_page(game)
        decided = tuple(_decided(game, review, together))
        _you, _kind, cost = decided[0]
        sides = sides_of(game)
        dealt = DUEL if GAMES[game.key].is_one_hand else DEALS
        variant = variant_of(ruleset(game.key).options, game.view.options)
        self.title, self.heading = shown.name, shown.heading
        self.sentence = sentence(together, whole(together, left_out=left_out), dealt)
        self.outlook = _outlook(game, own, list(_turns(game, review, own, turns, replays)), steps)
        self.account = account_of(together, game, dealt, left_out=left_out)
        self.rate = decimal(cost.rate) if cost.is_rated else ""
        self.rates = _rates(house_rates(game.key, variant), decided) if cost.is_rated else []
        self.unrated = tuple(_unrated(decided))
        self.about_rate = _about_rate(cost)
        self.about_rules = about_rules(game)
        self.has_partner = has_partner = sides.count(sides[game.near]) > 1
        self.hands = tuple(_row(one, has_partner=has_partner) for one in own)
        self.whole = _row(together, has_partner=has_partner, left_out=left_out)
        self.missing = sum(hand.number not in review.excluded for hand in game.hands) - len(own)


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


def _outlook(game: PlayedGame, own: Sequence[SeatReview], turns: Sequence[Row], steps: Mapping[int, int]) -> Row:
    """Return the chance to win in the course of a game: a sentence, a drawing with turning points, and table rows."""
    words = _("Your chance to win, in percent: %(start)s at the start; %(course)s.")
    if GAMES[game.key].is_one_hand:
        words = _("Your chance to win, in percent: %(start)s at the start.")
    course = "; ".join(
        _("%(after)s after hand %(n)s") % {"n": one.number, "after": plain_number(hundredths(one.after))} for one in own
    )
    line, many = list(_line(own)), len(own)

    def x(when: float) -> float:
        return LEFT + (RIGHT - LEFT) * when / many

    def y(chance: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * min(max(chance, 0.0), 1.0)

    def on_line(turn: Row) -> float:
        """Return the y of the first point of the line at or after the turn, else of the last point."""
        return y(next((chance for when, chance in line if when >= turn["when"]), line[-1][1]))

    points = [(f"{x(when):.1f}", f"{y(chance):.1f}") for when, chance in line]
    every = -(-many // NUMBERED)
    return {
        "words": words % {"start": plain_number(hundredths(own[0].before)), "course": course},
        "points": " ".join(map(",".join, points)),
        "end": points[-1],
        "bands": [(f"{x(hand):.1f}", f"{x(1) - LEFT:.1f}") for hand in range(0, many, 2)],
        "numbers": [(f"{x(place + 0.5):.1f}", own[place].number) for place in range(0, many, every)],
        "grid": [(chance, f"{y(chance / 100):.1f}") for chance in range(0, 101, 25)],
        "turns": list(_placed((one, x(one["when"]), on_line(one)) for one in turns)),
        "rows": [row for one in own for row in _table(game.key, one, steps)],
    }


def _placed(turns: Iterable[tuple[Row, float, float]]) -> Iterator[Row]:
    """Number the turning points; place circles below a falling and above a rising line, always inside the drawing.

    A circle that would overlap the previous circle is on the other side of the line, if there is room. `x` and `y` are
    the point on the line, `letter` is the y of the text in the circle.
    """
    before = (-100.0, 0.0)
    for number, (turn, x, y) in enumerate(turns, 1):
        here, there = (y + AWAY, y - AWAY) if turn["change"].startswith("−") else (y - AWAY, y + AWAY)
        covers = hypot(x - before[0], here - before[1]) < 2 * MARGIN
        at = there if covers or not TOP + MARGIN <= here <= BOTTOM - MARGIN else here
        at = at if TOP + MARGIN <= at <= BOTTOM - MARGIN else here
        before = x, at
        place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "circle_y": f"{at:.1f}", "letter": f"{at + 3.2:.1f}"}
        yield {**turn, "number": number, **place}


def _table(key: str, review: SeatReview, steps: Mapping[int, int]) -> Iterator[Row]:
    """Yield the row of a hand, then a row for each decision with a mark or a cost that does not round to 0.

    For a game of one hand yield a row for each decision and one for the end instead. A decision's row starts at the
    chance after its best choice, so the chance never rises within it. It has a link to the decision's step.
    """
    is_whole = GAMES[key].is_one_hand

    def row(name: str, before: int, after: int, decision: Decision | None = None) -> Row:
        link: Row = {"step": None}
        if decision is not None:
            mark = mark_shown(decision.mark, "", 0)
            link = {"hand": review.number, "step": steps.get(decision.ordinal), "mark": mark}
        return {"name": name, "before": hundredths(before), "after": hundredths(after), **link}

    if not is_whole:
        yield row(str(review.number), review.before, review.after)
    for number, decision in enumerate(review.decisions, 1):
        loss, chance = decision.loss, _worth(decision)
        if is_whole or decision.mark is not None or hundredths(loss):
            yield row(str(number) if is_whole else _chosen(key, decision), chance + loss, chance, decision)
    if is_whole:
        chance = _worth(review.decisions[-1]) if review.decisions else review.before
        yield row(_("How it ended"), chance, review.after)


def _chosen(key: str, decision: Decision) -> str:
    if cards_named(decision.chosen):
        return choice_text(GAMES[key], decision.chosen)
    return decision_sentence(GAMES[key], decision, kind_name(key, decision.kind), cost=0)


def _worth(decision: Decision) -> int:
    """Return the chance after the chosen action, in millionths."""
    return next(worth for action, worth in decision.values if action == decision.chosen)


def _line(own: Sequence[SeatReview]) -> Iterator[tuple[float, float]]:
    """Yield points: the time in hands, such as 2.5 in the middle of the third hand, and the chance from 0 to 1."""
    for place, one in enumerate(own):
        yield place, one.before / SURE
        for number, decision in enumerate(one.decisions, 1):
            yield place + number / (len(one.decisions) + 1), _worth(decision) / SURE
        yield place + 1, one.after / SURE


def _turns(
    game: PlayedGame,
    review: GameReview,
    own: Sequence[SeatReview],
    turns: Sequence[ChanceChange],
    replays: Mapping[int, Replay],
) -> Iterator[Row]:
    """Yield turning points with the time in hands (`when`) and the colour (`kind`).

    `step` is the decision's step in the hand's replay; None for a change by the cards.
    """
    places = {one.number: place for place, one in enumerate(own)}
    for turn in turns:
        place = places[turn.hand]
        mine = own[place]
        where = "" if GAMES[game.key].is_one_hand else _("Hand %(n)s") % {"n": turn.hand}
        if turn.ordinal is None:
            account = whole(mine)  # so that the change is rounded as in the account
            is_deal = turn.kind == "deal"
            said: Row = {"step": None, "mark": None, "kind": "none"}
            said["sentence"] = _("How the cards were dealt") if is_deal else _("How the hidden cards lay")
            said["change"] = signed(account.luck if is_deal else account.rest)
            when = place + (0.0 if is_deal else 1.0)
        else:
            reviews = [one for (number, _seat), one in review.hands.items() if number == turn.hand]
            shown = decision_shown(replays[turn.hand], reviews, turn.ordinal)
            if shown is None:
                continue
            made, is_mine = sum(one.ordinal < turn.ordinal for one in mine.decisions), turn.seat == game.near
            said = {"step": shown.step, "mark": shown.mark, "kind": "you" if is_mine else "other"}
            said |= {"sentence": shown.sentence, "change": signed(hundredths(turn.change))}
            when = place + (made + (1.0 if is_mine else 0.5)) / (len(mine.decisions) + 1)
        yield {"hand": turn.hand, "where": where, "when": when, **said}


# -- the account by hand, and rates ------------------------------------------------------------------------


def _row(review: SeatReview, *, has_partner: bool, left_out: int = 0) -> Row:
    """Return the row of a hand or of the whole game in hundredths, with the marks of the viewer's decisions.

    `parts` are the effects of the deal, of decisions (own, the partner's if any, the opponents'), and of hidden cards.
    The last absorbs rounding and excludes `left_out` (see `whole`).
    """
    found = whole(review, left_out=left_out)
    partners = (found.partners,) if has_partner else ()
    parts = (found.luck, found.own, *partners, found.rivals, found.rest)
    marks = (mark_shown(one.mark, "", 0) for one in review.decisions)
    shown = [one for one in marks if one is not None]
    return {"number": review.number, "parts": list(map(signed, parts)), "after": found.after, "marks": shown}


def _decided(game: PlayedGame, review: GameReview, own: SeatReview) -> Iterator[SeatCost]:
    """Yield the cost of the near seat, then that of each other seat that made a decision."""
    yield _("You"), "you", _cost(own)
    for seat, sitting in enumerate(game.seated):
        theirs = [one for (_number, other), one in sorted(review.hands.items()) if other == seat != game.near]
        if theirs and (together := _together(theirs)).decisions:
            name = f"{name_in(game, seat)}, {level_name(sitting.level)}" if sitting.level else name_in(game, seat)
            yield name, "other", _cost(together)


def _cost(review: SeatReview) -> Cost:
    return reduce(plus, map(cost_of, review.decisions), Cost())


def _rates(house: Mapping[str, float], decided: Sequence[SeatCost]) -> list[Row]:
    """Return the rates of this game's seats and of the bots, best first."""
    rows = []
    for name, kind, cost in decided:
        if cost.is_rated:
            about = ngettext("this game, %(n)s decision", "this game, %(n)s decisions", cost.n) % {"n": cost.n}
            rows.append((cost.rate, {"name": name, "about": about, "kind": kind}))
    return among_bots(rows, house)


def _unrated(decided: Sequence[SeatCost]) -> Iterator[str]:
    """Yield a sentence on the decisions of each seat without a rate, or of every seat if the near seat has no rate."""
    _you, _kind, own = decided[0]
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
    if any(0 < cost.n < FEWEST for _name, _kind, cost in decided):
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
