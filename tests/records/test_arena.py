"""Matches of the arena: deals, seats, winners and margins follow from the seed, and every record is right."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from games.arena import match, players
from games.arena.match import ArenaGame, Match, PlayerResults, line, played, quantile, table
from games.bots.base import AnyLegal
from games.engine.actions import Action
from games.engine.options import Options
from games.engine.state import DEALER, Phase, SeatView, State
from games.records.referee import check
from games.registry import ruleset

MATCH = Match("twoman", ("easy", "random"), games=6, seed=4)
ALONE: Options = {"variant": "custom1", "partners": False}


def games_of(match: Match, jobs: int = 1) -> list[ArenaGame]:
    return list(played(match, jobs))


def untimed(games: Sequence[ArenaGame]) -> list[ArenaGame]:
    return [replace(game, seconds=()) for game in games]


def deals(game: ArenaGame) -> list[object]:
    return [action.argument for seat, action in game.log if seat == DEALER]


def test_games_follow_from_the_seed_and_have_their_own_deals_and_times() -> None:
    games = games_of(MATCH)
    assert untimed(games) != untimed(games_of(replace(MATCH, seed=5)))
    assert len({str(deals(game)[1]) for game in games}) == 6
    assert [game.seating for game in games[:2]] == [(0, 1), (1, 0)]
    for game in games:
        moves = Counter(game.seating[seat] for seat, _ in game.log if seat != DEALER)
        assert [len(times) for times in game.seconds] == [moves[0], moves[1]]


@pytest.mark.parametrize("key", ["twoman", "bidwhist", "cardduel"])
def test_duplicate_repeats_each_deal_with_the_players_exchanged(key: str) -> None:
    games = games_of(Match(key, ("random", "random"), games=4, seed=4, duplicate=True))
    for one, other in ((games[0], games[1]), (games[2], games[3])):
        assert one.seating != other.seating
        shared = list(zip(deals(one), deals(other), strict=False))
        if key == "cardduel":  # later draws depend on the length of the duel
            shared = shared[:2]
        assert len(shared) >= 2 and all(first == second for first, second in shared)
    assert deals(games[0])[1] != deals(games[2])[1]


def test_random_options_are_legal_and_shared_by_a_pair() -> None:
    match = replace(MATCH, random_options=True, duplicate=True, options={"nil_points": 100})
    drawn = [match.options_of(index) for index in range(40)]
    assert all(not match.rules.check(options) and options["nil_points"] == 100 for options in drawn)
    assert drawn[0] == drawn[1] and len({str(options) for options in drawn}) > 15


NEAR: Options = {"win_score": 7, "lose_score": -7}


@pytest.mark.parametrize(
    ("key", "games", "options", "found"),
    [
        ("bidwhist", 40, NEAR, {"joker", "call", "book", "confirm", "trump", "direction"}),
        ("cardduel", 100, {}, {"hp", "blaze", "rounds"}),
    ],
)
def test_records_of_games_with_random_options_are_right(
    key: str, games: int, options: Options, found: set[str]
) -> None:
    """Together, the games have all the verbs and endings in `found`."""
    match = Match(key, ("random", "random"), games=games, seed=7, options=options, random_options=True)
    seen = Counter[str | None]()
    for game in played(match):
        assert game.lost is None and len(game.winners) in (0, 1)
        assert game.margins[0] == -(game.margins[1] or 0.0)
        verdict = check(line(match, game))
        assert verdict.wrong is None and verdict.result is not None
        won = [game.seating.index(winner) % 2 for winner in game.winners]
        assert won == [winner for winner in [verdict.result.winner] if winner is not None]
        seen.update([verdict.result.why, *{action.verb for _, action in game.log}])
    assert found <= seen.keys()


def test_the_first_offer_is_never_a_renege() -> None:
    """In place of a bot that fails, the table takes the first action that is offered."""
    rules, rng = ruleset("bidwhist"), Random(3)
    state: State = rules.initial({"renege": "table", "all_pass": "dealer_forced"})
    while rules.result(state) is None:
        seat = min(rules.waits_for(state))
        if seat == DEALER:
            action = rules.chance(state, rng.randrange)
        else:
            view = rules.view(state, seat)
            action = AnyLegal().choose(view, rng) if view.phase is Phase.BID else view.legal[0].first
        state = rules.apply(state, seat, action).state
        assert state.reneges == state.called == ()  # type: ignore[attr-defined]


def test_an_endless_game_is_stopped_without_a_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seat plays alone and must bid nine tricks, and no score loses the game, so three hands bring no winner."""
    monkeypatch.setattr(match, "MOST_HANDS", 3)
    endless: Options = {"variant": "solo", "min_ind": 9, "max_ind": 9, "losing_score": None}
    game = games_of(Match("spades", ("normal", "normal"), games=1, options=endless))[0]
    assert len(deals(game)) == 1 + 3  # the start and the hands
    assert game.winners == frozenset() and game.lost is None
    assert None not in game.margins


def test_the_players_of_the_winning_side_win_and_without_partners_each_seat_is_a_side() -> None:
    """Without partners, the better of a player's two seats counts, and is compared with other players' seats only."""
    games = games_of(replace(MATCH, games=8))
    assert all(game.margins[0] == -(game.margins[1] or 0.0) for game in games)
    won = [game for game in games if game.winners == {0}]
    assert len(won) >= 7 and sum(game.margins[0] or 0.0 for game in won) > 0  # the player's margin, not the seat's
    for game in games_of(Match("spades", ("random", "random"), games=4, seed=2)):
        (winner,) = game.winners
        assert game.margins[0] == -(game.margins[1] or 0.0) and (game.margins[winner] or 0.0) > 0
    for game in games_of(Match("spades", ("random",) * 4, games=4, seed=2)):
        assert {game.seating.index(who) % 2 for who in game.winners} in ({0}, {1}) and len(game.winners) == 2
    match = Match("spades", ("random",) * 4, games=4, seed=2, options=ALONE)
    for game in games_of(match):
        (winner,) = game.winners
        assert max(game.margins, key=lambda margin: margin or 0.0) == game.margins[winner]
        assert check(line(match, game)).wrong is None
    for game in games_of(Match("spades", ("random", "random"), games=6, seed=2, options=ALONE)):
        (winner,) = game.winners
        margin = game.margins[winner]
        assert margin is not None and margin > 0 and game.margins[1 - winner] == -margin


class SlowToLoad:
    version = 1
    is_ready = False

    def prepare(self, rng: Random) -> None:
        self.is_ready = True

    def choose(self, view: SeatView, rng: Random) -> Action:
        raise AssertionError("preparing a bot has made it choose")


def test_a_bot_is_prepared_before_its_first_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the time of loading would count towards the first choice."""
    slow = SlowToLoad()
    monkeypatch.setattr(players, "bot", lambda game, name: slow)
    players.player("twoman", "slow", players.PATIENCE)
    assert slow.is_ready


def test_games_that_end_early_are_returned_in_order() -> None:
    assert [game.index for game in games_of(MATCH, jobs=2)] == [0, 1, 2, 3, 4, 5]


def test_a_tally_counts_wins_ties_margins_and_milliseconds() -> None:
    """Quantiles are observed values."""
    assert [quantile(range(100, 0, -1), part) for part in (0.5, 0.99, 1.0, 0.0)] == [50, 99, 100, 1]
    tally = PlayerResults("easy")
    ends: list[tuple[set[int], float | None]] = [({0}, 30.0), ({1}, -10.0), (set(), 0.0), ({0}, None)]
    for winners, margin in ends:
        margins = (margin, None if margin is None else -margin)
        tally.add(ArenaGame(0, (0, 1), {}, (), frozenset(winners), margins, ((0.001, 0.003), (0.002,))), 0)
    counts = {"name": "easy", "games": 4, "wins": 2, "ties": 1}
    rates = {"win_rate": 0.5, "interval": [0.15, 0.85], "margin": 6.67, "ms": {"median": 1.0, "p99": 3.0}}
    assert tally.as_json() == {**counts, **rates}
    assert "50.0%" in table([tally]) and table([tally]).splitlines()[1].startswith("easy")
