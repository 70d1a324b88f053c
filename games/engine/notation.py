"""Actions and views as JSON, for logs, records, forms and outside players."""

import json
from collections.abc import Mapping
from typing import Final

from games.engine.actions import Action, Argument, Pick
from games.engine.reading import ordered
from games.engine.state import DEALER, Seat, SeatAction, SeatView, plain

#: Maximum length of an action's text in characters. No action of any game is longer.
LONGEST: Final = 4_000
#: Maximum depth of nested lists and objects in an argument.
_DEEPEST: Final = 4
#: Verbs whose null argument is written: `["book",null]` gives up the call of a renege.
SAY_NULL: Final = frozenset(("book",))
#: A tuple, because a union in `isinstance` would be built at every call.
_PLAIN: Final = (str, int, float)


class NotAnAction(ValueError):
    """The text cannot be parsed as an action. (`Ruleset.refusal` decides whether a parsed action is legal.)"""


def action_text(action: Action) -> str:
    """Return an action as JSON: `["play","QH"]`, `["look"]`, `["deal",{"hands":[…]}]`."""
    return json.dumps(action_json(action), separators=(",", ":"), ensure_ascii=False)


def read_action(text: str) -> Action:
    """Return the action with this text; raise NotAnAction if the text is not an action."""
    if len(text) > LONGEST:
        raise NotAnAction("too long for an action")
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise NotAnAction("not JSON") from error
    return action_of(value)


def ordered_text(text: str) -> str:
    """Return the text of an action with its cards in canonical order (see `ordered`); "" for "".

    Use this to compare players' actions: a log stores cards in the order in which the player named them.
    """
    return action_text(ordered(read_action(text))) if text else ""


def action_of(value: object) -> Action:
    """Return the action of a JSON list [verb] or [verb, argument]; raise NotAnAction for anything else."""
    if not isinstance(value, list) or not 1 <= len(value) <= 2 or not isinstance(value[0], str):
        raise NotAnAction("an action is a list of a verb and at most one argument")
    return Action(value[0], frozen(value[1]) if len(value) > 1 else None)


def said_of(value: object) -> SeatAction:
    """Return seat (null: the dealer) and action of a JSON list [seat, verb, argument?]; raise NotAnAction otherwise."""
    if not isinstance(value, list) or len(value) < 2:
        raise NotAnAction("an action is a list of a seat, a verb and at most one argument")
    seat = DEALER if value[0] is None else value[0]
    if type(seat) is not int or (seat < 0 and value[0] is not None):
        raise NotAnAction("a seat is a whole number from 0, or null")
    return seat, action_of(value[1:])


def said_json(seat: Seat, action: Action) -> list[object]:
    """Return the JSON list [seat, verb, argument?]; a hidden argument is null."""
    return [None if seat == DEALER else seat, *action_json(action)]


def action_json(action: Action) -> list[object]:
    """Return the JSON list [verb, argument?]; a hidden argument is null."""
    if action.argument is None and not action.hidden and action.verb not in SAY_NULL:
        return [action.verb]
    return [action.verb, plain(action.argument)]


def view_json(view: SeatView) -> dict[str, object]:
    """Return a view as JSON for an outside player (docs/rules/record.md)."""
    return {
        "game": view.game,
        "options": dict(view.options),
        "seat": view.seat,
        "number": view.number,
        "phase": str(view.phase),
        "hand": plain(view.hand),
        "legal": [_offer(one) for one in view.legal],
        "actions": [said_json(*said) for said in view.actions],
        "table": view.table.as_json(),
    }


def frozen(value: object, depth: int = _DEEPEST) -> "Argument":
    """Return a JSON value with lists as tuples; raise NotAnAction for another type, or if it is nested too deeply."""
    if value is None or isinstance(value, _PLAIN):
        return value
    if depth and isinstance(value, list | tuple):
        return tuple(frozen(one, depth - 1) for one in value)
    if depth and isinstance(value, Mapping):
        return {str(key): frozen(one, depth - 1) for key, one in value.items()}
    raise NotAnAction("the argument is not JSON or is nested too deeply")


def _offer(one: Action | Pick) -> list[object]:
    return [one.verb, {"pick": one.count}] if isinstance(one, Pick) else action_json(one)


def _no_constant(name: str) -> object:
    raise NotAnAction(f"{name} is not a JSON number")
