"""The texts of Two-Man Spades: bids, hints, moves, tips for a first game, remarks, options."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cardgame import OptionWords, SettingWords
from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.engine.state import Seat, SeatAction
from games.pages import moves
from games.pages.cards import CardTag
from games.pages.moves import (
    COUNT,
    FOLLOW,
    FOLLOW_SPADE,
    LEAD,
    Done,
    Hint,
    HintWords,
    Tip,
    follows,
    hint_of_bid,
    leads,
    offered,
)
from games.pages.tricks import Nil, ShownTrick, TrickOnTable, hint_of_card, tricks_with
from games.pages.words import MINUS, SUITS, by_hand, the_card
from games.snapshot import PlayedHand, Snapshot
from games.twoman.rules import BID, BLIND, BLIND_NIL, DISCARD, LOOK, NIL, PLAY, RANKING, SEATS, TwoManView
from games.twoman.score import BAG_CARDS, Contract, Pile, SeatLine, lines_of

#: The tag on the face of each bag card: the number of bags that it takes off.
TAGS: Final[Mapping[Card, CardTag]] = {
    one: CardTag(f"{MINUS}{count}", gettext_lazy("%(card)s, removes bags")) for one, count in BAG_CARDS.items()
}


@by_hand
def tricks_of(actions: Sequence[SeatAction]) -> tuple[ShownTrick, ...]:
    return tricks_with(actions, RANKING, seats=2)


def bid_words(view: TwoManView, seat: Seat) -> str:
    """Return a seat's bid in words; empty before it has bid."""
    bid, blind = view.table.bids[seat], view.table.blind[seat]
    if blind == NIL:
        return _("blind nil")
    return bid_sentence(bid, is_blind=isinstance(blind, int)) if bid is not None else ""


def bid_sentence(bid: int, *, is_blind: bool) -> str:
    if bid == 0:
        return _("nil")
    return _("blind %(n)s") % {"n": bid} if is_blind else str(bid)


def is_scored(hand: PlayedHand) -> bool:
    """Return whether the hand was scored. A hand with a blind nil is not, because the blind nil decides the game."""
    return "lines" in hand.sheet


def blind_nil_bidder(hand: PlayedHand) -> Seat:
    return cast(Seat, hand.sheet["blind_nil"])


def pile_of(view: TwoManView) -> Pile | None:
    """Return the pile; None until both discards are known."""
    one, other = view.table.discards
    return None if one is None or other is None else Pile((one, other))


def pile_winner(view: TwoManView, pile: Pile) -> Seat:
    return view.table.parity.index(pile.parity)


def parity_word(one: str) -> str:
    return _("odd") if one == "odd" else _("even")


# ---------- hints, moves and tips ----------
def _trick_of(snapshot: Snapshot) -> TrickOnTable:
    table, other = TwoManView.of(snapshot.view).table, 1 - snapshot.seat
    bid = table.bids[snapshot.seat]
    return TrickOnTable(
        plays=tuple((other, one) for one in table.trick),
        seats=len(SEATS),
        ranking=RANKING,
        needs=None if bid is None else bid - table.tricks[snapshot.seat],
        nil=Nil.of(is_bid=bid == 0, tricks=table.tricks[snapshot.seat]),
        aside=[one for one in table.discards if one is not None],
    )


def _discard(snapshot: Snapshot, action: Action) -> HintWords:
    one = action.card
    if one is None:
        return moves.ANYTHING
    if one in BAG_CARDS:
        why = _("In the pile, its bags count for the winner.")
    elif one.suit not in (None, Suit.SPADES) and sum(x.suit is one.suit for x in snapshot.view.hand or ()) == 1:
        why = _("Then you’ll have no %(suit)s and can trump them.") % {"suit": SUITS[one.suit]}
    else:
        why = _("It’s your least useful card, taking the pile into account.")
    return HintWords(_("Hint: discard %(card)s.") % {"card": the_card(one)}, why)


HINTS: Final[Mapping[str, Hint]] = {
    LOOK: moves.LOOK,
    BLIND: moves.BLIND,
    BLIND_NIL: moves.BLIND,
    DISCARD: _discard,
    BID: hint_of_bid,
    PLAY: hint_of_card(_trick_of),
}


DONE: Final[Mapping[str, Done]] = {BLIND: lambda action: _("bids blind %(bid)s") % {"bid": action.argument}}


def _has_first_bag(snapshot: Snapshot) -> bool:
    table = TwoManView.of(snapshot.view).table
    bid = table.bids[snapshot.seat]
    return bool(bid) and table.bags[snapshot.seat] == 0 and table.tricks[snapshot.seat] - (bid or 0) == 1


def _bag_tip(snapshot: Snapshot) -> str:
    """Return the tip on bags. If the base is below zero even with the bid made, a bag costs a point (T2)."""
    table, seat = TwoManView.of(snapshot.view).table, snapshot.seat
    made = Contract.from_table(table.bids[seat], table.blind[seat])
    if table.base[seat] + made.worth(0) < 0:
        return _("A trick over your bid is a bag: below zero it costs one point, and seven bags cost 100.")
    return _("A trick over your bid is a bag: one point now, but seven bags cost 100.")


def _follow_tip(snapshot: Snapshot) -> str:
    led = TwoManView.of(snapshot.view).table.trick[0].suit
    return str(FOLLOW_SPADE if led is Suit.SPADES else FOLLOW)


TIPS: Final = (
    Tip(
        offered(LOOK),
        gettext_lazy("A blind bid counts double, made or missed. Blind nil wins the game, or loses it with one trick."),
    ),
    Tip(offered(DISCARD), gettext_lazy("Discard a lone low card. Once you’re out of a suit, you can trump it.")),
    Tip(offered(BID), COUNT),
    Tip(leads, LEAD),
    Tip(follows, _follow_tip),
    Tip(_has_first_bag, _bag_tip),
)


# ---------- remarks of a bot ----------
def remark(hand: PlayedHand, seat: Seat) -> str:
    """Return a bot's remark to the player at `seat`; empty for an unscored hand, or if there is nothing to say.

    Several wordings take turns by the number of the hand.
    """
    if not is_scored(hand):
        return ""
    lines = lines_of(hand.sheet)
    words = _remarks(lines[seat], lines[1 - seat])
    return words[hand.number % len(words)]


def _remarks(mine: SeatLine, theirs: SeatLine) -> tuple[str, ...]:
    if mine.bid == 0:
        kept = _("A clean nil. Well played."), _("Not one trick. Nicely done.")
        return kept if mine.is_made else (_("Nil is a brave bid."), _("I had to work to give you that trick."))
    if theirs.bid == 0:
        return (_("I made my nil. I wasn’t sure I would.") if theirs.is_made else _("So much for my nil."),)
    if mine.penalties:
        return _("Bags do add up, don’t they?"), _("That was your seventh bag.")
    if theirs.penalties:
        return (_("My bags have caught up with me."),)
    if mine.bonuses:
        return (_("You know what to do with those bag cards."),)
    if not mine.is_made and not theirs.is_made:
        return (_("Neither of us made it. That won’t happen often."),)
    if not theirs.is_made:
        return _("You set me. Good play."), _("I bid one too many.")
    if mine.tricks == mine.bid - 1:
        return _("That one was close."), _("One trick short of what you hoped for.")
    if not mine.is_made:
        return (_("There weren’t that many tricks to win."),)
    if mine.blind:
        return (_("Blind, and made. I’d better watch out."),)
    if mine.tricks == mine.bid:
        return _("Made exactly."), _("Exactly your bid. Tidy.")
    return ("",)


# ---------- options ----------
SETTINGS: Final = SettingWords(
    options={
        "target": OptionWords(
            gettext_lazy("Play to"),
            gettext_lazy("The first to reach this many points wins."),
            said=gettext_lazy("to %(value)s"),
        ),
        "mercy_lead": OptionWords(
            gettext_lazy("Mercy lead"),
            gettext_lazy("A lead this large ends the game right away."),
            said=gettext_lazy("a lead of %(value)s ends the game"),
        ),
        "nil_points": OptionWords(
            gettext_lazy("Nil is worth"),
            gettext_lazy("Won when a nil bidder takes no tricks, lost when they take one."),
            said=gettext_lazy("nil is worth %(value)s"),
        ),
        "first_lead": OptionWords(
            gettext_lazy("First lead"),
            gettext_lazy("Who leads the first trick of a hand."),
            choices={"alternate": gettext_lazy("takes turns"), "odd": gettext_lazy("always the odd side")},
            said_of={
                "alternate": gettext_lazy("the first lead takes turns"),
                "odd": gettext_lazy("the odd side always leads first"),
            },
        ),
        "blind_deficit": OptionWords(
            gettext_lazy("Points behind to bid blind"),
            gettext_lazy("How far behind you must be to bid before you see your cards."),
            said=gettext_lazy("blind bids are made from %(value)s behind"),
        ),
        "denial": OptionWords(
            gettext_lazy("Denial"),
            gettext_lazy(
                "A pile that would carry the trailing side to the target or past it costs the other side those points"
                " instead."
            ),
            said_of={True: gettext_lazy("with denial"), False: gettext_lazy("without denial")},
        ),
    },
    aim=("target",),
)
