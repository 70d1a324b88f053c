"""A challenge with the cards of a game that is over: dealt again to others, and compared with how they were played."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.boards import challenges, comparing, played
from games.boards.challenges import NoSuchChallenge
from games.boards.models import Attempt, Board
from games.people import onlooking
from games.people.rooms import NoSuchRoom
from games.records import proofs
from games.registry import GAMES
from games.replay import played_again, shares
from games.table import opening, play, seeds, tables
from games.table.models import Game, Hand, Seal, WaitingRoom
from games.table.tables import Place
from tests.boards.walked import Who, begun, compared, done, first_legal, joined, last_legal, parting_of, seen, walked
from tests.conftest import client_of
from tests.play import open_table, person_of, reload

pytestmark = pytest.mark.django_db


def one_game(who: Who, key: str = "twoman") -> Place:
    """Deal a game against bots that need no compiling."""
    place = open_table(who, key)
    play.deal(place=place, seed="a lamp", version=0)
    return place


def first_hand(place: Place) -> Place:
    """Play it to its end and give the game up; a duel is over by then."""
    place = walked(place, first_legal, hands=1)
    opening.abandon(place=place)
    return fresh(place)


def fresh(place: Place) -> Place:
    return tables.place_of(person=place.person, code=place.code)


def dealt(place: Place) -> tuple[object, int]:
    hand = Hand.objects.get(game=place.game, number=1)
    return hand.deal, hand.first


def margin(place: Place) -> int:
    """Return own less other score after the hand, which began level. After a blaze the loser has nothing."""
    result = Hand.objects.get(game=place.game, number=1).result
    assert result is not None
    own, other = next(result[name] for name in ("display", "hp", "score") if name in result)
    if place.game.why == "blaze":
        own, other = (own, 0) if place.game.winner == 0 else (0, other)
    return int(own) - int(other)


@pytest.mark.parametrize("key", GAMES)
def test_others_are_dealt_the_very_cards_and_are_compared(alice: User, bob: User, key: str) -> None:
    own = first_hand(one_game(alice, key))
    token = played.open_challenge(place=own)
    assert seen(alice, token).is_done and not seen(bob, token).is_done
    (other,) = done(bob, token, last_legal)
    assert dealt(own) == dealt(other)
    assert compared(bob, token).boards[0].margins == {0: margin(own), 1: margin(other)}
    assert {number for choice in parting_of(bob, token).choices for number in choice.steps} == {0, 1}
    place, is_own, hand = comparing.place_at(person=person_of(bob), token=token, board=1, entrant=0)
    assert (place.code, is_own, hand) == (own.code, False, 1)
    proof = proofs.deal_of(other, number=1)
    assert proof.seal.player_seed == "a lamp" and proof.is_shared and proof.in_chain is None


def test_nothing_of_it_is_told_before_it_is_played(alice: User, bob: User) -> None:
    own = first_hand(one_game(alice))
    token = played.open_challenge(place=own)
    with pytest.raises(NoSuchChallenge):
        comparing.place_at(person=person_of(bob), token=token, board=1, entrant=0)
    joined(bob, token)
    with pytest.raises(NoSuchChallenge):
        compared(bob, token)
    seal = Seal.objects.get(game__board__challenge__token=token, number=1)
    assert seeds.opened(seal).server_seed is None


def test_no_link_to_the_game_shows_its_cards_while_others_are_challenged_to_them(alice: User, bob: User) -> None:
    """Neither one that was made before nor a new one; they open again once the challenge is done or taken back."""
    own = first_hand(one_game(alice))
    link = shares.share(place=own, hand=1, hides_names=False)
    token = played.open_challenge(place=own)
    with pytest.raises(shares.NoSuchShare):
        shares.shared(token=link)
    with pytest.raises(shares.StillPlayed):
        shares.share(place=own, hand=None, hides_names=True)
    challenges.take_back(person=person_of(alice), token=token)
    assert shares.shared(token=link).place.code == own.code
    joined(bob, played.open_challenge(place=own))
    with pytest.raises(shares.NoSuchShare):
        shares.shared(token=link)


def test_no_link_to_look_on_shows_them_either(alice: User, client: Client) -> None:
    """Onlookers may watch this table, which no other player joined: neither page, partial nor stream shows it."""
    own = first_hand(one_game(alice))
    link = WaitingRoom.objects.create(key=own.game.key, game=own.game, onlookers=True).token
    addresses = [f"/shared/{link}/", f"/t/{link}/look/"]
    assert client.get(addresses[0]).status_code == 200
    assert client.get(addresses[1], headers={"HX-Request": "true"}).status_code == 200
    token = played.open_challenge(place=own)
    for address in addresses:
        for headers in ({}, {"HX-Request": "true"}):
            assert client.get(address, headers=headers).status_code == 404
    with pytest.raises(NoSuchRoom):
        onlooking.watched(token=link)  # of the stream
    challenges.take_back(person=person_of(alice), token=token)
    assert client.get(addresses[0]).status_code == 200


def test_a_player_who_is_challenged_to_another_seat_has_the_usual_bots_around(alice: User, bob: User) -> None:
    own = first_hand(one_game(alice, "spades"))
    token = played.open_challenge(place=own)
    Board.objects.filter(challenge__token=token).update(seat=1)
    place = joined(bob, token)
    assert place.seat == 1
    assert [seat.name for seat in (*place.seats[2:], place.seats[0])] == ["Bruno", "", "Odile"]


def test_a_board_of_a_past_day_stays_shared_during_a_challenge(alice: User, bob: User, easy_boards: None) -> None:
    """Its cards may be known already, so a challenge closes no link, neither another player's nor the own one."""
    places = [walked(begun(who), first_legal) for who in (alice, bob)]
    Board.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    own, other = map(fresh, places)
    link = shares.share(place=other, hand=1, hides_names=False)
    played.open_challenge(place=own)
    assert shares.shared(token=link).place.code == other.code
    assert shares.share(place=own, hand=1, hides_names=False)


def test_what_a_guest_of_the_link_plays_is_one_hand_with_the_start_of_the_game(alice: User) -> None:
    """A match that went on from the game before goes on for the others, too."""
    place = first_hand(one_game(alice))
    Game.objects.filter(pk=place.game.pk).update(carried={"base": [100, 60], "bags": [4, 1]})
    token = played.open_challenge(place=fresh(place))
    (board,) = Board.objects.filter(challenge__token=token)
    assert board.start == {"base": [100, 60], "bags": [4, 1], "last": 1}


def test_a_board_of_a_day_is_for_others_once_the_day_is_over(alice: User, bob: User, easy_boards: None) -> None:
    """With the same seed as the day’s board, and so with the same answers for the same play."""
    own = walked(begun(alice), first_legal)
    with pytest.raises(played.NotOffered):
        played.open_challenge(place=own)
    Board.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    token = played.open_challenge(place=fresh(own))
    done(bob, token)
    (board,) = compared(alice, token).boards
    assert board.partings == () and len(set(board.margins.values())) == 1


def test_what_is_not_offered(alice: User, bob: User) -> None:
    going, not_begun, helped = (one_game(alice) for _ in range(3))
    opening.abandon(place=not_begun)
    snapshot = tables.see(helped)
    if not snapshot.is_mine:
        assert play.reply(code=helped.code, version=snapshot.version)
    play.hint(place=helped, version=tables.see(fresh(helped)).version)
    helped = first_hand(helped)
    over = first_hand(one_game(alice))
    practice = reload(alice, played_again.begin(place=over, number=1, step=0))
    opening.abandon(place=practice)
    of_two = first_hand(one_game(alice))
    of_two.game.seats.filter(number=1).update(level="", user=bob)
    for place in (going, not_begun, helped, practice, of_two):
        assert not played.is_offered(fresh(place))
        with pytest.raises(played.NotOffered):
            played.open_challenge(place=fresh(place))
    assert played.is_offered(over)


def test_the_same_cards_twice_are_two_challenges_and_too_many_are_refused(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "MOST_OPENED", 2)
    place = first_hand(one_game(alice))
    tokens = [played.open_challenge(place=place) for _ in range(2)]
    with pytest.raises(challenges.TooMany):
        played.open_challenge(place=place)
    assert Attempt.objects.count() == 2
    for who, token in zip((bob, charlie), tokens, strict=True):
        assert dealt(done(who, token)[0]) == dealt(place)
        assert [one.name for one in seen(alice, token).people] == ["alice", who.username]


@pytest.mark.parametrize("key", ["twoman", "cardduel"])
def test_its_pages(alice: User, bob: User, as_alice: Client, key: str) -> None:
    """From the finished table to the page of the challenge, which says who has played these cards."""
    place = first_hand(one_game(alice, key))
    page = as_alice.get(f"/games/{place.code}/challenge/").content.decode()
    words = "the very same duel" if GAMES[key].is_one_hand else "the first hand of that game"
    assert words in page
    made = as_alice.post(f"/games/{place.code}/challenge/played/")
    assert made.status_code == 302
    other = client_of(bob)
    assert "alice has played these cards already" in other.get(made["Location"]).content.decode()
    assert other.post(f"/games/{place.code}/challenge/played/").status_code == 404
    going = one_game(alice, key)
    assert "played/" not in as_alice.get(f"/games/{going.code}/challenge/").content.decode()
    assert as_alice.post(f"/games/{going.code}/challenge/played/").status_code == 404
