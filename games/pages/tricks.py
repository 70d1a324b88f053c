"""The tricks of a hand: as values for pages, in sentences, and why a hint names a card.

The reason for a hinted card is derived from the cards that the seat sees. It need not be why the bot chose the card.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from django.utils.translation import gettext as _

from games.engine.actions import Action
from games.engine.cards import PACK, Card, Suit
from games.engine.state import Seat, SeatAction
from games.engine.tricks import Plays, Ranking, plays_of, power, suit_led, winning_place
from games.pages.cards import Face, legal_cards
from games.pages.moves import ANYTHING, Hint, HintWords
from games.pages.seats import Moment, clockwise, name_in, sentence_on
from games.pages.weighed import MarkShown
from games.pages.words import ONE_OF, SUITS, the_card
from games.pages.words import tricks as in_tricks
from games.snapshot import PlayedHand, Replay, Snapshot


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """A trick. `ahead` is the seat that is winning it or has won it, `seats` the number of seats."""

    number: int
    plays: Plays
    ahead: Seat
    seats: int

    @property
    def is_done(self) -> bool:
        return len(self.plays) == self.seats

    @property
    def winner(self) -> Seat | None:
        """The seat that won the trick; None while a card is missing."""
        return self.ahead if self.is_done else None

    @property
    def best(self) -> Card:
        return next(one for seat, one in self.plays if seat == self.ahead)


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card on the table. Without a `face` it is a card back if `hidden`, else an empty place with the text `wait`."""

    place: str
    who: str
    does: str
    seat: Seat
    face: Face | None = None
    wait: str = ""
    is_new: bool = False
    wins: bool = False
    hidden: bool = False
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class PlayedCard:
    text: str
    who: str
    is_led: bool
    wins: bool


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A trick in a list: `cards` as text, and `on_table` as drawn at their places.

    A card's flag says whether a ring is drawn around it, because it won the trick or for the reason in `ring`.
    `by_seat` are the cards clockwise from the near seat. In a replay, `step` is the step of the first card; `is_here`:
    the replay is at this trick. `by_table`: the table played the trick. `stood_in` says which players left or came
    back, and for which players a stand-in chose. `marks` are those of the trick's reviewed decisions.
    """

    number: int
    led: str
    cards: tuple[tuple[str, bool], ...]
    winner: str
    is_near: bool
    on_table: tuple[tuple[str, Face, bool], ...] = ()
    step: int = 0
    is_here: bool = False
    by_table: bool = False
    stood_in: str = ""
    marks: tuple[MarkShown, ...] = ()
    ring: str = ""
    by_seat: tuple[PlayedCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Jump:
    """A link to a step of a replay; `text` has cards in brackets. `marks` are of decisions before the first trick."""

    text: str
    step: int
    marks: tuple[MarkShown, ...] = ()


def is_play(action: Action) -> bool:
    """Return whether an action plays a single card to a trick, not several cards."""
    return action.verb == "play" and action.card is not None


def tricks_in(
    actions: Sequence[SeatAction], ahead_in: Callable[[int, Plays], Seat], *, seats: int
) -> tuple[ShownTrick, ...]:
    """Return all tricks of a hand, the open trick last. `ahead_in(number, plays)` returns the winning seat."""
    plays, found = plays_of(actions), []
    for start in range(0, len(plays), seats):
        number, trick = start // seats + 1, plays[start : start + seats]
        found.append(ShownTrick(number, trick, ahead_in(number, trick), seats))
    return tuple(found)


def tricks_with(actions: Sequence[SeatAction], ranking: Ranking, *, seats: int) -> tuple[ShownTrick, ...]:
    def ahead_in(number: int, plays: Plays) -> Seat:
        return plays[winning_place([one for _seat, one in plays], ranking)][0]

    return tricks_in(actions, ahead_in, seats=seats)


def newest_card_sentence(moment: Moment, trick: ShownTrick) -> str:
    seat, one = trick.plays[-1]
    own, other = _("You played %(card)s."), _("%(name)s played %(card)s.")
    if len(trick.plays) == 1:
        own, other = _("You led %(card)s."), _("%(name)s led %(card)s.")
    return sentence_on(moment, seat, own, other, card=the_card(one))


def is_winning(moment: Moment, trick: ShownTrick) -> str:
    """Return the sentence on the card that is winning; empty if it is the newest card."""
    if trick.ahead == trick.plays[-1][0]:
        return ""
    words = {"name": name_in(moment, trick.ahead), "card": the_card(trick.best)}
    return _("%(name)s is winning with %(card)s.") % words


def trick_won_sentence(moment: Moment, trick: ShownTrick) -> str:
    own, other = _("You won trick %(n)s with %(card)s."), _("%(name)s won trick %(n)s with %(card)s.")
    return sentence_on(moment, trick.ahead, own, other, n=trick.number, card=the_card(trick.best))


def to_follow(suits: Iterable[Suit | None], led: Suit | None) -> str:
    if led is None:
        return _("Play any card.")
    if led in suits:
        return _("Play %(one)s.") % {"one": ONE_OF[led]}
    # Name the suit: the sentence before this one may name a card of another suit.
    return _("You hold no %(suit)s: play any card.") % {"suit": SUITS[led]}


def spades_broken(tricks: Sequence[ShownTrick]) -> str:
    """Return the sentence on broken spades if the newest card broke them; else empty."""
    spades = [one.suit is Suit.SPADES for trick in tricks for _seat, one in trick.plays]
    return _("Spades are broken.") if spades and spades[-1] and not any(spades[:-1]) else ""


def replayed_play(replay: Replay, trick: ShownTrick, *more: str) -> str:
    """Return the sentences on a replay's newest card and, if it ended the trick, on the winner, followed by `more`."""
    seat, one = trick.plays[-1]
    if trick.winner == seat:
        own, other = _("You played %(card)s and won."), _("%(name)s played %(card)s and won.")
        said = [sentence_on(replay, seat, own, other, card=the_card(one))]
    else:
        won_by = sentence_on(replay, trick.ahead, _("You won the trick."), _("%(name)s won the trick."))
        said = [newest_card_sentence(replay, trick), *([won_by] if trick.is_done else [])]
    return " ".join([*said, *more])


def cards_by_seat(moment: Moment, trick: ShownTrick) -> tuple[PlayedCard, ...]:
    """Return the cards of a trick clockwise from the near seat."""
    played, leader = dict(trick.plays), trick.plays[0][0]
    return tuple(
        PlayedCard(played[seat].text, name_in(moment, seat), seat == leader, seat == trick.ahead)
        for seat in clockwise(moment)
        if seat in played
    )


def claimed(moment: Moment, hand: PlayedHand | None) -> str:
    """Return the sentence on the claim in a finished hand, with seat and number of tricks; empty without a claim."""
    if hand is None or hand.claimer is None:
        return ""
    words = {"name": name_in(moment, hand.claimer), "tricks": in_tricks(hand.tricks_by_table)}
    if hand.claimer == moment.own:
        return _("You claim the rest: %(tricks)s.") % words
    return _("%(name)s claims the rest: %(tricks)s.") % words


# -- why a hint names a card --------------------------------------------------------------------------


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
        if not self.plays:
            return False
        seat, best = self.plays[self.winning(self.cards)]
        return seat == self.partner and self.can_win(best)


def hint_of_card(trick_of: Callable[[Snapshot], TrickOnTable]) -> Hint:
    def said(snapshot: Snapshot, action: Action) -> HintWords:
        card = action.card
        if card is None:
            return ANYTHING
        trick, may = trick_of(snapshot), legal_cards(snapshot.view)
        if len(may) == 1:
            why = _("It’s the only card that can be played.")
        elif not trick.plays and (trick.first_suit is None or trick.can_win(card)):
            why = _reason_to_lead(snapshot, trick, card)
        else:
            why = _reason_to_take(trick, may, card) if trick.takes(card) else _reason_to_duck(trick, may)
        return HintWords(_("Hint: play %(card)s.") % {"card": the_card(card)}, why)

    return said


def _reason_to_lead(snapshot: Snapshot, trick: TrickOnTable, card: Card) -> str:
    if trick.nil is Nil.STANDS:
        return _("It’s low and likely to be beaten, just what a nil needs.")
    if trick.ranking.suit_of(card) is None:
        return _("It can’t win a trick, so it saves a better card.")
    played = (action.card for _seat, action in snapshot.view.actions if action.verb == "play")
    seen = {*trick.aside, *played, *(snapshot.view.hand or ())}
    rivals = [other for other in trick.pack if other not in seen and trick.are_alike(card, other)]
    if not any(trick.winning((card, other)) == 1 for other in rivals):
        return _("No card still out beats it in its suit.")
    alike = [other for other in legal_cards(snapshot.view) if trick.are_alike(card, other)]
    if not any(trick.winning((other, card)) == 1 for other in alike):
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
    if not any(trick.takes(other) for other in may):
        if trick.is_partners and trick.partners_nil is Nil.STANDS:
            return _("Your partner’s nil is winning the trick, and no legal card can help.")
        return _("No legal card wins this trick, so the least useful one goes.")
    if trick.nil is Nil.FALLEN:
        return _("The nil has failed, and each further trick is a bag.")
    if trick.needs is not None and trick.needs <= 0:
        return _("The bid is made, and another trick would be a bag.")
    return _("The cards that would win this trick are worth more later.")
