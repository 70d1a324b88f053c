"""The registry of computer players, and the player of any legal action."""

import os
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from games.bots.anylegal import AnyLegal
from games.bots.base import Prepared
from games.bots.late import Late
from games.bots.sampling import chance_of_none, unseen
from games.engine.actions import Action, Pick
from games.engine.cards import card, cards
from games.registry import GAMES, RANDOM, bot, levels, names
from tests.bots.positions import to_play


def test_it_lists_levels_from_the_weakest() -> None:
    assert levels("twoman") == ("easy", "casual", "medium", "hard", "ruthless")
    assert levels("no game") == ()


@pytest.mark.parametrize("key", GAMES)
def test_each_level_has_a_version_and_random_is_not_offered(key: str) -> None:
    assert all(bot(key, level).version >= 1 for level in levels(key))
    assert RANDOM not in levels(key) and isinstance(bot(key, RANDOM), AnyLegal)


def test_an_unknown_level_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        bot("twoman", "grandmaster")


def test_random_answers_a_pick_with_as_many_cards() -> None:
    held = cards("AS KS QS JS TS 9S")
    view = replace(to_play("AS KS"), legal=(Pick("discard", 4, held),))
    action = AnyLegal().choose(view, Random(1))
    assert action.verb == "discard" and isinstance(action.argument, tuple)
    assert len(set(action.argument)) == 4 and {card(str(one)) for one in action.argument} <= set(held)


def test_random_comes_to_every_legal_action() -> None:
    view = to_play("AS KS QS")
    chosen = {AnyLegal().choose(view, Random(seed)) for seed in range(60)}
    assert chosen == {Action("play", one) for one in ("AS", "KS", "QS")}


def test_unseen_are_all_cards_but_ones_own_and_those_shown() -> None:
    view = to_play("AS KS", played="QH 3D")
    assert len(unseen(view)) == 52 - 2 - 2 - 16
    assert not set(cards("AS KS QH 3D 6H 8C")) & set(unseen(view))


@pytest.mark.parametrize(
    ("pool", "held", "wanted", "expected"), [(4, 2, 1, 0.5), (4, 2, 3, 0.0), (10, 0, 5, 1.0), (5, 1, 2, 0.6)]
)
def test_the_chance_that_none_is_held(pool: int, held: int, wanted: int, expected: float) -> None:
    assert chance_of_none(pool, held, wanted) == pytest.approx(expected)


@pytest.mark.parametrize(("key", "name"), [(key, name) for key in GAMES for name in names(key) if name != RANDOM])
def test_a_player_that_is_made_ready_is_known_to_be_compiled_before_it_is_loaded(key: str, name: str) -> None:
    late = bot(key, name)
    assert isinstance(late, Late)
    if isinstance(late.player, Prepared):
        assert late.is_compiled


#: Prints which players load the compiler, each in a process of its own that begins as one that has loaded none.
LOADING = """
import os, sys
from games.registry import GAMES, bot
for key, level in [(key, level) for key in GAMES for level in GAMES[key].players]:
    if not (child := os.fork()):
        bot(key, level).player
        os._exit("numba" in sys.modules)
    print(key, level, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_who_is_not_compiled_loads_no_compiler() -> None:
    printed = subprocess.run([sys.executable, "-c", LOADING], check=True, stdout=subprocess.PIPE, text=True).stdout
    players = [(key, level, bot(key, level)) for key in GAMES for level in GAMES[key].players]
    expected = [f"{key} {level} {int(late.is_compiled)}" for key, level, late in players if isinstance(late, Late)]
    assert printed.splitlines() == expected and len(expected) == len(players)


def test_a_process_that_only_shows_tables_loads_no_compiler() -> None:
    asked = "import spadesite.asgi, sys; sys.exit({'numba', 'numpy'} & sys.modules.keys() != set())"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    assert subprocess.run([sys.executable, "-c", asked], env=environment, check=False).returncode == 0
