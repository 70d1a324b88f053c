"""Seat people and computer players when a game is opened, and decide which games rank."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from django.utils import timezone

from accounts.names import BESIDE
from accounts.people import Person
from games.company import ComputerSeat
from games.engine.options import VARIANT, Options
from games.engine.ruleset import Ruleset
from games.registry import bot, levels, ruleset
from games.snapshot import Status
from games.table.models import Game, Seat

#: Names of computer players at four seats, clockwise from the person's left; "" is the default name.
AT_FOUR: Final = (BESIDE[0], "", BESIDE[1])
#: The level under which statistics count games with other people.
PEOPLE: Final = "people"
#: A running game without a move for this long is idle. If it ranks, it counts as lost until it is finished.
LEFT_AFTER: Final = timedelta(days=14)


def usual_seating(*, key: str, level: str) -> tuple[ComputerSeat, ...]:
    """Return the default computer players, clockwise from the person's left. Raises KeyError for an unknown game."""
    others = ruleset(key).seats - 1
    names = AT_FOUR if others == len(AT_FOUR) else ("",) * others
    return tuple(ComputerSeat(level, name) for name in names)


def seating_by_choice(*, key: str, levels: Mapping[str, str], across: str) -> tuple[ComputerSeat, ...]:
    """Return the computer players clockwise from the person's left; `levels` has the level of each name.

    The computer player named `across` swaps seats with the default player opposite. Raises KeyError for an unknown game
    or a name without a level, ValueError for an unknown name.
    """
    names = [seat.name for seat in usual_seating(key=key, level="")]
    middle, chosen = len(names) // 2, names.index(across)
    names[middle], names[chosen] = names[chosen], names[middle]
    return tuple(ComputerSeat(levels[name], name) for name in names)


def across_of(seating: Sequence[ComputerSeat]) -> str:
    """Return the name of the computer player opposite the person; "" stands for the default name."""
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
    """Return the computer players for another game like this one, clockwise from the person at `own`.

    A default computer player replaces each person and each unknown level. Its level is `level`, or else the first known
    level clockwise, or else the weakest.
    """
    others, known = (*seats[own + 1 :], *seats[:own]), levels(key)
    level = level or next((seat.level for seat in others if seat.level in known), known[0])
    taken = {seat.name for seat in others if seat.level in known}
    spare = (one for one in usual_seating(key=key, level=level) if one.name not in taken)
    return tuple(ComputerSeat(seat.level, seat.name) if seat.level in known else next(spare) for seat in others)


def counted_levels(key: str) -> tuple[str, ...]:
    """Return the levels under which statistics count games: the weakest first, `PEOPLE` last."""
    return (*levels(key), PEOPLE)


def may_rank(game: Game, seats: Sequence[Seat]) -> bool:
    """Return whether the game has one person, bots of one level, and default options (except the variant).

    Boards and practice games do not rank. A game that may rank may also set a site record, even if a guest plays it.
    """
    is_usual = set(game.options) <= {VARIANT} and len({seat.level for seat in seats if seat.level}) <= 1
    is_own = game.board_id is None and game.is_counted
    return is_usual and is_own and sum(map(is_person, seats)) == 1


def is_person(seat: Seat) -> bool:
    """Return whether the seat is or was a person's; the account may be deleted."""
    return not seat.level


def is_second(seat: Seat) -> bool:
    """Return whether the seat's guest became an account that has another seat at this table."""
    return seat.is_brought and seat.user_id is None and seat.guest_id is None


def ranks_for(game: Game, seats: Sequence[Seat], own: Seat) -> bool:
    """Return whether the game ranks for the account at seat `own`; a game begun as a guest does not."""
    return own.user_id is not None and not own.is_brought and may_rank(game, seats)


def level_of(rules: Ruleset, options: Options, seats: Sequence[Seat], own: Seat) -> str:
    """Return the weakest level among the opposing computer players, or `PEOPLE` if another person has a seat."""
    if any(not seat.level for seat in seats if seat.number != own.number):
        return PEOPLE
    side = rules.side(options, own.number)
    others = {seat.level for seat in seats if seat.level and rules.side(options, seat.number) != side}
    known = [level for level in levels(rules.key) if level in others]
    return (known or sorted(others))[0]


def is_left(game: Game) -> bool:
    """Return whether the game is running and idle: a hand was dealt, and the last move is older than `LEFT_AFTER`."""
    since = timezone.now() - LEFT_AFTER
    return game.status == Status.PLAYING and game.number > 0 and game.moved_at < since
