"""Why a choice of options is refused, one sentence a code, in the words of the page it is chosen on."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from games.engine.actions import Refusal
from games.engine.options import VARIANT
from games.registry import ruleset
from games.viewmodel.option_words import Full
from games.wording.options import option_words, range_words, settings_of, value_words, variant_words

#: A posted name is repeated to whoever posted it, but not at any length.
LONGEST_NAME = 40


def sentence(key: str, refusal: Refusal, full: Full) -> str:
    """The refusal in a sentence: the game's own, else that of all games, else as the rules word it.

    `full` is every option as it was chosen.
    """
    own, shared = settings_of(key).refused.get(refusal.code), _SENTENCES.get(refusal.code)
    worded = {name: value_words(key, name, value) for name, value in full.items()}
    said = own(refusal, worded) if callable(own) else str(own or "") % worded
    return said or (shared(key, refusal, full) if shared is not None else refusal.reason)


def _out_of_range(key: str, refusal: Refusal, full: Full) -> str:
    option = next((one for one in ruleset(key).options if one.key == refusal.options[0]), None)
    words = {"label": _label(key, refusal), "range": "" if option is None else range_words(key, option)}
    if not words["range"]:
        return _("%(label)s: choose one of those offered.") % words
    name = refusal.options[0]
    value = full.get(name)
    if type(value) is int:
        return _("%(label)s: not %(value)s, but %(range)s") % {**words, "value": value_words(key, name, value)}
    return _("%(label)s: a whole number, %(range)s") % words


def _fixed(key: str, refusal: Refusal, full: Full) -> str:
    words = {"label": _label(key, refusal), "variant": variant_words(key, str(full.get(VARIANT, ""))).title}
    return _("“%(label)s” cannot be changed in %(variant)s.") % words


def _unknown(key: str, refusal: Refusal, full: Full) -> str:
    return _("There is no option “%(name)s”.") % {"name": _name(refusal)}


_SENTENCES: Mapping[str, Callable[[str, Refusal, Full], str]] = {
    "OUT_OF_RANGE": _out_of_range,
    "OPTION_FIXED": _fixed,
    "UNKNOWN_OPTION": _unknown,
}


def _name(refusal: Refusal) -> str:
    shown = "".join(letter for letter in refusal.options[0] if letter.isprintable())
    return shown if len(shown) <= LONGEST_NAME else shown[:LONGEST_NAME] + "…"


def _label(key: str, refusal: Refusal) -> str:
    return str(option_words(key, refusal.options[0]).label)
