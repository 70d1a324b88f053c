"""Seeds of boards: their derivation from the chain, when they are revealed, and the program that checks them."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from accounts import people
from accounts.models import Guest, User
from accounts.zones import utc_today
from games import dealing
from games.boards import attempts, challenges, days
from games.boards.models import Board, Chain
from games.records import export
from games.registry import GAMES
from games.replay import shares
from games.table import seeds, tables
from games.table.models import Seal
from tests.boards.walked import (
    UserOrGuest,
    begin_board,
    end_challenge,
    first_legal,
    join_challenge,
    open_challenge,
    play_board,
    play_challenge,
)
from tests.play import person_of, reload
from tests.records.stored import verify_deal_program
from tools.site import ROOT

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("key", GAMES)
def test_seeds_of_boards_follow_from_the_chain_link_of_their_day(alice: User, key: str, easy_boards: None) -> None:
    place = begin_board(alice, key)
    chain = Chain.objects.get()
    passed = (utc_today() - chain.begins_on).days
    link = bytes(chain.root)
    for _ in range(chain.days - 1 - passed):
        link = dealing.link_of_day_before(link)
    seal = place.game.seals.get(number=1)
    assert bytes(seal.server_seed) == dealing.secret_of_board(link, key)
    assert (seal.player_seed, seal.dealt_by) == ("", "board")
    for _ in range(passed + 1):
        link = dealing.link_of_day_before(link)
    assert link.hex() == chain.tip


def begin_chain(days_ago: int) -> Chain:
    days.board_of(key="twoman", day=utc_today())
    Chain.objects.update(begins_on=utc_today() - timedelta(days=days_ago))
    Board.objects.all().delete()
    return Chain.objects.get()


def test_chain_links_are_revealed_after_their_day_and_give_every_board_its_own_seed() -> None:
    assert days.opened_links(begin_chain(0)) == []
    chain, yesterday = begin_chain(2), utc_today() - timedelta(days=1)
    links = days.opened_links(chain)
    assert [(link.day, link.number) for link in links] == [(yesterday, 2), (yesterday - timedelta(days=1), 1)]
    last, first = (bytes.fromhex(link.text) for link in links)
    assert dealing.link_of_day_before(last) == first
    assert dealing.link_of_day_before(first).hex() == chain.tip
    board = days.board_of(key="twoman", day=yesterday)
    assert bytes(board.server_seed) == dealing.secret_of_board(last, "twoman")
    asked = [(key, day) for key in GAMES for day in (utc_today(), yesterday)]
    assert len({bytes(days.board_of(key=key, day=day).server_seed) for key, day in asked}) == 8
    assert board.opens_at == datetime.combine(utc_today(), datetime.min.time(), UTC)


def run_program(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the program in its own folder, from where Python cannot import this repository."""
    command = [sys.executable, "-I", str(program), *words]
    return subprocess.run(command, cwd=program.parent, capture_output=True, text=True, check=False)


@pytest.fixture
def program(client: Client, tmp_path: Path) -> Path:
    path = tmp_path / "verify_deal.py"
    path.write_bytes(client.get("/verify_deal.py").content)
    return path


def test_the_program_derives_the_tip_and_the_boards_seeds_from_a_link(program: Path) -> None:
    chain, yesterday = begin_chain(3), utc_today() - timedelta(days=1)
    seeds = {key: bytes(days.board_of(key=key, day=yesterday).server_seed).hex() for key in days.games()}
    for link in days.opened_links(chain):
        done = run_program(program, "--link", link.text, "--day", str(link.number), "--tip", chain.tip)
        assert done.returncode == 0 and "the link is of this chain" in done.stdout
        if link.day == yesterday:
            assert all(f"{key}: {seed}" in done.stdout for key, seed in seeds.items())


def test_the_source_file_alone_tells_where_to_download_the_program() -> None:
    for words in (("RECORD.jsonl",), ("--server-seed", "00" * 32), ("--link", "00" * 32)):
        done = run_program(ROOT / "games" / "verify_deal.py", *words)
        assert done.returncode == 2
        assert "download the whole program from /verify_deal.py" in done.stderr


def test_a_link_of_another_chain_is_refused(program: Path) -> None:
    chain = begin_chain(2)
    link = days.opened_links(chain)[0]
    for text, number, tip in (
        ("00" * 32, link.number, chain.tip),
        (link.text, link.number + 1, chain.tip),
        (link.text, link.number, "ab" * 32),
    ):
        done = run_program(program, "--link", text, "--day", str(number), "--tip", tip)
        assert done.returncode == 1 and "NOT of this chain" in done.stdout
    done = run_program(program, "--link", "00" * 32, "--day", "3")
    assert done.returncode == 0 and "hashed 3 times" in done.stdout and "chain" not in done.stdout  # without a tip


@pytest.mark.parametrize("key", GAMES)
def test_the_program_confirms_the_deal_of_a_past_board(
    capsys: pytest.CaptureFixture[str], alice: User, key: str, easy_boards: None
) -> None:
    place = play_board(begin_board(alice, key), first_legal)
    Seal.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    assert verify_deal_program().check_records([export.game_line(code=place.code)])
    assert "1 hands checked, 0 failed" in capsys.readouterr().out


def seed_of(player: UserOrGuest, code: str) -> str | None:
    shown = seeds.revealed(reload(player, code).game, 1)
    return shown.server_seed if shown is not None else None


def test_a_seed_is_revealed_once_all_players_are_done_and_not_to_a_later_player(
    alice: User, bob: User, charlie: User
) -> None:
    token = open_challenge(alice)
    (own,) = play_challenge(alice, token)
    assert seed_of(alice, own.code) is None
    place = join_challenge(bob, token)
    assert seed_of(alice, own.code) is None
    play_board(place, first_legal)
    assert seed_of(alice, own.code) == seed_of(bob, place.code) == bytes(Board.objects.get().server_seed).hex()
    place = join_challenge(charlie, token)
    assert tables.see(place).seal is not None
    assert all(seal.opens_at and seal.opens_at > timezone.now() for seal in place.game.seals.all())
    assert not Board.objects.get().is_open


@pytest.mark.parametrize("is_first", [True, False])
def test_a_seed_is_revealed_once_the_last_guest_is_adopted_by_an_account_that_is_done(
    alice: User, bob: User, is_first: bool
) -> None:
    """The guest's attempt stops counting, so the seed does not wait for it, even if it was begun first."""
    guest = Guest.objects.create(token="t5")
    token = open_challenge(bob)
    (own,) = play_challenge(bob, token)
    for player in (guest, alice) if is_first else (alice, guest):
        join_challenge(player, token)
    play_challenge(alice, token)
    assert seed_of(bob, own.code) is None
    assert people.adopt(guest=guest, user=alice)
    assert seed_of(bob, own.code) is not None


@pytest.mark.parametrize("has_begun_too", [True, False])
def test_a_seed_stays_hidden_while_the_counted_attempt_is_in_play(alice: User, bob: User, has_begun_too: bool) -> None:
    """The counted attempt is the account's if the account has begun the board, else the guest's."""
    guest = Guest.objects.create(token="t5")
    token = open_challenge(bob)
    (own,) = play_challenge(bob, token)
    for player in (guest, alice) if has_begun_too else (guest,):
        place = join_challenge(player, token)
    assert people.adopt(guest=guest, user=alice)
    assert seed_of(bob, own.code) is None
    play_board(reload(alice, place.code), first_legal)
    assert seed_of(bob, own.code) is not None


@pytest.mark.parametrize("end", ["lapsed", "taken back"])
def test_a_seed_is_revealed_once_the_challenge_is_over(alice: User, bob: User, end: str) -> None:
    token = open_challenge(alice)
    (own,) = play_challenge(alice, token)
    if end == "lapsed":
        join_challenge(bob, token)
        end_challenge(token)
    else:
        challenges.take_back(person=person_of(alice), token=token)
    assert seed_of(alice, own.code) is not None


def test_a_hand_is_not_shared_while_others_may_play_it(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "MOST", 2)
    token = open_challenge(alice)
    (own,) = play_challenge(alice, token)
    for hand in (None, 1):
        with pytest.raises(shares.NotShareable):
            shares.share(place=own, hand=hand, hides_names=False)
    play_challenge(bob, token)
    assert shares.share(place=reload(alice, own.code), hand=1, hides_names=False)
