"""One thing is said in the singular, in both languages."""

from collections.abc import Callable

import pytest
from django.utils import translation

from games.bidwhist.figures import contract_sentence
from games.cardduel.messages import hit_points
from games.figures.usual import OF_BIDS
from games.viewmodel.words import points_said


def books(count: int) -> str:
    return contract_sentence(frozenset({"uptown", "contract_against"}), {"contract_level": 4, "books": count})


@pytest.mark.parametrize(
    ("said", "english", "german"),
    [
        (lambda: points_said(1), "1 point", "1 Punkt"),
        (lambda: points_said(-1), "−1 point", "−1 Punkt"),
        (lambda: points_said(0), "0 points", "0 Punkte"),
        (lambda: hit_points(1), "1 hit point", "1 Lebenspunkt"),
        (lambda: hit_points(12), "12 hit points", "12 Lebenspunkte"),
        (lambda: str(OF_BIDS["tricks1"]), "1 trick", "1 Stich"),
        (lambda: str(OF_BIDS["tricks2"]), "2 tricks", "2 Stiche"),
        (lambda: books(1), "4 uptown of theirs, you 1 book", "4 Uptown der anderen Seite, du 1 Buch"),
        (lambda: books(3), "4 uptown of theirs, you 3 books", "4 Uptown der anderen Seite, du 3 Bücher"),
    ],
)
def test_one_thing_is_said_in_the_singular(said: Callable[[], str], english: str, german: str) -> None:
    with translation.override("en"):
        assert said() == english
    with translation.override("de"):
        assert said() == german
