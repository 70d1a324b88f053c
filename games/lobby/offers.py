"""The front page: the person's open table, and the games on offer with the person's last setup of each."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.cards import cards
from games.engine.options import differing
from games.engine.state import Seat
from games.pages.cards import DisplayPreferences, Face, face, sorted_hand
from games.pages.words import listed
from games.people.setups import KeptSetup
from games.registry import GAMES, ruleset
from games.snapshot import Snapshot
from games.table import game_list
from games.table.tables import Place
from games.wording import differences, game_name, level_names

#: The cards on the front page of a person without a table.
FAN = tuple(face(one) for one in cards("TC QH AS KD 7D"))
#: The cards in the front page's explanation of a hand in three steps.
STEPS = {name: face(one) for name, one in zip(("aside", "led", "wins"), cards("7H KC AC"), strict=True)}


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """A game on offer. `suit` is the game's icon; `last` describes the person's last setup, empty without one."""

    key: str
    title: str
    text: Any
    suit: str
    last: str


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """The person's latest open table, with the person's cards. `others` is the number of other open tables."""

    code: str
    heading: str
    words: str
    hand: tuple[Face, ...]
    others: int
    is_my_move: bool


def elsewhere(place: Place) -> tuple[str, str]:
    """Return code and description of a table at which other people wait for the person's move."""
    line = game_list.line(place)
    words = {"game": line.title, "people": listed(line.people)}
    return line.code, _("%(game)s with %(people)s") % words


def offered_games(keys: Iterable[str], last: Mapping[str, KeptSetup]) -> tuple[OfferedGame, ...]:
    """Return the games of these keys. `last` has the person's last setups by key."""
    return tuple(
        OfferedGame(key, game.rules.title, game.blurb, game.suit.lower(), _last(last[key]) if key in last else "")
        for key, game in ((key, GAMES[key]) for key in keys)
    )


def _last(last_setup: KeptSetup) -> str:
    chosen = differing(ruleset(last_setup.key).options, last_setup.options)
    levels = level_names(seat.level for seat in last_setup.seating)
    words = (
        game_name(last_setup.key, chosen) if last_setup.variant else "",
        levels,
        differences(last_setup.key, chosen),
    )
    return _("Same as last time: %(setup)s") % {"setup": ", ".join(word for word in words if word)}


def waiting_table(place: Place, snapshot: Snapshot, *, preferences: DisplayPreferences, others: int) -> WaitingTable:
    """Return the person's open table as the front page shows it."""
    shown = game_list.line(place)
    against = listed(tuple(_others_at(snapshot))) if shown.people else shown.opponents
    game = f"{shown.title}, {against}" if against else shown.title
    words = {"game": game, "standing": shown.standing}
    is_stood_in = _is_stood_in(snapshot, snapshot.seat)
    is_my_move = snapshot.seat in snapshot.view.waits_for and not is_stood_in
    if is_my_move:
        text = _("%(game)s: %(standing)s, and it’s your move.") % words
    else:
        text = _("%(game)s: %(standing)s.") % words
    heading = _("A computer is playing for you") if is_stood_in else _("Your table is as you left it")
    hand = tuple(face(one) for one in sorted_hand(snapshot.view.hand or (), preferences))
    return WaitingTable(shown.code, heading, text, hand, others, is_my_move)


def _others_at(snapshot: Snapshot) -> Iterator[str]:
    """Yield the names of the other players, with a mark for computer players and people with a stand-in."""
    for player in snapshot.seated:
        if player.seat == snapshot.seat:
            continue
        is_computer = player.level is not None or _is_stood_in(snapshot, player.seat)
        yield _("%(name)s (computer)") % {"name": player.name} if is_computer else player.name


def _is_stood_in(snapshot: Snapshot, seat: Seat) -> bool:
    return snapshot.company is not None and snapshot.company.is_stood_in(seat)
