"""The list of screens, and how a browser comes to one. Needs nothing of the site but its address."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page

from tests.chromium import settle
from tests.shots.positions import AMONG_PEOPLE, LOOKED_ON, POSITIONS, WANTED_AGAIN
from tests.site import PREPARED, Site, prepared

PHONE: Final = (360, 740)
SIZES: Final = (PHONE, (390, 844), (844, 390), (1024, 768), (1280, 800))
DESK: Final = 1024
#: The file of a prepared site that says who to be and where each game lies.
CODES: Final = "posed.json"
Theme = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
KEYS: Final = ("twoman", "spades", "bidwhist", "cardduel")
#: Those in which something is bid.
#: What the partial is not, while a hand is played: a page that scrolls.
ENDED: Final = ("between", "over")


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen: an address, in which `{code}` is the game of a position, and what is pressed there.

    `person` says whether somebody with an account is there; without one a stranger looks.
    """

    name: str
    path: str
    position: str = ""
    person: bool = True
    presses: str = ""
    status: int = 200

    @property
    def is_table(self) -> bool:
        """Whether it must fit the screen of a phone without scrolling."""
        return self.path in ("/games/{code}/", "/t/{code}/look/") and not self.name.endswith(ENDED)

    def is_seen_in(self, width: int) -> bool:
        """What opens over a phone's table stands beside it on a desk, where nothing is pressed for it."""
        return not self.presses or width < DESK


def _stranger(name: str, path: str, status: int = 200) -> Screen:
    return Screen(name, path, person=False, status=status)


def _shared(name: str, path: str) -> Screen:
    """What a link to a past game leads to, for whoever has it."""
    return Screen(name, path, "shared", person=False)


def _onlookers(name: str) -> Screen:
    """The same table for somebody who looks on by its link."""
    return Screen(f"onlooker-{name}", "/t/{code}/look/", f"onlooker-{name}", person=False)


def _among_people() -> Iterator[Screen]:
    """A table with another person, and on a phone what may be said there; and one that is over and wanted again."""
    for name in AMONG_PEOPLE:
        yield Screen(f"people-{name}", "/games/{code}/", f"people-{name}")
        yield Screen(f"people-words-{name}", "/games/{code}/", f"people-{name}", presses="[popovertarget=words]")
    yield Screen(f"people-{WANTED_AGAIN}", "/games/{code}/", f"people-{WANTED_AGAIN}")


def _phases() -> Iterator[Screen]:
    for name in POSITIONS:
        yield Screen(name, "/games/{code}/", name)


def _sheets() -> Iterator[Screen]:
    """What opens over the table on a phone."""
    at_four = ("last", "score", "log")
    for name, sheets in (
        ("twoman-follow", (*at_four, "menu", "settings")),
        ("spades-follow", at_four),
        ("bidwhist-follow", ("score", "log")),  # where reneges may be called no trick is shown again
        ("cardduel-open", ("last", "log", "settings")),
    ):
        for sheet in sheets:
            yield Screen(f"{name}-{sheet}", "/games/{code}/", name, presses=f"[popovertarget={sheet}]")


def _looking_back() -> Iterator[Screen]:
    for key, step, hers in (("twoman", 12, 2), ("spades", 12, 2), ("bidwhist", 12, 2), ("cardduel", 5, 2)):
        over = f"{key}-over"
        yield Screen(f"{key}-hand", "/games/{code}/hands/1/", over)
        yield Screen(f"{key}-replay", f"/games/{{code}}/hands/1/replay/?step={step}", over)
        yield Screen(f"{key}-asked-again", f"/games/{{code}}/hands/1/steps/{hers}/again/", over)
        yield Screen(f"{key}-review", "/games/{code}/review/", over)
        yield Screen(f"{key}-proof", "/games/{code}/hands/1/verify/", over)
        yield Screen(f"{key}-decisions", "/games/{code}/decisions/", over)
        yield Screen(f"{key}-hand-review", "/games/{code}/hands/1/review/", over)
        yield Screen(f"{key}-statistics-game", "/statistics/games/{code}/", over)
    yield Screen("weighed-decisions", "/games/{code}/decisions/", "weighed", presses=".graph summary")


def _played_again() -> Iterator[Screen]:
    """Hands played again, and where they are begun from."""
    for key in KEYS:
        yield Screen(f"again-{key}", "/games/{code}/", f"again-{key}")
        yield Screen(f"again-{key}-open", "/games/{code}/", f"again-{key}", presses=".tool[popovertarget=log]")
    yield Screen("again-over", "/games/{code}/", "again-over")
    yield Screen(
        "again-from", "/games/{code}/hands/1/replay/?step=9", "twoman-over", presses=".tool[popovertarget=again]"
    )


def _setting_up() -> Iterator[Screen]:
    yield Screen("choose", "/games/new/")
    for key in KEYS:
        yield Screen(f"{key}-setup", f"/games/new/{key}/")
    yield Screen("bidwhist-setup-given", "/games/new/bidwhist/", presses="[name=place_2][value=link]")
    yield Screen("restore-all", "/games/new/restore/")
    yield Screen("twoman-setup-restore", "/games/new/twoman/restore/")
    yield Screen("spades-setup-custom", "/games/new/spades/?variant=custom1")


SCREENS: Final[tuple[Screen, ...]] = (
    _stranger("home-stranger", "/"),
    Screen("home", "/"),
    _stranger("signup", "/accounts/signup/"),
    _stranger("login", "/accounts/login/"),
    _stranger("password-reset", "/accounts/password/reset/"),
    _stranger("password-reset-sent", "/accounts/password/reset/done/"),
    _stranger("password-reset-old-link", "/accounts/password/reset/key/1-abc-def/"),
    _stranger("password-reset-done", "/accounts/password/reset/key/done/"),
    _stranger("email-sent", "/accounts/confirm-email/"),
    _stranger("email-old-link", "/accounts/confirm-email/abc:def/"),
    _stranger("inactive", "/accounts/inactive/"),
    *_setting_up(),
    *_phases(),
    *_sheets(),
    Screen("abandon", "/games/{code}/abandon/", "twoman-lead"),
    Screen("instead", "/games/{code}/instead/", "twoman-lead"),
    Screen("end", "/games/{code}/end/", "twoman-away"),
    *_looking_back(),
    *_played_again(),
    Screen("practice", "/practice/{code}/", "practice"),
    _stranger("practice-nothing", "/practice/"),
    *(Screen(f"practice-{key}", f"/practice/house/{key}/1/") for key in KEYS),
    _stranger("practice-kind", "/practice/house/twoman/1/?decision=bid"),
    _shared("shared", "/shared/{code}/"),
    _shared("shared-hand", "/shared/{code}/hands/1/"),
    _shared("shared-proof", "/shared/{code}/hands/1/verify/"),
    Screen("room", "/rooms/{code}/", "room"),
    Screen("room-close", "/rooms/{code}/leave/", "room"),
    Screen("invitation", "/t/{code}/", "invitation", person=False),
    *(_onlookers(name) for name in LOOKED_ON),
    *_among_people(),
    Screen("invitation-own", "/t/{code}/", "invitation"),
    Screen("archive", "/games/"),
    Screen("companions", "/people/"),
    Screen("challenges", "/challenges/"),
    Screen("challenge-like", "/games/{code}/challenge/", "twoman-over"),
    Screen("challenge", "/c/{code}/", "challenge"),
    Screen("challenge-link", "/c/{code}/", "challenge", person=False),
    Screen("challenge-result", "/c/{code}/result/", "challenge-result"),
    Screen("challenge-hand", "/c/{code}/boards/1/0/?step=4", "challenge-result"),
    Screen("challenge-hand-at", "/c/{code}/boards/1/0/1/?step=4", "challenge-result"),
    Screen("boards", "/boards/"),
    Screen("boards-of-month", "/boards/months/{code}/", "month-before"),
    Screen("boards-of-day", "/boards/{code}/", "board-before"),
    Screen("board", "/boards/{code}/bidwhist/", "board"),
    Screen("board-open", "/boards/{code}/cardduel/", "board"),
    Screen("board-chain", "/boards/chain/", "board"),
    *(Screen(f"statistics-{key}", f"/statistics/?game={key}") for key in KEYS),
    Screen("statistics-days", "/statistics/", presses=".narrow > summary"),
    Screen("statistics-hands", "/statistics/hands/"),
    Screen("statistics-games", "/statistics/games/"),
    Screen("statistics-decisions", "/statistics/decisions/?game=twoman"),
    Screen("statistics-decisions-few", "/statistics/decisions/?game=spades"),
    _stranger("statistics-decisions-empty", "/statistics/decisions/"),
    Screen("statistics-decision-list", "/statistics/decisions/list/?game=twoman&decision=lead"),
    Screen("statistics-everybody", "/statistics/everybody/"),
    _stranger("statistics-empty", "/statistics/"),
    Screen("rules", "/rules/"),
    Screen("rules-twoman", "/rules/two-man-spades/"),
    Screen("rules-spades", "/rules/spades/"),
    Screen("rules-bidwhist", "/rules/bidwhist/"),
    Screen("rules-cardduel", "/rules/cardduel/"),
    *(Screen(f"strategy-{key}", f"/rules/{key}/strategy/") for key in KEYS),
    Screen("keyboard", "/keyboard/"),
    Screen("privacy", "/privacy/"),
    Screen("about", "/about/"),
    _stranger("offline", "/offline/"),
    Screen("settings", "/settings/"),
    _stranger("settings-stranger", "/settings/"),
    Screen("settings-restore", "/settings/restore/"),
    Screen("password", "/accounts/password/change/"),
    Screen("email", "/accounts/email/"),
    Screen("passkeys", "/accounts/2fa/"),
    Screen("passkey-add", "/accounts/2fa/webauthn/add/"),
    Screen("passkey-list", "/accounts/2fa/webauthn/"),
    Screen("password-set", "/accounts/password/set/"),
    Screen("sessions", "/accounts/sessions/"),
    Screen("leave", "/accounts/leave/"),
    Screen("logout", "/accounts/logout/"),
    _stranger("not-found", "/nowhere/", status=404),
)


@dataclass(frozen=True, slots=True)
class PosedSite:
    """A site on which every position lies ready."""

    url: str
    session: str
    codes: dict[str, str]

    def address(self, screen: Screen) -> str:
        return self.url + screen.path.replace("{code}", self.codes.get(screen.position, ""))


def screen_named(name: str) -> Screen:
    return next(screen for screen in SCREENS if screen.name == name)


def prepare(site: Site) -> None:
    """Rows, files and all positions, which are made once for all sites of a run."""
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
    site.folder.joinpath(CODES).write_text(site.shell("from tests.shots.posing import pose_all; pose_all()"))


def posed(site: Site) -> PosedSite:
    """A site that was prepared here."""
    found = json.loads(site.folder.joinpath(CODES).read_text())
    return PosedSite(site.url, found["session"], found["codes"])


@contextmanager
def visitor(
    browser: Browser, at: PosedSite, *, person: bool, language: str = "en", bypass_csp: bool = False
) -> Iterator[Page]:
    """A page on which nothing moves, of somebody with an account or of a stranger."""
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
    answer = page.goto(at.address(screen))
    if answer is None or answer.status != screen.status:
        raise RuntimeError(f"{screen.name}: {answer.status if answer else 'nothing'} for {at.address(screen)}")
    page.evaluate("document.fonts.ready")
    if screen.presses:
        settle(page)
        page.locator(screen.presses).first.click()
