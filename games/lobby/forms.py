"""The filters of My games, and the setup of a game: options, computer players, seats offered by a link.

The setup form only parses the posted options; the rules validate them. The rules also get each option that the form
cannot parse, as posted.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameForm, guest_name
from accounts.names import COMPUTER_PLAYER
from games.company import ByLink, Clock, ComputerSeat
from games.engine.actions import Refusal
from games.engine.options import VARIANT, Option, complete
from games.lobby import archive
from games.pages.words import level_name
from games.people.setups import KeptSetup
from games.registry import levels, offered, ruleset, titles
from games.table import players
from games.table.opening import usual_seating
from games.wording import clock_words, option_words, place_name, range_words, sentence, value_words, without_effect

#: A number of up to nine digits. No option takes a larger one, and int() would parse thousands of digits.
_NUMBER: Final = re.compile(r"[-−]?[0-9]{1,9}")
_WARMING_UP: Final = _("That player is still warming up. Choose another one, or wait a moment.")
_TOKEN: Final = "csrfmiddlewaretoken"
#: Values of a seat's form field: the seat is for a computer player, or offered by a link.
BY_COMPUTER: Final = "computer"
BY_LINK: Final = "link"


class ArchiveForm(forms.Form):
    """The filters of the list of past games. An invalid field filters nothing."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    opponent = forms.ChoiceField(label=_("Computer players"), required=False)
    result = forms.ChoiceField(label=_("Result"), required=False, choices=[("", _("any")), *archive.Outcome.choices])
    bid = forms.CharField(label=_("With a bid of"), required=False, max_length=20)
    since = forms.DateField(label=_("From"), required=False)
    until = forms.DateField(label=_("To"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        every = dict.fromkeys(level for key in offered() for level in levels(key))
        opponents = [(name, level_name(name)) for name in every]
        for name, choices in (("game", titles()), ("opponent", opponents)):
            self.fields[name].choices = [("", _("any")), *choices]  # type: ignore[attr-defined]
        for name in ("since", "until"):
            self.fields[name].widget.input_type = "date"
        self.fields["bid"].widget.attrs |= {"list": "bids", "placeholder": _("nil, blind, 7")}

    def clean_bid(self) -> str:
        """Translate words from the reader's language to the rules': "Blind-Null" becomes "blind nil"."""
        known = {str(_("nil")).casefold(): archive.NIL, str(_("blind")).casefold(): archive.BLIND}
        words = self.cleaned_data["bid"].casefold().replace("-", " ").split()
        return " ".join(known.get(word, word) for word in words)

    @property
    def wanted(self) -> archive.ArchiveFilter:
        cleaned = self.cleaned_data
        return archive.ArchiveFilter(
            game=cleaned.get("game") or None,
            level=cleaned.get("opponent") or None,
            outcome=archive.Outcome(cleaned["result"]) if cleaned.get("result") else None,
            since=cleaned.get("since"),
            until=cleaned.get("until"),
            bid=cleaned.get("bid", ""),
        )

    @property
    def is_narrowed(self) -> bool:
        return self.wanted != archive.ArchiveFilter()


class OptionField(forms.Field):
    """One option of a game, with its words for the page. Accepts any posted value, since the rules validate it."""

    def __init__(self, key: str, option: Option, *, initial: object, usual: object) -> None:
        words = option_words(key, option.key)
        super().__init__(required=False, label=words.label, initial=initial, widget=_widget(key, option))
        self.option, self.words, self.usual = option, words, value_words(key, option.key, usual)
        self.is_switch = option.choices == (True, False)
        self.hint = range_words(key, option)

    def to_python(self, value: Any) -> object:
        return value if isinstance(value, bool) else read(self.option, str(value or ""))


def read(option: Option, text: str) -> object:
    """Return the option's value for a posted text, or the stripped text if it cannot be parsed."""
    text = text.strip()
    if option.choices:
        return next((one for one in option.choices if _as_posted(one) == text), text)
    if not text and option.none:
        return None
    return int(text.replace("−", "-")) if _NUMBER.fullmatch(text) else text


class SetupForm(forms.Form):
    """A setup of one variant of a game, with the kept setup as initial values.

    Each refusal of the rules is shown at all fields that it concerns; `troubles` lists it once. `asks_name` adds a
    field for the person's name, which is used if a seat is offered by a link.
    """

    def __init__(self, last_setup: KeptSetup, data: QueryDict | None = None, *, asks_name: bool = False) -> None:
        super().__init__(data)
        self.kept, self.key, self.variant = last_setup, last_setup.key, last_setup.variant
        self.known = ruleset(self.key).options
        self.troubles: list[str] = []
        self.posted: Mapping[str, Any] = {}
        for option in self.known:
            if option.key != VARIANT and self.variant not in option.fixed:
                usual = option.default_in(self.variant or None)
                kept = self.kept.options[option.key]
                self.fields[option.key] = OptionField(self.key, option, initial=kept, usual=usual)
        self._add_player_fields()
        if asks_name:
            self.fields["name"] = NameForm(person=None).fields["name"]
        if data is None:
            self._set_help_texts()

    def _add_player_fields(self) -> None:
        """Add the field of the level; with several computer players, also each one's level and who sits opposite."""
        names = [seat.name for seat in usual_seating(key=self.key, level="")]
        chosen = {seat.name: seat.level for seat in self.kept.seating}
        usual = max(chosen.values(), key=list(chosen.values()).count)
        of_one = _("How strong is %(name)s?") % {"name": names[0] or COMPUTER_PLAYER}
        label = of_one if len(names) == 1 else _("How strong are the computer players?")
        self.warming_up = players.warming_up(self.key)
        now = [level for level in levels(self.key) if level not in self.warming_up]
        usual = usual if usual in now or not now else now[-1]
        choices = [(level, level_name(level)) for level in now]
        self.fields["level"] = _choice(label, choices, usual)
        if self.warming_up:
            self.fields["level"].error_messages |= dict.fromkeys(("required", "invalid_choice"), _WARMING_UP)
        self.level_fields = {name: f"level_{_place_value(name)}" for name in names} if len(names) > 1 else {}
        self.company_fields = tuple(self.level_fields.values())
        for name, field in self.level_fields.items():
            own = "" if chosen[name] == usual or chosen[name] not in now else chosen[name]
            same = ("", _("same as above"))
            self.fields[field] = _choice(name or COMPUTER_PLAYER, [same, *choices], own, required=False)
        if len(names) > 1:
            self.company_fields += ("across",)
            places = [(_place_value(name), name or COMPUTER_PLAYER) for name in names]
            across = _place_value(self.kept.seating[len(names) // 2].name)
            self.fields["across"] = _choice(_("Across from you"), places, across, widget=forms.RadioSelect)
            self.fields["across"].help_text = _(
                "Your partner, if the game has partners. The player who usually sits there trades places."
            )
        self._add_link_fields()

    def _add_link_fields(self) -> None:
        """Add for each seat the choice of a computer player or a link; also the clock, and whether others may watch."""
        given = self.kept.by_link
        self.place_fields = tuple(f"place_{place}" for place in range(1, len(self.kept.seating) + 1))
        for place, field in enumerate(self.place_fields, start=1):
            chosen = BY_LINK if place in given.places else BY_COMPUTER
            choices = [(BY_COMPUTER, _("computer player")), (BY_LINK, _("Invite by link"))]
            label = place_name(place, places=len(self.place_fields))
            self.fields[field] = _choice(label, choices, chosen, required=False)
        clocks = [(str(one.value), clock_words(one)) for one in Clock]
        self.fields["clock"] = _choice(_("Time per turn"), clocks, str(given.clock), required=False)
        self.fields["onlookers"] = forms.BooleanField(
            required=False,
            initial=given.onlookers,
            label=_("Let others watch"),
            widget=forms.CheckboxInput(attrs={"role": "switch"}),
            help_text=_("They see no one’s cards until the hand is over."),
        )

    def clean_name(self) -> str:
        return guest_name(self.cleaned_data["name"]) if self.by_link.places else ""

    def clean(self) -> dict[str, Any]:
        self.posted = dict(self.cleaned_data)
        self.refuse(ruleset(self.key).check(self.chosen))
        for player in self.players():
            self.troubles += [f"{player.label}: {error}" for error in player.errors]
        self._set_help_texts()
        return self.cleaned_data

    def refuse(self, refusals: Iterable[Refusal]) -> None:
        """Add each refusal as an error to the fields that it concerns, or to the form if there are none."""
        for refusal in refusals:
            text = sentence(self.key, refusal, self.full)
            self.troubles.append(text)
            about = [name for name in refusal.options if name in self.fields]
            for name in about or [NON_FIELD_ERRORS]:
                self.add_error(name, text)

    @property
    def chosen(self) -> dict[str, object]:
        """The posted options, including those without a field. Only for a bound form after `clean`."""
        options = {name: self.posted[name] for name, _field in self._options()}
        return {**dict(self._without_field()), **options, **({VARIANT: self.variant} if self.variant else {})}

    @property
    def full(self) -> Mapping[str, object]:
        """Every option of the game: as posted, or the default; as kept if the form is unbound."""
        if not self.is_bound:
            return self.kept.options
        chosen: Any = self.chosen
        return complete(self.known, chosen)

    @property
    def seating(self) -> tuple[ComputerSeat, ...]:
        """The computer players clockwise; as kept if the form is unbound or a field for computer players is invalid."""
        if not self.is_bound or any(name not in self.cleaned_data for name in ("level", *self.company_fields)):
            return self.kept.seating
        chosen = self.cleaned_data
        usual = usual_seating(key=self.key, level=chosen["level"])
        if not self.level_fields:
            return usual
        levels = {name: chosen[field] or chosen["level"] for name, field in self.level_fields.items()}
        names = [seat.name for seat in usual]
        middle, across = len(names) // 2, [_place_value(name) for name in names].index(chosen["across"])
        # The player chosen for the seat opposite swaps seats with the one who usually sits there.
        names[middle], names[across] = names[across], names[middle]
        return tuple(ComputerSeat(levels[name], name) for name in names)

    @property
    def by_link(self) -> ByLink:
        """The seats offered by a link; as kept if the form is unbound, or a seat or the clock is invalid."""
        if not self.is_bound or any(name not in self.cleaned_data for name in (*self.place_fields, "clock")):
            return self.kept.by_link
        chosen = self.cleaned_data
        places = (place for place, name in enumerate(self.place_fields, start=1) if chosen[name] == BY_LINK)
        return ByLink(tuple(places), int(chosen["clock"] or 0), chosen["onlookers"])

    def groups(self) -> dict[str, list[forms.BoundField]]:
        """Return the switches and the other options as groups. The group of the first option comes first."""
        found: dict[str, list[forms.BoundField]] = {}
        for name, field in self._options():
            found.setdefault("switches" if field.is_switch else "amounts", []).append(self[name])
        return found

    def is_refused(self) -> bool:
        return any(self[name].errors for name, _field in self._options())

    def company(self) -> Iterator[forms.BoundField]:
        """Return the fields for each computer player's level and for who sits opposite; none if there is only one."""
        return (self[name] for name in self.company_fields)

    def company_is_refused(self) -> bool:
        return any(player.errors for player in self.company())

    def players(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in self.fields if not isinstance(self.fields[name], OptionField))

    def _options(self) -> Iterator[tuple[str, OptionField]]:
        return ((name, field) for name, field in self.fields.items() if isinstance(field, OptionField))

    def _without_field(self) -> Iterator[tuple[str, object]]:
        """Yield the posted values that have no field: fixed options and unknown names."""
        known = {option.key: option for option in self.known}
        for name, text in self.data.items():
            if name not in self.fields and name not in (_TOKEN, VARIANT):
                yield name, read(known[name], text) if name in known else text

    def _set_help_texts(self) -> None:
        """Set the help text of each option: its range, and a note if the other options make it ineffective."""
        idle = without_effect(self.key, self.full)
        for name, field in self._options():
            # Set on the bound field, which copied the help text of its form field when it was created.
            self[name].help_text = " ".join(text for text in (field.hint, idle.get(name, "")) if text)


def _widget(key: str, option: Option) -> forms.Widget:
    if option.choices == (True, False):
        return forms.CheckboxInput()
    if option.choices:
        texts = [_as_posted(one) for one in option.choices]
        return forms.Select(choices=[(text, value_words(key, option.key, text)) for text in texts])
    bounds = {"min": option.low, **({} if option.endless else {"max": option.high}), "step": option.step}
    return forms.NumberInput(attrs=bounds)


def _as_posted(value: object) -> str:
    return "on" if value is True else "off" if value is False else str(value)


def _choice(label: Any, choices: list[tuple[str, Any]], initial: str, **arguments: Any) -> forms.Field:
    errors = dict.fromkeys(("required", "invalid_choice"), _("Choose one of the options."))
    return forms.ChoiceField(label=label, choices=choices, initial=initial, error_messages=errors, **arguments)


def _place_value(name: str) -> str:
    return (name or COMPUTER_PLAYER).lower()
