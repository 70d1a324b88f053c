"""What the pages of past hands and games of four seats share, whatever the game: open seats, the trick, the review.

Knows no game: whoever calls says which tricks there are and which seats stand on the near side.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.engine.state import Result, Seat
from games.snapshot import GameSeen, Replay, Status
from games.viewmodel.cross import SEATS, ToldTrick
from games.viewmodel.four import CrossCard, SideShown, place_of
from games.viewmodel.levels import level_name
from games.viewmodel.replay import ReviewContext, TrickJump, name_of
from games.viewmodel.table import Face, Laid, face
from games.viewmodel.words import plain_number, the_card


@dataclass(frozen=True, kw_only=True)
class SeatOpen:
    """A seat at one step, its cards open. `ends` says how many tricks it will have; `is_near` is the near side.

    `note` stands instead of the bid where a game has another thing to say of its seats.
    """

    seat: Seat
    place: str
    name: str
    letter: str
    level: str
    took: int
    ends: str
    cards: tuple[Face, ...]
    cards_name: str
    is_turn: bool
    is_near: bool
    is_dealer: bool
    bid: str = ""
    pips: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class FourReplayShown:
    """`seats` stand clockwise from the near one; `passed` are cards that lie open beside the trick, named so."""

    seats: tuple[SeatOpen, ...]
    sides: tuple[SideShown, ...]
    target: int
    cross: tuple[CrossCard, ...]
    passed: tuple[Face, ...] = ()
    passed_name: str = ""

    @property
    def near(self) -> SeatOpen:
        return self.seats[0]

    @property
    def others(self) -> tuple[SeatOpen, ...]:
        """West, north, east: the order in which they are read."""
        return self.seats[1:]


@dataclass(frozen=True, slots=True)
class SideCell:
    """One side of a hand in the list: the change, the score after it, and how it came about."""

    change: str
    total: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A hand of the list; no cells where it was not scored, and `note` says why."""

    number: int
    cells: tuple[SideCell, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class FourReviewShown:
    """`cut_short` is the hand that the game was given up in."""

    sides: tuple[str, ...]
    lines: tuple[ScoreLine, ...]
    cut_short: int | None


def open_seat(
    replay: Replay,
    seat: Seat,
    *,
    held: Sequence[Card],
    took: int,
    ends_with: int | None,
    is_near: bool,
    is_dealer: bool,
    bid: str = "",
    pips: tuple[str, ...] = (),
    note: str = "",
) -> SeatOpen:
    """`ends_with` is how many tricks the seat has in the end; None where the hand came to no end."""
    game = replay.game
    name, level = name_of(game, seat), game.seated[seat].level
    is_told = ends_with is not None and replay.step < replay.last
    return SeatOpen(
        seat=seat,
        place=place_of(game.side.near, seat),
        name=name,
        letter=name[:1].upper(),
        level=level_name(level) if level else "",
        bid=bid,
        took=took,
        pips=pips,
        note=note,
        ends=_("ends with %(n)s") % {"n": ends_with} if is_told else "",
        cards=tuple(face(one) for one in held),
        cards_name=_("%(name)s: %(n)s cards") % {"name": name, "n": len(held)},
        is_turn=replay.step < replay.last and replay.steps[replay.step].seat == seat,
        is_near=is_near,
        is_dealer=is_dealer,
    )


def clockwise_from_near(game: GameSeen) -> tuple[Seat, ...]:
    return tuple((game.side.near + step) % SEATS for step in range(SEATS))


# -- the trick and all tricks -----------------------------------------------------------------------------


def open_cross(replay: Replay, tricks: Sequence[ToldTrick]) -> tuple[CrossCard, ...]:
    """The trick that lies there or has just been won, with an empty place for each card still to come."""
    if not tricks:
        return ()
    trick = tricks[-1]
    there = {seat for seat, _one in trick.plays}
    laid = [_laid(replay, trick, place) for place in range(len(trick.plays))]
    laid += [_owed(replay, seat) for seat in range(SEATS) if seat not in there]
    return tuple(laid)


def _laid(replay: Replay, trick: ToldTrick, place: int) -> CrossCard:
    seat, one = trick.plays[place]
    wins = trick.is_done and seat == trick.ahead
    does = _("led") if place == 0 else _("played")
    who = name_of(replay.game, seat)
    spoken = _("%(who)s %(does)s %(card)s") % {"who": who, "does": does, "card": the_card(one)}
    if wins:
        spoken = _("%(told)s, won") % {"told": spoken}
    is_new = place == len(trick.plays) - 1
    card = Laid(who, does, seat, face(one), is_new=is_new, wins=wins, spoken=spoken)
    return CrossCard(place_of(replay.game.side.near, seat), card)


def _owed(replay: Replay, seat: Seat) -> CrossCard:
    return CrossCard(place_of(replay.game.side.near, seat), Laid(name_of(replay.game, seat), "", seat))


def trick_jumps(
    replay: Replay, every: Sequence[ToldTrick], *, here: int, is_near: Callable[[Seat], bool]
) -> tuple[TrickJump, ...]:
    """To the first card of each trick of the hand; `here` is the number of the trick that is shown, 0 for none."""
    plays = [number for number, step in enumerate(replay.steps, start=1) if step.action.verb == "play"]
    return tuple(_jump(replay, trick, plays[SEATS * (trick.number - 1)], here=here, is_near=is_near) for trick in every)


def _jump(replay: Replay, trick: ToldTrick, step: int, *, here: int, is_near: Callable[[Seat], bool]) -> TrickJump:
    game = replay.game
    winner = trick.ahead if trick.is_done else None
    return TrickJump(
        number=trick.number,
        step=step,
        led=_("%(who)s led") % {"who": name_of(game, trick.plays[0][0])},
        cards=tuple((one.text, seat == winner) for seat, one in trick.plays),
        winner="" if winner is None else name_of(game, winner, first=False),
        is_near=winner is not None and is_near(winner),
        is_here=trick.number == here,
        by_table=replay.steps[step - 1].by_table,
    )


# -- the game ---------------------------------------------------------------------------------------------


def together(game: GameSeen, seats: Sequence[Seat], *, first: bool = True) -> str:
    """The seats of a side: "You and Marta", "Bruno and Odile", "Odile"; `first` at the head of a sentence."""
    names = [name_of(game, seat, first=first and not place) for place, seat in enumerate(seats)]
    if len(names) == 1:
        return names[0]
    return _("%(one)s and %(other)s") % {"one": names[0], "other": names[1]}


class NamesSides(Protocol):
    """Who a side is: at the head of a sentence, or within one."""

    def __call__(self, game: GameSeen, side: int, *, first: bool = True) -> str: ...


def heading_of(game: GameSeen, scores: Sequence[int], name: Callable[[int], str]) -> str:
    """How the game ended; `scores` are by side, and `name` says who a side is."""
    if game.result is None:
        return _("A game given up") if game.status == Status.ABANDONED else _("The game so far")
    return _won(game.result, scores, name)


def _won(result: Result, scores: Sequence[int], name: Callable[[int], str]) -> str:
    """No game of four seats has ties (Spades: S16; Bid Whist: section 9.3)."""
    winner = 0 if result.winner is None else result.winner
    others = sorted((score for side, score in enumerate(scores) if side != winner), reverse=True)
    words = {
        "who": name(winner),
        "won": plain_number(scores[winner]),
        "lost": ", ".join(plain_number(score) for score in others),
    }
    return _("%(who)s won, %(won)s to %(lost)s") % words


def about(sides: Sequence[str]) -> str:
    """Who played against whom, the near side first."""
    if len(sides) > 2:
        return _("%(near)s against %(others)s") % {"near": sides[0], "others": ", ".join(sides[1:])}
    return _("%(near)s against %(far)s") % {"near": sides[0], "far": sides[1]}


def cut_short(game: GameSeen) -> int | None:
    """The hand that the game was given up in; None where every hand was played."""
    finished = [hand.number for hand in game.hands]
    return next((one for one in game.numbers if one not in finished), None)


def review_of(
    game: GameSeen,
    *,
    title: str,
    scores: Sequence[int],
    sides: Iterable[int],
    name: NamesSides,
    lines: tuple[ScoreLine, ...],
) -> ReviewContext:
    """A past game by its score; `scores` and `sides` are by side."""
    named = tuple(sides)
    return ReviewContext(
        template="games/replay/four_review.html",
        title=title,
        heading=heading_of(game, scores, lambda side: name(game, side)),
        about=about([name(game, side, first=False) for side in named]),
        parted=_("Hand by hand"),
        numbers=game.numbers,
        more=FourReviewShown(
            sides=tuple(name(game, side) for side in named),
            lines=lines,
            cut_short=cut_short(game),
        ),
    )
