"""Names at the table: what one may look like.

A name with an @ could pass for somebody's e-mail address at log-in, so there is none.
"""

import re
import unicodedata
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 30
EXTRA_CHARACTERS = " .'’-_"
#: Letters and marks that are drawn as nothing (Unicode's Default_Ignorable_Code_Point within the categories L and M).
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


def plain(name: str) -> str:
    """One spelling of a name: composed characters, single spaces, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def only_letters_and_figures(name: str) -> None:
    """Marks that turn the writing direction, hidden characters and signs would let one name look like another."""
    is_plain = all(unicodedata.category(sign)[0] in "LMN" or sign in EXTRA_CHARACTERS for sign in name)
    if not is_plain or UNSEEN.search(name):
        raise ValidationError(_("A name is made of letters, figures, spaces, dots, hyphens and apostrophes."))


begins_with_a_letter = RegexValidator(r"^[^\W_]", _("A name begins with a letter or a figure."))
validators: list[Callable[[str], None]] = [
    MaxLengthValidator(LONGEST_NAME, _("A name has at most 30 characters.")),
    begins_with_a_letter,
    only_letters_and_figures,
]
