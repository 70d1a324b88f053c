"""Links, files, commands, classes and tests named in the documents exist; documented figures are current."""

import ast
import re
import shlex
import tomllib
from functools import cache
from importlib import import_module

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class

from games.boards.challenges import MOST_OPENED
from games.pages.words import LIKE, strength
from games.people.setups import variants
from games.registry import GAMES, levels
from games.table.opening import MOST_OPEN
from tools.site import ROOT

DOCUMENTS = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").rglob("*.md")))
TEXTS = {path: path.read_text(encoding="utf-8") for path in DOCUMENTS if path.is_file()}
ALL = "\n".join(TEXTS.values())
NAMED = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|css|js|sh|json|md|toml|yaml|conf))(?:::\w+)?`")
LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([\w-]+))?\)")
CITED = re.compile(r'(?<=[\s("])([STBD]\d{1,2})(?=[),.:;\n])')
TESTS_NAMED = re.compile(r"`([\w/]+\.py)(?:::(\w+))?`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
COMMAND = re.compile(r"manage\.py ([a-z_]+)((?: +[^`#\n]+)?)")
PROGRAM = re.compile(r"python -m (training\.[a-z_]+)((?: +[^`#\n]+)?)")
FOLDERS = ("accounts", "deploy", "docs", "games", "spadesite", "templates", "tests", "tools", "training")


def text_of(name: str) -> str:
    return TEXTS[ROOT / name]


# ---------- links, files and commands ----------
def anchors_of(text: str) -> set[str]:
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in HEADING.findall(text)}


def test_links_lead_to_files_and_headings() -> None:
    for document, text in TEXTS.items():
        for name, anchor in LINK.findall(text):
            target = (document.parent / name).resolve() if name else document
            assert target.exists(), (document, name)
            assert not anchor or anchor in anchors_of(TEXTS[target]), (document, name, anchor)


def test_files_that_are_named_exist() -> None:
    files = {str(path.relative_to(ROOT)) for folder in FOLDERS for path in (ROOT / folder).rglob("*")}
    ends = {one[at:] for one in files for at in (0, *(found.end() for found in re.finditer("/", one)))}
    named = {name.removeprefix("../") for name in NAMED.findall(ALL)}
    assert [name for name in sorted(named - ends) if not (ROOT / name).exists()] == []


def test_names_that_the_readme_places_in_a_file_occur_in_it() -> None:
    said = re.findall(r"`(\w+)`(?: and `(\w+)`)? in `((?:[\w.-]+/)+\w+\.py)`", text_of("README.md"))
    wrong = [
        (name, file)
        for *names, file in said
        for name in filter(None, names)
        if not re.search(rf"\b{name}\b", (ROOT / file).read_text(encoding="utf-8"))
    ]
    assert len(said) > 10 and wrong == []


def test_the_diagram_of_the_layers_equals_the_import_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = (one["layers"] for one in contracts if one["name"] == "Layers of games")
    picture = text_of("docs/design.md").split("```")[1].strip().splitlines()
    assert [line.split("  ")[0].split() for line in picture] == [re.findall(r"\w+", one) for one in layers]


def test_decisions_cited_in_code_are_in_the_rules() -> None:
    """A decision, such as S14, is a letter for the game and a number, in bold in the rules of the game."""
    decided = {mark for key in GAMES for mark in re.findall(r"\*\*([STBD]\d+)\b", text_of(f"docs/rules/{key}.md"))}
    sources = [path for folder in ("games", "tests") for path in (ROOT / folder).rglob("*.py")]
    cited = {mark for path in sources for mark in CITED.findall(path.read_text(encoding="utf-8"))}
    assert len(cited) > 40 and cited - decided == set()


def options_in(words: str) -> set[str]:
    return {word for word in shlex.split(words.replace("'", "’")) if word.startswith("--")}


def test_commands_and_their_options_exist() -> None:
    for name, rest in COMMAND.findall(ALL):
        app = get_commands()[name]
        assert isinstance(app, str), name
        parser = load_command_class(app, name).create_parser("manage.py", name)
        known = {option for action in parser._actions for option in action.option_strings}
        for action in parser._actions:
            for sub in (action.choices or {}).values() if isinstance(action.choices, dict) else ():
                known |= {option for one in sub._actions for option in one.option_strings}
        assert (used := options_in(rest)) <= known, f"{name} {used - known}"
    for name, rest in PROGRAM.findall(ALL):
        known = set(import_module(name).command_line()._option_string_actions)
        assert (used := options_in(rest)) <= known, f"{name} {used - known}"


def test_every_command_of_the_site_is_in_the_list_of_commands() -> None:
    named = {name for name, _rest in COMMAND.findall(text_of("docs/commands.md"))}
    assert {name for name, app in get_commands().items() if app in ("games", "spadesite")} <= named
    programs = {path.stem for path in (ROOT / "training").glob("*.py") if "def command_line" in path.read_text()}
    assert programs == {name.removeprefix("training.") for name, _rest in PROGRAM.findall(text_of("docs/commands.md"))}


def test_targets_that_are_named_are_in_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", ALL, re.MULTILINE))
    assert len(named) > 8 and named <= targets


def test_the_newest_version_of_the_changelog_is_that_of_the_project() -> None:
    (newest, *_older) = re.findall(r"^## (\d+\.\d+\.\d+) ", text_of("CHANGELOG.md"), re.MULTILINE)
    assert f'\nversion = "{newest}"\n' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8"))
    tests = [one for one in tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    return frozenset(one.name for one in tests if one.name.startswith("test_"))


def assert_they_exist(named: list[tuple[str, str]]) -> None:
    for path, test in named:
        assert names_in(path) and (not test or test in names_in(path)), f"{path}::{test}"


# ---------- the glossary and docs/ui.md ----------
def test_terms_of_the_glossary_are_sorted_unique_and_have_a_module() -> None:
    tables = [
        re.findall(r"^\| ([a-z ]+?) \| (.+) \| `(.+)` \|$", one, re.M)
        for one in text_of("docs/glossary.md").split("| term |")[1:]
    ]
    terms = [[term for term, _meaning, _module in rows] for rows in tables]
    assert [one for one in terms if one != sorted(one)] == []
    every = [term for one in terms for term in one]
    assert 0 < len(every) == len(set(every)) <= 40
    assert all((ROOT / module).is_file() for rows in tables for _term, _meaning, module in rows)


def test_sheets_tokens_and_classes_of_the_interface_exist() -> None:
    sheets = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "spadesite" / "static").glob("*.css")}
    style, code = "".join(sheets.values()), " ".join(re.findall(r"`([^`\n]+)`", text_of("docs/ui.md")))
    assert set(re.findall(r"\w+\.css", code)) == set(sheets)
    dashed = set(re.findall(r"(?<!\S)--[a-z0-9-]+", code)) - {"--only", "--sizes", "--language"}
    classes = set(re.findall(r"(?<!\S)\.([a-z][a-z-]+)", code))
    assert len(dashed) > 30 and len(classes) > 30
    assert [name for name in dashed if not re.search(rf"(?<![\w-]){name}:|\w{name}(?![\w-])", style)] == []
    assert [name for name in classes if not re.search(rf"\.{name}(?![\w-])", style)] == []


def test_every_wish_of_players_is_held_by_a_browser_test() -> None:
    wishes = re.findall(r"^\| (R\d+) \| .+ \| (.+) \|$", text_of("docs/ui.md"), re.MULTILINE)
    assert [name for name, _tests in wishes] == [f"R{number}" for number in range(1, 14)]
    for name, tests in wishes:
        named = TESTS_NAMED.findall(tests)
        assert any(path.startswith("browser/") for path, _test in named), name
        assert_they_exist(named)


# ---------- the measured strength of bots ----------
MEASURED = {(key, variant): wins for key, game in GAMES.items() for variant, wins in game.measured.items()}
HOUSE_RULES = {("spades", "custom1"), ("spades", "custom2")}


def documented(key: str, variant: str, stronger: str, weaker: str) -> float:
    row = f"{variant.title()}: {stronger}, {weaker}" if variant else f"{stronger}, {weaker}"
    document = "docs/marta.md" if key == "twoman" else "docs/players.md"
    found = re.search(rf"^\| {row} \| ([\d.]+)% ", text_of(document), re.MULTILINE)
    assert found is not None, row
    return float(found[1])


@pytest.mark.parametrize(("key", "variant"), MEASURED)
def test_measured_strengths_are_those_in_the_documents(key: str, variant: str) -> None:
    steps = zip(levels(key)[1:], levels(key), strict=False)
    assert MEASURED[key, variant] == tuple(round(documented(key, variant, *step)) for step in steps)


@pytest.mark.parametrize("key", GAMES)
def test_every_level_of_a_measured_game_has_a_strength(key: str) -> None:
    for variant in variants(key) or ("",):
        shown = [strength(levels(key), MEASURED.get((key, variant), ()), level) for level in levels(key)]
        assert all(shown) is ((key, variant) not in HOUSE_RULES and len(levels(key)) > 1), variant
        assert all(LIKE[level] for level in levels(key))


def test_the_weakest_level_loses_to_the_next_and_each_other_beats_the_one_below() -> None:
    known = levels("bidwhist")
    assert [strength(known, MEASURED["bidwhist", ""], level) for level in known] == [
        "Loses to medium in 67% of games.",
        "Beats easy in 67% of games.",
        "Beats medium in 66% of games.",
        "Beats skilled in 61% of games.",
    ]


# ---------- docs/reliability.md: promises are held by tests, and figures are those of tests and settings ----------
PROMISE = re.compile(r"^\| (\d+) \| (.+?) \| (.+?) \|(?: ([^|]*) \|)?", re.MULTILINE)
#: The rows of promises, without the similar rows in the table of the last trial.
PROMISES = PROMISE.findall(text_of("docs/reliability.md").partition("## The last trial")[0])
#: Promises that no test checks, with the program that the table names instead.
OPEN = {"14": "make trial"}


def test_every_promise_occurs_once_and_names_existing_tests() -> None:
    lines = [int(line) for line, *_rest in PROMISES]
    assert lines == sorted(set(lines)) and lines[:40] == list(range(1, 41))
    for line, promise, held_by, _figure in PROMISES:
        named = TESTS_NAMED.findall(held_by)
        assert len(promise) > 20 and (named or OPEN[line] in held_by)
        assert_they_exist(named)


def test_the_limits_in_the_document_are_those_of_the_settings() -> None:
    _before, _heading, limits = text_of("docs/reliability.md").partition("## Limits")
    listed = re.findall(r"\| (\d+)(?:,| a| an|;|\b)", limits.partition("SPADESITE_LIMITS")[0])
    amounts = [limit.partition("/")[0] for limit in settings.LIMITS.values()]
    assert listed == [*amounts, str(MOST_OPENED), str(MOST_OPEN)]


def constant(line: str, name: str) -> int:
    """Return a number, or the length of a collection, from the first test file that the row of a promise names."""
    path = next(TESTS_NAMED.findall(held_by)[0][0] for number, _promise, held_by, _figure in PROMISES if number == line)
    value = getattr(import_module(f"tests.{path.removesuffix('.py').replace('/', '.')}"), name)
    return value if isinstance(value, int) else len(value)


def test_figures_in_the_document_are_those_of_the_tests() -> None:
    figures = {line: figure for line, _promise, _held_by, figure in PROMISES}
    assert figures["16"].startswith(f"{constant('16', 'GAMES')} random games of each kind,")
    assert figures["17"].startswith(f"{constant('17', 'PAIRS')} pairs of random games of each kind,")
    assert figures["43"] == f"{constant('43', 'LOSSES') + constant('43', 'UNCOUNTED')} ways by name"
