"""The options of Spades (docs/rules/spades.md, section 3): variants, refusals, and the terms in effect.

An option that other options make ineffective (S3) is not refused; `terms` replaces its value by a neutral one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games.engine.actions import Refusal
from games.engine.options import VARIANT, Option, Options, Value, cached_by_options, complete, refusals, whole_number

PARTNER, SOLO, SUICIDE, MIRRORS = "partner", "solo", "suicide", "mirrors"
CUSTOM: Final = ("custom1", "custom2")
#: Variants that fix most of their options; the custom games fix none.
FIXED: Final = (PARTNER, SOLO, SUICIDE, MIRRORS)
MOST: Final = 13
LIMITS: Final = ("min_ind", "max_ind", "min_team", "max_team")


def _switch(key: str, default: bool, open_in: Iterable[str] = (), **defaults: Value) -> Option:
    return Option(key, default, choices=(True, False), defaults=defaults, fixed=frozenset(FIXED).difference(open_in))


def _number(key: str, default: int, low: int, high: int, open_in: Iterable[str] = (), **defaults: Value) -> Option:
    return Option(key, default, low=low, high=high, defaults=defaults, fixed=frozenset(FIXED).difference(open_in))


OPTIONS: Final = (
    Option(VARIANT, PARTNER, choices=(*FIXED, *CUSTOM)),
    _switch("partners", True, [MIRRORS], solo=False),
    _switch("must_beat_highest", False, [PARTNER, SOLO, MIRRORS], solo=True),
    _switch("allow_misdeals", False, FIXED),
    _switch("spades_must_be_broken", True, FIXED),
    _switch("first_trick_low_clubs", False, [PARTNER, SOLO, MIRRORS], solo=True),
    _switch("ten_for_200", False, [PARTNER]),
    _switch("seven_for_140", False, [SOLO]),
    _switch("allow_blind_nils", True, [PARTNER, SOLO], suicide=False, mirrors=False),
    _switch("blind_nil_200_down", False, [PARTNER, SOLO]),
    _number("blind_nil_exchange", 0, 0, 2, [PARTNER]),
    _number("winning_score", 500, 1, 2000, solo=300, suicide=300),
    # Solo has no losing score (S2).
    Option("losing_score", -300, low=-2000, high=4000, none=True, defaults={SOLO: None}, fixed=frozenset(FIXED)),
    _number("bonus_bid", 0, 0, MOST),
    _number("min_ind", 0, 0, MOST),
    _number("max_ind", MOST, 0, MOST),
    _number("min_team", 0, 0, MOST, suicide=4),
    _number("max_team", MOST, 0, MOST),
    _switch("one_nil", False, suicide=True),
    _switch("bid_spades", False, mirrors=True),
)


@dataclass(frozen=True, slots=True)
class Terms:
    """The options in effect (S3). `exchange` is the maximum number of cards that a blind nil bidder may pass."""

    partners: bool = True
    must_beat: bool = False
    misdeals: bool = False
    breaking: bool = True
    low_clubs: bool = False
    ten_for_200: bool = False
    seven_for_140: bool = False
    blind_nils: bool = True
    blind_200_down: bool = False
    exchange: int = 0
    win: int = 500
    lose: int | None = -300
    bonus_bid: int = 0
    min_ind: int = 0
    max_ind: int = MOST
    min_team: int = 0
    max_team: int = MOST
    one_nil: bool = False
    bid_spades: bool = False

    @property
    def sides(self) -> int:
        return 2 if self.partners else 4

    @property
    def least_bid(self) -> int:
        """The lowest bid other than nil under One Nil (section 4.1, case 2)."""
        return max(1, self.min_ind, self.min_team)


@cached_by_options
def terms(options: Options) -> Terms:
    """Return the terms in effect. `options` must have a value for every option."""
    partners, bid_spades = bool(options["partners"]), bool(options["bid_spades"])
    one_nil = partners and bool(options["one_nil"])
    blind_nils = bool(options["allow_blind_nils"]) and not one_nil and not bid_spades
    limits = () if bid_spades else LIMITS if partners else LIMITS[:2]  # the other limits keep their defaults
    return Terms(
        partners=partners,
        must_beat=bool(options["must_beat_highest"]),
        misdeals=bool(options["allow_misdeals"]),
        breaking=bool(options["spades_must_be_broken"]),
        low_clubs=bool(options["first_trick_low_clubs"]),
        ten_for_200=partners and bool(options["ten_for_200"]),
        seven_for_140=not partners and bool(options["seven_for_140"]),
        blind_nils=blind_nils,
        blind_200_down=blind_nils and bool(options["blind_nil_200_down"]),
        exchange=whole_number(options, "blind_nil_exchange") if blind_nils and partners else 0,
        win=whole_number(options, "winning_score"),
        lose=None if options["losing_score"] is None else whole_number(options, "losing_score"),
        bonus_bid=whole_number(options, "bonus_bid"),
        one_nil=one_nil,
        bid_spades=bid_spades,
        **{key: whole_number(options, key) for key in limits},
    )


def check(chosen: Mapping[str, object]) -> tuple[Refusal, ...]:
    """Return all refusals of the chosen options (S4): first of single values, then of combinations."""
    wrong = refusals(OPTIONS, chosen)
    known = {key: value for key, value in chosen.items() if key in {option.key for option in OPTIONS}}
    full = complete(OPTIONS, known)  # type: ignore[arg-type]  # values may have any type: `_conflicts` checks each
    return (*wrong, *_conflicts(full))


def _conflicts(full: Mapping[str, object]) -> Iterator[Refusal]:
    win, lose = full["winning_score"], full["losing_score"]
    if type(win) is int and type(lose) is int and 0 <= lose <= win:
        text = "“losing_score” must be below 0 or above “winning_score”."
        yield Refusal("OUT_OF_RANGE", text, ("losing_score", "winning_score"))
    partners, one_nil = full["partners"] is True, full["one_nil"] is True
    if full["bid_spades"] is True:
        if partners and one_nil:
            text = "“one_nil” and “bid_spades” cannot both be on."
            yield Refusal("ONE_NIL_AND_BID_SPADES", text, ("one_nil", "bid_spades"))
        return
    limits = [value for key in LIMITS if type(value := full[key]) is int]
    if len(limits) < len(LIMITS):
        return
    min_ind, max_ind, min_team, max_team = limits
    if min_ind > max_ind:
        yield Refusal("MIN_IND_GT_MAX_IND", "“min_ind” is above “max_ind”.", ("min_ind", "max_ind"))
    if not partners:
        return
    if min_team > max_team:
        yield Refusal("MIN_TEAM_GT_MAX_TEAM", "“min_team” is above “max_team”.", ("min_team", "max_team"))
    if one_nil:
        if max(1, min_ind, min_team) > min(max_ind, max_team):
            yield Refusal("NO_LEGAL_BID", "The limits “min_ind” to “max_team” leave no legal bid but nil.", LIMITS)
    elif 2 * min_ind > max_team:
        text = "Two bids of “min_ind” are more than “max_team”."
        yield Refusal("TEAM_UNREACHABLE", text, ("min_ind", "max_team"))
    elif 2 * max_ind < min_team:
        text = "Two bids of “max_ind” are less than “min_team”."
        yield Refusal("TEAM_UNREACHABLE", text, ("max_ind", "min_team"))
