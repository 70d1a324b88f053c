"""What a game is called, with its variant where it has some, how one that was set up differs from the usual, and who
sits where at it.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.names import COMPUTER_PLAYER
from games.engine.options import VARIANT, complete, variant_of
from games.registry import ruleset
from games.services.people.rooms import Clock
from games.services.table.seating import ComputerSeat
from games.viewmodel.levels import level_name
from games.viewmodel.words import listed
from games.wording.options import option_words, setting_words, settings_of, value_said, variant_words, without_effect


def game_name(key: str, options: Mapping[str, object]) -> str:
    """By the options that differ from the usual, the variant among them."""
    variant = variant_of(ruleset(key).options, options)
    return ruleset(key).title if variant is None else str(variant_words(key, variant).name)


def level_names(levels: Iterable[str]) -> str:
    """The levels of the computer players, each once, at the head of a sentence."""
    return capfirst(listed([*dict.fromkeys(level_name(level) for level in levels)]))


def differences(key: str, options: Mapping[str, object]) -> str:
    """The options that differ from the usual and have an effect, as settings; empty where there are none."""
    idle = without_effect(key, complete(ruleset(key).options, options))  # type: ignore[arg-type]  # as in `rules_said`
    return settings_said(key, {name: value for name, value in options.items() if name not in idle})


def settings_said(key: str, options: Mapping[str, object]) -> str:
    """In the order of the rules; without the variant."""
    names = (option.key for option in ruleset(key).options if option.key in options and option.key != VARIANT)
    parts = (
        _("%(option)s: %(value)s")
        % {"option": option_words(key, name).label, "value": setting_words(key, name, options[name])}
        for name in names
    )
    return ", ".join(parts)


def place_name(place: int, *, of: int) -> str:
    """Where a seat is, seen from whoever sets a game up with `of` others; the left-hand one is 1."""
    return _("Across from you") if of == 1 else (_("On your left"), _("Across from you"), _("On your right"))[place - 1]


def computer_player(seat: ComputerSeat) -> str:
    return _("%(name)s (%(level)s)") % {"name": seat.name or COMPUTER_PLAYER, "level": level_name(seat.level)}


def rematch_words(names: Sequence[str]) -> str:
    """That these people wait for somebody to play with them once more; empty for nobody."""
    words = {"names": listed(names)}
    said = ngettext("%(names)s waits for you to play again.", "%(names)s wait for you to play again.", len(names))
    return said % words if names else ""


def clock_words(clock: Clock) -> str:
    """How long a decision may take."""
    return {
        Clock.NONE: _("as long as you like"),
        Clock.QUICK: _("30 seconds"),
        Clock.CALM: _("90 seconds"),
        Clock.A_DAY: _("a day"),
    }[clock]


def rules_said(key: str, options: Mapping[str, object]) -> str:
    """What is played and how, in a sentence or two: the game with what is played for, then what is not as usual."""
    known = ruleset(key).options
    variant = variant_of(known, options)
    full = complete(known, options)  # type: ignore[arg-type]  # a row of options that were accepted
    aims = settings_of(key).aim
    game, aim = game_name(key, options), " ".join(value_said(key, name, full[name]) for name in aims)
    if aim:
        game = _("%(game)s, played %(aim)s") % {"game": game, "aim": aim}
    usual = {option.key: option.default_in(variant) for option in known}
    unsaid = {VARIANT, *aims, *without_effect(key, full)}
    changed = [name for name in usual if name in options and name not in unsaid]
    if not changed:
        return _("%(game)s, with the usual rules.") % {"game": game}
    what = listed([value_said(key, name, full[name], usual=usual[name]) for name in changed])
    return _("%(game)s, but %(what)s. All else is as usual.") % {"game": game, "what": what}
