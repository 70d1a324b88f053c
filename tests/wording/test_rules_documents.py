"""docs/rules says by which rules the house plays: whatever the sources cite of it is there."""

import io
import re
import tokenize
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "docs" / "rules"
SOURCES = sorted(path for app in ("games", "training", "tests") for path in (ROOT / app).rglob("*.py"))
#: Which document decides under which letter.
LETTERS = {"T": "twoman", "S": "spades", "B": "bidwhist", "D": "cardduel"}
DECISION = re.compile(r"\b([TSBD])([1-9]\d?)\b")
DOCUMENT = re.compile(r"([\w/]*)\b(twoman|spades|bidwhist|cardduel|record)\.md")
SECTION = re.compile(r"\bsections? (\d+(?:\.\d)?)(?:(?:, | and | to |, and )(\d+(?:\.\d)?))*")


def words_of(path: Path) -> str:
    """Comments and docstrings: there a letter and a number is a citation, not a card or a time."""
    told, before = [], tokenize.INDENT
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        alone = token.type == tokenize.STRING and before in (tokenize.INDENT, tokenize.NEWLINE, tokenize.DEDENT)
        if token.type == tokenize.COMMENT or alone:
            told.append(token.string)
        if token.type not in (tokenize.NL, tokenize.COMMENT):
            before = token.type
    return "\n".join(told)


@cache
def document(name: str) -> str:
    return (RULES / f"{name}.md").read_text(encoding="utf-8")


@cache
def sections(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"^##+ (\d+(?:\.\d)?)", document(name), re.MULTILINE))


def game_of(path: Path) -> str:
    """The game that a module is of, by its name; empty where it is of several."""
    return next((key for key in LETTERS.values() if re.search(rf"(^|_){key}(_|\.)", path.name)), "")


@cache
def citing() -> dict[Path, str]:
    cited = re.compile("|".join(one.pattern for one in (DECISION, DOCUMENT, SECTION)))
    return {path: words_of(path) for path in SOURCES if cited.search(path.read_text(encoding="utf-8"))}


def test_every_decision_that_is_cited_is_decided_once() -> None:
    cited = {found for words in citing().values() for found in DECISION.findall(words)}
    assert len(cited) > 40
    for letter, number in sorted(cited):
        assert document(LETTERS[letter]).count(f"**{letter}{number}**") == 1, letter + number


def test_every_document_that_is_cited_is_there() -> None:
    cited = {found for words in citing().values() for found in DOCUMENT.findall(words)}
    assert cited == {("docs/rules/", name) for name in (*LETTERS.values(), "record")}
    assert all((RULES / f"{name}.md").is_file() for _folder, name in cited)


def test_every_section_that_is_cited_is_there() -> None:
    lost = [
        (str(path.relative_to(ROOT)), cited[0])
        for path, words in citing().items()
        if (name := game_of(path)) and sections(name)
        for cited in SECTION.finditer(words)
        if not set(re.findall(r"\d+(?:\.\d)?", cited[0])) <= sections(name)
    ]
    assert lost == []


def test_a_citation_is_told_from_a_card() -> None:
    assert DECISION.findall("a tie (T6), B14.") == [("T", "6"), ("B", "14")]
    assert not DECISION.findall("TS 2D AS KB1 S0")
