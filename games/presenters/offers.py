"""The front page: the table that waits, and the games a person may choose from with how each was played last."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.cards import cards
from games.engine.options import differing
from games.engine.state import Seat
from games.presenters import lists
from games.registry import GAMES, ruleset
from games.services.people.setups import KeptSetup
from games.snapshot import GameLine, Snapshot
from games.viewmodel.cards import Face, Preferences, face, sorted_hand
from games.viewmodel.words import listed
from games.wording.names import differences, game_name, level_names

#: The cards on the front page of somebody without a table.
FAN = tuple(face(one) for one in cards("TC QH AS KD 7D"))
#: Those of a hand in three steps.
STEPS = {name: face(one) for name, one in zip(("aside", "led", "wins"), cards("7H KC AC"), strict=True)}


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """`suit` is the sign beside it; `last` is how it was played the last time, empty where it never was."""

    key: str
    title: str
    text: Any
    suit: str
    last: str


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """The table that was touched last, with the cards its seat sees; `others` is the number of further open tables."""

    code: str
    heading: str
    words: str
    hand: tuple[Face, ...]
    others: int
    is_my_move: bool


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another table at which people wait for this one."""

    code: str
    words: str


def elsewhere(line: GameLine) -> Elsewhere:
    words = {"game": lists.line(line).title, "people": listed(line.people)}
    return Elsewhere(line.code, _("%(game)s with %(people)s") % words)


def offered_games(keys: Iterable[str], last: Mapping[str, KeptSetup]) -> tuple[OfferedGame, ...]:
    """These games in their order, `last` as they were set up the last time."""
    return tuple(
        OfferedGame(key, game.rules.title, game.blurb, game.suit.lower(), _last(last[key]) if key in last else "")
        for key, game in ((key, GAMES[key]) for key in keys)
    )


def _last(kept: KeptSetup) -> str:
    chosen = differing(ruleset(kept.key).options, kept.options)
    levels = level_names(seat.level for seat in kept.seating)
    words = (game_name(kept.key, chosen) if kept.variant else "", levels, differences(kept.key, chosen))
    return _("As last time: %(setup)s") % {"setup": ", ".join(word for word in words if word)}


def waiting_table(line: GameLine, snapshot: Snapshot, *, preferences: Preferences, others: int) -> WaitingTable:
    shown = lists.line(line)
    against = listed(tuple(_others_at(snapshot))) if line.people else shown.against
    game = f"{shown.title}, {against}" if against else shown.title
    words = {"game": game, "standing": shown.standing}
    is_stood_in = _is_stood_in(snapshot, snapshot.seat)
    is_my_move = snapshot.seat in snapshot.view.waits_for and not is_stood_in
    if is_my_move:
        text = _("%(game)s: %(standing)s, and it is your move.") % words
    else:
        text = _("%(game)s: %(standing)s.") % words
    heading = _("A computer is playing for you") if is_stood_in else _("Your table is as you left it")
    hand = tuple(face(one) for one in sorted_hand(snapshot.view.hand or (), preferences))
    return WaitingTable(line.code, heading, text, hand, others, is_my_move)


def _others_at(snapshot: Snapshot) -> Iterator[str]:
    """The names of the other players; computer players and stand-ins say that they are."""
    for player in snapshot.seated:
        if player.seat == snapshot.seat:
            continue
        is_computer = player.level is not None or _is_stood_in(snapshot, player.seat)
        yield _("%(name)s (computer)") % {"name": player.name} if is_computer else player.name


def _is_stood_in(snapshot: Snapshot, seat: Seat) -> bool:
    return snapshot.company is not None and snapshot.company.is_stood_in(seat)
