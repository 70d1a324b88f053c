"""A hint and an action taken back: entries of the log that are no actions, counted and never hidden."""

import json
from random import Random

import pytest

from accounts.models import User
from games.engine.actions import Action
from games.models import Bid, Discard, Entry, Game, Hand, PersonLine, Play, Trick
from games.records.referee import check
from games.services import asides, lobby, logs, play, proofs, records, replay, store, tables, thinking
from games.services.tables import Place
from tests.moves.test_rebuild import rows
from tests.playing import act, again, bids_made, dealt, marta_acts, place_for, play_on, say, stack

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _chosen_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch)


@pytest.fixture
def place(alice: User) -> Place:
    """The person is to lead to the first trick, at version 6."""
    place = place_for(alice)
    bids_made(place)
    place.game.refresh_from_db()
    return place


def hint(place: Place) -> Action:
    place.game.refresh_from_db()
    shown = play.hint(place=place, version=place.game.version).hint
    assert shown is not None
    return shown


def take_back(place: Place) -> None:
    place.game.refresh_from_db()
    play.take_back(place=place, version=place.game.version)


def refusal(place: Place) -> str:
    with pytest.raises(play.Refused) as refused:
        take_back(place)
    return refused.value.refusal.code


# -- hints ----------------------------------------------------------------------------------------


def test_a_hint_is_what_the_strongest_player_would_do(place: Place) -> None:
    log = logs.read(place.game)
    shown = hint(place)
    assert shown == thinking.advised(place.game, 0, log)
    assert log.rules.refusal(log.state, 0, shown) is None


def test_a_hint_is_an_entry_counted_on_the_hand(place: Place) -> None:
    hint(place)
    last = Entry.objects.get(ordinal=7)
    assert (last.source, last.seat, last.hand) == ("hint", 0, 1)
    assert (Game.objects.get().version, Hand.objects.get().hints) == (7, 1)
    assert tables.see(again(place.seats[0].user, place.code)).hint is not None


def test_asked_again_it_is_the_same_hint_and_one(place: Place) -> None:
    assert hint(place) == hint(place)
    assert Entry.objects.filter(source="hint").count() == 1


def test_a_hint_is_gone_after_the_next_action(place: Place) -> None:
    hint(place)
    assert act(place, "play", "KH").hint is None


@pytest.mark.parametrize("version", [0, 5, 7])
def test_a_hint_is_stale_at_any_other_version(place: Place, version: int) -> None:
    with pytest.raises(play.Stale):
        play.hint(place=place, version=version)
    assert not Entry.objects.filter(source="hint").exists()


def test_there_is_no_hint_while_marta_is_to_act(place: Place) -> None:
    act(place, "play", "KH")
    with pytest.raises(play.Refused) as refused:
        hint(place)
    assert refused.value.refusal.code == "NO_HINT"


def test_an_adviser_that_fails_gives_no_hint(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "advised", lambda *_: Action("play", "2D"))
    with pytest.raises(play.Refused) as refused:
        hint(place)
    assert refused.value.refusal.code == "NO_HINT"
    assert Game.objects.get().version == 6


def test_marta_is_not_surprised_by_a_hint(alice: User) -> None:
    place = place_for(alice)
    dealt(place)
    rung_for = Game.objects.get().version
    hint(place)
    assert not play.reply(code=place.code, version=rung_for)
    assert Game.objects.get().bot_due_at is not None
    marta_acts(place)


# -- taking back ----------------------------------------------------------------------------------


def test_an_action_taken_back_leaves_the_rows_as_they_were(place: Place) -> None:
    before = logs.read(place.game).state, rows(place.game)
    act(place, "play", "KH")
    take_back(place)
    assert logs.read(place.game).state == before[0]
    assert not Play.objects.exists() and not Trick.objects.exists()
    assert Bid.objects.count() == 2 and Discard.objects.count() == 2
    assert (Game.objects.get().version, Hand.objects.get().undone) == (8, 1)
    assert Game.objects.get().bot_due_at is None


def test_one_may_do_the_same_or_another_thing_then(place: Place) -> None:
    act(place, "play", "KH")
    take_back(place)
    say(place, (0, "play", "3H"), (1, "play", "4H"))
    assert list(Play.objects.order_by("pk").values_list("card", flat=True)) == ["3H", "4H"]


def test_marta_who_was_rung_for_comes_too_late(place: Place) -> None:
    rung_for = act(place, "play", "KH").version
    take_back(place)
    assert not play.reply(code=place.code, version=rung_for)


def test_what_was_answered_stands(place: Place) -> None:
    say(place, (0, "play", "3H"), (1, "play", "9H"))
    assert refusal(place) == "ANSWERED"


def test_what_showed_a_card_stands(alice: User) -> None:
    place = place_for(alice)
    dealt(place)
    marta_acts(place, "discard", "3C")
    act(place, "discard", "2C")
    assert refusal(place) == "ANSWERED", "both cards of the pile lie open now"


def test_a_secret_choice_may_be_taken_back_while_nothing_is_shown(alice: User) -> None:
    place = place_for(alice)
    dealt(place)
    act(place, "discard", "2C")
    take_back(place)
    assert "2C" in {one.text for one in tables.see(place).view.hand or ()}


def test_of_two_actions_in_a_row_both_may_be_taken_back(place: Place) -> None:
    say(place, (0, "play", "3H"), (1, "play", "9H"), (1, "play", "8C"))
    before = logs.read(place.game).state
    say(place, (0, "play", "QC"), (0, "play", "5D"))
    take_back(place)
    assert list(Play.objects.order_by("pk").values_list("card", flat=True)) == ["3H", "9H", "8C", "QC"]
    take_back(place)
    assert logs.read(place.game).state == before
    assert refusal(place) == "ANSWERED"


def test_nothing_can_be_taken_back_before_anything_was_done(alice: User) -> None:
    place = place_for(alice)
    assert refusal(place) == "ANSWERED"
    dealt(place)
    assert refusal(place) == "ANSWERED"


def test_with_another_person_at_the_table_there_is_neither(place: Place, bob: User) -> None:
    act(place, "play", "KH")
    log = logs.read(place.game)
    for seat in place.seats:
        seat.level = ""
    assert not asides.may_take_back(log, log.rules.view(log.state, 0), place.seats, 0)
    assert not asides.may_ask(log.rules.view(log.state, 1), place.seats, 1)


# -- what remains of it ---------------------------------------------------------------------------


@pytest.fixture
def helped(alice: User) -> Place:
    """A whole hand with a hint and a card taken back in it."""
    place = place_for(alice, target=100)
    dealt(place)
    hint(place)
    act(place, "discard", "KH")
    take_back(place)
    play_on(place, Random(4), hands=1)
    return again(alice, place.code)


def test_rows_made_anew_are_the_same(helped: Place) -> None:
    before = rows(helped.game)
    store.rebuild(helped.game)
    assert rows(helped.game) == before
    assert Hand.objects.values_list("hints", "undone").get() == (1, 1)


def test_the_hand_is_counted_and_not_ranked(helped: Place) -> None:
    assert list(PersonLine.objects.filter(number=1).values_list("is_ranked", flat=True)) == [False]


def test_a_hand_without_help_is_ranked(alice: User) -> None:
    place = place_for(alice)
    play_on(place, Random(4), hands=1)
    assert list(PersonLine.objects.filter(number=1).values_list("is_ranked", flat=True)) == [True]


def test_the_replay_shows_what_stands(helped: Place) -> None:
    seen = replay.hand_of(helped, number=1, step=None)
    assert len(seen.states) == len(seen.steps) + 1
    assert [str(step.action.argument) for step in seen.steps].count("KH") <= 1
    assert all(step.action.verb in {"discard", "bid", "play"} for step in seen.steps)


def test_her_moves_can_be_made_again_around_it(helped: Place) -> None:
    able = proofs.hers(helped, number=1)
    assert able
    for step in able:
        asked = proofs.again(helped, number=1, step=step)
        assert asked.played == asked.again


def test_the_record_holds_the_net_actions_and_the_counts(helped: Place) -> None:
    lobby.abandon(place=helped)
    told = json.loads(records.game_line(code=helped.code))
    assert (told["hands"][0]["hints"], told["hands"][0]["undone"]) == (1, 1)
    assert check(json.dumps(told)).wrong is None
