"""What stands beside a card that counts for more than its rank."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class CardTag:
    """`mark` is drawn on the card, `words` are said of it: with the card's name in `%(card)s`."""

    mark: str
    words: Any
