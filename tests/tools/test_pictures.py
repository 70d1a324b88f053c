"""`make shots` takes pictures of screens in the requested sizes and themes."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tools.pictures.__main__ import read, shoot
from tools.pictures.screens import Screen

pytestmark = pytest.mark.browser


def test_a_screen_is_taken_in_each_size_and_theme(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    page.set_content("<main>A quiet card room</main>")
    request = read(["--sizes", "360x740,1280x800", "--themes", "dark", "--into", str(tmp_path)])
    opened_on_a_phone = Screen("home-menu", "/", presses="[popovertarget=menu]")
    assert shoot(page, Screen("home", "/"), request) == ["home.360x740.dark.png", "home.1280x800.dark.png"]
    assert shoot(page, opened_on_a_phone, request) == ["home-menu.360x740.dark.png"]
    width = int.from_bytes((tmp_path / "home.1280x800.dark.png").read_bytes()[16:20], "big")
    assert width == 1280
