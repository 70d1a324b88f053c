"""What is wrong with a file that somebody sent, in the order in which one looks for it: line, hand, action, reason."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.services.past.record_files import BadFile

#: What a person can bring about with a file from elsewhere, by the code and what it is about. All else breaks the
#: rules of one of four games, of which the referee tells in English alone.
_TOLD: Final[Mapping[tuple[str, str], Promise]] = MappingProxyType(
    {
        ("NOT_A_RECORD", ""): gettext_lazy("This is not a game record that can be read here."),
        ("NOT_A_RECORD", "file"): gettext_lazy("There is no record in this file."),
        ("NOT_A_RECORD", "line"): gettext_lazy("The line is too long for a record."),
        ("NOT_A_RECORD", "encoding"): gettext_lazy("The text is not in UTF-8. Save the file as UTF-8."),
        ("NOT_A_RECORD", "duplicate"): gettext_lazy("The same name stands twice in one object of the record."),
        ("NOT_A_RECORD", "number"): gettext_lazy(
            "A number in the record’s start or options has more than %(n)s digits."
        ),
        ("RESULT_DIFFERS", ""): gettext_lazy("The cards lead to another result than the one that is written."),
        ("NOT_PLAYED_HERE", ""): gettext_lazy(
            "This game is only refereed here. There is no table on which to show it."
        ),
        ("NOT_OVER", ""): gettext_lazy("This game is still going on. Only games that are over can be imported."),
        ("WHOSE_SEAT", ""): gettext_lazy(
            "Several people sat at this game, and none has your name. Say which seat was yours."
        ),
        ("WHOSE_SEAT", "nobody"): gettext_lazy("No person sat at this game."),
        ("ALREADY_HERE", ""): gettext_lazy("This record is in your history already."),
        ("ALREADY_HERE", "played"): gettext_lazy("You played this game here: it is in your history already."),
        ("ALREADY_HERE", "cards"): gettext_lazy(
            "You were dealt these cards here: you have a game of your own with them."
        ),
        ("TOO_MANY", "games"): gettext_lazy("At most %(n)s games can come in at once: a game is a line."),
        ("TOO_MANY", "hands"): gettext_lazy("At most %(n)s hands can come in at once."),
        ("TOO_MANY", "actions"): gettext_lazy("At most %(n)s moves can come in at once."),
        ("TOO_MANY", "hand"): gettext_lazy("A hand has at most %(n)s moves."),
        ("TOO_MANY", "history"): gettext_lazy("Your history holds at most %(n)s imported games."),
    }
)
_AGAINST_THE_RULES: Final = gettext_lazy("The rules of the game do not allow what stands there.")
#: Sentences too general for whoever wrote the program that wrote the record.
_GENERAL: Final = frozenset((("NOT_A_RECORD", ""), ("RESULT_DIFFERS", "")))
#: The referee's language.
_ENGLISH: Final = "en"


@dataclass(frozen=True, slots=True)
class Fault:
    """`detail` is what the referee says of it, in English, for whoever can mend the record; empty where the reason says
    it all.
    """

    where: str
    reason: str
    code: str
    detail: str


def fault(bad: BadFile) -> Fault:
    """Lines, hands and actions as people count them, from 1."""
    wrong = bad.wrong
    places = [_("line %(n)s") % {"n": bad.line}]
    if wrong.hand is not None:
        places.append(_("hand %(n)s") % {"n": wrong.hand + 1})
    if wrong.action is not None:
        places.append(_("action %(n)s") % {"n": wrong.action + 1})
    sentence = _TOLD.get((wrong.code, wrong.about))
    if sentence is None and get_language() == _ENGLISH:
        return Fault(", ".join(places), wrong.reason, wrong.code, "")
    is_general = sentence is None or (wrong.code, wrong.about) in _GENERAL
    reason = str(sentence or _AGAINST_THE_RULES) % {"n": number_format(wrong.number, force_grouping=True)}
    return Fault(", ".join(places), reason, wrong.code, wrong.reason if is_general else "")
