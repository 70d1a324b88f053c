"""Hints: their entries in the log, hands that do not rank because of them, and buttons for hints and undos."""

from random import Random
from unittest.mock import Mock

import pytest
from django.test import Client

from accounts.models import User
from games.engine.actions import Action
from games.evaluation import decisions
from games.evaluation.decisions import Advice
from games.evaluation.interface import Reason
from games.records import proofs, verification
from games.statistics.models import PersonLine
from games.table import logs, opening, play, replay, tables, thinking
from games.table.logs import LOG_CACHE
from games.table.models import Entry, Game
from games.table.move import Refused
from games.table.players import WarmingUp
from games.table.tables import Place
from tests.asking import pressed, read
from tests.play import act, deal_hand, marta_acts, open_table, person_of, play_out, reload, step, take_back
from tests.table.positions import table_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("chosen_cards")]


def hint(place: Place) -> Advice:
    place.game.refresh_from_db()
    shown = play.hint(place=place, version=place.game.version).hint
    assert shown is not None
    return shown


def test_a_hint_asked_for_twice_is_one_entry(as_alice: Client, place: Place, alice: User) -> None:
    assert hint(place) == hint(place)
    last = Entry.objects.get(ordinal=7)
    assert (last.source, last.seat, last.hand) == ("hint", 0, 1)
    assert (Game.objects.get().version, logs.read(place.game).hints) == (7, 1)
    assert tables.see(reload(alice, place.code)).hint is not None
    assert "is-hint" in read(as_alice, f"/games/{place.code}/")


@pytest.mark.parametrize("bot_first", [True, False])
def test_a_hint_ends_with_the_players_choice_and_not_the_bots(alice: User, just_dealt: Place, bot_first: bool) -> None:
    shown = hint(just_dealt)
    if bot_first:
        marta_acts(just_dealt, "discard", "3C")
        assert tables.see(reload(alice, just_dealt.code)).hint == hint(just_dealt) == shown
        assert Entry.objects.filter(source="hint").count() == 1
    assert act(just_dealt, "discard", "2C").hint is None
    if not bot_first:
        marta_acts(just_dealt, "discard", "3C")
    assert tables.see(reload(alice, just_dealt.code)).hint is None


def test_a_hint_is_not_stale_after_the_bots_unseen_choice(just_dealt: Place) -> None:
    marta_acts(just_dealt, "discard", "3C")
    assert play.hint(place=just_dealt, version=2).hint is not None


def test_there_is_no_hint_where_only_a_renege_can_be_called(alice: User, caplog: pytest.LogCaptureFixture) -> None:
    code = opening.open_game(person=person_of(alice), key="bidwhist", chosen={"renege": "table"}, level="easy")
    rng, shown = Random(1), tables.see(reload(alice, code))
    while not shown.view.legal or shown.is_mine:
        step(reload(alice, code), rng)
        shown = tables.see(reload(alice, code))
    with pytest.raises(Refused) as refused:
        play.hint(place=reload(alice, code), version=shown.version)
    assert not shown.may_ask
    assert refused.value.refusal.code == "NO_HINT" and not caplog.records, "another refusal, or a failure was logged"


def test_an_illegal_advice_is_no_hint(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "advice", lambda *_: Advice(Action("play", "2D")))
    with pytest.raises(Refused, match="NO_HINT"):
        hint(place)
    assert Game.objects.get().version == 6


def test_a_hint_is_refused_while_its_bot_is_compiled(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "advice", Mock(side_effect=WarmingUp))
    with pytest.raises(Refused) as refused:
        hint(place)
    assert "aren’t ready yet. Ask again" in table_page(refused.value.snapshot).why(refused.value.refusal.code)
    assert Game.objects.get().version == 6


ADVICE = Advice(Action("play", "KH"), Action("play", "QC"), (Reason("TRICKS", 60, 20),))


@pytest.mark.parametrize("is_prepared", [True, False], ids=["failing advice", "kernels being compiled"])
def test_a_hint_may_lack_reasons(place: Place, monkeypatch: pytest.MonkeyPatch, is_prepared: bool) -> None:
    fault = RuntimeError if is_prepared else None
    monkeypatch.setattr(decisions, "best_advice", Mock(side_effect=fault, return_value=ADVICE))
    monkeypatch.setattr(thinking, "are_being_prepared", lambda: not is_prepared)
    assert hint(place).other is None


def test_the_log_keeps_the_alternative_of_a_hint(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "best_advice", lambda *_: ADVICE)
    assert hint(place) == ADVICE
    LOG_CACHE.forget(place.code)
    assert logs.read(place.game).hint == ADVICE


def test_a_hint_after_an_undo_is_the_same(place: Place) -> None:
    first = hint(place)
    act(place, "play", "KH")
    take_back(place)
    assert hint(place) == first


def test_a_hint_makes_the_bots_pending_reply_stale(just_dealt: Place) -> None:
    asked_at = Game.objects.get().version
    hint(just_dealt)
    assert not play.reply(code=just_dealt.code, version=asked_at)
    assert Game.objects.get().bot_due_at is not None
    marta_acts(just_dealt)


def test_a_helped_hand_is_not_ranked_and_the_bots_choices_in_it_can_be_verified(alice: User) -> None:
    """The hand has a hint and an undo."""
    place = open_table(alice, target=100)
    deal_hand(place)
    hint(place)
    act(place, "discard", "KH")
    take_back(place)
    play_out(place, Random(4), hands=1)
    place = reload(alice, place.code)
    assert list(PersonLine.objects.filter(number=1).values_list("is_ranked", flat=True)) == [False]
    assert verification.differences(game=place.game) == ()
    steps = replay.hand_of(place, number=1, step=None).steps
    again = [proofs.ask_again(place, number=1, step=step) for step, one in enumerate(steps, 1) if one.may_choose_again]
    assert again and all(asked["is_same"] for asked in again)


def test_the_first_undo_warns_that_a_helped_win_is_not_ranked(as_alice: Client, place: Place) -> None:
    """There is no warning before a second undo, because a win would not rank anyway."""
    before = read(as_alice, f"/games/{place.code}/")
    assert "a win won’t be ranked" in before
    assert 'data-key="u" type="button" popovertarget="undo"' in before
    status, page = pressed(as_alice, place.code, "take-back", version=6)
    assert (status, Game.objects.get().version) == (200, 7)
    assert 'data-phase="bid"' in page and "data-turn" in page
    status, page = pressed(as_alice, place.code, "act", version=7, action='["bid",5]')
    assert status == 200
    assert "take-back" in page and "a win won’t be ranked" not in page


def test_a_refused_undo_or_hint_is_422_with_the_reason(as_alice: Client, place: Place, just_dealt: Place) -> None:
    status, page = pressed(as_alice, just_dealt.code, "take-back", version=2)
    assert status == 422 and "nothing to take back in this hand" in page
    act(place, "play", "KH")
    status, page = pressed(as_alice, place.code, "hint", version=7)
    assert status == 422 and "no hint right now" in page
    assert sorted(Game.objects.values_list("version", flat=True)) == [2, 7]


@pytest.mark.parametrize("what", ["hint", "take-back", "act"])
def test_an_action_and_help_in_a_game_given_up_elsewhere_are_422(as_alice: Client, place: Place, what: str) -> None:
    opening.abandon(place=place)
    status, page = pressed(as_alice, place.code, what, version=6, action='["play","KH"]')
    assert status == 422
    assert "taken back" not in page
    assert ("given up" in page) == (what != "hint")
