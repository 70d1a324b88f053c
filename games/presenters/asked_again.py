"""A computer player's move made again: what its page says, in every game."""

import json
from dataclasses import dataclass

from games.engine.notation import view_json
from games.presenters.choices import done
from games.registry import GAMES
from games.services.past.proofs import AskedAgain
from games.viewmodel.levels import level_name


@dataclass(frozen=True, slots=True)
class AskedAgainContext:
    """Actions in words, cards in brackets. `chosen` is empty where the player could not be asked, or failed.

    `tags`: the game has cards that are marked; `is_whole`: its hand is the game.
    """

    number: int
    step: int
    name: str
    level: str
    held: str
    played: str
    chosen: str
    is_same: bool
    is_here: bool
    version: int | None
    knew: str
    tags: bool
    is_whole: bool


def page(snapshot: AskedAgain) -> AskedAgainContext:
    key = snapshot.view.game
    return AskedAgainContext(
        number=snapshot.number,
        step=snapshot.step,
        name=snapshot.name,
        level=level_name(snapshot.level),
        held=" ".join(f"[{card.text}]" for card in snapshot.view.hand or ()),
        played=done(key, snapshot.played),
        chosen="" if snapshot.chosen is None else done(key, snapshot.chosen),
        is_same=snapshot.chosen == snapshot.played,
        is_here=snapshot.is_here,
        version=snapshot.version,
        tags=bool(GAMES[key].tags),
        is_whole=GAMES[key].is_one_hand,
        knew=json.dumps(view_json(snapshot.view), indent=1, ensure_ascii=False),
    )
