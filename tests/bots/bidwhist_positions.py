"""Positions of Bid Whist for bots, made by playing a hand from its deal. South declares by default."""

from collections.abc import Mapping
from random import Random

from games.bidwhist.auction import pack
from games.bidwhist.state import BidWhistState
from games.engine.actions import Action
from games.engine.cards import cards
from games.engine.options import Value
from games.registry import bot
from tests.bidwhist.positions import RULES, E, S, act, called, dealt, discarded, said

Hands = Mapping[int, str]
#: By name: options of tables at which different things happen.
TABLES: dict[str, dict[str, Value]] = {
    "default": {},
    "table": {"renege": "table", "nt_joker": "free"},
    "exchange": {"nt_joker": "exchange", "kitty_shown": True, "jokers": 2, "min_bid": 1},
    "no jokers": {"jokers": 0, "down_over_up": True, "all_pass": "redeal", "min_bid": 2},
    "one joker": {"jokers": 1, "name_after_kitty": True, "renege": "table", "min_bid": 2},
}


def deal_with(some: Hands, *, kitty: str = "", options: Mapping[str, Value] | None = None) -> BidWhistState:
    """Deal each seat at least these cards, and the rest of the pack in its order."""
    jokers = int(str((options or {}).get("jokers", 2)))
    named = {one for text in (*some.values(), kitty) for one in cards(text)}
    rest = [one.text for one in pack(jokers) if one not in named]
    rest.sort(key=lambda text: text in ("BJ", "LJ"))
    hands = []
    for seat in range(4):
        own = some.get(seat, "").split()
        while len(own) < 12:
            own.append(rest.pop(0))
        hands.append(" ".join(own))
    left = kitty.split()
    return dealt(*hands, kitty=" ".join((*left, *rest)), options=dict(options or {}), dealer=E)


def to_discard(bid: str, name: str, hand: str, kitty: str, **given: object) -> BidWhistState:
    """Return a hand that South has bought and named, with the kitty in hand."""
    state = called(deal_with({S: hand}, kitty=kitty, **given), bid, "pass", "pass", "pass")  # type: ignore[arg-type]
    return said(state, (S, "direction" if name in ("up", "down") else "trump", name))


def to_play(
    bid: str, name: str, some: Hands, *, gone: str, plays: str = "", options: Mapping[str, Value] | None = None
) -> BidWhistState:
    """Return a hand whose kitty `gone` South took and discarded, after these plays in turn."""
    state = called(deal_with(some, kitty=gone, options=options), bid, "pass", "pass", "pass")
    state = said(state, (S, "direction" if name in ("up", "down") else "trump", name))
    state = discarded(state, gone)
    for text in plays.split():
        state = act(state, state.turn, Action("play", text))
    return state


def chosen(state: BidWhistState, level: str, seat: int | None = None) -> Action:
    """Return what the bot at the seat on turn does."""
    asked = state.turn if seat is None else seat
    return bot("bidwhist", level).choose(RULES.view(state, asked), Random(1))
