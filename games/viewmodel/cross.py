"""The trick at a table of four: cards by the place of who played them, the last trick, lists of tricks."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.engine.state import Said, Seat
from games.snapshot import Seen
from games.viewmodel.four import PLACES, CrossCard, name_in, place_of
from games.viewmodel.table import Laid, TrickRow, face
from games.viewmodel.words import card_name, the_card

SEATS: Final = len(PLACES)
Plays: TypeAlias = tuple[tuple[Seat, Card], ...]


@dataclass(frozen=True, slots=True)
class ToldTrick:
    """`ahead` is who wins the trick as it lies; it is won when all four cards are there."""

    number: int
    plays: Plays
    ahead: Seat

    @property
    def is_done(self) -> bool:
        return len(self.plays) == SEATS

    @property
    def best(self) -> Card:
        return next(one for seat, one in self.plays if seat == self.ahead)


def told_tricks(actions: Sequence[Said], ahead_in: Callable[[int, Plays], Seat]) -> tuple[ToldTrick, ...]:
    """All tricks of a hand in order, the open one last; `ahead_in(number, plays)` says who wins what lies there."""
    plays = [(seat, one) for seat, action in actions if action.verb == "play" and (one := action.card) is not None]
    found = []
    for start in range(0, len(plays), SEATS):
        number, trick = start // SEATS + 1, tuple(plays[start : start + SEATS])
        found.append(ToldTrick(number, trick, ahead_in(number, trick)))
    return tuple(found)


def shown_trick(seen: Seen, tricks: Sequence[ToldTrick], turns: Iterable[Seat]) -> dict[str, object]:
    """What lies in the middle: the open trick, or the last one until somebody leads the next; `turns` play next."""
    if not tricks:
        return {"cross": _owed(seen, (), turns)}
    trick = tricks[-1]
    cross = cross_of(seen, trick, is_now=True)
    if trick.is_done:
        return {"cross": cross, "is_finished": True}
    return {"cross": (*cross, *_owed(seen, trick.plays, turns)), "is_finished": False}


def last_of(seen: Seen, tricks: Sequence[ToldTrick]) -> dict[str, object]:
    """The last trick that is done, for whoever asks to see it; nothing before there is one."""
    trick = next((one for one in reversed(tricks) if one.is_done), None)
    if trick is None:
        return {}
    return {"last": cross_of(seen, trick, is_now=False), "last_words": _last_words(seen, trick)}


def cross_of(seen: Seen, trick: ToldTrick, *, is_now: bool) -> tuple[CrossCard, ...]:
    laid = []
    for place, (seat, one) in enumerate(trick.plays):
        wins = seat == trick.ahead
        does = _("led") if place == 0 else _("played")
        spoken = _("%(name)s %(does)s %(card)s") % {"name": name_in(seen, seat), "does": does, "card": the_card(one)}
        if wins:
            spoken += ", " + (_("won") if trick.is_done else _("winning"))
        is_new = is_now and not trick.is_done and place == len(trick.plays) - 1
        card = Laid(name_in(seen, seat), does, seat, face(one), is_new=is_new, wins=wins, spoken=spoken)
        laid.append(CrossCard(place_of(seen.seat, seat), card))
    return tuple(laid)


def _owed(seen: Seen, plays: Plays, turns: Iterable[Seat]) -> tuple[CrossCard, ...]:
    """An empty place for every card that is still to come."""
    there, empty = {seat for seat, _one in plays}, []
    for step in range(SEATS):
        seat = (seen.seat + step) % SEATS
        if seat not in there:
            wait = name_in(seen, seat) if seat in turns else ""
            empty.append(CrossCard(place_of(seen.seat, seat), Laid(name_in(seen, seat), "", seat, wait=wait)))
    return tuple(empty)


def _last_words(seen: Seen, trick: ToldTrick) -> str:
    words = {
        "n": trick.number,
        "leader": name_in(seen, trick.plays[0][0]),
        "winner": name_in(seen, trick.ahead, first=False),
        "card": card_name(trick.best),
    }
    return _("Trick %(n)s. %(leader)s led, %(winner)s won with the %(card)s.") % words


def trick_row(seen: Seen, trick: ToldTrick, *, is_mine: bool) -> TrickRow:
    """A trick in a list of them: who led, its cards with the one that won, who won it."""
    led = _("%(name)s led") % {"name": name_in(seen, trick.plays[0][0])}
    cards = tuple((one.text, seat == trick.ahead) for seat, one in trick.plays)
    laid = tuple((place_of(seen.seat, seat), face(one), seat == trick.ahead) for seat, one in trick.plays)
    return TrickRow(trick.number, led, cards, name_in(seen, trick.ahead, first=False), is_mine, laid)


def told_in_log(seen: Seen, trick: ToldTrick) -> str:
    """A trick as a line of the log; the card that won is marked."""
    parts = []
    for place, (seat, one) in enumerate(trick.plays):
        wins = "!" if trick.is_done and seat == trick.ahead else ""
        parts.append(f"{name_in(seen, seat, first=place == 0)} [{one}{wins}]")
    return ", ".join(parts)
