"""A past hand of Spades step by step, all four hands open, and a past game by its score."""

from django.utils.translation import gettext as _

from games.engine.reading import cards_in
from games.engine.state import Seat
from games.snapshot import GameSeen, Replay
from games.spades.replay_points import (
    near_first,
    points_of,
    score_lines,
    side_name,
    sides_of,
    terms_of,
)
from games.spades.replay_say import told
from games.spades.score import tricks_of as promised
from games.spades.state import GIVE, PLAY, RETURN, SEATS, SpadesState, own, side_of
from games.spades.tricks import bid_words, tricks_of
from games.spades.words import variant_name
from games.viewmodel.four import SideShown
from games.viewmodel.four_replay import (
    FourReplayShown,
    SeatOpen,
    clockwise_from_near,
    open_cross,
    open_seat,
    review_of,
    trick_jumps,
)
from games.viewmodel.replay import Jump, ReplayContext, ReviewContext, TrickJump, actor_of, auto_note, name_of
from games.viewmodel.table import Face, face
from games.viewmodel.words import bags, plain_number


class SpadesReplay:
    def hand(self, replay: Replay) -> ReplayContext:
        state = own(replay.state)
        where, say = told(replay)
        is_over = replay.step == replay.last
        return ReplayContext(
            template="games/replay/four.html",
            title=variant_name(state.options["variant"]),
            heading=_("Replay of hand %(n)s: all hands open") % {"n": replay.number},
            number=replay.number,
            step=replay.step,
            last=replay.last,
            where=where,
            say=say,
            actor=actor_of(replay),
            is_over=is_over,
            tricks=_jumps(replay),
            before=_bids_jump(replay),
            auto_note=auto_note(replay),
            points=points_of(replay.game, replay.hand) if is_over else None,
            seal=replay.seal,
            more=FourReplayShown(
                seats=tuple(_seat(replay, state, seat) for seat in clockwise_from_near(replay.game)),
                sides=tuple(_side(replay.game, state, side) for side in sides_of(replay.game)),
                target=state.terms.win,
                cross=open_cross(replay, tricks_of(state.actions, state.options)),
                passed=_passed(replay),
                passed_name=_("Cards given"),
            ),
        )

    def review(self, game: GameSeen) -> ReviewContext:
        scores = [one.score for one in own(game.state).standings]
        return review_of(
            game,
            title=variant_name(game.state.options["variant"]),
            scores=scores,
            sides=sides_of(game),
            name=side_name,
            lines=score_lines(game),
        )


# -- seats and sides ------------------------------------------------------------------------------


def _seat(replay: Replay, state: SpadesState, seat: Seat) -> SeatOpen:
    return open_seat(
        replay,
        seat,
        held=state.hands[seat],
        bid=bid_words(state.bids[seat]),
        took=state.tricks[seat],
        pips=_pips(state, seat),
        ends_with=_ends_with(replay, seat),
        is_near=_is_near(replay.game, seat),
        is_dealer=seat == state.dealer,
    )


def _is_near(game: GameSeen, seat: Seat) -> bool:
    return side_of(terms_of(game), seat) == side_of(terms_of(game), game.side.near)


def _pips(state: SpadesState, seat: Seat) -> tuple[str, ...]:
    """One box a trick: taken, still to take, or over the bid."""
    if state.bids[seat] is None:
        return ()
    bid, taken = promised(state.bids[seat]), state.tricks[seat]
    return ("on",) * min(bid, taken) + ("",) * (bid - taken) + ("over",) * (taken - bid)


def _ends_with(replay: Replay, seat: Seat) -> int | None:
    """A misdeal has no tricks."""
    last = own(replay.states[-1])
    return None if replay.hand is None or last.void else last.tricks[seat]


def _side(game: GameSeen, state: SpadesState, side: int) -> SideShown:
    """The score as it stands: a hand counts when it is over (section 7)."""
    seats, standing = near_first(game, side), state.standings[side]
    name, points, held = side_name(game, side), plain_number(standing.score), bags(standing.bags)
    has_bid = state.terms.partners and any(state.bids[seat] is not None for seat in seats)
    contract = sum(promised(state.bids[seat]) for seat in seats)
    more = _("bid %(n)s · %(bags)s") % {"n": contract, "bags": held} if has_bid else held
    spoken = _("%(side)s: %(points)s points, %(bags)s.") % {"side": name, "points": points, "bags": held}
    return SideShown(name, points, max(0, standing.score), more, spoken, game.side.near in seats)


def _passed(replay: Replay) -> tuple[Face, ...]:
    """The cards that changed hands in this step of the exchange (section 4.4)."""
    newest = replay.done[-1] if replay.done else None
    if newest is None or newest.action.verb not in (GIVE, RETURN):
        return ()
    return tuple(face(one) for one in cards_in(newest.action.argument))


# -- all tricks -----------------------------------------------------------------------------------


def _jumps(replay: Replay) -> tuple[TrickJump, ...]:
    state, last = own(replay.state), own(replay.states[-1])
    return trick_jumps(
        replay,
        tricks_of(last.actions, last.options),
        here=len(tricks_of(state.actions, state.options)),
        is_near=lambda seat: _is_near(replay.game, seat),
    )


def _bids_jump(replay: Replay) -> Jump | None:
    """To the last step before the first card; None where the bidding came to no end."""
    state = own(replay.states[-1])
    if None in state.bids or state.void:
        return None
    settled = [number for number, step in enumerate(replay.steps, start=1) if step.action.verb != PLAY]
    bidders = [(state.first + step) % len(SEATS) for step in SEATS]
    bids = [f"{name_of(replay.game, seat, first=False)} {bid_words(state.bids[seat])}" for seat in bidders]
    return Jump(_("Bids: %(bids)s") % {"bids": ", ".join(bids)}, settled[-1])
