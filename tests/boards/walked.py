"""A board played by choices of the test's, its computer players answering at once."""

from collections.abc import Callable
from random import Random

from games.engine.actions import Action, Pick, texts
from games.services import logs, play, tables
from games.services.tables import Place
from games.snapshot import Status

Choose = Callable[[Place, Random], Action]


def legal(place: Place) -> list[Action]:
    """What the person may do, a pick as its first choice."""
    view = tables.see(place).view
    return [Action(one.verb, texts(one.cards[: one.count])) if isinstance(one, Pick) else one for one in view.legal]


def first_legal(place: Place, rng: Random) -> Action:
    return legal(place)[0]


def walked(place: Place, choose: Choose, *, computers_first: bool = False) -> Place:
    """To the end of its game. Where both owe a secret choice the person makes theirs first, or the computer player."""
    rng = Random(1)
    while True:
        place = tables.place_of(person=place.person, code=place.code)
        snapshot = tables.see(place)
        if snapshot.status != Status.PLAYING:
            return place
        if snapshot.computer_acts and (computers_first or not snapshot.is_mine):
            assert play.reply(code=place.code, version=snapshot.version)
        else:
            play.submit(place=place, action=choose(place, rng), version=snapshot.version)


def said(place: Place) -> list[tuple[int, str]]:
    """Every action, by seat within secret choices: who was first there is nobody's matter."""
    entries = [
        (one.seat, one.action) for one in place.game.entries.order_by("ordinal") if one.source not in logs.ASIDES
    ]
    asides = [n for n, (_, action) in enumerate(entries) if action.startswith('["discard"')]
    ordered = sorted(entries[n] for n in asides) if place.game.key == "twoman" else [entries[n] for n in asides]
    for n, one in zip(asides, ordered, strict=True):
        entries[n] = one
    return entries
