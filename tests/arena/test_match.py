"""A match's games: which are dealt, who sits where, and that the seed alone decides them."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.arena import match
from games.arena.match import Game, Match
from games.arena.shares import played
from games.engine.options import Options
from games.engine.state import DEALER

MATCH = Match("twoman", ("easy", "random"), games=6, seed=4)


def _games(match: Match, jobs: int = 1) -> list[Game]:
    return sorted(played(match, jobs), key=lambda game: game.index)


def _untimed(games: Sequence[Game]) -> list[Game]:
    return [replace(game, seconds=()) for game in games]


def _deals(game: Game) -> list[object]:
    return [action.argument for seat, action in game.log if seat == DEALER]


@pytest.mark.parametrize("duplicate", [False, True])
def test_the_games_are_the_same_in_one_process_and_in_two(duplicate: bool) -> None:
    match = replace(MATCH, duplicate=duplicate, random_options=True)
    one, two = _games(match), _games(match, jobs=2)
    assert [game.index for game in two] == list(range(6))
    assert _untimed(one) == _untimed(two)


def test_another_seed_brings_other_games() -> None:
    assert _untimed(_games(MATCH)) != _untimed(_games(replace(MATCH, seed=5)))


def test_duplicate_deals_every_hand_again_with_the_players_changed() -> None:
    games = _games(replace(MATCH, duplicate=True, games=4))
    for one, other in ((games[0], games[1]), (games[2], games[3])):
        assert (one.seating, other.seating) == ((0, 1), (1, 0))
        shared = list(zip(_deals(one), _deals(other), strict=False))
        assert len(shared) >= 2 and all(first == second for first, second in shared)
    assert _deals(games[0])[1] != _deals(games[2])[1]


def test_without_duplicate_each_game_has_its_own_deal() -> None:
    games = _games(replace(MATCH, games=4))
    assert len({str(_deals(game)[1]) for game in games}) == 4
    assert [game.seating for game in games[:2]] == [(0, 1), (1, 0)]


def test_margins_and_winners_belong_to_the_players_not_to_the_seats() -> None:
    games = _games(replace(MATCH, games=8))
    assert all(game.margins[0] == -(game.margins[1] or 0.0) for game in games)
    won = [game for game in games if game.winners == {0}]
    assert len(won) >= 7 and sum(game.margins[0] or 0.0 for game in won) > 0


def test_random_options_are_legal_and_shared_by_a_pair() -> None:
    match = replace(MATCH, random_options=True, duplicate=True, options={"nil_points": 100})
    drawn = [match.options_of(index) for index in range(40)]
    assert all(not match.rules.check(options) and options["nil_points"] == 100 for options in drawn)
    assert drawn[0] == drawn[1] and len({str(options) for options in drawn}) > 15


def test_each_player_is_timed_for_its_own_moves() -> None:
    game = _games(replace(MATCH, games=1))[0]
    moves = [sum(1 for seat, _ in game.log if seat == own) for own in (0, 1)]
    assert [len(times) for times in game.seconds] == moves


def test_a_game_without_an_end_ends_without_a_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine tricks bid by everybody alone, and no score to lose at: nobody ever wins."""
    monkeypatch.setattr(match, "MOST_HANDS", 3)
    endless: Options = {"variant": "solo", "min_ind": 9, "max_ind": 9, "losing_score": None}
    game = _games(Match("spades", ("normal", "normal"), games=1, options=endless))[0]
    assert len(_deals(game)) == 1 + 3, "the start and the hands"
    assert game.winners == frozenset() and game.lost is None
    assert None not in game.margins
