"""`python -m tools.engines`: play the site in Firefox and WebKit, and list what differs from Chromium.

Ends with 1 when something failed or differs.
"""

import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from itertools import count, product
from typing import Any, Final

from spadesite.var import kernels_folder
from tests.chromium import IS_SETTLED, chromium
from tests.shots.faults import MEASURE, TARGET, measured
from tests.shots.screens import SCREENS, PosedSite, Screen, come_to, posed, prepare, visitor
from tests.site import ROOT, Site, running
from tools.engines.drivers import Browser, BrowserError, firefox, webkit

PARTS: Final = ("hands", "rest", "people", "older", "screens")
PHONE: Final = (447, 844)  # as narrow as WebKitGTK's window can be
WIDE: Final = (1280, 800)
SIZES: Final = (PHONE, (844, 390), WIDE)
TAB, BACK, RIGHT, ENTER, ESCAPE, SPACE = "\ue004", "\ue008\ue004", "\ue014", "\ue007", "\ue00c", " "
POSITIONS: Final = ("twoman-bid", "spades-bid", "bidwhist-bid", "cardduel-open")
OVER: Final = ("between", "over")
LONGEST_HAND: Final = 300.0  # seconds
SEEDS: Final = count()
STATE: Final = """() => {
  const { version, phase, turn } = document.getElementById("table").dataset;
  return [Number(version), phase, turn !== undefined];
}"""
#: Where to press next, for a player who takes the first thing that is allowed.
NEXT: Final = """() => {
  const isOff = (one) => one.matches("[aria-disabled=true], :disabled");
  const may = (one) => one.checkVisibility({ visibilityProperty: true }) && !isOff(one);
  const first = (selector) => [...document.querySelectorAll(`#table ${selector}`)].find(may);
  const target = first("#verdict .btn") ?? first("[data-commit]")
    ?? first("form:has(.btn--main[aria-disabled=true]) .card--pick input:not(:checked)")
    ?? first("form:not(:has([data-bid-key]:checked)) [data-bid-key]") ?? first("[data-hand] button.card")
    ?? first(".btn--main") ?? first(":is(.pick, .mid) .btn");
  if (!target) return null;
  window.engineTarget = target;
  const box = (target.closest("label") ?? target).getBoundingClientRect();
  const [x, y] = target.closest(".card") ? [10, 14] : [box.width / 2, box.height / 2];
  return [box.left + x, box.top + y];
}"""
#: The key that activates what NEXT found, or one that brings the focus nearer, never past the end of the page.
KEY: Final = """(tab, back, right, enter, space) => {
  const [now, wanted] = [document.activeElement, window.engineTarget];
  const isSameBid = wanted.type === "radio" && now.name === wanted.name;
  if (now === wanted || isSameBid) return now.matches("[type=checkbox], [type=radio]") ? space : enter;
  if (now.closest("[data-hand] .card") && wanted.closest(".card")) return right;
  return wanted.compareDocumentPosition(now) === Node.DOCUMENT_POSITION_FOLLOWING ? back : tab;
}"""
MIDDLE: Final = """(selector) => {
  const box = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility())?.getBoundingClientRect();
  return box && [box.left + box.width / 2, box.top + box.height / 2];
}"""
SHEETS: Final = """() => [...document.querySelectorAll(":is(.tools, .bar) [popovertarget]:not([aria-disabled=true])")]
  .filter((one) => one.checkVisibility()).map((one) => one.getAttribute("popovertarget"))"""
#: Whether a sheet is open, or closed, and has come to rest.
IS_OPEN: Final = """(name, wanted) => {
  const sheet = document.getElementById(name);
  return sheet.checkVisibility() === wanted && !sheet.getAnimations().length;
}"""
#: A card of the hand above an open sheet, or the table above the sheet.
BESIDE: Final = """(name) => {
  const { top } = document.getElementById(name).getBoundingClientRect();
  const cards = [...document.querySelectorAll("[data-hand] button.card:not([aria-disabled=true])")];
  const box = cards.map((one) => one.getBoundingClientRect()).find((one) => one.top + 14 < top);
  return box ? [box.left + 10, box.top + 14] : [20, top - 40];
}"""
CHOICES: Final = "[...document.querySelectorAll('main :is([type=radio], [type=checkbox])')]"
CHANGE: Final = f"() => {{ for (const one of {CHOICES}) one.checked = !one.checked; }}"
#: The choices that differ from the page as it was sent.
CHANGED: Final = f"() => {CHOICES}.filter((one) => one.defaultChecked !== one.checked).map((one) => one.id)"
CLICK: Final = "(selector) => { document.querySelector(selector).click(); }"
LEAVE: Final = "(selector) => { window.isLeft = true; document.querySelector(selector).click(); }"
RELOAD: Final = "() => { window.isLeft = true; setTimeout(() => location.reload(), 10); }"
LOADED: Final = "async () => document.readyState === 'complete' && !window.isLeft && (await document.fonts.ready)"


def at_table(browser: Browser) -> None:
    browser.wait("() => document.querySelector('#table:not([data-phase=first])') && typeof tellBusy === 'function'")
    browser.js("() => { document.documentElement.dataset.speed = 'instant'; }")


def sit(browser: Browser, site: Site, position: str, size: tuple[int, int]) -> None:
    """Open a game in that position as a new guest."""
    words = f"from tests.shots.posing import pose_for_guest; pose_for_guest({position!r}, seed={str(next(SEEDS))!r})"
    session, code = site.shell(words).split()
    browser.resize(*size)
    browser.log_in(site.url, session)
    browser.goto(f"{site.url}/games/{code}/")
    at_table(browser)


def act(browser: Browser, how: str) -> None:
    """Take the next action by mouse, touch or keys; none if the answer to the last one has ended the turn."""
    browser.wait(IS_SETTLED)
    if not (point := browser.js(NEXT)):
        return None
    if how != "keys":
        x, y = point
        return browser.press(x, y, how)
    for _ in range(80):
        browser.key(key := browser.js(KEY, TAB, BACK, RIGHT, ENTER, SPACE))
        if key in (ENTER, SPACE):
            return None
    raise BrowserError(f"no key reaches {browser.js('() => window.engineTarget.outerHTML.slice(0, 120)')}")


def play_hand(how: str, *browsers: Browser) -> None:
    end = time.monotonic() + LONGEST_HAND
    while time.monotonic() < end:
        states = [browser.wait(STATE) for browser in browsers]
        if all(phase in OVER for _, phase, _ in states):
            return
        for browser, (_, phase, is_turn) in zip(browsers, states, strict=True):
            if is_turn and phase not in OVER:
                act(browser, how)
        time.sleep(0.1)
    said = browsers[0].js("() => document.getElementById('say')?.textContent")
    raise BrowserError(f"the hand does not end: {states} {said}")


def hand(browser: Browser, site: Site, how: str, size: tuple[int, int], position: str) -> None:
    sit(browser, site, position, size)
    play_hand(how, browser)


def sheets(browser: Browser, site: Site) -> None:
    """Each sheet opens, and closes by its button, by Escape and by a press beside it, which plays no card."""
    sit(browser, site, "twoman-lead", PHONE)
    before = browser.wait(STATE)
    for name, way in product(browser.js(SHEETS), ("button", "escape", "beside")):
        browser.wait(IS_SETTLED)
        browser.press(*browser.wait(MIDDLE, f"[popovertarget={name}]"))
        browser.wait(IS_OPEN, name, True)
        browser.wait(IS_SETTLED)
        if way == "escape":
            browser.key(ESCAPE)
        else:
            button = f"#{name} [popovertargetaction=hide]"
            browser.press(*(browser.js(BESIDE, name) if way == "beside" else browser.js(MIDDLE, button)))
        browser.wait(IS_OPEN, name, False)
    if browser.wait(STATE) != before:
        raise BrowserError("a press beside a sheet played a card")


def reload_and_back(browser: Browser, site: Site) -> None:
    """A reload shows the same table. Back then shows a front page with a link to it."""
    browser.log_in(site.url)
    browser.goto(site.url)
    browser.js(CLICK, ".hero form button")
    at_table(browser)
    version = browser.wait(STATE)[0]
    browser.js(RELOAD)
    browser.wait(LOADED)
    if browser.wait(STATE)[0] < version:
        raise BrowserError("a reload shows an older table")
    browser.js("() => { history.back(); }")
    browser.wait("() => document.querySelector('.hero a.btn--main[href*=games]')")


def unsaved_choices(browser: Browser, site: Site) -> None:
    for path in ("/games/new/twoman/", "/settings/", "/challenges/"):
        browser.goto(site.url + path)
        browser.js(CHANGE)
        browser.js(RELOAD)
        browser.wait(LOADED)
        if found := browser.js(CHANGED):
            raise BrowserError(f"{path} restores {found}")


def offline(browser: Browser, site: Site) -> None:
    browser.goto(f"{site.url}/about/")
    browser.wait("async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null")
    site.kill("web")
    try:
        browser.goto(f"{site.url}/rules/")
        browser.wait("() => document.querySelector('h1').textContent === 'No connection'")
    finally:
        site.start("web")


def two_people(one: Browser, other: Browser, site: Site) -> None:
    """Two browsers play a hand at one table."""
    for browser in (one, other):
        browser.resize(*PHONE)
        browser.log_in(site.url)
    one.goto(f"{site.url}/games/new/twoman/")
    one.js(CLICK, "main [type=radio][value=link]")
    one.js(CLICK, ".stay .btn--main")
    other.goto(one.wait("() => document.querySelector('main textarea')?.value.match(/http\\S+\\/t\\/\\S+/)?.[0]"))
    other.js("() => { document.querySelector('main [name=name]').value = 'Bea'; }")
    for browser in (other, one):
        browser.js(LEAVE, "main form .btn--main")
        browser.wait(LOADED)
        one.goto(one.js("() => location.href"))
    for browser in (one, other):
        at_table(browser)
    play_hand("mouse", one, other)


def faults(browser: Browser, at: PosedSite, screen: Screen) -> list[str]:
    browser.goto(at.address(screen))
    browser.wait(LOADED)
    if screen.presses:
        browser.js(CLICK, screen.presses)
        browser.wait(IS_SETTLED)
    return list[str](browser.js(MEASURE, [screen.is_table, TARGET]))


def screens(browser: Browser, site: Site) -> None:
    """Measure every screen; raise for faults that Chromium does not show in the same window."""
    at, found, missing = posed(site), dict[Screen, list[str]](), list[str]()
    for (width, height), is_person in product(SIZES, (False, True)):
        browser.resize(width, height)
        browser.log_in(at.url, at.session if is_person else "")
        for screen in (one for one in SCREENS if one.person is is_person and one.is_seen_in(width)):
            told = [f"{width}x{height}: {one}" for one in faults(browser, at, screen)]
            found.setdefault(screen, []).extend(told)
    with chromium() as reference:
        for screen in filter(found.get, found):
            with visitor(reference, at, person=screen.person) as page:
                come_to(page, at, screen)
                same = {one for size in SIZES for one in measured(page, screen, size)}
            missing += [f"{screen.name} {one}" for one in found[screen] if one not in same]
    if missing:
        raise BrowserError("\n    ".join(missing))


def main() -> int:
    words = ArgumentParser(description=__doc__)
    words.add_argument("--only", nargs="*", default=PARTS, choices=PARTS)
    only = words.parse_args().only
    os.environ["NUMBA_CACHE_DIR"] = kernels_folder(ROOT / "var", ROOT / "games")  # filled by `prepare_players`
    checks, differs = count(), list[str]()

    def check(name: str, part: Callable[..., None], *given: Any) -> None:
        begun, told = time.monotonic(), "ok"
        next(checks)
        try:
            part(*given)
        except BrowserError as error:
            differs.append(f"{name}: {error}")
            told = f"FAILED: {error}"
        print(f"{name}: {told} ({time.monotonic() - begun:.0f} s)", flush=True)

    with running(prepare=prepare if "screens" in only else Site.prepare) as site, firefox() as one, webkit() as other:
        for browser in (one, other):
            for how, size, position in product(browser.inputs, (PHONE, WIDE), POSITIONS) if "hands" in only else ():
                check(f"{browser.name}, {how}, {size[0]} px, {position}", hand, browser, site, how, size, position)
            for part in (sheets, reload_and_back, unsaved_choices, offline) if "rest" in only else ():
                check(f"{browser.name}, {part.__name__}", part, browser, site)
            if "screens" in only:
                check(f"{browser.name}, screens", screens, browser, site)
        if "people" in only:
            check("Firefox and WebKit at one table", two_people, one, other, site)
        if "older" in only:
            with webkit("--features=-PopoverAttribute") as older:
                check("WebKit without popovers, sheets", sheets, older, site)
                check("WebKit without popovers, mouse", hand, older, site, "mouse", PHONE, POSITIONS[0])
    print(f"\n{next(checks)} checks. Differences:", *(differs or ["none"]), sep="\n  ")
    return bool(differs)


if __name__ == "__main__":
    sys.exit(main())
