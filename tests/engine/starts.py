"""The start of a game as a record tells it."""

from collections.abc import Mapping
from typing import Any

from games.engine.actions import Action
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER


def is_sound(rules: Ruleset, options: Mapping[str, Any], start: Mapping[str, Any]) -> bool:
    """Whether the rules take it; the check of a record and the dealer's action have to agree."""
    checked = rules.check_start(options, start) is None
    told = rules.refusal(rules.initial(options), DEALER, Action("start", start))
    assert (told is None) is checked
    return checked
