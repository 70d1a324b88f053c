"""Choices in words, for reviews, practice and hints: what was chosen, why another is better. Also offers of bids."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Action, action_text, cards_in, texts
from games.evaluation.decisions import ENDS_BETTER, Decision
from games.evaluation.interface import MORE_MADE, TRICK_TAKEN, Reason
from games.pages.cards import sorted_hand
from games.pages.moves import DONE
from games.pages.words import Words, signed

if TYPE_CHECKING:
    from games.cardgame import CardGame

#: Sentences by reason. `best` and `chosen` are percentages of sampled hands; `otherwise` names the other choice.
_REASONS: Final = {
    ENDS_BETTER: gettext_lazy(
        "The hand ends better than %(otherwise)s %(best)s%% of the time, and worse %(chosen)s%%."
    ),
    "BID_HELD": gettext_lazy("The bid succeeds %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."),
    MORE_MADE: gettext_lazy("The higher bid succeeds %(best)s%% of the time."),
    "BLIND_MADE": gettext_lazy("Blind, it succeeds %(best)s%% of the time and counts double."),
    "BLIND_FALLS": gettext_lazy("A blind bid like that succeeds %(chosen)s%% of the time."),
    "NIL_KEPT": gettext_lazy("The nil is made %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."),
    "OTHER_SET": gettext_lazy("It sets an opposing bid %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."),
    "NIL_BROKEN": gettext_lazy("It breaks an opposing nil %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."),
    "NO_BAGS": gettext_lazy("It avoids bags %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."),
    "DUEL_WON": gettext_lazy("It wins the duel this round %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."),
    "STILL_STANDS": gettext_lazy("It avoids defeat this round %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."),
    "OTHER_HURT": gettext_lazy("It does damage %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."),
    "UNHURT": gettext_lazy("No attack gets through %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."),
    "KEEPS_MORE": gettext_lazy("It saves stronger cards for later rounds."),
    "WON_AND_MADE": gettext_lazy(
        "It wins the auction and makes the bid %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."
    ),
    "NO_FALL": gettext_lazy("It avoids getting set %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."),
    "OTHER_STOPPED": gettext_lazy(
        "It keeps the other side from making a bid %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."
    ),
    "GAME_WON": gettext_lazy("It wins the game this hand %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."),
    "GAME_SAVED": gettext_lazy("It keeps the game alive %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."),
    TRICK_TAKEN: gettext_lazy("The trick is safe %(best)s%% of the time; %(otherwise)s, %(chosen)s%%."),
    "MAKES_VOID": gettext_lazy("It empties a suit, so you can trump it."),
    "BAG_CARD_IN_PILE": gettext_lazy("It keeps a card that removes bags out of the pile."),
}
#: For a choice without one of these reasons, for example if it is much better in a few hands.
_NO_REASON: Final = gettext_lazy("No single reason: it does better across all the sample hands.")
_AFTER_THE_CHOICE: Final = gettext_lazy("with the choice made")


def cards_named(action: Action) -> tuple[str, ...]:
    """Return the cards in an action as text, those of a discard in the order of a hand; empty for a bid."""
    if action.card is not None and action.verb != "bid":
        return (action.card.text,)
    named = cards_in(action.argument)
    return texts(sorted_hand(named) if action.verb == "discard" else named)


def choice_text(game: "CardGame", action: Action) -> str:
    """Return an action in a few words: its cards in brackets, a bid's number, or a short phrase."""
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
        return _("blind %(n)s") % {"n": action.argument}
    if action.verb == "blind_nil":
        return _("blind nil")
    return done(game, action)


def done(game: "CardGame", action: Action) -> str:
    """Return an action as a verb phrase, such as "plays [QH]"; for an unknown verb the verb itself."""
    words = game.done.get(action.verb) or DONE.get(action.verb)
    return str(words(action) if callable(words) else words or action.verb)


def part_name(game: "CardGame", number: int | str) -> str:
    """Return the name of a trick, or of a round if the game is one hand."""
    return (_("Round %(n)s") if game.is_one_hand else _("Trick %(n)s")) % {"n": number}


def decision_sentence(game: "CardGame", decision: Decision, where: str, *, cost: int) -> str:
    """Return the sentence on a reviewed decision, with the best choice if `cost` is not 0."""
    words = {"chosen": choice_text(game, decision.chosen), "best": choice_text(game, decision.best)}
    sentence = _("%(where)s: %(chosen)s. Best: %(best)s.") if cost else _("%(where)s: %(chosen)s.")
    return sentence % {**words, "where": where}


def reasons_of(reasons: Sequence[Reason], otherwise: Words = _AFTER_THE_CHOICE) -> tuple[str, ...]:
    """Return one or more sentences on why a choice is better than the choice `otherwise`."""
    found = (
        str(_REASONS[code]) % {"best": best, "chosen": chosen, "otherwise": otherwise}
        for code, best, chosen in reasons
        if code in _REASONS
    )
    return tuple(found) or (str(_NO_REASON),)


@dataclass(frozen=True, slots=True)
class Offer:
    """A bid that the seat may choose, with its points if it is made and if it fails."""

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
    """Return the offer of a bid that needs `aim` tricks, or of nil.

    `won` and `lost` are the points if the bid is made and if it fails. `own` replaces texts of the offer.
    """
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
