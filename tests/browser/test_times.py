"""Times and days in the zone of the reader, and an open page of boards whose day ends."""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta

from playwright.sync_api import Page, expect

from tests.services import begin_within_a_day
from tests.site import Site

TOKYO = {"timezone_id": "Asia/Tokyo"}


def next_midnight() -> datetime:
    return datetime.combine(datetime.now(UTC).date() + timedelta(days=1), time.min, tzinfo=UTC)


def test_times_are_shown_in_the_zone_of_the_browser_which_the_site_keeps(
    page_elsewhere: Callable[..., Page], site: Site
) -> None:
    page = page_elsewhere(**TOKYO)
    page.goto(site.url)
    expect(page.locator("time[data-as=clock]").first).to_have_text("09:00")  # midnight of UTC
    with page.expect_response("**/settings/zone/"):
        page.get_by_role("button", name="Play your first hand").click()
        page.wait_for_selector("#table")
    page.goto(f"{site.url}/settings/")
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    page.goto(f"{site.url}/games/")
    moved = page.locator("time[data-as=moment]").first
    expect(moved).not_to_contain_text("UTC")
    stamp = datetime.fromisoformat(str(moved.get_attribute("datetime")))
    expect(moved).to_contain_text(f"{stamp + timedelta(hours=9):%H:%M}")


def test_without_script_times_are_utc(page_elsewhere: Callable[..., Page], site: Site) -> None:
    page = page_elsewhere(java_script_enabled=False, **TOKYO)
    page.goto(f"{site.url}/boards/")
    expect(page.get_by_text("One attempt each, until midnight UTC.")).to_be_visible()
    expect(page.locator("[data-ends]")).to_be_hidden()


def test_an_open_page_of_boards_says_when_their_day_has_ended(page_elsewhere: Callable[..., Page], site: Site) -> None:
    begin_within_a_day(timedelta(minutes=2))
    page = page_elsewhere()
    page.clock.install(time=next_midnight() - timedelta(minutes=1))
    for path in ("/", "/boards/", f"/boards/{datetime.now(UTC).date()}/twoman/"):
        page.clock.set_system_time(next_midnight() - timedelta(minutes=1))
        page.goto(f"{site.url}{path}")
        note = page.get_by_text("This day has ended")
        expect(note).to_be_hidden()
        page.clock.fast_forward("02:00")
        expect(note).to_be_visible()
        expect(note.get_by_role("link", name="Today’s boards")).to_be_visible()
