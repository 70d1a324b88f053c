"""Both duellists, their plays and the rounds that were scored: at the table, and with all cards open in a replay."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.cardduel.messages import change_words, effect_words, effects_of, hit_points, play_words, shown_play, view_of
from games.cardduel.score import SHIELDS, SWORDS, WANDS, Blaze, Pair, Play, Round, total
from games.cardduel.state import FULL_HP
from games.engine.cards import Card, Suit
from games.engine.state import Seat
from games.viewmodel.cards import Face, face
from games.viewmodel.kept import by_language
from games.viewmodel.seats import Around, Moment, Seated, SeatShown, clockwise, name_in, seat_shown
from games.viewmodel.words import card_name

#: Rounds that are kept, for tables are drawn with all of them.
KEPT: Final = 4096
#: The suits as a hand of a duel holds them: what lies below stands first.
ORDER = (WANDS, SWORDS, SHIELDS, Suit.HEARTS)


@dataclass(frozen=True, kw_only=True)
class Duellist(SeatShown):
    """One of the two: hit points with a bar of `most`, and who holds the coin."""

    hp: int
    most: int
    has_coin: bool


@dataclass(frozen=True, slots=True)
class DuelPlay:
    """A play in the middle; `is_covered`: another card lies on it face down. `words` say what it does.

    `is_near`: it comes from the hand below. `effect`: what it did, once its round is scored; empty if it came too late.
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
    """A round: both plays, the holder of the coin first, unless a blaze cut it short. `left` are the HP after it.

    `hp` tells them in words and `change` how each came about, the near side first; `step` is where it is replayed from.
    """

    number: int
    step: int
    effects: tuple[str, ...]
    left: Pair
    hp: str
    plays: tuple[DuelPlay, ...] = ()
    change: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DuelShown:
    """A moment of a duel. `plays` are those of the round, the far one first; none where nobody has played."""

    near: Duellist
    far: Duellist
    round: int
    deck: int
    plays: tuple[DuelPlay, ...] = ()

    @property
    def seats(self) -> tuple[Duellist, ...]:
        return self.near, self.far


def in_order(hand: Sequence[Card]) -> list[Card]:
    """Wands first: what lies below in a stack stands to the left of what may lie on it."""
    return sorted(hand, key=lambda one: (ORDER.index(one.suit) if one.suit else -1, -one.height))


def duellist(moment: Moment, seat: Seat, *, coin: Seat) -> Duellist:
    view, is_near = view_of(moment), seat == moment.near
    hp, is_hidden = view.table.hp[seat], seat != moment.own and not view.hands
    spoken = _("%(name)s: %(hp)s.") % {"name": name_in(moment, seat), "hp": hit_points(hp)}
    backs = view.table.hands[seat] if is_hidden else 0
    shown = vars(seat_shown(moment, seat, is_near=is_near, spoken=spoken, backs=backs))
    cards = tuple(map(face, in_order(view.hands[seat]))) if view.hands else ()
    return Duellist(**{**shown, "cards": cards}, hp=hp, most=max(FULL_HP, *view.table.hp), has_coin=seat == coin)


# -- plays ----------------------------------------------------------------------------------------------


def on_table(moment: Moment, seat: Seat) -> DuelPlay:
    """A seat's play of this round, or the place for it."""
    cards, is_covered = shown_play(view_of(moment), seat)
    if is_covered:
        words = _("%(n)s in wands, and a card face down") % {"n": total(cards)}
        return _play(moment, seat, cards, words, hidden=_("and a card face down"))
    if cards:
        return _play(moment, seat, cards, play_words(Play.of(cards)))
    who = name_in(moment, seat)
    return DuelPlay(who, (), False, "", _("%(who)s: no play yet") % {"who": who}, seat == moment.near)


def played(moment: Around, one: Round, seat: Seat) -> DuelPlay:
    """A seat's play of a round that was scored."""
    done = [effect_words(name_in(moment, seat), one, effect) for effect in one.effects if effect.seat == seat]
    return _play(moment, seat, one.plays[seat].cards, play_words(one.plays[seat]), effect="".join(done))


def open_hands(moment: Moment, blaze: Blaze) -> tuple[DuelPlay, ...]:
    """Both hands as a blaze has shown them, the far one first."""
    return tuple(_play(moment, seat, in_order(blaze.hands[seat])) for seat in reversed(clockwise(moment)))


def _play(
    moment: Around, seat: Seat, cards: Sequence[Card], words: str = "", *, hidden: str = "", effect: str = ""
) -> DuelPlay:
    who = name_in(moment, seat)
    spoken = f"{who}: {', '.join(map(card_name, cards))} {hidden}".strip()
    return DuelPlay(who, tuple(map(face, cards)), bool(hidden), words, spoken, seat == moment.near, effect)


# -- rounds ---------------------------------------------------------------------------------------------


def rounds(moment: Moment) -> tuple[RoundShown, ...]:
    """Those that were scored. Each has two plays; a reshuffle before it is a step of its own."""
    view = view_of(moment)
    plays = [step for step, (_by, action) in enumerate(view.actions, start=1) if action.verb == "play"]
    seated = Seated.of(moment)
    return tuple(round_shown(seated, one, step) for one, step in zip(view.rounds, plays[::2], strict=False))


@by_language(KEPT)
def round_shown(moment: Around, one: Round, step: int) -> RoundShown:
    return RoundShown(
        number=one.number,
        step=step,
        effects=effects_of(moment, one),
        left=near_first(moment, one.hp),
        hp=hp_sentence(moment, one.hp),
        plays=tuple(played(moment, one, seat) for seat in (one.coin, 1 - one.coin)),
        change=tuple(change_words(name_in(moment, seat), one, seat) for seat in clockwise(moment)),
    )


def near_first(moment: Around, hp: Pair) -> Pair:
    return hp[moment.near], hp[1 - moment.near]


def hp_sentence(moment: Around, hp: Pair) -> str:
    return ", ".join(f"{name_in(moment, seat)} {hp[seat]}" for seat in clockwise(moment))
