"""All bots: choices do not depend on unseen cards, are reproducible and legal; levels differ in strength."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from games.bots.base import AnyLegal, Chooser, ImpossibleView, Late, Prepared
from games.engine.cards import PACK, cards
from games.engine.options import Options
from games.engine.ruleset import Start
from games.engine.state import Phase, Seat, SeatView
from games.registry import GAMES, RANDOM, bot, levels, ruleset
from tests.bots import bidwhist_positions, spades_positions
from tests.bots.bidwhist_positions import TABLES
from tests.bots.positions import before_play
from tests.bots.spades_positions import EXCHANGES, LOSING
from tests.bots.walked import QUICK, any_options, positions
from tests.cardduel.positions import P1, duel
from tests.engine.walks import with_other_cards
from tests.golden.keep import PAIRINGS, Outcome, Pairing, kept_matches

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
    """Games that bots of one level play among themselves, and what must occur in them.

    In each position `with_other_cards` permutes the cards that the seat cannot see ("the swap").
    """

    key: str
    #: Number of games by level; fewer for slow levels.
    games: dict[str, int]
    options: Callable[[Random], Options]
    start: Start | None = None
    #: Number of hands played in each game; None: all of them.
    hands: int | None = None
    #: The phases in which seats choose; None: not checked.
    phases: frozenset[Phase] | None = None
    #: The swap must change another hand in more than `looked` positions per game, on average over all games. It must
    #: change a face-down card on the table in more than `covered` positions in all; if that is 0, this is not checked.
    looked: int = 0
    covered: int = 0
    #: The swap must change other hands wherever one of them has at least this many cards. 6 switches the check off for
    #: Card Duel, in which no hand has so many.
    differs_from: int = 3


VARIANTS = ("partner", "solo", "suicide", "mirrors", "custom1")
SPADES, BIDWHIST = {"easy": 4, "normal": 4, "hard": 1, "expert": 1}, {"easy": 3, "skilled": 1, "medium": 3, "hard": 1}
WALKS = {
    "twoman": Walks("twoman", {"easy": 6, "casual": 6, "medium": 4, "hard": 2, "ruthless": 2}, _twoman, phases=TWOMAN),
    **{
        f"spades {variant}": Walks("spades", SPADES, _any_of("spades", {"variant": variant}), hands=1, looked=25)
        for variant in VARIANTS
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
            hands=1,
            phases=WHIST | ({Phase.REVIEW} if options.get("renege") == "table" else set()),
            looked=20,
        )
        for name, options in TABLES.items()
    },
    "cardduel": Walks(
        "cardduel", {"easy": 12, "normal": 12, "hard": 6}, _any_of("cardduel", {}), looked=5, covered=3, differs_from=6
    ),
}
CASES = [(name, level) for name, walks in WALKS.items() for level in walks.games]


def _player(key: str, level: str) -> Chooser:
    return QUICK if (key, level) == ("cardduel", "hard") else bot(key, level)


def _positions(walks: Walks, players: tuple[Chooser, ...], seed: int) -> Iterator[tuple[Any, Seat]]:
    rng = Random(seed)
    return positions(ruleset(walks.key), players, walks.options(rng), rng, start=walks.start, hands=walks.hands)


def test_bots_of_two_man_spades_act_legally_in_games_with_random_options() -> None:
    names = ("easy", "casual", "medium", RANDOM)
    moves = 0
    for seed in range(80):
        players = (bot("twoman", names[seed % 4]), bot("twoman", names[seed // 4 % 4]))
        if seed % 20 == 0:
            players = (bot("twoman", "hard" if seed % 40 else "ruthless"), players[1])
        moves += sum(1 for _ in _positions(WALKS["twoman"], players, seed))
    assert moves > 4_000


@pytest.mark.parametrize("variant", VARIANTS)
def test_bots_of_spades_act_legally_in_hands_with_random_options(variant: str) -> None:
    easy, normal, expert, anything = (bot("spades", name) for name in ("easy", "normal", "expert", RANDOM))
    walks, moves = replace(WALKS[f"spades {variant}"], hands=2), 0
    for seed in range(16):
        players = (expert, normal) if seed % 8 == 0 else (normal, easy, anything)
        moves += sum(1 for _ in _positions(walks, players, seed))
    assert moves > 1_200


@pytest.mark.parametrize(("name", "level"), CASES)
def test_a_bot_makes_the_same_choice_if_only_unseen_cards_differ(name: str, level: str) -> None:
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


#: Games for bots that are in none of `WALKS`, such as the random one.
USUAL = {
    "twoman": WALKS["twoman"],
    "spades": Walks("spades", SPADES, _these({}), hands=2),
    "bidwhist": WALKS["bidwhist default"],
    "cardduel": Walks("cardduel", {}, _these({"max_rounds": 20})),
}
WALKED = {(WALKS[name].key, level) for name, level in CASES}
OTHERS = [(key, level) for key in GAMES for level in (*levels(key), RANDOM) if (key, level) not in WALKED]


@pytest.mark.parametrize(("key", "level"), OTHERS)
def test_other_bots_make_the_same_choice_for_the_same_view_and_seed(key: str, level: str) -> None:
    player, looked = _player(key, level), 0
    for state, seat in _positions(USUAL[key], (player,), 3):
        view = ruleset(key).view(state, seat)
        assert player.choose(view, Random(5)) == player.choose(view, Random(5))
        looked += 1
    assert looked


# -- impossible views ---------------------------------------------------------------------------------


ANYWHERE: dict[str, dict[str, Any]] = {"a card twice": {"hand": cards("AS AS")}, "no legal action": {"legal": ()}}
ONLOOKER, NO_CARDS = {"a spectator": {"seat": None}}, {"no cards": {"hand": None}}


def whist() -> SeatView:
    state = bidwhist_positions.to_play("4U", "S", {0: "AS KS"}, kitty="4C 6C 7C 8C BJ LJ")
    return ruleset("bidwhist").view(state, 0)


#: By game: a possible view, and changes of it. Each change alone makes the view impossible.
VIEWS: dict[str, tuple[Callable[[], SeatView], dict[str, dict[str, Any]]]] = {
    "twoman": (
        lambda: before_play("AS KS QS 9S AH KH QH 4C 5C 8D", Phase.BID),
        ANYWHERE
        | NO_CARDS
        | {
            "a card twice": {"hand": cards("AS AS KS")},
            "a card that was put aside": {"hand": cards("2C KS QS")},
            "too many cards": {"hand": cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S")},
        },
    ),
    "spades": (
        lambda: spades_positions.to_play("AH 3H 2C", trick="QH 5H 2H"),
        ANYWHERE | ONLOOKER | {"too many cards": {"hand": PACK[:14]}},
    ),
    "bidwhist": (whist, ANYWHERE | ONLOOKER | {"too many cards": {"hand": PACK[:20]}}),
    "cardduel": (
        lambda: ruleset("cardduel").view(duel(), P1),
        ANYWHERE | ONLOOKER | NO_CARDS | {"too many cards": {"hand": PACK[:6]}},
    ),
}


@pytest.mark.parametrize(("key", "level"), [(key, level) for key in GAMES for level in levels(key)])
def test_an_impossible_view_raises_impossible_view(key: str, level: str) -> None:
    view, changes = VIEWS[key]
    player = bot(key, level)
    assert player.choose(view(), Random(1))
    for change, fields in changes.items():
        with pytest.raises(ImpossibleView):
            pytest.fail(f"{change}: {player.choose(replace(view(), **fields), Random(1))}")


# -- levels -------------------------------------------------------------------------------------------


def test_levels_are_listed_and_an_unknown_game_has_none() -> None:
    assert levels("twoman") == ("easy", "casual", "medium", "hard", "ruthless")
    assert levels("no game") == ()


@pytest.mark.parametrize("key", GAMES)
def test_each_level_has_a_version_and_random_is_no_level(key: str) -> None:
    assert all(bot(key, level).version >= 1 for level in levels(key))
    assert RANDOM not in levels(key) and isinstance(bot(key, RANDOM), AnyLegal)


def test_an_unknown_level_raises_key_error() -> None:
    with pytest.raises(KeyError):
        bot("twoman", "grandmaster")


@pytest.mark.parametrize(
    ("key", "name"), [(key, name) for key in GAMES for name in (*GAMES[key].players, *GAMES[key].yardsticks)]
)
def test_a_bot_with_a_prepare_method_is_registered_as_compiled(key: str, name: str) -> None:
    late = bot(key, name)
    assert isinstance(late, Late)
    if isinstance(late.player, Prepared):
        assert late.is_compiled


#: Script that prints for each bot whether it imports numba. A fork loads the bot, so the parent never imports numba.
LOADING = """
import os, sys
from games.registry import GAMES, bot
for key, level in [(key, level) for key in GAMES for level in GAMES[key].players]:
    if not (child := os.fork()):
        bot(key, level).player
        os._exit("numba" in sys.modules)
    print(key, level, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_bot_imports_numba_only_if_it_has_kernels() -> None:
    printed = subprocess.run([sys.executable, "-c", LOADING], check=True, stdout=subprocess.PIPE, text=True).stdout
    players = [(key, level, bot(key, level)) for key in GAMES for level in GAMES[key].players]
    expected = [f"{key} {level} {int(late.is_compiled)}" for key, level, late in players if isinstance(late, Late)]
    assert printed.splitlines() == expected and len(expected) == len(players)


def test_the_web_process_imports_neither_numba_nor_numpy() -> None:
    code = "import spadesite.asgi, sys; sys.exit({'numba', 'numpy'} & sys.modules.keys() != set())"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


# -- strength: matches of two levels ------------------------------------------------------------------


KEPT = kept_matches()
#: Number of games of a stored match that are played again: one deal, with each seating once.
AGAIN = 2


@pytest.mark.parametrize("pairing", PAIRINGS, ids=str)
def test_the_stronger_of_two_players_wins_more(pairing: Pairing) -> None:
    assert sum(won for won, _margin in _games(pairing)) >= pairing.least


def _games(pairing: Pairing) -> list[Outcome]:
    """Return the stored outcomes of the match if its first games, played again, agree; else those of a new match."""
    games = KEPT.get(pairing, [])
    return games if games and games[:AGAIN] == pairing.played(AGAIN) else pairing.played(pairing.games)


@pytest.mark.parametrize("pairing", PAIRINGS, ids=str)
def test_the_match_of_a_pairing_is_stored(pairing: Pairing) -> None:
    assert pairing in KEPT, "the match is not stored; store it: python -m tests.golden.keep"
