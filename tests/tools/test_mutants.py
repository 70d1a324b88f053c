"""The mutants of `tools.mutants` are where its list says, and putting one in changes nothing else."""

from collections import Counter
from pathlib import Path

import pytest

from tools.mutants.__main__ import ROOT, Mutant, mutants

MUTANTS = mutants()


def test_each_is_found_once_in_its_file_and_has_tests() -> None:
    for mutant in MUTANTS:
        assert mutant.place(ROOT)[0] == ROOT / mutant.file, mutant.what
        assert mutant.tests and all((ROOT / path).exists() for path in mutant.tests), mutant.what


def test_putting_one_in_changes_that_place_alone_and_leaves_python() -> None:
    for mutant in MUTANTS:
        path, start, end = place = mutant.place(ROOT)
        text, changed = path.read_text(encoding="utf-8"), mutant.put_into(*place)
        assert changed != text
        assert changed.startswith(text[:start]) and changed.endswith(text[end:])
        if path.suffix == ".py":
            assert b"@kernel" not in path.read_bytes(), f"{mutant.file} would have to be compiled again"
            compile(changed, mutant.file, "exec")


def test_no_two_are_alike() -> None:
    assert max(Counter(mutant.what for mutant in MUTANTS).values()) == 1
    assert max(Counter((mutant.file, mutant.before, mutant.after) for mutant in MUTANTS).values()) == 1


@pytest.fixture
def moved(tmp_path: Path) -> Mutant:
    """A mutant of a file whose two lines have gone to another one, indented."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games/new.py").write_text("def f(a):\n    if a:\n        return 1\n    return 2\n")
    return Mutant("", "games/old.py", 1, "if a:\n  return 1", "if not a:\n    return 1", ("tests",))


def test_one_whose_text_has_moved_is_found(tmp_path: Path, moved: Mutant) -> None:
    place = moved.place(tmp_path)
    assert place[0].name == "new.py"
    assert moved.put_into(*place) == "def f(a):\n    if not a:\n        return 1\n    return 2\n"


def test_one_whose_text_stands_nowhere_or_twice_is_lost(tmp_path: Path, moved: Mutant) -> None:
    text = (tmp_path / "games/new.py").read_text()
    for wrong in ("", text * 2):
        (tmp_path / "games/new.py").write_text(wrong)
        with pytest.raises(LookupError):
            moved.place(tmp_path)
