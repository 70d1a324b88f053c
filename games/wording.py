"""Words that forms and pages share: names, kinds of decisions, options, and refusals of options."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.names import COMPUTER_PLAYER
from games.cardgame import Full, OptionWords, SettingWords, VariantWords
from games.company import Clock, ComputerSeat
from games.engine.actions import Refusal
from games.engine.options import VARIANT, Option, Value, complete, variant_of
from games.pages.words import KindWords, level_name, listed, plain_number
from games.registry import GAMES, ruleset

KINDS: Final[Mapping[str, KindWords]] = {
    "blind": KindWords(
        gettext_lazy("Before the cards are seen"),
        gettext_lazy("what you do before you see your cards costs you the most"),
    ),
    "bid": KindWords(
        gettext_lazy("Bid"), gettext_lazy("your bids cost you the most"), gettext_lazy("What do you bid?")
    ),
    "name": KindWords(
        gettext_lazy("Naming"),
        gettext_lazy("your choice of trump or direction costs you the most"),
        gettext_lazy("What’s your trump or direction?"),
    ),
    "exchange": KindWords(gettext_lazy("Exchange"), gettext_lazy("your exchanges cost you the most")),
    "jokers": KindWords(gettext_lazy("Jokers"), gettext_lazy("your jokers cost you the most")),
    "discard": KindWords(
        gettext_lazy("Discard"),
        gettext_lazy("your discards cost you the most"),
        gettext_lazy("What do you discard?"),
    ),
    "lead": KindWords(gettext_lazy("Lead"), gettext_lazy("your leads cost you the most")),
    "follow": KindWords(gettext_lazy("Follow suit"), gettext_lazy("following suit costs you the most")),
    "void": KindWords(
        gettext_lazy("Can’t follow suit"), gettext_lazy("your choices when you can’t follow suit cost you the most")
    ),
    "play": KindWords(
        gettext_lazy("Play"), gettext_lazy("your plays cost you the most"), gettext_lazy("What do you play?")
    ),
}
#: Length to which a refusal shortens the posted name of an unknown option.
LONGEST_NAME = 40


def game_name(key: str, options: Mapping[str, object]) -> str:
    """Return the name of the game or of its variant. `options` are those that differ from the default."""
    variant = variant_of(ruleset(key).options, options)
    return ruleset(key).title if variant is None else str(variant_words(key, variant).name)


def level_names(levels: Iterable[str]) -> str:
    return capfirst(listed([*dict.fromkeys(level_name(level) for level in levels)]))


def differences(key: str, options: Mapping[str, object]) -> str:
    """Return the options that differ from the default and have an effect, with their values; empty without any."""
    idle = without_effect(key, complete(ruleset(key).options, options))  # type: ignore[arg-type]  # as in `rules_said`
    return settings_said(key, {name: value for name, value in options.items() if name not in idle})


def settings_said(key: str, options: Mapping[str, object]) -> str:
    """Return the options with their values in one text, in the order of the rules, without the variant."""
    names = (option.key for option in ruleset(key).options if option.key in options and option.key != VARIANT)
    parts = (
        _("%(option)s: %(value)s")
        % {"option": option_words(key, name).label, "value": setting_words(key, name, options[name])}
        for name in names
    )
    return ", ".join(parts)


def place_name(place: int, *, places: int) -> str:
    """Return in words where the `place`-th of the `places` other seats is, counted from the reader's left."""
    return (
        _("Across from you")
        if places == 1
        else (_("On your left"), _("Across from you"), _("On your right"))[place - 1]
    )


def computer_player(seat: ComputerSeat) -> str:
    return _("%(name)s (%(level)s)") % {"name": seat.name or COMPUTER_PLAYER, "level": level_name(seat.level)}


def clock_words(clock: Clock) -> str:
    return {
        Clock.NONE: _("as long as you like"),
        Clock.QUICK: _("30 seconds"),
        Clock.CALM: _("90 seconds"),
        Clock.A_DAY: _("a day"),
    }[clock]


def rules_said(key: str, options: Mapping[str, object]) -> str:
    """Return a sentence on the game, its goal, and the options that differ from the default."""
    known = ruleset(key).options
    variant = variant_of(known, options)
    full = complete(known, options)  # type: ignore[arg-type]  # stored options are valid
    aims = settings_of(key).aim
    game, aim = game_name(key, options), " ".join(value_said(key, name, full[name]) for name in aims)
    if aim:
        game = _("%(game)s, played %(aim)s") % {"game": game, "aim": aim}
    usual = {option.key: option.default_in(variant) for option in known}
    unsaid = {VARIANT, *aims, *without_effect(key, full)}
    changed = [name for name in usual if name in options and name not in unsaid]
    if not changed:
        return _("%(game)s, standard rules.") % {"game": game}
    what = listed([value_said(key, name, full[name], usual=usual[name]) for name in changed])
    return _("%(game)s, but %(what)s; otherwise standard rules.") % {"game": game, "what": what}


def kind_words(key: str, kind: str) -> KindWords:
    """Return the game's own words for a kind, or the shared ones. An empty key means several games."""
    own = GAMES[key].kinds if key else {}
    return own.get(kind) or KINDS.get(kind) or KindWords(kind, "")


def kind_name(key: str, kind: str) -> str:
    return str(kind_words(key, kind).name)


def in_order(kinds: frozenset[str]) -> list[str]:
    return [kind for kind in KINDS if kind in kinds]


def settings_of(key: str) -> SettingWords:
    return GAMES[key].settings


def option_words(key: str, option: str) -> OptionWords:
    """Return the game's words for the option; without any, the option's key as its label."""
    return settings_of(key).options.get(option) or OptionWords(option, "")


def variant_words(key: str, variant: str) -> VariantWords:
    return settings_of(key).variants.get(variant) or VariantWords(variant, "", "", name=variant)


def value_words(key: str, option: str, value: object) -> str:
    """Return a value as pages show it: on, off, none, a number with a typographic minus, or the name of a choice."""
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if isinstance(value, int):
        return plain_number(value)
    return str(option_words(key, option).choices.get(str(value), value))


def setting_words(key: str, option: str, value: object) -> str:
    """Return a value for a list of settings. A 0 that switches the option off becomes "off"."""
    is_off = value == 0 and option_words(key, option).is_off_at_zero
    return _("off") if is_off else value_words(key, option, value)


def value_said(key: str, option: str, value: Value, *, usual: Value = None) -> str:
    """Return a value as part of a sentence. If `usual` is a number, it follows, unless `said_of` has either value."""
    words = option_words(key, option)
    own = words.said_of.get(value)
    if own is not None:
        return str(own)
    said = str(words.said) % {"value": value_words(key, option, value)}
    if type(usual) is not int or usual in words.said_of:
        return said
    return _("%(said)s (usually %(usual)s)") % {"said": said, "usual": value_words(key, option, usual)}


def range_words(key: str, option: Option) -> str:
    """Return the range of an option's numbers; empty for a switch or a choice, whose form field shows all values."""
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
    return text + " " + _("Leave empty for none.") if option.none else text


def without_effect(key: str, full: Full) -> dict[str, str]:
    return dict(settings_of(key).idle(full))


def sentence(key: str, refusal: Refusal, full: Full) -> str:
    """Return the refusal as a sentence: the game's own, else the shared one, else the rules' reason.

    `full` has the chosen value of every option.
    """
    own, shared = settings_of(key).refused.get(refusal.code), _SENTENCES.get(refusal.code)
    worded = {name: value_words(key, name, value) for name, value in full.items()}
    said = own(refusal, worded) if callable(own) else str(own or "") % worded
    return said or (shared(key, refusal, full) if shared is not None else refusal.reason)


def _out_of_range(key: str, refusal: Refusal, full: Full) -> str:
    name = refusal.options[0]
    option = next((one for one in ruleset(key).options if one.key == name), None)
    words = {"label": _label(key, refusal), "range": "" if option is None else range_words(key, option)}
    if not words["range"]:
        return _("%(label)s: choose one of the options.") % words
    value = full.get(name)
    if type(value) is int:
        return _("%(label)s: not %(value)s, but %(range)s") % {**words, "value": value_words(key, name, value)}
    return _("%(label)s: a whole number, %(range)s") % words


def _fixed(key: str, refusal: Refusal, full: Full) -> str:
    words = {"label": _label(key, refusal), "variant": variant_words(key, str(full.get(VARIANT, ""))).title}
    return _("“%(label)s” cannot be changed in %(variant)s.") % words


def _unknown(key: str, refusal: Refusal, full: Full) -> str:
    shown = "".join(letter for letter in refusal.options[0] if letter.isprintable())
    name = shown if len(shown) <= LONGEST_NAME else shown[:LONGEST_NAME] + "…"
    return _("There is no option “%(name)s”.") % {"name": name}


_SENTENCES: Mapping[str, Callable[[str, Refusal, Full], str]] = {
    "OUT_OF_RANGE": _out_of_range,
    "OPTION_FIXED": _fixed,
    "UNKNOWN_OPTION": _unknown,
}


def _label(key: str, refusal: Refusal) -> str:
    return str(option_words(key, refusal.options[0]).label)
