"""Positions of Two-Man Spades, and functions that return a result as a short text. X is seat 0, Y is seat 1."""

from dataclasses import replace
from typing import Any

from games.engine.actions import Action, deal
from games.engine.cards import Suit, cards
from games.engine.endgame import Endgame
from games.engine.state import DEALER, HandEnded, Phase, Seat, State, Step
from games.twoman.rules import TwoMan, TwoManState
from games.twoman.score import BAG_CARDS, Standing, end_of_game
from tests.engine.telling import Telling

RULES = TwoMan()
_telling = Telling[TwoManState](RULES)
act, said, step = _telling.act, _telling.said, RULES.apply
legal, refusal = _telling.legal, _telling.refusal
#: A hand for each seat. X holds both bag cards.
MINE = "AS TS 4S KH 8H 3H QC 7C TC JD 7D"
HERS = "KS 9S 2S AH 9H 4H KC 8C 3C QD 6D"
Pair = tuple[int, int]


def standings(x: str, y: str) -> dict[str, Any]:
    """Return the scores of a start from "base bags" of each seat: `standings("290 5", "300")`."""
    pairs = [(int(word[0]), int(word[1]) if len(word) > 1 else 0) for word in (x.split(), y.split())]
    return {"base": tuple(base for base, _ in pairs), "bags": tuple(bags for _, bags in pairs)}


def dealt(mine: str = MINE, hers: str = HERS, *, options: dict[str, Any] | None = None, **start: Any) -> TwoManState:
    state = RULES.initial(options or {}, {"parity": ("odd", "even"), **start})
    return act(state, DEALER, deal([cards(mine), cards(hers)]))


def bidding(*, mine: str = "TC", hers: str = "3C", options: dict[str, Any] | None = None, **start: Any) -> TwoManState:
    """Return a hand after both discards and before the first bid."""
    return said(dealt(options=options, **start), (0, "discard", mine), (1, "discard", hers))


def playing(
    mine: str, hers: str, *, leader: Seat = 0, trick: str = "", broken: bool = False, **fields: Any
) -> TwoManState:
    """Return a hand in play with these cards left; a card of the unfinished `trick` is in neither hand."""
    held = (cards(mine), cards(hers))
    done = 10 - max(len(hand) for hand in held)
    position: dict[str, Any] = {
        "phase": Phase.PLAY,
        "number": 1,
        "hands": held,
        "bids": (4, 4),
        "discards": cards("2C 3C"),
        "tricks": (done // 2, done - done // 2),
        "leader": leader,
        "trick": cards(trick),
        "broken": broken,
    }
    return replace(RULES.initial({}, {}), **(position | fields))


def last_trick(
    *,
    bids: Pair,
    tricks: Pair,
    before: tuple[str, str] = ("0", "0"),
    pile: str = "2C 3D",
    odd: str = "X",
    won: tuple[str, str] = ("", ""),
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> Step:
    """Play the last trick of a hand in which the seats win `tricks` and the bag cards `won`; return its last step.

    `before` are "base bags" before the hand, `odd` names the odd seat.
    """
    winner = 0 if tricks[0] else 1
    held = (cards("AS"), cards("2S"))
    base = standings(*before)
    position: dict[str, Any] = {
        "phase": Phase.PLAY,
        "number": 1,
        "bids": bids,
        "discards": cards(pile),
        "standings": tuple(Standing(*one) for one in zip(base["base"], base["bags"], strict=True)),
        "tricks": tuple(tricks[seat] - (seat == winner) for seat in (0, 1)),
        "won": tuple(tuple(one for one in cards(text) if one in BAG_CARDS) for text in won),
        "leader": winner,
        "hands": held if winner == 0 else held[::-1],
    }
    start: dict[str, Any] = {"parity": ("odd", "even") if odd == "X" else ("even", "odd")}
    state = replace(RULES.initial(options or {}, start), **(position | fields))
    first = step(state, winner, Action("play", "AS"))
    return step(first.state, 1 - winner, Action("play", "2S"))


def scored(**hand: Any) -> str:
    """Return the scores as "display (base bags)" and the end: "X 123 (120 3), Y 60 (60 0); goes on"."""
    state = last_trick(**hand).state
    assert isinstance(state, TwoManState)
    lines = (f"{name} {one.display} ({one.base} {one.bags})" for name, one in zip("XY", state.standings, strict=True))
    return f"{', '.join(lines)}; {ending(state)}"


def ending(state: TwoManState) -> str:
    if state.end is None:
        return "goes on"
    return f"{'nobody' if state.end.winner is None else 'XY'[state.end.winner]} wins by {state.end.why}"


def compared(x: str, y: str, **options: Any) -> str:
    """Return how a game ends with these "base bags" after a hand, or "goes on"."""
    all_options = RULES.initial(options).options
    pair = standings(x, y)
    first, second = (Standing(*one) for one in zip(pair["base"], pair["bags"], strict=True))
    return ending(replace(RULES.initial({}), end=end_of_game((first, second), all_options)))


def sheet_of(done: Step) -> dict[str, Any]:
    return next(dict(event.sheet) for event in done.events if isinstance(event, HandEnded))


def blind_of(state: State, seat: Seat) -> bool:
    """Return whether the seat may bid blind."""
    return any(action.verb == "blind" for action in RULES.legal_actions(state, seat))


def rest(state: TwoManState) -> str:
    """Return the tricks of each seat in a settled rest of a hand, such as "3-0"; "open" if it is not settled."""
    if not RULES.settled(state):
        return "open"
    search = Endgame(trump=Suit.SPADES, marked=BAG_CARDS)
    outcome = search.outcome(state.hands, state.leader, broken=state.broken)
    return "open" if outcome is None else "-".join(str(n) for n in outcome.tricks)
