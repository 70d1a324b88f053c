"""What a screen is measured by: axe’s rules of access, and what faults.js finds of sizes and places."""

from pathlib import Path
from typing import Any, Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.shots.screens import THEMES, Screen

MEASURE, _MARK_KINDS = (
    (Path(__file__).parent / name).read_text(encoding="utf-8") for name in ("faults.js", "kinds.js")
)
_RUN: Final = "({ context, options }) => axe.run(context, options).then((found) => found.violations)"
_CONTRAST: Final = "color-contrast"
TARGET: Final = 44
NARROWEST: Final = (280, 653)
SMALL_TARGET: Final = 24
#: Narrower than the phones that targets of 44 px are promised to, and a desk zoomed to twice its size.
SMALLEST: Final = ((320, 640), (640, 400))
#: All that a theme changes is colours, and nothing takes longer.
_OF_EACH_KIND: Final = {"id": _CONTRAST, "selector": "[data-kind]"}
_CONFIGURE: Final = "(rule) => axe.configure({ rules: [rule] })"
_VIOLATIONS: Final = {"resultTypes": ["violations"]}
_COLOURS: Final = {"runOnly": {"type": "rule", "values": [_CONTRAST]}}


def measured(page: Page, screen: Screen, size: tuple[int, int]) -> list[str]:
    """Faults of the open screen in one size: too small, covered, cut off, empty, wider or higher than the window."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    least = SMALL_TARGET if size in SMALLEST else TARGET
    found: list[str] = page.evaluate(MEASURE, [screen.is_table, least])
    return [f"{size[0]}x{size[1]}: {one}" for one in found]


def cramped(page: Page) -> list[str]:
    """What is out of reach on the narrowest phone: it may scroll down, never sideways, and targets are smaller."""
    page.set_viewport_size({"width": NARROWEST[0], "height": NARROWEST[1]})
    found: list[str] = page.evaluate(MEASURE, [False, SMALL_TARGET])
    outside = page.evaluate("""() => [...document.querySelectorAll(".hand .card")].filter((card) => {
        const box = card.getBoundingClientRect();
        return box.left < -1 || box.left + 24 > innerWidth;
    }).length""")
    kept = [one for one in found if one.startswith(("scrolls sideways", "target"))]
    return [*kept, f"{outside} cards outside"] if outside else kept


def has_axe(page: Page) -> Page:
    """From its next address on, compiled as part of each page: told to an open page it costs three times as much."""
    page.add_init_script(AXE_SCRIPT)
    return page


def barriers(page: Page) -> list[str]:
    """What axe finds on the open screen, or in what opened over it: all its rules, and contrast in each theme."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    page.evaluate(_CONFIGURE, _OF_EACH_KIND)
    within = ":popover-open" if page.locator(":popover-open").count() else "html"
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.evaluate(_MARK_KINDS, within)
        options = _COLOURS if theme != THEMES[0] else {}
        found += [f"{theme}: {one}" for one in _found(page, {"include": [[within]]}, options)]
    return found


def _found(page: Page, context: dict[str, Any], options: dict[str, Any]) -> list[str]:
    rules: list[dict[str, Any]] = page.evaluate(_RUN, {"context": context, "options": options | _VIOLATIONS})
    return [f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in rules for node in rule["nodes"]]
