"""Nobody is named in code: names come from seats, the house's own from one place, and every word fits anybody."""

import re
from collections.abc import Iterable
from pathlib import Path

import polib

from accounts.names import BESIDE, COMPUTER_PLAYER

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted((ROOT / "games").rglob("*.py"))
CODE = [*GAMES, *sorted((ROOT / "accounts").rglob("*.py")), *sorted((ROOT / "spadesite").rglob("*.py"))]
TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))
#: It is about the computer player, whom it calls by name.
ABOUT = ROOT / "templates" / "pages" / "about.html"
#: What the site is called, whoever sits at its tables.
SITE = "Marta’s Table"
OF_THE_HOUSE = re.compile(rf"\b({'|'.join((COMPUTER_PLAYER, *BESIDE))})\b")
OF_ONE_KIND = re.compile(r"\b(she|hers?|herself|he|his|him|himself)\b", re.IGNORECASE)


def found(pattern: re.Pattern[str], paths: Iterable[Path]) -> list[tuple[str, str]]:
    texts = ((path, path.read_text(encoding="utf-8").replace(SITE, "")) for path in paths)
    return [(str(path.relative_to(ROOT)), word) for path, text in texts for word in pattern.findall(text)]


def test_no_game_names_a_player_of_the_house() -> None:
    assert found(OF_THE_HOUSE, [*GAMES, *(path for path in TEMPLATES if "games" in path.parts)]) == []


def test_no_word_fits_one_kind_of_people_alone() -> None:
    assert found(OF_ONE_KIND, [*CODE, *(path for path in TEMPLATES if path != ABOUT)]) == []


def test_a_translation_names_nobody_whom_the_text_does_not_name() -> None:
    for catalogue in (ROOT / "locale").rglob("*.po"):
        for entry in polib.pofile(str(catalogue)):
            said = entry.msgstr + "".join(entry.msgstr_plural.values())
            assert not OF_THE_HOUSE.search(said) or COMPUTER_PLAYER in entry.msgid, entry.msgid
