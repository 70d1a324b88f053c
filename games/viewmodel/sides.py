"""Who plays on which side, how sides stand, and what they are called, as somebody looks on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from games.engine.options import Value
from games.engine.ruleset import Ruleset
from games.engine.state import Seat, SeatView
from games.viewmodel.seats import Moment, clockwise, name_in, with_people
from games.viewmodel.sheet import SideSum, side_sum


@dataclass(frozen=True, kw_only=True)
class Sides:
    """The sides of a game, by its rules."""

    rules: Ruleset

    def side_of(self, moment: Moment, seat: Seat) -> int:
        return _side(self.rules, tuple(moment.view.options.items()), seat)  # type: ignore[arg-type]  # rules are objects

    def is_near(self, moment: Moment, seat: Seat) -> bool:
        return self.side_of(moment, seat) == self.side_of(moment, moment.near)

    def sides_in_order(self, moment: Moment) -> tuple[int, ...]:
        """The near side first, the others clockwise."""
        return tuple(self._around(moment))

    def seats_of(self, moment: Moment, side: int) -> tuple[Seat, ...]:
        return self._around(moment)[side]

    def _around(self, moment: Moment) -> Mapping[int, tuple[Seat, ...]]:
        options = tuple(moment.view.options.items())
        return _sides(self.rules, options, clockwise(moment))  # type: ignore[arg-type]  # rules are objects

    def name_of_side(self, moment: Moment, side: int, *, first: bool = True) -> str:
        """ "You and Ann", "Ben and Eve", "Eve", clockwise from the near seat; `first` at the head of a sentence."""
        seats = self.seats_of(moment, side)
        names = [name_in(moment, seat, first=first and place == 0) for place, seat in enumerate(seats)]
        if len(names) == 1:
            return names[0]
        return _("%(one)s and %(other)s") % {"one": names[0], "other": names[1]}

    def scores(self, view: SeatView) -> Sequence[int]:
        """The score of each side, which a table shows by the name it has in the rules."""
        found: Sequence[int] = getattr(view.table, self.rules.score)
        return found

    def side_names(self, moment: Moment) -> tuple[str, ...]:
        return tuple(self.name_of_side(moment, side) for side in self.sides_in_order(moment))

    def sums(self, moment: Moment, now: Sequence[int], was: Sequence[int]) -> tuple[SideSum, ...]:
        """The sides at the head of a hand's sheet, by what each of them has then and had before."""
        return tuple(
            side_sum(self.name_of_side(moment, side), now[side], was[side]) for side in self.sides_in_order(moment)
        )

    def strip_name(self, moment: Moment, side: int) -> str:
        """The name of a side where there is little room; one's own by its names where several people sit."""
        is_near = side == self.side_of(moment, moment.near)
        is_named = is_near and with_people(moment)
        if is_named or len(self.seats_of(moment, side)) == 1 or moment.own is None or moment.view.hands:
            return self.name_of_side(moment, side)
        return _("Your side") if is_near else _("Their side")


@lru_cache(1024)
def _side(rules: Ruleset, options: tuple[tuple[str, Value], ...], seat: Seat) -> int:
    return rules.side(dict(options), seat)


@lru_cache(1024)
def _sides(
    rules: Ruleset, options: tuple[tuple[str, Value], ...], seats: tuple[Seat, ...]
) -> Mapping[int, tuple[Seat, ...]]:
    """Each side with its seats, both in the order of the seats."""
    found: dict[int, tuple[Seat, ...]] = {}
    for seat in seats:
        side = rules.side(dict(options), seat)
        found[side] = (*found.get(side, ()), seat)
    return found
