"""A renege between two people, each in a browser of their own: it is taken without a word, called and judged.

Computer players sit beside them. Whoever calls may do it by key or by finger, while the table goes on.
"""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.people import DESK, PHONE, open_table, sit_down_by
from tests.browser.whist_seat import WhistSeat
from tests.chromium import PATIENCE
from tests.site import Site


def met(site: Site, opens: Callable[..., Page]) -> tuple[WhistSeat, WhistSeat]:
    """South at a desk and West with a phone."""
    south, west = WhistSeat(opens(**DESK), site.url), opens(**PHONE)
    south.sign_up("iphigenia", "a lamp in the window")
    sit_down_by(open_table(south, "twoman"), west, site.url, "Jolanthe")
    return south, WhistSeat(west, site.url)


def dealt(site: Site, *people: WhistSeat) -> None:
    """South has led the ace of spades."""
    words = "from tests.browser.whist_dealt import against_each_other; against_each_other('iphigenia', 'Jolanthe')"
    code = site.shell(words).split()[-1]
    for one in people:
        one.sit_at_game(code)


def says(whist: WhistSeat, words: str) -> None:
    expect(whist.page.locator("#say")).to_contain_text(words, timeout=PATIENCE)


def test_one_reneges_and_the_other_calls_it(site: Site, page_elsewhere: Callable[..., Page]) -> None:
    """Rightly by key alone, and in another game wrongly by finger."""
    south, west = met(site, page_elsewhere)
    a_renege_is_called_by_key_alone(site, south, west)
    a_call_is_made_by_finger_while_the_table_goes_on(site, south, west)


def a_renege_is_called_by_key_alone(site: Site, south: WhistSeat, west: WhistSeat) -> None:
    """West sees nothing of it before."""
    dealt(site, south, west)
    west.await_turn()
    says(west, "It is your turn.")
    assert west.playable().count() == 12, "no card is kept back"
    west.card("QH")
    for one in (south, west):
        assert "renege" not in one.page.locator("#say, #log").all_inner_texts()
    assert south.await_turn() == "play"
    call = south.page.locator("#call")
    south.page.keyboard.press("r")
    expect(call).to_contain_text("Right, you win 3 books from them; wrong, you lose 3.")
    with south.taken():
        south.page.keyboard.press("Enter")
    says(west, "iphigenia calls a renege and looks through the tricks.")
    expect(west.page.locator(".review__row")).to_have_count(2)
    assert west.fits_the_phone()
    assert south.await_turn() == "review"
    south.page.keyboard.press("1")
    with south.taken():
        south.page.keyboard.press("Enter")
    says(south, "You called trick 1, rightly. 3 books go to your side at the end. Your lead.")
    says(west, "iphigenia called trick 1, rightly. 3 books go to Marta and iphigenia at the end.")
    stays_until_dismissed(south, "Your side wins 3 books")
    stays_until_dismissed(west, "Your side loses 3 books")


def stays_until_dismissed(whist: WhistSeat, title: str) -> None:
    """Over a reload too; and once dismissed it does not come back."""
    verdict = whist.page.locator("#verdict")
    for _ in range(2):
        expect(verdict).to_be_visible(timeout=PATIENCE)
        expect(verdict.get_by_role("heading")).to_have_text(title)
        whist.page.reload()
    expect(verdict).to_be_visible(timeout=PATIENCE)
    verdict.get_by_role("button", name="Understood").click()
    expect(verdict).to_be_hidden()
    whist.page.reload()
    whist.await_motion()
    expect(verdict).to_be_hidden()


def a_call_is_made_by_finger_while_the_table_goes_on(site: Site, south: WhistSeat, west: WhistSeat) -> None:
    """The question stays open while cards fall, and the answer counts; this one is wrong."""
    dealt(site, south, west)
    west.card("8S")
    assert south.await_turn() == "play"
    west.page.wait_for_selector("#table [data-key=r]", timeout=PATIENCE)
    west.page.locator("#table [data-key=r]").tap()
    call = west.page.locator("#call")
    expect(call).to_be_visible()
    south.card("KS")
    expect(west.page.locator("#table")).to_have_attribute("data-turn", "", timeout=PATIENCE)
    expect(call).to_be_visible()
    with west.taken():
        call.get_by_role("button", name="Call", exact=True).tap()
    says(south, "Jolanthe calls a renege and looks through the tricks.")
    west.page.locator(".review__row", has=west.page.locator('[value="1"]')).tap()
    with west.taken():
        west.page.get_by_role("button", name="Call trick 1").tap()
    says(west, "You called trick 1, wrongly. 3 books go to Marta and iphigenia at the end.")
    says(south, "Jolanthe called trick 1, wrongly. 3 books go to your side at the end.")
    assert west.await_turn() == "play"
