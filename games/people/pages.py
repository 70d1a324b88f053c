"""What pages show of a waiting room: its seats, game, clock, and link with a QR code."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.company import Clock, Presence
from games.pages.company import rematch_words
from games.pages.levels import level_name
from games.pages.seats import PLACES, presence_words
from games.pages.words import listed
from games.people.links import Why, qr_code
from games.people.rooms import Room, SeatAhead
from games.wording import clock_words, computer_player, game_name, rules_said


@dataclass(frozen=True, slots=True)
class SeatAheadShown:
    """A seat in a waiting room. `at` is its place at the table; `line` says who has it or what it waits for.

    `presence` is a value of Presence, or "open".
    """

    number: int
    at: str
    name: str
    initial: str
    line: str
    presence: str
    is_open: bool
    is_ours: bool
    may_swap: bool
    may_send_away: bool


@dataclass(frozen=True, slots=True)
class RoomShown:
    """A waiting room. `start` labels the start button, empty for people who may not start.

    `asks`: a seat is open or spectators are allowed. `link` is empty otherwise, while disabled, and once lapsed;
    `link_says` explains it. `qr` is the SVG path of its QR code, `modules` squares a side.
    """

    code: str
    heading: str
    sentence: str
    title: str
    rules: str
    seats: tuple[SeatAheadShown, ...]
    asks: bool
    ask: str
    link: str
    link_says: str
    may_renew: bool
    qr: str
    modules: int
    is_openers: bool
    is_full: bool
    start: str
    onlookers: bool
    clock: str
    clocks: tuple["ClockShown", ...]


@dataclass(frozen=True, slots=True)
class ClockShown:
    """A choice of the time for a decision."""

    seconds: int
    words: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class RoomLine:
    """A waiting room in a list. For a rematch that the person may join, `code` is that of the game before."""

    code: str
    title: str
    line: str


@dataclass(frozen=True, slots=True)
class InvitationShown:
    """The page behind an invitation link. `rules` describes the options and the time for a decision; `why` says why no
    seat can be taken, or is "". `may_look_on`: the visitor may watch, now or once the game begins; `seen_by` tells
    that spectators are allowed. `preview` is the text that messengers show of the link.
    """

    heading: str
    about: str
    preview: str
    rules: str
    waiting: tuple[str, ...]
    why: str
    may_look_on: bool
    seen_by: str


@dataclass(frozen=True, slots=True)
class LinkShown:
    """Who may watch a running game. `code` is the room's if the person can disable its link, else empty."""

    says: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class LaterShown:
    """A table that cannot be watched yet, and why. The page retries after `retry_after` seconds."""

    title: str
    sentence: str
    waiting: tuple[str, ...]
    retry_after: int


def room(found: Room, *, link: str) -> RoomShown:
    is_full, is_good = not found.open_seats, bool(found.open_seats) or found.onlookers
    link = link if is_good and found.closed is not Why.LAPSED else ""
    qr, modules = qr_code(link)
    return RoomShown(
        code=found.code,
        heading=_heading(found),
        sentence=_sentence(found),
        title=game_name(found.key, found.options),
        rules=rules_said(found.key, found.options),
        seats=tuple(_seats(found)),
        ask=_("Ask somebody to look on") if is_full and is_good else _("Ask somebody in"),
        link=link,
        asks=is_good,
        link_says=_link_says(found),
        may_renew=found.is_openers and is_good,
        qr=qr,
        modules=modules,
        is_openers=found.is_openers,
        is_full=is_full,
        start=_start(found) if found.may_start else "",
        onlookers=found.onlookers,
        clock=_clock_said(found),
        clocks=tuple(ClockShown(one.value, clock_words(one), one is found.clock) for one in Clock),
    )


def room_line(found: Room) -> RoomLine:
    """Return the room for a list; `line` says how many seats are open."""
    return RoomLine(found.code, game_name(found.key, found.options), _heading(found))


def room_told(found: Room) -> RoomLine:
    """Return the room for a list; `line` is a whole sentence."""
    name = game_name(found.key, found.options)
    return RoomLine(found.code, name, _waits_for(found, name))


def rematch_line(code: str, found: Room) -> RoomLine:
    names = [seat.name for seat in found.seats if seat.name]
    return RoomLine(code, game_name(found.key, found.options), rematch_words(names))


def _waits_for(found: Room, name: str) -> str:
    """Return a sentence that says how many people the room waits for."""
    waits = len(found.open_seats)
    words = {"game": name, "name": found.opener, "n": waits}
    if found.is_openers and not waits:
        return _("Everybody has come to your table of %(game)s: you may start.") % words
    if not waits:
        return _("%(name)s’s table of %(game)s is full and about to start.") % words
    own = ngettext("Your table of %(game)s waits for one more.", "Your table of %(game)s waits for %(n)s more.", waits)
    others = ngettext(
        "%(name)s’s table of %(game)s, where you sit, waits for one more.",
        "%(name)s’s table of %(game)s, where you sit, waits for %(n)s more.",
        waits,
    )
    return (own if found.is_openers else others) % words


def invitation(found: Room) -> InvitationShown:
    name = game_name(found.key, found.options)
    words = {"name": found.opener, "game": name}
    about, why = _("Sit down without an account. Nothing is installed, and nobody sees your cards."), _why(found)
    rules = f"{rules_said(found.key, found.options)} {_clock_said(found)}"
    return InvitationShown(
        heading=_("%(name)s invites you to a game of %(game)s") % words if found.opener else name,
        about=about,
        preview=f"{rules} {why or f'{_heading(found)}. {about}'}",
        rules=rules,
        waiting=_waiting(found),
        why=why,
        may_look_on=found.may_look_on,
        seen_by=_("Others may look on. They see nobody’s cards before a hand is over.") if found.onlookers else "",
    )


def link_of_game(found: Room | None) -> LinkShown:
    if found is None or not found.token or not found.onlookers:
        return LinkShown(_("Nobody may look on."))
    if not found.is_openers:
        says = _("Whoever has the link of this table may look on. Whoever opened the table can take it back.")
        return LinkShown(says)
    says = _(
        "Whoever has the link of this table may look on. Once you take it back, nobody does for the rest of the game."
    )
    return LinkShown(says, found.code)


def yet_to_begin(found: Room) -> LaterShown:
    """Return the page of a full table whose game has not begun."""
    sentence = _("Every seat is taken, and the game has not begun yet.")
    return LaterShown(game_name(found.key, found.options), sentence, _waiting(found), retry_after=5)


def no_room_to_look_on(found: Room) -> LaterShown:
    sentence = _("Nobody else can look on at this table just now. Somebody may leave soon.")
    return LaterShown(game_name(found.key, found.options), sentence, _waiting(found), retry_after=20)


def _waiting(found: Room) -> tuple[str, ...]:
    there = (seat for seat in found.seats if not seat.is_open)
    return tuple(computer_player(seat.stand_in) if seat.is_kept else seat.name for seat in there)


def cost_of_closing(found: Room) -> str:
    """Return a sentence on what closing the room does to its link and to the people who wait."""
    names = [seat.name for seat in found.seats if seat.name and not seat.is_own]
    link = _("The link will stop working.")
    waiting = ngettext(
        "%(names)s is waiting here and will read that you closed the table.",
        "%(names)s are waiting here and will read that you closed the table.",
        len(names),
    )
    return f"{waiting % {'names': listed(names)}} {link}" if names else link


def _clock_said(found: Room) -> str:
    return _("A decision may take %(time)s.") % {"time": clock_words(found.clock)}


def _heading(found: Room) -> str:
    waits = len(found.open_seats)
    if not waits:
        return _("Everybody is here")
    return ngettext("One seat is open", "%(n)s seats are open", waits) % {"n": waits}


def _sentence(found: Room) -> str:
    others = [seat.name for seat in found.seats if seat.name and not seat.is_own]
    if found.is_rematch and found.open_seats:
        waits = _(
            "Whoever was in the last game and presses “Play again” sits down here, and so does anybody with the link."
        )
        said_no = ngettext("%(names)s does not play again.", "%(names)s do not play again.", len(found.declined))
        return f"{said_no % {'names': listed(found.declined)}} {waits}" if found.declined else waits
    if not found.is_openers:
        words = {"name": found.opener}
        return (_("%(name)s is away: you may start.") if found.may_start else _("%(name)s starts the game.")) % words
    if not others and found.token and found.closed is not Why.LAPSED:
        return _("Send somebody the link. Whoever follows it sits down here.")
    if not others:
        return _("Nobody can come yet: make another link, or start with computer players.")
    names = listed(others)
    joined = ngettext("%(names)s has joined.", "%(names)s have joined.", len(others)) % {"names": names}
    if found.open_seats:
        return " ".join((joined, _("You may start at any time: computer players take the seats that are open.")))
    return " ".join((joined, _("You may start.")))


def _link_says(found: Room) -> str:
    if not found.token:
        return _("The link was taken back: nobody can sit down with it any more.")
    if found.closed is Why.LAPSED:
        return _("The link was good for seven days and has lapsed: nobody can sit down with it any more.")
    if not found.open_seats:
        return _("Every seat is taken. Whoever has the link may look on.")
    return _("Whoever has the link can sit down, without an account, until the game starts or for seven days.")


def _start(found: Room) -> str:
    names = [computer_player(seat.stand_in) for seat in found.open_seats]
    words = {"names": listed(names)}
    with_them = ngettext(
        "Start, with %(names)s in the open seat", "Start, with %(names)s in the open seats", len(names)
    )
    return with_them % words if names else _("Start")


def _seats(found: Room) -> Iterator[SeatAheadShown]:
    own = found.own.number if found.own is not None else 0
    many = len(found.seats)
    for seat in found.seats:
        yield SeatAheadShown(
            number=seat.number,
            at=PLACES[many][(seat.number - own) % many],
            name=seat.sits or _("Open seat"),
            initial=seat.sits[:1].upper(),
            line=_line(found, seat),
            presence=seat.person.presence.value if seat.person else "open" if seat.is_open else Presence.COMPUTER.value,
            is_open=seat.is_open,
            is_ours=found.own is not None and seat.side == found.own.side,
            may_swap=not seat.is_own and (found.is_openers or seat.is_open) and many > len(PLACES[2]),
            may_send_away=found.is_openers and not seat.is_own and not seat.is_open,
        )


def _line(found: Room, seat: SeatAhead) -> str:
    if seat.is_own:
        return _("you")
    is_partner = found.own is not None and seat.side == found.own.side
    if seat.is_open:
        return _("your partner will sit here") if is_partner else _("waits for the link")
    if seat.person is not None:
        there = presence_words(seat.person)
    else:
        there = _("computer, %(level)s") % {"level": level_name(seat.stand_in.level)}
    return _("%(there)s, your partner") % {"there": there} if is_partner else there


def _why(found: Room) -> str:
    why = {
        None: "",
        Why.FULL: _("Every seat is taken."),
        Why.BEGUN: _("The game has begun without you."),
        Why.LAPSED: _("This link was good for seven days and has lapsed. Ask for another one."),
    }[found.closed]
    if found.closed not in (Why.FULL, Why.BEGUN) or found.onlookers:
        return why
    return " ".join((why, _("Nobody may look on.")))
