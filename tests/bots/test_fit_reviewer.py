"""The program that fits an evaluator: its sample of reviewed games, the fitted factors, and the checks."""

import json
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from games.arena.match import ArenaTable, Match, seated
from games.engine.actions import DEAL, START
from games.evaluation.decisions import DecidedBy, LoggedAction
from games.evaluation.hand import finished, review_hand
from games.evaluation.interface import BEYOND
from games.registry import evaluator, ruleset
from training import fit_reviewer, reviewed
from training.reviewed import Loss, PlayerLosses, Reviewed, Sample, SampledGame, evaluator_of

PAIR = ("easy", "hard")


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    return Sample("cardduel", tmp_path)


def made(index: int, gained: int = 0, own: int = 0, other: int = 0, kind: str = "play") -> Reviewed:
    """Return a game: three decisions by each player, of which only the first has a loss, `own` or `other`."""
    sides = (
        PlayerLosses(gained, {kind: [Loss(own), Loss(0), Loss(0)]}),
        PlayerLosses(-gained, {kind: [Loss(other), Loss(0), Loss(0)]}),
    )
    return Reviewed(SampledGame("cardduel", PAIR, 0, index), sides)


# -- games and the file of the sample -------------------------------------------------------------------


def test_a_sampled_game_has_the_losses_and_gains_of_its_reviews() -> None:
    """In a game with an odd index the second player has seat 0."""
    found = reviewed.reviewed(SampledGame("cardduel", PAIR, 5, 1))
    match, rules = Match("cardduel", PAIR, 2, seed=5), ruleset("cardduel")
    log = ArenaTable(match, 1, seated(match)).play().log
    chosen = [one for one in log if one[1].verb not in (START, DEAL)]
    logged = [
        LoggedAction(
            chosen.index(one) + 1 if one in chosen else 0, *one, DecidedBy.SELF if one[0] in (0, 1) else DecidedBy.OTHER
        )
        for one in log
    ]
    (hand,) = finished(rules, rules.initial({}), logged)
    second, first = review_hand(rules, evaluator("cardduel"), hand, code=f"{PAIR}:5:1")
    for review, side in ((first, found.sides[0]), (second, found.sides[1])):
        factor = evaluator("cardduel").factors["play"]
        losses = [one.loss / 100 / factor for one in review.decisions]
        assert [one.missed for one in side.losses["play"]] == pytest.approx(losses, abs=0.52)
        assert not any(one.beyond for one in side.losses["play"])
        assert side.gained == round((review.after - review.before - review.luck) / 100)
    assert found.sides[0].gained == -found.sides[1].gained


def test_games_added_to_a_sample_are_read_back(sample: Sample) -> None:
    sample.begin()
    apart = PlayerLosses(5, {"play": [Loss(7, 20), Loss(0, 3), Loss(0)]})
    games = [
        made(0, -4_000, 120, 3),
        made(1),
        Reviewed(SampledGame("cardduel", ("easy", "normal"), 7, 0), (apart, PlayerLosses())),
    ]
    for game in games:
        sample.add(game)
    sample.begin()
    assert sample.games() == games
    first, *lines = sample.path.read_text().splitlines()
    assert first.startswith("evaluator ") and "hard" in first
    assert lines[:2] == ["0,0,easy,hard,-4000,play 3 120", "0,0,hard,easy,4000,play 3 3"]
    assert lines[4] == "7,0,easy,normal,5,play 3 7+20 0+3"


@pytest.mark.parametrize("versioned", ["evaluator", "easy", "normal", "hard"])
def test_a_changed_version_begins_a_new_sample(sample: Sample, versioned: str) -> None:
    sample.begin()
    sample.add(made(0))
    first, *lines = sample.path.read_text().splitlines()
    changed = [f"{versioned} 0" if one.startswith(f"{versioned} ") else one for one in first.split(",")]
    sample.path.write_text("\n".join((",".join(changed), *lines, "")))
    assert sample.games() == []
    assert sample.begin() == 1
    assert sample.path.read_text() == f"{first}\n"
    assert sample.begin() == 0


def test_a_sample_keeps_its_games_if_a_level_is_added(sample: Sample) -> None:
    sample.begin()
    sample.add(made(0))
    first, *lines = sample.path.read_text().splitlines()
    before = ",".join(one for one in first.split(",") if not one.startswith("normal "))
    sample.path.write_text("\n".join((before, *lines, "")))
    assert sample.games() == [made(0)]
    assert sample.begin() == 0
    assert sample.path.read_text() == "\n".join((first, *lines, ""))


# -- the fit --------------------------------------------------------------------------------------------


#: Pairs of levels. For each pair `KINDS` and `PARTS` have the mean apparent losses of the first player, as fractions of
#: a game, by two kinds of decisions or by the two parts of a loss.
PAIRS = (("easy", "hard"), ("easy", "medium"), ("medium", "hard"))
KINDS, PARTS = ((0.2, 0.6), (-0.3, 0.2), (0.5, 0.1)), ((0.6, 0.1), (0.0, 0.2), (0.6, -0.1))


Means = Sequence[tuple[float, float]]
Faults = Callable[[int, int], dict[str, list[Loss]]]


def drawn(seed: int, means: Means, costs: tuple[float, float], faults: Faults) -> list[Reviewed]:
    """Return random games of all pairs. `costs` has for each kind or part the real share of the apparent loss."""
    rng, found = np.random.default_rng(seed), []
    for pair, mean in zip(PAIRS, means, strict=True):
        for index in range(300):
            lost = np.rint(10_000 * rng.normal(mean, 0.1)).astype(int)
            came = round(float(-lost @ costs + 3_000 * rng.normal()))
            sides = PlayerLosses(came, faults(int(lost[0]), int(lost[1]))), PlayerLosses(-came)
            found.append(Reviewed(SampledGame("whist", pair, 0, index), sides))
    return found


@pytest.mark.parametrize(
    ("lost", "faults", "factors"),
    [
        (KINDS, lambda bid, play: {"bid": [Loss(bid)], "play": [Loss(play)]}, {"bid": 0.5, "play": 0.7}),
        (PARTS, lambda missed, beyond: {"play": [Loss(missed, beyond)]}, {"play": 0.5, BEYOND: 1.0}),
    ],
    ids=["two kinds of decisions", "loss beyond the usual action"],
)
def test_the_fit_recovers_the_true_factors_within_its_errors(
    lost: Means, faults: Faults, factors: dict[str, float]
) -> None:
    """About 95% of the results agree with the true factors at 95% confidence. None agrees with a wrong bid factor."""
    first, second = factors.values()
    samples = [drawn(seed, lost, (first, second), faults) for seed in range(40)]
    fits = [fit_reviewer.fitted(one) for one in samples]
    for kind, real in factors.items():
        means = np.array([one[kind].mean for one in fits])
        error = float(np.mean([one[kind].error for one in fits]))
        assert abs(means.mean() - real) < 0.02
        assert 0.7 < means.std() / error < 1.4
    right = [row for games in samples for row in fit_reviewer.agreement(games, factors).values()]
    assert sum("agrees" in str(row) for row in right) == pytest.approx(0.95 * len(right), abs=0.05 * len(right))
    if "bid" in factors:
        wrong = [row for games in samples for row in fit_reviewer.agreement(games, {**factors, "bid": 1.5}).values()]
        assert all("differs" in str(row) for row in wrong)


def test_the_error_rate_of_a_level_is_scaled_by_the_factors() -> None:
    """In 12 decisions the level lost 300, 500 and 1,000 ten-thousandths of a game, which the factor halves."""
    games = [made(0, own=300, other=9_000), made(1, own=500), made(2, own=1_000), made(3)]
    found = fit_reviewer.rate(games, "easy", {"play": 0.5})
    assert (found.sides, found.decisions) == (4, 12)
    assert found.rate.mean == pytest.approx(1000 * 0.09 / 12)
    assert found.marks == {"mistake": 1, "inaccuracy": 1}
    assert "marks a game 0.50" in str(found)


# -- the checks -----------------------------------------------------------------------------------------


WELL = {"easy": [3_000], "normal": [1_000], "hard": [20]}


def sampled(many: int, lost: dict[str, list[int]], strays: int) -> list[Reviewed]:
    """Return games with a true factor of a half. In every third one, which is held back, gains are off by `strays`."""

    def side(level: str, gained: int) -> PlayerLosses:
        return PlayerLosses(gained, {"play": [*map(Loss, lost[level]), *[Loss(0)] * (50 - len(lost[level]))]})

    games = []
    for one, other in combinations(lost, 2):
        for index in range(many):
            gained = (sum(lost[other]) - sum(lost[one])) // 2 + (-1) ** index * 100 + strays * (index % 3 == 0)
            sides = side(one, gained), side(other, -gained)
            games.append(Reviewed(SampledGame("cardduel", (one, other), 0, index), sides))
    return games


@pytest.mark.parametrize(
    ("many", "lost", "strays", "said"),
    [
        (502, {}, 0, []),
        (502, {}, 5, []),
        (502, {}, 500, ["check 4: 504 games, predicted -0.099, came -0.049"]),
        (400, {}, 0, ["check 4: 798 games learned from, of 1000; 402 held back, of 500"]),
        (199, {}, 0, ["check 1: 199 games of a pair, of 200", "check 4: 396 games learned from"]),
        (502, {"normal": [3_000]}, 0, ["check 1: error rates 3.00, 3.00, 0.02 by strength"]),
        (502, {"easy": [90], "normal": [50]}, 0, ["check 1: error rates 0.09, 0.05, 0.02 by strength"]),
        (502, {"easy": [4_000], "hard": [300, 300]}, 0, ["check 2: the strongest 0.60 a thousand, 0.00 marks"]),
        (502, {"hard": [400]}, 0, ["check 2: the strongest 0.40 a thousand, 1.00 marks"]),
    ],
)
def test_a_failed_check_is_named(many: int, lost: dict[str, list[int]], strays: int, said: list[str]) -> None:
    games, factors = sampled(many, {**WELL, **lost}, strays), {"play": 0.5}
    rates = {level: fit_reviewer.rate(games, level, factors) for level in WELL}
    held_back = fit_reviewer.agreement([game for game in games if game.place.index % 3 == 0], factors)
    found = [*fit_reviewer.failed("cardduel", games, rates, held_back["all together"])]
    assert [one.startswith(begin) for one, begin in zip(found, said, strict=True)] == [True] * len(said)


# -- the command ----------------------------------------------------------------------------------------


def unplayed(place: SampledGame) -> Reviewed:
    """Return a game without playing it. Its gains are half of the difference between the losses, plus or minus 100."""
    lost = {"easy": 3_000, "normal": 1_000, "hard": 20}
    own, rival = (lost[one] + 10 * place.index for one in place.pair)
    gained = (rival - own) // 2 + (-1) ** place.index * 100
    return Reviewed(
        place,
        (PlayerLosses(gained, {"play": [Loss(own), Loss(0)]}), PlayerLosses(-gained, {"play": [Loss(rival), Loss(0)]})),
    )


@pytest.fixture
def fit(sample: Sample, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return a function that runs the command on unplayed games and returns its output."""

    def run(*words: str) -> str:
        fit_reviewer.main(["cardduel", "--jobs=1", *words])
        return capsys.readouterr().out

    monkeypatch.setattr(fit_reviewer, "Sample", lambda _: sample)
    monkeypatch.setattr(fit_reviewer, "reviewed", unplayed)
    return run


def test_a_second_run_adds_to_the_games_of_the_first(fit: Callable[..., str], sample: Sample) -> None:
    fit("--games=3")
    first = sample.path.read_text()
    said = fit("--games=6")
    assert sample.path.read_text().startswith(first)
    places = [game.place for game in sample.games()]
    assert sorted(one.index for one in places) == sorted([*range(6)] * 3) and len({*places}) == 18
    assert "Factors from 12 games" in said and "6 games held back" in said
    assert "play: 0.5" in said


def test_a_run_reports_the_games_of_other_versions_that_it_drops(fit: Callable[..., str], sample: Sample) -> None:
    assert "dropped" not in fit("--games=3")
    sample.path.write_text(sample.path.read_text().replace("hard ", "hard 9", 1))
    assert f"{sample.path}: 9 games of other versions dropped" in fit("--games=3")
    assert len(sample.games()) == 9


def test_a_fit_that_fails_a_check_is_not_written(fit: Callable[..., str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="^check 1: 6 games of a pair, of 200\n"):
        fit("--games=6", "--check", f"--into={tmp_path / 'review.json'}")
    assert not (tmp_path / "review.json").exists()


def test_a_fit_raises_the_version_and_keeps_the_sample(fit: Callable[..., str], sample: Sample, tmp_path: Path) -> None:
    before = evaluator_of("cardduel").fit.version
    fit("--games=6", f"--into={tmp_path / 'review.json'}")
    told = json.loads((tmp_path / "review.json").read_text())
    assert told["version"] == before + 1
    assert "variant" not in told, "the fit names a variant, but Card Duel has none"
    assert told["factors"] == dict.fromkeys(("others", "play"), pytest.approx(0.5, abs=0.02))
    assert told["rates"]["hard"] < told["rates"]["normal"] < told["rates"]["easy"]
    versions, *lines = sample.path.read_text().splitlines()
    assert versions.startswith(f"evaluator {before + 1},") and len(lines) == 36
