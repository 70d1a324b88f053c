"""The table of a trial: what was done to the site, the figure that came of it, and whether anything was lost."""

import shutil
import subprocess
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Final

from games.management.progress import beside_the_bar
from tests.site import ROOT

HEAD: Final = ("line", "what", "figure", "")
#: Where the table stands in the document: it is the last section.
HEADING: Final = "## The last trial"
ABOUT: Final = f"""{HEADING}
The site under faults: real servers, several processes of each part, killed, crashed, filled up and repeated. The lines
are those of the table above; times are of the machine it ran on.
```
python -m tests.trial --write docs/reliability.md
```
"""


@dataclass
class Report:
    """Rows as they come; printed at once, since a trial takes minutes."""

    rows: list[tuple[str, str, str, str]] = field(default_factory=list)

    @property
    def lost(self) -> list[str]:
        return [what for _line, what, _figure, verdict in self.rows if verdict != "ok"]

    def row(self, line: str, what: str, figure: str, *, ok: bool) -> None:
        verdict = "ok" if ok else "lost"
        self.rows.append((line, what, figure, verdict))
        with beside_the_bar():
            print(f"  {line:<6} {what:<62} {figure:<44} {verdict}", flush=True)

    def whole(self, line: str, what: str, figure: str, lost: list[str]) -> None:
        """A row that is well where nothing was lost; what was is printed below it."""
        self.row(line, what, figure, ok=not lost)
        with beside_the_bar():
            for one in lost[:5]:
                print(f"         {one}", flush=True)

    def write(self, path: Path) -> None:
        """In place of the last trial's table in that document; at its end where there was none."""
        before = path.read_text(encoding="utf-8").partition(HEADING)[0].rstrip("\n")
        lines = [f"| {' | '.join(one)} |" for one in (HEAD, ("---",) * len(HEAD), *self.rows)]
        path.write_text("\n".join([before, "", ABOUT + _made(), "", *lines, ""]), encoding="utf-8")


def _made() -> str:
    """The day of the trial, and the commit it was held on where git knows."""
    commit = ""
    if shutil.which("git"):
        asked = ["git", "rev-parse", "--short", "HEAD"]
        commit = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    return f"Held on {date.today():%Y-%m-%d}{f' at {commit}' if commit else ''}."
