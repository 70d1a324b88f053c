"""The players of a duel, their plays and the scored rounds, in the form that templates read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.cardduel.score import SHIELDS, SWORDS, WANDS, Blaze, CardPlay, Pair, Round, total
from games.cardduel.state import FULL_HP, CardDuelView
from games.cardduel.words import change_words, effect_words, effects_of, hit_points, play_words
from games.engine.cards import Card, Suit
from games.engine.state import Seat
from games.pages.cards import Face, face
from games.pages.seats import Around, Moment, Seated, SeatShown, clockwise, name_in, seat_shown
from games.pages.words import by_language, card_name

#: Size of the cache of rounds in words. A table page needs all scored rounds.
KEPT: Final = 4096
#: The order of suits in a hand. Wands come first, because they lie below in a stack.
ORDER = (WANDS, SWORDS, SHIELDS, Suit.HEARTS)


@dataclass(frozen=True, kw_only=True)
class Duellist(SeatShown):
    """A seat with its hit points. `most` are the hit points of a full bar."""

    hp: int
    most: int
    has_coin: bool


@dataclass(frozen=True, slots=True)
class DuelPlay:
    """A play on the table. `faces` are its open cards; `is_covered`: a card lies on them face down.

    `words` are the purpose and value of the play, `spoken` its cards in words. `is_near`: the near seat made the play.
    `effect` is the result in words, empty until the round is scored.
    """

    who: str
    faces: tuple[Face, ...]
    is_covered: bool
    words: str
    spoken: str
    is_near: bool
    effect: str = ""


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round: both plays, the coin holder's first, or no plays if a blaze ended the duel in this round.

    `left` are both players' HP after the round, `hp` are these in words, and `change` has each player's calculation;
    the near seat is first in all three. `step` is the replay step of the first play or of the blaze.
    """

    number: int
    step: int
    effects: tuple[str, ...]
    left: Pair
    hp: str
    plays: tuple[DuelPlay, ...] = ()
    change: tuple[str, ...] = ()


def in_order(hand: Sequence[Card]) -> list[Card]:
    """Return the hand by suit in `ORDER`, each suit from high to low."""
    return sorted(hand, key=lambda one: (ORDER.index(one.suit) if one.suit else -1, -one.height))


def duellist(moment: Moment, seat: Seat, *, coin: Seat) -> Duellist:
    view, is_near = CardDuelView.of(moment.view), seat == moment.near
    hp, is_hidden = view.table.hp[seat], seat != moment.own and not view.hands
    spoken = _("%(name)s: %(hp)s.") % {"name": name_in(moment, seat), "hp": hit_points(hp)}
    backs = view.table.hands[seat] if is_hidden else 0
    shown = vars(seat_shown(moment, seat, is_near=is_near, spoken=spoken, backs=backs))
    cards = tuple(map(face, in_order(view.hands[seat]))) if view.hands else ()
    return Duellist(**{**shown, "cards": cards}, hp=hp, most=max(FULL_HP, *view.table.hp), has_coin=seat == coin)


def on_table(moment: Moment, seat: Seat) -> DuelPlay:
    """Return a seat's play in this round; without cards if the seat has not played."""
    cards, is_covered = CardDuelView.of(moment.view).table.seen(seat)
    if is_covered:
        words = _("%(n)s in wands, and a card face down") % {"n": total(cards)}
        return _play(moment, seat, cards, words, hidden=_("and a card face down"))
    if cards:
        return _play(moment, seat, cards, play_words(CardPlay.of(cards)))
    who = name_in(moment, seat)
    return DuelPlay(who, (), False, "", _("%(who)s: nothing played yet") % {"who": who}, seat == moment.near)


def played(moment: Around, round_: Round, seat: Seat) -> DuelPlay:
    """Return a seat's play in a scored round."""
    done = [effect_words(name_in(moment, seat), round_, effect) for effect in round_.effects if effect.seat == seat]
    return _play(moment, seat, round_.plays[seat].cards, play_words(round_.plays[seat]), effect="".join(done))


def open_hands(moment: Moment, blaze: Blaze) -> tuple[DuelPlay, ...]:
    """Return both hands at a blaze, the far seat's first."""
    return tuple(_play(moment, seat, in_order(blaze.hands[seat])) for seat in reversed(clockwise(moment)))


def _play(
    moment: Around, seat: Seat, cards: Sequence[Card], words: str = "", *, hidden: str = "", effect: str = ""
) -> DuelPlay:
    who = name_in(moment, seat)
    spoken = f"{who}: {', '.join(map(card_name, cards))} {hidden}".strip()
    return DuelPlay(who, tuple(map(face, cards)), bool(hidden), words, spoken, seat == moment.near, effect)


def rounds(moment: Moment) -> tuple[RoundShown, ...]:
    """Return the scored rounds. Every odd play begins a round; reshuffles are steps but no plays."""
    view = CardDuelView.of(moment.view)
    plays = [step for step, (_by, action) in enumerate(view.actions, start=1) if action.verb == "play"]
    seated = Seated.of(moment)
    return tuple(round_shown(seated, one, step) for one, step in zip(view.rounds, plays[::2], strict=False))


@by_language(KEPT)
def round_shown(moment: Around, round_: Round, step: int) -> RoundShown:
    return RoundShown(
        number=round_.number,
        step=step,
        effects=effects_of(moment, round_),
        left=near_first(moment, round_.hp),
        hp=hp_sentence(moment, round_.hp),
        plays=tuple(played(moment, round_, seat) for seat in (round_.coin, 1 - round_.coin)),
        change=tuple(change_words(name_in(moment, seat), round_, seat) for seat in clockwise(moment)),
    )


def near_first(moment: Around, hp: Pair) -> Pair:
    return hp[moment.near], hp[1 - moment.near]


def hp_sentence(moment: Around, hp: Pair) -> str:
    return ", ".join(f"{name_in(moment, seat)} {hp[seat]}" for seat in clockwise(moment))
