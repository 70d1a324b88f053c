"""The page that proves a deal, in a browser."""

from playwright.sync_api import Locator, Page, expect


def checks(page: Page) -> Locator:
    return page.locator(".checks li")


def holds(page: Page, count: int) -> None:
    expect(page.locator(".checks li[data-good=yes]")).to_have_count(count)
    expect(checks(page)).to_have_count(count)
