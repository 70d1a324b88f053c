"""Every worked example of the rules of Spades."""

from tests.engine.judged import Example
from tests.engine.spades_positions import (
    NAMES,
    ONE_SPADE,
    E,
    N,
    S,
    W,
    bidden,
    deal_again,
    dealt,
    ending,
    legal,
    playing,
    refusal,
    said,
    scored,
)

SUICIDE = {"variant": "suicide"}
SOLO = {"variant": "solo"}
BEAT = {"must_beat_highest": True}
CLUBS = {"first_trick_low_clubs": True}


def bids(*said_in_turn: int, first: int = S) -> str:
    """The bids of S, W, N and E as they stand in Suicide, after these in turn from `first` on."""
    state = bidden(dealt(options=SUICIDE, dealer=(first + 3) % 4), *said_in_turn)
    return " ".join("-" if bid is None else str(bid) for bid in state.bids)


def tried() -> str:
    state = dealt(options=SUICIDE)
    return f"{refusal(state, S, 'bid', 3)}; {legal(state, S)}"


def beats(trick: str, hand: str) -> str:
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
    """Who dealt a hand that was declared a misdeal, and who deals the next one."""
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
    (
        "11 seven for 140 failed",
        lambda: scored((8, 2, 2, 2), (7, 2, 2, 2), options={**SOLO, "seven_for_140": True}),
        "-80, 0 bags",
    ),
    ("12 both bid tricks", lambda: bids(5, 7, 4, first=N), "4 - 0 7"),
    ("13 both bid nil", lambda: bids(0, 4, 0, first=W), "- 4 4 0"),
    ("14 three is no bid", tried, "ILLEGAL_BID; 0 4 5 6 7 8 9 10 11 12 13"),
    ("15 only the ace beats", lambda: beats("9H KH", "AH 2H 5S"), "AH"),
    ("16 only a higher spade beats", lambda: beats("9H 4S", "2S 7S KC"), "7S"),
    ("17 nothing beats", lambda: beats("9H 8S", "2S 7S KC"), "2S 7S KC"),
    ("18 only spades to lead", led_spade, "5S 9S; broken False then True"),
    ("19 a red card led to clubs", low_clubs, "N"),
    ("20 the lowest club", lowest_club, "4C"),
    ("21 one spade", misdeal, "W then W, hand 2, bids 4 open"),
    ("22 both past the target", lambda: ending(505, 520), "EW"),
    ("23 level past the target", lambda: ending(510, 510), "goes on"),
    (
        "24 bust",
        lambda: ending(612, 240, variant="custom1", winning_score=500, losing_score=600),
        "EW",
    ),
    ("25 exactly 200 behind", lambda: blind_offered(-50, 150), "look"),
]
