"""Cases of Card Duel: the worked examples of its rules, refusals, deals and starts of games."""

from typing import Any

from games.engine.actions import Argument, deal, texts
from games.engine.cards import PACK
from games.engine.state import DEALER
from tests.cardduel.positions import (
    P1,
    P2,
    RULES,
    after_plays,
    before_deal,
    blazed,
    duel,
    offers,
    played,
    refusal,
    reshuffle,
    round_of,
    sizes,
)
from tests.engine.telling import Example, Judged, Start, each, refused, starts


def count_offers(hand: str) -> str:
    """Return as text the numbers of plays and blazes on offer, and the suits that can be on top of a stack."""
    listed = offers(duel(hand), P1)
    stacks = [one.argument for one in listed if isinstance(one.argument, tuple)]
    tops = "".join(sorted({str(stack[-1])[1] for stack in stacks}))
    blazes = [one.verb for one in listed].count("blaze")
    return f"{len(listed) - blazes} plays, {blazes} blaze, tops {tops or 'none'}"


def covered_stack() -> str:
    """Return player 1's stack as player 2 sees it."""
    state = after_plays(duel("7C 8C KS"), "[7C 8C]KS")
    view = RULES.view(state, P2)
    assert "KS" not in str(view)
    return str(view.table.shown[P1])


def late_blaze() -> str:
    state = duel()
    before = refusal(state, P1, "blaze")
    return f"{before} then {refusal(after_plays(state, '[9C]KS'), P1, 'blaze')}"


def refilled() -> str:
    """Return the sizes of hands, deck and discard pile after a refill that empties the deck, and after the reshuffle.

    Seat 1 has the coin in the next round, so it draws first.
    """
    state = played("[2C]5S", "[3C]4H", deck=3)
    assert RULES.waits_for(state) == {DEALER}
    return f"{sizes(state)}; {sizes(reshuffle(state).state)}"  # type: ignore[arg-type]


EXAMPLES: list[Example] = [
    ("1 a shield", lambda: round_of("KS", "5D"), "30/22"),
    ("2 a larger shield", lambda: round_of("5S", "KD"), "30/30"),
    ("3 healed, then hit", lambda: round_of("AH", "9S"), "35/30"),
    ("4 player 1 attacks first", lambda: round_of("TS", "AS", hp=(20, 9)), "20/0, seat 0 by hp"),
    ("5 the first attack is too weak", lambda: round_of("TS", "AS", hp=(9, 20)), "0/10, seat 1 by hp"),
    ("6 a stack, then a cup", lambda: round_of("[9C]KS", "4H"), "30/12"),
    ("7 stacks", lambda: round_of("[9C]KD", "[2C 3C]AS"), "30/30"),
    ("8 a cup on wands", lambda: round_of("[9C]AH", "2S"), "28/30"),
    ("9 wands alone", lambda: round_of("[9C 2C]KC", "3H"), "30/33"),
    ("10 shields", lambda: round_of("QD", "JD"), "30/30"),
    ("11 a wand alone", lambda: str(refusal(duel("4C KS"), P1, "play", "4C")), "WAND_NEEDS_TOP"),
    ("12 a sword below", lambda: str(refusal(duel("4C KS"), P1, "play", ("KS", "4C"))), "ONLY_WANDS_BELOW"),
    ("13 five wands", lambda: count_offers("2C 3C 4C 5C 6C"), "75 plays, 1 blaze, tops C"),
    ("14 no wand", lambda: count_offers("2S 3S 4H 5D 6D"), "5 plays, 1 blaze, tops none"),
    ("15 a covered top", covered_stack, "('8C', '7C', '??')"),
    ("16 the opponent survives", lambda: blazed("AS JS 2C 3C 4C", "4H 6D 5C 6C 7C"), "30/15, seat 1 by blaze"),
    ("17 exactly 0", lambda: blazed("AS KS JS 2S 2C", "TD 3C 4C 5C 6C"), "30/0, seat 0 by blaze"),
    ("18 out once played", lambda: blazed("AD 2D 3C 4C 5C", "AS KS 6C 7C 8C", first="AD"), "5/30, seat 0 by blaze"),
    ("19 too late for a blaze", late_blaze, "None then NOT_YOUR_TURN"),
    ("20 a refill with a reshuffle", refilled, "hands 4 5, deck 0, discard 43; hands 5 5, deck 42, discard 0"),
    ("21 a refill that takes all", lambda: sizes(played("[2C]5S", "[3C]4H", deck=4)), "hands 5 5, deck 0, discard 42"),
]


# Refusals

HAND, HERS = "KS 5D AH 9C 2C", "TS 2D 3D 4D 5C"
STARTED, HERS_FIRST = duel(HAND, HERS), duel(HAND, HERS, coin=P2)
ANSWERING, ROUND_TWO, OVER = after_plays(STARTED, "KS"), after_plays(STARTED, "KS", "2D"), after_plays(STARTED, "blaze")
SHORT = after_plays(duel(HAND, HERS, deck=1), "KS", "2D")
WANDS = duel("2C 3C 4C 5C 6C")
BY_TWO = after_plays(duel("", HAND), "AS")
BEFORE_DEAL = before_deal()
#: A duel that waits for a reshuffle, and its discard pile.
RESHUFFLING = played("KS", "2D", deck=1)
PILE = texts(RESHUFFLING.discards)
assert len(PILE) == 43
#: Arguments of a play with HAND, by the code of the refusal; None: accepted.
PLAYS: dict[str | None, list[Any]] = {
    None: ["KS", "5D", "AH", ("9C", "KS"), ("2C", "9C", "KS"), ("9C", "2C", "KS"), ("9C", "2C"), ("2C", "9C")]
    + [("9C", "AH"), ("9C", "2C", "5D")],
    "NOT_IN_HAND": ["AS", "8C", "BJ", "", "ks", "KS AH", None, 13, True, {"top": "KS"}, (), ("9C", "AS"), ("9C", "??")]
    + [("9C", None), ("9C", 13), ("9C", ("KS",)), ("KS", "KS", "AS")],
    # a lone wand, and a list of one card, which is no stack
    "WAND_NEEDS_TOP": ["9C", ("9C",), ("KS",)],
    "DUPLICATE": [("9C", "9C"), ("9C", "2C", "9C", "KS"), ("9C", "2C", "9C"), ("KS", "KS"), ("KS", "KS", "9C")],
    "ONLY_WANDS_BELOW": [("KS", "9C"), ("KS", "AH"), ("9C", "KS", "AH"), ("KS", "9C", "2C")],
}
NO_RESHUFFLES: list[Argument] = [
    *(None, "2D", (), {}, PILE[1:], (*PILE[1:], PILE[1]), (*PILE, PILE[0]), ("??",) * 43),
    *((*PILE[1:], other) for other in ("BJ", 7, RESHUFFLING.hands[P1][0].text)),
]
#: A valid deal, and deals that are refused.
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
# fmt: off
REFUSALS: list[Judged] = [
    *(row for code, named in PLAYS.items() for row in each(STARTED, P1, "play", code, *named)),
    *(row for code, named in PLAYS.items() for row in each(BY_TWO, P2, "play", code, *named)),
    # in a hand of wands no single card can be played
    *((WANDS, P1, "play", card.text, "WAND_NEEDS_TOP") for card in WANDS.hands[P1]),
    *refused(None, (WANDS, P1, "play", ("2C", "3C", "4C", "5C", "6C")), (STARTED, P1, "blaze", None)),
    (STARTED, P2, "blaze", None, "NOT_YOUR_TURN"),
    *each(STARTED, P2, "play", "NOT_YOUR_TURN", "TS", "4C"),
    *refused("NOT_YOUR_TURN", (STARTED, DEALER, "reshuffle", ()), (STARTED, DEALER, "deal", None),
        (STARTED, 2, "blaze", None)),
    *each(STARTED, P1, "blaze", "WRONG_PHASE", "KS", ()),
    *refused("WRONG_PHASE", (STARTED, P1, "pass", None), (STARTED, P1, "look", None), (STARTED, P1, "bid", 4),
        (STARTED, P1, "reshuffle", ())),
    *refused("NOT_YOUR_TURN", (ANSWERING, P1, "blaze", None), (ANSWERING, P1, "play", "AH"),
        (after_plays(STARTED, "[9C]KS"), P1, "blaze", None)),
    *refused(None, (ANSWERING, P2, "blaze", None), (ANSWERING, P2, "play", "TS")),
    # seat 1 has the coin, so it begins the round
    *refused("NOT_YOUR_TURN", (ROUND_TWO, P1, "play", "AH"), (HERS_FIRST, P1, "play", "KS")),
    *refused(None, (ROUND_TWO, P2, "play", "TS"), (ROUND_TWO, P2, "blaze", None), (HERS_FIRST, P2, "play", "TS")),
    # the duel waits for a reshuffle
    *refused("NOT_YOUR_TURN", (SHORT, P2, "play", "TS"), (SHORT, P2, "blaze", None)),
    # the duel is over
    *refused("GAME_OVER", (OVER, P1, "play", "KS"), (OVER, P2, "blaze", None), (OVER, DEALER, "deal", None),
        (after_plays(duel(HAND, HERS, hp=(30, 11)), "KS", "2D"), P2, "play", "TS")),
    # a reshuffle names the whole discard pile, in any order
    *((RESHUFFLING, DEALER, "reshuffle", bad, "BAD_RESHUFFLE") for bad in NO_RESHUFFLES),
    *((RESHUFFLING, DEALER, "reshuffle", order, None) for order in (PILE, PILE[::-1], list(PILE))),
    (RESHUFFLING, DEALER, "deal", WHOLE, "WRONG_PHASE"),
    (BEFORE_DEAL, P1, "blaze", None, "NOT_YOUR_TURN"),
]
# fmt: on
STARTS: list[Start] = [
    ({}, {}, True),
    ({}, {"hp": (1, 1)}, True),
    ({}, {"hp": [30, 1000000], "coin": 1}, True),
    *starts("hp", {}, False, (0, 30), (30, -1), (30,), (30, 30, 30), (30.0, 30), (True, 30), 30, None),
    *starts("coin", {}, False, 2, -1, True, None, "0"),
    ({}, {"score": (0, 0)}, False),
]
