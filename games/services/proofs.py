"""What proves a hand that is over: how its deal follows from the seeds, and what a computer player would do again.

Everything here is of hands that are over or given up; `replay` says which those are. Nothing is written.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games import dealing
from games.bots.registry import bot, levels
from games.dealing import ALGORITHM, Drawn, Pattern
from games.engine.actions import DEAL, START, Action, Argument
from games.engine.notation import read_action
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER, SeatView, State, plain
from games.models import Entry, Game, Seat
from games.services import replay, store, thinking
from games.services.seen import SealSeen
from games.services.tables import Place, revealed_seal


class NoProof(LookupError):
    """The hand has no seal, or its game's deals are not told to anybody outside yet."""


class NotHers(LookupError):
    """There is no such step, or a computer player did not choose it."""


@dataclass(frozen=True, slots=True)
class DealSeen:
    """A hand's deal with all that it follows from. `event` is the deal's number among the dealer's actions.

    `drawn` is the seat that was drawn before it, None where none was.
    """

    code: str
    key: str
    title: str
    number: int
    seal: SealSeen
    pattern: Pattern
    event: int
    drawn: int | None
    hands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """A computer player's move and what she chooses when asked again.

    `again` is None where she is another version now (`is_here` false) or failed.
    """

    code: str
    number: int
    step: int
    level: str
    version: int | None
    view: SeatView
    played: Action
    again: Action | None
    is_here: bool


def deal_of(place: Place, *, number: int) -> DealSeen:
    """The proof of a hand's deal; raises replay.NoSuchHand while it is played, NoProof where it has none."""
    hand = replay.hand_of(place, number=number, step=None)
    seal = revealed_seal(place.game, number)
    pattern = dealing.PATTERNS.get(place.game.key)
    if seal is None or pattern is None or seal.algorithm != ALGORITHM:
        raise NoProof(number)
    action, before = _dealt(place.game, number)
    return DealSeen(
        code=place.code,
        key=place.game.key,
        title=hand.game.title,
        number=number,
        seal=seal,
        pattern=pattern,
        event=len(before),
        drawn=_drawn(before, pattern.drawn),
        hands=_hands(action.argument),
    )


def agrees(rules: Ruleset, before: State, seal: SealSeen, *, event: int, deal: Argument) -> bool:
    """Whether the opened seal is what was committed to, and gives this deal. Cards of a hand are in any order."""
    if seal.server_seed is None or seal.algorithm != ALGORITHM:
        return False
    secret = bytes.fromhex(seal.server_seed)
    if dealing.commitment(secret) != seal.commitment:
        return False
    draw = dealing.draws(secret, seal.player_seed, hand=seal.number, event=event)
    return _in_any_order(rules.chance(before, draw).argument) == _in_any_order(deal)


def again(place: Place, *, number: int, step: int) -> AskedAgain:
    """Ask a computer player anew for the `step`-th action (from 1) of a hand that is over; raises NotHers.

    Thinks, so it may take as long as a move.
    """
    hand = replay.hand_of(place, number=number, step=step)
    if not 1 <= step <= hand.last:
        raise NotHers(step)
    entry, log = _asked(place.game, number, step)
    seat = next((one for one in place.seats if one.number == entry.seat and one.level), None)
    if seat is None or entry.source != Entry.Source.COMPUTER:
        raise NotHers(step)
    is_here = _is_here(place.game, seat)
    return AskedAgain(
        code=place.code,
        number=number,
        step=step,
        level=seat.level,
        version=seat.bot_version,
        view=thinking.view_of(seat, log),
        played=read_action(entry.action),
        again=thinking.chosen(place.game, seat, log) if is_here else None,
        is_here=is_here,
    )


def hers(place: Place, *, number: int) -> Mapping[int, bool]:
    """The steps of a hand that a computer player chose here, and whether that version of her can still be asked."""
    if place.game.imported_at is not None:
        return {}
    able = {seat.number: _is_here(place.game, seat) for seat in place.seats if seat.level}
    entries = place.game.entries.filter(hand=number).order_by("ordinal").values_list("seat", "source")
    return {i: able.get(seat, False) for i, (seat, source) in enumerate(entries) if source == Entry.Source.COMPUTER}


def _is_here(game: Game, seat: Seat) -> bool:
    if game.imported_at is not None or seat.level not in levels(game.key):
        return False
    return bot(game.key, seat.level).version == seat.bot_version


def _asked(game: Game, number: int, step: int) -> tuple[Entry, store.Log]:
    """The entry of that step and the log as it was before it."""
    entries = list(game.entries.filter(hand__lte=number).order_by("ordinal"))
    first = next(i for i, entry in enumerate(entries) if entry.hand == number)
    return entries[first + step], store.replayed(game, entries[: first + step])


def _dealt(game: Game, number: int) -> tuple[Action, tuple[Action, ...]]:
    """The dealer's action that dealt the hand, and those before it that drew from the same seal."""
    acts = game.entries.filter(seat=DEALER, hand__in=(0, number)).order_by("ordinal")
    actions = [read_action(entry.action) for entry in acts if entry.hand == number or number == 1]
    deal = next(one for one in actions if one.verb == DEAL)
    return deal, tuple(one for one in actions if one.verb == START)


def _drawn(starts: tuple[Action, ...], what: Drawn) -> int | None:
    for start in starts:
        told = start.argument if isinstance(start.argument, Mapping) else {}
        found = told.get("parity" if what is Drawn.ODD else "dealer")
        if isinstance(found, tuple) and "odd" in found:
            return found.index("odd")
        if isinstance(found, int):
            return found
    return None


def _hands(deal: Argument) -> tuple[tuple[str, ...], ...]:
    hands = deal.get("hands") if isinstance(deal, Mapping) else None
    return tuple(tuple(map(str, one)) for one in hands if isinstance(one, tuple)) if isinstance(hands, tuple) else ()


def _in_any_order(deal: Argument) -> object:
    """A deck keeps its order; what somebody holds has none."""
    told = plain(deal)
    if not isinstance(told, dict):
        return told
    return {**told, "hands": [sorted(map(str, one)) for one in told["hands"]], "kitty": sorted(told.get("kitty") or ())}
