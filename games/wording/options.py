"""The words of options and variants; and how values and ranges are said."""

from django.utils.translation import gettext as _

from games.engine.options import Option, Value
from games.registry import GAMES
from games.viewmodel.option_words import Full, OptionWords, SettingWords, VariantWords
from games.viewmodel.words import MINUS


def settings_of(key: str) -> SettingWords:
    return GAMES[key].settings


def option_words(key: str, option: str) -> OptionWords:
    """Those of that option in that game; its own name where nobody has written any."""
    return settings_of(key).options.get(option) or OptionWords(option, "")


def variant_words(key: str, variant: str) -> VariantWords:
    return settings_of(key).variants.get(variant) or VariantWords(variant, "", "", name=variant)


def value_words(key: str, option: str, value: object) -> str:
    """A value of that option as a page says it: on, off, none, a number with a real minus, or the name of a choice."""
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if isinstance(value, int):
        return str(value).replace("-", MINUS)
    return str(option_words(key, option).choices.get(str(value), value))


def setting_words(key: str, option: str, value: object) -> str:
    """A value of that option in a list of settings, where nothing explains a 0."""
    is_off = value == 0 and option_words(key, option).is_off_at_zero
    return _("off") if is_off else value_words(key, option, value)


def value_said(key: str, option: str, value: Value, *, usual: Value = None) -> str:
    """The same within a sentence, a number with the `usual` one where that is a number, too."""
    words = option_words(key, option)
    own = words.said_of.get(value)
    if own is not None:
        return str(own)
    said = str(words.said) % {"value": value_words(key, option, value)}
    if type(usual) is not int or usual in words.said_of:
        return said
    return _("%(said)s (usually %(usual)s)") % {"said": said, "usual": value_words(key, option, usual)}


def range_words(key: str, option: Option) -> str:
    """What numbers the option takes; empty for a switch or a choice, which show it themselves."""
    words_of_its_own = str(option_words(key, option.key).range)
    if option.choices or words_of_its_own:
        return words_of_its_own
    low, high = (value_words(key, option.key, end) for end in (option.low, option.high))
    words = {"low": low, "high": high, "step": option.step}
    if option.endless:
        text = _("%(low)s or more.") % words
    elif option.step > 1:
        text = _("%(low)s to %(high)s, in steps of %(step)s.") % words
    else:
        text = _("%(low)s to %(high)s.") % words
    return text + " " + _("Empty for none.") if option.none else text


def without_effect(key: str, full: Full) -> dict[str, str]:
    """A sentence for each option of that game that has no effect, given every option as it was chosen."""
    return dict(settings_of(key).idle(full))
