"""Every game of the site plays as it did when its golden game was last written and read."""

import pytest

from tests.golden.playthrough import GAMES, path, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_as_written(name: str) -> None:
    assert playthrough(name) == path(name).read_text(encoding="utf-8"), "If this is meant: python -m tests.golden.write"
