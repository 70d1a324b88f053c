"""Names at the table: what one may be made of, and what it looks like.

A name with an @ could pass for somebody's email address at log-in, so there is none.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Final

from decancer_py import parse
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


#: One stroke of a pen for another, where capitals and small letters are one.
STROKES: Final = str.maketrans({"i": "l", "1": "l", "0": "o"})
LONGEST_FOLDED: Final = 255


def folded(name: str) -> str:
    """What a name looks like: two that a reader could take for one another fold alike.

    Without accents, signs and spaces, in Latin letters where others look like them, in one case.
    """
    parts = unicodedata.normalize("NFKD", name)
    bare = "".join(sign for sign in parts if unicodedata.category(sign) != "Mn")
    composed = unicodedata.normalize("NFKC", bare or name)
    letters = str(parse(composed)).casefold().translate(STROKES)
    seen = "".join(sign for sign in letters if unicodedata.category(sign)[0] in "LMN")
    return (seen.replace("rn", "m").replace("vv", "w") or composed.casefold())[:LONGEST_FOLDED]


def told_apart(names: Sequence[str], *, owned: Collection[int]) -> list[str]:
    """The names of people at one table, which guests may share: of those that look alike all but one have a number as
    well. Those at the `owned` places are nobody else's, and stay; so do empty ones.
    """
    apart, seen = list(names), Counter[str]()
    for place in sorted(range(len(names)), key=lambda one: (one not in owned, one)):
        looks = _looks(names[place])
        seen[looks] += 1
        if looks and seen[looks] > 1:
            apart[place] = f"{names[place]} ({seen[looks]})"
    return apart


#: Of so many names is kept how they look: each table asks for those of its people.
_looks: Final = lru_cache(1024)(folded)


#: Who plays at every table of the house, and who sits beside at four seats: left and right of whoever opens a table.
COMPUTER_PLAYER: Final = "Marta"
BESIDE: Final = ("Bruno", "Odile")
#: Nobody may look like these: who plays, deals and keeps order here, in every language of the house.
OF_THE_HOUSE: Final = frozenset(
    folded(name)
    for name in (
        *(COMPUTER_PLAYER, *BESIDE, "Marta’s Table", "Martas Tisch", "Dealer", "Geber", "Guest", "Gast"),
        *("Admin", "Administrator", "Moderator", "Root", "Staff", "Support", "System", "Webmaster"),
        *("You", "Du", "Nobody", "Niemand"),
    )
)
#: What a number after a name is made of, and what stands between the two: “Marta 2” is told from no Marta.
_NUMBER: Final = re.compile(r"[\d\W_]+$")


def is_of_the_house(name: str) -> bool:
    unnumbered = _NUMBER.sub("", unicodedata.normalize("NFKC", name))
    return not OF_THE_HOUSE.isdisjoint((folded(name), folded(unnumbered)))


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
