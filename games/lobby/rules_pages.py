"""What a rules page shows beside the text of its template: options and variants in words. Also strategy templates.

All values come from the rules, none from the database.
"""

from typing import Any

from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games.engine.options import VARIANT, Option, variant_of
from games.people.setups import variants
from games.registry import GAMES, ruleset
from games.wording import option_words, range_words, setting_words, settings_of, value_words, variant_words


def rules_page(key: str, asked: str = "") -> dict[str, Any] | None:
    """Return the game's rules page with the options of the variant `asked`; None without such a game.

    An unknown variant is replaced by the default variant.
    """
    if key not in GAMES or GAMES[key].table is None:
        return None
    known = ruleset(key).options
    variant = variant_of(known, {VARIANT: asked})
    return {
        "key": key,
        "title": ruleset(key).title,
        "lead": str(GAMES[key].blurb),
        "templates": (f"pages/rules_{key}.html", "pages/rules_game.html"),
        "variant_title": str(variant_words(key, variant).title) if variant else "",
        "special": [str(one) for one in variant_words(key, variant).special] if variant else [],
        "options": [_option(key, one, variant) for one in known if one.key != VARIANT],
        "variants": _variants(key, known, variant),
        "bags_marked": bool(GAMES[key].tags),
    }


def _option(key: str, option: Option, variant: str | None) -> dict[str, object]:
    """Return an option in words. `usual` is its default in the variant; `is_special`: the game's default differs."""
    words, usual = option_words(key, option.key), option.default_in(variant)
    choices = ", ".join(value_words(key, option.key, one) for one in option.choices)
    return {
        "name": option.key,
        "label": str(words.label),
        "effect": str(words.effect),
        "idle": str(words.idle),
        "usual": value_words(key, option.key, usual),
        "range": range_words(key, option) or f"{choices}.",
        "is_fixed": variant in option.fixed,
        "is_special": usual != option.default,
    }


def _variants(key: str, known: tuple[Option, ...], shown: str | None) -> list[dict[str, object]]:
    """Return the variants as rows of a table. `endings` are the values of the options that have their own columns.

    `differs` are all other options whose default in the variant is not that of the game.
    """
    by_key, endings = {option.key: option for option in known}, settings_of(key).endings
    return [
        {
            "key": variant,
            "title": str(variant_words(key, variant).title),
            "about": str(variant_words(key, variant).about),
            "endings": [value_words(key, name, by_key[name].default_in(variant)) for name in endings],
            "differs": _differs(key, known, variant),
            "is_shown": variant == shown,
        }
        for variant in variants(key)
    ]


def _differs(key: str, known: tuple[Option, ...], variant: str) -> list[str]:
    """Return in words the options whose default in this variant is special, except those that have a column."""
    return [
        f"{option_words(key, option.key).label}: {setting_words(key, option.key, option.default_in(variant))}"
        for option in known
        if option.key not in (VARIANT, *settings_of(key).endings) and option.default_in(variant) != option.default
    ]


def strategy_template(key: str) -> str | None:
    """Return the name of a game's strategy template; None if there is no such game or no template."""
    if key not in GAMES:
        return None
    name = f"games/{key}/strategy.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return None
    return name
