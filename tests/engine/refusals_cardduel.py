"""What Card Duel refuses and what it takes, in the order in which it is tried."""

from typing import Any

from games.engine.actions import Argument, deal, texts
from games.engine.cards import PACK
from games.engine.state import DEALER
from tests.engine.cardduel_positions import P1, P2, before_deal, duel, played, told
from tests.engine.judged import Judged, Start

HAND, HERS = "KS 5D AH 9C 2C", "TS 2D 3D 4D 5C"
STARTED, HERS_FIRST = duel(HAND, HERS), duel(HAND, HERS, coin=P2)
ANSWERING, ROUND_TWO, OVER = told(STARTED, "KS"), told(STARTED, "KS", "2D"), told(STARTED, "blaze")
SHORT = told(duel(HAND, HERS, deck=1), "KS", "2D")
WANDS = duel("2C 3C 4C 5C 6C")
BY_TWO = told(duel("", HAND), "AS")
BEFORE_DEAL = before_deal()
#: The table waits for a reshuffle of these.
RESHUFFLING = played("KS", "2D", deck=1)
PILE = texts(RESHUFFLING.discards)
assert len(PILE) == 43
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
NO_RESHUFFLES: list[Argument] = [
    *(None, "2D", (), {}, PILE[1:], (*PILE[1:], PILE[1]), (*PILE, PILE[0]), ("??",) * 43),
    *((*PILE[1:], other) for other in ("BJ", 7, RESHUFFLING.hands[P1][0].text)),
]
#: A sound deal, and what is none.
ALL = texts(PACK)
HANDS, DECK = (ALL[:5], ALL[5:10]), ALL[10:]
WHOLE = deal([PACK[:5], PACK[5:10]], deck=PACK[10:]).argument
BAD_DEALS: list[Any] = [
    *(None, "cards", {}, {"hands": HANDS}, {"hands": HANDS, "deck": DECK, "kitty": ()}),
    *({"hands": HANDS, "deck": deck} for deck in ((), DECK[1:], (*DECK, "BJ"), "".join(DECK))),
    *({"hands": HANDS, "deck": (*DECK[1:], other)} for other in ("BJ", DECK[1], HANDS[0][0], 7)),
    *({"hands": hands, "deck": DECK} for hands in (None, HANDS[:1], (HANDS[0], HANDS[0]), (ALL[:6], ALL[6:10]))),
    {"hands": ((*ALL[:4], "LJ"), ALL[5:10]), "deck": DECK},
]
REFUSALS: list[Judged] = [
    *((STARTED, P1, "play", named, code) for named, code in PLAYS),
    *((BY_TWO, P2, "play", named, code) for named, code in PLAYS),
    # five wands are no single
    *((WANDS, P1, "play", card.text, "WAND_NEEDS_TOP") for card in WANDS.hands[P1]),
    (WANDS, P1, "play", ("2C", "3C", "4C", "5C", "6C"), None),
    (STARTED, P1, "blaze", None, None),
    (STARTED, P2, "blaze", None, "NOT_YOUR_TURN"),
    (STARTED, P2, "play", "TS", "NOT_YOUR_TURN"),
    (STARTED, P2, "play", "4C", "NOT_YOUR_TURN"),
    (STARTED, DEALER, "reshuffle", (), "NOT_YOUR_TURN"),
    (STARTED, DEALER, "deal", None, "NOT_YOUR_TURN"),
    (STARTED, 2, "blaze", None, "NOT_YOUR_TURN"),
    (STARTED, P1, "blaze", "KS", "WRONG_PHASE"),
    (STARTED, P1, "blaze", (), "WRONG_PHASE"),
    (STARTED, P1, "pass", None, "WRONG_PHASE"),
    (STARTED, P1, "look", None, "WRONG_PHASE"),
    (STARTED, P1, "bid", 4, "WRONG_PHASE"),
    (STARTED, P1, "reshuffle", (), "WRONG_PHASE"),
    (ANSWERING, P1, "blaze", None, "NOT_YOUR_TURN"),
    (ANSWERING, P1, "play", "AH", "NOT_YOUR_TURN"),
    (ANSWERING, P2, "blaze", None, None),
    (ANSWERING, P2, "play", "TS", None),
    (told(STARTED, "[9C]KS"), P1, "blaze", None, "NOT_YOUR_TURN"),
    # the coin passes, so player 2 begins the next round
    (ROUND_TWO, P1, "play", "AH", "NOT_YOUR_TURN"),
    (ROUND_TWO, P2, "play", "TS", None),
    (ROUND_TWO, P2, "blaze", None, None),
    (HERS_FIRST, P1, "play", "KS", "NOT_YOUR_TURN"),
    (HERS_FIRST, P2, "play", "TS", None),
    # the table waits for cards
    (SHORT, P2, "play", "TS", "NOT_YOUR_TURN"),
    (SHORT, P2, "blaze", None, "NOT_YOUR_TURN"),
    # over
    (OVER, P1, "play", "KS", "GAME_OVER"),
    (OVER, P2, "blaze", None, "GAME_OVER"),
    (OVER, DEALER, "deal", None, "GAME_OVER"),
    (told(duel(HAND, HERS, hp=(30, 11)), "KS", "2D"), P2, "play", "TS", "GAME_OVER"),
    # the whole discard pile, in any order
    *((RESHUFFLING, DEALER, "reshuffle", bad, "BAD_RESHUFFLE") for bad in NO_RESHUFFLES),
    *((RESHUFFLING, DEALER, "reshuffle", order, None) for order in (PILE, PILE[::-1], list(PILE))),
    (RESHUFFLING, DEALER, "deal", WHOLE, "WRONG_PHASE"),
    (BEFORE_DEAL, P1, "blaze", None, "NOT_YOUR_TURN"),
]
STARTS: list[Start] = [
    ({}, {}, True),
    ({}, {"hp": (1, 1)}, True),
    ({}, {"hp": [30, 1000000], "coin": 1}, True),
    ({}, {"hp": (0, 30)}, False),
    ({}, {"hp": (30, -1)}, False),
    ({}, {"hp": (30,)}, False),
    ({}, {"hp": (30, 30, 30)}, False),
    ({}, {"hp": (30.0, 30)}, False),
    ({}, {"hp": (True, 30)}, False),
    ({}, {"hp": 30}, False),
    ({}, {"hp": None}, False),
    ({}, {"coin": 2}, False),
    ({}, {"coin": -1}, False),
    ({}, {"coin": True}, False),
    ({}, {"coin": None}, False),
    ({}, {"coin": "0"}, False),
    ({}, {"score": (0, 0)}, False),
]
