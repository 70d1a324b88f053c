"""What was said at a table as one person reads it, and what may be said."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.services.people.words import Talk, Word
from games.snapshot import Phrase

#: A phrase is stored by its key, and read by each in their own language.
WORDS: Final = {
    Phrase.HELLO: gettext_lazy("Hello"),
    Phrase.GOOD_LUCK: gettext_lazy("Good luck"),
    Phrase.WELL_PLAYED: gettext_lazy("Well played"),
    Phrase.THANKS: gettext_lazy("Thank you"),
    Phrase.ONE_MOMENT: gettext_lazy("Sorry, one moment"),
    Phrase.BACK: gettext_lazy("I am back"),
    Phrase.CLOSE: gettext_lazy("That was close"),
    Phrase.ANOTHER: gettext_lazy("Another game?"),
}


@dataclass(frozen=True, slots=True)
class TalkShown:
    """`phrases` are keys with their words, `words` what was said with who said it and in which words. `notice` says why
    something was refused.
    """

    code: str
    said: int
    phrases: tuple[tuple[str, str], ...]
    words: tuple[tuple[Word, str, str], ...]
    notice: str


def talk(found: Talk, *, notice: str = "") -> TalkShown:
    return TalkShown(
        code=found.code,
        said=found.said,
        phrases=tuple((one.value, str(WORDS[one])) for one in Phrase),
        words=tuple((one, _("You") if one.is_own else one.name, str(WORDS[one.phrase])) for one in found.words),
        notice=notice,
    )
