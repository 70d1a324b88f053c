"""The program that checks deals elsewhere also checks the chain of the boards, with the site away."""

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Board, Chain, Seal
from games.registry import GAMES
from games.services.boards import days
from games.services.counting import tallies
from games.services.past import records
from tests.boards.walked import begun, first_legal, walked
from tests.site import ROOT

pytestmark = pytest.mark.django_db


def run(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Alone: without the site's packages, in its own folder."""
    command = [sys.executable, "-I", str(program), *words]
    return subprocess.run(command, cwd=program.parent, capture_output=True, text=True, check=False)


@pytest.fixture
def program(client: Client, tmp_path: Path) -> Path:
    path = tmp_path / "verify_deal.py"
    path.write_bytes(client.get("/verify_deal.py").content)
    return path


def test_a_days_link_leads_to_the_tip_and_to_the_seeds_of_its_boards(program: Path) -> None:
    seeds = {}
    days.board_of(key="twoman", day=tallies.today())
    Chain.objects.update(begins_on=tallies.today() - timedelta(days=3))
    Board.objects.all().delete()
    yesterday = tallies.today() - timedelta(days=1)
    for key in days.games():
        seeds[key] = bytes(days.board_of(key=key, day=yesterday).server_seed).hex()
    chain = Chain.objects.get()
    for link in days.opened_links(chain):
        done = run(program, "--link", link.text, "--day", str(link.number), "--tip", chain.tip)
        assert done.returncode == 0 and "the link is of this chain" in done.stdout
        if link.day == yesterday:
            assert all(f"{key}: {seed}" in done.stdout for key, seed in seeds.items())


@pytest.mark.parametrize("words", [("RECORD.jsonl",), ("--server-seed", "00" * 32), ("--link", "00" * 32)])
def test_the_source_alone_says_where_the_program_is(words: tuple[str, ...]) -> None:
    done = run(ROOT / "games" / "verify_deal.py", *words)
    assert done.returncode == 2
    assert "a site gives the whole program away at /verify_deal.py" in done.stderr


def test_a_link_of_another_chain_is_refused(program: Path) -> None:
    days.board_of(key="twoman", day=tallies.today())
    Chain.objects.update(begins_on=tallies.today() - timedelta(days=2))
    chain = Chain.objects.get()
    link = days.opened_links(chain)[0]
    for words in (
        ("--link", "00" * 32, "--day", str(link.number), "--tip", chain.tip),
        ("--link", link.text, "--day", str(link.number + 1), "--tip", chain.tip),
        ("--link", link.text, "--day", str(link.number), "--tip", "ab" * 32),
    ):
        done = run(program, *words)
        assert done.returncode == 1 and "NOT of this chain" in done.stdout


def test_without_a_tip_a_link_is_said_to_be_of_no_chain(program: Path) -> None:
    done = run(program, "--link", "00" * 32, "--day", "3")
    assert done.returncode == 0 and "hashed 3 times" in done.stdout and "chain" not in done.stdout


@pytest.mark.parametrize("key", GAMES)
def test_the_deal_of_a_board_holds_once_its_day_is_over(
    program: Path, alice: User, key: str, easy_boards: None
) -> None:
    place = walked(begun(alice, key), first_legal)
    Seal.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    record = program.parent / "record.jsonl"
    record.write_text(records.game_line(code=place.code), encoding="utf-8")
    done = run(program, "record.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 hands checked, 0 failed" in done.stdout
