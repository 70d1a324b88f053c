"""What proves a hand that is over: how its deal follows from the seeds, and what a computer player would do again.

Everything here is of hands that are over or given up; `replay` says which those are. Nothing is written.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from games.dealing import ALGORITHM
from games.engine.actions import DEAL, RESHUFFLE, Action, Argument, tuple_of
from games.engine.cards import PACK
from games.engine.notation import read_action
from games.engine.pattern import Drawn, Pattern, pattern_with
from games.engine.state import DEALER, SeatView
from games.models import Entry, Game, Seat
from games.registry import bot, levels, ruleset
from games.services.boards import days
from games.services.log import logs, seals
from games.services.moves import thinking
from games.services.table import origins, replay
from games.services.table.tables import Place, seated_player
from games.snapshot import NotThere, ReplayStep, SealSnapshot

logger = logging.getLogger(__name__)


class NoProof(NotThere):
    """The hand has no seal, or its game's deals are not told to anybody outside yet."""


class NotByComputer(NotThere):
    """There is no such step, or a computer player did not choose it."""


@dataclass(frozen=True, slots=True)
class ReshuffleProof:
    """The discards shuffled anew within a hand: the deck that came of it, and the dealer's event it was."""

    event: int
    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawSeen:
    """A card drawn within a hand: those that could be, in their order, and the one that was."""

    event: int
    among: tuple[str, ...]
    card: str


@dataclass(frozen=True, slots=True)
class DealProof:
    """A hand's deal with all that it follows from. `event` is the deal's number among the dealer's actions.

    `drawn` is the seat that was drawn before it, None where none was; `first` is dealt to first. `deck` is what was
    left to be drawn from, `kitty` what was left to be taken, each empty where there was none. `origin` is the code of
    the game whose deal it was, empty where that has gone, None where it was this one's own. `is_shared`: others were
    dealt the same cards; of a board of the day with the place in the chain that its seed is from.
    """

    key: str
    number: int
    seal: SealSnapshot
    pattern: Pattern
    event: int
    drawn: int | None
    first: int
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    kitty: tuple[str, ...]
    reshuffles: tuple[ReshuffleProof, ...]
    draws: tuple[DrawSeen, ...]
    origin: str | None = None
    is_shared: bool = False
    in_chain: days.Link | None = None


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """A computer player's move and what it chooses when asked again.

    `chosen` is None where it is another version now (`is_here` false) or failed.
    """

    number: int
    step: int
    name: str
    level: str
    version: int | None
    view: SeatView
    played: Action
    chosen: Action | None
    is_here: bool


def deal_of(place: Place, *, number: int) -> DealProof:
    """The proof of a hand's deal; raises NoSuchHand while it is played, NoProof where it has none."""
    hand = replay.hand_of(place, number=number, step=None)
    seal = seals.revealed(place.game, number)
    if seal is None or seal.algorithm != ALGORITHM or seal.server_seed is None:
        raise NoProof(number)
    board = None if seal.is_played_again else place.game.board
    pattern = pattern_with(ruleset(place.game.key).pattern, hand.game.view.options)
    acts = _dealers_acts(place.game, number)
    event = next(i for i, one in enumerate(acts) if one.verb == DEAL)
    start = _start(acts[:event], pattern.drawn)
    return DealProof(
        key=place.game.key,
        number=number,
        seal=seal,
        pattern=pattern,
        event=event,
        # Where an option names the seat, nothing was drawn for it.
        drawn=start if hand.view.options.get("first", "random") == "random" else None,
        first=_first(place.game, number, pattern, start),
        hands=_hands(acts[event].argument),
        deck=_cards(acts[event].argument, "deck"),
        kitty=_cards(acts[event].argument, "kitty"),
        reshuffles=_reshuffles(acts),
        draws=_draws(acts, hand.steps, pattern),
        origin=origins.code(place.game) if seal.is_played_again else None,
        is_shared=board is not None,
        in_chain=None if board is None or board.day is None else days.in_chain(board.day),
    )


def ask_again(place: Place, *, number: int, step: int) -> AskedAgain:
    """Ask a computer player anew for the `step`-th action (from 1) of a hand that is over; raises NotByComputer.

    Thinks, so it may take as long as a move.
    """
    hand = replay.hand_of(place, number=number, step=step)
    if not 1 <= step <= hand.last:
        raise NotByComputer(step)
    entry, log = _asked(place.game, number, step)
    seat = next((one for one in place.seats if one.number == entry.seat and one.level), None)
    if seat is None or not _is_of_computer(place.game, entry):
        raise NotByComputer(step)
    is_here = _is_here(place.game, seat)
    return AskedAgain(
        number=number,
        step=step,
        name=seated_player(seat).name,
        level=seat.level,
        version=seat.bot_version,
        view=log.rules.view(log.state, seat.number),
        played=read_action(entry.action),
        chosen=_chosen(place, seat, log) if is_here else None,
        is_here=is_here,
    )


def _chosen(place: Place, seat: Seat, log: logs.Log) -> Action | None:
    try:
        return thinking.chosen(place.game, seat.number, seat.level, log)
    except Exception:  # a computer player's fault of any kind is told on the page
        logger.exception("%s failed when asked again at %s, version %s.", seat.level, place.code, log.version)
        return None


def by_computer(place: Place, *, number: int) -> Mapping[int, bool]:
    """The steps of a hand that a computer player chose here, and whether that version of it can still be asked."""
    able = {seat.number: _is_here(place.game, seat) for seat in place.seats if seat.level}
    entries = logs.standing(place.game.entries.filter(hand=number).order_by("ordinal"))
    return {i: able.get(one.seat, False) for i, one in enumerate(entries) if _is_of_computer(place.game, one)}


def _is_of_computer(game: Game, entry: Entry) -> bool:
    """Whether a computer player chose it in this game, and not in the one it was begun from."""
    return entry.source == Entry.Source.COMPUTER and entry.ordinal > game.begun_with


def _is_here(game: Game, seat: Seat) -> bool:
    return seat.level in levels(game.key) and bot(game.key, seat.level).version == seat.bot_version


def _asked(game: Game, number: int, step: int) -> tuple[Entry, logs.Log]:
    """The entry of that step and the log as it was before it."""
    log, entries = logs.of_hand(game, number)
    asked = [entry for entry in logs.standing(entries) if entry.hand == number][step]
    for entry in entries:
        if entry.ordinal < asked.ordinal:
            log = log.follow(entry)
    return asked, log


def _dealers_acts(game: Game, number: int) -> tuple[Action, ...]:
    """Everything the dealer did that drew from the hand's seal, in order: an action's place is its event."""
    acts = game.entries.filter(seat=DEALER, hand__in=(0, number)).order_by("ordinal")
    return tuple(read_action(entry.action) for entry in acts if entry.hand == number or number == 1)


def _start(before: tuple[Action, ...], what: Drawn) -> int | None:
    """The seat that the start names, of the acts before the deal; None in a later hand."""
    for start in before:
        started = start.argument if isinstance(start.argument, Mapping) else {}
        found = started.get(what)
        if isinstance(found, tuple) and "odd" in found:
            return found.index("odd")
        if isinstance(found, int):
            return found
    return None


def _first(game: Game, number: int, pattern: Pattern, start: int | None) -> int:
    """The seat that is dealt to first. On the dealer's left it is the one that speaks first, too."""
    if pattern.from_left:
        return game.hands.get(number=number).first
    return start if pattern.from_drawn and start is not None else 0


def _draws(acts: tuple[Action, ...], steps: tuple[ReplayStep, ...], pattern: Pattern) -> tuple[DrawSeen, ...]:
    """A deck has its own order, a discard that of the pack, and jokers are not drawn from it."""
    gone = {str(one) for step in steps if step.action.verb == "discard" for one in tuple_of(step.action.argument)}
    piles = {"discard": tuple(one.text for one in PACK if one.text in gone)}
    found = []
    for event, act in enumerate(acts):
        if act.verb == DEAL:
            piles["deck"] = _cards(act.argument, "deck")
        elif lying := pattern.draws.get(act.verb):
            card = str(tuple_of(act.argument)[-1])
            found.append(DrawSeen(event, piles[lying], card))
            piles[lying] = tuple(one for one in piles[lying] if one != card)
    return tuple(found)


def _reshuffles(acts: tuple[Action, ...]) -> tuple[ReshuffleProof, ...]:
    found = [(event, one) for event, one in enumerate(acts) if one.verb == RESHUFFLE]
    return tuple(ReshuffleProof(event, tuple(map(str, tuple_of(one.argument)))) for event, one in found)


def _cards(deal: Argument, name: str) -> tuple[str, ...]:
    return tuple(map(str, tuple_of(deal.get(name)))) if isinstance(deal, Mapping) else ()


def _hands(deal: Argument) -> tuple[tuple[str, ...], ...]:
    hands = tuple_of(deal.get("hands")) if isinstance(deal, Mapping) else ()
    return tuple(tuple(map(str, tuple_of(hand))) for hand in hands)
