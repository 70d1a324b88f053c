"""`python -m tools.engines`: play the site in Firefox and WebKit; list failures, and layout faults that Chromium lacks.

A sheet is a panel that opens over a table on a phone, such as the score or the menu.
"""

import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from itertools import count, product
from typing import Any, Final

from spadesite.environment import kernels_folder
from tools.chromium import chromium
from tools.engines.drivers import Browser, BrowserError, firefox, webkit
from tools.pictures.faults import MEASURE, TARGET, measured
from tools.pictures.screens import SCREENS, PosedSite, Screen, come_to, posed, prepare, visitor
from tools.servers import soon
from tools.site import ROOT, Site, running

PARTS: Final = ("hands", "sheets", "reload_and_back", "unsaved_choices", "offline", "screens", "people")
PHONE: Final = (447, 844)  # the smallest width of a WebKitGTK window
WIDE: Final = (1280, 800)
SIZES: Final = (PHONE, (844, 390), WIDE)
POSITIONS: Final = ("twoman-bid", "spades-bid", "bidwhist-bid", "cardduel-open")
SEEDS: Final = count()


def sit(browser: Browser, site: Site, position: str, size: tuple[int, int]) -> None:
    """Open a game in this position as a new guest."""
    words = f"from tools.pictures.posing import pose_for_guest; pose_for_guest({position!r}, seed={str(next(SEEDS))!r})"
    session, code = site.shell(words).split()
    browser.visit(f"{site.url}/games/{code}/", size, session)


def play_hand(how: str, *browsers: Browser) -> None:
    """Play to the end of the hand by mouse, touch or keys, always the first allowed action."""

    def is_over() -> bool:
        playing = [browser for browser in browsers if not browser.wait("table()")["isOver"]]
        for browser in playing:
            browser.key("keysToNext()") if how == "keys" else browser.press("next()", how)
        return not playing

    if not soon(is_over, within=300.0):
        raise BrowserError(f"the hand does not end: {browsers[0].js('[table(), window.target?.outerHTML]')}")


def hands(site: Site, browser: Browser, position: str, size: tuple[int, int], how: str) -> None:
    sit(browser, site, position, size)
    play_hand(how, browser)


def sheets(site: Site, browser: Browser) -> None:
    """Check that each sheet opens and closes: by button, by Escape, and by a press outside it, which plays no card."""
    sit(browser, site, "twoman-lead", PHONE)
    before = browser.wait("table()")
    for name, way in product(browser.js("sheets()"), ("closerOf", "besideOf", "escape")):
        browser.press(f"openerOf('{name}')")
        browser.wait(f"isAtRest('{name}', true)")
        (browser.key if way == "escape" else browser.press)(f"{way}('{name}')")
        browser.wait(f"isAtRest('{name}', false)")
    if browser.wait("table()") != before:
        raise BrowserError("a press outside an open sheet changed the table")


def reload_and_back(site: Site, browser: Browser) -> None:
    """Check that a reload shows no older table, and that Back then leads to a front page with a link to the game."""
    browser.visit(site.url, PHONE)
    browser.js("click('.hero form button')")
    version = browser.wait("table()")["version"]
    browser.leave("location.reload()")
    if browser.wait("table()")["version"] < version:
        raise BrowserError("a reload shows an older table")
    browser.js("history.back()")
    browser.wait("document.querySelector('.hero a.btn--main[href*=games]')")


def unsaved_choices(site: Site, browser: Browser) -> None:
    """Check that a reload resets unsaved radio buttons and checkboxes to their stored values."""
    for path in ("/games/new/twoman/", "/settings/", "/challenges/"):
        browser.goto(site.url + path)
        browser.js("changeChoices()")
        browser.leave("location.reload()")
        if found := browser.js("changedChoices()"):
            raise BrowserError(f"{path} keeps unsaved choices after a reload: {found}")


def offline(site: Site, browser: Browser) -> None:
    browser.goto(f"{site.url}/about/")
    browser.wait("navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)")
    site.kill("web")
    try:
        browser.goto(f"{site.url}/rules/")
        browser.wait("document.querySelector('h1').textContent === 'No connection'")
    finally:
        site.start("web")


def people(site: Site, one: Browser, other: Browser) -> None:
    """Play a hand at one table with two browsers."""
    for browser in (one, other):
        browser.visit(f"{site.url}/games/new/twoman/", PHONE)
    one.js("click('main [type=radio][value=link]')")
    one.leave("click('.stay .btn--main')")
    other.goto(one.wait(r"/http\S+/.exec(document.querySelector('main textarea').value)[0]"))
    other.js("document.querySelector('main [name=name]').value = 'Bea'")
    other.leave("click('main form .btn--main')")
    one.leave("location.reload()")
    one.leave("click('main form .btn--main')")
    play_hand("mouse", one, other)


def faults(browser: Browser, at: PosedSite, screen: Screen) -> list[str]:
    """Open a screen and return its layout faults, measured by `tools/pictures/faults.js`."""
    browser.goto(at.address(screen))
    browser.wait("isLoaded()")
    if screen.presses:
        browser.js(f"click({json.dumps(screen.presses)})")
    return list[str](browser.settled(f"({MEASURE})({json.dumps([screen.is_table, TARGET])})"))


def screens(site: Site, browser: Browser) -> None:
    """Measure every screen; raise BrowserError for faults that Chromium does not show in a window of the same size."""
    at, found, same = posed(site), list[tuple[Screen, str]](), set[tuple[Screen, str]]()
    for size, is_person in product(SIZES, (False, True)):
        browser.visit(at.url, size, at.session if is_person else "")
        for screen in (screen for screen in SCREENS if screen.person is is_person and screen.is_seen_in(size[0])):
            found += [(screen, f"{size[0]}x{size[1]}: {fault}") for fault in faults(browser, at, screen)]
    with chromium() as reference:
        for screen in dict(found):
            with visitor(reference, at, person=screen.person) as page:
                come_to(page, at, screen)
                same.update((screen, one) for size in SIZES for one in measured(page, screen, size))
    if differs := [f"{screen.name} {told}" for screen, told in found if (screen, told) not in same]:
        raise BrowserError("\n    ".join(differs))


def main() -> int:
    words = ArgumentParser(description=__doc__)
    words.add_argument("--only", nargs="*", default=PARTS, choices=PARTS)
    only = words.parse_args().only
    kernels = kernels_folder(ROOT / "var", ROOT / "games")  # filled by `prepare_players`
    make = prepare if "screens" in only else Site.prepare
    outcomes = list[str]()

    def check(part: Callable[..., None], *given: Any) -> None:
        if part.__name__ not in only:
            return
        name, begun = " ".join(str(getattr(one, "name", one)) for one in (part.__name__, *given)), time.monotonic()
        try:
            part(site, *given)
            outcomes.append(f"{name}: ok")
        except BrowserError as error:
            outcomes.append(f"{name}: FAILED: {error}")
        print(f"{outcomes[-1]} ({time.monotonic() - begun:.0f} s)", flush=True)

    with running(prepare=make, NUMBA_CACHE_DIR=kernels) as site, firefox() as one, webkit() as other:
        for browser in (one, other):
            for how, size, position in product(browser.inputs, (PHONE, WIDE), POSITIONS):
                check(hands, browser, position, size, how)
            for part in (sheets, reload_and_back, unsaved_choices, offline, screens):
                check(part, browser)
        check(people, one, other)
        with webkit("--features=-PopoverAttribute") as older:
            check(sheets, older)
            check(hands, older, "twoman-bid", PHONE, "mouse")
    differs = [one for one in outcomes if not one.endswith(": ok")]
    print(f"\n{len(outcomes)} checks. Differences:", *(differs or ["none"]), sep="\n  ")
    return bool(differs)


if __name__ == "__main__":
    sys.exit(main())
