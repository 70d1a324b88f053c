"""What Marta says after a hand: something short that fits, and nothing to whoever does not like it."""

from dataclasses import replace

import pytest

from games import presenters
from games.snapshot import PlayedHand, SeatedPlayer
from games.twoman.remarks import remark
from games.twoman.score import SeatLine
from tests.presenters.seeing import Taste, drawn, in_play

LINE = SeatLine(
    bid=4, blind=False, tricks=5, display_before=0, bags_before=0, bid_points=40, bags_taken=1, bags_lost=0,
    penalties=0, bonuses=0, pile_points=0, base=40, bags=1, display=41,
)  # fmt: skip


def hand(mine: dict[str, object], hers: dict[str, object], number: int = 2) -> PlayedHand:
    lines = tuple(
        {name: getattr(line, name) for name in SeatLine.__dataclass_fields__}
        for line in (replace(LINE, **mine), replace(LINE, **hers))  # type: ignore[arg-type]
    )
    return PlayedHand(number, 0, ((), ()), (), 0, {}, {"lines": lines})


@pytest.mark.parametrize(
    ("mine", "hers", "said"),
    [
        ({"bid": 0, "tricks": 0}, {}, "A clean nil. Well held."),
        ({"bid": 0, "tricks": 1}, {}, "Nil is a brave bid."),
        ({}, {"bid": 0, "tricks": 0}, "My nil held. I was not sure of it."),
        ({"penalties": 1}, {}, "Bags do add up, don’t they?"),
        ({}, {"tricks": 3}, "You set me. Good play."),
        ({"tricks": 3}, {}, "That one was close."),
        ({"tricks": 4}, {}, "Made exactly."),
        ({}, {}, ""),
    ],
)
def test_she_says_what_fits(mine: dict[str, object], hers: dict[str, object], said: str) -> None:
    assert remark(hand(mine, hers), 0) == said


def test_there_is_another_way_to_say_it_next_time() -> None:
    assert remark(hand({"tricks": 4}, {}, number=3), 0) == "Exactly your bid. Tidy."


def test_of_a_blind_nil_she_says_nothing() -> None:
    assert remark(replace(hand({}, {}), sheet={}), 0) == ""


def test_she_speaks_only_to_who_likes_it() -> None:
    table = in_play().play_out()
    assert "<b>Marta:</b> <q>One trick less" in drawn(table.shown())
    silent = table.more(remarks=False).summary
    assert silent is not None and silent.remark == ""


def test_nobody_puts_words_into_a_persons_mouth() -> None:
    snapshot = in_play().play_out().snapshot()
    people = replace(snapshot, seated=(snapshot.seated[0], SeatedPlayer(1, "bob", None)))
    assert "<q>" not in drawn(presenters.table(people, preferences=Taste()))
