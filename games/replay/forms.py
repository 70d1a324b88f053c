"""The form that creates a shared link."""

from typing import Final

from django import forms

LARGEST_HAND: Final = 2**15 - 1


class ShareForm(forms.Form):
    """A link to one hand or, if `hand` is empty, to the whole game."""

    hand = forms.IntegerField(min_value=1, max_value=LARGEST_HAND, required=False)
    hides_names = forms.BooleanField(required=False)
