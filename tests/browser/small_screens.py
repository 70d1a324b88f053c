"""What stays in view in a small window: the question, the words on what is pressed, cards and tools."""

import re
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

from tools.pictures.faults import MEASURE, SMALL_TARGET, SMALLEST
from tools.pictures.screens import PHONE

NARROWEST: Final = (280, 653)
#: A small phone, the smallest, a desk of 1280 x 800 zoomed to twice the size, and a phone on its side.
SIZES: Final = (PHONE, *SMALLEST, (844, 390))
#: Small phones on their side.
LOW: Final = ((640, 304), (568, 320))
#: As long as the longest sentence with which a card is refused, in German.
LONG: Final = (
    "Unter der obersten Karte eines Stapels liegen nur Stäbe: Wähl ein Schwert, einen Kelch oder einen Schild, mit"
    " Stäben oder ohne sie."
)


_LOOK: Final = Path(__file__).with_name("look.js").read_text(encoding="utf-8")


def look(page: Page, name: str, given: object = None) -> Any:
    """Evaluate that function of look.js."""
    return page.evaluate(f"(given) => ({_LOOK}).{name}(given)", given)


def at(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def cramped(page: Page) -> list[str]:
    """Return what is out of reach on the narrowest phone, which may scroll down but never sideways."""
    at(page, NARROWEST)
    found = [*page.evaluate(MEASURE, [False, SMALL_TARGET]), *look(page, "cardsOutside")]
    return [f"280x653: {one}" for one in found if one.startswith(("scrolls sideways", "target", "outside"))]


def cut_off(page: Page, *, size: tuple[int, int], asks: bool, sits: bool) -> list[str]:
    """Return what the open table hides in a window of that size, and after a refusal where a player `sits` there."""
    faults = list(look(page, "hidden")) if asks and size in SIZES else []
    if sits and size in (PHONE, SMALLEST[0]):
        faults += look(page, "afterARefusal", [LONG, size != PHONE])
    return [f"{size[0]}x{size[1]}: {one}" for one in faults]


def uncapitalised(page: Page) -> list[str]:
    """Return the message of the table if one of its sentences begins without a capital letter."""
    told = " ".join(page.locator("#say > span:not(.lesson)").all_inner_texts())
    return [f"no capital: {told}"] if re.search(r"(^|[.!?] )[a-z]", told) else []
