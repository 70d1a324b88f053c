"""Check pages for accessibility barriers with axe."""

from pathlib import Path
from typing import Any, Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser import script
from tools.pictures.screens import THEMES, Theme

_MARK_NEW_KINDS: Final = Path(__file__).with_name("kinds.js").read_text(encoding="utf-8")
#: Script that returns hashes of a page's structure: the kinds of its elements, the order of headings and landmarks.
_SHAPES: Final = script("SHAPES")
_RUN: Final = "({ context, options }) => axe.run(context, options).then((found) => found.violations)"
_CONTRAST: Final = "color-contrast"
_CONFIGURE: Final = "(rule) => axe.configure({ rules: [rule] })"
_ON_MARKED: Final = {"id": _CONTRAST, "selector": "[data-kind]"}


class Access:
    """A search for accessibility barriers that skips structures and colours of earlier pages."""

    def __init__(self) -> None:
        self._shapes: set[int] = set()
        self._kinds: dict[Theme, set[int]] = {theme: set() for theme in THEMES}

    def barriers(self, page: Page) -> list[str]:
        """Return the violations that axe finds on the open page or, if a sheet (panel) is open, in that sheet alone."""
        scope = ":popover-open" if page.locator(":popover-open").count() else "html"
        found, shapes = list[str](), set(page.evaluate(_SHAPES, scope))
        for theme, seen in self._kinds.items():
            page.emulate_media(color_scheme=theme)
            kinds = set(page.evaluate(_MARK_NEW_KINDS, [scope, list(seen)]))
            seen |= kinds
            if not shapes <= self._shapes:
                self._shapes |= shapes
                found += _violations(page, scope, {})
            elif kinds:
                contrast = {"runOnly": {"type": "rule", "values": [_CONTRAST]}}
                found += [f"{theme}: {one}" for one in _violations(page, scope, contrast)]
        page.emulate_media(color_scheme=THEMES[0])
        return found


def barriers(page: Page) -> list[str]:
    """Return the violations that axe finds on the open page, also those that earlier pages had."""
    return Access().barriers(page)


def _violations(page: Page, scope: str, options: dict[str, Any]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
        page.evaluate(_CONFIGURE, _ON_MARKED)
    context = {"include": [[scope]]}
    rules = page.evaluate(_RUN, {"context": context, "options": {**options, "resultTypes": ["violations"]}})
    return [f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in rules for node in rule["nodes"]]
