"""What the table, the replay and the past games of Bid Whist show beyond what every game of tricks does."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils.translation import gettext as _

from games.bidwhist import past, say, seats, sheet
from games.bidwhist.offers import CallOffer, Naming, discard_offered, offered
from games.bidwhist.options import terms
from games.bidwhist.review import ReviewRow, review
from games.bidwhist.rules import BidWhist
from games.bidwhist.state import CALL, CONFIRM, HAND_SIZE, PLAY, TRICKS, BidWhistView
from games.bidwhist.words import NOBODY_BID, contract_in, contract_words, in_order, own, tricks_of, view_of
from games.engine.actions import Action, Refusal
from games.engine.cards import Card
from games.engine.notation import action_text
from games.engine.state import Phase, Seat, SeatView
from games.snapshot import HandSeen, Replay, Seen, StepSeen
from games.viewmodel.cards import HandCard, Likes, face, in_rows
from games.viewmodel.presenter import TrickPresenter
from games.viewmodel.replay import Jump, ReplayContext
from games.viewmodel.seats import Moment, SeatShown, SideShown, turn_told
from games.viewmodel.sheet import ScoreLine, Sheet
from games.viewmodel.table import LogLine, TableContext, TableShown, Tag
from games.viewmodel.tricks import Trick


@dataclass(frozen=True, kw_only=True)
class BidWhistShown(TableShown):
    """And what Bid Whist has of its own: calls, naming, the kitty, reneges, the match."""

    offers: tuple[CallOffer, ...] = ()
    can_pass: str = ""
    namings: tuple[Naming, ...] = ()
    kitty: tuple[str, ...] = ()
    kitty_is_mine: bool = False
    call: str = ""
    call_cost: str = ""
    confirm: str = ""
    give_up: str = ""
    review: tuple[ReviewRow, ...] = ()
    review_names: tuple[str, ...] = ()
    match: str = ""


class BidWhistPresenter(TrickPresenter):
    rules: ClassVar[BidWhist] = BidWhist()
    shown = BidWhistShown
    race_step = 5
    most_tricks = TRICKS

    def title(self, view: SeatView) -> str:
        return _("Bid Whist")

    def invitation(self, view: SeatView) -> str:
        told = _("To %(n)s. Twelve cards each and a kitty: bid how many books, and whether high or low cards win.")
        return told % {"n": self.target(view)}

    def target(self, view: SeatView) -> int:
        return terms(view.options).win

    def steps(self) -> dict[str, str]:
        naming, review = _("naming"), _("review")
        return {"bid": _("bidding"), "name": naming, "discard": _("discard"), "jokers": _("jokers"), "review": review}

    def tricks(self, view: SeatView) -> tuple[Trick, ...]:
        return tricks_of(view.actions, contract_in(own(view)))

    def tricks_of(self, view: SeatView, hand: HandSeen) -> tuple[Trick, ...]:
        return tricks_of(hand.actions, sheet.contract_of(hand))

    def seat(self, moment: Moment, seat: Seat) -> SeatShown:
        return seats.seat(moment, seat, is_near=self.is_near(moment, seat), ends_with=past.ends_with(moment, seat))

    def side(self, moment: Moment, side: int) -> SideShown:
        return seats.side(moment, side, name=self.strip_name(moment, side))

    def scores(self, view: SeatView) -> Sequence[int]:
        return own(view).table.score

    def message(self, seen: Seen) -> str:
        return say.message(seen)

    def settled_notes(self, seen: Seen) -> list[str]:
        return seats.settled(seen)

    def why(self, seen: Seen, refusal: Refusal, action: Action) -> str:
        return say.why(seen, refusal, action)

    def tags(self, seen: Seen) -> tuple[Tag, ...]:
        contract = contract_in(view_of(seen))
        return () if contract is None else (Tag(contract_words(contract), (contract.trump or "").lower()),)

    def last_trick(self, seen: Seen, tricks: Sequence[Trick]) -> dict[str, object]:
        is_open = view_of(seen).last_trick is not None
        return super().last_trick(seen, tricks) if is_open else seats.closed(seen, tricks)

    def trick_told(self, seen: Seen, trick: Trick) -> str:
        is_open = trick.number >= seats.first_open(view_of(seen))
        return super().trick_told(seen, trick) if is_open else seats.won_by(seen, trick)

    def log(self, seen: Seen) -> tuple[LogLine, ...]:
        return (*super().log(seen), *(LogLine(one) for one in seats.calls_judged(seen)))

    def in_hand(self, seen: Seen, likes: Likes) -> dict[str, object]:
        view = view_of(seen)
        legal = [one for one in view.legal if isinstance(one, Action)]
        shown: dict[str, object] = {
            **_hand(seen, view, likes),
            **offered(view, legal),
            "call": next((action_text(one) for one in legal if one.verb == CALL), ""),
            "call_cost": say.call_cost(view),
            "confirm": next((action_text(one) for one in legal if one.verb == CONFIRM), ""),
            "kitty": tuple(one.text for one in view.kitty or view.table.kitty),
            "kitty_is_mine": bool(view.kitty),
        }
        if view.phase is Phase.DISCARD and seen.seat in view.waits_for:
            shown["passing"] = discard_offered(view)
        return shown if view.caller is None else {**shown, **review(seen, self.tricks(view), legal)}

    def _context(self, seen: Seen, likes: Likes, name: str, notice: str, **parts: object) -> TableContext:
        return super()._context(seen, likes, name, notice, match=sheet.match_words(seen), **parts)

    # -- finished hands and games -----------------------------------------------------------------------

    def sheet(self, moment: Moment, hand: HandSeen) -> Sheet:
        return sheet.sheet(moment, hand)

    def score_lines(self, moment: Moment, hands: Sequence[HandSeen]) -> tuple[ScoreLine, ...]:
        return tuple(sheet.score_line(moment, hand) for hand in hands)

    def headline(self, seen: Seen, hand: HandSeen) -> tuple[str, str]:
        return sheet.headline(seen, hand), ""

    def first_book(self, seen: Seen, hand: HandSeen) -> str:
        return sheet.first_book_told(seen, hand)

    def lead(self, seen: Seen) -> str:
        return sheet.lead(seen)

    def facts(self, seen: Seen) -> tuple[tuple[str, str, str], ...]:
        return sheet.facts(seen)

    # -- the replay ---------------------------------------------------------------------------------------

    def replay(self, replay: Replay) -> ReplayContext:
        told = super().replay(replay)
        return replace(told, where=_("Review of the tricks.")) if past.is_review(replay) else told

    def dealt(self, replay: Replay) -> str:
        return past.dealt(replay)

    def step(self, replay: Replay, step: StepSeen) -> str:
        return past.told(replay, step)

    def hand_over(self, replay: Replay) -> str:
        is_void = replay.hand is not None and contract_in(view_of(replay)) is None
        return str(NOBODY_BID) if is_void else super().hand_over(replay)

    def before(self, replay: Replay) -> Jump | None:
        return past.contract_jump(replay)

    def lying(self, replay: Replay) -> dict[str, object]:
        return past.beside(replay)


def _hand(seen: Seen, view: BidWhistView, likes: Likes) -> dict[str, object]:
    """One's own cards, the best of the trump suit first as it is ranked in this hand."""
    held = in_order(view.hand or (), contract_in(view), spades_first=likes.spades_first)
    legal = set(say.legal_cards(view))
    cards = [_card(seen, view, one, is_legal=one in legal) for one in held]
    chooses = likes.confirm_play and view.phase is Phase.PLAY and seen.seat in view.waits_for
    return {
        "rows": in_rows(cards, rows=3 if view.phase is Phase.DISCARD and len(cards) > HAND_SIZE else 2),
        "hand_name": _("Your hand, %(n)s cards") % {"n": len(held)},
        "chooses": chooses,
        "commit": _("Play the %(card)s") if chooses else "",
    }


def _card(seen: Seen, view: BidWhistView, one: Card, *, is_legal: bool) -> HandCard:
    if view.phase is not Phase.PLAY:
        return HandCard(face(one), note=_("from the kitty") if one in view.kitty else "")
    if seen.seat not in view.waits_for:
        return HandCard(face(one), why=turn_told(seen), waits=True)
    return HandCard(face(one), action_text(Action(PLAY, one.text)), "" if is_legal else say.why_not(view))
