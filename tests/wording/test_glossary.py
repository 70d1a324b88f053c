"""The glossary: short enough to be read, true, and found from the first pages."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in GLOSSARY.splitlines()
    if line.startswith("|") and not re.match(r"\| (term|---) ", line)
]
MOST = 40


def test_it_is_short() -> None:
    assert 0 < len(ROWS) <= MOST


def test_a_term_stands_once_and_is_easily_found() -> None:
    tables = GLOSSARY.split("| term |")[1:]
    for table in tables:
        terms = re.findall(r"^\| ([a-z ]+?) \|", table, re.MULTILINE)
        assert terms == sorted(terms)
    assert len({row[0] for row in ROWS}) == len(ROWS)


def test_each_term_has_a_meaning_and_a_module_that_exists() -> None:
    for term, meaning, module in ROWS:
        assert meaning and (ROOT / module.strip("`")).is_file(), term


@pytest.mark.parametrize("document", ["README.md", "docs/design.md"])
def test_it_is_linked(document: str) -> None:
    assert re.search(r"\]\((?:docs/)?glossary\.md\)", (ROOT / document).read_text(encoding="utf-8"))
