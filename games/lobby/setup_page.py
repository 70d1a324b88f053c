"""The setup page without its form: variants, levels, fixed options, and the player at each seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.names import COMPUTER_PLAYER
from games.company import ByLink, ComputerSeat
from games.engine.cards import cards
from games.engine.options import VARIANT, differing
from games.lobby.forms import SetupForm
from games.pages.cards import Face, face
from games.pages.words import LIKE, strength
from games.people.setups import KeptSetup, variants
from games.registry import GAMES, levels, ruleset
from games.table import players
from games.table.opening import AT_FOUR
from games.wording import (
    computer_player,
    level_names,
    option_words,
    place_name,
    setting_words,
    settings_of,
    settings_said,
    variant_words,
    without_effect,
)


@dataclass(frozen=True, slots=True)
class VariantShown:
    key: str
    title: str
    line: str
    about: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class LevelShown:
    """A level as a card face, with its style of play and measured strength.

    `is_warming_up`: the level is still being compiled and cannot be chosen.
    """

    key: str
    face: Face
    name: str
    style: str
    strength: str
    is_warming_up: bool


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """A seat other than the person's: for the computer player `name`, or (`is_given`) offered by a link."""

    number: int
    where: str
    name: str
    is_partner: bool
    is_given: bool


@dataclass(frozen=True, slots=True)
class SetupShown:
    """The setup page. `fixed` and `seating` are sentences or "".

    `changed` lists the valid options that differ from their defaults, `others` is a sentence on the remaining options.
    `rules` lists the unchanged options that set the goal of the game.
    """

    key: str
    title: str
    variant: str
    variant_title: str
    variants: tuple[VariantShown, ...]
    levels: tuple[LevelShown, ...]
    places: tuple[PlaceShown, ...]
    fixed: str
    seating: str
    rules: str
    changed: str
    others: str


def setup(form: SetupForm) -> SetupShown:
    """Return the page of a setup form, posted or with the values of the kept setup."""
    last_setup, full = form.kept, form.full
    known = ruleset(last_setup.key).options
    changed = differing(known, full)
    changed.pop(VARIANT, None)
    rest = sum(option.key != VARIANT and last_setup.variant not in option.fixed for option in known) - len(changed)
    said = {option.key: changed[option.key] for option in known if option.allows(changed.get(option.key, ...))}
    return SetupShown(
        key=last_setup.key,
        title=ruleset(last_setup.key).title,
        variant=last_setup.variant,
        variant_title=variant_title(last_setup.key, last_setup.variant),
        variants=tuple(
            VariantShown(one, str(words.title), str(words.line), str(words.about), one == last_setup.variant)
            for one in variants(last_setup.key)
            for words in [variant_words(last_setup.key, one)]
        ),
        levels=_levels(last_setup),
        places=tuple(_places(form)),
        fixed=_fixed(last_setup),
        seating=_seating(form.seating, form.by_link),
        rules=settings_said(
            last_setup.key, {name: full[name] for name in settings_of(last_setup.key).aim if name not in changed}
        ),
        changed=settings_said(last_setup.key, said),
        others=_others(rest) if changed else _("Standard rules."),
    )


def _others(rest: int) -> str:
    return ngettext("The other one is standard.", "The other %(n)s are standard.", rest) % {"n": rest} if rest else ""


def _levels(last_setup: KeptSetup) -> tuple[LevelShown, ...]:
    """Return the levels, each with a card of hearts. The strongest level has the king, the next one the queen."""
    warming = players.warming_up(last_setup.key)
    known, measured = levels(last_setup.key), GAMES[last_setup.key].measured.get(last_setup.variant, ())
    faces = [face(one) for one in cards("9H TH JH QH KH")[-len(known) :]]
    return tuple(
        LevelShown(
            level,
            shown,
            level_names([level]),
            str(LIKE.get(level, "")),
            strength(known, measured, level),
            level in warming,
        )
        for level, shown in zip(known, faces, strict=True)
    )


def variant_title(key: str, variant: str) -> str:
    return str(variant_words(key, variant).title) if variant else ""


def _fixed(last_setup: KeptSetup) -> str:
    """Return a sentence on the options fixed in this variant, without those that have no effect in it."""
    key, options = last_setup.key, last_setup.options
    idle = without_effect(key, options)
    parts = [
        f"{option_words(key, one.key).label} ({setting_words(key, one.key, options[one.key])})"
        for one in ruleset(key).options
        if one.key != VARIANT and last_setup.variant in one.fixed and one.key not in idle
    ]
    words = {"variant": variant_title(key, last_setup.variant), "options": ", ".join(parts)}
    return _("Fixed in %(variant)s: %(options)s.") % words if parts else ""


def _places(form: SetupForm) -> Iterator[PlaceShown]:
    rules, seating, by_link = ruleset(form.key), form.seating, form.by_link
    options = form.kept.options if rules.check(form.full) else form.full  # refused options may define no sides
    for number, seat in enumerate(seating, start=1):
        yield PlaceShown(
            number=number,
            where=place_name(number, places=len(seating)),
            name=seat.name or COMPUTER_PLAYER,
            is_partner=rules.side(options, number) == rules.side(options, 0),  # type: ignore[arg-type]
            is_given=number in by_link.places,
        )


def _seating(seating: Sequence[ComputerSeat], by_link: ByLink) -> str:
    if len(seating) != len(AT_FOUR):
        return ""
    left, across, right = (
        _("someone you invite") if place in by_link.places else computer_player(seat)
        for place, seat in enumerate(seating, start=1)
    )
    words = {"left": left, "across": across, "right": right}
    return capfirst(_("%(left)s sits on your left, %(across)s across from you, %(right)s on your right.") % words)
