"""`manage.py records export` and `import`: out of one history into another, and what is said when it cannot be."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError

from accounts.models import User
from games.models import Game, Seat
from games.services.past import records
from tests.playing import place_for
from tests.records.played import long_record, record
from tests.records.stored import file_of, finished, given_up, ran

pytestmark = pytest.mark.django_db


def test_all_games_of_an_account(alice: User, bob: User) -> None:
    places = [finished(alice), given_up(alice)]
    given_up(bob)
    printed, status = ran("records", "export", "--user", "alice")
    assert printed.splitlines() == [records.game_line(code=place.code) for place in places]
    assert status == 0


def test_one_game(alice: User) -> None:
    place = given_up(alice)
    given_up(alice)
    assert ran("records", "export", "--game", place.code) == (records.game_line(code=place.code) + "\n", 0)


def test_out_of_one_history_into_another(alice: User, bob: User, tmp_path: Path) -> None:
    finished(alice)
    given_up(alice)
    path = tmp_path / "all.jsonl"
    path.write_text(ran("records", "export", "--user", "alice")[0])
    printed, status = ran("records", "import", str(path), "--user", "bob")
    codes = json.loads(printed)["games"]
    assert (status, json.loads(printed)["unproved"]) == (0, 0)
    assert list(Seat.objects.filter(user=bob).order_by("game").values_list("game__code", flat=True)) == codes
    assert ran("records", "check", str(path))[1] == 0


def test_the_first_thing_wrong_is_said_and_nothing_taken(bob: User, tmp_path: Path) -> None:
    bad = json.loads(json.dumps(long_record()))
    bad["hands"][1]["actions"][2][2] = 11
    printed, status = ran("records", "import", file_of(tmp_path, record(seed=1), bad), "--user", "bob")
    where = {"hand": 1, "action": 2, "code": "BID_OUT_OF_RANGE", "reason": "A bid is a whole number from 0 to 10."}
    assert json.loads(printed) == {"line": 2, "ok": False, **where}
    assert (status, Game.objects.count()) == (1, 0)


def test_a_seat_may_be_named(bob: User, tmp_path: Path) -> None:
    game = {**long_record(), "seats": [{"name": name, "player": "person"} for name in ("Ann", "Eve")]}
    assert ran("records", "import", file_of(tmp_path, game), "--user", "bob")[1] == 1
    assert ran("records", "import", file_of(tmp_path, game), "--user", "bob", "--seat", "1")[1] == 0
    assert Seat.objects.get(user=bob).number == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("export", "--user", "nobody"), "no account nobody"),
        (("export", "--game", "nowhere"), "no game nowhere"),
        (("import", "/nowhere/at/all", "--user", "alice"), "No such file"),
        (("import", "-", "--user", "nobody"), "no account nobody"),
        (("export",), "required"),
    ],
)
def test_what_is_not_there_is_named(alice: User, words: tuple[str, ...], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        ran("records", *words)


def test_a_game_that_goes_on_has_no_record(alice: User) -> None:
    with pytest.raises(CommandError, match="goes on"):
        ran("records", "export", "--game", place_for(alice).code)
