"""Fifty hands of Spades as another engine dealt, judged and scored them: OpenSpiel 2.0.2, game "spades", random plays.

A line has the four hands, bids, plays, and by play how many cards could be chosen there (0 where its rules are not
ours: once spades are broken it still refuses to let them be led), the winner of each trick and the points of the
sides. Every nil in them was kept, for it counts the tricks of a failed one otherwise, too.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.state import HandEnded, TrickWon
from games.spades.state import SpadesState
from tests.engine.spades_positions import RULES, dealt, said, step

HANDS = [json.loads(line) for line in Path(__file__).with_name("spades_elsewhere.jsonl").read_text().splitlines()]


def test_there_are_contracts_made_and_failed_and_nils() -> None:
    points = [one for hand in HANDS for one in hand["points"]]
    assert len(HANDS) == 50 and min(points) < 0 < max(points)
    assert sum(0 in hand["bids"] for hand in HANDS) >= 10


@pytest.mark.parametrize("hand", HANDS, ids=range(len(HANDS)))
def test_a_hand_is_judged_alike(hand: dict[str, Any]) -> None:
    state = dealt(*hand["hands"], options={"allow_blind_nils": False})
    state = said(state, *((seat, "bid", bid) for seat, bid in enumerate(hand["bids"])))
    choices: list[int] = []
    winners, points = "", None
    for card in hand["plays"].split():
        (seat,) = RULES.waits_for(state)
        is_ours_alone = not state.trick and state.broken
        choices.append(0 if is_ours_alone else len(RULES.legal_actions(state, seat)))
        done = step(state, seat, Action("play", card))
        winners += "".join(str(event.winner) for event in done.events if isinstance(event, TrickWon))
        points = next((event.record["points"] for event in done.events if isinstance(event, HandEnded)), None)
        state = SpadesState.of(done.state)
    assert choices == hand["choices"]
    assert winners == hand["winners"]
    assert points == tuple(hand["points"])
