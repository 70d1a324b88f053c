"""The list of screens, the site that has them, and functions that open one in a browser."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page

from tools.chromium import settle
from tools.pictures.positions import AMONG_PEOPLE, LOOKED_ON, POSITIONS, WANTED_AGAIN
from tools.site import PREPARED, Site, prepared

PHONE: Final = (360, 740)
SIZES: Final = (PHONE, (390, 844), (844, 390), (1024, 768), (1280, 800))
DESK: Final = 1024
#: The file of a prepared site with the player's session key and what replaces `{code}`, by position.
CODES: Final = "posed.json"
Theme = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
KEYS: Final = ("twoman", "spades", "bidwhist", "cardduel")
#: Suffixes of the names of tables that may be taller than the window.
ENDED: Final = ("between", "over")


@dataclass(frozen=True, slots=True)
class Screen:
    """A page, or a page after a press. The `{code}` in `path` is `PosedSite.codes[position]`.

    `person`: whether the viewer is logged in. `presses`: the selector to press.
    """

    name: str
    path: str
    position: str = ""
    person: bool = True
    presses: str = ""
    status: int = 200

    @property
    def is_table(self) -> bool:
        """Whether the screen is a table that must fit the window without scrolling."""
        return self.path in ("/games/{code}/", "/t/{code}/look/") and not self.name.endswith(ENDED)

    def is_seen_in(self, width: int) -> bool:
        """Return whether to show the screen at this width. Screens with a press are shown on phones only."""
        return not self.presses or width < DESK


def _pages(words: str, path: str = "/{}/", **more: Any) -> Iterator[Screen]:
    """Yield a screen for each word, `name=part of the path`. A plain word is both."""
    for word in words.split():
        name, equals, part = word.partition("=")
        yield Screen(name, path.replace("{}", part if equals else name), **more)


def _tables() -> Iterator[Screen]:
    table, look = "/games/{code}/", "/t/{code}/look/"
    for name in POSITIONS:
        yield Screen(name, table, name)
    for name, sheets in SHEETS.items():
        for sheet in sheets.split():
            yield Screen(f"{name}-{sheet}", table, name, presses=f"[popovertarget={sheet}]")
    for name in LOOKED_ON:
        yield Screen(f"onlooker-{name}", look, f"onlooker-{name}", person=False)
    for name in AMONG_PEOPLE:
        yield Screen(f"people-{name}", table, f"people-{name}")
        yield Screen(f"people-words-{name}", table, f"people-{name}", presses="[popovertarget=words]")
    yield Screen(f"people-{WANTED_AGAIN}", table, f"people-{WANTED_AGAIN}")
    for key in KEYS:
        yield Screen(f"again-{key}", table, f"again-{key}")
        yield Screen(f"again-{key}-open", table, f"again-{key}", presses=".tool[popovertarget=log]")
    yield Screen("again-over", table, "again-over")


def _pages_of_games() -> Iterator[Screen]:
    for key in KEYS:
        game, hand, step = "/games/{code}/", "/games/{code}/hands/1/", 5 if key == "cardduel" else 12
        paths = {
            "hand": hand,
            "replay": f"{hand}replay/?step={step}",
            "asked-again": f"{hand}steps/2/again/",
            "review": f"{game}review/",
            "proof": f"{hand}verify/",
            "decisions": f"{game}decisions/",
            "hand-review": f"{hand}review/",
            "statistics-game": "/statistics/games/{code}/",
        }
        for name, path in paths.items():
            yield Screen(f"{key}-{name}", path, f"{key}-over")
        yield Screen(f"{key}-setup", f"/games/new/{key}/")
        yield Screen(f"practice-{key}", f"/practice/house/{key}/1/")
        yield Screen(f"statistics-{key}", f"/statistics/?game={key}")
        yield Screen(f"strategy-{key}", f"/rules/{key}/strategy/")
    yield Screen("weighed-decisions", "/games/{code}/decisions/", "weighed", presses=".graph summary")
    yield Screen(
        "again-from", "/games/{code}/hands/1/replay/?step=9", "twoman-over", presses=".tool[popovertarget=again]"
    )
    yield Screen("bidwhist-setup-given", "/games/new/bidwhist/", presses="[name=place_2][value=link]")
    yield Screen("statistics-days", "/statistics/", presses=".narrow > summary")


#: Sheets (panels) that open over a table on a phone.
SHEETS: Final = {
    "twoman-follow": "last score log menu settings",
    "spades-follow": "last score log",
    "bidwhist-follow": "score log",
    "cardduel-open": "last log settings",
}
SCREENS: Final[tuple[Screen, ...]] = (
    Screen("home-stranger", "/", person=False),
    Screen("home", "/"),
    *_pages(
        "signup login password-reset=password/reset password-reset-sent=password/reset/done"
        " password-reset-old-link=password/reset/key/1-abc-def password-reset-done=password/reset/key/done"
        " email-sent=confirm-email email-old-link=confirm-email/abc:def inactive",
        "/accounts/{}/",
        person=False,
    ),
    *_pages(
        "password=password/change email passkeys=2fa passkey-add=2fa/webauthn/add passkey-list=2fa/webauthn"
        " password-set=password/set sessions leave logout",
        "/accounts/{}/",
    ),
    *_pages("choose= restore-all=restore/ twoman-setup-restore=twoman/restore/", "/games/new/{}"),
    Screen("spades-setup-custom", "/games/new/spades/?variant=custom1"),
    *_tables(),
    *_pages("abandon instead", "/games/{code}/{}/", position="twoman-lead"),
    Screen("end", "/games/{code}/end/", "twoman-away"),
    *_pages_of_games(),
    Screen("practice", "/practice/{code}/", "practice"),
    *_pages("practice-nothing= practice-kind=house/twoman/1/?decision=bid", "/practice/{}", person=False),
    *_pages(
        "shared= shared-hand=hands/1/ shared-proof=hands/1/verify/",
        "/shared/{code}/{}",
        position="shared",
        person=False,
    ),
    *_pages("room= room-close=leave/", "/rooms/{code}/{}", position="room"),
    Screen("invitation", "/t/{code}/", "invitation", person=False),
    Screen("invitation-own", "/t/{code}/", "invitation"),
    *_pages("archive=games companions=people challenges boards rules keyboard privacy about settings"),
    *_pages("offline settings-stranger=settings", person=False),
    Screen("settings-restore", "/settings/restore/"),
    Screen("challenge-like", "/games/{code}/challenge/", "twoman-over"),
    Screen("challenge", "/c/{code}/", "challenge"),
    Screen("challenge-link", "/c/{code}/", "challenge", person=False),
    *_pages(
        "challenge-result=result/ challenge-hand=boards/1/0/?step=4 challenge-hand-at=boards/1/0/1/?step=4",
        "/c/{code}/{}",
        position="challenge-result",
    ),
    Screen("boards-of-month", "/boards/months/{code}/", "month-before"),
    Screen("boards-of-day", "/boards/{code}/", "board-before"),
    *_pages("board=bidwhist board-open=cardduel", "/boards/{code}/{}/", position="board"),
    Screen("board-chain", "/boards/chain/"),
    *_pages(
        "statistics-hands=hands/ statistics-games=games/ statistics-everybody=everybody/"
        " statistics-decisions=decisions/?game=twoman statistics-decisions-few=decisions/?game=spades"
        " statistics-decision-list=decisions/list/?game=twoman&decision=lead",
        "/statistics/{}",
    ),
    *_pages("statistics-empty= statistics-decisions-empty=decisions/", "/statistics/{}", person=False),
    *_pages(
        "rules-twoman=two-man-spades rules-spades=spades rules-bidwhist=bidwhist rules-cardduel=cardduel", "/rules/{}/"
    ),
    Screen("not-found", "/nowhere/", person=False, status=404),
)


@dataclass(frozen=True, slots=True)
class PosedSite:
    """A running site with a game in every position."""

    url: str
    session: str
    codes: dict[str, str]

    def address(self, screen: Screen) -> str:
        return self.url + screen.path.replace("{code}", self.codes.get(screen.position, ""))


def screen_named(name: str) -> Screen:
    return next(screen for screen in SCREENS if screen.name == name)


def prepare(site: Site) -> None:
    """Prepare a site with all positions. A test run stores the positions once and copies them for each site."""
    if PREPARED not in os.environ:
        site.prepare()
        return _pose(site)
    with prepared("posed", _posed) as whole:
        shutil.copytree(whole, site.folder, dirs_exist_ok=True)


def _posed(folder: Path) -> None:
    site = Site(folder)
    site.prepare()
    _pose(site)
    site.kill()


def _pose(site: Site) -> None:
    site.folder.joinpath(CODES).write_text(site.shell("from tools.pictures.posing import pose_all; pose_all()"))


def posed(site: Site) -> PosedSite:
    """Return a site made by `prepare`, with its stored session and codes."""
    found = json.loads(site.folder.joinpath(CODES).read_text())
    return PosedSite(site.url, found["session"], found["codes"])


@contextmanager
def visitor(
    browser: Browser, at: PosedSite, *, person: bool, language: str = "en", bypass_csp: bool = False
) -> Iterator[Page]:
    """Yield a browser page without animations, logged in as the player if `person`."""
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]},
        reduced_motion="reduce",
        service_workers="block",
        locale=language,
        bypass_csp=bypass_csp,
    )
    if person:
        _log_in(context, at)
    yield context.new_page()
    context.close()


def _log_in(context: BrowserContext, at: PosedSite) -> None:
    host = urlsplit(at.url).hostname or ""
    context.add_cookies([{"name": "sessionid", "value": at.session, "domain": host, "path": "/"}])


def come_to(page: Page, at: PosedSite, screen: Screen) -> None:
    """Open a screen and press its selector, if any; raise RuntimeError for an unexpected status."""
    answer = page.goto(at.address(screen))
    if answer is None or answer.status != screen.status:
        raise RuntimeError(f"{screen.name}: status {answer.status if answer else None} of {at.address(screen)}")
    page.evaluate("document.fonts.ready")
    if screen.presses:
        settle(page)
        page.locator(screen.presses).first.click()
