"""What Bid Whist refuses and what it takes. South speaks and leads first unless it is said otherwise."""

from typing import Any

from games.engine.actions import deal
from games.engine.cards import cards
from games.engine.state import DEALER
from tests.engine.bidwhist_positions import (
    DEAL,
    EXCHANGE,
    KITTY,
    RULES,
    TABLE,
    E,
    N,
    S,
    W,
    before_deal,
    before_last,
    called,
    dealt,
    exchanging,
    last_trick,
    named,
    playing,
    said,
)
from tests.engine.judged import Judged, Start

SIX = ("7C", "5D", "2D", "2H", "2C", "7D")
HANDS = ("AH 9H 5C", "KH 8H 6C", "QH 7H 7C", "JH 6H 8C")


BEFORE_DEAL, DEALT, EXCHANGING = before_deal(), dealt(), exchanging()
OVER = last_trick(before_last("7U", 12)).state
THIRD = called(DEALT, "5U", "pass")
DOWN_OVER_UP = called(dealt(options={"down_over_up": True}), "5U")
FORCED = called(DEALT, "pass", "pass", "pass")
FREE = called(dealt(options={"all_pass": "redeal"}), "pass", "pass", "pass")
NAMING = called(DEALT, "5U", "pass", "pass", "pass")
NAMING_DIRECTION = called(DEALT, "5N", "pass", "pass", "pass")
DISCARDING = named("4U", "S")
JOKER_MUST_GO = named("4N", "up", options=EXCHANGE)
LEAD = playing(*HANDS, won=(9, 0))
ANSWER = playing("AH 9H 5C", leader=E, trick="6H", won=(9, 0))
JOKER_FOLLOWS = playing("LJ 4C KD", leader=E, trick="9H")
THROW_OFF = playing("BJ 7D AH", leader=E, trick="9C", bid="4N", name="down")
JOKER_LED = playing("BJ 7D AH", leader=E, trick="LJ", bid="4N", name="up")
FIRST_TRICK = playing(*HANDS, won=(0, 0), options=TABLE)
AT_THE_TABLE = playing("AH 9H 5C", "", "", "", leader=E, trick="6H", won=(5, 4), options=TABLE)
OPEN_CALL = said(AT_THE_TABLE, (W, "call", None))
#: West has called the second trick rightly, South's side reneged in it and in the third one.
CALLED_BEFORE = said(
    playing("AH", "KH", "QH", "JH", won=(6, 5), options=TABLE, reneges=((2, 0), (3, 0))),
    (W, "call", None),
    (W, "book", 2),
    (E, "call", None),
)
REVIEWING = last_trick(before_last("4U", 10, TABLE)).state
HALF_CONFIRMED = said(REVIEWING, (S, "confirm", None))
CALLED_IN_REVIEW = said(HALF_CONFIRMED, (S, "call", None))
SCORED = said(HALF_CONFIRMED, (W, "confirm", None))
PASSED_OUT = called(dealt(options={"all_pass": "redeal", **TABLE}), "pass", "pass", "pass", "pass")


#: A sound deal, and what is none.
WHOLE: Any = deal([cards(hand) for hand in DEAL], kitty=cards(KITTY)).argument
DEALT_OUT, LEFT = WHOLE["hands"], WHOLE["kitty"]
BAD_DEALS: list[Any] = [
    *(None, "cards", {}, {"hands": DEALT_OUT}, {"hands": (), "kitty": LEFT}, {**WHOLE, "deck": ()}),
    {"hands": DEALT_OUT[:3], "kitty": LEFT},
    {"hands": (*DEALT_OUT[:3], DEALT_OUT[0]), "kitty": LEFT},
    {"hands": (*DEALT_OUT[:3], (*DEALT_OUT[3], "2H")), "kitty": LEFT[1:]},
    *({"hands": DEALT_OUT, "kitty": kitty} for kitty in (LEFT[:5], (*LEFT[:5], "BJ"), (*LEFT[:5], 7))),
]
#: By the number of jokers.
KITTIES = (LEFT[:4], LEFT[:5], LEFT)
REFUSALS: list[Judged] = [
    # the game is over, whoever says whatever
    (OVER, S, "play", "AS", "GAME_OVER"),
    (OVER, W, "call", None, "GAME_OVER"),
    (OVER, W, "confirm", None, "GAME_OVER"),
    (OVER, DEALER, "deal", None, "GAME_OVER"),
    # out of turn comes before what is said
    (BEFORE_DEAL, S, "bid", "4U", "NOT_YOUR_TURN"),
    (DEALT, W, "pass", None, "NOT_YOUR_TURN"),
    (DEALT, N, "bid", "9U", "NOT_YOUR_TURN"),
    (DEALT, DEALER, "deal", None, "NOT_YOUR_TURN"),
    (NAMING, W, "trump", "S", "NOT_YOUR_TURN"),
    (DISCARDING, W, "discard", SIX, "NOT_YOUR_TURN"),
    (EXCHANGING, S, "play", "AS", "NOT_YOUR_TURN"),
    (LEAD, W, "jump", None, "NOT_YOUR_TURN"),
    (LEAD, 4, "play", "AH", "NOT_YOUR_TURN"),
    (LEAD, DEALER, "call", None, "NOT_YOUR_TURN"),
    (AT_THE_TABLE, W, "play", "KH", "NOT_YOUR_TURN"),
    (OPEN_CALL, S, "play", "AH", "NOT_YOUR_TURN"),
    (OPEN_CALL, S, "call", None, "NOT_YOUR_TURN"),
    (OPEN_CALL, E, "book", 2, "NOT_YOUR_TURN"),
    (CALLED_IN_REVIEW, W, "confirm", None, "NOT_YOUR_TURN"),
    (HALF_CONFIRMED, N, "book", 1, "NOT_YOUR_TURN"),
    # the wrong moment, or nothing that the rules know
    (DEALT, S, "pass", "4U", "WRONG_PHASE"),
    (DEALT, S, "trump", "S", "WRONG_PHASE"),
    (DEALT, S, "play", "AS", "WRONG_PHASE"),
    (DEALT, S, "bid", None, "WRONG_PHASE"),
    (DEALT, S, "bid", 4, "WRONG_PHASE"),
    (DEALT, S, "bid", "4S", "WRONG_PHASE"),
    (DEALT, S, "bid", "4u", "WRONG_PHASE"),
    (DEALT, S, "bid", "10U", "WRONG_PHASE"),
    (DEALT, S, "bid", "٤U", "WRONG_PHASE"),
    (NAMING, S, "direction", "up", "WRONG_PHASE"),
    (NAMING, S, "discard", SIX, "WRONG_PHASE"),
    (NAMING_DIRECTION, S, "trump", "S", "WRONG_PHASE"),
    (DISCARDING, S, "trump", "S", "WRONG_PHASE"),
    (DISCARDING, S, "play", "AS", "WRONG_PHASE"),
    (LEAD, S, "discard", SIX, "WRONG_PHASE"),
    (LEAD, S, "confirm", None, "WRONG_PHASE"),
    (AT_THE_TABLE, S, "book", 2, "WRONG_PHASE"),
    (AT_THE_TABLE, S, "call", 2, "WRONG_PHASE"),
    (OPEN_CALL, W, "call", None, "WRONG_PHASE"),
    (OPEN_CALL, W, "play", "KH", "WRONG_PHASE"),
    (REVIEWING, S, "play", "AS", "WRONG_PHASE"),
    (REVIEWING, S, "book", 1, "WRONG_PHASE"),
    (REVIEWING, S, "confirm", 1, "WRONG_PHASE"),
    (CALLED_IN_REVIEW, S, "confirm", None, "WRONG_PHASE"),
    # the auction
    (FORCED, E, "pass", None, "DEALER_MUST_BID"),
    (FORCED, E, "bid", "4D", None),
    (FREE, E, "pass", None, None),
    (called(DEALT, "4U", "pass", "pass"), E, "pass", None, None),
    (DEALT, S, "bid", "3N", "BELOW_MIN"),
    (DEALT, S, "bid", "0U", "BELOW_MIN"),
    (THIRD, N, "bid", "3N", "BELOW_MIN"),
    (dealt(options={"min_bid": 1}), S, "bid", "1D", None),
    (dealt(options={"min_bid": 3}), S, "bid", "2D", "BELOW_MIN"),
    (DEALT, S, "bid", "8U", "ABOVE_SEVEN"),
    (THIRD, N, "bid", "9N", "ABOVE_SEVEN"),
    (THIRD, N, "bid", "4N", "NOT_HIGHER"),
    (THIRD, N, "bid", "5U", "NOT_HIGHER"),
    (THIRD, N, "bid", "5D", "NOT_HIGHER"),
    (THIRD, N, "bid", "5N", None),
    (DOWN_OVER_UP, W, "bid", "5D", None),
    (called(DEALT, "5D"), W, "bid", "5U", "NOT_HIGHER"),
    (called(DEALT, "7N"), W, "bid", "7N", "NOT_HIGHER"),
    (called(DEALT, "4U", "pass", "pass"), E, "bid", "4D", "NOT_HIGHER"),
    # a name
    (NAMING, S, "trump", "N", "BAD_NAME"),
    (NAMING, S, "trump", "up", "BAD_NAME"),
    (NAMING, S, "trump", None, "BAD_NAME"),
    (NAMING, S, "trump", ("S",), "BAD_NAME"),
    (NAMING, S, "trump", "S", None),
    (NAMING_DIRECTION, S, "direction", "S", "BAD_NAME"),
    (NAMING_DIRECTION, S, "direction", "UP", "BAD_NAME"),
    (NAMING_DIRECTION, S, "direction", "down", None),
    # a discard
    (DISCARDING, S, "discard", None, "WRONG_COUNT"),
    (DISCARDING, S, "discard", "7C", "WRONG_COUNT"),
    (DISCARDING, S, "discard", SIX[:5], "WRONG_COUNT"),
    (DISCARDING, S, "discard", (*SIX, "6D"), "WRONG_COUNT"),
    (DISCARDING, S, "discard", (*SIX[:5], "7C"), "DUPLICATE"),
    (DISCARDING, S, "discard", (*SIX[:4], "JS", "JS"), "DUPLICATE"),
    (DISCARDING, S, "discard", (*SIX[:5], "JS"), "NOT_IN_HAND"),
    (DISCARDING, S, "discard", (*SIX[:5], 7), "NOT_IN_HAND"),
    (DISCARDING, S, "discard", SIX, None),
    (DISCARDING, S, "discard", ("BJ", "LJ", "AS", "KS", "QS", "AH"), None),
    (JOKER_MUST_GO, S, "discard", SIX, "JOKER_MUST_GO"),
    (JOKER_MUST_GO, S, "discard", (*SIX[:5], "BJ"), "JOKER_MUST_GO"),
    (JOKER_MUST_GO, S, "discard", (*SIX[:4], "BJ", "LJ"), None),
    (JOKER_MUST_GO, S, "discard", (*SIX[:5], "JS"), "NOT_IN_HAND"),
    (named("4U", "S", options=EXCHANGE), S, "discard", SIX, None),
    # a card one does not hold, or may not play
    (LEAD, S, "play", "KH", "NOT_IN_HAND"),
    (LEAD, S, "play", "ah", "NOT_IN_HAND"),
    (LEAD, S, "play", 7, "NOT_IN_HAND"),
    (LEAD, S, "play", None, "NOT_IN_HAND"),
    (LEAD, S, "play", "AH", None),
    (LEAD, S, "play", "5C", None),
    (ANSWER, S, "play", "5C", "MUST_FOLLOW_SUIT"),
    (ANSWER, S, "play", "9H", None),
    (JOKER_FOLLOWS, S, "play", "4C", "MUST_FOLLOW_SUIT"),
    (JOKER_FOLLOWS, S, "play", "LJ", None),
    (THROW_OFF, S, "play", "7D", "MUST_THROW_JOKER"),
    (THROW_OFF, S, "play", "BJ", None),
    (JOKER_LED, S, "play", "7D", None),
    (JOKER_LED, S, "play", "BJ", None),
    (AT_THE_TABLE, S, "play", "KH", "NOT_IN_HAND"),
    (AT_THE_TABLE, S, "play", "5C", None),
    # calls
    (DEALT, N, "call", None, "RENEGE_STRICT"),
    (LEAD, W, "call", None, "RENEGE_STRICT"),
    (dealt(options=TABLE), S, "call", None, "NO_BOOKS_YET"),
    (RULES.initial(TABLE, {}), S, "call", None, "NO_BOOKS_YET"),
    (FIRST_TRICK, W, "call", None, "NO_BOOKS_YET"),
    (PASSED_OUT, W, "call", None, "NO_BOOKS_YET"),
    (SCORED, W, "call", None, "TOO_LATE"),
    (AT_THE_TABLE, W, "call", None, None),
    (AT_THE_TABLE, S, "call", None, None),
    (REVIEWING, E, "call", None, None),
    (HALF_CONFIRMED, S, "call", None, None),
    (OPEN_CALL, W, "book", 0, "BAD_BOOK"),
    (OPEN_CALL, W, "book", 10, "BAD_BOOK"),
    (OPEN_CALL, W, "book", 2.0, "BAD_BOOK"),
    (OPEN_CALL, W, "book", True, "BAD_BOOK"),
    (OPEN_CALL, W, "book", "2", "BAD_BOOK"),
    (OPEN_CALL, W, "book", 9, None),
    (OPEN_CALL, W, "book", None, None),
    (CALLED_BEFORE, E, "book", 2, "ALREADY_CALLED"),
    (CALLED_BEFORE, E, "book", 3, None),
    (CALLED_BEFORE, E, "book", 4, None),
    # confirming
    (HALF_CONFIRMED, S, "confirm", None, "ALREADY_CONFIRMED"),
    (HALF_CONFIRMED, N, "confirm", None, "ALREADY_CONFIRMED"),
    (HALF_CONFIRMED, E, "confirm", None, None),
    # a reason tells what is legal
    (DEALT, S, "bid", "3U", "The lowest level is 4."),
    (DISCARDING, S, "discard", (), "Name 6 cards."),
    (named("4U", "S", options={"jokers": 0}), S, "discard", SIX, "Name 4 cards."),
    (OPEN_CALL, W, "book", 13, "Name a book from 1 to 9, or give up."),
    # a deal is of the whole pack
    *(
        (RULES.initial({"jokers": n}, {}), DEALER, "deal", {**WHOLE, "kitty": kitty}, None if n == of else "BAD_DEAL")
        for of, kitty in enumerate(KITTIES)
        for n in range(3)
    ),
    (RULES.initial({"jokers": 1}, {}), DEALER, "deal", {**WHOLE, "kitty": (*LEFT[:4], "LJ")}, "BAD_DEAL"),
    (EXCHANGING, DEALER, "deal", WHOLE, "WRONG_PHASE"),
    # a draw for a joker: West's is due, for he sits on the declarer's left
    (EXCHANGING, DEALER, "joker", (W, "LJ", "2H"), None),
    (EXCHANGING, DEALER, "joker", (W, "LJ", "7D"), None),
    (EXCHANGING, DEALER, "joker", (W, "LJ", "AS"), "BAD_DRAW"),
    (EXCHANGING, DEALER, "joker", (W, "LJ", "LJ"), "BAD_DRAW"),
    (EXCHANGING, DEALER, "joker", (W, "BJ", "2H"), "BAD_DRAW"),
    (EXCHANGING, DEALER, "joker", (N, "BJ", "2H"), "BAD_DRAW"),
    (EXCHANGING, DEALER, "joker", (True, "LJ", "2H"), "BAD_DRAW"),
    (EXCHANGING, DEALER, "joker", (W, "LJ"), "BAD_DRAW"),
    (EXCHANGING, DEALER, "joker", (), "BAD_DRAW"),
    (EXCHANGING, DEALER, "joker", None, "BAD_DRAW"),
]
STARTS: list[Start] = [
    ({}, {}, True),
    ({}, {"dealer": 3, "score": (6, -6), "wins": (4, 0)}, True),
    ({}, {"score": [-6, 6]}, True),
    ({"win_score": 50, "lose_score": -50}, {"score": (49, -49)}, True),
    ({}, {"dealer": 4}, False),
    ({}, {"dealer": True}, False),
    ({}, {"dealer": None}, False),
    ({}, {"score": (7, 0)}, False),
    ({}, {"score": (0, -7)}, False),
    ({}, {"score": (0.0, 0)}, False),
    ({}, {"score": (0, 0, 0)}, False),
    ({}, {"score": 3}, False),
    ({}, {"wins": (-1, 0)}, False),
    ({}, {"wins": (1,)}, False),
    ({}, {"bags": (0, 0)}, False),
    ({"win_score": 5}, {"score": (5, 0)}, False),
]
