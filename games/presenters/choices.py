"""Choices in words, for reviews, practice and hints: what was or is to be chosen, and why one is better than others."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Action, texts
from games.engine.reading import cards_in
from games.registry import GAMES
from games.review.decisions import ENDS_BETTER, Decision
from games.review.face import MORE_MADE, TRICK_TAKEN, Reason
from games.viewmodel.cards import sorted_hand
from games.viewmodel.moves import DONE
from games.viewmodel.words import Words

#: Codes of reasons that games share: true of so many of a hundred hands, and `otherwise` of so many.
_REASONS: Final = {
    ENDS_BETTER: gettext_lazy(
        "In %(best)s of 100 deals of the unseen cards the hand ends better than %(otherwise)s, and in %(chosen)s worse."
    ),
    "BID_HELD": gettext_lazy(
        "The bid is made in %(best)s of 100 hands the others may hold; %(otherwise)s in %(chosen)s."
    ),
    MORE_MADE: gettext_lazy("The higher bid is made in %(best)s of 100 hands the others may hold."),
    "BLIND_MADE": gettext_lazy("Blind, it is made in %(best)s of 100 deals, and counts double."),
    "BLIND_FALLS": gettext_lazy("A blind bid like that is made in %(chosen)s of 100 deals."),
    "NIL_KEPT": gettext_lazy(
        "The nil holds in %(best)s of 100 hands the others may hold; %(otherwise)s in %(chosen)s."
    ),
    "OTHER_SET": gettext_lazy("An opposing bid fails in %(best)s of 100 hands; %(otherwise)s in %(chosen)s."),
    "NIL_BROKEN": gettext_lazy("An opposing nil fails in %(best)s of 100 hands; %(otherwise)s in %(chosen)s."),
    "NO_BAGS": gettext_lazy("No bag is taken in %(best)s of 100 hands; %(otherwise)s in %(chosen)s."),
    "DUEL_WON": gettext_lazy(
        "It wins the duel in this round in %(best)s of 100 hands the other may hold; %(otherwise)s in %(chosen)s."
    ),
    "STILL_STANDS": gettext_lazy(
        "The round is survived in %(best)s of 100 hands the other may hold; %(otherwise)s in %(chosen)s."
    ),
    "OTHER_HURT": gettext_lazy(
        "It takes hit points from the other in %(best)s of 100 hands; %(otherwise)s in %(chosen)s."
    ),
    "UNHURT": gettext_lazy("No attack gets through in %(best)s of 100 hands; %(otherwise)s in %(chosen)s."),
    "KEEPS_MORE": gettext_lazy("It keeps stronger cards for the rounds to come."),
    "WON_AND_MADE": gettext_lazy(
        "The auction is won and the bid made in %(best)s of 100 hands; %(otherwise)s in %(chosen)s."
    ),
    "NO_FALL": gettext_lazy(
        "No bid on the player’s own side fails in %(best)s of 100 hands; %(otherwise)s in %(chosen)s."
    ),
    "OTHER_STOPPED": gettext_lazy("The other side makes no bid in %(best)s of 100 hands; %(otherwise)s in %(chosen)s."),
    "GAME_WON": gettext_lazy("The hand wins the game in %(best)s of 100 hands; %(otherwise)s in %(chosen)s."),
    "GAME_SAVED": gettext_lazy("The game is not lost yet in %(best)s of 100 hands; %(otherwise)s in %(chosen)s."),
    TRICK_TAKEN: gettext_lazy(
        "Whatever is played to it, the trick is won in %(best)s of 100 hands; %(otherwise)s in %(chosen)s."
    ),
    "MAKES_VOID": gettext_lazy("It leaves a suit empty, which can be trumped then."),
    "BAG_CARD_IN_PILE": gettext_lazy("It keeps a card that takes bags off out of the pile."),
}
#: Where a few hands weigh more than the many.
_NO_REASON: Final = gettext_lazy("No single reason: it is worth more over all the imagined hands.")
_AFTER_THE_CHOICE: Final = gettext_lazy("after what was chosen")


def cards_named(action: Action) -> tuple[str, ...]:
    if action.card is not None and action.verb != "bid":
        return (action.card.text,)
    named = cards_in(action.argument)
    return texts(sorted_hand(named) if action.verb == "discard" else named)


def said(key: str, action: Action) -> str:
    """An action as a thing that is chosen: its cards in brackets, the number of a bid, or what is done."""
    if found := cards_named(action):
        return " ".join(f"[{text}]" for text in found)
    chosen = GAMES[key].choices.get(action.verb)
    if chosen is not None:
        return str(chosen(action) if callable(chosen) else chosen)
    if action.verb == "bid" and action.number is not None:
        return _("nil") if action.number == 0 else str(action.number)
    if action.verb == "look":
        return _("looking first")
    if action.verb == "blind":
        return _("%(n)s blind") % {"n": action.argument}
    if action.verb == "blind_nil":
        return _("blind nil")
    return done(key, action)


def done(key: str, action: Action) -> str:
    """An action as somebody would say it; a verb that is not known here is said as the log has it."""
    words = GAMES[key].done.get(action.verb) or DONE.get(action.verb)
    return str(words(action) if callable(words) else words or action.verb)


def part_name(key: str, number: int | str) -> str:
    """A trick of a hand; of a game that is one hand a round."""
    return (_("Round %(n)s") if GAMES[key].is_one_hand else _("Trick %(n)s")) % {"n": number}


def decision_sentence(key: str, decision: Decision, where: str, *, cost: int) -> str:
    """A reviewed decision in a sentence, with what was best where it cost something."""
    words = {"chosen": said(key, decision.chosen), "best": said(key, decision.best)}
    sentence = _("%(where)s: %(chosen)s. Best was %(best)s.") if cost else _("%(where)s: %(chosen)s.")
    return sentence % {**words, "where": where}


def reasons_of(reasons: Sequence[Reason], otherwise: Words = _AFTER_THE_CHOICE) -> tuple[str, ...]:
    """Why something is better than what is called `otherwise`: one sentence at least."""
    found = (
        str(_REASONS[code]) % {"best": best, "chosen": chosen, "otherwise": otherwise}
        for code, best, chosen in reasons
        if code in _REASONS
    )
    return tuple(found) or (str(_NO_REASON),)
