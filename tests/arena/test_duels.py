"""Card Duel in the arena: hundreds of duels with any options, each of them a right record."""

from collections import Counter

from games.arena.match import Match
from games.arena.recording import line
from games.arena.shares import played
from games.records.referee import check
from games.registry import ruleset

MATCH = Match("cardduel", ("random", "random"), games=300, seed=7, random_options=True)


def test_hundreds_of_duels_with_any_options_are_right_to_the_end() -> None:
    ends = Counter[str | None]()
    for game in played(MATCH):
        assert game.lost is None and len(game.winners) in (0, 1)
        assert game.margins[0] == -(game.margins[1] or 0.0)
        verdict = check(line(MATCH, game))
        assert verdict.wrong is None and verdict.result is not None
        ends[verdict.result.why] += 1
    assert ends.keys() == {"hp", "blaze", "rounds"} and ends.total() == 300


def test_the_players_of_a_duel_change_seats() -> None:
    match = Match("cardduel", ("random", "random"), games=4, seed=1, duplicate=True)
    games = sorted(played(match), key=lambda game: game.index)
    assert [game.seating for game in games] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    for one, other in ((games[0], games[1]), (games[2], games[3])):
        assert one.log[:2] == other.log[:2]


def test_a_limit_of_rounds_is_kept() -> None:
    rules = ruleset("cardduel")
    match = Match("cardduel", ("random", "random"), games=60, seed=3, options={"max_rounds": 1})
    for game in played(match):
        state = rules.initial(game.options)
        for seat, action in game.log:
            state = rules.apply(state, seat, action).state
        assert getattr(state, "round", None) == 1 and rules.result(state) is not None
