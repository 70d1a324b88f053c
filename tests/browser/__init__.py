"""Functions of scripts.js as expressions for Playwright to evaluate."""

from pathlib import Path
from typing import Final

_SCRIPTS: Final = Path(__file__).with_name("scripts.js").read_text(encoding="utf-8")


def script(name: str) -> str:
    return f"(...given) => ({_SCRIPTS}).{name}(...given)"
