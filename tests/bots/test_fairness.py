"""Every computer player: no use of unseen cards, the same for a seed; those of Two-Man Spades: only legal actions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from games.bots.base import Chooser
from games.engine.options import Options
from games.engine.ruleset import Start
from games.engine.state import Phase, Seat
from games.registry import GAMES, RANDOM, bot, levels, ruleset
from tests.bots.bidwhist_positions import TABLES
from tests.bots.duel_walks import QUICK
from tests.bots.spades_positions import EXCHANGES, LOSING
from tests.bots.walked import any_options, positions
from tests.engine.walks import with_other_cards

TWOMAN = frozenset({Phase.BLIND, Phase.DISCARD, Phase.BID, Phase.PLAY})
WHIST = frozenset({Phase.BID, Phase.NAME, Phase.DISCARD, Phase.PLAY})


def _twoman(rng: Random) -> Options:
    return {
        "target": rng.randrange(100, 401, 10),
        "mercy_lead": rng.randrange(100, 401, 10),
        "nil_points": rng.choice((200, 100)),
        "first_lead": rng.choice(("alternate", "odd")),
        "blind_deficit": rng.randrange(50, 301, 10),
        "denial": rng.choice((True, False)),
    }


def _any_of(key: str, fixed: Options) -> Callable[[Random], Options]:
    return lambda rng: any_options(ruleset(key), rng, fixed)


def _these(fixed: Options) -> Callable[[Random], Options]:
    return lambda rng: fixed


@dataclass(frozen=True)
class Walks:
    """Games that one level plays, and what has to come up in them."""

    key: str
    #: Each level with how many games are looked at: those who solve hands think longer.
    games: dict[str, int]
    options: Callable[[Random], Options]
    start: Start | None = None
    #: Looked at in each game; a game may go on for hundreds.
    hands: int | None = None
    #: All in which a seat is to choose, where that does not follow from what is drawn.
    phases: frozenset[Phase] | None = None
    #: More positions than so many a game have others hold other cards, and more in all have a covered one be another.
    looked: int = 0
    covered: int = 0
    #: From how many cards on somebody else’s hand is always another one; six of a duel, in which nobody has so many.
    differs_from: int = 3


SPADES, BIDWHIST = {"easy": 4, "normal": 4, "hard": 1, "expert": 1}, {"easy": 3, "skilled": 1, "medium": 3, "hard": 1}
WALKS = {
    "twoman": Walks(
        "twoman", {"easy": 12, "casual": 12, "medium": 12, "hard": 3, "ruthless": 3}, _twoman, phases=TWOMAN
    ),
    **{
        f"spades {variant}": Walks("spades", SPADES, _any_of("spades", {"variant": variant}), hands=2, looked=50)
        for variant in ("partner", "solo", "suicide", "mirrors", "custom1")
    },
    "spades exchange": Walks(
        "spades",
        dict.fromkeys(SPADES, 1),
        _these(EXCHANGES),
        LOSING,
        hands=2,
        phases=frozenset({Phase.BLIND, Phase.BID, Phase.EXCHANGE, Phase.PLAY}),
    ),
    **{
        f"bidwhist {name}": Walks(
            "bidwhist",
            BIDWHIST,
            _these(options),
            hands=2,
            phases=WHIST | ({Phase.REVIEW} if options.get("renege") == "table" else set()),
            looked=40,
        )
        for name, options in TABLES.items()
    },
    "cardduel": Walks(
        "cardduel",
        {"easy": 12, "normal": 12, "hard": 12},
        _any_of("cardduel", {}),
        looked=5,
        covered=3,
        differs_from=6,
    ),
}
CASES = [(name, level) for name, walks in WALKS.items() for level in walks.games]


def _player(key: str, level: str) -> Chooser:
    return QUICK if (key, level) == ("cardduel", "hard") else bot(key, level)


def _positions(walks: Walks, players: tuple[Chooser, ...], seed: int) -> Iterator[tuple[Any, Seat]]:
    rng = Random(seed)
    return positions(ruleset(walks.key), players, walks.options(rng), rng, start=walks.start, hands=walks.hands)


def test_it_never_does_anything_illegal_in_200_games_with_random_options() -> None:
    names = ("easy", "casual", "medium", RANDOM)
    moves = 0
    for seed in range(200):
        players = (bot("twoman", names[seed % 4]), bot("twoman", names[seed // 4 % 4]))
        if seed % 40 == 0:
            players = (bot("twoman", "hard" if seed % 80 else "ruthless"), players[1])
        moves += sum(1 for _ in _positions(WALKS["twoman"], players, seed))
    assert moves > 10_000


@pytest.mark.parametrize(("name", "level"), CASES)
def test_it_chooses_alike_where_only_unseen_cards_differ(name: str, level: str) -> None:
    walks = WALKS[name]
    player, rules, games = _player(walks.key, level), ruleset(walks.key), walks.games[level]
    phases, looked, covered = set[Phase](), 0, 0
    for seed in range(games):
        for state, seat in _positions(walks, (player,), seed):
            swapped: Any = with_other_cards(state, seat, Random(seed))
            choices = {player.choose(rules.view(one, seat), Random(seed)) for one in (state, swapped)}
            assert len(choices) == 1, (seed, state.phase, choices)
            others = [len(hand) for other, hand in enumerate(state.hands) if other != seat]
            assert swapped.hands != state.hands or max(others) < walks.differs_from
            phases.add(state.phase)
            looked += swapped.hands != state.hands
            covered += walks.covered > 0 and swapped.plays != state.plays
    assert walks.phases in (None, phases)
    assert looked > walks.looked * games
    assert covered >= (walks.covered and walks.covered + 1)


#: Of each game the walks of its usual options, for the levels that are in none of the walks above.
USUAL = {
    "twoman": WALKS["twoman"],
    "spades": Walks("spades", SPADES, _these({}), hands=2),
    "bidwhist": WALKS["bidwhist default"],
    "cardduel": Walks("cardduel", {}, _these({"max_rounds": 20})),
}
WALKED = {(WALKS[name].key, level) for name, level in CASES}
OTHERS = [(key, level) for key in GAMES for level in (*levels(key), RANDOM) if (key, level) not in WALKED]


@pytest.mark.parametrize(("key", "level"), OTHERS)
def test_it_chooses_alike_for_the_same_view_and_seed(key: str, level: str) -> None:
    player, looked = _player(key, level), 0
    for state, seat in _positions(USUAL[key], (player,), 3):
        view = ruleset(key).view(state, seat)
        assert player.choose(view, Random(5)) == player.choose(view, Random(5))
        looked += 1
    assert looked
