"""Reviews counted for statistics: what stands on lines, in tallies and in rows is what review rows and logs say."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from accounts.models import Guest, User
from accounts.people import adopt
from games.models import DecisionLine, Game, PersonLine, Review, Tally
from games.registry import GAMES, levels
from games.services.counting import tallies, weighing
from games.services.counting.measures import Measures
from games.services.log.finished import finished_hands
from games.services.moves import store
from games.services.people import leaving
from tests.playing import again, person_of, place_for, play_on
from tests.recount.decided import Counted, decisions_of, luck_of
from tests.review import quick
from tests.statistics.played import DAYS, NEXT, demo_game, history, on
from tests.statistics.played import tallies as counted

pytestmark = pytest.mark.django_db


def played(person: User, key: str) -> None:
    """A game (of three hands at most) on each day, reviewed."""
    for seed, day in enumerate(DAYS):
        demo_game(person, key, day, seed=seed, hands=3)
    quick.review_all()


def reviewed_and_counted() -> None:
    quick.review_all()
    tallies.catch_up()


def totals(span: str = "month", level: str = Tally.ALL, **owner: Any) -> Measures:
    found = Measures()
    for row in Tally.objects.filter(span=span, level=level, **owner).order_by("day"):
        if "/" not in row.key:
            found.decided.add(Measures.from_json(row.measures).decided)
    return found


def rows() -> list[Any]:
    names = ("review", "ordinal", "user", "guest", "key", "level", "day", "kind", "trick", "step", "loss")
    return list(DecisionLine.objects.order_by("review", "ordinal").values_list(*names))


def weighed() -> list[Any]:
    return list(PersonLine.objects.order_by("game", "number", "seat").values_list("number", "seat", "weighed"))


def kind_of(one: Counted) -> str:
    return "lead" if one.is_lead else "follow" if one.follows else "void"


@pytest.mark.parametrize("key", GAMES)
def test_what_is_counted_is_what_rows_and_logs_say(alice: User, key: str) -> None:
    played(alice, key)
    with on(NEXT):
        tallies.catch_up()
    told = decisions_of(user=alice)
    assert len(told) > 10
    for span in ("day", "week", "month"):
        found = totals(span, user=alice).decided
        whole = found.cost()
        assert (whole.n, whole.loss) == (len(told), sum(one.loss for one in told))
        assert whole.squares == sum(one.loss**2 for one in told)
        assert whole.marked == sum(one.mark is not None for one in told)
        assert whole.blunders == sum(one.mark == "blunder" for one in told)
        assert found.games == len({one.code for one in told})
        luck = luck_of(user=alice)
        assert found.luck == (len(luck), sum(luck), sum(one**2 for one in luck))
        in_trick = Counter(min(one.trick, 14) for one in told)
        assert {trick: found.cost(trick=trick).n for trick in (0, *found.tricks)} == {0: 0, **in_trick}
    by_level = totals(level=levels(key)[0], user=alice).decided
    assert by_level.as_json() == totals(user=alice).decided.as_json()


@pytest.mark.parametrize("key", list(GAMES)[:3])
def test_a_card_is_a_lead_or_follows_or_cannot(alice: User, key: str) -> None:
    played(alice, key)
    every = DecisionLine.objects.values_list("review__game__code", "ordinal", "kind")
    kinds = {(code, ordinal): kind for code, ordinal, kind in every}
    told = {(one.code, one.ordinal): one for one in decisions_of(user=alice)}
    assert kinds.keys() == told.keys()
    seen = Counter[str]()
    for place, one in told.items():
        if one.verb == "play" and (one.is_lead or one.follows is not None):
            assert kinds[place] == kind_of(one), one
            seen[kinds[place]] += 1
        elif one.verb != "play":
            assert kinds[place] not in ("lead", "follow", "void", "play")
    assert min(seen[kind] for kind in ("lead", "follow", "void")) > 0


def test_the_kinds_of_a_duel_are_one_and_its_rounds_are_counted(alice: User) -> None:
    played(alice, "cardduel")
    told = {(one.ordinal, "play", one.trick) for one in decisions_of(user=alice)}
    assert set(DecisionLine.objects.values_list("ordinal", "kind", "trick")) == told


# -- counted once, and again --------------------------------------------------------------------------------


def test_a_review_that_comes_after_the_night_is_counted(alice: User) -> None:
    history(alice, DAYS[:2])
    with on(NEXT):
        tallies.catch_up()
        assert not totals(user=alice).decided.cost().n
        quick.review_all()
    assert totals(user=alice).decided.cost().n == len(decisions_of(user=alice)) > 0
    late = counted()
    with on(NEXT):
        for day in DAYS[:2]:
            tallies.rebuild_day(day=day)
    assert counted() == late


def test_a_game_whose_first_hand_is_reviewed_last_counts_once(alice: User) -> None:
    """Its second hand was played on another day, which was counted with its review."""
    place = place_for(alice)
    for hands, day in ((1, DAYS[1]), (2, DAYS[2])):
        with on(day):
            play_on(again(alice, place.code), Random(hands), hands=hands)
    assert [one.day for one in PersonLine.objects.order_by("number")] == [DAYS[1], DAYS[2]]
    with on(NEXT):
        first, _second = finished_hands(place.game)
        quick.review_all()
        kept = list(Review.objects.filter(number=1))
        Review.objects.filter(number=1).delete()
        PersonLine.objects.filter(number=1).update(weighed=None)
        weighing.weigh(place.game)
        tallies.catch_up()
        assert totals(user=alice).decided.games == 1
        Review.objects.bulk_create(kept)
        weighing.count_review(game=place.game, hand=first)
        assert totals(user=alice).decided.games == 1
        late = counted()
        for day in DAYS[1:3]:
            tallies.rebuild_day(day=day)
        assert counted() == late


def test_counted_again_or_with_rows_made_anew_it_is_the_same(alice: User) -> None:
    history(alice, DAYS[:2])
    with on(NEXT):
        reviewed_and_counted()
        before = (rows(), weighed(), counted())
        for game in Game.objects.all():
            for hand in finished_hands(game):
                weighing.count_review(game=game, hand=hand)
        assert (rows(), weighed(), counted()) == before
        for game in Game.objects.all():
            store.rebuild(game)
        assert (rows(), weighed()) == before[:2]


def test_a_newer_evaluator_takes_the_place_of_an_older(alice: User) -> None:
    play_on(place_for(alice), Random(1), hands=1)
    quick.review_all()
    row = Review.objects.get(seat=PersonLine.objects.get().seat)
    row.pk, row.evaluator, row.errors, row.rest = None, row.evaluator + 1, 0, row.rest - row.errors
    row.decisions = [{**one, "loss": 0, "mark": None} for one in row.decisions]
    row.save()
    store.rebuild(row.game)
    assert {(one.review_id, one.loss) for one in DecisionLine.objects.all()} == {(row.pk, 0)}
    assert DecisionLine.objects.count() == len(row.decisions)
    told = PersonLine.objects.get().weighed
    assert told is not None and told["luck"][1] == row.luck
    assert sum(cell[1] for cell in told["cells"].values()) == 0


def test_a_game_counts_once_whatever_its_hands(alice: User) -> None:
    place = place_for(alice)
    for hands in (1, 2, 3):
        play_on(again(alice, place.code), Random(hands), hands=hands)
        quick.review_all()
        assert [one["games"] for _number, _seat, one in weighed() if one] == [1, *[0] * (hands - 1)]


# -- whose they are -------------------------------------------------------------------------------------------


def test_they_go_with_a_guest_to_the_account(alice: User) -> None:
    guest = Guest.objects.create()
    history(guest, DAYS[:2])
    with on(NEXT):
        reviewed_and_counted()
        before = totals(guest=guest).decided.as_json()
        adopt(guest=guest, user=alice)
    assert totals(user=alice).decided.as_json() == before
    assert not totals(guest=guest).decided.luck.n
    assert set(DecisionLine.objects.values_list("user", "guest")) == {(alice.pk, None)}


@pytest.mark.parametrize("is_guest", [True, False])
def test_whoever_leaves_takes_them_along(alice: User, bob: User, is_guest: bool) -> None:
    person = Guest.objects.create() if is_guest else alice
    for one in (person, bob):
        history(one, DAYS[:1])
    with on(NEXT):
        reviewed_and_counted()
        bobs = totals(user=bob).decided.as_json()
        leaving.let_go(person=person_of(person))
        quick.review_all()
        tallies.rebuild_day(day=DAYS[0])
    assert set(DecisionLine.objects.values_list("user", flat=True)) == {bob.pk}
    assert {line.user for line in PersonLine.objects.filter(weighed__isnull=False)} == {bob}
    assert totals(user=bob).decided.as_json() == bobs
    assert not any("decided" in row.measures for row in Tally.objects.exclude(user=bob))


def test_a_game_that_goes_takes_them_along(alice: User) -> None:
    history(alice, DAYS[:2])
    quick.review_all()
    gone = Game.objects.earliest("pk")
    left = DecisionLine.objects.exclude(review__game=gone).count()
    gone.delete()
    assert DecisionLine.objects.count() == left > 0
