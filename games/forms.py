"""What a page posts, read into plain values. A form says whether a post can be read; rules judge the rest."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.dealing import LONGEST_PLAYER_SEED
from games.engine.notation import LONGEST, NotAnAction, read_action
from games.engine.options import Option
from games.services import archive, lobby

LARGEST_VERSION = 2**31 - 1
LARGEST_HAND = 2**15 - 1
#: `spadesite.bodies` lets a body of this size through, with its form around it.
LARGEST_FILE = 5 * 1024 * 1024
MOST_SEATS = 4

#: What each option of a new game is called, and what it does, in a sentence.
WORDS: Mapping[str, tuple[Any, Any]] = {
    "target": (_("Play to"), _("The first to show this many points wins.")),
    "mercy_lead": (_("Mercy lead"), _("A lead this large ends the game at once.")),
    "nil_points": (
        _("Nil is worth"),
        _("Won when a nil bidder takes no trick, lost when one falls to them."),
    ),
    "first_lead": (_("First lead"), _("Who leads the first trick of a hand.")),
    "blind_deficit": (_("Blind from"), _("How far behind you must be to bid before you see your cards.")),
    "denial": (
        _("Denial"),
        _("A pile that would carry the trailing side past the target costs the other side those points instead."),
    ),
}
CHOICES: Mapping[str, Any] = {
    "alternate": _("takes turns"),
    "odd": _("always the odd side"),
    "easy": _("Easy: friendly, for a first game"),
    "medium": _("Medium: counts the cards"),
    "ruthless": _("Ruthless: reads your bids and plays to win"),
}

#: Levels by themselves, where there is no room for what they are like.
LEVELS: Mapping[str, Any] = {"easy": _("easy"), "medium": _("medium"), "ruthless": _("ruthless")}


class ActionForm(forms.Form):
    """A seat's action at a version of the table."""

    action = forms.CharField(max_length=LONGEST, strip=False)
    version = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION)

    def clean_action(self) -> Any:
        try:
            return read_action(self.cleaned_data["action"])
        except NotAnAction as error:
            raise ValidationError(_("That cannot be read as a move.")) from error


class DealForm(forms.Form):
    """The player's seed for the next hand; an empty one is drawn by the server."""

    seed = forms.CharField(max_length=LONGEST_PLAYER_SEED, required=False)
    version = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION)


class NewGameForm(forms.Form):
    """Level and options of a new game, made from the ruleset's own list."""

    level = forms.ChoiceField(label=_("Marta plays"))

    def __init__(self, key: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.key = key
        level = self.fields["level"]
        level.choices = [(name, CHOICES.get(name, name)) for name in lobby.levels(key)]  # type: ignore[attr-defined]
        level.initial = lobby.DEFAULT_LEVEL
        for option in lobby.options(key):
            self.fields[option.key] = _field(option)

    @property
    def chosen(self) -> dict[str, Any]:
        return {option.key: self.cleaned_data[option.key] for option in lobby.options(self.key)}


class RecordsForm(forms.Form):
    """A file of records to be taken in, and which seat was the person's where the records do not tell."""

    file = forms.FileField(
        label=_("A file of records"),
        help_text=_("One game a line (.jsonl), at most 100 games and 5 MB."),
        widget=forms.FileInput(attrs={"accept": ".jsonl,.json,.txt,application/jsonl,application/json"}),
    )
    seat = forms.TypedChoiceField(
        label=_("My seat"),
        help_text=_("Asked only where several people sat and none has your name."),
        choices=[("", _("the one with my name")), *((n, _("seat %(n)s") % {"n": n + 1}) for n in range(MOST_SEATS))],
        coerce=int,
        empty_value=None,
        required=False,
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise ValidationError(_("The file is larger than 5 MB. Split it: a game is a line."))
        return file

    @property
    def lines(self) -> Iterable[bytes]:
        """Ended by newlines alone; a form's own file would end one at a carriage return too."""
        lines: Iterable[bytes] = self.cleaned_data["file"].file
        return lines

    @property
    def own_seat(self) -> int | None:
        seat: int | None = self.cleaned_data["seat"]
        return seat


def _field(option: Option) -> forms.Field:
    label, help_text = WORDS.get(option.key, (option.key, ""))
    words: dict[str, Any] = {"label": label, "help_text": help_text, "initial": option.default}
    if option.choices == (True, False):
        return forms.BooleanField(required=False, **words)
    if option.choices:
        by_text = {str(value): value for value in option.choices}
        return forms.TypedChoiceField(
            choices=[(text, CHOICES.get(text, text)) for text in by_text], coerce=by_text.__getitem__, **words
        )
    return forms.IntegerField(min_value=option.low, max_value=option.high, step_size=option.step, **words)


class ArchiveForm(forms.Form):
    """What the list of past games is narrowed to. Whatever cannot be read asks for nothing."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    opponent = forms.ChoiceField(label=_("Marta played"), required=False)
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ("", _("any")),
            (archive.Outcome.WON, _("won")),
            (archive.Outcome.LOST, _("lost")),
            (archive.Outcome.TIE, _("a tie")),
            (archive.Outcome.GIVEN_UP, _("given up")),
        ],
    )
    bid = forms.CharField(label=_("With a bid of"), required=False, max_length=20)
    since = forms.DateField(label=_("From"), required=False)
    until = forms.DateField(label=_("To"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        found = archive.choices()
        self.fields["game"].choices = [("", _("any")), *found.games]  # type: ignore[attr-defined]
        levels = [(name, LEVELS.get(name, name)) for name in found.levels]
        self.fields["opponent"].choices = [("", _("any")), *levels]  # type: ignore[attr-defined]
        for name in ("since", "until"):
            self.fields[name].widget.input_type = "date"
        self.fields["bid"].widget.attrs |= {"list": "bids", "placeholder": _("nil, blind, 7")}

    @property
    def wanted(self) -> archive.Wanted:
        """Only for a form that was looked through."""
        told = self.cleaned_data
        outcome = told.get("result")
        return archive.Wanted(
            game=told.get("game") or None,
            level=told.get("opponent") or None,
            outcome=archive.Outcome(outcome) if outcome else None,
            since=told.get("since"),
            until=told.get("until"),
            bid=told.get("bid", ""),
        )

    @property
    def is_narrowed(self) -> bool:
        return self.wanted != archive.Wanted()


class ShareForm(forms.Form):
    """A link to be made: to one hand, or (none named) to the whole game."""

    hand = forms.IntegerField(min_value=1, max_value=LARGEST_HAND, required=False, widget=forms.HiddenInput)
    hides_names = forms.BooleanField(label=_("Hide the names of people"), required=False)
