"""The form that shares a link."""

from typing import Final

from django import forms

LARGEST_HAND: Final = 2**15 - 1


class ShareForm(forms.Form):
    """A link to one hand, or to the whole game without `hand`."""

    hand = forms.IntegerField(min_value=1, max_value=LARGEST_HAND, required=False)
    hides_names = forms.BooleanField(required=False)
