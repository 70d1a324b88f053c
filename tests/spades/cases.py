"""Cases of Spades: the worked examples of its rules, refusals, deals and starts of games."""

from typing import Any

from games.engine.actions import deal
from games.engine.cards import cards
from games.engine.state import DEALER
from tests.engine.telling import Example, Judged, Start, each, refused, starts
from tests.spades.positions import (
    DEAL,
    NAMES,
    ONE_SPADE,
    RULES,
    E,
    N,
    S,
    W,
    bidden,
    deal_again,
    dealt,
    ending,
    last_trick,
    legal,
    playing,
    refusal,
    said,
    scored,
)

SUICIDE, SOLO = {"variant": "suicide"}, {"variant": "solo"}
BEAT = {"must_beat_highest": True}
CLUBS = {"first_trick_low_clubs": True}
SEVEN = {**SOLO, "seven_for_140": True}


def bids_in_suicide(*said_in_turn: int, first: int = S) -> str:
    """Return the bids of S, W, N, E in Suicide after these bids in turn, from the seat `first` on."""
    state = bidden(dealt(options=SUICIDE, dealer=(first + 3) % 4), *said_in_turn)
    return " ".join("-" if bid is None else str(bid) for bid in state.bids)


def bid_of_three() -> str:
    state = dealt(options=SUICIDE)
    return f"{refusal(state, S, 'bid', 3)}; {legal(state, S)}"


def cards_that_beat(trick: str, hand: str) -> str:
    return legal(playing(hand, leader=(4 - len(trick.split())) % 4, trick=trick, options=BEAT), S)


def led_spade() -> str:
    state = playing("5S 9S", "2H 3H", "4H 5H", "6H 7H")
    return f"{legal(state, S)}; broken {state.broken} then {said(state, (S, 'play', '5S')).broken}"


def low_clubs() -> str:
    state = playing("5D AH", "3C AD", "4C KD", "2C QD", done=0, options=CLUBS)
    state = said(state, (S, "play", "5D"), (W, "play", "3C"), (N, "play", "4C"), (E, "play", "2C"))
    return NAMES[state.leader]


def lowest_club() -> str:
    return legal(playing("4C 9C AS", leader=E, trick="2C", done=0, options=CLUBS), S)


def misdeal() -> str:
    """Return as text the dealer of a hand with a misdeal, and dealer, number and missing bids of the next hand."""
    state = bidden(dealt(*ONE_SPADE, options={"allow_misdeals": True}, dealer=W), 3, 3)
    void = said(state, (S, "look", None), (S, "misdeal", None))
    again = deal_again(void)
    return f"{NAMES[void.dealer]} then {NAMES[again.dealer]}, hand {again.number}, bids {again.bids.count(None)} open"


def blind_offered(mine: int, theirs: int) -> str:
    return legal(dealt(options={"blind_nil_200_down": True}, score=(mine, theirs)), S).split()[0]


EXAMPLES: list[Example] = [
    ("1 made", lambda: scored((4, 3, 3, 3), (4, 3, 3, 3)), "+70, 0 bags"),
    ("2 two over", lambda: scored((4, 2, 3, 2), (5, 2, 4, 2)), "+72, 2 bags"),
    ("3 one short", lambda: scored((4, 3, 3, 4), (3, 3, 3, 4)), "-70, 0 bags"),
    ("4 nil and one over", lambda: scored((4, 4, 0, 4), (5, 4, 0, 4)), "+141, 1 bags"),
    ("5 nil failed", lambda: scored((4, 4, 0, 4), (4, 4, 1, 4)), "-59, 1 bags"),
    ("6 nil and contract failed", lambda: scored((4, 4, 0, 4), (3, 4, 2, 4)), "-138, 2 bags"),
    ("7 blind nil", lambda: scored((3, 5, "b0", 5), (3, 5, 0, 5)), "+230, 0 bags"),
    ("8 blind nil failed", lambda: scored((3, 5, "b0", 4), (3, 5, 1, 4)), "-69, 1 bags"),
    ("9 the tenth bag", lambda: scored((3, 2, 5, 2), (5, 1, 5, 2), bags=(9, 0)), "-18, 1 bags"),
    ("10 ten for 200", lambda: scored((5, 1, 6, 1), (5, 1, 6, 1), options={"ten_for_200": True}), "+210, 0 bags"),
    ("11 seven for 140 failed", lambda: scored((8, 2, 2, 2), (7, 2, 2, 2), options=SEVEN), "-80, 0 bags"),
    ("12 both bid tricks", lambda: bids_in_suicide(5, 7, 4, first=N), "4 - 0 7"),
    ("13 both bid nil", lambda: bids_in_suicide(0, 4, 0, first=W), "- 4 4 0"),
    ("14 three is refused", bid_of_three, "ILLEGAL_BID; 0 4 5 6 7 8 9 10 11 12 13"),
    ("15 only the ace beats", lambda: cards_that_beat("9H KH", "AH 2H 5S"), "AH"),
    ("16 only a higher spade beats", lambda: cards_that_beat("9H 4S", "2S 7S KC"), "7S"),
    ("17 nothing beats", lambda: cards_that_beat("9H 8S", "2S 7S KC"), "2S 7S KC"),
    ("18 only spades to lead", led_spade, "5S 9S; broken False then True"),
    ("19 a red lead to the low-clubs trick", low_clubs, "N"),
    ("20 the lowest club", lowest_club, "4C"),
    ("21 one spade", misdeal, "W then W, hand 2, bids 4 open"),
    ("22 both past the target", lambda: ending(505, 520), "EW"),
    ("23 level past the target", lambda: ending(510, 510), "goes on"),
    ("24 bust", lambda: ending(612, 240, variant="custom1", winning_score=500, losing_score=600), "EW"),
    ("25 exactly 200 behind", lambda: blind_offered(-50, 150), "look"),
]


# Refusals

NO_BLIND = {"allow_blind_nils": False}
MISDEALS = {"allow_misdeals": True, "allow_blind_nils": False}
TWO = {"blind_nil_exchange": 2}
OVER = last_trick((4, 3, 3, 3), (4, 3, 3, 3), score=(450, 0)).state
BEFORE_DEAL = RULES.initial({}, {})
BLIND = dealt()
LOOKED = said(BLIND, (S, "look", None))
BIDDING = dealt(options=NO_BLIND)
SECOND_BID = bidden(BIDDING, 4)
#: North may bid 0 to 3, so it may also bid a blind nil.
PARTNER_BID_TEN = bidden(BLIND, 10, 3)
#: South has bid 2 and the side must bid at least 5, so North may not bid nil.
NO_NIL_LEFT = bidden(dealt(options={"variant": "custom1", "min_team": 5}), 2, 3)
GIVING = bidden(dealt(options=TWO), 3, "b0", 4, 3)
RETURNING = said(GIVING, (W, "give", ("QS", "JS")))
LEAD = playing("AS 7H", "KS 8H", "QS 9H", "JS TH")
SPADES_ONLY = playing("AS 9S", "KS 8H", "QS 9H", "JS TH")
ANSWER = playing("AS 7H KH 6C", leader=E, trick="QH", options=BEAT)
VOID = playing("AS 2S 6C", leader=N, trick="QH 4S", options=BEAT)
LOW_CLUBS = playing("9C 4C AS 5H", "2C 3H", done=0, options=CLUBS)


# fmt: off
REFUSALS: list[Judged] = [
    # the game is over
    *refused("GAME_OVER", (OVER, S, "play", "AS"), (OVER, W, "misdeal", None), (OVER, DEALER, "deal", None)),
    # the turn is checked before the action, but for a look
    *refused("NOT_YOUR_TURN", (BEFORE_DEAL, S, "bid", 3), (said(BLIND, (W, "look", None)), W, "look", None),
        (said(BLIND, (W, "look", None)), W, "blind_nil", None), (BIDDING, N, "bid", 99), (SECOND_BID, S, "bid", 3),
        (SECOND_BID, DEALER, "deal", None), (GIVING, E, "return", ("2H",)), (RETURNING, W, "give", ()),
        (LEAD, W, "jump", None), (LEAD, 4, "play", "7H")),
    (BLIND, W, "look", None, None),
    # the wrong phase, or an unknown action
    *refused("WRONG_PHASE", (BLIND, S, "look", 5), (BLIND, S, "play", "AS"), (BLIND, S, "misdeal", "FEW_SPADES"),
        (LOOKED, S, "look", None), (LOOKED, S, "blind_nil", None), (BIDDING, S, "give", ("AS",)),
        (BIDDING, S, "pass", None), (GIVING, W, "return", ("QS",)), (GIVING, W, "play", "QS"),
        (RETURNING, E, "give", ("9S", "8S")), (LEAD, S, "bid", 4), (LEAD, S, "PLAY", "7H")),
    # a blind nil
    *refused("BLIND_NOT_OFFERED", (BIDDING, S, "look", None), (BIDDING, S, "blind_nil", None),
        (NO_NIL_LEFT, N, "blind_nil", None)),
    *refused(None, (NO_NIL_LEFT, N, "bid", 3), (PARTNER_BID_TEN, N, "blind_nil", None), (BLIND, S, "look", None)),
    *each(BLIND, S, "bid", "CARDS_NOT_SEEN", 3, 99),
    # a bid
    *each(LOOKED, S, "bid", "ILLEGAL_BID", -1, 14, 3.0, True, "3", "b0", None),
    *each(LOOKED, S, "bid", None, 0, 13),
    (said(PARTNER_BID_TEN, (N, "look", None)), N, "bid", 4, "ILLEGAL_BID"),
    (said(PARTNER_BID_TEN, (N, "look", None)), N, "bid", 3, None),
    # a misdeal
    *refused("NOT_YOUR_BID_TURN", (dealt(options=MISDEALS), W, "misdeal", None),
        (dealt(*ONE_SPADE, options=MISDEALS, dealer=W), S, "misdeal", None),
        (bidden(dealt(options=MISDEALS), 3), S, "misdeal", None), (LEAD, S, "misdeal", None),
        (GIVING, W, "misdeal", None), (BEFORE_DEAL, S, "misdeal", None)),
    *refused("CARDS_NOT_SEEN", (dealt(*ONE_SPADE, options={"allow_misdeals": True}), S, "misdeal", None),
        (BLIND, S, "misdeal", None)),
    (dealt(*ONE_SPADE, options=NO_BLIND), S, "misdeal", None, "MISDEALS_OFF"),
    (dealt(options=MISDEALS), S, "misdeal", None, "NOT_A_MISDEAL"),
    *refused(None, (dealt(*ONE_SPADE, options=MISDEALS), S, "misdeal", None),
        (dealt(*ONE_SPADE, options=MISDEALS), S, "bid", 3)),
    # an exchange
    *each(GIVING, W, "give", "WRONG_COUNT", None, "QS", ("QS", "JS", "7S")),
    *each(GIVING, W, "give", "DUPLICATE", ("QS", "QS"), ("AS", "AS")),
    *each(GIVING, W, "give", "NOT_IN_HAND", ("QS", "AS"), (12,)),
    *each(GIVING, W, "give", None, (), ("QS",), ("JS", "QS")),
    *each(RETURNING, E, "return", "WRONG_COUNT", ("9S",), ()),
    (RETURNING, E, "return", ("9S", "9S"), "DUPLICATE"),
    (RETURNING, E, "return", ("9S", "7S"), "NOT_IN_HAND"),
    (RETURNING, E, "return", ("9S", "QS"), None),
    # a card that is not held
    *each(LEAD, S, "play", "NOT_IN_HAND", "KS", "7h", 7, None),
    (LOW_CLUBS, S, "play", "2C", "NOT_IN_HAND"),
    # a card that may not be played
    *each(LOW_CLUBS, S, "play", "FIRST_TRICK_LOW_CLUB", "9C", "AS"),
    *refused(None, (LOW_CLUBS, S, "play", "4C"), (LEAD, S, "play", "7H"), (SPADES_ONLY, S, "play", "9S")),
    (LEAD, S, "play", "AS", "SPADES_NOT_BROKEN"),
    *each(ANSWER, S, "play", "MUST_FOLLOW_SUIT", "6C", "AS"),
    (ANSWER, S, "play", "7H", "MUST_BEAT_HIGHEST"),
    (ANSWER, S, "play", "KH", None),
    *each(VOID, S, "play", "MUST_BEAT_HIGHEST", "2S", "6C"),
    (VOID, S, "play", "AS", None),
    # spades may be led once they are broken, or if an option allows it before
    *refused(None, (playing("AS 7H", broken=True), S, "play", "AS"),
        (playing("AS 7H", options={"spades_must_be_broken": False}), S, "play", "AS")),
    # the reason names what is legal
    (BIDDING, S, "bid", 14, "You can bid 0 to 13."),
    (said(bidden(BLIND, 12, 3), (N, "look", None)), N, "bid", 2, "You can bid 0 to 1."),
    (dealt(options=SUICIDE), S, "bid", 3, "You can bid 0 or 4 to 13."),
    (dealt(options={"variant": "mirrors"}), S, "bid", 3, "You can bid 4."),
    (GIVING, W, "give", None, "Name 0 or 1 or 2 cards."),
    (RETURNING, E, "return", (), "Name 2 cards."),
]
# fmt: on
#: A valid deal, and deals that are refused.
WHOLE = deal([cards(hand) for hand in DEAL]).argument
*FIRST, LAST = (tuple(hand.split()) for hand in DEAL)
BAD_DEALS: list[Any] = [
    *(None, "cards", {}),
    *({"hands": hands} for hands in ((), FIRST, (*FIRST, FIRST[0]), (*FIRST, LAST[:12]))),
    *({"hands": (*FIRST, (*LAST[:12], other))} for other in ("BJ", 7)),
    {"hands": (*FIRST, LAST), "kitty": ()},
]
STARTS: list[Start] = [
    ({}, {}, True),
    ({}, {"dealer": 3, "score": (499, -299), "bags": (9, 0)}, True),
    ({}, {"score": [510, 510]}, True),
    (SOLO, {"score": (0, 1, 2, 299), "bags": (0, 0, 0, 9)}, True),
    (SOLO, {"score": (-5000, 0, 0, 0)}, True),
    *starts("dealer", {}, False, 4, True, None),
    *starts("score", {}, False, (500, 0), (0, -300), (0, 0, 0, 0), (0.0, 0), 7),
    *starts("bags", {}, False, (10, 0), (-1, 0)),
    (SOLO, {"bags": (0, 0)}, False),
    ({}, {"parity": ("odd", "even")}, False),
]
