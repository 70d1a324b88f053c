"""Card Duel: every refusal, and the order in which they are tried."""

from typing import Any

import pytest

from games.cardduel.state import CardDuelState
from games.engine.actions import Action, Argument, RuleError, texts
from games.engine.cards import PACK
from games.engine.state import DEALER, Phase
from tests.engine.cardduel_positions import P1, P2, RULES, before_deal, duel, played, refusal, step, told

HAND = "KS 5D AH 9C 2C"
#: What player 1 names with HAND in hand, and the code.
PLAYS: list[tuple[Argument, str | None]] = [
    # singles
    ("KS", None),
    ("5D", None),
    ("AH", None),
    ("9C", "WAND_NEEDS_TOP"),
    ("AS", "NOT_IN_HAND"),
    ("8C", "NOT_IN_HAND"),
    ("BJ", "NOT_IN_HAND"),
    ("", "NOT_IN_HAND"),
    ("ks", "NOT_IN_HAND"),
    ("KS AH", "NOT_IN_HAND"),
    (None, "NOT_IN_HAND"),
    (13, "NOT_IN_HAND"),
    (True, "NOT_IN_HAND"),
    ({"top": "KS"}, "NOT_IN_HAND"),
    # stacks
    (("9C", "KS"), None),
    (("2C", "9C", "KS"), None),
    (("9C", "2C", "KS"), None),
    (("9C", "2C"), None),
    (("2C", "9C"), None),
    (("9C", "AH"), None),
    (("9C", "2C", "5D"), None),
    ((), "NOT_IN_HAND"),
    (("9C", "AS"), "NOT_IN_HAND"),
    (("9C", "??"), "NOT_IN_HAND"),
    (("9C", None), "NOT_IN_HAND"),
    (("9C", 13), "NOT_IN_HAND"),
    (("9C", ("KS",)), "NOT_IN_HAND"),
    # a list of one card is no stack
    (("9C",), "WAND_NEEDS_TOP"),
    (("KS",), "WAND_NEEDS_TOP"),
    # the same card twice
    (("9C", "9C"), "DUPLICATE"),
    (("9C", "2C", "9C", "KS"), "DUPLICATE"),
    (("9C", "2C", "9C"), "DUPLICATE"),
    (("KS", "KS"), "DUPLICATE"),
    # only wands below
    (("KS", "9C"), "ONLY_WANDS_BELOW"),
    (("KS", "AH"), "ONLY_WANDS_BELOW"),
    (("9C", "KS", "AH"), "ONLY_WANDS_BELOW"),
    (("KS", "9C", "2C"), "ONLY_WANDS_BELOW"),
    # in the order of the rules
    (("KS", "KS", "AS"), "NOT_IN_HAND"),
    (("KS", "KS", "9C"), "DUPLICATE"),
]


@pytest.mark.parametrize(("named", "code"), PLAYS)
def test_a_play(named: Argument, code: str | None) -> None:
    assert refusal(duel(HAND), P1, "play", named) == code
    by_two = told(duel("", HAND), "AS")
    assert refusal(by_two, P2, "play", named) == (code if named != "AS" else "NOT_IN_HAND")


def test_five_wands_are_no_single() -> None:
    state = duel("2C 3C 4C 5C 6C")
    assert {refusal(state, P1, "play", card.text) for card in state.hands[P1]} == {"WAND_NEEDS_TOP"}
    assert refusal(state, P1, "play", ("2C", "3C", "4C", "5C", "6C")) is None


def started(**fields: Any) -> CardDuelState:
    return duel(HAND, "TS 2D 3D 4D 5C", **fields)


#: Where the duel stands; who does what; the code.
TURNS: list[tuple[CardDuelState, int, str, Argument, str | None]] = [
    (started(), P1, "blaze", None, None),
    (started(), P2, "blaze", None, "NOT_YOUR_TURN"),
    (started(), P2, "play", "TS", "NOT_YOUR_TURN"),
    (started(), P2, "play", "4C", "NOT_YOUR_TURN"),
    (started(), DEALER, "reshuffle", (), "NOT_YOUR_TURN"),
    (started(), DEALER, "deal", None, "NOT_YOUR_TURN"),
    (started(), 2, "blaze", None, "NOT_YOUR_TURN"),
    (started(), P1, "blaze", "KS", "WRONG_PHASE"),
    (started(), P1, "blaze", (), "WRONG_PHASE"),
    (started(), P1, "pass", None, "WRONG_PHASE"),
    (started(), P1, "look", None, "WRONG_PHASE"),
    (started(), P1, "bid", 4, "WRONG_PHASE"),
    (started(), P1, "reshuffle", (), "WRONG_PHASE"),
    (told(started(), "KS"), P1, "blaze", None, "NOT_YOUR_TURN"),
    (told(started(), "KS"), P1, "play", "AH", "NOT_YOUR_TURN"),
    (told(started(), "KS"), P2, "blaze", None, None),
    (told(started(), "KS"), P2, "play", "TS", None),
    (told(started(), "[9C]KS"), P1, "blaze", None, "NOT_YOUR_TURN"),
    # the coin passes, so player 2 begins the next round
    (told(started(), "KS", "2D"), P1, "play", "AH", "NOT_YOUR_TURN"),
    (told(started(), "KS", "2D"), P2, "play", "TS", None),
    (told(started(), "KS", "2D"), P2, "blaze", None, None),
    (started(coin=P2), P1, "play", "KS", "NOT_YOUR_TURN"),
    (started(coin=P2), P2, "play", "TS", None),
    # the table waits for cards
    (told(started(deck=1), "KS", "2D"), P2, "play", "TS", "NOT_YOUR_TURN"),
    (told(started(deck=1), "KS", "2D"), P2, "blaze", None, "NOT_YOUR_TURN"),
    # over
    (told(started(), "blaze"), P1, "play", "KS", "GAME_OVER"),
    (told(started(), "blaze"), P2, "blaze", None, "GAME_OVER"),
    (told(started(), "blaze"), DEALER, "deal", None, "GAME_OVER"),
    (told(started(hp=(30, 11)), "KS", "2D"), P2, "play", "TS", "GAME_OVER"),
]


@pytest.mark.parametrize(("state", "seat", "verb", "named", "code"), TURNS)
def test_a_turn(state: CardDuelState, seat: int, verb: str, named: Argument, code: str | None) -> None:
    assert refusal(state, seat, verb, named) == code


def test_what_is_refused_raises_with_its_reason() -> None:
    with pytest.raises(RuleError) as caught:
        step(duel(HAND), P1, Action("play", "9C"))
    assert caught.value.refusal.code == "WAND_NEEDS_TOP" and caught.value.refusal.reason


ALL = texts(PACK)
HANDS = (ALL[:5], ALL[5:10])
DECK = ALL[10:]


@pytest.mark.parametrize(
    "argument",
    [
        None,
        "cards",
        {},
        {"hands": HANDS},
        {"hands": HANDS, "deck": ()},
        {"hands": HANDS, "deck": DECK[1:]},
        {"hands": HANDS, "deck": (*DECK, "BJ")},
        {"hands": HANDS, "deck": (*DECK[1:], "BJ")},
        {"hands": HANDS, "deck": (*DECK[1:], DECK[1])},
        {"hands": HANDS, "deck": (*DECK[1:], HANDS[0][0])},
        {"hands": HANDS, "deck": (*DECK[1:], 7)},
        {"hands": HANDS, "deck": "".join(DECK)},
        {"hands": HANDS, "deck": DECK, "kitty": ()},
        {"hands": (HANDS[0], HANDS[0]), "deck": DECK},
        {"hands": HANDS[:1], "deck": DECK},
        {"hands": (ALL[:6], ALL[6:10]), "deck": DECK},
        {"hands": ((*ALL[:4], "LJ"), ALL[5:10]), "deck": DECK},
        {"hands": None, "deck": DECK},
    ],
)
def test_a_bad_deal(argument: Any) -> None:
    assert refusal(before_deal(), DEALER, "deal", {"hands": HANDS, "deck": DECK}) is None
    assert refusal(before_deal(), DEALER, "deal", argument) == "BAD_DEAL"


def test_a_reshuffle_is_of_the_whole_discard_pile() -> None:
    state = played("KS", "2D", deck=1)
    pile = texts(state.discards)
    assert RULES.waits_for(state) == {DEALER} and len(pile) == 43
    bad: list[Argument] = [None, "2D", (), {}, pile[1:], (*pile[1:], pile[1]), (*pile, pile[0]), (*pile[1:], "BJ")]
    bad += [(*pile[1:], state.hands[P1][0].text), ("??",) * 43, (*pile[1:], 7)]
    assert [refusal(state, DEALER, "reshuffle", one) for one in bad] == ["BAD_RESHUFFLE"] * len(bad)
    for order in (pile, pile[::-1], list(pile)):
        assert refusal(state, DEALER, "reshuffle", order) is None  # type: ignore[arg-type]
    assert refusal(state, DEALER, "deal", {"hands": HANDS, "deck": DECK}) == "WRONG_PHASE"


@pytest.mark.parametrize(
    ("start", "sound"),
    [
        ({}, True),
        ({"hp": (1, 1)}, True),
        ({"hp": [30, 1000000], "coin": 1}, True),
        ({"hp": (0, 30)}, False),
        ({"hp": (30, -1)}, False),
        ({"hp": (30,)}, False),
        ({"hp": (30, 30, 30)}, False),
        ({"hp": (30.0, 30)}, False),
        ({"hp": (True, 30)}, False),
        ({"hp": 30}, False),
        ({"hp": None}, False),
        ({"coin": 2}, False),
        ({"coin": -1}, False),
        ({"coin": True}, False),
        ({"coin": None}, False),
        ({"coin": "0"}, False),
        ({"score": (0, 0)}, False),
    ],
)
def test_a_start(start: dict[str, Any], sound: bool) -> None:
    assert (RULES.check_start({}, start) is None) is sound
    assert (RULES.refusal(RULES.initial({}), DEALER, Action("start", start)) is None) is sound


def test_the_dealer_starts_before_it_deals() -> None:
    state = RULES.initial({})
    assert state.phase is Phase.START
    assert refusal(state, DEALER, "deal", {"hands": HANDS, "deck": DECK}) == "WRONG_PHASE"
    assert refusal(state, DEALER, "start", "heads") == "WRONG_PHASE"
    assert refusal(before_deal(), DEALER, "start", {}) == "WRONG_PHASE"
    assert refusal(before_deal(), P1, "blaze") == "NOT_YOUR_TURN"
