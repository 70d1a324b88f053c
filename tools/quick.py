"""`make quick`: lint, types and the tests of changes since main; no browser, PostgreSQL or running site.

A test file is chosen if it has changed, or if it imports a changed module, directly or through the module's package.
It is also chosen if its name or one of its folders occurs in a changed path: `templates/games/boards/day.html` chooses
`tests/boards`. `ALL=1` chooses every test file.
"""

import os
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("spadesite", "accounts", "games", "training", "tools", "tests")
#: Parts of paths that choose no tests, because they name no feature.
COMMON: Final = frozenset(
    ("games", "tests", "templates", "static") + ("views", "models", "pages", "forms", "urls", "tasks")
)
SLOW: Final = "not browser and not processes"


def main() -> int:
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    changed = changed_paths()
    chosen = files if os.environ.get("ALL") else [file for file in files if file in chosen_files(files, changed)]
    print(f"{len(changed)} changed files, {len(chosen)} of {len(files)} test files", flush=True)
    lint = subprocess.Popen([*_program("ruff"), "check", "."], cwd=ROOT)
    types = subprocess.Popen([*_program("mypy"), *PACKAGES], cwd=ROOT)
    tests = 0
    if chosen:
        names = [str(file.relative_to(ROOT)) for file in chosen]
        command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", "-m", SLOW, *names]
        tests = subprocess.run(command, cwd=ROOT).returncode
    # Exit code 5: pytest ran nothing, because all chosen tests are slow.
    return int(any((lint.wait(), types.wait(), tests not in (0, 5))))


def changed_paths() -> list[Path]:
    """Return the files changed since the merge base with main, committed or not, and untracked files."""
    main = "origin/main" if _git("branch", "--remotes", "--list", "origin/main") else "main"
    base = _git("merge-base", "HEAD", main)[0]
    named = {*_git("diff", "--name-only", base), *_git("ls-files", "--others", "--exclude-standard")}
    return [ROOT / name for name in sorted(named)]


def chosen_files(files: list[Path], changed: list[Path]) -> set[Path]:
    """Return the test files that these changes choose, by the rule in the module's docstring."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    reached = _importers(graph, [_module(path) for path in changed if path.suffix == ".py"])
    parts = {part for path in changed for part in (*path.relative_to(ROOT).parts[:-1], path.stem)} - COMMON
    return {
        file
        for file in files
        if file in changed
        or _module(file) in reached
        or file.stem.removeprefix("test_") in parts
        or any(part in parts for part in file.relative_to(ROOT / "tests").parts[:-1])
    }


def _importers(graph: grimp.ImportGraph, modules: list[str]) -> set[str]:
    """Return the modules, their importers in their packages (also indirect), and the direct importers of all these."""
    seen = {module for module in modules if module in graph.modules}
    queue = deque((module, module.rpartition(".")[0]) for module in seen)
    while queue:
        module, package = queue.popleft()
        new = graph.find_modules_that_directly_import(module) - seen
        seen |= new
        queue.extend((importer, package) for importer in new if importer.startswith(f"{package}."))
    return seen


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _program(name: str) -> list[str]:
    return [str(Path(sys.executable).parent / name)]


def _git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


if __name__ == "__main__":
    sys.exit(main())
