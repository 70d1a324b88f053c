"""The form that filters My games."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.lobby import archive
from games.pages.levels import level_name
from games.registry import levels, offered, titles


class ArchiveForm(forms.Form):
    """The filters of the list of past games. An invalid field filters nothing."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    opponent = forms.ChoiceField(label=_("Computer players"), required=False)
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ("", _("any")),
            (archive.Outcome.WON, _("won")),
            (archive.Outcome.LOST, _("lost")),
            (archive.Outcome.TIE, _("a tie")),
            (archive.Outcome.GIVEN_UP, _("given up")),
            (archive.Outcome.LEFT, _("left by others")),
        ],
    )
    bid = forms.CharField(label=_("With a bid of"), required=False, max_length=20)
    since = forms.DateField(label=_("From"), required=False)
    until = forms.DateField(label=_("To"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [("", _("any")), *titles()]  # type: ignore[attr-defined]
        every = dict.fromkeys(level for key in offered() for level in levels(key))
        opponents = [(name, level_name(name)) for name in every]
        self.fields["opponent"].choices = [("", _("any")), *opponents]  # type: ignore[attr-defined]
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
        """Return the filters of a validated form."""
        cleaned = self.cleaned_data
        outcome = cleaned.get("result")
        return archive.ArchiveFilter(
            game=cleaned.get("game") or None,
            level=cleaned.get("opponent") or None,
            outcome=archive.Outcome(outcome) if outcome else None,
            since=cleaned.get("since"),
            until=cleaned.get("until"),
            bid=cleaned.get("bid", ""),
        )

    @property
    def is_narrowed(self) -> bool:
        return self.wanted != archive.ArchiveFilter()
