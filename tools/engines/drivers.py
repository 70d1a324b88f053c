"""Firefox and WebKit as WebDriver sessions: Firefox over Marionette’s TCP protocol, WebKit over HTTP."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.services import free_port

MINI_BROWSER: Final = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
PATIENCE: Final = 120.0  # seconds; the machine may be busy
#: Firefox's window is never narrower than 500 px, so its page is sized, as WebDriver BiDi does it.
_FIREFOX_VIEWPORT: Final = """(...size) => ["width", "height"].forEach((side, at) => ["min-", "max-", ""].forEach(
  (limit) => gBrowser.selectedBrowser.style.setProperty(limit + side, `${size[at]}px`)))"""


class BrowserError(Exception):
    """The browser refused a command, or the page fails a check."""


class Browser:
    """One WebDriver session. Subclasses send commands, by the names of the WebDriver standard."""

    name = ""
    inputs: tuple[str, ...] = ("mouse", "keys")

    def send(self, command: str, body: dict[str, Any]) -> Any:
        raise NotImplementedError

    def goto(self, address: str) -> None:
        self.send("Navigate", {"url": address})

    def log_in(self, site: str, session: str = "") -> None:
        """Start without cookies, or with that session."""
        self.goto(f"{site}/about/")
        self.send("DeleteAllCookies", {})
        if session:
            self.send("AddCookie", {"cookie": {"name": "sessionid", "value": session, "path": "/"}})

    def js(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function with these arguments and await its promise."""
        script = f"return ({function}).apply(null, arguments)"
        return self.send("ExecuteScript", {"script": script, "args": list(arguments)})

    def wait(self, function: str, *arguments: Any) -> Any:
        """Poll the function until it returns something true."""
        end = time.monotonic() + PATIENCE
        while True:
            with suppress(BrowserError):  # the page is being replaced
                if found := self.js(function, *arguments):
                    return found
            if time.monotonic() > end:
                raise BrowserError(f"never true at {self.js('() => location.href')}: {function} {arguments}")
            time.sleep(0.05)

    def resize(self, width: int, height: int) -> None:
        wide, high = self.js("() => [outerWidth - innerWidth, outerHeight - innerHeight]")
        self.send("SetWindowRect", {"width": width + wide, "height": height + high})
        self.wait("(...size) => String([innerWidth, innerHeight]) === String(size)", width, height)

    def press(self, x: float, y: float, kind: str = "mouse") -> None:
        """Press and release at a point of the viewport, by mouse or touch."""
        move, down = {"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0}
        steps = [move, down, {"type": "pause", "duration": 50}, {"type": "pointerUp", "button": 0}]
        pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}
        self.send("PerformActions", {"actions": [pointer]})

    def key(self, keys: str) -> None:
        """Press keys together, each a character of the WebDriver standard."""
        strokes = [{"type": "keyDown", "value": one} for one in keys]
        strokes += [{"type": "keyUp", "value": one} for one in reversed(keys)]
        self.send("PerformActions", {"actions": [{"type": "key", "id": "keys", "actions": strokes}]})


class Firefox(Browser):
    """Marionette: every message is its length, a colon and a JSON list."""

    name, inputs = "Firefox", ("mouse", "touch", "keys")

    def __init__(self, port: int) -> None:
        self._line = _connected(port).makefile("rwb")
        self._read()  # the greeting
        self.send("NewSession", {})
        self.send("SetWindowRect", {"width": 1400, "height": 1000})

    def send(self, command: str, body: dict[str, Any]) -> Any:
        text = json.dumps([0, 1, command if ":" in command else f"WebDriver:{command}", body]).encode()
        self._line.write(b"%d:%s" % (len(text), text))
        self._line.flush()
        _kind, _number, error, result = self._read()
        if error:
            raise BrowserError(f"{command}: {error['error']}: {error['message']}")
        return result.get("value")

    def resize(self, width: int, height: int) -> None:
        self.send("Marionette:SetContext", {"value": "chrome"})
        self.js(_FIREFOX_VIEWPORT, width, height)
        self.send("Marionette:SetContext", {"value": "content"})
        self.wait("(width) => innerWidth === width", width)

    def _read(self) -> Any:
        size = b""
        while not size.endswith(b":"):
            size += self._line.read(1)
        return json.loads(self._line.read(int(size[:-1])))


class WebKit(Browser):
    """WebKitWebDriver, which knows no touch and whose window is never narrower than 447 px."""

    name = "WebKit"
    PATHS: Final = {"Navigate": "url", "ExecuteScript": "execute/sync", "SetWindowRect": "window/rect"}

    def __init__(self, port: int, *options: str) -> None:
        self._path = f"http://127.0.0.1:{port}/session"
        wanted = {"webkitgtk:browserOptions": {"binary": str(MINI_BROWSER), "args": ["--automation", *options]}}
        self._path += f"/{self._ask('POST', '', {'capabilities': {'alwaysMatch': wanted}})['sessionId']}/"

    def send(self, command: str, body: dict[str, Any]) -> Any:
        method = "DELETE" if command.startswith("Delete") else "POST"
        path = "cookie" if "Cookie" in command else self.PATHS.get(command, "actions")
        return self._ask(method, path, body)

    def _ask(self, method: str, path: str, body: dict[str, Any]) -> Any:
        data = json.dumps(body).encode() if method == "POST" else None
        try:
            with urlopen(Request(self._path + path, data, method=method), timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            raise BrowserError(f"{path}: {json.load(error)['value']}") from error


@contextmanager
def firefox() -> Iterator[Browser]:
    """A headless Firefox with a fresh profile."""
    port, path = free_port(), shutil.which("firefox-esr") or "firefox"
    with tempfile.TemporaryDirectory(prefix="engines-firefox-", ignore_cleanup_errors=True) as profile:
        Path(profile, "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        with _process(path, "--headless", "--marionette", "--remote-allow-system-access", "--profile", profile):
            yield Firefox(port)


@contextmanager
def webkit(*options: str) -> Iterator[Browser]:
    """WebKitGTK’s MiniBrowser in a virtual display; an option like `--features=-PopoverAttribute` makes it older."""
    port = free_port()
    with _process("xvfb-run", "-a", "-s", "-screen 0 1400x1000x24", "WebKitWebDriver", f"--port={port}"):
        _connected(port).close()
        yield WebKit(port, *options)


def _connected(port: int) -> socket.socket:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


@contextmanager
def _process(*command: str) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        yield
    finally:
        os.killpg(process.pid, 15)
        process.wait(10)
