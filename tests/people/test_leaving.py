"""A player who leaves does not end the game: the others go on, the player may come back, and what it counts as."""

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
from games.table.log_cache import LOG_CACHE
from games.table.models import Entry, Game, Seal, Seat
from tests.asking import HTMX
from tests.people import together
from tests.people.together import asks_to_end, back, company_at, deal, leaves, play_hand, see, stands_in, whose_turn
from tests.play import reload

pytestmark = pytest.mark.django_db


def seatings() -> list[tuple[int, str]]:
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
    raise AssertionError("the game never ends")


def soon_over(*people: User) -> str:
    """Deal a game of a few hands."""
    code = together.dealt_to(*people)
    Game.objects.filter(code=code).update(options={"target": 100, "mercy_lead": 100})
    LOG_CACHE.forget(code)
    return code


def test_a_player_who_leaves_ends_nothing_and_the_others_decide_at_once(code: str, alice: User, bob: User) -> None:
    gone, other = whose_turn(code, alice, bob)
    seat = reload(gone, code).seat
    leaves(gone, code)
    people = company_at(other, code)
    assert see(other, code).status is Status.PLAYING and people.missing == (seat,)
    person = people.of(seat)
    assert person is not None and person.presence is Presence.LEFT
    assert seatings() == [(seat, '["leaves"]')]
    assert stands_in(gone, code, by=other).computer_acts
    play_hand(code, other)
    assert see(other, code).needs_deal
    assert not deal(other, code, "").needs_deal, "no seed is awaited of the player who left"
    assert verification.differences(game=Game.objects.get()) == ()


def test_a_player_who_left_can_do_nothing_there(code: str, alice: User, bob: User) -> None:
    turn, _ = whose_turn(code, alice, bob)
    offered = see(turn, code).view.legal[0]
    leaves(turn, code)
    now = see(turn, code)
    assert not now.is_mine and now.view.legal == () and now.claim == 0
    assert opening.abandon(place=reload(turn, code)) is False and see(turn, code).version == now.version
    with pytest.raises(play.Refused, match="HAS_LEFT"):
        play.submit(place=reload(turn, code), action=offered.first, version=now.version)
    with pytest.raises(play.Refused, match="HAS_LEFT"):
        deal(turn, code, "")
    with pytest.raises(play.Refused, match="HAS_LEFT"):
        asks_to_end(turn, code)


def test_a_player_who_left_cannot_send_a_stand_in_away(alice: User, bob: User, charlie: User) -> None:
    code, slow, (other, gone) = together.three(alice, bob, charlie)
    stands_in(slow, code, by=other)
    leaves(gone, code)
    with pytest.raises(play.Refused, match="HAS_LEFT"):
        company.seat_again(place=reload(gone, code), seat=reload(slow, code).seat)
    assert see(other, code).computer_acts
    assert seatings()[-1] == (reload(gone, code).seat, '["leaves"]')


def test_a_player_with_a_stand_in_decides_nothing(code: str, alice: User, bob: User) -> None:
    """Also while the other has to act and has been away for long."""
    turn, gone = whose_turn(code, alice, bob)
    leaves(gone, code)
    version = stands_in(gone, code, by=turn).version
    together.seen(turn, code, seconds=3600)
    for asks in (
        lambda: asks_to_end(gone, code),
        lambda: company.ask_to_take_back(place=reload(gone, code), version=version),
        lambda: stands_in(turn, code, by=gone),
    ):
        with pytest.raises(play.Refused, match="STOOD_IN"):
            asks()
    game = Game.objects.get()
    assert (game.status, game.version, game.question) == (Status.PLAYING, version, None)


def test_when_the_last_player_leaves_all_have_given_the_game_up(alice: User, bob: User, charlie: User) -> None:
    code = together.dealt_to(alice, bob, charlie, key="spades")
    play_hand(code, alice, bob, charlie)
    for user in (alice, bob):
        leaves(user, code)
        assert Game.objects.get().status == Status.PLAYING
    leaves(charlie, code)
    game = Game.objects.get()
    assert (game.status, game.gave_up) == (Status.ABANDONED, reload(charlie, code).seat)
    assert endings() == {alice: "abandoned", bob: "abandoned", charlie: "abandoned"}
    assert verification.differences(game=game) == ()


def test_a_player_who_left_comes_back_with_one_press(code: str, alice: User, bob: User) -> None:
    turn, other = whose_turn(code, alice, bob)
    leaves(turn, code)
    stands_in(turn, code, by=other)
    assert back(turn, code).is_mine
    person = company_at(turn, code).of(reload(turn, code).seat)
    assert person is not None and not person.has_left
    assert [action for _, action in seatings()] == ['["leaves"]', '["stands_in","medium"]', '["is_back"]']
    together.act(reload(turn, code))
    assert Seat.objects.filter(left_at=None).count() == 2


def test_a_player_with_too_many_games_open_cannot_come_back(
    code: str, bob: User, as_bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise leaving and coming back would bypass the limit."""
    monkeypatch.setattr(opening, "MOST_OPEN", 1)
    leaves(bob, code)
    other, seat = opening.open_game(person=Person(user=bob)), reload(bob, code).seat
    with pytest.raises(play.Refused, match="TOO_MANY_GAMES"):
        back(bob, code)
    response = as_bob.post(f"/games/{code}/seats/{seat}/back/", headers=HTMX)
    assert response.status_code == 422 and "You have many games open." in response.content.decode()
    leaves(bob, other)
    back(bob, code)
    assert not reload(bob, code).has_left


def test_a_game_played_to_its_end_is_given_up_by_the_player_who_left(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    code = soon_over(alice, bob)
    leaves(bob, code)
    stands_in(bob, code, by=alice)
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
        assert code in listed and ("given up" in listed) is is_theirs
    assert code in as_bob.get("/games/?result=given_up").content.decode()
    assert code not in as_bob.get("/games/?result=won").content.decode()
    for address in (f"/games/{code}/", f"/games/{code}/review/"):
        assert "for you it counts as given up" in as_bob.get(address).content.decode()
        assert "Those who left have given it up: bob." in as_alice.get(address).content.decode()


def test_players_who_left_give_no_seed_and_gave_up_a_game_that_ends(alice: User, bob: User, charlie: User) -> None:
    code = together.dealt_to(alice, bob, charlie, key="spades")
    play_hand(code, alice, bob, charlie)
    leave(person=Person(user=bob))
    assert deal(alice, code, "one").awaited == (reload(charlie, code).seat,)
    deal(charlie, code, "two")
    assert sorted(Seal.objects.get(number=2).player_seed.split("|")) == ["one", "two"]
    leaves(charlie, code)
    assert asks_to_end(alice, code).status is Status.ABANDONED
    assert endings() == {alice: "left", None: "abandoned", charlie: "abandoned"}


def test_a_player_back_before_the_end_wins_or_loses(alice: User, bob: User) -> None:
    code = soon_over(alice, bob)
    leaves(bob, code)
    stands_in(bob, code, by=alice)
    play_hand(code, alice)
    assert Game.objects.get().status == Status.PLAYING
    back(bob, code)
    play_to_the_end(code, alice, bob)
    assert set(endings().values()) <= {"won", "lost", "tie"}


def test_a_removed_account_leaves_a_nameless_seat_and_the_other_plays_on(
    alice: User, bob: User, as_alice: Client
) -> None:
    code = soon_over(alice, bob)
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


def test_a_game_that_was_left_is_told_so_and_not_open(code: str, bob: User, as_bob: Client, as_alice: Client) -> None:
    page = as_bob.get(f"/games/{code}/instead/").content.decode()
    assert f'href="/games/{code}/abandon/"' in page
    answer: Any = as_bob.post(f"/games/{code}/instead/")
    assert answer.headers["Location"] == f"/games/{code}/abandon/", "a new game asks first whether to leave"
    assert Game.objects.get().status == Status.PLAYING
    before = opening.open_count(Person(user=bob))
    page = as_bob.get(f"/games/{code}/abandon/").content.decode()
    assert "Leave this game?" in page and "The others may go on" in page
    assert "<title>Leave a game" in page
    as_bob.post(f"/games/{code}/abandon/")
    assert opening.open_count(Person(user=bob)) == before - 1
    Seat.objects.filter(user=bob).update(seen_at=None)
    page = as_bob.get("/games/").content.decode()
    assert "You have left it: it may count as given up unless you come back." in page
    assert f"/games/{code}/abandon/" not in page
    assert "bob has left the game" in as_alice.get(f"/games/{code}/").content.decode()
    table = as_bob.get(f"/games/{code}/").content.decode()
    assert Seat.objects.get(user=bob).seen_at is None, "the pages of a player who left give no sign of life"
    assert "You have left this table" in table and "Take your seat back" in table
    assert as_bob.get("/").content.decode().count(f"/games/{code}/") == 0
    assert as_bob.get(f"/games/{code}/abandon/").status_code == 302


@pytest.mark.parametrize("begun", [True, False])
def test_pages_say_what_leaving_costs(alice: User, bob: User, as_alice: Client, as_bob: Client, begun: bool) -> None:
    code = together.dealt_to(alice, bob)
    if begun:
        play_hand(code, alice, bob)
    before = as_bob.get(f"/games/{code}/abandon/").content.decode()
    leaves(bob, code)
    for page in (before, as_bob.get(f"/games/{code}/").content.decode()):
        assert "ounts as given up" in page
        assert ("end it now, it counts for nobody" in page) is not begun
    listed = as_bob.get("/games/").content.decode()
    assert f"You have left it: it {'counts' if begun else 'may count'} as given up unless you come back." in listed
    last = as_alice.get(f"/games/{code}/abandon/").content.decode()
    assert ("stays in your list as given up" in last) is begun


def test_a_replay_tells_who_left_and_came_back(code: str, alice: User, bob: User, clients: dict[str, Client]) -> None:
    turn, other = whose_turn(code, alice, bob)
    leaves(turn, code)
    assert play.reply(code=code, version=stands_in(turn, code, by=other).version)
    back(turn, code)
    play_hand(code, alice, bob)
    theirs = clients[other.username].get(f"/games/{code}/hands/1/replay/").content.decode()
    mine = clients[turn.username].get(f"/games/{code}/hands/1/replay/").content.decode()
    for told in (f"{turn.username} left the game.", f"A stand-in took over for {turn.username}."):
        assert theirs.count(told) == 1
    assert theirs.count(f"{turn.username} was back.") == 1
    assert theirs.count(f"{turn.username}: by a stand-in") == mine.count("You: by a stand-in") == 1
    assert mine.count("You left the game.") == mine.count("You were back.") == 1
