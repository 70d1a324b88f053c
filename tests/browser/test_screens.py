"""Every screen, looked at on a phone, on its side and on a desk, by day and in the evening: what can be measured of it
is as docs/ui.md says.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.small_screens import SIZES as SMALL_SIZES
from tests.browser.small_screens import cut_off
from tests.shots.faults import SMALLEST, barriers, cramped, has_axe, measured
from tests.shots.positions import POSITIONS
from tests.shots.screens import PHONE, SCREENS, PosedSite, Screen, come_to, screen_named

LARGEST = (1280, 800)
SIZES = ((844, 390), (1024, 768), LARGEST)
TABLES = {one.name: one for one in SCREENS if one.is_table and not one.presses}
ASKING = [name for name in TABLES if "-bid" in name or "-name" in name or "-direction" in name or "-blind" in name]
#: The longest that stands in the score of Two-Man Spades, in English and in German: bags, hand and target.
STANDINGS = (("−10 bags · even", "Hand 13", "first to 500"), ("−10 Bags · ungerade", "Blatt 13", "zuerst 500"))
LONGEST_SCORE = """([more, hand, target]) => {
    const all = (name, words) => document.querySelectorAll(`.score ${name}`).forEach((one) => one.textContent = words);
    all(".side__pts", "−188");
    all(".side__more", more);
    all(".score__mid b", hand);
    document.querySelector(".score__mid").lastChild.textContent = target;
}"""


@pytest.fixture(scope="module", autouse=True)
def _with_axe(somebody: Page, stranger: Page) -> None:
    for page in (somebody, stranger):
        has_axe(page)


def test_no_two_screens_have_one_name() -> None:
    assert len({screen.name for screen in SCREENS}) == len(SCREENS)


#: What a screen reader comes to on a table, in this order, where the phase has it.
IN_ORDER = ("heading", "region", "paragraph", "form", "navigation")
READ = [one for one in POSITIONS if one.endswith(("-follow", "-bid", "-discard", "-answer"))]


def reads_in_order(page: Page) -> None:
    """Score, what has happened, the hand and what else there is; everything that can be pressed has a name."""
    told = page.get_by_role("main").aria_snapshot()
    kinds = re.findall(r"^  - '?(\w+)", told, re.MULTILINE)
    met = [kind for kind in dict.fromkeys(kinds) if kind in IN_ORDER]
    assert met == [kind for kind in IN_ORDER if kind in met]
    assert {"heading", "region", "paragraph", "navigation"} <= set(met)
    assert not re.search(r"- '?(button|checkbox|radio|link|img)'?( \[\w+\])?:?$", told, re.MULTILINE)
    held = re.findall(r'"(?:(?:\d+|ace|king|queen|jack) of|big|little) \w+', told)
    assert len(held) >= page.locator(".hand .card").count() > 0


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_nothing_is_in_the_way(screen: Screen, posed: PosedSite, somebody: Page, stranger: Page) -> None:
    page = somebody if screen.person else stranger
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    come_to(page, posed, screen)
    faults = barriers(page) + measured(page, screen, PHONE)
    faults += [one for size in SIZES if screen.is_seen_in(size[0]) for one in measured(page, screen, size)]
    if screen.name in TABLES:
        faults += [f"on the narrowest phone: {one}" for one in cramped(page)]
        faults += [one for size in SMALLEST for one in measured(page, screen, size)]
        faults += cut_off(page, asks=screen.name in ASKING and screen.person, sits=screen.person)
    assert faults == []
    if screen.name in READ:
        reads_in_order(page)


@pytest.mark.parametrize("name", ("twoman-bid", "spades-bid", "solo-bid"))
def test_a_picked_nil_fits_the_smallest_phone(name: str, posed: PosedSite, somebody: Page, german: Page) -> None:
    """Its words are the longest of all bids."""
    for page in (somebody, german):
        screen = screen_named(name)
        page.set_viewport_size({"width": SMALL_SIZES[0][0], "height": SMALL_SIZES[0][1]})
        come_to(page, posed, screen)
        page.locator("[data-bid-key='0']").check(force=True)
        assert measured(page, screen, SMALL_SIZES[0]) == []


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_nothing_is_in_the_way_in_german(screen: Screen, posed: PosedSite, german: Page, german_stranger: Page) -> None:
    """Its words are longer; colours and roles are those of English."""
    page = german if screen.person else german_stranger
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    come_to(page, posed, screen)
    assert page.locator("html").get_attribute("lang") == "de"
    sizes = (*SMALL_SIZES, (390, 844), LARGEST) if screen.name in TABLES else (PHONE, LARGEST)
    assert [one for size in sizes if screen.is_seen_in(size[0]) for one in measured(page, screen, size)] == []


@pytest.mark.parametrize("words", STANDINGS, ids=("en", "de"))
def test_the_longest_score_of_two_runs_over_on_no_phone(
    words: tuple[str, str, str], posed: PosedSite, somebody: Page
) -> None:
    table = TABLES["twoman-lead"]
    come_to(somebody, posed, table)
    somebody.evaluate(LONGEST_SCORE, words)
    sizes = ((360, 740), (390, 844), (480, 900), (844, 390))
    assert [one for size in sizes for one in measured(somebody, table, size)] == []


def test_forced_colours_show_what_fills_and_shadows_say_elsewhere(somebody: Page, posed: PosedSite) -> None:
    somebody.emulate_media(forced_colors="active")
    try:
        come_to(somebody, posed, screen_named("twoman-bid"))
        somebody.locator("[data-bid-key]").first.check()
        wide = "one => getComputedStyle(one).borderTopWidth"
        assert somebody.locator(".bid input:checked + span").first.evaluate(wide) == "3px"
        assert somebody.locator(".bid input:not(:checked) + span").first.evaluate(wide) == "1px"
        come_to(somebody, posed, screen_named("spades-follow"))
        assert somebody.locator(".card.is-wins .paper").first.evaluate(wide) == "3px"
        style = "(one, name) => getComputedStyle(one)[name]"
        somebody.locator("[data-hand] button.card").last.evaluate("(card) => { card.ariaDisabled = 'true'; }")
        playable, other = ("[data-hand] button.card:not([aria-disabled]) .paper", "[data-hand] [aria-disabled] .paper")
        for name in ("borderTopStyle", "color"):
            told = [somebody.locator(paper).first.evaluate(style, name) for paper in (playable, other)]
            assert told[0] != told[1]
        assert somebody.locator(".seat.is-turn .face").evaluate(style, "outlineStyle") == "solid"
        assert somebody.locator(".seat:not(.is-turn) .face").first.evaluate(style, "outlineStyle") == "none"
        assert somebody.locator(".slot.is-turn").evaluate(wide) == "4px"
        come_to(somebody, posed, screen_named("twoman-follow"))
        bar = somebody.locator("progress").first
        assert bar.evaluate(style, "forcedColorAdjust") == "none"
        assert bar.evaluate(style, "color") != bar.evaluate(style, "backgroundColor")
        assert somebody.locator(".backs i").first.evaluate(style, "forcedColorAdjust") == "none"
    finally:
        somebody.emulate_media(forced_colors="none")


def test_a_table_zoomed_to_four_times_its_size_is_read_from_above(somebody: Page, posed: PosedSite) -> None:
    """320 x 256: too narrow for what a phone on its side shows beside each other."""
    somebody.set_viewport_size({"width": 320, "height": 256})
    for name in ("bidwhist-bid", "bidwhist-follow"):
        come_to(somebody, posed, screen_named(name))
        wide = somebody.locator("#table .cloth").evaluate("one => [one.getBoundingClientRect().width, innerWidth]")
        assert wide[0] == wide[1]


def test_the_contract_is_in_sight_where_a_renege_may_be_called(somebody: Page, posed: PosedSite) -> None:
    """Above the button that calls it: nobody can play without the trumps."""
    come_to(somebody, posed, screen_named("bidwhist-follow"))
    for width, height in ((360, 740), (320, 640), (740, 360), (844, 390), (640, 400)):
        somebody.set_viewport_size({"width": width, "height": height})
        expect(somebody.locator("[data-key=r]")).to_be_visible()
        tag = somebody.locator(".seat__end .tag")
        expect(tag).to_be_in_viewport(ratio=1)
        assert tag.evaluate("one => one.scrollWidth <= one.clientWidth"), (width, height)


def test_the_tools_fit_the_narrowest_phone_in_german(posed: PosedSite, german: Page) -> None:
    """As on a wider one of whoever reads large type."""
    german.set_viewport_size({"width": 280, "height": 653})
    come_to(german, posed, screen_named("twoman-follow"))
    expect(german.locator(".tool:visible").last).to_be_in_viewport(ratio=1)
    assert german.evaluate("document.scrollingElement.scrollWidth") == 280


def test_the_seal_of_the_next_deal_is_folded_below_the_score(posed: PosedSite, german: Page) -> None:
    german.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    come_to(german, posed, screen_named("twoman-between"))
    expect(german.locator("#page > .seal .hex")).not_to_be_visible()
    score, seal = german.locator(".versus").bounding_box(), german.locator("#page > .seal").bounding_box()
    assert score is not None and seal is not None and seal["y"] > score["y"] + score["height"]


def test_a_toast_leaves_the_menu_and_a_hand_on_a_phone_alone(somebody: Page, posed: PosedSite) -> None:
    somebody.set_viewport_size({"width": 360, "height": 740})
    come_to(somebody, posed, screen_named("twoman-follow"))
    said = "Something went wrong. Your game is saved. Reload the page to go on."
    toast = f'<div class="toast"><span>{said}</span><button class="btn" data-dismiss>Close</button></div>'
    somebody.evaluate("(html) => document.getElementById('toasts').insertAdjacentHTML('beforeend', html)", toast)
    box, hand = somebody.locator(".toasts .toast").bounding_box(), somebody.locator("[data-hand]").bounding_box()
    close = somebody.locator(".toasts .toast .btn").bounding_box()
    menu = somebody.locator("[popovertarget=menu]").first.bounding_box()
    assert box is not None and hand is not None and close is not None and menu is not None
    assert box["x"] + box["width"] <= menu["x"]
    assert box["y"] + box["height"] < hand["y"] and close["height"] >= 44


COVERED = """(note) => {
    const own = note.getBoundingClientRect();
    const meets = (box) => box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom;
    return [...document.querySelectorAll(".side, .seat, .say, .card, .btn, .bid, .iconbtn, .tool")]
        .filter((one) => one.checkVisibility() && meets(one.getBoundingClientRect())).map((one) => one.className);
}"""


@pytest.mark.parametrize("name", ["solo-bid", "solo-bid-tip", "solo-follow"])
def test_a_note_of_the_line_covers_nothing_of_four_on_a_phone_on_its_side(
    name: str, somebody: Page, posed: PosedSite
) -> None:
    somebody.set_viewport_size({"width": 844, "height": 390})
    come_to(somebody, posed, screen_named(name))
    note = somebody.locator("#lost")
    note.evaluate("one => { one.hidden = false; }")
    assert note.evaluate(COVERED) == []


def test_the_points_of_a_nil_stand_in_one_line_on_a_phone(german: Page, posed: PosedSite) -> None:
    german.set_viewport_size({"width": 390, "height": 844})
    come_to(german, posed, screen_named("spades-bid"))
    german.locator('[data-bid-key][value="0"]').check(force=True)
    for points in german.locator(".stake .num:visible").all():
        assert points.evaluate(
            "one => one.getBoundingClientRect().height < 2 * parseFloat(getComputedStyle(one).fontSize)"
        )


@pytest.mark.parametrize(
    ("name", "part", "whole"),
    [
        ("spades-statistics-game", ".list", ".wide"),
        ("statistics-hands", ".list", ".wide"),
        ("weighed-decisions", ".hands", ".scroll"),
        ("bidwhist-proof", ".deck .chip", "li"),
    ],
)
def test_no_number_or_joker_is_wider_than_its_place_on_a_phone(
    name: str, part: str, whole: str, german: Page, posed: PosedSite
) -> None:
    """The last figure of a row was cut off, and was read as a smaller one; the jokers of a deck lay over others."""
    german.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    come_to(german, posed, screen_named(name))
    wider = "(all, whole) => all.filter((one) => one.offsetWidth > one.closest(whole).clientWidth).length"
    assert german.locator(part).evaluate_all(wider, whole) == 0
    assert german.locator(part).count()


def test_the_bags_of_four_are_read_whole_on_a_phone(german: Page, posed: PosedSite) -> None:
    german.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    come_to(german, posed, screen_named("solo-bid"))
    german.locator(".side__pts").evaluate_all("all => all.forEach((one) => { one.textContent = '−130'; })")
    for bags in german.locator(".side__more").all():
        bags.evaluate("one => { one.textContent = '9 Bags'; }")
        assert bags.evaluate("one => one.scrollWidth <= one.clientWidth")


#: Whoever has an account needs less room beside what is played: its name alone.
A_GUEST = """() => document.querySelector(".bar__nav").insertAdjacentHTML("beforeend", `%s`)"""
ONWARD = "".join(f'<a href="#">{words}</a>' for words in ("Einstellungen", "Registrieren", "Anmelden"))
PLAYED_IN_THE_BAR = """(hand) => {
    const where = document.querySelector(".bar__where");
    for (const one of where.children) one.textContent = one.textContent.replace(/\\d+/, hand);
    return [where.textContent, where.scrollWidth - where.clientWidth, getComputedStyle(where).textOverflow];
}"""


@pytest.mark.parametrize("name", ["spades-hand", "spades-between", "twoman-hand", "twoman-between", "twoman-replay"])
def test_what_is_played_stands_whole_in_the_bar_of_a_desk(
    name: str, posed: PosedSite, somebody: Page, german: Page
) -> None:
    for page in (somebody, german):
        page.set_viewport_size({"width": LARGEST[0], "height": LARGEST[1]})
        come_to(page, posed, screen_named(name))
        page.locator('.bar__nav [href^="/settings/"]').evaluate("one => one.remove()")
        page.evaluate(A_GUEST % ONWARD)
        told, over, end = page.evaluate(PLAYED_IN_THE_BAR, "28")
        assert "28" in told and over == 0 and end == "ellipsis"


def test_a_name_too_long_for_the_bar_ends_in_dots(somebody: Page, posed: PosedSite) -> None:
    somebody.set_viewport_size({"width": LARGEST[0], "height": LARGEST[1]})
    come_to(somebody, posed, screen_named("boards"))
    cut = somebody.locator('.bar__nav [href^="/settings/"]').evaluate("""one => {
        one.textContent = "W".repeat(30);
        return [getComputedStyle(one).display, getComputedStyle(one).textOverflow, one.scrollWidth > one.clientWidth];
    }""")
    assert cut == ["block", "ellipsis", True]  # a flex box has no dots


def test_a_decision_of_two_lines_is_read_as_one(german: Page, posed: PosedSite) -> None:
    german.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    come_to(german, posed, screen_named("weighed-decisions"))
    heights = german.locator(".thought .list a").evaluate_all("""all => all.map((one) => {
        const { lineHeight, fontSize } = getComputedStyle(one);
        return parseFloat(lineHeight) / parseFloat(fontSize);
    })""")
    assert heights and max(heights) < 1.5


def test_what_is_dangerous_is_no_wider_than_what_is_usual(somebody: Page, posed: PosedSite) -> None:
    for width, height in (PHONE, LARGEST):
        somebody.set_viewport_size({"width": width, "height": height})
        come_to(somebody, posed, screen_named("spades-blind"))
        main, grave = (somebody.locator(f"#choice .btn--{one}").bounding_box() for one in ("main", "grave"))
        assert main is not None and grave is not None and main["width"] >= grave["width"]
