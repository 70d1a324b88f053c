"""Run faults.js on an open screen to find layout faults, such as small targets or cut-off text."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from tools.pictures.screens import Screen

MEASURE: Final = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")
#: Minimum width and height of a button, link or field in CSS pixels; the second is for windows of a size in `SMALLEST`.
TARGET: Final = 44
SMALL_TARGET: Final = 24
#: A phone smaller than those for which 44 px are promised, and a desktop window zoomed to 200 %.
SMALLEST: Final = ((320, 640), (640, 400))


def measured(page: Page, screen: Screen, size: tuple[int, int]) -> list[str]:
    """Return the faults of the open screen in a window of this size, each with the size in front."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found: list[str] = page.evaluate(MEASURE, [screen.is_table, SMALL_TARGET if size in SMALLEST else TARGET])
    return [f"{size[0]}x{size[1]}: {one}" for one in found]
