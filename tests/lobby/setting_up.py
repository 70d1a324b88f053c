"""Setting games up in tests: what is posted, what a page then says and shows, and players for a game of four."""

import html
import re
from typing import Any

from tests.asking import parsed

NEW = "/games/new/"
TWO_MAN = "/games/new/twoman/"
SPADES = "/games/new/spades/"
TWO_MAN_POST = {
    "level": "medium",
    "target": "200",
    "mercy_lead": "300",
    "nil_points": "100",
    "first_lead": "odd",
    "blind_deficit": "100",
}
COMPANY = {"level": "normal", "level_bruno": "", "level_marta": "", "level_odile": "", "across": "marta"}
#: Every number of a custom game; the switches are those that are on.
NUMBERS = {
    "blind_nil_exchange": "0",
    "winning_score": "500",
    "losing_score": "-300",
    "bonus_bid": "0",
    "min_ind": "0",
    "max_ind": "13",
    "min_team": "0",
    "max_team": "13",
}
CUSTOM_POST = {**COMPANY, **NUMBERS, "partners": "on", "spades_must_be_broken": "on", "allow_blind_nils": "on"}


def text_of(response: Any) -> str:
    """What a page says, its drawings and its breaks left out."""
    return " ".join(parsed(response.content.decode()).text.split())


def inputs(response: Any) -> dict[str, str]:
    """The tag of each field by its name; of a group of radios the one that is chosen, else the last."""
    found: dict[str, str] = {}
    for tag in re.findall(r"<(?:input|select)[^>]*>", response.content.decode()):
        name = re.search(r'name="([^"]*)"', tag)
        if name and ('type="radio"' not in tag or " checked" not in found.get(name[1], "")):
            found[name[1]] = html.unescape(tag)
    return found


def chosen_in(response: Any, name: str) -> str:
    """The option of that select which is chosen."""
    body = response.content.decode()
    select = body[body.index(f'<select name="{name}"') :]
    found = re.search(r'<option value="([^"]*)" selected', select[: select.index("</select>")])
    assert found is not None
    return found[1]
