"""The layers hold: by import-linter, as before the tests, and where it cannot look into Django."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from games.registry import GAMES

TOP = Path(__file__).resolve().parents[2]


#: What a game may know of Django: how texts are told in a language.
TEXTS = {"django.utils.translation", "django.utils.functional", "django.utils.formats"}
PURE = ("viewmodel", *GAMES)


def imports(source: Path) -> set[str]:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    plain = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    return plain | {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


def test_games_know_of_django_its_texts_alone() -> None:
    sources = [source for room in PURE for source in (TOP / "games" / room).rglob("*.py")]
    assert len(sources) > 50
    known = {(source.name, one) for source in sources for one in imports(source) if one.split(".")[0] == "django"}
    assert {one for _source, one in known} <= TEXTS


def test_no_module_knows_what_it_should_not() -> None:
    lint_imports = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint_imports, "--no-cache"], cwd=TOP, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("room", "indent"), [("games", 2), ("games.services", 6)])
def test_the_readme_draws_the_layers_that_are_checked(room: str, indent: int) -> None:
    contracts = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = (one["layers"] for one in contracts if one.get("containers") == [room])
    checked = [set(re.findall(r"\w+", layer)) for layer in layers]
    picture = (TOP / "README.md").read_text(encoding="utf-8").partition("## The house")[2].split("```")[1]
    drawn = [set(line.split()) for line in re.findall(rf"^ {{{indent}}}(\w[\w ]*?)  ", picture, re.MULTILINE)]
    assert [layer for layer in drawn if layer & set.union(*checked)] == checked
