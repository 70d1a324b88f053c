"""Rules of Card Duel: deal, plays, refills, views, effects of a round, blaze of glory, and the end."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.cardduel.rules import BLAZE, CardDuelState, Resolved
from games.cardduel.score import tally
from games.engine.actions import Action, texts
from games.engine.cards import PACK, card, cards, shuffled
from games.engine.state import DEALER, BidSaid, GameEnded, HandEnded, Phase, Played, Refilled, TrickWon, view_json
from tests.cardduel.positions import (
    P1,
    P2,
    RULES,
    action,
    after_plays,
    before_deal,
    blazed,
    duel,
    legal,
    played,
    reshuffle,
    round_of,
    sizes,
    step,
)
from tests.engine.telling import listed


def view_of(state: CardDuelState, seat: int | None) -> dict[str, Any]:
    return view_json(RULES.view(state, seat))


# Options and the deal


@pytest.mark.parametrize(("first", "coins"), [("human", {P1}), ("computer", {P2}), ("random", {P1, P2})])
def test_the_first_coin_is_set_by_the_option_or_by_the_start(first: str, coins: set[int]) -> None:
    state = RULES.initial({"first": first})
    starts = [RULES.chance(state, Random(seed).randrange) for seed in range(20)]
    after: list[Any] = [step(state, DEALER, start).state for start in starts]
    assert {one.coin for one in after} == coins
    assert RULES.initial({"first": first}, {"coin": P2}).coin == P2
    told: Any = step(state, DEALER, Action("start", {"coin": P1})).state
    assert told.coin == P1


@pytest.mark.parametrize("coin", [P1, P2])
def test_the_seat_with_the_coin_is_dealt_the_first_five_cards(coin: int) -> None:
    state = before_deal(coin)
    deck = shuffled(PACK, Random(7).randrange)
    after = step(state, DEALER, RULES.chance(state, Random(7).randrange)).state
    assert isinstance(after, CardDuelState)
    assert set(after.hands[coin]) == set(deck[:5])
    assert set(after.hands[1 - coin]) == set(deck[5:10])
    assert after.deck == deck[10:]


# Plays offered


def test_offers_follow_the_order_of_the_hand_with_the_blaze_last() -> None:
    """The blaze is last, so that a bot that always takes the first offer does not end the duel."""
    for hand, plays in (
        ("2S 3S 4H 5D 6D", "3S 2S 4H 6D 5D"),
        ("2C 3S 4H 5D 6D", "3S 4H 6D 5D [2C]3S [2C]4H [2C]6D [2C]5D"),
        (
            "3C 2C AS KH QD",
            "AS KH QD [3C]AS [3C]KH [3C]2C [3C]QD [2C]AS [2C]KH [2C]3C [2C]QD [3C 2C]AS [3C 2C]KH [3C 2C]QD",
        ),
    ):
        assert legal(duel(hand), P1) == f"{plays} blaze"


def test_the_order_of_the_wands_does_not_change_a_play() -> None:
    state = duel("2C 3C 4C KS AH")
    orders = [("2C", "3C", "4C", "KS"), ("4C", "2C", "3C", "KS"), ("3C", "4C", "2C", "KS")]
    states = [step(state, P1, Action("play", order)).state for order in orders]
    assert states[0] == states[1] == states[2]
    assert states[0].actions == ((P1, Action("play", ("4C", "3C", "2C", "KS"))),)


# Rounds


def test_the_coin_passes_after_every_round() -> None:
    state = after_plays(duel("2D 3D 4D 5D 6D", "7D 8D 9D TD JD"), "2D", "7D", "8D", "3D", "4D", "9D", "TD", "5D", "6D")
    assert (state.round, state.turn, [one.coin for one in state.rounds]) == (5, P2, [P1, P2, P1, P2])
    assert state.discards == cards("2D 7D 8D 3D 4D 9D TD 5D")


def test_the_last_round_stays_on_the_table_after_the_end() -> None:
    state = duel("9C KS 2H 3H 4H", "AS 5H 6H 7H 8H", hp=(9, 22))
    last = step(after_plays(state, "[9C]KS"), P2, action("AS"))
    assert isinstance(last.state, CardDuelState) and last.state.end is not None
    assert [type(event) for event in last.events[-4:]] == [Resolved, TrickWon, HandEnded, GameEnded]
    assert (last.state.end.winner, last.state.end.why) == (P1, "hp")
    assert view_of(last.state, None)["table"]["shown"] == [["9C", "KS"], "AS"]
    assert sizes(last.state) == "hands 3 4, deck 42, discard 0"


def test_a_blaze_ends_the_duel() -> None:
    done = step(after_plays(duel("9C KS"), "[9C]KS"), P2, Action(BLAZE))
    after = done.state
    assert isinstance(after, CardDuelState) and after.end is not None
    record = {"hp": after.hp, "rounds": 1}
    assert done.events[0] == BidSaid(P2, BLAZE, None)
    assert isinstance(done.events[1], HandEnded) and done.events[1].record == record
    assert done.events[2:] == (GameEnded(after.end),)
    assert after.discards == cards("9C KS")
    assert RULES.waits_for(after) == frozenset() and after.phase is Phase.OVER


# Refills

#: Both plays, the size of the deck before, the sizes after the refill, and whether a reshuffle is due.
REFILLS: list[tuple[str, str, int, str, bool]] = [
    ("5S", "2D", 42, "hands 5 5, deck 40, discard 2", False),
    ("[2C 3C 4C 5C]6C", "[7C 8C 9C TC]JC", 42, "hands 5 5, deck 32, discard 10", False),
    ("[2C 3C 4C 5C]6C", "2D", 5, "hands 4 5, deck 0, discard 43", True),
    ("[2C 3C 4C 5C]6C", "2D", 6, "hands 5 5, deck 0, discard 42", False),
    ("[2C 3C 4C 5C]6C", "2D", 1, "hands 0 5, deck 0, discard 47", True),
    ("[2C 3C 4C 5C]6C", "2D", 0, "hands 0 4, deck 0, discard 48", True),
    ("5S", "2D", 2, "hands 5 5, deck 0, discard 42", False),
    ("5S", "2D", 1, "hands 4 5, deck 0, discard 43", True),
]


@pytest.mark.parametrize(("mine", "hers", "deck", "lie", "shuffles"), REFILLS)
def test_hands_are_refilled_and_an_empty_deck_is_reshuffled(
    mine: str, hers: str, deck: int, lie: str, shuffles: bool
) -> None:
    state = played(mine, hers, deck=deck)
    assert sizes(state) == lie
    assert (RULES.waits_for(state) == {DEALER}) is shuffles
    if shuffles:
        after = reshuffle(state).state
        assert isinstance(after, CardDuelState)
        assert (len(after.hands[P1]), len(after.hands[P2]), after.discards) == (5, 5, ())
        assert (RULES.waits_for(after), after.shuffles) == ({P2}, 1)


def test_after_a_reshuffle_the_next_player_1_draws_first_and_may_draw_played_cards() -> None:
    state = played("5S", "[2C 3C]6D", deck=1)
    done = reshuffle(state, first="2C 5S 3C")
    assert done.events == (Refilled(P2, cards("2C 5S")), Refilled(P1, cards("3C")))
    again = step(done.state, P2, action("[2C]5S"))
    assert again.events == (Played(P2, card("2C"), 2, 0, shuffle=1), Played(P2, card("5S"), 2, 1, shuffle=1))


def test_the_draw_of_a_reshuffle_does_not_depend_on_the_order_of_the_discards() -> None:
    state = played("5S", "2D", deck=1)
    turned = replace(state, discards=state.discards[::-1])
    order = shuffled([one for one in PACK if one in state.discards], Random(4).randrange)
    for one in (state, turned):
        assert RULES.chance(one, Random(4).randrange) == Action("reshuffle", texts(order))


def test_there_is_no_reshuffle_after_the_end_of_a_duel() -> None:
    for state in (played("AS", "2H", deck=0, hp=(9, 5)), played("5S", "2D", deck=0, round=200)):
        assert (state.phase, RULES.waits_for(state), state.shuffles) == (Phase.OVER, frozenset(), 0)
    assert after_plays(duel(deck=0), BLAZE).phase is Phase.OVER


# Views


def test_a_view_has_the_table_the_actions_and_the_seats_hand() -> None:
    state = after_plays(duel("9C KS AH 2D 3D"), "AH", "JS")
    view = view_of(state, P1)
    assert listed(view["table"]) == (
        "hp [33, 30], coin 1, round 2, shown [None, None], discards ['AH', 'JS'], deck 40, hands [5, 5]"
    )
    assert view["actions"] == [[P1, "play", "AH"], [P2, "play", "JS"]]
    assert sorted(view["hand"]) == sorted(texts(state.hands[P1]))
    assert (view["phase"], view["number"], view["seat"], view["legal"]) == ("play", 1, P1, [])
    assert view_of(state, None)["hand"] is None


def test_the_top_of_player_1_is_covered_until_player_2_has_acted() -> None:
    for play, own, others in [
        ("[9C]KS", ["9C", "KS"], ["9C", "??"]),
        ("[9C 2C]3C", ["9C", "2C", "3C"], ["9C", "2C", "??"]),
        ("KS", "KS", "KS"),
    ]:
        state = after_plays(duel("9C KS 2C 3C AH", "4H 5H 6H 7H 8H"), play)
        for seat, shown in ((P1, own), (P2, others), (None, others)):
            view = view_of(state, seat)
            assert view["table"]["shown"] == [shown, None]
            assert view["actions"] == [[P1, "play", shown]]
            assert view["table"]["hands"] == [5 - (1 if isinstance(own, str) else len(own)), 5]
        for end in ("4H", BLAZE):
            assert view_of(after_plays(state, end), P2)["actions"][0] == [P1, "play", own]


def test_after_a_blaze_every_view_has_both_hands() -> None:
    state = duel("9C KS AH 2D 3D", "4H 5H 6H 7H 8H")
    assert RULES.view(state, None).blaze is None
    for seat in (P1, P2, None):
        blaze = RULES.view(after_plays(state, BLAZE), seat).blaze
        assert blaze is not None and blaze.hands == state.hands


def test_the_rest_of_a_duel_is_never_settled() -> None:
    assert not any(
        RULES.settled(state) for state in (before_deal(), duel(), after_plays(duel(), "KS"), after_plays(duel(), BLAZE))
    )


#: Player 1's play, player 2's play, the rest of the position, and the result with the hit points by seat.
ROUNDS: list[tuple[str, str, dict[str, Any], str]] = [
    # single cards
    ("2S", "2H", {}, "30/30"),
    ("2H", "2S", {}, "30/30"),
    ("AS", "AH", {}, "30/30"),
    ("AH", "KH", {}, "44/43"),
    ("TD", "JD", {}, "30/30"),
    ("JS", "QS", {}, "18/19"),
    # an attack smaller than the shield, equal to it, and larger by one
    ("9S", "TD", {}, "30/30"),
    ("TS", "TD", {}, "30/30"),
    ("JS", "TD", {}, "30/29"),
    ("TD", "JS", {}, "29/30"),
    # stacks: the wands count under swords and shields, in any number and order
    ("[AC]2S", "3H", {}, "30/17"),
    ("[2C 3C 4C 5C]6S", "3H", {}, "30/13"),
    ("[5C 4C 3C 2C]6S", "3H", {}, "30/13"),
    ("TS", "[2C]7D", {}, "30/29"),
    ("[2C 3C 4C 5C]6D", "[9C TC JC]AS", {}, "6/30"),
    # stacks without effect
    ("[AC]2H", "[KC]2C", {}, "30/30"),
    ("[AC]KC", "TS", {}, "20/30"),
    ("TS", "[AC]KC", {}, "30/20"),
    ("TS", "[AC]KH", {}, "30/20"),
    # the coin decides who is player 1
    ("AS", "TS", {"coin": P2, "hp": (14, 10)}, "0/10, seat 1 by hp"),
    ("TS", "AS", {"coin": P2, "hp": (11, 14)}, "1/0, seat 0 by hp"),
    # hit points fall to exactly 0, and never below
    ("AS", "2H", {"hp": (1, 14)}, "1/0, seat 0 by hp"),
    ("[AC]AS", "2H", {"hp": (1, 3)}, "1/0, seat 0 by hp"),
    ("2D", "AS", {"hp": (12, 3)}, "0/3, seat 1 by hp"),
    ("3D", "AS", {"hp": (12, 3)}, "1/3"),
    # player 1 heals before being hit; player 2 heals only with hit points left
    ("2H", "AS", {"hp": (13, 1)}, "1/1"),
    ("2H", "AS", {"hp": (12, 1)}, "0/1, seat 1 by hp"),
    ("AS", "KH", {"hp": (1, 14)}, "1/0, seat 0 by hp"),
    ("KS", "AH", {"hp": (1, 14)}, "1/15"),
    # hit points have no upper limit (D1)
    ("AH", "KH", {"hp": (1000, 2000)}, "1014/2013"),
    # the end after the last round (D12)
    ("2S", "2D", {"round": 200}, "30/30, nobody by rounds"),
    ("3S", "2D", {"round": 200}, "30/29, seat 0 by rounds"),
    ("3S", "2D", {"round": 199}, "30/29"),
    ("2D", "3S", {"round": 1, "options": {"max_rounds": 1}}, "29/30, seat 1 by rounds"),
    ("AS", "3H", {"round": 200, "hp": (1, 14)}, "1/0, seat 0 by hp"),
    ("2D", "3S", {"round": 5000, "options": {"max_rounds": 0}}, "29/30"),
    ("2D", "3S", {"round": 4999, "options": {"max_rounds": 5000}}, "29/30"),
    ("2D", "3S", {"round": 5000, "options": {"max_rounds": 5000}}, "29/30, seat 1 by rounds"),
]


@pytest.mark.parametrize(("mine", "hers", "position", "result"), ROUNDS)
def test_the_effects_of_a_round_apply_in_order(mine: str, hers: str, position: dict[str, Any], result: str) -> None:
    assert round_of(mine, hers, **position) == result


#: Both hands, the rest of the position (`first`: player 1 plays it, then player 2 invokes a blaze), and the result.
BLAZES: list[tuple[str, str, dict[str, Any], str]] = [
    ("AS KS QS 2H 3H", "2S 3S 4S 5S 6S", {}, "30/0, seat 0 by blaze"),
    ("AS KS 2H 3H 4H", "2S 3S 4S 5S 6S", {}, "30/3, seat 1 by blaze"),
    # the opponent heals by its cups first, and its shields count against the sum of the swords
    ("AS KS QS 2H 3H", "9H 4S 5S 6S 7S", {}, "30/0, seat 0 by blaze"),
    ("AS KS QS 2H 3H", "TH 4S 5S 6S 7S", {}, "30/1, seat 1 by blaze"),
    ("AS KS QS 2H 3H", "9D 4S 5S 6S 7S", {}, "30/0, seat 0 by blaze"),
    ("AS KS QS 2H 3H", "TD 4S 5S 6S 7S", {}, "30/1, seat 1 by blaze"),
    ("2S 3H 4H 5H 6H", "TD 9D 5S 6S 7S", {"hp": (30, 1)}, "30/1, seat 1 by blaze"),
    # wands do not count, nor do the invoker's cups and shields or the opponent's swords
    ("AS AC KC QC JC", "2C 3C 4C 5C 6C", {"hp": (30, 15)}, "30/1, seat 1 by blaze"),
    ("AS AH AD KH KD", "2C 3C 4C 5C KS", {"hp": (1, 14)}, "1/0, seat 0 by blaze"),
    # an invoker who does not win has lost, but keeps the hit points
    ("2H 3H 4H 5H 6H", "2S 3S 4S 5S 6S", {"hp": (1000, 1)}, "1000/1, seat 1 by blaze"),
    # a failed blaze in the last round
    ("2H 3H 4H 5H 6H", "2S 3S 4S 5S 6S", {"hp": (9, 1), "round": 200}, "9/1, seat 1 by blaze"),
    # player 2 invokes: the cards that player 1 has played, a face-down top included, count for nothing
    ("AH 2H 2C 3C 4C", "AS KS QS JS 5C", {"first": "AH"}, "0/30, seat 1 by blaze"),
    ("AD KD 2C 3C 4C", "AS KS QS JS 5C", {"first": "[2C]AD"}, "0/30, seat 1 by blaze"),
    ("AD KD 2C 3C 4C", "AS KS QS JS 5C", {"first": "[2C]3C", "hp": (50, 1)}, "27/1, seat 0 by blaze"),
    ("AS 2H 2C 3C 4C", "2D 3D 4D 5D 6D", {"first": "AS", "hp": (30, 1)}, "32/1, seat 0 by blaze"),
    # seat 1 is player 1
    ("2S 3S 4S 5S 6S", "AS KS QS 2H 3H", {"coin": P2}, "0/30, seat 1 by blaze"),
]


@pytest.mark.parametrize(("mine", "hers", "position", "result"), BLAZES)
def test_a_blaze_wins_or_loses_the_duel(mine: str, hers: str, position: dict[str, Any], result: str) -> None:
    assert blazed(mine, hers, **position) == result


#: Both hands, the plays in turn, the rest of the position, and for each seat the totals of damage dealt and taken, hit
#: points healed, and damage blocked.
TALLIES: list[tuple[str, str, str, dict[str, Any], tuple[tuple[int, ...], tuple[int, ...]]]] = [
    ("KS", "5D", "KS 5D", {}, ((8, 0, 0, 0), (0, 8, 0, 5))),
    ("5D", "KS", "KS 5D", {"coin": P2}, ((0, 8, 0, 5), (8, 0, 0, 0))),
    ("AH", "9S", "AH 9S", {}, ((0, 9, 14, 0), (9, 0, 0, 0))),
    # a shield blocks at most the attack, and the damage is at most the hit points left
    ("3S", "AD", "3S AD", {}, ((0, 0, 0, 0), (0, 0, 0, 3))),
    ("AS", "2H", "AS 2H", {"hp": (30, 3)}, ((3, 0, 0, 0), (0, 3, 0, 0))),
    # in a blaze the invoker's swords and the opponent's cups and shields count
    ("AS KS QS 2H 3D", "9H 4D 5S 6S 7S", BLAZE, {}, ((35, 0, 0, 0), (0, 35, 9, 4))),
    ("2S 3H 4H 5H 6H", "TD 9D 5S 6S 7S", BLAZE, {}, ((0, 0, 0, 0), (0, 0, 0, 2))),
    ("AS KS QS JS TS", "2D 5S 6S 7S 8S", BLAZE, {"hp": (30, 5)}, ((5, 0, 0, 0), (0, 5, 0, 2))),
    ("AH 3H 4D 2C 3C", "TS 2H 3D 4C 5C", f"AH {BLAZE}", {}, ((0, 6, 3, 4), (6, 0, 0, 0))),
]


def test_damage_healing_and_blocks_are_counted_by_seat() -> None:
    for mine, hers, course, position, tallies in TALLIES:
        state = after_plays(duel(mine, hers, **position), *course.split())
        assert tuple(tuple(tally(state.rounds, state.blaze, seat).values()) for seat in (0, 1)) == tallies


def test_the_sheet_describes_the_effects_of_a_round_with_their_numbers() -> None:
    (scored,) = played("[9C]KS", "AD").rounds
    assert [effect.as_record() for effect in scored.effects] == [
        {"seat": 0, "deed": "attack", "top": 13, "wands": 9, "shield": 14, "change": 8, "hp": (30, 22)},
        {"seat": 1, "deed": "shield", "top": 14, "wands": 0, "shield": 0, "change": 0, "hp": (30, 22)},
    ]
    assert (scored.number, scored.coin, scored.hp) == (1, P1, (30, 22))


def test_the_sheet_lists_every_round_and_the_blaze() -> None:
    state = played("5S", "[2C]4S", coin=P2)
    last = step(state, P1, action(BLAZE))
    (ended,) = [event for event in last.events if isinstance(event, HandEnded)]
    rounds, blaze = ended.sheet["rounds"], ended.sheet["blaze"]
    assert isinstance(rounds, tuple) and isinstance(blaze, dict)
    (scored,) = rounds
    assert isinstance(scored, dict)
    assert (scored["coin"], scored["plays"]) == (P2, (("2C", "4S"), "5S"))
    assert blaze["invoker"] == P1
    assert ended.record == {"hp": last.state.hp, "rounds": 2}  # type: ignore[attr-defined]


def test_a_round_in_which_a_blaze_ends_the_duel_is_not_scored() -> None:
    state = after_plays(duel("AD KD 2C 3C 4C"), "[2C]AD", BLAZE)
    assert (state.rounds, state.round, state.plays) == ((), 1, (None, None))
    assert state.blaze is not None and state.blaze.hands[P1] == cards("4C 3C KD")
