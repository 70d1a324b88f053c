"""What people made of a challenge, laid side by side; recounted here from the logs and the margins alone."""

from random import Random

import pytest

from accounts.leaving import leave
from accounts.models import User
from games.engine.actions import Action
from games.engine.notation import action_text
from games.models import Attempt, Challenge, Entry, Game
from games.registry import GAMES
from games.services.boards import comparing
from games.services.boards.challenges import NoSuchChallenge
from games.services.boards.comparing import Comparison
from games.services.log import logs
from games.services.moves import play
from games.services.people import lobby
from games.services.table import replay, tables
from games.services.table.tables import Place
from tests.boards.challenged import Who, begun, done, opened, seen
from tests.boards.walked import first_legal, last_legal, legal, walked
from tests.playing import person_of

pytestmark = pytest.mark.django_db


def compared(who: Who, token: str) -> Comparison:
    return comparing.compared(person=person_of(who), token=token)


def decided(game: Game, seat: int) -> list[tuple[int, str]]:
    """What the person did by themselves, each with how many actions of the hand stood before it."""
    found, steps = [], 0
    for entry in game.entries.filter(hand=1).order_by("ordinal"):
        if entry.source in logs.ASIDES:
            continue
        if entry.seat == seat and entry.source == Entry.Source.PERSON:
            found.append((steps, entry.action))
        steps += 1
    return found


def test_a_board_given_up_before_its_cards_were_dealt_is_laid_beside_the_others(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = opened(alice)
    with monkeypatch.context() as broken:
        broken.setattr(play, "deal", _breaks)
        with pytest.raises(OSError):
            begun(alice, token)
    lobby.abandon(place=tables.place_of(person=person_of(alice), code=Game.objects.get().code))
    done(bob, token)
    for who in (alice, bob):
        (board,) = compared(who, token).boards
        assert board.margins[0] is None and board.margins[1] is not None
    assert [(one.person.name, one.given_up) for one in compared(bob, token).placed] == [("bob", 0), ("alice", 1)]


def _breaks(**_: object) -> None:
    raise OSError("the server stops")


@pytest.mark.parametrize("key", GAMES)
def test_the_place_where_two_part_is_the_first_decision_that_differs(alice: User, bob: User, key: str) -> None:
    token = opened(alice, key)
    (one,), (other,) = done(alice, token), done(bob, token, last_legal)
    (board,) = compared(alice, token).boards
    (parting,) = board.partings
    mine, theirs = decided(one.game, 0), decided(other.game, 0)
    at = next(at for at, (own, their) in enumerate(zip(mine, theirs, strict=False)) if own[1] != their[1])
    assert parting.at == at
    told = {number: (step, choice.action) for choice in parting.choices for number, step in choice.steps.items()}
    for number, (step, text) in ((0, mine[at]), (1, theirs[at])):
        found, action = told[number]
        assert action is not None and (found, action_text(action)) == (step, text)
    assert parting.plays == sum(text.startswith('["play"') for _step, text in mine[:at])
    for place, (step, text) in ((one, mine[at]), (other, theirs[at])):
        shown = replay.hand_of(place, number=1, step=step)
        assert action_text(shown.done[-1].action) == text, "the replay opens after that very choice"


@pytest.mark.parametrize("key", GAMES)
def test_who_did_the_same_never_parted(alice: User, bob: User, key: str) -> None:
    token = opened(alice, key)
    for who in (alice, bob):
        done(who, token)
    found = compared(alice, token)
    assert found.boards[0].partings == ()
    assert [one.place for one in found.placed] == [1, 1]


def test_of_three_two_go_on_together(alice: User, bob: User, charlie: User) -> None:
    """Whoever left first is out of what comes after."""
    token = opened(alice, "spades")

    def late(place: Place, rng: Random) -> Action:
        actions = legal(place)
        return actions[-1] if tables.see(place).view.phase == "play" else actions[0]

    for who, choose in ((alice, first_legal), (bob, late), (charlie, last_legal)):
        done(who, token, choose)
    partings = compared(alice, token).boards[0].partings
    assert [sorted(sorted(choice.steps) for choice in one.choices) for one in partings] == [[[0, 1], [2]], [[0], [1]]]
    assert partings[0].at < partings[1].at


def test_the_sums_are_those_of_the_margins(alice: User, bob: User) -> None:
    """Of each board, and the best of each; worked out from the rows."""
    token = opened(alice, "spades", deals=4)
    done(alice, token)
    done(bob, token, last_legal)
    own = [one.margin or 0 for one in Attempt.objects.filter(user=alice).order_by("board__number")]
    others = [one.margin or 0 for one in Attempt.objects.filter(user=bob).order_by("board__number")]
    first, second = compared(alice, token).placed
    assert (first.person.name, first.sum, second.sum) == ("alice", sum(own), sum(others))
    assert first.best == sum(mine >= theirs for mine, theirs in zip(own, others, strict=True))
    assert second.best == sum(mine <= theirs for mine, theirs in zip(own, others, strict=True))
    assert (first.place < second.place) == (sum(own) > sum(others))


def test_who_gave_a_board_up_stands_behind_and_is_told_so(alice: User, bob: User) -> None:
    token = opened(alice)
    lobby.abandon(place=begun(alice, token))
    done(bob, token)
    found = compared(alice, token)
    assert [(one.person.name, one.place, one.given_up) for one in found.placed] == [("alice", 2, 1), ("bob", 1, 0)]
    (parting,) = found.boards[0].partings
    assert (parting.at, parting.choices[0].action) == (0, None)


def test_whoever_is_not_done_is_told_nothing_and_not_told_of(alice: User, bob: User, charlie: User) -> None:
    token = opened(alice, deals=4)
    done(alice, token)
    walked(begun(bob, token), first_legal)
    for who in (bob, charlie):
        with pytest.raises(NoSuchChallenge):
            compared(who, token)
    found = compared(alice, token)
    assert [one.person.name for one in found.placed] == ["alice"]
    assert [(one.name, one.done) for one in found.waiting] == [("bob", 1)]
    assert all(set(board.margins) == {0} for board in found.boards)


@pytest.mark.parametrize("asked", [(1, 1), (2, 1), (9, 1), (1, 9)])
def test_a_hand_of_somebody_who_is_not_done_is_not_there(alice: User, bob: User, asked: tuple[int, int]) -> None:
    token = opened(alice, deals=4)
    done(alice, token)
    walked(begun(bob, token), first_legal)
    board, entrant = asked
    with pytest.raises(NoSuchChallenge):
        comparing.place_at(person=person_of(alice), token=token, board=board, entrant=entrant)
    with pytest.raises(NoSuchChallenge):
        comparing.place_at(person=person_of(bob), token=token, board=1, entrant=0)


def test_hands_are_told_to_each_other_once_both_are_done(alice: User, bob: User, charlie: User) -> None:
    token = opened(alice, "cardduel", is_pair=True)
    own, theirs = done(alice, token), done(bob, token)
    for number in (1, 2):
        place, is_own, hand = comparing.place_at(person=person_of(alice), token=token, board=number, entrant=1)
        assert (place.code, place.seat, is_own, hand) == (theirs[number - 1].code, number - 1, False, 1)
        mine, is_own, _hand = comparing.place_at(person=person_of(alice), token=token, board=number, entrant=0)
        assert (mine.code, is_own) == (own[number - 1].code, True)
    with pytest.raises(NoSuchChallenge):
        comparing.place_at(person=person_of(charlie), token=token, board=1, entrant=0)


def test_whoever_has_left_is_compared_without_a_name(alice: User, bob: User) -> None:
    token = opened(alice)
    done(alice, token)
    done(bob, token, last_legal)
    leave(person=person_of(bob))
    found = compared(alice, token)
    assert [one.person.name for one in found.placed] == ["alice", ""]
    assert found.boards[0].margins[1] == Attempt.objects.get(entrant__number=1).margin
    assert comparing.place_at(person=person_of(alice), token=token, board=1, entrant=1)[0].seat == 0


def test_what_ended_too_late_is_compared_with_nobody(alice: User, bob: User) -> None:
    token = opened(alice)
    done(alice, token)
    place = begun(bob, token)
    Challenge.objects.update(lapses_at=Attempt.objects.get(user=alice).ended_at)
    walked(place, first_legal)
    assert not seen(bob, token).is_done
    with pytest.raises(NoSuchChallenge):
        compared(bob, token)
    assert [one.person.name for one in compared(alice, token).placed] == ["alice"]
