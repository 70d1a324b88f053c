"""Forms of the table pages. They only parse posted values; the rules decide whether an action is legal."""

import json
import unicodedata
from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.dealing import BETWEEN_SEEDS, LONGEST_PLAYER_SEED
from games.engine.notation import LONGEST, NotAnAction, read_action
from games.snapshot import Phrase

UNREADABLE: Final = _("That isn’t a move we can read.")
UNFIT_SEED: Final = _("A seed is up to 64 visible characters, without “|”.")
LARGEST_VERSION: Final = 2**31 - 1


def number_in(text: str) -> int | None:
    """Parse a whole number with fewer digits than `LARGEST_VERSION`; None for other text."""
    is_number = text.isascii() and text.isdigit() and len(text) < len(str(LARGEST_VERSION))
    return int(text) if is_number else None


class ActionForm(forms.Form):
    """A seat's action at a version of the table: either its full text, or a verb and ticked cards.

    With `lone`, a single ticked card is the argument itself, not a list of one card: in some games a list is a stack.
    `skips_blind`: this player wants no further offer of a blind nil in this game.
    """

    action = forms.CharField(max_length=LONGEST, strip=False, required=False)
    verb = forms.CharField(max_length=LONGEST, required=False)
    lone = forms.BooleanField(required=False)
    skips_blind = forms.BooleanField(required=False)
    version = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        ticked = cast(QueryDict, self.data).getlist("card")
        try:
            text = cleaned.get("action") or _ticked(cleaned.get("verb"), ticked, lone=bool(cleaned.get("lone")))
            return {**cleaned, "action": read_action(text)}
        except NotAnAction as error:
            raise ValidationError(UNREADABLE) from error


def _ticked(verb: object, cards: list[str], *, lone: bool) -> str:
    """Return the action text of a form with a verb and ticked cards; empty without a verb."""
    argument = cards[0] if lone and len(cards) == 1 else cards
    return json.dumps([verb, argument]) if verb else ""


class VersionForm(forms.Form):
    version = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION)


class DealForm(forms.Form):
    """The player's seed for the next hand. If it is empty, the server draws a seed."""

    seed = forms.CharField(max_length=LONGEST_PLAYER_SEED, required=False, error_messages={"max_length": UNFIT_SEED})
    version = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION)

    def clean_seed(self) -> str:
        """Refuse characters that a proof page would not show, and the separator between several players' seeds."""
        seed = str(self.cleaned_data["seed"])
        if BETWEEN_SEEDS in seed or any(unicodedata.category(sign)[0] == "C" for sign in seed):
            raise ValidationError(UNFIT_SEED, code="unfit")
        return seed


class PhraseForm(forms.Form):
    """One of the set phrases, by its key."""

    phrase = forms.ChoiceField(choices=[(one.value, one.name) for one in Phrase])

    def clean(self) -> dict[str, Any]:
        if len(cast(QueryDict, self.data).getlist("phrase")) != 1:
            raise ValidationError("not exactly one phrase")
        return super().clean() or self.cleaned_data

    @property
    def said(self) -> Phrase:
        return Phrase(self.cleaned_data["phrase"])
