"""A hint in words: what is said of a choice must be true of the cards that can be seen."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from games.engine.actions import Action
from games.engine.state import DEALER
from games.evaluation.decisions import ENDS_BETTER
from games.evaluation.interface import Reason
from games.evaluation.telling import Advice
from games.pages import advice
from games.registry import GAMES
from games.spades.state import SpadesView
from games.spades.words import trick_of
from tests.bidwhist.positions import ASIDE, DEAL, JOKERS_OUT, KITTY, KITTY_OUT, WhistTable, contract
from tests.cardduel.positions import DuelTable
from tests.spades.positions import NAMES, SpadesTable
from tests.table.positions import Shown, Table, drawn, in_play, put_aside, table_page


def told(table: Shown, given: Advice) -> str:
    found = advice.hint(GAMES[table.log.rules.key], replace(table.snapshot(), hint=given))
    assert found is not None
    return found.words


def hint(table: Shown, verb: str, argument: Any = None) -> str:
    return told(table, Advice(Action(verb, argument)))


HIGHEST = "Nothing that is still out beats it in its suit."
RISKS_LEAST = "Of the cards that may be led it risks the least for what it can win."
# Alice holds AS TS 4S KH 8H 3H QC 7C 2C JD 5D, Marta KS 9S 2S AH 9H 4H KC 8C 3C QD 6D; 2C and 3C are put aside.
TWOMAN = [
    ("", "3H", "A low lead keeps the higher cards for later."),
    ("", "KH", RISKS_LEAST),
    ("3H AH KC", "QC", "No card that may be played wins this trick"),
    ("3H AH KC", "7C", "No card that may be played wins this trick"),
    ("3H 9H QD", "JD", "No card that may be played wins this trick"),
    ("3H 9H 4H", "KH", "It wins the trick."),
    ("3H 9H 4H", "8H", "It wins the trick, and no cheaper card would."),
    ("KH AH 9H 8H 4H", "3H", "It is the only card that may be played."),
]
FALLEN = "The nil has failed, and each further trick is a bag."
NIL = [
    ("3H 9H KC", "QC", "for the nil"),
    ("KH 4H 8H 9H 6D", "5D", FALLEN),
    ("KH 4H 8H 9H 6D", "JD", "It wins the trick."),
    ("KH 4H", "3H", "A low lead keeps the higher cards for later."),
]


UPTOWN, NO_TRUMP = ("4U", "S trump S"), ("4N", "S direction up")
#: South keeps the king and the 7 of clubs.
ACE_ASIDE = "S discard AC 2C 7D 6D 5D 2D"
WHIST = [
    (JOKERS_OUT, UPTOWN, ASIDE, "AH", HIGHEST),
    (JOKERS_OUT, UPTOWN, ASIDE, "AS", RISKS_LEAST),
    (JOKERS_OUT, UPTOWN, ACE_ASIDE, "KC", HIGHEST),
    (DEAL, UPTOWN, ASIDE, "BJ", HIGHEST),
    (DEAL, NO_TRUMP, ASIDE, "BJ", "It can win no trick, so it costs no better card."),
]


def test_no_bid_that_has_to_be_made_is_said_to_be_made_likely() -> None:
    table = WhistTable(dealer=0).deal().say("W pass", "N pass", "E pass")
    assert hint(table, "bid", "4D") == "Hint: bid 4 downtown. You must bid, and no bid is better."
    assert hint(WhistTable().deal(), "bid", "4D").endswith("these cards should make it.")


def led_by_south(hands: tuple[str, ...], named: tuple[str, str], aside: str, **options: Any) -> WhistTable:
    kitty = KITTY if hands == DEAL else KITTY_OUT
    return contract(*named, hands=hands, kitty=kitty, **options).say(aside)


def test_what_others_may_hold_or_have_drawn_is_not_out_of_play() -> None:
    table = led_by_south(JOKERS_OUT, NO_TRUMP, ACE_ASIDE, nt_joker="exchange")
    for argument in ((1, "LJ", "AC"), (2, "BJ", "2D")):
        table.with_action(DEALER, Action("joker", argument))
    for one, card in ((table, "KC"), (in_play().play("3H AH 9H 8H"), "QC")):
        assert "Nothing that is still out beats it" not in hint(one, "play", card)


WORTH_MORE = "The cards that would win this trick are worth more later."
FOUR = [
    ("7H QH 4H", "2H", "Your partner is winning this trick"),
    ("7H QH 4H", "AH", "It wins the trick."),
    ("9D AD 4D", "2D", "Your partner is winning this trick"),
    ("9D 6D TD", "2D", WORTH_MORE),
    ("9D 6D TD", "QD", "It wins the trick, and no cheaper card would."),
]
BIDS = (3, 3, 3, 3)
PARTNERS_NIL, RIVALS_NIL = (3, 0, 3, 3), (3, 3, 3, 0)
NILS = [
    (PARTNERS_NIL, "9D AD 4D", "2D", "Your partner’s nil is ahead, and no card that may be played can help it."),
    (PARTNERS_NIL, "7H QH 4H", "2H", WORTH_MORE),
    (PARTNERS_NIL, "7H QH 4H", "AH", "It wins the trick."),
    (RIVALS_NIL, "7H QH 4H", "2H", "It stays under the trick, for the nil."),
    (RIVALS_NIL, "7H QH 4H AH 8D 9D AD 3D 6D TD", "2D", FALLEN),
    (PARTNERS_NIL, "7H QH 4H 2H AD 3D", "2D", "No card that may be played wins this trick"),
    (PARTNERS_NIL, "7H QH 4H 2H 6D 3D", "2D", WORTH_MORE),
]


LOW_CLUBS: dict[str, Any] = {"first_trick_low_clubs": True, "allow_blind_nils": False}
FREE: dict[str, Any] = {"variant": "custom1", "allow_blind_nils": False}
NO_CLUBS = (
    "AS KS 5S AH 9H 8H 2H KD QD 8D 5D 4D 2D",
    "QS JS 7S KH 7H 6H JD 9D 7D KC 9C 8C 3C",
    "TS 6S 4S 3S QH JH TH 5H AD 6D TD 3D 4H",
    "9S 8S 2S 3H AC QC JC TC 7C 6C 5C 4C 2C",
)
RED = [
    ("solo", "S", "", "KD", WORTH_MORE),
    ("solo", "S", "", "AS", HIGHEST),
    ("solo", "N", "5H 2C", "AH", WORTH_MORE),
    ("solo", "N", "5H 2C", "KD", WORTH_MORE),
    ("solo", "N", "5H 2C", "5S", "It is ahead in this trick"),
    ("custom1", "N", "5H 2C", "KD", WORTH_MORE),
    ("custom1", "N", "TS 2C", "KD", "Your partner is winning this trick"),
    ("custom1", "N", "TS 2C", "AS", "It is ahead in this trick"),
]


def test_tricks_of_a_nil_keep_no_contract() -> None:
    table = SpadesTable(dealer=0).deal().bids(3, 0, 3, 1).play("9D AD 4D 2D")
    snapshot = table.snapshot()
    assert SpadesView.of(snapshot.view).table.tricks == (0, 0, 1, 0)
    assert (snapshot.seat, trick_of(snapshot).partner, trick_of(snapshot).needs) == (0, 2, 1)


@pytest.mark.parametrize(
    ("options", "bid", "said"),
    [
        ({"variant": "mirrors"}, 4, "In this game the bid is the number of your spades."),
        ({"variant": "mirrors"}, 0, "In this game the bid is the number of your spades."),
        ({"variant": "suicide"}, 0, "Hint: bid nil."),
        ({"variant": "partner"}, 0, "Hint: bid nil. These cards can stay under every trick."),
        ({"variant": "suicide"}, 4, "Hint: bid four. Of the bids that may be made here it suits these cards best."),
        ({"variant": "suicide"}, 5, "Hint: bid five. That is what these cards should win."),
        ({**FREE, "min_ind": 3, "max_ind": 3}, 3, "Hint: bid three. No other bid may be made here."),
        ({**FREE, "max_ind": 3}, 3, "Hint: bid three. Of the bids that may be made here it suits these cards best."),
        (FREE, 1, "Hint: bid one. That is what these cards should win."),
    ],
)
def test_the_reason_of_a_bid_knows_what_choice_there_was(options: dict[str, Any], bid: int, said: str) -> None:
    assert hint(SpadesTable(**options).deal(), "bid", bid) == said


ASIDE_IN_TWOMAN = [
    ("AS KH TH 8H 3H QC 7C 6C JD 5D 4D", "AS", "It is the card you need least"),
    ("AS TS 4S KH TH 8H 3H QC JD 5D 4D", "QC", "You then hold no clubs, and may trump them."),
]
WORDS = [
    ("bid", 4, "Hint: bid four."),
    ("bid", 0, "Hint: bid nil."),
    ("blind", 7, "without looking"),
    ("look", None, "look at your cards first"),
    ("discard", "2C", "put aside the 2 of clubs"),
]
OF_SPADES = [
    ("look", None, "look at your cards first"),
    ("blind_nil", None, "without looking"),
    ("misdeal", None, "declare a misdeal"),
    ("give", ("AS", "KS"), "give the cards"),
    ("return", ("AS", "KS"), "give the cards"),
    ("give", ("AS",), "Hint: give the ace of spades. It serves"),
    ("return", ("AS",), "Hint: give the ace of spades. It serves"),
    ("give", (), "Hint: give no cards."),
]
OF_DUEL = [
    ("play", "KS", "Hint: play the king of spades. Of all plays it does best"),
    ("play", ("9C", "KS"), "Hint: play the cards that are ringed. Of all plays they do best"),
]


def four(bids: tuple[int, ...], played: str) -> SpadesTable:
    return SpadesTable(dealer=0).deal().bids(*bids).play(played)


def red(variant: str, leader: str, played: str) -> SpadesTable:
    """A first trick of clubs, in which a red card wins nothing at any seat (S14). South and North have no club."""
    table = SpadesTable(variant=variant, dealer=(NAMES.index(leader) - 1) % 4, **LOW_CLUBS).deal(*NO_CLUBS)
    return table.bids(*BIDS).play(played)


#: A table, a card that may be played there, and what is said of it.
PLAYS: list[tuple[Any, str, str]] = [
    *((in_play().play(played), card, said) for played, card, said in TWOMAN),
    (put_aside("0 bid 1", "1 bid 5").play("KH 4H 3H 9H 8C"), "7C", "a bag"),  # the bid of one is made
    (Table().deal().say("0 discard 2C", "1 discard AH", "0 bid 4", "1 bid 5"), "KH", HIGHEST),  # the ace is put aside
    *((put_aside("0 bid 0", "1 bid 5").play(played), card, said) for played, card, said in NIL),
    *((led_by_south(hands, named, aside), card, said) for hands, named, aside, card, said in WHIST),
    *((four(BIDS, played), card, said) for played, card, said in FOUR),
    *((four(bids, played), card, said) for bids, played, card, said in NILS),
    *((red(*where), card, said) for *where, card, said in RED),
]


@pytest.mark.parametrize(("table", "card", "said"), PLAYS)
def test_why_a_card_is_played(table: Any, card: str, said: str) -> None:
    assert card in {offer.argument for offer in table.snapshot().view.legal if isinstance(offer, Action)}
    assert said in hint(table, "play", card)


OTHERS: list[tuple[Any, str, Any, str]] = [
    *((Table().deal(), *row) for row in WORDS),
    *((Table().deal(mine), "discard", card, said) for mine, card, said in ASIDE_IN_TWOMAN),
    *((SpadesTable(dealer=0).deal(), *row) for row in OF_SPADES),
    *((DuelTable().deal(), *row) for row in OF_DUEL),
]


@pytest.mark.parametrize(("table", "verb", "argument", "said"), OTHERS)
def test_every_verb_has_words(table: Any, verb: str, argument: Any, said: str) -> None:
    assert said in hint(table, verb, argument)


HELD = Reason("BID_HELD", 71, 40)
HINT = "Hint: play the 3 of hearts."
ENDS = "In 81 of 100 deals of the unseen cards the hand ends better than with a bid of three, and in 19 worse."
LOW, KING = ("play", "3H"), ("play", "KH")
AGAINST = [
    (LOW, KING, HELD, f"{HINT} The bid is made in 71 of 100 hands the others may hold; with the king of hearts in 40."),
    (("bid", 4), ("bid", 3), Reason(ENDS_BETTER, 81, 19), f"Hint: bid four. {ENDS}"),
    (("bid", 0), ("bid", 1), Reason("NIL_KEPT", 1, 0), "with a bid of one in 0."),
    (("look", None), ("blind", 5), Reason(ENDS_BETTER, 60, 30), "with the next best choice (5 blind), and in 30"),
    (("play", ("2H", "3H")), ("play", ("KH", "QC")), HELD, "; with the next best choice in 40."),
    (LOW, KING, None, "for later. About as good: the king of hearts."),
    (("look", None), ("blind_nil", None), None, "yet. About as good: blind nil."),
    (LOW, ("play", ("KH", "QC")), None, "Another choice is about as good."),
]


@pytest.mark.parametrize(("shown", "other", "reason", "said"), AGAINST)
def test_what_it_is_held_against_is_said(shown: Any, other: Any, reason: Reason | None, said: str) -> None:
    assert said in told(in_play(), Advice(Action(*shown), Action(*other), (reason,) if reason else ()))


def test_of_several_reasons_the_clearest_is_said() -> None:
    given = Advice(Action("play", "3H"), Action("play", "KH"), (HELD, Reason("NO_BAGS", 60, 50)))
    words = told(in_play(), given)
    assert "71 of 100" in words and "bag" not in words


def test_it_is_ringed_and_named_on_the_page_after_a_refusal() -> None:
    snapshot = replace(in_play().snapshot(), hint=Advice(Action("play", "3H")), may_ask=True)
    assert table_page(snapshot, notice="No.").say == "No."
    page = drawn(table_page(snapshot))
    assert page.count("is-hint") == 1
    assert "3 of hearts, playable, hint" in page
    assert "Hint: play the 3 of hearts." in page
    assert 'data-hint="[&#34;play&#34;,&#34;3H&#34;]"' in page


def test_bids_of_an_auction_and_jokers_have_their_own_names_in_german() -> None:
    whist = "Tipp: Biete 4 Downtown. Mit dem Kitty sollten diese Karten es erfüllen. Etwa so gut: Gebot 5 Uptown."
    spades = "Tipp: Sag vier an. So viel sollten diese Karten gewinnen. Etwa so gut: Ansage drei."
    jokers = Advice(Action("play", "BJ"), Action("play", "LJ"), (Reason("BID_HELD", 94, 82),))
    with translation.override("de"):
        assert told(WhistTable().deal(), Advice(Action("bid", "4D"), Action("bid", "5U"))) == whist
        assert told(SpadesTable(allow_blind_nils=False).deal(), Advice(Action("bid", 4), Action("bid", 3))) == spades
        words = told(led_by_south(DEAL, UPTOWN, ASIDE), jokers)
    assert words.startswith("Tipp: großer Joker. Bei 94 von 100")
    assert words.endswith("mit der nächstbesten Wahl (kleiner Joker) bei 82.")


@pytest.mark.parametrize(("may", "disabled"), [(True, 0), (False, 1)])
def test_what_cannot_be_asked_for_is_marked(may: bool, disabled: int) -> None:
    snapshot = replace(in_play().snapshot(), may_ask=may, may_take_back=True)
    form = drawn(table_page(snapshot)).split('class="asks"')[1].split("</form>")[0]
    assert form.count('aria-disabled="true"') == disabled
