"""Two or four seats at one moment of a game: their places, names and states."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.company import Company, PersonAt, Presence
from games.engine.cards import Card
from games.engine.state import Phase, Seat, SeatView
from games.pages.cards import Face, face
from games.pages.words import PLAYS_ITSELF, bags, level_name, listed, plain_number, points_said, tricks
from games.snapshot import SeatedPlayer

#: Edges of the table (south, west, north, east) by number of seats, clockwise from the near seat at the bottom.
PLACES: Final = {2: ("s", "n"), 4: ("s", "w", "n", "e")}


class Around(Protocol):
    """The players around a table, drawn from the `near` seat at the bottom.

    `own` is the seat that texts call "you"; None for a spectator.
    """

    @property
    def seated(self) -> tuple[SeatedPlayer, ...]: ...

    @property
    def near(self) -> Seat: ...

    @property
    def own(self) -> Seat | None: ...


@dataclass(frozen=True, slots=True)
class Seated:
    """The players of a moment without its other fields, as a key for caches."""

    seated: tuple[SeatedPlayer, ...]
    near: Seat
    own: Seat | None


class Moment(Around, Protocol):
    """A game at one moment. `turns` are the seats shown as to act.

    `vacated` are the seats whose players have left and have no stand-in. `company` is set for a player at a table with
    several people.
    """

    @property
    def view(self) -> SeatView: ...

    @property
    def turns(self) -> frozenset[Seat]: ...

    @property
    def company(self) -> Company | None: ...

    @property
    def vacated(self) -> frozenset[Seat]: ...


@dataclass(frozen=True, kw_only=True)
class SeatShown:
    """A seat as drawn. `pips` has a box for each trick: taken, still to take, or over the bid.

    `note` replaces the bid. In a replay `ends` says how many tricks the seat will take. `tag` is a label beside the
    seat. `is_own`: texts call the seat "you". At a table with several people, `presence` is the presence of another
    seat's player, `here` is the same in words, and `is_partner` marks the partner's seat. `backs` has an item for
    each card held face down, `cards` are those of an open hand.
    """

    seat: Seat
    place: str
    name: str
    letter: str
    level: str
    is_near: bool
    is_turn: bool
    is_own: bool = False
    is_dealer: bool = False
    bid: str = ""
    took: int = 0
    pips: tuple[str, ...] = ()
    note: str = ""
    ends: str = ""
    tag: str = ""
    spoken: str = ""
    backs: range = range(0)
    cards: tuple[Face, ...] = ()
    cards_name: str = ""
    presence: str = ""
    here: str = ""
    is_partner: bool = False


@dataclass(frozen=True, slots=True)
class SideShown:
    """A side of the score strip."""

    name: str
    score: int
    more: str
    spoken: str

    @property
    def points(self) -> str:
        return plain_number(self.score)

    @property
    def bar(self) -> int:
        """The length of the bar: the points, at least 0."""
        return max(0, self.score)


def seat_shown(
    moment: Moment, seat: Seat, *, is_near: bool, backs: int = 0, draw: Callable[[Card], Face] = face, **own: Any
) -> SeatShown:
    """Return a seat as drawn: fields common to all games, and the game's `own` fields. `is_near`: on the near side."""
    name, level = name_in(moment, seat), moment.seated[seat].level
    held = moment.view.hands[seat] if moment.view.hands else ()
    person, count = _presence_of(moment, seat), backs or len(held)
    return SeatShown(
        seat=seat,
        place=place_of(moment, seat),
        name=name,
        letter=name[:1].upper(),
        level=level_name(level) if level else "",
        is_near=is_near,
        is_turn=seat in moment.turns,
        is_own=seat == moment.own,
        backs=range(backs),
        cards=tuple(map(draw, held)),
        cards_name=ngettext("%(name)s: %(n)s card", "%(name)s: %(n)s cards", count) % {"name": name, "n": count},
        presence=person.presence.value if person is not None else "",
        here=presence_words(person) if person is not None else "",
        is_partner=is_near and person is not None and moment.company is not None,
        **own,
    )


def _presence_of(moment: Moment, seat: Seat) -> PersonAt | None:
    """Return the presence of another seat's player. A lone player gets None; a spectator sees only who has left."""
    if seat in moment.vacated and seat != moment.own:
        return PersonAt(seat, Presence.LEFT, has_left=True)
    if moment.company is None or seat == moment.own:
        return None
    return moment.company.person_at(seat) or PersonAt(seat, Presence.COMPUTER)


def presence_words(person: PersonAt) -> str:
    if person.presence is Presence.AWAY:
        return _("away %(n)s min") % {"n": person.minutes} if person.minutes else _("away")
    return {Presence.HERE: _("here"), Presence.LEFT: _("has left")}.get(person.presence, _("computer"))


def side_shown(name: str, score: int, held: int, more: str, *, spoken_name: str = "") -> SideShown:
    """Return a side with `held` bags. `more` stands beside the score; screen readers read `spoken_name` or `name`."""
    words = {"side": spoken_name or name, "points": points_said(score), "bags": bags(held)}
    return SideShown(name, score, more, _("%(side)s: %(points)s, %(bags)s.") % words)


def bid_spoken(moment: Moment, seat: Seat, bid: str, took: int) -> str:
    """Return a seat's bid and tricks as a sentence, which the page announces when a key is pressed."""
    words = {"name": name_in(moment, seat), "bid": bid, "tricks": tricks(took)}
    return _("%(name)s: bid %(bid)s, took %(tricks)s.") % words if bid else _("%(name)s: no bid yet.") % words


def pips(bid: int | None, taken: int) -> tuple[str, ...]:
    """Return a box for each trick: taken ("on"), still to take ("") or over the bid ("over"). Empty without a bid."""
    if bid is None:
        return ()
    return ("on",) * min(bid, taken) + ("",) * (bid - taken) + ("over",) * (taken - bid)


def clockwise(moment: Around) -> tuple[Seat, ...]:
    """Return all seats clockwise, the near seat first."""
    return tuple((moment.near + step) % len(moment.seated) for step in range(len(moment.seated)))


def with_people(moment: Around) -> bool:
    """Return whether several seats are or were taken by people."""
    return sum(one.level is None for one in moment.seated) > 1


def place_of(moment: Moment, seat: Seat) -> str:
    """Return the edge of the table at which a seat is drawn: "s", "w", "n" or "e"."""
    return PLACES[len(moment.seated)][(seat - moment.near) % len(moment.seated)]


def name_in(moment: Around, seat: Seat, *, first: bool = True) -> str:
    """Return "You" or "you" for the own seat, else the name as in `called`. `first`: at the start of a sentence."""
    if seat == moment.own:
        return _("You") if first else _("you")
    return called(moment.seated[seat])


def called(player: SeatedPlayer) -> str:
    """Return the player's name; "Player" and a number if the name is hidden or the account is deleted."""
    return player.name or _("Player %(n)s") % {"n": player.seat + 1}


def sentence_on(moment: Around, seat: Seat, own: str, other: str, **words: object) -> str:
    """Return `own` for the viewer's own seat, else `other` with the seat's name as `%(name)s`."""
    return own % words if seat == moment.own else other % {**words, "name": called(moment.seated[seat])}


def deals(moment: Moment, dealer: Seat) -> str:
    return _("You deal.") if dealer == moment.own else _("%(name)s deals.") % {"name": name_in(moment, dealer)}


def turn_sentence(moment: Moment) -> str:
    return nobody_asked(moment) or _("It’s %(name)s’s turn.") % {"name": name_in(moment, min(moment.view.waits_for))}


def waiting_sentence(moment: Moment) -> str:
    """Return the sentence that names the players to act, or the sentence of `idle`; empty if there is neither."""
    if said := idle(moment):
        return said
    names = [name_in(moment, seat) for seat in clockwise(moment) if seat in moment.view.waits_for]
    if len(names) == 1:
        return _("It’s %(name)s’s turn.") % {"name": names[0]}
    return _("Waiting for %(names)s.") % {"names": listed(names)} if names else ""


def lead_owed(moment: Moment) -> str:
    """Return the sentence that says which player leads the next trick, or why no player does."""
    if said := nobody_asked(moment):
        return said
    if moment.own in moment.view.waits_for:
        return _("Your lead.")
    return _("%(name)s leads.") % {"name": name_in(moment, min(moment.view.waits_for))}


def nobody_asked(moment: Moment) -> str:
    """Return the sentence that says why no player is to act; empty if a player is."""
    return idle(moment) or (str(PLAYS_ITSELF) if plays_itself(moment.view) else "")


def idle(moment: Moment) -> str:
    """Return the sentence for a viewer who left or has a stand-in, or for a vacated seat that is to act; else empty.

    While a card is to be played, a viewer who left or has a stand-in gets only the sentence for a vacated seat.
    """
    waits, phase = moment.view.waits_for, moment.view.phase
    if moment.own is not None and not (phase is Phase.PLAY and waits):
        if moment.own in moment.vacated:
            return _("You’ve left this table.")
        if moment.company is not None and moment.company.is_stood_in(moment.own):
            return _("A computer is playing for you.")
    if not waits or not waits <= moment.vacated:
        return ""
    words = {"name": name_in(moment, min(waits))}
    if moment.own is None:
        return _("%(name)s left on their turn. The others decide how to go on.") % words
    return _("%(name)s left on their turn: let a computer stand in, or end the game.") % words


def doing(moment: Moment, seat: Seat, words: str) -> str:
    """Return `words`, which say what the seat is doing; empty if the player has left."""
    return "" if seat in moment.vacated else words


def plays_itself(view: SeatView) -> bool:
    """Return whether the table is playing the rest of the hand, because its outcome is certain."""
    return view.phase is Phase.PLAY and not view.waits_for


def may_mind(moment: Moment) -> bool:
    """Return whether bags still matter to the viewer: only to a player, and only while the game is played."""
    return moment.own is not None and moment.view.phase is not Phase.OVER
