"""A picture of where time goes: calls as boxes, the outermost above, each as wide as its share of all that was seen."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Final

WIDTH, ROW, LETTER = 1200.0, 16, 6.2
#: Calls below this share are left out.
LEAST: Final = 0.004
COLOURS: Final = ("#f4d9b8", "#efc89a", "#e9b985", "#f1ccb0")
STYLE: Final = "text{font:10px system-ui,sans-serif;fill:#222}rect{stroke:#fff;stroke-width:.5}"


@dataclass
class Call:
    """A call and what was called from it: how often it was seen, at work itself or further down."""

    count: int = 0
    inner: dict[str, "Call"] = field(default_factory=dict)


def picture(found: Counter[tuple[str, ...]]) -> str:
    """An SVG of stacks of calls, the outermost call first, and how often each was seen."""
    root = _tree(found)
    boxes = list(_boxes(root, 0.0, 0, WIDTH / max(1, root.count), root.count))
    height = ROW * (1 + max((row for row, _ in boxes), default=0))
    body = "\n".join(drawn for _, drawn in boxes)
    size = f'width="{WIDTH:.0f}" height="{height}" viewBox="0 0 {WIDTH:.0f} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<style>{STYLE}</style>\n{body}\n</svg>\n'


def _tree(found: Counter[tuple[str, ...]]) -> Call:
    root = Call(found.total())
    for stack, count in found.items():
        at = root
        for name in stack:
            at = at.inner.setdefault(name, Call())
            at.count += count
    return root


def _boxes(call: Call, left: float, row: int, scale: float, total: int) -> Iterator[tuple[int, str]]:
    for name, inner in sorted(call.inner.items()):
        if inner.count >= LEAST * total:
            yield row, _box(name, left, row, inner.count * scale, inner.count / total)
            yield from _boxes(inner, left, row + 1, scale, total)
        left += inner.count * scale


def _box(name: str, left: float, row: int, width: float, share: float) -> str:
    colour, top, room = COLOURS[len(name) % len(COLOURS)], ROW * row, int(width / LETTER)
    title = escape(f"{name}: {100 * share:.1f} of 100")
    box = f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{ROW}" fill="{colour}"/>'
    text = f'<text x="{left + 2:.1f}" y="{top + 12}">{escape(name[:room])}</text>' if room > 3 else ""
    return f"<g><title>{title}</title>{box}{text}</g>"
