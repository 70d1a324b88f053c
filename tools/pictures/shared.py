"""`python -m tools.pictures.shared`: draw the preview pictures of links: one for invitations, one for all others."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Final

from tools.chromium import chromium
from tools.site import ROOT

STATIC: Final = ROOT / "spadesite" / "static"
BACK: Final = '<span class="card"><span class="paper back"></span></span>'
PICTURES: Final = {
    "shared": f'<div class="hero__fan">{BACK * 5}</div>',
    "invited": f'<div class="places4">{BACK * 3}<span class="slot is-turn"></span></div>',
}


def main() -> int:
    ArgumentParser(description=__doc__).parse_args()
    sprite = (ROOT / "templates" / "_sprite.html").read_text(encoding="utf-8")
    sheets = "".join(f'<link rel="stylesheet" href="{(STATIC / name).as_uri()}">' for name in ("ui.css", "home.css"))
    template = Path(__file__).with_name("shared.html").read_text(encoding="utf-8")
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1200, "height": 630})
        for name, drawn in PICTURES.items():
            source = STATIC / "icons" / f"{name}.html"
            source.write_text(template.format(sheets=sheets, sprite=sprite, drawn=drawn), encoding="utf-8")
            page.goto(source.as_uri())
            page.evaluate("Promise.all(Array.from(document.fonts, (one) => one.load())).then(() => true)")
            page.screenshot(path=source.with_suffix(".png"))
            source.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
