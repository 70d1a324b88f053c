"""Rows of cards on the rules pages: plays of Card Duel and what they are worth, the ranks of Bid Whist.

The values and the order come from the rules, so that a picture cannot say something else than the game does.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.bidwhist.contract import Bid, Contract, Denomination, Direction
from games.cardduel.score import Deed, Play
from games.engine.cards import BIG_JOKER, LITTLE_JOKER, PACK, Card, Suit, cards
from games.viewmodel.table import Face, face
from games.viewmodel.words import card_name

#: Plays worth a picture, the top last.
_PLAYS = ("KS", "AH", "5D", "9C KS", "2C 3C AS", "9C KD", "9C AH", "9C 2C KC")
_UP = Contract(Bid(4, Denomination.UPTOWN), 0, trump=Suit.HEARTS)
_DOWN = Contract(Bid(4, Denomination.DOWNTOWN), 0, trump=Suit.HEARTS)
_NO_TRUMP_DOWN = Contract(Bid(4, Denomination.NO_TRUMP), 0, direction=Direction.DOWN)


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """`spoken` names the cards, `words` says what they are; `icon` is the sign of a suit's role, where one has one."""

    faces: tuple[Face, ...]
    spoken: str
    words: str
    icon: str = ""


def drawn_rows(key: str) -> tuple[DrawnRow, ...]:
    if key == "cardduel":
        return tuple(_play(Play.of(cards(text))) for text in _PLAYS)
    if key == "bidwhist":
        return (
            _ranks(_UP, _("Uptown, hearts trumps: the best first.")),
            _ranks(_DOWN, _("Downtown, hearts trumps: the ace is still the best of the ordinary cards.")),
            _ranks(_NO_TRUMP_DOWN, _("Any suit that is not trumps, downtown.")),
        )
    return ()


def _play(play: Play) -> DrawnRow:
    suit = "" if play.deed is Deed.NOTHING else (play.top.suit or "").lower()
    return drawn_row(play.cards, _worth(play), f"duel-{suit}" if suit else "")


def _worth(play: Play) -> str:
    words: Mapping[Deed, str] = {
        Deed.HEAL: _("heals %(n)s"),
        Deed.ATTACK: _("attack %(n)s"),
        Deed.SHIELD: _("shield %(n)s"),
        Deed.NOTHING: _("no effect"),
    }
    return words[play.deed] % {"n": play.value}


def _ranks(contract: Contract, words: str) -> DrawnRow:
    held = [one for one in PACK if one.suit is Suit.HEARTS]
    if contract.trump is not None:
        held += [BIG_JOKER, LITTLE_JOKER]
    return drawn_row(tuple(sorted(held, key=contract.strength, reverse=True)), words)


def drawn_row(held: tuple[Card, ...], words: str, icon: str = "") -> DrawnRow:
    return DrawnRow(tuple(map(face, held)), ", ".join(map(card_name, held)), words, icon)
