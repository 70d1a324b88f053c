"""`python -m tools.engines`: play the site in Firefox and WebKit, and list what differs from Chromium.

Ends with 1 when something failed or differs.
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from itertools import count, product
from typing import Final

from tests.chromium import chromium
from tests.shots.faults import MEASURE, TARGET, measured
from tests.shots.screens import SCREENS, Screen, come_to, posed, prepare, visitor
from tests.site import Site, running
from tools.engines.drivers import Browser, BrowserError, firefox, webkit

PHONE: Final = (447, 844)  # as narrow as WebKitGTK's window can be
WIDE: Final = (1280, 800)
SIZES: Final = (PHONE, (844, 390), WIDE)
TAB, ENTER, ESCAPE, SPACE = "\ue004", "\ue007", "\ue00c", " "
POSITIONS: Final = ("twoman-bid", "spades-bid", "bidwhist-bid", "cardduel-open")
OVER: Final = ("between", "over")
SEEDS: Final = count()
SETTLES: Final = 0.5  # a press on a hand that has just changed does not count, and a sheet rises
STATE: Final = """() => {
  const table = document.getElementById("table");
  return [Number(table.dataset.version), table.dataset.phase, table.hasAttribute("data-turn")];
}"""
#: What is to be pressed next, by a player who takes the first thing that may be done.
NEXT: Final = """() => {
  const isOff = (one) => one.matches("[aria-disabled=true], :disabled");
  const may = (one) => one.checkVisibility({ visibilityProperty: true }) && !isOff(one);
  const all = (selector) => [...document.querySelectorAll(`#table ${selector}`)];
  const boxes = all(".card--pick input"), bids = all("[data-bid-key]");
  const target = all("[data-commit]").find(may)
    ?? (boxes.some((one) => one.form.querySelector(".btn--main[aria-disabled=true]"))
      ? boxes.find((one) => !one.checked && may(one)) : null)
    ?? (bids.some((one) => one.checked) ? null : bids.find(may))
    ?? all("[data-hand] button.card").find(may)
    ?? all(".btn--main").find(may) ?? all(":is(.pick, .mid) .btn").find(may);
  if (!target) return null;
  window.engineTarget = target;
  const box = (target.closest("label") ?? target).getBoundingClientRect();
  const [x, y] = target.closest(".card") ? [10, 14] : [box.width / 2, box.height / 2];
  return [box.left + x, box.top + y];
}"""
REACHED: Final = """() => {
  const [now, wanted] = [document.activeElement, window.engineTarget];
  const isPlayable = now.matches("[data-hand] button.card:not([aria-disabled=true])");
  return now === wanted || (wanted.type === "radio" && now.name === wanted.name)
    || (wanted.matches("button.card") && isPlayable);
}"""
MIDDLE: Final = """(selector) => {
  const box = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility())?.getBoundingClientRect();
  return box && [box.left + box.width / 2, box.top + box.height / 2];
}"""
SHEETS: Final = """() => [...document.querySelectorAll(".tools [popovertarget], .bar > [popovertarget]")]
  .filter((one) => one.checkVisibility()).map((one) => one.getAttribute("popovertarget"))"""
#: A card of the hand that an open sheet leaves in sight, or the table above the sheet.
BESIDE: Final = """(name) => {
  const { top } = document.getElementById(name).getBoundingClientRect();
  const cards = [...document.querySelectorAll("[data-hand] button.card:not([aria-disabled=true])")];
  const box = cards.map((one) => one.getBoundingClientRect()).find((one) => one.top + 14 < top);
  return box ? [box.left + 10, box.top + 14] : [20, top - 40];
}"""
#: Changes every choice and loads the page again; then tells which choices are not those that the page was drawn with.
CHANGE: Final = """() => {
  window.isChanged = true;
  for (const one of document.querySelectorAll("main :is([type=radio], [type=checkbox])")) one.checked = !one.checked;
  setTimeout(() => location.reload(), 10);
}"""
CHANGED: Final = """() => [...document.querySelectorAll("main :is([type=radio], [type=checkbox])")]
  .filter((one) => one.defaultChecked !== one.checked).map((one) => one.id)"""
LOADED: Final = "async () => document.readyState === 'complete' && !window.isChanged && (await document.fonts.ready)"


def at_table(browser: Browser) -> None:
    browser.wait("() => document.querySelector('#table:not([data-phase=first])') && typeof tellBusy === 'function'")
    browser.js("() => { document.documentElement.dataset.speed = 'instant'; }")


def sit(browser: Browser, site: Site, position: str) -> None:
    """Open a game in that position as a new guest."""
    words = f"from tests.shots.posing import pose_for_guest; pose_for_guest({position!r}, seed={str(next(SEEDS))!r})"
    session, code = site.shell(words).split()
    browser.be(site.url, session)
    browser.goto(f"{site.url}/games/{code}/")
    at_table(browser)


def act(browser: Browser, how: str) -> None:
    """Do the next thing by mouse, touch or keys."""
    x, y = browser.wait(NEXT)
    if how != "keys":
        return browser.press(x, y, how)
    for _ in range(80):
        if browser.js(REACHED):
            is_box = browser.js("() => document.activeElement.matches('[type=checkbox], [type=radio]')")
            return browser.key(SPACE if is_box else ENTER)
        browser.key(TAB)
    raise BrowserError(f"no Tab reaches {browser.js('() => window.engineTarget.outerHTML.slice(0, 120)')}")


def play_hand(how: str, *browsers: Browser) -> None:
    end = time.monotonic() + 300
    while time.monotonic() < end:
        states = [browser.wait(STATE) for browser in browsers]
        if all(phase in OVER for _, phase, _ in states):
            return
        for browser, (_, phase, is_turn) in zip(browsers, states, strict=True):
            if is_turn and phase not in OVER:
                act(browser, how)
        time.sleep(SETTLES)
    raise BrowserError(
        f"the hand does not end: {states} {browser.js('() => document.getElementById(`say`)?.textContent')}"
    )


def hand(browser: Browser, site: Site, position: str, how: str, size: tuple[int, int]) -> None:
    browser.resize(*size)
    sit(browser, site, position)
    play_hand(how, browser)


def sheets(browser: Browser, site: Site) -> None:
    """Each sheet opens, and closes by its button, by Escape and by a press beside it, which plays no card."""
    browser.resize(*PHONE)
    sit(browser, site, "twoman-lead")
    before = browser.wait(STATE)
    for name in browser.js(SHEETS):
        for way in ("button", "escape", "beside"):
            browser.press(*browser.wait(MIDDLE, f":is(.tools, .bar) > [popovertarget={name}]"))
            browser.wait("(name) => document.getElementById(name).checkVisibility()", name)
            time.sleep(SETTLES)
            if way == "escape":
                browser.key(ESCAPE)
            else:
                browser.press(
                    *(browser.js(BESIDE, name) if way == "beside" else browser.js(MIDDLE, f"#{name} .iconbtn"))
                )
            browser.wait("(name) => !document.getElementById(name).checkVisibility()", name, within=10)
            time.sleep(SETTLES)
    if browser.wait(STATE) != before:
        raise BrowserError("a press beside a sheet played a card")


def reload_and_back(browser: Browser, site: Site) -> None:
    """A reload shows the same table; Back from it shows a front page that knows of the table."""
    browser.be(site.url)
    browser.goto(site.url)
    browser.js("() => { document.querySelector('.hero form button').click(); }")
    at_table(browser)
    version = browser.wait(STATE)[0]
    browser.js("() => { window.isChanged = true; location.reload(); }")
    browser.wait(LOADED)
    if browser.wait(STATE)[0] < version:
        raise BrowserError("a reload shows an older table")
    browser.js("() => { history.back(); }")
    browser.wait("() => document.querySelector('.hero a.btn--main[href*=games]')", within=15)


def unsaved_choices(browser: Browser, site: Site) -> None:
    for path in ("/games/new/twoman/", "/settings/", "/challenges/"):
        browser.goto(site.url + path)
        browser.js(CHANGE)
        browser.wait(LOADED)
        if found := browser.js(CHANGED):
            raise BrowserError(f"{path} restores {found}")


def offline(browser: Browser, site: Site) -> None:
    browser.goto(f"{site.url}/about/")
    browser.wait("async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null")
    site.kill("web")
    try:
        browser.goto(f"{site.url}/rules/")
        browser.wait("() => document.querySelector('h1').textContent === 'No connection'", within=10)
    finally:
        site.start("web")


def two_people(one: Browser, other: Browser, site: Site) -> None:
    """Two browsers at one table, until their hand is over."""
    for browser in (one, other):
        browser.resize(*PHONE)
        browser.be(site.url)
    one.goto(f"{site.url}/games/new/twoman/")
    one.js("() => { document.querySelector('main [type=radio][value=link]').checked = true; }")
    one.js("() => document.querySelector('.stay .btn--main').click()")
    link = one.wait("() => document.querySelector('main textarea')?.value.match(/http\\S+\\/t\\/\\S+/)?.[0]")
    other.goto(link)
    other.js("() => { document.querySelector('main [name=name]').value = 'Bea'; }")
    for browser in (other, one):
        browser.js("() => { window.isChanged = true; document.querySelector('main form .btn--main').click(); }")
        browser.wait(LOADED)
        one.goto(one.js("() => location.href"))
    for browser in (one, other):
        at_table(browser)
    play_hand("mouse", one, other)


def screens(browsers: tuple[Browser, ...], site: Site) -> list[str]:
    """Measure every screen in each engine; return the faults that Chromium does not show."""
    at, found = posed(site), dict[Screen, set[tuple[str, str]]]()
    for browser, is_person in product(browsers, (False, True)):
        browser.be(site.url, at.session if is_person else "")
        for size in SIZES:
            browser.resize(*size)
            for screen in SCREENS:
                if screen.person is is_person and screen.is_seen_in(size[0]):
                    told = faults(browser, at.address(screen), screen)
                    found.setdefault(screen, set()).update(
                        (browser.name, f"{size[0]}x{size[1]}: {one}") for one in told
                    )
    missing = []
    with chromium() as reference:
        for screen in filter(found.get, found):
            with visitor(reference, at, person=screen.person) as page:
                come_to(page, at, screen)
                same = {one for size in SIZES for one in measured(page, screen, size)}
            missing += [f"{screen.name} {name} {one}" for name, one in sorted(found[screen]) if one not in same]
    return missing


def faults(browser: Browser, address: str, screen: Screen) -> list[str]:
    browser.goto(address)
    browser.wait(LOADED)
    if screen.presses:
        browser.js("(selector) => { document.querySelector(selector).click(); }", screen.presses)
        time.sleep(SETTLES)
    return list[str](browser.js(MEASURE, [screen.is_table, TARGET]))


def main() -> int:
    words = ArgumentParser(description=__doc__)
    words.add_argument("--only", nargs="*", default=["hands", "rest", "people", "older", "screens"])
    only = words.parse_args().only
    differs = list[str]()

    def check(name: str, part: Callable[[], None]) -> None:
        begun = time.monotonic()
        try:
            part()
            told = "ok"
        except BrowserError as error:
            differs.append(f"{name}: {error}")
            told = f"FAILED: {error}"
        print(f"{name}: {told} ({time.monotonic() - begun:.0f} s)", flush=True)

    with ExitStack() as stack:
        site = stack.enter_context(running(prepare=prepare if "screens" in only else Site.prepare))
        browsers = stack.enter_context(firefox()), stack.enter_context(webkit())
        for browser in browsers:
            for how in ("mouse", "touch", "keys")[:: 1 if browser.has_touch else 2] if "hands" in only else ():
                for position, size in zip(POSITIONS * 2, (PHONE,) * 4 + (WIDE,) * 4, strict=True):
                    part = partial(hand, browser, site, position, how, size)
                    check(f"{browser.name}, {how}, {size[0]} px, {position}", part)
            for one in (sheets, reload_and_back, unsaved_choices, offline) if "rest" in only else ():
                check(f"{browser.name}, {one.__name__}", partial(one, browser, site))
        if "people" in only:
            check("Firefox and WebKit at one table", partial(two_people, *browsers, site))
        if "older" in only:
            older = stack.enter_context(webkit("-PopoverAttribute"))
            older.name = "WebKit without popovers"
            check(f"{older.name}, sheets", partial(sheets, older, site))
            check(f"{older.name}, mouse", partial(hand, older, site, "twoman-bid", "mouse", PHONE))
        if "screens" in only:
            differs += screens(browsers, site)
    print("\nDifferences:", *(differs or ["none"]), sep="\n  ")
    return bool(differs)


if __name__ == "__main__":
    sys.exit(main())
