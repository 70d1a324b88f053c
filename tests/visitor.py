"""Somebody who plays over plain HTTP: cookies, forms, the event stream, no browser. For load, crashes, figures."""

import http.client
import json
import re
import time
import urllib.parse
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

SEED = "the player's own seed"


@dataclass
class Page:
    """What a visitor reads off a page or a partial."""

    version: int = -1
    forms: list[dict[str, Any]] = field(default_factory=list)
    actions: list[list[Any]] = field(default_factory=list)
    token: str = ""


class _Reader(HTMLParser):
    """Collects the table's version, every action that may be posted, and the CSRF token."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        if own.get("id") == "table":
            self.page.version = int(own["data-version"])
        if tag == "form":
            self.page.forms.append({"action": own.get("action", "")})
        if tag == "input" and own.get("name") == "csrfmiddlewaretoken":
            self.page.token = own["value"]
        offered = own.get("name") == "action" and own.get("aria-disabled") != "true" and "disabled" not in own
        if offered and own.get("value", "").startswith("["):
            self.page.actions.append(json.loads(own["value"]))


def read(html: str) -> Page:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.page


@dataclass
class Answer:
    status: int
    body: str
    location: str
    seconds: float
    bytes: int


class Visitor:
    """One person with cookies of their own."""

    def __init__(self, url: str) -> None:
        parts = urllib.parse.urlsplit(url)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self.cookies: dict[str, str] = {}
        self.code = ""
        self.requests = 0
        self.bytes = 0
        self.seconds: list[float] = []
        self.line = http.client.HTTPConnection(self.host, self.port, timeout=30)

    def ask(self, method: str, path: str, data: dict[str, str] | None = None, *, htmx: bool = False) -> Answer:
        body = urllib.parse.urlencode(data) if data is not None else None
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["Referer"] = f"http://{self.host}:{self.port}/"
        if htmx:
            headers["HX-Request"] = "true"
        begun = time.perf_counter()
        self.line.request(method, path, body, headers)
        response = self.line.getresponse()
        text = response.read()
        took = time.perf_counter() - begun
        self._keep_cookies(response)
        self.requests, self.bytes = self.requests + 1, self.bytes + len(text)
        return Answer(response.status, text.decode(), response.getheader("Location") or "", took, len(text))

    def _keep_cookies(self, response: http.client.HTTPResponse) -> None:
        for line in response.headers.get_all("Set-Cookie") or ():
            name, _, rest = line.partition("=")
            self.cookies[name] = rest.partition(";")[0]

    def sit_down(self) -> Page:
        """As a guest, with the usual options; the first hand is dealt."""
        token = read(self.ask("GET", "/").body).token
        answer = self.ask("POST", "/play/", {"csrfmiddlewaretoken": token, "another": "1"})
        found = re.search(r"/games/([^/]+)/$", answer.location)
        if found is None:
            raise RuntimeError(f"no table: {answer.status} {answer.location} {answer.body[:300]}")
        self.code = found.group(1)
        return self.deal(self.table())

    def close(self) -> None:
        self.line.close()

    @property
    def path(self) -> str:
        return f"/games/{self.code}/"

    def table(self) -> Page:
        return read(self.ask("GET", self.path).body)

    def deal(self, page: Page) -> Page:
        return self._post("deal", page, {"seed": SEED})

    def act(self, page: Page, action: list[Any]) -> Page:
        return self._post("act", page, {"action": json.dumps(action)})

    def _post(self, name: str, page: Page, data: dict[str, str]) -> Page:
        fields = {"csrfmiddlewaretoken": page.token, "version": str(page.version), **data}
        answer = self.ask("POST", f"{self.path}{name}/", fields, htmx=True)
        self.seconds.append(answer.seconds)
        if answer.status not in {200, 409}:
            raise RuntimeError(f"{name} {data}: {answer.status} {answer.body[:500]}")
        return read(answer.body)


class Stream:
    """The event stream of a visitor's table."""

    def __init__(self, visitor: Visitor, version: int) -> None:
        self.line = http.client.HTTPConnection(visitor.host, visitor.port, timeout=30)
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        self.line.request("GET", f"{visitor.path}stream/?v={version}", headers={"Cookie": cookies})
        self.response = self.line.getresponse()
        self.visitor = visitor

    def next(self) -> Page:
        """The next partial; raises TimeoutError when none comes."""
        data: list[str] = []
        while True:
            line = self.response.readline().decode()
            if not line:
                raise ConnectionError("the stream has ended")
            self.visitor.bytes += len(line)
            if line.startswith("data: "):
                data.append(line[6:])
            elif line == "\n" and data:
                return read("".join(data))

    def close(self) -> None:
        self.response.close()
        self.line.close()
