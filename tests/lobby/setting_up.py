"""Forms that set games up, and functions that read the text and the fields of a response."""

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
#: Every numeric option of a custom game.
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
    """Return the text of a page in one line, without what is hidden from screen readers."""
    return " ".join(parsed(response.content.decode()).text.split())


def fields_of(response: Any) -> dict[str, str]:
    """Return the tag of each field by name. Of several radio buttons it is the checked one, or the last if none is."""
    found: dict[str, str] = {}
    for tag in re.findall(r"<(?:input|select)[^>]*>", response.content.decode()):
        name = re.search(r'name="([^"]*)"', tag)
        if name and ('type="radio"' not in tag or " checked" not in found.get(name[1], "")):
            found[name[1]] = html.unescape(tag)
    return found


def chosen_in(response: Any, name: str) -> str:
    """Return the selected option of the select `name`."""
    body = response.content.decode()
    select = body[body.index(f'<select name="{name}"') :]
    found = re.search(r'<option value="([^"]*)" selected', select[: select.index("</select>")])
    assert found is not None
    return found[1]
