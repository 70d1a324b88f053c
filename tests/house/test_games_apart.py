"""No shared source knows a game by its key: what belongs to one stands in its folder and hangs on its object."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from games.registry import GAMES

TOP = Path(__file__).resolve().parents[2]
ROOMS = ("games", "accounts", "spadesite")
#: Words of a language, which may be a game's key by chance: the suit.
WORDS = re.compile(r"^(n?p?gettext(_lazy)?|_)$")


def shared(suffix: str) -> list[Path]:
    found = [path for room in ROOMS for path in (TOP / room).rglob(f"*{suffix}")]
    own = tuple(TOP / "games" / key for key in GAMES)
    return [path for path in found if "migrations" not in path.parts and not any(one in path.parents for one in own)]


def texts(tree: ast.AST) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and WORDS.match(node.func.id):
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        yield from texts(node)


def test_no_source_names_a_game() -> None:
    assert len(shared(".py")) > 100
    for path in shared(".py"):
        assert set(texts(ast.parse(path.read_text(encoding="utf-8")))) & set(GAMES) == set(), path


def test_no_script_names_a_game() -> None:
    assert len(shared(".js")) > 10
    for path in shared(".js"):
        assert set(re.findall(r"[\"'`](\w+)[\"'`]", path.read_text(encoding="utf-8"))) & set(GAMES) == set(), path


def test_no_template_chooses_by_a_game() -> None:
    chosen = re.compile(rf"{{% (?:if|elif) [^%]*[\"'](?:{'|'.join(GAMES)})[\"']")
    own = tuple(TOP / "templates" / root / "games" / key for root in ("", "jinja2") for key in GAMES)
    found = [path for path in (TOP / "templates").rglob("*.html") if not any(one in path.parents for one in own)]
    assert len(found) > 80
    assert [path.name for path in found if chosen.search(path.read_text(encoding="utf-8"))] == []


def test_only_the_registry_imports_a_game() -> None:
    known = re.compile(rf"^(?:from|import) games(?:\.| import )(?:{'|'.join(GAMES)})\b", re.MULTILINE)
    assert [path.name for path in shared(".py") if known.search(path.read_text(encoding="utf-8"))] == ["registry.py"]
