"""Logging: JSON in production, otherwise plain lines.

No log message contains cards, but an exception's message may, as a KeyError's contains its key. So the JSON has the
type and traceback of an exception, not its message. Secrets in URLs are masked, too: Django logs the paths of failed
requests.
"""

import logging.config
import re
import sys
import traceback
from collections.abc import Iterator
from typing import Any, Final

import structlog

#: A path segment and the secret after it, in links to tables, challenges and shared games, and in emails.
OPENED: Final = re.compile(r"(/(?:t|c|shared|shares|key|confirm-email)/)[\w:-]{16,}")

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def without_keys(logger: object, method: str, event: dict[str, Any]) -> dict[str, Any]:
    event["event"] = OPENED.sub(r"\1…", str(event["event"]))
    return event


def refused_in_a_line(logger: object, method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Turn the error for a bad request, such as one with another host’s name, into a warning without traceback.

    Any client can send such a request.
    """
    if str(event.get("logger")).startswith("django.security."):
        event.pop("exc_info", None)
        event["level"] = "warning"
    return event


def fault_without_words(logger: object, method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Replace `exc_info` by `exception`: the types and tracebacks of the exception and its causes, root cause first."""
    given = event.pop("exc_info", None)
    fault = given if isinstance(given, BaseException) else (given if isinstance(given, tuple) else sys.exc_info())[1]
    if given and fault is not None:
        event["exception"] = "".join(line for one in reversed([*causes(fault)]) for line in _lines(one))
    return event


def causes(fault: BaseException | None) -> Iterator[BaseException]:
    """Yield the exception, then each cause that its traceback would print, once."""
    seen: set[int] = set()
    while fault is not None and id(fault) not in seen:
        seen.add(id(fault))
        yield fault
        fault = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)


def _lines(fault: BaseException) -> list[str]:
    return [*traceback.format_tb(fault.__traceback__), f"{type(fault).__module__}.{type(fault).__qualname__}\n"]


def logging_config(*, as_json: bool) -> dict[str, Any]:
    last: list[Any] = (
        [fault_without_words, structlog.processors.JSONRenderer()]
        if as_json
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    without_keys,
                    refused_in_a_line,
                    *last,
                ],
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {
            "django.request": {"level": "ERROR"},
            "django.security": {"level": "WARNING"},
            "celery": {"level": "WARNING"},
            "fido2": {"level": "WARNING"},
            # Uvicorn's own handler would print messages of exceptions that a stream raises.
            "uvicorn": {"handlers": [], "propagate": True},
            "uvicorn.access": {"level": "WARNING"},
            "uvicorn.error": {"level": "WARNING", "handlers": [], "propagate": True},
        },
    }


def configure(config: dict[str, Any]) -> None:
    logging.config.dictConfig(config)
    structlog.configure(
        processors=[
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
