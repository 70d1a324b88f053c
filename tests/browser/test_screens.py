"""Each screen, loaded once in English, has no layout fault, small target or accessibility barrier (docs/ui.md)."""

import os
import re
from itertools import groupby
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.browser.access import Access
from tests.browser.small_screens import LOW, at, cramped, cut_off, look, uncapitalised
from tools.pictures.faults import SMALLEST, measured
from tools.pictures.positions import POSITIONS
from tools.pictures.screens import PHONE, SCREENS, PosedSite, Screen, come_to

#: Names of the only screens to test, from the environment variable SCREENS (separated by commas); empty for all.
ONLY: Final = tuple(filter(None, os.environ.get("SCREENS", "").split(",")))
#: Windows in which tables are measured in English. test_widths.py measures all screens in German.
TABLE_SIZES: Final = (PHONE, *SMALLEST, (844, 390), (1024, 768))
ASKING: Final = re.compile("-(bid|name|direction|blind)")
TOLD: Final = ("-tip", "-hint")
#: Roles of the parts of a table in the order in which a screen reader must read them; only a form may be missing.
IN_ORDER: Final = ("heading", "region", "paragraph", "form", "navigation")
READ: Final = [one for one in POSITIONS if one.endswith(("-follow", "-bid", "-discard", "-answer"))]


def group_of(screen: Screen) -> str:
    """Return the test group of a screen: for a table by its seats, for other pages by whether the reader logged in."""
    if screen.is_table:
        return "two" if re.search("twoman|cardduel", screen.name) else "four"
    return "account" if screen.person else "visitor"


GROUPS: Final = {name: list(some) for name, some in groupby(sorted(SCREENS, key=group_of), key=group_of)}


def read_out_of_order(page: Page) -> list[str]:
    """Return faults for a screen reader: parts out of order or missing, controls and cards without a name."""
    snapshot = page.get_by_role("main").aria_snapshot()
    kinds = dict.fromkeys(re.findall(r"^  - '?(\w+)", snapshot, re.MULTILINE))
    met, wanted = [kind for kind in kinds if kind in IN_ORDER], [kind for kind in IN_ORDER if kind in kinds]
    nameless = re.findall(r"- '?(?:button|checkbox|radio|link|img)'?(?: \[\w+\])?:?$", snapshot, re.MULTILINE)
    named = re.findall(r'"(?:(?:\d+|ace|king|queen|jack) of|big|little) \w+', snapshot)
    card_count = page.locator(".hand .card").count()
    faults = [f"nameless: {one}" for one in nameless]
    if met != wanted or not {"heading", "region", "paragraph", "navigation"} <= set(met):
        faults.append(f"read in the order {met}")
    if not len(named) >= card_count > 0:
        faults.append(f"{len(named)} of {card_count} cards have names")
    return faults


def faults_of_table(page: Page, screen: Screen) -> list[str]:
    asks, faults = bool(ASKING.search(screen.name)) and screen.person, uncapitalised(page)
    if screen.name in READ:
        faults += read_out_of_order(page)
    for size in TABLE_SIZES:
        faults += measured(page, screen, size) + cut_off(page, size=size, asks=asks, sits=screen.person)
    for size in LOW if screen.name.endswith(TOLD) else ():
        at(page, size)
        faults += look(page, "outOfView")
    return faults + cramped(page)


@pytest.mark.parametrize("group", GROUPS)
def test_nothing_is_in_the_way(group: str, posed: PosedSite, player_page: Page, guest_page: Page) -> None:
    access, faults = Access(), dict[str, list[str]]()
    for screen in GROUPS[group]:
        if ONLY and screen.name not in ONLY:
            continue
        page = player_page if screen.person else guest_page
        at(page, PHONE)
        come_to(page, posed, screen)
        found = access.barriers(page)
        if screen.is_table and not screen.presses:
            found += faults_of_table(page, screen)
        elif screen.is_seen_in(PHONE[0]):
            found += measured(page, screen, PHONE)
        if found:
            faults[screen.name] = found
    assert faults == {}
