"""Cases of Bid Whist: the worked examples of its rules, refusals, deals and starts of games."""

from typing import Any

from games.bidwhist.state import BidWhistState
from games.engine.actions import deal
from games.engine.cards import cards
from games.engine.options import Options
from games.engine.state import DEALER
from tests.bidwhist.positions import (
    DEAL,
    EXCHANGE,
    KITTY,
    NAMES,
    RULES,
    TABLE,
    E,
    N,
    S,
    W,
    before_last,
    called,
    dealt,
    exchanging,
    last_trick,
    legal,
    named,
    outcome,
    playing,
    refusal,
    reviewed,
    said,
    scored,
    winning_card,
)
from tests.engine.telling import Example, Judged, Start, each, refused, starts


def one_joker() -> str:
    state = dealt(options={"jokers": 1})
    return f"kitty {len(state.kitty)}, pack {len(state.kitty) + sum(map(len, state.hands))}"


def third_bid() -> str:
    state = called(dealt(), "4U", "pass")
    return f"4D {refusal(state, N, 'bid', '4D')}; {' '.join(legal(state, N).split()[:4])}"


def dealer_forced_to_bid() -> str:
    state = called(dealt(), "pass", "pass", "pass")
    return f"{refusal(state, E, 'pass')}; {legal(state, E).split()[0]}"


def dealer_outbids() -> str:
    state = called(dealt(), "pass", "5N", "pass", "6D")
    assert state.contract is not None
    return f"{state.contract.bid} by {NAMES[state.contract.declarer]}"


def may_play(hand: str, trick: str, bid: str, name: str, options: Options | None = None) -> str:
    leader = (4 - len(trick.split())) % 4
    return legal(playing(hand, bid=bid, name=name, leader=leader, trick=trick, options=options), S)


def result_of_call(tricks: int, call: tuple[int, int], *, reneges: tuple[tuple[int, int], ...] = ()) -> str:
    """Return the result of 4U after the call (seat, trick) of a renege; `reneges` are (trick, side)."""
    return outcome(reviewed(before_last("4U", tricks, TABLE, reneges=reneges), call))


EXAMPLES: list[Example] = [
    ("1 one joker", one_joker, "kitty 5, pack 53"),
    ("2 down does not overcall up", third_bid, "4D NOT_HIGHER; pass 4N 5U 5D"),
    ("3 the dealer must bid", dealer_forced_to_bid, "DEALER_MUST_BID; 4U"),
    ("4 the dealer outbids", dealer_outbids, "6D by E"),
    ("5 a trump beats the suit led", lambda: winning_card("4U", "H", "9C KC 2H AC"), "2H"),
    ("6 the ace is best downtown, too", lambda: winning_card("4D", "S", "KD 2D AD JD"), "AD"),
    ("7 jokers above the ace", lambda: winning_card("4D", "S", "5S LJ AS BJ"), "BJ"),
    ("8 a joker follows trumps", lambda: may_play("LJ 4C KD", "9H", "4U", "H"), "LJ"),
    ("9 a joker is thrown off", lambda: may_play("BJ 7D AH", "9C", "4N", "up"), "BJ"),
    ("10 jokers are free", lambda: may_play("BJ 7D AH", "9C", "4N", "up", {"nt_joker": "free"}), "BJ 7D AH"),
    ("11 a joker led", lambda: winning_card("4N", "up", "LJ 8D KS TD"), "TD"),
    ("12 made exactly", lambda: scored("5U", 10), "+5, 11 books"),
    ("13 set by one", lambda: scored("5U", 9), "-5, 10 books"),
    ("14 one over", lambda: scored("5U", 11), "+6, 12 books"),
    ("15 no trump doubles", lambda: scored("4N", 9), "+8, 10 books, NS win (1, 0)"),
    ("16 no trump doubles a set, too", lambda: scored("4N", 8), "-8, 9 books, EW win (0, 1)"),
    ("17 a Boston that was not bid", lambda: scored("4D", 12), "+7, 13 books, Boston, NS win (1, 0)"),
    ("18 a Boston bid and made", lambda: scored("7U", 12), "+7, 13 books, Boston, NS win (2, 0)"),
    ("19 a Boston bid and failed", lambda: scored("7U", 11), "-7, 12 books, EW win (0, 1)"),
    ("20 a renege proved", lambda: result_of_call(10, (W, 3), reneges=((3, 0),)), "-4, 8 books"),
    ("21 the wrong book", lambda: result_of_call(8, (W, 2)), "+6, 12 books"),
    ("22 no spade on a club", lambda: str(refusal(SPADE_ON_A_CLUB, S, "play", "5S")), "MUST_FOLLOW_SUIT"),
    ("23 one's own partner", lambda: result_of_call(8, (N, 4), reneges=((4, 0),)), "-4, 6 books"),
]


# Refusals

SIX = ("7C", "5D", "2D", "2H", "2C", "7D")
HANDS = ("AH 9H 5C", "KH 8H 6C", "QH 7H 7C", "JH 6H 8C")
SPADE_ON_A_CLUB: BidWhistState = playing("5S 4C", leader=E, trick="9C")
BEFORE_DEAL, DEALT, EXCHANGING = RULES.initial({}, {}), dealt(), exchanging()
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
#: South's side reneged in tricks 2 and 3. West has correctly called trick 2, and East is to name a trick.
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


#: A valid deal, and deals that are refused.
WHOLE: Any = deal([cards(hand) for hand in DEAL], kitty=cards(KITTY)).argument
DEALT_OUT, LEFT = WHOLE["hands"], WHOLE["kitty"]
BAD_DEALS: list[Any] = [
    *(None, "cards", {}, {"hands": DEALT_OUT}, {"hands": (), "kitty": LEFT}, {**WHOLE, "deck": ()}),
    {"hands": DEALT_OUT[:3], "kitty": LEFT},
    {"hands": (*DEALT_OUT[:3], DEALT_OUT[0]), "kitty": LEFT},
    {"hands": (*DEALT_OUT[:3], (*DEALT_OUT[3], "2H")), "kitty": LEFT[1:]},
    *({"hands": DEALT_OUT, "kitty": kitty} for kitty in (LEFT[:5], (*LEFT[:5], "BJ"), (*LEFT[:5], 7))),
]
#: The kitty for 0, 1 and 2 jokers.
KITTIES = (LEFT[:4], LEFT[:5], LEFT)
# fmt: off
REFUSALS: list[Judged] = [
    # the game is over
    *refused("GAME_OVER", (OVER, S, "play", "AS"), (OVER, W, "call", None), (OVER, W, "confirm", None),
        (OVER, DEALER, "deal", None)),
    # the turn is checked before the action
    *refused("NOT_YOUR_TURN", (BEFORE_DEAL, S, "bid", "4U"), (DEALT, W, "pass", None), (DEALT, N, "bid", "9U"),
        (DEALT, DEALER, "deal", None), (NAMING, W, "trump", "S"), (DISCARDING, W, "discard", SIX),
        (EXCHANGING, S, "play", "AS"), (LEAD, W, "jump", None), (LEAD, 4, "play", "AH"), (LEAD, DEALER, "call", None),
        (AT_THE_TABLE, W, "play", "KH"), (OPEN_CALL, S, "play", "AH"), (OPEN_CALL, S, "call", None),
        (OPEN_CALL, E, "book", 2), (CALLED_IN_REVIEW, W, "confirm", None), (HALF_CONFIRMED, N, "book", 1)),
    # the wrong phase, or an unknown action
    *refused("WRONG_PHASE", (DEALT, S, "pass", "4U"), (DEALT, S, "trump", "S"), (DEALT, S, "play", "AS")),
    *each(DEALT, S, "bid", "WRONG_PHASE", None, 4, "4S", "4u", "10U", "٤U"),
    *refused("WRONG_PHASE", (NAMING, S, "direction", "up"), (NAMING, S, "discard", SIX),
        (NAMING_DIRECTION, S, "trump", "S"), (DISCARDING, S, "trump", "S"), (DISCARDING, S, "play", "AS"),
        (LEAD, S, "discard", SIX), (LEAD, S, "confirm", None), (AT_THE_TABLE, S, "book", 2),
        (AT_THE_TABLE, S, "call", 2), (OPEN_CALL, W, "call", None), (OPEN_CALL, W, "play", "KH"),
        (REVIEWING, S, "play", "AS"), (REVIEWING, S, "book", 1), (REVIEWING, S, "confirm", 1),
        (CALLED_IN_REVIEW, S, "confirm", None)),
    # the auction
    (FORCED, E, "pass", None, "DEALER_MUST_BID"),
    *refused(None, (FORCED, E, "bid", "4D"), (FREE, E, "pass", None),
        (called(DEALT, "4U", "pass", "pass"), E, "pass", None)),
    *each(DEALT, S, "bid", "BELOW_MIN", "3N", "0U"),
    *refused("BELOW_MIN", (THIRD, N, "bid", "3N"), (dealt(options={"min_bid": 3}), S, "bid", "2D")),
    (dealt(options={"min_bid": 1}), S, "bid", "1D", None),
    *refused("ABOVE_SEVEN", (DEALT, S, "bid", "8U"), (THIRD, N, "bid", "9N")),
    *each(THIRD, N, "bid", "NOT_HIGHER", "4N", "5U", "5D"),
    *refused(None, (THIRD, N, "bid", "5N"), (DOWN_OVER_UP, W, "bid", "5D")),
    *refused("NOT_HIGHER", (called(DEALT, "5D"), W, "bid", "5U"), (called(DEALT, "7N"), W, "bid", "7N"),
        (called(DEALT, "4U", "pass", "pass"), E, "bid", "4D")),
    # the trump suit or direction
    *each(NAMING, S, "trump", "BAD_NAME", "N", "up", None, ("S",)),
    (NAMING, S, "trump", "S", None),
    *each(NAMING_DIRECTION, S, "direction", "BAD_NAME", "S", "UP"),
    (NAMING_DIRECTION, S, "direction", "down", None),
    # a discard
    *each(DISCARDING, S, "discard", "WRONG_COUNT", None, "7C", SIX[:5], (*SIX, "6D")),
    *each(DISCARDING, S, "discard", "DUPLICATE", (*SIX[:5], "7C"), (*SIX[:4], "JS", "JS")),
    *each(DISCARDING, S, "discard", "NOT_IN_HAND", (*SIX[:5], "JS"), (*SIX[:5], 7)),
    *each(DISCARDING, S, "discard", None, SIX, ("BJ", "LJ", "AS", "KS", "QS", "AH")),
    *each(JOKER_MUST_GO, S, "discard", "JOKER_MUST_GO", SIX, (*SIX[:5], "BJ")),
    *refused(None, (JOKER_MUST_GO, S, "discard", (*SIX[:4], "BJ", "LJ")),
        (named("4U", "S", options=EXCHANGE), S, "discard", SIX)),
    (JOKER_MUST_GO, S, "discard", (*SIX[:5], "JS"), "NOT_IN_HAND"),
    # a card that is not held or may not be played
    *each(LEAD, S, "play", "NOT_IN_HAND", "KH", "ah", 7, None),
    *each(LEAD, S, "play", None, "AH", "5C"),
    *refused("MUST_FOLLOW_SUIT", (ANSWER, S, "play", "5C"), (JOKER_FOLLOWS, S, "play", "4C")),
    *refused(None, (ANSWER, S, "play", "9H"), (JOKER_FOLLOWS, S, "play", "LJ"), (THROW_OFF, S, "play", "BJ")),
    (THROW_OFF, S, "play", "7D", "MUST_THROW_JOKER"),
    *each(JOKER_LED, S, "play", None, "7D", "BJ"),
    (AT_THE_TABLE, S, "play", "KH", "NOT_IN_HAND"),
    (AT_THE_TABLE, S, "play", "5C", None),
    # calls of reneges
    *refused("RENEGE_STRICT", (DEALT, N, "call", None), (LEAD, W, "call", None)),
    *refused("NO_BOOKS_YET", (dealt(options=TABLE), S, "call", None), (RULES.initial(TABLE, {}), S, "call", None),
        (FIRST_TRICK, W, "call", None), (PASSED_OUT, W, "call", None)),
    (SCORED, W, "call", None, "TOO_LATE"),
    *refused(None, (AT_THE_TABLE, W, "call", None), (AT_THE_TABLE, S, "call", None), (REVIEWING, E, "call", None),
        (HALF_CONFIRMED, S, "call", None)),
    *each(OPEN_CALL, W, "book", "BAD_BOOK", 0, 10, 2.0, True, "2"),
    *each(OPEN_CALL, W, "book", None, 9, None),
    (CALLED_BEFORE, E, "book", 2, "ALREADY_CALLED"),
    *each(CALLED_BEFORE, E, "book", None, 3, 4),
    # confirming
    *refused("ALREADY_CONFIRMED", (HALF_CONFIRMED, S, "confirm", None), (HALF_CONFIRMED, N, "confirm", None)),
    (HALF_CONFIRMED, E, "confirm", None, None),
    # the reason names what is legal
    (DEALT, S, "bid", "3U", "The lowest level is 4."),
    (DISCARDING, S, "discard", (), "Name 6 cards."),
    (named("4U", "S", options={"jokers": 0}), S, "discard", SIX, "Name 4 cards."),
    (OPEN_CALL, W, "book", 13, "Name a book from 1 to 9, or give up."),
    # a deal has the whole pack
    *(
        (RULES.initial({"jokers": n}, {}), DEALER, "deal", {**WHOLE, "kitty": kitty}, None if n == of else "BAD_DEAL")
        for of, kitty in enumerate(KITTIES)
        for n in range(3)
    ),
    (RULES.initial({"jokers": 1}, {}), DEALER, "deal", {**WHOLE, "kitty": (*LEFT[:4], "LJ")}, "BAD_DEAL"),
    (EXCHANGING, DEALER, "deal", WHOLE, "WRONG_PHASE"),
    # a draw for a joker: West, on the declarer's left, exchanges first
    *each(EXCHANGING, DEALER, "joker", None, (W, "LJ", "2H"), (W, "LJ", "7D")),
    *each(EXCHANGING, DEALER, "joker", "BAD_DRAW", (W, "LJ", "AS"), (W, "LJ", "LJ"), (W, "BJ", "2H"), (N, "BJ", "2H")),
    *each(EXCHANGING, DEALER, "joker", "BAD_DRAW", (True, "LJ", "2H"), (W, "LJ"), (), None),
]
# fmt: on
STARTS: list[Start] = [
    ({}, {}, True),
    ({}, {"dealer": 3, "score": (6, -6), "wins": (4, 0)}, True),
    ({}, {"score": [-6, 6]}, True),
    ({"win_score": 50, "lose_score": -50}, {"score": (49, -49)}, True),
    *starts("dealer", {}, False, 4, True, None),
    *starts("score", {}, False, (7, 0), (0, -7), (0.0, 0), (0, 0, 0), 3),
    *starts("wins", {}, False, (-1, 0), (1,)),
    ({}, {"bags": (0, 0)}, False),
    ({"win_score": 5}, {"score": (5, 0)}, False),
]
