"""Pages of Card Duel: hit points, plays, effects, blaze, refusals, the end of a duel, and the replay."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.engine.actions import Action
from games.pages.table_page import Choosing
from games.registry import GAMES
from tests.cardduel.positions import RULES, DuelTable
from tests.replay.replayed import Replayed
from tests.table.positions import Taste, drawn, table_page


def test_the_page_names_the_holder_of_the_coin() -> None:
    more = DuelTable().deal().page()
    assert (more.near.has_coin, more.far.has_coin, more.near.is_turn) == (True, False, True)
    assert (more.say, more.number) == ("You hold the coin: play first.", 0)  # 0, because a duel is one hand
    assert DuelTable(coin=1).deal().page().say == "Marta holds the coin and plays first."


@pytest.mark.parametrize(("most", "played", "is_last"), [(2, 0, False), (2, 1, True), (1, 0, True), (0, 1, False)])
def test_the_message_announces_the_last_round(most: int, played: int, is_last: bool) -> None:
    duel = DuelTable(max_rounds=most).deal().play(*("8D", "QD") * played)
    assert ("This is the last round." in duel.page().say) is is_last


def test_hit_points_have_a_text_for_screen_readers() -> None:
    more = DuelTable(hp=(1, 30)).deal().page()
    assert (more.near.spoken, more.far.spoken) == ("You: 1 hit point.", "Marta: 30 hit points.")


def test_in_practice_the_chosen_and_the_best_card_are_marked_for_screen_readers() -> None:
    answered = GAMES["cardduel"].table_page(
        DuelTable().deal().snapshot(),
        Taste(),
        choosing=Choosing("", "", 0, is_made=True, chosen=("KS",), best=("7H", "9C")),
    )
    said = " ".join(drawn(answered).split())
    assert 'aria-label="king of spades, sword 13, chosen"' in said
    assert 'aria-label="7 of hearts, cup 7, best"' in said


def test_the_hand_shows_wands_first_and_names_the_suits() -> None:
    hand = DuelTable().deal().page().cards
    assert [face.text for face, _deed, _value in hand] == ["9C", "3C", "KS", "8D", "7H"]
    assert [deed for _face, deed, _value in hand] == ["wand", "wand", "sword", "shield", "cup"]


def test_the_opponents_play_is_described_without_its_covered_top() -> None:
    for hers, words, said in (
        ("TS", "10 attack", "Marta attacks with 10."),
        ("QD", "Q 12 shield", "Marta raises a shield of 12."),
        ("4H", "heal 4", "Marta plays a cup and heals 4."),
        ("2C TS", "2 in wands, and a card face down", "Marta played a wand worth 2 and a card face down on it."),
        ("2C 5C 4H", "7 in wands, and a card face down", ""),
    ):
        table = DuelTable(coin=1).deal().play(hers)
        assert table.page().plays[0].words == words
        assert table.page().say == f"{said} Your answer?" or not said


def _damage_figures(table: DuelTable) -> list[str]:
    return [value for _name, value, _extra in table.ending.facts]


def test_the_totals_of_a_duel_include_a_blaze_and_damage_up_to_the_hit_points_left() -> None:
    """The totals are damage dealt, damage taken, hit points healed, and damage blocked."""
    assert _damage_figures(DuelTable(hp=(30, 9)).deal().play("KS", "TS")) == ["9", "0", "0", "0"]
    assert _damage_figures(DuelTable(hp=(30, 9)).deal("KS QS JS 7H 8D", "2C 3C 4C 5C 9D").play("blaze")) == [
        "9",
        "0",
        "0",
        "0",
    ]
    assert _damage_figures(DuelTable(coin=1).deal().play("blaze")) == ["0", "2", "7", "8"]


UNHURT = "You 30, as before"
# fmt: off
#: The hit points before a round, its plays, the sentences on their effects, and those on the changes of hit points.
ROUNDS: list[tuple[tuple[int, int], tuple[str, ...], tuple[str, ...], tuple[str, str]]] = [
    ((30, 30), ("KS", "4H"), ("You: K 13 attack, 13 damage.", "Marta: 4 heals 4."), (UNHURT, "Marta 30 − 13 + 4 = 21")),
    ((20, 9), ("KS", "QD"), ("You: K 13 attack − 12 shield: 1 damage.", "Marta: Q 12 shield."),
        ("You 20, as before", "Marta 9 − 1 = 8")),
    ((30, 30), ("9C 3C KS", "2C QD"),
        ("You: 9 + 3 + K 13 = 25 attack − 14 shield: 11 damage.", "Marta: 2 + Q 12 = 14 shield."),
        (UNHURT, "Marta 30 − 11 = 19")),
    ((30, 30), ("7H", "2C TS"), ("You: 7 heals 7.", "Marta: 2 + 10 = 12 attack, 12 damage."),
        ("You 30 + 7 − 12 = 25", "Marta 30, as before")),
    ((30, 30), ("9C 7H", "TS"), ("You: a stack with no effect.", "Marta: 10 attack, 10 damage."),
        ("You 30 − 10 = 20", "Marta 30, as before")),
    ((30, 30), ("9C 3C", "4H"), ("You: a stack with no effect.", "Marta: 4 heals 4."), (UNHURT, "Marta 30 + 4 = 34")),
    ((30, 41), ("8D", "QD"), ("You: 8 shield.", "Marta: Q 12 shield."), (UNHURT, "Marta 41, as before")),
    # damage is at most the hit points that were left
    ((30, 9), ("KS", "TS"), ("You: K 13 attack, 9 damage, all that was left.",), (UNHURT, "Marta 9 − 9 = 0")),
    ((30, 13), ("KS", "TS"), ("You: K 13 attack, 13 damage.",), (UNHURT, "Marta 13 − 13 = 0")),
    ((30, 2), ("9C KS", "QD"), ("You: 9 + K 13 = 22 attack − 12 shield: 2 damage, all that was left.",),
        (UNHURT, "Marta 2 − 2 = 0")),
]
# fmt: on


def test_the_effects_of_a_round_are_described_in_order() -> None:
    for hp, plays, effects, change in ROUNDS:
        table = DuelTable(hp=hp).deal().play(*plays)
        last = table.page().rounds[-1]
        assert (last.effects, last.change) == (effects, change)
        assert last.hp == "You {}, Marta {}".format(*table.log.state.hp)  # type: ignore[attr-defined]
        if table.log.state.end is not None:
            assert _damage_figures(table)[0] == str(hp[1]) and table.ending.heading == "You win, 30 to 0"


def test_the_sentence_on_a_blaze_agrees_with_the_total_of_damage() -> None:
    table = DuelTable(hp=(30, 9)).deal("KS QS JS 7H 8D", "2C 3C 4C 5H 9D").play("blaze")
    told = "Your blaze: Marta heals 5; 36 swords minus 9 shields: 14 damage, all that was left."
    assert (table.page().ended_by, _damage_figures(table)[0]) == (told, "14")


def test_the_effects_of_a_round_stay_until_the_player_has_played_again() -> None:
    told = "You: K 13 attack, 13 damage."
    table = DuelTable().deal().play("KS", "4H")
    assert told in _table_html(table)
    html = _table_html(table.play("TS"))
    assert told in html and html.index(told) < html.index('class="duel"')
    assert told in _table_html(table, notice="No."), "the refusal has replaced the effects"
    html = _table_html(table.play("7H"))
    assert told not in html and "Marta: 10 attack, 10 damage." in html
    assert "Marta: 10 attack, 10 damage." not in _table_html(table.play("8D"))


def _table_html(table: DuelTable, *, notice: str = "") -> str:
    """Return the HTML of the table without its toolbar and what follows it."""
    shown = {"table": table.page(notice=notice), "csrf_token": "t" * 64}
    return render_to_string("games/table/_table.html", shown).split('class="tools"')[0]


def test_the_discard_pile_is_shown_by_suit() -> None:
    discards = dict(DuelTable().deal().play("9C KS", "4H").page().discards)
    assert discards == {"wand": ("9C",), "sword": ("KS",), "shield": (), "cup": ("4H",)}


# Blaze


def test_a_blaze_is_offered_on_the_players_turn_with_its_risk() -> None:
    more = DuelTable().deal().page()
    assert more.blaze == '["blaze"]'
    assert more.blaze_risk == "Your swords add up to 13; Marta has 30 hit points and 5 cards you can’t see."
    assert DuelTable(coin=1).deal().page().blaze == ""


def test_the_page_describes_a_failed_blaze_and_names_the_winner() -> None:
    for hp in (5, 1):
        table = DuelTable(hp=(30, hp)).deal().play("blaze")
        more, ending = table.page(), table.ending
        assert (ending.heading, ending.lead) == ("Marta wins the duel", "Your blaze of glory was not enough.")
        assert more.ended_by == "Your blaze: Marta heals 4; 13 swords minus 12 shields: 1 damage."
        assert [len(play.faces) for play in more.laid_open] == [5, 5]
    ending = DuelTable(hp=(30, 9)).deal("KS QS JS 7H 8D", "2C 3C 4C 5C 9D").play("blaze").ending
    assert ending.heading == "You win the duel"


def test_a_round_in_which_a_blaze_ends_the_duel_counts_as_a_round() -> None:
    table = DuelTable().deal().play("KS", "4H", "TS", "7H")
    assert table.page().round == 3
    table.play("blaze")
    more, ending = table.page(), table.ending
    assert ending.about == "Card Duel, 3 rounds"
    assert table.log.hands[0].record["rounds"] == 3
    assert ending.chart is not None and len(ending.chart.points) == 1 + 3
    html = table.html()
    assert html.count('<span class="quiet num">') == 3 and more.ended_hp in html


# Refusals


REFUSED: list[tuple[DuelTable, Action, str]] = [
    (DuelTable(coin=1).deal(), Action("play", "KS"), "It’s Marta’s turn."),
    (DuelTable().deal(), Action("play", "AS"), "Choose a card from your hand."),
    (DuelTable().deal(), Action("play", ("9C", "9C")), "You chose the same card twice."),
    (DuelTable().deal(), Action("play", ("KS", "8D")), "Only wands go under the top card of a stack"),
    (DuelTable().deal(), Action("play", "9C"), "You can’t play a wand alone"),
    (DuelTable().deal(), Action("play", ("KS",)), "You can’t play a wand alone"),
    (DuelTable().deal(), Action("bid", 3), "You can’t do that in a duel."),
    (DuelTable().deal().play("blaze"), Action("play", "KS"), "The duel is over."),
]


def test_a_refusal_is_a_sentence() -> None:
    for table, action, why in REFUSED:
        assert table.why(action).startswith(why)


def test_the_form_for_a_play_works_without_javascript() -> None:
    html = DuelTable().deal().html()
    assert html.count('type="checkbox" name="card"') == 5
    assert 'name="verb" value="play"' in html
    assert 'name="lone" value="on"' in html


def test_a_spectator_sees_the_names_before_the_deal() -> None:
    table = DuelTable()
    snapshot = replace(table.snapshot(), view=RULES.view(table.log.state, None), is_onlookers=True)
    html = render_to_string("games/people/onlooker/_table.html", {"table": table_page(snapshot, token="t")})
    assert "<b>alice</b>" in html and "<b>Marta</b>" in html


PLAYS = ("9C KS", "QD", "2C TS", "8D", "3C 7H", "4H")


def replayed(*plays: str, own_seat: int | None = 0) -> Replayed:
    """Return the replay of a duel with these plays. A duel that they do not end counts as given up."""
    said = [(line.seat, line.action) for line in DuelTable().deal().play(*plays).log.lines]
    start = {"coin": 0, "hp": (30, 30)}
    return Replayed(SimpleNamespace(rules=RULES, options={}, start=start, said=said), own_seat=own_seat)


def at_step(step: int, *, own_seat: int | None = 0) -> Any:
    return replayed(*PLAYS, own_seat=own_seat).at(step)


def test_the_replay_begins_with_both_hands_open() -> None:
    shown = at_step(0)
    assert [len(side.cards) for side in (shown.near, shown.far)] == [5, 5]
    assert shown.say == "You hold the coin and play first."


def test_every_step_of_the_replay_agrees_with_the_engine() -> None:
    told = replayed(*PLAYS)
    for step, state in enumerate(told.states[1]):
        shown = told.at(step)
        assert (shown.near.hp, shown.far.hp, shown.now.table.deck) == (*state.hp, len(state.deck))
        for side, seat in ((shown.near, 0), (shown.far, 1)):
            assert {one.text for one in side.cards} == {one.text for one in state.hands[seat]}


def test_the_replay_shows_the_covered_top_and_both_plays_of_a_complete_round() -> None:
    for shown in (at_step(1), at_step(2)):
        assert [one.text for one in shown.plays[1].faces] == ["9C", "KS"]
    assert at_step(1).plays[1].words == "9 + K 13 = 22 attack"
    assert [one.text for one in shown.plays[0].faces] == ["QD"]
    assert shown.round == 1
    assert shown.say == "You: 9 + K 13 = 22 attack − 12 shield: 10 damage. Bruno: Q 12 shield."
    assert at_step(2, own_seat=None).say.startswith("alice: 9 + K 13")


def test_the_replay_has_a_link_to_each_round() -> None:
    jumps = at_step(4).rows
    assert [(one.number, one.step) for one in jumps] == [(1, 1), (2, 3), (3, 5)]
    assert [one.is_here for one in jumps] == [False, True, False]


def test_the_page_of_a_past_duel_has_a_link_to_each_round() -> None:
    past = replayed(*PLAYS).past()
    assert [(line.number, line.step) for line in past.rounds] == [(1, 1), (2, 3), (3, 5)]
    assert (past.heading, past.parted) == ("A duel given up", "Round by round")


def test_the_page_of_a_past_duel_names_the_player_whose_blaze_failed() -> None:
    for own_seat, heading in (
        (0, "Your blaze failed; Bruno won the duel"),
        (1, "alice’s blaze failed; you won the duel"),
        (None, "alice’s blaze failed; Bruno won the duel"),
    ):
        assert replayed("blaze", own_seat=own_seat).past().heading == heading


def test_a_blaze_is_listed_in_the_round_that_it_ends() -> None:
    told = replayed("KS", "4H", "blaze")
    rounds = told.past().rounds
    for rows in (rounds, told.at(0).rows):
        assert [(one.number, one.step) for one in rows] == [(1, 1), (2, 3)]
    assert rounds[-1].effects == ("Bruno: blaze of glory.",)


def test_the_replay_of_a_duel_says_rounds_instead_of_tricks() -> None:
    html = render_to_string("games/replay/_at.html", {"at": at_step(2), "is_shared": True, "hands": ()})
    assert "Rounds" in html and "Trick" not in html and "this hand" not in html
