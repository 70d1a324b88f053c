"""Firefox and WebKit as WebDriver sessions: Firefox over Marionette’s TCP protocol, WebKit over HTTP."""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import urllib3

from spadesite.play import is_taken
from tools.chromium import IS_SETTLED
from tools.servers import free_port, soon

PATIENCE: Final = 120.0  # seconds; the machine may be busy
PAGE: Final = Path(__file__).with_name("page.js").read_text(encoding="utf-8")
PATHS: Final = {"NewSession": "", "Navigate": "/url", "ExecuteScript": "/execute/sync", "SetWindowRect": "/window/rect"}


class BrowserError(Exception):
    """The browser rejected a command, or the page failed a check."""


class Browser(NamedTuple):
    """One WebDriver session. `send` takes a command of the WebDriver standard with its parameters."""

    name: str
    inputs: tuple[str, ...]
    send: Callable[..., Any]

    def goto(self, address: str) -> None:
        self.send("Navigate", url=address)

    def visit(self, address: str, size: tuple[int, int], session: str = "") -> None:
        """Open the address in a window of this size, without cookies except that of `session`, if given."""
        self.resize(*size)
        self.goto(address)
        self.send("DeleteAllCookies")
        if session:
            self.send("AddCookie", cookie={"name": "sessionid", "value": session, "path": "/"})
        self.goto(address)

    def resize(self, width: int, height: int) -> None:
        wide, high = self.js("[outerWidth - innerWidth, outerHeight - innerHeight]")
        self.send("SetWindowRect", width=width + wide, height=height + high)
        self.wait(f"innerWidth === {width} && innerHeight === {height}")

    def js(self, expression: str) -> Any:
        """Evaluate a JavaScript expression, which may use page.js; await the result if it is a promise."""
        return self.send("ExecuteScript", script=f"{PAGE}\nreturn ({expression});", args=[])

    def wait(self, expression: str) -> Any:
        """Evaluate the expression until it is true and return it; raise BrowserError after `PATIENCE` seconds."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(BrowserError):  # raised while the page is being replaced
                if found := self.js(expression):
                    return found
            time.sleep(0.05)
        raise BrowserError(f"never true at {self.js('location.href')}: {expression}")

    def settled(self, expression: str) -> Any:
        """Evaluate the expression once the table accepts presses."""
        self.wait(f"({IS_SETTLED})()")
        return self.js(expression)

    def leave(self, expression: str) -> None:
        """Evaluate an expression that leads to another page, and wait until that page has loaded."""
        self.js(f"leaveBy(() => {expression})")
        self.wait("isLoaded()")

    def press(self, point: str, kind: str = "mouse") -> None:
        """Press and release the mouse or a finger at the point that the expression returns, if any."""
        if found := self.settled(point):
            move = {"type": "pointerMove", "x": round(found[0]), "y": round(found[1])}
            down, up = ({"type": one, "button": 0} for one in ("pointerDown", "pointerUp"))
            steps = [move, down, {"type": "pause", "duration": 50}, up]
            pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}
            self.send("PerformActions", actions=[pointer])

    def key(self, keys: str) -> None:
        """Press together the keys that the expression returns, if any."""
        if found := self.settled(keys):
            strokes = [{"type": "keyDown", "value": one} for one in found]
            strokes += [{"type": "keyUp", "value": one} for one in reversed(found)]
            self.send("PerformActions", actions=[{"type": "key", "id": "keys", "actions": strokes}])


@contextmanager
def firefox() -> Iterator[Browser]:
    """Run a headless Firefox with a new profile. Its window may be as narrow as a phone."""
    port, path = free_port(), shutil.which("firefox-esr") or "firefox"
    styled = 'user_pref("toolkit.legacyUserProfileCustomizations.stylesheets", true);'
    with tempfile.TemporaryDirectory(prefix="engines-firefox-", ignore_cleanup_errors=True) as profile:
        Path(profile, "user.js").write_text(f'user_pref("marionette.port", {port});\n{styled}\n')
        Path(profile, "chrome").mkdir()
        Path(profile, "chrome", "userChrome.css").write_text(":root { min-width: 0 !important }")
        with _serving(port, path, "--headless", "--marionette", "--profile", profile):
            yield Browser("Firefox", ("mouse", "touch", "keys"), _over_marionette(port))


@contextmanager
def webkit(*options: str) -> Iterator[Browser]:
    """Run WebKitGTK’s MiniBrowser in a virtual display. No touch input; windows are at least 447 px wide."""
    port = free_port()
    with _serving(port, "xvfb-run", "-a", "-s", "-screen 0 1400x1000x24", "WebKitWebDriver", f"--port={port}"):
        yield Browser(" ".join(("WebKit", *options)), ("mouse", "keys"), _over_http(port, options))


@contextmanager
def _serving(port: int, *command: str) -> Iterator[None]:
    """Run the command during the block, which begins when the port is open."""
    null = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=null, stderr=null, start_new_session=True) as process:
        try:
            soon(lambda: is_taken("127.0.0.1", port))
            yield
        finally:
            os.killpg(process.pid, signal.SIGTERM)


def _over_marionette(port: int) -> Callable[..., Any]:
    """Open a session and return its `send`. A message is its length, a colon and a JSON list."""
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).makefile("rwb")

    def read() -> Any:
        length = b"".join(iter(lambda: line.read(1), b":"))
        return json.loads(line.read(int(length)))

    def send(command: str, **body: Any) -> Any:
        text = json.dumps([0, 1, f"WebDriver:{command}", body]).encode()
        line.write(b"%d:%s" % (len(text), text))
        line.flush()
        _kind, _number, error, result = read()
        if error:
            raise BrowserError(f"{command}: {error['error']}: {error['message']}")
        return result.get("value")

    read()  # the greeting
    send("NewSession")
    return send


def _over_http(port: int, options: tuple[str, ...]) -> Callable[..., Any]:
    """Open a session and return its `send`."""
    address = f"http://127.0.0.1:{port}/session"

    def send(command: str, **body: Any) -> Any:
        method = "DELETE" if command.startswith("Delete") else "POST"
        path = "/cookie" if "Cookie" in command else PATHS.get(command, "/actions")
        answer = urllib3.request(method, address + path, json=body, timeout=PATIENCE)
        if answer.status != 200:
            raise BrowserError(f"{command}: {answer.json()['value']}")
        return answer.json()["value"]

    wanted = {"webkitgtk:browserOptions": {"args": ["--automation", *options]}}
    address += "/" + send("NewSession", capabilities={"alwaysMatch": wanted})["sessionId"]
    return send
