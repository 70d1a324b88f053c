"""The colours of ui.css by the numbers: text of at least 4.5:1, edges and marks of at least 3:1, in both themes."""

import re
from pathlib import Path
from typing import Final

import pytest

CSS: Final = (Path(__file__).resolve().parents[2] / "spadesite" / "static" / "ui.css").read_text(encoding="utf-8")
HEX: Final = "#[0-9a-f]{6}"
LIGHT, DARK = 0, 1
GROUNDS: Final = ("page", "panel", "panel-2", "cloth")
#: What is written, and on what.
WRITTEN: Final = (
    *((ink, ground) for ink in ("ink", "ink-2", "you", "other") for ground in GROUNDS),
    ("on-you", "you"),
    ("page", "you"),
    ("page", "other"),
    ("ink", "you-soft"),
    ("ink", "other-soft"),
    ("ink", "lamp-soft"),
    ("you", "you-soft"),
    ("other", "other-soft"),
    ("page", "ink"),
    *((suit, paper) for suit in ("spade", "heart", "diamond", "club", "joker") for paper in ("paper", "paper-off")),
)
MARKS: Final = (("field", "page"), ("field", "panel"), ("you", "rule"), ("other", "rule"), ("lamp", "cloth"))


def colour(name: str, theme: int) -> str:
    found = re.search(rf"--{name}:\s*(?:var\(--day, ({HEX})\) var\(--evening, ({HEX})\)|({HEX}))", CSS)
    assert found is not None, name
    return found[3] or found[theme + 1]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read(theme: int) -> None:
    """And a mark can be seen."""
    for pairs, least in ((WRITTEN, 4.5), (MARKS, 3)):
        found = {pair: contrast(*(colour(one, theme) for one in pair)) for pair in pairs}
        assert {pair: one for pair, one in found.items() if one < least} == {}
