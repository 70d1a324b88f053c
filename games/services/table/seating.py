"""Who sits where when a game is opened: people, and computer players at all other seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from accounts.names import BESIDE
from accounts.people import Person
from games.models import Game, Seat
from games.registry import bot, levels, ruleset

#: At four seats, clockwise from the person's left. Whoever needs no name in a row sits across.
AT_FOUR: Final = (BESIDE[0], "", BESIDE[1])


@dataclass(frozen=True, slots=True)
class ComputerSeat:
    """A computer player to be seated: its level, and its name where it is not the one of every table."""

    level: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class ByLink:
    """What is given away to people: `places` clockwise from whoever opens the table, the left-hand one being 1. With
    people a decision may take `clock` seconds (0: as long as they like), and others look on if `onlookers`.
    """

    places: tuple[int, ...] = ()
    clock: int = 0
    onlookers: bool = False


NONE_GIVEN: Final = ByLink()


def usual_seating(*, key: str, level: str) -> tuple[ComputerSeat, ...]:
    """The usual players of every seat but the person's, all of one level, clockwise; KeyError for an unknown game."""
    others = ruleset(key).seats - 1
    names = AT_FOUR if others == len(AT_FOUR) else ("",) * others
    return tuple(ComputerSeat(level, name) for name in names)


def seating_by_choice(*, key: str, levels: Mapping[str, str], across: str) -> tuple[ComputerSeat, ...]:
    """The players of every seat but the person's, clockwise: each by name with a level of its own.

    `across` names the one who changes places with whoever usually sits across from the person: at two seats the
    only one there is. KeyError for a player without a level, ValueError for an unknown name.
    """
    names = [seat.name for seat in usual_seating(key=key, level="")]
    middle, chosen = len(names) // 2, names.index(across)
    names[middle], names[chosen] = names[chosen], names[middle]
    return tuple(ComputerSeat(levels[name], name) for name in names)


def across_of(seating: Sequence[ComputerSeat]) -> str:
    """The name of the player across from the person; empty is the one of every table."""
    return seating[len(seating) // 2].name


def clockwise_from(person: Person, others: Sequence[ComputerSeat], *, seat: int) -> list[Person | ComputerSeat]:
    """All from the first seat on, where the person sits at `seat` and the others clockwise from there."""
    after = len(others) - seat
    return [*others[after:], person, *others[:after]]


def seats_of_game(*, game: Game, sitting: Sequence[Person | ComputerSeat]) -> list[Seat]:
    """The seats of a new game in their order, not yet stored; KeyError for a level the game does not have."""
    rules, seats = ruleset(game.key), list[Seat]()
    for number, one in enumerate(sitting):
        seat = Seat(game=game, number=number, side=rules.side(game.options, number))
        if isinstance(one, Person):
            seat.user, seat.guest = one.user, one.guest
        else:
            seat.level, seat.name, seat.bot_version = one.level, one.name, bot(game.key, one.level).version
        seats.append(seat)
    return seats


def seating_again(*, key: str, seats: Sequence[Seat], own: int, level: str = "") -> tuple[ComputerSeat, ...]:
    """The same players once more, clockwise from the person at `own`.

    One of the usual ones instead where another person sat, or somebody of whom this house has no such level: of that
    `level`; without one of the level that the game had, or else of the weakest.
    """
    others, known = (*seats[own + 1 :], *seats[:own]), levels(key)
    level = level or next((seat.level for seat in others if seat.level in known), known[0])
    there = {seat.name for seat in others if seat.level in known}
    spare = (one for one in usual_seating(key=key, level=level) if one.name not in there)
    return tuple(ComputerSeat(seat.level, seat.name) if seat.level in known else next(spare) for seat in others)
