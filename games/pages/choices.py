"""Choices in words, for reviews, practice and hints: what was chosen, why another is better; and bids on offer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Action, texts
from games.engine.notation import action_text
from games.engine.reading import cards_in
from games.evaluation.decisions import ENDS_BETTER, Decision
from games.evaluation.interface import MORE_MADE, TRICK_TAKEN, Reason
from games.pages.cards import sorted_hand
from games.pages.moves import DONE
from games.pages.words import Words, signed

if TYPE_CHECKING:
    from games.cardgame import CardGame

#: Sentences for shared reasons: percent of hands after the better choice (`best`) and after the other (`chosen`).
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
#: For a choice that is much better in a few hands.
_NO_REASON: Final = gettext_lazy("No single reason: it is worth more over all the imagined hands.")
_AFTER_THE_CHOICE: Final = gettext_lazy("after what was chosen")


def cards_named(action: Action) -> tuple[str, ...]:
    if action.card is not None and action.verb != "bid":
        return (action.card.text,)
    named = cards_in(action.argument)
    return texts(sorted_hand(named) if action.verb == "discard" else named)


def said(game: "CardGame", action: Action) -> str:
    """Return an action as a choice: its cards in brackets, the number of a bid, or what is done."""
    if found := cards_named(action):
        return " ".join(f"[{text}]" for text in found)
    chosen = game.choices.get(action.verb)
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
    return done(game, action)


def done(game: "CardGame", action: Action) -> str:
    """Return what was done, such as "plays [QH]"; an unknown verb unchanged."""
    words = game.done.get(action.verb) or DONE.get(action.verb)
    return str(words(action) if callable(words) else words or action.verb)


def part_name(game: "CardGame", number: int | str) -> str:
    """Return the name of a trick, or of a round if the game is one hand."""
    return (_("Round %(n)s") if game.is_one_hand else _("Trick %(n)s")) % {"n": number}


def decision_sentence(game: "CardGame", decision: Decision, where: str, *, cost: int) -> str:
    """Return a reviewed decision in a sentence, with the best choice if this one cost something."""
    words = {"chosen": said(game, decision.chosen), "best": said(game, decision.best)}
    sentence = _("%(where)s: %(chosen)s. Best was %(best)s.") if cost else _("%(where)s: %(chosen)s.")
    return sentence % {**words, "where": where}


def reasons_of(reasons: Sequence[Reason], otherwise: Words = _AFTER_THE_CHOICE) -> tuple[str, ...]:
    """Return sentences on why a choice is better than `otherwise`; at least one."""
    found = (
        str(_REASONS[code]) % {"best": best, "chosen": chosen, "otherwise": otherwise}
        for code, best, chosen in reasons
        if code in _REASONS
    )
    return tuple(found) or (str(_NO_REASON),)


@dataclass(frozen=True, slots=True)
class Offer:
    """A bid that the seat may make, with the points if it is made and if it is missed."""

    value: str
    label: str
    swing: str
    action: str
    button: str
    made: str
    made_points: str
    made_note: str
    missed: str
    missed_points: str
    missed_note: str
    is_nil: bool = False


def bid_offer(action: Action, aim: int, won: int, lost: int, made_note: str, missed_note: str, **own: str) -> Offer:
    """Return the offer of a bid that needs `aim` tricks, or of nil; `own` replaces words by the game's own."""
    bid, none, words = action.number or 0, _("None"), {"n": aim if action.number else 1}
    or_more = _("%(n)s or more") % words
    if bid:
        said = {"label": str(bid), "button": _("Bid %(n)s") % {"n": bid}, "made": or_more}
        said["missed"] = _("Under %(n)s") % words if aim > 1 else none
    else:
        said = {"label": _("Nil"), "button": _("Bid nil"), "made": none, "missed": or_more}
    return Offer(
        value=str(bid),
        swing=f"±{-lost}" if won == -lost else signed(won),
        action=action_text(action),
        made_points=signed(won),
        made_note=made_note,
        missed_points=signed(lost),
        missed_note=missed_note,
        is_nil=not bid,
        **{**said, **own},
    )
