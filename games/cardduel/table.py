"""The table of Card Duel: hit points, the coin, both plays, the hand to build a play from, rounds and the end."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cardduel import say
from games.cardduel.say import view_of
from games.cardduel.score import SHIELDS, SWORDS, WANDS, Blaze, Pair, Play, Round, tally, total
from games.cardduel.state import BLAZE, FULL_HP, CardDuelView
from games.engine.actions import Action, Refusal
from games.engine.cards import Card, Suit
from games.engine.notation import action_text
from games.engine.state import Phase, Seat
from games.snapshot import HandSeen, SealSeen, Seen, Status
from games.viewmodel.levels import level_name
from games.viewmodel.race import race
from games.viewmodel.table import Ending, Face, Likes, TableContext, context, face
from games.viewmodel.words import card_name

#: The suits as a hand of a duel holds them: what lies below stands first.
ORDER = (WANDS, SWORDS, SHIELDS, Suit.HEARTS)


@dataclass(frozen=True, slots=True)
class Duellist:
    """One of the two: hit points with a bar of `most`, who holds the coin, how many cards are held."""

    seat: Seat
    name: str
    letter: str
    level: str
    hp: int
    most: int
    has_coin: bool
    is_turn: bool
    cards: range
    spoken: str


@dataclass(frozen=True, slots=True)
class DuelCard:
    """A card in one's hand: what it is in a duel, and what it adds."""

    face: Face
    deed: str
    sign: str
    value: int
    is_wand: bool


@dataclass(frozen=True, slots=True)
class PlayShown:
    """A play in the middle; `is_covered`: another card lies on it face down. `words` say what it does.

    `is_mine`: it comes from the hand below. `effect`: what it did, once its round is scored; empty if it came too late.
    """

    who: str
    faces: tuple[Face, ...]
    is_covered: bool
    words: str
    spoken: str
    is_mine: bool = False
    effect: str = ""


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round that was scored: both plays, the holder of the coin first. `change` is how each side’s HP came about."""

    number: int
    plays: tuple[PlayShown, ...]
    hp: str
    change: tuple[str, str]

    @property
    def effects(self) -> tuple[str, ...]:
        return tuple(play.effect for play in self.plays if play.effect)


@dataclass(frozen=True, kw_only=True)
class CardDuelShown:
    mine: Duellist
    hers: Duellist
    round: int
    deck: int
    hand: tuple[DuelCard, ...] = ()
    plays: tuple[PlayShown, PlayShown] | None = None
    last: RoundShown | None = None
    is_answered: bool = False
    rounds: tuple[RoundShown, ...] = ()
    discards: tuple[tuple[str, tuple[str, ...]], ...] = ()
    blaze: str = ""
    blaze_risk: str = ""
    is_finished: bool = False
    is_step: bool = False
    ending: Ending | None = None
    ended_by: str = ""
    ended_hp: str = ""
    hands: tuple[PlayShown, ...] = ()
    opened: SealSeen | None = None


class CardDuelPresenter:
    """A duel is one hand, so there is no table between hands."""

    def table(self, seen: Seen, *, likes: Likes, notice: str) -> TableContext:
        if seen.result is not None or seen.status != Status.PLAYING:
            return _context(seen, likes, "over", notice, **_ended(seen))
        if seen.needs_deal:
            return _context(seen, likes, "first", notice)
        return _context(seen, likes, "play", notice, **_in_play(seen))

    def hand(self, seen: Seen, hand: HandSeen, seal: SealSeen | None, *, likes: Likes) -> TableContext:
        return _context(seen, likes, "over", "", **_ended(seen))

    def why(self, seen: Seen, refusal: Refusal, action: Action) -> str:
        return say.why(seen, refusal, action)


def _context(seen: Seen, likes: Likes, name: str, notice: str, **parts: object) -> TableContext:
    view = view_of(seen)
    shown = CardDuelShown(
        mine=_duellist(seen, view, seen.seat),
        hers=_duellist(seen, view, 1 - seen.seat),
        round=view.table.round,
        deck=view.table.deck,
        rounds=tuple(_round(seen, one) for one in view.rounds),
        discards=_discards(view),
        **parts,  # type: ignore[arg-type]
    )
    return context(
        seen,
        likes,
        template=f"games/cardduel/{name}.html",
        phase=name,
        title=_("Card Duel"),
        heading=_("Card Duel against Marta, round %(n)s") % {"n": view.table.round},
        say=notice or say.message(seen),
        refused=bool(notice),
        more=shown,
        number=0,
    )


def _duellist(seen: Seen, view: CardDuelView, seat: Seat) -> Duellist:
    mine, seated = seat == seen.seat, seen.seated[seat]
    name, hp = _("You") if mine else seated.name, view.table.hp[seat]
    return Duellist(
        seat=seat,
        name=name,
        letter=name[:1].upper(),
        level=level_name(seated.level) if seated.level else "",
        hp=hp,
        most=max(FULL_HP, *view.table.hp),
        has_coin=view.table.coin == seat and view.phase is not Phase.START,
        is_turn=seat in view.waits_for,
        cards=range(view.table.hands[seat]),
        spoken=_("%(name)s: %(hp)s hit points.") % {"name": name, "hp": hp},
    )


# -- the round in play ----------------------------------------------------------------------------------


def _in_play(seen: Seen) -> dict[str, object]:
    view = view_of(seen)
    mine_now = seen.seat in view.waits_for
    is_open = view.table.shown != (None, None)
    shown: dict[str, object] = {
        "hand": tuple(_card(one) for one in in_order(view.hand or ())),
        "plays": (_laid(seen, view, 1 - seen.seat), _laid(seen, view, seen.seat)) if is_open else None,
        "last": _round(seen, view.rounds[-1]) if view.rounds else None,
        "is_answered": view.table.shown[seen.seat] is not None,
        "is_finished": not is_open and bool(view.rounds),
        "is_step": bool(view.actions) and view.actions[-1][0] != seen.seat,
    }
    if mine_now:
        shown |= {"blaze": action_text(Action(BLAZE)), "blaze_risk": _risk(seen, view)}
    return shown


def in_order(hand: Sequence[Card]) -> list[Card]:
    """Wands first: what lies below in a stack stands to the left of what may lie on it."""
    return sorted(hand, key=lambda one: (ORDER.index(one.suit) if one.suit else -1, -one.height))


def _card(one: Card) -> DuelCard:
    sign = (one.suit or "j").lower()
    return DuelCard(face(one), say.duel_suit(one.suit), sign, one.height, one.suit is WANDS)


def _laid(seen: Seen, view: CardDuelView, seat: Seat) -> PlayShown:
    """A seat's play of this round, or the place for it."""
    cards, is_covered = say.shown_play(view, seat)
    who = _("You") if seat == seen.seat else _("Marta")
    if not cards and not is_covered:
        return PlayShown(who, (), False, "", _("%(who)s: no play yet") % {"who": who})
    names = ", ".join(card_name(one) for one in cards)
    hidden = _("and a card face down") if is_covered else ""
    words = _("%(n)s in wands, and a card face down") % {"n": total(cards)} if is_covered else _does(cards)
    spoken = f"{who}: {names} {hidden}".strip()
    return PlayShown(who, tuple(map(face, cards)), is_covered, words, spoken, is_mine=seat == seen.seat)


def _does(cards: tuple[Card, ...]) -> str:
    return say.play_words(Play.of(cards))


def _risk(seen: Seen, view: CardDuelView) -> str:
    """What a blaze would do, as far as one can know it."""
    other = 1 - seen.seat
    swords = total(view.hand or (), SWORDS)
    words = {"swords": swords, "hp": view.table.hp[other], "n": view.table.hands[other]}
    told = ngettext(
        "Your swords add up to %(swords)s; Marta has %(hp)s hit points and %(n)s card that you do not see.",
        "Your swords add up to %(swords)s; Marta has %(hp)s hit points and %(n)s cards that you do not see.",
        view.table.hands[other],
    )
    return told % words


# -- rounds that were scored ----------------------------------------------------------------------------


def _round(seen: Seen, one: Round) -> RoundShown:
    order = (one.coin, 1 - one.coin)
    return RoundShown(
        number=one.number,
        plays=tuple(_played(seen, one, seat) for seat in order),
        hp=_hp(seen, one.hp),
        change=(say.change_words(_("You"), one, seen.seat), say.change_words(_("Marta"), one, 1 - seen.seat)),
    )


def _hp(seen: Seen, hp: Pair) -> str:
    return _("You %(mine)s, Marta %(hers)s") % {"mine": hp[seen.seat], "hers": hp[1 - seen.seat]}


def _played(seen: Seen, one: Round, seat: Seat) -> PlayShown:
    play = one.plays[seat]
    who = _("You") if seat == seen.seat else _("Marta")
    names = ", ".join(card_name(card) for card in play.cards)
    faces, words = tuple(map(face, play.cards)), say.play_words(play)
    done = "".join(say.effect_words(who, one, effect) for effect in one.effects if effect.seat == seat)
    return PlayShown(who, faces, False, words, f"{who}: {names}", is_mine=seat == seen.seat, effect=done)


def _discards(view: CardDuelView) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The discard pile suit by suit, each from high to low; cards written."""
    found = []
    for suit in ORDER:
        held = sorted((one for one in view.table.discards if one.suit is suit), key=lambda one: -one.height)
        found.append((say.duel_suit(suit), tuple(one.text for one in held)))
    return tuple(found)


# -- the end ----------------------------------------------------------------------------------------------


def _ended(seen: Seen) -> dict[str, object]:
    view = view_of(seen)
    opened = seen.seal if seen.seal is not None and seen.seal.server_seed is not None else None
    shown: dict[str, object] = {"ending": _ending(seen, view), "opened": opened}
    if view.blaze is not None:
        shown |= {"ended_by": say.blaze_words(seen, view.blaze), "ended_hp": _hp(seen, view.blaze.hp)}
        shown["hands"] = _open_hands(seen, view.blaze)
    return shown


def _open_hands(seen: Seen, blaze: Blaze) -> tuple[PlayShown, ...]:
    found = []
    for seat in (1 - seen.seat, seen.seat):
        who = _("You") if seat == seen.seat else _("Marta")
        cards = in_order(blaze.hands[seat])
        names = ", ".join(card_name(card) for card in cards)
        found.append(PlayShown(who, tuple(map(face, cards)), False, "", f"{who}: {names}"))
    return tuple(found)


def _ending(seen: Seen, view: CardDuelView) -> Ending:
    rounds = view.table.round  # the one that a blaze or giving up has cut short is one, too
    about = ngettext("Card Duel, %(n)s round", "Card Duel, %(n)s rounds", rounds) % {"n": rounds}
    hp = [one.hp for one in view.rounds] + ([] if view.blaze is None else [view.blaze.hp])
    mine, hers = [one[seen.seat] for one in hp], [one[1 - seen.seat] for one in hp]
    chart = race(mine, hers, names=(_("You"), _("Marta")), start=FULL_HP, step=10)
    return Ending(about, _heading(seen, view), _lead(seen, view), _facts(seen, view), chart)


def _heading(seen: Seen, view: CardDuelView) -> str:
    if seen.result is None:
        return _("You gave this duel up")
    words = {"mine": view.table.hp[seen.seat], "hers": view.table.hp[1 - seen.seat]}
    if view.blaze is not None:
        return _("You win the duel") if seen.result.winner == seen.seat else _("Marta wins the duel")
    if seen.result.winner is None:
        return _("A draw, %(mine)s hit points each") % words
    if seen.result.winner == seen.seat:
        return _("You win, %(mine)s to %(hers)s") % words
    return _("Marta wins, %(hers)s to %(mine)s") % words


def _lead(seen: Seen, view: CardDuelView) -> str:
    if seen.result is None:
        return _("It stays in your list. Its deal can be checked now.")
    if view.blaze is not None:
        return _blaze_lead(seen, view.blaze)
    if seen.result.why == "rounds":
        return _("The last round has been played.")
    return _("Round %(n)s brought the last hit point.") % {"n": view.table.round}


def _blaze_lead(seen: Seen, blaze: Blaze) -> str:
    if blaze.invoker == seen.seat:
        won = blaze.winner == seen.seat
        return _("Your blaze of glory burnt bright.") if won else _("Your blaze of glory was not enough.")
    return _("Marta’s blaze of glory was not enough.") if blaze.winner == seen.seat else _("Marta’s blaze of glory.")


def _facts(seen: Seen, view: CardDuelView) -> tuple[tuple[str, str, str], ...]:
    """What both did, the blaze with it; an attack counts as far as there were hit points to take."""
    one = tally(view.rounds, view.blaze, seen.seat)
    told = (_("damage you dealt"), one.dealt), (_("damage you took"), one.taken), (_("you healed"), one.healed)
    return tuple((name, str(value), "") for name, value in (*told, (_("you blocked"), one.blocked)))
