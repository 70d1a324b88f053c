"""What the table, the replay and the past games of Spades show beyond what every game of tricks does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from games.engine.actions import Action, Refusal
from games.engine.cards import Card
from games.engine.notation import action_text
from games.engine.state import Phase, Seat, SeatView
from games.snapshot import HandSeen, Replay, Seen, StepSeen
from games.spades import offers, past, say, seats, sheet
from games.spades.options import terms
from games.spades.rules import Spades
from games.spades.state import PLAY, TRICKS, SpadesView
from games.spades.tricks import tricks_of, view_of
from games.spades.words import variant_name
from games.viewmodel.cards import HandCard, Likes, face, in_rows, sorted_hand
from games.viewmodel.presenter import TrickPresenter
from games.viewmodel.replay import Jump
from games.viewmodel.seats import Moment, SeatShown, SideShown, turn_told
from games.viewmodel.sheet import ScoreLine, Sheet
from games.viewmodel.table import Offer, TableShown, Tag
from games.viewmodel.tricks import Trick


@dataclass(frozen=True, kw_only=True)
class SpadesShown(TableShown):
    """And what may be bid; a blind nil, a misdeal."""

    offers: tuple[Offer, ...] = ()
    first_offer: str = ""
    need: str = ""
    look: str = ""
    blind_nil: str = ""
    misdeal: str = ""


class SpadesPresenter(TrickPresenter):
    rules: ClassVar[Spades] = Spades()
    shown = SpadesShown
    most_tricks = TRICKS

    def title(self, view: SeatView) -> str:
        return variant_name(view.options["variant"])

    def invitation(self, view: SeatView) -> str:
        words = {"n": self.target(view)}
        return _("To %(n)s. Thirteen cards each, thirteen tricks, spades are trump.") % words

    def target(self, view: SeatView) -> int:
        return terms(view.options).win

    def steps(self) -> dict[str, str]:
        return {"blind": _("bidding"), "bid": _("bidding"), "exchange": _("exchange")}

    def tricks(self, view: SeatView) -> tuple[Trick, ...]:
        return tricks_of(view.actions, view.options)

    def seat(self, moment: Moment, seat: Seat) -> SeatShown:
        return seats.seat(moment, seat, is_near=self.is_near(moment, seat), ends_with=_ends_with(moment, seat))

    def side(self, moment: Moment, side: int) -> SideShown:
        return seats.side(moment, side, name=self.strip_name(moment, side))

    def scores(self, view: SeatView) -> Sequence[int]:
        return view.table.score if isinstance(view, SpadesView) else ()

    def message(self, seen: Seen) -> str:
        return say.message(seen)

    def tone(self, seen: Seen) -> str:
        return "note" if say.stands_out(seen) else ""

    def settled_notes(self, seen: Seen) -> list[str]:
        return seats.settled(seen)

    def why(self, seen: Seen, refusal: Refusal, action: Action) -> str:
        return say.why(seen, refusal, action)

    def tags(self, seen: Seen) -> tuple[Tag, ...]:
        view = view_of(seen)
        if view.phase is not Phase.PLAY:
            return ()
        return (Tag(_("broken") if view.table.broken else _("not broken"), "s"),)

    def in_hand(self, seen: Seen, likes: Likes) -> dict[str, object]:
        view = view_of(seen)
        return {**_hand(seen, view, likes), **offers.choices(seen), "passing": offers.exchange(seen)}

    # -- finished hands and games -----------------------------------------------------------------------

    def sheet(self, moment: Moment, hand: HandSeen) -> Sheet:
        return sheet.sheet(moment, hand)

    def score_lines(self, moment: Moment, hands: Sequence[HandSeen]) -> tuple[ScoreLine, ...]:
        return tuple(sheet.score_line(moment, hand) for hand in hands)

    def headline(self, seen: Seen, hand: HandSeen) -> tuple[str, str]:
        return sheet.headline(seen, hand)

    def lead(self, seen: Seen) -> str:
        return sheet.lead(seen)

    def facts(self, seen: Seen) -> tuple[tuple[str, str, str], ...]:
        return sheet.facts(seen)

    # -- the replay ---------------------------------------------------------------------------------------

    def dealt(self, replay: Replay) -> str:
        return past.dealt(replay)

    def step(self, replay: Replay, step: StepSeen) -> str:
        return past.told(replay, step)

    def hand_over(self, replay: Replay) -> str:
        return past.hand_over(replay)

    def before(self, replay: Replay) -> Jump | None:
        return past.bids_jump(replay)

    def lying(self, replay: Replay) -> dict[str, object]:
        return {"passed": past.passed(replay), "passed_name": _("Cards given")}


def _ends_with(moment: Moment, seat: Seat) -> int | None:
    """How many tricks the seat will have, where the rest of a past hand is known; a misdeal has none."""
    if not isinstance(moment, Replay) or moment.is_over or moment.hand is None or past.is_misdeal(moment):
        return None
    last = moment.views[-1]
    return last.table.tricks[seat] if isinstance(last, SpadesView) else None


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
