"""Somebody who plays any game of the house over plain HTTP, as a guest, and asks as a browser does: compressed.

Nothing here knows the rules: what may be done is read off the page. Pages are read with expressions, not parsed,
because whoever drives hundreds of players pays for it with the cores that are measured.
"""

import gzip
import html
import http.client
import json
import re
import time
import urllib.parse
import zlib
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from tests.visitor import Answer

KINDS: Final = ("twoman", "spades", "bidwhist", "cardduel")
#: Said beside the own turn, or not at all by somebody who only wants to play: a call of a renege, the end of a duel.
SELDOM: Final = frozenset({"call", "blaze"})
#: A stream says something at least every fifteen seconds.
SILENCE: Final = 30.0

_TABLE = re.compile(r'<div id="table"[^>]*>')
_TAG = re.compile(r"<(?:form|input|button|select|option|/select)\b[^>]*>")
_OWN = re.compile(r'([a-z-]+)="([^"]*)"')
_CODE = re.compile(r"/games/([^/]+)/$")
#: The server lets go of a line on which nothing was asked for five seconds; seconds after which a new one is taken.
IDLE: Final = 4.0


@dataclass(frozen=True, slots=True)
class Pick:
    """Cards to be ticked, so many of them, for this verb. With `lone` one stands by itself, and `wands` lie only
    under another card."""

    verb: str
    cards: tuple[str, ...]
    count: int
    lone: bool
    wands: tuple[str, ...]

    def action(self, rng: Random) -> list[Any]:
        if not self.lone:
            return [self.verb, rng.sample(self.cards, self.count)]
        tops = [one for one in self.cards if one not in self.wands]
        return [self.verb, rng.choice(tops) if tops else list(self.wands[:2])]


@dataclass(frozen=True, slots=True)
class Table:
    """What a page or a partial says of the table: its version, and what may be done there now."""

    version: int
    token: str
    is_turn: bool
    actions: tuple[list[Any], ...]
    pick: Pick | None
    may_deal: bool
    is_over: bool

    @property
    def waits_for_me(self) -> bool:
        return self.may_deal or self.is_over or self.is_turn

    def choice(self, rng: Random) -> list[Any]:
        """Any action that is offered, those that end or dispute something only where nothing else is."""
        if self.pick is not None:
            return self.pick.action(rng)
        usual = [one for one in self.actions if one[0] not in SELDOM]
        return rng.choice(usual or self.actions)


def read(page: str) -> Table:
    table = _TABLE.search(page)
    own = _attributes(table[0]) if table else {}
    tags = [_attributes(one) | {"": one} for one in _TAG.findall(page)]
    actions, pick = _actions(tags), _pick(tags)
    addresses = [tag.get("action", "") for tag in tags if tag[""].startswith("<form")]
    return Table(
        version=int(own.get("data-version", -1)),
        token=next((tag["value"] for tag in tags if tag.get("name") == "csrfmiddlewaretoken"), ""),
        is_turn=table is not None and "data-turn" in table[0] and bool(actions or pick),
        actions=actions,
        pick=pick,
        may_deal=any(one.endswith("/deal/") for one in addresses),
        is_over=own.get("data-phase") == "over",
    )


def _attributes(tag: str) -> dict[str, str]:
    return {name: html.unescape(value) for name, value in _OWN.findall(tag)}


def _is_off(tag: dict[str, str]) -> bool:
    return tag.get("aria-disabled") == "true" or " disabled" in tag[""]


def _actions(tags: list[dict[str, str]]) -> tuple[list[Any], ...]:
    written = (tag.get("value", "") for tag in tags if tag.get("name") == "action" and not _is_off(tag))
    return tuple(json.loads(one) for one in written if one.startswith("[") and one != "[]")


def _pick(tags: list[dict[str, str]]) -> Pick | None:
    """The cards that are ticked in a form. One that does not say how many takes a single card."""
    cards = [tag for tag in tags if tag.get("name") == "card" and not _is_off(tag)]
    verb = next((tag["value"] for tag in tags if tag.get("name") == "verb"), "")
    count = next((int(tag["data-least"]) for tag in tags if "data-least" in tag), 1)
    wands = tuple(tag["value"] for tag in cards if " data-wand" in tag[""])
    texts = tuple(tag["value"] for tag in cards)
    lone = any(tag.get("name") == "lone" for tag in tags)
    return Pick(verb, texts, count, lone, wands) if verb and (texts != wands or len(texts) > 1) else None


def _fields(page: str, *, strongest: bool) -> dict[str, str]:
    """The fields of the page's form as they stand, those that a browser would send; or with the last level."""
    found: dict[str, str] = {}
    select = ""
    for tag in _TAG.findall(page[page.index("<main") :]):
        own = _attributes(tag)
        if tag.startswith("<select"):
            select = own.get("name", "")
        elif tag.startswith("<option") and (" selected" in tag or select not in found):
            found[select] = own.get("value", "")
        elif tag.startswith("<input") and "name" in own and _is_sent(tag, own, strongest=strongest):
            found[own["name"]] = own.get("value", "on")
    return found


def _is_sent(tag: str, own: dict[str, str], *, strongest: bool) -> bool:
    is_last = strongest and own["name"] == "level"
    return is_last or own.get("type") not in {"checkbox", "radio"} or " checked" in tag


class Player:
    """One guest with cookies of their own, at one table at a time."""

    def __init__(self, url: str) -> None:
        self.url = urllib.parse.urlsplit(url)
        self.cookies: dict[str, str] = {}
        self.code = ""
        self.seconds: list[float] = []
        self.bytes = 0
        self.line = http.client.HTTPConnection(self.url.netloc, timeout=SILENCE)
        self.asked_at = 0.0

    @property
    def path(self) -> str:
        return f"/games/{self.code}/"

    def close(self) -> None:
        self.line.close()

    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookies, "Accept-Encoding": "gzip", "Referer": self.url.geturl()}

    def ask(self, method: str, path: str, data: dict[str, str] | None = None, **more: str) -> Answer:
        """One request; raises RuntimeError for an answer that is the server's fault."""
        begun = time.perf_counter()
        response = self._send(method, path, data, more)
        packed = response.read()
        took = time.perf_counter() - begun
        self.asked_at, self.bytes = time.monotonic(), self.bytes + len(packed)
        self._keep_cookies(response)
        if response.status >= 500:
            raise RuntimeError(f"{method} {path}: {response.status}")
        body = gzip.decompress(packed) if response.getheader("Content-Encoding") == "gzip" else packed
        return Answer(response.status, body.decode(), response.getheader("Location") or "", took, len(packed))

    def _send(
        self, method: str, path: str, data: dict[str, str] | None, more: dict[str, str]
    ) -> http.client.HTTPResponse:
        if time.monotonic() - self.asked_at > IDLE:
            self.line.close()
        headers = {**self.headers(), **more}
        if data is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.line.request(method, path, None if data is None else urllib.parse.urlencode(data), headers)
        return self.line.getresponse()

    def _keep_cookies(self, response: http.client.HTTPResponse) -> None:
        for line in response.headers.get_all("Set-Cookie") or ():
            name, _, rest = line.partition("=")
            self.cookies[name] = rest.partition(";")[0]

    def sit_at(self, kind: str, *, strongest: bool = False) -> Table:
        """A new game of that kind with the usual options; the table, not yet dealt."""
        path = f"/games/new/{kind}/"
        fields = _fields(self.ask("GET", path).body, strongest=strongest)
        answer = self.ask("POST", path, fields)
        found = _CODE.search(answer.location)
        if found is None:
            raise RuntimeError(f"no table: {answer.status} {answer.body[:300]}")
        self.code = found[1]
        return self.look()

    def look(self) -> Table:
        return read(self.ask("GET", self.path).body)

    def take(self, name: str, table: Table, data: dict[str, str]) -> Table:
        """One thing done at the table; the table as the answer shows it."""
        fields = {"csrfmiddlewaretoken": table.token, "version": str(table.version), **data}
        answer = self.ask("POST", f"{self.path}{name}/", fields, **{"HX-Request": "true"})
        self.seconds.append(answer.seconds)
        if answer.status not in {200, 409}:
            raise RuntimeError(f"{name} {data}: {answer.status} {answer.body[:500]}")
        return read(answer.body)

    def move(self, table: Table, rng: Random) -> Table:
        """The next hand where it may be dealt, else any action that is offered."""
        if table.may_deal:
            return self.take("deal", table, {"seed": f"{rng.random()}"})
        return self.take("act", table, {"action": json.dumps(table.choice(rng))})


class Line:
    """The event stream of a player's table, compressed as a browser asks for it."""

    def __init__(self, player: Player, version: int) -> None:
        self.line = http.client.HTTPConnection(player.url.netloc, timeout=SILENCE)
        headers = {**player.headers(), "Last-Event-ID": str(version)}
        try:
            self.line.request("GET", f"{player.path}stream/", headers=headers)
            self.response = self.line.getresponse()
            if self.response.status != 200:
                raise RuntimeError(f"the stream answers {self.response.status}")
        except BaseException:
            self.line.close()
            raise
        self._press = zlib.decompressobj(16 + zlib.MAX_WBITS)
        self._text = ""
        self.bytes = 0

    def next(self) -> Table:
        """The next partial; raises TimeoutError where there is silence, ConnectionError where it ends."""
        while True:
            event, whole, rest = self._text.partition("\n\n")
            if whole:
                self._text = rest
                data = [line[6:] for line in event.split("\n") if line.startswith("data: ")]
                if data:
                    return read("".join(data))
            else:
                self._receive()

    def _receive(self) -> None:
        packed = self.response.read1(65536)
        if not packed:
            raise ConnectionError("the stream has ended")
        self.bytes += len(packed)
        self._text += self._press.decompress(packed).decode()

    def close(self) -> None:
        self.response.close()
        self.line.close()


def settled(line: Line, table: Table) -> Table:
    """The table once it waits for the player again."""
    while not table.waits_for_me:
        fresh = line.next()
        table = fresh if fresh.version > table.version else table
    return table


def play_hand(player: Player, line: Line, table: Table, rng: Random) -> Table:
    """From the deal to the end of that hand, the next not yet dealt."""
    table = settled(line, player.move(table, rng))
    while not table.may_deal and not table.is_over:
        table = settled(line, player.move(table, rng))
    return table
