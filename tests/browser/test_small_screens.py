"""What must stay in view on a small phone, on its side and zoomed to twice the size: the question, the words on what is
pressed, and the tools, whatever the table says meanwhile.
"""

import re

import pytest
from playwright.sync_api import Page

from tests.shots.faults import SMALLEST, measured
from tests.shots.screens import PHONE, SCREENS, PosedSite, Screen, come_to

pytestmark = pytest.mark.browser
#: A small phone, the smallest, a desk of 1280 x 800 zoomed to twice the size, and a phone on its side.
SIZES = ((360, 740), (320, 640), (640, 400), (844, 390))
LOOKED_AT = {one.name: one for one in SCREENS if one.is_table and not one.presses}
#: At which somebody sits; at the others one looks on.
TABLES = [one.name for one in LOOKED_AT.values() if one.person]
ASKING = [one for one in TABLES if "-bid" in one or "-name" in one or "-direction" in one or "-blind" in one]
#: As long as the longest sentence with which a card is refused, in German.
LONG = (
    "Unter der obersten Karte eines Stapels liegen nur Stäbe: Wähl ein Schwert, einen Kelch oder einen Schild, mit"
    " Stäben oder ohne sie."
)
#: The longest that stands in the score of Two-Man Spades, in English and in German: bags, hand and target.
STANDINGS = (("−10 bags · even", "Hand 13", "first to 500"), ("−10 Bags · ungerade", "Blatt 13", "zuerst 500"))
LONGEST_SCORE = """([more, hand, target]) => {
    const all = (name, words) => document.querySelectorAll(`.score ${name}`).forEach((one) => one.textContent = words);
    all(".side__pts", "−188");
    all(".side__more", more);
    all(".score__mid b", hand);
    document.querySelector(".score__mid").lastChild.textContent = target;
}"""
HIDDEN = """() => {
    const faults = [];
    const seen = (box) => box.width > 20 && box.height > 11 && box.top >= 0 && box.bottom <= innerHeight + 1;
    const told = [...document.querySelectorAll(".pick legend:not(.sr), #say:not(.sr) > span:not(.lesson)")];
    if (!told.length) faults.push("no question");
    const answers = [...document.querySelectorAll(".pick .btn, .pick .bid")].filter((one) => one.checkVisibility());
    for (const one of [...told, ...answers]) {
        if (!seen(one.getBoundingClientRect())) faults.push(`out of view: ${one.textContent.trim()}`);
    }
    for (const one of document.querySelectorAll(".bid span, .bid small, .btn, .stake b")) {
        if (!one.checkVisibility()) continue;
        if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline") {
            faults.push(`cut off: ${one.textContent.trim()}`);
        }
    }
    for (const one of document.querySelectorAll(".say .lesson > span")) {
        const [words, box] = [one.getBoundingClientRect(), one.closest(".say").getBoundingClientRect()];
        if (words.top - box.top < 3 || box.bottom - words.bottom < 3) faults.push("a tip touches its box");
    }
    return faults;
}"""
AFTER_A_REFUSAL = """(words) => {
    const line = document.getElementById("say");
    if (!line || line.matches(".sr")) return [];
    say(words);
    const tools = document.querySelector(".tools").getBoundingClientRect();
    const faults = [];
    if (tools.bottom > innerHeight + 1) faults.push(`tools end at ${tools.bottom} of ${innerHeight}`);
    const high = document.scrollingElement.scrollHeight;
    if (high > innerHeight + 1) faults.push(`does not fit: ${high} of ${innerHeight}`);
    if (line.scrollHeight > line.clientHeight + 1) faults.push("the refusal is cut off");
    return faults;
}"""


@pytest.mark.parametrize("name", ASKING)
def test_the_question_and_the_words_to_answer_it_are_in_view(name: str, posed: PosedSite, somebody: Page) -> None:
    come_to(somebody, posed, LOOKED_AT[name])
    faults = []
    for width, height in SIZES:
        somebody.set_viewport_size({"width": width, "height": height})
        faults += [f"{width}x{height}: {one}" for one in somebody.evaluate(HIDDEN)]
    assert faults == []


@pytest.mark.parametrize("name", TABLES)
def test_a_long_refusal_pushes_nothing_off_a_phone(name: str, posed: PosedSite, somebody: Page) -> None:
    somebody.set_viewport_size({"width": 360, "height": 740})
    come_to(somebody, posed, LOOKED_AT[name])
    assert somebody.evaluate(AFTER_A_REFUSAL, LONG) == []


@pytest.mark.parametrize("name", TABLES)
def test_the_tools_are_in_reach_on_the_smallest_phone(name: str, posed: PosedSite, somebody: Page) -> None:
    somebody.set_viewport_size({"width": 320, "height": 640})
    come_to(somebody, posed, LOOKED_AT[name])
    somebody.evaluate(AFTER_A_REFUSAL, LONG)
    assert somebody.evaluate("document.querySelector('.tools').getBoundingClientRect().bottom <= innerHeight + 1")


@pytest.mark.parametrize("words", STANDINGS, ids=("en", "de"))
def test_the_longest_score_of_two_runs_over_on_no_phone(
    words: tuple[str, str, str], posed: PosedSite, somebody: Page
) -> None:
    table = LOOKED_AT["twoman-lead"]
    come_to(somebody, posed, table)
    somebody.evaluate(LONGEST_SCORE, words)
    sizes = ((360, 740), (390, 844), (480, 900), (844, 390))
    assert [one for size in sizes for one in measured(somebody, table, size)] == []


@pytest.mark.parametrize("table", LOOKED_AT.values(), ids=lambda one: one.name)
def test_nothing_of_a_table_is_cut_off_or_covered(
    table: Screen, posed: PosedSite, german: Page, german_stranger: Page
) -> None:
    """In German, whose words are the longer ones; test_screens measures the larger sizes in English."""
    page = german if table.person else german_stranger
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    come_to(page, posed, table)
    assert page.locator("html").get_attribute("lang") == "de"
    faults = [one for size in (PHONE, *SIZES[1:], (390, 844), (1280, 800)) for one in measured(page, table, size)]
    assert faults == []


@pytest.mark.parametrize("table", LOOKED_AT.values(), ids=lambda one: one.name)
def test_the_smallest_windows_hold_a_table_in_english(
    table: Screen, posed: PosedSite, somebody: Page, stranger: Page
) -> None:
    page = somebody if table.person else stranger
    page.set_viewport_size({"width": 320, "height": 640})
    come_to(page, posed, table)
    assert [one for size in SMALLEST for one in measured(page, table, size)] == []
    said = " ".join(page.locator("#say > span:not(.lesson)").all_inner_texts())
    assert not re.search(r"(^|[.!?] )[a-z]", said)  # a sentence begins with a capital
