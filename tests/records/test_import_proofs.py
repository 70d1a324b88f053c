"""Proofs of records taken into a history: kept as claims where they hold."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from accounts.models import Guest, User
from accounts.people import Person
from games.models import ForeignSeal, Seal
from games.services.past.imports import import_file
from games.services.table import replay
from tests.playing import again, place_for, play_on
from tests.records.stored import altered, as_lines, exported, finished, given_up, took

pytestmark = pytest.mark.django_db


def test_proofs_that_hold_are_kept_as_claims(alice: User, bob: User) -> None:
    place = given_up(bob)
    [game] = took(alice, exported(place))
    assert Seal.objects.filter(game=game).count() == 0
    kept = ForeignSeal.objects.filter(game=game).order_by("number")
    assert [bytes(one.server_seed) for one in kept] == [
        bytes(one.server_seed) for one in Seal.objects.filter(game=place.game, number__lte=2).order_by("number")
    ]
    assert replay.hand_of(again(alice, game.code), number=1, step=None).seal is not None


def flipped(text: str) -> str:
    return f"{int(text[0], 16) ^ 1:x}{text[1:]}"


@pytest.mark.parametrize(
    "change",
    [
        lambda proof: proof.update(server_seed=flipped(proof["server_seed"])),
        lambda proof: proof.update(commitment=flipped(proof["commitment"])),
        lambda proof: proof.update(player_seed=proof["player_seed"] + "x"),
        lambda proof: proof.update(player_seed="\ud800"),
        lambda proof: proof.update(player_seed="x" * 65),
        lambda proof: proof.update(algorithm="another/1"),
        lambda proof: proof.update(server_seed="not hexadecimal"),
        lambda proof: proof.update(server_seed=7),
        lambda proof: proof.clear(),
    ],
)
def test_a_proof_that_does_not_hold_is_left_out(alice: User, bob: User, change: Callable[[Any], object]) -> None:
    game = altered(exported(finished(bob)), lambda one: change(one["hands"][0]["proof"]))
    done = import_file(person=Person(user=alice), lines=as_lines((game,)))
    assert done.unproved == 1
    numbers = set(ForeignSeal.objects.values_list("number", flat=True))
    assert numbers == set(range(2, len(game["hands"]) + 1))


def test_a_claim_never_stands_in_the_way_of_a_seal(alice: User, bob: User) -> None:
    """Two people may take in the same record; no seed of a seal is touched."""
    game = exported(finished(bob))
    before = list(Seal.objects.order_by("pk").values_list("pk", "server_seed"))
    took(alice, game)
    charlie = Person(guest=Guest.objects.create())
    import_file(person=charlie, lines=as_lines((game,)))
    assert list(Seal.objects.order_by("pk").values_list("pk", "server_seed")) == before
    place = place_for(alice)
    play_on(place, Random(4), hands=1)
