"""Each level of a game with several wins of the one below, and in a duel whoever looks further of who does not."""

import pytest

from tests.golden.matches import PAIRINGS, Outcome, Pairing, kept

KEPT = kept()
#: Of a kept match so many games are played again: a deal with the seats exchanged.
AGAIN = 2


@pytest.mark.parametrize("pairing", PAIRINGS, ids=str)
def test_the_stronger_wins_more(pairing: Pairing) -> None:
    assert sum(won for won, _margin in _games(pairing)) >= pairing.least


def _games(pairing: Pairing) -> list[Outcome]:
    """As they were kept, while they are still played so: by the same rules and players, and the first of them alike."""
    games = KEPT.get(pairing, [])
    return games if games and games[:AGAIN] == pairing.played(AGAIN) else pairing.played(pairing.games)


@pytest.mark.parametrize("pairing", PAIRINGS, ids=str)
def test_its_match_is_kept(pairing: Pairing) -> None:
    assert pairing in KEPT, "Keep it: python -m tests.golden.matches"
