"""The options of Two-Man Spades in plain words."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.cardgame import OptionWords, SettingWords

SETTINGS: Final = SettingWords(
    options={
        "target": OptionWords(_("Play to"), _("The first to show this many points wins."), said=_("to %(value)s")),
        "mercy_lead": OptionWords(
            _("Mercy lead"), _("A lead this large ends the game at once."), said=_("a lead of %(value)s ends the game")
        ),
        "nil_points": OptionWords(
            _("Nil is worth"),
            _("Won when a nil bidder takes no trick, lost when they take one."),
            said=_("nil is worth %(value)s"),
        ),
        "first_lead": OptionWords(
            _("First lead"),
            _("Who leads the first trick of a hand."),
            choices={"alternate": _("takes turns"), "odd": _("always the odd side")},
            said_of={"alternate": _("the first lead takes turns"), "odd": _("the odd side always leads first")},
        ),
        "blind_deficit": OptionWords(
            _("Blind from"),
            _("How far behind you must be to bid before you see your cards."),
            said=_("blind bids are made from %(value)s behind"),
        ),
        "denial": OptionWords(
            _("Denial"),
            _(
                "A pile that would carry the trailing side to the target or past it costs the other side those points"
                " instead."
            ),
            said_of={True: _("with denial"), False: _("without denial")},
        ),
    },
    aim=("target",),
)
