"""What may be done at a table, read off its page: actions written whole, cards to be ticked, a hand to be dealt."""

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Any, Final

#: Ends a game or disputes it: left alone where anything else may be done.
SELDOM: Final = frozenset({"call", "blaze"})


@dataclass
class Ticks:
    """A form in which cards are ticked; `under` are those that lie only below another card."""

    verb: str = ""
    lone: bool = False
    least: int = 1
    most: int = 1
    cards: list[str] = field(default_factory=list)
    under: list[str] = field(default_factory=list)

    def action(self, rng: Random) -> list[Any]:
        if self.lone and self.cards:
            return [self.verb, rng.choice(self.cards)]
        every = [*self.cards, *self.under]
        return [self.verb, rng.sample(every, 2 if self.lone else rng.randint(self.least, self.most))]


@dataclass
class Table:
    """A table as its page shows it."""

    version: int = -1
    phase: str = ""
    token: str = ""
    is_turn: bool = False
    may_deal: bool = False
    actions: list[list[Any]] = field(default_factory=list)
    ticks: list[Ticks] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def may_act(self) -> bool:
        return self.is_turn and bool(self.actions or self.ticks)

    @property
    def waits_for_me(self) -> bool:
        return self.is_over or self.may_deal or self.may_act

    def choice(self, rng: Random) -> list[Any]:
        usual = [one for one in self.actions if one[0] not in SELDOM]
        return rng.choice(self.ticks).action(rng) if self.ticks else rng.choice(usual or self.actions)


class _Reader(HTMLParser):
    """Also keeps the fields of a form as a browser would send them untouched."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self.form: dict[str, str] = {}
        self.ticks = Ticks()
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        if own.get("id") == "table":
            self.table.version, self.table.phase = int(own["data-version"]), own["data-phase"]
            self.table.is_turn = "data-turn" in own
        if tag == "form":
            self._form(own)
        elif tag == "select":
            self.select = own.get("name", "")
        elif tag == "option" and ("selected" in own or self.select not in self.table.fields):
            self.table.fields[self.select] = own.get("value", "")
        elif tag in {"input", "button"} and "disabled" not in own and own.get("aria-disabled") != "true":
            self._field(tag, own)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self.ticks.verb and (self.ticks.cards or len(self.ticks.under) > 1):
            self.table.ticks.append(self.ticks)
        if tag == "form":
            self.ticks = Ticks()

    def _form(self, own: dict[str, str]) -> None:
        self.table.may_deal = self.table.may_deal or own.get("action", "").endswith("/deal/")
        least, most = (int(own.get(f"data-{name}", 1)) for name in ("least", "most"))
        self.ticks = Ticks(least=least, most=most)

    def _field(self, tag: str, own: dict[str, str]) -> None:
        name, value = own.get("name", ""), own.get("value", "")
        if name == "csrfmiddlewaretoken":
            self.table.token = value
        elif name == "verb":
            self.ticks.verb = value
        elif name == "lone":
            self.ticks.lone = True
        elif name == "card":
            (self.ticks.under if "data-wand" in own else self.ticks.cards).append(value)
        elif name == "action" and value.startswith('["'):
            self.table.actions.append(json.loads(value))
        if tag == "input" and name and (own.get("type") not in {"checkbox", "radio"} or "checked" in own):
            self.table.fields[name] = value or ("on" if own.get("type") == "checkbox" else "")


def read(html: str) -> Table:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.table
