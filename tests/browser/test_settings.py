"""The settings page in a browser: what is chosen is seen and saved at once."""

from playwright.sync_api import Page, expect

from tests.site import Site


def test_a_preference_is_shown_and_saved_as_it_is_chosen(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/settings/")
    page.get_by_label("Evening").check()
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    page.goto(f"{site.url}/boards/")
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
