"""The form that sets a game up: its options, its computer players, who of them sits across, and which seats are given
away by a link.

It reads what is posted; whether that can be played the rules say, and what cannot be read is left to them as it came.
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
from games.engine.actions import Refusal
from games.engine.options import VARIANT, Option, complete
from games.registry import levels, ruleset
from games.services.moves import players
from games.services.people.rooms import Clock
from games.services.people.setups import KeptSetup
from games.services.table.seating import ByLink, ComputerSeat, across_of, seating_by_choice, usual_seating
from games.viewmodel.levels import level_name
from games.wording.names import clock_words, place_name
from games.wording.options import option_words, range_words, value_words, without_effect
from games.wording.refused import sentence

#: More digits than any option takes; Python would read thousands of them.
_NUMBER: Final = re.compile(r"[-−]?[0-9]{1,9}")
_WARMING_UP: Final = _("That player is still warming up. Choose another one, or wait a moment.")
_TOKEN: Final = "csrfmiddlewaretoken"
#: Who takes a seat.
BY_COMPUTER: Final = "computer"
BY_LINK: Final = "link"


class OptionField(forms.Field):
    """One option of a game, with its words for the page. Whatever was posted passes."""

    def __init__(self, key: str, option: Option, *, initial: object, usual: object) -> None:
        words = option_words(key, option.key)
        super().__init__(required=False, label=words.label, initial=initial, widget=_widget(key, option))
        self.option, self.words, self.usual = option, words, value_words(key, option.key, usual)
        self.is_switch = option.choices == (True, False)
        self.hint = range_words(key, option)

    def to_python(self, value: Any) -> object:
        return value if isinstance(value, bool) else read(self.option, str(value or ""))


def read(option: Option, text: str) -> object:
    """The value that a posted text stands for; the text itself where it stands for none."""
    text = text.strip()
    if option.choices:
        return next((one for one in option.choices if _as_posted(one) == text), text)
    if not text and option.none:
        return None
    return int(text.replace("−", "-")) if _NUMBER.fullmatch(text) else text


class SetupForm(forms.Form):
    """A setup of one game in one variant, beginning with what was kept.

    Every refusal of the rules stands at the fields it is about; `troubles` are all of them once. `asks_name`: of
    somebody who has none, for a table with people.
    """

    def __init__(self, kept: KeptSetup, data: QueryDict | None = None, *, asks_name: bool = False) -> None:
        super().__init__(data)
        self.kept, self.key, self.variant = kept, kept.key, kept.variant
        self.known = ruleset(self.key).options
        self.troubles: list[str] = []
        self.posted: Mapping[str, Any] = {}
        for option in self.known:
            if option.key != VARIANT and self.variant not in option.fixed:
                self.fields[option.key] = self._option_field(option)
        self._seat_players()
        if asks_name:
            self.fields["name"] = NameForm(person=None).fields["name"]
        if data is None:
            self._note_options()

    def _option_field(self, option: Option) -> OptionField:
        usual = option.default_in(self.variant or None)
        return OptionField(self.key, option, initial=self.kept.options[option.key], usual=usual)

    def _seat_players(self) -> None:
        """A level for all computer players; at four seats also one for each that differs, and who sits across."""
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
        for name, field in self.level_fields.items():
            own = "" if chosen[name] == usual or chosen[name] not in now else chosen[name]
            self.fields[field] = _choice(name or COMPUTER_PLAYER, [("", _("same as above")), *choices], own)
            self.fields[field].required = False
        if len(names) > 1:
            self.fields["across"] = _across_field(names, initial=across_of(self.kept.seating))
        self.company_fields = (*self.level_fields.values(), *(("across",) if len(names) > 1 else ()))
        self._give_seats_away()

    def _give_seats_away(self) -> None:
        """For each seat a computer player or somebody by link; and the clock and onlookers, for tables with people."""
        given = self.kept.by_link
        self.place_fields = tuple(f"place_{place}" for place in range(1, len(self.kept.seating) + 1))
        for place, field in enumerate(self.place_fields, start=1):
            chosen = BY_LINK if place in given.places else BY_COMPUTER
            choices = [(BY_COMPUTER, _("computer player")), (BY_LINK, _("by link"))]
            self.fields[field] = _choice(place_name(place, of=len(self.place_fields)), choices, chosen)
            self.fields[field].required = False
        clocks = [(str(one.value), clock_words(one)) for one in Clock]
        self.fields["clock"] = _choice(_("Time for a decision"), clocks, str(given.clock))
        self.fields["clock"].required = False
        self.fields["onlookers"] = forms.BooleanField(
            required=False,
            initial=given.onlookers,
            label=_("Others may look on"),
            widget=forms.CheckboxInput(attrs={"role": "switch"}),
            help_text=_("They see no hand until it is over."),
        )

    def clean_name(self) -> str:
        return guest_name(self.cleaned_data["name"]) if self.by_link.places else ""

    def clean(self) -> dict[str, Any]:
        self.posted = dict(self.cleaned_data)
        self.refuse(ruleset(self.key).check(self.chosen))
        for player in self.players():
            self.troubles += [f"{player.label}: {error}" for error in player.errors]
        self._note_options()
        return self.cleaned_data

    def refuse(self, refusals: Iterable[Refusal]) -> None:
        """Put what the rules refuse at the fields it is about."""
        for refusal in refusals:
            text = sentence(self.key, refusal, self.full)
            self.troubles.append(text)
            about = [name for name in refusal.options if name in self.fields]
            for name in about or [NON_FIELD_ERRORS]:
                self.add_error(name, text)

    @property
    def chosen(self) -> dict[str, object]:
        """What was posted of options, those that are fixed or unknown with it; only for a bound form."""
        options = {name: self.posted[name] for name, _field in self._options()}
        return {**dict(self._beside()), **options, **({VARIANT: self.variant} if self.variant else {})}

    @property
    def full(self) -> Mapping[str, object]:
        """Every option of the game, as it was posted or else as it was kept."""
        if not self.is_bound:
            return self.kept.options
        known = {option.key for option in self.known}
        chosen: Any = {name: value for name, value in self.chosen.items() if name in known}
        return complete(self.known, chosen)

    @property
    def seating(self) -> tuple[ComputerSeat, ...]:
        """Who sits where; as it was kept while a level or a place cannot be read."""
        if not self.is_bound:
            return self.kept.seating
        if any(name not in self.cleaned_data for name in ("level", *self.company_fields)):
            return self.kept.seating
        chosen = self.cleaned_data
        levels = {name: chosen[field] or chosen["level"] for name, field in self.level_fields.items()}
        across = next((name for name in levels if _place_value(name) == chosen.get("across")), "")
        return seating_by_choice(key=self.key, levels=levels or {"": chosen["level"]}, across=across)

    @property
    def by_link(self) -> ByLink:
        """What is given away to people; as it was kept while it cannot be read."""
        if not self.is_bound or any(name not in self.cleaned_data for name in (*self.place_fields, "clock")):
            return self.kept.by_link
        chosen = self.cleaned_data
        places = (place for place, name in enumerate(self.place_fields, start=1) if chosen[name] == BY_LINK)
        return ByLink(tuple(places), int(chosen["clock"] or 0), chosen["onlookers"])

    def groups(self) -> dict[str, list[forms.BoundField]]:
        """The options of this variant, switches and amounts apart; the kind that the ruleset lists first is first."""
        found: dict[str, list[forms.BoundField]] = {}
        for name, field in self._options():
            found.setdefault("switches" if field.is_switch else "amounts", []).append(self[name])
        return found

    def is_refused(self) -> bool:
        """Whether something stands in the way among the options."""
        return any(self[name].errors for name, _field in self._options())

    def company(self) -> Iterator[forms.BoundField]:
        """What may be chosen of computer players beside one level for all."""
        return (self[name] for name in self.company_fields)

    def company_is_refused(self) -> bool:
        return any(player.errors for player in self.company())

    def players(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in self.fields if not isinstance(self.fields[name], OptionField))

    def _options(self) -> Iterator[tuple[str, OptionField]]:
        return ((name, field) for name, field in self.fields.items() if isinstance(field, OptionField))

    def _beside(self) -> Iterator[tuple[str, object]]:
        """Whatever was posted that has no field here: fixed options, and names that nobody knows."""
        known = {option.key: option for option in self.known}
        for name, text in self.data.items():
            if name not in self.fields and name not in (_TOKEN, VARIANT):
                yield name, read(known[name], text) if name in known else text

    def _note_options(self) -> None:
        """Under each option its range, and whether it has no effect as the others stand."""
        idle = without_effect(self.key, self.full)
        for name, field in self._options():
            # The field as it is drawn has taken its text over already.
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


def _across_field(names: Iterable[str], *, initial: str) -> forms.Field:
    places = [(_place_value(name), name or COMPUTER_PLAYER) for name in names]
    field = _choice(_("Across from you"), places, _place_value(initial), forms.RadioSelect)
    field.help_text = _("Your partner, where there are partners. Whoever usually sits there changes places.")
    return field


def _choice(
    label: Any, choices: Iterable[tuple[str, Any]], initial: str, widget: type[forms.Widget] = forms.Select
) -> forms.Field:
    wrong = _("Choose one of those offered.")
    errors = {"required": wrong, "invalid_choice": wrong}
    return forms.ChoiceField(label=label, choices=list(choices), initial=initial, error_messages=errors, widget=widget)


def _place_value(name: str) -> str:
    return (name or COMPUTER_PLAYER).lower()
