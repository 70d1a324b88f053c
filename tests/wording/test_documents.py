"""What every document owes its reader: short lines, links and commands that are there, one line a change."""

import re
import shlex
from importlib import import_module
from pathlib import Path

from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").rglob("*.md"))
    if path.is_file()
)
LONGEST = 160
CODE = re.compile(r"`[^`]*`")
NAMED = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|css|js|sh|json|md|toml|yaml|conf))(?:::\w+)?`")
ANCHOR = re.compile(r"\]\(([^)#:\s]*)#([\w-]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[\w-]+)?\)")
COMMAND = re.compile(r"manage\.py ([a-z_]+)((?: +[^`#\n]+)?)")
PROGRAM = re.compile(r"python -m (training\.[a-z_]+)((?: +[^`#\n]+)?)")
TEXTS = {path: path.read_text(encoding="utf-8") for path in DOCUMENTS}
CHANGELOG = TEXTS[ROOT / "CHANGELOG.md"]
OUR_APPS = ("games", "spadesite")
FILES = [
    str(path.relative_to(ROOT))
    for folder in ("accounts", "deploy", "docs", "games", "spadesite", "templates", "tests", "training")
    for path in (ROOT / folder).rglob("*")
]


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


def test_no_line_of_prose_is_long() -> None:
    assert [line for text in TEXTS.values() for line in prose_of(text) if len(line) > LONGEST] == []


def test_prose_is_what_stands_outside_code() -> None:
    assert prose_of("one\n| two | three `four` |\n```\nfive\n```\nsix") == ["one", "", "two", "three", "", "six"]


def test_each_change_is_one_line_in_a_version() -> None:
    lines = [line for line in CHANGELOG.splitlines() if line]
    assert lines[0] == "# Changelog"
    version = r"## (Unreleased|\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\))$"
    assert [line for line in lines[1:] if not re.match(rf"- [^-]|### \w|{version}", line)] == []
    entries = [line for line in lines if line.startswith("- ")]
    assert len(entries) == len(set(entries))


def test_the_newest_version_is_that_of_the_project() -> None:
    (newest, *_older) = re.findall(r"^## (\d+\.\d+\.\d+) ", CHANGELOG, re.MULTILINE)
    assert f'\nversion = "{newest}"\n' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_links_and_files_are_there() -> None:
    for document, text in TEXTS.items():
        assert [link for link in LINK.findall(text) if not (document.parent / link).exists()] == [], document
    named = {name.removeprefix("../") for text in TEXTS.values() for name in NAMED.findall(text)}
    assert [
        name
        for name in sorted(named)
        if not (ROOT / name).exists() and not any(one == name or one.endswith(f"/{name}") for one in FILES)
    ] == []


def test_links_lead_to_headings() -> None:
    found = [
        ((document.parent / name).resolve() if name else document, anchor)
        for document, text in TEXTS.items()
        for name, anchor in ANCHOR.findall(text)
    ]
    assert [(path.name, anchor) for path, anchor in found if anchor not in anchors_of(TEXTS[path])] == []


def anchors_of(text: str) -> set[str]:
    """Of its headings, as a forge makes them."""
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in HEADING.findall(text)}


def test_commands_know_what_they_are_told() -> None:
    text = "\n".join(TEXTS.values())
    for name, rest in COMMAND.findall(text):
        app = get_commands()[name]
        assert isinstance(app, str), name
        parser = load_command_class(app, name).create_parser("manage.py", name)
        known = {option for action in parser._actions for option in action.option_strings}
        for action in parser._actions:
            for sub in (action.choices or {}).values() if isinstance(action.choices, dict) else ():
                known |= {option for one in sub._actions for option in one.option_strings}
        assert (used := used_in(rest)) <= known, f"{name} {used - known}"
    for name, rest in PROGRAM.findall(text):
        known = set(import_module(name).command_line()._option_string_actions)
        assert (used := used_in(rest)) <= known, f"{name} {used - known}"


def used_in(command: str) -> set[str]:
    return {word for word in shlex.split(command.replace("'", "’")) if word.startswith("--")}


def test_every_command_of_our_own_is_told_in_the_readme() -> None:
    told = {name for name, _rest in COMMAND.findall(TEXTS[ROOT / "README.md"])}
    assert {name for name, app in get_commands().items() if app in OUR_APPS} <= told
    programs = {path.stem for path in (ROOT / "training").glob("*.py") if "def command_line" in path.read_text()}
    assert programs == {name.removeprefix("training.") for name, _rest in PROGRAM.findall(TEXTS[ROOT / "README.md"])}


def test_every_target_that_is_named_is_in_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {name for text in TEXTS.values() for name in re.findall(r"(?:`|^)make ([a-z-]+)", text, re.MULTILINE)}
    assert len(named) > 8
    assert named <= targets
