"""`python -m tests.shots.shared`: draws the picture that goes with a link to a past game, backs of cards alone."""

import sys
from pathlib import Path
from typing import Final

from tests.chromium import chromium
from tests.site import ROOT

STATIC: Final = ROOT / "spadesite" / "static"
FILE: Final = STATIC / "icons" / "shared.png"
WIDTH, HEIGHT = 1200, 630
LOOKS: Final = """
body { margin: 0; }
.panel--cloth { height: 630px; grid-template-rows: auto 1fr auto; border-radius: 0; background: var(--cloth); }
.panel--cloth > .in { grid-template: 1fr 1fr / 1fr 1.4fr; place-items: center start; padding: 60px 80px; }
.in svg { width: 170px; height: 186px; align-self: end; color: var(--hem); fill: none; stroke: currentColor; }
.in h1 { font-size: 84px; align-self: start; }
.in .hero__fan { grid-area: 1 / 2 / 3 / 3; justify-self: end; padding: 0; }
.in .hero__fan .card { --w: 176px; }
"""


def page() -> str:
    sprite = (ROOT / "templates" / "_sprite.html").read_text(encoding="utf-8")
    sheets = "".join(f'<link rel="stylesheet" href="{(STATIC / name).as_uri()}">' for name in ("ui.css", "home.css"))
    backs = '<span class="card"><span class="paper back"></span></span>' * 5
    mark = '<svg viewBox="0 0 22 24"><use href="#mark"/></svg>'
    return (
        f'<!doctype html><html data-theme="light"><head><meta charset="utf-8">{sheets}<style>{LOOKS}</style></head>'
        f'<body>{sprite}<div class="panel panel--cloth hem hem--both"><div class="in">{mark}'
        f'<h1>Marta’s Table</h1><div class="hero__fan">{backs}</div></div></div></body></html>'
    )


def main(into: Path = FILE) -> int:
    with chromium() as browser:
        shown = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        source = into.with_suffix(".html")
        source.write_text(page(), encoding="utf-8")
        shown.goto(source.as_uri())
        shown.evaluate("document.fonts.ready")
        shown.screenshot(path=into)
        source.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
