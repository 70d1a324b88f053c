"""Words about the other people at a table, what they are asked, and what spectators see."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.company import Asking, Company, PersonAt, Presence, Question
from games.engine.state import Phase, Seat
from games.pages.seats import Seated, clockwise, idle, lead_owed, name_in
from games.pages.table import CompanyShown, Deed, RematchShown
from games.pages.tricks import Trick, fell, won
from games.pages.words import listed
from games.snapshot import PlayedGame, Snapshot, Status

#: Longest name on a button: a longer one wraps and pushes the hand off a phone. The text above has the name.
LONGEST_ON_A_BUTTON: Final = 16
#: Stages without a hand in play.
RESTING = ("first", "between", "over")


@dataclass(frozen=True, slots=True)
class EndingShown:
    """The question whether to end a game without the player of a seat, and what that costs."""

    seat: Seat
    question: str
    cost: str
    asks: str


def shown(snapshot: Snapshot) -> CompanyShown:
    """Return what the person at the seat reads; empty if they play alone or the game is over."""
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
    asked = company.question  # not shown to players who did not answer: they may have to act
    if asked is not None and (not asked.silent or (missing is None and snapshot.seat not in asked.silent)):
        return replace(around, **_asked(snapshot, company, asked))
    return around if missing is None else replace(around, **_missing(snapshot, company, missing))


def rematch(snapshot: Snapshot) -> RematchShown:
    """Return who waits for the person to play again, or plays again without them."""
    company = snapshot.company
    if company is None or not (company.rematch or company.without):
        return RematchShown()
    if company.rematch:
        return RematchShown(rematch_words([snapshot.seated[seat].name for seat in company.rematch]), is_asked=True)
    begun = ngettext(
        "%(names)s plays again without you.", "%(names)s play again without you.", len(company.without)
    ) % {"names": _names(snapshot, company.without)}
    return RematchShown(begun, link=company.link)


def rematch_words(names: Sequence[str]) -> str:
    """Return that these people wait for the person to play again; empty for no names."""
    words = {"names": listed(names)}
    said = ngettext("%(names)s waits for you to play again.", "%(names)s wait for you to play again.", len(names))
    return said % words if names else ""


def left(game: Snapshot | PlayedGame) -> str:
    """Return for whom a finished game counts as given up; empty for none."""
    if game.result is None or not game.left:
        return ""
    if game.own in game.left:
        return _("You had left it, so for you it counts as given up.")
    return _("Those who left have given it up: %(names)s.") % {"names": _names(game, game.left)}


def ending(snapshot: Snapshot) -> EndingShown | None:
    """Return what is asked before the game is ended without a player; None if no player is missing."""
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
    """Return the first missing seat; None if the person at this seat is missing too."""
    return None if snapshot.seat in company.missing else next(iter(company.missing), None)


def _stood_in(snapshot: Snapshot, company: Company) -> Iterator[Deed]:
    for person in company.people:
        if person.presence is Presence.STOOD_IN and person.seat != snapshot.seat:
            words = _("Decide again about %(name)s’s seat") if person.has_left else _("Wait for %(name)s again")
            yield Deed("games:seat_again", person.seat, "", words % {"name": _name(snapshot, person.seat)})


def _absent(snapshot: Snapshot, own: PersonAt) -> dict[str, Any]:
    """Return the words for a person whose seat a bot has taken, or who has left."""
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
    # The heading already says that the time has run out.
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
    """Return a name; a number if the account is gone."""
    return name_in(Seated(game.seated, game.near, None), seat)


def _names(game: Snapshot | PlayedGame, seats: Iterable[Seat]) -> str:
    return listed([_name(game, seat) for seat in seats])


def _cost(company: Company, name: dict[str, str]) -> str:
    if company.annuls:
        return _("It has hardly begun, so it counts for nobody.")
    return _("It counts as given up by %(name)s, and as a win for nobody.") % name


def stage(snapshot: Snapshot) -> str:
    """Return where a game is: "first", "between" or "over", or the phase of the hand in play."""
    if snapshot.result is not None or snapshot.status != Status.PLAYING:
        return "over"
    if snapshot.needs_deal:
        return "between" if snapshot.hands else "first"
    return str(snapshot.view.phase)


def template_of(name: str) -> str:
    return f"games/people/onlooker/{name if name in RESTING else 'play'}.html"


def message(snapshot: Snapshot, tricks: Sequence[Trick]) -> str:
    """Return what has just happened, and who is to act."""
    if snapshot.view.phase is not Phase.PLAY:
        return waiting(snapshot)
    owed = waiting(snapshot) if tricks and not tricks[-1].is_done else lead_owed(snapshot)
    return f"{happened(snapshot, tricks)} {owed}".strip()


def happened(snapshot: Snapshot, tricks: Sequence[Trick]) -> str:
    """Return a sentence on the newest card or on the trick just finished; empty before the first."""
    if not tricks:
        return ""
    return won(snapshot, tricks[-1]) if tricks[-1].is_done else fell(snapshot, tricks[-1])


def waiting(snapshot: Snapshot) -> str:
    """Return for whom the table waits, clockwise; empty if it waits for no player."""
    if said := idle(snapshot):
        return said
    names = [name_in(snapshot, seat) for seat in clockwise(snapshot) if seat in snapshot.view.waits_for]
    if len(names) == 1:
        return _("It is %(name)s’s turn.") % {"name": names[0]}
    return _("The table waits for %(names)s.") % {"names": listed(names)} if names else ""
