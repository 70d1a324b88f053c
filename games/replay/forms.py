"""Forms that share a link, play a hand again from a step, or show all hands."""

from typing import Final

from django import forms

from games.table.forms import LARGEST_VERSION

LARGEST_HAND: Final = 2**15 - 1


class ShareForm(forms.Form):
    """A link to one hand, or to the whole game without `hand`."""

    hand = forms.IntegerField(min_value=1, max_value=LARGEST_HAND, required=False)
    hides_names = forms.BooleanField(required=False)


class StepForm(forms.Form):
    step = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION)


class LaidOpenForm(forms.Form):
    """Whether to show all hands: any text means yes, an empty field no."""

    lies_open = forms.CharField(max_length=1, required=False)

    def clean_lies_open(self) -> bool:
        return bool(self.cleaned_data["lies_open"])
