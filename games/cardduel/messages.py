"""What the message line of Card Duel says, the words for plays and their effects, and why an action is refused."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cardduel.score import CUPS, SHIELDS, SWORDS, WANDS, Blaze, Deed, Effect, Play, Round, total
from games.cardduel.state import CardDuelView
from games.engine.actions import HIDDEN
from games.engine.cards import Card, Suit, find
from games.engine.options import whole
from games.engine.state import Phase, Seat
from games.snapshot import Snapshot
from games.viewmodel.onlooking import waiting
from games.viewmodel.refusals import Refused
from games.viewmodel.seats import Around, Moment, name_in
from games.viewmodel.words import MINUS, index

own = CardDuelView.of


def view_of(moment: Moment) -> CardDuelView:
    return own(moment.view)


def duel_suit(suit: Suit | None) -> str:
    """What a suit is called in a duel."""
    names = {SWORDS: _("sword"), CUPS: _("cup"), WANDS: _("wand"), SHIELDS: _("shield")}
    return names[suit] if suit is not None else ""


def hit_points(count: int) -> str:
    return ngettext("%(n)s hit point", "%(n)s hit points", count) % {"n": count}


def shown_play(view: CardDuelView, seat: Seat) -> tuple[tuple[Card, ...], bool]:
    """The open cards of a seat's play in this round, and whether another lies face down on them."""
    argument = view.table.shown[seat]
    written = (argument,) if isinstance(argument, str) else argument if isinstance(argument, tuple) else ()
    cards = tuple(one for text in written if (one := find(text)) is not None)
    return cards, HIDDEN in written


def message(snapshot: Snapshot) -> str:
    view = view_of(snapshot)
    if view.phase is not Phase.PLAY:
        return ""
    if snapshot.own is None:
        return _looked_on(snapshot, view)
    words, mine_now = {"name": name_in(snapshot, 1 - snapshot.seat)}, snapshot.seat in view.waits_for
    if view.table.shown == (None, None):
        owed = (
            _("You hold the coin: play first.") if mine_now else _("%(name)s holds the coin and plays first.") % words
        )
        return " ".join([*_opening(snapshot, view), owed])
    if mine_now:
        return _("%(play)s Your answer?") % {"play": _first_play(words["name"], *shown_play(view, 1 - snapshot.seat))}
    return _("Your play lies there. %(name)s answers.") % words


def _looked_on(snapshot: Snapshot, view: CardDuelView) -> str:
    """The same for somebody without a seat: whoever holds the coin plays first."""
    name = name_in(snapshot, view.table.coin)
    if view.table.shown == (None, None):
        return " ".join([*_opening(snapshot, view), _("%(name)s holds the coin and plays first.") % {"name": name}])
    return f"{_first_play(name, *shown_play(view, view.table.coin))} {waiting(snapshot)}".strip()


def _opening(snapshot: Snapshot, view: CardDuelView) -> list[str]:
    """What the round before has done, and whether none comes after this one (D12)."""
    said = [*effects_of(snapshot, view.rounds[-1])] if view.rounds else []
    if view.table.round == whole(view.options, "max_rounds"):
        said.append(_("This is the last round."))
    return said


def _first_play(name: str, cards: tuple[Card, ...], is_covered: bool) -> str:
    """What somebody has played as far as it can be seen."""
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
    """ "9 + K 13 = 22", or "K 13" for a card by itself."""
    top = index(play.top) if play.top.height <= 10 else f"{index(play.top)} {play.top.height}"
    if not play.wands:
        return top
    return " + ".join([*(str(one.height) for one in play.wands), top]) + f" = {play.value}"


def play_words(play: Play) -> str:
    """What a play is for, with its value."""
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
    """What a round did, each effect in a sentence, in their order."""
    return tuple(effect_words(name_in(moment, one.seat), played, one) for one in played.effects)


def effect_words(who: str, played: Round, effect: Effect) -> str:
    """Describe one effect with its numbers: "Ann: 9 + K 13 = 22 attack − 14 shield: 8 damage." """
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
    """Name the damage, and say so where fewer hit points were left than the attack's `strength`."""
    text = _("%(n)s damage, all that was left") if damage < strength else _("%(n)s damage")
    return text % {"n": damage}


def change_words(who: str, played: Round, seat: Seat) -> str:
    """Add up a seat's hit points in a round: "You 30 + 4 − 10 = 24"."""
    hp = played.hp[seat]
    words = "".join(f" {MINUS if change < 0 else '+'} {abs(change)}" for change in played.changes(seat))
    if not words:
        return _("%(who)s %(hp)s, as before") % {"who": who, "hp": hp}
    return f"{who} {played.before[seat]}{words} = {hp}"


def blaze_words(snapshot: Snapshot, blaze: Blaze) -> str:
    words: dict[str, object] = {"swords": blaze.swords, "shields": blaze.shields, "cups": blaze.cups}
    words["damage"] = damage_words(blaze.damage, blaze.swords - blaze.shields)
    words["name"] = name_in(snapshot, 1 - snapshot.seat)
    if blaze.invoker == snapshot.seat:
        text = _(
            "Your blaze: %(name)s’s cups heal %(cups)s, your swords %(swords)s less their shields %(shields)s: "
            "%(damage)s."
        )
    else:
        text = _(
            "%(name)s’s blaze: your cups heal %(cups)s, their swords %(swords)s less your shields %(shields)s: "
            "%(damage)s."
        )
    return text % words


REFUSED: Final[Refused] = {
    "NOT_IN_HAND": gettext_lazy("Choose a card of your hand."),
    "ONLY_WANDS_BELOW": gettext_lazy(
        "Only wands lie under the top of a stack: choose one sword, cup or shield, with wands or without."
    ),
    "WAND_NEEDS_TOP": gettext_lazy("A wand is not played alone: choose a card to lie on it."),
    "GAME_OVER": gettext_lazy("The duel is over."),
}
