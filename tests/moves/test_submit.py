"""A person's action on its one path: accepted, refused, or too late; and what is written of it."""

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.actions import Action
from games.models import Entry, Game, Hand, Play
from games.services.log import logs
from games.services.moves import play, store
from games.services.people import lobby
from games.services.table import tables
from games.services.table.tables import Place
from tests.playing import act, bids_made, dealt, marta_acts, place_for, post, rows_in_play, say, stack
from tests.views.asking import HTMX

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("chosen_cards")]
#: The ten highest spades against the ten highest hearts.
SETTLED = ("AS KS QS JS TS 9S 8S 7S 6S 5S 2C", "AH KH QH JH TH 9H 8H 7H 6H 5H 3C")


def test_it_writes_an_entry_from_which_the_rows_follow(place: Place) -> None:
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
    assert Hand.objects.count() == 1 and not Play.objects.exists()  # the others are written when the hand is over


def test_it_names_the_winner_of_a_full_trick(place: Place) -> None:
    say(place, (0, "play", "KH"), (1, "play", "AH"))
    assert [(one.number, one.leader, one.winner) for one in rows_in_play(place.game).tricks] == [(1, 0, 1)]


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A line for each time that a log is told from its first entry, in a process that keeps none."""
    told, opened = list[str](), logs.opened
    monkeypatch.setattr(logs, "transaction", transaction)

    def counted(game: Game) -> logs.Log:
        told.append(game.code)
        return opened(game)

    monkeypatch.setattr(logs, "opened", counted)
    return told


@pytest.mark.parametrize("version", [0, 4, 5])
@pytest.mark.parametrize("asked", ["act", "deal", "hint", "take_back", "claim"])
def test_a_post_from_a_page_that_is_behind_replays_once(
    as_alice: Client, replays: list[str], place: Place, asked: str, version: int
) -> None:
    if (asked, version) == ("take_back", 5):
        say(place, (0, "play", "KH"))  # after Marta alone it would still be good
    now = Game.objects.get().version
    replays.clear()
    url = reverse(f"games:{asked}", args=[place.code])
    response = as_alice.post(url, post(Action("play", "KH"), version), headers=HTMX)
    assert (response.status_code, replays) == (409, [place.code])
    assert f'data-version="{now}"' in response.content.decode()


@pytest.mark.parametrize("asked", [Action("play", "KH"), Action("play", "AS")], ids=["played", "refused"])
def test_an_action_replays_once(as_alice: Client, replays: list[str], place: Place, asked: Action) -> None:
    replays.clear()
    as_alice.post(reverse("games:act", args=[place.code]), post(asked, 6), headers=HTMX)
    assert replays == [place.code]


def test_a_secret_choice_is_not_stale_because_marta_made_hers(alice: User, replays: list[str]) -> None:
    place = place_for(alice)
    snapshot = dealt(place)
    marta_acts(place, "discard", "3C")
    place.game.refresh_from_db()
    replays.clear()
    after = play.submit(place=place, action=Action("discard", "2C"), version=snapshot.version)
    assert replays == [place.code]
    assert after.version == snapshot.version + 2
    assert after.view.phase == "bid"


def test_a_choice_of_another_hand_is_stale_though_others_owed_theirs(alice: User) -> None:
    place = place_for(alice)
    snapshot = dealt(place)
    say(place, (1, "discard", "3C"), (0, "discard", "2C"))
    with pytest.raises(play.Stale):
        play.submit(place=place, action=Action("discard", "5D"), version=snapshot.version)


def test_the_rest_of_a_settled_hand_is_played_by_the_table(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """I hold the ten highest spades: from the first trick on nothing is left to decide."""
    stack(monkeypatch, *SETTLED)
    place = place_for(alice)
    bids_made(place)
    say(place, (0, "play", "AS"), (1, "play", "5H"))
    hand = place.game.hands.get()
    assert hand.auto == 18 and hand.result is not None
    assert hand.result["tricks"] == [10, 0]
    assert Entry.objects.filter(game=place.game, source="table").count() == 18
    assert tables.see(place).needs_deal


def test_nothing_is_written_when_a_row_fails(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card that ends a hand, with the rest that the table plays and the hand's rows."""
    stack(monkeypatch, *SETTLED)
    place = place_for(alice)
    bids_made(place)
    say(place, (0, "play", "AS"))

    def fail(*args: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(store, "write_lines", fail)
    with pytest.raises(RuntimeError):
        say(place, (1, "play", "5H"))
    assert Game.objects.get().version == Entry.objects.count() == 7
    assert not Play.objects.exists()


def test_a_game_given_up_takes_no_action(place: Place) -> None:
    assert lobby.abandon(place=place)
    with pytest.raises(play.Refused, match="GIVEN_UP"):
        play.submit(place=place, action=Action("play", "KH"), version=6)
