"""The texts of Card Duel: plays and effects, hints, moves, tips for a first game, options."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cardduel.rules import BLAZE, PLAY, CardDuelView
from games.cardduel.score import CUPS, SHIELDS, SWORDS, WANDS, CardPlay, Effect, Purpose, Round, total
from games.cardgame import OptionWords, SettingWords
from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.engine.state import Seat
from games.pages.moves import Done, Hint, HintWords, Tip, offered, times
from games.pages.seats import Around, name_in
from games.pages.words import MINUS, index, the_card
from games.snapshot import Snapshot

DONE: Final[Mapping[str, Done]] = {BLAZE: gettext_lazy("goes out in a blaze of glory")}
CHOICES: Final[Mapping[str, Done]] = {BLAZE: gettext_lazy("a blaze of glory")}


def duel_suit(suit: Suit | None) -> str:
    """Return the name of a suit in a duel, such as sword; empty for None."""
    names = {SWORDS: _("sword"), CUPS: _("cup"), WANDS: _("wand"), SHIELDS: _("shield")}
    return names[suit] if suit is not None else ""


def rounds_played(count: int) -> str:
    return ngettext("%(n)s round", "%(n)s rounds", count) % {"n": count}


def hit_points(count: int) -> str:
    return ngettext("%(n)s hit point", "%(n)s hit points", count) % {"n": count}


def first_play(name: str, cards: tuple[Card, ...], is_covered: bool) -> str:
    """Return the sentence on player 1's play. It does not name a covered top."""
    if is_covered:
        text = ngettext(
            "%(name)s played a wand worth %(total)s and a card face down on it.",
            "%(name)s played %(n)s wands worth %(total)s and a card face down on them.",
            len(cards),
        )
        return text % {"name": name, "total": total(cards), "n": len(cards)}
    play = CardPlay.of(cards)
    words = {"name": name, "n": play.value}
    match play.deed:
        case Purpose.HEAL:
            return _("%(name)s plays a cup and heals %(n)s.") % words
        case Purpose.ATTACK:
            return _("%(name)s attacks with %(n)s.") % words
    return _("%(name)s raises a shield of %(n)s.") % words


def sum_words(play: CardPlay) -> str:
    """Return the calculation of a play's value: "9 + K 13 = 22", or for a single card "K 13" or "9"."""
    top = index(play.top) if play.top.height <= 10 else f"{index(play.top)} {play.top.height}"
    if not play.wands:
        return top
    return " + ".join([*(str(one.height) for one in play.wands), top]) + f" = {play.value}"


def play_words(play: CardPlay) -> str:
    words = {"sum": sum_words(play), "n": play.value}
    match play.deed:
        case Purpose.HEAL:
            return _("heal %(n)s") % words
        case Purpose.ATTACK:
            return _("%(sum)s attack") % words
        case Purpose.SHIELD:
            return _("%(sum)s shield") % words
    return _("a stack with no effect")


def effects_of(moment: Around, played: Round) -> tuple[str, ...]:
    return tuple(effect_words(name_in(moment, one.seat), played, one) for one in played.effects)


def effect_words(who: str, played: Round, effect: Effect) -> str:
    """Return an effect as a sentence: "Ann: 9 + K 13 = 22 attack − 14 shield: 8 damage." """
    words = {"who": who, "sum": sum_words(played.plays[effect.seat])}
    match effect.deed:
        case Purpose.HEAL:
            return _("%(who)s: %(sum)s heals %(n)s.") % {**words, "n": effect.change}
        case Purpose.ATTACK:
            words["damage"] = damage_words(effect.change, effect.top + effect.wands - effect.shield)
            if not effect.shield:
                return _("%(who)s: %(sum)s attack, %(damage)s.") % words
            words["shield"] = f"{MINUS} {effect.shield}"
            return _("%(who)s: %(sum)s attack %(shield)s shield: %(damage)s.") % words
        case Purpose.SHIELD:
            return _("%(who)s: %(sum)s shield.") % words
    return _("%(who)s: a stack with no effect.") % words


def damage_words(damage: int, strength: int) -> str:
    """Return the damage in words, with a note if the attack's `strength` exceeded the hit points left."""
    if not damage:
        return _("no damage")
    text = _("%(n)s damage, all that was left") if damage < strength else _("%(n)s damage")
    return text % {"n": damage}


def change_words(who: str, played: Round, seat: Seat) -> str:
    """Return the calculation of a seat's hit points in a round: "You 30 + 4 − 10 = 24"."""
    hp = played.hp[seat]
    words = "".join(f" {MINUS if change < 0 else '+'} {abs(change)}" for change in played.changes(seat))
    if not words:
        return _("%(who)s %(hp)s, as before") % {"who": who, "hp": hp}
    return f"{who} {played.before[seat]}{words} = {hp}"


def _play(_snapshot: Snapshot, action: Action) -> HintWords:
    """Return the hint for a play. A hint for a stack names no cards, because the page rings them."""
    if action.card is None:
        return HintWords(_("Hint: play the ringed cards."), _("They do best against what your opponent may hold."))
    what = _("Hint: play %(card)s.") % {"card": the_card(action.card)}
    return HintWords(what, _("It does best against what your opponent may hold."))


HINTS: Final[Mapping[str, Hint]] = {
    PLAY: _play,
    BLAZE: HintWords(
        gettext_lazy("Hint: go out in a blaze of glory."), gettext_lazy("Here it wins more often than any other play.")
    ),
}


def _holds_coin_again(snapshot: Snapshot) -> bool:
    return CardDuelView.of(snapshot.view).table.coin == snapshot.seat and times(snapshot, PLAY) in (1, 2)


def _bluff(snapshot: Snapshot) -> str:
    words = {"name": name_in(snapshot, 1 - snapshot.seat, first=False)}
    return _("You hold the coin: a card you play on a wand stays face down until %(name)s has played. Bluff!") % words


TIPS: Final = (
    Tip(
        offered(PLAY),
        gettext_lazy("Swords attack, cups heal you, shields stop an attack, wands strengthen the card on top."),
    ),
    Tip(_holds_coin_again, _bluff),
    Tip(
        offered(PLAY, said=3),
        gettext_lazy("A blaze ends the duel: your swords against their hit points, cups and shields."),
    ),
)


# ---------- options ----------
SETTINGS: Final = SettingWords(
    options={
        "first": OptionWords(
            gettext_lazy("First coin"),
            gettext_lazy("Who gets the first cards, and the coin in round one."),
            choices={
                "random": gettext_lazy("at random"),
                "human": gettext_lazy("you"),
                "computer": gettext_lazy("your opponent"),
            },
            said_of={
                "random": gettext_lazy("the first coin is random"),
                "human": gettext_lazy("the first seat holds the first coin"),
                "computer": gettext_lazy("the second seat holds the first coin"),
            },
        ),
        "max_rounds": OptionWords(
            gettext_lazy("Round limit"),
            gettext_lazy("After this many rounds, the player with more hit points wins. 0 means no limit."),
            is_off_at_zero=True,
            said=gettext_lazy("rounds are limited to %(value)s"),
            said_of={0: gettext_lazy("there is no limit on rounds")},
        ),
    },
)
