"""What the settings are made from: unsafe values of variables, the folder for run-time files, and the secret key.

With an unsafe value the site refuses to start in production; elsewhere the checks warn of it. The folder has all files
written at run time: database, queue, secret key, static files, compiled bots.
"""

import hashlib
import os
import secrets
import tempfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured
from publicsuffixlist import PublicSuffixList

SHORTEST_KEY: Final = 50
SHORTEST_TOKEN: Final = 20
#: Minimum number of bytes of a random key or token after compression. Repeated words take far fewer.
LEAST_PACKED: Final = {SHORTEST_KEY: 45, SHORTEST_TOKEN: 24}
#: The longest SPADESITE_THINKING_STEP, in seconds.
LONGEST_STEP: Final = 60.0
#: The shortest one in production. With shorter steps, the time that a bot takes could reveal its cards.
SHORTEST_STEP: Final = 0.05
#: Accepted values of a boolean variable.
SWITCH: Final = {
    **dict.fromkeys(("1", "true", "yes", "on", "y", "ok"), True),
    **dict.fromkeys(("0", "false", "no", "off", "n"), False),
}
#: Paths at which attackers look first for an admin.
GUESSED_PATHS: Final = {"", "admin", "administration", "administrator", "backend", "django-admin"}
#: First segments of the site's own paths.
TAKEN_PATHS: Final = {
    *(".well-known", "about", "accounts", "boards", "c", "challenges", "favicon.ico", "games", "healthz", "keyboard"),
    *("manifest.webmanifest", "metrics", "offline", "people", "play", "practice", "privacy", "readyz", "records"),
    *("robots.txt", "rooms", "rules", "settings", "shared", "static", "statistics", "sw.js", "t", "verify_deal.py"),
}
PRINTED_MAIL: Final = ("consolemail:", "filemail:", "memorymail:")
CACHES_OF_ONE_PROCESS: Final = ("locmemcache:", "dummycache:")


def mistakes(
    *,
    key: str,
    hosts: Sequence[str],
    origins: Sequence[str] = (),
    debug: bool = False,
    token: str = "",
    admin: str = "",
    mail: str = "",
    broker: str = "",
    cache: str = "",
    step: float = 0.1,
) -> list[str]:
    """Return a sentence for each setting with which the site does not start in production.

    Arguments are the configured values; empty means the default.
    """
    is_guessed = admin.strip(" /").lower() in GUESSED_PATHS
    found = {
        f"SECRET_KEY can be guessed: use {SHORTEST_KEY} or more random characters.": (
            is_guessable(key, SHORTEST_KEY) or key.startswith("django-insecure-")
        ),
        "ALLOWED_HOSTS accepts every host name: list those of the site.": "*" in hosts,
        "ALLOWED_HOSTS accepts hosts of other sites: list your own, or all below your domain as in .example.org.": (
            any(map(_is_bare_suffix, hosts))
        ),
        "CSRF_TRUSTED_ORIGINS takes full origins of the site: https:// and a host name, without wildcards.": (
            any(not origin.startswith("https://") or "//*" in origin for origin in origins)
        ),
        "DEBUG shows settings and rows on error pages: unset it.": debug,
        f"METRICS_TOKEN can be guessed: use {SHORTEST_TOKEN} or more random characters.": (
            bool(token) and is_guessable(token, SHORTEST_TOKEN)
        ),
        "ADMIN_PATH is easy to guess: choose another path.": admin and is_guessed,
        "ADMIN_PATH begins like a path of the site itself: choose another one.": (
            admin.strip(" /").lower().partition("/")[0] in TAKEN_PATHS
        ),
        "ADMIN_PATH must end with a slash and not begin with one.": (
            admin and not is_guessed and (admin.startswith("/") or not admin.endswith("/"))
        ),
        "EMAIL_URL prints or stores mail, which has links that open accounts: use smtp://, or dummymail:// for none.": (
            mail.lower().startswith(PRINTED_MAIL)
        ),
        "CELERY_BROKER_URL is the memory of one process, which workers cannot read: use redis://, or unset it.": (
            broker.lower().startswith("memory:")
        ),
        "CACHE_URL is a cache of one process, so log-in limits do not hold in others: use redis://, or unset it.": (
            cache.lower().startswith(CACHES_OF_ONE_PROCESS)
        ),
        f"SPADESITE_THINKING_STEP must be {SHORTEST_STEP} to 60 seconds: with shorter steps, times reveal cards.": (
            step < SHORTEST_STEP
        ),
    }
    return [sentence for sentence, is_wrong in found.items() if is_wrong]


def is_guessable(secret: str, shortest: int) -> bool:
    return len(secret) < shortest or len(zlib.compress(secret.encode(), 9)) < LEAST_PACKED[shortest]


def thinking_step(text: str) -> float:
    """Parse SPADESITE_THINKING_STEP; raise ImproperlyConfigured unless it is a number from 0 to `LONGEST_STEP`."""
    with suppress(ValueError):
        step = float(text)
        if 0 <= step <= LONGEST_STEP:
            return step
    raise ImproperlyConfigured("SPADESITE_THINKING_STEP is a number of seconds from 0 to 60.")


def _is_bare_suffix(host: str) -> bool:
    """Return whether the host is the wildcard of a public suffix, such as `.com` or `.github.io`."""
    if not host.startswith("."):
        return False
    name = host.strip(".").lower()
    return not name or PublicSuffixList().is_public(name)


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
    return _usable(str(var / "kernels" / digest.hexdigest()[:12]))


def compiled_folder(var: Path, sources: Path) -> str:
    """Return the folder that NUMBA_CACHE_DIR names, if it is writable, else `kernels_folder`.

    A named folder in `var/kernels` does not count: a parent process that started before the sources changed may have
    set it.
    """
    named = os.environ.get("NUMBA_CACHE_DIR", "").strip()
    is_own = named and Path(named).parent != var / "kernels"
    return (_usable(named) if is_own else "") or kernels_folder(var, sources)


def _usable(folder: str) -> str:
    """Create the folder if it is missing and return it; "" if it is not writable."""
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
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".secret_key-", encoding="ascii") as draft:
        draft.write(text)
        draft.flush()
        os.fsync(draft.fileno())  # otherwise a power failure might leave an empty file
        with suppress(FileExistsError):
            os.link(draft.name, path)
