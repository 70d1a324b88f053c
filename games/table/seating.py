"""Seat people and computer players when a game is opened."""

from collections.abc import Mapping, Sequence
from typing import Final

from accounts.names import BESIDE
from accounts.people import Person
from games.company import ComputerSeat
from games.registry import bot, levels, ruleset
from games.table.models import Game, Seat

#: Names of computer players at four seats, clockwise from the person's left. The one across has the default name, "".
AT_FOUR: Final = (BESIDE[0], "", BESIDE[1])


def usual_seating(*, key: str, level: str) -> tuple[ComputerSeat, ...]:
    """Return the default computer players, clockwise from the person's left. Raises KeyError for an unknown game."""
    others = ruleset(key).seats - 1
    names = AT_FOUR if others == len(AT_FOUR) else ("",) * others
    return tuple(ComputerSeat(level, name) for name in names)


def seating_by_choice(*, key: str, levels: Mapping[str, str], across: str) -> tuple[ComputerSeat, ...]:
    """Return the computer players clockwise from the person's left, with a level for each name.

    The player named `across` swaps places with the one who sits opposite by default. Raises KeyError for an unknown
    game or a name without a level, ValueError for an unknown name.
    """
    names = [seat.name for seat in usual_seating(key=key, level="")]
    middle, chosen = len(names) // 2, names.index(across)
    names[middle], names[chosen] = names[chosen], names[middle]
    return tuple(ComputerSeat(levels[name], name) for name in names)


def across_of(seating: Sequence[ComputerSeat]) -> str:
    """Return the name of the player opposite the person; empty is the default name."""
    return seating[len(seating) // 2].name


def clockwise_from(person: Person, others: Sequence[ComputerSeat], *, seat: int) -> list[Person | ComputerSeat]:
    """Return all players in seat order: the person at `seat`, the others clockwise from there."""
    after = len(others) - seat
    return [*others[after:], person, *others[:after]]


def seats_of_game(*, game: Game, sitting: Sequence[Person | ComputerSeat]) -> list[Seat]:
    """Return the unsaved seats of a new game, in order. Raises KeyError for a level that the game does not have."""
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
    """Return the same computer players again, clockwise from the person at `own`.

    A person, or a level that no longer exists, is replaced by a default computer player. Its level is `level`, or else
    that of the game's first known computer player, or else the weakest.
    """
    others, known = (*seats[own + 1 :], *seats[:own]), levels(key)
    level = level or next((seat.level for seat in others if seat.level in known), known[0])
    there = {seat.name for seat in others if seat.level in known}
    spare = (one for one in usual_seating(key=key, level=level) if one.name not in there)
    return tuple(ComputerSeat(seat.level, seat.name) if seat.level in known else next(spare) for seat in others)
