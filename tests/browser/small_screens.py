"""Layout faults of tables in small windows: questions, refusals, cards and buttons that are out of view."""

import re
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

from tools.pictures.faults import MEASURE, SMALL_TARGET, SMALLEST
from tools.pictures.screens import PHONE

NARROWEST: Final = (280, 653)
#: Windows of two small phones, of a desktop of 1280 x 800 zoomed to 200 %, and of a phone on its side.
SIZES: Final = (PHONE, *SMALLEST, (844, 390))
#: Small phones on their side.
LOW: Final = ((640, 304), (568, 320))
#: A long refusal of a card, in German.
LONG: Final = (
    "Unter die oberste Karte eines Stapels kommen nur Stäbe: Wähle ein Schwert, einen Kelch oder einen Schild, mit"
    " oder ohne Stäbe."
)


_LOOK: Final = Path(__file__).with_name("look.js").read_text(encoding="utf-8")


def look(page: Page, name: str, argument: object = None) -> Any:
    """Call the function of look.js with that name on the page; return its result."""
    return page.evaluate(f"(argument) => ({_LOOK}).{name}(argument)", argument)


def at(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def cramped(page: Page) -> list[str]:
    """Return cards out of reach, small targets and sideways scrolling on the narrowest phone."""
    at(page, NARROWEST)
    found = [*page.evaluate(MEASURE, [False, SMALL_TARGET]), *look(page, "cardsOutside")]
    return [f"280x653: {one}" for one in found if one.startswith(("scrolls sideways", "target", "outside"))]


def cut_off(page: Page, *, size: tuple[int, int], asks: bool, sits: bool) -> list[str]:
    """Return what the open table hides in its window of that size.

    `asks`: the table asks a question, which must be in view. `sits`: the table is a player's, so a refusal is tested.
    """
    faults = list(look(page, "hidden")) if asks and size in SIZES else []
    if sits and size in (PHONE, SMALLEST[0]):
        faults += look(page, "afterARefusal", [LONG, size != PHONE])
    return [f"{size[0]}x{size[1]}: {one}" for one in faults]


def uncapitalised(page: Page) -> list[str]:
    """Return the table's message as a fault if one of its sentences begins with a small letter."""
    message = " ".join(page.locator("#say > span:not(.lesson)").all_inner_texts())
    return [f"no capital: {message}"] if re.search(r"(^|[.!?] )[a-z]", message) else []
