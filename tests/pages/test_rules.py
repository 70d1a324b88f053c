"""The rules page says all of the rules."""

import pytest
from django.urls import reverse

from tests.pages.markup import Page, page_at, plain

# The worked examples of the rules: what stands in the first column, what in the second.
EXAMPLES = [
    ("You are odd. The discards are 7 of clubs and 6 of hearts", "13, odd: the pile is yours, +10"),
    ("You are odd. The discards are 7 of hearts and 6 of hearts", "the same suit: +20"),
    ("The other side is even. The discards are king of diamonds and king of clubs", "26, even, and the same rank"),
    (
        "The other side is even and has 1 bag. The discards are 7 of diamonds",
        "2 bags from them, so 1 becomes −1",
    ),
    ("bid 4 and take 6, with 5 bags from before", "Base +40 and 7 bags; the 7 bags cost 100 and go. Bags 0"),
    (
        "bid 3 and take 3, among them 7 of diamonds",
        "+30 and −5 bags; they pay 100",
    ),
    ("bid nil and take 2, with 5 bags", "Base −200 and 7 bags, which cost 100 more. Bags 0"),
    ("bid blind 5 and take 7", "Base +100, 2 bags more"),
    ("bid blind 6 and take 5", "Base −120"),
    ("bid blind nil at 20 against 250 and take no trick", "You win the game"),
    ("bid blind nil and take a trick", "You lose the game"),
    (
        "stand at 295 (290 and 5 bags), the other side at 305 (300 and 5 bags)",
        "you stay at 295, the other side falls to 295",
    ),
    ("You 305, the other side 312", "you stay at 305, the other side falls to 302. You win"),
    ("You 295, the other side 280", "you reach 305 and win"),
    ("You 250, the other side 305", "The other side wins, 305 to 260"),
    ("302 against 301", "302 wins"),
    ("Both show 300: base 300 and −1 bag against base 300 and 0 bags", "0 bags win"),
    ("−4 bags against −2", "−2 wins"),
    ("Base 310 and −3 bags against base 320 and −4 bags", "320 wins"),
    ("150 against −150", "150 wins by mercy"),
    ("You have 40, the other side 140, at the deal", "You may bid blind. At 41 against 140 you may not"),
    ("hold only spades, and spades are not broken", "You may lead any spade. Spades are broken then"),
    ("queen of hearts is led. You hold 7 of hearts and 3 of spades", "You must follow with"),
    ("queen of hearts is led. You hold no heart, but", "wins the trick and breaks spades"),
    ("Three tricks are left. You hold only spades, the other side none", "you take all three"),
]
PARTS = [
    *(
        "object",
        "parity",
        "score",
        "hand",
        "deal",
        "blind",
        "discard",
        "bid",
        "tricks",
        "bag-cards",
        "scoring",
    ),
    *("denial", "end", "ties", "rest", "options", "examples", "sealed"),
]


@pytest.fixture
def rules() -> Page:
    return page_at(reverse("games:rules_of", args=["twoman"]))


def test_it_has_every_part(rules: Page) -> None:
    assert set(PARTS) <= rules.names


def test_it_has_the_worked_examples_and_none_of_its_own_making(rules: Page) -> None:
    rows = [plain(row) for row in rules.examples]
    for situation, outcome in EXAMPLES:
        assert [row for row in rows if situation in row and outcome in row], (situation, rows)
    assert len(rows) == len(EXAMPLES)


def test_the_page_about_the_site_tells_how_to_install_it() -> None:
    about = page_at(reverse("about"))
    assert all(place in about.text for place in ("Android, Chrome", "iPhone and iPad, Safari", "Desktop"))
