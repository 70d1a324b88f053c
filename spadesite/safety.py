"""What a site for strangers does not start with. Read by the settings themselves, so it knows nothing of Django.

Each mistake is one sentence. What merely deserves a word is told by the checks instead.
"""

from collections.abc import Sequence
from typing import Final

SHORTEST_KEY: Final = 50
LEAST_DIFFERENT: Final = 5


def mistakes(*, key: str, hosts: Sequence[str], origins: Sequence[str], debug: bool, token: str | None) -> list[str]:
    """Everything that forbids to start in production."""
    return [*_of_the_key(key), *_of_the_addresses(hosts, origins), *_of_what_it_shows(debug, token)]


def _of_the_key(key: str) -> list[str]:
    if len(key) < SHORTEST_KEY or len(set(key)) < LEAST_DIFFERENT or key.startswith("django-insecure-"):
        return [f"SECRET_KEY can be guessed: use {SHORTEST_KEY} or more random signs."]
    return []


def _of_the_addresses(hosts: Sequence[str], origins: Sequence[str]) -> list[str]:
    found = []
    if any(host == "*" for host in hosts):
        found.append("ALLOWED_HOSTS lets every host name in: name those of the site.")
    if any(not origin.startswith("https://") or "//*" in origin for origin in origins):
        found.append("CSRF_TRUSTED_ORIGINS takes https:// and a host name of the site, each in full.")
    return found


def _of_what_it_shows(debug: bool, token: str | None) -> list[str]:
    found = []
    if debug:
        found.append("DEBUG shows settings and rows on its error pages: unset it.")
    if token and len(token) < 20:
        found.append("METRICS_TOKEN can be guessed: use 20 or more random signs.")
    return found
