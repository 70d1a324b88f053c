"""The sample of reviewed games that grows each night, and the factors and checks that are fitted to it."""

import json
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from games.arena.match import ArenaTable, Match, seated
from games.engine.actions import DEAL, START
from games.evaluation.decisions import By, LoggedAction
from games.evaluation.hand import finished, review_hand
from games.evaluation.interface import BEYOND
from games.registry import evaluator, ruleset
from training import fit_reviewer, reviewed
from training.reviewed import Loss, Place, Reviewed, Sample, Side, evaluator_of

PAIR = ("easy", "hard")


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    return Sample("cardduel", tmp_path)


def made(index: int, gained: int = 0, own: int = 0, other: int = 0, kind: str = "play") -> Reviewed:
    """Return a game in which each side made three decisions and lost this much by one of them."""
    sides = (
        Side(gained, {kind: [Loss(own), Loss(0), Loss(0)]}),
        Side(-gained, {kind: [Loss(other), Loss(0), Loss(0)]}),
    )
    return Reviewed(Place("cardduel", PAIR, 0, index), sides)


# -- a game and the file --------------------------------------------------------------------------------


def test_a_game_is_told_as_its_reviews_tell_it() -> None:
    """Seat 0 is the second player's in a game of odd number."""
    found = reviewed.reviewed(Place("cardduel", PAIR, 5, 1))
    match, rules = Match("cardduel", PAIR, 2, seed=5), ruleset("cardduel")
    log = ArenaTable(match, 1, seated(match)).play().log
    chosen = [one for one in log if one[1].verb not in (START, DEAL)]
    logged = [
        LoggedAction(chosen.index(one) + 1 if one in chosen else 0, *one, By.SELF if one[0] in (0, 1) else By.OTHER)
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


def test_what_is_added_is_read_again(sample: Sample) -> None:
    sample.begin()
    apart = Side(5, {"play": [Loss(7, 20), Loss(0, 3), Loss(0)]})
    games = [made(0, -4_000, 120, 3), made(1), Reviewed(Place("cardduel", ("easy", "normal"), 7, 0), (apart, Side()))]
    for game in games:
        sample.add(game)
    sample.begin()
    assert sample.games() == games
    first, *lines = sample.path.read_text().splitlines()
    assert first.startswith("evaluator ") and "hard" in first
    assert lines[:2] == ["0,0,easy,hard,-4000,play 3 120", "0,0,hard,easy,4000,play 3 3"]
    assert lines[4] == "7,0,easy,normal,5,play 3 7+20 0+3"


@pytest.mark.parametrize("who", ["evaluator", "easy", "normal", "hard"])
def test_a_changed_version_begins_a_new_sample(sample: Sample, who: str) -> None:
    sample.begin()
    sample.add(made(0))
    first, *lines = sample.path.read_text().splitlines()
    changed = [f"{who} 0" if one.startswith(f"{who} ") else one for one in first.split(",")]
    sample.path.write_text("\n".join((",".join(changed), *lines, "")))
    assert sample.games() == []
    assert sample.begin() == 1
    assert sample.path.read_text() == f"{first}\n"
    assert sample.begin() == 0


def test_a_new_level_goes_on_with_the_games_of_the_others(sample: Sample) -> None:
    sample.begin()
    sample.add(made(0))
    first, *lines = sample.path.read_text().splitlines()
    before = ",".join(one for one in first.split(",") if not one.startswith("normal "))
    sample.path.write_text("\n".join((before, *lines, "")))
    assert sample.games() == [made(0)]
    assert sample.begin() == 0
    assert sample.path.read_text() == "\n".join((first, *lines, ""))


# -- the fit --------------------------------------------------------------------------------------------


#: Of each pair, how much more the first seems to lose by each kind of fault.
PAIRS = (("easy", "hard"), ("easy", "medium"), ("medium", "hard"))
KINDS, PARTS = ((0.2, 0.6), (-0.3, 0.2), (0.5, 0.1)), ((0.6, 0.1), (0.0, 0.2), (0.6, -0.1))


Means = Sequence[tuple[float, float]]
Faults = Callable[[int, int], dict[str, list[Loss]]]


def drawn(seed: int, means: Means, costs: tuple[float, float], faults: Faults) -> list[Reviewed]:
    """Draw games of three pairs; of what a fault of either kind seems to cost, the share `costs` comes of it."""
    rng, found = np.random.default_rng(seed), []
    for pair, mean in zip(PAIRS, means, strict=True):
        for index in range(300):
            lost = np.rint(10_000 * rng.normal(mean, 0.1)).astype(int)
            came = round(float(-lost @ costs + 3_000 * rng.normal()))
            sides = Side(came, faults(int(lost[0]), int(lost[1]))), Side(-came)
            found.append(Reviewed(Place("whist", pair, 0, index), sides))
    return found


@pytest.mark.parametrize(
    ("lost", "faults", "factors"),
    [
        (KINDS, lambda bid, play: {"bid": [Loss(bid)], "play": [Loss(play)]}, {"bid": 0.5, "play": 0.7}),
        (PARTS, lambda missed, beyond: {"play": [Loss(missed, beyond)]}, {"play": 0.5, BEYOND: 1.0}),
    ],
    ids=["two kinds of faults", "what lies beyond the usual action"],
)
def test_factors_and_their_errors_are_those_that_games_were_drawn_with(
    lost: Means, faults: Faults, factors: dict[str, float]
) -> None:
    """Nineteen results of twenty agree with their own factors, and none with others."""
    first, second = factors.values()
    samples = [drawn(seed, lost, (first, second), faults) for seed in range(40)]
    fits = [fit_reviewer.fitted(one) for one in samples]
    for kind, real in factors.items():
        means = np.array([one[kind].mean for one in fits])
        error = float(np.mean([one[kind].error for one in fits]))
        assert abs(means.mean() - real) < 0.02
        assert 0.7 < means.std() / error < 1.4
    right = [it for one in samples for it in fit_reviewer.agreement(one, factors).values()]
    assert sum("agrees" in str(it) for it in right) == pytest.approx(0.95 * len(right), abs=0.05 * len(right))
    if "bid" in factors:
        wrong = [it for one in samples for it in fit_reviewer.agreement(one, {**factors, "bid": 1.5}).values()]
        assert all("differs" in str(it) for it in wrong)


def test_a_rate_is_of_one_level_after_the_factors() -> None:
    """Of 12 decisions in four sides the level lost 300, 500 and 1,000 ten-thousandths, of which half counts."""
    games = [made(0, own=300, other=9_000), made(1, own=500), made(2, own=1_000), made(3)]
    found = fit_reviewer.rate(games, "easy", {"play": 0.5})
    assert (found.sides, found.decisions) == (4, 12)
    assert found.rate.mean == pytest.approx(1000 * 0.09 / 12)
    assert found.marks == {"mistake": 1, "inaccuracy": 1}
    assert "marks a game 0.50" in str(found)


# -- the checks -----------------------------------------------------------------------------------------


WELL = {"easy": [3_000], "normal": [1_000], "hard": [20]}


def sampled(many: int, lost: dict[str, list[int]], strays: int) -> list[Reviewed]:
    """Return games of each pair with a factor of a half; every third game, which is held back, strays."""

    def side(who: str, gained: int) -> Side:
        return Side(gained, {"play": [*map(Loss, lost[who]), *[Loss(0)] * (50 - len(lost[who]))]})

    games = []
    for one, other in combinations(lost, 2):
        for index in range(many):
            gained = (sum(lost[other]) - sum(lost[one])) // 2 + (-1) ** index * 100 + strays * (index % 3 == 0)
            sides = side(one, gained), side(other, -gained)
            games.append(Reviewed(Place("cardduel", (one, other), 0, index), sides))
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
def test_a_check_that_fails_is_named(many: int, lost: dict[str, list[int]], strays: int, said: list[str]) -> None:
    games, factors = sampled(many, {**WELL, **lost}, strays), {"play": 0.5}
    rates = {level: fit_reviewer.rate(games, level, factors) for level in WELL}
    held_back = fit_reviewer.agreement([game for game in games if game.place.index % 3 == 0], factors)
    found = [*fit_reviewer.failed("cardduel", games, rates, held_back["all together"])]
    assert [one.startswith(begin) for one, begin in zip(found, said, strict=True)] == [True] * len(said)


# -- the command ----------------------------------------------------------------------------------------


def in_short(place: Place) -> Reviewed:
    """Return a game without playing it: hard gains half of what the other lost, normal hardly less."""
    lost = {"easy": 3_000, "normal": 1_000, "hard": 20}
    own, rival = (lost[one] + 10 * place.index for one in place.pair)
    gained = (rival - own) // 2 + (-1) ** place.index * 100
    return Reviewed(
        place, (Side(gained, {"play": [Loss(own), Loss(0)]}), Side(-gained, {"play": [Loss(rival), Loss(0)]}))
    )


@pytest.fixture
def fit(sample: Sample, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run the command with games in short; return what it prints."""

    def run(*words: str) -> str:
        fit_reviewer.main(["cardduel", "--jobs=1", *words])
        return capsys.readouterr().out

    monkeypatch.setattr(fit_reviewer, "Sample", lambda _: sample)
    monkeypatch.setattr(fit_reviewer, "reviewed", in_short)
    return run


def test_a_second_night_goes_on_with_the_games_of_the_first(fit: Callable[..., str], sample: Sample) -> None:
    fit("--games=3")
    first = sample.path.read_text()
    said = fit("--games=6")
    assert sample.path.read_text().startswith(first)
    places = [game.place for game in sample.games()]
    assert sorted(one.index for one in places) == sorted([*range(6)] * 3) and len({*places}) == 18
    assert "Factors from 12 games" in said and "6 games held back" in said
    assert "play: 0.5" in said


def test_a_night_tells_how_many_games_it_drops(fit: Callable[..., str], sample: Sample) -> None:
    assert "dropped" not in fit("--games=3")
    sample.path.write_text(sample.path.read_text().replace("hard ", "hard 9", 1))
    assert f"{sample.path}: 9 games of other versions dropped" in fit("--games=3")
    assert len(sample.games()) == 9


def test_a_version_that_fails_a_check_is_not_written(fit: Callable[..., str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="^check 1: 6 games of a pair, of 200\n"):
        fit("--games=6", "--check", f"--into={tmp_path / 'review.json'}")
    assert not (tmp_path / "review.json").exists()


def test_a_fit_raises_the_version_and_the_sample_goes_on(
    fit: Callable[..., str], sample: Sample, tmp_path: Path
) -> None:
    before = evaluator_of("cardduel").fit.version
    fit("--games=6", f"--into={tmp_path / 'review.json'}")
    told = json.loads((tmp_path / "review.json").read_text())
    assert told["version"] == before + 1
    assert "variant" not in told, "there is but one"
    assert told["factors"] == dict.fromkeys(("others", "play"), pytest.approx(0.5, abs=0.02))
    assert told["rates"]["hard"] < told["rates"]["normal"] < told["rates"]["easy"]
    versions, *lines = sample.path.read_text().splitlines()
    assert versions.startswith(f"evaluator {before + 1},") and len(lines) == 36
