"""What templates are handed of a table or a replay: plain, frozen, chosen and worded. They are left no rule to know."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.company import Company
from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.notation import action_text
from games.engine.state import DEALER, Phase, Seat, SeatView
from games.snapshot import BoardOf, PlayedAgain, SealSnapshot, Snapshot, Status
from games.viewmodel.cards import Face, HandCard, Preferences, face, in_rows
from games.viewmodel.offers import Offer
from games.viewmodel.race import Ending
from games.viewmodel.seats import SeatShown, SideShown, turn_sentence, with_people
from games.viewmodel.sheet import ScoreLine, Summary
from games.viewmodel.tricks import Draw, TableCard
from games.viewmodel.weighed import HeldShown
from games.viewmodel.words import Words, listed


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log: of a trick with its number, else a note."""

    text: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Cards to be given away: how many at least and at most, and the words of the button. `must` are chosen already."""

    verb: str
    least: int
    most: int
    button: str
    must: tuple[str, ...] = ()

    @property
    def too_many(self) -> str:
        """The refusal of one card more."""
        text = ngettext(
            "You can choose only %(n)s card. Press the chosen one to put it back first.",
            "You can choose only %(n)s cards. Press a chosen one to put it back first.",
            self.most,
        )
        return text % {"n": self.most}

    @property
    def too_few(self) -> str:
        """The refusal of the button while cards are missing."""
        return ngettext("Choose %(n)s card first.", "Choose %(n)s cards first.", self.least) % {"n": self.least}


@dataclass(frozen=True, slots=True)
class ChoiceButton:
    """A button that does what may be chosen."""

    action: str
    words: str


@dataclass(frozen=True, slots=True)
class Call:
    """What may be called out of turn: the button that asks for it, what is asked and told, and the button that does."""

    name: Words
    title: Words
    about: Words
    button: Words
    action: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a call was judged, shown above the table until it is dismissed. `key` tells it from others of the game."""

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Tag:
    """A label beside one's own seat, with a `suit` sign before it. `title` and `why` explain it when it is pressed."""

    text: str
    suit: str = ""
    title: str = ""
    why: str = ""


def broken_tag(is_broken: bool) -> Tag:
    """Whether spades may be led."""
    if is_broken:
        why = _("A spade has been played, so spades may be led.")
        return Tag(_("broken"), "s", _("Spades are broken"), why)
    why = _("A spade may be led only after one has been played, or from a hand of nothing but spades.")
    return Tag(_("not broken"), "s", _("Spades are not broken"), why)


@dataclass(frozen=True, kw_only=True)
class TableShown:
    """A moment of a game for n seats and m sides, at its table or in its replay; a game of its own may add to it.

    `seats` stand clockwise from the near one, `sides` with the near one first. `trick` is what lies in the middle;
    `passed` are cards that lie open beside it, named so. `rows` is one's own hand, `hidden_cards` one that may not be
    seen yet. `choices` are what may be done now, `call` what may be done out of turn, `verdict` how the last call was
    judged. `match` tells how a
    match of several games stands. `is_step`: what has just been done should be seen before the next one acts.
    """

    seats: tuple[SeatShown, ...]
    sides: tuple[SideShown, ...]
    target: int
    side_names: tuple[str, ...] = ()
    tags: tuple[Tag, ...] = ()
    trick: tuple[TableCard, ...] = ()
    is_finished: bool = False
    is_step: bool = False
    passed: tuple[Face, ...] = ()
    passed_name: str = ""
    last: tuple[TableCard, ...] = ()
    last_words: str = ""
    rows: tuple[tuple[HandCard, ...], ...] = ()
    hidden_cards: range = range(0)
    hand_name: str = ""
    chooses: bool = False
    commit: str = ""
    passing: Pass | None = None
    choices: tuple[ChoiceButton, ...] = ()
    call: Call | None = None
    verdict: Verdict | None = None
    score_lines: tuple[ScoreLine, ...] = ()
    match: str = ""
    log: tuple[LogLine, ...] = ()
    summary: Summary | None = None
    ending: Ending | None = None
    opened: SealSnapshot | None = None
    invitation: str = ""

    @property
    def near(self) -> SeatShown:
        return self.seats[0]

    @property
    def others(self) -> tuple[SeatShown, ...]:
        """Clockwise from the left, the order in which they are read."""
        return self.seats[1:]

    @property
    def may_choose(self) -> bool:
        """Something else than a card."""
        return bool(self.choices)


@dataclass(frozen=True, kw_only=True)
class BidShown(TableShown):
    """With the bids on offer where a bid is a number of tricks or nil. `need` is a sentence on the side's contract;
    `look`, `blind_nil` and `misdeal` are actions, empty where they are not allowed.
    """

    offers: tuple[Offer, ...] = ()
    need: str = ""
    look: str = ""
    blind_nil: str = ""
    misdeal: str = ""

    @property
    def may_choose(self) -> bool:
        return bool(self.choices or self.offers or self.look)


def legal_cards(view: SeatView) -> tuple[Card, ...]:
    """The cards that may be played now, in the order of the hand."""
    legal = {one.argument for one in view.legal if isinstance(one, Action) and one.verb == "play"}
    return tuple(one for one in view.hand or () if one.text in legal)


#: Its argument may look like a card and is none.
BID: Final = "bid"


def hand_dealt(view: SeatView) -> tuple[Card, ...]:
    """The cards a seat holds and those it has played in this hand."""
    said = (one for seat, one in view.actions if seat == view.seat and one.verb == "play")
    return (*(view.hand or ()), *(one.card for one in said if one.card is not None))


def own_hand(
    snapshot: Snapshot,
    preferences: Preferences,
    dealt: Sequence[Card],
    why_not: Callable[[Card], str],
    *,
    draw: Draw = face,
    rows: int = 2,
    note: Callable[[Card], str] = lambda one: "",
) -> dict[str, object]:
    """The player's hand in rows. A card that may be played or put down carries its action, any other the reason.

    `dealt` is the hand in its order, with the cards that have been played from it (`hand_dealt`): they keep the others
    in their rows. `note` is said of a card and marked on it.
    """
    legal = [one for one in snapshot.view.legal if isinstance(one, Action) and one.verb != BID]  # "5D" is a bid, too
    offered = {one.card: one.verb for one in legal if one.card is not None}
    verb = next(iter(offered.values()), "")
    waits = turn_sentence(snapshot) if snapshot.view.phase is Phase.PLAY and not snapshot.is_mine else ""

    def card(one: Card) -> HandCard:
        drawn, noted = draw(one), note(one)
        if verb:
            why = "" if one in offered else why_not(one)
            return HandCard(drawn, action_text(Action(verb, one.text)), why, note=noted)
        return HandCard(drawn, why=waits, waits=bool(waits), note=noted)

    held = snapshot.view.hand or ()
    split = in_rows(dealt, rows=rows, gone=set(dealt).difference(held))
    chooses = preferences.confirm_play and bool(verb)
    return {
        "rows": tuple(tuple(map(card, row)) for row in split),
        "hand_name": ngettext("Your hand, %(n)s card", "Your hand, %(n)s cards", len(held)) % {"n": len(held)},
        "chooses": chooses,
        "commit": (_("Play the %(card)s") if verb == "play" else _("Choose the %(card)s")) if chooses else "",
    }


@dataclass(frozen=True, slots=True)
class HintShown:
    """What is ringed (the button with that `action`, or these `cards`) and what is said."""

    action: str
    cards: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Deed:
    """A button of a question: where it goes, what it says of the answer, and what it is called."""

    route: str
    seat: Seat | None
    answer: str
    words: str


@dataclass(frozen=True, slots=True)
class CompanyShown:
    """What a person is told or asked of the others: a sentence or two, and what may be done about it, the usual first.

    `asked` names what another asks, where this one may answer. `wait` is what lets the question be for a while, and
    `ends`: the game may be ended, on a page of its own. `is_absent`: the person does not act here. `stood_in` are those
    whose place a computer player has, each with what takes it back. `clock` is when the time for a decision runs out,
    in ISO form, empty without one, and `clock_left` the seconds up to then: a device may have another time.
    """

    heading: str = ""
    about: str = ""
    deeds: tuple[Deed, ...] = ()
    asked: str = ""
    wait: str = ""
    ends: bool = False
    is_absent: bool = False
    stood_in: tuple[Deed, ...] = ()
    clock: str = ""
    clock_left: int = 0


@dataclass(frozen=True, slots=True)
class RematchShown:
    """Of a game that is over, who waits for the person to play again (`is_asked`), or has begun without them; then
    `link` is where they may look on.
    """

    words: str = ""
    is_asked: bool = False
    link: str = ""


@dataclass(frozen=True, kw_only=True)
class TableContext:
    """The table for one seat. `template` draws it; a game of its own may hand its template what it likes in `more`.

    `key` and `variant` (empty where the game has none) say which rules page is the game's own. `warns_undo`: an undo
    would be the first help in this game. `lesson` is the tip of this moment in somebody's first game, and `teaches`
    whether any may come. `claim` is what the button says that claims the rest. `is_reviewed`: its hands are reviewed
    when they are over. `bags_marked`: cards in texts say how many bags they take off, where the game has such cards.
    `practice` is where a choice goes that is practised; once it is made the `chosen` and the `best` cards are ringed.
    `awaited` says for whom the deal waits, and `dealt` who waits for this seat to deal; `asks_again`: it waits for
    nobody any more, and its page deals. `with_people`: others than computer players sit here, and `company` is what
    they are told and asked of each other; once it is over `left` says for whom it counts as given up, and `rematch` who
    plays again. `moment` is what the page says it shows, `token` the link of whoever only looks on. `may_speak`: others
    are still there to hear it. `board` is the one whose cards these are. `played_again` is there where a hand is played
    again, with the `open_hands` of the others where those lie open; `may_play_again` where hands of this game may be.
    `dock_stays`: the next moment comes at once, and what is read beside the table waits for it.
    """

    template: str
    code: str
    title: str
    version: int
    phase: str
    number: int
    heading: str
    say: str
    tone: str = ""
    my_turn: bool = False
    waiting: bool = False
    letter_keys: bool = True
    seal_short: str = ""
    seal: SealSnapshot | None = None
    next_commitment: str = ""
    more: object = None
    hands: Sequence[int] = field(default=())
    bags_marked: bool = False
    key: str = ""
    variant: str = ""
    hint: HintShown | None = None
    may_ask: bool = False
    may_take_back: bool = False
    warns_undo: bool = False
    teaches: bool = False
    lesson: str = ""
    claim: str = ""
    is_reviewed: bool = False
    practice: str = ""
    chosen: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    awaited: str = ""
    dealt: str = ""
    asks_again: bool = False
    with_people: bool = False
    token: str = ""
    may_speak: bool = False
    company: CompanyShown = CompanyShown()
    left: str = ""
    rematch: RematchShown = RematchShown()
    moment: str = ""
    board: BoardOf | None = None
    played_again: PlayedAgain | None = None
    open_hands: tuple[HeldShown, ...] = ()
    may_play_again: bool = False
    dock_stays: bool = False

    @property
    def offers_hint(self) -> bool:
        """Whether one may be asked for and is not shown yet."""
        return self.may_ask and self.hint is None

    @property
    def hinted(self) -> tuple[str, ...]:
        return self.hint.cards if self.hint is not None else ()


def context(snapshot: Snapshot, preferences: Preferences, *, refused: bool = False, **own: Any) -> TableContext:
    """What every table shows alike, around what a game tells of itself; `refused`: `say` tells why an action was not
    taken.
    """
    mine_now, seal, dealt = snapshot.is_mine, snapshot.seal, _dealt(snapshot)
    shared: dict[str, Any] = {
        "code": snapshot.code,
        "version": snapshot.version,
        "number": snapshot.view.number,
        "tone": "refuse" if refused else "you" if mine_now else "",
        "my_turn": mine_now or bool(dealt),
        "waiting": snapshot.status is Status.PLAYING and _waits_for_others(snapshot),
        "letter_keys": preferences.letter_keys,
        "seal": seal,
        "seal_short": f"{seal.commitment[:4]} {seal.commitment[4:8]}" if seal is not None else "",
        "next_commitment": snapshot.next_commitment,
        "hands": [hand.number for hand in snapshot.hands],
        "key": snapshot.key,
        "awaited": _awaited(snapshot),
        "dealt": dealt,
        "asks_again": _has_asked(snapshot) and not snapshot.awaited,
        "with_people": with_people(snapshot),
        "moment": Company.beside(f"{snapshot.version}", snapshot.company),
        "board": snapshot.board,
        "dock_stays": snapshot.is_passing or snapshot.is_followed,
    }
    return TableContext(**{**shared, **own})


def _waits_for_others(snapshot: Snapshot) -> bool:
    """Whether somebody else is to act, or to deal."""
    others = {seat for seat in snapshot.view.waits_for if seat != DEALER}
    return bool(others or snapshot.awaited) and not snapshot.is_mine


def _dealt(snapshot: Snapshot) -> str:
    who = snapshot.company.dealt if snapshot.company is not None else ()
    if not who or snapshot.seat in who or snapshot.is_onlookers:
        return ""
    words = ngettext(
        "%(names)s has dealt and waits for you, for 20 seconds at most.",
        "%(names)s have dealt and wait for you, for 20 seconds at most.",
        len(who),
    )
    return words % {"names": listed([snapshot.seated[seat].name for seat in who])}


def _has_asked(snapshot: Snapshot) -> bool:
    """Whether this seat has asked for the hand to come."""
    people = snapshot.company
    return people is not None and snapshot.seat in (*people.dealt, *people.asks_again)


def _awaited(snapshot: Snapshot) -> str:
    names = [snapshot.seated[seat].name for seat in snapshot.awaited]
    if not names:
        return ""
    words = {"names": listed(names)}
    return _("Waiting for %(names)s to deal too, for 20 seconds at most.") % words
