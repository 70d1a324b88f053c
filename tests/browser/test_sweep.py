"""The rest of a hand that the table has played, laid down in a sweep over the summary.

Hands that are claimed end by the table as settled ones do, and do so when a test wants it.
"""

from itertools import count

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seat import Seat
from tests.site import Site

pytestmark = pytest.mark.browser
#: A secret serves one deal of a site.
SEEDS = count(101)
STAGE = ".sweep"
#: Every trick that a sweep shows, noted as it comes.
NOTED = """() => {
    window.swept = [];
    const look = () => {
        const words = document.querySelector(".sweep")?.innerText.trim().replace(/\\s+/g, " ");
        if (words && window.swept.at(-1) !== words) window.swept.push(words);
        requestAnimationFrame(look);
    };
    look();
}"""


def sit_at_claim(seat: Seat, site: Site, name: str, *, pace: str) -> int:
    """Where the rest may be claimed; how many tricks of it."""
    seat.sit_down()
    words = f"from tests.shots.posing import lay_before_guest as lay; lay({name!r}, seed={next(SEEDS)})"
    code = site.manage("shell", "-c", words).split()[-1]
    look_at(seat.page, f"{site.url}/games/{code}/", pace)
    return int("".join(filter(str.isdigit, seat.page.locator("[data-key=c]").inner_text())))


def look_at(page: Page, address: str, pace: str) -> None:
    page.goto(address)
    page.evaluate(f"document.documentElement.dataset.speed = {pace!r}")
    page.evaluate(NOTED)


def swept(page: Page) -> list[str]:
    """What was shown, once it is over."""
    page.wait_for_selector(STAGE, state="visible")
    page.wait_for_selector(STAGE, state="detached")
    found: list[str] = page.evaluate("window.swept")
    return found


@pytest.mark.parametrize("name", ["twoman-claim", "spades-claim", "bidwhist-claim"])
def test_every_trick_of_the_rest_is_laid_down(seat: Seat, site: Site, name: str) -> None:
    """After the trick before it, in the page that asked and in one that is told by its stream; and again when asked."""
    claimed = sit_at_claim(seat, site, name, pace="normal")
    other = seat.page.context.new_page()
    look_at(other, seat.page.url, "normal")
    seat.page.bring_to_front()
    seat.page.keyboard.press("c")
    shown = swept(seat.page)
    listed = seat.page.locator(".run li").all_inner_texts()
    assert len(shown) in (claimed, claimed + 1)
    assert [one.split()[1] for one in shown] == [str(len(listed) - i) for i in range(len(shown) - 1, -1, -1)]
    seat.page.evaluate("window.swept = []")
    seat.page.get_by_role("button", name="Show again").click()
    assert len(swept(seat.page)) >= claimed
    other.bring_to_front()
    other.evaluate("window.swept = []")
    other.get_by_role("button", name="Show again").click()
    assert len(swept(other)) >= claimed


def test_a_page_that_hears_of_it_by_its_stream_sweeps_too(seat: Seat, site: Site) -> None:
    claimed = sit_at_claim(seat, site, "twoman-claim", pace="instant")
    other = Seat(seat.page.context.new_page(), site.url)
    look_at(other.page, seat.page.url, "normal")
    version = other.version
    address = other.page.locator("[data-key=c]").get_attribute("formaction")
    token = other.page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    fields = {"version": str(version), "csrfmiddlewaretoken": token}
    assert other.page.request.post(f"{site.url}{address}", form=fields, headers={"Origin": site.url}).ok
    assert len(swept(other.page)) >= claimed


@pytest.mark.parametrize("ends", ["n", "Escape", "click"])
def test_a_key_or_a_tap_ends_it_and_does_nothing_else(seat: Seat, site: Site, ends: str) -> None:
    sit_at_claim(seat, site, "twoman-claim", pace="slow")
    page = seat.page
    page.keyboard.press("c")
    page.wait_for_selector(STAGE)
    version = seat.version
    page.mouse.click(60, 60) if ends == "click" else page.keyboard.press(ends)
    expect(page.locator(STAGE)).to_have_count(0)
    assert (seat.version, seat.phase) == (version, "between")
    expect(page.locator("h1[data-heading]")).to_be_visible()


@pytest.mark.parametrize("why", ["instant", "reduced"])
def test_whoever_wants_no_motion_is_shown_it_when_asked(seat: Seat, site: Site, why: str) -> None:
    if why == "reduced":
        seat.page.emulate_media(reduced_motion="reduce")
    claimed = sit_at_claim(seat, site, "twoman-claim", pace="instant" if why == "instant" else "normal")
    with seat.taken():
        seat.page.keyboard.press("c")
    expect(seat.page.locator("#table[data-phase=between]")).to_have_count(1)
    expect(seat.page.locator(STAGE)).to_have_count(0)
    assert seat.page.evaluate("window.swept") == []
    seat.page.get_by_role("button", name="Show again").click()
    assert len(swept(seat.page)) >= claimed
