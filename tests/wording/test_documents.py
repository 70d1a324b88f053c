"""What every document of the repository owes its reader: short lines, and a changelog of one line a change."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").rglob("*.md"))
    if path.is_file()
)
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
LONGEST = 160
CODE = re.compile(r"`[^`]*`")


def prose_of(text: str) -> list[str]:
    """Its lines without code; a table's line is as long as its longest cell, for it cannot be broken."""
    told, in_code = [], False
    for line in text.splitlines():
        if line.startswith("```"):
            in_code = not in_code
        elif line.startswith("|"):
            told += [CODE.sub("", cell).strip(" ,") for cell in line.split("|")]
        elif not in_code:
            told.append(line)
    return told


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_line_of_prose_is_long(document: Path) -> None:
    assert [line for line in prose_of(document.read_text(encoding="utf-8")) if len(line) > LONGEST] == []


def test_prose_is_what_stands_outside_code() -> None:
    assert prose_of("one\n| two | three `four` |\n```\nfive\n```\nsix") == ["one", "", "two", "three", "", "six"]


def test_each_change_is_one_line_in_a_version() -> None:
    lines = [line for line in CHANGELOG.splitlines() if line]
    assert lines[:2] == ["# Changelog", "## Unreleased"]
    assert [
        line for line in lines[2:] if not re.match(r"- [^-]|### \w|## \d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$", line)
    ] == []
    entries = [line for line in lines if line.startswith("- ")]
    assert len(entries) == len(set(entries))


def test_the_newest_version_is_that_of_the_project() -> None:
    (newest, *_older) = re.findall(r"^## (\d+\.\d+\.\d+) ", CHANGELOG, re.MULTILINE)
    assert f'\nversion = "{newest}"\n' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
