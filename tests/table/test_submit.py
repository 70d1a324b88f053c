"""A person's action: accepted, refused or stale, what is written, and the answer of the view."""

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.actions import Action
from games.engine.notation import action_text
from games.registry import GAMES
from games.statistics.lines import PersonLineWriter
from games.table import logs, opening, play, tables
from games.table.models import Entry, Game, Hand, Play
from games.table.tables import Place
from tests.asking import HTMX, pressed, read
from tests.play import (
    act,
    action_form,
    deal_hand,
    marta_acts,
    on_turn,
    open_table,
    play_actions,
    play_to_first_lead,
    plays_of,
    rows_in_play,
    stack_deck,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("chosen_cards")]
#: The ten highest spades against the ten highest hearts.
SETTLED = ("AS KS QS JS TS 9S 8S 7S 6S 5S 2C", "AH KH QH JH TH 9H 8H 7H 6H 5H 3C")


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
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One item for each replay of a log from its first entry, in a process without a cache."""
    replayed, opened = list[str](), logs.opened
    monkeypatch.setattr(logs, "transaction", transaction)

    def counted(game: Game) -> logs.Log:
        replayed.append(game.code)
        return opened(game)

    monkeypatch.setattr(logs, "opened", counted)
    return replayed


@pytest.mark.parametrize("version", [0, 4, 5, 99])
@pytest.mark.parametrize("asked", ["act", "deal", "hint", "take_back", "claim"])
def test_a_stale_post_is_409_and_replays_the_log_once(
    as_alice: Client, replays: list[str], place: Place, asked: str, version: int
) -> None:
    if (asked, version) == ("take_back", 5):
        play_actions(place, (0, "play", "KH"))  # it would still be good after the bot's action alone
    now = Game.objects.get().version
    replays.clear()
    url = reverse(f"games:{asked}", args=[place.code])
    response = as_alice.post(url, action_form(Action("play", "KH"), version), headers=HTMX)
    assert (response.status_code, replays) == (409, [place.code])
    assert f'data-version="{now}"' in response.content.decode()
    assert Game.objects.get().version == now


@pytest.mark.parametrize("asked", [Action("play", "KH"), Action("play", "AS")], ids=["played", "refused"])
def test_an_action_replays_the_log_once(as_alice: Client, replays: list[str], place: Place, asked: Action) -> None:
    replays.clear()
    as_alice.post(reverse("games:act", args=[place.code]), action_form(asked, 6), headers=HTMX)
    assert replays == [place.code]


def test_a_secret_choice_is_not_stale_after_the_bots_choice(alice: User, replays: list[str]) -> None:
    place = open_table(alice)
    snapshot = deal_hand(place)
    marta_acts(place, "discard", "3C")
    place.game.refresh_from_db()
    replays.clear()
    after = play.submit(place=place, action=Action("discard", "2C"), version=snapshot.version)
    assert replays == [place.code]
    assert after.version == snapshot.version + 2
    assert after.view.phase == "bid"


def test_the_table_plays_the_rest_of_a_settled_hand(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_deck(monkeypatch, *SETTLED)
    place = open_table(alice)
    play_to_first_lead(place)
    play_actions(place, (0, "play", "AS"), (1, "play", "5H"))
    hand = place.game.hands.get()
    assert hand.auto == 18 and hand.result is not None
    assert hand.result["tricks"] == [10, 0]
    assert Entry.objects.filter(game=place.game, source="table").count() == 18
    assert tables.see(place).needs_deal


@pytest.mark.postgresql
def test_a_failing_row_rolls_back_the_action(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card ends a hand: the table plays the rest, the hand's rows are written, and statistics are told of it."""
    stack_deck(monkeypatch, *SETTLED)
    place = open_table(alice)
    play_to_first_lead(place)
    play_actions(place, (0, "play", "AS"))

    def fail(*args: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(PersonLineWriter, "write", fail)
    with pytest.raises(RuntimeError):
        play_actions(place, (1, "play", "5H"))
    assert Game.objects.get().version == Entry.objects.count() == 7
    assert not Play.objects.exists()


def test_a_game_given_up_takes_no_action(place: Place) -> None:
    assert opening.abandon(place=place)
    with pytest.raises(play.Refused, match="GIVEN_UP"):
        play.submit(place=place, action=Action("play", "KH"), version=6)


@pytest.fixture
def url(place: Place) -> str:
    return f"/games/{place.code}/act/"


PRESSED = {"act": {"action": '["play","KH"]'}, "hint": {}, "take-back": {}, "no-tips": {}}


@pytest.mark.parametrize(("what", "fields"), PRESSED.items(), ids=PRESSED)
def test_without_script_a_button_redirects_to_the_table(
    as_alice: Client, place: Place, what: str, fields: dict[str, str]
) -> None:
    answer = as_alice.post(f"/games/{place.code}/{what}/", {**fields, "version": "6"})
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{place.code}/")


def test_a_table_left_open_after_a_logout_elsewhere_is_reloaded(as_alice: Client, url: str) -> None:
    page, form = url.removesuffix("act/"), action_form(Action("play", "KH"), 6)
    as_alice.logout()
    answer = as_alice.post(url, form, headers={**HTMX, "HX-Current-URL": f"http://testserver{page}"})
    assert answer.headers["HX-Refresh"] == "true" and as_alice.get(page).status_code == 404
    assert as_alice.post(url, form, headers=HTMX).status_code == 404
    assert Game.objects.get().version == 6


#: The dock, which stays as it is until the bot has answered.
STAYS = '<aside class="dock" data-stays></aside>'


def test_an_answer_that_the_bot_follows_leaves_out_the_dock(as_alice: Client, url: str) -> None:
    """A page loaded in between has the log and the scores."""
    answer = as_alice.post(url, action_form(Action("play", "KH"), 6), headers=HTMX).content.decode()
    page = read(as_alice, url.removesuffix("act/"))
    assert 'data-version="7"' in answer and "<html" not in answer
    assert answer.count("<aside") == answer.count(STAYS) == 1 and 'id="own-hand"' in answer
    assert STAYS not in page and 'class="log"' in page


@pytest.mark.parametrize(("card", "version", "status"), [("2H", 6, 422), ("KH", 5, 409)])
def test_an_answer_that_no_bot_follows_has_the_whole_table(
    as_alice: Client, url: str, card: str, version: int, status: int
) -> None:
    answer = as_alice.post(url, action_form(Action("play", card), version), headers=HTMX)
    assert answer.status_code == status
    assert STAYS not in answer.content.decode() and 'class="log"' in answer.content.decode()


@pytest.mark.usefixtures("no_replies")
@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("second", [0, 1], ids=["the same", "another"])
def test_a_second_post_at_a_version_stores_nothing(alice: User, as_alice: Client, kind: str, second: int) -> None:
    """The second post gets the current table without a refusal."""
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
    alice: User, as_alice: Client, monkeypatch: pytest.MonkeyPatch, second: str, bot_first: bool
) -> None:
    """The bot's choice at the same version, before or between, makes only the second own choice stale."""
    stack_deck(monkeypatch)
    place = open_table(alice)
    version = deal_hand(place).version
    made = [
        lambda: pressed(as_alice, place.code, "act", **action_form(Action("discard", "2C"), version)),
        lambda: marta_acts(place, "discard", "3C"),
    ]
    for make in reversed(made) if bot_first else made:
        make()
    status, text = pressed(as_alice, place.code, "act", **action_form(Action("discard", second), version))
    assert status == 409
    assert f'data-version="{Game.objects.get().version}"' in text
    assert own_entries(version) == [action_text(Action("discard", "2C"))]


def own_entries(version: int) -> list[str]:
    mine = Entry.objects.filter(ordinal__gt=version, source=Entry.Source.PERSON).order_by("ordinal")
    return list(mine.values_list("action", flat=True))
