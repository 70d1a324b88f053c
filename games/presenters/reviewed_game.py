"""The review of a whole game: where its chances turned, what made up the result, and what a decision cost."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.options import variant_of
from games.presenters.choices import cards_named, decision_sentence, said
from games.presenters.fitted import about_rules, house_rates
from games.presenters.reviews import (
    DEALS,
    DUEL,
    account_of,
    cost_said,
    decision_shown,
    mark_shown,
    sentence,
    sides_of,
    whole,
)
from games.registry import GAMES, presenter, ruleset
from games.review.decisions import Decision
from games.review.face import SURE
from games.review.hand import SeatReview, gained_by
from games.services.counting.decided import FEWEST, Cost
from games.services.past.reviews import GameReview
from games.snapshot import PlayedGame, Replay
from games.viewmodel.levels import level_name
from games.viewmodel.outlook import HandRow, Outlook, OutlookRow, Point, RateRow, TurnShown, WeighedGame, outlook
from games.viewmodel.seats import name_in
from games.viewmodel.weighed import hundredths
from games.viewmodel.words import decimal, plain_number, signed
from games.wording.kinds import kind_name

#: Turning points that are told, decisions and others, and the hundredths from which something is one.
DECISIONS, OTHERS = 3, 2
LEAST: Final = 2


@dataclass(frozen=True, slots=True)
class Turn:
    """What changed the chance of the near side by `change` millionths; `ordinal` is the decision of `seat`, None where
    it was the deal (`kind` is "deal") or what the hidden cards brought ("rest").
    """

    hand: int
    kind: str
    change: int
    seat: int | None = None
    ordinal: int | None = None


def turning_points(game: PlayedGame, found: GameReview) -> tuple[Turn, ...]:
    """The costliest decisions of anybody, the own costliest one in any case, and the greatest changes by the cards, in
    the order in which they came.
    """
    turns = sorted(_changes(game, found), key=lambda one: -abs(one.change))
    great = [one for one in turns if abs(hundredths(one.change)) >= LEAST]
    decisions, others = ([one for one in great if (one.ordinal is None) is by_cards] for by_cards in (False, True))
    own = [one for one in decisions if one.seat == game.near][:1]
    greatest = {*decisions[:DECISIONS], *own, *others[:OTHERS]}
    order = {"deal": 0, "decision": 1, "rest": 2}
    return tuple(sorted(greatest, key=lambda one: (one.hand, order[one.kind], one.ordinal or 0)))


def of_game(
    game: PlayedGame,
    found: GameReview,
    turns: Sequence[Turn],
    replays: Mapping[int, Replay],
    steps: Mapping[int, int],
) -> WeighedGame:
    """`replays` are those of the hands in which the game turned by a decision, `steps` by ordinal those of all actions
    in the replays of their hands. One hand at least has a review.
    """
    own = _own(game, found)
    together, left_out = _together(own), _left_out(own)
    shown = presenter(game.key).review(game)
    decided = tuple(_decided(game, found, together))
    cost = decided[0].cost
    sides = sides_of(game)
    has_partner = sides.count(sides[game.near]) > 1
    dealt = DUEL if GAMES[game.key].is_one_hand else DEALS
    variant = variant_of(ruleset(game.key).options, game.view.options)
    return WeighedGame(
        title=shown.title,
        heading=shown.heading,
        sentence=sentence(together, whole(together, left_out=left_out), dealt),
        outlook=_outlook(game, own, tuple(_turns(game, found, own, turns, replays)), steps),
        account=account_of(together, game, dealt, left_out=left_out),
        rate=decimal(cost.rate) if cost.is_rated else "",
        rates=tuple(_rates(house_rates(game.key, variant), decided)) if cost.is_rated else (),
        unrated=tuple(_unrated(decided)),
        about_rate=_about_rate(cost),
        about_rules=about_rules(game),
        has_partner=has_partner,
        hands=tuple(_row(one, has_partner=has_partner) for one in own),
        whole=_row(together, has_partner=has_partner, left_out=left_out),
        missing=sum(hand.number not in found.excluded for hand in game.hands) - len(own),
    )


def _own(game: PlayedGame, found: GameReview) -> list[SeatReview]:
    numbers = sorted({number for number, _seat in found.hands})
    return [one for number in numbers if (one := found.of(number, game.near)) is not None]


def _together(own: Sequence[SeatReview]) -> SeatReview:
    """All hands as one."""
    return replace(
        own[0],
        number=0,
        after=own[-1].after,
        luck=sum(one.luck for one in own),
        partners=sum(one.partners for one in own),
        rivals=sum(one.rivals for one in own),
        decisions=tuple(decision for one in own for decision in one.decisions),
    )


def _left_out(own: Sequence[SeatReview]) -> int:
    """What the chance changed by in hands that have no review, in millionths."""
    return own[-1].after - own[0].before - sum(one.after - one.before for one in own)


# -- the line, and where it turned ------------------------------------------------------------------------


def _changes(game: PlayedGame, found: GameReview) -> Iterator[Turn]:
    sides = sides_of(game)
    for one in _own(game, found):
        yield Turn(one.number, "deal", one.luck)
        yield Turn(one.number, "rest", one.rest)
        for seat, side in enumerate(sides):
            theirs = found.of(one.number, seat)
            is_near = side == sides[game.near]
            for decision in theirs.decisions if theirs is not None else ():
                change = -decision.loss if is_near else gained_by(decision.loss, sides)
                yield Turn(one.number, "decision", change, seat, decision.ordinal)


def _outlook(
    game: PlayedGame, own: Sequence[SeatReview], turns: Sequence[TurnShown], steps: Mapping[int, int]
) -> Outlook:
    words = _("Your chance to win, in percent: %(start)s at the start; %(course)s.")
    if GAMES[game.key].is_one_hand:
        words = _("Your chance to win, in percent: %(start)s at the start.")
    course = "; ".join(
        _("%(after)s after hand %(n)s") % {"n": one.number, "after": plain_number(hundredths(one.after))} for one in own
    )
    words %= {"start": plain_number(hundredths(own[0].before)), "course": course}
    rows = [row for one in own for row in _table(game.key, one, steps)]
    return outlook(list(_line(own)), turns, [one.number for one in own], rows, words=words)


def _table(key: str, one: SeatReview, steps: Mapping[int, int]) -> Iterator[OutlookRow]:
    """Yield the row of a hand, then one for each decision in it that cost something.

    A game of one hand has a row for each decision and one for its end instead. Before a decision stands the chance
    after its best choice, so that no row rises.
    """
    is_whole = GAMES[key].is_one_hand
    if not is_whole:
        yield OutlookRow(str(one.number), hundredths(one.before), hundredths(one.after))
    for number, decision in enumerate(one.decisions, 1):
        loss, chance = decision.loss, _worth(decision)
        if is_whole or decision.mark is not None or hundredths(loss):
            name = str(number) if is_whole else _chosen(key, decision)
            step, mark = steps.get(decision.ordinal), mark_shown(decision.mark, "", 0)
            yield OutlookRow(name, hundredths(chance + loss), hundredths(chance), one.number, step, mark)
    if is_whole:
        chance = _worth(one.decisions[-1]) if one.decisions else one.before
        yield OutlookRow(_("How it ended"), hundredths(chance), hundredths(one.after))


def _chosen(key: str, decision: Decision) -> str:
    """Its cards, or what it was and what was done."""
    if cards_named(decision.chosen):
        return said(key, decision.chosen)
    return decision_sentence(key, decision, kind_name(key, decision.kind), cost=0)


def _worth(decision: Decision) -> int:
    """Return the chance after the chosen action, in millionths."""
    return next(worth for action, worth in decision.values if action == decision.chosen)


def _line(own: Sequence[SeatReview]) -> Iterator[Point]:
    """By what the seat could know: before each hand, after each of its decisions, and after the hand."""
    for place, one in enumerate(own):
        yield Point(place, one.before / SURE)
        for number, decision in enumerate(one.decisions, 1):
            yield Point(place + number / (len(one.decisions) + 1), _worth(decision) / SURE)
        yield Point(place + 1, one.after / SURE)


def _turns(
    game: PlayedGame,
    found: GameReview,
    own: Sequence[SeatReview],
    turns: Sequence[Turn],
    replays: Mapping[int, Replay],
) -> Iterator[TurnShown]:
    places = {one.number: place for place, one in enumerate(own)}
    for turn in turns:
        where = "" if GAMES[game.key].is_one_hand else _("Hand %(n)s") % {"n": turn.hand}
        change, mine = signed(hundredths(turn.change)), own[places[turn.hand]]
        if turn.ordinal is None:
            change = signed(whole(mine).luck if turn.kind == "deal" else whole(mine).rest)  # as its row has it
            said, when = (
                (_("How the cards were dealt"), 0.0) if turn.kind == "deal" else (_("How the hidden cards lay"), 1.0)
            )
            yield TurnShown(turn.hand, None, where, said, None, change, "none", places[turn.hand] + when)
            continue
        reviews = [one for seat in range(len(game.seated)) if (one := found.of(turn.hand, seat)) is not None]
        shown = decision_shown(replays[turn.hand], reviews, turn.ordinal)
        if shown is None:
            continue
        made = sum(one.ordinal < turn.ordinal for one in mine.decisions)
        is_mine = turn.seat == game.near
        when = (made + (1.0 if is_mine else 0.5)) / (len(mine.decisions) + 1)
        kind = "you" if is_mine else "other"
        yield TurnShown(turn.hand, shown.step, where, shown.said, shown.mark, change, kind, places[turn.hand] + when)


# -- the account by hand, and rates ------------------------------------------------------------------------


def _row(review: SeatReview, *, has_partner: bool, left_out: int = 0) -> HandRow:
    """Rounded so that each row adds up: the rest is what is left."""
    found = whole(review, left_out=left_out)
    partners = (found.partners,) if has_partner else ()
    parts = (found.luck, found.own, *partners, found.rivals, found.rest)
    marks = (mark_shown(one.mark, "", 0) for one in review.decisions)
    return HandRow(
        review.number, tuple(map(signed, parts)), found.after, tuple(one for one in marks if one is not None)
    )


class Decided(NamedTuple):
    """What somebody at the table decided in the whole game; `kind` colours it."""

    name: str
    kind: str
    cost: Cost


def _decided(game: PlayedGame, found: GameReview, own: SeatReview) -> Iterator[Decided]:
    """Of the near seat first, then of each of the others that made a decision."""
    yield Decided(_("You"), "you", _cost(own))
    for seat, sitting in enumerate(game.seated):
        theirs = [one for (_number, other), one in sorted(found.hands.items()) if other == seat != game.near]
        if theirs and (together := _together(theirs)).decisions:
            name = f"{name_in(game, seat)}, {level_name(sitting.level)}" if sitting.level else name_in(game, seat)
            yield Decided(name, "other", _cost(together))


def _cost(review: SeatReview) -> Cost:
    losses = [one.loss for one in review.decisions]
    return Cost(len(losses), sum(losses), sum(one * one for one in losses))


def _rates(house: Mapping[str, float], decided: Sequence[Decided]) -> Iterator[RateRow]:
    """The own rate among those of whoever sat there and of the house’s players, the best first."""
    rows = [(one.cost.rate, one.name, _this_game(one.cost.n), one.kind) for one in decided if one.cost.is_rated]
    for level, rate in house.items():
        rows.append((rate, _("The house’s %(level)s player") % {"level": level_name(level)}, _("measured"), "soft"))
    top = max((rate for rate, *_row in rows), default=0.0) or 1.0
    for rate, name, about, kind in sorted(rows, key=lambda row: row[0]):
        yield RateRow(name, about, decimal(rate), f"{100 * rate / top:.1f}", kind)


def _this_game(many: int) -> str:
    return ngettext("this game, %(n)s decision", "this game, %(n)s decisions", many) % {"n": many}


def _unrated(decided: Sequence[Decided]) -> Iterator[str]:
    """How many decisions whoever has no rate made, and what they cost together; of all where the near seat has none."""
    own = decided[0].cost
    if not own.n:
        yield _("You had no choice in this game.")
    for name, _kind, cost in decided:
        if many := cost.n if not (own.is_rated and cost.is_rated) else 0:
            said = ngettext(
                "%(name)s: one decision, which cost %(cost)s.",
                "%(name)s: %(n)s decisions, which cost %(cost)s together.",
                many,
            )
            yield said % {"name": name, "n": many, "cost": cost_said(cost.loss)}
    if any(0 < one.cost.n < FEWEST for one in decided):
        yield _("Fewer than %(n)s decisions tell next to nothing, so they have no rate.") % {"n": FEWEST}


def _about_rate(cost: Cost) -> str:
    """What so few decisions leave open, as 95 of 100 such games would have it. Of those that have no rate not even that
    is known, nor of those that cost all the same.
    """
    if not cost.is_rated or cost.squares * cost.n == cost.loss**2:
        return ""
    low, high = cost.interval
    words = {"n": cost.n, "low": decimal(low), "high": decimal(high)}
    return _("One game tells little: %(n)s decisions leave the rate anywhere from %(low)s to %(high)s.") % words
