"""Settings with which the site refuses to start in production; elsewhere the checks warn of them.

The settings import this module, so it does not import Django. Each mistake is one sentence.
"""

import math
import zlib
from collections.abc import Sequence
from typing import Final

from publicsuffixlist import PublicSuffixList

SHORTEST_KEY: Final = 50
SHORTEST_TOKEN: Final = 20
#: Minimum number of bytes of a compressed random key or token. Repeated words take far fewer.
LEAST_PACKED: Final = {SHORTEST_KEY: 45, SHORTEST_TOKEN: 24}
LONGEST_STEP: Final = 60.0
#: Seconds. With much shorter steps the time of a bot's answer would still reveal its cards.
SHORTEST_STEP: Final = 0.05
#: Accepted values of a switch.
SWITCH: Final = {
    **dict.fromkeys(("1", "true", "yes", "on", "y", "ok"), True),
    **dict.fromkeys(("0", "false", "no", "off", "n"), False),
}
#: Paths at which attackers look for an admin first.
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
    """Return the sentences that forbid a start in production.

    Arguments are the configured values; empty means the default.
    """
    is_guessed = admin.strip(" /").lower() in GUESSED_PATHS
    found = {
        f"SECRET_KEY can be guessed: use {SHORTEST_KEY} or more random signs.": (
            is_guessable(key, SHORTEST_KEY) or key.startswith("django-insecure-")
        ),
        "ALLOWED_HOSTS lets every host name in: name those of the site.": "*" in hosts,
        "ALLOWED_HOSTS lets in hosts of strangers: name those of the site, or all below it as in .example.org.": (
            any(map(_is_bare_suffix, hosts))
        ),
        "CSRF_TRUSTED_ORIGINS takes https:// and a host name of the site, each in full.": (
            any(not origin.startswith("https://") or "//*" in origin for origin in origins)
        ),
        "DEBUG shows settings and rows on its error pages: unset it.": debug,
        f"METRICS_TOKEN can be guessed: use {SHORTEST_TOKEN} or more random signs.": (
            bool(token) and is_guessable(token, SHORTEST_TOKEN)
        ),
        "ADMIN_PATH is where anybody looks first: choose a path that nobody guesses.": admin and is_guessed,
        "ADMIN_PATH is where the site has pages of its own: choose another one.": (
            admin.strip(" /").lower().partition("/")[0] in TAKEN_PATHS
        ),
        "ADMIN_PATH has a slash at its end and none before it.": (
            admin and not is_guessed and (admin.startswith("/") or not admin.endswith("/"))
        ),
        "EMAIL_URL prints letters or keeps them: they hold links that open accounts. dummymail:// sends nothing.": (
            mail.lower().startswith(PRINTED_MAIL)
        ),
        "CELERY_BROKER_URL is the memory of one process, so no worker hears of it: use redis://, or unset it.": (
            broker.lower().startswith("memory:")
        ),
        "CACHE_URL is a cache of each process, so limits on log-ins do not hold: use redis://, or unset it.": (
            cache.lower().startswith(CACHES_OF_ONE_PROCESS)
        ),
        f"SPADESITE_THINKING_STEP is from {SHORTEST_STEP} to 60 seconds: with shorter ones times tell of cards.": (
            is_no_step(step) or step < SHORTEST_STEP
        ),
    }
    return [sentence for sentence, is_wrong in found.items() if is_wrong]


def is_guessable(secret: str, shortest: int) -> bool:
    """Return whether a secret is too short, or so repetitive that it compresses well."""
    return len(secret) < shortest or len(zlib.compress(secret.encode(), 9)) < LEAST_PACKED[shortest]


def seconds(text: str) -> float:
    """Parse a number of seconds; NaN if it is none."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def is_no_step(step: float) -> bool:
    """Return whether this is no number from 0 to `LONGEST_STEP`. Tables cannot be shown with such a step."""
    return not (math.isfinite(step) and 0 <= step <= LONGEST_STEP)


def _is_bare_suffix(host: str) -> bool:
    """Return whether the host is the wildcard of a public suffix, such as `.com` or `.github.io`."""
    if not host.startswith("."):
        return False
    name = host.strip(".").lower()
    return not name or PublicSuffixList().is_public(name)
