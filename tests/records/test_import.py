"""Records taken into a history: refereed, marked, all or nothing."""

import json
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import transaction

from accounts.models import Guest, User
from accounts.people import Person, adopt
from games.engine.actions import Action
from games.engine.state import DEALER, Phase, Said
from games.models import Entry, Game, Hand, PersonLine, Seat
from games.records.actions import digest_as_written
from games.records.reading import read
from games.records.referee import check
from games.registry import GAMES, ruleset
from games.services.moves import store
from games.services.past import imports, record_files, records
from games.services.past.imports import import_file
from games.services.past.record_files import BadFile
from games.services.people import lobby
from tests.at_once import at_once
from tests.boards.challenged import done, opened
from tests.boards.walked import last_legal
from tests.moves.derived import rows
from tests.playing import again, place_at, place_for, play_on
from tests.records.played import log_of, long_record, record
from tests.records.stored import altered, as_lines, exported, finished, given_up, refused, took

pytestmark = pytest.mark.django_db
REDEAL = {"all_pass": "redeal"}


def timeless(game: Game) -> dict[str, list[Any]]:
    """A game's rows without what an import cannot know: when it was, how long it took, whose it was."""
    found = rows(game)
    found["hands"] = [row[:-2] for row in found["hands"]]
    found["lines"] = [
        (number, seat, key, level, marks, {name: told for name, told in numbers.items() if name != "seconds"})
        for number, seat, _user, key, level, _day, _at, marks, numbers, _is_ranked in found["lines"]
    ]
    assert found["hands"] and found["lines"]
    return found


def test_a_game_comes_in_as_it_was_played(alice: User, bob: User) -> None:
    place = finished(bob)
    [game] = took(alice, altered(exported(place), lambda one: one["seats"][0].update(name="alice")))
    assert timeless(game) == timeless(place.game)
    for name in ("key", "options", "status", "version", "number", "scores", "winner", "why"):
        assert getattr(game, name) == getattr(place.game, name), name
    taken, own = (one.entries.order_by("ordinal").values_list("source", flat=True) for one in (game, place.game))
    assert list(taken) == list(own)


def test_it_is_marked_and_sits_in_ones_history(alice: User) -> None:
    [game] = took(alice, long_record())
    assert game.imported_at is not None
    own, other = Seat.objects.filter(game=game).order_by("number")
    assert (own.user, own.name, other.level, other.bot_version) == (alice, "", "easy", None)
    assert Game.objects.filter(imported_at=None).count() == 0


def test_what_came_in_goes_out_the_same(alice: User) -> None:
    whole, cut = long_record(), record(seed=2, said=None)
    games = [whole, {**cut, "hands": cut["hands"][:1], "result": None, "ended": {"why": "forfeit", "seat": 1}}]
    for game, was in zip(took(alice, *games), games, strict=True):
        out = json.loads(records.game_line(code=game.code))
        assert out == {**json.loads(json.dumps(was)), "seats": [{"name": "alice", "player": "person"}, out["seats"][1]]}
        assert check(json.dumps(out)).wrong is None


@pytest.mark.parametrize("key", sorted({*GAMES} - {"twoman"}))
def test_any_game_given_up_comes_in_and_goes_out_the_same(key: str, alice: User) -> None:
    said = log_of(key, 5, actions=9 if key == "cardduel" else 40)
    game = json.loads(json.dumps(record(key, said=said, ended={"why": "forfeit", "seat": 1})))
    [stored] = took(alice, game)
    before = rows(stored)
    out = json.loads(records.game_line(code=stored.code))
    assert {**out, "seats": []} == {**game, "seats": []}
    store.rebuild(stored)
    assert rows(stored) == before
    assert key in lobby.offered()


def test_help_in_a_record_and_what_the_table_played_is_kept(alice: User) -> None:
    def helped(game: Any) -> None:
        for hand in game["hands"]:
            hand["auto"] = 2
        game["hands"][0].update(hints=3)
        game["hands"][1].update(hints=1, undone=2)

    told = altered(long_record(), helped)
    [game] = took(alice, told)
    assert {hand.auto for hand in Hand.objects.all()} == {2}
    assert list(Hand.objects.order_by("number").values_list("hints", "undone")[:3]) == [(3, 0), (1, 2), (0, 0)]
    before = rows(game)
    store.rebuild(game)
    assert rows(game) == before
    assert json.loads(records.game_line(code=game.code))["hands"] == told["hands"]


@pytest.mark.parametrize("count", [-1, 1.5, "2", True, 10**9])
def test_help_that_cannot_be_is_refused(alice: User, count: object) -> None:
    bad = altered(long_record(), lambda game: game["hands"][1].update(undone=count))
    assert refused(alice, bad) == (1, "NOT_A_RECORD", 1, None)


def test_a_game_without_a_table_is_refereed_but_not_taken_in(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "levels", lambda key: ())
    assert check(json.dumps(long_record())).wrong is None
    assert refused(alice, long_record()) == (1, "NOT_PLAYED_HERE", None, None)


def test_a_record_without_results_is_computed(alice: User) -> None:
    hands = [{**hand, "result": None} for hand in long_record()["hands"]]
    game = {**long_record(), "hands": hands}
    result = game.pop("result")
    [stored] = took(alice, game)
    assert (stored.status, stored.winner, stored.why) == ("finished", result["winner"], result["why"])


# -- what is refused ----------------------------------------------------------------------------------


def bid_of_eleven(game: Any) -> None:
    game["hands"][1]["actions"][2][2] = 11


NONE = ("NOT_A_RECORD", None, None)
BAD: dict[str, tuple[Any, tuple[str, int | None, int | None]]] = {
    "no JSON": (b"{", NONE),
    "in UTF-16": ("{}".encode("utf-16"), NONE),
    "not text": (b"\xff\x00", NONE),
    "a list": ([], NONE),
    "an illegal bid": (altered(long_record(), bid_of_eleven), ("BID_OUT_OF_RANGE", 1, 2)),
    "a wrong result": ({**long_record(), "result": {"winner": 0, "why": "rain"}}, ("RESULT_DIFFERS", None, None)),
    "a game that goes on": (
        {**long_record(), "hands": long_record()["hands"][:-1], "result": None},
        ("NOT_OVER", None, None),
    ),
    "a line too long": (b" " * record_files.LONGEST_LINE + b"{}", NONE),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_line_is_named_and_nothing_is_taken(alice: User, what: str) -> None:
    bad, (code, hand, action) = BAD[what]
    assert refused(alice, record(seed=1), b"", bad, record(seed=2)) == (3, code, hand, action)


@pytest.mark.parametrize("empty", [(), (b"",), (b"\n", b"  \n")])
def test_an_empty_file_is_refused(alice: User, empty: tuple[bytes, ...]) -> None:
    assert refused(alice, *empty) == (1, "NOT_A_RECORD", None, None)


def test_the_same_record_is_taken_once(alice: User, bob: User) -> None:
    game = long_record()
    renamed = {**game, "seats": [{"name": "Somebody", "player": "person"}, {"player": "medium"}]}
    reordered = altered(game, lambda one: one["hands"][0].pop("result"))
    took(alice, game)
    for same in (game, renamed, reordered):
        assert refused(alice, same) == (1, "ALREADY_HERE", None, None)
    took(bob, game)


def test_of_a_file_what_is_new_is_taken(alice: User) -> None:
    """What is there already is counted, be it in the history, played here or in an earlier line."""
    game, played = long_record(), exported(finished(alice))
    took(alice, game)
    file = as_lines((played, game, record(seed=5), record(seed=6), record(seed=5)))
    done = import_file(person=Person(user=alice), lines=file)
    assert (len(done.codes), done.known) == (2, 3)
    assert Seat.objects.filter(user=alice, game__imported_at__isnull=False).count() == 3
    assert refused(alice, record(seed=6), played) == (1, "ALREADY_HERE", None, None)


def test_games_given_up_before_a_card_was_dealt_are_no_game_twice(alice: User, bob: User) -> None:
    """Their records are alike, and a history with two of them goes from one house to another."""
    for _time in range(2):
        lobby.abandon(place=place_for(alice))
    undealt, dealt = [exported(again(alice, code)) for code in Game.objects.values_list("code", flat=True)], record()
    took(bob, *undealt, dealt)
    took(bob, undealt[0])
    assert Seat.objects.filter(user=bob, game__imported_at__isnull=False).count() == 4
    assert refused(bob, dealt, dealt) == (1, "ALREADY_HERE", None, None)


def test_a_record_that_a_guest_brings_along_is_taken_once(alice: User) -> None:
    guest = Guest.objects.create()
    took(alice, long_record())
    import_file(person=Person(guest=guest), lines=as_lines((long_record(), record(seed=1))))
    assert adopt(guest=guest, user=alice)
    digests = list(Seat.objects.filter(user=alice).values_list("game__digest", flat=True))
    assert len(digests) == len(set(digests)) == Game.objects.count() == 2
    assert set(PersonLine.objects.exclude(user=None).values_list("game", flat=True)) == set(
        Seat.objects.filter(user=alice).values_list("game", flat=True)
    )


def test_a_game_taken_in_before_cards_were_put_in_order_is_known_again(alice: User) -> None:
    game = long_record()
    [stored] = took(alice, game)
    before = digest_as_written(read(json.dumps(game)))
    assert stored.digest != before
    Game.objects.filter(pk=stored.pk).update(digest=before)
    assert refused(alice, game) == (1, "ALREADY_HERE", None, None)


def without_proofs(game: Any) -> Any:
    return altered(game, lambda one: [hand.pop("proof") for hand in one["hands"]])


def test_what_somebody_else_made_of_one_s_own_cards_is_refused_as_that(alice: User, bob: User) -> None:
    """Both played the same board: it is not the person's game."""
    token = opened(alice)
    (own,), (other,) = done(alice, token), done(bob, token, last_legal)
    for place, about in ((own, "played"), (other, "cards")):
        with pytest.raises(BadFile) as bad:
            import_file(person=Person(user=alice), lines=[records.game_line(code=place.code).encode()])
        assert (bad.value.wrong.code, bad.value.wrong.about) == ("ALREADY_HERE", about)


def otherwise(game: Any) -> Any:
    """The same game told in other words: other people, cards in another order, without what may be left out."""

    def change(one: Any) -> None:
        one["seats"] = [{"name": "Somebody", "player": "person"}, *one["seats"][1:]]
        for hand in one["hands"]:
            hand["deal"]["hands"][0].reverse()
            for name in ("result", "hints", "undone", "auto"):
                hand.pop(name, None)

    return altered(without_proofs(game), change)


@pytest.mark.parametrize("ends", [finished, given_up])
@pytest.mark.parametrize("told", [dict, without_proofs, otherwise])
def test_a_game_one_played_here_is_not_taken_in_and_known_without_its_proofs(
    alice: User, bob: User, ends: Callable[[User], Any], told: Callable[[Any], Any]
) -> None:
    game = told(exported(ends(alice)))
    assert ("proof" in json.dumps(game)) is (told is dict)
    assert refused(alice, game) == (1, "ALREADY_HERE", None, None)
    took(bob, game)
    assert refused(bob, game) == (1, "ALREADY_HERE", None, None)


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_of_every_kind_is_known_without_its_proofs(alice: User, kind: str) -> None:
    place = place_at(alice, kind)
    if play_on(place, Random(kind), hands=1).result is None:
        lobby.abandon(place=again(alice, place.code))
    game = without_proofs(exported(place))
    assert refused(alice, game) == (1, "ALREADY_HERE", None, None)


def test_another_game_that_began_with_the_same_cards_is_taken_in(alice: User) -> None:
    game = without_proofs(exported(given_up(alice)))
    took(alice, altered(game, lambda one: one["hands"].pop()))
    assert Game.objects.count() == 2


def test_a_file_has_its_limits(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    three = as_lines(tuple(record(seed=seed) for seed in range(3)))
    with pytest.raises(BadFile, match="At most 2 games"):
        import_file(person=Person(user=alice), lines=three, most=2)
    monkeypatch.setattr(record_files, "MOST_HANDS", len(record(seed=0)["hands"]))
    with pytest.raises(BadFile, match="hands can come in at once") as refused_at:
        import_file(person=Person(user=alice), lines=three, most=9)
    assert refused_at.value.line == 2
    monkeypatch.setattr(imports, "MOST_IMPORTED", 3)
    took(alice, record(seed=1), record(seed=2))
    assert refused(alice, record(seed=3), record(seed=4)) == (2, "TOO_MANY", None, None)
    took(alice, record(seed=3))
    assert refused(alice, record(seed=4)) == (1, "TOO_MANY", None, None)


@pytest.mark.parametrize("about", ["games", "hands", "actions"])
def test_what_is_too_much_is_refused_before_anything_is_refereed(
    alice: User, monkeypatch: pytest.MonkeyPatch, about: str
) -> None:
    """Of a file of 101 games the first hundred were, for ten seconds of a core."""
    monkeypatch.setattr(imports, "referee", lambda one: pytest.fail("refereed"))
    monkeypatch.setattr(record_files, f"MOST_{about.upper()}", 4, raising=False)
    games = as_lines(tuple(record(seed=seed) for seed in range(5)))
    with pytest.raises(BadFile, match=f"At most 4 {about}"):
        import_file(person=Person(user=alice), lines=[b"", *games], most=4 if about == "games" else 9)


def passed_out(hands: int) -> tuple[Said, ...]:
    """A game of Bid Whist in which nobody ever bids, so that it has any number of hands."""
    rules, rng = ruleset("bidwhist"), Random(1)
    state, said = rules.initial(REDEAL), list[Said]()
    while state.number < hands or state.phase is not Phase.DEAL:
        (seat,) = rules.waits_for(state)
        said.append((seat, rules.chance(state, rng.randrange) if seat == DEALER else Action("pass")))
        state = rules.apply(state, *said[-1]).state
    return tuple(said)


def test_the_longest_game_that_a_page_takes_in(alice: User) -> None:
    """One of more than 500 hands went out, and did not come in again."""
    said = passed_out(record_files.MOST_HANDS)
    game = record("bidwhist", options=REDEAL, said=said, ended={"why": "forfeit", "seat": 0})
    import_file(person=Person(user=alice), lines=as_lines((game,)), seat=0, most=record_files.MOST_IN_A_FILE)
    assert Hand.objects.count() == record_files.MOST_HANDS == 1_000


def test_a_hand_has_its_limit(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted before anything is refereed; a line of a million characters would hold sixty thousand actions."""
    game = json.loads(json.dumps(record("cardduel", 1)))
    long = altered(game, lambda one: one["hands"][0].update(actions=[[0, "play", "2C"]] * 2_001))
    assert refused(alice, record(seed=1), long) == (2, "TOO_MANY", 0, None)
    monkeypatch.setattr(record_files, "MOST_IN_A_HAND", len(game["hands"][0]["actions"]))
    took(alice, game)


def test_a_file_has_a_limit_of_actions(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [record(seed=seed) for seed in (1, 2)]
    count = sum(len(hand["actions"]) for game in games for hand in game["hands"])
    monkeypatch.setattr(record_files, "MOST_ACTIONS", count - 1)
    take = partial(import_file, person=Person(user=alice), lines=as_lines(tuple(games)), most=9)
    with pytest.raises(BadFile, match=f"At most {count - 1} actions") as refused_at:
        take()
    assert refused_at.value.line == 2
    monkeypatch.setattr(record_files, "MOST_ACTIONS", count)
    assert len(take().codes) == 2


@pytest.mark.parametrize(
    "hands", [[7], [{"actions": 7}], [{"actions": {"0": []}}], [{}, []], [None], ["actions"]], ids=str
)
def test_what_is_no_hand_is_counted_as_none(alice: User, hands: list[object]) -> None:
    assert refused(alice, {**long_record(), "hands": hands}) == (1, "NOT_A_RECORD", 0, None)


@pytest.mark.django_db(transaction=True)
def test_each_game_of_a_file_is_kept_by_itself(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is one writer, others write in between."""
    write, told = imports._write, list[str]()

    def write_and_tell(one: Any) -> None:
        write(one)
        told.append("written")
        transaction.on_commit(lambda: told.append("kept"))

    monkeypatch.setattr(imports, "_write", write_and_tell)
    took(alice, record(seed=1), record(seed=2))
    assert told == ["written", "kept"] * 2


@pytest.mark.django_db(transaction=True)
def test_a_file_that_is_sent_twice_at_once_is_taken_once(alice: User) -> None:
    file = as_lines((record(seed=1), record(seed=2)))
    at_once(*(lambda: import_file(person=Person(user=alice), lines=file),) * 2, lost=(BadFile,))
    assert Game.objects.count() == 2


def test_a_fault_in_the_last_game_leaves_nothing(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    writes = iter((imports._write, None))

    def write(one: Any) -> None:
        chosen = next(writes)
        if chosen is None:
            raise ZeroDivisionError
        chosen(one)

    monkeypatch.setattr(imports, "_write", write)
    with pytest.raises(ZeroDivisionError):
        took(alice, record(seed=1), record(seed=2))
    assert (Game.objects.count(), Entry.objects.count(), Seat.objects.count()) == (0, 0, 0)
