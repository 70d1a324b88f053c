"""Pages have every attribute that templates read. Django templates render nothing for a missing attribute."""

import re
from pathlib import Path
from typing import Any

import pytest

from games.registry import GAMES
from tests.bidwhist.positions import in_play as whist_in_play
from tests.cardduel.positions import DuelTable
from tests.people.test_stand_ins import PAST
from tests.spades.positions import in_play as spades_in_play
from tests.table.positions import in_play

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
TABLES = {
    "twoman": in_play().page(),
    "spades": spades_in_play().page(),
    "bidwhist": whist_in_play().page(),
    "cardduel": DuelTable().deal().page(),
}
TRICK_GAMES = ("twoman", "spades", "bidwhist")
#: Templates for games in which a bid is a number of tricks or nil.
OF_BIDS = {"_bids.html", "_offers.html", "_look.html"}


def names_in(path: Path, page: str) -> set[str]:
    """Return the attributes that a template reads from the variable named `page`."""
    return set(re.findall(rf"(?<![\w./\"]){page}\.([a-z_]+)\b(?!\.(?:css|js|html))", path.read_text(encoding="utf-8")))


def games_of(path: Path) -> tuple[str, ...]:
    """Return the games whose tables a template draws."""
    if path.parent.name in GAMES:
        return (path.parent.name,)
    return ("twoman", "spades") if path.name in OF_BIDS else TRICK_GAMES


def missing(path: Path, name: str, page: Any) -> list[str]:
    return [f"{path.name}: {name}.{one}" for one in sorted(names_in(path, name)) if one not in dir(page)]


def test_a_table_has_every_name_that_its_templates_read() -> None:
    paths = sorted((TEMPLATES / "jinja2" / "games").rglob("*.html"))
    assert [one for path in paths for key in games_of(path) for one in missing(path, "table", TABLES[key])] == []


@pytest.mark.parametrize("key", GAMES)
def test_a_replay_a_past_game_and_a_finished_hand_have_every_name_that_their_templates_read(key: str) -> None:
    told, folder = PAST[key](), TEMPLATES / "games" / "replay"
    own = {"cardduel.html", "cardduel_review.html"}
    found = list[str]()
    for path in sorted(folder.glob("*.html")):
        if (path.name in own) == (key == "cardduel") or path.name not in own | {"table.html", "game.html"}:
            found += missing(path, "at", told.at(-1)) + missing(path, "review", told.past())
    for name in ("_summary.html", "_all_tricks.html", "_sweep.html") if key in TRICK_GAMES else ():
        path = TEMPLATES / "jinja2" / "games" / "table" / name
        found += missing(path, "hand", told.past().hand(told.game.hands[0]))
    assert found == []


def test_an_unknown_name_is_reported(tmp_path: Path) -> None:
    (tmp_path / "one.html").write_text('{{ table.say }} {{ table.nothing }} "table.css"', encoding="utf-8")
    assert missing(tmp_path / "one.html", "table", TABLES["twoman"]) == ["one.html: table.nothing"]
