"""Deals dealt again: by the rules, by the stand-alone program and as docs/fair-deals.md tells it, all the same."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from games import dealing
from games.engine.cards import card, shuffled
from games.engine.pattern import Drawn, Pattern
from games.engine.state import State
from games.models import Game
from games.presenters.proofs import program
from games.registry import GAMES, levels, ruleset
from games.services.past import proofs, records
from games.services.people import lobby
from games.snapshot import SealSnapshot
from tests.moves.together import deal, play_hand, table_of
from tests.playing import again, place_at, place_for, play_on
from tests.playing import dealt as deal_at
from tests.records.stored import finished, given_up, loaded

ROOT = Path(__file__).resolve().parents[2]
DEALS = {key: game.rules.pattern for key, game in GAMES.items()}


def before_deal(key: str = "twoman") -> State:
    rules = ruleset(key)
    return rules.initial({}, rules.start({}))


def hands(rng: Random, count: int) -> list[tuple[bytes, str, int, int]]:
    """Seeds of hands as they occur: any text, any number; the first hand's deal is its second event."""
    letters = "abc 0:9é王\u200f"
    found = []
    for _ in range(count):
        number = rng.randint(1, 30)
        text = "".join(rng.choices(letters, k=rng.randint(0, 64)))
        found.append((rng.randbytes(32), text, number, 1 if number == 1 else 0))
    return found


def dealt(secret: bytes, text: str, number: int, event: int, key: str = "twoman") -> Any:
    action = ruleset(key).chance(before_deal(key), dealing.draws(secret, text, hand=number, event=event))
    return action.argument


def seal(secret: bytes, text: str, number: int) -> SealSnapshot:
    return SealSnapshot(number, dealing.commitment(secret), dealing.ALGORITHM, text, secret.hex())


def agrees(told: SealSnapshot, event: int, deal: Any, key: str = "twoman") -> bool:
    """Whether the seeds are those that were committed to, and give this deal."""
    secret = bytes.fromhex(told.server_seed or "")
    is_committed = dealing.commitment(secret) == told.commitment
    return is_committed and dealt(secret, told.player_seed, told.number, event, key) == deal


def by_pattern(pattern: Pattern, cards: Sequence[str], first: int = 0) -> list[list[str]]:
    """The hands as somebody deals them who knows the pattern alone."""
    hands: list[list[str]] = [[] for _ in range(pattern.seats)]
    for place, one in enumerate(cards[: pattern.seats * pattern.size]):
        hands[(first + place // pattern.run) % pattern.seats].append(one)
    return hands


@pytest.mark.parametrize("key", DEALS)
def test_a_thousand_hands_are_dealt_again(key: str) -> None:
    checker, pattern = loaded(), DEALS[key]
    for secret, text, number, event in hands(Random(1), 1000):
        deal = dealt(secret, text, number, event, key)
        told = [sorted(hand) for hand in deal["hands"]]
        deck, first = checker.deck_of(secret, text, number, event, checker.pack_of(key)), int(pattern.from_left)
        assert [sorted(hand) for hand in checker.hands_of(key, deck, first)] == told
        draw = dealing.draws(secret, text, hand=number, event=event)
        cards = shuffled(pattern.pack, draw)
        assert [sorted(hand) for hand in by_pattern(pattern, cards, first)] == told
        left = cards[pattern.seats * pattern.size :]
        assert sorted(deal.get("kitty", ())) == sorted(left[: pattern.kitty])
        assert deal.get("deck", ()) == (left[pattern.kitty :] if pattern.has_deck else ())
        assert event == checker.event_of(number)
        assert agrees(seal(secret, text, number), event, deal, key)


@pytest.mark.parametrize("key", DEALS)
def test_the_program_draws_the_same_seat(key: str) -> None:
    checker, rules, pattern = loaded(), ruleset(key), DEALS[key]
    for secret, text, _, _ in hands(Random(2), 100):
        start = rules.chance(rules.initial({}), dealing.draws(secret, text, hand=1, event=0))
        assert proofs._start((start,), pattern.drawn) == checker.draws(secret, text, 1, 0)(pattern.seats)


def test_every_game_can_be_checked_everywhere() -> None:
    assert list(DEALS) == list(GAMES) == list(loaded().GAMES)
    for key, pattern in DEALS.items():
        told = loaded().GAMES[key]
        assert (told.seats, told.size, told.run) == (pattern.seats, pattern.size, pattern.run)
        assert (told.from_drawn, told.from_left) == (pattern.from_drawn, pattern.from_left)
        assert list(pattern.pack) == loaded().pack_of(key)


def test_the_program_is_given_to_everybody_as_a_file(client: Client) -> None:
    response = client.get("/verify_deal.py")
    assert (response.status_code, response.content.decode()) == (200, program())
    assert response["Content-Disposition"] == 'attachment; filename="verify_deal.py"'


def test_one_changed_bit_of_the_seed_fails() -> None:
    for bit in range(256):
        [(secret, text, number, event)] = hands(Random(bit), 1)
        deal = dealt(secret, text, number, event)
        true = seal(secret, text, number)
        changed = (int.from_bytes(secret) ^ 1 << bit).to_bytes(32)
        other = SealSnapshot(number, true.commitment, true.algorithm, text, changed.hex())
        honest_about_it = seal(changed, text, number)
        assert not agrees(other, event, deal) and not agrees(honest_about_it, event, deal), bit


def test_anything_else_changed_fails() -> None:
    [(secret, text, number, event)] = hands(Random(5), 1)
    deal, true = dealt(secret, text, number, event), seal(secret, text, number)
    one, two = deal["hands"]
    assert agrees(true, event, deal)
    assert not agrees(true, event, {"hands": ((*one[1:], two[0]), (*two[1:], one[0]))})
    assert not agrees(true, event, {"hands": (two, one)})
    assert not agrees(true, event + 1, deal)
    assert not agrees(seal(secret, text + " ", number), event, deal)
    assert not agrees(seal(secret, text, number + 1), event, deal)


def test_the_document_tells_the_truth() -> None:
    text = (ROOT / "docs" / "fair-deals.md").read_text(encoding="utf-8")
    vector = re.search(r"hand 2, event 0:\n`([^`]+)`", text)
    assert vector is not None
    assert vector.group(1).split() == loaded().deck_of(bytes(range(32)), "a seed", 2, 0)
    assert sorted(vector.group(1).split()) == sorted(one for one in DEALS["twoman"].pack if card(one))
    assert dealing.ALGORITHM in text


# -- the program at work ------------------------------------------------------------------------------


class Run(Protocol):
    def __call__(self, *words: str, given: str = "") -> tuple[int, list[str]]: ...


@pytest.fixture
def ran(tmp_path: Path) -> Run:
    """Alone: a file without this house's folder on its path, and nothing but the standard library."""
    file = tmp_path / "verify_deal.py"
    file.write_text(program(), encoding="utf-8")

    def run(*words: str, given: str = "") -> tuple[int, list[str]]:
        command = [sys.executable, "-I", "-S", str(file), *words]
        done = subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8", cwd="/")
        return done.returncode, done.stdout.splitlines()

    return run


@pytest.mark.django_db
def test_the_program_checks_downloaded_records(alice: User, ran: Run) -> None:
    lines = [records.game_line(code=finished(alice).code), records.game_line(code=given_up(alice).code)]
    count = sum(len(json.loads(line)["hands"]) for line in lines)
    status, said = ran("-", given="\n".join(lines) + "\n")
    assert (status, said[-1]) == (0, f"{count} hands checked, 0 failed")
    assert sum(line.endswith(": holds") for line in said) == count


@pytest.mark.django_db
@pytest.mark.parametrize("key", GAMES)
def test_the_program_checks_deals_with_the_seeds_of_several_people(key: str, alice: User, bob: User, ran: Run) -> None:
    """As one of them downloads it: also with what is between two seeds in a seed, and one seed that was drawn here."""
    code = table_of(alice, bob, key=key, level=levels(key)[0])
    for user, seed in ((alice, "kettle|"), (bob, "")):
        deal(user, code, seed)
    play_hand(code, alice, bob)
    game = Game.objects.get()
    lobby.end_without(place=again(alice, code), seat=again(bob, code).seat)
    record = json.loads(records.game_line(code=again(bob, code).code))
    assert record["hands"][0]["proof"]["player_seed"] == game.seals.get(number=1).player_seed
    assert record["hands"][0]["proof"]["player_seed"].startswith("kettle||")
    status, said = ran("-", given=json.dumps(record))
    assert status == 0 and said[0].endswith("hand 1: holds")
    proof = record["hands"][0]["proof"]
    proof["player_seed"] = proof["player_seed"].replace("kettle||", "kettle|")
    assert ran("-", given=json.dumps(record))[0] == 1


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["server_seed", "commitment", "player_seed"])
def test_the_program_finds_what_was_changed(alice: User, name: str, ran: Run) -> None:
    game = json.loads(records.game_line(code=given_up(alice).code))
    proof = game["hands"][1]["proof"]
    proof[name] = f"{int(proof[name][0], 16) ^ 1:x}{proof[name][1:]}" if name != "player_seed" else proof[name] + "."
    status, said = ran("-", given=json.dumps(game))
    assert (status, said[-1]) == (1, "2 hands checked, 1 failed")
    assert said[0].endswith("hand 1: holds")


@pytest.mark.django_db
def test_the_program_finds_cards_that_were_exchanged(alice: User, ran: Run) -> None:
    game = json.loads(records.game_line(code=given_up(alice).code))
    one, two = game["hands"][0]["deal"]["hands"]
    one[0], two[0] = two[0], one[0]
    assert ran("-", given=json.dumps(game))[1][0] == "line 1, hand 1: the seeds give other cards"


@pytest.mark.django_db
def test_the_program_reads_records_as_they_are_written_on_a_computer_of_another_encoding(
    alice: User, tmp_path: Path
) -> None:
    """Windows has one of its own for what is piped, and editors there put a mark in front of a file of UTF-8."""
    place = place_for(alice)
    deal_at(place, "Glück")
    lobby.abandon(place=place)
    line, file = records.game_line(code=again(alice, place.code).code).encode(), tmp_path / "games.jsonl"
    file.write_bytes("\ufeff".encode() + line)
    (tmp_path / "verify_deal.py").write_text(program(), encoding="utf-8")
    for words, given in (("-", line), (str(file), b"")):
        command = [sys.executable, "-I", "-X", "utf8=0", str(tmp_path / "verify_deal.py"), words]
        done = subprocess.run(command, input=given, capture_output=True, env={"LC_ALL": "C"})
        assert done.stdout.decode().splitlines() == ["line 1, hand 1: holds", "1 hands checked, 0 failed"]


def test_the_program_reads_no_record_with_a_duplicate_key(ran: Run) -> None:
    told = ["line 1: this is no record that can be read", "0 hands checked, 0 failed"]
    assert ran("-", given='{"game": "twoman", "hands": [], "hands": []}') == (1, told)


def test_a_file_without_proofs_proves_nothing(ran: Run) -> None:
    assert ran("-", given="")[0] == 1


UNREAD = ["{", "[]", "7", "x", '{"hands": 1}', '{"hands": [{}]}', '{"game": [], "hands": [{"number": 1, "proof": 1}]}']


@pytest.mark.django_db
def test_the_program_names_lines_that_are_no_record(alice: User, ran: Run) -> None:
    """And goes on with the next."""
    line = records.game_line(code=given_up(alice).code)
    broken = ('"server_seed":"', '"server_seed":"x'), ('"proof":{', '"proof":[],"x":{')
    unread = [*UNREAD, *(line.replace(*pair) for pair in broken)]
    status, said = ran("-", given="\n".join([*unread, line]))
    named = [f"line {number}: this is no record that can be read" for number in range(1, len(unread) + 1)]
    assert status == 1 and said == [*named, *said[-3:]] and said[-1] == "2 hands checked, 0 failed"


def test_the_program_says_that_there_is_no_such_file(ran: Run) -> None:
    status, said = ran("/no/such/file.jsonl")
    assert (status, said) == (2, [])


def test_the_program_deals_from_seeds_alone(ran: Run) -> None:
    seeds = ("--server-seed", bytes(range(32)).hex(), "--player-seed", "a seed", "--hand", "2")
    sealed = dealing.commitment(bytes(range(32)))
    status, said = ran(*seeds, "--commitment", sealed)
    assert status == 0
    assert said[0].endswith(sealed)
    assert ran(*seeds, "--commitment", "0" * 64)[0] == 1


#: As pages and documents have told them since the first release, with the first card of the deck and of seat 1.
TOLD = [
    (("--hand", "2"), "AS", "seat 1: 8C"),
    (("--game", "spades", "--hand", "2"), "AS", "seat 1: 8C"),
]


@pytest.mark.parametrize(("words", "top", "second"), TOLD)
def test_a_command_that_was_told_once_goes_on_working(words: tuple[str, ...], top: str, second: str, ran: Run) -> None:
    status, said = ran("--server-seed", bytes(range(32)).hex(), "--player-seed", "a seed", *words)
    assert status == 0 and f"deck: {top} " in said[1] and any(line.startswith(second) for line in said)


@pytest.mark.parametrize(
    "words",
    [
        *[("--server-seed", seed) for seed in ("", "00", "00" * 31, "00" * 33, "zz" * 32)],
        *[("--server-seed", "00" * 32, "--hand", hand) for hand in ("0", "-1", "1.5")],
        ("--server-seed", "00" * 32, "--player-seed", "\udcff"),
        *[("--link", link) for link in ("", "00" * 31)],
        *[("--link", "00" * 32, "--day", day) for day in ("0", "-1")],
    ],
)
def test_the_program_deals_nothing_from_what_is_no_seed(words: tuple[str, ...], ran: Run) -> None:
    assert ran(*words) == (2, [])


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_a_pack_has_as_many_jokers_as_are_named(jokers: int, ran: Run) -> None:
    seeds = ("--server-seed", "00" * 32, "--game", "bidwhist", "--jokers", str(jokers))
    deck = ran(*seeds)[1][2].split()[1:]
    assert (len(deck), sum(one in ("BJ", "LJ") for one in deck)) == (52 + jokers, jokers)


# -- seals --------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_no_seed_is_ever_used_twice(alice: User) -> None:
    game, other = (place_for(alice).game for _ in range(2))
    used = game.seals.get(number=1)
    used.pk, used.game, used.number = None, other, 2
    with pytest.raises(IntegrityError, match="server_seed"), transaction.atomic():
        used.save(force_insert=True)


def with_another_seat(pattern: Pattern, start: dict[str, Any]) -> dict[str, Any]:
    """The start with the seat before the first deal moved on by one."""
    told = start[pattern.drawn]
    moved = told[::-1] if pattern.drawn is Drawn.ODD else (told + 1) % pattern.seats
    return start | {str(pattern.drawn): moved}


@pytest.mark.django_db
@pytest.mark.parametrize("key", GAMES)
def test_the_program_checks_the_seat_that_was_drawn(key: str, alice: User, capsys: pytest.CaptureFixture[str]) -> None:
    place = place_at(alice, key)
    play_on(place, Random(2), hands=1)
    lobby.abandon(place=place)
    record = json.loads(records.game_line(code=place.code))
    assert loaded().check_records([json.dumps(record)])
    assert not loaded().check_records([json.dumps(record | {"start": with_another_seat(DEALS[key], record["start"])})])
    assert "the seeds draw another seat before the deal" in capsys.readouterr().out
