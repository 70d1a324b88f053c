"""Every worked example of the rules of Card Duel."""

from games.engine.state import DEALER
from tests.engine.cardduel_positions import (
    P1,
    P2,
    RULES,
    blazed,
    duel,
    offers,
    played,
    refusal,
    reshuffle,
    round_of,
    sizes,
    told,
)
from tests.engine.judged import Example


def offered(hand: str) -> str:
    """How many plays there are, and which cards may lie on top of a stack."""
    listed = offers(duel(hand), P1)
    stacks = [one.argument for one in listed if isinstance(one.argument, tuple)]
    tops = "".join(sorted({str(stack[-1])[1] for stack in stacks}))
    blazes = [one.verb for one in listed].count("blaze")
    return f"{len(listed) - blazes} plays, {blazes} blaze, tops {tops or 'none'}"


def watched() -> str:
    """What player 2 is shown of a stack with a face-down top."""
    state = told(duel("7C 8C KS"), "[7C 8C]KS")
    view = RULES.view(state, P2)
    assert "KS" not in str(view)
    return str(view.table.shown[P1])


def late_blaze() -> str:
    state = duel()
    before = refusal(state, P1, "blaze")
    return f"{before} then {refusal(told(state, '[9C]KS'), P1, 'blaze')}"


def refilled() -> str:
    """The deck gives out in a refill of two cards each; player 2 of this round is the new player 1."""
    state = played("[2C]5S", "[3C]4H", deck=3)
    said_before = f"{sizes(state)}, {'dealer' if RULES.waits_for(state) == {DEALER} else 'nobody'} shuffles"
    return f"{said_before}; {sizes(reshuffle(state).state)}"  # type: ignore[arg-type]


EXAMPLES: list[Example] = [
    ("1 a shield", lambda: round_of("KS", "5D"), "30/22"),
    ("2 a larger shield", lambda: round_of("5S", "KD"), "30/30"),
    ("3 healed, then hit", lambda: round_of("AH", "9S"), "35/30"),
    ("4 player 1 is quicker", lambda: round_of("TS", "AS", hp=(20, 9)), "20/0, seat 0 by hp"),
    ("5 not quick enough", lambda: round_of("TS", "AS", hp=(9, 20)), "0/10, seat 1 by hp"),
    ("6 a stack, then a cup", lambda: round_of("[9C]KS", "4H"), "30/12"),
    ("7 stacks", lambda: round_of("[9C]KD", "[2C 3C]AS"), "30/30"),
    ("8 a cup on wands", lambda: round_of("[9C]AH", "2S"), "28/30"),
    ("9 wands alone", lambda: round_of("[9C 2C]KC", "3H"), "30/33"),
    ("10 shields", lambda: round_of("QD", "JD"), "30/30"),
    ("11 a wand alone", lambda: str(refusal(duel("4C KS"), P1, "play", "4C")), "WAND_NEEDS_TOP"),
    ("12 a sword below", lambda: str(refusal(duel("4C KS"), P1, "play", ("KS", "4C"))), "ONLY_WANDS_BELOW"),
    ("13 five wands", lambda: offered("2C 3C 4C 5C 6C"), "75 plays, 1 blaze, tops C"),
    ("14 no wand", lambda: offered("2S 3S 4H 5D 6D"), "5 plays, 1 blaze, tops none"),
    ("15 a covered top", watched, "('8C', '7C', '??')"),
    ("16 the other stands", lambda: blazed("AS JS 2C 3C 4C", "4H 6D 5C 6C 7C"), "30/15, seat 1 by blaze"),
    ("17 exactly 0", lambda: blazed("AS KS JS 2S 2C", "TD 3C 4C 5C 6C"), "30/0, seat 0 by blaze"),
    (
        "18 what was played is out",
        lambda: blazed("AD 2D 3C 4C 5C", "AS KS 6C 7C 8C", first="AD"),
        "5/30, seat 0 by blaze",
    ),
    ("19 too late for a blaze", late_blaze, "None then NOT_YOUR_TURN"),
    (
        "20 a refill with a reshuffle",
        refilled,
        "hands 4 5, deck 0, discard 43, dealer shuffles; hands 5 5, deck 42, discard 0",
    ),
    ("21 a refill that takes all", lambda: sizes(played("[2C]5S", "[3C]4H", deck=4)), "hands 5 5, deck 0, discard 42"),
]
