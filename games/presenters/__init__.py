"""From what a seat may see to what a template shows. Knows no request, no row and nothing hidden."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine.actions import Refusal
from games.presenters import advice, company, lists, played_again, words
from games.registry import GAMES, is_reviewed, presenter, ruleset
from games.snapshot import PlayedHand, SealSnapshot, Snapshot, Status
from games.viewmodel.cards import Preferences
from games.viewmodel.lessons import lesson
from games.viewmodel.table import TableContext
from games.viewmodel.tricks import claim_offered

__all__ = ["TableContext", "company", "hand", "lists", "onlooking", "table", "why", "words"]

#: Why the table refuses, by the code.
BY_THE_TABLE: Final = {
    "NO_DEAL": _("There is nothing to deal now."),
    "NO_HINT": _("There is no hint to give now."),
    "WARMING_UP": _("Hints are still warming up. Ask again in a minute."),
    "NOTHING_DONE": _("You have nothing to take back in this hand."),
    "ACTED_SINCE": _(
        "Somebody has acted since. Among people only a choice that nobody has answered can be taken back."
    ),
    "DRAWN_SINCE": _("Cards have been drawn since, so this can no longer be taken back."),
    "FEW_CARDS": _("With three cards or fewer left, nothing can be taken back."),
    "OFTEN_ENOUGH": _("You have taken back 200 times in this hand, and that is the limit."),
    "LONG_ENOUGH": _("After 2,000 moves only what ends the game can be done. You can also give it up."),
    "HANDS_ENOUGH": _("A game has 200 hands at most. Give this one up and open another."),
    "COMPARED": _("On a board that counts, nothing can be taken back."),
    "NO_CLAIM": _("It is not certain that every trick left is yours."),
    "GIVEN_UP": _("The game was given up."),
    "HAS_LEFT": _("You have left this table. Take your seat back first."),
    "STOOD_IN": _("A computer player plays for you. Take your seat back first."),
    "NOT_MISSING": _("Nobody is missing there any more, so there is nothing to decide."),
    "OWN_TURN": _("It is your turn, too: act first."),
    "STILL_ASKED": _("Another question is still open. Wait until it is settled."),
    "JUST_REFUSED": _("That was refused a moment ago. You can ask again in a few seconds."),
    "TOO_MANY_GAMES": _("You have many games open. Finish or give up one of them first."),
    "NOT_ASKED": _("That question is no longer open."),
}


def table(snapshot: Snapshot, *, preferences: Preferences, notice: str = "") -> TableContext:
    """The table in whatever phase it is; a notice takes the place of the message line."""
    hint = advice.hint(snapshot)
    shown = replace(
        presenter(snapshot.key).table(snapshot, preferences=preferences, notice=notice),
        hint=hint,
        may_ask=snapshot.may_ask,
        may_take_back=snapshot.may_take_back,
        warns_undo=snapshot.may_take_back and snapshot.is_unhelped and snapshot.is_alone,
        claim=claim_offered(snapshot),
        may_speak=not snapshot.is_alone,
        is_reviewed=_is_weighed(snapshot, snapshot.hands),
        teaches=snapshot.is_first and preferences.lessons,
        company=company.shown(snapshot),
        left=company.left(snapshot),
        rematch=company.rematch(snapshot),
        # While it is played the next deal is what is to be pressed.
        may_play_again=snapshot.may_play_again and snapshot.status != Status.PLAYING,
    )
    shown = played_again.at_table(shown, snapshot)
    if notice:
        return shown
    if hint is not None:
        return replace(shown, say=hint.words, tone="hint")
    return replace(shown, lesson=lesson(GAMES[snapshot.key].tips, snapshot)) if shown.teaches else shown


def onlooking(snapshot: Snapshot, *, preferences: Preferences, token: str) -> TableContext:
    """The table for whoever looks on by that link, alike for all of them."""
    return replace(presenter(snapshot.key).table(snapshot, preferences=preferences, notice=""), token=token)


def hand(
    snapshot: Snapshot, finished: PlayedHand, seal: SealSnapshot | None, *, preferences: Preferences
) -> TableContext:
    """The summary of one finished hand by itself."""
    shown = played_again.at_table(
        presenter(snapshot.key).hand(snapshot, finished, seal, preferences=preferences), snapshot
    )
    weighed = _is_weighed(snapshot, (finished,))
    return replace(shown, is_reviewed=weighed, may_play_again=snapshot.may_play_again)


def _is_weighed(snapshot: Snapshot, hands: Sequence[PlayedHand]) -> bool:
    """Whether one of these hands is reviewed in this game: it is not void, nor older than the hand that is replayed."""
    first = snapshot.played_again.number if snapshot.played_again is not None else None
    if not is_reviewed(snapshot.key):
        return False
    rules = ruleset(snapshot.key)
    played = [hand for hand in hands if not rules.is_void(hand.record)]
    return any(first is None or hand.number >= first for hand in played)


def why(snapshot: Snapshot, refusal: Refusal) -> str:
    """The sentence a player reads when something is refused: an action by the rules, all else by the table."""
    if refusal.code in BY_THE_TABLE:
        return str(BY_THE_TABLE[refusal.code])
    return presenter(snapshot.key).why(snapshot, refusal)
