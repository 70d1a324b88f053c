"""The glossary: short enough to be read, true, found from the first pages; and words that were given up stay away."""

import io
import keyword
import re
import tokenize
from collections.abc import Iterator
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
#: Private words of former versions; what each stood for has a word that others know.
RETIRED = {"Seen", "likes", "sight", "heard", "rung", "laid", "told", "Teller", "chairs", "desk", "habit", "overtaken"}
#: The name of a column.
ALLOWED = {("games/models/kept.py", "chairs"), ("games/services/people/setups.py", "chairs")}


def names_in(path: Path) -> Iterator[str]:
    """The identifiers of a module, without the underscore that makes one private."""
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
    return (one.string.strip("_") for one in tokens if one.type == tokenize.NAME and not keyword.iskeyword(one.string))


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


def test_a_retired_word_is_no_identifier() -> None:
    modules = [path for folder in ("games", "accounts", "spadesite") for path in sorted((ROOT / folder).rglob("*.py"))]
    found = {
        (str(path.relative_to(ROOT)), name)
        for path in modules
        if "migrations" not in path.parts and any(word in path.read_text(encoding="utf-8") for word in RETIRED)
        for name in names_in(path)
        if name in RETIRED
    }
    assert found <= ALLOWED
