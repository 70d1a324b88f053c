"""The table of Card Duel: hit points, plays and what they do, the covered top, blaze, refusals, the end."""

import pytest

from games.engine.actions import Action
from games.presenters.cardduel import CardDuelPresenter
from games.services.seen import Status
from tests.presenters.seeing_duel import RULES, DuelTable


def test_the_holder_of_the_coin_is_named() -> None:
    more = DuelTable().deal().more()
    assert (more.mine.has_coin, more.hers.has_coin, more.mine.is_turn) == (True, False, True)
    assert DuelTable().deal().shown().say == "You hold the coin: play first."
    assert DuelTable(coin=1).deal().shown().say == "Marta holds the coin and plays first."


def test_the_hand_holds_its_wands_first_and_names_each_suit() -> None:
    hand = DuelTable().deal().more().hand
    assert [one.face.text for one in hand] == ["9C", "3C", "KS", "8D", "7H"]
    assert [one.deed for one in hand] == ["wand", "wand", "sword", "shield", "cup"]


@pytest.mark.parametrize(
    ("hers", "words"),
    [
        ("TS", "10 attack"),
        ("QD", "Q 12 shield"),
        ("4H", "4, a cup: heals 4"),
        ("2C TS", "2 in wands, and a card face down"),
        ("2C 5C 4H", "7 in wands, and a card face down"),
    ],
)
def test_her_play_says_what_it_does_as_far_as_it_is_seen(hers: str, words: str) -> None:
    plays = DuelTable(coin=1).deal().play(hers).more().plays
    assert plays is not None
    assert plays[0].words == words


@pytest.mark.parametrize("top", ["TS", "4H", "QD"])
def test_the_covered_top_is_in_no_form_on_the_page(top: str) -> None:
    html = DuelTable(coin=1).deal().play(f"2C {top}").html()
    plain = DuelTable(coin=1).deal().play("2C TS").html()
    assert html == plain
    assert f"card-{top}" not in html and f'data-card="{top}"' not in html


@pytest.mark.parametrize(
    ("plays", "effects", "hp"),
    [
        (("KS", "4H"), ("You: K 13 attack, 13 damage.", "Marta: 4 heals 4."), "You 30, Marta 21"),
        (("KS", "QD"), ("You: K 13 attack − 12 shield = 1 damage.", "Marta: Q 12 shield."), "You 30, Marta 29"),
        (
            ("9C 3C KS", "2C QD"),
            ("You: 9 + 3 + K 13 = 25 attack − 14 shield = 11 damage.", "Marta: 2 + Q 12 = 14 shield."),
            "You 30, Marta 19",
        ),
        (("9C 7H", "TS"), ("You: a stack without effect.", "Marta: 10 attack, 10 damage."), "You 20, Marta 30"),
        (("9C 3C", "4H"), ("You: a stack without effect.", "Marta: 4 heals 4."), "You 30, Marta 34"),
    ],
)
def test_each_effect_is_told_in_its_order(plays: tuple[str, str], effects: tuple[str, ...], hp: str) -> None:
    more = DuelTable().deal().play(*plays).more()
    assert more.last is not None
    assert (more.last.effects, more.last.hp) == (effects, hp)
    assert more.is_finished


def test_a_fatal_blow_ends_the_round() -> None:
    more = DuelTable(hp=(30, 9)).deal().play("KS", "TS").more()
    assert more.ending is not None
    assert more.ending.heading == "You win, 30 to 0"
    assert more.rounds[-1].effects == ("You: K 13 attack, 13 damage.",)


def test_the_discard_pile_is_open_suit_by_suit() -> None:
    discards = dict(DuelTable().deal().play("9C KS", "4H").more().discards)
    assert discards == {"wand": ("9C",), "sword": ("KS",), "shield": (), "cup": ("4H",)}


# -- blaze ----------------------------------------------------------------------------------------------


def test_a_blaze_says_what_it_risks() -> None:
    more = DuelTable().deal().more()
    assert more.blaze == '["blaze"]'
    assert more.blaze_risk == "Your swords add up to 13; Marta has 30 hit points and 5 cards that you do not see."
    assert DuelTable(coin=1).deal().more().blaze == ""


@pytest.mark.parametrize(
    ("hp", "heading", "lead"),
    [
        (5, "Marta wins the duel", "Your blaze of glory was not enough."),
        (1, "Marta wins the duel", "Your blaze of glory was not enough."),
    ],
)
def test_a_blaze_that_fails_loses(hp: int, heading: str, lead: str) -> None:
    more = DuelTable(hp=(30, hp)).deal().play("blaze").more()
    assert more.ending is not None
    assert (more.ending.heading, more.ending.lead) == (heading, lead)
    assert more.ended_by == "Your blaze: Marta’s cups heal 4, your swords 13 less her shields 12 are 1 damage."
    assert [len(play.faces) for play in more.hands] == [5, 5]


def test_a_blaze_that_strikes_wins() -> None:
    more = DuelTable(hp=(30, 9)).deal("KS QS JS 7H 8D", "2C 3C 4C 5C 9D").play("blaze").more()
    assert more.ending is not None
    assert more.ending.heading == "You win the duel"


# -- refusals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "action", "why"),
    [
        (DuelTable(coin=1).deal(), Action("play", "KS"), "It is Marta’s turn."),
        (DuelTable().deal(), Action("play", "AS"), "Choose a card of your hand."),
        (DuelTable().deal(), Action("play", ("9C", "9C")), "The same card was chosen twice."),
        (DuelTable().deal(), Action("play", ("KS", "8D")), "Only wands lie under the top of a stack"),
        (DuelTable().deal(), Action("play", "9C"), "A wand is not played alone"),
        (DuelTable().deal(), Action("play", ("KS",)), "A wand is not played alone"),
        (DuelTable().deal(), Action("bid", 3), "That cannot be done in a duel."),
        (DuelTable().deal().play("blaze"), Action("play", "KS"), "The duel is over."),
    ],
)
def test_a_refusal_is_a_sentence(table: DuelTable, action: Action, why: str) -> None:
    refusal = RULES.refusal(table.log.state, 0, action)
    assert refusal is not None
    assert CardDuelPresenter().why(table.seen(), refusal, action).startswith(why)


def test_every_play_can_be_posted_without_script() -> None:
    html = DuelTable().deal().html()
    assert html.count('type="checkbox" name="card"') == 5
    assert 'name="verb" value="play"' in html
    assert 'name="lone" value="on"' in html


def test_a_duel_given_up_says_so() -> None:
    more = DuelTable().deal().shown(status=Status.ABANDONED).more
    assert more.ending.heading == "You gave this duel up"  # type: ignore[attr-defined]
