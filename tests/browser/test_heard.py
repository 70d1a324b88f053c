"""What a screen reader hears of a hand: each sentence once, whatever stands in the message for the eye."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Page

from tests.browser.keys import Keys
from tests.site import Site

GAMES = ("twoman", "spades", "bidwhist", "cardduel")
LISTEN = """() => {
    window.heardSoFar = [];
    const line = document.getElementById("said");
    new MutationObserver(() => window.heardSoFar.push(line.textContent)).observe(line, { childList: true });
}"""
TOLD_ONCE = re.compile(r"(?:won|wins) trick \d+|[^.]*? led [^.]*|The pile is [^.]*|Spades are broken|Round \d+ [^.]*")
ROUNDS = 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("pace", ("instant", "fast"))
def test_each_trick_is_heard_once(game: str, pace: str, page: Page, site: Site) -> None:
    keys = Keys(page, site.url)
    keys.start(game)
    page.evaluate("(pace) => { document.documentElement.dataset.speed = pace; }", pace)
    page.evaluate(LISTEN)
    while keys.await_turn() not in {"between", "over"}:
        keys.act()
        if game == "cardduel" and page.locator(".score", has_text=f"Round {ROUNDS}").count():
            break
    heard: list[str] = page.evaluate("window.heardSoFar")
    told = Counter(one.strip() for said in heard for one in TOLD_ONCE.findall(said))
    assert [one for one, times in told.items() if times > 1] == []
    if game != "cardduel":
        won = [int(number) for said in heard for number in re.findall(r"trick (\d+) with", said)]
        assert won == list(range(1, len(won) + 1))
        assert len(won) >= 2
    assert not any("No more tips" in said for said in heard)
