"""The arena at Bid Whist: with any options games come to their end without an illegal action, and records hold."""

from games.arena.match import Game, Match
from games.arena.recording import line
from games.arena.shares import played
from games.bidwhist.options import OPTIONS
from games.bots.anylegal import AnyLegal
from games.engine.actions import Action, Pick
from games.engine.options import complete
from games.engine.state import Phase, SeatView, State
from games.records.referee import check
from games.registry import ruleset

#: The ends are near, so that games are short; every other option is drawn.
NEAR = {"win_score": 7, "lose_score": -7}
ANY = Match("bidwhist", ("random", "random"), games=300, seed=3, options=NEAR, random_options=True)


def _games(match: Match) -> list[Game]:
    return sorted(played(match), key=lambda game: game.index)


def test_three_hundred_games_with_any_options_end_and_hold() -> None:
    snapshot: dict[str, set[object]] = {option.key: set() for option in OPTIONS}
    verbs = set[str]()
    for game in _games(ANY):
        assert game.lost is None and len(game.winners) == 1
        if game.index % 5 == 0:
            verdict = check(line(ANY, game))
            assert verdict.wrong is None and verdict.result is not None
            assert game.seating.index(min(game.winners)) % 2 == verdict.result.winner
        verbs |= {action.verb for _, action in game.log}
        for key, value in complete(OPTIONS, game.options).items():
            snapshot[key].add(value)
    assert {"joker", "call", "book", "confirm", "trump", "direction"} <= verbs
    assert [len(snapshot[key]) for key in ("jokers", "min_bid", "nt_joker", "renege", "all_pass")] == [3, 4, 3, 2, 2]


def test_the_same_match_is_the_same_games_with_the_sides_changed() -> None:
    match = Match("bidwhist", ("random", "random"), games=6, seed=5, duplicate=True, options={"nt_joker": "exchange"})
    games = _games(match)
    assert [game.log for game in games] == [game.log for game in _games(match)]
    deals = [next(action for _, action in game.log if action.verb == "deal") for game in games]
    assert deals[0::2] == deals[1::2] and len(set(map(str, deals))) == 3


def test_any_legal_action_keeps_to_what_must_be_discarded() -> None:
    """A seat that must put aside its jokers in no trump does so, whatever else it picks."""
    match = Match("bidwhist", ("random",) * 4, games=30, seed=1, options={"nt_joker": "exchange"})
    bound = [one for game in _games(match) for one in _discards(match, game)]
    assert all(game.lost is None for game in _games(match))
    assert any(must for must, _ in bound)
    assert all(must <= chosen for must, chosen in bound)


def _discards(match: Match, game: Game) -> list[tuple[set[str], set[str]]]:
    """What had to go, and what went."""
    rules, found = match.rules, []
    state: State = rules.initial(game.options)
    for seat, action in game.log:
        if action.verb == "discard":
            (offer,) = rules.legal_actions(state, seat)
            assert isinstance(offer, Pick) and isinstance(action.argument, tuple)
            found.append(({one.text for one in offer.must}, set(map(str, action.argument))))
        state = rules.apply(state, seat, action).state
    return found


def test_whoever_takes_the_first_offer_never_reneges_and_is_never_penalised() -> None:
    """The house acts so for a player that fails."""
    rules, rng = ruleset("bidwhist"), ANY.chance("careful")
    state: State = rules.initial({"renege": "table", "all_pass": "dealer_forced"})
    while rules.result(state) is None:
        seat = min(rules.waits_for(state))
        if seat < 0:
            state = rules.apply(state, seat, rules.chance(state, rng.randrange)).state
            continue
        view = rules.view(state, seat)
        action = AnyLegal().choose(view, rng) if view.phase is Phase.BID else _first_offer(view)
        state = rules.apply(state, seat, action).state
        assert state.reneges == state.called == ()  # type: ignore[attr-defined]


def _first_offer(view: SeatView) -> Action:
    first = view.legal[0]
    return first.first
