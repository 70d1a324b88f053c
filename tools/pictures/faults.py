"""Run faults.js on an open screen to find elements with a wrong size or position."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from tools.pictures.screens import Screen

MEASURE: Final = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")
TARGET: Final = 44
SMALL_TARGET: Final = 24
#: Windows smaller than the phones to which targets of 44 px are promised, and a desktop zoomed to 200 %.
SMALLEST: Final = ((320, 640), (640, 400))


def measured(page: Page, screen: Screen, size: tuple[int, int]) -> list[str]:
    """Return what is too small, covered, cut off, empty, wider or higher than a window of that size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found: list[str] = page.evaluate(MEASURE, [screen.is_table, SMALL_TARGET if size in SMALLEST else TARGET])
    return [f"{size[0]}x{size[1]}: {one}" for one in found]
