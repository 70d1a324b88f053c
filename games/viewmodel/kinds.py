"""What a kind of decisions is called."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.viewmodel.words import Words


@dataclass(frozen=True, slots=True)
class KindWords:
    """Its name, the end of a sentence that says it costs clearly more than all else, and the question for one."""

    name: Words
    costliest: Words
    asked: Words = _("What do you do?")
