"""What is said at each step of a past hand of Two-Man Spades, both hands being open."""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.snapshot import Replay, ReplayStep
from games.twoman.seats import drawn, parity_word, pile_of, pile_winner, tricks_of, view_of
from games.twoman.state import BID, BLIND, BLIND_NIL, DISCARD, LOOK, PLAY, TwoManView
from games.viewmodel.replay import Jump, looked
from games.viewmodel.seats import clockwise, name_in, place_of
from games.viewmodel.tricks import TableCard, replayed_play
from games.viewmodel.words import the_card


def dealt(replay: Replay) -> str:
    first = name_in(replay, view_of(replay).table.first, first=False)
    return _("The first lead is for %(who)s.") % {"who": first}


def _bid(replay: Replay, step: ReplayStep) -> str:
    words = {"who": name_in(replay, step.seat), "n": step.action.number}
    if step.action.verb == BLIND_NIL:
        return _("%(who)s bid nil without looking.") % words
    if step.action.verb == BLIND:
        return _("%(who)s bid %(n)s without looking.") % words
    return _("%(who)s bid nil.") % words if step.action.number == 0 else _("%(who)s bid %(n)s.") % words


def _discard(replay: Replay, step: ReplayStep) -> str:
    one, view = step.action.card, view_of(replay)
    if one is None:
        return ""
    said = _("%(who)s put aside %(card)s.") % {"who": name_in(replay, step.seat), "card": the_card(one)}
    pile = pile_of(view)
    if pile is None:
        return said
    words = {"total": pile.total, "parity": parity_word(pile.parity), "points": pile.points}
    words["who"] = name_in(replay, pile_winner(view, pile), first=False)
    sentence = _("The pile makes %(total)s, %(parity)s: %(points)s points for %(who)s.") % words
    return f"{said} {sentence}"


def _play(replay: Replay, step: ReplayStep) -> str:
    return replayed_play(replay, tricks_of(replay.view.actions)[-1], answers=_("%(who)s followed with %(card)s."))


SAID: Final[Mapping[str, Callable[[Replay, ReplayStep], str]]] = {
    LOOK: looked,
    BLIND: _bid,
    BLIND_NIL: _bid,
    BID: _bid,
    DISCARD: _discard,
    PLAY: _play,
}


def pile_jump(replay: Replay) -> Jump | None:
    """To the second card put aside."""
    put_aside = [number for number, step in enumerate(replay.steps, start=1) if step.action.verb == DISCARD]
    last = TwoManView.of(replay.views[-1])
    pile = pile_of(last)
    if pile is None:
        return None
    words = {"cards": " ".join(f"[{one.text}]" for one in pile.cards), "points": pile.points}
    words["who"] = name_in(replay, pile_winner(last, pile), first=False)
    return Jump(_("Pile %(cards)s +%(points)s for %(who)s") % words, put_aside[-1])


def put_aside(replay: Replay) -> dict[str, object]:
    """Before the first trick: the cards put aside, as they were."""
    newest, on_table = replay.done[-1] if replay.done else None, []
    for seat in clockwise(replay):
        one = view_of(replay).table.discards[seat]
        if one is None:
            continue
        who = name_in(replay, seat)
        spoken = _("%(who)s put aside %(card)s") % {"who": who, "card": the_card(one)}
        is_new = newest is not None and newest.action.verb == DISCARD and newest.seat == seat
        place = place_of(replay, seat)
        on_table.append(TableCard(place, who, _("put aside"), seat, drawn(one), is_new=is_new, spoken=spoken))
    return {"trick": tuple(on_table)}
