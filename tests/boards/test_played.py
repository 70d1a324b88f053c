"""Challenges made from a game that is over: other players get the same deal and are compared with the original."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.boards import challenges, comparing
from games.boards.challenges import NoSuchChallenge
from games.boards.models import Attempt, Board
from games.people import onlooking
from games.people.rooms import NoSuchRoom
from games.records import proofs
from games.registry import GAMES
from games.replay import played_again, shares
from games.table import opening, play, seeds, tables
from games.table.models import Game, Hand, Seal
from games.table.room_models import WaitingRoom
from games.table.tables import Place
from tests.boards.walked import (
    UserOrGuest,
    begin_board,
    comparison_of,
    first_legal,
    join_challenge,
    last_legal,
    parting_of,
    play_board,
    play_challenge,
    see_challenge,
)
from tests.conftest import client_of
from tests.play import open_table, person_of, reload

pytestmark = pytest.mark.django_db


def deal_game(player: UserOrGuest, key: str = "twoman") -> Place:
    """Open a game against the weakest bots, which choose fast, and deal its first hand."""
    place = open_table(player, key)
    play.deal(place=place, seed="a lamp", version=0)
    return place


def play_first_hand(place: Place) -> Place:
    """Play the first hand and give the game up; a duel is over by then."""
    place = play_board(place, first_legal, hands=1)
    opening.abandon(place=place)
    return reloaded(place)


def reloaded(place: Place) -> Place:
    return tables.place_of(person=place.person, code=place.code)


def deal_of(place: Place) -> tuple[object, int]:
    hand = Hand.objects.get(game=place.game, number=1)
    return hand.deal, hand.first


def margin_of(place: Place) -> int:
    """Return the score of the player's side minus the other side's after a first hand that began at equal scores.

    After a blaze, which always ends the duel, the loser's score counts as 0.
    """
    result = Hand.objects.get(game=place.game, number=1).result
    assert result is not None
    own, other = next(result[name] for name in ("display", "hp", "score") if name in result)
    if place.game.why == "blaze":
        own, other = (own, 0) if place.game.winner == 0 else (0, other)
    return int(own) - int(other)


@pytest.mark.parametrize("key", GAMES)
def test_challenged_players_get_the_same_deal_and_are_compared(alice: User, bob: User, key: str) -> None:
    own = play_first_hand(deal_game(alice, key))
    token = challenges.open_played(place=own)
    assert see_challenge(alice, token).is_done and not see_challenge(bob, token).is_done
    (other,) = play_challenge(bob, token, last_legal)
    assert deal_of(own) == deal_of(other)
    assert comparison_of(bob, token).boards[0].margins == {0: margin_of(own), 1: margin_of(other)}
    assert {number for choice in parting_of(bob, token).choices for number in choice.made_at} == {0, 1}
    place, is_own, hand = comparing.place_at(person=person_of(bob), token=token, board=1, entrant=0)
    assert (place.code, is_own, hand) == (own.code, False, 1)
    proof = proofs.deal_of(other, number=1, own=None)
    assert proof["seal"].player_seed == "a lamp" and proof["is_shared"] and proof["in_chain"] is None


def test_result_and_seed_are_hidden_from_a_player_who_is_not_done(alice: User, bob: User) -> None:
    own = play_first_hand(deal_game(alice))
    token = challenges.open_played(place=own)
    with pytest.raises(NoSuchChallenge):
        comparing.place_at(person=person_of(bob), token=token, board=1, entrant=0)
    join_challenge(bob, token)
    with pytest.raises(NoSuchChallenge):
        comparison_of(bob, token)
    seal = Seal.objects.get(game__board__challenge__token=token, number=1)
    assert seeds.opened_seal(seal).server_seed is None


def test_links_to_the_game_are_closed_while_its_challenge_is_open(alice: User, bob: User) -> None:
    """Old links are closed and new ones refused. An old link works again once the challenge is taken back."""
    own = play_first_hand(deal_game(alice))
    link = shares.share(place=own, hand=1, hides_names=False)
    token = challenges.open_played(place=own)
    with pytest.raises(shares.NoSuchShare):
        shares.shared(token=link)
    with pytest.raises(shares.CardsStillInPlay):
        shares.share(place=own, hand=None, hides_names=True)
    challenges.take_back(person=person_of(alice), token=token)
    assert shares.shared(token=link).place.code == own.code
    join_challenge(bob, challenges.open_played(place=own))
    with pytest.raises(shares.NoSuchShare):
        shares.shared(token=link)


def test_links_for_spectators_are_closed_while_the_challenge_is_open(alice: User, client: Client) -> None:
    """Though the table allows spectators, its pages, partials and stream respond with 404."""
    own = play_first_hand(deal_game(alice))
    link = WaitingRoom.objects.create(key=own.game.key, game=own.game, onlookers=True).token
    addresses = [f"/shared/{link}/", f"/t/{link}/look/"]
    assert client.get(addresses[0]).status_code == 200
    assert client.get(addresses[1], headers={"HX-Request": "true"}).status_code == 200
    token = challenges.open_played(place=own)
    for address in addresses:
        for headers in ({}, {"HX-Request": "true"}):
            assert client.get(address, headers=headers).status_code == 404
    with pytest.raises(NoSuchRoom):
        onlooking.watched_game(token=link)  # the stream calls this
    challenges.take_back(person=person_of(alice), token=token)
    assert client.get(addresses[0]).status_code == 200


def test_a_player_challenged_to_another_seat_has_the_usual_bots(alice: User, bob: User) -> None:
    own = play_first_hand(deal_game(alice, "spades"))
    token = challenges.open_played(place=own)
    Board.objects.filter(challenge__token=token).update(seat=1)
    place = join_challenge(bob, token)
    assert place.seat == 1
    assert [seat.name for seat in (*place.seats[2:], place.seats[0])] == ["Bruno", "", "Odile"]


def test_links_to_a_past_board_stay_open_during_a_challenge(alice: User, bob: User, easy_boards: None) -> None:
    """The cards are public, so a challenge closes neither the opener's links nor other players' links."""
    places = [play_board(begin_board(player), first_legal) for player in (alice, bob)]
    Board.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    own, other = map(reloaded, places)
    link = shares.share(place=other, hand=1, hides_names=False)
    challenges.open_played(place=own)
    assert shares.shared(token=link).place.code == other.code
    assert shares.share(place=own, hand=1, hides_names=False)


def test_a_challenge_is_one_hand_with_the_starting_scores_of_its_game(alice: User) -> None:
    """The game is a rematch that carries scores over."""
    place = play_first_hand(deal_game(alice))
    Game.objects.filter(pk=place.game.pk).update(carried={"base": [100, 60], "bags": [4, 1]})
    token = challenges.open_played(place=reloaded(place))
    (board,) = Board.objects.filter(challenge__token=token)
    assert board.start == {"base": [100, 60], "bags": [4, 1], "last": 1}


def test_a_board_of_the_day_can_become_a_challenge_once_its_day_is_over(
    alice: User, bob: User, easy_boards: None
) -> None:
    """The challenge has the seed of the day's board, so the same play meets the same answers."""
    own = play_board(begin_board(alice), first_legal)
    with pytest.raises(challenges.NotOffered):
        challenges.open_played(place=own)
    Board.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    token = challenges.open_played(place=reloaded(own))
    play_challenge(bob, token)
    (board,) = comparison_of(alice, token).boards
    assert board.partings == () and len(set(board.margins.values())) == 1


def test_games_in_play_with_help_or_with_other_people_cannot_become_a_challenge(alice: User, bob: User) -> None:
    going, not_begun, helped = (deal_game(alice) for _ in range(3))
    opening.abandon(place=not_begun)
    snapshot = tables.see(helped)
    if not snapshot.is_mine:
        assert play.reply(code=helped.code, version=snapshot.version)
    play.hint(place=helped, version=tables.see(reloaded(helped)).version)
    helped = play_first_hand(helped)
    over = play_first_hand(deal_game(alice))
    practice = reload(alice, played_again.begin(place=over, number=1, step=0))
    opening.abandon(place=practice)
    of_two = play_first_hand(deal_game(alice))
    of_two.game.seats.filter(number=1).update(level="", user=bob)
    for place in (going, not_begun, helped, practice, of_two):
        assert challenges.playable_cards(reloaded(place)) is None
        with pytest.raises(challenges.NotOffered):
            challenges.open_played(place=reloaded(place))
    assert challenges.playable_cards(over) is not None


def test_a_game_can_become_two_challenges_within_the_limit(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "MOST_OPENED", 2)
    place = play_first_hand(deal_game(alice))
    tokens = [challenges.open_played(place=place) for _ in range(2)]
    with pytest.raises(challenges.TooManyChallenges):
        challenges.open_played(place=place)
    assert Attempt.objects.count() == 2
    for player, token in zip((bob, charlie), tokens, strict=True):
        assert deal_of(play_challenge(player, token)[0]) == deal_of(place)
        assert [one.name for one in see_challenge(alice, token).people] == ["alice", player.username]


@pytest.mark.parametrize("key", ["twoman", "cardduel"])
def test_the_table_offers_the_challenge_and_its_page_tells_who_has_played_the_cards(
    alice: User, bob: User, as_alice: Client, key: str
) -> None:
    place = play_first_hand(deal_game(alice, key))
    page = as_alice.get(f"/games/{place.code}/challenge/").content.decode()
    words = "the same duel" if GAMES[key].is_one_hand else "the first hand of that game"
    assert words in page
    made = as_alice.post(f"/games/{place.code}/challenge/played/")
    assert made.status_code == 302
    other = client_of(bob)
    assert "alice has played these cards already" in other.get(made["Location"]).content.decode()
    assert other.post(f"/games/{place.code}/challenge/played/").status_code == 404
    going = deal_game(alice, key)
    assert "played/" not in as_alice.get(f"/games/{going.code}/challenge/").content.decode()
    assert as_alice.post(f"/games/{going.code}/challenge/played/").status_code == 404
