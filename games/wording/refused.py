"""Why a choice of options is refused, one sentence a code, in the words of the page it is chosen on."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from games.engine.actions import Refusal
from games.engine.options import VARIANT, Option
from games.registry import ruleset
from games.wording.options import option_words, range_words, value_words, variant_words

#: A posted name is repeated to whoever posted it, but not at any length.
LONGEST_NAME = 40
Full = Mapping[str, object]


def told(key: str, refusal: Refusal, full: Full) -> str:
    """The refusal in a sentence; `full` is every option as it was chosen. In the rules' own words where the code
    has none here.
    """
    tell = _TOLD.get(refusal.code)
    return refusal.reason if tell is None else tell(key, refusal, full)


def _min_ind(key: str, refusal: Refusal, full: Full) -> str:
    return _("A player’s lowest bid, %(min_ind)s, is above the highest, %(max_ind)s.") % _worded(full)


def _min_team(key: str, refusal: Refusal, full: Full) -> str:
    return _("A side’s lowest bid, %(min_team)s, is above the highest, %(max_team)s.") % _worded(full)


def _unreachable(key: str, refusal: Refusal, full: Full) -> str:
    if "min_ind" in refusal.options:
        return _("Two players who bid at least %(min_ind)s are over their side’s highest bid, %(max_team)s.") % (
            _worded(full)
        )
    return _("Two players who bid at most %(max_ind)s cannot reach their side’s lowest bid, %(min_team)s.") % (
        _worded(full)
    )


def _no_bid(key: str, refusal: Refusal, full: Full) -> str:
    return _("With “One nil” and these limits no bid is left but nil. Lower a lowest bid or raise a highest one.")


def _both(key: str, refusal: Refusal, full: Full) -> str:
    return _("“One nil” and “Bid your spades” cannot both be on: who plays nil is either chosen or dealt.")


def _out_of_range(key: str, refusal: Refusal, full: Full) -> str:
    if len(refusal.options) > 1:
        return _("The losing score must be below 0, or above the winning score, %(winning_score)s.") % _worded(full)
    option = _option(key, refusal)
    words = {"label": _label(key, refusal), "range": "" if option is None else range_words(key, option)}
    if not words["range"]:
        return _("%(label)s: choose one of those offered.") % words
    value = full.get(refusal.options[0])
    if type(value) is int:
        return _("%(label)s: not %(value)s, but %(range)s") % {**words, "value": value_words(value)}
    return _("%(label)s: a whole number, %(range)s") % words


def _fixed(key: str, refusal: Refusal, full: Full) -> str:
    words = {"label": _label(key, refusal), "variant": variant_words(key, str(full.get(VARIANT, ""))).title}
    return _("“%(label)s” cannot be changed in %(variant)s.") % words


def _unknown(key: str, refusal: Refusal, full: Full) -> str:
    return _("There is no option “%(name)s”.") % {"name": _name(refusal)}


_TOLD: Mapping[str, Callable[[str, Refusal, Full], str]] = {
    "MIN_IND_GT_MAX_IND": _min_ind,
    "MIN_TEAM_GT_MAX_TEAM": _min_team,
    "TEAM_UNREACHABLE": _unreachable,
    "NO_LEGAL_BID": _no_bid,
    "ONE_NIL_AND_BID_SPADES": _both,
    "OUT_OF_RANGE": _out_of_range,
    "OPTION_FIXED": _fixed,
    "UNKNOWN_OPTION": _unknown,
}


def _worded(full: Full) -> dict[str, str]:
    return {name: value_words(value) for name, value in full.items()}


def _name(refusal: Refusal) -> str:
    shown = "".join(letter for letter in refusal.options[0] if letter.isprintable())
    return shown if len(shown) <= LONGEST_NAME else shown[:LONGEST_NAME] + "…"


def _label(key: str, refusal: Refusal) -> str:
    return str(option_words(key, refusal.options[0]).label)


def _option(key: str, refusal: Refusal) -> Option | None:
    return next((one for one in ruleset(key).options if one.key == refusal.options[0]), None)
