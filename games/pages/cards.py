"""What tables show: cards as drawn, a player's hand in rows that fit a phone, choices, labels and lines of the log."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Action, action_text
from games.engine.cards import Card, Suit
from games.engine.state import SeatView
from games.engine.tricks import plays_of
from games.pages.words import CARDS, Words, by_language, card_name, index, sign, signed

#: Orders of suits in a hand; colours alternate in both (docs/rules/spades.md, S19).
SPADES_FIRST: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
SPADES_LAST: Final = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
#: Number of overlapping cards that fit in a row on a phone 360 px wide, with 44 px of each visible.
ONE_ROW: Final = 6
T = TypeVar("T")


class DisplayPreferences(Protocol):
    """A player's preferences that pages read."""

    spades_first: bool
    aces_first: bool
    confirm_play: bool
    letter_keys: bool
    remarks: bool
    lessons: bool


@dataclass(frozen=True, slots=True)
class Face:
    """A card as drawn. `mark` is the yellow tag ("−2") of a card that takes off bags."""

    text: str
    index: str
    suit: str
    name: str
    art: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class CardTag:
    """A tag on a card. `mark` is drawn; `words` are read out, with the card's name in `%(card)s`."""

    mark: str
    words: Any


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the player's hand. Pressing the card posts `action`; `why` is the reason if it may not be played.

    `waits`: the only reason is that it is another seat's turn, so the card is not dimmed. `sentence` is shown while the
    card is chosen and not yet played. Screen readers read `note` after the card's name; on screen it is only a sign.
    """

    face: Face
    action: str = ""
    why: str = ""
    waits: bool = False
    sentence: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class OwnHand:
    """The seat's hand in rows. `chooses`: pressing a card only chooses it, and a button labelled `commit` plays it."""

    rows: tuple[tuple[HandCard, ...], ...] = ()
    name: str = ""
    chooses: bool = False
    commit: str = ""


@by_language(CARDS)
def face(card: Card, mark: str = "") -> Face:
    """Return a card as drawn, with the name in the active language; `mark` is as in `Face`."""
    is_court = card.rank is not None and 11 <= card.rank <= 13
    art = f"{card.text[0]}{card.text[1]}".lower() if is_court else ""
    return Face(card.text, index(card), sign(card), card_name(card), art, mark)


def sorted_hand(hand: Iterable[Card], preferences: DisplayPreferences | None = None) -> list[Card]:
    """Return the hand suit by suit, jokers first. Without preferences, spades and aces come first."""
    suits = SPADES_FIRST if preferences is None or preferences.spades_first else SPADES_LAST
    turned = -1 if preferences is None or preferences.aces_first else 1

    def place(card: Card) -> tuple[int, int]:
        return suits.index(card.suit) if card.suit is not None else -1, turned * card.height

    return sorted(hand, key=place)


def in_rows(cards: Sequence[T], *, rows: int = 2, gone: Collection[T] = ()) -> tuple[tuple[T, ...], ...]:
    """Split a hand into at most `rows` rows for a phone.

    `cards` is the hand as dealt, `gone` are the cards already played. The other cards stay in the rows in which they
    were dealt, until all of them fit in one row.
    """
    left = [one for one in cards if one not in gone]
    length = -(-len(cards) // rows)
    if len(left) <= max(length, ONE_ROW):
        return (tuple(left),) if left else ()
    dealt = (cards[start : start + length] for start in range(0, len(cards), length))
    kept = (tuple(one for one in row if one not in gone) for row in dealt)
    return tuple(row for row in kept if row)


def legal_cards(view: SeatView) -> tuple[Card, ...]:
    """Return the cards that may be played now, in the order of the hand."""
    legal = {one.argument for one in view.legal if isinstance(one, Action) and one.verb == "play"}
    return tuple(one for one in view.hand or () if one.text in legal)


def hand_dealt(view: SeatView) -> tuple[Card, ...]:
    return (*(view.hand or ()), *(card for seat, card in plays_of(view.actions) if seat == view.seat))


# -- choices, labels, lines of the log ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pass:
    """A choice of several cards: minimum, maximum and the button's label. The cards in `must` are preselected."""

    verb: str
    least: int
    most: int
    button: str
    must: tuple[str, ...] = ()

    @property
    def too_many(self) -> str:
        text = ngettext(
            "You can choose only %(n)s card. Press the chosen one to put it back first.",
            "You can choose only %(n)s cards. Press a chosen one to put it back first.",
            self.most,
        )
        return text % {"n": self.most}

    @property
    def too_few(self) -> str:
        return ngettext("Choose %(n)s card first.", "Choose %(n)s cards first.", self.least) % {"n": self.least}


@dataclass(frozen=True, slots=True)
class Call:
    """A call out of turn: that a seat reneged. `name` labels its button, which opens a question; `button` confirms."""

    name: Words
    title: Words
    about: Words
    button: Words
    action: str = ""


@dataclass(frozen=True, slots=True)
class Tag:
    """A label beside the player's own seat, after a `suit` sign. Pressing the label shows `title` and `why`."""

    text: str
    suit: str = ""
    title: str = ""
    why: str = ""


def broken_tag(is_broken: bool) -> Tag:
    if is_broken:
        why = _("A spade has been played, so spades can be led.")
        return Tag(_("broken"), "s", _("Spades are broken"), why)
    why = _("A spade can’t be led until one has been played, unless a hand is all spades.")
    return Tag(_("not broken"), "s", _("Spades aren’t broken"), why)


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
