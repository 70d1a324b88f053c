"""What several people at a table decide among themselves: that a computer player stands in for one who is missing or
has left, that the game ends without them, that somebody may take back what they did.

A question is kept in the game's row, which is locked by whoever asks or answers. What comes of it is a move like any
other, or the end of the game.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.people import hold
from games import live
from games.company import Asking, Company, Question, Seating
from games.engine.actions import Refusal
from games.models import Game
from games.registry import levels
from games.services.log import asides, logs
from games.services.moves import play
from games.services.moves.move import GIVEN_UP, Refused, Stale, Turn, make_move
from games.services.people import lobby
from games.services.table import presence, tables
from games.services.table.tables import Place, snapshot
from games.snapshot import Snapshot, Status

NOT_MISSING: Final = Refusal("NOT_MISSING")
NOT_ASKED: Final = Refusal("NOT_ASKED")
OWN_TURN: Final = Refusal("OWN_TURN")
STILL_ASKED: Final = Refusal("STILL_ASKED")
JUST_REFUSED: Final = Refusal("JUST_REFUSED")
TOO_MANY_GAMES: Final = Refusal("TOO_MANY_GAMES")
#: Of the levels of a game who stands in: no novice, and nobody whom few would have chosen.
MIDDLE: Final = ("normal", "medium")
#: How often a seat that is played quickly is asked for again.
TRIES: Final = 20


def stand_in(*, place: Place, seat: int) -> Snapshot:
    """Let a computer player act for that person, who is missing or has left; raises Refused where nobody is missing
    there. Where one acts already nothing changes.
    """

    def make(turn: Turn) -> None:
        play.is_there(place, turn.log)
        _is_missing(place, turn.log, _company(place, turn.log), seat)
        turn.seated(seat, Seating.STANDS_IN, _level(place.game.key))

    try:
        return _moved(place, make)
    except Refused as refused:
        people = refused.snapshot.company
        if refused.refusal is not NOT_MISSING or people is None or not people.is_stood_in(seat):
            raise
        return refused.snapshot


def seat_again(*, place: Place, seat: int) -> Snapshot:
    """Back to the own seat, from wherever; or send the stand-in of another away, which is for those who are there
    themselves; raises Refused. Whoever comes back to a game that was left has one more open, and needs room for it.
    Where there is nothing to do nothing changes.
    """

    def make(turn: Turn) -> None:
        is_own = seat == place.seat
        if seat not in (turn.log.absent if is_own else turn.log.stand_ins):
            raise Refused(NOT_MISSING, snapshot(place, turn.log))
        if not is_own:
            play.is_there(place, turn.log)
        elif seat in turn.log.left and not lobby.has_room_for_another(place.person):
            raise Refused(TOO_MANY_GAMES, snapshot(place, turn.log))
        turn.seated(seat, Seating.IS_BACK if is_own else Seating.STANDS_DOWN)

    try:
        with transaction.atomic():
            if seat == place.seat:
                hold(place.person)  # or at many tables at once each would count the same; before the game, as elsewhere
            return _moved(place, make)
    except Refused as refused:
        if refused.refusal is not NOT_MISSING:
            raise
        return refused.snapshot


def ask_to_end(*, place: Place, seat: int) -> Snapshot:
    """Ask the others who are here to end the game without the one at that seat; it ends at once where nobody else is
    here. Raises Refused where nobody is missing there.
    """

    def ask(log: logs.Log, now: Company) -> Question:
        _is_missing(place, log, now, seat)
        asked = now.question
        if asked is not None and (asked.what, asked.about) == (Asking.END, seat) and place.seat in asked.asked:
            return _agreed(asked, place.seat)
        return _question(place, log, now, Asking.END, seat)

    return _asked(place, ask)


def ask_to_take_back(*, place: Place, version: int) -> Snapshot:
    """Ask all others to let the person's last action be taken back; raises Refused or Stale."""

    def ask(log: logs.Log, now: Company) -> Question:
        if log.version != version:
            raise Stale(snapshot(place, log))
        refusal = asides.no_way_back(log, log.rules.view(log.state, place.seat), place.seats, place.seat)
        if refusal is not None:
            raise Refused(refusal, snapshot(place, log))
        return _question(place, log, now, Asking.TAKE_BACK, place.seat)

    return _asked(place, ask)


def answer(*, place: Place, agrees: bool, asked: str) -> Snapshot:
    """Say yes or no to what another has asked, which `asked` names; a no ends the question. Raises Refused where it is
    asked no more.
    """

    def ask(log: logs.Log, now: Company) -> Question:
        if now.question is None or place.seat not in now.question.asked or asked != now.question.name:
            raise Refused(NOT_ASKED, snapshot(place, log))
        return _agreed(now.question, place.seat) if agrees else replace(now.question, asked=(), refused=place.seat)

    return _asked(place, ask)


# -- a question, in one transaction --------------------------------------------------------------------


def _asked(place: Place, ask: Callable[[logs.Log, Company], Question]) -> Snapshot:
    """Keep what `ask` makes of the question, and do what was asked for once nobody is asked any more."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=place.game.pk)
        place = replace(place, game=game)
        log = logs.read(game)
        if game.status != Status.PLAYING:
            raise Refused(GIVEN_UP if game.status == Status.ABANDONED else NOT_ASKED, snapshot(place, log))
        play.is_there(place, log)
        now = _company(place, log)
        question = ask(log, now)
        if question == now.question:
            return snapshot(place, log)
        is_settled = not question.asked and question.refused is None
        game.question = None if is_settled else _kept(game, question)
        game.save(update_fields=["question"])
        if is_settled:
            return _done(place, question)
        live.announce(game)
        return snapshot(place, log)


def _question(place: Place, log: logs.Log, now: Company, what: Asking, about: int) -> Question:
    """One at a time, and not again while it is told that somebody has said no; silence may be asked again. What this
    one has asked, and is waiting for, is not asked anew.
    """
    before = now.question
    if before is not None and not before.silent:
        if (before.what, before.by, before.about, before.refused) == (what, place.seat, about, None):
            return before
        raise Refused(STILL_ASKED if before.refused is None else JUST_REFUSED, snapshot(place, log))
    asked = now.asked_of(what, place.seat, about)
    return Question(what, place.seat, about, (place.seat,), asked, version=log.version)


def _is_missing(place: Place, log: logs.Log, now: Company, seat: int) -> None:
    """Raises Refused for a seat that is waited for no more, and for whoever is late as well."""
    if seat not in now.missing:
        raise Refused(NOT_MISSING, snapshot(place, log))
    if place.seat in now.missing:
        raise Refused(OWN_TURN, snapshot(place, log))


def _done(place: Place, question: Question) -> Snapshot:
    if question.what is Asking.END:
        lobby.end_without(place=place, seat=question.about)
    else:
        asker = replace(place, seat=question.by)
        play.take_back(place=asker, version=place.game.version, is_agreed=True)
        place.game.refresh_from_db()
    return tables.see(place)


def _agreed(question: Question, seat: int) -> Question:
    left = tuple(one for one in question.asked if one != seat)
    return replace(question, agreed=(*question.agreed, seat), asked=left)


def _kept(game: Game, question: Question) -> dict[str, Any]:
    """Asked anew it is waited for anew; an answer does not make it last longer."""
    before = game.question or {}
    is_new = question.agreed == (question.by,) or question.refused is not None
    return {
        "what": question.what,
        "by": question.by,
        "about": question.about,
        "agreed": list(question.agreed),
        "refused": question.refused,
        "version": question.version,
        "at": timezone.now().timestamp() if is_new else before["at"],
    }


def _company(place: Place, log: logs.Log) -> Company:
    found = presence.company(game=place.game, seats=place.seats, log=log)
    if found is None:
        raise Refused(NOT_ASKED, snapshot(place, log))
    return found


# -- who sits there, at whatever version ---------------------------------------------------------------


def _moved(place: Place, make: Callable[[Turn], None]) -> Snapshot:
    """A stand-in may act again and again while its seat is asked for: then it is asked for once more."""
    for _ in range(TRIES):
        if place.game.status != Status.PLAYING:
            break
        try:
            log = make_move(place.game, place.seats, place.game.version, make, seat=None)
        except Stale:
            place.game.refresh_from_db()
        else:
            return snapshot(place, log)
    raise Stale(tables.see(place))


def _level(key: str) -> str:
    known = levels(key)
    return next((level for level in known if level in MIDDLE), known[len(known) // 2])
