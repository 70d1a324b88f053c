"""The folder for everything written at run time: database, queue, secret key, collected static files."""

import hashlib
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path


def make_folders(var: Path) -> None:
    """An unwritable folder is not reported here but by the check spadesite.E003, with a hint."""
    with suppress(OSError):
        for folder in (var / "queue" / "tasks", var / "queue" / "control", var / "static"):
            folder.mkdir(parents=True, exist_ok=True)


def kernels_folder(var: Path, sources: Path) -> str:
    """Where the computer players' compiled code is kept, "" where nothing can be written.

    Named after the sources: numba looks at a function's own file alone, not at those of the functions it calls.
    """
    digest = hashlib.sha256()
    for source in sorted(sources.glob("*.py")):
        digest.update(source.read_bytes())
    folder = var / "kernels" / digest.hexdigest()[:12]
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return str(folder) if os.access(folder, os.W_OK) else ""


def secret_key(var: Path) -> str:
    """The key of this machine, made once.

    Two processes that start together must end with the same one: the link is the winner's.
    """
    path = var / "secret_key"
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(48))
    return path.read_text(encoding="ascii").strip()


def _write_once(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret_key-")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.unlink(draft)
