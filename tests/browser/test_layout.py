"""Layouts that test_screens.py does not cover: card sizes, a notch, long names and scores, forced colours."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Event, Thread
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import Preferences
from tests.browser.jumps import assert_no_jumps, watch
from tests.browser.seat import Seat
from tests.browser.small_screens import SIZES as SMALL_SIZES
from tests.browser.small_screens import at, look
from tools.pictures.faults import MEASURE, SMALL_TARGET, measured
from tools.pictures.screens import PHONE, PosedSite, come_to, screen_named

pytestmark = pytest.mark.motion

DESK: Final = (1280, 800)
SIDEWAYS: Final = (844, 390)
CARD_SIZES: Final = tuple(Preferences.CardSize.values)
HANDS: Final = (
    *("twoman-discard", "twoman-follow-tip", "spades-lead", "spades-follow-hint"),
    *("bidwhist-discard", "bidwhist-lead-tip", "cardduel-answer", "cardduel-open"),
)


def choose_cards(page: Page, card_size: str) -> None:
    page.evaluate(f"document.documentElement.dataset.cards = {card_size!r}")


def fits(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


def is_whole(part: Locator) -> bool:
    return part.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")


# ---------- sizes of cards ----------
def test_a_hand_fits_with_cards_of_every_size(player_page: Page, posed: PosedSite) -> None:
    for name in HANDS:
        come_to(player_page, posed, screen_named(name))
        for size in (PHONE, (390, 844), SIDEWAYS, DESK):
            at(player_page, size)
            for card_size in CARD_SIZES:
                choose_cards(player_page, card_size)
                where = f"{name}, {card_size} cards at {size}"
                assert Seat(player_page, posed.url).fits_the_phone(), where
                assert player_page.evaluate(MEASURE, [True, SMALL_TARGET]) == [], where
                for wide, high, below_index in look(player_page, "inSight"):
                    assert wide >= SMALL_TARGET and high >= 40 and below_index >= -2, where


def test_the_size_of_cards_moves_no_part_of_the_table_on_a_phone(player_page: Page, posed: PosedSite) -> None:
    come_to(player_page, posed, screen_named("spades-follow-tip"))
    tops = "() => ['.cross', '.say', '.tools'].map((one) => document.querySelector(one).getBoundingClientRect().top)"
    places = []
    for card_size in CARD_SIZES:
        choose_cards(player_page, card_size)
        places.append(player_page.evaluate(tops))
    assert places[0] == pytest.approx(places[1], abs=4) and places[2] == pytest.approx(places[1], abs=4)


# ---------- a notch ----------
#: Insets of iPhones: 47 px at each side with a notch, 59 px with a Dynamic Island, and 21 px for the home indicator.
SIDES, BELOW = (47, 59), 21
BESIDE_A_NOTCH: Final = (
    *("twoman-discard-tip", "twoman-bid", "spades-follow", "bidwhist-bid", "cardduel-open", "cardduel-blaze-tip"),
    *("twoman-follow-menu", "twoman-follow-settings", "twoman-follow-score", "spades-away"),
    *("home", "twoman-setup", "statistics-twoman", "settings", "twoman-over", "twoman-replay"),
)


@contextmanager
def insets(page: Page, side: int) -> Iterator[None]:
    devtools = page.context.new_cdp_session(page)
    sides = {"left": side, "right": side, "bottom": BELOW}
    devtools.send("Emulation.setSafeAreaInsetsOverride", {"insets": sides})
    yield
    devtools.send("Emulation.setSafeAreaInsetsOverride", {"insets": {}})
    devtools.detach()


def test_nothing_lies_under_the_notch_of_a_phone_on_its_side(german_page: Page, posed: PosedSite) -> None:
    for name in BESIDE_A_NOTCH:
        screen = screen_named(name)
        at(german_page, PHONE)
        come_to(german_page, posed, screen)
        for side in SIDES:
            with insets(german_page, side):
                faults = measured(german_page, screen, SIDEWAYS)
                assert look(german_page, "beside", [side, BELOW]) == [], name
                assert [one for one in faults if "does not fit" in one or "sideways" in one] == [], name


# ---------- long names ----------
#: A name of the maximum length, without a space.
LONG_NAME: Final = "WilhelminaWwwwwwwwwwwwwwwwwwww"
WIDEST_NAME: Final = "W" * 30
#: Screen, width of its window, the name that is lengthened, and the part that must show it without scrolling.
NAMED_AT_LENGTH: Final = (
    *((f"twoman-{phase}", width, "Marta", "#table")
      for phase in ("lead", "bid", "discard", "between", "over") for width in (360, 1280)),
    ("people-spades-between", 360, "Ama", ".wide"),
    ("people-spades-follow", 1280, "Ama", "#score .wide"),
    ("shared", 360, "Joanna", ".scroll"),
    ("end", 360, "Kofi", ".panel"),
    ("challenge-hand", 360, "Kofi", ".steps"),
    ("challenge-hand", 1280, "Kofi", "#tricks"),
    ("twoman-away", 1280, "Kofi", "#log .log"),
)  # fmt: skip


def test_a_long_name_moves_nothing_out_of_sight(german_page: Page, posed: PosedSite) -> None:
    for screen, width, name, part in NAMED_AT_LENGTH:
        longer = LONG_NAME if name == "Marta" else WIDEST_NAME
        at(german_page, (width, 800))
        come_to(german_page, posed, screen_named(screen))
        look(german_page, "rename", [name, longer])
        within = german_page.locator(part).first
        expect(within).to_contain_text(longer)
        assert (part == "#table" or is_whole(within)) and fits(german_page), (screen, width)


# ---------- long words and numbers ----------
#: The longest score of Two-Man Spades, in English and in German: bags, hand and target.
STANDINGS: Final = (("−10 bags · even", "Hand 13", "first to 500"), ("−10 Bags · ungerade", "Hand 13", "zuerst 500"))


def test_the_longest_scores_run_over_on_no_phone(player_page: Page, german_page: Page, posed: PosedSite) -> None:
    table = screen_named("twoman-lead")
    come_to(player_page, posed, table)
    for words in STANDINGS:
        look(player_page, "longestScore", words)
        for size in (PHONE, (390, 844), (480, 900), SIDEWAYS):
            assert measured(player_page, table, size) == []
    come_to(german_page, posed, screen_named("solo-bid"))
    german_page.locator(".side__pts").evaluate_all("all => all.forEach((one) => { one.textContent = '−130'; })")
    for bags in german_page.locator(".side__more").all():
        bags.evaluate("one => { one.textContent = '9 Bags'; }")
        assert bags.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_picked_nil_fits_the_smallest_phone(player_page: Page, german_page: Page, posed: PosedSite) -> None:
    """Of all bids, nil has the longest texts."""
    for name in ("twoman-bid", "spades-bid", "solo-bid"):
        for page in (player_page, german_page):
            screen = screen_named(name)
            at(page, SMALL_SIZES[0])
            come_to(page, posed, screen)
            page.locator("[data-bid-key='0']").check(force=True)
            assert measured(page, screen, SMALL_SIZES[0]) == []


# ---------- what stays in view ----------
def test_what_a_renege_needs_is_in_sight_and_zoom_keeps_the_table_readable(player_page: Page, posed: PosedSite) -> None:
    """The contract is in view, and the button that calls a renege is shown. At 320 x 256 the table has full width."""
    come_to(player_page, posed, screen_named("bidwhist-follow"))
    for size in (PHONE, (320, 640), (740, 360), SIDEWAYS, (640, 400)):
        at(player_page, size)
        expect(player_page.locator("[data-key=r]")).to_be_visible()
        tag = player_page.locator(".seat__end .tag")
        expect(tag).to_be_in_viewport(ratio=1)
        assert tag.evaluate("one => one.scrollWidth <= one.clientWidth"), size
    at(player_page, (320, 256))
    wide = player_page.locator("#table .cloth").evaluate("one => [one.getBoundingClientRect().width, innerWidth]")
    assert wide[0] == wide[1]


def test_a_question_leaves_the_trick_a_cross(player_page: Page, posed: PosedSite) -> None:
    come_to(player_page, posed, screen_named("spades-away"))
    expect(player_page.locator(".question")).to_have_count(1)
    middle = "one => (({ x, y, width, height }) => [x + width / 2, y + height / 2])(one.getBoundingClientRect())"
    for size in (PHONE, (320, 640), SIDEWAYS, DESK):
        at(player_page, size)
        n, e, s, w = (player_page.locator(f".cross .{side}").evaluate(middle) for side in "nesw")
        assert w[0] < n[0] < e[0] and n[1] < w[1] < s[1], size
        assert abs(n[0] - s[0]) < 1 and abs(w[1] - e[1]) < 1, size


def test_notes_and_toasts_cover_nothing_that_is_used(player_page: Page, posed: PosedSite) -> None:
    come_to(player_page, posed, screen_named("twoman-follow"))
    for size in (PHONE, (320, 640), SIDEWAYS, DESK):
        at(player_page, size)
        for note in ("lost", "failed"):
            said, *used = look(player_page, "shownAndUsed", note)
            assert said["right"] and len(used) > 2, (note, size)
            for box in used:
                is_beside = said["right"] <= box["left"] or box["right"] <= said["left"]
                assert is_beside or said["bottom"] <= box["top"], (note, size)
    at(player_page, PHONE)
    said = "Something went wrong. Your game is saved. Reload the page to go on."
    toast = f'<div class="toast"><span>{said}</span><button class="btn" data-dismiss>Close</button></div>'
    player_page.evaluate("(html) => document.getElementById('toasts').insertAdjacentHTML('beforeend', html)", toast)
    places = (".toasts .toast", "[data-hand]", ".toasts .toast .btn", "[popovertarget=menu]")
    box, hand, close, menu = (player_page.locator(one).first.bounding_box() for one in places)
    assert box is not None and hand is not None and close is not None and menu is not None
    assert box["x"] + box["width"] <= menu["x"] and box["y"] + box["height"] < hand["y"] and close["height"] >= 44
    player_page.locator(".toasts .toast span").evaluate("(one) => { one.textContent = 'w'.repeat(60); }")
    assert fits(player_page) and player_page.locator(".toasts .toast .btn").evaluate(
        "(one) => one.getBoundingClientRect().right <= innerWidth"
    )
    at(player_page, SIDEWAYS)
    for name in ("solo-bid-tip", "solo-follow"):
        come_to(player_page, posed, screen_named(name))
        assert look(player_page, "covered") == [], name


def test_the_newest_lines_of_score_and_log_are_in_view_at_a_desk(player_page: Page, posed: PosedSite) -> None:
    at(player_page, (1024, 768))
    for name in ("spades-follow", "cardduel-open"):
        come_to(player_page, posed, screen_named(name))
        player_page.wait_for_function("() => typeof scrollLog === 'function'")
        player_page.evaluate("""() => {
          for (const rows of document.querySelectorAll("#score tbody, [data-log]"))
            for (let more = 0; more < 12; more++) rows.append(rows.lastElementChild.cloneNode(true));
          document.querySelector("[data-log]").version = null;
          document.dispatchEvent(new Event("table:prepared"));
        }""")
        for newest in player_page.locator("#score tbody tr:last-child, [data-log] > :last-child").all():
            expect(newest).to_be_in_viewport(ratio=1)


def test_the_menu_leads_off_the_page_in_a_low_window(player_page: Page, posed: PosedSite) -> None:
    """The windows are of a desktop zoomed to 200 % and of a phone on its side."""
    menu = player_page.get_by_role("button", name="Menu", exact=True)
    away = player_page.locator("#menu").get_by_role("link", name="My games")
    for name in ("twoman-follow", "cardduel-answer", "twoman-between", "spades-replay"):
        come_to(player_page, posed, screen_named(name))
        for size in ((640, 400), (740, 360)):
            at(player_page, size)
            menu.click()
            away.click(trial=True)
            player_page.keyboard.press("Escape")
            expect(away).to_be_hidden()
    menu.click()
    away.click()
    player_page.wait_for_url("**/games/")


def test_what_a_player_says_covers_no_bid(player_page: Page, posed: PosedSite) -> None:
    come_to(player_page, posed, screen_named("people-spades-follow"))
    player_page.wait_for_function("() => typeof tell === 'function'")
    for size in (PHONE, (390, 844), (740, 360)):
        at(player_page, size)
        assert look(player_page, "coveredBids", "Sorry, one moment") == [], size


def test_forced_colours_show_what_fills_and_shadows_say_elsewhere(player_page: Page, posed: PosedSite) -> None:
    player_page.emulate_media(forced_colors="active")
    wide = "one => getComputedStyle(one).borderTopWidth"
    style = "(one, name) => getComputedStyle(one)[name]"
    first = lambda selector: player_page.locator(selector).first  # noqa: E731
    come_to(player_page, posed, screen_named("twoman-bid"))
    player_page.locator("[data-bid-key]").first.check()
    assert first(".bid input:checked + span").evaluate(wide) == "3px"
    assert first(".bid input:not(:checked) + span").evaluate(wide) == "1px"
    come_to(player_page, posed, screen_named("spades-follow"))
    assert first(".card.is-wins .paper").evaluate(wide) == "3px"
    player_page.locator("[data-hand] button.card").last.evaluate("(card) => { card.ariaDisabled = 'true'; }")
    playable, other = ("[data-hand] button.card:not([aria-disabled]) .paper", "[data-hand] [aria-disabled] .paper")
    for name in ("borderTopStyle", "color"):
        assert first(playable).evaluate(style, name) != first(other).evaluate(style, name)
    assert first(".seat.is-turn .face").evaluate(style, "outlineStyle") == "solid"
    assert first(".seat:not(.is-turn) .face").evaluate(style, "outlineStyle") == "none"
    assert first(".slot.is-turn").evaluate(wide) == "4px"
    come_to(player_page, posed, screen_named("twoman-follow"))
    bar = first("progress")
    assert bar.evaluate(style, "forcedColorAdjust") == "none"
    assert bar.evaluate(style, "color") != bar.evaluate(style, "backgroundColor")
    assert first(".backs i").evaluate(style, "forcedColorAdjust") == "none"


# ---------- a slow connection ----------
@contextmanager
def served_in_two_parts(first: str, second: str, rest: Event) -> Iterator[str]:
    """Serve a page whose second half is sent once `rest` is set; yield its URL."""

    class Halves(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(first.encode())
            rest.wait()
            self.wfile.write(second.encode())

        def log_message(self, *said: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Halves) as server:
        thread = Thread(target=server.handle_request)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        rest.set()
        thread.join()


def test_a_table_is_drawn_once_all_of_it_has_come(player_page: Page, posed: PosedSite) -> None:
    """If a table were drawn while it arrives, its hand would be centred again with each card."""
    at(player_page, DESK)
    watch(player_page)
    come_to(player_page, posed, screen_named("spades-bid"))
    html = player_page.request.get(player_page.url).text().replace('"/static/', f'"{posed.url}/static/')
    middle, rest = html.index("<li", html.index("data-hand") + 2_000), Event()
    with served_in_two_parts(html[:middle], html[middle:], rest) as address:
        player_page.goto(address, wait_until="commit")
        player_page.wait_for_function("document.querySelector('[data-hand] li')", polling=50)
        player_page.wait_for_timeout(500)  # a table that does not wait would be drawn in this time
        rest.set()
        player_page.wait_for_load_state()
    player_page.wait_for_timeout(200)
    assert_no_jumps(player_page)


def test_the_browsers_bars_wear_the_chosen_theme_and_a_page_is_printed_light(
    player_page: Page, posed: PosedSite
) -> None:
    """The theme is chosen in a field outside a form, so that it is not saved: other tests use the same player."""
    come_to(player_page, posed, screen_named("twoman-hand"))
    bars = "() => [...document.querySelectorAll('meta[name=theme-color]')].map((one) => [one.dataset.of, one.media])"
    player_page.evaluate("""() => {
        const field = document.body.appendChild(document.createElement("input"));
        [field.dataset.look, field.value] = ["theme", "dark"];
        field.dispatchEvent(new Event("change", { bubbles: true }));
    }""")
    assert dict(player_page.evaluate(bars)) == {"light": "not all", "dark": "all"}
    scheme = "() => getComputedStyle(document.documentElement).colorScheme"
    assert player_page.evaluate(scheme) == "dark"
    player_page.emulate_media(media="print")
    assert player_page.evaluate(scheme) == "light"
    expect(player_page.locator(".bar").first).to_be_hidden()
