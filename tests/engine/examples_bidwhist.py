"""Every worked example of the rules of Bid Whist."""

from games.engine.options import Options
from tests.engine.bidwhist_positions import (
    NAMES,
    TABLE,
    E,
    N,
    S,
    W,
    before_last,
    called,
    dealt,
    legal,
    playing,
    refusal,
    reviewed,
    scored,
    told,
    wins,
)
from tests.engine.judged import Example


def one_joker() -> str:
    state = dealt(options={"jokers": 1})
    return f"kitty {len(state.kitty)}, pack {len(state.kitty) + sum(map(len, state.hands))}"


def third_bid() -> str:
    state = called(dealt(), "4U", "pass")
    return f"4D {refusal(state, N, 'bid', '4D')}; {' '.join(legal(state, N).split()[:4])}"


def forced() -> str:
    state = called(dealt(), "pass", "pass", "pass")
    return f"{refusal(state, E, 'pass')}; {legal(state, E).split()[0]}"


def overcalled() -> str:
    state = called(dealt(), "pass", "5N", "pass", "6D")
    assert state.contract is not None
    return f"{state.contract.bid} by {NAMES[state.contract.declarer]}"


def may_play(hand: str, trick: str, bid: str, name: str, options: Options | None = None) -> str:
    leader = (4 - len(trick.split())) % 4
    return legal(playing(hand, bid=bid, name=name, leader=leader, trick=trick, options=options), S)


def spade_on_a_club() -> str:
    state = playing("5S 4C", leader=E, trick="9C")
    return str(refusal(state, S, "play", "5S"))


def proved() -> str:
    """South's side reneged in the third trick, and West says so."""
    return told(reviewed(before_last("4U", 10, TABLE, reneges=((3, 0),)), (W, 3)))


def wrong_book() -> str:
    return told(reviewed(before_last("4U", 8, TABLE), (W, 2)))


def own_partner() -> str:
    return told(reviewed(before_last("4U", 8, TABLE, reneges=((4, 0),)), (N, 4)))


EXAMPLES: list[Example] = [
    ("1 one joker", one_joker, "kitty 5, pack 53"),
    ("2 down does not overcall up", third_bid, "4D NOT_HIGHER; pass 4N 5U 5D"),
    ("3 the dealer must bid", forced, "DEALER_MUST_BID; 4U"),
    ("4 the dealer outbids", overcalled, "6D by E"),
    ("5 a trump beats the suit led", lambda: wins("4U", "H", "9C KC 2H AC"), "2H"),
    ("6 the ace is best downtown, too", lambda: wins("4D", "S", "KD 2D AD JD"), "AD"),
    ("7 jokers above the ace", lambda: wins("4D", "S", "5S LJ AS BJ"), "BJ"),
    ("8 a joker follows trumps", lambda: may_play("LJ 4C KD", "9H", "4U", "H"), "LJ"),
    ("9 a joker is thrown off", lambda: may_play("BJ 7D AH", "9C", "4N", "up"), "BJ"),
    ("10 jokers are free", lambda: may_play("BJ 7D AH", "9C", "4N", "up", {"nt_joker": "free"}), "BJ 7D AH"),
    ("11 a joker led", lambda: wins("4N", "up", "LJ 8D KS TD"), "TD"),
    ("12 made exactly", lambda: scored("5U", 10), "+5, 11 books"),
    ("13 set by one", lambda: scored("5U", 9), "-5, 10 books"),
    ("14 one over", lambda: scored("5U", 11), "+6, 12 books"),
    ("15 no trump doubles", lambda: scored("4N", 9), "+8, 10 books, NS win (1, 0)"),
    ("16 no trump doubles a set, too", lambda: scored("4N", 8), "-8, 9 books, EW win (0, 1)"),
    ("17 a Boston that was not bid", lambda: scored("4D", 12), "+7, 13 books, Boston, NS win (1, 0)"),
    ("18 a Boston bid and made", lambda: scored("7U", 12), "+7, 13 books, Boston, NS win (2, 0)"),
    ("19 a Boston bid and failed", lambda: scored("7U", 11), "-7, 12 books, EW win (0, 1)"),
    ("20 a renege proved", proved, "-4, 8 books"),
    ("21 the wrong book", wrong_book, "+6, 12 books"),
    ("22 no spade on a club", spade_on_a_club, "MUST_FOLLOW_SUIT"),
    ("23 one's own partner", own_partner, "-4, 6 books"),
]
