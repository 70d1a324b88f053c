"""What one of several people at a table is told and asked of the others."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from games.company import Asking, Company, Presence, Question
from games.engine.state import Seat
from games.snapshot import Snapshot
from games.viewmodel.table import CompanyShown, Deed
from games.wording.names import rematch_words


@dataclass(frozen=True, slots=True)
class EndingShown:
    """What it means to end a game without somebody: the question and its cost."""

    question: str
    cost: str
    asks: str


def shown(snapshot: Snapshot) -> CompanyShown | None:
    """What the person at the seat reads; None where they sit alone, or the game is over."""
    company = snapshot.company
    if company is None or not company.people:
        return None
    around = CompanyShown(
        stood_in=tuple(_stood_in(snapshot, company)), clock=company.until.isoformat() if company.until else ""
    )
    if company.is_stood_in(snapshot.seat):
        back = Deed("games:seat_again", snapshot.seat, "", _("Take your seat back"))
        about = _("It sees your cards and nothing else.")
        return replace(
            around, heading=_("A computer player plays for you"), about=about, deeds=(back,), is_stood_in=True
        )
    if company.question is not None:
        return replace(around, **_asked(snapshot, company, company.question))
    missing = _waited_for(snapshot, company)
    return around if missing is None else replace(around, **_missing(snapshot, company, missing))


def rematch(snapshot: Snapshot) -> str:
    """Who waits for the person to play again; empty where nobody does, or the person waits there too."""
    again = snapshot.company.again if snapshot.company is not None else ()
    return "" if snapshot.seat in again else rematch_words([snapshot.seated[seat].name for seat in again])


def ending(snapshot: Snapshot) -> EndingShown | None:
    """What is asked before the game is ended without somebody; None where nobody is missing."""
    company = snapshot.company
    missing = _waited_for(snapshot, company) if company is not None else None
    if company is None or missing is None:
        return None
    name = {"name": snapshot.seated[missing].name}
    return EndingShown(
        question=_("End the game without %(name)s?") % name,
        cost=_cost(company, name),
        asks=_("Whoever else is here is asked, and has 20 seconds to agree."),
    )


def _waited_for(snapshot: Snapshot, company: Company) -> Seat | None:
    """Who is missing; nobody for somebody who is late as well."""
    return None if snapshot.seat in company.missing else next(iter(company.missing), None)


def _stood_in(snapshot: Snapshot, company: Company) -> Iterator[Deed]:
    for person in company.people:
        if person.presence is Presence.STOOD_IN and person.seat != snapshot.seat:
            words = _("Wait for %(name)s again") % {"name": snapshot.seated[person.seat].name}
            yield Deed("games:seat_again", person.seat, "", words)


def _missing(snapshot: Snapshot, company: Company, seat: Seat) -> dict[str, Any]:
    name = {"name": snapshot.seated[seat].name}
    person = company.of(seat)
    is_away = person is not None and person.presence is Presence.AWAY
    heading = _("%(name)s is away and has to act") if is_away else _("%(name)s has let the time run out")
    about = _("Wait, or let a computer player act: it sees %(name)s’s cards only and leaves when %(name)s is back.")
    deed = Deed("games:stand_in", seat, "", _("Let a computer stand in"))
    return {"heading": heading % name, "about": about % name, "deeds": (deed,), "ends": True}


_YES_NO: Final = ("yes", "no")


def _asked(snapshot: Snapshot, company: Company, question: Question) -> dict[str, Any]:
    words = {"name": snapshot.seated[question.by].name, "other": snapshot.seated[question.about].name}
    if question.refused is not None:
        return {"heading": _refused(snapshot, question.refused), "about": _("It stays as it is.")}
    if question.what is Asking.END:
        heading = _("%(name)s would end the game without %(other)s") % words
        about = _cost(company, {"name": words["other"]})
    else:
        heading, about = _("%(name)s would take the last action back") % words, _("Nobody has acted since.")
    if snapshot.seat in question.asked:
        labels = zip(_YES_NO, (_("Agree"), _("No")), strict=True)
        return {"heading": heading, "about": about, "deeds": tuple(Deed("games:answer", None, *one) for one in labels)}
    names = _(" and ").join(snapshot.seated[seat].name for seat in question.asked)
    waits = _("%(names)s can agree for 20 seconds.") % {"names": names}
    if question.by == snapshot.seat:
        asks = _("You ask to end the game") if question.what is Asking.END else _("You ask to take it back")
        return {"heading": asks, "about": waits}
    return {"heading": heading, "about": waits}


def _refused(snapshot: Snapshot, seat: Seat) -> str:
    if seat == snapshot.seat:
        return _("You did not agree")
    return _("%(name)s does not agree") % {"name": snapshot.seated[seat].name}


def _cost(company: Company, name: dict[str, str]) -> str:
    if company.annuls:
        return _("It has hardly begun, so it counts for nobody.")
    return _("It counts as given up by %(name)s, and as a win for nobody.") % name
