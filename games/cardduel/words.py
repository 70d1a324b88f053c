"""The texts of Card Duel: plays and effects, hints, moves and tips for a first game."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cardduel.score import CUPS, SHIELDS, SWORDS, WANDS, Deed, Effect, Play, Round, total
from games.cardduel.state import BLAZE, PLAY, CardDuelView
from games.engine.actions import HIDDEN, Action
from games.engine.cards import Card, Suit, find
from games.engine.state import Seat
from games.pages.advice import Tip, offered, times
from games.pages.moves import Done, Hint, HintWords
from games.pages.seats import Around, name_in
from games.pages.words import MINUS, index, the_card
from games.snapshot import Snapshot

# ---------- hints, moves and tips ----------
_STACK: Final = HintWords(
    gettext_lazy("Hint: play the cards that are ringed."),
    gettext_lazy("Of all plays they do best against what the other side may hold."),
)
DONE: Final[Mapping[str, Done]] = {BLAZE: gettext_lazy("goes out in a blaze of glory")}
CHOICES: Final[Mapping[str, Done]] = {BLAZE: gettext_lazy("a blaze of glory")}


def duel_suit(suit: Suit | None) -> str:
    """Return a suit's name in a duel."""
    names = {SWORDS: _("sword"), CUPS: _("cup"), WANDS: _("wand"), SHIELDS: _("shield")}
    return names[suit] if suit is not None else ""


def hit_points(count: int) -> str:
    return ngettext("%(n)s hit point", "%(n)s hit points", count) % {"n": count}


def shown_play(view: CardDuelView, seat: Seat) -> tuple[tuple[Card, ...], bool]:
    """Return the open cards of a seat's play in this round, and whether a card lies face down on them."""
    argument = view.table.shown[seat]
    written = (argument,) if isinstance(argument, str) else argument if isinstance(argument, tuple) else ()
    cards = tuple(one for text in written if (one := find(text)) is not None)
    return cards, HIDDEN in written


def first_play(name: str, cards: tuple[Card, ...], is_covered: bool) -> str:
    """Return the sentence on a seat's play, as far as it is visible."""
    if is_covered:
        text = ngettext(
            "%(name)s laid a wand worth %(total)s and a card face down on it.",
            "%(name)s laid %(n)s wands worth %(total)s and a card face down on them.",
            len(cards),
        )
        return text % {"name": name, "total": total(cards), "n": len(cards)}
    play = Play.of(cards)
    words = {"name": name, "n": play.value}
    match play.deed:
        case Deed.HEAL:
            return _("%(name)s plays a cup and heals %(n)s.") % words
        case Deed.ATTACK:
            return _("%(name)s attacks with %(n)s.") % words
    return _("%(name)s holds up a shield of %(n)s.") % words


# -- plays and effects ----------------------------------------------------------------------------------


def sum_words(play: Play) -> str:
    """Return the sum of a play: "9 + K 13 = 22", or "K 13" for a single card."""
    top = index(play.top) if play.top.height <= 10 else f"{index(play.top)} {play.top.height}"
    if not play.wands:
        return top
    return " + ".join([*(str(one.height) for one in play.wands), top]) + f" = {play.value}"


def play_words(play: Play) -> str:
    """Return a play's purpose and value."""
    words = {"sum": sum_words(play), "n": play.value}
    match play.deed:
        case Deed.HEAL:
            return _("heals %(n)s") % words
        case Deed.ATTACK:
            return _("%(sum)s attack") % words
        case Deed.SHIELD:
            return _("%(sum)s shield") % words
    return _("a stack without effect")


def effects_of(moment: Around, played: Round) -> tuple[str, ...]:
    """Return a sentence for each effect of a round, in order."""
    return tuple(effect_words(name_in(moment, one.seat), played, one) for one in played.effects)


def effect_words(who: str, played: Round, effect: Effect) -> str:
    """Return one effect with its numbers: "Ann: 9 + K 13 = 22 attack − 14 shield: 8 damage." """
    words = {"who": who, "sum": sum_words(played.plays[effect.seat])}
    match effect.deed:
        case Deed.HEAL:
            return _("%(who)s: %(sum)s heals %(n)s.") % {**words, "n": effect.change}
        case Deed.ATTACK:
            words["damage"] = damage_words(effect.change, effect.top + effect.wands - effect.shield)
            if not effect.shield:
                return _("%(who)s: %(sum)s attack, %(damage)s.") % words
            words["shield"] = f"{MINUS} {effect.shield}"
            return _("%(who)s: %(sum)s attack %(shield)s shield: %(damage)s.") % words
        case Deed.SHIELD:
            return _("%(who)s: %(sum)s shield.") % words
    return _("%(who)s: a stack without effect.") % words


def damage_words(damage: int, strength: int) -> str:
    """Return the damage, with a note if the attack's `strength` exceeded the hit points left."""
    text = _("%(n)s damage, all that was left") if damage < strength else _("%(n)s damage")
    return text % {"n": damage}


def change_words(who: str, played: Round, seat: Seat) -> str:
    """Return the sum of a seat's hit points in a round: "You 30 + 4 − 10 = 24"."""
    hp = played.hp[seat]
    words = "".join(f" {MINUS if change < 0 else '+'} {abs(change)}" for change in played.changes(seat))
    if not words:
        return _("%(who)s %(hp)s, as before") % {"who": who, "hp": hp}
    return f"{who} {played.before[seat]}{words} = {hp}"


def _play(_snapshot: Snapshot, action: Action) -> HintWords:
    """Return the hint for a play; a single card is named, a stack is only ringed on the page."""
    if action.card is None:
        return _STACK
    what = _("Hint: play %(card)s.") % {"card": the_card(action.card)}
    return HintWords(what, _("Of all plays it does best against what the other side may hold."))


HINTS: Final[Mapping[str, Hint]] = {
    PLAY: _play,
    BLAZE: HintWords(
        gettext_lazy("Hint: go out in a blaze of glory."), gettext_lazy("It wins more often here than any play.")
    ),
}


# -- tips ------------------------------------------------------------------------------------------------


def _holds_coin_again(snapshot: Snapshot) -> bool:
    view = snapshot.view
    is_first_player = isinstance(view, CardDuelView) and view.table.coin == snapshot.seat
    return is_first_player and times(snapshot, PLAY) in (1, 2)


def _bluff(snapshot: Snapshot) -> str:
    words = {"name": name_in(snapshot, 1 - snapshot.seat, first=False)}
    return _("You hold the coin: your card on a wand lies face down until %(name)s has played. Bluff.") % words


TIPS: Final = (
    Tip(
        offered(PLAY),
        gettext_lazy("Swords attack, cups heal you, shields stop an attack, wands strengthen the card on top."),
    ),
    Tip(_holds_coin_again, _bluff),
    Tip(
        offered(PLAY, said=3),
        gettext_lazy(
            "A blaze ends the duel at once: your swords against the points, cups and shields of the other side."
        ),
    ),
)
