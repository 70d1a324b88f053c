"""Whoever leaves a table of several people leaves it to the others: who goes on, who comes back, and what counts."""

import json

import pytest
from django.test import Client

from accounts.leaving import leave
from accounts.models import User
from accounts.people import Person
from games.company import Presence
from games.models import Entry, Game, PersonLine, Seal, Seat
from games.services.log import logs
from games.services.log.log_cache import LOG_CACHE
from games.services.moves import play
from games.services.past import records, verification
from games.services.people import company, lobby
from games.snapshot import ANNULLED, Status
from tests.at_once import at_once
from tests.moves.together import (
    RANDOM,
    act,
    asks_to_end,
    back,
    company_at,
    deal,
    dealt_to,
    leaves,
    play_hand,
    played_to_a_turn,
    see,
    seen,
    stands_in,
    stood_in,
    three,
    whose_turn,
)
from tests.playing import again
from tests.views.asking import HTMX

pytestmark = pytest.mark.django_db


def seatings() -> list[tuple[int, str]]:
    return [(entry.seat, entry.action) for entry in Entry.objects.filter(source=Entry.Source.SEATING)]


def endings() -> dict[User | None, str]:
    """How the game ended for each, as statistics tell it."""
    return {line.user: line.marks.split()[0] for line in PersonLine.objects.filter(number=0)}


def hand_by_hand(code: str, *people: User) -> None:
    """Those who sit there play the game to its end."""
    for _ in range(60):
        for user in people:
            if see(user, code).needs_deal:
                deal(user, code, "")
        play_hand(code, *people)
        if Game.objects.get(code=code).status != Status.PLAYING:
            return
    raise AssertionError("the game never ends")


def soon_over(*people: User) -> str:
    """A game of a few hands, dealt."""
    code = dealt_to(*people)
    Game.objects.filter(code=code).update(options={"target": 100, "mercy_lead": 100})
    LOG_CACHE.forget(code)
    return code


# -- the others go on --------------------------------------------------------------------------------------


def test_whoever_leaves_ends_nothing_and_the_others_decide_at_once(code: str, alice: User, bob: User) -> None:
    """Without half a minute of waiting, and whoever is to act."""
    gone, other = whose_turn(code, alice, bob)
    seat = again(gone, code).seat
    leaves(gone, code)
    people = company_at(other, code)
    assert see(other, code).status is Status.PLAYING and people.missing == (seat,)
    person = people.of(seat)
    assert person is not None and person.presence is Presence.LEFT
    assert seatings() == [(seat, '["leaves"]')]
    assert stands_in(gone, code, by=other).computer_acts
    play_hand(code, other)
    assert see(other, code).needs_deal
    assert not deal(other, code, "").needs_deal, "nobody waits for a seed of who has left"
    assert verification.differences(game=Game.objects.get()) == ()


def test_they_are_asked_also_where_another_is_to_act(code: str, alice: User, bob: User) -> None:
    turn, gone = whose_turn(code, alice, bob)
    leaves(gone, code)
    assert company_at(turn, code).missing == (again(gone, code).seat,)
    act(again(turn, code), RANDOM)


def test_it_waits_for_nobody_between_two_hands(code: str, alice: User, bob: User) -> None:
    play_hand(code, alice, bob)
    leaves(bob, code)
    assert company_at(alice, code).missing == (again(bob, code).seat,)
    assert not deal(alice, code, "").needs_deal


def test_left_twice_is_left_once(code: str, alice: User, bob: User) -> None:
    leaves(bob, code)
    version = Game.objects.get().version
    assert lobby.abandon(place=again(bob, code)) is False
    assert Game.objects.get().version == version


def test_whoever_has_left_does_nothing_there(code: str, alice: User, bob: User) -> None:
    turn, _ = whose_turn(code, alice, bob)
    offered = see(turn, code).view.legal[0]
    leaves(turn, code)
    now = see(turn, code)
    assert not now.is_mine and now.view.legal == () and now.claim == 0
    with pytest.raises(play.Refused, match="HAS_LEFT"):
        play.submit(place=again(turn, code), action=offered.first, version=now.version)
    with pytest.raises(play.Refused, match="HAS_LEFT"):
        deal(turn, code, "")
    with pytest.raises(play.Refused, match="HAS_LEFT"):
        asks_to_end(turn, code)


def test_whoever_has_left_sends_nobody_s_stand_in_away(alice: User, bob: User, charlie: User) -> None:
    code, slow, (other, gone) = three(alice, bob, charlie)
    stands_in(slow, code, by=other)
    leaves(gone, code)
    with pytest.raises(play.Refused, match="HAS_LEFT"):
        company.seat_again(place=again(gone, code), seat=again(slow, code).seat)
    assert see(other, code).computer_acts
    assert seatings()[-1] == (again(gone, code).seat, '["leaves"]')


def test_whoever_is_stood_in_for_ends_nothing_for_those_who_play_on(code: str, alice: User, bob: User) -> None:
    """Also where the other is to act and has not been seen for a while."""
    turn, gone = whose_turn(code, alice, bob)
    leaves(gone, code)
    version = stands_in(gone, code, by=turn).version
    seen(turn, code, seconds=3600)
    for asks in (
        lambda: asks_to_end(gone, code),
        lambda: company.ask_to_take_back(place=again(gone, code), version=version),
        lambda: stands_in(turn, code, by=gone),
    ):
        with pytest.raises(play.Refused, match="STOOD_IN"):
            asks()
    game = Game.objects.get()
    assert (game.status, game.version, game.question) == (Status.PLAYING, version, None)


def test_with_the_last_of_them_the_game_ends_and_all_have_given_it_up(alice: User, bob: User, charlie: User) -> None:
    code = dealt_to(alice, bob, charlie, key="spades")
    play_hand(code, alice, bob, charlie)
    for user in (alice, bob):
        leaves(user, code)
        assert Game.objects.get().status == Status.PLAYING
    leaves(charlie, code)
    game = Game.objects.get()
    assert (game.status, game.gave_up) == (Status.ABANDONED, again(charlie, code).seat)
    assert endings() == {alice: "abandoned", bob: "abandoned", charlie: "abandoned"}
    assert verification.differences(game=game) == ()


@pytest.mark.django_db(transaction=True)
def test_two_who_leave_at_once_do_not_leave_it_to_each_other(alice: User, bob: User) -> None:
    code = dealt_to(alice, bob)
    assert at_once(lambda: leaves(alice, code), lambda: leaves(bob, code)) == [None, None]
    assert Game.objects.get().status == Status.ABANDONED


@pytest.mark.django_db(transaction=True)
def test_whoever_leaves_and_acts_at_once_has_acted_before_or_not_at_all(alice: User, bob: User) -> None:
    code = dealt_to(alice, bob)
    played_to_a_turn(code, alice, bob)
    turn, other = whose_turn(code, alice, bob)
    place, before = again(turn, code), see(turn, code)
    action = before.view.legal[0].first
    results = at_once(
        lambda: play.submit(place=place, action=action, version=before.version),
        lambda: leaves(turn, code),
        lost=(play.Stale, play.Refused),
    )
    entries = list(Entry.objects.filter(ordinal__gt=before.version).order_by("ordinal"))
    acted = [entry for entry in entries if entry.source == Entry.Source.PERSON]
    assert [entry.action for entry in entries if entry.source == Entry.Source.SEATING] == ['["leaves"]']
    assert bool(acted) is not isinstance(results[0], play.Stale | play.Refused)
    assert not acted or acted[0].ordinal == before.version + 1
    assert see(other, code).status is Status.PLAYING
    assert verification.differences(game=Game.objects.get()) == ()


# -- and back ----------------------------------------------------------------------------------------------


def test_whoever_left_comes_back_with_one_press(code: str, alice: User, bob: User) -> None:
    turn, other = whose_turn(code, alice, bob)
    leaves(turn, code)
    stands_in(turn, code, by=other)
    assert back(turn, code).is_mine
    person = company_at(turn, code).of(again(turn, code).seat)
    assert person is not None and not person.has_left
    assert [action for _, action in seatings()] == ['["leaves"]', '["stands_in","medium"]', '["is_back"]']
    act(again(turn, code), RANDOM)
    assert Seat.objects.filter(left_at=None).count() == 2


def test_whoever_has_many_games_open_comes_back_to_no_more(
    code: str, alice: User, bob: User, as_bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or leaving and coming back would be a way past the limit."""
    monkeypatch.setattr(lobby, "MOST_OPEN", 1)
    leaves(bob, code)
    other, seat = lobby.open_game(person=Person(user=bob)), again(bob, code).seat
    with pytest.raises(play.Refused, match="TOO_MANY_GAMES"):
        back(bob, code)
    response = as_bob.post(f"/games/{code}/seats/{seat}/back/", headers=HTMX)
    assert response.status_code == 422 and "You have many games open." in response.content.decode()
    leaves(bob, other)
    back(bob, code)
    assert not again(bob, code).has_left


def test_the_others_may_send_its_stand_in_away_and_decide_anew(code: str, alice: User, bob: User) -> None:
    turn, other = whose_turn(code, alice, bob)
    seat = again(turn, code).seat
    leaves(turn, code)
    stands_in(turn, code, by=other)
    company.seat_again(place=again(other, code), seat=seat)
    assert company_at(other, code).missing == (seat,)
    assert seatings()[-1] == (seat, '["stands_down"]')
    assert asks_to_end(other, code).status is Status.ABANDONED


def test_a_stand_in_stays_when_its_person_leaves(code: str, alice: User, bob: User) -> None:
    turn, other = stood_in(code, alice, bob)
    leaves(turn, code)
    people = company_at(other, code)
    assert people.is_stood_in(again(turn, code).seat) and people.missing == ()
    assert see(other, code).computer_acts


@pytest.mark.django_db(transaction=True)
def test_whoever_comes_back_while_the_stand_in_acts_has_the_seat(alice: User, bob: User) -> None:
    """Whichever is first: the stand-in has acted once at most, and then the seat is its person's."""
    code = dealt_to(alice, bob)
    played_to_a_turn(code, alice, bob)
    turn, other = whose_turn(code, alice, bob)
    leaves(turn, code)
    version = stands_in(turn, code, by=other).version
    at_once(lambda: back(turn, code), lambda: play.reply(code=code, version=version))
    assert logs.read(Game.objects.get(code=code)).absent == frozenset()
    acted = Entry.objects.filter(ordinal__gt=version, source=Entry.Source.COMPUTER).order_by("ordinal")
    assert [entry.ordinal for entry in acted] in ([], [version + 1])
    assert acted.exists() or see(turn, code).is_mine
    assert verification.differences(game=Game.objects.get()) == ()


# -- what counts -------------------------------------------------------------------------------------------


def test_played_on_to_its_end_it_is_given_up_for_who_left_and_won_or_lost_for_the_others(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    code = soon_over(alice, bob)
    leaves(bob, code)
    stands_in(bob, code, by=alice)
    hand_by_hand(code, alice)
    game = Game.objects.get()
    assert game.status == Status.FINISHED
    own = again(alice, code).seat
    how = "tie" if game.winner is None else "won" if game.winner == own else "lost"
    assert endings() == {alice: how, bob: "abandoned"}
    assert verification.differences(game=game) == ()
    for client, is_theirs in ((as_bob, True), (as_alice, False)):
        listed = client.get("/games/").content.decode().partition('class="things past"')[2]
        assert code in listed and ("given up" in listed) is is_theirs
    assert code in as_bob.get("/games/?result=given_up").content.decode()
    assert code not in as_bob.get("/games/?result=won").content.decode()
    for address in (f"/games/{code}/", f"/games/{code}/review/"):
        assert "for you it counts as given up" in as_bob.get(address).content.decode()
        assert "Those who left have given it up: bob." in as_alice.get(address).content.decode()


def test_ended_by_the_others_it_is_given_up_for_all_who_left(alice: User, bob: User, charlie: User) -> None:
    code = dealt_to(alice, bob, charlie, key="spades")
    play_hand(code, alice, bob, charlie)
    leaves(bob, code)
    leaves(charlie, code)
    assert asks_to_end(alice, code).status is Status.ABANDONED
    assert endings() == {alice: "left", bob: "abandoned", charlie: "abandoned"}


def test_whoever_comes_back_before_the_end_wins_or_loses_like_the_others(alice: User, bob: User) -> None:
    code = soon_over(alice, bob)
    leaves(bob, code)
    stands_in(bob, code, by=alice)
    play_hand(code, alice)
    assert Game.objects.get().status == Status.PLAYING
    back(bob, code)
    hand_by_hand(code, alice, bob)
    assert set(endings().values()) <= {"won", "lost", "tie"}


def test_a_record_says_who_left(alice: User, bob: User) -> None:
    code = soon_over(alice, bob)
    leaves(bob, code)
    stands_in(bob, code, by=alice)
    hand_by_hand(code, alice)
    seats = json.loads(records.game_line(code=code))["seats"]
    assert [one["name"] for one in seats if one.get("left")] == ["bob"]
    assert verification.differences(game=Game.objects.get()) == ()


# -- the account is gone -----------------------------------------------------------------------------------


def test_whoever_removes_the_account_leaves_a_nameless_seat_and_the_other_goes_on(
    alice: User, bob: User, as_alice: Client
) -> None:
    code = soon_over(alice, bob)
    seat = again(bob, code).seat
    leave(person=Person(user=bob))
    assert Game.objects.get().status == Status.PLAYING
    assert see(alice, code).seated[seat].name == "" and company_at(alice, code).missing == (seat,)
    page = as_alice.get(f"/games/{code}/").content.decode()
    assert "bob" not in page and f"Player {seat + 1} has left the game" in page
    company.stand_in(place=again(alice, code), seat=seat)
    hand_by_hand(code, alice)
    assert set(PersonLine.objects.filter(number=0).values_list("level", flat=True)) == {"people"}
    assert set(endings()) == {alice, None} and endings()[None] == "abandoned"
    assert verification.differences(game=Game.objects.get()) == ()


def test_the_seeds_of_record_are_of_those_who_still_sit_there(alice: User, bob: User, charlie: User) -> None:
    code = dealt_to(alice, bob, charlie, key="spades")
    play_hand(code, alice, bob, charlie)
    leave(person=Person(user=bob))
    assert deal(alice, code, "one").awaited == (again(charlie, code).seat,)
    deal(charlie, code, "two")
    assert sorted(Seal.objects.get(number=2).player_seed.split("|")) == ["one", "two"]


def test_the_last_one_ends_it_without_a_loss(alice: User, bob: User) -> None:
    code = dealt_to(alice, bob)
    play_hand(code, alice, bob)
    leave(person=Person(user=bob))
    assert asks_to_end(alice, code).status is Status.ABANDONED
    assert endings() == {alice: "left", None: "abandoned"}


def test_with_the_last_account_the_game_ends(alice: User, bob: User) -> None:
    dealt_to(alice, bob)
    for user in (bob, alice):
        leave(person=Person(user=user))
    assert Game.objects.get().status == Status.ABANDONED


def test_hardly_begun_and_left_by_all_it_counts_for_nobody(alice: User, bob: User) -> None:
    code = dealt_to(alice, bob)
    for user in (alice, bob):
        leaves(user, code)
    assert Game.objects.get().why == ANNULLED
    assert endings() == {alice: "annulled", bob: "annulled"}
