"""`python -m tests.shots.shared`: draws the pictures that go with links, backs of cards alone: a hand of them for a
past game, and for a table that waits three places and a free one.
"""

import sys
from argparse import ArgumentParser
from typing import Final

from tests.chromium import chromium
from tests.site import ROOT

STATIC: Final = ROOT / "spadesite" / "static"
ICONS: Final = STATIC / "icons"
WIDTH, HEIGHT = 1200, 630
LOOKS: Final = """
body { margin: 0; }
.panel--cloth { height: 630px; grid-template-rows: auto 1fr auto; border-radius: 0; background: var(--cloth); }
.panel--cloth > .in { grid-template: 1fr 1fr / 1fr 1.4fr; place-items: center start; padding: 60px 80px; }
.in svg { width: 170px; height: 186px; align-self: end; color: var(--hem); fill: none; stroke: currentColor; }
.in h1 { font-size: 84px; align-self: start; }
.in .hero__fan { grid-area: 1 / 2 / 3 / 3; justify-self: end; padding: 0; }
.in .hero__fan .card { --w: 176px; }
.in .places4 { grid-area: 1 / 2 / 3 / 3; justify-self: end; display: grid; gap: 10px 44px; }
.places4 .card, .places4 .slot { --w: 102px; width: 102px; grid-area: 2 / 1; }
.places4 > :nth-child(1) { grid-area: 1 / 2; }
.places4 > :nth-child(3) { grid-area: 2 / 3; }
.places4 > :nth-child(4) { grid-area: 3 / 2; }
"""
BACK: Final = '<span class="card"><span class="paper back"></span></span>'
#: What is drawn beside the name, by the picture's file.
PICTURES: Final = {
    "shared": f'<div class="hero__fan">{BACK * 5}</div>',
    "invited": f'<div class="places4">{BACK * 3}<span class="slot is-turn"></span></div>',
}


def page(drawn: str) -> str:
    sprite = (ROOT / "templates" / "_sprite.html").read_text(encoding="utf-8")
    sheets = "".join(f'<link rel="stylesheet" href="{(STATIC / name).as_uri()}">' for name in ("ui.css", "home.css"))
    mark = '<svg viewBox="0 0 22 24"><use href="#mark"/></svg>'
    return (
        f'<!doctype html><html data-theme="light"><head><meta charset="utf-8">{sheets}<style>{LOOKS}</style></head>'
        f'<body>{sprite}<div class="panel panel--cloth hem hem--both"><div class="in">{mark}'
        f"<h1>Marta’s Table</h1>{drawn}</div></div></body></html>"
    )


def main() -> int:
    ArgumentParser(description=__doc__).parse_args()
    with chromium() as browser:
        shown = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for name, drawn in PICTURES.items():
            source = ICONS / f"{name}.html"
            source.write_text(page(drawn), encoding="utf-8")
            shown.goto(source.as_uri())
            shown.evaluate("Promise.all(Array.from(document.fonts, (one) => one.load())).then(() => true)")
            shown.screenshot(path=source.with_suffix(".png"))
            source.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
