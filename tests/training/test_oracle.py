"""The ladder of what seeing would win: who is shown what, and when."""

from random import Random

import pytest

from games.arena.match import Match
from games.bots.pack import pack_bits
from games.engine.actions import Action
from games.engine.state import Seat, SeatView, State
from training.oracle import STAGES, OpenTable, ShownTwoMan, won

MATCH = Match("twoman", ("ruthless", "ruthless"), games=2, seed=3, duplicate=True)


@pytest.mark.parametrize("stage", STAGES)
def test_the_other_hand_is_shown_at_that_stage_alone(stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the first player, and it is what the other holds then."""
    seen, asked = list[tuple[SeatView, int | None]](), list[tuple[State, Seat]]()
    chosen, ask = ShownTwoMan.choose, OpenTable._ask

    def choose(self: ShownTwoMan, view: SeatView, rng: Random) -> Action:
        seen.append((view, self.other))
        return chosen(self, view, rng)

    def is_asked(self: OpenTable, state: State, seat: Seat) -> Action:
        if self._seating[seat] == 0:
            asked.append((state, seat))
        return ask(self, state, seat)

    monkeypatch.setattr(ShownTwoMan, "choose", choose)
    monkeypatch.setattr(OpenTable, "_ask", is_asked)
    OpenTable(MATCH, 1, stage).play()
    assert len(seen) == len(asked) > 40
    for (view, other), (state, seat) in zip(seen, asked, strict=True):
        assert [name for name, is_shown in STAGES.items() if is_shown(view)] == [stage_of(view)]
        assert other == (pack_bits(state.hands[1 - seat]) if stage_of(view) == stage else None)


def stage_of(view: SeatView) -> str:
    phase = str(view.phase)
    if phase != "play":
        return phase
    trick = sum(action.verb == "play" for _seat, action in view.actions) // 2 + 1
    return "tricks 1-3" if trick < 4 else "tricks 4-6" if trick < 7 else "tricks 7-10"


def test_a_game_is_the_same_each_time() -> None:
    assert [won("bid", 9, 2, index) for index in range(2)] == [won("bid", 9, 2, index) for index in range(2)]
