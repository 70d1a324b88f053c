"""Forms for sign-up, log-in, removal, the name at the table, and preferences."""

from collections.abc import Collection
from copy import copy
from typing import Any, ClassVar, Final, cast

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts import zones
from accounts.models import Preferences
from accounts.names import LONGEST_NAME, folded, plain
from accounts.people import Person

_EMAIL_HELP = _("For password resets and news of changes to your account.")
NEW_PASSWORD_HELP = _("Ten characters or more. A short sentence works well.")
#: Texts that allauth misspells in German. Listed here, they are translated by this site's catalogue.
MISSPELT = (
    gettext_noop("You must type the same password each time."),
    gettext_noop("Removed email address %(email)s."),
)


class WordingMixin(forms.Form):
    """Allauth's forms with the site's labels and help texts, and without placeholders that repeat the label.

    An empty string in `wording` keeps allauth's text.
    """

    wording: ClassVar[dict[str, tuple[Any, Any]]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            label, help_text = self.wording.get(name, ("", ""))
            field.label, field.help_text = label or field.label, help_text or field.help_text


class SignupForm(WordingMixin, account.SignupForm):
    field_order = ["username", "password1", "email"]
    wording = {
        "username": (_("Name at the table"), _("Shown at your seat and used to log in.")),
        "password1": ("", NEW_PASSWORD_HELP),
        "email": (_("Email (optional)"), _EMAIL_HELP),
    }


class LoginForm(WordingMixin, account.LoginForm):
    wording = {"login": (_("Name or email"), "")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username webauthn"


class ChangePasswordForm(WordingMixin, account.ChangePasswordForm):
    wording = {"password1": ("", NEW_PASSWORD_HELP)}


class SetPasswordForm(WordingMixin, account.SetPasswordForm):
    wording = ChangePasswordForm.wording


class ResetPasswordKeyForm(WordingMixin, account.ResetPasswordKeyForm):
    wording = ChangePasswordForm.wording


class ResetPasswordForm(WordingMixin, account.ResetPasswordForm):
    wording = {"email": (_("Email"), "")}


class AddEmailForm(WordingMixin, account.AddEmailForm):
    wording = {"email": (_("Email"), _EMAIL_HELP)}


class ReauthenticateForm(WordingMixin, account.ReauthenticateForm):
    pass


def guest_name(name: str) -> str:
    """Return the cleaned name of a guest, or "" for a blank one; raise ValidationError if it is not allowed."""
    bare = plain(name)
    return str(get_adapter().clean_username(bare, shallow=True)) if bare else ""


class NameForm(forms.Form):
    """The name of a user, which must be free, or of a guest, which may be empty or shared."""

    name = forms.CharField(label=_("Name at the table"), max_length=LONGEST_NAME, required=False)

    def __init__(self, *args: Any, person: Person | None, **kwargs: Any) -> None:
        self.current = "" if person is None or person.is_nameless else person.name
        self.must_be_free = person is not None and not person.is_guest
        super().__init__(*args, **{"initial": {"name": self.current}, **kwargs})
        self.fields["name"].required = self.must_be_free
        self.fields["name"].widget.attrs["autocomplete"] = "nickname"
        as_guest = _("If you leave it blank, you’re a guest with a number.")
        self.fields["name"].help_text = _("Shown at your seat and used to log in.") if self.must_be_free else as_guest

    def clean_name(self) -> str:
        name = plain(self.cleaned_data["name"])
        if not name or name == self.current:
            return name
        is_own = folded(name) == folded(self.current)
        return str(get_adapter().clean_username(name, shallow=is_own or not self.must_be_free))


class RenameForm(NameForm):
    """Submits also the initial name, in a hidden field, so that a name that was not edited changes nothing.

    Otherwise a page opened before a sign-up or a renaming in another window would restore the old name.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["name"]
        field.show_hidden_initial = True
        if "initial-name" in self.data and "name" not in self.changed_data:
            self.data = {"name": self.current}


class LeaveForm(forms.Form):
    """Confirms the removal by a checkbox, and by the password if the account has one."""

    is_sure = forms.BooleanField(label=_("Delete it for good. I know this can’t be undone."))
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = person.user
        if self.user is None or not self.user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if self.user is None or not self.user.check_password(password):
            raise forms.ValidationError(_("That password is incorrect."))
        return password


class LanguageForm(forms.Form):
    """One of the site's languages, or "" for the browser's language."""

    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("Same as my browser")), *settings.LANGUAGES]
    )


class ZoneForm(forms.Form):
    """The name of the browser's time zone; old spellings are accepted."""

    time_zone = forms.CharField(max_length=64)

    def clean_time_zone(self) -> str:
        name = str(self.cleaned_data["time_zone"])
        if name not in zones.names():
            raise forms.ValidationError(_("There’s no such time zone."))
        return name


#: Preferences that a page previews before they are saved: field name, and data attribute of the root element.
LOOKS: Final = {"theme": "theme", "deck": "deck", "card_size": "cards", "pace": "speed", "trick_rest": "rest"}


class PreferencesForm(forms.ModelForm):
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("Your days in statistics and lists start at midnight there. Past hands keep their day."),
    )

    def __init__(self, data: Any = None, *, instance: Preferences | None = None, **kwargs: Any) -> None:
        # A copy: validation writes into the instance, and the page that shows a refused form uses the preferences, too.
        super().__init__(data, instance=copy(instance), **kwargs)
        places = dict.fromkeys((*zones.places(), *filter(None, (self.instance.time_zone,))))
        choices = [("", _("Same as my browser")), *((name, name.replace("_", " ")) for name in places)]
        cast(forms.ChoiceField, self.fields["time_zone"]).choices = choices
        for name, look in LOOKS.items():
            self.fields[name].widget.attrs["data-look"] = look

    class Meta:
        model = Preferences
        fields = [
            "theme",
            "deck",
            "card_size",
            "pace",
            "trick_rest",
            "spades_first",
            "aces_first",
            "confirm_play",
            "plays_out",
            "asks_blind_nil",
            "letter_keys",
            "remarks",
            "lessons",
            "shows_phrases",
            "sounds",
            "shows_name",
            "time_zone",
        ]
        widgets = dict.fromkeys(LOOKS, forms.RadioSelect)
        help_texts = {
            "trick_rest": _("Tap, press a key or play your next card to move on sooner."),
            "confirm_play": _("The first press selects a card, the second plays it."),
            "plays_out": _("Otherwise the rest of a hand is played for you once it can only end one way."),
            "asks_blind_nil": _("Your cards are then dealt face down until you decide. Only in games with blind nil."),
            "letter_keys": _("For example, L shows the last trick. When off, only arrows, Enter, Space and Esc work."),
            "remarks": _("A short remark next to the hand’s summary."),
            "lessons": _("A sentence at your first discard, bid or bag, only in that game."),
            "shows_phrases": _("Preset phrases such as “Well played”. If you turn them off, the others aren’t told."),
            "sounds": _("A short tone for a card, a trick, your turn and the end of a hand."),
            "shows_name": _("Otherwise you’re listed as “a player”. Guests are never named."),
        }


class TableForm(PreferencesForm):
    """The preferences shown at a table, saved at each change. `excluded` are those that do not apply to the game."""

    class Meta(PreferencesForm.Meta):
        fields = [
            "theme",
            "deck",
            "card_size",
            "pace",
            "trick_rest",
            "confirm_play",
            "plays_out",
            "asks_blind_nil",
            "spades_first",
            "aces_first",
            "letter_keys",
            "lessons",
            "shows_phrases",
            "sounds",
        ]

    def __init__(self, *args: Any, excluded: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "set_%s", **kwargs})
        for name in ("time_zone", *excluded):
            del self.fields[name]
        for field in self.fields.values():
            field.help_text = ""
