"""The base of a game's pages: seats and sides, with their names.

A page is an object that its template reads. Games derive pages from `table_page`, `past_pages` and `trick_pages`.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.engine.options import Value
from games.engine.ruleset import Ruleset
from games.engine.state import Seat
from games.pages.scores import SideSum
from games.pages.seats import Moment, SeatShown, SideShown, clockwise, name_in, with_people
from games.pages.words import plain_number, practised, signed

if TYPE_CHECKING:
    from games.cardgame import CardGame


class GamePage:
    """A game at one moment: a live game as a seat or a spectator sees it, a step of a replay, or a past game.

    The near seat is drawn at the bottom. Texts call the seat `moment.own` "you".
    """

    #: Whether cards in texts have a tag with the number of bags that they take off.
    bags_marked = False

    def __init__(self, game: "CardGame", moment: Moment) -> None:
        self.game, self.moment, self.view = game, moment, moment.view

    @property
    def name(self) -> str:
        """The game's name, with its variant if it has any."""
        return str(self.game.rules.title)

    @property
    def is_practice(self) -> bool:
        """Whether a hand of another game is played again here."""
        return False

    @property
    def title(self) -> str:
        return self.marked(self.name)

    def marked(self, title: str) -> str:
        """Return the title; in a practice game, "Practice:" precedes it."""
        return practised(title) if self.is_practice else title

    @property
    def target(self) -> int:
        """The score that wins the game; 0 if there is none."""
        return 0

    @classmethod
    def how_far(cls, done: int) -> str:
        """Return a hand's progress after `done` tricks or rounds, such as "trick 3 of 13"."""
        raise NotImplementedError

    # -- seats ----------------------------------------------------------------------------------------------

    def named(self, seat: Seat, *, first: bool = True) -> str:
        """Return the name of a seat, "You" or "you"; `first`: at the start of a sentence."""
        return name_in(self.moment, seat, first=first)

    def seat(self, seat: Seat) -> SeatShown:
        """Return a seat as drawn."""
        raise NotImplementedError

    @cached_property
    def seats(self) -> tuple[SeatShown, ...]:
        """All seats clockwise, the near seat first."""
        return tuple(self.seat(seat) for seat in clockwise(self.moment))

    @property
    def near(self) -> SeatShown:
        return self.seats[0]

    @property
    def others(self) -> tuple[SeatShown, ...]:
        """The other seats, clockwise from the near seat's left."""
        return self.seats[1:]

    # -- sides ----------------------------------------------------------------------------------------------

    def side(self, side: int, name: str) -> SideShown:
        """Return a side of the score strip; `name` is its name there."""
        raise NotImplementedError

    @cached_property
    def sides(self) -> tuple[SideShown, ...]:
        """All sides, the near side first."""
        return tuple(self.side(side, self.short_name(side)) for side in self.side_order)

    def side_of(self, seat: Seat) -> int:
        return next(side for side, seats in self._seats_by_side.items() if seat in seats)

    def is_near(self, seat: Seat) -> bool:
        """Return whether a seat is on the near seat's side."""
        return self.side_of(seat) == self.side_of(self.moment.near)

    @property
    def side_order(self) -> tuple[int, ...]:
        """All sides clockwise, the near side first."""
        return tuple(self._seats_by_side)

    def seats_of(self, side: int) -> tuple[Seat, ...]:
        return self._seats_by_side[side]

    @cached_property
    def _seats_by_side(self) -> Mapping[int, tuple[Seat, ...]]:
        options = tuple(self.view.options.items())
        return _seats_by_side(self.game.rules, options, clockwise(self.moment))

    def side_name(self, side: int, *, first: bool = True) -> str:
        """Return "You and Ann", "Ben and Eve" or "Eve", clockwise from the near seat."""
        names = [self.named(seat, first=first and place == 0) for place, seat in enumerate(self.seats_of(side))]
        if len(names) == 1:
            return names[0]
        return _("%(one)s and %(other)s") % {"one": names[0], "other": names[1]}

    @property
    def side_names(self) -> tuple[str, ...]:
        return tuple(map(self.side_name, self.side_order))

    def short_name(self, side: int) -> str:
        """Return a side's name for places with little room: "Your side" or "Their side".

        For a side of one seat, for the near side at a table with several people, for spectators and in replays, it is
        the players' names instead.
        """
        is_near = side == self.side_of(self.moment.near)
        is_named = is_near and with_people(self.moment)
        if is_named or len(self.seats_of(side)) == 1 or self.moment.own is None or self.view.hands:
            return self.side_name(side)
        return _("Your side") if is_near else _("Their side")

    @property
    def scores(self) -> Sequence[int]:
        """The score of each side, by the side's number."""
        found: Sequence[int] = getattr(self.view.table, self.game.rules.score)
        return found

    def sums(self, now: Sequence[int], was: Sequence[int]) -> tuple[SideSum, ...]:
        """Return the column heads of a hand's score sheet; `now` has the scores after the hand, `was` those before."""
        changes = {side: now[side] - was[side] for side in self.side_order}
        return tuple(
            SideSum(self.side_name(side), plain_number(now[side]), plain_number(was[side]), change, signed(change))
            for side, change in changes.items()
        )


@lru_cache(1024)
def _seats_by_side(
    rules: Ruleset, options: tuple[tuple[str, Value], ...], seats: tuple[Seat, ...]
) -> Mapping[int, tuple[Seat, ...]]:
    found: dict[int, tuple[Seat, ...]] = {}
    for seat in seats:
        side = rules.side(dict(options), seat)
        found[side] = (*found.get(side, ()), seat)
    return found
