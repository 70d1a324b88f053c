"""Parse the legal actions from a table's page, without the rules: buttons, cards to tick, a deal.

Uses regular expressions instead of an HTML parser, because load tests run hundreds of players on the measured machine.
"""

import html
import json
import re
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

#: Verbs of actions that dispute a hand (Bid Whist) or end a duel; chosen only if there is no other action.
SELDOM: Final = frozenset({"call", "blaze"})
_TAG: Final = re.compile(r'<div id="table"[^>]*>|<(?:form|input|button|select|option)\b[^>]*>|</form>')
_OWN: Final = re.compile(r'([a-z-]+)(?:="([^"]*)")?')


@dataclass
class Ticks:
    """A form with checkboxes for cards, of which `least` to `most` must be ticked.

    `lone` (Card Duel): one card alone or a stack of two is played. Cards in `under` may only be the lower of a stack.
    """

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
    """A table as its page shows it.

    `fields`: the values that unchanged forms would send, by name. `offered`: all values of radio buttons, by name.
    `deeds`: the URLs of buttons with a `formaction`.
    """

    version: int = -1
    phase: str = ""
    token: str = ""
    is_turn: bool = False
    may_deal: bool = False
    actions: list[list[Any]] = field(default_factory=list)
    ticks: list[Ticks] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)
    offered: dict[str, list[str]] = field(default_factory=dict)
    deeds: list[str] = field(default_factory=list)

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
        """Return a random action; one of `SELDOM` only if there is no other."""
        usual = [one for one in self.actions if one[0] not in SELDOM]
        return rng.choice(self.ticks).action(rng) if self.ticks else rng.choice(usual or self.actions)


def read(page: str) -> Table:
    """Parse the table and its forms from a page's HTML."""
    table, ticks, select = Table(), Ticks(), ""
    for tag in _TAG.findall(page):
        (kind, _), *rest = _OWN.findall(tag)
        own = {name: html.unescape(value) for name, value in rest}
        if kind == "div":
            table.version, table.phase = int(own["data-version"]), own["data-phase"]
            table.is_turn = "data-turn" in own
        elif kind == "form" and not own and tag == "</form>":
            if ticks.verb and (ticks.cards or len(ticks.under) > 1):
                table.ticks.append(ticks)
            ticks = Ticks()
        elif kind == "form":
            table.may_deal = table.may_deal or own.get("action", "").endswith("/deal/")
            ticks = Ticks(least=int(own.get("data-least", 1)), most=int(own.get("data-most", 1)))
        elif kind == "select":
            select = own.get("name", "")
        elif kind == "option":
            if "selected" in own or select not in table.fields:
                table.fields[select] = own.get("value", "")
        elif "disabled" not in own and own.get("aria-disabled") != "true":
            _read_field(table, ticks, kind, own)
    return table


def _read_field(table: Table, ticks: Ticks, kind: str, own: dict[str, str]) -> None:
    name, value = own.get("name", ""), own.get("value", "")
    if "formaction" in own:
        table.deeds.append(own["formaction"])
    if name == "csrfmiddlewaretoken":
        table.token = value
    elif name == "verb":
        ticks.verb = value
    elif name == "lone":
        ticks.lone = True
    elif name == "card":
        (ticks.under if "data-wand" in own else ticks.cards).append(value)
    elif name == "action" and value.startswith('["'):
        table.actions.append(json.loads(value))
    if kind != "input" or not name:
        return
    if own.get("type") == "radio":
        table.offered.setdefault(name, []).append(value)
    if own.get("type") not in {"checkbox", "radio"} or "checked" in own:
        table.fields[name] = value or ("on" if own.get("type") == "checkbox" else "")
