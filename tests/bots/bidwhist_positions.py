"""Positions of Bid Whist for tests of bots, reached by playing a hand from its deal."""

from collections.abc import Mapping
from random import Random

from games.bidwhist.legal import pack
from games.bidwhist.state import BidWhistState
from games.engine.actions import Action
from games.engine.cards import cards
from games.engine.options import Value
from games.registry import bot
from tests.bidwhist.positions import RULES, E, S, act, called, dealt, discarded, said

Hands = Mapping[int, str]
#: Named sets of options. Together they lead to every kind of decision.
TABLES: dict[str, dict[str, Value]] = {
    "default": {},
    "table": {"renege": "table", "nt_joker": "free"},
    "exchange": {"nt_joker": "exchange", "kitty_shown": True, "jokers": 2, "min_bid": 1},
    "no jokers": {"jokers": 0, "down_over_up": True, "all_pass": "redeal", "min_bid": 2},
    "one joker": {"jokers": 1, "name_after_kitty": True, "renege": "table", "min_bid": 2},
}


def deal_with(hands: Hands, *, kitty: str = "", options: Mapping[str, Value] | None = None) -> BidWhistState:
    """Deal these cards. The rest of the pack, jokers last, fills up the hands in order of seats, then the kitty."""
    jokers = int(str((options or {}).get("jokers", 2)))
    named = {one for text in (*hands.values(), kitty) for one in cards(text)}
    rest = [one.text for one in pack(jokers) if one not in named]
    rest.sort(key=lambda text: text in ("BJ", "LJ"))
    whole = []
    for seat in range(4):
        own = hands.get(seat, "").split()
        while len(own) < 12:
            own.append(rest.pop(0))
        whole.append(" ".join(own))
    return dealt(*whole, kitty=" ".join((*kitty.split(), *rest)), options=dict(options or {}), dealer=E)


def to_discard(bid: str, name: str, hand: str, kitty: str, **deal_options: object) -> BidWhistState:
    """Return a hand in which South has won the auction, named trump or direction, and is to discard."""
    state = called(deal_with({S: hand}, kitty=kitty, **deal_options), bid, "pass", "pass", "pass")  # type: ignore[arg-type]
    return said(state, (S, "direction" if name in ("up", "down") else "trump", name))


def to_play(
    bid: str, name: str, hands: Hands, *, kitty: str, plays: str = "", options: Mapping[str, Value] | None = None
) -> BidWhistState:
    """Return a hand after these plays, each by the seat on turn. South is the declarer and has discarded the kitty."""
    state = called(deal_with(hands, kitty=kitty, options=options), bid, "pass", "pass", "pass")
    state = said(state, (S, "direction" if name in ("up", "down") else "trump", name))
    state = discarded(state, kitty)
    for text in plays.split():
        state = act(state, state.turn, Action("play", text))
    return state


def chosen(state: BidWhistState, level: str, seat: int | None = None) -> Action:
    """Return the choice of a bot of this level at `seat`, by default the seat on turn."""
    seat = state.turn if seat is None else seat
    return bot("bidwhist", level).choose(RULES.view(state, seat), Random(1))
