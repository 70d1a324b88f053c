"""The rest of a hand that the table has played, laid down in a sweep over the summary.

Hands that are claimed end by the table as settled ones do, and do so when a test wants it.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seat import Seat
from tests.site import Site

STAGE = ".sweep"
#: What stands there in the middle of each trick's time, by the clock of the movements and not by that of the machine.
NOTED = r"""() => {
    window.swept = [];
    let running = [];
    const look = () => {
        for (const { effect } of running) {
            const { delay, duration } = effect.getTiming();
            running.forEach((one) => { one.currentTime = delay + duration / 2; });
            window.swept.push(document.querySelector(".sweep").innerText.trim().replace(/\s+/g, " "));
        }
        running.forEach((one) => { one.currentTime = 0; });
        running = [];
    };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const one = animate.apply(this, how);
        if (this.parentElement?.matches(".sweep") && running.push(one) === 1) queueMicrotask(look);
        return one;
    };
}"""


def come_to_claim(seat: Seat, site: Site, name: str, *, pace: str) -> int:
    """Where the rest may be claimed; how many tricks of it."""
    seat.come_to(site, name, pace=pace)
    seat.page.evaluate(NOTED)
    return int("".join(filter(str.isdigit, seat.page.locator("[data-key=c]").inner_text())))


def other_window(seat: Seat) -> Seat:
    other = Seat(seat.page.context.new_page(), seat.url)
    other.look_at(seat.page.url, pace="normal")
    other.page.evaluate(NOTED)
    return other


def swept(page: Page) -> list[str]:
    """What was shown, once it is over."""
    page.wait_for_function("() => window.swept.length > 0")
    page.wait_for_selector(STAGE, state="detached")
    found: list[str] = page.evaluate("window.swept")
    return found


@pytest.mark.parametrize("name", ["twoman-claim", "spades-claim", "bidwhist-claim"])
def test_every_trick_of_the_rest_is_laid_down(seat: Seat, site: Site, name: str) -> None:
    """After the trick before it, in the page that asked and in one that is told by its stream; and again when asked."""
    claimed = come_to_claim(seat, site, name, pace="normal")
    other = other_window(seat).page
    seat.page.bring_to_front()
    seat.page.keyboard.press("c")
    shown = swept(seat.page)
    listed = seat.page.locator(".byseat tr:has(th[scope=row])").all_inner_texts()
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
    claimed = come_to_claim(seat, site, "twoman-claim", pace="instant")
    other = other_window(seat)
    version = other.version
    address = other.page.locator("[data-key=c]").get_attribute("formaction")
    token = other.page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    fields: dict[str, str | float | bool] = {"version": str(version), "csrfmiddlewaretoken": token}
    assert other.page.request.post(f"{site.url}{address}", form=fields, headers={"Origin": site.url}).ok
    assert len(swept(other.page)) >= claimed


def test_a_key_or_a_tap_ends_it_and_does_nothing_else(seat: Seat, site: Site) -> None:
    come_to_claim(seat, site, "twoman-claim", pace="slow")
    seat.linger()
    page = seat.page
    with seat.taken():
        page.keyboard.press("c")
    version = seat.version
    for ends in ("n", "Escape", "click"):
        page.wait_for_selector(STAGE)
        page.mouse.click(60, 60) if ends == "click" else page.keyboard.press(ends)
        expect(page.locator(STAGE)).to_have_count(0)
        assert (seat.version, seat.phase) == (version, "between")
        expect(page.locator("h1[data-heading]")).to_be_visible()
        page.get_by_role("button", name="Show again").click()


@pytest.mark.parametrize("why", ["instant", "reduced"])
def test_whoever_wants_no_motion_is_shown_it_when_asked(seat: Seat, site: Site, why: str) -> None:
    if why == "reduced":
        seat.page.emulate_media(reduced_motion="reduce")
    claimed = come_to_claim(seat, site, "twoman-claim", pace="instant" if why == "instant" else "normal")
    with seat.taken():
        seat.page.locator("[data-key=c]").click()
    expect(seat.page.locator("#table[data-phase=between]")).to_have_count(1)
    expect(seat.page.locator(STAGE)).to_have_count(0)
    assert seat.page.evaluate("window.swept") == []
    seat.page.get_by_role("button", name="Show again").click()
    assert len(swept(seat.page)) >= claimed
