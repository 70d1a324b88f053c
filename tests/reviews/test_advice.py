"""The words of hints: a reason must be true of the cards that the player can see."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from games.engine.actions import Action
from games.engine.state import DEALER
from games.evaluation.decisions import ENDS_BETTER, Advice
from games.evaluation.interface import Reason
from games.pages import moves
from games.registry import GAMES
from games.spades.state import SpadesView
from games.spades.words import trick_of
from tests.bidwhist.positions import ASIDE, DEAL, JOKERS_OUT, KITTY, KITTY_OUT, WhistTable, contract
from tests.cardduel.positions import DuelTable
from tests.spades.positions import NAMES, SpadesTable
from tests.table.positions import Shown, Table, drawn, in_play, put_aside, table_page


def told(table: Shown, given: Advice) -> str:
    found = moves.hint(GAMES[table.log.rules.key], replace(table.snapshot(), hint=given))
    assert found is not None
    return found.words


def hint(table: Shown, verb: str, argument: Any = None) -> str:
    return told(table, Advice(Action(verb, argument)))


HIGHEST = "No card still out beats it in its suit."
RISKS_LEAST = "Of your possible leads, it risks the least for what it can win."
# The cards played, the card hinted, and a part of the hint.
# Alice has AS TS 4S KH 8H 3H QC 7C 2C JD 5D, Marta KS 9S 2S AH 9H 4H KC 8C 3C QD 6D. They discard 2C and 3C.
TWOMAN = [
    ("", "3H", "A low lead keeps the higher cards for later."),
    ("", "KH", RISKS_LEAST),
    ("3H AH KC", "QC", "No legal card wins this trick"),
    ("3H AH KC", "7C", "No legal card wins this trick"),
    ("3H 9H QD", "JD", "No legal card wins this trick"),
    ("3H 9H 4H", "KH", "It wins the trick."),
    ("3H 9H 4H", "8H", "It wins the trick, and no cheaper card would."),
    ("KH AH 9H 8H 4H", "3H", "It’s the only card that can be played."),
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
    (DEAL, NO_TRUMP, ASIDE, "BJ", "It can’t win a trick, so it saves a better card."),
]


def test_the_hint_for_a_forced_bid_promises_no_success() -> None:
    table = WhistTable(dealer=0).deal().say("W pass", "N pass", "E pass")
    assert hint(table, "bid", "4D") == "Hint: bid 4 downtown. You must bid, and no bid is better."
    assert hint(WhistTable().deal(), "bid", "4D").endswith("these cards should make it.")


def led_by_south(hands: tuple[str, ...], named: tuple[str, str], aside: str, **options: Any) -> WhistTable:
    kitty = KITTY if hands == DEAL else KITTY_OUT
    return contract(*named, hands=hands, kitty=kitty, **options).say(aside)


def test_cards_that_others_may_hold_count_as_still_out() -> None:
    table = led_by_south(JOKERS_OUT, NO_TRUMP, ACE_ASIDE, nt_joker="exchange")
    for argument in ((1, "LJ", "AC"), (2, "BJ", "2D")):
        table.with_action(DEALER, Action("joker", argument))
    for one, card in ((table, "KC"), (in_play().play("3H AH 9H 8H"), "QC")):
        assert "No card still out beats it" not in hint(one, "play", card)


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
    (PARTNERS_NIL, "9D AD 4D", "2D", "Your partner’s nil is winning the trick, and no legal card can help."),
    (PARTNERS_NIL, "7H QH 4H", "2H", WORTH_MORE),
    (PARTNERS_NIL, "7H QH 4H", "AH", "It wins the trick."),
    (RIVALS_NIL, "7H QH 4H", "2H", "It ducks the trick, for the nil."),
    (RIVALS_NIL, "7H QH 4H AH 8D 9D AD 3D 6D TD", "2D", FALLEN),
    (PARTNERS_NIL, "7H QH 4H 2H AD 3D", "2D", "No legal card wins this trick"),
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
    ("solo", "N", "5H 2C", "5S", "It’s winning this trick"),
    ("custom1", "N", "5H 2C", "KD", WORTH_MORE),
    ("custom1", "N", "TS 2C", "KD", "Your partner is winning this trick"),
    ("custom1", "N", "TS 2C", "AS", "It’s winning this trick"),
]


def test_tricks_of_a_nil_do_not_count_for_the_contract() -> None:
    table = SpadesTable(dealer=0).deal().bids(3, 0, 3, 1).play("9D AD 4D 2D")
    snapshot = table.snapshot()
    assert SpadesView.of(snapshot.view).table.tricks == (0, 0, 1, 0)
    assert (snapshot.seat, trick_of(snapshot).partner, trick_of(snapshot).needs) == (0, 2, 1)


@pytest.mark.parametrize(
    ("options", "bid", "said"),
    [
        ({"variant": "mirrors"}, 4, "In this game, your bid is the number of spades you hold."),
        ({"variant": "mirrors"}, 0, "In this game, your bid is the number of spades you hold."),
        ({"variant": "suicide"}, 0, "Hint: bid nil."),
        ({"variant": "partner"}, 0, "Hint: bid nil. These cards can lose every trick."),
        ({"variant": "suicide"}, 4, "Hint: bid four. Of the possible bids, it suits these cards best."),
        ({"variant": "suicide"}, 5, "Hint: bid five. That’s what these cards should win."),
        ({**FREE, "min_ind": 3, "max_ind": 3}, 3, "Hint: bid three. No other bid is possible here."),
        ({**FREE, "max_ind": 3}, 3, "Hint: bid three. Of the possible bids, it suits these cards best."),
        (FREE, 1, "Hint: bid one. That’s what these cards should win."),
    ],
)
def test_the_reason_for_a_bid_depends_on_the_other_legal_bids(options: dict[str, Any], bid: int, said: str) -> None:
    assert hint(SpadesTable(**options).deal(), "bid", bid) == said


ASIDE_IN_TWOMAN = [
    ("AS KH TH 8H 3H QC 7C 6C JD 5D 4D", "AS", "It’s your least useful card"),
    ("AS TS 4S KH TH 8H 3H QC JD 5D 4D", "QC", "Then you’ll have no clubs and can trump them."),
]
WORDS = [
    ("bid", 4, "Hint: bid four."),
    ("bid", 0, "Hint: bid nil."),
    ("blind", 7, "without looking"),
    ("look", None, "look at your cards first"),
    ("discard", "2C", "discard the 2 of clubs"),
]
OF_SPADES = [
    ("look", None, "look at your cards first"),
    ("blind_nil", None, "without looking"),
    ("misdeal", None, "call a misdeal"),
    ("give", ("AS", "KS"), "pass the ringed cards"),
    ("return", ("AS", "KS"), "pass the ringed cards"),
    ("give", ("AS",), "Hint: pass the ace of spades. It does more good"),
    ("return", ("AS",), "Hint: pass the ace of spades. It does more good"),
    ("give", (), "Hint: pass no cards."),
]
OF_DUEL = [
    ("play", "KS", "Hint: play the king of spades. It does best"),
    ("play", ("9C", "KS"), "Hint: play the ringed cards. They do best"),
]


def spades_trick(bids: tuple[int, ...], played: str) -> SpadesTable:
    return SpadesTable(dealer=0).deal().bids(*bids).play(played)


def red_trick(variant: str, leader: str, played: str) -> SpadesTable:
    """Return a first trick that counts as clubs, so that red cards cannot win (S14). South and North have no clubs."""
    table = SpadesTable(variant=variant, dealer=(NAMES.index(leader) - 1) % 4, **LOW_CLUBS).deal(*NO_CLUBS)
    return table.bids(*BIDS).play(played)


#: A table, a legal card, and a part of its hint.
PLAYS: list[tuple[Any, str, str]] = [
    *((in_play().play(played), card, said) for played, card, said in TWOMAN),
    (put_aside("0 bid 1", "1 bid 5").play("KH 4H 3H 9H 8C"), "7C", "a bag"),  # the bid of one is already made
    (Table().deal().say("0 discard 2C", "1 discard AH", "0 bid 4", "1 bid 5"), "KH", HIGHEST),  # the ace is discarded
    *((put_aside("0 bid 0", "1 bid 5").play(played), card, said) for played, card, said in NIL),
    *((led_by_south(hands, named, aside), card, said) for hands, named, aside, card, said in WHIST),
    *((spades_trick(BIDS, played), card, said) for played, card, said in FOUR),
    *((spades_trick(bids, played), card, said) for bids, played, card, said in NILS),
    *((red_trick(*where), card, said) for *where, card, said in RED),
]


@pytest.mark.parametrize(("table", "card", "said"), PLAYS)
def test_the_hint_gives_a_true_reason_for_a_card(table: Any, card: str, said: str) -> None:
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
ENDS = "The hand ends better than with a bid of three 81% of the time, and worse 19%."
LOW, KING = ("play", "3H"), ("play", "KH")
AGAINST = [
    (LOW, KING, HELD, f"{HINT} The bid succeeds 71% of the time; with the king of hearts, 40%."),
    (("bid", 4), ("bid", 3), Reason(ENDS_BETTER, 81, 19), f"Hint: bid four. {ENDS}"),
    (("bid", 0), ("bid", 1), Reason("NIL_KEPT", 1, 0), "with a bid of one, 0%."),
    (
        ("look", None),
        ("blind", 5),
        Reason(ENDS_BETTER, 60, 30),
        "with the next best choice (blind 5) 60% of the time, and worse 30%.",
    ),
    (("play", ("2H", "3H")), ("play", ("KH", "QC")), HELD, "; with the next best choice, 40%."),
    (LOW, KING, None, "for later. About as good: the king of hearts."),
    (("look", None), ("blind_nil", None), None, "yet. About as good: blind nil."),
    (LOW, ("play", ("KH", "QC")), None, "Another choice is about as good."),
]


@pytest.mark.parametrize(("shown", "other", "reason", "said"), AGAINST)
def test_the_hint_compares_with_the_next_best_choice(shown: Any, other: Any, reason: Reason | None, said: str) -> None:
    assert said in told(in_play(), Advice(Action(*shown), Action(*other), (reason,) if reason else ()))


def test_of_several_reasons_the_clearest_is_told() -> None:
    given = Advice(Action("play", "3H"), Action("play", "KH"), (HELD, Reason("NO_BAGS", 60, 50)))
    words = told(in_play(), given)
    assert "71% of the time" in words and "bag" not in words


def test_the_hinted_card_is_ringed_and_named_also_after_a_refusal() -> None:
    snapshot = replace(in_play().snapshot(), hint=Advice(Action("play", "3H")), may_ask=True)
    assert table_page(snapshot, notice="No.").say == "No."
    page = drawn(table_page(snapshot))
    assert page.count("is-hint") == 1
    assert "3 of hearts, playable, hint" in page
    assert "Hint: play the 3 of hearts." in page
    assert 'data-hint="[&#34;play&#34;,&#34;3H&#34;]"' in page


def test_german_hints_name_calls_and_jokers() -> None:
    whist = "Tipp: Biete 4 Downtown. Mit dem Kitty sollten diese Karten es erfüllen. Etwa so gut: Gebot 5 Uptown."
    spades = "Tipp: Sag vier an. So viel sollten diese Karten gewinnen. Etwa so gut: Ansage drei."
    jokers = Advice(Action("play", "BJ"), Action("play", "LJ"), (Reason("BID_HELD", 94, 82),))
    with translation.override("de"):
        assert told(WhistTable().deal(), Advice(Action("bid", "4D"), Action("bid", "5U"))) == whist
        assert told(SpadesTable(allow_blind_nils=False).deal(), Advice(Action("bid", 4), Action("bid", 3))) == spades
        words = told(led_by_south(DEAL, UPTOWN, ASIDE), jokers)
    assert words.startswith("Tipp: großer Joker. In 94 % der Fälle reichen die Stiche, mit der")
    assert words.endswith("mit der nächstbesten Wahl (kleiner Joker) nur in 82 %.")


@pytest.mark.parametrize(("may", "disabled"), [(True, 0), (False, 1)])
def test_the_button_for_hints_is_disabled_where_hints_are_not_allowed(may: bool, disabled: int) -> None:
    snapshot = replace(in_play().snapshot(), may_ask=may, may_take_back=True)
    form = drawn(table_page(snapshot)).split('class="asks"')[1].split("</form>")[0]
    assert form.count('aria-disabled="true"') == disabled
