"""The options of Bid Whist (docs/rules/bidwhist.md, section 2)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from games.engine.options import Option, Options, cached_by_options


class AllPass(StrEnum):
    """What happens after three passes: the dealer must bid, or may pass, too, which makes the hand void (B7)."""

    DEALER_FORCED = "dealer_forced"
    REDEAL = "redeal"


class JokerRule(StrEnum):
    """What happens to jokers in no trump (section 7.3)."""

    THROW_OFF = "throw_off"
    EXCHANGE = "exchange"
    FREE = "free"


class Renege(StrEnum):
    """Whether an illegal play is refused, or accepted so that the opponents may call it (section 8)."""

    STRICT = "strict"
    TABLE = "table"


def _switch(key: str, default: bool) -> Option:
    return Option(key, default, choices=(True, False))


def _one_of(key: str, kind: type[StrEnum], default: StrEnum) -> Option:
    return Option(key, default.value, choices=tuple(one.value for one in kind))


OPTIONS: Final = (
    Option("jokers", 2, low=0, high=2),
    Option("min_bid", 4, low=1, high=4),  # B2
    _switch("down_over_up", False),
    _one_of("all_pass", AllPass, AllPass.DEALER_FORCED),
    _switch("name_after_kitty", False),
    _switch("kitty_shown", False),
    _one_of("nt_joker", JokerRule, JokerRule.THROW_OFF),
    _switch("nt_double", True),
    _one_of("renege", Renege, Renege.STRICT),
    Option("renege_penalty", 3, low=0, high=6),
    Option("win_score", 7, low=1, high=50),
    Option("lose_score", -7, low=-50, high=-1),
    _switch("boston_double", True),
)
#: The size of the kitty in a pack without jokers.
_LEAST_KITTY: Final = 4


@dataclass(frozen=True, slots=True)
class Terms:
    """The options of one game by key, typed. `renege_penalty` is in books for each call, the scores are in points."""

    jokers: int = 2
    min_bid: int = 4
    down_over_up: bool = False
    all_pass: AllPass = AllPass.DEALER_FORCED
    name_after_kitty: bool = False
    kitty_shown: bool = False
    nt_joker: JokerRule = JokerRule.THROW_OFF
    nt_double: bool = True
    renege: Renege = Renege.STRICT
    renege_penalty: int = 3
    win_score: int = 7
    lose_score: int = -7
    boston_double: bool = True

    @property
    def kitty(self) -> int:
        """The number of cards in the kitty and in the discard, 4 to 6."""
        return _LEAST_KITTY + self.jokers

    @property
    def is_strict(self) -> bool:
        """Whether illegal plays are refused, so that no renege can be called (section 8)."""
        return self.renege is Renege.STRICT


@cached_by_options
def terms(options: Options) -> Terms:
    """Return the options as terms. `options` must have every key of `OPTIONS`; for any other key raise TypeError."""
    kinds: dict[str, type[StrEnum]] = {"all_pass": AllPass, "nt_joker": JokerRule, "renege": Renege}
    typed: dict[str, Any] = {**options, **{key: kind(str(options[key])) for key, kind in kinds.items()}}
    return Terms(**typed)
