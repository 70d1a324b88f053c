"""What ruthless Marta learns from play: lessons out of logs, weights that fit them, and the worth of standings."""

import numpy as np
import pytest

from games.arena.match import Game, Match
from games.arena.shares import played
from games.twoman.bots.ruthless import inference as r
from games.twoman.bots.ruthless import scoring as s
from games.twoman.bots.ruthless.learnt import learnt
from training.marta_fitting import bid_weights, choice_weights, first_guess, reading_of, standings_of
from training.marta_lessons import Lessons, lessons_of

MATCH = Match("twoman", ("medium", "easy"), games=4, seed=3)


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return list(played(MATCH))


@pytest.fixture(scope="module")
def lessons(games: list[Game]) -> Lessons:
    return lessons_of(games)


def _made(games: list[Game], verb: str) -> int:
    return sum(action.verb == verb for game in games for _, action in game.log)


def test_every_discard_and_bid_is_a_lesson(games: list[Game], lessons: Lessons) -> None:
    assert len(lessons.discards) == _made(games, "discard") > 0
    assert len(lessons.bids) == _made(games, "bid") > 0
    assert 0 < sum(heard >= 0 for _, _, heard in lessons.bids) < len(lessons.bids)


def test_a_card_is_one_where_there_was_a_choice(games: list[Game], lessons: Lessons) -> None:
    choices = [choice for aim in lessons.plays.values() for choice in aim]
    assert 0 < len(choices) < _made(games, "play")
    assert all(len(rows) > 1 and 0 <= chosen < len(rows) for rows, chosen in choices)


def test_a_hand_ends_with_ten_tricks_at_most(lessons: Lessons) -> None:
    assert lessons.ends
    assert all(0 <= one[2] <= 10 and one[0] >= 0 and one[1] >= 0 and one[5] in (0, 1) for one in lessons.ends)


def test_what_she_reads_has_the_shape_of_what_is_kept(lessons: Lessons) -> None:
    read, again, kept = reading_of(lessons), reading_of(lessons), learnt()
    for name, one in read.items():
        assert one.shape == getattr(kept, name).shape and np.isfinite(one).all()
        assert (one == again[name]).all()


def test_weights_are_found_under_which_choices_were_made() -> None:
    rng, wanted = np.random.default_rng(1), np.array([1.5, -0.5])
    choices = []
    for _ in range(3_000):
        rows = rng.normal(size=(4, 2))
        chances = np.exp(rows @ wanted)
        choices.append((rows, int(rng.choice(4, p=chances / chances.sum()))))
    assert choice_weights(choices, 2) == pytest.approx(wanted, abs=0.15)


def test_a_line_is_found_on_which_bids_lie() -> None:
    """A bid is the first number of the hand and one more where a bid was heard; a fifth of hands bid nothing."""
    rng, lessons = np.random.default_rng(2), Lessons()
    for _ in range(400):
        row = rng.uniform(1, 5, size=r.BID_FEATURES)
        heard = int(rng.integers(-1, 6))
        lessons.bids.append((row, 0 if rng.random() < 0.2 else round(row[0]) + (heard >= 0), heard))
    weights = bid_weights(lessons)
    assert weights[0] == pytest.approx(1.0, abs=0.1)
    assert weights[r.BID_FEATURES : r.BID_FEATURES + 2] == pytest.approx([1.0, 0.0], abs=0.2)
    assert weights[r.BID_FEATURES + 2] >= 1.0


def test_both_seats_have_one_chance_between_them() -> None:
    guess = first_guess()
    assert (np.abs(guess + guess.transpose(1, 0, 3, 2) - s.SURE) <= 1).all()


def test_a_standing_is_worth_what_the_next_hands_make_of_it(lessons: Lessons) -> None:
    """The sweeps come to rest, and the further the other seat is, the less one's own standing is worth."""
    told: list[float] = []
    worth = standings_of(np.array(lessons.ends[:4]), lambda sweep, change: told.append(change))
    assert told[-1] < 0.002 < told[0]
    assert worth.min() >= 0 and worth.max() <= s.SURE
    against = worth[s.BASES // 2, :, 4, 4]
    assert against[0] > against[s.BASES // 2] > against[-1]
