"""What must stay in view on a small phone, on its side and zoomed to twice the size: the question, the words on what is
pressed, and the tools, whatever the table says meanwhile.
"""

import re

from playwright.sync_api import Page

from tests.shots.faults import SMALLEST
from tests.shots.screens import PHONE

#: A small phone, the smallest, a desk of 1280 x 800 zoomed to twice the size, and a phone on its side.
SIZES = ((360, 740), (320, 640), (640, 400), (844, 390))
#: As long as the longest sentence with which a card is refused, in German.
LONG = (
    "Unter der obersten Karte eines Stapels liegen nur Stäbe: Wähl ein Schwert, einen Kelch oder einen Schild, mit"
    " Stäben oder ohne sie."
)
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


def cut_off(page: Page, *, asks: bool, sits: bool) -> list[str]:
    """Of the open table in the words of English: what a small window hides, with its question where it `asks`, and
    after a refusal where somebody `sits` there and does not look on.
    """
    faults = []
    for size in SIZES if asks else ():
        at(page, size)
        faults += [f"{size[0]}x{size[1]}: {one}" for one in page.evaluate(HIDDEN)]
    told = " ".join(page.locator("#say > span:not(.lesson)").all_inner_texts())
    if re.search(r"(^|[.!?] )[a-z]", told):
        faults.append(f"a sentence begins without a capital: {told}")
    if not sits:
        return faults
    at(page, PHONE)
    faults += [f"after a refusal: {one}" for one in page.evaluate(AFTER_A_REFUSAL, LONG)]
    at(page, SMALLEST[0])
    page.evaluate(AFTER_A_REFUSAL, LONG)
    if not page.evaluate("document.querySelector('.tools').getBoundingClientRect().bottom <= innerHeight + 1"):
        faults.append("after a refusal the tools are out of reach on the smallest phone")
    return faults


def at(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
