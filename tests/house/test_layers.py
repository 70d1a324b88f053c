"""The layers hold: by import-linter, as before the tests, and where it cannot look into Django."""

import ast
import subprocess
import sys
from pathlib import Path

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
