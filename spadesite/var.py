"""The folder for everything written at run time: database, queue, secret key, static files, compiled players."""

import hashlib
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def make_folders(var: Path) -> None:
    """For their owner alone: seeds, sessions and the key lie there. An unwritable folder is not reported here but where
    the key is wanted, and by the check spadesite.E003 where it is not.
    """
    with suppress(OSError):
        var.mkdir(mode=0o700, parents=True, exist_ok=True)
        if var.stat().st_mode & 0o077:
            var.chmod(0o700)
        for folder in (var / "queue", var / "queue" / "tasks", var / "queue" / "control", var / "static"):
            folder.mkdir(mode=0o700, exist_ok=True)


def kernels_folder(var: Path, sources: Path) -> str:
    """Where the computer players' compiled code is kept, "" where nothing can be written.

    Named after the sources that hold any: numba looks at a function's own file, not at the files of those it calls.
    With their times, because numba compiles anew what lies in a file that is younger, whatever it says.
    """
    digest = hashlib.sha256()
    for source in sorted(sources.rglob("*.py")):
        if b"@kernel" in (code := source.read_bytes()):
            digest.update(code + str(source.stat().st_mtime_ns).encode())
    return usable(str(var / "kernels" / digest.hexdigest()[:12]))


def named_folder(var: Path) -> str:
    """The folder that somebody names for the kernels; "" for none.

    One of our own is no name: it may be inherited from a process that was started before the sources changed.
    """
    named = os.environ.get("NUMBA_CACHE_DIR", "").strip()
    return "" if named and Path(named).parent == var / "kernels" else named


def usable(folder: str) -> str:
    """The folder, made if need be; "" where it is none or cannot be written."""
    if not folder:
        return ""
    with suppress(OSError):
        Path(folder).mkdir(parents=True, exist_ok=True)
    return folder if Path(folder).is_dir() and os.access(folder, os.W_OK) else ""


def figures_folder(var: Path) -> str:
    """Where the processes of this machine keep what they counted, so that one answer tells of them all."""
    folder = var / "figures"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


def secret_key(var: Path) -> str:
    """The key of this machine, made once.

    Two processes that start together must end with the same one: the link is the winner's.
    """
    path = var / "secret_key"
    try:
        if not path.exists():
            _write_once(path, secrets.token_urlsafe(48))
        found = path.read_text(encoding="ascii").strip()
    except UnicodeDecodeError:
        found = ""
    except OSError as error:
        owner = "give its folder to the user who runs the site, or set SPADESITE_VAR to another one"
        raise ImproperlyConfigured(f"{path} cannot be read or written ({error.strerror}): {owner}.") from error
    if not found:
        again = "bring a copy back, or remove it; then another key is made, and everybody has to log in again"
        raise ImproperlyConfigured(f"{path} holds no key: {again}.")
    return found


def _write_once(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret_key-")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(handle)  # or a loss of power might leave a name without a key
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.unlink(draft)
