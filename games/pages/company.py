"""Words of a table with several people: presence, open questions, and rematches."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.company import Asking, Company, PersonAt, Presence, Question
from games.engine.state import Seat
from games.pages.seats import called
from games.pages.words import listed
from games.snapshot import PlayedGame, Snapshot

#: Longest name on a button, in characters. A longer one would wrap and push the hand off a phone's screen.
LONGEST_ON_A_BUTTON: Final = 16
#: A button for the template, made by `_button`.
Button: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class CompanyShown:
    """A message or question to a player about the others, with buttons (`deeds`).

    `asked` identifies a question that this player may answer. `wait` is the label of a button that hides the question.
    `ends`: the player may end the game, on a separate page. `is_absent`: the player has left or has a stand-in.
    `stood_in` are buttons that end a stand-in. `clock` is the deadline of the decision in ISO format, empty without a
    clock. `clock_left` has the seconds until then, since a device's clock may be wrong.
    """

    heading: str = ""
    about: str = ""
    deeds: tuple[Button, ...] = ()
    asked: str = ""
    wait: str = ""
    ends: bool = False
    is_absent: bool = False
    stood_in: tuple[Button, ...] = ()
    clock: str = ""
    clock_left: int = 0


def company_shown(snapshot: Snapshot) -> CompanyShown:
    """Return the messages and buttons for the viewer; empty for a lone player and after the game."""
    company = snapshot.company
    if company is None or not company.people:
        return CompanyShown()
    around = CompanyShown(
        stood_in=tuple(_stand_in_buttons(snapshot, company)),
        clock=company.clock_ends_at.isoformat() if company.clock_ends_at else "",
        clock_left=company.left,
    )
    own = company.person_at(snapshot.seat)
    if own is not None and own.presence in (Presence.STOOD_IN, Presence.LEFT):
        return replace(around, **_absent_words(snapshot, own), is_absent=True)
    missing = _missing_seat(snapshot, company)
    asked = company.question  # an expired question is not shown to players who did not answer: they may have to act
    if asked is not None and (not asked.silent or (missing is None and snapshot.seat not in asked.silent)):
        return replace(around, **_question_words(snapshot, company, asked))
    return around if missing is None else replace(around, **_missing_words(snapshot, company, missing))


def rematch(snapshot: Snapshot, company: Company | None) -> dict[str, object]:
    """Return a sentence on the players who wait to play again (`is_asked`), or who play again without this player.

    For the template. In the second case `link` is the token by which this player can watch, empty if not allowed.
    """
    if company is None or not company.playing_on:
        waiting = company.rematch if company is not None else ()
        words = rematch_words([snapshot.seated[seat].name for seat in waiting])
        return {"words": words, "is_asked": bool(waiting), "link": ""}
    begun = ngettext(
        "%(names)s is playing again without you.", "%(names)s are playing again without you.", len(company.playing_on)
    ) % {"names": _names(snapshot, company.playing_on)}
    return {"words": begun, "is_asked": False, "link": company.link}


def rematch_words(names: Sequence[str]) -> str:
    """Return the sentence that these people want to play again with the reader; empty without names."""
    words = {"names": listed(names)}
    said = ngettext("%(names)s wants to play again with you.", "%(names)s want to play again with you.", len(names))
    return said % words if names else ""


def left_sentence(game: Snapshot | PlayedGame) -> str:
    """Return the sentence on players for whom a finished game counts as given up; empty if no player left."""
    if game.result is None or not game.left:
        return ""
    if game.own in game.left:
        return _("You left, so it counts as given up for you.")
    return _("It counts as given up for %(names)s, who left.") % {"names": _names(game, game.left)}


def ending(snapshot: Snapshot) -> dict[str, str | Seat] | None:
    """Return the question that confirms an end without a player; None if no player is missing, or if the viewer is.

    For the template: `seat`, `question`, `cost` and `asks`, which says whether others must agree.
    """
    company = snapshot.company
    missing = _missing_seat(snapshot, company) if company is not None else None
    if company is None or missing is None:
        return None
    name, asked = {"name": _name(snapshot, missing)}, company.asked_of(Asking.END, snapshot.seat, missing)
    return {
        "seat": missing,
        "question": _("End the game without %(name)s?") % name,
        "cost": _cost(company, name),
        "asks": _("The other players here have 20 seconds to agree.") if asked else _("The game ends now."),
    }


def _missing_seat(snapshot: Snapshot, company: Company) -> Seat | None:
    """Return the first missing seat; None if there is none, or if the viewer is missing, too."""
    return None if snapshot.seat in company.missing else next(iter(company.missing), None)


def _stand_in_buttons(snapshot: Snapshot, company: Company) -> Iterator[Button]:
    for person in company.people:
        if person.presence is Presence.STOOD_IN and person.seat != snapshot.seat:
            words = _("Decide again about %(name)s’s seat") if person.has_left else _("Wait for %(name)s again")
            yield _button("games:seat_again", words % {"name": _name(snapshot, person.seat)}, seat=person.seat)


def _absent_words(snapshot: Snapshot, own: PersonAt) -> dict[str, Any]:
    back = _button("games:seat_again", _("Take your seat back"), seat=snapshot.seat)
    is_stood_in = own.presence is Presence.STOOD_IN
    heading = _("A computer is playing for you") if is_stood_in else _("You’ve left this table")
    sees = _("It sees only your cards.") if is_stood_in else ""
    costs = _("The game counts as given up for you unless you come back.") if own.has_left else ""
    annuls = own.has_left and snapshot.company is not None and snapshot.company.annuls
    unless = _("It has barely begun: if the others end it now, it doesn’t count.") if annuls else ""
    return {"heading": heading, "about": " ".join(filter(None, (sees, costs, unless))), "deeds": (back,)}


def _missing_words(snapshot: Snapshot, company: Company, seat: Seat) -> dict[str, Any]:
    name = {"name": _name(snapshot, seat)}
    person = company.person_at(seat)
    presence = person.presence if person is not None else Presence.HERE
    heading = {
        Presence.AWAY: _("Waiting for %(name)s, who is away"),
        Presence.LEFT: _("%(name)s has left the game"),
    }.get(presence, _("%(name)s ran out of time"))
    if snapshot.seated[seat].name:
        about = _("A computer player can play until %(name)s is back. It sees only %(name)s’s cards.")
    else:
        about = _("Let a computer player play, which sees only the cards of that seat, or end the game.")
    deed = _button("games:stand_in", _("Let a computer stand in"), seat=seat)
    is_named = 0 < len(snapshot.seated[seat].name) <= LONGEST_ON_A_BUTTON
    wait = _("Wait for %(name)s") % name if is_named else _("Wait")
    shown = {"heading": heading % name, "about": about % name, "deeds": (deed,), "wait": wait, "ends": True}
    # The heading already says that the time has run out.
    return {**shown, "clock": ""} if presence is Presence.HERE else shown


def _question_words(snapshot: Snapshot, company: Company, question: Question) -> dict[str, Any]:
    words = {"name": _name(snapshot, question.asker), "other": _name(snapshot, question.about)}
    if question.refused is not None:
        is_own = question.refused == snapshot.seat
        words["name"] = _name(snapshot, question.refused)
        refused = _("You didn’t agree") if is_own else _("%(name)s didn’t agree") % words
        return {"heading": refused, "about": _("Nothing changes.")}
    if question.silent:
        silent = _("No answer from %(names)s") % {"names": _names(snapshot, question.silent)}
        return {"heading": silent, "about": _("Nothing changes.")}
    if question.what is Asking.END:
        heading = _("%(name)s wants to end the game without %(other)s") % words
        about = _cost(company, {"name": words["other"]})
    else:
        heading, about = _("%(name)s wants to take back the last move") % words, _("No one has moved since.")
    if snapshot.seat in question.asked:
        deeds = (_button("games:answer", _("Agree"), answer="yes"), _button("games:answer", _("No"), answer="no"))
        return {"heading": heading, "about": about, "deeds": deeds, "asked": question.name}
    if question.asker == snapshot.seat:
        is_ending = question.what is Asking.END
        heading = _("You’ve asked to end the game") if is_ending else _("You’ve asked to take it back")
    waits = ngettext(
        "%(names)s has 20 seconds to agree.", "%(names)s have 20 seconds to agree.", len(question.asked)
    ) % {"names": _names(snapshot, question.asked)}
    return {"heading": heading, "about": waits}


def _button(route: str, words: str, *, seat: Seat | None = None, answer: str = "") -> Button:
    """Return a button of a question: its URL name and seat, its label, and the answer that it posts."""
    return {"route": route, "seat": seat, "answer": answer, "words": words}


def _name(game: Snapshot | PlayedGame, seat: Seat) -> str:
    """Return a seat's name, never "You"; "Player" and a number if the account is deleted."""
    return called(game.seated[seat])


def _names(game: Snapshot | PlayedGame, seats: Iterable[Seat]) -> str:
    return listed([_name(game, seat) for seat in seats])


def _cost(company: Company, name: dict[str, str]) -> str:
    if company.annuls:
        return _("It has barely begun, so it doesn’t count.")
    return _("It counts as given up for %(name)s; no one gets a win.") % name
