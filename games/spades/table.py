"""The table of Spades in each phase: blind nil, bids, exchange, play, summary, end."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.engine.actions import Action, Refusal
from games.engine.cards import Card
from games.engine.notation import action_text
from games.engine.state import Phase
from games.snapshot import HandSeen, SealSeen, Seen, Status
from games.spades import end, offers, say, seats, sheet
from games.spades.options import terms
from games.spades.state import PLAY, SpadesView
from games.spades.tricks import tricks_of, view_of
from games.spades.words import variant_name
from games.viewmodel.cross import last_of, shown_trick
from games.viewmodel.four import (
    FourShown,
    others_just_acted,
    template_of,
    turn_told,
)
from games.viewmodel.hands import in_rows, sorted_hand
from games.viewmodel.table import HandCard, Likes, Offer, TableContext, context, face, last_hand


@dataclass(frozen=True, kw_only=True)
class SpadesShown(FourShown):
    """And what Spades has of its own: bids, blind nil, misdeals."""

    hidden_cards: range = range(0)
    offers: tuple[Offer, ...] = ()
    first_offer: str = ""
    need: str = ""
    look: str = ""
    blind_nil: str = ""
    misdeal: str = ""


class SpadesPresenter:
    """Chooses the template by phase; everything in it is what the seat may know."""

    def table(self, seen: Seen, *, likes: Likes, notice: str) -> TableContext:
        if seen.result is not None or seen.status != Status.PLAYING:
            ended = {
                "ending": end.ending(seen),
                "summary": last_hand(seen, sheet.summary),
                "opened": seen.unfinished,
            }
            return _context(seen, likes, "over", notice, **ended)
        if seen.needs_deal:
            name = "between" if seen.hands else "first"
            return _context(seen, likes, name, notice, summary=last_hand(seen, sheet.summary))
        name = str(seen.view.phase)
        return _context(seen, likes, name, notice, **_in_hand(seen, likes))

    def hand(self, seen: Seen, hand: HandSeen, seal: SealSeen | None, *, likes: Likes) -> TableContext:
        return _context(seen, likes, "hand", "", summary=sheet.summary(seen, hand, seal))

    def why(self, seen: Seen, refusal: Refusal, action: Action) -> str:
        return say.why(seen, refusal, action)


def _context(seen: Seen, likes: Likes, name: str, notice: str, **parts: object) -> TableContext:
    view = view_of(seen)
    shown = SpadesShown(
        seats=seats.seats(seen),
        sides=seats.sides(seen),
        side_names=sheet.side_names(seen),
        target=terms(view.options).win,
        tag=(_("broken") if view.table.broken else _("not broken")) if view.phase is Phase.PLAY else "",
        tag_suit="s",
        is_step=others_just_acted(seen),
        score_rows=sheet.score_rows(seen),
        log=seats.log(seen),
        **parts,  # type: ignore[arg-type]
    )
    shown_table = context(
        seen,
        likes,
        template=template_of("spades", name),
        phase=name,
        title=variant_name(view.options["variant"]),
        heading=_heading(view, name),
        say=notice or say.message(seen),
        refused=bool(notice),
        more=shown,
        variant=str(view.options["variant"]),
    )
    return replace(shown_table, tone="note") if not notice and say.stands_out(seen) else shown_table


def _heading(view: SpadesView, name: str) -> str:
    game = variant_name(view.options["variant"])
    steps = {"blind": _("bidding"), "bid": _("bidding"), "exchange": _("exchange")}
    if name == Phase.PLAY:
        trick = min(sum(view.table.tricks) + 1, 13)
        return _("%(game)s, hand %(n)s, trick %(trick)s") % {"game": game, "n": view.number, "trick": trick}
    if name in steps:
        return _("%(game)s, hand %(n)s, %(step)s") % {"game": game, "n": view.number, "step": steps[name]}
    return game


# -- a hand in play -------------------------------------------------------------------------------------


def _in_hand(seen: Seen, likes: Likes) -> dict[str, object]:
    view = view_of(seen)
    tricks = tricks_of(view.actions, view.options)
    shown = {**_hand(seen, view, likes), **offers.choices(seen), **last_of(seen, tricks)}
    if view.phase is Phase.PLAY:
        shown |= shown_trick(seen, tricks, view.waits_for)
    if view.phase is Phase.EXCHANGE:
        shown["passing"] = offers.exchange(seen)
    return shown


def _hand(seen: Seen, view: SpadesView, likes: Likes) -> dict[str, object]:
    """One's own cards: in play those that may be played carry their action, the others the reason."""
    if view.hand is None:
        return {"hidden_cards": range(13)}
    held = sorted_hand(view.hand, likes)
    legal = set(say.legal_cards(view))
    cards = [_card(seen, view, one, is_legal=one in legal) for one in held]
    name = _("Your hand, %(n)s cards") % {"n": len(held)}
    chooses = likes.confirm_play and view.phase is Phase.PLAY and seen.seat in view.waits_for
    shown = {"rows": in_rows(cards), "hand_name": name, "chooses": chooses}
    return {**shown, "commit": _("Play the %(card)s")} if chooses else shown


def _card(seen: Seen, view: SpadesView, one: Card, *, is_legal: bool) -> HandCard:
    if view.phase is not Phase.PLAY:
        return HandCard(face(one))
    if seen.seat not in view.waits_for:
        return HandCard(face(one), why=turn_told(seen), waits=True)
    why = "" if is_legal else say.why_not(view, say.code_of(view, one))
    return HandCard(face(one), action_text(Action(PLAY, one.text)), why)
