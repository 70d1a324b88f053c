"""`manage.py records check` and the files that it is given."""

import json
from pathlib import Path
from typing import Any

from tests.records.stored import ran


def checked(*files: Path | str) -> tuple[list[dict[str, Any]], int]:
    """What is printed, line by line, and the exit status."""
    printed, status = ran("records", "check", *map(str, files))
    return [json.loads(line) for line in printed.splitlines()], status


def file_of(folder: Path, *lines: str) -> Path:
    path = folder / f"{len(list(folder.iterdir()))}.jsonl"
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path
