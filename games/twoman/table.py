"""The table of Two-Man Spades in each phase: blind decision, discard, bids, play, summary, end."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.actions import Action, Refusal
from games.engine.cards import Card
from games.engine.notation import action_text
from games.engine.options import whole
from games.engine.state import Phase
from games.snapshot import HandSeen, SealSeen, Seen, Status
from games.twoman import end, say, seats, sheet
from games.twoman.remarks import remark
from games.twoman.say import view_of
from games.twoman.score import Contract
from games.twoman.state import BID, BLIND, BLIND_BIDS, BLIND_NIL, DISCARD, LOOK, PLAY, TRICKS, TwoManView
from games.twoman.tricks import ToldTrick, drawn, tricks_of
from games.viewmodel.hands import in_rows, sorted_hand
from games.viewmodel.table import (
    Ending,
    HandCard,
    Laid,
    Likes,
    LogLine,
    Offer,
    ScoreRow,
    Side,
    Summary,
    TableContext,
    context,
    last_hand,
)
from games.viewmodel.words import bags, card_name, plain_number, signed


@dataclass(frozen=True, kw_only=True)
class TwoManTableShown:
    """What the templates under games/twoman/ show beside the common context."""

    mine: Side
    hers: Side
    target: int
    rows: tuple[tuple[HandCard, ...], ...] = ()
    hidden_cards: range = range(0)
    hand_name: str = ""
    chooses: bool = False
    commit: str = ""
    laid: tuple[Laid, ...] = ()
    last: tuple[Laid, ...] = ()
    last_words: str = ""
    is_finished: bool = False
    offers: tuple[Offer, ...] = ()
    blind_nil: str = ""
    look: str = ""
    pile: str = ""
    pile_short: str = ""
    is_broken: bool = False
    score_rows: tuple[ScoreRow, ...] = ()
    log: tuple[LogLine, ...] = ()
    summary: Summary | None = None
    ending: Ending | None = None
    opened: SealSeen | None = None
    remark: str = ""


class TwoManPresenter:
    """Chooses the template by phase; everything in it is what the seat may know."""

    def table(self, seen: Seen, *, likes: Likes, notice: str) -> TableContext:
        if seen.result is not None or seen.status != Status.PLAYING:
            ended = {"ending": end.ending(seen), "opened": seen.unfinished}
            return _context(seen, likes, "over", notice, **ended, **_looking_back(seen, likes))
        if seen.needs_deal:
            name = "between" if seen.hands else "first"
            return _context(seen, likes, name, notice, **_looking_back(seen, likes))
        parts = _PHASES[view_of(seen).phase](seen, likes)
        return _context(seen, likes, str(seen.view.phase), notice, **parts)

    def hand(self, seen: Seen, hand: HandSeen, seal: SealSeen | None, *, likes: Likes) -> TableContext:
        return _context(seen, likes, "hand", "", summary=sheet.summary(seen, hand, seal))

    def why(self, seen: Seen, refusal: Refusal, action: Action) -> str:
        return say.why(seen, refusal, action)


def _looking_back(seen: Seen, likes: Likes) -> dict[str, object]:
    """The last hand, and what Marta says of it to whoever likes her to."""
    said = {"remark": remark(seen.hands[-1], seen.seat)} if likes.remarks and seen.hands else {}
    return {"summary": last_hand(seen, sheet.summary), **said}


def _context(seen: Seen, likes: Likes, name: str, notice: str, **parts: object) -> TableContext:
    view = view_of(seen)
    shown = TwoManTableShown(
        mine=seats.side(seen, view, seen.seat),
        hers=seats.side(seen, view, 1 - seen.seat),
        target=whole(view.options, "target"),
        pile=seats.pile_sum(seen, view),
        pile_short=seats.pile_tag(seen, view),
        is_broken=view.table.broken,
        score_rows=sheet.score_rows(seen),
        log=seats.log(seen, view),
        **parts,  # type: ignore[arg-type]
    )
    return context(
        seen,
        likes,
        template=f"games/twoman/{name}.html",
        phase=name,
        title=_("Two-Man Spades"),
        heading=_heading(seen, view, name),
        say=notice or say.message(seen),
        refused=bool(notice),
        more=shown,
        bags_marked=True,
    )


def _heading(seen: Seen, view: TwoManView, name: str) -> str:
    words = {"n": view.number, "trick": min(sum(view.table.tricks) + 1, 10)}
    if name == Phase.PLAY:
        return _("Two-Man Spades against Marta, hand %(n)s, trick %(trick)s") % words
    if name in {Phase.BLIND, Phase.DISCARD, Phase.BID}:
        steps = {"blind": _("blind decision"), "discard": _("discard"), "bid": _("bidding")}
        return _("Two-Man Spades against Marta, hand %(n)s, %(step)s") % {**words, "step": steps[name]}
    return _("Two-Man Spades against Marta")


# -- phases ---------------------------------------------------------------------------------------


def _blind_phase(seen: Seen, likes: Likes) -> dict[str, object]:
    view = view_of(seen)
    if seen.seat not in view.waits_for:
        return {**_hand(view, likes, playable=False)}
    return {
        "hidden_cards": range(11),
        "look": action_text(Action(LOOK)),
        "offers": tuple(_blind_offer(bid) for bid in BLIND_BIDS),
        "blind_nil": action_text(Action(BLIND_NIL)),
    }


def _blind_offer(bid: int) -> Offer:
    points = 20 * bid
    return Offer(
        value=str(bid),
        label=str(bid),
        swing=f"±{points}",
        action=action_text(Action(BLIND, bid)),
        button=_("Bid blind %(n)s") % {"n": bid},
        made=_("All 10") if bid == 10 else _("%(n)s or more") % {"n": bid},
        made_points=signed(points),
        made_note=_("Twice the points."),
        missed=_("Under %(n)s") % {"n": bid},
        missed_points=signed(-points),
        missed_note=_("Twice the loss."),
    )


def _discard_phase(seen: Seen, likes: Likes) -> dict[str, object]:
    view = view_of(seen)
    mine, hers = view.table.discards[seen.seat], 1 - seen.seat not in view.waits_for
    back = Laid(_("Marta"), "", 1 - seen.seat, hidden=True, spoken=_("Marta’s discard, face down"))
    empty = Laid(_("Marta"), "", 1 - seen.seat, wait=_("Her card"))
    own = Laid(_("You"), "", seen.seat, wait=_("Your card"))
    if mine is not None:
        spoken = _("Your discard: %(card)s") % {"card": card_name(mine)}
        own = Laid(_("You"), "", seen.seat, face=drawn(mine), spoken=spoken)
    shown = {"laid": (back if hers else empty, own)}
    if seen.seat not in view.waits_for:
        return {**shown, **_hand(view, likes, playable=False)}
    cards = [
        HandCard(drawn(one), action_text(Action(DISCARD, one.text)), told=say.aside_told(seen, view, one))
        for one in sorted_hand(view.hand or (), likes)
    ]
    return {
        **shown,
        "rows": in_rows(cards),
        "hand_name": _("Your hand, %(n)s cards. Choose one to put aside.") % {"n": len(cards)},
        "chooses": True,
        "commit": _("Put aside the %(card)s"),
    }


def _bid_phase(seen: Seen, likes: Likes) -> dict[str, object]:
    view = view_of(seen)
    shown = _hand(view, likes, playable=False)
    if seen.seat in view.waits_for:
        shown["offers"] = tuple(_offer(seen, view, bid) for bid in range(11))
    return shown


def _offer(seen: Seen, view: TwoManView, bid: int) -> Offer:
    points = Contract(bid).worth(whole(view.options, "nil_points"))
    return Offer(
        value=str(bid),
        label=_("Nil") if bid == 0 else str(bid),
        swing=f"±{points}",
        action=action_text(Action(BID, bid)),
        button=_("Bid nil") if bid == 0 else _("Bid %(n)s") % {"n": bid},
        made=_("No trick at all") if bid == 0 else _("All 10") if bid == 10 else _("%(n)s or more") % {"n": bid},
        made_points=signed(points),
        made_note=_made_note(seen, view, bid),
        missed=_("One trick or more") if bid == 0 else _("None") if bid == 1 else _("Under %(n)s") % {"n": bid},
        missed_points=signed(-points),
        missed_note=_missed_note(seen, view, bid),
        is_nil=bid == 0,
    )


def _made_note(seen: Seen, view: TwoManView, bid: int) -> str:
    if bid == 10:
        return _("No trick is left over.")
    if bid == 0:
        points = whole(view.options, "nil_points")
        base = view.table.base[seen.seat]
        return _("Base %(a)s becomes %(b)s.") % {"a": plain_number(base), "b": plain_number(base + points)}
    held = bags(view.table.bags[seen.seat])
    return _("Each extra trick is a bag. You have %(bags)s; 7 cost 100.") % {"bags": held}


def _missed_note(seen: Seen, view: TwoManView, bid: int) -> str:
    if bid == 0:
        return _("And each trick you take is a bag.")
    hers = view.table.bids[1 - seen.seat]
    if hers is None:
        return _("Marta has not bid yet.")
    spare = TRICKS - bid - hers
    her_bid = _("Marta bid nil") if hers == 0 else _("Marta bid %(n)s") % {"n": hers}
    if spare > 1:
        return _("%(bid)s: %(n)s tricks are left over.") % {"bid": her_bid, "n": spare}
    rest = {1: _("one trick is left over."), 0: _("every trick has been bid.")}
    return f"{her_bid}: " + rest.get(spare, _("one of you falls short."))


def _play_phase(seen: Seen, likes: Likes) -> dict[str, object]:
    view = view_of(seen)
    tricks = tricks_of(view.actions)
    opened = bool(view.table.trick)
    done = [trick for trick in tricks if trick.winner is not None]
    shown = _hand(view, likes, playable=seen.seat in view.waits_for)
    if opened:
        shown["laid"] = (*_laid(seen, tricks[-1], is_now=True), *_owed(seen, view))
    elif done:
        shown |= {"laid": _laid(seen, done[-1], is_now=False), "is_finished": True}
    else:
        shown["laid"] = _owed(seen, view)
    if done:
        last = done[-1]
        shown["last_words"] = _last_words(seen, last)
        shown["last"] = _laid(seen, last, is_now=False)
    shown["chooses"] = likes.confirm_play and seen.seat in view.waits_for
    shown["commit"] = _("Play the %(card)s") if shown["chooses"] else ""
    return shown


def _laid(seen: Seen, trick: ToldTrick, *, is_now: bool) -> tuple[Laid, ...]:
    laid = []
    for place, (seat, one) in enumerate(trick.plays):
        mine, wins = seat == seen.seat, seat == trick.winner
        does = _("won") if wins and place else _("led, won") if wins else _("led") if place == 0 else _("followed")
        who = _("You") if mine else _("Marta")
        spoken = _("%(who)s %(does)s: %(card)s") % {"who": who, "does": does, "card": card_name(one)}
        newest = place == len(trick.plays) - 1
        laid.append(Laid(who, does, seat, drawn(one), is_new=newest and is_now, wins=wins, spoken=spoken))
    return tuple(laid)


def _owed(seen: Seen, view: TwoManView) -> tuple[Laid, ...]:
    """The place for the card that is to come."""
    leads = not view.table.trick
    if seen.seat in view.waits_for:
        return (Laid(_("You"), _("lead") if leads else _("follow"), seen.seat, wait=_("Your card")),)
    return (Laid(_("Marta"), _("leads") if leads else _("follows"), 1 - seen.seat, wait=_("Her card")),)


def _last_words(seen: Seen, trick: ToldTrick) -> str:
    led = _("You led") if trick.plays[0][0] == seen.seat else _("Marta led")
    won = _("you won and lead") if trick.winner == seen.seat else _("Marta won and leads")
    return _("Trick %(n)s. %(led)s, %(won)s.") % {"n": trick.number, "led": led, "won": won}


def _hand(view: TwoManView, likes: Likes, *, playable: bool) -> dict[str, object]:
    """The hand in its order; cards that may be played carry their action, the others the reason."""
    held = sorted_hand(view.hand or (), likes)
    legal = {action.argument for action in view.legal if isinstance(action, Action)}
    cards = [_in_hand(view, one, playable=playable, legal=one.text in legal) for one in held]
    return {"rows": in_rows(cards), "hand_name": _("Your hand, %(n)s cards") % {"n": len(held)}}


def _in_hand(view: TwoManView, one: Card, *, playable: bool, legal: bool) -> HandCard:
    if not playable:
        waiting = say.turn_told(view) if view.phase is Phase.PLAY else ""
        return HandCard(drawn(one), why=waiting, waits=bool(waiting))
    action = action_text(Action(PLAY, one.text))
    return HandCard(drawn(one), action, "" if legal else say.why_not_playable(view, one.suit))


_PHASES = {
    Phase.BLIND: _blind_phase,
    Phase.DISCARD: _discard_phase,
    Phase.BID: _bid_phase,
    Phase.PLAY: _play_phase,
}
