"""Cases of Two-Man Spades: the worked examples of its rules, refusals, deals and starts of games."""

import math
from typing import Any

from games.engine.actions import Action, deal
from games.engine.cards import PACK, cards
from games.engine.state import DEALER
from tests.engine.telling import Example, Judged, Start, each, refused, starts
from tests.twoman.positions import (
    HERS,
    MINE,
    RULES,
    act,
    bidding,
    blind_of,
    compared,
    dealt,
    ending,
    last_trick,
    legal,
    playing,
    rest,
    said,
    scored,
    standings,
)


def seats_offered_blind(x: str, y: str) -> str:
    state = dealt(**standings(x, y))
    return "X" * blind_of(state, 0) + "Y" * blind_of(state, 1) or "nobody"


def blind_nil(*, tricks: tuple[int, int], before: tuple[str, str] = ("0", "0")) -> str:
    return ending(last_trick(bids=(0, 6), blind=("nil", None), tricks=tricks, before=before).state)  # type: ignore[arg-type]


def leads(spades: str) -> str:
    """Return the legal leads of a hand with only spades, and whether spades are broken before and after a lead."""
    state = playing(spades, "2H 4D")
    after = act(state, 0, Action("play", legal(state, 0).split()[0]))
    return f"{legal(state, 0)}; broken {state.broken} then {after.broken}"


def ruffed() -> str:
    state = playing("3S 9D", "4H", leader=1, trick="QH", tricks=(4, 4))
    after = said(state, (0, "play", "3S"))
    return f"{legal(state, 0)}; X {after.tricks[0]}, broken {after.broken}"


def settle_pile(*, x: str, y: str, **hand: object) -> str:
    """Return the result of a hand with bids made exactly; `x` and `y` are "base bags" before the pile is scored."""
    before = [f"{int(word.split()[0]) - won} {word.split()[1]}" for word, won in ((x, 40), (y, 60))]
    return scored(bids=(4, 6), tricks=(4, 6), before=tuple(before), **hand)


# fmt: off
EXAMPLES: list[Example] = [
    ("different parity", lambda: settle_pile(x="40 0", y="60 0", pile="7C 6H"), "X 50 (50 0), Y 60 (60 0); goes on"),
    ("same suit", lambda: settle_pile(x="40 0", y="60 0", pile="7H 6H"), "X 60 (60 0), Y 60 (60 0); goes on"),
    ("same rank", lambda: settle_pile(x="40 0", y="60 0", pile="KD KC"), "X 40 (40 0), Y 80 (80 0); goes on"),
    ("bag card in pile", lambda: settle_pile(x="40 0", y="60 1", pile="7D AD"), "X 40 (40 0), Y 80 (80 -1); goes on"),
    ("seven bags", lambda: scored(bids=(4, 4), tricks=(6, 4), before=("0 5", "0"), pile="2C 4D"),
        "X -60 (-60 0), Y 50 (50 0); goes on"),
    ("five bags below zero",
        lambda: scored(bids=(3, 7), tricks=(3, 7), before=("0 -2", "0"), won=("7D TC", ""), pile="2C 4D"),
        "X 130 (130 0), Y 80 (80 0); goes on"),
    ("failed nil", lambda: scored(bids=(0, 8), tricks=(2, 8), before=("0 5", "-200"), pile="2C 4D"),
        "X -300 (-300 0), Y -110 (-110 0); goes on"),
    ("blind bid made", lambda: scored(bids=(5, 3), blind=(5, None), tricks=(7, 3), pile="2C 4D"),
        "X 102 (100 2), Y 40 (40 0); goes on"),
    ("blind bid set", lambda: scored(bids=(6, 5), blind=(6, None), tricks=(5, 5), pile="2C 4D"),
        "X -120 (-120 0), Y 60 (60 0); goes on"),
    ("blind nil made", lambda: blind_nil(tricks=(0, 10), before=("20", "250")), "X wins by blind_nil"),
    ("blind nil failed", lambda: blind_nil(tricks=(1, 9)), "Y wins by blind_nil"),
    ("denial", lambda: settle_pile(x="290 5", y="300 5"), "X 295 (290 5), Y 295 (290 5); goes on"),
    ("denial above", lambda: settle_pile(x="300 5", y="310 2"), "X 305 (300 5), Y 302 (300 2); X wins by target"),
    ("no denial ahead", lambda: settle_pile(x="290 5", y="280 0"), "X 305 (300 5), Y 280 (280 0); X wins by target"),
    ("gain below target", lambda: settle_pile(x="250 0", y="300 5"), "X 260 (260 0), Y 305 (300 5); Y wins by target"),
    ("302 against 301", lambda: compared("300 2", "300 1"), "X wins by target"),
    ("more bags", lambda: compared("300 -1", "300 0"), "Y wins by target"),
    ("more bags below zero", lambda: compared("300 -4", "300 -2"), "Y wins by target"),
    ("higher base", lambda: compared("310 -3", "320 -4"), "Y wins by target"),
    ("mercy", lambda: compared("150", "-150"), "X wins by mercy"),
    ("100 behind", lambda: seats_offered_blind("40", "140"), "X"),
    ("99 behind", lambda: seats_offered_blind("40 1", "140"), "nobody"),
    ("only spades to lead", lambda: leads("9S 4S"), "9S 4S; broken False then True"),
    ("following", lambda: legal(playing("7H 3S", "4H", leader=1, trick="QH"), 0), "7H"),
    ("not following", ruffed, "3S 9D; X 5, broken True"),
    ("three spades left", lambda: rest(playing("AS 9S 2S", "KH QC 4D")), "3-0"),
    ("three spades left, led to", lambda: rest(playing("AS 9S 2S", "KH QC 4D", leader=1)), "3-0"),
]
# fmt: on


# Refusals

#: A start in which X may bid blind.
BEHIND = standings("0", "140")
OVER = last_trick(bids=(4, 6), tricks=(4, 6), before=("290", "100")).state
BEFORE_DEAL = RULES.initial({}, {})
DEALT = dealt()
BIDDING = bidding()
BLIND = dealt(**BEHIND)
LOOKED = said(dealt(**BEHIND), (0, "look", None))
HALF_DISCARDED = said(DEALT, (0, "discard", "TC"))
SECOND_BID = said(BIDDING, (0, "bid", 4))
LEAD = playing("AS 7H", "KS 8H")
SPADES_ONLY = playing("AS 9S", "KS 8H")
ANSWER = playing("AS 7H 6C", "KS 9H", leader=1, trick="QH")


#: A valid deal, and deals that are refused.
WHOLE = deal([cards(MINE), cards(HERS)]).argument
X, Y = tuple(MINE.split()), tuple(HERS.split())
BAD_DEALS: list[Any] = [
    *(None, "cards", {}, {"hands": ()}, {"hands": (X, Y, ())}, {"hands": (X, X)}, {"hands": (X, Y[:-1])}),
    *({"hands": (X, (*Y[:-1], other))} for other in ("XX", "BJ", 7)),
    *({"hands": (X, Y, Y)}, {"hands": (X, Y), "deck": ("2D",)}),
]
# fmt: off
REFUSALS: list[Judged] = [
    # the game is over
    *refused("GAME_OVER", (OVER, 0, "play", "AS"), (OVER, 1, "jump", None), (OVER, DEALER, "deal", None)),
    # the turn is checked before the action
    *refused("NOT_YOUR_TURN", (BEFORE_DEAL, 0, "discard", "TC"), (BLIND, 1, "discard", "3C"),
        (HALF_DISCARDED, 0, "discard", "AS"), (HALF_DISCARDED, DEALER, "deal", None), (BIDDING, 1, "bid", 4),
        (SECOND_BID, 0, "bid", 99), (LEAD, 1, "jump", None), (ANSWER, 1, "play", "9H"), (LEAD, 2, "play", "AS"),
        (LEAD, -2, "play", "AS")),
    # the wrong phase
    *refused("WRONG_PHASE", (BLIND, 0, "discard", "TC"), (BLIND, 0, "bid", 99), (BLIND, 0, "look", 5),
        (BLIND, 0, "blind_nil", "TC"), (LOOKED, 0, "look", None), (LOOKED, 0, "blind", 5),
        (HALF_DISCARDED, 1, "bid", 4), (HALF_DISCARDED, 1, "play", "3C"), (BIDDING, 0, "blind", 5),
        (BIDDING, 0, "discard", "AS"), (LEAD, 0, "bid", 4), (LEAD, 0, "look", None), (LEAD, 0, "PLAY", "7H"),
        (LEAD, 0, "", None)),
    # a blind bid that is not offered, whether or not it is in range
    *refused("BLIND_NOT_OFFERED", (DEALT, 0, "look", None), (DEALT, 0, "blind_nil", None), (DEALT, 0, "blind", 5),
        (DEALT, 1, "blind", 99), (LOOKED, 1, "blind", 5)),
    # a blind bid that is out of range
    *each(BLIND, 0, "blind", "BLIND_OUT_OF_RANGE", 4, 11, 5.0, "5", None),
    *each(BLIND, 0, "blind", None, 5, 10),
    (BLIND, 0, "blind_nil", None, None),
    # a bid
    *each(BIDDING, 0, "bid", "BID_OUT_OF_RANGE", -1, 11, 2.0, 2.5, math.nan, True, "abc", "4", (4,), None),
    *each(BIDDING, 0, "bid", None, 0, 10),
    # a card that is not held
    *each(HALF_DISCARDED, 1, "discard", "NOT_IN_HAND", "AS", "BJ", None, ("3C",)),
    (HALF_DISCARDED, 1, "discard", "3C", None),
    *each(LEAD, 0, "play", "NOT_IN_HAND", "KS", "10H", "7h", 7),
    (ANSWER, 0, "play", "2S", "NOT_IN_HAND"),
    # a card that may not be played
    (LEAD, 0, "play", "AS", "SPADES_NOT_BROKEN"),
    *refused(None, (LEAD, 0, "play", "7H"), (SPADES_ONLY, 0, "play", "AS")),
    *each(ANSWER, 0, "play", "MUST_FOLLOW_SUIT", "6C", "AS"),
    *refused(None, (ANSWER, 0, "play", "7H"), (playing("AS 7H", "KS 8H", broken=True), 0, "play", "AS")),
    # an action of another game
    *((LEAD, 0, verb, PACK[0].text, "WRONG_PHASE") for verb in ("give", "trump", "blaze", "misdeal", "confirm")),
    # the dealer's actions: a deal with the cards in any order, starts, and a reshuffle
    *refused(None, (BEFORE_DEAL, DEALER, "deal", {"hands": (X[::-1], Y)}),
        (RULES.initial({}), DEALER, "start", {"parity": ("even", "odd")})),
    (BEFORE_DEAL, DEALER, "reshuffle", {}, "WRONG_PHASE"),
    (RULES.initial({}), DEALER, "start", {"parity": ("odd", "odd")}, "BAD_START"),
]
# fmt: on
STARTS: list[Start] = [
    ({}, {}, True),
    ({}, {"parity": ["even", "odd"]}, True),
    *starts("parity", {}, False, ("odd", "odd"), ("odd",), None, "odd"),
    *starts("base", {}, False, (290, -100), (5, 0), (10.0, 0), (True, 0), ("10", 0), (10, 0, 0), None),
    *starts("base", {}, False, (300, 290), (-100, 200)),
    *starts("base", {}, True, (290, 0), (-100, 190)),
    ({}, {"bags": (-4, 6)}, True),
    *starts("bags", {}, False, (7, 0), (0, -5)),
    ({}, {"dealer": 0}, False),
    ({"target": 500}, {"base": (300, 290)}, True),
    ({"mercy_lead": 100}, {"base": (100, 0)}, False),
]
