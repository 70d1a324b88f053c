"""What one of several people at a table is told and asked of the others."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.company import Asking, Company, PersonAt, Presence, Question
from games.engine.state import Seat
from games.snapshot import PlayedGame, Snapshot
from games.viewmodel.seats import Seated, name_in
from games.viewmodel.table import CompanyShown, Deed, RematchShown
from games.viewmodel.words import listed
from games.wording.names import rematch_words

#: A longer name makes a button so high that the hand has no room on a phone; the words above it say whose turn it is.
LONGEST_ON_A_BUTTON: Final = 16


@dataclass(frozen=True, slots=True)
class EndingShown:
    """What it means to end a game without whoever sits there: the question and its cost."""

    seat: Seat
    question: str
    cost: str
    asks: str


def shown(snapshot: Snapshot) -> CompanyShown:
    """What the person at the seat reads; nothing where they sit alone, or the game is over."""
    company = snapshot.company
    if company is None or not company.people:
        return CompanyShown()
    around = CompanyShown(
        stood_in=tuple(_stood_in(snapshot, company)),
        clock=company.until.isoformat() if company.until else "",
        clock_left=company.left,
    )
    own = company.of(snapshot.seat)
    if own is not None and own.presence in (Presence.STOOD_IN, Presence.LEFT):
        return replace(around, **_absent(snapshot, own), is_absent=True)
    missing = _waited_for(snapshot, company)
    asked = company.question  # of silence whoever was silent is not told: they may have to act
    if asked is not None and (not asked.silent or (missing is None and snapshot.seat not in asked.silent)):
        return replace(around, **_asked(snapshot, company, asked))
    return around if missing is None else replace(around, **_missing(snapshot, company, missing))


def rematch(snapshot: Snapshot) -> RematchShown:
    """Who waits for the person to play again, or does so without them."""
    company = snapshot.company
    if company is None or not (company.rematch or company.without):
        return RematchShown()
    if company.rematch:
        return RematchShown(rematch_words([snapshot.seated[seat].name for seat in company.rematch]), is_asked=True)
    begun = ngettext(
        "%(names)s plays again without you.", "%(names)s play again without you.", len(company.without)
    ) % {"names": _names(snapshot, company.without)}
    return RematchShown(begun, link=company.link)


def left(game: Snapshot | PlayedGame) -> str:
    """Of a game that was played to its end, for whom it counts as given up all the same; empty for nobody."""
    if game.result is None or not game.left:
        return ""
    if game.own in game.left:
        return _("You had left it, so for you it counts as given up.")
    return _("Those who left have given it up: %(names)s.") % {"names": _names(game, game.left)}


def ending(snapshot: Snapshot) -> EndingShown | None:
    """What is asked before the game is ended without somebody; None where nobody is missing."""
    company = snapshot.company
    missing = _waited_for(snapshot, company) if company is not None else None
    if company is None or missing is None:
        return None
    name, asked = {"name": _name(snapshot, missing)}, company.asked_of(Asking.END, snapshot.seat, missing)
    return EndingShown(
        seat=missing,
        question=_("End the game without %(name)s?") % name,
        cost=_cost(company, name),
        asks=_("Whoever else is here is asked, and has 20 seconds to agree.") if asked else _("It ends at once."),
    )


def _waited_for(snapshot: Snapshot, company: Company) -> Seat | None:
    """Who is missing; nobody for somebody who is late as well."""
    return None if snapshot.seat in company.missing else next(iter(company.missing), None)


def _stood_in(snapshot: Snapshot, company: Company) -> Iterator[Deed]:
    for person in company.people:
        if person.presence is Presence.STOOD_IN and person.seat != snapshot.seat:
            words = _("Decide again about %(name)s’s seat") if person.has_left else _("Wait for %(name)s again")
            yield Deed("games:seat_again", person.seat, "", words % {"name": _name(snapshot, person.seat)})


def _absent(snapshot: Snapshot, own: PersonAt) -> dict[str, Any]:
    """To somebody who does not act: a computer player does, or the others decide."""
    back = Deed("games:seat_again", snapshot.seat, "", _("Take your seat back"))
    is_stood_in = own.presence is Presence.STOOD_IN
    heading = _("A computer player plays for you") if is_stood_in else _("You have left this table")
    sees = _("It sees your cards and nothing else.") if is_stood_in else ""
    costs = _("For you the game counts as given up unless you come back.") if own.has_left else ""
    annuls = own.has_left and snapshot.company is not None and snapshot.company.annuls
    unless = _("It has hardly begun: if the others end it now, it counts for nobody.") if annuls else ""
    return {"heading": heading, "about": " ".join(filter(None, (sees, costs, unless))), "deeds": (back,)}


def _missing(snapshot: Snapshot, company: Company, seat: Seat) -> dict[str, Any]:
    name = {"name": _name(snapshot, seat)}
    person = company.of(seat)
    presence = person.presence if person is not None else Presence.HERE
    heading = {
        Presence.AWAY: _("%(name)s is away and has to act"),
        Presence.LEFT: _("%(name)s has left the game"),
    }.get(presence, _("%(name)s has let the time run out"))
    if snapshot.seated[seat].name:
        about = _("A computer player sees %(name)s’s cards only and leaves when %(name)s is back.")
    else:
        about = _("Let a computer player act, which sees the cards of that seat only, or end the game.")
    deed = Deed("games:stand_in", seat, "", _("Let a computer stand in"))
    is_named = 0 < len(snapshot.seated[seat].name) <= LONGEST_ON_A_BUTTON
    wait = _("Wait for %(name)s") % name if is_named else _("Wait")
    shown = {"heading": heading % name, "about": about % name, "deeds": (deed,), "wait": wait, "ends": True}
    # The heading says already that the time has run out.
    return {**shown, "clock": ""} if presence is Presence.HERE else shown


def _asked(snapshot: Snapshot, company: Company, question: Question) -> dict[str, Any]:
    words = {"name": _name(snapshot, question.by), "other": _name(snapshot, question.about)}
    if question.refused is not None:
        return {"heading": _refused(snapshot, question.refused), "about": _("It stays as it is.")}
    if question.silent:
        silent = _("No answer from %(names)s") % {"names": _names(snapshot, question.silent)}
        return {"heading": silent, "about": _("It stays as it is.")}
    if question.what is Asking.END:
        heading = _("%(name)s wants to end the game without %(other)s") % words
        about = _cost(company, {"name": words["other"]})
    else:
        heading, about = _("%(name)s wants to take the last action back") % words, _("Nobody has acted since.")
    if snapshot.seat in question.asked:
        deeds = tuple(Deed("games:answer", None, *one) for one in (("yes", _("Agree")), ("no", _("No"))))
        return {"heading": heading, "about": about, "deeds": deeds, "asked": question.name}
    if question.by == snapshot.seat:
        heading = _("You ask to end the game") if question.what is Asking.END else _("You ask to take it back")
    waits = _("%(names)s can agree for 20 seconds.") % {"names": _names(snapshot, question.asked)}
    return {"heading": heading, "about": waits}


def _refused(snapshot: Snapshot, seat: Seat) -> str:
    if seat == snapshot.seat:
        return _("You did not agree")
    return _("%(name)s does not agree") % {"name": _name(snapshot, seat)}


def _name(game: Snapshot | PlayedGame, seat: Seat) -> str:
    """A number for somebody who has left the house."""
    return name_in(Seated(game.seated, game.near, None), seat)


def _names(game: Snapshot | PlayedGame, seats: Iterable[Seat]) -> str:
    return listed([_name(game, seat) for seat in seats])


def _cost(company: Company, name: dict[str, str]) -> str:
    if company.annuls:
        return _("It has hardly begun, so it counts for nobody.")
    return _("It counts as given up by %(name)s, and as a win for nobody.") % name
