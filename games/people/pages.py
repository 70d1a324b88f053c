"""Pages of a waiting room and of its link: the room, the invitation, lists, words for spectators, link previews."""

import re
from collections.abc import Iterator
from typing import Final, Literal

import qrcode
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.company import Clock, Presence
from games.pages.company import rematch_words
from games.pages.seats import PLACES, presence_words
from games.pages.words import Words, level_name, listed
from games.people.rooms import Room, SeatAhead, Why
from games.wording import clock_words, computer_player, game_name, rules_said

#: Preview pictures, by file name in the folder `icons` of the static files without extension, with descriptions.
PICTURES: Final = {
    "shared": gettext_lazy("Card backs on a linen cloth"),
    "invited": gettext_lazy("Cards face down at three seats of a table, and a fourth seat that is open"),
}


def preview_of(request: HttpRequest, picture: Literal["shared", "invited"] = "shared") -> dict[str, Words]:
    """Return the preview of a link in a messenger: its absolute URL, and the picture's with a description."""
    whole = request.build_absolute_uri
    return {
        "url": whole(request.path),
        "picture": whole(static(f"icons/{picture}.png")),
        "shows": PICTURES[picture],
    }


def qr_code(link: str) -> dict[str, object]:
    """Return `qr`, the SVG path of the dark squares, and `modules`, the number of squares on each side."""
    if not link:
        return {"qr": "", "modules": 0}
    picture = qrcode.QRCode(border=0)
    picture.add_data(link)
    rows = ["".join("#" if is_dark else " " for is_dark in row) for row in picture.get_matrix()]
    runs = ((run.start(), y, len(run[0])) for y, row in enumerate(rows) for run in re.finditer("#+", row))
    return {"qr": "".join(f"M{x} {y}h{n}v1h-{n}z" for x, y, n in runs), "modules": len(rows)}


def room(room: Room, *, link: str) -> dict[str, object]:
    """Return the page of a waiting room.

    `start` labels the start button, or is empty if the person may not start the game. `asks`: a seat is open or
    spectators are allowed. `link` is empty if `asks` is false, or if the link is disabled or expired.
    """
    is_full, asks = not room.open_seats, bool(room.open_seats) or room.onlookers
    link = link if asks and room.closed is not Why.LAPSED else ""
    return {
        "code": room.code,
        "heading": _heading(room),
        "sentence": _sentence(room),
        "title": game_name(room.key, room.options),
        "rules": rules_said(room.key, room.options),
        "seats": list(_seats(room)),
        "asks": asks,
        "ask": _("Invite someone to watch") if is_full and asks else _("Invite someone"),
        "link": link,
        "link_says": _link_says(room),
        "may_renew": room.is_openers and asks,
        **qr_code(link),
        "is_openers": room.is_openers,
        "is_full": is_full,
        "start": _start(room) if room.may_start else "",
        "onlookers": room.onlookers,
        "clock": _clock_said(room),
        "clocks": [(one.value, clock_words(one), one is room.clock) for one in Clock],
    }


def room_line(room: Room) -> dict[str, str]:
    """Return the room for a list; `line` says how many seats are open."""
    return {"code": room.code, "title": game_name(room.key, room.options), "line": _heading(room)}


def room_told(room: Room) -> dict[str, str]:
    """Return the room for a list; `line` is a sentence that says how many people the room waits for."""
    waits = len(room.open_seats)
    words = {"game": game_name(room.key, room.options), "name": room.opener, "n": waits}
    if waits and room.is_openers:
        line = ngettext(
            "Your %(game)s table needs one more player.", "Your %(game)s table needs %(n)s more players.", waits
        )
    elif waits:
        line = ngettext(
            "%(name)s’s %(game)s table, where you sit, needs one more player.",
            "%(name)s’s %(game)s table, where you sit, needs %(n)s more players.",
            waits,
        )
    elif room.is_openers:
        line = _("Everyone is at your %(game)s table: you can start.")
    else:
        line = _("%(name)s’s %(game)s table is full and about to start.")
    return {"code": room.code, "line": line % words}


def rematch_line(code: str, room: Room) -> dict[str, str]:
    """Return the rematch for a list; `code` is that of the earlier game."""
    names = [seat.name for seat in room.seats if seat.name]
    return {"code": code, "title": game_name(room.key, room.options), "line": rematch_words(names)}


def invitation(room: Room) -> dict[str, object]:
    """Return the page behind an invitation link.

    `why` says why no seat can be taken, or is "". `preview` is the text that messengers show with the link.
    """
    name = game_name(room.key, room.options)
    words = {"name": room.opener, "game": name}
    about, why = _("No account needed, nothing to install, and no one sees your cards."), _why(room)
    rules = f"{rules_said(room.key, room.options)} {_clock_said(room)}"
    return {
        "heading": _("%(name)s invites you to a game of %(game)s") % words if room.opener else name,
        "about": about,
        "preview": f"{rules} {why or f'{_heading(room)}. {about}'}",
        "rules": rules,
        "waiting": waiting_names(room),
        "why": why,
        "may_look_on": room.may_look_on,
        "seen_by": _("Others can watch. They see no one’s cards until the hand is over.") if room.onlookers else "",
    }


def link_of_game(room: Room | None) -> dict[str, str]:
    """Return a sentence on who may watch a game, and the room's `code` if the person can disable the link, else ""."""
    if room is None or not room.token or not room.onlookers:
        return {"says": _("No one can watch."), "code": ""}
    if not room.is_openers:
        return {"says": _("Anyone with the link can watch. The table’s owner can turn the link off."), "code": ""}
    says = _("Anyone with the link can watch. Once you turn it off, no one can for the rest of the game.")
    return {"says": says, "code": room.code}


def waiting_names(room: Room) -> list[str]:
    taken = (seat for seat in room.seats if not seat.is_open)
    return [computer_player(seat.stand_in) if seat.is_kept else seat.name for seat in taken]


def cost_of_closing(room: Room) -> str:
    names = room.others
    link = _("The link will stop working.")
    waiting = ngettext(
        "%(names)s is waiting here and will see that you closed the table.",
        "%(names)s are waiting here and will see that you closed the table.",
        len(names),
    )
    return f"{waiting % {'names': listed(names)}} {link}" if names else link


def _clock_said(room: Room) -> str:
    return _("Time per turn: %(time)s.") % {"time": clock_words(room.clock)}


def _heading(room: Room) -> str:
    waits = len(room.open_seats)
    if not waits:
        return _("Everyone is here")
    return ngettext("One seat is open", "%(n)s seats are open", waits) % {"n": waits}


def _sentence(room: Room) -> str:
    others = room.others
    if room.is_rematch and room.open_seats:
        waits = _("Anyone from the last game can join here with “Play again”, and so can anyone with the link.")
        said_no = ngettext("%(names)s isn’t playing again.", "%(names)s aren’t playing again.", len(room.declined))
        return f"{said_no % {'names': listed(room.declined)}} {waits}" if room.declined else waits
    if not room.is_openers:
        words = {"name": room.opener}
        sentence = _("%(name)s is away: you can start.") if room.may_start else _("%(name)s will start the game.")
        return sentence % words
    if not others and room.token and room.closed is not Why.LAPSED:
        return _("Send someone the link. With it they can sit down here.")
    if not others:
        return _("No one can join yet: make a new link, or start with computer players.")
    joined = ngettext("%(names)s has joined.", "%(names)s have joined.", len(others)) % {"names": listed(others)}
    if room.open_seats:
        return " ".join((joined, _("You can start any time: computer players take the open seats.")))
    return " ".join((joined, _("You can start.")))


def _link_says(room: Room) -> str:
    if not room.token:
        return _("The link was turned off: no one can sit down with it anymore.")
    if room.closed is Why.LAPSED:
        return _("The link expired after seven days: no one can sit down with it anymore.")
    if not room.open_seats:
        return _("Every seat is taken. Anyone with the link can watch.")
    return _("Anyone with the link can sit down, no account needed, until the game starts or for seven days.")


def _start(room: Room) -> str:
    names = [computer_player(seat.stand_in) for seat in room.open_seats]
    with_them = ngettext("Start with %(names)s in the open seat", "Start with %(names)s in the open seats", len(names))
    return with_them % {"names": listed(names)} if names else _("Start")


def _seats(room: Room) -> Iterator[dict[str, object]]:
    """Yield the seats. `place` is a compass direction ("s", "w", "n", "e") seen from the reader's seat.

    `line` is the status under the name, such as presence or computer level.
    """
    own = room.own.number if room.own is not None else 0
    many = len(room.seats)
    for seat in room.seats:
        yield {
            "number": seat.number,
            "place": PLACES[many][(seat.number - own) % many],
            "name": seat.sits or _("Open seat"),
            "initial": seat.sits[:1].upper(),
            "line": _line(room, seat),
            "presence": seat.person.presence if seat.person else "open" if seat.is_open else Presence.COMPUTER,
            "is_open": seat.is_open,
            "is_ours": room.own is not None and seat.side == room.own.side,
            "may_swap": not seat.is_own and (room.is_openers or seat.is_open) and many > len(PLACES[2]),
            "may_send_away": room.is_openers and not seat.is_own and not seat.is_open,
        }


def _line(room: Room, seat: SeatAhead) -> str:
    if seat.is_own:
        return _("you")
    is_partner = room.own is not None and seat.side == room.own.side
    if seat.is_open:
        return _("your partner will sit here") if is_partner else _("waiting for a player")
    if seat.person is not None:
        presence = presence_words(seat.person)
    else:
        presence = _("computer, %(level)s") % {"level": level_name(seat.stand_in.level)}
    return _("%(there)s, your partner") % {"there": presence} if is_partner else presence


def _why(room: Room) -> str:
    why = {
        None: "",
        Why.FULL: _("Every seat is taken."),
        Why.BEGUN: _("The game has started without you."),
        Why.LAPSED: _("This link expired after seven days. Ask for a new one."),
    }[room.closed]
    is_unseen = room.closed in (Why.FULL, Why.BEGUN) and not room.onlookers
    return " ".join((why, _("No one can watch."))) if is_unseen else why
