"""A guest of the site whose games stand in positions with names, each played on by the test that is named after it."""

import json
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, StorageState

from tests.site import Site


@dataclass(frozen=True)
class Dealt:
    kept: StorageState
    codes: dict[str, str]

    def code_for(self, page: Page, request: pytest.FixtureRequest) -> str:
        """Of the game that is named as the test is; the page is the guest's from now on."""
        page.context.add_cookies(self.kept["cookies"])  # type: ignore[arg-type]  # the same fields by another name
        return next(code for name, code in self.codes.items() if name in request.node.name)


def dealt_to_a_guest(browser: Browser, site: Site, words: str) -> Dealt:
    """What these words print, run inside the site, are the codes by the names of the positions."""
    page = browser.new_page()
    page.goto(site.url)
    page.get_by_role("button", name="Play your first hand").click()
    page.wait_for_selector("#table:not([data-phase=first])")
    kept = page.context.storage_state()
    page.context.close()
    return Dealt(kept, json.loads(site.shell(words)))
