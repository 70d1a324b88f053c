"""`make shots`: take pictures of every screen in every size and theme, and write an index.html with all of them."""

import argparse
import sys
from collections.abc import Sequence
from html import escape
from itertools import product
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from games.management.progress import bar
from tools.chromium import chromium
from tools.pictures.screens import PHONE, SCREENS, SIZES, THEMES, Screen, come_to, posed, prepare, visitor
from tools.site import ROOT, running

INDEX: Final = "<!doctype html><meta charset=utf-8><title>Screens</title><style>body{font:14px sans-serif}</style>"


def read(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("--only", default="", help="prefixes of names of screens, separated by commas")
    parser.add_argument("--sizes", default=",".join(f"{w}x{h}" for w, h in SIZES), help="WIDTHxHEIGHT,...")
    parser.add_argument("--themes", default=",".join(THEMES), help="light, dark or light,dark")
    parser.add_argument("--language", default="en", choices=("en", "de"), help="the language that the browser requests")
    parser.add_argument("--into", type=Path, default=ROOT / "var" / "shots", help="the folder of the pictures")
    return parser.parse_args(words)


def shoot(page: Page, screen: Screen, asked: argparse.Namespace) -> list[str]:
    """Take pictures of the open screen in each requested size and theme; return the names of the files."""
    files = []
    for size, theme in product(asked.sizes.split(","), THEMES):
        width, height = map(int, size.split("x"))
        if theme not in asked.themes or not screen.is_seen_in(width):
            continue
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme)
        files.append(f"{screen.name}.{size}.{theme}.png")
        page.screenshot(path=asked.into / files[-1], full_page=not screen.is_table)
    return files


def row(screen: Screen, files: list[str]) -> str:
    figures = "".join(f'<a href="{one}"><img loading=lazy height=360 src="{one}"></a> ' for one in files)
    return f"<h2>{escape(screen.name)}</h2>{figures}"


def main(words: Sequence[str]) -> int:
    asked = read(words)
    asked.into.mkdir(parents=True, exist_ok=True)
    screens, rows = [screen for screen in SCREENS if screen.name.startswith(tuple(asked.only.split(",")))], list[str]()
    with (
        running("web", prepare=prepare) as site,
        chromium() as browser,
        bar(total=len(screens), unit="screen") as shown,
    ):
        for is_player in (True, False):
            with visitor(browser, posed(site), person=is_player, language=asked.language) as page:
                for screen in (screen for screen in screens if screen.person is is_player):
                    page.set_viewport_size(
                        {"width": PHONE[0], "height": PHONE[1]}
                    )  # a width at which the element that `presses` names is visible
                    come_to(page, posed(site), screen)
                    rows.append(row(screen, shoot(page, screen, asked)))
                    shown.update()
    (asked.into / "index.html").write_text(INDEX + "".join(rows), encoding="utf-8")
    print(f"{len(screens)} screens are in {asked.into}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
