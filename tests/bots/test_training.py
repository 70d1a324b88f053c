"""Programs that fit the weights of bots to training data ("lessons"), measure inference, and play a demo history."""

import json
import re
from itertools import chain, combinations
from math import exp, log, sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.arena.match import ArenaGame, Match, played
from games.bots.knowledge import pack_bits
from games.cardduel.bots.round import WEIGHTS
from games.engine.actions import Action
from games.engine.state import Seat, SeatView, State
from games.spades.bots.bids import NIL_WEIGHTS, TRICK_WEIGHTS
from games.table import models
from games.table.models import Hand
from games.twoman.bots import inference as r
from games.twoman.bots import position as s
from games.twoman.bots.inference import likelihood
from games.twoman.bots.knowledge import knowledge_of
from games.twoman.bots.position import learnt
from games.twoman.bots.ruthless import scene_of
from training import demo_history, duel_lessons, spades_fitting, spades_lessons, teach_duellist, teach_spades
from training.marta_fitting import bid_weights, choice_weights, reading_of, standings_of
from training.marta_lessons import Lessons, lessons_of
from training.oracle import STAGES, OpenTable, ShownTwoMan
from training.reading import gained, read

# -- ruthless in Two-Man Spades -----------------------------------------------------------------------


MARTA = Match("twoman", ("medium", "easy"), games=4, seed=3)


@pytest.fixture(scope="module")
def games() -> list[ArenaGame]:
    return list(played(MARTA))


@pytest.fixture(scope="module")
def lessons(games: list[ArenaGame]) -> Lessons:
    return lessons_of(games)


def _made(games: list[ArenaGame], verb: str) -> int:
    return sum(action.verb == verb for game in games for _, action in game.log)


def test_every_discard_and_bid_is_a_lesson(games: list[ArenaGame], lessons: Lessons) -> None:
    assert len(lessons.discards) == _made(games, "discard") > 0
    assert len(lessons.bids) == _made(games, "bid") > 0
    assert 0 < sum(heard >= 0 for _, _, heard in lessons.bids) < len(lessons.bids)


def test_fitted_weights_are_reproducible_and_have_the_shapes_of_those_in_use(lessons: Lessons) -> None:
    read, again, kept = reading_of(lessons), reading_of(lessons), learnt()
    for name, one in read.items():
        assert one.shape == getattr(kept, name).shape and np.isfinite(one).all()
        assert (one == again[name]).all()


def test_the_fit_of_choices_finds_the_weights_that_made_them() -> None:
    rng, wanted = np.random.default_rng(1), np.array([1.5, -0.5])
    choices = []
    for _ in range(3_000):
        rows = rng.normal(size=(4, 2))
        chances = np.exp(rows @ wanted)
        choices.append((rows, int(rng.choice(4, p=chances / chances.sum()))))
    assert choice_weights(choices, 2) == pytest.approx(wanted, abs=0.15)


def test_the_fit_of_bids_finds_their_line() -> None:
    """A bid is the rounded first feature, plus one if the other seat has bid before. A fifth of the bids are nil."""
    rng, lessons = np.random.default_rng(2), Lessons()
    for _ in range(400):
        row = rng.uniform(1, 5, size=r.BID_FEATURES)
        heard = int(rng.integers(-1, 6))
        lessons.bids.append((row, 0 if rng.random() < 0.2 else round(row[0]) + (heard >= 0), heard))
    weights = bid_weights(lessons)
    assert weights[0] == pytest.approx(1.0, abs=0.1)
    assert weights[r.BID_FEATURES : r.BID_FEATURES + 2] == pytest.approx([1.0, 0.0], abs=0.2)
    assert weights[r.BID_FEATURES + 2] >= 1.0


def test_the_table_of_standings_converges_and_falls_with_the_other_seats_score(lessons: Lessons) -> None:
    changes: list[float] = []
    worth = standings_of(np.array(lessons.ends[:4]), lambda sweep, change: changes.append(change))
    assert changes[-1] < 0.002 < changes[0]
    assert worth.min() >= 0 and worth.max() <= s.SURE
    by_other_score = worth[s.BASES // 2, :, 4, 4]
    assert by_other_score[0] > by_other_score[s.BASES // 2] > by_other_score[-1]


# -- how well ruthless infers the other hand ----------------------------------------------------------


READER = Match("twoman", ("ruthless", "medium"), games=1, seed=3)
TRUST = np.ones(3)


@pytest.fixture(scope="module")
def read_game() -> ArenaGame:
    return next(played(READER))


def choices(game: ArenaGame) -> list[tuple[SeatView, int]]:
    """Return ruthless's view before each bid or play that is not forced, and the other hand as bits."""
    state, found = READER.rules.initial(game.options), list[tuple[SeatView, int]]()
    for seat, action in game.log:
        if seat == 0 and action.verb in ("bid", "play") and len((view := READER.rules.view(state, seat)).legal) > 1:
            found.append((view, pack_bits(state.hands[1])))
        state = READER.rules.apply(state, seat, action).state
    return found


def test_inference_is_measured_once_for_each_choice(read_game: ArenaGame) -> None:
    stages = [stage for stage, _ in read(READER, read_game)]
    assert [stage == "bid" for stage in stages] == [str(view.phase) == "bid" for view, _ in choices(read_game)]
    assert {"bid", "tricks 1-3", "tricks 4-6", "tricks 7-10"} == set(stages)


def test_the_information_gained_agrees_with_its_value_over_all_hands(read_game: ArenaGame) -> None:
    late = [(view, held) for view, held in choices(read_game) if len(view.hand or ()) == 2]
    assert late
    for view, held in late:
        knowledge = knowledge_of(view)
        scene, plays = scene_of(knowledge)
        hands = [pack_bits(some) for some in combinations(knowledge.pool, held.bit_count())]
        assert held in hands
        chances = [exp(likelihood(scene, plays, hand, learnt(), TRUST)) for hand in hands]
        counted = log(exp(likelihood(scene, plays, held, learnt(), TRUST)) / (sum(chances) / len(chances)))
        spread = float(np.std(chances)) / (sum(chances) / len(chances)) / sqrt(40_000)
        assert abs(gained(scene, plays, held, 40_000, learnt(), TRUST, np.array([7])) - counted) < 5 * spread


# -- the gain from seeing the other hand --------------------------------------------------------------


SEER = Match("twoman", ("ruthless", "ruthless"), games=2, seed=3, duplicate=True)


@pytest.mark.parametrize("stage", STAGES)
def test_the_other_hand_is_shown_only_at_the_given_stage(stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
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
    OpenTable(SEER, 1, stage).play()
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


# -- Spades -------------------------------------------------------------------------------------------


def test_lessons_deal_the_whole_pack_and_count_every_trick() -> None:
    deals = spades_lessons.dealt(20, np.random.default_rng(1))
    assert all(sum(hands) == (1 << 52) - 1 for hands in deals.tolist())
    assert spades_lessons.fought(deals).sum(axis=1).tolist() == [13] * 20


def test_the_fit_of_spades_finds_the_weights_that_made_the_tricks() -> None:
    hands = spades_lessons.dealt(2_000, np.random.default_rng(2)).ravel()
    aces = [(hand >> 51, (hand >> 12 & 1) + (hand >> 25 & 1) + (hand >> 38 & 1)) for hand in hands.tolist()]
    made = np.array([2.0 * spade + side for spade, side in aces])
    found = spades_fitting.hopes(hands, spades_fitting.trick_weights(hands, made))
    assert np.corrcoef(found, made)[0, 1] > 0.95


def test_teach_spades_writes_finite_weights(tmp_path: Path) -> None:
    path = tmp_path / "numbers.json"
    teach_spades.main(["--hands=60", "--games=2", "--jobs=1", f"--into={path}"])
    found = json.loads(path.read_text())
    assert (len(found["tricks"]), len(found["nil"])) == (TRICK_WEIGHTS, NIL_WEIGHTS)
    assert np.isfinite(list(chain(found["tricks"], found["nil"]))).all()
    assert {name: found[name] > 0 for name in ("per_hand", "drift")} == {"per_hand": True, "drift": True}


# -- hard in Card Duel --------------------------------------------------------------------------------


DUELS = Match("cardduel", ("wavering", "wavering"), games=6, seed=3)


def test_every_round_that_does_not_end_the_duel_is_a_lesson() -> None:
    games = list(played(DUELS))
    rows, won = duel_lessons.lessons_of(games)
    rounds = [sum(action.verb == "play" for _, action in game.log) // 2 for game in games]
    ended = sum(any(action.verb == "blaze" for _, action in game.log) for game in games)
    assert len(rows) == len(won) == sum(rounds) - len(games) + ended
    assert rows.shape[1] == len(WEIGHTS) and np.isfinite(rows).all()
    assert set(won) == {0.0, 1.0} and set(rows[:, 0]) == {1.0}


def test_the_fit_of_duels_finds_the_weights_that_made_the_results() -> None:
    """In these lessons the second feature has a weight of 2, and the first one has no effect."""
    rng = np.random.default_rng(1)
    ahead = rng.normal(size=800)
    rows = np.stack([np.ones(800), ahead], axis=1)
    weights = duel_lessons.weights_of(rows, (rng.random(800) < 1 / (1 + np.exp(-2 * ahead))).astype(np.float64))
    assert weights == pytest.approx([0.0, 2.0], abs=0.4)


def test_teach_duellist_prints_a_finite_weight_for_each_feature(capsys: pytest.CaptureFixture[str]) -> None:
    teach_duellist.main(["--games=6", "--seed=3", "--jobs=1"])
    weights = [float(one) for one in capsys.readouterr().out.splitlines()[-1].split(",")]
    assert len(weights) == len(WEIGHTS) and np.isfinite(weights).all()


# -- the history of a demo account --------------------------------------------------------------------


@pytest.mark.django_db
def test_demo_history_plays_finished_games(capsys: pytest.CaptureFixture[str]) -> None:
    """The program runs at 8:00 UTC, when the day before is not over in every time zone and cannot be counted yet."""
    with time_machine.travel(timezone.now().replace(hour=8)):
        demo_history.main(["--hands=12", "--days=3"])
    assert Hand.objects.count() >= 12
    assert models.Game.objects.exclude(ended_at=None).count() == models.Game.objects.count()
    assert "with the password" in capsys.readouterr().out
    assert User.objects.get(username="demo").has_usable_password()


@pytest.mark.django_db
@pytest.mark.parametrize("words", [["--hands=0"], ["--hands=1", "--levels=ruthles"], ["--hands=1", "--game=whist"]])
def test_demo_history_refuses_unplayable_arguments(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        demo_history.main(words)
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["Alíce", "somebody@example.com", "a" * 31])
def test_demo_history_reports_a_name_that_is_taken_or_invalid(
    alice: User, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        demo_history.main(["--hands=1", f"--user={name}"])
    assert re.search("name looks like|Use only letters|A name", capsys.readouterr().err)
    assert User.objects.get() == alice
