"""Comparison of a challenge's players: places, and where their choices first differ (a parting).

Tests recompute both from logs and margins.
"""

import re
from collections.abc import Callable
from itertools import groupby, zip_longest
from random import Random
from unittest.mock import Mock

import pytest
from django.test import Client

from accounts.models import User
from accounts.people import leave
from games.boards import challenges, comparing
from games.boards.challenges import NoSuchChallenge
from games.boards.models import Attempt, Challenge
from games.engine.actions import Action, action_text
from games.engine.state import Phase, SeatView
from games.registry import GAMES, levels
from games.reviews import reviewing
from games.reviews.models import Review
from games.table import logs, opening, play, replay, tables, thinking
from games.table.models import Entry, Game, Hand
from games.table.tables import Place
from tests.boards.test_played import deal_game, play_first_hand
from tests.boards.walked import (
    comparison_of,
    first_legal,
    join_challenge,
    last_legal,
    legal_actions,
    open_challenge,
    parting_of,
    play_board,
    play_challenge,
    see_challenge,
)
from tests.play import person_of, reload, set_players

pytestmark = pytest.mark.django_db


def place_at(player: User, token: str, board: int, entrant: int) -> tuple[Place, bool, int]:
    return comparing.place_at(person=person_of(player), token=token, board=board, entrant=entrant)


def test_a_board_given_up_before_its_deal_is_compared(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    token = open_challenge(alice)
    with monkeypatch.context() as broken:
        broken.setattr(play, "deal", Mock(side_effect=OSError("the server stops")))
        with pytest.raises(OSError):
            join_challenge(alice, token)
    opening.abandon(place=reload(alice, Game.objects.get().code))
    play_challenge(bob, token)
    for player in (alice, bob):
        (board,) = comparison_of(player, token).boards
        assert board.margins[0] is None and board.margins[1] is not None
    assert [(one.person.name, one.given_up) for one in comparison_of(bob, token).placed] == [("bob", 0), ("alice", 1)]


@pytest.mark.parametrize(
    ("key", "players_choose_first"), [*((key, True) for key in GAMES), ("twoman", False), ("cardduel", False)]
)
def test_players_with_the_same_choices_have_no_parting(
    alice: User, bob: User, key: str, players_choose_first: bool
) -> None:
    """The order in which two secret choices are logged causes no parting."""
    token = open_challenge(alice, key)
    play_challenge(alice, token)
    play_challenge(bob, token, computers_first=not players_choose_first)
    found = comparison_of(alice, token)
    assert found.boards[0].partings == ()
    assert [one.place for one in found.placed] == [1, 1]


def test_sums_and_places_follow_from_the_margins(alice: User, bob: User) -> None:
    token = open_challenge(alice, "spades", deals=4)
    play_challenge(alice, token)
    play_challenge(bob, token, last_legal)
    own, others = (
        [one.margin or 0 for one in Attempt.objects.filter(user=player).order_by("board__number")]
        for player in (alice, bob)
    )
    first, second = comparison_of(alice, token).placed
    assert (first.person.name, first.sum, second.sum) == ("alice", sum(own), sum(others))
    assert first.best == sum(mine >= theirs for mine, theirs in zip(own, others, strict=True))
    assert second.best == sum(mine <= theirs for mine, theirs in zip(own, others, strict=True))
    assert (first.place < second.place) == (sum(own) > sum(others))


def test_a_player_who_gave_a_board_up_is_placed_last(alice: User, bob: User) -> None:
    token = open_challenge(alice)
    opening.abandon(place=join_challenge(alice, token))
    play_challenge(bob, token)
    found = comparison_of(alice, token)
    assert [(one.person.name, one.place, one.given_up) for one in found.placed] == [("alice", 2, 1), ("bob", 1, 0)]
    (parting,) = found.boards[0].partings
    assert (parting.decision, parting.choices[0].action) == (0, None)


def test_a_player_who_is_not_done_learns_nothing_and_is_not_compared(alice: User, bob: User, charlie: User) -> None:
    token = open_challenge(alice, deals=4)
    play_challenge(alice, token)
    play_board(join_challenge(bob, token), first_legal)
    for player in (bob, charlie):
        with pytest.raises(NoSuchChallenge):
            comparison_of(player, token)
    found = comparison_of(alice, token)
    assert [one.person.name for one in found.placed] == ["alice"]
    assert [(one.name, one.done) for one in found.waiting] == [("bob", 1)]
    assert all(set(board.margins) == {0} for board in found.boards)
    for player, board, entrant in ((alice, 1, 1), (alice, 2, 1), (alice, 9, 1), (alice, 1, 9), (bob, 1, 0)):
        with pytest.raises(NoSuchChallenge):
            place_at(player, token, board, entrant)


def test_two_players_see_each_others_hands_once_both_are_done(alice: User, bob: User, charlie: User) -> None:
    token = open_challenge(alice, "cardduel", is_pair=True)
    own, theirs = play_challenge(alice, token), play_challenge(bob, token)
    for number in (1, 2):
        place, is_own, hand = place_at(alice, token, number, 1)
        assert (place.code, place.seat, is_own, hand) == (theirs[number - 1].code, number - 1, False, 1)
        mine, is_own, _hand = place_at(alice, token, number, 0)
        assert (mine.code, is_own) == (own[number - 1].code, True)
    with pytest.raises(NoSuchChallenge):
        place_at(charlie, token, 1, 0)


def test_a_player_who_has_left_is_compared_without_a_name(alice: User, bob: User) -> None:
    token = open_challenge(alice)
    play_challenge(alice, token)
    play_challenge(bob, token, last_legal)
    leave(person=person_of(bob))
    found = comparison_of(alice, token)
    assert [one.person.name for one in found.placed] == ["alice", ""]
    assert found.boards[0].margins[1] == Attempt.objects.get(entrant__number=1).margin
    assert place_at(alice, token, 1, 1)[0].seat == 0


def test_a_board_that_ended_too_late_is_not_compared(alice: User, bob: User) -> None:
    token = open_challenge(alice)
    play_challenge(alice, token)
    place = join_challenge(bob, token)
    Challenge.objects.update(lapses_at=Attempt.objects.get(user=alice).ended_at)
    play_board(place, first_legal)
    assert not see_challenge(bob, token).is_done
    with pytest.raises(NoSuchChallenge):
        comparison_of(bob, token)
    assert [one.person.name for one in comparison_of(alice, token).placed] == ["alice"]


def bid_high(place: Place, rng: Random) -> Action:
    """Bid as high as possible, so that the player declares and discards."""
    return legal_actions(place)[-1 if tables.see(place).view.phase == Phase.BID else 0]


def bid_high_and_reverse_cards(place: Place, rng: Random) -> Action:
    """Choose as `bid_high` does, but list several cards in reverse order."""
    action = bid_high(place, rng)
    return Action(action.verb, action.argument[::-1] if isinstance(action.argument, tuple) else action.argument)


def view_after_discard(place: Place) -> SeatView:
    last = place.game.entries.get(action__contains='"discard"').ordinal
    log = logs.new_log(place.game).follow(*place.game.entries.filter(ordinal__lte=last).order_by("ordinal"))
    return log.rules.view(log.state, place.seat)


def test_a_discard_in_another_order_is_the_same_choice(alice: User, bob: User) -> None:
    token = open_challenge(alice, "bidwhist")
    (mine,), (theirs,) = play_challenge(alice, token, bid_high), play_challenge(bob, token, bid_high_and_reverse_cards)
    own, other = (place.game.entries.get(action__contains='"discard"').action for place in (mine, theirs))
    assert own != other  # a log keeps the player's order of cards
    assert comparison_of(alice, token).boards[0].partings == ()
    assert len(set(Attempt.objects.values_list("aside", flat=True))) == 1
    secret = bytes(mine.game.secret)
    drawn = {thinking.chance_of_view(secret, view_after_discard(place)).random() for place in (mine, theirs)}
    assert len(drawn) == 1  # bots and hints get the same random numbers


def decisions_of(game: Game) -> list[tuple[int, int, str]]:
    """Return (hand, number of earlier actions in the hand, action) for each choice of the player."""
    found, steps = [], dict[int, int]()
    for entry in game.entries.exclude(source__in=logs.ASIDES).order_by("ordinal"):
        before = steps.get(entry.hand, 0)
        steps[entry.hand] = before + 1
        if entry.seat == 0 and entry.source == Entry.Source.PERSON:
            found.append((entry.hand, before, entry.action))
    return found


def check_parting(player: User, token: str, one: Place, other: Place) -> int:
    """Assert that the parting is the first decision that differs; return the number of its hand."""
    mine, theirs = decisions_of(one.game), decisions_of(other.game)
    at = next(at for at, (own, their) in enumerate(zip(mine, theirs, strict=False)) if own[2] != their[2])
    parting = parting_of(player, token)
    told = {
        number: (hand, step, action_text(choice.action))
        for choice in parting.choices
        for number, (hand, step) in choice.made_at.items()
        if choice.action is not None
    }
    assert (parting.decision, told) == (at, {0: mine[at], 1: theirs[at]})
    assert parting.plays == sum(text.startswith('["play"') for _hand, _step, text in mine[:at])
    for place, (number, step, text) in ((one, mine[at]), (other, theirs[at])):
        assert action_text(replay.hand_of(place, number=number, step=step).done[-1].action) == text
    return mine[at][0]


@pytest.mark.parametrize("key", GAMES)
def test_two_players_part_at_the_first_decision_that_differs(alice: User, bob: User, key: str) -> None:
    token = open_challenge(alice, key)
    (one,), (other,) = play_challenge(alice, token), play_challenge(bob, token, last_legal)
    check_parting(alice, token, one, other)


def test_of_three_players_two_part_later(alice: User, bob: User, charlie: User) -> None:
    token = open_challenge(alice, "spades")

    def late(place: Place, rng: Random) -> Action:
        return (last_legal if tables.see(place).view.phase == "play" else first_legal)(place, rng)

    for player, choose in ((alice, first_legal), (bob, late), (charlie, last_legal)):
        play_challenge(player, token, choose)
    partings = comparison_of(alice, token).boards[0].partings
    assert [sorted(sorted(choice.made_at) for choice in one.choices) for one in partings] == [[[0, 1], [2]], [[0], [1]]]
    assert partings[0].decision < partings[1].decision


class PassingBot:
    """A bot that passes if that is legal, and otherwise makes its first legal action."""

    version = 1

    def choose(self, view: SeatView, rng: Random) -> Action:
        actions = [one.first for one in view.legal]
        return next((one for one in actions if one.verb == "pass"), actions[0])


@pytest.fixture
def redeal_token(alice: User, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the token of a Bid Whist challenge whose bots pass. A hand that all seats pass is dealt again."""
    set_players(monkeypatch, "bidwhist", dict.fromkeys(levels("bidwhist"), PassingBot()))
    return open_challenge(alice, "bidwhist", all_pass="redeal")


def pass_until(hand: int, last: bool = False) -> Callable[[Place, Random], Action]:
    """Return a function that passes until hand number `hand`, then bids; other actions are the first or last legal."""

    def choose(place: Place, rng: Random) -> Action:
        view, actions = tables.see(place).view, legal_actions(place)
        passes = [one for one in actions if one.verb == "pass"]
        if passes:
            return passes[0] if view.number < hand else next(one for one in actions if one.verb != "pass")
        return actions[-1 if last else 0]

    return choose


@pytest.mark.parametrize("hand", [1, 2])
def test_players_may_part_in_a_void_hand_or_in_the_next(alice: User, bob: User, redeal_token: str, hand: int) -> None:
    (one,) = play_challenge(alice, redeal_token, pass_until(2))
    (other,) = play_challenge(bob, redeal_token, pass_until(hand, last=True))
    assert Hand.objects.filter(game=one.game).count() == 2
    assert check_parting(alice, redeal_token, one, other) == hand


def test_the_result_links_to_the_scored_and_the_void_hand(
    alice: User, bob: User, as_alice: Client, redeal_token: str
) -> None:
    (one,) = play_challenge(alice, redeal_token, pass_until(2))
    play_challenge(bob, redeal_token, pass_until(1))
    challenge = f"/c/{redeal_token}/"
    page = as_alice.get(f"{challenge}result/").content.decode()
    links = re.findall(rf'href="({challenge}boards/1/\d/[^"]*)"', page)
    boards = [f"{challenge}boards/1/{number}/" for number in (0, 1)]
    step = decisions_of(one.game)[0][1]
    assert sorted(links) == sorted([*boards, *(f"{board}1/?step={step}" for board in boards)])
    assert [as_alice.get(link).context["at"].number for link in (boards[0], *links[2:])] == [2, 1, 1]
    assert as_alice.get(f"{boards[0]}3/").status_code == 404
    assert as_alice.get(f"{boards[1]}2/").status_code == 404  # that game had one hand
    assert f"/games/{one.code}/hands/2/replay/" in as_alice.get(challenge).content.decode()
    told = replay.game_of(one)
    assert GAMES["bidwhist"].past_page(told).in_short(told.hands[1]) in page
    reviewing.review(code=one.code)
    rows = Review.objects.filter(game=one.game, seat=0).order_by("number")
    losses = [[decision["loss"] for decision in row.decisions] for row in rows]
    assert [bool(some) for some in losses] == [True, True]
    every = [loss for some in losses for loss in some]
    rate = Attempt.objects.get(game=one.game).error_rate
    assert rate == pytest.approx(sum(every) / 1000 / len(every))  # the mean of the decisions of both hands


KEYS = ("twoman", "spades", "bidwhist")
CHANGES_AT = 3


class ChangingBot:
    """A bot that makes its first legal action.

    With `changes` set, it plays its last legal card once it has played `CHANGES_AT` cards.
    """

    version = 1

    def __init__(self) -> None:
        self.changes = False

    def choose(self, view: SeatView, rng: Random) -> Action:
        actions = [one.first for one in view.legal]
        own = sum(seat == view.seat and action.verb == "play" for seat, action in view.actions)
        return actions[-1 if self.changes and view.phase == "play" and own >= CHANGES_AT else 0]


@pytest.fixture
def changing_bot(monkeypatch: pytest.MonkeyPatch) -> ChangingBot:
    bot = ChangingBot()
    for key in KEYS:
        set_players(monkeypatch, key, dict.fromkeys(levels(key), bot))
    return bot


def actions_of(game: Game) -> list[tuple[bool, str]]:
    """Return (made by the player, action) for the first hand, with the player's discard before the bot's."""
    some = game.entries.filter(hand=1, source__in=[Entry.Source.PERSON, Entry.Source.COMPUTER]).order_by("ordinal")
    groups = groupby(((one.seat == 0, one.action) for one in some), key=lambda one: '"discard"' in one[1])
    return [one for is_secret, some in groups for one in (sorted(some, reverse=True) if is_secret else some)]


@pytest.mark.parametrize("key", KEYS)
def test_a_parting_caused_by_bots_is_not_attributed_to_players(
    alice: User, bob: User, as_bob: Client, changing_bot: ChangingBot, key: str
) -> None:
    own = play_first_hand(deal_game(alice, key))
    token = challenges.open_played(place=own)
    changing_bot.changes = True
    (other,) = play_challenge(bob, token)
    mine, theirs = actions_of(own.game), actions_of(other.game)
    first = next(at for at, (one, two) in enumerate(zip_longest(mine, theirs)) if one != two)
    assert not mine[first][0], "a player acted differently before the bots"
    parting = parting_of(bob, token)
    assert parting.by_others and parting.decision == sum(is_own for is_own, _text in mine[:first])
    assert sorted(number for choice in parting.choices for number in choice.made_at) == [0, 1]
    page = as_bob.get(f"/c/{token}/result/").content.decode()
    assert page.count("the computer players had already played differently") == 1
    assert "Everyone played the same way" not in page


@pytest.mark.parametrize("key", KEYS)
def test_a_players_different_choice_before_the_bots_is_the_parting(
    alice: User, bob: User, changing_bot: ChangingBot, key: str
) -> None:
    own = play_first_hand(deal_game(alice, key))
    token = challenges.open_played(place=own)
    changing_bot.changes = True
    (other,) = play_challenge(bob, token, last_legal)
    mine, theirs = ([text for is_own, text in actions_of(one.game) if is_own] for one in (own, other))
    at = next(at for at, (one, two) in enumerate(zip(mine, theirs, strict=False)) if one != two)
    parting = parting_of(bob, token)
    assert (parting.decision, parting.by_others) == (at, False)


def test_players_who_met_the_same_answers_are_compared_further(
    alice: User, bob: User, charlie: User, changing_bot: ChangingBot
) -> None:
    """Bob and charlie meet the same answers, and alice different ones. Later bob and charlie choose differently."""
    token = challenges.open_played(place=play_first_hand(deal_game(alice, "spades")))
    changing_bot.changes = True
    play_challenge(bob, token)
    count = iter(range(99))
    play_challenge(
        charlie, token, lambda place, rng: (last_legal if next(count) > CHANGES_AT + 4 else first_legal)(place, rng)
    )
    partings = comparison_of(bob, token).boards[0].partings
    assert [one.by_others for one in partings] == [True, False]
    groups = [sorted(sorted(choice.made_at) for choice in one.choices) for one in partings]
    assert groups == [[[0], [1, 2]], [[1], [2]]]
    assert partings[0].decision < partings[1].decision
