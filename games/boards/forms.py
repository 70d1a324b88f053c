"""The form that opens a challenge."""

from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.boards.challenges import LENGTHS, offers_pair
from games.pages.words import level_name
from games.registry import levels
from games.table import players


class ChallengeForm(forms.Form):
    """A new challenge: level, number of deals, and whether each is played from both seats."""

    level = forms.ChoiceField(label=_("How strong are the computer players?"))
    deals = forms.TypedChoiceField(
        label=_("How many boards?"),
        coerce=int,
        initial=4,
        widget=forms.RadioSelect,
        choices=[(number, number) for number in LENGTHS],
    )
    is_pair = forms.BooleanField(
        label=_("Play each board twice, with seats swapped"),
        help_text=_("First all boards, then all again from the other seat, so each side holds the better cards once."),
        required=False,
    )

    def __init__(self, key: str, data: QueryDict | None = None, *, level: str = "") -> None:
        super().__init__(data)
        compiling = players.warming_up(key)
        ready = [name for name in levels(key) if name not in compiling] or list(levels(key))
        chosen = cast(forms.ChoiceField, self.fields["level"])
        chosen.choices = [(name, level_name(name)) for name in ready]
        chosen.initial = level if level in ready else ready[-1]
        if not offers_pair(key):
            del self.fields["is_pair"]
