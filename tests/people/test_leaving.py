"""Leaving a game with several people: the others play on, the player may come back, and how statistics count it."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.people import Person, leave
from games.company import Presence
from games.records import export, verification
from games.snapshot import Status
from games.statistics.models import PersonLine
from games.table import company, opening, play
from games.table.logs import LOG_CACHE
from games.table.models import Entry, Game, Seal, Seat
from games.table.move import Refused
from tests.asking import HTMX
from tests.people import together
from tests.people.together import (
    ask_to_end,
    come_back,
    company_at,
    deal,
    leave_game,
    play_hand,
    see,
    send_stand_in,
    whose_turn,
)
from tests.play import reload

pytestmark = pytest.mark.django_db


def seat_changes() -> list[tuple[int, str]]:
    return [(entry.seat, entry.action) for entry in Entry.objects.filter(source=Entry.Source.SEATING)]


def endings() -> dict[User | None, str]:
    """Return how the game ended for each player in statistics."""
    return {line.user: line.marks.split()[0] for line in PersonLine.objects.filter(number=0)}


def play_to_the_end(code: str, *people: User) -> None:
    for _ in range(60):
        for user in people:
            if see(user, code).needs_deal:
                deal(user, code, "")
        play_hand(code, *people)
        if Game.objects.get(code=code).status != Status.PLAYING:
            return
    raise AssertionError("the game has not ended after 60 hands")


def deal_short_game(*people: User) -> str:
    """Deal the first hand of a game that ends after a few hands; return the game's code."""
    code = together.deal_first_hand(*people)
    Game.objects.filter(code=code).update(options={"target": 100, "mercy_lead": 100})
    LOG_CACHE.forget(code)
    return code


def test_a_game_goes_on_when_a_player_leaves_and_the_others_decide_at_once(code: str, alice: User, bob: User) -> None:
    gone, other = whose_turn(code, alice, bob)
    seat = reload(gone, code).seat
    leave_game(gone, code)
    people = company_at(other, code)
    assert see(other, code).status is Status.PLAYING and people.missing == (seat,)
    person = people.person_at(seat)
    assert person is not None and person.presence is Presence.LEFT
    assert seat_changes() == [(seat, '["leaves"]')]
    assert send_stand_in(gone, code, sender=other).computer_acts
    play_hand(code, other)
    assert see(other, code).needs_deal
    assert not deal(other, code, "").needs_deal, "the deal waits for a seed of the player who left"
    assert verification.differences(game=Game.objects.get()) == ()


def test_a_player_who_left_cannot_act(code: str, alice: User, bob: User) -> None:
    turn, _ = whose_turn(code, alice, bob)
    offered = see(turn, code).view.legal[0]
    leave_game(turn, code)
    now = see(turn, code)
    assert not now.is_mine and now.view.legal == () and now.claim == 0
    assert opening.abandon(place=reload(turn, code)) is False and see(turn, code).version == now.version
    with pytest.raises(Refused, match="HAS_LEFT"):
        play.submit(place=reload(turn, code), action=offered.first, version=now.version)
    with pytest.raises(Refused, match="HAS_LEFT"):
        deal(turn, code, "")
    with pytest.raises(Refused, match="HAS_LEFT"):
        ask_to_end(turn, code)


def test_a_player_who_left_cannot_send_a_stand_in_away(alice: User, bob: User, charlie: User) -> None:
    code, slow, (other, gone) = together.deal_to_three(alice, bob, charlie)
    send_stand_in(slow, code, sender=other)
    leave_game(gone, code)
    with pytest.raises(Refused, match="HAS_LEFT"):
        company.seat_again(place=reload(gone, code), seat=reload(slow, code).seat)
    assert see(other, code).computer_acts
    assert seat_changes()[-1] == (reload(gone, code).seat, '["leaves"]')


def test_a_player_with_a_stand_in_cannot_ask_or_send_stand_ins(code: str, alice: User, bob: User) -> None:
    """Asking and sending are refused even if the other player is to act and has been away for an hour."""
    turn, gone = whose_turn(code, alice, bob)
    leave_game(gone, code)
    version = send_stand_in(gone, code, sender=turn).version
    together.set_last_seen(turn, code, seconds=3600)
    for asks in (
        lambda: ask_to_end(gone, code),
        lambda: company.ask_to_take_back(place=reload(gone, code), version=version),
        lambda: send_stand_in(turn, code, sender=gone),
    ):
        with pytest.raises(Refused, match="STOOD_IN"):
            asks()
    game = Game.objects.get()
    assert (game.status, game.version, game.question) == (Status.PLAYING, version, None)


def test_when_the_last_player_leaves_all_have_given_the_game_up(alice: User, bob: User, charlie: User) -> None:
    code = together.deal_first_hand(alice, bob, charlie, key="spades")
    play_hand(code, alice, bob, charlie)
    for user in (alice, bob):
        leave_game(user, code)
        assert Game.objects.get().status == Status.PLAYING
    leave_game(charlie, code)
    game = Game.objects.get()
    assert (game.status, game.gave_up) == (Status.ABANDONED, reload(charlie, code).seat)
    assert endings() == {alice: "abandoned", bob: "abandoned", charlie: "abandoned"}
    assert verification.differences(game=game) == ()


def test_a_player_who_left_comes_back_with_one_request(code: str, alice: User, bob: User) -> None:
    turn, other = whose_turn(code, alice, bob)
    leave_game(turn, code)
    send_stand_in(turn, code, sender=other)
    assert come_back(turn, code).is_mine
    person = company_at(turn, code).person_at(reload(turn, code).seat)
    assert person is not None and not person.has_left
    assert [action for _, action in seat_changes()] == ['["leaves"]', '["stands_in","medium"]', '["is_back"]']
    together.act(reload(turn, code))
    assert Seat.objects.filter(left_at=None).count() == 2


def test_a_player_with_too_many_games_open_cannot_come_back(
    code: str, bob: User, as_bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise leaving and coming back would bypass the limit."""
    monkeypatch.setattr(opening, "MOST_OPEN", 1)
    leave_game(bob, code)
    other, seat = opening.open_game(person=Person(user=bob)), reload(bob, code).seat
    with pytest.raises(Refused, match="TOO_MANY_GAMES"):
        come_back(bob, code)
    response = as_bob.post(f"/games/{code}/seats/{seat}/back/", headers=HTMX)
    assert response.status_code == 422 and "You have too many open games." in response.content.decode()
    leave_game(bob, other)
    come_back(bob, code)
    assert not reload(bob, code).has_left


def test_a_game_played_to_its_end_is_given_up_by_the_player_who_left(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    code = deal_short_game(alice, bob)
    leave_game(bob, code)
    send_stand_in(bob, code, sender=alice)
    play_to_the_end(code, alice)
    game = Game.objects.get()
    assert game.status == Status.FINISHED
    own = reload(alice, code).seat
    how = "tie" if game.winner is None else "won" if game.winner == own else "lost"
    assert endings() == {alice: how, bob: "abandoned"}
    assert verification.differences(game=game) == ()
    seats = json.loads(export.game_line(code=code))["seats"]
    assert [one["name"] for one in seats if one.get("left")] == ["bob"]
    for client, is_theirs in ((as_bob, True), (as_alice, False)):
        listed = client.get("/games/").content.decode().partition('class="things past"')[2]
        assert code in listed and ("gave up" in listed) is is_theirs
    assert code in as_bob.get("/games/?result=given_up").content.decode()
    assert code not in as_bob.get("/games/?result=won").content.decode()
    for address in (f"/games/{code}/", f"/games/{code}/review/"):
        assert "it counts as given up for you" in as_bob.get(address).content.decode()
        assert "It counts as given up for bob, who left." in as_alice.get(address).content.decode()


def test_players_who_left_are_not_awaited_and_have_given_the_game_up(alice: User, bob: User, charlie: User) -> None:
    code = together.deal_first_hand(alice, bob, charlie, key="spades")
    play_hand(code, alice, bob, charlie)
    leave(person=Person(user=bob))
    assert deal(alice, code, "one").awaited == (reload(charlie, code).seat,)
    deal(charlie, code, "two")
    assert sorted(Seal.objects.get(number=2).player_seed.split("|")) == ["one", "two"]
    leave_game(charlie, code)
    assert ask_to_end(alice, code).status is Status.ABANDONED
    assert endings() == {alice: "left", None: "abandoned", charlie: "abandoned"}


def test_a_player_back_before_the_end_wins_or_loses(alice: User, bob: User) -> None:
    code = deal_short_game(alice, bob)
    leave_game(bob, code)
    send_stand_in(bob, code, sender=alice)
    play_hand(code, alice)
    assert Game.objects.get().status == Status.PLAYING
    come_back(bob, code)
    play_to_the_end(code, alice, bob)
    assert set(endings().values()) <= {"won", "lost", "tie"}


def test_a_removed_account_leaves_a_nameless_seat_and_the_other_plays_on(
    alice: User, bob: User, as_alice: Client
) -> None:
    code = deal_short_game(alice, bob)
    seat = reload(bob, code).seat
    leave(person=Person(user=bob))
    assert Game.objects.get().status == Status.PLAYING
    assert see(alice, code).seated[seat].name == "" and company_at(alice, code).missing == (seat,)
    page = as_alice.get(f"/games/{code}/").content.decode()
    assert "bob" not in page and f"Player {seat + 1} has left the game" in page
    company.stand_in(place=reload(alice, code), seat=seat)
    play_to_the_end(code, alice)
    assert set(PersonLine.objects.filter(number=0).values_list("level", flat=True)) == {"people"}
    assert set(endings()) == {alice, None} and endings()[None] == "abandoned"
    assert verification.differences(game=Game.objects.get()) == ()


def test_pages_tell_a_player_that_they_left_and_do_not_count_the_game_as_open(
    code: str, bob: User, as_bob: Client, as_alice: Client
) -> None:
    page = as_bob.get(f"/games/{code}/instead/").content.decode()
    assert f'href="/games/{code}/abandon/"' in page
    answer: Any = as_bob.post(f"/games/{code}/instead/")
    assert answer.headers["Location"] == f"/games/{code}/abandon/"
    assert Game.objects.get().status == Status.PLAYING
    before = opening.open_count(Person(user=bob))
    page = as_bob.get(f"/games/{code}/abandon/").content.decode()
    assert "Leave this game?" in page and "The others can go on" in page
    assert "<title>Leave a game" in page
    as_bob.post(f"/games/{code}/abandon/")
    assert opening.open_count(Person(user=bob)) == before - 1
    Seat.objects.filter(user=bob).update(seen_at=None)
    page = as_bob.get("/games/").content.decode()
    assert "You left: it may count as given up unless you come back." in page
    assert f"/games/{code}/abandon/" not in page
    assert "bob has left the game" in as_alice.get(f"/games/{code}/").content.decode()
    table = as_bob.get(f"/games/{code}/").content.decode()
    assert Seat.objects.get(user=bob).seen_at is None, "a page has stored a heartbeat of a player who left"
    assert "You’ve left this table" in table and "Take your seat back" in table
    assert as_bob.get("/").content.decode().count(f"/games/{code}/") == 0
    assert as_bob.get(f"/games/{code}/abandon/").status_code == 302


@pytest.mark.parametrize("has_played_a_hand", [True, False])
def test_pages_tell_what_leaving_costs(
    alice: User, bob: User, as_alice: Client, as_bob: Client, has_played_a_hand: bool
) -> None:
    code = together.deal_first_hand(alice, bob)
    if has_played_a_hand:
        play_hand(code, alice, bob)
    before = as_bob.get(f"/games/{code}/abandon/").content.decode()
    leave_game(bob, code)
    for page in (before, as_bob.get(f"/games/{code}/").content.decode()):
        assert "ounts as given up" in page
        assert ("end it now, it doesn’t count" in page) is not has_played_a_hand
    listed = as_bob.get("/games/").content.decode()
    assert f"You left: it {'counts' if has_played_a_hand else 'may count'} as given up unless you come back." in listed
    last = as_alice.get(f"/games/{code}/abandon/").content.decode()
    assert ("stays in your list as given up" in last) is has_played_a_hand


def test_a_replay_tells_who_left_and_came_back(code: str, alice: User, bob: User, clients: dict[str, Client]) -> None:
    turn, other = whose_turn(code, alice, bob)
    leave_game(turn, code)
    assert play.reply(code=code, version=send_stand_in(turn, code, sender=other).version)
    come_back(turn, code)
    play_hand(code, alice, bob)
    theirs = clients[other.username].get(f"/games/{code}/hands/1/replay/").content.decode()
    mine = clients[turn.username].get(f"/games/{code}/hands/1/replay/").content.decode()
    for told in (f"{turn.username} left the game.", f"A stand-in took over for {turn.username}."):
        assert theirs.count(told) == 1
    assert theirs.count(f"{turn.username} was back.") == 1
    assert theirs.count(f"{turn.username}: by a stand-in") == mine.count("You: by a stand-in") == 1
    assert mine.count("You left the game.") == mine.count("You were back.") == 1
