"""The table of Card Duel: hit points, plays and what they do, the covered top, blaze, refusals, the end."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from games import presenters
from games.engine.actions import Action
from tests.presenters.seeing import Taste, drawn
from tests.presenters.seeing_duel import RULES, DuelTable


def test_the_holder_of_the_coin_is_named() -> None:
    more = DuelTable().deal().more()
    assert (more.near.has_coin, more.far.has_coin, more.near.is_turn) == (True, False, True)
    assert DuelTable().deal().shown().say == "You hold the coin: play first."
    assert DuelTable(coin=1).deal().shown().say == "Marta holds the coin and plays first."


@pytest.mark.parametrize(("most", "played", "is_last"), [(2, 0, False), (2, 1, True), (1, 0, True), (0, 1, False)])
def test_the_last_round_of_a_limit_is_told(most: int, played: int, is_last: bool) -> None:
    duel = DuelTable(max_rounds=most).deal().play(*("8D", "QD") * played)
    assert ("This is the last round." in duel.shown().say) is is_last


def test_hit_points_are_spoken() -> None:
    more = DuelTable(hp=(1, 30)).deal().more()
    assert (more.near.spoken, more.far.spoken) == ("You: 1 hit point.", "Marta: 30 hit points.")


def test_a_choice_that_was_practised_is_spoken_as_well_as_ringed() -> None:
    answered = replace(DuelTable().deal().shown(), chosen=("KS",), best=("7H", "9C"))
    said = " ".join(drawn(answered).split())
    assert 'aria-label="king of spades, sword 13, chosen"' in said
    assert 'aria-label="7 of hearts, cup 7, best"' in said


def test_the_hand_holds_its_wands_first_and_names_each_suit() -> None:
    hand = DuelTable().deal().more().hand
    assert [one.face.text for one in hand] == ["9C", "3C", "KS", "8D", "7H"]
    assert [one.deed for one in hand] == ["wand", "wand", "sword", "shield", "cup"]


@pytest.mark.parametrize(
    ("hers", "words"),
    [
        ("TS", "10 attack"),
        ("QD", "Q 12 shield"),
        ("4H", "heals 4"),
        ("2C TS", "2 in wands, and a card face down"),
        ("2C 5C 4H", "7 in wands, and a card face down"),
    ],
)
def test_her_play_says_what_it_does_as_far_as_it_is_seen(hers: str, words: str) -> None:
    plays = DuelTable(coin=1).deal().play(hers).more().plays
    assert plays[0].words == words


@pytest.mark.parametrize(
    ("hers", "words"),
    [
        ("TS", "Marta attacks with 10. Your answer?"),
        ("QD", "Marta holds up a shield of 12. Your answer?"),
        ("4H", "Marta plays a cup and heals 4. Your answer?"),
        ("2C TS", "Marta laid a wand worth 2 and a card face down on it. Your answer?"),
    ],
)
def test_her_play_is_said_in_a_sentence(hers: str, words: str) -> None:
    assert DuelTable(coin=1).deal().play(hers).shown().say == words


def _facts(table: DuelTable) -> list[str]:
    return [value for _name, value, _extra in table.ending.facts]


def test_the_numbers_of_a_duel_count_a_blaze_and_no_more_than_was_left() -> None:
    """Dealt, taken, healed, blocked."""
    assert _facts(DuelTable(hp=(30, 9)).deal().play("KS", "TS")) == ["9", "0", "0", "0"]
    assert _facts(DuelTable(hp=(30, 9)).deal("KS QS JS 7H 8D", "2C 3C 4C 5C 9D").play("blaze")) == ["9", "0", "0", "0"]
    assert _facts(DuelTable(coin=1).deal().play("blaze")) == ["0", "2", "7", "8"]


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
        (("KS", "QD"), ("You: K 13 attack − 12 shield: 1 damage.", "Marta: Q 12 shield."), "You 30, Marta 29"),
        (
            ("9C 3C KS", "2C QD"),
            ("You: 9 + 3 + K 13 = 25 attack − 14 shield: 11 damage.", "Marta: 2 + Q 12 = 14 shield."),
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


@pytest.mark.parametrize(
    ("plays", "hp", "change"),
    [
        (("KS", "4H"), (30, 30), ("You 30, as before", "Marta 30 − 13 + 4 = 21")),
        (("KS", "QD"), (20, 9), ("You 20, as before", "Marta 9 − 1 = 8")),
        (("7H", "2C TS"), (30, 30), ("You 30 + 7 − 12 = 25", "Marta 30, as before")),
        (("8D", "QD"), (30, 41), ("You 30, as before", "Marta 41, as before")),
    ],
)
def test_hit_points_are_told_before_and_after(plays: tuple[str, ...], hp: tuple[int, int], change: object) -> None:
    last = DuelTable(hp=hp).deal().play(*plays).more().last
    assert last is not None and last.change == change


@pytest.mark.parametrize(
    ("hp", "plays", "told"),
    [
        (9, ("KS", "TS"), "You: K 13 attack, 9 damage, all that was left."),
        (13, ("KS", "TS"), "You: K 13 attack, 13 damage."),
        (2, ("9C KS", "QD"), "You: 9 + K 13 = 22 attack − 12 shield: 2 damage, all that was left."),
    ],
)
def test_damage_is_told_as_the_hit_points_that_were_taken(hp: int, plays: tuple[str, str], told: str) -> None:
    table = DuelTable(hp=(30, hp)).deal().play(*plays)
    assert table.more().rounds[-1].effects[0] == told
    assert table.more().rounds[-1].change == ("You 30, as before", f"Marta {hp} − {hp} = 0")
    assert _facts(table)[0] == str(hp)


def test_a_blaze_tells_the_damage_that_the_facts_count() -> None:
    table = DuelTable(hp=(30, 9)).deal("KS QS JS 7H 8D", "2C 3C 4C 5H 9D").play("blaze")
    told = "Your blaze: Marta’s cups heal 5, your swords 36 less their shields 9: 14 damage, all that was left."
    assert (table.more().ended_by, _facts(table)[0]) == (told, "14")


def test_what_a_round_did_stays_until_it_is_answered() -> None:
    told = "You: K 13 attack, 13 damage."
    table = DuelTable().deal().play("KS", "4H")
    assert told in _room(table)
    html = _room(table.play("TS"))
    assert told in html and html.index(told) < html.index('class="duel"')
    html = _room(table.play("7H"))
    assert told not in html and "Marta: 10 attack, 10 damage." in html
    assert "Marta: 10 attack, 10 damage." not in _room(table.play("8D"))


def test_a_refusal_leaves_the_outcome_on_the_table() -> None:
    assert "You: K 13 attack, 13 damage." in _room(DuelTable().deal().play("KS", "4H", "TS"), notice="No.")


def _room(table: DuelTable, *, notice: str = "") -> str:
    """The table without what lies beside it."""
    shown = {"table": table.shown(notice=notice), "csrf_token": "t" * 64}
    return render_to_string("games/_table.html", shown).split('class="tools"')[0]


def test_a_fatal_blow_ends_the_round() -> None:
    table = DuelTable(hp=(30, 9)).deal().play("KS", "TS")
    assert table.ending.heading == "You win, 30 to 0"
    assert table.more().rounds[-1].effects == ("You: K 13 attack, 9 damage, all that was left.",)


def test_the_discard_pile_is_open_suit_by_suit() -> None:
    discards = dict(DuelTable().deal().play("9C KS", "4H").more().discards)
    assert discards == {"wand": ("9C",), "sword": ("KS",), "shield": (), "cup": ("4H",)}


# -- blaze ----------------------------------------------------------------------------------------------


def test_a_blaze_says_what_it_risks() -> None:
    more = DuelTable().deal().more()
    assert more.blaze == '["blaze"]'
    assert more.blaze_risk == "Your swords add up to 13; Marta has 30 hit points and 5 cards that you do not see."
    assert DuelTable(coin=1).deal().more().blaze == ""


@pytest.mark.parametrize("hp", [5, 1])
def test_a_blaze_that_fails_loses(hp: int) -> None:
    table = DuelTable(hp=(30, hp)).deal().play("blaze")
    more, ending = table.more(), table.ending
    assert (ending.heading, ending.lead) == ("Marta wins the duel", "Your blaze of glory was not enough.")
    assert more.ended_by == "Your blaze: Marta’s cups heal 4, your swords 13 less their shields 12: 1 damage."
    assert [len(play.faces) for play in more.hands] == [5, 5]


def test_the_round_that_a_blaze_cuts_short_is_counted() -> None:
    """Two rounds scored, the third ended by a blaze: table, record and every list speak of three."""
    table = DuelTable().deal().play("KS", "4H", "TS", "7H")
    assert table.more().round == 3
    table.play("blaze")
    more, ending = table.more(), table.ending
    assert ending.about == "Card Duel, 3 rounds"
    assert table.log.hands[0].record["rounds"] == 3
    assert ending.chart is not None and len(ending.chart.points) == 1 + 3
    html = table.html()
    assert html.count('<span class="quiet num">') == 3 and more.ended_hp in html


def test_a_blaze_that_strikes_wins() -> None:
    ending = DuelTable(hp=(30, 9)).deal("KS QS JS 7H 8D", "2C 3C 4C 5C 9D").play("blaze").ending
    assert ending.heading == "You win the duel"


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
    assert table.why(action).startswith(why)


def test_every_play_can_be_posted_without_script() -> None:
    html = DuelTable().deal().html()
    assert html.count('type="checkbox" name="card"') == 5
    assert 'name="verb" value="play"' in html
    assert 'name="lone" value="on"' in html


def test_whoever_looks_on_before_the_first_card_reads_who_sits_there() -> None:
    table = DuelTable()
    snapshot = replace(table.snapshot(), view=RULES.view(table.log.state, None), is_onlookers=True)
    html = render_to_string(
        "games/onlooker/_table.html", {"table": presenters.onlooking(snapshot, preferences=Taste(), token="t")}
    )
    assert "<b>alice</b>" in html and "<b>Marta</b>" in html
