"""Stand-ins, questions and set phrases at a table with several people.

A player may ask the others to end the game without a missing player, or to agree to an undo. The open question is
stored in the game's row; a row lock serialises asking and answering. Once all have agreed, the game ends, or the undo
is made as an ordinary move.
Phrases are in no log, record or replay, and a preference hides other players' phrases.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.people import Person, hold
from games.company import Asking, Company, Question, Seating
from games.engine.actions import Refusal
from games.registry import levels
from games.snapshot import Phrase, Snapshot, Status
from games.table import live, logs, opening, play, presence, tables
from games.table.logs import Log
from games.table.models import Game, Said
from games.table.move import GIVEN_UP, MoveInProgress, Refused, Stale, make_move
from games.table.tables import Place, seated_players, snapshot

NOT_MISSING: Final = Refusal("NOT_MISSING")
NOT_ASKED: Final = Refusal("NOT_ASKED")
OWN_TURN: Final = Refusal("OWN_TURN")
STILL_ASKED: Final = Refusal("STILL_ASKED")
JUST_REFUSED: Final = Refusal("JUST_REFUSED")
TOO_MANY_GAMES: Final = Refusal("TOO_MANY_GAMES")
#: Preferred levels of a stand-in: neither a beginner's level nor a level that few players choose.
MIDDLE: Final = ("normal", "medium")
#: Number of times that a seating change is tried while other actions win the race.
TRIES: Final = 20
#: Number of phrases in the list that a player can read.
LAST: Final = 8
#: Age up to which a phrase is shown at its speaker's seat. Older phrases are only in the list.
FRESH: Final = timedelta(seconds=10)
#: Rows store the keys; each reader sees the texts in their own language.
PHRASES: Final = {
    Phrase.HELLO: gettext_lazy("Hello"),
    Phrase.GOOD_LUCK: gettext_lazy("Good luck"),
    Phrase.WELL_PLAYED: gettext_lazy("Well played"),
    Phrase.THANKS: gettext_lazy("Thank you"),
    Phrase.ONE_MOMENT: gettext_lazy("Sorry, one moment"),
    Phrase.BACK: gettext_lazy("I’m back"),
    Phrase.CLOSE: gettext_lazy("That was close"),
    Phrase.ANOTHER: gettext_lazy("Another game?"),
}
#: Time after the end of a game after which its phrases are deleted.
KEPT: Final = timedelta(days=7)
#: Time after the last move of an unfinished game after which its phrases are deleted.
KEPT_AT_REST: Final = timedelta(days=28)


def stand_in(*, place: Place, seat: int) -> Snapshot:
    """Let a computer player act for a missing player. Raises Refused or Stale. Idempotent."""

    def make(move: MoveInProgress) -> None:
        play.is_there(place, move.log)
        _require_missing(place, move.log, _company(place, move.log), seat)
        move.seated(seat, Seating.STANDS_IN, _level(place.game.key))

    try:
        return _move_with_retries(place, make)
    except Refused as refused:
        people = refused.snapshot.company
        if refused.refusal is not NOT_MISSING or people is None or not people.is_stood_in(seat):
            raise
        return refused.snapshot


def seat_again(*, place: Place, seat: int) -> Snapshot:
    """Return to the person's own seat, or dismiss another player's stand-in. Raises Refused or Stale.

    Only a person who is at the table may dismiss a stand-in. A person who has left the game may return only with fewer
    than `MOST_OPEN` open games and waiting rooms. Idempotent.
    """

    def make(move: MoveInProgress) -> None:
        is_own = seat == place.seat
        if seat not in (move.log.absent if is_own else move.log.stand_ins):
            raise Refused(NOT_MISSING, snapshot(place, move.log))
        if not is_own:
            play.is_there(place, move.log)
        elif seat in move.log.left and opening.open_count(place.person) >= opening.MOST_OPEN:
            raise Refused(TOO_MANY_GAMES, snapshot(place, move.log))
        move.seated(seat, Seating.IS_BACK if is_own else Seating.STANDS_DOWN)

    try:
        with transaction.atomic():
            if seat == place.seat:
                hold(place.person)  # else parallel returns could pass the limit; lock person before game, as elsewhere
            return _move_with_retries(place, make)
    except Refused as refused:
        if refused.refusal is not NOT_MISSING:
            raise
        return refused.snapshot


def ask_to_end(*, place: Place, seat: int) -> Snapshot:
    """Ask the players who are present to end the game without the player at `seat`.

    If no other player is present, the game ends at once. If another player has asked the same, this counts as a yes.
    Raises Refused, for example if the player at `seat` is not missing or another question is open.
    """

    def ask(log: Log, now: Company) -> Question:
        _require_missing(place, log, now, seat)
        asked = now.question
        if asked is not None and (asked.what, asked.about) == (Asking.END, seat) and place.seat in asked.asked:
            return _agreed(asked, place.seat)
        return _question(place, log, now, Asking.END, seat)

    return _put_question(place, ask)


def ask_to_take_back(*, place: Place, version: int) -> Snapshot:
    """Ask the other players, also those away, to agree to an undo of the last action. Raises Refused or Stale."""

    def ask(log: Log, now: Company) -> Question:
        if log.version != version:
            raise Stale(snapshot(place, log))
        refusal = tables.no_way_back(log, log.rules.view(log.state, place.seat), place.seats, place.seat)
        if refusal is not None:
            raise Refused(refusal, snapshot(place, log))
        return _question(place, log, now, Asking.TAKE_BACK, place.seat)

    return _put_question(place, ask)


def answer(*, place: Place, agrees: bool, asked: str) -> Snapshot:
    """Answer the question named `asked`; a no closes it. Raises Refused if it does not wait for this person."""

    def ask(log: Log, now: Company) -> Question:
        if now.question is None or place.seat not in now.question.asked or asked != now.question.name:
            raise Refused(NOT_ASKED, snapshot(place, log))
        return _agreed(now.question, place.seat) if agrees else replace(now.question, asked=(), refused=place.seat)

    return _put_question(place, ask)


def talk_at(place: Place) -> dict[str, Any]:
    """Return the latest phrases at a table for the person, newest first, and the number of all phrases of the game.

    `place` must be freshly read, because its game has the count. A phrase that `is_fresh` is recent enough to be shown
    at the speaker's seat.
    """
    names = [one.name for one in seated_players(place.seats)]
    rows = Said.objects.filter(game=place.game).order_by("-number")
    if not place.person.preferences.shows_phrases:
        rows = rows.filter(seat=place.seat)
    since = timezone.now() - FRESH
    words = [
        {
            "number": row.number,
            "seat": row.seat,
            "speaker": gettext("You") if row.seat == place.seat else names[row.seat],
            "text": str(PHRASES[Phrase(row.phrase)]),
            "is_own": row.seat == place.seat,
            "is_fresh": row.at > since,
        }
        for row in rows[:LAST]
    ]
    return {"phrase_count": place.game.said, "words": words}


def say(*, place: Place, phrase: Phrase) -> dict[str, Any]:
    """Say a phrase to all players at the table. Raises Gone if the person no longer exists."""
    with transaction.atomic():
        hold(place.person)  # lock, or the phrase could outlive an account that is being deleted
        Game.objects.filter(pk=place.game.pk).update(said=F("said") + 1)
        place.game.refresh_from_db(fields=("said", "version", "status", "bot_due_at"))
        Said.objects.create(game=place.game, number=place.game.said, seat=place.seat, phrase=phrase)
        live.announce(place.game)
    return talk_at(place)


def forget_phrases(*, person: Person) -> None:
    """Delete all phrases of the person. Call it before the person's seats are cleared, in the same transaction."""
    own = Said.objects.filter(person.owns("game__seats__"), game__seats__number=F("seat"))
    Said.objects.filter(pk__in=list(own.values_list("pk", flat=True))).delete()


def tidy_phrases() -> int:
    """Delete phrases of games long over or long without a move; return their number. Idempotent."""
    now = timezone.now()
    asked = Q(game__ended_at__lt=now - KEPT) | Q(game__moved_at__lt=now - KEPT_AT_REST)
    return Said.objects.filter(asked).delete()[0]


# -- a question, in one transaction --------------------------------------------------------------------


def _put_question(place: Place, ask: Callable[[Log, Company], Question]) -> Snapshot:
    """Store the question that `ask` returns. If all have agreed to it, end the game or make the undo instead."""
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
        game.question = None if is_settled else _serialised(game, question)
        game.save(update_fields=["question"])
        if not is_settled:
            live.announce(game)
            return snapshot(place, log)
        if question.what is Asking.END:
            opening.end_without(place=place, seat=question.about)
        else:
            play.take_back(place=replace(place, seat=question.asker), version=game.version, is_agreed=True)
            game.refresh_from_db()
        return tables.see(place)


def _question(place: Place, log: Log, now: Company, what: Asking, about: int) -> Question:
    """Return a new question, or the person's open one if it is the same. Raises Refused if another question is open.

    A refused question blocks new ones while it is shown; a question whose time ran out (`silent`) does not.
    """
    before = now.question
    if before is not None and not before.silent:
        if (before.what, before.asker, before.about, before.refused) == (what, place.seat, about, None):
            return before
        raise Refused(STILL_ASKED if before.refused is None else JUST_REFUSED, snapshot(place, log))
    asked = now.asked_of(what, place.seat, about)
    return Question(what, place.seat, about, (place.seat,), asked, version=log.version)


def _require_missing(place: Place, log: Log, now: Company, seat: int) -> None:
    """Raise Refused if the player at `seat` is not missing, or if the person is missing too."""
    if seat not in now.missing:
        raise Refused(NOT_MISSING, snapshot(place, log))
    if place.seat in now.missing:
        raise Refused(OWN_TURN, snapshot(place, log))


def _agreed(question: Question, seat: int) -> Question:
    left = tuple(one for one in question.asked if one != seat)
    return replace(question, agreed=(*question.agreed, seat), asked=left)


def _serialised(game: Game, question: Question) -> dict[str, Any]:
    """Return the question as stored. Its time is now if it is new or just refused; a yes keeps the stored time."""
    before = game.question or {}
    is_new = question.agreed == (question.asker,) or question.refused is not None
    return {
        "what": question.what,
        "by": question.asker,
        "about": question.about,
        "agreed": list(question.agreed),
        "refused": question.refused,
        "version": question.version,
        "at": timezone.now().timestamp() if is_new else before["at"],
    }


def _company(place: Place, log: Log) -> Company:
    found = presence.company(game=place.game, seats=place.seats, log=log)
    if found is None:
        raise Refused(NOT_ASKED, snapshot(place, log))
    return found


# -- seating changes, made at the current version ------------------------------------------------------


def _move_with_retries(place: Place, make: Callable[[MoveInProgress], None]) -> Snapshot:
    """Make a move at the current version; retry if another action is stored first. Raises Refused or Stale."""
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
