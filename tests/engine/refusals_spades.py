"""What Spades refuses and what it takes. South bids and leads first unless it is said otherwise."""

from typing import Any

from games.engine.actions import deal
from games.engine.cards import cards
from games.engine.state import DEALER
from tests.engine.judged import Judged, Start
from tests.engine.spades_positions import DEAL, ONE_SPADE, RULES, E, N, S, W, bidden, dealt, last_trick, playing, said

NO_BLIND = {"allow_blind_nils": False}
MISDEALS = {"allow_misdeals": True, "allow_blind_nils": False}
TWO = {"blind_nil_exchange": 2}
BEAT = {"must_beat_highest": True}


OVER = last_trick((4, 3, 3, 3), (4, 3, 3, 3), score=(450, 0)).state
BEFORE_DEAL = RULES.initial({}, {})
BLIND = dealt()
LOOKED = said(BLIND, (S, "look", None))
BIDDING = dealt(options=NO_BLIND)
SECOND_BID = bidden(BIDDING, 4)
#: North may bid up to three, so a blind nil is still open to him.
PARTNER_BID_TEN = bidden(BLIND, 10, 3)
#: South's 2 leaves North no nil, for two have to bid five.
NO_NIL_LEFT = bidden(dealt(options={"variant": "custom1", "min_team": 5}), 2, 3)
GIVING = bidden(dealt(options=TWO), 3, "b0", 4, 3)
RETURNING = said(GIVING, (W, "give", ("QS", "JS")))
LEAD = playing("AS 7H", "KS 8H", "QS 9H", "JS TH")
SPADES_ONLY = playing("AS 9S", "KS 8H", "QS 9H", "JS TH")
ANSWER = playing("AS 7H KH 6C", leader=E, trick="QH", options=BEAT)
VOID = playing("AS 2S 6C", leader=N, trick="QH 4S", options=BEAT)
LOW_CLUBS = playing("9C 4C AS 5H", "2C 3H", done=0, options={"first_trick_low_clubs": True})


REFUSALS: list[Judged] = [
    # the game is over, whoever says whatever
    (OVER, S, "play", "AS", "GAME_OVER"),
    (OVER, W, "misdeal", None, "GAME_OVER"),
    (OVER, DEALER, "deal", None, "GAME_OVER"),
    # out of turn comes before what is said
    (BEFORE_DEAL, S, "bid", 3, "NOT_YOUR_TURN"),
    (BLIND, W, "look", None, None),
    (said(BLIND, (W, "look", None)), W, "look", None, "NOT_YOUR_TURN"),
    (said(BLIND, (W, "look", None)), W, "blind_nil", None, "NOT_YOUR_TURN"),
    (BIDDING, N, "bid", 99, "NOT_YOUR_TURN"),
    (SECOND_BID, S, "bid", 3, "NOT_YOUR_TURN"),
    (SECOND_BID, DEALER, "deal", None, "NOT_YOUR_TURN"),
    (GIVING, E, "return", ("2H",), "NOT_YOUR_TURN"),
    (RETURNING, W, "give", (), "NOT_YOUR_TURN"),
    (LEAD, W, "jump", None, "NOT_YOUR_TURN"),
    (LEAD, 4, "play", "7H", "NOT_YOUR_TURN"),
    # the wrong moment
    (BLIND, S, "look", 5, "WRONG_PHASE"),
    (BLIND, S, "play", "AS", "WRONG_PHASE"),
    (BLIND, S, "misdeal", "FEW_SPADES", "WRONG_PHASE"),
    (LOOKED, S, "look", None, "WRONG_PHASE"),
    (LOOKED, S, "blind_nil", None, "WRONG_PHASE"),
    (BIDDING, S, "give", ("AS",), "WRONG_PHASE"),
    (BIDDING, S, "pass", None, "WRONG_PHASE"),
    (GIVING, W, "return", ("QS",), "WRONG_PHASE"),
    (GIVING, W, "play", "QS", "WRONG_PHASE"),
    (RETURNING, E, "give", ("9S", "8S"), "WRONG_PHASE"),
    (LEAD, S, "bid", 4, "WRONG_PHASE"),
    (LEAD, S, "PLAY", "7H", "WRONG_PHASE"),
    # a blind nil
    (BIDDING, S, "look", None, "BLIND_NOT_OFFERED"),
    (BIDDING, S, "blind_nil", None, "BLIND_NOT_OFFERED"),
    (NO_NIL_LEFT, N, "blind_nil", None, "BLIND_NOT_OFFERED"),
    (NO_NIL_LEFT, N, "bid", 3, None),
    (PARTNER_BID_TEN, N, "blind_nil", None, None),
    (BLIND, S, "look", None, None),
    (BLIND, S, "bid", 3, "CARDS_NOT_SEEN"),
    (BLIND, S, "bid", 99, "CARDS_NOT_SEEN"),
    # a bid
    (LOOKED, S, "bid", -1, "ILLEGAL_BID"),
    (LOOKED, S, "bid", 14, "ILLEGAL_BID"),
    (LOOKED, S, "bid", 3.0, "ILLEGAL_BID"),
    (LOOKED, S, "bid", True, "ILLEGAL_BID"),
    (LOOKED, S, "bid", "3", "ILLEGAL_BID"),
    (LOOKED, S, "bid", "b0", "ILLEGAL_BID"),
    (LOOKED, S, "bid", None, "ILLEGAL_BID"),
    (LOOKED, S, "bid", 0, None),
    (LOOKED, S, "bid", 13, None),
    (said(PARTNER_BID_TEN, (N, "look", None)), N, "bid", 4, "ILLEGAL_BID"),
    (said(PARTNER_BID_TEN, (N, "look", None)), N, "bid", 3, None),
    # a misdeal
    (dealt(options=MISDEALS), W, "misdeal", None, "NOT_YOUR_BID_TURN"),
    (dealt(*ONE_SPADE, options=MISDEALS, dealer=W), S, "misdeal", None, "NOT_YOUR_BID_TURN"),
    (bidden(dealt(options=MISDEALS), 3), S, "misdeal", None, "NOT_YOUR_BID_TURN"),
    (LEAD, S, "misdeal", None, "NOT_YOUR_BID_TURN"),
    (GIVING, W, "misdeal", None, "NOT_YOUR_BID_TURN"),
    (BEFORE_DEAL, S, "misdeal", None, "NOT_YOUR_BID_TURN"),
    (dealt(*ONE_SPADE, options={"allow_misdeals": True}), S, "misdeal", None, "CARDS_NOT_SEEN"),
    (BLIND, S, "misdeal", None, "CARDS_NOT_SEEN"),
    (dealt(*ONE_SPADE, options=NO_BLIND), S, "misdeal", None, "MISDEALS_OFF"),
    (dealt(options=MISDEALS), S, "misdeal", None, "NOT_A_MISDEAL"),
    (dealt(*ONE_SPADE, options=MISDEALS), S, "misdeal", None, None),
    (dealt(*ONE_SPADE, options=MISDEALS), S, "bid", 3, None),
    # an exchange
    (GIVING, W, "give", None, "WRONG_COUNT"),
    (GIVING, W, "give", "QS", "WRONG_COUNT"),
    (GIVING, W, "give", ("QS", "JS", "7S"), "WRONG_COUNT"),
    (GIVING, W, "give", ("QS", "QS"), "DUPLICATE"),
    (GIVING, W, "give", ("AS", "AS"), "DUPLICATE"),
    (GIVING, W, "give", ("QS", "AS"), "NOT_IN_HAND"),
    (GIVING, W, "give", (12,), "NOT_IN_HAND"),
    (GIVING, W, "give", (), None),
    (GIVING, W, "give", ("QS",), None),
    (GIVING, W, "give", ("JS", "QS"), None),
    (RETURNING, E, "return", ("9S",), "WRONG_COUNT"),
    (RETURNING, E, "return", (), "WRONG_COUNT"),
    (RETURNING, E, "return", ("9S", "9S"), "DUPLICATE"),
    (RETURNING, E, "return", ("9S", "7S"), "NOT_IN_HAND"),
    (RETURNING, E, "return", ("9S", "QS"), None),
    # a card one does not hold
    (LEAD, S, "play", "KS", "NOT_IN_HAND"),
    (LEAD, S, "play", "7h", "NOT_IN_HAND"),
    (LEAD, S, "play", 7, "NOT_IN_HAND"),
    (LEAD, S, "play", None, "NOT_IN_HAND"),
    (LOW_CLUBS, S, "play", "2C", "NOT_IN_HAND"),
    # a card that may not be played
    (LOW_CLUBS, S, "play", "9C", "FIRST_TRICK_LOW_CLUB"),
    (LOW_CLUBS, S, "play", "AS", "FIRST_TRICK_LOW_CLUB"),
    (LOW_CLUBS, S, "play", "4C", None),
    (LEAD, S, "play", "AS", "SPADES_NOT_BROKEN"),
    (LEAD, S, "play", "7H", None),
    (SPADES_ONLY, S, "play", "9S", None),
    (ANSWER, S, "play", "6C", "MUST_FOLLOW_SUIT"),
    (ANSWER, S, "play", "AS", "MUST_FOLLOW_SUIT"),
    (ANSWER, S, "play", "7H", "MUST_BEAT_HIGHEST"),
    (ANSWER, S, "play", "KH", None),
    (VOID, S, "play", "2S", "MUST_BEAT_HIGHEST"),
    (VOID, S, "play", "6C", "MUST_BEAT_HIGHEST"),
    (VOID, S, "play", "AS", None),
    # spades may be led once they are broken, or where they need not be
    (playing("AS 7H", broken=True), S, "play", "AS", None),
    (playing("AS 7H", options={"spades_must_be_broken": False}), S, "play", "AS", None),
    # a reason tells what is legal
    (BIDDING, S, "bid", 14, "Your bid may be 0 to 13."),
    (said(bidden(BLIND, 12, 3), (N, "look", None)), N, "bid", 2, "Your bid may be 0 to 1."),
    (dealt(options={"variant": "suicide"}), S, "bid", 3, "Your bid may be 0 or 4 to 13."),
    (dealt(options={"variant": "mirrors"}), S, "bid", 3, "Your bid may be 4."),
    (GIVING, W, "give", None, "Name 0 or 1 or 2 cards."),
    (RETURNING, E, "return", (), "Name 2 cards."),
]
#: A sound deal, and what is none.
WHOLE = deal([cards(hand) for hand in DEAL]).argument
*FIRST, LAST = (tuple(hand.split()) for hand in DEAL)
BAD_DEALS: list[Any] = [
    *(
        None,
        "cards",
        {},
        {"hands": ()},
        {"hands": FIRST},
        {"hands": (*FIRST, FIRST[0])},
        {"hands": (*FIRST, LAST[:12])},
    ),
    *({"hands": (*FIRST, (*LAST[:12], other))} for other in ("BJ", 7)),
    {"hands": (*FIRST, LAST), "kitty": ()},
]
SIDES: dict[str, Any] = {}
ALONE: dict[str, Any] = {"variant": "solo"}
STARTS: list[Start] = [
    (SIDES, {}, True),
    (SIDES, {"dealer": 3, "score": (499, -299), "bags": (9, 0)}, True),
    (SIDES, {"score": [510, 510]}, True),
    (ALONE, {"score": (0, 1, 2, 299), "bags": (0, 0, 0, 9)}, True),
    (ALONE, {"score": (-5000, 0, 0, 0)}, True),
    (SIDES, {"dealer": 4}, False),
    (SIDES, {"dealer": True}, False),
    (SIDES, {"dealer": None}, False),
    (SIDES, {"score": (500, 0)}, False),
    (SIDES, {"score": (0, -300)}, False),
    (SIDES, {"score": (0, 0, 0, 0)}, False),
    (SIDES, {"score": (0.0, 0)}, False),
    (SIDES, {"score": 7}, False),
    (SIDES, {"bags": (10, 0)}, False),
    (SIDES, {"bags": (-1, 0)}, False),
    (ALONE, {"bags": (0, 0)}, False),
    (SIDES, {"parity": ("odd", "even")}, False),
]
