"""What Two-Man Spades refuses and what it takes."""

import math
from typing import Any

from games.engine.actions import deal
from games.engine.cards import PACK, cards
from games.engine.state import DEALER
from tests.engine.judged import Judged, Start
from tests.engine.positions import HERS, MINE, RULES, bidding, dealt, last_trick, playing, said, standings

#: X may bid blind.
BEHIND = standings("0", "140")
OVER = last_trick(bids=(4, 6), tricks=(4, 6), before=("290", "100")).state
BEFORE_DEAL = RULES.initial({}, {})
DEALT = dealt()
BIDDING = bidding()
BLIND = dealt(**BEHIND)
LOOKED = said(dealt(**BEHIND), (0, "look", None))
HALF_DISCARDED = said(DEALT, (0, "discard", "TC"))
SECOND_BID = said(BIDDING, (0, "bid", 4))
LEAD = playing("AS 7H", "KS 8H")
SPADES_ONLY = playing("AS 9S", "KS 8H")
ANSWER = playing("AS 7H 6C", "KS 9H", leader=1, trick="QH")


#: A sound deal, and deals of anything else.
WHOLE = deal([cards(MINE), cards(HERS)]).argument
X, Y = tuple(MINE.split()), tuple(HERS.split())
BAD_DEALS: list[Any] = [
    *(None, "cards", {}, {"hands": ()}, {"hands": (X, Y, ())}, {"hands": (X, X)}, {"hands": (X, Y[:-1])}),
    *({"hands": (X, (*Y[:-1], other))} for other in ("XX", "BJ", 7)),
    *({"hands": (X, Y, Y)}, {"hands": (X, Y), "deck": ("2D",)}),
]
REFUSALS: list[Judged] = [
    # the game is over, whoever says whatever
    (OVER, 0, "play", "AS", "GAME_OVER"),
    (OVER, 1, "jump", None, "GAME_OVER"),
    (OVER, DEALER, "deal", None, "GAME_OVER"),
    # out of turn comes before what is said
    (BEFORE_DEAL, 0, "discard", "TC", "NOT_YOUR_TURN"),
    (BLIND, 1, "discard", "3C", "NOT_YOUR_TURN"),
    (HALF_DISCARDED, 0, "discard", "AS", "NOT_YOUR_TURN"),
    (HALF_DISCARDED, DEALER, "deal", None, "NOT_YOUR_TURN"),
    (BIDDING, 1, "bid", 4, "NOT_YOUR_TURN"),
    (SECOND_BID, 0, "bid", 99, "NOT_YOUR_TURN"),
    (LEAD, 1, "jump", None, "NOT_YOUR_TURN"),
    (ANSWER, 1, "play", "9H", "NOT_YOUR_TURN"),
    (LEAD, 2, "play", "AS", "NOT_YOUR_TURN"),
    (LEAD, -2, "play", "AS", "NOT_YOUR_TURN"),
    # the wrong moment
    (BLIND, 0, "discard", "TC", "WRONG_PHASE"),
    (BLIND, 0, "bid", 99, "WRONG_PHASE"),
    (BLIND, 0, "look", 5, "WRONG_PHASE"),
    (BLIND, 0, "blind_nil", "TC", "WRONG_PHASE"),
    (LOOKED, 0, "look", None, "WRONG_PHASE"),
    (LOOKED, 0, "blind", 5, "WRONG_PHASE"),
    (HALF_DISCARDED, 1, "bid", 4, "WRONG_PHASE"),
    (HALF_DISCARDED, 1, "play", "3C", "WRONG_PHASE"),
    (BIDDING, 0, "blind", 5, "WRONG_PHASE"),
    (BIDDING, 0, "discard", "AS", "WRONG_PHASE"),
    (LEAD, 0, "bid", 4, "WRONG_PHASE"),
    (LEAD, 0, "look", None, "WRONG_PHASE"),
    (LEAD, 0, "PLAY", "7H", "WRONG_PHASE"),
    (LEAD, 0, "", None, "WRONG_PHASE"),
    # a blind bid that is not offered, in range or not
    (DEALT, 0, "look", None, "BLIND_NOT_OFFERED"),
    (DEALT, 0, "blind_nil", None, "BLIND_NOT_OFFERED"),
    (DEALT, 0, "blind", 5, "BLIND_NOT_OFFERED"),
    (DEALT, 1, "blind", 99, "BLIND_NOT_OFFERED"),
    (LOOKED, 1, "blind", 5, "BLIND_NOT_OFFERED"),
    # one out of range
    (BLIND, 0, "blind", 4, "BLIND_OUT_OF_RANGE"),
    (BLIND, 0, "blind", 11, "BLIND_OUT_OF_RANGE"),
    (BLIND, 0, "blind", 5.0, "BLIND_OUT_OF_RANGE"),
    (BLIND, 0, "blind", "5", "BLIND_OUT_OF_RANGE"),
    (BLIND, 0, "blind", None, "BLIND_OUT_OF_RANGE"),
    (BLIND, 0, "blind", 5, None),
    (BLIND, 0, "blind", 10, None),
    (BLIND, 0, "blind_nil", None, None),
    # a bid
    (BIDDING, 0, "bid", -1, "BID_OUT_OF_RANGE"),
    (BIDDING, 0, "bid", 11, "BID_OUT_OF_RANGE"),
    (BIDDING, 0, "bid", 2.0, "BID_OUT_OF_RANGE"),
    (BIDDING, 0, "bid", 2.5, "BID_OUT_OF_RANGE"),
    (BIDDING, 0, "bid", math.nan, "BID_OUT_OF_RANGE"),
    (BIDDING, 0, "bid", True, "BID_OUT_OF_RANGE"),
    (BIDDING, 0, "bid", "abc", "BID_OUT_OF_RANGE"),
    (BIDDING, 0, "bid", "4", "BID_OUT_OF_RANGE"),
    (BIDDING, 0, "bid", (4,), "BID_OUT_OF_RANGE"),
    (BIDDING, 0, "bid", None, "BID_OUT_OF_RANGE"),
    (BIDDING, 0, "bid", 0, None),
    (BIDDING, 0, "bid", 10, None),
    # a card one does not hold
    (HALF_DISCARDED, 1, "discard", "AS", "NOT_IN_HAND"),
    (HALF_DISCARDED, 1, "discard", "BJ", "NOT_IN_HAND"),
    (HALF_DISCARDED, 1, "discard", None, "NOT_IN_HAND"),
    (HALF_DISCARDED, 1, "discard", ("3C",), "NOT_IN_HAND"),
    (HALF_DISCARDED, 1, "discard", "3C", None),
    (LEAD, 0, "play", "KS", "NOT_IN_HAND"),
    (LEAD, 0, "play", "10H", "NOT_IN_HAND"),
    (LEAD, 0, "play", "7h", "NOT_IN_HAND"),
    (LEAD, 0, "play", 7, "NOT_IN_HAND"),
    (ANSWER, 0, "play", "2S", "NOT_IN_HAND"),
    # a card that may not be played
    (LEAD, 0, "play", "AS", "SPADES_NOT_BROKEN"),
    (LEAD, 0, "play", "7H", None),
    (SPADES_ONLY, 0, "play", "AS", None),
    (ANSWER, 0, "play", "6C", "MUST_FOLLOW_SUIT"),
    (ANSWER, 0, "play", "AS", "MUST_FOLLOW_SUIT"),
    (ANSWER, 0, "play", "7H", None),
    (playing("AS 7H", "KS 8H", broken=True), 0, "play", "AS", None),
    # an action of another game is none
    *((LEAD, 0, verb, PACK[0].text, "WRONG_PHASE") for verb in ("give", "trump", "blaze", "misdeal", "confirm")),
    # the dealer's: cards in any order, and a start before them
    (BEFORE_DEAL, DEALER, "deal", {"hands": (X[::-1], Y)}, None),
    (BEFORE_DEAL, DEALER, "reshuffle", {}, "WRONG_PHASE"),
    (RULES.initial({}), DEALER, "start", {"parity": ("odd", "odd")}, "BAD_START"),
    (RULES.initial({}), DEALER, "start", {"parity": ("even", "odd")}, None),
]
STARTS: list[Start] = [
    ({}, {}, True),
    ({}, {"parity": ["even", "odd"]}, True),
    ({}, {"parity": ("odd", "odd")}, False),
    ({}, {"parity": ("odd",)}, False),
    ({}, {"parity": None}, False),
    ({}, {"parity": "odd"}, False),
    ({}, {"base": (290, -100)}, False),
    ({}, {"base": (290, 0)}, True),
    ({}, {"base": (5, 0)}, False),
    ({}, {"base": (10.0, 0)}, False),
    ({}, {"base": (True, 0)}, False),
    ({}, {"base": ("10", 0)}, False),
    ({}, {"base": (10, 0, 0)}, False),
    ({}, {"base": None}, False),
    ({}, {"base": (300, 290)}, False),
    ({}, {"base": (-100, 200)}, False),
    ({}, {"base": (-100, 190)}, True),
    ({}, {"bags": (-4, 6)}, True),
    ({}, {"bags": (7, 0)}, False),
    ({}, {"bags": (0, -5)}, False),
    ({}, {"dealer": 0}, False),
    # by the options alone it may be over
    ({"target": 500}, {"base": (300, 290)}, True),
    ({"mercy_lead": 100}, {"base": (100, 0)}, False),
]
