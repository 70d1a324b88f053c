"""What people made of a challenge, side by side, and where they parted; recounted from logs and margins alone."""

import re
from collections.abc import Callable
from itertools import groupby, zip_longest
from random import Random
from unittest.mock import Mock

import pytest
from django.test import Client

from accounts.models import User
from accounts.people import leave
from games.boards import comparing, played
from games.boards.challenges import NoSuchChallenge
from games.boards.models import Attempt, Challenge
from games.engine.actions import Action
from games.engine.notation import action_text
from games.engine.state import Phase, SeatView
from games.registry import GAMES, levels
from games.reviews import reviewing
from games.reviews.models import Review
from games.table import logs, opening, play, replay, tables, thinking
from games.table.models import Entry, Game, Hand
from games.table.tables import Place
from tests.boards.test_played import first_hand, one_game
from tests.boards.walked import compared, done, first_legal, joined, last_legal, legal, opened, parting_of, seen, walked
from tests.play import person_of, reload, set_players

pytestmark = pytest.mark.django_db


def place_at(who: User, token: str, board: int, entrant: int) -> tuple[Place, bool, int]:
    return comparing.place_at(person=person_of(who), token=token, board=board, entrant=entrant)


def test_a_board_given_up_before_its_deal_is_compared(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    token = opened(alice)
    with monkeypatch.context() as broken:
        broken.setattr(play, "deal", Mock(side_effect=OSError("the server stops")))
        with pytest.raises(OSError):
            joined(alice, token)
    opening.abandon(place=reload(alice, Game.objects.get().code))
    done(bob, token)
    for who in (alice, bob):
        (board,) = compared(who, token).boards
        assert board.margins[0] is None and board.margins[1] is not None
    assert [(one.person.name, one.given_up) for one in compared(bob, token).placed] == [("bob", 0), ("alice", 1)]


@pytest.mark.parametrize(("key", "in_turn"), [*((key, True) for key in GAMES), ("twoman", False), ("cardduel", False)])
def test_who_did_the_same_never_parted(alice: User, bob: User, key: str, in_turn: bool) -> None:
    """Nor does the order of two secret choices part people."""
    token = opened(alice, key)
    done(alice, token)
    done(bob, token, computers_first=not in_turn)
    found = compared(alice, token)
    assert found.boards[0].partings == ()
    assert [one.place for one in found.placed] == [1, 1]


def test_the_sums_are_those_of_the_margins(alice: User, bob: User) -> None:
    token = opened(alice, "spades", deals=4)
    done(alice, token)
    done(bob, token, last_legal)
    own, others = (
        [one.margin or 0 for one in Attempt.objects.filter(user=who).order_by("board__number")] for who in (alice, bob)
    )
    first, second = compared(alice, token).placed
    assert (first.person.name, first.sum, second.sum) == ("alice", sum(own), sum(others))
    assert first.best == sum(mine >= theirs for mine, theirs in zip(own, others, strict=True))
    assert second.best == sum(mine <= theirs for mine, theirs in zip(own, others, strict=True))
    assert (first.place < second.place) == (sum(own) > sum(others))


def test_who_gave_a_board_up_stands_behind_and_is_told_so(alice: User, bob: User) -> None:
    token = opened(alice)
    opening.abandon(place=joined(alice, token))
    done(bob, token)
    found = compared(alice, token)
    assert [(one.person.name, one.place, one.given_up) for one in found.placed] == [("alice", 2, 1), ("bob", 1, 0)]
    (parting,) = found.boards[0].partings
    assert (parting.at, parting.choices[0].action) == (0, None)


def test_a_player_who_is_not_done_learns_nothing_and_is_not_compared(alice: User, bob: User, charlie: User) -> None:
    token = opened(alice, deals=4)
    done(alice, token)
    walked(joined(bob, token), first_legal)
    for who in (bob, charlie):
        with pytest.raises(NoSuchChallenge):
            compared(who, token)
    found = compared(alice, token)
    assert [one.person.name for one in found.placed] == ["alice"]
    assert [(one.name, one.done) for one in found.waiting] == [("bob", 1)]
    assert all(set(board.margins) == {0} for board in found.boards)
    for who, board, entrant in ((alice, 1, 1), (alice, 2, 1), (alice, 9, 1), (alice, 1, 9), (bob, 1, 0)):
        with pytest.raises(NoSuchChallenge):
            place_at(who, token, board, entrant)


def test_hands_are_told_to_each_other_once_both_are_done(alice: User, bob: User, charlie: User) -> None:
    token = opened(alice, "cardduel", is_pair=True)
    own, theirs = done(alice, token), done(bob, token)
    for number in (1, 2):
        place, is_own, hand = place_at(alice, token, number, 1)
        assert (place.code, place.seat, is_own, hand) == (theirs[number - 1].code, number - 1, False, 1)
        mine, is_own, _hand = place_at(alice, token, number, 0)
        assert (mine.code, is_own) == (own[number - 1].code, True)
    with pytest.raises(NoSuchChallenge):
        place_at(charlie, token, 1, 0)


def test_a_player_who_has_left_is_compared_without_a_name(alice: User, bob: User) -> None:
    token = opened(alice)
    done(alice, token)
    done(bob, token, last_legal)
    leave(person=person_of(bob))
    found = compared(alice, token)
    assert [one.person.name for one in found.placed] == ["alice", ""]
    assert found.boards[0].margins[1] == Attempt.objects.get(entrant__number=1).margin
    assert place_at(alice, token, 1, 1)[0].seat == 0


def test_what_ended_too_late_is_not_compared(alice: User, bob: User) -> None:
    token = opened(alice)
    done(alice, token)
    place = joined(bob, token)
    Challenge.objects.update(lapses_at=Attempt.objects.get(user=alice).ended_at)
    walked(place, first_legal)
    assert not seen(bob, token).is_done
    with pytest.raises(NoSuchChallenge):
        compared(bob, token)
    assert [one.person.name for one in compared(alice, token).placed] == ["alice"]


def buys(place: Place, rng: Random) -> Action:
    """Bid as high as possible, so that there are cards to put aside."""
    return legal(place)[-1 if tables.see(place).view.phase == Phase.BID else 0]


def buys_and_turns(place: Place, rng: Random) -> Action:
    """Do as `buys` does, with the cards of a list in the other order."""
    action = buys(place, rng)
    return Action(action.verb, action.argument[::-1] if isinstance(action.argument, tuple) else action.argument)


def view_after_discard(place: Place) -> SeatView:
    last = place.game.entries.get(action__contains='"discard"').ordinal
    log = logs.replayed(place.game, place.game.entries.filter(ordinal__lte=last).order_by("ordinal"))
    return log.rules.view(log.state, place.seat)


def test_cards_put_aside_in_another_order_are_the_same_choice(alice: User, bob: User) -> None:
    token = opened(alice, "bidwhist")
    (mine,), (theirs,) = done(alice, token, buys), done(bob, token, buys_and_turns)
    own, other = (place.game.entries.get(action__contains='"discard"').action for place in (mine, theirs))
    assert own != other, "a log has them as they were ticked"
    assert compared(alice, token).boards[0].partings == ()
    assert len(set(Attempt.objects.values_list("aside", flat=True))) == 1
    secret = bytes(mine.game.secret)
    drawn = {thinking.chance_of_view(secret, view_after_discard(place)).random() for place in (mine, theirs)}
    assert len(drawn) == 1, "bots and hints draw alike"


def decided(game: Game) -> list[tuple[int, int, str]]:
    """Each choice of the person: its hand, the number of actions before it in that hand, and the action."""
    found, steps = [], dict[int, int]()
    for entry in game.entries.exclude(source__in=logs.ASIDES).order_by("ordinal"):
        before = steps.get(entry.hand, 0)
        steps[entry.hand] = before + 1
        if entry.seat == 0 and entry.source == Entry.Source.PERSON:
            found.append((entry.hand, before, entry.action))
    return found


def parts_at_the_first_difference(who: User, token: str, one: Place, other: Place) -> int:
    """Assert what is told of the parting of these two; return the hand in which it is."""
    mine, theirs = decided(one.game), decided(other.game)
    at = next(at for at, (own, their) in enumerate(zip(mine, theirs, strict=False)) if own[2] != their[2])
    parting = parting_of(who, token)
    told = {
        number: (choice.hands[number], step, action_text(choice.action))
        for choice in parting.choices
        for number, step in choice.steps.items()
        if choice.action is not None
    }
    assert (parting.at, told) == (at, {0: mine[at], 1: theirs[at]})
    assert parting.plays == sum(text.startswith('["play"') for _hand, _step, text in mine[:at])
    for place, (number, step, text) in ((one, mine[at]), (other, theirs[at])):
        assert action_text(replay.hand_of(place, number=number, step=step).done[-1].action) == text
    return mine[at][0]


@pytest.mark.parametrize("key", GAMES)
def test_two_part_at_the_first_decision_that_differs(alice: User, bob: User, key: str) -> None:
    token = opened(alice, key)
    (one,), (other,) = done(alice, token), done(bob, token, last_legal)
    parts_at_the_first_difference(alice, token, one, other)


def test_of_three_two_go_on_together(alice: User, bob: User, charlie: User) -> None:
    token = opened(alice, "spades")

    def late(place: Place, rng: Random) -> Action:
        return (last_legal if tables.see(place).view.phase == "play" else first_legal)(place, rng)

    for who, choose in ((alice, first_legal), (bob, late), (charlie, last_legal)):
        done(who, token, choose)
    partings = compared(alice, token).boards[0].partings
    assert [sorted(sorted(choice.steps) for choice in one.choices) for one in partings] == [[[0, 1], [2]], [[0], [1]]]
    assert partings[0].at < partings[1].at


class Passing:
    """Passes if it may, else makes its first legal action."""

    version = 1

    def choose(self, view: SeatView, rng: Random) -> Action:
        actions = [one.first for one in view.legal]
        return next((one for one in actions if one.verb == "pass"), actions[0])


@pytest.fixture
def void_token(alice: User, monkeypatch: pytest.MonkeyPatch) -> str:
    """Open a challenge in Bid Whist whose bots pass; a hand that all pass is dealt once more."""
    set_players(monkeypatch, "bidwhist", dict.fromkeys(levels("bidwhist"), Passing()))
    return opened(alice, "bidwhist", all_pass="redeal")


def bids_in(hand: int, last: bool = False) -> Callable[[Place, Random], Action]:
    """Pass before that hand, bid in it, and play the first or the last legal card."""

    def choose(place: Place, rng: Random) -> Action:
        view, actions = tables.see(place).view, legal(place)
        passes = [one for one in actions if one.verb == "pass"]
        if passes:
            return passes[0] if view.number < hand else next(one for one in actions if one.verb != "pass")
        return actions[-1 if last else 0]

    return choose


@pytest.mark.parametrize("hand", [1, 2])
def test_people_part_in_the_void_hand_or_in_the_next(alice: User, bob: User, void_token: str, hand: int) -> None:
    (one,) = done(alice, void_token, bids_in(2))
    (other,) = done(bob, void_token, bids_in(hand, last=True))
    assert Hand.objects.filter(game=one.game).count() == 2
    assert parts_at_the_first_difference(alice, void_token, one, other) == hand


def test_pages_lead_to_the_scored_and_the_void_hand(alice: User, bob: User, as_alice: Client, void_token: str) -> None:
    (one,) = done(alice, void_token, bids_in(2))
    done(bob, void_token, bids_in(1))
    challenge = f"/c/{void_token}/"
    page = as_alice.get(f"{challenge}result/").content.decode()
    links = re.findall(rf'href="({challenge}boards/1/\d/[^"]*)"', page)
    boards = [f"{challenge}boards/1/{number}/" for number in (0, 1)]
    step = decided(one.game)[0][1]
    assert sorted(links) == sorted([*boards, *(f"{board}1/?step={step}" for board in boards)])
    assert [as_alice.get(link).context["at"].number for link in (boards[0], *links[2:])] == [2, 1, 1]
    assert as_alice.get(f"{boards[0]}3/").status_code == 404
    assert as_alice.get(f"{boards[1]}2/").status_code == 404, "that game had one hand"
    assert f"/games/{one.code}/hands/2/replay/" in as_alice.get(challenge).content.decode()
    told = replay.game_of(one)
    assert GAMES["bidwhist"].past_page(told).in_short(told.hands[1]) in page
    reviewing.review(code=one.code)
    rows = Review.objects.filter(game=one.game, seat=0).order_by("number")
    losses = [[decision["loss"] for decision in row.decisions] for row in rows]
    assert [bool(some) for some in losses] == [True, True]
    every = [loss for some in losses for loss in some]
    rate = Attempt.objects.get(game=one.game).error_rate
    assert rate == pytest.approx(sum(every) / 1000 / len(every)), "of all decisions of the board"


KEYS = ("twoman", "spades", "bidwhist")
#: From this card of its own on the bot plays its last legal card, if it is to turn.
TURNS = 3


class Turning:
    """Makes its first legal action; once `turns` is set, plays its last legal card from a certain card on."""

    version = 1

    def __init__(self) -> None:
        self.turns = False

    def choose(self, view: SeatView, rng: Random) -> Action:
        actions = [one.first for one in view.legal]
        own = sum(seat == view.seat and action.verb == "play" for seat, action in view.actions)
        return actions[-1 if self.turns and view.phase == "play" and own >= TURNS else 0]


@pytest.fixture
def turning(monkeypatch: pytest.MonkeyPatch) -> Turning:
    bot = Turning()
    for key in KEYS:
        set_players(monkeypatch, key, dict.fromkeys(levels(key), bot))
    return bot


def actions_of(game: Game) -> list[tuple[bool, str]]:
    """Whether the person made it, and the action, in the first hand; of two secret choices the person's comes first."""
    some = game.entries.filter(hand=1, source__in=[Entry.Source.PERSON, Entry.Source.COMPUTER]).order_by("ordinal")
    groups = groupby(((one.seat == 0, one.action) for one in some), key=lambda one: '"discard"' in one[1])
    return [one for is_secret, some in groups for one in (sorted(some, reverse=True) if is_secret else some)]


@pytest.mark.parametrize("key", KEYS)
def test_bots_that_differ_part_no_people(alice: User, bob: User, as_bob: Client, turning: Turning, key: str) -> None:
    own = first_hand(one_game(alice, key))
    token = played.open_challenge(place=own)
    turning.turns = True
    (other,) = done(bob, token)
    mine, theirs = actions_of(own.game), actions_of(other.game)
    first = next(at for at, (one, two) in enumerate(zip_longest(mine, theirs)) if one != two)
    assert not mine[first][0], "a bot did"
    parting = parting_of(bob, token)
    assert parting.by_others and parting.at == sum(is_own for is_own, _text in mine[:first])
    assert sorted(number for choice in parting.choices for number in choice.steps) == [0, 1]
    page = as_bob.get(f"/c/{token}/result/").content.decode()
    assert page.count("the computer players had done otherwise before") == 1
    assert "All did the same" not in page


@pytest.mark.parametrize("key", KEYS)
def test_where_a_person_did_otherwise_first_they_part_there(alice: User, bob: User, turning: Turning, key: str) -> None:
    own = first_hand(one_game(alice, key))
    token = played.open_challenge(place=own)
    turning.turns = True
    (other,) = done(bob, token, last_legal)
    mine, theirs = ([text for is_own, text in actions_of(one.game) if is_own] for one in (own, other))
    at = next(at for at, (one, two) in enumerate(zip(mine, theirs, strict=False)) if one != two)
    parting = parting_of(bob, token)
    assert (parting.at, parting.by_others) == (at, False)


def test_those_who_met_the_same_are_compared_on(alice: User, bob: User, charlie: User, turning: Turning) -> None:
    """Two who join meet the same answers; they part after the opener's game has parted from both."""
    token = played.open_challenge(place=first_hand(one_game(alice, "spades")))
    turning.turns = True
    done(bob, token)
    count = iter(range(99))
    done(charlie, token, lambda place, rng: (last_legal if next(count) > TURNS + 4 else first_legal)(place, rng))
    partings = compared(bob, token).boards[0].partings
    assert [one.by_others for one in partings] == [True, False]
    groups = [sorted(sorted(choice.steps) for choice in one.choices) for one in partings]
    assert groups == [[[0], [1, 2]], [[1], [2]]]
    assert partings[0].at < partings[1].at
