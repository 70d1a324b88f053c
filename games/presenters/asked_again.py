"""A computer player's move made again: what its page says, in every game."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.actions import Action
from games.engine.notation import view_json
from games.registry import GAMES
from games.services.proofs import AskedAgain
from games.viewmodel.levels import level_name
from games.viewmodel.moves import DONE


@dataclass(frozen=True, slots=True)
class AgainContext:
    """Actions in words, cards in brackets. `again` is empty where the player could not be asked, or failed.

    `tags`: the game has cards that are marked.
    """

    code: str
    number: int
    step: int
    name: str
    level: str
    held: str
    played: str
    again: str
    is_same: bool
    is_here: bool
    version: int | None
    knew: str
    tags: bool


def asked_again(seen: AskedAgain) -> AgainContext:
    key = seen.view.game
    return AgainContext(
        code=seen.code,
        number=seen.number,
        step=seen.step,
        name=seen.name,
        level=level_name(seen.level),
        held=_in_brackets(card.text for card in seen.view.hand or ()),
        played=done(key, seen.played),
        again="" if seen.again is None else done(key, seen.again),
        is_same=seen.again == seen.played,
        is_here=seen.is_here,
        version=seen.version,
        tags=bool(GAMES[key].tags),
        knew=json.dumps(view_json(seen.view), indent=1, ensure_ascii=False),
    )


def done(key: str, action: Action) -> str:
    """An action as somebody would say it; a verb that is not known here is said as the log has it."""
    words = GAMES[key].done.get(action.verb) or DONE.get(action.verb)
    if words is None:
        return action.verb
    return words(action) if callable(words) else str(words)


def _in_brackets(cards: Iterable[object]) -> str:
    return " ".join(f"[{text}]" for text in cards)
