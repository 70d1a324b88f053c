"""A past hand of Bid Whist step by step, hands, kitty and discard open, and a past game by its score."""

from django.utils.translation import gettext as _

from games.bidwhist.replay_points import points_of, score_lines, side_name, sides_of
from games.bidwhist.replay_say import told
from games.bidwhist.state import PLAY, SEATS, BidWhistState, books_of, own, side_of
from games.bidwhist.words import books_told, call_words, contract_words, in_order, tricks_of
from games.engine.state import Seat
from games.engine.tricks import next_seat
from games.snapshot import GameSeen, Replay
from games.viewmodel.cross import ToldTrick
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
from games.viewmodel.words import plain_number, tricks


class BidWhistReplay:
    def hand(self, replay: Replay) -> ReplayContext:
        where, say = told(replay)
        is_over = replay.step == replay.last
        return ReplayContext(
            template="games/replay/four.html",
            title=_("Bid Whist"),
            heading=_("Replay of hand %(n)s: all hands open") % {"n": replay.number},
            number=replay.number,
            step=replay.step,
            last=replay.last,
            where=where,
            say=say,
            actor=actor_of(replay),
            is_over=is_over,
            tricks=_jumps(replay),
            before=_contract_jump(replay),
            auto_note=auto_note(replay),
            points=points_of(replay.game, replay.hand) if is_over else None,
            seal=replay.seal,
            more=_shown(replay),
        )

    def review(self, game: GameSeen) -> ReviewContext:
        return review_of(
            game,
            title=_("Bid Whist"),
            scores=own(game.state).score,
            sides=sides_of(game),
            name=side_name,
            lines=score_lines(game),
        )


def _shown(replay: Replay) -> FourReplayShown:
    state = own(replay.state)
    passed, passed_name = _beside(replay, state)
    return FourReplayShown(
        seats=tuple(_seat(replay, state, seat) for seat in clockwise_from_near(replay.game)),
        sides=tuple(_side(replay.game, state, side) for side in sides_of(replay.game)),
        target=state.terms.win,
        cross=open_cross(replay, _tricks_in(state)),
        passed=passed,
        passed_name=passed_name,
    )


def _tricks_in(state: BidWhistState) -> tuple[ToldTrick, ...]:
    return tricks_of(state.actions, state.contract)


# -- seats, sides, and what lies beside the trick ---------------------------------------------------------


def _seat(replay: Replay, state: BidWhistState, seat: Seat) -> SeatOpen:
    """The cards stand as they rank in this hand."""
    took = _won(state, seat)
    return open_seat(
        replay,
        seat,
        held=in_order(state.hands[seat], state.contract, spades_first=True),
        took=took,
        note=_note(state, seat, took),
        ends_with=_ends_with(replay, seat),
        is_near=side_of(seat) == side_of(replay.game.side.near),
        is_dealer=seat == state.dealer,
    )


def _won(state: BidWhistState, seat: Seat) -> int:
    return sum(trick.winner == seat for trick in state.tricks)


def _note(state: BidWhistState, seat: Seat, took: int) -> str:
    """The call, and once there is a contract the tricks that were won."""
    place = (seat - state.first) % len(SEATS)
    if place >= len(state.calls):
        return _("no call yet")
    call = call_words(str(state.calls[place] or ""))
    return call if state.contract is None else _("%(call)s · %(tricks)s") % {"call": call, "tricks": tricks(took)}


def _ends_with(replay: Replay, seat: Seat) -> int | None:
    """A hand that everybody passed has no tricks."""
    last = own(replay.states[-1])
    return None if replay.hand is None or last.contract is None else _won(last, seat)


def _side(game: GameSeen, state: BidWhistState, side: int) -> SideShown:
    """The score as it stands: a hand counts when it is over (section 9)."""
    name, points, count = side_name(game, side), plain_number(state.score[side]), books_of(state)[side]
    books = books_told(count)
    more, contract = books, state.contract
    if contract is not None and contract.side == side:
        more = _("%(books)s of %(promised)s books") % {"books": count, "promised": contract.bid.promised}
    spoken = _("%(side)s: %(points)s points, %(books)s.") % {"side": name, "points": points, "books": books}
    return SideShown(name, points, max(0, state.score[side]), more, spoken, side == side_of(game.side.near))


def _beside(replay: Replay, state: BidWhistState) -> tuple[tuple[Face, ...], str]:
    """The kitty until somebody has taken it, and the discard from then on until the first card."""
    before = own(replay.states[max(0, replay.step - 1)])
    if before.kitty and not state.kitty:
        return tuple(face(one) for one in before.kitty), _("The kitty, taken")
    if state.kitty:
        return tuple(face(one) for one in state.kitty), _("The kitty")
    return tuple(face(one) for one in state.discard), _("Put aside, the first book")


# -- jumps --------------------------------------------------------------------------------------------------


def _jumps(replay: Replay) -> tuple[TrickJump, ...]:
    return trick_jumps(
        replay,
        _tricks_in(own(replay.states[-1])),
        here=len(_tricks_in(own(replay.state))),
        is_near=lambda seat: side_of(seat) == side_of(replay.game.side.near),
    )


def _contract_jump(replay: Replay) -> Jump | None:
    """To the last step before the first card, with the discard; None where nobody has put one aside."""
    last = own(replay.states[-1])
    if last.contract is None or not last.discard:
        return None
    plays = [number for number, step in enumerate(replay.steps) if step.action.verb == PLAY]
    words = {
        "calls": _calls(replay.game, last),
        "who": name_of(replay.game, last.contract.declarer),
        "contract": contract_words(last.contract),
        "cards": " ".join(f"[{one}]" for one in last.discard),
    }
    text = _("Calls: %(calls)s. %(who)s played %(contract)s. Put aside: %(cards)s") % words
    return Jump(text, plays[0] if plays else replay.last)


def _calls(game: GameSeen, state: BidWhistState) -> str:
    said = []
    for place, call in enumerate(state.calls):
        who = name_of(game, next_seat(state.first, place), first=False)
        said.append(f"{who} {call_words(str(call or ''))}")
    return ", ".join(said)
