"""`verify_deal.py`, the downloadable program that deals hands again from their seeds and finds changed records."""

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import dealing
from games.engine.options import Options
from games.engine.pattern import DrawnRole
from games.records import export
from games.records.format import line_of
from games.records.proofs import program
from games.registry import GAMES, levels
from games.table import opening
from games.table.models import Game
from tests.people.together import deal, play_hand, start_table
from tests.play import reload
from tests.records.played import Change, actions, long_duel, random_game, reshuffles
from tests.records.stored import verify_deal_program

EXCHANGE: Options = {"nt_joker": "exchange", "win_score": 20, "lose_score": -20}
OTHER_CARDS = "the seeds give other cards"


@cache
def _sealed(key: str, seed: int, jokers: int) -> str:
    options: Options = {"jokers": jokers, **EXCHANGE} if key == "bidwhist" else {}
    return line_of(random_game(key, seed, options=options, is_sealed=True).record())


def sealed(key: str = "twoman", seed: int = 0, jokers: int = 2) -> dict[str, Any]:
    """Return the record of a random game dealt from seeds."""
    game: dict[str, Any] = json.loads(_sealed(key, seed, jokers))
    return game


def joker_draws(game: dict[str, Any]) -> list[Any]:
    return [one for hand in game["hands"] for one in hand["actions"] if one[1] == "joker"]


@pytest.mark.parametrize(
    ("key", "jokers"), [("twoman", 0), ("spades", 0), ("cardduel", 0), *(("bidwhist", count) for count in (0, 1, 2))]
)
def test_the_program_confirms_every_hand_of_right_records(
    key: str, jokers: int, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [sealed(key, seed, jokers) for seed in range(5)]
    assert any(map(joker_draws, games)) is (jokers > 0)
    count = sum(len(game["hands"]) for game in games)
    assert verify_deal_program().check_records(map(json.dumps, games))
    assert capsys.readouterr().out.endswith(f"{count} hands checked, 0 failed\n")


def flip_bit(text: str) -> str:
    return f"{int(text[0], 16) ^ 1:x}{text[1:]}"


def change_proof(name: str) -> Change:
    def change(hand: Any) -> None:
        told = hand["proof"][name]
        hand["proof"][name] = told + "." if name == "player_seed" else flip_bit(told)

    return change


def exchange(one: Any, other: Any, place: int = 0) -> None:
    one[0], other[place] = other[place], one[0]


def change_draw(hand: Any) -> None:
    lying = next(one[2] for one in hand["actions"] if one[1] == "discard")
    draw = next(one[2] for one in hand["actions"] if one[1] == "joker")
    draw[2] = next(one for one in lying if one != draw[2] and one not in ("BJ", "LJ"))


def change_kitty(hand: Any) -> None:
    kitty = hand["deal"]["kitty"]
    kitty[0] = "AS" if kitty[0] != "AS" else "KS"


def rotate_hands(hand: Any) -> None:
    hand["deal"]["hands"].append(hand["deal"]["hands"].pop(0))


NO_COMMITMENT = "the commitment is not the SHA-256 of the server's seed"
CHANGED: dict[str, tuple[str, Change, str]] = {
    "the server's seed": ("twoman", change_proof("server_seed"), f"{NO_COMMITMENT}; {OTHER_CARDS}"),
    "the commitment": ("twoman", change_proof("commitment"), NO_COMMITMENT),
    "the player's seed": ("twoman", change_proof("player_seed"), OTHER_CARDS),
    "two cards": ("twoman", lambda hand: exchange(*hand["deal"]["hands"]), OTHER_CARDS),
    "a card of the kitty": ("bidwhist", change_kitty, OTHER_CARDS),
    "kitty and hand": ("bidwhist", lambda hand: exchange(hand["deal"]["kitty"], hand["deal"]["hands"][0]), OTHER_CARDS),
    "the first seat": ("bidwhist", rotate_hands, OTHER_CARDS),
    "a card drawn": ("bidwhist", change_draw, "the seeds draw another card in the middle of the hand"),
    "the deck": ("cardduel", lambda hand: exchange(hand["deal"]["deck"], hand["deal"]["deck"], 41), OTHER_CARDS),
}


@pytest.mark.parametrize("what", CHANGED)
def test_the_program_finds_any_change(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    key, change, fault = CHANGED[what]
    game = next(game for seed in range(9) if joker_draws(game := sealed(key, seed)) or key != "bidwhist")
    hand = next(hand for hand in game["hands"] if joker_draws({"hands": [hand]}) or key != "bidwhist")
    change(hand)
    assert not verify_deal_program().check_records([json.dumps(game)])
    printed = capsys.readouterr().out.splitlines()
    found = [line for line in printed[:-1] if not line.endswith(": holds")]
    assert found == [f"line 1, hand {hand['number']}: {fault}"]
    assert printed[-1] == f"{len(game['hands'])} hands checked, 1 failed"


def test_the_program_finds_every_changed_reshuffle() -> None:
    game, faults = long_duel(), verify_deal_program().faults
    game["options"]["first"], hand = "computer", game["hands"][0]  # the seeds draw no coin, since the start is given
    assert faults(game, hand) == []
    for place in reshuffles(game):
        new = actions(game)[place][2]
        exchange(new, new, 1)
    assert faults(game, hand) == ["the seeds shuffle the discards into another deck"] * len(reshuffles(game))


@pytest.mark.parametrize("key", GAMES)
def test_the_program_checks_the_drawn_seat(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    game, pattern = sealed(key), GAMES[key].rules.pattern
    told = game["start"][pattern.drawn]
    game["start"][pattern.drawn] = told[::-1] if pattern.drawn is DrawnRole.ODD else (told + 1) % pattern.seats
    assert not verify_deal_program().check_records([json.dumps(game)])
    assert "the seeds draw another seat before the deal" in capsys.readouterr().out


UNREAD = [
    *("{", "[]", "7", "x", '{"hands": 1}', '{"hands": [{}]}', '{"game": "twoman", "hands": [], "hands": []}'),
    '{"game": [], "hands": [{"number": 1, "proof": 1}]}',
]


def test_the_program_reports_invalid_lines_and_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    line = line_of(sealed())
    broken = ('"server_seed":"', '"server_seed":"x'), ('"proof":{', '"proof":[],"x":{')
    unread = [*UNREAD, *(line.replace(*pair) for pair in broken)]
    assert not verify_deal_program().check_records([]), "an empty file is confirmed"
    capsys.readouterr()
    assert not verify_deal_program().check_records([*unread, line])
    printed = capsys.readouterr().out.splitlines()
    named = [f"line {number}: this is not a readable record" for number in range(1, len(unread) + 1)]
    assert [said for said in printed if "readable" in said] == named
    assert printed[-1] == f"{len(sealed()['hands'])} hands checked, 0 failed"


def test_the_program_can_be_downloaded_without_an_account(client: Client) -> None:
    response = client.get("/verify_deal.py")
    assert (response.status_code, response.content.decode()) == (200, program())
    assert response["Content-Disposition"] == 'attachment; filename="verify_deal.py"'


Run = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def run_program(tmp_path: Path) -> Run:
    """Return a function that runs the program with the standard library only, without this repository on its path."""
    file = tmp_path / "verify_deal.py"
    file.write_text(program(), encoding="utf-8")

    def run(*words: str, given: str = "") -> tuple[int, list[str]]:
        command = [sys.executable, "-I", "-S", str(file), *words]
        done = subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8", cwd="/")
        return done.returncode, done.stdout.splitlines()

    return run


@pytest.mark.django_db
@pytest.mark.parametrize("key", GAMES)
def test_the_program_checks_deals_with_the_seeds_of_several_people(
    key: str, alice: User, bob: User, run_program: Run
) -> None:
    """One of the seeds contains the separator; another is empty, so the site draws it."""
    code = start_table(alice, bob, key=key, level=levels(key)[0])
    for user, seed in ((alice, "kettle|"), (bob, "")):
        deal(user, code, seed)
    play_hand(code, alice, bob)
    game = Game.objects.get()
    opening.end_without(place=reload(alice, code), seat=reload(bob, code).seat)
    record = json.loads(export.game_line(code=reload(bob, code).code))
    proof = record["hands"][0]["proof"]
    assert proof["player_seed"] == game.seals.get(number=1).player_seed
    assert proof["player_seed"].startswith("kettle||")
    status, said = run_program("-", given=json.dumps(record))
    assert status == 0 and said[0].endswith("hand 1: holds")
    proof["player_seed"] = proof["player_seed"].replace("kettle||", "kettle|")
    assert run_program("-", given=json.dumps(record))[0] == 1


def test_the_program_reads_utf_8_whatever_the_encoding_of_the_computer(run_program: Run, tmp_path: Path) -> None:
    """On Windows, pipes have another encoding, and some editors put a byte order mark in front of UTF-8."""
    game = sealed()
    assert "Glück" in line_of(game)
    line, file = line_of({**game, "hands": game["hands"][:1]}).encode(), tmp_path / "games.jsonl"
    file.write_bytes("\ufeff".encode() + line)
    for words, given in (("-", line), (str(file), b"")):
        command = [sys.executable, "-I", "-X", "utf8=0", str(tmp_path / "verify_deal.py"), words]
        done = subprocess.run(command, input=given, capture_output=True, env={"LC_ALL": "C"})
        assert done.stdout.decode().splitlines() == ["line 1, hand 1: holds", "1 hands checked, 0 failed"]


def test_the_program_deals_from_seeds_alone_also_with_options_of_the_first_release(run_program: Run) -> None:
    """Such commands are published (docs/fair-deals.md), so they must go on working and give the same cards."""
    seeds = ("--server-seed", bytes(range(32)).hex(), "--player-seed", "a seed", "--hand", "2")
    commitment = dealing.commitment(bytes(range(32)))
    status, said = run_program(*seeds, "--commitment", commitment)
    assert status == 0
    assert said[0].endswith(commitment)
    assert run_program(*seeds, "--commitment", "0" * 64)[0] == 1
    for game in ((), ("--game", "spades")):
        status, said = run_program(*seeds, *game)
        assert status == 0 and "deck: AS " in said[1] and any(line.startswith("seat 1: 8C") for line in said)


@pytest.mark.parametrize(
    "words",
    [
        ("/no/such/file.jsonl",),
        *[("--server-seed", seed) for seed in ("", "00", "00" * 31, "00" * 33, "zz" * 32)],
        *[("--server-seed", "00" * 32, "--hand", hand) for hand in ("0", "-1", "1.5")],
        ("--server-seed", "00" * 32, "--player-seed", "\udcff"),
        *[("--link", link) for link in ("", "00" * 31)],
        *[("--link", "00" * 32, "--day", day) for day in ("0", "-1")],
    ],
)
def test_the_program_refuses_invalid_seeds(words: tuple[str, ...], run_program: Run) -> None:
    assert run_program(*words) == (2, [])


def test_the_argument_jokers_is_the_number_of_jokers(run_program: Run) -> None:
    for jokers in (0, 1, 2):
        seeds = ("--server-seed", "00" * 32, "--game", "bidwhist", "--jokers", str(jokers))
        deck = run_program(*seeds)[1][2].split()[1:]
        assert (len(deck), sum(one in ("BJ", "LJ") for one in deck)) == (52 + jokers, jokers)
