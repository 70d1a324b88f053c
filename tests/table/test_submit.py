"""A person's action: accepted, refused or stale; what is written, and the view's response."""

from random import Random
from unittest.mock import Mock

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.actions import Action, action_text
from games.engine.state import Phase
from games.registry import GAMES
from games.statistics.lines import PersonLineWriter
from games.table import logs, play
from games.table.models import Entry, Game, Hand, Play
from games.table.tables import Place
from tests.asking import HTMX, pressed, read
from tests.play import act, action_form, marta_acts, on_turn, play_actions, play_out, plays_of, rows_in_play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("chosen_cards")]


def test_an_action_is_one_entry_from_which_the_rows_follow(place: Place) -> None:
    act(place, "play", "KH")
    last = Entry.objects.filter(game=place.game).order_by("-ordinal")[0]
    assert (last.seat, last.action, last.source, last.hand) == (0, '["play","KH"]', "person", 1)
    assert last.ordinal == Game.objects.get().version == 7
    rows = rows_in_play(place.game)
    assert [(one.seat, one.card) for one in rows.discards] == [(0, "2C"), (1, "3C")]
    assert [(one.seat, one.text, one.tricks) for one in rows.bids] == [(0, "4", 4), (1, "5", 5)]
    [trick] = rows.tricks
    assert (trick.number, trick.leader, trick.winner) == (1, 0, None)
    assert [(one.trick, one.seat, one.card, one.place) for one in rows.plays] == [(trick, 0, "KH", 0)]
    marta_acts(place, "play", "AH")
    assert [(one.number, one.leader, one.winner) for one in rows_in_play(place.game).tricks] == [(1, 0, 1)]
    assert Hand.objects.count() == 1 and not Play.objects.exists()  # written when the hand ends


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Disable the cache of logs. Return a mock that counts replays of a log from its first entry."""
    monkeypatch.setattr(logs, "transaction", transaction)
    opened = Mock(wraps=logs.new_log)
    monkeypatch.setattr(logs, "new_log", opened)
    return opened


@pytest.mark.parametrize("version", [0, 4, 5, 99])
@pytest.mark.parametrize("asked", ["act", "deal", "hint", "take_back", "claim"])
def test_a_stale_post_is_409_and_replays_the_log_once(
    as_alice: Client, replays: Mock, place: Place, asked: str, version: int
) -> None:
    if (asked, version) == ("take_back", 5):
        play_actions(place, (0, "play", "KH"))  # otherwise the undo would be in time: only the bot has acted since
    now = Game.objects.get().version
    replays.reset_mock()
    url = reverse(f"games:{asked}", args=[place.code])
    response = as_alice.post(url, action_form(Action("play", "KH"), version), headers=HTMX)
    assert (response.status_code, replays.call_count) == (409, 1)
    assert f'data-version="{now}"' in response.content.decode()
    assert Game.objects.get().version == now


@pytest.mark.parametrize("asked", [Action("play", "KH"), Action("play", "AS")], ids=["played", "refused"])
def test_an_action_replays_the_log_once(as_alice: Client, replays: Mock, place: Place, asked: Action) -> None:
    replays.reset_mock()
    as_alice.post(reverse("games:act", args=[place.code]), action_form(asked, 6), headers=HTMX)
    replays.assert_called_once()


def test_a_secret_choice_is_not_stale_after_the_bots_choice(replays: Mock, just_dealt: Place) -> None:
    marta_acts(just_dealt, "discard", "3C")
    just_dealt.game.refresh_from_db()
    replays.reset_mock()
    after = play.submit(place=just_dealt, action=Action("discard", "2C"), version=2)
    replays.assert_called_once()
    assert (after.version, after.view.phase) == (4, "bid")


@pytest.mark.postgresql
def test_a_failing_row_rolls_back_the_action(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The failing action ends the hand, so it also writes rows of the hand and of statistics."""
    monkeypatch.setattr(PersonLineWriter, "write", Mock(side_effect=RuntimeError("the disk is full")))
    with pytest.raises(RuntimeError):
        play_out(place, Random(3), hands=1)
    log = logs.read(Game.objects.get())
    assert (log.version, log.state.phase, log.hands) == (Entry.objects.count(), Phase.PLAY, ())
    assert not Play.objects.exists() and Hand.objects.get().result is None


PRESSED = {"act": {"action": '["play","KH"]'}, "hint": {}, "take-back": {}, "no-tips": {}}


@pytest.mark.parametrize(("what", "fields"), PRESSED.items(), ids=PRESSED)
def test_without_script_a_button_redirects(as_alice: Client, place: Place, what: str, fields: dict[str, str]) -> None:
    answer = as_alice.post(f"/games/{place.code}/{what}/", {**fields, "version": "6"})
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{place.code}/")


def test_a_table_left_open_after_a_logout_elsewhere_is_reloaded(as_alice: Client, place: Place) -> None:
    page, form = f"/games/{place.code}/", action_form(Action("play", "KH"), 6)
    as_alice.logout()
    answer = as_alice.post(f"{page}act/", form, headers={**HTMX, "HX-Current-URL": f"http://testserver{page}"})
    assert answer.headers["HX-Refresh"] == "true" and as_alice.get(page).status_code == 404
    assert as_alice.post(f"{page}act/", form, headers=HTMX).status_code == 404
    assert Game.objects.get().version == 6


#: Placeholder for the dock (log and tools beside the table). The page keeps its current dock until the bot has acted.
STAYS = '<aside class="dock" data-stays></aside>'


def test_a_response_that_a_bots_reply_follows_leaves_out_the_dock(as_alice: Client, place: Place) -> None:
    """A page loaded before the bot acts has the whole dock."""
    _, answer = pressed(as_alice, place.code, "act", **action_form(Action("play", "KH"), 6))
    page = read(as_alice, f"/games/{place.code}/")
    assert 'data-version="7"' in answer and "<html" not in answer
    assert answer.count("<aside") == answer.count(STAYS) == 1 and 'id="own-hand"' in answer
    assert STAYS not in page and 'class="log"' in page


@pytest.mark.parametrize(("card", "version", "status"), [("2H", 6, 422), ("KH", 5, 409)])
def test_a_response_to_a_refused_or_stale_action_has_the_log(
    as_alice: Client, place: Place, card: str, version: int, status: int
) -> None:
    got, answer = pressed(as_alice, place.code, "act", **action_form(Action("play", card), version))
    assert (got, STAYS in answer, 'class="log"' in answer) == (status, False, True)


@pytest.mark.usefixtures("no_replies")
@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("second", [0, 1], ids=["the same", "another"])
def test_a_second_post_at_a_version_stores_nothing(alice: User, as_alice: Client, kind: str, second: int) -> None:
    place, snapshot = on_turn(alice, kind)
    first, later = plays_of(snapshot)[0], plays_of(snapshot)[second]
    assert pressed(as_alice, place.code, "act", **action_form(first, snapshot.version))[0] == 200
    version, count = Game.objects.get().version, Entry.objects.count()
    status, text = pressed(as_alice, place.code, "act", **action_form(later, snapshot.version))
    assert status == 409
    assert f'data-version="{version}"' in text
    assert "say--refuse" not in text
    assert Entry.objects.count() == count
    assert own_entries(snapshot.version) == [action_text(first)]


@pytest.mark.parametrize("second", ["2C", "JD"], ids=["the same", "another"])
@pytest.mark.parametrize("bot_first", [True, False])
def test_a_second_secret_choice_stores_nothing(
    as_alice: Client, just_dealt: Place, second: str, bot_first: bool
) -> None:
    made = [
        lambda: pressed(as_alice, just_dealt.code, "act", **action_form(Action("discard", "2C"), 2)),
        lambda: marta_acts(just_dealt, "discard", "3C"),
    ]
    for make in reversed(made) if bot_first else made:
        make()
    status, text = pressed(as_alice, just_dealt.code, "act", **action_form(Action("discard", second), 2))
    assert status == 409
    assert f'data-version="{Game.objects.get().version}"' in text
    assert own_entries(2) == [action_text(Action("discard", "2C"))]


def own_entries(version: int) -> list[str]:
    mine = Entry.objects.filter(ordinal__gt=version, source=Entry.Source.PERSON).order_by("ordinal")
    return list(mine.values_list("action", flat=True))
