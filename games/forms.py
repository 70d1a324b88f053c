"""What a page posts, read into plain values. A form says whether a post can be read; rules judge the rest."""

import json
import unicodedata
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.dealing import BETWEEN_SEEDS, LONGEST_PLAYER_SEED
from games.engine.notation import LONGEST, NotAnAction, read_action
from games.registry import levels
from games.services.boards.challenges import LENGTHS, offers_pair
from games.services.moves import players
from games.services.past import archive
from games.services.people import lobby
from games.snapshot import Phrase
from games.viewmodel.levels import level_name

UNFIT_SEED = _("A seed is up to 64 visible characters, without “|”.")
LARGEST_VERSION = 2**31 - 1
LARGEST_HAND = 2**15 - 1


def number_in(text: str) -> int | None:
    """The whole number that an address names; None where it is none, or larger than anything here is."""
    is_number = text.isascii() and text.isdigit() and len(text) < len(str(LARGEST_VERSION))
    return int(text) if is_number else None


class ActionForm(forms.Form):
    """A seat's action at a version of the table: written whole, or a verb and the cards that were ticked.

    With `lone` a single card stands by itself, as in a game where a list would be a stack. `skips_blind`: the person
    does not want to be asked for a blind nil again in this game.
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
            raise ValidationError(_("That cannot be read as a move.")) from error


def _ticked(verb: object, cards: list[str], *, lone: bool) -> str:
    """The action as a form without script posts it."""
    argument = cards[0] if lone and len(cards) == 1 else cards
    return json.dumps([verb, argument]) if verb else ""


class VersionForm(forms.Form):
    """Something asked of the table as it was at that version."""

    version = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION)


class StepForm(forms.Form):
    """A step of a hand."""

    step = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION)


class LaidOpenForm(forms.Form):
    """Whether all hands are to be shown: anything, or nothing."""

    lies_open = forms.CharField(max_length=1, required=False)

    def clean_lies_open(self) -> bool:
        return bool(self.cleaned_data["lies_open"])


class DealForm(forms.Form):
    """The player's seed for the next hand; an empty one is drawn by the server."""

    seed = forms.CharField(max_length=LONGEST_PLAYER_SEED, required=False, error_messages={"max_length": UNFIT_SEED})
    version = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION)

    def clean_seed(self) -> str:
        """Refuse what would not be seen on the page of a proof, and the sign between the seeds of several people."""
        seed = str(self.cleaned_data["seed"])
        if BETWEEN_SEEDS in seed or any(unicodedata.category(sign)[0] == "C" for sign in seed):
            raise ValidationError(UNFIT_SEED, code="unfit")
        return seed


class ArchiveForm(forms.Form):
    """What the list of past games is narrowed to. Whatever cannot be read asks for nothing."""

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
        self.fields["game"].choices = [("", _("any")), *lobby.titles()]  # type: ignore[attr-defined]
        every = dict.fromkeys(level for key in lobby.offered() for level in levels(key))
        opponents = [(name, level_name(name)) for name in every]
        self.fields["opponent"].choices = [("", _("any")), *opponents]  # type: ignore[attr-defined]
        for name in ("since", "until"):
            self.fields[name].widget.input_type = "date"
        self.fields["bid"].widget.attrs |= {"list": "bids", "placeholder": _("nil, blind, 7")}

    def clean_bid(self) -> str:
        """The rules' own words for those of the reader's language: "Blind-Null" is a blind nil."""
        known = {str(_("nil")).casefold(): archive.NIL, str(_("blind")).casefold(): archive.BLIND}
        words = self.cleaned_data["bid"].casefold().replace("-", " ").split()
        return " ".join(known.get(word, word) for word in words)

    @property
    def wanted(self) -> archive.ArchiveFilter:
        """Only for a form that was looked through."""
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


class PhraseForm(forms.Form):
    """One of the set phrases by its key, and nothing beside it."""

    phrase = forms.ChoiceField(choices=[(one.value, one.name) for one in Phrase])

    def clean(self) -> dict[str, Any]:
        if len(cast(QueryDict, self.data).getlist("phrase")) != 1:
            raise ValidationError("several phrases")
        return super().clean() or self.cleaned_data

    @property
    def said(self) -> Phrase:
        return Phrase(self.cleaned_data["phrase"])


class ShareForm(forms.Form):
    """A link to be made: to one hand, or (none named) to the whole game."""

    hand = forms.IntegerField(min_value=1, max_value=LARGEST_HAND, required=False)
    hides_names = forms.BooleanField(required=False)


class ChallengeForm(forms.Form):
    """A challenge to be opened: against whom, how many deals, and whether each is played from both seats."""

    level = forms.ChoiceField(label=_("How strong are the computer players?"))
    deals = forms.TypedChoiceField(
        label=_("How many boards?"),
        coerce=int,
        initial=4,
        widget=forms.RadioSelect,
        choices=[(one, one) for one in LENGTHS],
    )
    is_pair = forms.BooleanField(
        label=_("Each board twice, with the seats exchanged"),
        help_text=_(
            "First all of them, then all again from the other seat: whoever held the better cards now holds the others."
        ),
        required=False,
    )

    def __init__(self, key: str, data: QueryDict | None = None, *, level: str = "") -> None:
        super().__init__(data)
        late = players.warming_up(key)
        now = [one for one in levels(key) if one not in late] or list(levels(key))
        chosen = cast(forms.ChoiceField, self.fields["level"])
        chosen.choices = [(one, level_name(one)) for one in now]
        chosen.initial = level if level in now else now[-1]
        if not offers_pair(key):
            del self.fields["is_pair"]
