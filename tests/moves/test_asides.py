"""A hint, and what remains of help in a hand: entries of the log that are no actions, counted and never hidden."""

import json
from random import Random

import pytest

from accounts.models import User
from games import presenters
from games.engine.actions import Action
from games.models import Entry, Game, PersonLine
from games.records.referee import check
from games.review import advising
from games.review.advising import Advice
from games.services.log import logs
from games.services.log.log_cache import LOG_CACHE
from games.services.moves import play, thinking
from games.services.moves.players import WarmingUp
from games.services.past import proofs, records, verification
from games.services.people import lobby
from games.services.table import replay, tables
from games.services.table.tables import Place
from tests import playing
from tests.playing import act, again, dealt, marta_acts, person_of, place_for, play_on, take_back

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("chosen_cards")]


def hint(place: Place) -> Advice:
    place.game.refresh_from_db()
    shown = play.hint(place=place, version=place.game.version).hint
    assert shown is not None
    return shown


# -- hints ----------------------------------------------------------------------------------------


def test_a_hint_is_what_the_strongest_player_would_do(place: Place) -> None:
    log = logs.read(place.game)
    shown = hint(place)
    assert shown == thinking.advised(place.game, 0, log)
    assert log.rules.refusal(log.state, 0, shown.action) is None


def test_a_hint_is_an_entry_counted_on_the_hand(place: Place, alice: User) -> None:
    hint(place)
    last = Entry.objects.get(ordinal=7)
    assert (last.source, last.seat, last.hand) == ("hint", 0, 1)
    assert (Game.objects.get().version, logs.read(place.game).hints) == (7, 1)
    assert tables.see(again(alice, place.code)).hint is not None


def test_asked_again_it_is_the_same_hint_and_one(place: Place) -> None:
    assert hint(place) == hint(place)
    assert Entry.objects.filter(source="hint").count() == 1


def test_a_hint_is_gone_after_the_next_action(place: Place) -> None:
    hint(place)
    assert act(place, "play", "KH").hint is None


def test_a_hint_stands_while_the_other_side_makes_its_own_choice(alice: User, just_dealt: Place) -> None:
    shown = hint(just_dealt)
    marta_acts(just_dealt, "discard", "3C")
    assert tables.see(again(alice, just_dealt.code)).hint == shown
    assert (hint(just_dealt), Entry.objects.filter(source="hint").count()) == (shown, 1)
    assert act(just_dealt, "discard", "2C").hint is None


def test_a_hint_is_gone_with_the_choice_it_was_for_although_the_other_side_owes_its_own(
    alice: User, just_dealt: Place
) -> None:
    hint(just_dealt)
    assert act(just_dealt, "discard", "2C").hint is None
    marta_acts(just_dealt, "discard", "3C")
    assert tables.see(again(alice, just_dealt.code)).hint is None


def test_a_hint_is_given_although_the_other_side_has_just_made_its_own_choice(just_dealt: Place) -> None:
    marta_acts(just_dealt, "discard", "3C")
    assert play.hint(place=just_dealt, version=2).hint is not None


@pytest.mark.parametrize("version", [0, 5, 7])
def test_a_hint_is_stale_at_any_other_version(place: Place, version: int) -> None:
    with pytest.raises(play.Stale):
        play.hint(place=place, version=version)
    assert not Entry.objects.filter(source="hint").exists()


def test_there_is_no_hint_while_marta_is_to_act(place: Place) -> None:
    act(place, "play", "KH")
    with pytest.raises(play.Refused, match="NO_HINT"):
        hint(place)


def test_there_is_no_hint_while_only_a_renege_may_be_called(alice: User, caplog: pytest.LogCaptureFixture) -> None:
    code = lobby.open_game(person=person_of(alice), key="bidwhist", chosen={"renege": "table"}, level="easy")
    rng, shown = Random(1), tables.see(again(alice, code))
    while not shown.view.legal or shown.is_mine:
        playing.step(again(alice, code), rng)
        shown = tables.see(again(alice, code))
    with pytest.raises(play.Refused) as refused:
        play.hint(place=again(alice, code), version=shown.version)
    assert not shown.may_ask
    assert refused.value.refusal.code == "NO_HINT" and not caplog.records, "no player was asked in vain"


def test_an_adviser_that_fails_gives_no_hint(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "advised", lambda *_: Advice(Action("play", "2D")))
    with pytest.raises(play.Refused, match="NO_HINT"):
        hint(place)
    assert Game.objects.get().version == 6


def test_an_adviser_that_is_being_compiled_says_so(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def warms_up(*_: object) -> Advice:
        raise WarmingUp

    monkeypatch.setattr(thinking, "advised", warms_up)
    with pytest.raises(play.Refused) as refused:
        hint(place)
    assert "still warming up. Ask again" in presenters.why(refused.value.snapshot, refused.value.refusal)
    assert Game.objects.get().version == 6


def test_without_reasons_the_choice_stands_alone(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> Advice:
        raise RuntimeError

    monkeypatch.setattr(advising, "advised", fails)
    assert hint(place).other is None


def test_while_kernels_are_compiled_nobody_thinks_of_reasons(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "are_being_prepared", lambda: True)
    assert hint(place).other is None


def test_a_hint_keeps_what_it_is_held_against_in_the_log(place: Place) -> None:
    shown = hint(place)
    LOG_CACHE.forget(place.code)
    assert shown.other is not None
    assert logs.read(place.game).hint == shown


def test_at_the_same_moment_it_is_the_same_hint(place: Place) -> None:
    """Also where something was done meanwhile and taken back."""
    first = hint(place)
    act(place, "play", "KH")
    take_back(place)
    assert hint(place) == first


def test_marta_is_not_surprised_by_a_hint(just_dealt: Place) -> None:
    asked_at = Game.objects.get().version
    hint(just_dealt)
    assert not play.reply(code=just_dealt.code, version=asked_at)
    assert Game.objects.get().bot_due_at is not None
    marta_acts(just_dealt)


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


def test_the_hand_is_counted_not_ranked_and_follows_from_its_log(helped: Place) -> None:
    assert list(PersonLine.objects.filter(number=1).values_list("is_ranked", flat=True)) == [False]
    assert verification.differences(game=helped.game) == ()


def test_the_replay_shows_what_stands(helped: Place) -> None:
    snapshot = replay.hand_of(helped, number=1, step=None)
    assert len(snapshot.views) == len(snapshot.steps) + 1
    assert [str(step.action.argument) for step in snapshot.steps].count("KH") <= 1
    assert all(step.action.verb in {"discard", "bid", "play"} for step in snapshot.steps)


def test_her_moves_can_be_made_again_around_it(helped: Place) -> None:
    able = proofs.by_computer(helped, number=1)
    assert able
    for step in able:
        asked = proofs.ask_again(helped, number=1, step=step)
        assert asked.played == asked.chosen


def test_the_record_holds_the_net_actions_and_the_counts(helped: Place) -> None:
    lobby.abandon(place=helped)
    told = json.loads(records.game_line(code=helped.code))
    assert (told["hands"][0]["hints"], told["hands"][0]["undone"]) == (1, 1)
    assert check(json.dumps(told)).wrong is None
