"""Who sits where when a game is opened: the person at seat 0, computer players at all others."""

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


def seats_of_game(*, game: Game, person: Person, seating: Sequence[ComputerSeat]) -> list[Seat]:
    """The seats of a new game, not yet stored; KeyError for a level the game does not have."""
    rules = ruleset(game.key)
    first = Seat(game=game, number=0, side=rules.side(game.options, 0), user=person.user, guest=person.guest)
    return [first, *(_taken(game, number, seat) for number, seat in enumerate(seating, start=1))]


def seating_again(*, key: str, seats: Sequence[Seat], own: int) -> tuple[ComputerSeat, ...]:
    """The same players once more, clockwise from the person at `own`.

    The usual ones instead where another person sat there too, or somebody of whom this house has no such level: of
    the level that the game had, or else of the weakest.
    """
    others, known = (*seats[own + 1 :], *seats[:own]), levels(key)
    if all(seat.level in known for seat in others):
        return tuple(ComputerSeat(seat.level, seat.name) for seat in others)
    level = next((seat.level for seat in others if seat.level in known), known[0])
    return usual_seating(key=key, level=level)


def _taken(game: Game, number: int, seat: ComputerSeat) -> Seat:
    return Seat(
        game=game,
        number=number,
        side=ruleset(game.key).side(game.options, number),
        level=seat.level,
        name=seat.name,
        bot_version=bot(game.key, seat.level).version,
    )
