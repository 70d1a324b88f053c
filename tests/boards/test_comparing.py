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
from games.services.log import logs
from games.services.moves import play
from games.services.people import lobby
from games.services.table import replay, tables
from games.services.table.tables import Place
from tests.boards.challenged import begun, compared, done, opened, parting_of, seen
from tests.boards.walked import first_legal, last_legal, legal, walked
from tests.playing import again, person_of

pytestmark = pytest.mark.django_db


def place_at(who: User, token: str, board: int, entrant: int) -> tuple[Place, bool, int]:
    return comparing.place_at(person=person_of(who), token=token, board=board, entrant=entrant)


def decided(game: Game) -> list[tuple[int, str]]:
    """What the person did by themselves, each with how many actions of the hand stood before it."""
    actions = game.entries.filter(hand=1).exclude(source__in=logs.ASIDES).order_by("ordinal")
    return [
        (step, one.action) for step, one in enumerate(actions) if one.seat == 0 and one.source == Entry.Source.PERSON
    ]


def test_a_board_given_up_before_its_cards_were_dealt_is_laid_beside_the_others(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = opened(alice)
    with monkeypatch.context() as broken:
        broken.setattr(play, "deal", _breaks)
        with pytest.raises(OSError):
            begun(alice, token)
    lobby.abandon(place=again(alice, Game.objects.get().code))
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
    parting = parting_of(alice, token)
    mine, theirs = decided(one.game), decided(other.game)
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


def test_a_hand_of_somebody_who_is_not_done_is_not_there(alice: User, bob: User) -> None:
    token = opened(alice, deals=4)
    done(alice, token)
    walked(begun(bob, token), first_legal)
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


def test_whoever_has_left_is_compared_without_a_name(alice: User, bob: User) -> None:
    token = opened(alice)
    done(alice, token)
    done(bob, token, last_legal)
    leave(person=person_of(bob))
    found = compared(alice, token)
    assert [one.person.name for one in found.placed] == ["alice", ""]
    assert found.boards[0].margins[1] == Attempt.objects.get(entrant__number=1).margin
    assert place_at(alice, token, 1, 1)[0].seat == 0


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
