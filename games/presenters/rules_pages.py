"""What the reading pages are made of: which games are listed, their options and variants in words, examples, drawn
cards, and the advice of one game, its numbers as the reader’s language writes them.

Knows no row and no game that is being played; all values come from the rules.
"""

from dataclasses import dataclass, replace
from typing import TypeAlias

from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.engine.cards import cards
from games.engine.options import VARIANT, Option, variant_of
from games.presenters.offers import OfferedGame, offered_games
from games.registry import GAMES, levels, ruleset
from games.viewmodel.rules_page import DrawnRow, Example, drawn_row
from games.viewmodel.strategy import Block, Cell, Drawn, Listed, Odds, Passage, Strategy
from games.viewmodel.words import decimal
from games.wording.options import (
    option_words,
    range_words,
    setting_words,
    settings_of,
    value_words,
    variant_words,
)

#: Examples under their heading, empty where a game has none.
Part: TypeAlias = tuple[str, list[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class OptionText:
    """`usual` is the value in the variant shown; `is_special`: another one than in the first variant of the game."""

    name: str
    label: str
    effect: str
    idle: str
    usual: str
    range: str
    is_fixed: bool
    is_special: bool


@dataclass(frozen=True, slots=True)
class VariantText:
    """`endings` are the values of the options that have a column of their own, `differs` the others."""

    key: str
    title: str
    about: str
    endings: tuple[str, ...]
    differs: tuple[str, ...]
    is_shown: bool


@dataclass(frozen=True, slots=True)
class RulesShown:
    key: str
    title: str
    lead: str
    templates: tuple[str, ...]
    variant_title: str
    special: tuple[str, ...]
    options: tuple[OptionText, ...]
    variants: tuple[VariantText, ...]
    examples: tuple[Part, ...]
    more: tuple[Part, ...]
    bags_marked: bool
    drawn: tuple[DrawnRow, ...]


def listed() -> tuple[OfferedGame, ...]:
    """The games that can be played here and have a page."""
    return offered_games((key for key, game in GAMES.items() if game.rules_page is not None and levels(key)), {})


def rules_page(key: str, asked: str = "") -> RulesShown | None:
    """The page of that game, its options as the variant `asked` for has them; None where there is no page.

    A variant that the game does not have is the default one.
    """
    page = GAMES[key].rules_page if key in GAMES else None
    if page is None:
        return None
    known = ruleset(key).options
    variant = variant_of(known, {VARIANT: asked})
    return RulesShown(
        key=key,
        title=ruleset(key).title,
        lead=str(GAMES[key].blurb),
        templates=(f"pages/rules_{key}.html", "pages/rules_game.html"),
        variant_title=str(variant_words(key, variant).title) if variant else "",
        special=tuple(str(one) for one in variant_words(key, variant).special) if variant else (),
        options=tuple(_option(key, one, variant) for one in known if one.key != VARIANT),
        variants=_variants(key, known, variant),
        examples=_examples(page.examples),
        more=_examples(page.more),
        bags_marked=bool(GAMES[key].tags),
        drawn=page.drawn(),
    )


def key_by_title(slug: str) -> str | None:
    """The game whose title makes that part of an address."""
    return next((key for key, game in GAMES.items() if slug != key and slug == slugify(game.rules.title)), None)


def _examples(examples: tuple[Example, ...]) -> tuple[Part, ...]:
    parts: list[Part] = [("", [])]
    for situation, outcome in examples:
        if outcome == "":
            parts.append((str(situation), []))
        else:
            parts[-1][1].append((str(situation), str(outcome)))
    return tuple(part for part in parts if part[1])


def _option(key: str, option: Option, variant: str | None) -> OptionText:
    words, usual = option_words(key, option.key), option.default_in(variant)
    return OptionText(
        name=option.key,
        label=str(words.label),
        effect=str(words.effect),
        idle=str(words.idle),
        usual=value_words(key, option.key, usual),
        range=range_words(key, option) or _choices(key, option),
        is_fixed=variant in option.fixed,
        is_special=usual != option.default,
    )


def _choices(key: str, option: Option) -> str:
    return _(" or ").join(value_words(key, option.key, value) for value in option.choices) + "."


def _variants(key: str, known: tuple[Option, ...], shown: str | None) -> tuple[VariantText, ...]:
    choice = next((one for one in known if one.key == VARIANT), None)
    if choice is None:
        return ()
    by_key, endings = {option.key: option for option in known}, settings_of(key).endings
    variants = []
    for variant in map(str, choice.choices):
        words = variant_words(key, variant)
        variants.append(
            VariantText(
                key=variant,
                title=str(words.title),
                about=str(words.about),
                endings=tuple(value_words(key, name, by_key[name].default_in(variant)) for name in endings),
                differs=_differs(key, known, variant),
                is_shown=variant == shown,
            )
        )
    return tuple(variants)


def _differs(key: str, known: tuple[Option, ...], variant: str) -> tuple[str, ...]:
    """The options whose value is not that of the first variant, with the value they have."""
    return tuple(
        f"{option_words(key, option.key).label}: {setting_words(key, option.key, option.default_in(variant))}"
        for option in known
        if option.key not in (VARIANT, *settings_of(key).endings) and option.default_in(variant) != option.default
    )


# -- how to play well --------------------------------------------------------------------------------------


def strategy_page(key: str) -> Strategy | None:
    """That of the game, drawn and worded; None where there is none."""
    advice = GAMES[key].strategy if key in GAMES else None
    if advice is None:
        return None
    return replace(advice, parts=tuple(replace(part, blocks=tuple(map(_shown, part.blocks))) for part in advice.parts))


def _shown(block: Block) -> Block:
    match block:
        case Passage():
            return Passage(str(block.lead), str(block.text))
        case Listed():
            return Listed(tuple(map(str, block.points)))
        case Drawn():
            return drawn_row(cards(block.cards), str(block.words))
        case Odds():
            return Odds(str(block.caption), _cells(block.heads), tuple(map(_cells, block.rows)))
    return Passage("", str(block))


def _cells(row: tuple[Cell, ...]) -> tuple[str, ...]:
    return tuple(decimal(cell) if isinstance(cell, float) else str(cell) for cell in row)
