"""Every game is complete, no shared source depends on a game, and imports follow the layers.

The toy game Parlour shows that a game needs no code outside its own folder, `tests/parlour`: the site offers, replays
and counts it, and its deals are verified.
"""

import ast
import csv
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.checks import run_checks
from django.template.loader import get_template, select_template
from django.test import Client

from accounts.models import User
from games import registry
from games.apps import every_game_is_complete
from games.bots.base import AnyLegal
from games.cardgame import CardGame, OptionWords, SettingWords
from games.engine.options import Option
from games.engine.state import Phase
from games.lobby.rules_pages import rules_page, strategy_template
from games.pages.trick_table import TrickTable
from games.records import export
from games.records.proofs import program
from games.registry import GAMES
from games.statistics import tallies
from games.table.models import Entry, Game, Hand
from games.twoman.rules import TwoMan
from tests.parlour.rules import Parlour
from tests.parlour.table import ParlourTable
from tests.statistics.played import DAYS, NEXT, at_noon_of, play_demo_game
from tools.site import ROOT

TWO_MAN = GAMES["twoman"]


# ---------- independence ----------
def test_imports_follow_the_contracts() -> None:
    lint_imports = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint_imports, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def shared(suffix: str) -> list[Path]:
    found = [path for folder in ("games", "accounts", "spadesite") for path in (ROOT / folder).rglob(f"*{suffix}")]
    own = [ROOT / "games" / key for key in GAMES]
    return [path for path in found if "migrations" not in path.parts and not any(one in path.parents for one in own)]


def strings(tree: ast.AST) -> Iterator[str]:
    """Yield the strings of a source, except translated texts, in which "spades" may be the suit."""
    for node in ast.iter_child_nodes(tree):
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if re.match(r"(n?p?gettext(_lazy)?|_)$", name):
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        yield from strings(node)


def test_games_and_shared_sources_are_independent() -> None:
    """Shared sources and the conditions of templates name no game, and only the registry imports games.

    Games and `games/pages` import nothing of Django but translations, formats and lazy texts.
    """
    keys = "|".join(GAMES)
    imported = re.compile(rf"^(?:from|import) games(?:\.| import )(?:{keys})\b", re.MULTILINE)
    django = re.compile(r"^(?:from|import) (django\S*)", re.MULTILINE)
    texts = {path: path.read_text(encoding="utf-8") for suffix in (".py", ".js") for path in shared(suffix)}
    assert len(texts) > 100
    for path, text in texts.items():
        found = set(re.findall(r"[\"'`](\w+)[\"'`]", text)) & set(GAMES)
        if found and path.suffix == ".py":
            found &= set(strings(ast.parse(text)))
        assert found == set(), path
        assert not imported.search(text) or path.name == "registry.py", path
    chosen = re.compile(rf"{{% (?:if|elif) [^%]*[\"'](?:{keys})[\"']")
    templates = [path for path in (ROOT / "templates").rglob("*.html") if path.parent.name not in GAMES]
    assert [path for path in templates if chosen.search(path.read_text(encoding="utf-8"))] == []
    own = [path for folder in ("pages", *GAMES) for path in (ROOT / "games" / folder).rglob("*.py")]
    known = {name for path in own for name in django.findall(path.read_text(encoding="utf-8"))}
    assert known <= {"django.utils.translation", "django.utils.functional", "django.utils.formats"}


# ---------- completeness ----------
def missing(key: str, document: Path, readme: Path) -> list[str]:
    game, page = GAMES[key], rules_page(key)
    rows = re.findall(r"^\| .* \| `(\w+)` \|", readme.read_text(encoding="utf-8"), re.MULTILINE)
    is_there = {
        "documents": document.exists(),
        "each option in its document": all(one.key in document.read_text("utf-8") for one in game.rules.options),
        "a row in the README": key in rows,
        "a golden game": any((ROOT / "tests" / "golden").glob(f"{key}*.txt")),
        "a page of rules": page is not None and select_template(page["templates"]) is not None,
        "a page of strategy": strategy_template(key) is not None,
        "its script": not game.script or finders.find(game.script) is not None,
    }
    return [*game.lacks(), *(name for name, found in is_there.items() if not found)]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_complete(key: str) -> None:
    assert [one.msg for one in run_checks() if str(one.id).startswith("games.")] == []
    assert missing(key, ROOT / "docs" / "rules" / f"{key}.md", ROOT / "README.md") == []
    page = GAMES[key].table
    if not any((ROOT / "templates" / "jinja2" / "games" / key).glob("*.html")):
        assert page is not None and issubclass(page, TrickTable)
        assert all(page.template_of(key, phase).startswith("games/table/") for phase in Phase)


def test_the_toy_game_is_complete(parlour: None) -> None:
    document = ROOT / "tests" / "parlour" / "README.md"
    assert missing("parlour", document, document) == []
    assert all(get_template(ParlourTable.template_of("parlour", phase)) for phase in Phase)


class Bare(Parlour):
    """The toy game under another key, so that it has no templates."""

    key = "bare"


@pytest.mark.parametrize(
    ("game", "messages"),
    [
        (CardGame(rules=Parlour()), []),
        (replace(TWO_MAN, players={}), ["games.E001: The game “twoman” has no computer player."]),
        (CardGame(rules=Parlour(), players={"easy": AnyLegal()}), ["games.E002: The game “parlour” has no table."]),
        (
            CardGame(rules=Bare(), players={"easy": AnyLegal()}, table=TWO_MAN.table),
            [
                f"games.W001: The game “bare” lacks: {what}."
                for what in (
                    *("text for the front page", "tips", "words of hints"),
                    *(f"words of the option “{one}”" for one in ("target", "most_hands", "doubling")),
                    *("template pages/rules_bare.html", "template games/bare/strategy.html"),
                )
            ],
        ),
    ],
    ids=["not offered", "without a bot", "without a table", "without words"],
)
def test_checks_name_what_a_game_lacks(game: CardGame, messages: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", {game.key: game})
    assert [f"{one.id}: {one.msg}" for one in every_game_is_complete(None)] == messages


class Varied(TwoMan):
    """Two-Man Spades with a variant and with an option; the variant and the choice “left” have no words."""

    options = (Option("variant", "long", choices=("long",)), Option("lead", "left", choices=("left", True)))


def test_missing_words_of_levels_variants_and_choices_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without a strategy template has no strategy page."""
    monkeypatch.setitem(registry._GAMES, Bare.key, CardGame(rules=Bare()))
    assert Client().get(f"/rules/{Bare.key}/strategy/").status_code == 404
    settings = SettingWords(options={"lead": OptionWords("Lead", "Who leads.")})
    varied = replace(TWO_MAN, rules=Varied(), settings=settings, players={"brilliant": AnyLegal()})
    assert [*varied.lacks()] == [
        "words of the level “brilliant”",
        "words of the variant “long”",
        "name of the choice “left” of “lead”",
    ]


def fetched(client: Client, address: str, **query: str | int) -> str:
    answer = client.get(address, query)
    assert answer.status_code == 200, address
    return unescape(b"".join(answer).decode())


def test_the_toy_game_is_offered_with_rules_and_options(parlour: None, as_alice: Client) -> None:
    for address in ("/games/new/", "/games/new/parlour/", "/rules/parlour/", "/rules/parlour/strategy/"):
        assert "Parlour" in fetched(as_alice, address)
    for words in ("Points to win", "Hands at most", "Doubling"):
        assert words in fetched(as_alice, "/rules/parlour/")


def test_every_step_of_the_toy_game_is_replayed_with_all_hands_open(
    parlour: None, as_alice: Client, alice: User
) -> None:
    game = play_demo_game(alice, "parlour", seed=1)
    assert "Hand by hand" in fetched(as_alice, f"/games/{game.code}/review/")
    for hand in Hand.objects.filter(game=game)[:2]:
        address = f"/games/{game.code}/hands/{hand.number}/"
        entries = Entry.objects.filter(game=game, hand=hand.number)
        shown = [fetched(as_alice, f"{address}replay/", step=step) for step in range(entries.count())]
        assert not any(re.search(r"\[[2-9TJQKA][SHDC]\]", page) for page in shown), "a card is left as text"
        assert "As dealt." in shown[0] and shown[0].count("data-card=") == 20
        assert all(f'data-card="{card}"' in shown[0] for cards in hand.deal["hands"] for card in cards)
        assert "The hand is over." in shown[-1] and 'id="points"' in shown[-1]
        assert shown[-1].count('id="trick-') == entries.filter(action__startswith='["play","').count() // 4
        assert fetched(as_alice, address)


def test_the_toy_game_is_counted_and_shown_in_pages_and_files(parlour: None, as_alice: Client, alice: User) -> None:
    for seed, day in enumerate(DAYS):
        play_demo_game(alice, "parlour", day, seed=seed)
    with at_noon_of(NEXT):
        tallies.catch_up()
        assert "By who bid first" in fetched(as_alice, "/statistics/", game="parlour", period="all")
        for part in ("", "hands/", "games/", "everybody/"):
            assert "Parlour" in fetched(as_alice, f"/statistics/{part}", game="parlour", period="all")
        for game in Game.objects.all():
            fetched(as_alice, f"/statistics/games/{game.code}/")
        rows = [*csv.reader(StringIO(fetched(as_alice, "/statistics/statistics.csv", game="parlour", period="all")))]
        assert ["Games", "played to the end", str(len(DAYS)), ""] in rows
        hands = [*csv.DictReader(StringIO(fetched(as_alice, "/statistics/hands.csv", game="parlour", period="all")))]
    ended = Hand.objects.filter(ended_at__isnull=False)
    assert len(hands) == ended.count() and {row["game"] for row in hands} == {"parlour"}
    assert sum(int(row["points"]) for row in hands if row["points"]) == sum(points(alice, hand) for hand in ended)


def points(person: User, hand: Hand) -> int:
    """Return the points of the person's side; 0 if all seats passed."""
    assert hand.sheet is not None
    return int(hand.sheet.get("points", (0, 0))[hand.game.seats.get(user=person).number % 2])


def test_deals_and_draws_of_the_toy_game_are_proved_by_the_program(parlour: None, alice: User) -> None:
    game, checker = play_demo_game(alice, "parlour", seed=1), dict[str, Any](__name__="verify_deal")
    exec(compile(program(), "verify_deal.py", "exec"), checker)
    record = export.game_line(code=game.code)
    assert checker["check_records"]([record])

    def another_draw(hands: Any) -> None:
        draw, deal = next((one, hand["deal"]) for hand in hands for one in hand["actions"] if one[1] == "draw")
        draw[2][1] = next(card for card in deal["deck"] if card != draw[2][1])

    def another_deck(hands: Any) -> None:
        hands[0]["deal"]["deck"].reverse()

    def another_kitty(hands: Any) -> None:
        deal = hands[0]["deal"]
        deal["kitty"][0], deal["deck"][0] = deal["deck"][0], deal["kitty"][0]

    for change in (another_draw, another_deck, another_kitty):
        changed = json.loads(record)
        change(changed["hands"])
        assert not checker["check_records"]([json.dumps(changed)])
