"""The texts of the options of Card Duel."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.cardgame import OptionWords, SettingWords

SETTINGS: Final = SettingWords(
    options={
        "first": OptionWords(
            _("First coin"),
            _("Who is dealt to first and holds the coin in the first round."),
            choices={"random": _("drawn by lot"), "human": _("you"), "computer": _("the other side")},
            said_of={
                "random": _("the first coin is drawn by lot"),
                "human": _("the first seat holds the first coin"),
                "computer": _("the second seat holds the first coin"),
            },
        ),
        "max_rounds": OptionWords(
            _("Most rounds"),
            _("After this many rounds the higher hit points win. With 0 there is no limit."),
            is_off_at_zero=True,
            said=_("rounds are limited to %(value)s"),
            said_of={0: _("there is no limit of rounds")},
        ),
    },
)
