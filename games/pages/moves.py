"""Words for moves that games share: a hint with its reason, what a player did, and why an action is refused.

The reason for a card is derived from the visible cards. It is true of the card, although the bot that chose it weighs
more. It is shown only if no reason with numbers tells the choice from the next best one.
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

SPADES_NOT_BROKEN: Final = gettext_lazy("Spades are not broken yet, so lead another suit.")
#: Refusals by the rules, by code.
REFUSED: Final[Mapping[str, Words]] = {
    "GAME_OVER": gettext_lazy("The game is over."),
    "NOT_IN_HAND": gettext_lazy("That card is not in your hand."),
    "DUPLICATE": gettext_lazy("The same card was chosen twice."),
    "SPADES_NOT_BROKEN": SPADES_NOT_BROKEN,
}
#: Refusals by the table of what the rules allow, by code.
BY_THE_TABLE: Final[Mapping[str, Words]] = {
    "NO_DEAL": gettext_lazy("There is nothing to deal now."),
    "NO_HINT": gettext_lazy("There is no hint to give now."),
    "WARMING_UP": gettext_lazy("Hints are still warming up. Ask again in a minute."),
    "NOTHING_DONE": gettext_lazy("You have nothing to take back in this hand."),
    "ACTED_SINCE": gettext_lazy(
        "Somebody has acted since. Among people only a choice that nobody has answered can be taken back."
    ),
    "DRAWN_SINCE": gettext_lazy("Cards have been drawn since, so this can no longer be taken back."),
    "FEW_CARDS": gettext_lazy("With three cards or fewer left, nothing can be taken back."),
    "OFTEN_ENOUGH": gettext_lazy("You have taken back 200 times in this hand, and that is the limit."),
    "LONG_ENOUGH": gettext_lazy("After 2,000 moves only what ends the game can be done. You can also give it up."),
    "HANDS_ENOUGH": gettext_lazy("A game has 200 hands at most. Give this one up and open another."),
    "COMPARED": gettext_lazy("On a board that counts, nothing can be taken back."),
    "NO_CLAIM": gettext_lazy("It is not certain that every trick left is yours."),
    "GIVEN_UP": gettext_lazy("The game was given up."),
    "HAS_LEFT": gettext_lazy("You have left this table. Take your seat back first."),
    "STOOD_IN": gettext_lazy("A computer player plays for you. Take your seat back first."),
    "NOT_MISSING": gettext_lazy("Nobody is missing there any more, so there is nothing to decide."),
    "OWN_TURN": gettext_lazy("It is your turn, too: act first."),
    "STILL_ASKED": gettext_lazy("Another question is still open. Wait until it is settled."),
    "JUST_REFUSED": gettext_lazy("That was refused a moment ago. You can ask again in a few seconds."),
    "TOO_MANY_GAMES": gettext_lazy("You have many games open. Finish or give up one of them first."),
    "NOT_ASKED": gettext_lazy("That question is no longer open."),
}


class HintWords(NamedTuple):
    """What to choose and why, each in a sentence; `why` is empty if there is no choice."""

    what: Words
    why: Words = ""


#: The words of a hint, or a function that returns them.
Hint: TypeAlias = "HintWords | Callable[[Snapshot, Action], HintWords]"
#: What a player does, to follow the name; or a function that returns it.
Done: TypeAlias = "Words | Callable[[Action], str]"

# -- hints --------------------------------------------------------------------------------------------

ANYTHING: Final = HintWords(gettext_lazy("Hint: choose what is ringed."))
LOOK: Final = HintWords(
    gettext_lazy("Hint: look at your cards first."), gettext_lazy("The bonus is not worth the risk yet.")
)
BLIND: Final = HintWords(
    gettext_lazy("Hint: bid without looking."), gettext_lazy("So far behind, the bonus is worth the risk.")
)
BID_NIL: Final = gettext_lazy("Hint: bid nil.")


def hint_of_bid(snapshot: Snapshot, action: Action) -> HintWords:
    """Return the hint for a bid of tricks, or for nil."""
    if action.number == 0:
        return HintWords(BID_NIL, _("These cards can stay under every trick."))
    words = {"n": in_words(action.number or 0)}
    return HintWords(_("Hint: bid %(n)s.") % words, _("That is what these cards should win."))


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
    """The open trick and what the seat may play to it. `needs` is the tricks still to win; None without a bid.

    `ranking` ranks the cards of this hand. `pack` are all cards of the game, `aside` those that the seat knows to be
    out of play. `first_suit` is the suit of the trick if a rule names it, regardless of the lead.
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
        return tuple(one for _seat, one in self.plays)

    def winning(self, cards: tuple[Card, ...]) -> int:
        """Return the index of the winning card among cards in order of play."""
        return winning_place(cards, self.ranking, led=self.first_suit)

    def are_alike(self, one: Card, other: Card) -> bool:
        """Return whether both follow the same suit."""
        return self.ranking.suit_of(one) is self.ranking.suit_of(other)

    def can_win(self, one: Card) -> bool:
        """Return whether it is a trump or of the trick's suit, which a lead sets unless a rule does."""
        led = self.first_suit or suit_led((*self.cards, one), self.ranking)
        return power(one, led, self.ranking)[0] > 0

    def takes(self, one: Card) -> bool:
        return self.can_win(one) and self.winning((*self.cards, one)) == len(self.plays)

    @property
    def is_partners(self) -> bool:
        if not self.plays:
            return False
        seat, best = self.plays[self.winning(self.cards)]
        return seat == self.partner and self.can_win(best)


def hint_of_card(trick_of: Callable[[Snapshot], TrickOnTable]) -> Hint:
    """Return the hint for a card to a trick, with its reason."""

    def said(snapshot: Snapshot, action: Action) -> HintWords:
        one = action.card
        if one is None:
            return ANYTHING
        words = _("Hint: play %(card)s.") % {"card": the_card(one)}
        return HintWords(words, _reason(snapshot, trick_of(snapshot), one))

    return said


def _reason(snapshot: Snapshot, trick: TrickOnTable, one: Card) -> str:
    may = legal_cards(snapshot.view)
    if len(may) == 1:
        return _("It is the only card that may be played.")
    if not trick.plays and (trick.first_suit is None or trick.can_win(one)):
        return _lead(snapshot, trick, one)
    return _take(trick, may, one) if trick.takes(one) else _leave(trick, may)


def _lead(snapshot: Snapshot, trick: TrickOnTable, one: Card) -> str:
    if trick.nil is Nil.STANDS:
        return _("It is low and likely to be beaten, and nil needs that.")
    if trick.ranking.suit_of(one) is None:
        return _("It can win no trick, so it costs no better card.")
    rivals = [other for other in _unseen(snapshot, trick) if trick.are_alike(one, other)]
    if not any(trick.winning((one, other)) == 1 for other in rivals):
        return _("Nothing that is still out beats it in its suit.")
    alike = [other for other in legal_cards(snapshot.view) if trick.are_alike(one, other)]
    lower = [other for other in alike if trick.winning((other, one)) == 1]
    if not lower:
        return _("A low lead keeps the higher cards for later.")
    return _("Of the cards that may be led it risks the least for what it can win.")


def _take(trick: TrickOnTable, may: tuple[Card, ...], one: Card) -> str:
    if trick.nil is Nil.STANDS:
        return _("No other card is better for staying under the trick.")
    winners = [other for other in may if trick.takes(other)]
    is_cheapest = not any(trick.winning((*trick.cards, other, one)) > len(trick.plays) for other in winners)
    if len(trick.plays) == trick.seats - 1:
        cheap, plain = _("It wins the trick, and no cheaper card would."), _("It wins the trick.")
        return cheap if is_cheapest and len(winners) > 1 else plain
    return _("It is ahead in this trick, and whoever wants it must play higher.")


def _leave(trick: TrickOnTable, may: tuple[Card, ...]) -> str:
    if trick.nil is Nil.STANDS:
        return _("It stays under the trick, for the nil.")
    if trick.is_partners and trick.partners_nil is Nil.NOT_BID:
        return _("Your partner is winning this trick, so no high card is needed.")
    if trick.is_partners and trick.partners_nil is Nil.STANDS and not any(trick.takes(other) for other in may):
        return _("Your partner’s nil is ahead, and no card that may be played can help it.")
    if not any(trick.takes(other) for other in may):
        return _("No card that may be played wins this trick, so the least useful one goes.")
    if trick.nil is Nil.FALLEN:
        return _("The nil has failed, and each further trick is a bag.")
    if trick.needs is not None and trick.needs <= 0:
        return _("The bid is made, and another trick would be a bag.")
    return _("The cards that would win this trick are worth more later.")


def _unseen(snapshot: Snapshot, trick: TrickOnTable) -> list[Card]:
    gone = {*trick.aside, *(action.card for _seat, action in snapshot.view.actions if action.verb == "play")}
    return [one for one in trick.pack if one not in gone and one not in (snapshot.view.hand or ())]


# -- what was done ------------------------------------------------------------------------------------


def with_cards(words: Words) -> Done:
    """Return a function that words an action with its cards in brackets."""

    def said(action: Action) -> str:
        named = tuple_of(action.argument) or (action.argument,)
        return str(words) % {"cards": " ".join(f"[{text}]" for text in named)}

    return said


def _bid(action: Action) -> str:
    return _("bids nil") if action.argument == 0 else _("bids %(bid)s") % {"bid": action.argument}


#: Words for verbs that several games share.
DONE: Final[Mapping[str, Done]] = {
    "play": with_cards(gettext_lazy("plays %(cards)s")),
    "discard": with_cards(gettext_lazy("puts aside %(cards)s")),
    "look": gettext_lazy("looks at the cards"),
    "blind_nil": gettext_lazy("bids blind nil"),
    "bid": _bid,
    "pass": gettext_lazy("passes"),
}


def must_follow(led: Suit | None) -> str:
    """Return why a card of another suit than the led one may not be played."""
    one = _("a card of that suit") if led is None else ONE_OF[led]
    return _("You hold %(one)s, so you must play one.") % {"one": one}
