"""The folder for all files written at run time: database, queue, secret key, static files, compiled bots."""

import hashlib
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def make_folders(var: Path) -> None:
    """Create the folders, with access only for their owner: they contain seeds, sessions and the key.

    An unwritable folder is reported later: by `secret_key` if it must create the key, else by the check spadesite.E003.
    """
    with suppress(OSError):
        var.mkdir(mode=0o700, parents=True, exist_ok=True)
        if var.stat().st_mode & 0o077:
            var.chmod(0o700)
        for folder in (var / "queue", var / "queue" / "tasks", var / "queue" / "control", var / "static"):
            folder.mkdir(mode=0o700, exist_ok=True)


def kernels_folder(var: Path, sources: Path) -> str:
    """Return the folder for the bots' compiled code; "" if it is not writable.

    The name hashes all sources with kernels, because numba does not notice a change in a function that a kernel calls.
    It also hashes their modification times: numba does not load what it compiled from a file with another time.
    """
    digest = hashlib.sha256()
    for source in sorted(sources.rglob("*.py")):
        if b"@kernel" in (code := source.read_bytes()):
            digest.update(code + str(source.stat().st_mtime_ns).encode())
    return usable(str(var / "kernels" / digest.hexdigest()[:12]))


def named_folder(var: Path) -> str:
    """Return the folder that NUMBA_CACHE_DIR names; "" if it is unset.

    A folder in `var/kernels` does not count: a parent process that started before the sources changed may have set it.
    """
    named = os.environ.get("NUMBA_CACHE_DIR", "").strip()
    return "" if named and Path(named).parent == var / "kernels" else named


def usable(folder: str) -> str:
    """Create the folder if it is missing and return it; "" if it is not writable."""
    if not folder:
        return ""
    with suppress(OSError):
        Path(folder).mkdir(parents=True, exist_ok=True)
    return folder if Path(folder).is_dir() and os.access(folder, os.W_OK) else ""


def figures_folder(var: Path) -> str:
    """Return the folder in which the processes of this machine share their metrics."""
    folder = var / "figures"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


def secret_key(var: Path) -> str:
    """Return this machine's secret key; create it if there is none.

    If two processes start together, only one of them stores its key (`os.link`), and both read that key.
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
        again = "restore a copy, or remove the file: the site then makes another key, and all users must log in again"
        raise ImproperlyConfigured(f"{path} holds no key: {again}.")
    return found


def _write_once(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret_key-")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(handle)  # otherwise a power failure might leave an empty file
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.unlink(draft)
