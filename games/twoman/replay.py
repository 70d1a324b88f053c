"""A past hand of Two-Man Spades step by step, both hands open, and a past game by its score."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.options import whole
from games.engine.state import Result, Seat
from games.snapshot import GameSeen, Replay, Status, StepSeen
from games.twoman.points import ScoreLine, points_of, score_lines
from games.twoman.score import Pile, Standing
from games.twoman.state import BID, BLIND, BLIND_NIL, DISCARD, LOOK, NIL, PLAY, TRICKS, TwoManState, own
from games.twoman.tricks import ToldTrick, drawn, tricks_of
from games.viewmodel.levels import level_name
from games.viewmodel.replay import Jump, ReplayContext, ReviewContext, TrickJump, actor_of, auto_note, name_of
from games.viewmodel.table import Face, Laid
from games.viewmodel.words import bags, card_name, plain_number, the_card


@dataclass(frozen=True, slots=True)
class SeatShown:
    """One side at one step. `points` and `bags` as they stand by then; `ends` says how many tricks it will have."""

    seat: Seat
    name: str
    letter: str
    level: str
    points: str
    bar: int
    more: str
    bid: str
    took: int
    pips: tuple[str, ...]
    ends: str
    cards: tuple[Face, ...]
    cards_name: str
    is_turn: bool


@dataclass(frozen=True, slots=True)
class TwoManReplayShown:
    near: SeatShown
    far: SeatShown
    target: int
    laid: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class TwoManReviewShown:
    """`cut_short` is the hand that the game was given up in."""

    near: str
    far: str
    lines: tuple[ScoreLine, ...]
    cut_short: int | None


class TwoManReplay:
    def hand(self, replay: Replay) -> ReplayContext:
        state = own(replay.state)
        where, say = _told(replay)
        return ReplayContext(
            template="games/replay/twoman.html",
            title=_("Two-Man Spades"),
            heading=_("Replay of hand %(n)s: both hands open") % {"n": replay.number},
            number=replay.number,
            step=replay.step,
            last=replay.last,
            where=where,
            say=say,
            actor=actor_of(replay),
            is_over=replay.step == replay.last,
            bags_marked=True,
            tricks=_jumps(replay),
            before=_pile_jump(replay),
            auto_note=auto_note(replay),
            points=points_of(replay.game, replay.hand) if replay.step == replay.last else None,
            seal=replay.seal,
            more=TwoManReplayShown(
                near=_side(replay, state, replay.game.side.near),
                far=_side(replay, state, 1 - replay.game.side.near),
                target=whole(state.options, "target"),
                laid=_laid(replay, state),
            ),
        )

    def review(self, game: GameSeen) -> ReviewContext:
        finished = [hand.number for hand in game.hands]
        near = game.side.near
        return ReviewContext(
            template="games/replay/twoman_review.html",
            title=_("Two-Man Spades"),
            heading=_heading(game),
            about=_about(game),
            parted=_("Hand by hand"),
            numbers=game.numbers,
            more=TwoManReviewShown(
                near=name_of(game, near),
                far=name_of(game, 1 - near),
                lines=score_lines(game),
                cut_short=next((one for one in game.numbers if one not in finished), None),
            ),
        )


# -- the two sides --------------------------------------------------------------------------------


def _side(replay: Replay, state: TwoManState, seat: Seat) -> SeatShown:
    name, level = name_of(replay.game, seat), replay.game.seated[seat].level
    standing = _standing(replay, state, seat)
    held = state.hands[seat]
    return SeatShown(
        seat=seat,
        name=name,
        letter=name[:1].upper(),
        level=level_name(level) if level else "",
        points=plain_number(standing.display),
        bar=max(0, standing.display),
        more=_("%(bags)s · %(parity)s") % {"bags": bags(standing.bags), "parity": _parity(state.parity[seat])},
        bid=_bid(state, seat),
        took=state.tricks[seat],
        pips=_pips(state.bids[seat], state.tricks[seat]),
        ends=_ends(replay, seat),
        cards=tuple(drawn(one) for one in held),
        cards_name=_("%(name)s: %(n)s cards") % {"name": name, "n": len(held)},
        is_turn=replay.step < replay.last and replay.steps[replay.step].seat == seat,
    )


def _parity(parity: str) -> str:
    return _("odd") if parity == "odd" else _("even")


def _standing(replay: Replay, state: TwoManState, seat: Seat) -> Standing:
    is_over = replay.step == replay.last and replay.hand is not None
    return state.standings[seat] if is_over else state.running(seat)


def _pile(state: TwoManState) -> Pile | None:
    one, other = state.discards
    return None if one is None or other is None else Pile((one, other))


def _pile_winner(replay: Replay, pile: Pile) -> str:
    return name_of(replay.game, own(replay.state).parity.index(pile.parity), first=False)


def _bid(state: TwoManState, seat: Seat) -> str:
    bid, blind = state.bids[seat], state.blind[seat]
    if blind == NIL:
        return _("blind nil")
    if isinstance(blind, int):
        return _("%(n)s blind") % {"n": blind}
    return "" if bid is None else _("nil") if bid == 0 else str(bid)


def _pips(bid: int | None, taken: int) -> tuple[str, ...]:
    """One box a trick: taken, still to take, or over the bid."""
    if bid is None:
        return ()
    return ("on",) * min(bid, taken) + ("",) * (bid - taken) + ("over",) * (taken - bid)


def _ends(replay: Replay, seat: Seat) -> str:
    """How the hand will end, said while it has not."""
    if replay.step == replay.last or replay.hand is None:
        return ""
    return _("ends with %(n)s") % {"n": own(replay.states[-1]).tricks[seat]}


# -- the middle -----------------------------------------------------------------------------------


def _laid(replay: Replay, state: TwoManState) -> tuple[Laid, ...]:
    """The trick that lies there or has just been won; before the first one the cards put aside."""
    tricks = tricks_of(state.actions)
    if tricks:
        return _trick(replay, tricks[-1])
    put_aside = [(seat, one) for seat, one in enumerate(state.discards) if one is not None]
    newest = replay.done[-1] if replay.done else None
    laid = []
    for seat, one in put_aside:
        who = name_of(replay.game, seat)
        spoken = _("%(who)s put aside %(card)s") % {"who": who, "card": the_card(one)}
        is_new = newest is not None and newest.action.verb == DISCARD and newest.seat == seat
        laid.append(Laid(who, _("put aside"), seat, drawn(one), is_new=is_new, spoken=spoken))
    return tuple(laid)


def _trick(replay: Replay, trick: ToldTrick) -> tuple[Laid, ...]:
    laid = []
    for place, (seat, one) in enumerate(trick.plays):
        wins = seat == trick.winner
        does = _("won") if wins and place else _("led, won") if wins else _("led") if place == 0 else _("followed")
        who = name_of(replay.game, seat)
        spoken = _("%(who)s %(does)s: %(card)s") % {"who": who, "does": does, "card": card_name(one)}
        laid.append(Laid(who, does, seat, drawn(one), is_new=place == len(trick.plays) - 1, wins=wins, spoken=spoken))
    return tuple(laid)


# -- the line that is said ------------------------------------------------------------------------


def _told(replay: Replay) -> tuple[str, str]:
    """Where we are, and what was done there."""
    if not replay.done:
        first = name_of(replay.game, own(replay.state).first, first=False)
        return _("As dealt."), _("The first lead is for %(who)s.") % {"who": first}
    step, state = replay.done[-1], own(replay.state)
    where = _("Before the first trick.")
    if step.action.verb == PLAY:
        where = _("Trick %(n)s of %(all)s.") % {"n": len(tricks_of(state.actions)), "all": TRICKS}
    said = [_SAY[step.action.verb](replay, step)]
    if step.by_table:
        said.append(_("Played out by the table."))
    if replay.step == replay.last:
        said.append(_("The hand is over.") if replay.hand is not None else _("Here the game was given up."))
    return where, " ".join(said)


def _say_look(replay: Replay, step: StepSeen) -> str:
    return _("%(who)s did not bid blind and looked.") % {"who": name_of(replay.game, step.seat)}


def _say_bid(replay: Replay, step: StepSeen) -> str:
    words = {"who": name_of(replay.game, step.seat), "n": step.action.number}
    if step.action.verb == BLIND_NIL:
        return _("%(who)s bid nil without looking.") % words
    if step.action.verb == BLIND:
        return _("%(who)s bid %(n)s without looking.") % words
    return _("%(who)s bid nil.") % words if step.action.number == 0 else _("%(who)s bid %(n)s.") % words


def _say_discard(replay: Replay, step: StepSeen) -> str:
    one, state = step.action.card, own(replay.state)
    if one is None:
        return ""
    said = _("%(who)s put aside %(card)s.") % {"who": name_of(replay.game, step.seat), "card": the_card(one)}
    pile = _pile(state)
    if pile is None:
        return said
    words = {
        "total": pile.total,
        "parity": _parity(pile.parity),
        "who": _pile_winner(replay, pile),
        "points": pile.points,
    }
    told = _("The pile makes %(total)s, %(parity)s: %(points)s points for %(who)s.") % words
    return f"{said} {told}"


def _say_play(replay: Replay, step: StepSeen) -> str:
    one = step.action.card
    trick = tricks_of(own(replay.state).actions)[-1]
    if one is None:
        return ""
    words = {"who": name_of(replay.game, step.seat), "card": the_card(one)}
    if trick.winner is None:
        return _("%(who)s led %(card)s.") % words
    if trick.winner == step.seat:
        return _("%(who)s played %(card)s and won.") % words
    said = _("%(who)s followed with %(card)s.") % words
    won = _("%(who)s won the trick.") % {"who": name_of(replay.game, trick.winner)}
    return f"{said} {won}"


_SAY = {
    LOOK: _say_look,
    BLIND: _say_bid,
    BLIND_NIL: _say_bid,
    BID: _say_bid,
    DISCARD: _say_discard,
    PLAY: _say_play,
}


# -- all tricks -----------------------------------------------------------------------------------


def _jumps(replay: Replay) -> tuple[TrickJump, ...]:
    plays = [number for number, step in enumerate(replay.steps, start=1) if step.action.verb == PLAY]
    here = len(tricks_of(own(replay.state).actions))
    told = tricks_of([(step.seat, step.action) for step in replay.steps])
    return tuple(_jump(replay, trick, plays[2 * (trick.number - 1)], here) for trick in told)


def _pile_jump(replay: Replay) -> Jump | None:
    """To the second card put aside."""
    put_aside = [number for number, step in enumerate(replay.steps, start=1) if step.action.verb == DISCARD]
    pile = _pile(own(replay.states[-1]))
    if pile is None:
        return None
    words = {
        "cards": " ".join(f"[{one.text}]" for one in pile.cards),
        "points": pile.points,
        "who": _pile_winner(replay, pile),
    }
    return Jump(_("Pile %(cards)s +%(points)s for %(who)s") % words, put_aside[-1])


def _jump(replay: Replay, trick: ToldTrick, step: int, here: int) -> TrickJump:
    winner = trick.winner
    return TrickJump(
        number=trick.number,
        step=step,
        led=_("%(who)s led") % {"who": name_of(replay.game, trick.plays[0][0])},
        cards=tuple((one.text, seat == winner) for seat, one in trick.plays),
        winner="" if winner is None else name_of(replay.game, winner, first=False),
        is_near=winner == replay.game.side.near,
        is_here=trick.number == here,
        by_table=replay.steps[step - 1].by_table,
    )


# -- the game -------------------------------------------------------------------------------------


def _heading(game: GameSeen) -> str:
    if game.result is None:
        return _("A game given up") if game.status == Status.ABANDONED else _("The game so far")
    return _won(game, game.result, own(game.state).displays)


def _won(game: GameSeen, result: Result, shown: Sequence[int]) -> str:
    if result.winner is None:
        return _("A tie, %(points)s all") % {"points": plain_number(shown[0])}
    words = {
        "who": name_of(game, result.winner),
        "won": plain_number(shown[result.winner]),
        "lost": plain_number(shown[1 - result.winner]),
    }
    if result.why == "blind_nil":
        return _("%(who)s won the game on a blind nil, at %(won)s to %(lost)s") % words
    return _("%(who)s won, %(won)s to %(lost)s") % words


def _about(game: GameSeen) -> str:
    near, far = (name_of(game, seat, first=False) for seat in (game.side.near, 1 - game.side.near))
    return _("%(near)s against %(far)s") % {"near": near, "far": far}
