"""The marks of a review in a replay: by keys at a desk, by a finger on a phone, and what the sheet of keys says."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.seat import Seat
from tests.site import Site

MAIN = "main[data-step]"


#: The steps before the decisions of the newest review: entries of its hand after the deal.
STEPS = """
from games.models import Review
row = Review.objects.latest("pk")
deal = row.game.entries.get(hand=1, action__startswith='["deal"')
print(*sorted(one["ordinal"] - deal.ordinal - 1 for one in row.decisions))
"""


def _marked(seat: Seat, site: Site) -> tuple[str, list[str]]:
    """The address of a replay with two marks, and their steps."""
    seat.come_to(site, "twoman-between")
    site.shell("from tests.review.marked import pose_before_guest; pose_before_guest(2)")
    code = seat.page.url.split("/games/")[1].split("/")[0]
    seat.page.goto(f"{site.url}/games/{code}/hands/1/replay/")
    expect(seat.page.locator("#mark-later")).to_be_visible()
    return seat.page.url, site.shell(STEPS).split()


def test_marks_by_keys_and_by_finger(seat: Seat, site: Site, page_elsewhere: Callable[..., Page]) -> None:
    address, steps = _marked(seat, site)
    _by_keys_at_a_desk(seat.page, *steps)
    state = seat.page.context.storage_state()
    phone = page_elsewhere(storage_state=state, has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    phone.goto(address)
    _by_finger_on_a_phone(phone, *steps)


def _by_keys_at_a_desk(page: Page, first: str, second: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_load_state()
    main = page.locator(MAIN)
    for key, step in (("m", first), ("m", second), ("m", second), ("Shift+M", first)):
        page.keyboard.press(key)
        expect(main).to_have_attribute("data-step", step)
        expect(page.locator("#weighed-h")).to_have_text("Mistake")
    thought = page.locator("details.thought:has(#thought-of)")
    expect(thought).not_to_have_attribute("open", "")
    page.keyboard.press("w")
    expect(thought).to_have_attribute("open", "")
    expect(thought.locator(".chip").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#keys")).to_contain_text("next mark, earlier mark")
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(main).to_have_attribute("data-step", str(int(first) + 1))


def _by_finger_on_a_phone(phone: Page, first: str, second: str) -> None:
    """The panel stands below the table, whole, and nothing of it lies beside the screen."""
    phone.wait_for_load_state()
    main = phone.locator(MAIN)
    for step in (first, second):
        phone.locator("#mark-later").tap()
        expect(main).to_have_attribute("data-step", step)
        expect(phone.locator("#weighed-h")).to_have_text("Mistake")
    for part in ("#weighed-h", "table.values", "#thought-of", "#mark-earlier"):
        phone.locator(part).scroll_into_view_if_needed()
        box = phone.locator(part).bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360, part
    phone.locator("#thought-of").tap()
    expect(phone.locator("details.thought .chip").first).to_be_visible()
    phone.locator("#mark-earlier").tap()
    expect(main).to_have_attribute("data-step", first)
