"""What a game needs to be one of the house: what it lacks is told by name."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.checks import run_checks
from django.template.loader import get_template, select_template

from games import registry
from games.apps import every_game_is_complete
from games.bots.anylegal import AnyLegal
from games.cardgame import CardGame
from games.engine.options import Option
from games.engine.state import Phase
from games.presenters.rules_pages import rules_page
from games.registry import GAMES
from games.twoman.rules import TwoMan
from games.viewmodel.option_words import OptionWords, SettingWords
from games.viewmodel.presenter import TrickPresenter
from tests.parlour.rules import Parlour
from tests.parlour.table import PRESENTER

TOP = Path(__file__).resolve().parents[2]
TWO_MAN = GAMES["twoman"]


@pytest.mark.parametrize("key", GAMES)
def test_no_game_lacks_anything(key: str) -> None:
    document = TOP / "docs" / "rules" / f"{key}.md"
    lacking = [*missing(key, document, TOP / "README.md")]
    assert not lacking, "\n".join(lacking)
    assert (TOP / "tests" / "recount" / f"{key}.py").exists()
    shows = GAMES[key].table
    if not any((TOP / "templates" / "jinja2" / "games" / key).glob("*.html")):
        assert isinstance(shows, TrickPresenter)
        assert all(shows.template_of(key, phase).startswith("games/table/") for phase in Phase)


@pytest.mark.usefixtures("parlour")
def test_the_small_game_of_the_tests_lacks_nothing_either() -> None:
    """Its document is beside it, and it is drawn by the templates of all games."""
    document = TOP / "tests" / "parlour" / "README.md"
    assert [*missing("parlour", document, document)] == []
    for phase in Phase:
        assert get_template(PRESENTER.template_of("parlour", phase)) is not None


def missing(key: str, document: Path, readme: Path) -> Iterator[str]:
    game, page = GAMES[key], rules_page(key)
    rows = re.findall(r"^\| .* \| `(\w+)` \|", readme.read_text(encoding="utf-8"), re.MULTILINE)
    wanted = {
        "documents": document.exists(),
        "each option in its document": all(one.key in document.read_text("utf-8") for one in game.rules.options),
        "a row in the README": key in rows,
        "a golden game": any((TOP / "tests" / "golden").glob(f"{key}*.txt")),
        "a page of rules": page is not None and select_template(page.templates) is not None,
        "its script": not game.script or finders.find(game.script) is not None,
    }
    yield from game.lacks()
    yield from (name for name, is_there in wanted.items() if not is_there)


def test_the_site_itself_says_nothing() -> None:
    assert [one.msg for one in run_checks() if str(one.id).startswith("games.")] == []


def said(monkeypatch: pytest.MonkeyPatch, game: CardGame) -> list[tuple[str | None, str]]:
    monkeypatch.setattr(registry, "GAMES", {game.key: game})
    return [(one.id, one.msg) for one in every_game_is_complete(None)]


def test_a_game_without_a_player_or_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(monkeypatch, CardGame(rules=Parlour())) == []
    without = replace(TWO_MAN, players={})
    assert said(monkeypatch, without) == [("games.E001", "The game “twoman” has no computer player.")]
    unseen = CardGame(rules=Parlour(), players={"easy": AnyLegal()})
    assert said(monkeypatch, unseen) == [("games.E002", "The game “parlour” has no presenter.")]


def test_what_a_small_game_lacks_is_told_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    small = CardGame(rules=Parlour(), players={"easy": AnyLegal()}, table=TWO_MAN.table)
    assert said(monkeypatch, small) == [
        ("games.W001", f"The game “parlour” lacks: {what}.")
        for what in (
            "text for the front page",
            "rules page",
            "strategy",
            "tips",
            "words of hints",
            "words of the option “target”",
            "words of the option “most_hands”",
            "words of the option “doubling”",
            "template pages/rules_parlour.html",
        )
    ]


class Varied(TwoMan):
    """With a variant and a choice that nobody has words for."""

    options = (Option("variant", "long", choices=("long",)), Option("lead", "left", choices=("left", True)))


def test_words_of_variants_choices_and_levels_are_told_by_name() -> None:
    settings = SettingWords(options={"lead": OptionWords("Lead", "Who leads.")})
    varied = replace(TWO_MAN, rules=Varied(), settings=settings, players={"brilliant": AnyLegal()})
    assert [*varied.lacks()] == [
        "words of the level “brilliant”",
        "words of the variant “long”",
        "name of the choice “left” of “lead”",
    ]
