"""Names at the table: validation, spelling, and which names look alike.

No name contains an @, so at log-in no name can be taken for an email address.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from decancer_py import parse
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 30
EXTRA_CHARACTERS = " .'’-_"
#: Invisible letters and marks (Unicode's Default_Ignorable_Code_Point within the categories L and M).
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
#: Maximum number of combining marks on a letter. Polytonic Greek and vocalised Hebrew need three.
MOST_MARKS: Final = 3


def plain(name: str) -> str:
    """Return the name as it is stored: composed characters (NFC), single spaces, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def caseless(name: str) -> str:
    """Return the name case-folded, as log-in compares it.

    Uses Unicode's canonical caseless matching. Dotted and dotless i (Turkish) count as one letter: "I" is the capital
    of either, depending on the language.
    """
    letters = unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())
    return unicodedata.normalize("NFC", letters.replace("i\u0307", "i").replace("ı", "i"))


#: Characters that look like another one once letter case is folded.
STROKES: Final = str.maketrans({"i": "l", "1": "l", "0": "o"})
#: Letters that `decancer` maps wrongly, with the Latin letters that readers see: e in a schwa, d in a hooked d.
LOOK_LIKE: Final = str.maketrans(
    {
        **dict.fromkeys("əәǝɘɚƏӘƎ", "e"),
        **{"ɐ": "a", "Ɗ": "d", "ɗ": "d", "ɳ": "n", "ɹ": "r", "ɺ": "r", "ɻ": "r"},
    }
)
LONGEST_FOLDED: Final = 255


def folded(name: str) -> str:
    """Return the key under which a name is unique, equal for names that readers could mistake for one another.

    Ignores case, accents, signs and spaces. Letters of other scripts become the Latin letters that they look like. Case
    is folded first: a capital and its small letter may look like different Latin letters (Ν like N, ν like v).
    """
    return _latin(unicodedata.normalize("NFKD", name).casefold(), name)


@lru_cache(1024)
def looks(name: str) -> frozenset[str]:
    """Return two keys of this name, with case folded and as written. A stored name with either key looks like it.

    Cached, because every table needs the keys of its players' names.
    """
    return frozenset((folded(name), _latin(name, name)))


def _latin(letters: str, name: str) -> str:
    parts = unicodedata.normalize("NFKD", letters)
    bare = "".join(sign for sign in parts if unicodedata.category(sign) != "Mn")
    composed = unicodedata.normalize("NFKC", bare or name)
    alike = str(parse(composed.translate(LOOK_LIKE))).casefold().translate(STROKES)
    seen = "".join(sign for sign in alike if unicodedata.category(sign)[0] in "LMN")
    return (seen.replace("rn", "m").replace("vv", "w") or composed.casefold())[:LONGEST_FOLDED]


def told_apart(names: Sequence[str], *, owned: Collection[int]) -> list[str]:
    """Return the names at one table; a name that looks like an earlier one gets a number: “Ann (2)”.

    Guests may share names. Names of accounts, at the indices `owned`, count as earlier, so that guests get the numbers.
    Empty names stay empty.
    """
    apart, seen = list(names), list[frozenset[str]]()
    for place in sorted(range(len(names)), key=lambda one: (one not in owned, one)):
        if not names[place]:
            continue
        own = looks(names[place])
        alike = sum(not own.isdisjoint(other) for other in seen)
        seen.append(own)
        if alike:
            apart[place] = f"{names[place]} ({alike + 1})"
    return apart


#: A bot's default name. `BESIDE`: default names of the bots on the owner's left and right at four seats.
COMPUTER_PLAYER: Final = "Marta"
BESIDE: Final = ("Bruno", "Odile")
#: Names of bots, roles and staff in every language of the site. No player may have a name that looks like one of them.
OF_THE_HOUSE: Final = frozenset(
    folded(name)
    for name in (
        *(COMPUTER_PLAYER, *BESIDE, "Marta’s Table", "Martas Tisch", "Dealer", "Geber", "Guest", "Gast"),
        *("Admin", "Administrator", "Moderator", "Root", "Staff", "Support", "System", "Webmaster"),
        *("You", "Du", "Nobody", "Niemand", "A player", "Ein Spieler", "Eine Spielerin"),
        *("Bot", "Computer", "Computer player", "Computerspieler"),
    )
)
#: Words around a bot's name that do not make it another name: “Marta AI”, “the real Marta”.
_TITLES: Final = (
    *("AI", "KI", "Bot", "Robot", "Roboter", "Computer", "CPU", "Player", "Spieler"),
    *("the", "die", "der", "real", "echte", "official", "team", "easy", "normal", "hard", "expert"),
)
_TITLE, _OF_BOT = ("|".join(map(folded, names)) for names in (_TITLES, (COMPUTER_PLAYER, *BESIDE)))
_BOT: Final = re.compile(f"({_TITLE})*({_OF_BOT})({_TITLE})*")
#: A number after a name, with its separators: “Marta 2” could be mistaken for Marta.
_NUMBER: Final = re.compile(r"[\d\W_]+$")


def is_of_the_house(name: str) -> bool:
    """Return whether a name looks like a reserved one, with or without a number, or like a bot's with a title."""
    unnumbered = _NUMBER.sub("", unicodedata.normalize("NFKC", name))
    alike = looks(name) | looks(unnumbered)
    return not OF_THE_HOUSE.isdisjoint(alike) or any(map(_BOT.fullmatch, alike))


def only_letters_and_figures(name: str) -> None:
    """Raise ValidationError for symbols, hidden characters, marks of writing direction, and stacks of accents.

    Hidden characters and direction marks make one name look like another; stacks of accents overlap other lines.
    """
    is_plain = all(unicodedata.category(sign)[0] in "LMN" or sign in EXTRA_CHARACTERS for sign in name)
    if not is_plain or UNSEEN.search(name):
        raise ValidationError(_("Use only letters, digits, spaces, dots, hyphens and apostrophes."))
    stacks = groupby(unicodedata.normalize("NFD", name), key=lambda sign: unicodedata.category(sign)[0] == "M")
    if any(is_mark and len(list(marks)) > MOST_MARKS for is_mark, marks in stacks):
        raise ValidationError(_("A letter can have at most three accents or other marks."))


validators: list[Callable[[str], None]] = [
    MaxLengthValidator(LONGEST_NAME, _("A name has at most 30 characters.")),
    RegexValidator(r"^[^\W_]", _("A name starts with a letter or digit.")),
    only_letters_and_figures,
]
