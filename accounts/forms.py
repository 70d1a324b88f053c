"""Forms for sign-up, log-in, the name at the table, and preferences."""

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

_EMAIL_HELP = _("To reset a password and to tell you of changes to your account.")
NEW_PASSWORD_HELP = _("Ten characters or more. A short sentence is good.")
#: Texts that allauth misspells in German: listed here, so that this site's catalogue corrects them.
MISSPELT = (
    gettext_noop("You must type the same password each time."),
    gettext_noop("Removed email address %(email)s."),
)
Wording = dict[str, tuple[Any, Any]]


class WordingMixin(forms.Form):
    """Allauth's forms with the site's labels and help texts, and without placeholders that repeat the label.

    An empty text in `wording` keeps allauth's.
    """

    wording: ClassVar[Wording] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            label, help_text = self.wording.get(name, ("", ""))
            field.label, field.help_text = label or field.label, help_text or field.help_text


class SignupForm(WordingMixin, account.SignupForm):
    field_order = ["username", "password1", "email"]
    wording = {
        "username": (_("Name at the table"), _("Shown at your seat. You log in with it.")),
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
    """Return the name cleaned for a guest, "" for none; raise ValidationError."""
    bare = plain(name)
    return str(get_adapter().clean_username(bare, shallow=True)) if bare else ""


class NameForm(forms.Form):
    """The name of a user, which must be free, or of a guest, which may be empty or shared."""

    name = forms.CharField(label=_("Name at the table"), max_length=LONGEST_NAME, required=False)

    def __init__(self, *args: Any, person: Person | None, **kwargs: Any) -> None:
        user = person.user if person is not None else None
        guest = person.guest if person is not None else None
        self.current = user.get_username() if user is not None else guest.name if guest is not None else ""
        self.must_be_free = user is not None
        super().__init__(*args, **{"initial": {"name": self.current}, **kwargs})
        self.fields["name"].required = self.must_be_free
        self.fields["name"].widget.attrs["autocomplete"] = "nickname"
        as_guest = _("Without one you are a guest with a number.")
        self.fields["name"].help_text = _("Shown at your seat. You log in with it.") if user else as_guest

    def clean_name(self) -> str:
        name = plain(self.cleaned_data["name"])
        if not name or name == self.current:
            return name
        is_own = folded(name) == folded(self.current)
        return str(get_adapter().clean_username(name, shallow=is_own or not self.must_be_free))


class RenameForm(NameForm):
    """Submits the name it was shown with; an unedited name changes nothing.

    Otherwise a page open during a sign-up or renaming in another window would undo it.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["name"]
        field.show_hidden_initial = True
        if "initial-name" in self.data and "name" not in self.changed_data:
            self.data = {"name": self.current}


class LeaveForm(forms.Form):
    """Confirms the removal by a checkbox, and by the password if the account has one."""

    is_sure = forms.BooleanField(label=_("Remove me for good. I know that this cannot be undone."))
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
            raise forms.ValidationError(_("That password is not right."))
        return password


class LanguageForm(forms.Form):
    """One of the site's languages, or "" for the browser's."""

    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("Same as my browser")), *settings.LANGUAGES]
    )


class ZoneForm(forms.Form):
    """A time zone as named by a browser, which may use an older name."""

    time_zone = forms.CharField(max_length=64)

    def clean_time_zone(self) -> str:
        name = str(self.cleaned_data["time_zone"])
        if name not in zones.names():
            raise forms.ValidationError(_("There is no such time zone."))
        return name


#: Preferences that a page previews before they are saved, and the data attribute of its root for each.
LOOKS: Final = {"theme": "theme", "deck": "deck", "card_size": "cards", "pace": "speed", "trick_rest": "rest"}


class PreferencesForm(forms.ModelForm):
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("Your days in statistics and lists begin at midnight there. Past hands keep their day."),
    )

    def __init__(self, data: Any = None, *, instance: Preferences | None = None, **kwargs: Any) -> None:
        # Validation writes into the instance, by which the page of a refused form is drawn: so it gets a copy.
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
            "trick_rest": _("A tap, a key or your next card ends it sooner."),
            "confirm_play": _("A card is chosen first and played by a second press."),
            "plays_out": _("Otherwise the table plays the rest of a hand that can only end one way."),
            "asks_blind_nil": _(
                "Your cards are then dealt face down until you answer. Only in games that allow blind nil."
            ),
            "letter_keys": _("Such as L for the last trick. When off, only arrows, Enter, Space and Esc work."),
            "remarks": _("One short remark beside the hand’s summary."),
            "lessons": _("A sentence at the first discard, bid or bag, in that game only."),
            "shows_phrases": _("Set phrases only, such as “Well played”. Nobody is told that you see none."),
            "sounds": _("A short tone for a card, a trick, your turn and the end of a hand."),
            "shows_name": _("Without it you are listed as “a player”. A guest is never named."),
        }


class TableForm(PreferencesForm):
    """The preferences for a table, each saved at once. `without` are those that do not apply to the game."""

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

    def __init__(self, *args: Any, without: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "set_%s", **kwargs})
        for name in ("time_zone", *without):
            del self.fields[name]
        for field in self.fields.values():
            field.help_text = ""
