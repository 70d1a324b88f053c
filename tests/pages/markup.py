"""What a test may ask of a page: headings, links, names, spoken words and what the content policy forbids."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client

Attributes = list[tuple[str, str | None]]


@dataclass
class Page(HTMLParser):
    text: str = ""
    tags: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    forbidden: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    _in_example: bool = False
    _drawn: int = 0  # how deep inside something that is drawn and not spoken

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        found = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self.names.add(found.get("id", ""))
        self.links += [found[name] for name in ("href", "src") if name in found]
        self.forbidden += [f"{tag} {name}" for name in found if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in found):
            self.forbidden.append(tag)
        if self._drawn or found.get("aria-hidden") == "true":
            self._drawn += 1
        if tag == "tr":
            self._in_example = found.get("class") == "example"
            if self._in_example:
                self.examples.append("")

    def handle_data(self, data: str) -> None:
        if self._drawn:
            return
        self.text += data
        if self._in_example:
            self.examples[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._drawn = max(0, self._drawn - 1)
        if tag == "tr":
            self._in_example = False


def read(html: str) -> Page:
    page = Page()
    page.feed(html)
    page.close()
    return page


def page_at(address: str, **more: Any) -> Page:
    """As nobody in particular sees it."""
    response = Client().get(address, **more)
    assert response.status_code == 200
    return read(response.content.decode())


def plain(text: str) -> str:
    return " ".join(text.split())


def previewed(page: str) -> dict[str, str]:
    """What a link to the page brings along: title, words and picture."""
    return dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))
