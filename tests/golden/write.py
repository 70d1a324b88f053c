"""`python -m tests.golden.write` writes the golden games. Read the diff before you commit it.

A golden game is a whole game as text: each action, its events, and the scores after each hand. Deals and choices come
from this module's own random number generator, so that the text is the same on every version of Python.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from games import registry
from games.cardduel.rules import Resolved
from games.engine.actions import Action, action_text, plain, texts
from games.engine.cards import DrawNumber
from games.engine.options import Options
from games.engine.ruleset import Ruleset, Start
from games.engine.state import (
    DEALER,
    BidChanged,
    BidSaid,
    Dealt,
    Discarded,
    Event,
    GameEnded,
    HandEnded,
    Passed,
    Played,
    Refilled,
    Seat,
    Started,
    State,
    TrickWon,
)
from tests.parlour.game import PARLOUR

FOLDER = Path(__file__).resolve().parent
#: Spades without partners, a losing score above the winning one (S17), must-beat (S13), misdeals, low clubs in trick 1.
CUSTOM_1: Final[Options] = {
    "variant": "custom1",
    "partners": False,
    "must_beat_highest": True,
    "allow_misdeals": True,
    "first_trick_low_clubs": True,
    "seven_for_140": True,
    "winning_score": 60,
    "losing_score": 100,
}
#: Spades with partners, misdeals, limits on bids, bonuses, blind nils if 200 behind, and an exchange of one card.
CUSTOM_2: Final[Options] = {
    "variant": "custom2",
    "allow_misdeals": True,
    "ten_for_200": True,
    "blind_nil_200_down": True,
    "blind_nil_exchange": 1,
    "bonus_bid": 6,
    "max_ind": 6,
    "min_team": 2,
    "max_team": 9,
    "losing_score": -600,
}
#: Bid Whist with one joker, downtown bids above uptown bids, and a kitty turned face up before trumps are named.
DOWNTOWN: Final[Options] = {
    "jokers": 1,
    "min_bid": 1,
    "down_over_up": True,
    "all_pass": "redeal",
    "name_after_kitty": True,
    "kitty_shown": True,
}


@dataclass(frozen=True)
class Golden:
    """The settings of a golden game.

    `seed` is chosen for a short game with rare events: blind bids, nils, bag cards, exchanges, misdeals, calls of
    reneges, reshuffles. `start` replaces the start that the dealer would draw, for example scores near the end.
    """

    key: str
    seed: int
    options: Options = field(default_factory=dict)
    start: Start | None = None


GAMES = {
    "twoman": Golden("twoman", 195),
    "spades_partner": Golden("spades", 28, {"blind_nil_exchange": 2}),
    "spades_solo": Golden("spades", 78, {"variant": "solo"}, {"score": (250, 240, 230, 250)}),
    "spades_suicide": Golden("spades", 79, {"variant": "suicide"}),
    "spades_mirrors": Golden("spades", 246, {"variant": "mirrors"}, {"score": (450, 460), "bags": (9, 8)}),
    "spades_custom1": Golden("spades", 643, CUSTOM_1, {"dealer": 2, "score": (50, 20, 30, -40), "bags": (9, 0, 3, 5)}),
    "spades_custom2": Golden("spades", 250, CUSTOM_2),
    "bidwhist_uptown": Golden("bidwhist", 2790, {"min_bid": 1}, {"score": (3, 3), "dealer": 1}),
    "bidwhist_downtown": Golden("bidwhist", 2105, DOWNTOWN, {"score": (3, 4), "dealer": 2}),
    "bidwhist_notrump": Golden("bidwhist", 379, {"nt_joker": "exchange", "min_bid": 1}),
    "bidwhist_table_renege": Golden("bidwhist", 4, {"renege": "table", "renege_penalty": 2}, {"score": (3, -3)}),
    "cardduel": Golden("cardduel", 198),
    "parlour": Golden("parlour", 7, {"most_hands": 1}),
}


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def playthrough(name: str) -> str:
    return "\n".join(_lines(GAMES[name])) + "\n"


def _lines(golden: Golden) -> Iterator[str]:
    rules, draw = {**registry.GAMES, PARLOUR.key: PARLOUR}[golden.key].rules, _draws(golden.seed)
    state: State = rules.initial(golden.options, golden.start)
    yield f"{rules.title}, rules {rules.version}"
    if golden.options or golden.start:
        yield f"options {plain(golden.options)}, start {plain(golden.start)}"
    while rules.result(state) is None:
        seat, action = _next(rules, state, draw)
        step = rules.apply(state, seat, action)
        settled = "" if rules.settled(state) or not rules.settled(step.state) else "  (settled)"
        yield f"{_seat_name(seat)} {action_text(action)}{settled}"
        yield from (f"    {_event_line(event)}" for event in step.events)
        state = step.state


def _draws(seed: int) -> DrawNumber:
    """Return a linear congruential generator as a function that draws a number below `n`."""
    state = seed

    def draw(n: int) -> int:
        nonlocal state
        state = (1_103_515_245 * state + 12_345) % (1 << 31)
        return (state >> 8) % n

    return draw


def _next(rules: Ruleset, state: State, draw: DrawNumber) -> tuple[Seat, Action]:
    waits = rules.waits_for(state)
    if DEALER in waits:
        return DEALER, rules.chance(state, draw)
    seat = sorted(waits)[draw(len(waits))]
    offers = rules.legal_actions(state, seat)
    offer = offers[draw(len(offers))]
    return seat, offer.first


def _seat_name(seat: Seat) -> str:
    return "dealer" if seat == DEALER else f"seat {seat}"


#: Functions that return each type of event as text.
_LINES: Final[dict[type[Event], Callable[[Any], str]]] = {
    Started: lambda one: f"start {plain(one.start)}",
    Dealt: lambda one: f"hand {one.number}, seat {one.first} first",
    TrickWon: lambda one: f"trick {one.trick} to seat {one.winner}",
    Resolved: lambda one: f"effect {plain(one.effect.as_record())}",
    HandEnded: lambda one: f"result {plain(one.record)}\n    sheet {plain(one.sheet)}",
    GameEnded: lambda one: f"the end {plain(one.result.record)}",
    BidSaid: lambda one: f"seat {one.seat} says {one.text}: {one.tricks}{' blind' if one.blind else ''}",
    BidChanged: lambda one: f"the bid of seat {one.seat} is now {one.tricks}",
    Passed: lambda one: f"seat {one.seat} passes {' '.join(texts(one.cards))} to seat {one.to}",
    Discarded: lambda one: f"seat {one.seat} puts aside {' '.join(texts(one.cards))}",
    Played: lambda one: f"trick {one.trick}, place {one.place}: {one.card} of seat {one.seat}",
    Refilled: lambda one: f"seat {one.seat} draws {' '.join(texts(one.cards))}",
}


def _event_line(event: Event) -> str:
    if isinstance(event, TrickWon) and event.winner is None:
        return f"round {event.trick} is over"
    return _LINES[type(event)](event)


def write() -> None:
    for name in GAMES:
        path(name).write_text(playthrough(name), encoding="utf-8")
        print(f"{path(name)} is written.")


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    write()
