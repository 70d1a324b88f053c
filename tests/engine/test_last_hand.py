"""A game that its start lets stop with a hand: over once that hand is scored, whatever the score."""

from random import Random

import pytest

from games.bots.anylegal import AnyLegal
from games.engine.actions import Action, Argument
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER, Phase, Result, Said, State
from games.records.reading import read
from games.records.referee import referee
from games.records.writing import line_of, record_of
from games.registry import GAMES, ruleset
from games.spades.rules import Spades


def played(rules: Ruleset, *, last: Argument, seed: int = 1, **start: Argument) -> tuple[State, list[Said]]:
    """At random to the end."""
    rng, state, said = Random(seed), rules.initial({}), []
    begin = rules.chance(state, rng.randrange)
    assert isinstance(begin.argument, dict)
    action, seat = Action("start", {**begin.argument, **start, "last": last}), DEALER
    while True:
        said.append((seat, action))
        state = rules.apply(state, seat, action).state
        if rules.result(state) is not None:
            return state, said
        seat = min(rules.waits_for(state))
        action = (
            rules.chance(state, rng.randrange) if seat == DEALER else AnyLegal().choose(rules.view(state, seat), rng)
        )


def scored(record: dict[str, object], field: str) -> list[list[int]]:
    """The scores of the hands that have some."""
    return [hand["result"][field] for hand in record["hands"] if field in hand["result"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("last", [1, 2])
@pytest.mark.parametrize("key", GAMES)
def test_it_is_over_with_that_hand_and_its_record_says_so(key: str, last: int) -> None:
    rules = ruleset(key)
    for seed in range(6):
        state, said = played(rules, last=last, seed=seed)
        assert state.phase is Phase.OVER
        seats = [{"name": "", "player": "person"}] * rules.seats
        record = record_of(key=key, options={}, said=said, seats=seats)
        assert record["start"]["last"] == last  # type: ignore[index]
        assert referee(read(line_of(record))).result == state.end
        hands = scored(record, rules.score)
        assert len(record["hands"]) >= len(hands) >= 1  # type: ignore[arg-type]
        if key == "cardduel":
            assert len(hands) == 1
        elif state.end is not None and state.end.why == "last":
            scores = hands[-1]
            best = [side for side, score in enumerate(scores) if score == max(scores)]
            assert state.end.winner == (best[0] if len(best) == 1 else None)
            assert state.number >= last and len(hands) <= last


def test_a_hand_that_is_not_scored_is_played_again() -> None:
    """Four passes are no hand: the next one is the last."""
    rules = ruleset("bidwhist")
    rng, state = Random(3), rules.initial({"all_pass": "redeal"})
    state = rules.apply(state, DEALER, Action("start", {"dealer": 0, "last": 1})).state
    state = rules.apply(state, DEALER, rules.chance(state, rng.randrange)).state
    for _ in range(4):
        state = rules.apply(state, min(rules.waits_for(state)), Action("pass")).state
    assert (state.phase, rules.result(state)) == (Phase.DEAL, None)
    state = rules.apply(state, DEALER, rules.chance(state, rng.randrange)).state
    assert (state.number, state.last) == (2, 1)


@pytest.mark.parametrize(
    ("scores", "options", "winner"),
    [
        ((40, -20), {}, 0),
        ((40, 40), {}, None),
        ((-40, -30), {}, 1),
        ((90, 250), {"variant": "custom1", "winning_score": 100, "losing_score": 200}, 0),
        ((150, 120), {"variant": "custom1", "winning_score": 100, "losing_score": 200}, 0),
        ((250, 230), {"variant": "custom1", "winning_score": 100, "losing_score": 200}, 1),
    ],
)
def test_who_is_ahead_where_spades_stops(
    scores: tuple[int, int], options: dict[str, str | int], winner: int | None
) -> None:
    """By the order in which the game itself names a winner: in a range mode, past the range less is better (S17)."""
    rules = Spades()
    assert rules.leader(rules.initial(options), scores) == winner


@pytest.mark.parametrize("key", GAMES)
def test_bid_whist_alone_carries_a_tally(key: str) -> None:
    result: Result | None = played(ruleset(key), last=1)[0].end
    assert result is not None
    assert ("wins" in result.record) == (key == "bidwhist")


@pytest.mark.parametrize("last", [-1, 1000, True, "1", None, 1.0, (1,)])
@pytest.mark.parametrize("key", GAMES)
def test_a_start_with_no_such_hand_is_refused(key: str, last: object) -> None:
    refusal = ruleset(key).check_start({}, {"last": last})
    assert refusal is not None and refusal.code == "BAD_START"
