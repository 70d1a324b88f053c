"""Every worked example of the rules of Two-Man Spades. X is seat 0."""

from games.engine.actions import Action
from tests.engine.judged import Example
from tests.engine.positions import (
    act,
    blind_of,
    compared,
    dealt,
    ending,
    last_trick,
    legal,
    playing,
    rest,
    said,
    scored,
    standings,
)


def offered(x: str, y: str) -> str:
    state = dealt(**standings(x, y))
    return "X" * blind_of(state, 0) + "Y" * blind_of(state, 1) or "nobody"


def blind_nil(*, tricks: tuple[int, int], before: tuple[str, str] = ("0", "0")) -> str:
    return ending(last_trick(bids=(0, 6), blind=("nil", None), tricks=tricks, before=before).state)  # type: ignore[arg-type]


def led(spades: str) -> str:
    """The spades that may be led from a hand of nothing else, and whether they are broken after the first."""
    state = playing(spades, "2H 4D")
    after = act(state, 0, Action("play", legal(state, 0).split()[0]))
    return f"{legal(state, 0)}; broken {state.broken} then {after.broken}"


def ruffed() -> str:
    state = playing("3S 9D", "4H", leader=1, trick="QH", tricks=(4, 4))
    after = said(state, (0, "play", "3S"))
    return f"{legal(state, 0)}; X {after.tricks[0]}, broken {after.broken}"


def made(*, x: str, y: str, **hand: object) -> str:
    """Steps 2 and 3 leave the seats at these "base bags" (each makes its bid exactly), then the pile is settled."""
    before = [f"{int(word.split()[0]) - won} {word.split()[1]}" for word, won in ((x, 40), (y, 60))]
    return scored(bids=(4, 6), tricks=(4, 6), before=tuple(before), **hand)


EXAMPLES: list[Example] = [
    ("different parity", lambda: made(x="40 0", y="60 0", pile="7C 6H"), "X 50 (50 0), Y 60 (60 0); goes on"),
    ("same suit", lambda: made(x="40 0", y="60 0", pile="7H 6H"), "X 60 (60 0), Y 60 (60 0); goes on"),
    ("same rank", lambda: made(x="40 0", y="60 0", pile="KD KC"), "X 40 (40 0), Y 80 (80 0); goes on"),
    ("bag card in it", lambda: made(x="40 0", y="60 1", pile="7D AD"), "X 40 (40 0), Y 80 (80 -1); goes on"),
    (
        "seven bags",
        lambda: scored(bids=(4, 4), tricks=(6, 4), before=("0 5", "0"), pile="2C 4D"),
        "X -60 (-60 0), Y 50 (50 0); goes on",
    ),
    (
        "five bags under zero",
        lambda: scored(bids=(3, 7), tricks=(3, 7), before=("0 -2", "0"), won=("7D TC", ""), pile="2C 4D"),
        "X 130 (130 0), Y 80 (80 0); goes on",
    ),
    (
        "failed nil",
        lambda: scored(bids=(0, 8), tricks=(2, 8), before=("0 5", "-200"), pile="2C 4D"),
        "X -300 (-300 0), Y -110 (-110 0); goes on",
    ),
    (
        "blind bid made",
        lambda: scored(bids=(5, 3), blind=(5, None), tricks=(7, 3), pile="2C 4D"),
        "X 102 (100 2), Y 40 (40 0); goes on",
    ),
    (
        "blind bid set",
        lambda: scored(bids=(6, 5), blind=(6, None), tricks=(5, 5), pile="2C 4D"),
        "X -120 (-120 0), Y 60 (60 0); goes on",
    ),
    ("blind nil made", lambda: blind_nil(tricks=(0, 10), before=("20", "250")), "X wins by blind_nil"),
    ("blind nil failed", lambda: blind_nil(tricks=(1, 9)), "Y wins by blind_nil"),
    ("denial", lambda: made(x="290 5", y="300 5"), "X 295 (290 5), Y 295 (290 5); goes on"),
    ("denial above", lambda: made(x="300 5", y="310 2"), "X 305 (300 5), Y 302 (300 2); X wins by target"),
    ("no denial ahead", lambda: made(x="290 5", y="280 0"), "X 305 (300 5), Y 280 (280 0); X wins by target"),
    ("no denial far off", lambda: made(x="250 0", y="300 5"), "X 260 (260 0), Y 305 (300 5); Y wins by target"),
    ("302 against 301", lambda: compared("300 2", "300 1"), "X wins by target"),
    ("more bags", lambda: compared("300 -1", "300 0"), "Y wins by target"),
    ("fewer under zero", lambda: compared("300 -4", "300 -2"), "Y wins by target"),
    ("higher base", lambda: compared("310 -3", "320 -4"), "Y wins by target"),
    ("mercy", lambda: compared("150", "-150"), "X wins by mercy"),
    ("100 behind", lambda: offered("40", "140"), "X"),
    ("99 behind", lambda: offered("40 1", "140"), "nobody"),
    ("only spades to lead", lambda: led("9S 4S"), "9S 4S; broken False then True"),
    ("following", lambda: legal(playing("7H 3S", "4H", leader=1, trick="QH"), 0), "7H"),
    ("not following", ruffed, "3S 9D; X 5, broken True"),
    ("three spades left", lambda: rest(playing("AS 9S 2S", "KH QC 4D")), "3-0"),
    ("three spades left, led to", lambda: rest(playing("AS 9S 2S", "KH QC 4D", leader=1)), "3-0"),
]
