"""At the pace “at once” what three computer players do is one update of the page, and nothing of it goes unheard."""

import pytest
from playwright.sync_api import Page

from tests.browser.keys import Keys
from tests.site import Site

#: What is sent as one comes within 30 milliseconds; on a crowded machine within 300.
PATIENT = """(() => {
    const soon = setTimeout;
    window.setTimeout = (work, after, ...more) => soon(work, after === 30 ? 300 : after, ...more);
})()"""
#: So often it is seen.
ROUNDS = 3
COUNT = """() => {
    window.shownSoFar = [];
    const look = () => {
        const version = document.getElementById("table").dataset.version;
        if (window.shownSoFar.at(-1) !== version) window.shownSoFar.push(version);
    };
    look();
    new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""


@pytest.mark.parametrize("game", ("spades", "bidwhist"))
def test_what_three_players_do_is_one_update(game: str, page: Page, site: Site) -> None:
    page.add_init_script(PATIENT)
    keys = Keys(page, site.url)
    keys.start(game)
    page.evaluate(COUNT)
    rounds = 0
    while rounds < ROUNDS:
        keys.await_turn()
        page.evaluate("window.shownSoFar.splice(0, window.shownSoFar.length - 1)")
        phase, before = keys.phase, keys.version
        keys.act()
        ended = keys.await_turn() != phase
        own_and_theirs: list[str] = page.evaluate("window.shownSoFar")
        if phase == "play" and not ended:
            assert len(own_and_theirs) <= 3, own_and_theirs  # the table before, one's own card, all of theirs
            rounds += int(own_and_theirs[-1]) - before > 3
