"""What a site for strangers does not start with. Read by the settings themselves, so it knows nothing of Django.

Each mistake is one sentence. At home nothing is refused, and the checks tell of what somebody has set.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

SHORTEST_KEY: Final = 50
LEAST_DIFFERENT: Final = 5
SHORTEST_TOKEN: Final = 20
LONGEST_STEP: Final = 60.0
#: What a switch may be called.
SWITCH: Final = {
    **dict.fromkeys(("1", "true", "yes", "on", "y", "ok"), True),
    **dict.fromkeys(("0", "false", "no", "off", "n"), False),
}
#: Where anybody looks for an admin first.
GUESSED_PATHS: Final = {"", "admin", "administration", "administrator", "backend", "django-admin"}
#: What stands between a country and a name in places where names are sold below it.
BELOW_A_COUNTRY: Final = {"ac", "co", "com", "edu", "gov", "net", "org"}
PRINTED_MAIL: Final = ("consolemail:", "filemail:", "memorymail:")
CACHES_OF_ONE_PROCESS: Final = ("locmemcache:", "dummycache:")


@dataclass(frozen=True, kw_only=True, slots=True)
class ChosenSettings:
    """What somebody has set, as it was set; empty where the house's own choice holds."""

    key: str
    hosts: Sequence[str]
    origins: Sequence[str] = ()
    debug: bool = False
    token: str = ""
    admin: str = ""
    mail: str = ""
    broker: str = ""
    cache: str = ""
    step: float = 0.1


def mistakes(chosen: ChosenSettings) -> list[str]:
    """Everything that forbids to start in production."""
    return [sentence for look in LOOKS for sentence in look(chosen)]


def seconds(text: str) -> float:
    """As it was written; what is no number is no time."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def is_no_step(step: float) -> bool:
    """No number of seconds that anybody could wait for: with it no table is shown, at home neither."""
    return not (math.isfinite(step) and 0 <= step <= LONGEST_STEP)


def _of_the_key(chosen: ChosenSettings) -> Iterator[str]:
    key = chosen.key
    if len(key) < SHORTEST_KEY or len(set(key)) < LEAST_DIFFERENT or key.startswith("django-insecure-"):
        yield f"SECRET_KEY can be guessed: use {SHORTEST_KEY} or more random signs."


def _of_the_addresses(chosen: ChosenSettings) -> Iterator[str]:
    if "*" in chosen.hosts:
        yield "ALLOWED_HOSTS lets every host name in: name those of the site."
    if any(_is_bare_suffix(host) for host in chosen.hosts):
        yield "ALLOWED_HOSTS lets in hosts of strangers: name those of the site, or all below it as in .example.org."
    if any(not origin.startswith("https://") or "//*" in origin for origin in chosen.origins):
        yield "CSRF_TRUSTED_ORIGINS takes https:// and a host name of the site, each in full."


def _is_bare_suffix(host: str) -> bool:
    labels = host.rstrip(".").split(".")[1:] if host.startswith(".") else ["a", "whole", "name"]
    is_country = len(labels) == 2 and len(labels[1]) == 2 and labels[0].lower() in BELOW_A_COUNTRY
    return len(labels) < 2 or is_country


def _of_what_it_shows(chosen: ChosenSettings) -> Iterator[str]:
    if chosen.debug:
        yield "DEBUG shows settings and rows on its error pages: unset it."
    if chosen.token and len(chosen.token) < SHORTEST_TOKEN:
        yield f"METRICS_TOKEN can be guessed: use {SHORTEST_TOKEN} or more random signs."


def _of_the_admin(chosen: ChosenSettings) -> Iterator[str]:
    if not chosen.admin:
        return
    if chosen.admin.strip(" /").lower() in GUESSED_PATHS:
        yield "ADMIN_PATH is where anybody looks first: choose a path that nobody guesses."
    elif chosen.admin.startswith("/") or not chosen.admin.endswith("/"):
        yield "ADMIN_PATH has a slash at its end and none before it."


def _of_what_is_sent(chosen: ChosenSettings) -> Iterator[str]:
    if chosen.mail.lower().startswith(PRINTED_MAIL):
        yield "EMAIL_URL prints letters or keeps them: they hold links that open accounts. dummymail:// sends nothing."
    if chosen.broker.lower().startswith("memory:"):
        yield "CELERY_BROKER_URL is the memory of one process, so no worker hears of it: use redis://, or unset it."
    if chosen.cache.lower().startswith(CACHES_OF_ONE_PROCESS):
        yield "CACHE_URL is a cache of each process, so limits on log-ins do not hold: use redis://, or unset it."


def _of_the_time(chosen: ChosenSettings) -> Iterator[str]:
    if is_no_step(chosen.step) or chosen.step == 0:
        yield "SPADESITE_THINKING_STEP must be more than 0 seconds and at most 60: without it times tell of cards."


LOOKS: Final[tuple[Callable[[ChosenSettings], Iterator[str]], ...]] = (
    _of_the_key,
    _of_the_addresses,
    _of_what_it_shows,
    _of_the_admin,
    _of_what_is_sent,
    _of_the_time,
)
