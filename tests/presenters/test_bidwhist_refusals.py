"""What Bid Whist refuses is a sentence at its table."""

import pytest

from games.engine.actions import Action
from tests.engine.bidwhist_positions import DEAL
from tests.presenters.seeing_whist import WhistTable, all_played, contract, in_play

#: South holds both jokers then, and no diamond.
NO_DIAMONDS = ("AS KS QS 9S AH 4H 3H AC KC 7C BJ LJ", *DEAL[1:])


@pytest.mark.parametrize(
    ("table", "action", "why"),
    [
        (WhistTable(dealer=0).deal(), Action("pass"), "It is Bruno’s turn."),
        (WhistTable().deal(), Action("bid", "3U"), "The lowest level here is 4."),
        (WhistTable().deal(), Action("bid", "8U"), "The highest level is seven."),
        (
            WhistTable(dealer=0).deal().say("W bid 6N", "N pass", "E pass"),
            Action("bid", "6D"),
            "A bid must outrank the last one. You may bid 7 uptown, 7 downtown, 7 no trump.",
        ),
        (
            WhistTable(dealer=0).deal().say("W bid 7N", "N pass", "E pass"),
            Action("bid", "7D"),
            "No bid outranks the last one, so only a pass is left.",
        ),
        (
            WhistTable(dealer=0).deal().say("W pass", "N pass", "E pass"),
            Action("pass"),
            "The others have passed, so the dealer must bid.",
        ),
        (
            WhistTable().deal().say("S bid 4U", "W pass", "N pass", "E pass"),
            Action("trump", "X"),
            "Name one of the four suits, or up or down.",
        ),
        (contract(), Action("discard", ("2H",)), "Put exactly 6 cards aside."),
        (contract(), Action("discard", ("2H", "2H", "7D", "6D", "5D", "2D")), "The same card was chosen twice."),
        (contract(), Action("discard", ("KH", "2H", "7D", "6D", "5D", "2D")), "That card is not in your hand."),
        (
            contract("4N", "S direction up", nt_joker="exchange"),
            Action("discard", ("2H", "2C", "7D", "6D", "5D", "2D")),
            "In no trump every joker must be put aside here: choose it, too.",
        ),
        (
            contract("4N", "W direction up", hands=NO_DIAMONDS, kitty="2H 2C 7D 6D 5D 2D")
            .say("W discard 2H 2C 7D 6D 5D 2D")
            .play("KD AD TD"),
            Action("play", "AS"),
            "You cannot follow suit and hold a joker, so it must go.",
        ),
        (in_play(), Action("call"), "In this game a renege is refused at once, so there is nothing to call."),
        (in_play(renege="table"), Action("call"), "A renege can be called once a trick is complete."),
        (
            in_play(renege="table").play("AS QH 7S 4S").say("S call"),
            Action("book", 7),
            "Name a trick from 1 to 1, or give up.",
        ),
        (
            in_play(renege="table").play("AS QH 7S 4S").say("S call", "S book 1", "S call"),
            Action("book", 1),
            "A renege in that trick was called before. Name another, or give up.",
        ),
        (all_played().say("S confirm"), Action("confirm"), "Your side has confirmed the hand already."),
        (
            in_play(renege="table", win_score=50, lose_score=-50).play_out(),
            Action("call"),
            "The hand is scored, so a renege can no longer be called.",
        ),
        (in_play(renege="table", win_score=1, lose_score=-1).play_out(), Action("call"), "The game is over."),
        (in_play(), Action("confirm"), "That cannot be done at this point of the hand."),
    ],
)
def test_a_refusal_is_a_sentence(table: WhistTable, action: Action, why: str) -> None:
    assert table.why(action).startswith(why)
