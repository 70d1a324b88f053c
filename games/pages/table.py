"""Values that table pages pass to templates: cards, buttons, labels, lines of the log."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Action, action_text
from games.engine.cards import Card
from games.engine.state import Phase, Seat, SeatView
from games.pages.cards import DisplayPreferences, HandCard, face, in_rows
from games.pages.seats import turn_sentence
from games.pages.tricks import DrawFace
from games.pages.words import Words
from games.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log: a trick with its number, or a note."""

    text: str
    number: int | None = None


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
        """The refusal when the maximum is already chosen."""
        text = ngettext(
            "You can choose only %(n)s card. Press the chosen one to put it back first.",
            "You can choose only %(n)s cards. Press a chosen one to put it back first.",
            self.most,
        )
        return text % {"n": self.most}

    @property
    def too_few(self) -> str:
        """The refusal when the button is pressed before enough cards are chosen."""
        return ngettext("Choose %(n)s card first.", "Choose %(n)s cards first.", self.least) % {"n": self.least}


@dataclass(frozen=True, slots=True)
class ChoiceButton:
    action: str
    words: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call out of turn: that a seat reneged. `name` labels its button, which opens a question; `button` confirms."""

    name: Words
    title: Words
    about: Words
    button: Words
    action: str = ""


@dataclass(frozen=True, slots=True)
class CallNotice:
    """How a call was judged, shown above the table until dismissed. `key` is unique in the game."""

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Tag:
    """A label beside the player's own seat, after a `suit` sign. Pressing the label shows `title` and `why`."""

    text: str
    suit: str = ""
    title: str = ""
    why: str = ""


def broken_tag(is_broken: bool) -> Tag:
    """Return the label that says whether spades may be led."""
    if is_broken:
        why = _("A spade has been played, so spades can be led.")
        return Tag(_("broken"), "s", _("Spades are broken"), why)
    why = _("A spade can’t be led until one has been played, unless a hand is all spades.")
    return Tag(_("not broken"), "s", _("Spades aren’t broken"), why)


def legal_cards(view: SeatView) -> tuple[Card, ...]:
    """Return the cards that may be played now, in the order of the hand."""
    legal = {one.argument for one in view.legal if isinstance(one, Action) and one.verb == "play"}
    return tuple(one for one in view.hand or () if one.text in legal)


#: A verb whose argument may look like a card: "5D" is a bid of Bid Whist.
BID: Final = "bid"


def hand_dealt(view: SeatView) -> tuple[Card, ...]:
    """Return the cards that the viewing seat holds or has played in this hand."""
    said = (one for seat, one in view.actions if seat == view.seat and one.verb == "play")
    return (*(view.hand or ()), *(one.card for one in said if one.card is not None))


@dataclass(frozen=True, slots=True)
class OwnHand:
    """The seat's hand in rows. `chooses`: pressing a card only chooses it, and a button labelled `commit` plays it."""

    rows: tuple[tuple[HandCard, ...], ...] = ()
    name: str = ""
    chooses: bool = False
    commit: str = ""


def own_hand(
    snapshot: Snapshot,
    preferences: DisplayPreferences,
    dealt: Sequence[Card],
    why_not: Callable[[Card], str],
    *,
    draw: DrawFace = face,
    rows: int = 2,
    note: Callable[[Card], str] = lambda one: "",
) -> OwnHand:
    """Return the player's hand in rows. While the seat may play or discard a card, each card has its action.

    `why_not` returns the reason why a card is not legal. `dealt` is the sorted hand including the cards already played
    (`hand_dealt`), so that the other cards keep their rows. `note` returns a card's note, as in `HandCard`.
    """
    legal = [one for one in snapshot.view.legal if isinstance(one, Action) and one.verb != BID]
    offered = {one.card: one.verb for one in legal if one.card is not None}
    verb = next(iter(offered.values()), "")
    waits = turn_sentence(snapshot) if snapshot.view.phase is Phase.PLAY and not snapshot.is_mine else ""

    def hand_card(card: Card) -> HandCard:
        drawn, noted = draw(card), note(card)
        if verb:
            why = "" if card in offered else why_not(card)
            return HandCard(drawn, action_text(Action(verb, card.text)), why, note=noted)
        return HandCard(drawn, why=waits, waits=bool(waits), note=noted)

    held = snapshot.view.hand or ()
    split = in_rows(dealt, rows=rows, gone=set(dealt).difference(held))
    chooses = preferences.confirm_play and bool(verb)
    return OwnHand(
        rows=tuple(tuple(map(hand_card, row)) for row in split),
        name=ngettext("Your hand, %(n)s card", "Your hand, %(n)s cards", len(held)) % {"n": len(held)},
        chooses=chooses,
        commit=(_("Play the %(card)s") if verb == "play" else _("Choose the %(card)s")) if chooses else "",
    )


@dataclass(frozen=True, slots=True)
class HintShown:
    """A hint in a sentence. The page rings the button of `action`, or the `cards`."""

    action: str
    cards: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class QuestionButton:
    """A button of a question: its URL name and seat, the answer that it posts, and its label."""

    route: str
    seat: Seat | None
    answer: str
    words: str


@dataclass(frozen=True, slots=True)
class CompanyShown:
    """A message or question to a player about the others, with buttons (`deeds`).

    `asked` identifies a question that this player may answer. `wait` is the label of a button that hides the question.
    `ends`: the player may end the game, on a separate page. `is_absent`: the player has left or has a stand-in.
    `stood_in` are buttons that end a stand-in. `clock` is the deadline of the decision in ISO format, empty without a
    clock. `clock_left` has the seconds until then, since a device's clock may be wrong.
    """

    heading: str = ""
    about: str = ""
    deeds: tuple[QuestionButton, ...] = ()
    asked: str = ""
    wait: str = ""
    ends: bool = False
    is_absent: bool = False
    stood_in: tuple[QuestionButton, ...] = ()
    clock: str = ""
    clock_left: int = 0


@dataclass(frozen=True, slots=True)
class RematchShown:
    """After a game, a sentence on the players who wait to play again (`is_asked`) or play again without this player.

    In the second case `link` is the token of the link by which this player can watch, empty if watching is not allowed.
    """

    words: str = ""
    is_asked: bool = False
    link: str = ""


@dataclass(frozen=True, slots=True)
class Choosing:
    """A decision practised at a table: the URL to which the choice is posted, and the sentence.

    `version` is the number of earlier answers to this position. Once the choice is made, `version` is the table's, and
    `chosen` and `best` are the cards of the choice and of the best choice.
    """

    action_url: str
    say: str
    version: int
    is_made: bool = False
    chosen: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
