"""`make shots`: takes every screen in every size and theme into a folder, and an index.html to look through them."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, product
from pathlib import Path

from playwright.sync_api import Browser, Page

from games.management.progress import bar
from tests.chromium import chromium
from tests.shots.screens import (
    PHONE,
    SCREENS,
    SIZES,
    THEMES,
    PosedSite,
    Screen,
    Theme,
    come_to,
    posed,
    prepare,
    visitor,
)
from tests.site import ROOT, running

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be taken, and where it goes."""

    screens: Sequence[Screen]
    sizes: Sequence[Size]
    themes: Sequence[Theme]
    into: Path
    language: str = "en"

    def views(self, screen: Screen) -> list[tuple[Size, Theme]]:
        return [(size, theme) for size, theme in product(self.sizes, self.themes) if screen.is_seen_in(size[0])]

    def file(self, screen: Screen, size: Size, theme: Theme) -> Path:
        return self.into / f"{screen.name}.{size[0]}x{size[1]}.{theme}.png"


def read(words: Sequence[str]) -> Asked:
    parser = argparse.ArgumentParser(prog="python -m tests.shots", description=__doc__)
    parser.add_argument("--only", default="", help="screens whose name begins so; several divided by commas")
    parser.add_argument("--sizes", default=",".join(f"{w}x{h}" for w, h in SIZES), help="WIDTHxHEIGHT,...")
    parser.add_argument("--themes", default=",".join(THEMES), help="light, dark or both")
    parser.add_argument("--language", default="en", choices=("en", "de"), help="what the visitor’s browser asks for")
    parser.add_argument("--into", type=Path, default=ROOT / "var" / "shots", help="the folder")
    told = parser.parse_args(words)
    begins = tuple(told.only.split(","))
    return Asked(
        screens=[screen for screen in SCREENS if screen.name.startswith(begins)],
        sizes=[(int(width), int(height)) for width, _, height in (one.partition("x") for one in told.sizes.split(","))],
        themes=[theme for theme in THEMES if theme in told.themes.split(",")],
        into=told.into,
        language=told.language,
    )


def take(browser: Browser, laid: PosedSite, asked: Asked) -> int:
    """How many were taken. Each screen is opened once: sizes and themes are changed under it."""
    taken, people = 0, groupby(sorted(asked.screens, key=lambda one: one.person), key=lambda one: one.person)
    with bar(total=len(asked.screens), unit="screen") as shown:
        for person, screens in people:
            with visitor(browser, laid, person=person, language=asked.language) as page:
                for screen in screens:
                    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})  # what is pressed is there
                    come_to(page, laid, screen)
                    taken += _shoot(page, screen, asked)
                    shown.update()
    return taken


def _shoot(page: Page, screen: Screen, asked: Asked) -> int:
    views = asked.views(screen)
    for size, theme in views:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=theme)
        page.screenshot(path=asked.file(screen, size, theme), full_page=not screen.is_table)
    return len(views)


def index(asked: Asked) -> str:
    rows = "".join(_row(screen, asked) for screen in asked.screens)
    look = "body{font:14px sans-serif}img{border:1px solid}"
    return f"<!doctype html><meta charset=utf-8><title>Screens</title><style>{look}</style>{rows}"


def _row(screen: Screen, asked: Asked) -> str:
    files = [asked.file(screen, size, theme).name for size, theme in asked.views(screen)]
    figures = "".join(f'<a href="{one}"><img loading=lazy height=360 src="{one}"></a> ' for one in files)
    return f"<h2>{escape(screen.name)}</h2>{figures}"


def main() -> int:
    asked = read(sys.argv[1:])
    asked.into.mkdir(parents=True, exist_ok=True)
    with running("web", prepare=prepare) as site, chromium() as browser:
        taken = take(browser, posed(site), asked)
    (asked.into / "index.html").write_text(index(asked), encoding="utf-8")
    print(f"{taken} screens are in {asked.into}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
