"""docs/ui.md names what the style sheets have, every sheet, and tests that exist for what players ask for."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHEETS = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "spadesite" / "static").glob("*.css"))}
STYLE = "".join(SHEETS.values())
CODE = " ".join(re.findall(r"`([^`\n]+)`", (ROOT / "docs" / "ui.md").read_text(encoding="utf-8")))
#: A token, or what a class may end in.
DASHED = sorted(set(re.findall(r"(?<!\S)--[a-z0-9-]+", CODE)) - {"--only", "--sizes", "--language"})
CLASSES = sorted(set(re.findall(r"(?<!\S)\.([a-z][a-z-]+)", CODE)))


def test_every_sheet_is_named_and_no_other() -> None:
    assert set(re.findall(r"\w+\.css", CODE)) == set(SHEETS)


def test_names_are_found() -> None:
    assert len(DASHED) > 30
    assert len(CLASSES) > 30


def test_every_token_modifier_and_class_is_there() -> None:
    assert [name for name in DASHED if not re.search(rf"(?<![\w-]){name}:|\w{name}(?![\w-])", STYLE)] == []
    assert [name for name in CLASSES if not re.search(rf"\.{name}(?![\w-])", STYLE)] == []


WISHES = re.findall(
    r"^\| (R\d+) \| .+ \| (.+) \|$", (ROOT / "docs" / "ui.md").read_text(encoding="utf-8"), re.MULTILINE
)


def test_every_wish_is_there_once() -> None:
    assert [name for name, _tests in WISHES] == [f"R{number}" for number in range(1, 14)]


def test_a_wish_is_tried_out_in_a_browser() -> None:
    for name, tests in WISHES:
        named = re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", tests)
        assert any(path.startswith("browser/") for path, _test in named), name
        for path, test in named:
            tree = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8"))
            found = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
            assert not test or test in found, f"{path}::{test}"
