"""Chromium for tests and programs: options, timeouts, and presses that wait until the table accepts them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tools.servers import chromium_path, skip_without

LAUNCH = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
#: Milliseconds to wait for an element; long, because the machine may be busy.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)
#: JavaScript function that returns whether the table accepts a press. `press.js` may ignore a press within 400 ms of a
#: change. Without JavaScript the table accepts every press.
IS_SETTLED = """() => {
  if (!document.getElementById("table") || (!window.htmx && document.readyState === "complete")) return true;
  if (window.changedAt === undefined) {
    const note = () => { window.changedAt = performance.now(); };
    for (const kind of ["table:swapped", "toggle", "change", "click"])
      document.addEventListener(kind, note, { capture: true });
    note();
  }
  return performance.now() - window.changedAt > 450;
}"""


@contextmanager
def chromium(*, as_people_use: bool = False) -> Iterator[Browser]:
    path = chromium_path(as_people_use=as_people_use)
    if path is None:
        skip_without("Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=LAUNCH)
        browser.on("context", lambda context: context.set_default_timeout(PATIENCE))
        yield browser
        browser.close()


def settle(page: Page) -> None:
    """Wait until the table accepts presses again after a change."""
    page.wait_for_function(IS_SETTLED, polling=20)


def _once_settled(press: Callable[..., Any]) -> Callable[..., Any]:
    """Return `press` preceded by `settle`. To press earlier, a test uses the page's mouse or touchscreen."""

    @wraps(press)
    def pressed(locator: Locator, *given: Any, **more: Any) -> Any:
        settle(locator.page)
        return press(locator, *given, **more)

    return pressed


for _name in ("click", "tap", "check", "uncheck"):
    setattr(Locator, _name, _once_settled(getattr(Locator, _name)))
