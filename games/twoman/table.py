"""What the table, the replay and the past games of Two-Man Spades show beyond what every game of tricks does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from games.engine.actions import Action, Refusal
from games.engine.cards import Card
from games.engine.notation import action_text
from games.engine.options import whole
from games.engine.state import Phase, Seat, SeatView
from games.snapshot import GameSeen, HandSeen, Replay, Seen, StepSeen
from games.twoman import past, say, seats, sheet
from games.twoman.remarks import remark
from games.twoman.rules import TwoMan
from games.twoman.seats import HELD, TRICKS, drawn, view_of
from games.twoman.state import BLIND_BIDS, BLIND_NIL, DISCARD, LOOK, PLAY, TwoManView
from games.viewmodel.cards import Face, HandCard, Likes, in_rows, sorted_hand
from games.viewmodel.presenter import TrickPresenter
from games.viewmodel.replay import Jump
from games.viewmodel.seats import Moment, SeatShown, SideShown, name_in, place_of, turn_told
from games.viewmodel.sheet import ScoreLine, Sheet
from games.viewmodel.table import Offer, TableShown, Tag
from games.viewmodel.tricks import Laid, Trick
from games.viewmodel.words import card_name


@dataclass(frozen=True, kw_only=True)
class TwoManShown(TableShown):
    """And what may be bid."""

    offers: tuple[Offer, ...] = ()
    look: str = ""
    blind_nil: str = ""


class TwoManPresenter(TrickPresenter):
    rules: ClassVar[TwoMan] = TwoMan()
    shown = TwoManShown
    bags_marked = True
    most_tricks = TRICKS

    def title(self, view: SeatView) -> str:
        return _("Two-Man Spades")

    def invitation(self, view: SeatView) -> str:
        words = {"n": self.target(view)}
        return _("Two-Man Spades to %(n)s. Eleven cards each, one put aside, ten tricks.") % words

    def target(self, view: SeatView) -> int:
        return whole(view.options, "target")

    def steps(self) -> dict[str, str]:
        return {"blind": _("blind decision"), "discard": _("discard"), "bid": _("bidding")}

    def tricks(self, view: SeatView) -> tuple[Trick, ...]:
        return seats.tricks_of(view.actions)

    def draw(self, one: Card) -> Face:
        return drawn(one)

    def seat(self, moment: Moment, seat: Seat) -> SeatShown:
        return seats.seat(moment, seat, ends_with=_ends_with(moment, seat))

    def side(self, moment: Moment, side: int) -> SideShown:
        is_settled = isinstance(moment, Replay) and moment.is_over and moment.hand is not None
        return seats.side(moment, side, is_settled=is_settled)

    def scores(self, view: SeatView) -> Sequence[int]:
        return view.table.display if isinstance(view, TwoManView) else ()

    def message(self, seen: Seen) -> str:
        return say.message(seen)

    def settled_notes(self, seen: Seen) -> list[str]:
        return say.settled(seen)

    def why(self, seen: Seen, refusal: Refusal, action: Action) -> str:
        return say.why(seen, refusal, action)

    def tags(self, seen: Seen) -> tuple[Tag, ...]:
        view = view_of(seen)
        if view.phase is not Phase.PLAY:
            return ()
        broken = Tag(_("broken") if view.table.broken else _("not broken"), "s")
        pile = seats.pile_tag(seen, view)
        return (Tag(pile), broken) if pile else (broken,)

    def in_hand(self, seen: Seen, likes: Likes) -> dict[str, object]:
        return _PHASES[view_of(seen).phase](seen, view_of(seen), likes)

    # -- finished hands and games -----------------------------------------------------------------------

    def sheet(self, moment: Moment, hand: HandSeen) -> Sheet:
        return sheet.sheet(moment, hand)

    def score_lines(self, moment: Moment, hands: Sequence[HandSeen]) -> tuple[ScoreLine, ...]:
        return tuple(sheet.score_line(moment, hand) for hand in hands)

    def headline(self, seen: Seen, hand: HandSeen) -> tuple[str, str]:
        return sheet.headline(seen, hand)

    def remark(self, seen: Seen, hand: HandSeen) -> tuple[str, str]:
        return remark(hand, seen.seat), seats.other_name(seen)

    def lead(self, seen: Seen) -> str:
        return sheet.lead(seen)

    def facts(self, seen: Seen) -> tuple[tuple[str, str, str], ...]:
        return sheet.facts(seen)

    def won(self, seen: Seen, winner: int, why: str) -> str:
        if why != "blind_nil":
            return super().won(seen, winner, why)
        return _("You win the game") if winner == seen.seat else _("%(who)s wins the game") % self.win(seen, winner)

    def has_won(self, game: GameSeen, winner: int, why: str) -> str:
        if why != "blind_nil":
            return super().has_won(game, winner, why)
        return _("%(who)s won the game on a blind nil, at %(won)s to %(lost)s") % self.win(game, winner)

    # -- the replay ---------------------------------------------------------------------------------------

    def dealt(self, replay: Replay) -> str:
        return past.dealt(replay)

    def step(self, replay: Replay, step: StepSeen) -> str:
        return past.told(replay, step)

    def before(self, replay: Replay) -> Jump | None:
        return past.pile_jump(replay)

    def lying(self, replay: Replay) -> dict[str, object]:
        return {"trick": past.put_aside(replay)}


def _ends_with(moment: Moment, seat: Seat) -> int | None:
    """How many tricks the seat will have, where the rest of a past hand is known."""
    if not isinstance(moment, Replay) or moment.is_over or moment.hand is None:
        return None
    last = moment.views[-1]
    return last.table.tricks[seat] if isinstance(last, TwoManView) else None


# -- phases ---------------------------------------------------------------------------------------------


def _blind(seen: Seen, view: TwoManView, likes: Likes) -> dict[str, object]:
    if seen.seat not in view.waits_for:
        return _hand(seen, view, likes)
    return {
        "hidden_cards": range(HELD),
        "look": action_text(Action(LOOK)),
        "offers": tuple(map(seats.blind_offer, BLIND_BIDS)),
        "blind_nil": action_text(Action(BLIND_NIL)),
    }


def _discard(seen: Seen, view: TwoManView, likes: Likes) -> dict[str, object]:
    shown: dict[str, object] = {"trick": _pile(seen, view)}
    if seen.seat not in view.waits_for:
        return {**shown, **_hand(seen, view, likes)}
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


def _pile(seen: Seen, view: TwoManView) -> tuple[Laid, ...]:
    """Both discards: the other one face down, or a place for it."""
    other, mine = 1 - seen.seat, view.table.discards[seen.seat]
    name = name_in(seen, other)
    far = Laid(place_of(seen, other), name, "", other, wait=name)
    if other not in view.waits_for:
        spoken = _("%(name)s’s discard, face down") % {"name": name}
        far = Laid(place_of(seen, other), name, "", other, hidden=True, spoken=spoken)
    near = Laid(place_of(seen, seen.seat), name_in(seen, seen.seat), "", seen.seat, wait=_("Your card"))
    if mine is not None:
        spoken = _("Your discard: %(card)s") % {"card": card_name(mine)}
        near = Laid(place_of(seen, seen.seat), name_in(seen, seen.seat), "", seen.seat, drawn(mine), spoken=spoken)
    return far, near


def _bid(seen: Seen, view: TwoManView, likes: Likes) -> dict[str, object]:
    shown = _hand(seen, view, likes)
    if seen.seat in view.waits_for:
        shown["offers"] = tuple(seats.offer(seen, bid) for bid in range(TRICKS + 1))
    return shown


def _play(seen: Seen, view: TwoManView, likes: Likes) -> dict[str, object]:
    chooses = likes.confirm_play and seen.seat in view.waits_for
    return {
        **_hand(seen, view, likes),
        "chooses": chooses,
        "commit": _("Play the %(card)s") if chooses else "",
    }


def _hand(seen: Seen, view: TwoManView, likes: Likes) -> dict[str, object]:
    """The hand in its order; in play cards that may be played carry their action, the others the reason."""
    held = sorted_hand(view.hand or (), likes)
    legal = {action.argument for action in view.legal if isinstance(action, Action)}
    cards = [_card(seen, view, one, is_legal=one.text in legal) for one in held]
    return {"rows": in_rows(cards), "hand_name": _("Your hand, %(n)s cards") % {"n": len(held)}}


def _card(seen: Seen, view: TwoManView, one: Card, *, is_legal: bool) -> HandCard:
    if view.phase is not Phase.PLAY:
        return HandCard(drawn(one))
    if seen.seat not in view.waits_for:
        return HandCard(drawn(one), why=turn_told(seen), waits=True)
    why = "" if is_legal else say.why_not_playable(view, one.suit)
    return HandCard(drawn(one), action_text(Action(PLAY, one.text)), why)


_PHASES = {
    Phase.BLIND: _blind,
    Phase.DISCARD: _discard,
    Phase.BID: _bid,
    Phase.PLAY: _play,
}
