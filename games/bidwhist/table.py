"""The table of Bid Whist in each phase: auction, naming, kitty, play, review, summary, end."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.bidwhist import say, seats, sheet
from games.bidwhist.offers import CallOffer, Naming, discard_offered, offered
from games.bidwhist.options import terms
from games.bidwhist.review import ReviewRow, review
from games.bidwhist.state import CALL, CONFIRM, HAND_SIZE, PLAY, BidWhistView
from games.bidwhist.words import contract_in, contract_words, in_order, tricks_of, view_of
from games.engine.actions import Action, Refusal
from games.engine.cards import Card
from games.engine.notation import action_text
from games.engine.state import Phase
from games.snapshot import HandSeen, SealSeen, Seen, Status
from games.viewmodel.cross import last_of, shown_trick
from games.viewmodel.four import (
    FourShown,
    others_just_acted,
    template_of,
    turn_told,
)
from games.viewmodel.hands import in_rows
from games.viewmodel.table import HandCard, Likes, TableContext, context, face, last_hand


@dataclass(frozen=True, kw_only=True)
class BidWhistShown(FourShown):
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


class BidWhistPresenter:
    """Chooses the template by phase; everything in it is what the seat may know."""

    def table(self, seen: Seen, *, likes: Likes, notice: str) -> TableContext:
        if seen.result is not None or seen.status != Status.PLAYING:
            ended = {
                "ending": sheet.ending(seen),
                "summary": last_hand(seen, sheet.summary),
                "opened": seen.unfinished,
            }
            return _context(seen, likes, "over", notice, **ended)
        if seen.needs_deal:
            name = "between" if seen.hands else "first"
            return _context(seen, likes, name, notice, summary=last_hand(seen, sheet.summary))
        view = view_of(seen)
        name = str(Phase.REVIEW if view.caller is not None else view.phase)
        return _context(seen, likes, name, notice, **_in_hand(seen, view, likes))

    def hand(self, seen: Seen, hand: HandSeen, seal: SealSeen | None, *, likes: Likes) -> TableContext:
        return _context(seen, likes, "hand", "", summary=sheet.summary(seen, hand, seal))

    def why(self, seen: Seen, refusal: Refusal, action: Action) -> str:
        return say.why(seen, refusal, action)


def _context(seen: Seen, likes: Likes, name: str, notice: str, **parts: object) -> TableContext:
    view = view_of(seen)
    contract = contract_in(view)
    shown = BidWhistShown(
        seats=seats.seats(seen),
        sides=seats.sides(seen),
        side_names=sheet.side_names(seen),
        target=terms(view.options).win,
        tag="" if contract is None else contract_words(contract),
        tag_suit="" if contract is None or contract.trump is None else contract.trump.lower(),
        is_step=others_just_acted(seen),
        score_rows=sheet.score_rows(seen),
        match=sheet.match_words(seen),
        log=seats.log(seen),
        **parts,  # type: ignore[arg-type]
    )
    return context(
        seen,
        likes,
        template=template_of("bidwhist", name),
        phase=name,
        title=_("Bid Whist"),
        heading=_("Bid Whist, hand %(n)s") % {"n": view.number},
        say=notice or say.message(seen),
        refused=bool(notice),
        more=shown,
    )


# -- a hand in play ---------------------------------------------------------------------------------------


def _in_hand(seen: Seen, view: BidWhistView, likes: Likes) -> dict[str, object]:
    tricks = tricks_of(view.actions, contract_in(view))
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
    if view.phase is Phase.PLAY:
        shown |= shown_trick(seen, tricks, view.waits_for)
    shown |= last_of(seen, tricks) if view.last_trick is not None else seats.closed(seen, tricks)
    if view.phase is Phase.DISCARD and seen.seat in view.waits_for:
        shown["passing"] = discard_offered(view)
    if view.caller is not None:
        shown |= review(seen, tricks, legal)
    return shown


def _hand(seen: Seen, view: BidWhistView, likes: Likes) -> dict[str, object]:
    """One's own cards, the best of the trump suit first as it is ranked in this hand."""
    held = in_order(view.hand or (), contract_in(view), spades_first=likes.spades_first)
    legal = set(say.legal_cards(view))
    cards = [_card(seen, view, one, is_legal=one in legal) for one in held]
    name = _("Your hand, %(n)s cards") % {"n": len(held)}
    chooses = likes.confirm_play and view.phase is Phase.PLAY and seen.seat in view.waits_for
    shown = {
        "rows": in_rows(cards, rows=3 if view.phase is Phase.DISCARD and len(cards) > HAND_SIZE else 2),
        "hand_name": name,
        "chooses": chooses,
    }
    return {**shown, "commit": _("Play the %(card)s")} if chooses else shown


def _card(seen: Seen, view: BidWhistView, one: Card, *, is_legal: bool) -> HandCard:
    if view.phase is not Phase.PLAY or view.caller is not None:
        return HandCard(face(one), note=_("from the kitty") if one in view.kitty else "")
    if seen.seat not in view.waits_for:
        return HandCard(face(one), why=turn_told(seen), waits=True)
    return HandCard(face(one), action_text(Action(PLAY, one.text)), "" if is_legal else say.why_not(view))
