"""The history of a demo account: so many hands, over so many days, and refusals in a sentence."""

import re

import pytest

from accounts.models import User
from games.models import Game, Hand
from training import demo_history

pytestmark = pytest.mark.django_db


def test_it_plays_a_history_that_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    demo_history.main(["--hands=12", "--days=3"])
    assert Hand.objects.count() >= 12
    assert Game.objects.exclude(ended_at=None).count() == Game.objects.count()
    assert "with the password" in capsys.readouterr().out
    assert User.objects.get(username="demo").has_usable_password()


@pytest.mark.parametrize("words", [["--hands=0"], ["--hands=1", "--levels=ruthles"], ["--hands=1", "--game=whist"]])
def test_it_refuses_what_cannot_be_played(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        demo_history.main(words)
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["Alíce", "somebody@example.com", "a" * 31])
def test_a_name_that_may_not_be_had_is_told(alice: User, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        demo_history.main(["--hands=1", f"--user={name}"])
    assert re.search("name looks like|A name", capsys.readouterr().err)
    assert User.objects.get() == alice
