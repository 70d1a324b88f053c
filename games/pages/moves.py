"""Moves in words: refusals, what was done, choices and why another is better, hints, and tips.

A hint says what to do and why, from the seat's view alone. Reasons with numbers are worded as in a review; without one
the game's own words give a general reason, as `hint_of_card` in `tricks` does for cards. A tip is a short text in a
person's first game of a kind. The actions so far decide when, so the site need not store which tips were shown.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.engine.actions import Action, action_text, cards_in, texts, tuple_of
from games.engine.cards import Suit
from games.engine.tricks import plays_of
from games.evaluation.decisions import ENDS_BETTER, Decision
from games.evaluation.interface import MORE_MADE, TRICK_TAKEN, Reason
from games.pages.cards import sorted_hand
from games.pages.words import ONE_OF, Words, in_words, the_card
from games.snapshot import Snapshot

if TYPE_CHECKING:
    from games.cardgame import CardGame

# -- refusals -----------------------------------------------------------------------------------------

SPADES_NOT_BROKEN: Final = gettext_lazy("Spades aren’t broken yet, so lead another suit.")
#: Sentences for refusals of the rules, by code.
REFUSED: Final[Mapping[str, Words]] = {
    "GAME_OVER": gettext_lazy("The game is over."),
    "NOT_IN_HAND": gettext_lazy("That card isn’t in your hand."),
    "DUPLICATE": gettext_lazy("You chose the same card twice."),
    "SPADES_NOT_BROKEN": SPADES_NOT_BROKEN,
}
#: Sentences for refusals that the site adds to those of the rules, by code.
BY_THE_TABLE: Final[Mapping[str, Words]] = {
    "NO_DEAL": gettext_lazy("There’s nothing to deal now."),
    "NO_HINT": gettext_lazy("There’s no hint right now."),
    "WARMING_UP": gettext_lazy("Hints aren’t ready yet. Ask again in a minute."),
    "NOTHING_DONE": gettext_lazy("You have nothing to take back in this hand."),
    "ACTED_SINCE": gettext_lazy(
        "Someone has made a move since. With other people, you can only take back a move no one has answered."
    ),
    "DRAWN_SINCE": gettext_lazy("Cards have been drawn since, so you can’t take this back."),
    "FEW_CARDS": gettext_lazy("With three or fewer cards left, you can’t take anything back."),
    "OFTEN_ENOUGH": gettext_lazy("You’ve taken back 200 moves in this hand, and that’s the limit."),
    "LONG_ENOUGH": gettext_lazy("After 2,000 moves, you can only make a move that ends the game, or give it up."),
    "HANDS_ENOUGH": gettext_lazy("A game has at most 200 hands. Give this one up and start another."),
    "COMPARED": gettext_lazy("You can’t take anything back on a board that counts."),
    "NO_CLAIM": gettext_lazy("It’s not certain that all remaining tricks are yours."),
    "GIVEN_UP": gettext_lazy("The game was given up."),
    "HAS_LEFT": gettext_lazy("You’ve left this table. Take your seat back first."),
    "STOOD_IN": gettext_lazy("A computer is playing for you. Take your seat back first."),
    "NOT_MISSING": gettext_lazy("No one is missing there anymore, so there’s nothing to decide."),
    "OWN_TURN": gettext_lazy("It’s your turn, too: make your move first."),
    "STILL_ASKED": gettext_lazy("Another question is still open. Wait until it’s settled."),
    "JUST_REFUSED": gettext_lazy("That was refused a moment ago. You can ask again in a few seconds."),
    "TOO_MANY_GAMES": gettext_lazy("You have too many open games. Finish or give up one first."),
    "NOT_ASKED": gettext_lazy("That question is no longer open."),
}


def must_follow(led: Suit | None) -> str:
    """Return the refusal of a card that does not follow suit. `led` is the suit to follow; None if unknown."""
    one = _("a card of that suit") if led is None else ONE_OF[led]
    return _("You hold %(one)s, so you must play one.") % {"one": one}


# -- what was done, and choices -----------------------------------------------------------------------

#: A verb phrase that follows a player's name, such as "passes"; or a function that returns it.
Done: TypeAlias = "Words | Callable[[Action], str]"


def with_cards(words: Words) -> Done:
    def said(action: Action) -> str:
        named = tuple_of(action.argument) or (action.argument,)
        return str(words) % {"cards": " ".join(f"[{text}]" for text in named)}

    return said


def _bid(action: Action) -> str:
    return _("bids nil") if action.argument == 0 else _("bids %(bid)s") % {"bid": action.argument}


#: Words for verbs. Games add and override some.
DONE: Final[Mapping[str, Done]] = {
    "play": with_cards(gettext_lazy("plays %(cards)s")),
    "discard": with_cards(gettext_lazy("discards %(cards)s")),
    "look": gettext_lazy("looks at the cards"),
    "blind_nil": gettext_lazy("bids blind nil"),
    "bid": _bid,
    "pass": gettext_lazy("passes"),
}
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


# -- hints --------------------------------------------------------------------------------------------


class HintWords(NamedTuple):
    """A hint in two sentences: what to choose, and why; `why` may be empty."""

    what: Words
    why: Words = ""


#: The words of a hint, or a function that returns them.
Hint: TypeAlias = "HintWords | Callable[[Snapshot, Action], HintWords]"
ANYTHING: Final = HintWords(gettext_lazy("Hint: choose the ringed one."))
LOOK: Final = HintWords(
    gettext_lazy("Hint: look at your cards first."), gettext_lazy("The bonus isn’t worth the risk yet.")
)
BLIND: Final = HintWords(
    gettext_lazy("Hint: bid without looking."), gettext_lazy("So far behind, the bonus is worth the risk.")
)
BID_NIL: Final = gettext_lazy("Hint: bid nil.")


def hint_of_bid(snapshot: Snapshot, action: Action) -> HintWords:
    if action.number == 0:
        return HintWords(BID_NIL, _("These cards can lose every trick."))
    words = {"n": in_words(action.number or 0)}
    return HintWords(_("Hint: bid %(n)s.") % words, _("That’s what these cards should win."))


@dataclass(frozen=True, slots=True)
class HintShown:
    """A hint in a sentence. The page rings the button of `action`, or the `cards`."""

    action: str
    cards: tuple[str, ...]
    words: str


def hint(game: "CardGame", snapshot: Snapshot) -> HintShown | None:
    """Return the hint that the player has asked for. Reasons with numbers replace the game's general reason."""
    advice = snapshot.hint
    if advice is None:
        return None
    words, more = game.hints.get(advice.action.verb, ANYTHING), ""
    what, why = words(snapshot, advice.action) if callable(words) else words
    if advice.other is not None and advice.reasons:
        why = reasons_of(advice.reasons, _with_other(game, advice.other))[0]
    elif advice.other is not None:
        more = _equal_choice(game, advice.other)
    said = " ".join(str(one) for one in (what, why, more) if one)
    return HintShown(action_text(advice.action), cards_named(advice.action), said)


def _with_other(game: "CardGame", other: Action) -> str:
    """Return "with" and the other choice, for a comparison.

    Only a bid or a card other than a joker follows "with"; the name of any other choice stands in brackets.
    """
    name = _name(game, other)
    if not name:
        return _("with the next best choice")
    if (other.card is not None and not other.card.is_joker) or other.verb == "bid":
        return _("with %(other)s") % {"other": name}
    return _("with the next best choice (%(other)s)") % {"other": name}


def _equal_choice(game: "CardGame", other: Action) -> str:
    name = _name(game, other)
    return _("About as good: %(other)s.") % {"other": name} if name else _("Another choice is about as good.")


def _name(game: "CardGame", action: Action) -> str:
    """Return the action's name; empty for several cards, whose names would be too long."""
    if action.verb == "bid":
        if action.number is None:
            return pgettext("in an auction", "a bid of %(bid)s") % {"bid": choice_text(game, action)}
        return _("a bid of %(bid)s") % {"bid": in_words(action.number)}
    if action.card is not None:
        return the_card(action.card)
    return "" if cards_named(action) else choice_text(game, action)


# -- tips ---------------------------------------------------------------------------------------------

When = Callable[[Snapshot], bool]
PLAY: Final = "play"
#: Tips for games in which spades are trumps.
COUNT: Final = gettext_lazy("Bid as many tricks as your aces, kings and extra spades should win.")
LEAD: Final = gettext_lazy(
    "Spades beat every other suit. Lead one only after one has been played, or if you have only spades."
)
FOLLOW: Final = gettext_lazy("Follow suit if you can. If not, play anything: any spade beats it.")
FOLLOW_RUFFED: Final = gettext_lazy("Follow suit if you can. If not, play anything: only a higher spade wins now.")
FOLLOW_SPADE: Final = gettext_lazy("Spades were led, so play one. If you have none, play anything: it can’t win.")


@dataclass(frozen=True, slots=True)
class Tip:
    """A tip, shown while `when` returns True. `words` is a text, or a function that returns a text."""

    when: When
    words: "Words | Callable[[Snapshot], str]"

    def text(self, snapshot: Snapshot) -> str:
        return self.words(snapshot) if callable(self.words) else str(self.words)


def lesson(tips: Sequence[Tip], snapshot: Snapshot) -> str:
    """Return the first tip that applies now; empty without one, or while the seat has no legal action."""
    return next((one.text(snapshot) for one in tips if snapshot.view.legal and one.when(snapshot)), "")


def offered(verb: str, *, said: int = 0) -> When:
    """Return a predicate: `verb` is legal for the seat, and the seat has used it `said` times in this game."""

    def when(snapshot: Snapshot) -> bool:
        return any(one.verb == verb for one in snapshot.view.legal) and times(snapshot, verb) == said

    return when


def times(snapshot: Snapshot, verb: str) -> int:
    """Return how often the seat has used `verb` in this game."""
    every = (*(one for hand in snapshot.hands for one in hand.actions), *snapshot.view.actions)
    return sum(seat == snapshot.seat and action.verb == verb for seat, action in every)


def leads(snapshot: Snapshot, skipped_tricks: int = 0) -> bool:
    """Return whether the seat is to make its first lead, in one of the first two tricks of the first hand.

    The first `skipped_tricks` tricks do not count, because they have special rules.
    """
    places = own_places(snapshot)[skipped_tricks:]
    return plays(snapshot) and len(places) < 2 and _place_now(snapshot) == 0 and 0 not in places


def follows(snapshot: Snapshot, skipped_tricks: int = 0) -> bool:
    """Return whether the seat is to follow a lead for the first time, in the same two tricks as in `leads`."""
    places = own_places(snapshot)[skipped_tricks:]
    return plays(snapshot) and len(places) < 2 and _place_now(snapshot) > 0 and not any(places)


def plays(snapshot: Snapshot) -> bool:
    """Return whether the seat is to play a card in the first hand of the game."""
    return not snapshot.hands and any(one.verb == PLAY for one in snapshot.view.legal)


def own_places(snapshot: Snapshot) -> list[int]:
    """Return for each card that the seat has played in this hand its position in the trick; 0 is a lead."""
    made = plays_of(snapshot.view.actions)
    return [place % len(snapshot.seated) for place, (seat, _card) in enumerate(made) if seat == snapshot.seat]


def _place_now(snapshot: Snapshot) -> int:
    return len(plays_of(snapshot.view.actions)) % len(snapshot.seated)
