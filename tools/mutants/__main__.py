"""`python -m tools.mutants`: apply each fault of mutants.toml to a copy of HEAD and run the tests that must detect it.

Outcomes are stored in var/mutants.jsonl, so an interrupted run continues. Exits with 1 unless all mutants are killed.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

from spadesite.environment import kernels_folder

ROOT: Final = Path(__file__).resolve().parents[2]
VAR: Final = ROOT / "var"
OUTCOMES: Final = VAR / "mutants.jsonl"
#: Folders that are searched for the text of a mutant if its file does not have it.
SOURCES: Final = ("games", "accounts", "spadesite", "templates")
#: Timeout in seconds of one mutant's tests; after it the mutant counts as killed.
TIMEOUT: Final = 300
KILLED, SURVIVED, LOST, UNTRIED = "killed by", "SURVIVED", "LOST, found in:", "UNTRIED, fails without it:"
UNSET: Final = ("DATABASE_URL", "TEST_DATABASE", "SPADESITE_VAR", "SPADESITE_PREPARED", "DJANGO_SETTINGS_MODULE")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: `before`, a text that occurs once in `file`, is replaced by `after`.

    `line` is the line of `before` when the entry was written; it is printed, but the search does not use it.
    """

    what: str
    file: str
    line: int
    before: str
    after: str
    tests: tuple[str, ...]

    @classmethod
    def of(cls, entry: dict[str, Any]) -> "Mutant":
        return cls(**{**entry, "tests": tuple(entry["tests"])})

    def place(self, root: Path) -> tuple[Path, int, int]:
        """Return file, start and end of `before`, in `file`, else in `SOURCES`; raise LookupError unless found once."""
        own = root / self.file
        every = (path for folder in SOURCES for path in sorted((root / folder).rglob("*.*")))
        found = self._places([own] if own.is_file() else ()) or self._places(every)
        if len(found) != 1:
            raise LookupError(", ".join(str(path.relative_to(root)) for path, _start, _end in found) or "nowhere")
        return found[0]

    def put_into(self, path: Path, start: int, end: int) -> str:
        """Return the text of the file with the fault. Each line of `after` is indented like the replaced line."""
        text = path.read_text(encoding="utf-8")
        line = text[text.rfind("\n", 0, start) + 1 : start]
        indent = line[: len(line) - len(line.lstrip())]
        return text[:start] + self.after.strip("\n").replace("\n", f"\n{indent}") + text[end:]

    def _places(self, files: Iterable[Path]) -> list[tuple[Path, int, int]]:
        """Return file, start and end of each match of `before` in these files, ignoring indentation."""
        lines = (re.escape(line.lstrip()) for line in self.before.strip("\n").split("\n"))
        pattern = re.compile(r"\n[ \t]*".join(lines))
        texts = ((path, path.read_text(encoding="utf-8")) for path in files if path.suffix in (".py", ".html"))
        return [(path, *match.span()) for path, text in texts for match in pattern.finditer(text)]


@dataclass(frozen=True, slots=True)
class MutantOutcome:
    mutant: Mutant
    verdict: str
    by: str = ""
    seconds: float = 0.0

    def __str__(self) -> str:
        title = f"{self.seconds:5.1f} s  {self.mutant.what} ({self.mutant.file}:{self.mutant.line})"
        return f"{title}\n         {self.verdict} {self.by}".rstrip()


class Tree:
    """A git worktree of HEAD under var/, with its own compiled kernels. Later runs reuse it."""

    def __init__(self, number: int) -> None:
        self.root = VAR / "mutants" / f"tree-{number}"
        if not (self.root / ".git").exists():
            _git("worktree", "prune")
            _git("worktree", "add", "--force", "--detach", str(self.root), "HEAD")
        _git("-C", str(self.root), "reset", "--quiet", "--hard", _git("rev-parse", "HEAD"))
        # No mutant changes a source with kernels, so all runs share those compiled here.
        self.environment = {name: value for name, value in os.environ.items() if name not in UNSET}
        self.environment["NUMBA_CACHE_DIR"] = kernels_folder(VAR / "mutants", self.root / "games")
        prepare = [sys.executable, "manage.py", "prepare_players"]
        subprocess.run(prepare, cwd=self.root, env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def fails(self, tests: tuple[str, ...], *options: str) -> str:
        """Run the tests; return "" if all pass, else the first failure. A run with `options` fails after `TIMEOUT`."""
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--tb=no",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:randomly",
            *options,
            *tests,
        ]
        # A mutant's tests must write no bytecode: Python might load it for the restored file.
        env, out = {**self.environment, "PYTHONDONTWRITEBYTECODE": "1" if options else ""}, subprocess.PIPE
        with subprocess.Popen(command, cwd=self.root, env=env, stdout=out, text=True, start_new_session=True) as pytest:
            try:
                printed, _ = pytest.communicate(timeout=TIMEOUT if options else None)
            except subprocess.TimeoutExpired:
                os.killpg(pytest.pid, signal.SIGKILL)
                return f"a timeout of {TIMEOUT} s"
        named = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", printed, re.MULTILINE)
        return "" if pytest.returncode == 0 else named.group(1) if named else printed[-200:]

    def try_out(self, mutant: Mutant) -> MutantOutcome:
        """Run the mutant's tests against it, then restore the file with its modification time."""
        try:
            path, start, end = mutant.place(self.root)
        except LookupError as lost:
            return MutantOutcome(mutant, LOST, str(lost))
        if path != self.root / mutant.file:
            print(f"         not in {mutant.file}, but in {path.relative_to(self.root)}", flush=True)
        text, stat, begun = path.read_bytes(), path.stat(), time.monotonic()
        try:
            path.write_text(mutant.put_into(path, start, end), encoding="utf-8")
            by = self.fails(mutant.tests, "-x")
        finally:
            path.write_bytes(text)
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        return MutantOutcome(mutant, KILLED if by else SURVIVED, by, time.monotonic() - begun)


def mutants() -> list[Mutant]:
    text = Path(__file__).with_name("mutants.toml").read_text(encoding="utf-8")
    return [Mutant.of(entry) for entry in tomllib.loads(text)["mutant"]]


def kept() -> dict[Mutant, MutantOutcome]:
    """Return the stored outcomes of killed and surviving mutants. A mutant whose entry was changed is tried again."""
    lines = map(json.loads, OUTCOMES.read_text(encoding="utf-8").splitlines() if OUTCOMES.exists() else ())
    found = [MutantOutcome(**{**line, "mutant": Mutant.of(line["mutant"])}) for line in lines]
    return {outcome.mutant: outcome for outcome in found if outcome.verdict in (KILLED, SURVIVED)}


def tried(due: list[Mutant], *, jobs: int) -> list[MutantOutcome]:
    """Try mutants in `jobs` worktrees; store and return the outcomes. A mutant's tests must first pass without it."""
    trees = SimpleQueue[Tree]()
    for number in range(jobs if due else 0):
        trees.put(Tree(number))

    def with_tests(tests: tuple[str, ...]) -> list[MutantOutcome]:
        tree, found = trees.get(), list[MutantOutcome]()
        wrong = tree.fails(tests)
        for mutant in (one for one in due if one.tests == tests):
            found.append(MutantOutcome(mutant, UNTRIED, wrong) if wrong else tree.try_out(mutant))
            with OUTCOMES.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(found[-1])) + "\n")
            print(found[-1], flush=True)
        trees.put(tree)
        return found

    with ThreadPoolExecutor(jobs) as pool:
        return [*chain.from_iterable(pool.map(with_tests, dict.fromkeys(mutant.tests for mutant in due)))]


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--only", default="", metavar="WORD", help="try mutants with this word in `what` or `file`")
    parser.add_argument("--file", default="", metavar="PATH", help="try mutants of this file")
    parser.add_argument("--jobs", type=int, default=1, help="number of parallel worktrees")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="run these tests instead of the listed ones")
    parser.add_argument("--again", action="store_true", help="start over instead of continuing an earlier run")
    asked = parser.parse_args()
    found = (one for one in mutants() if asked.only.lower() in f"{one.what} {one.file}".lower())
    chosen = [replace(one, tests=tuple(asked.tests or one.tests)) for one in found if asked.file in ("", one.file)]
    if asked.again:
        OUTCOMES.unlink(missing_ok=True)
    before = kept()
    outcomes = [before[one] for one in chosen if one in before]
    outcomes += tried([one for one in chosen if one not in before], jobs=asked.jobs)
    alive = [one for one in outcomes if one.verdict != KILLED]
    killed = Counter("/".join(one.mutant.file.split("/")[:2]) for one in outcomes if one.verdict == KILLED)
    print(*(f"{folder:<28} {count:>4} killed" for folder, count in sorted(killed.items())), *alive, sep="\n")
    print(f"{killed.total()} of {len(outcomes)} mutants killed in {sum(one.seconds for one in outcomes):.0f} s.")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
