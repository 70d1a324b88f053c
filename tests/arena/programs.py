"""Small outside programs for the arena's tests, written where a test wants them."""

import shlex
import sys
from pathlib import Path

#: Reads views and answers the first legal action; `{count}` answers later it does what `{then}` says.
_PROGRAM = """
import json, sys, time
answers = 0
for line in sys.stdin:
    view = json.loads(line)
    if view.get("end"):
        open({farewell!r}, "a").write("stopped\\n")
        break
    answers += 1
    if answers == {count}:
        {then}
    print(json.dumps(view["legal"][0]), flush=True)
"""


def program(folder: Path, *, then: str = "pass", count: int = 0, name: str = "program") -> str:
    """The player's name for the command line; the program leaves a line in `<name>.end` when told to stop."""
    path = folder / f"{name}.py"
    farewell = str(folder / f"{name}.end")
    path.write_text(_PROGRAM.format(farewell=farewell, count=count, then=then))
    return "exec:" + shlex.join([sys.executable, str(path)])
