"""What a screen reader is told at a table: each sentence once, whatever stands in the message for the eye."""

import re
from collections import Counter
from typing import Final

from playwright.sync_api import Page

_LISTEN: Final = """() => {
    window.heardSoFar = [];
    const line = document.getElementById("said");
    new MutationObserver(() => window.heardSoFar.push(line.textContent)).observe(line, { childList: true });
}"""
_ONCE: Final = re.compile(
    r"(?:won|wins) trick \d+|[^.]*? led [^.]*|The pile is [^.]*|Spades are broken|Round \d+ [^.]*"
)


def listen(page: Page) -> None:
    """From now on, to the hand that is played."""
    page.evaluate(_LISTEN)


def assert_heard_once(page: Page, *, tricks: int) -> None:
    """Since it was listened to; of so many tricks at least it was told who won them."""
    heard: list[str] = page.evaluate("window.heardSoFar")
    told = Counter(one.strip() for said in heard for one in _ONCE.findall(said))
    assert [one for one, times in told.items() if times > 1] == []
    won = [int(number) for said in heard for number in re.findall(r"trick (\d+) with", said)]
    assert won == list(range(1, len(won) + 1))
    assert len(won) >= tricks
    assert not any("No more tips" in said for said in heard)
