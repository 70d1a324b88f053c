"""The words of every option and variant, by game; and how values and ranges are said."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.engine.options import Option
from games.viewmodel.option_words import OptionWords, VariantWords
from games.wording.other_options import BID_WHIST, CARD_DUEL, CHOICES, TWO_MAN
from games.wording.spades_options import OPTIONS as SPADES
from games.wording.spades_options import VARIANTS as SPADES_VARIANTS

MINUS = "−"

_WORDS: Mapping[str, Mapping[str, OptionWords]] = {
    "twoman": TWO_MAN,
    "spades": SPADES,
    "bidwhist": BID_WHIST,
    "cardduel": CARD_DUEL,
}
_VARIANTS: Mapping[str, Mapping[str, VariantWords]] = {"spades": SPADES_VARIANTS}


def option_words(key: str, option: str) -> OptionWords:
    """Those of that option in that game; its own name where nobody has written any."""
    return _WORDS.get(key, {}).get(option) or OptionWords(option, "")


def variant_words(key: str, variant: str) -> VariantWords:
    return _VARIANTS.get(key, {}).get(variant) or VariantWords(variant, "", "")


def value_words(value: object) -> str:
    """A value of an option as a page says it: on, off, none, a number with a real minus, or the name of a choice."""
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if isinstance(value, int):
        return str(value).replace("-", MINUS)
    return str(CHOICES.get(str(value), value))


def setting_words(key: str, option: str, value: object) -> str:
    """A value of that option in a list of settings, where nothing explains a 0."""
    is_off = value == 0 and option_words(key, option).is_off_at_zero
    return _("off") if is_off else value_words(value)


def range_words(key: str, option: Option) -> str:
    """What numbers the option takes; empty for a switch or a choice, which show it themselves."""
    words_of_its_own = str(option_words(key, option.key).range)
    if option.choices or words_of_its_own:
        return words_of_its_own
    words = {"low": value_words(option.low), "high": value_words(option.high), "step": option.step}
    if option.endless:
        text = _("%(low)s or more.") % words
    elif option.step > 1:
        text = _("%(low)s to %(high)s, in steps of %(step)s.") % words
    else:
        text = _("%(low)s to %(high)s.") % words
    return text + " " + _("Empty for none.") if option.none else text
