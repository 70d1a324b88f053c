"""Two people at one table, each in a browser of their own: asked in by a link, playing, parting."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import DESK, open_table, sit_down_by, start
from tests.browser.proved import holds
from tests.browser.seat import Seat, without_line
from tests.chromium import PATIENCE
from tests.shots.screens import PosedSite, come_to, screen_named
from tests.site import Site


def play_hand(*seats: Seat) -> None:
    """Whoever is to act does the simplest thing, until the hand is over for all."""
    for _ in range(PATIENCE // 20):
        if all(seat.hand_is_over() for seat in seats):
            return
        for seat in seats:
            if seat.page.locator("#table[data-turn]").count():
                seat.act()
        seats[0].page.wait_for_timeout(20)
    raise AssertionError([seat.phase for seat in seats])


def test_a_friend_is_asked_in_and_a_hand_is_played_while_a_third_looks_on(
    seat: Seat, page_elsewhere: Callable[..., Page]
) -> None:
    """From the waiting room to the next deal, which waits for both."""
    seat.sign_up("wilhelmina", "a lamp in the window")
    link = open_table(seat, "twoman")
    seat.page.get_by_role("button", name="Let others look on").click()
    expect(seat.page.get_by_role("button", name="Let nobody look on")).to_be_visible()
    other = sit_down_by(link, page_elsewhere(**DESK), seat.url, "Ama")
    expect(other.page.get_by_role("main")).to_contain_text("wilhelmina starts the game.")
    expect(seat.page.get_by_role("heading", level=1)).to_have_text("Everybody is here")
    faults: list[str] = []
    third = looks_on(link, page_elsewhere(viewport={"width": 360, "height": 740}), faults)
    start(seat, other)
    third.wait_for_selector("#table:not([data-phase=first])", timeout=PATIENCE)
    third.evaluate("document.documentElement.dataset.speed = 'instant'; window.isHere = true")
    assert set(seat.hand).isdisjoint(other.hand), "two hands, and nobody sees the other’s"
    for page, hidden in ((seat.page, other.hand), (other.page, seat.hand), (third, seat.hand + other.hand)):
        source = page.content()
        assert not any(f">{card}," in source for card in hidden)
    assert third.locator("#table form, #table input").count() == 0
    expect(third.locator("#table")).to_contain_text("The table waits for")
    play_hand(seat, other)
    expect(seat.page.locator("#table")).to_contain_text("Ama")
    expect(other.page.locator("#table")).to_contain_text("wilhelmina")
    expect(third.get_by_role("heading", level=1)).to_have_text("The hand is over")
    assert third.evaluate("window.isHere"), "the page came to all this by itself"
    assert len(proved(seat, other).split("|")) == 2, "both seeds are in it"
    third.get_by_role("link", name="Replay this hand").evaluate("one => one.removeAttribute('target')")
    third.get_by_role("link", name="Replay this hand").click()
    expect(third.get_by_role("heading", level=1)).to_contain_text("all hands open")
    assert faults == []
    for one in (other, seat):
        one.page.keyboard.press(",")
        expect(one.page.locator("#settings")).to_contain_text("Whoever has the link of this table may look on.")
    expect(other.page.get_by_role("button", name="Take the link back")).to_have_count(0)
    other.page.keyboard.press("Escape")
    seat.page.get_by_role("button", name="Take the link back").click()
    expect(seat.page.locator("body")).to_contain_text("nobody can look on with it any more")
    gone = third.goto(f"{link}look/")
    assert gone is not None and gone.status == 404
    seat.look_at(other.page.url)
    deal_next(seat, other)


def looks_on(link: str, page: Page, faults: list[str]) -> Page:
    """At a table that has not begun yet."""
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(link)
    page.get_by_role("link", name="Look on").click()
    expect(page.get_by_role("status").first).to_contain_text("has not begun yet")
    return page


def proved(*seats: Seat) -> str:
    """The seeds of the players in the last deal, as each of them proves it."""
    seeds = set()
    for one in seats:
        table = one.page.url
        one.page.locator("details.seal > summary").first.click()
        one.page.get_by_role("link", name="Verify this deal").first.click()
        one.page.wait_for_url("**/verify/")
        holds(one.page, 3)
        seeds.add(one.page.locator("#player_seed").input_value())
        one.look_at(table)
    (joined,) = seeds
    return joined


def deal_next(seat: Seat, other: Seat) -> None:
    """First the one, then the other: the table waits for both, and meanwhile nothing on it is asked for again."""
    # The review has come by itself, or word that it is on its way.
    reviews = [one.page.locator("#reviewed:not([hx-trigger=load])") for one in (seat, other)]
    for review in reviews:
        expect(review).to_have_count(1)
    seat.page.get_by_role("button", name=re.compile(r"^Deal hand \d+")).click()
    expect(seat.page.locator("#table")).to_contain_text("Waiting for Ama to deal too")
    expect(other.page.locator("#table")).to_contain_text("waits")
    for review in reviews:
        expect(review).to_have_count(1)
    seat.page.reload()
    expect(seat.table).to_contain_text("Waiting for Ama to deal too")
    seat.await_motion()
    expect(seat.page.locator("#seed")).to_have_value("")  # another would take the place of the one that was given
    assert other.hand_is_over()
    other.page.get_by_role("button", name=re.compile(r"^Deal hand \d+")).click()
    for one in (seat, other):
        one.page.wait_for_selector("#table:not([data-phase=between])", timeout=PATIENCE)
    assert set(seat.hand).isdisjoint(other.hand)


#: Everybody was waited for long enough.
WAITED = (
    "from datetime import timedelta; from django.utils import timezone; from games.models import GivenSeed;"
    " GivenSeed.objects.filter(seal__game__code={!r}).update(at=timezone.now() - timedelta(seconds=20))"
)


def test_whoever_does_not_deal_is_dealt_for_in_20_seconds(
    seat: Seat, page_elsewhere: Callable[..., Page], site: Site
) -> None:
    other = sit_down_by(open_table(seat, "twoman"), page_elsewhere(**DESK), seat.url, "Ama")
    other.page.goto("about:blank")
    seat.page.clock.install()
    seat.page.get_by_role("button", name="Start").click()
    expect(seat.table).to_contain_text("Waiting for Ama to deal too")
    site.shell(WAITED.format(seat.page.url.rstrip("/").split("/")[-1]))
    seat.page.clock.fast_forward(21_000)  # the page asks again by itself
    seat.page.wait_for_selector("#table:not([data-phase=first])", timeout=PATIENCE)


def test_whoever_waits_for_somebody_who_has_left_is_asked_again(
    seat: Seat, page_elsewhere: Callable[..., Page]
) -> None:
    """After a minute; meanwhile the table says what it waits for."""
    other = sit_down_by(open_table(seat, "twoman"), page_elsewhere(**DESK), seat.url, "Ama")
    start(seat, other)
    seat.await_motion()
    seat.page.clock.install()
    other.page.goto(f"{seat.page.url}abandon/")
    other.page.get_by_role("button", name="Leave it").click()
    question = seat.page.locator(".question")
    expect(question).to_contain_text("Ama has left the game")
    heard = seat.page.locator("#aloud")
    expect(heard).to_contain_text("Ama has left the game. A computer player sees")
    seat.page.evaluate("() => aloud('')")
    seat.act()
    expect(question).to_contain_text("Ama has left the game")
    expect(heard).not_to_contain_text("Ama has left the game")
    question.get_by_role("button", name="Wait for Ama").click()
    expect(question).to_have_count(0)
    expect(seat.page.locator("#say")).to_contain_text("Ama was to act and has left")
    seat.page.clock.fast_forward(60_000)
    expect(question).to_contain_text("Ama has left the game")
    expect(heard).to_contain_text("Ama has left the game")


def test_a_question_pushes_no_card_off_the_screen_while_one_bids(
    seat: Seat, page_elsewhere: Callable[..., Page]
) -> None:
    other = sit_down_by(open_table(seat, "twoman"), page_elsewhere(**DESK), seat.url, "Ama")
    start(seat, other)
    for _ in range(PATIENCE // 20):
        if seat.phase == "bid" and seat.page.locator("#table[data-turn]").count():
            break
        for one in (seat, other):
            if one.page.locator("#table[data-turn]").count() and (one is other or one.phase != "bid"):
                one.act()
        seat.page.wait_for_timeout(20)
    other.page.goto(f"{seat.page.url}abandon/")
    other.page.get_by_role("button", name="Leave it").click()
    expect(seat.page.locator(".question")).to_contain_text("Ama has left the game")
    for width, height in ((360, 740), (390, 844), (1280, 800)):
        seat.page.set_viewport_size({"width": width, "height": height})
        assert seat.phase == "bid" and seat.fits_the_phone(), width


def test_seats_are_swapped_by_key(seat: Seat, page_elsewhere: Callable[..., Page]) -> None:
    link = open_table(seat, "spades")
    other = sit_down_by(link, page_elsewhere(**DESK), seat.url, "Ama")
    expect(other.page.locator(".at-n")).to_contain_text("your partner")
    other.page.locator(".at-w").get_by_role("button", name="Sit here").press("Enter")
    expect(seat.page.locator(".at-e")).to_contain_text("Ama")
    seat.page.get_by_role("button", name="Swap places with Ama").press("Enter")
    expect(seat.page.locator(".at-w")).to_contain_text("Ama")
    expect(other.page.locator(".at-e")).to_contain_text("here")
    expect(other.page.locator(".at-n")).to_contain_text("Open seat")


def test_a_seat_is_given_away_on_a_phone_by_keys(page_elsewhere: Callable[..., Page], site: Site) -> None:
    """The button, clock and onlookers follow without an answer of the server; one friend fills the table."""
    page = page_elsewhere(viewport={"width": 390, "height": 844}, has_touch=True)
    page.route("**/check/", lambda route: route.abort())
    page.goto(f"{site.url}/games/new/spades/")
    expect(page.get_by_label("Time for a decision")).not_to_be_visible()
    across = page.get_by_role("group", name=re.compile("^Across from you"))
    across.get_by_role("radio", name="Marta computer player").focus()
    page.keyboard.press("ArrowRight")
    expect(across.get_by_role("radio", name="Somebody by link")).to_be_checked()
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    page.get_by_label("Time for a decision").select_option("90")
    page.get_by_role("switch", name="Others may look on").press("Space")
    assert page.evaluate("document.scrollingElement.scrollWidth") == 390
    page.get_by_role("button", name="Open the table").press("Enter")
    page.wait_for_url("**/rooms/**")
    expect(page.get_by_role("heading", level=1)).to_have_text("One seat is open")
    expect(page.locator(".at-w")).to_contain_text("Bruno")
    expect(page.get_by_role("main")).to_contain_text("A decision may take 90 seconds.")
    expect(page.get_by_role("button", name="Let nobody look on")).to_be_visible()
    link = page.get_by_label("Link to this table").input_value()
    other = sit_down_by(link, page_elsewhere(**DESK), site.url, "Ama")
    expect(page.get_by_role("heading", level=1)).to_have_text("Everybody is here")
    expect(page.get_by_role("heading", name="Ask somebody to look on")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).press("Enter")
    for one in (page, other.page):
        one.wait_for_selector("#table:not([data-phase=first])", timeout=PATIENCE)
        expect(one.locator("#table")).to_contain_text("Bruno")


def test_a_seat_is_given_away_and_taken_back_without_script(page_elsewhere: Callable[..., Page], site: Site) -> None:
    page = page_elsewhere(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page.goto(f"{site.url}/games/new/cardduel/")
    where = page.get_by_role("group", name="Across from you")
    where.get_by_role("radio", name="Somebody by link").check()
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    where.get_by_role("radio", name="Marta computer player").check()
    expect(page.get_by_label("Time for a decision")).not_to_be_visible()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    where.get_by_role("radio", name="Somebody by link").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/rooms/**")
    expect(page.get_by_role("heading", level=1)).to_have_text("One seat is open")
    expect(page.get_by_role("button", name="Copy the link")).to_have_count(0)


#: As long as a name may be, and in one word.
LONG_NAME = "WilhelminaWwwwwwwwwwwwwwwwwwww"
RENAME = """(name) => {
  const walk = document.createTreeWalker(document.getElementById("table"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) walk.currentNode.data = walk.currentNode.data.replaceAll("Marta", name);
}"""


@pytest.mark.parametrize("phase", ["lead", "follow", "bid", "discard", "between", "over"])
def test_a_long_name_makes_no_table_for_two_wider_than_a_phone(phase: str, german: Page, posed: PosedSite) -> None:
    for width, height in ((360, 740), (640, 400), (1280, 800)):
        german.set_viewport_size({"width": width, "height": height})
        come_to(german, posed, screen_named(f"twoman-{phase}"))
        german.evaluate(RENAME, LONG_NAME)
        assert german.evaluate("document.documentElement.scrollWidth") <= width + 1
        assert german.locator("#table").inner_text().count(LONG_NAME) > 0


WIDEST_NAME = "W" * 30
#: A screen with a long name, how wide it is looked at, and what there may not scroll.
NAMED_AT_LENGTH = (
    ("people-spades-between", 360, "Ama", ".wide"),
    ("people-spades-follow", 1280, "Ama", "#score .wide"),
    ("shared", 360, "Joanna", ".scroll"),
    ("end", 360, "Kofi", ".panel"),
    ("challenge-hand", 360, "Kofi", ".steps"),
    ("challenge-hand", 1280, "Kofi", "#tricks"),
    ("twoman-away", 1280, "Kofi", "#log .log"),
)
CALL = """([name, longer]) => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) walk.currentNode.data = walk.currentNode.data.replaceAll(name, longer);
}"""


@pytest.mark.parametrize(("screen", "width", "name", "part"), NAMED_AT_LENGTH)
def test_a_long_name_moves_nothing_out_of_sight(
    screen: str, width: int, name: str, part: str, german: Page, posed: PosedSite
) -> None:
    german.set_viewport_size({"width": width, "height": 800})
    come_to(german, posed, screen_named(screen))
    german.evaluate(CALL, [name, WIDEST_NAME])
    within = german.locator(part).first
    expect(within).to_contain_text(WIDEST_NAME)
    assert within.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
    assert german.evaluate("document.documentElement.scrollWidth") <= width + 1


def test_a_long_name_leaves_the_trick_and_the_score_their_room_on_a_phone(german: Page, posed: PosedSite) -> None:
    german.set_viewport_size({"width": 360, "height": 740})
    come_to(german, posed, screen_named("twoman-away"))
    own, high = german.locator(".trick figcaption").filter(has_text="Du"), german.locator(".score").bounding_box()
    lines = "(one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
    assert own.evaluate(lines) < 1.5 and high is not None
    german.evaluate(CALL, ["Kofi", WIDEST_NAME])
    higher = german.locator(".score").bounding_box()
    assert own.evaluate(lines) < 1.5
    assert higher is not None and higher["height"] < high["height"] + 20
    tricks = german.locator(".cloth .seat:not(.seat--other) .seat__bid")
    assert tricks.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")


def test_a_long_name_makes_nothing_that_tells_of_its_person_wider_than_a_phone(
    seat: Seat, page_elsewhere: Callable[..., Page]
) -> None:
    page = seat.page
    page.set_viewport_size({"width": 360, "height": 740})
    other = sit_down_by(open_table(seat, "twoman"), page_elsewhere(**DESK), seat.url, LONG_NAME)

    def tells(where: str) -> None:
        expect(page.locator(where)).to_contain_text(LONG_NAME)
        assert page.evaluate("document.documentElement.scrollWidth") <= 361
        assert page.locator(where).evaluate("(one) => one.scrollWidth <= one.clientWidth")

    tells(".lead")
    start(seat, other)
    table = page.url
    other.page.goto(f"{table}abandon/")
    other.page.get_by_role("button", name="Leave it").click()
    tells(".question")
    page.goto(f"{table}end/")
    page.get_by_role("button", name="End it").click()
    other.page.goto(table)
    other.page.get_by_role("button", name="Play again").click()
    other.page.wait_for_url("**/rooms/**")
    tells("#table .note")
    page.goto(seat.url)
    tells(".also")


def test_a_clock_that_runs_out_says_so(somebody: Page, posed: PosedSite) -> None:
    with without_line(somebody):
        come_to(somebody, posed, screen_named("people-spades-follow"))
        somebody.locator("#table").evaluate("""(table) => {
          const clock = '<time id="t" datetime="2001-01-01" data-left="1" data-soon="" data-over="Time is up"></time>';
          table.insertAdjacentHTML("beforeend", clock);
        }""")
        expect(somebody.locator("#t")).to_have_text("Time is up")


def test_the_time_that_is_left_is_the_houses_and_not_the_devices(somebody: Page, posed: PosedSite) -> None:
    with without_line(somebody):  # whoever is away is so a minute longer now and then, and the table is drawn anew
        come_to(somebody, posed, screen_named("people-spades-follow"))
        somebody.locator("#table").evaluate("""(table) => {
          table.setAttribute("data-turn", "");
          const clock = '<time id="t" datetime="2001-01-01" data-left="12" data-soon="Soon."></time>';
          table.insertAdjacentHTML("beforeend", clock);
          const told = document.getElementById("t");
          window.told = [];
          new MutationObserver(() => window.told.push(told.textContent)).observe(told, { childList: true });
        }""")
        expect(somebody.locator("#aloud")).to_have_text("Soon.")
        told = somebody.evaluate("window.told")
    assert told[0] == "0:12" and told[-1] in ("0:10", "0:09", "0:08")


def test_a_long_name_ends_in_an_ellipsis_in_its_place_of_the_trick(somebody: Page, posed: PosedSite) -> None:
    """And is not cut by the edge of the place."""
    with without_line(somebody):
        come_to(somebody, posed, screen_named("people-spades-follow"))
        slot = somebody.locator("#table .slot").first
        slot.locator("span").evaluate("(name) => { name.textContent = 'Wilhelmina-Charlotte Oppenheim'; }")
        place, name = slot.bounding_box(), slot.locator("span").bounding_box()
        assert place is not None and name is not None
        assert place["x"] <= name["x"] and name["x"] + name["width"] <= place["x"] + place["width"]
        assert place["y"] <= name["y"] and name["y"] + name["height"] <= place["y"] + place["height"]
        lines = "(name) => [getComputedStyle(name).webkitLineClamp, name.scrollHeight > name.clientHeight]"
        assert slot.locator("span").evaluate(lines) == ["2", True]
