"""What a game is called, with its variant where it has some, and how one that was set up differs from the usual."""

from collections.abc import Iterable, Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.options import VARIANT, variant_of
from games.registry import ruleset
from games.viewmodel.levels import level_name
from games.wording.options import option_words, setting_words, variant_words


def game_name(key: str, options: Mapping[str, object]) -> str:
    """By the options that differ from the usual, the variant among them."""
    variant = variant_of(ruleset(key).options, options)
    return ruleset(key).title if variant is None else str(variant_words(key, variant).name)


def company(levels: Iterable[str]) -> str:
    """The levels of the computer players, each once, at the head of a sentence."""
    return capfirst(_(" and ").join(dict.fromkeys(level_name(level) for level in levels)))


def differences(key: str, options: Mapping[str, object]) -> str:
    """The options that differ from the usual, as settings in the order of the rules; empty where none does."""
    names = (option.key for option in ruleset(key).options if option.key in options and option.key != VARIANT)
    parts = (
        _("%(option)s: %(value)s")
        % {"option": option_words(key, name).label, "value": setting_words(key, name, options[name])}
        for name in names
    )
    return ", ".join(parts)
