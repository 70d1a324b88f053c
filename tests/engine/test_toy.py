"""A hand of the toy, card by card: what the engine's face has to hold for games of four seats."""

from dataclasses import dataclass
from typing import Any

import pytest

from games.engine.actions import START, Action, Pick, deal
from games.engine.cards import cards
from games.engine.notation import view_json
from games.engine.state import DEALER, BidSaid, Discarded, HandEnded, Phase, Seat, Step, TrickWon
from tests.parlour.rules import Parlour
from tests.parlour.state import ParlourState

RULES = Parlour()
HANDS = ["AS KS 9S 8H 8D", "AH KH 9H 8C TD", "AC KC 9C JS TH", "AD KD 9D 8S TC"]
KITTY, DECK = "QS QH", "TS JH JC JD QC QD"


@dataclass
class Parlours:
    """A game under way."""

    state: ParlourState

    def tell(self, *said: tuple[Seat, str, Any]) -> Step:
        for seat, verb, argument in said:
            step = RULES.apply(self.state, seat, Action(verb, argument))
            assert isinstance(step.state, ParlourState)
            self.state = step.state
        return step

    def code(self, seat: Seat, verb: str, argument: Any = None) -> str | None:
        refusal = RULES.refusal(self.state, seat, Action(verb, argument))
        return refusal.code if refusal else None

    def heard(self, seat: Seat | None) -> Any:
        """The last action as `seat` heard it."""
        return view_json(RULES.view(self.state, seat))["actions"][-1]  # type: ignore[index]

    @property
    def waits(self) -> set[Seat]:
        return set(RULES.waits_for(self.state))


def dealt(**options: Any) -> Parlours:
    """Seat 3 deals, so seat 0 speaks first."""
    game = Parlours(RULES.initial(options))
    dealing = deal([cards(hand) for hand in HANDS], kitty=cards(KITTY), deck=cards(DECK))
    game.tell((DEALER, START, {"dealer": 3}), (DEALER, "deal", dealing.argument))
    return game


def bought() -> Parlours:
    game = dealt()
    game.tell((0, "bid", "2U"), (1, "pass", None), (2, "bid", "2N"), (3, "pass", None))
    return game


def staked() -> Parlours:
    game = bought()
    game.tell((2, "discard", ("QH", "TH")))
    game.tell((0, "stake", "8H"), (1, "stake", "8C"), (2, "stake", "KC"), (3, "stake", "TC"))
    return game


def drawn() -> Parlours:
    game = staked()
    game.tell(*((DEALER, "draw", (seat, one)) for seat, one in ((2, "JC"), (3, "JD"), (0, "TS"), (1, "JH"))))
    return game


def stacked() -> Parlours:
    game = drawn()
    game.tell((2, "play", ("JC", "QS")), (3, "play", ("8S", "9D")))
    game.tell((0, "play", ("8D", "9S")), (1, "play", ("TD", "9H")))
    return game


def test_an_auction_goes_round_and_calls_rise() -> None:
    game = dealt()
    assert game.waits == {0}
    game.tell((0, "bid", "2U"))
    assert game.waits == {1}
    assert [game.code(1, "bid", call) for call in ("1N", "2U", "2N", "4U", 3)] == [
        "NOT_HIGHER",
        "NOT_HIGHER",
        None,
        "NOT_HIGHER",
        "NOT_HIGHER",
    ]
    assert game.code(2, "pass") == "NOT_YOUR_TURN"
    assert game.tell((1, "pass", None)).events == (BidSaid(1, "pass", None),)


def test_a_hand_in_which_all_pass_is_void_and_the_next_seat_deals() -> None:
    game = dealt()
    step = game.tell(*((seat, "pass", None) for seat in range(4)))
    assert step.events[-1] == HandEnded({"passed_out": True}, {"tops": (0, 0), "doubled": False})
    assert (game.state.phase, game.state.score) == (Phase.DEAL, (0, 0))
    game.tell((DEALER, "deal", RULES.chance(game.state, lambda n: 0).argument))
    assert (game.state.number, game.state.dealer, game.waits) == (2, 0, {1})


def test_whoever_bought_takes_the_kitty_and_picks_what_goes() -> None:
    game = bought()
    assert (game.waits, len(game.state.hands[2])) == ({2}, 7)
    (pick,) = RULES.legal_actions(game.state, 2)
    assert isinstance(pick, Pick) and (pick.verb, pick.count, len(pick.cards)) == ("discard", 2, 7)
    assert game.code(2, "discard", ("QH",)) == "WRONG_COUNT"
    assert game.code(2, "discard", ("QH", "QH")) == "DUPLICATE"
    assert game.code(2, "discard", ("QH", "AS")) == "NOT_IN_HAND"
    assert game.tell((2, "discard", ("QH", "TH"))).events == (Discarded(2, cards("QH TH")),)


def test_a_kitty_is_seen_by_nobody_and_a_discard_only_by_its_seat() -> None:
    game = dealt()
    assert not any("QS" in str(view_json(RULES.view(game.state, seat))) for seat in (None, 0, 1, 2, 3))
    game = bought()
    game.tell((2, "discard", ("QH", "TH")))
    assert game.heard(2) == [2, "discard", ["QH", "TH"]]
    assert game.heard(0) == game.heard(None) == [2, "discard", None]


def test_stakes_are_laid_at_once_and_shown_together() -> None:
    game = bought()
    game.tell((2, "discard", ("QH", "TH")))
    assert game.waits == {0, 1, 2, 3}
    game.tell((3, "stake", "TC"))
    assert game.waits == {0, 1, 2}
    assert (game.heard(3), game.heard(0)) == ([3, "stake", "TC"], [3, "stake", None])
    assert RULES.view(game.state, 0).table.stakes == (None, None, None, None)
    game.tell((0, "stake", "8H"), (1, "stake", "8C"), (2, "stake", "KC"))
    assert RULES.view(game.state, 0).table.stakes == cards("8H 8C KC TC")
    assert game.heard(0) == [2, "stake", "KC"]


def test_the_dealer_draws_in_the_middle_of_a_hand() -> None:
    game = staked()
    assert (game.waits, game.state.phase) == ({DEALER}, Phase.JOKERS)
    assert RULES.chance(game.state, lambda n: 0) == Action("draw", (2, "TS"))
    assert [game.code(DEALER, "draw", argument) for argument in ((3, "TS"), (2, "AS"), "TS", None)] == ["BAD_DRAW"] * 4
    assert game.code(2, "play", ("JS", "QS")) == "NOT_YOUR_TURN"
    game.tell((DEALER, "draw", (2, "JC")))
    assert (game.heard(2), game.heard(0)) == ([None, "draw", [2, "JC"]], [None, "draw", [2, "??"]])
    assert game.waits == {DEALER}
    assert drawn().waits == {2}


def test_the_top_of_a_stack_is_hidden_until_all_are_laid() -> None:
    game = drawn()
    game.tell((2, "play", ("JC", "QS")))
    assert game.heard(2) == [2, "play", ["JC", "QS"]]
    assert game.heard(0) == [2, "play", ["JC", "??"]]
    assert RULES.view(game.state, 0).table.stacks[2] == ("JC", "??")
    game = stacked()
    assert RULES.view(game.state, 0).table.stacks[2] == ("JC", "QS")
    assert game.heard(0) == [1, "play", ["TD", "9H"]]
    assert (game.state.leader, game.state.tops) == (2, (1, 0))


def test_a_call_may_be_made_out_of_turn_and_by_one_side() -> None:
    game = stacked()
    assert game.waits == {2}
    assert [game.code(seat, "call") for seat in range(4)] == ["NOT_AGAINST", None, "NOT_AGAINST", None]
    assert RULES.legal_actions(game.state, 3) == (Action("call"),)
    assert game.tell((3, "call", None)).events == (BidSaid(3, "call", None),)
    assert game.waits == {2}
    assert (game.code(1, "call"), RULES.legal_actions(game.state, 1)) == ("NOT_AGAINST", ())
    assert dealt(doubling=False).code(1, "call") == "WRONG_PHASE"


def test_a_hand_is_played_by_four_and_scored_by_sides() -> None:
    game = stacked()
    step = game.tell((1, "call", None), (2, "play", "AC"), (3, "play", "AD"), (0, "play", "AS"), (1, "play", "AH"))
    assert step.events[-1] == TrickWon(2, 2)
    game.tell((2, "play", "9C"), (3, "play", "KD"), (0, "play", "KS"), (1, "play", "KH"))
    step = game.tell((2, "play", "JS"), (3, "play", "JD"), (0, "play", "TS"), (1, "play", "JH"))
    ended = next(event for event in step.events if isinstance(event, HandEnded))
    assert ended.record == {"contract": "2N", "declarer": 2, "tricks": (3, 0), "score": (5, 0)}
    end = RULES.result(game.state)
    assert end is not None and (end.winner, end.why) == (0, "score")


def test_suit_is_followed() -> None:
    game = stacked()
    game.tell((2, "play", "JS"))
    assert [one.argument for one in RULES.legal_actions(game.state, 3)] == ["AD", "KD", "JD", None]  # type: ignore[union-attr]
    game.tell((3, "play", "JD"))
    assert game.code(0, "play", "AH") == "NOT_IN_HAND"
    assert [one.argument for one in RULES.legal_actions(game.state, 0)] == ["AS", "KS", "TS"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("start", "sound"),
    [
        ({}, True),
        ({"dealer": 3, "score": (4, -2)}, True),
        ({"dealer": 4}, False),
        ({"dealer": True}, False),
        ({"score": (5, 0)}, False),
        ({"score": (0,)}, False),
        ({"parity": ("odd", "even")}, False),
    ],
)
def test_a_start(start: dict[str, Any], sound: bool) -> None:
    assert (RULES.check_start({}, start) is None) is sound
