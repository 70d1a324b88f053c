"""The rows of the tables of what each game takes and refuses."""

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.options import Options
from games.engine.state import Seat, State

#: A state; who does what there; None where it is taken, else the code of the refusal or its sentence.
Judged = tuple[State, Seat, str, Any, str | None]
#: Options, a start, and whether it is sound.
Start = tuple[Options, Mapping[str, Any], bool]
#: Its number in the rules or its name, what is played, and what comes of it.
Example = tuple[str, Callable[[], str], str]
