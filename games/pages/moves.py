"""Words for moves that games share: hints with their reasons, actions, and refusals.

The reason for a hinted card is a general one, derived from the cards that the seat sees. It need not be why the bot
chose the card. If the hint has a reason with numbers, that reason is shown instead.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Action, tuple_of
from games.engine.cards import PACK, Card, Suit
from games.engine.state import Seat
from games.engine.tricks import Ranking, power, suit_led, winning_place
from games.pages.table import legal_cards
from games.pages.words import ONE_OF, Words, in_words, the_card
from games.snapshot import Snapshot

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


class HintWords(NamedTuple):
    """A hint in two sentences: what to choose, and why; `why` may be empty."""

    what: Words
    why: Words = ""


#: The words of a hint, or a function that returns them.
Hint: TypeAlias = "HintWords | Callable[[Snapshot, Action], HintWords]"
#: A verb phrase that follows a player's name, such as "passes"; or a function that returns it.
Done: TypeAlias = "Words | Callable[[Action], str]"

# -- hints --------------------------------------------------------------------------------------------

ANYTHING: Final = HintWords(gettext_lazy("Hint: choose the ringed one."))
LOOK: Final = HintWords(
    gettext_lazy("Hint: look at your cards first."), gettext_lazy("The bonus isn’t worth the risk yet.")
)
BLIND: Final = HintWords(
    gettext_lazy("Hint: bid without looking."), gettext_lazy("So far behind, the bonus is worth the risk.")
)
BID_NIL: Final = gettext_lazy("Hint: bid nil.")


def hint_of_bid(snapshot: Snapshot, action: Action) -> HintWords:
    """Return the hint for a bid of tricks, or for nil."""
    if action.number == 0:
        return HintWords(BID_NIL, _("These cards can lose every trick."))
    words = {"n": in_words(action.number or 0)}
    return HintWords(_("Hint: bid %(n)s.") % words, _("That’s what these cards should win."))


class Nil(Enum):
    """The state of a player's nil."""

    NOT_BID = "not bid"
    STANDS = "stands"
    FALLEN = "fallen"

    @classmethod
    def of(cls, *, is_bid: bool, tricks: int) -> "Nil":
        if not is_bid:
            return cls.NOT_BID
        return cls.FALLEN if tricks else cls.STANDS


@dataclass(frozen=True, kw_only=True)
class TrickOnTable:
    """The open trick, for a seat that is to play to it. `needs` are the tricks that the bid of its side still lacks.

    `needs` is None if unknown. `ranking` ranks the cards of this hand. `pack` are all cards of the game, `aside` the
    cards that the seat knows to be out of play. `first_suit` is the suit to follow if a rule, not the lead, sets it.
    """

    plays: tuple[tuple[Seat, Card], ...]
    seats: int
    ranking: Ranking
    partner: Seat | None = None
    needs: int | None = None
    nil: Nil = Nil.NOT_BID
    partners_nil: Nil = Nil.NOT_BID
    pack: tuple[Card, ...] = PACK
    aside: Collection[Card] = ()
    first_suit: Suit | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for _seat, card in self.plays)

    def winning(self, cards: tuple[Card, ...]) -> int:
        """Return the index of the winning card among cards in order of play."""
        return winning_place(cards, self.ranking, led=self.first_suit)

    def are_alike(self, card: Card, other: Card) -> bool:
        """Return whether both cards belong to the same suit."""
        return self.ranking.suit_of(card) is self.ranking.suit_of(other)

    def can_win(self, card: Card) -> bool:
        """Return whether a card is a trump or of the suit to follow: `first_suit`, or else the suit led."""
        led = self.first_suit or suit_led((*self.cards, card), self.ranking)
        return power(card, led, self.ranking)[0] > 0

    def takes(self, card: Card) -> bool:
        """Return whether a card would be ahead if it were played now."""
        return self.can_win(card) and self.winning((*self.cards, card)) == len(self.plays)

    @property
    def is_partners(self) -> bool:
        """Whether the partner is ahead in the trick."""
        if not self.plays:
            return False
        seat, best = self.plays[self.winning(self.cards)]
        return seat == self.partner and self.can_win(best)


def hint_of_card(trick_of: Callable[[Snapshot], TrickOnTable]) -> Hint:
    """Return a function that returns the words of a hint to play a card, with a reason."""

    def said(snapshot: Snapshot, action: Action) -> HintWords:
        card = action.card
        if card is None:
            return ANYTHING
        words = _("Hint: play %(card)s.") % {"card": the_card(card)}
        return HintWords(words, _reason(snapshot, trick_of(snapshot), card))

    return said


def _reason(snapshot: Snapshot, trick: TrickOnTable, card: Card) -> str:
    may = legal_cards(snapshot.view)
    if len(may) == 1:
        return _("It’s the only card that can be played.")
    if not trick.plays and (trick.first_suit is None or trick.can_win(card)):
        return _reason_to_lead(snapshot, trick, card)
    return _reason_to_take(trick, may, card) if trick.takes(card) else _reason_to_duck(trick, may)


def _reason_to_lead(snapshot: Snapshot, trick: TrickOnTable, card: Card) -> str:
    if trick.nil is Nil.STANDS:
        return _("It’s low and likely to be beaten, just what a nil needs.")
    if trick.ranking.suit_of(card) is None:
        return _("It can’t win a trick, so it saves a better card.")
    rivals = [other for other in _unseen(snapshot, trick) if trick.are_alike(card, other)]
    if not any(trick.winning((card, other)) == 1 for other in rivals):
        return _("No card still out beats it in its suit.")
    alike = [other for other in legal_cards(snapshot.view) if trick.are_alike(card, other)]
    lower = [other for other in alike if trick.winning((other, card)) == 1]
    if not lower:
        return _("A low lead keeps the higher cards for later.")
    return _("Of your possible leads, it risks the least for what it can win.")


def _reason_to_take(trick: TrickOnTable, may: tuple[Card, ...], card: Card) -> str:
    if trick.nil is Nil.STANDS:
        return _("No other card is better for ducking the trick.")
    winners = [other for other in may if trick.takes(other)]
    is_cheapest = not any(trick.winning((*trick.cards, other, card)) > len(trick.plays) for other in winners)
    if len(trick.plays) == trick.seats - 1:
        cheap, plain = _("It wins the trick, and no cheaper card would."), _("It wins the trick.")
        return cheap if is_cheapest and len(winners) > 1 else plain
    return _("It’s winning this trick, so the others must play higher to take it.")


def _reason_to_duck(trick: TrickOnTable, may: tuple[Card, ...]) -> str:
    if trick.nil is Nil.STANDS:
        return _("It ducks the trick, for the nil.")
    if trick.is_partners and trick.partners_nil is Nil.NOT_BID:
        return _("Your partner is winning this trick, so no high card is needed.")
    if trick.is_partners and trick.partners_nil is Nil.STANDS and not any(trick.takes(other) for other in may):
        return _("Your partner’s nil is winning the trick, and no legal card can help.")
    if not any(trick.takes(other) for other in may):
        return _("No legal card wins this trick, so the least useful one goes.")
    if trick.nil is Nil.FALLEN:
        return _("The nil has failed, and each further trick is a bag.")
    if trick.needs is not None and trick.needs <= 0:
        return _("The bid is made, and another trick would be a bag.")
    return _("The cards that would win this trick are worth more later.")


def _unseen(snapshot: Snapshot, trick: TrickOnTable) -> list[Card]:
    played = {*trick.aside, *(action.card for _seat, action in snapshot.view.actions if action.verb == "play")}
    return [card for card in trick.pack if card not in played and card not in (snapshot.view.hand or ())]


# -- what was done ------------------------------------------------------------------------------------


def with_cards(words: Words) -> Done:
    """Return a function that words an action with its cards in brackets."""

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


def must_follow(led: Suit | None) -> str:
    """Return the refusal of a card that does not follow suit. `led` is the suit to follow; None if unknown."""
    one = _("a card of that suit") if led is None else ONE_OF[led]
    return _("You hold %(one)s, so you must play one.") % {"one": one}
