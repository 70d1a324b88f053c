"""What a password may be, beside what Django checks: long ones are welcome, endless ones are not hashed."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class MaximumLengthValidator:
    def __init__(self, max_length: int = 128) -> None:
        self.max_length = max_length

    def validate(self, password: str, user: object | None = None) -> None:
        if len(password) > self.max_length:
            raise ValidationError(
                _("A password has at most %d characters.") % self.max_length, code="password_too_long"
            )

    def get_help_text(self) -> str:
        return ngettext("At most %d character.", "At most %d characters.", self.max_length) % self.max_length
