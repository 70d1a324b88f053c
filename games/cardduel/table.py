"""The table of Card Duel, and what its replay and its past duels show."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cardduel import ending, past, say
from games.cardduel.say import view_of
from games.cardduel.score import SWORDS, WANDS, total
from games.cardduel.seats import (
    ORDER,
    DuelPlay,
    DuelShown,
    RoundShown,
    duellist,
    hp_told,
    in_order,
    laid,
    open_hands,
    rounds,
)
from games.cardduel.state import BLAZE, CardDuelView
from games.engine.actions import Action, Refusal
from games.engine.cards import Card
from games.engine.notation import action_text
from games.snapshot import GameSeen, HandSeen, Replay, SealSeen, Seen, Status
from games.viewmodel.cards import Face, Likes, face
from games.viewmodel.race import Ending
from games.viewmodel.replay import ReplayContext, ReviewContext
from games.viewmodel.seats import name_in
from games.viewmodel.table import TableContext, context


@dataclass(frozen=True, slots=True)
class DuelCard:
    """A card in one's hand: what it is in a duel, and what it adds."""

    face: Face
    deed: str
    sign: str
    value: int
    is_wand: bool


@dataclass(frozen=True, kw_only=True)
class CardDuelShown(DuelShown):
    """And what may be done at the table, the rounds so far, and the end."""

    hand: tuple[DuelCard, ...] = ()
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
    hands: tuple[DuelPlay, ...] = ()
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

    def replay(self, replay: Replay) -> ReplayContext:
        return past.replay(replay)

    def review(self, game: GameSeen) -> ReviewContext:
        return past.review(game)


def _context(seen: Seen, likes: Likes, name: str, notice: str, **parts: object) -> TableContext:
    table, other = view_of(seen).table, 1 - seen.seat
    shown = CardDuelShown(
        near=duellist(seen, seen.seat, coin=table.coin),
        far=duellist(seen, other, coin=table.coin),
        round=table.round,
        deck=table.deck,
        rounds=rounds(seen),
        discards=_discards(view_of(seen)),
        **parts,  # type: ignore[arg-type]
    )
    words = {"name": name_in(seen, other), "n": table.round}
    return context(
        seen,
        likes,
        template=f"games/cardduel/{name}.html",
        phase=name,
        title=_("Card Duel"),
        heading=_("Card Duel against %(name)s, round %(n)s") % words,
        say=notice or say.message(seen),
        refused=bool(notice),
        more=shown,
        number=0,
    )


def _in_play(seen: Seen) -> dict[str, object]:
    view, scored = view_of(seen), rounds(seen)
    is_open = view.table.shown != (None, None)
    shown: dict[str, object] = {
        "hand": tuple(_card(one) for one in in_order(view.hand or ())),
        "plays": (laid(seen, 1 - seen.seat), laid(seen, seen.seat)) if is_open else (),
        "last": scored[-1] if scored else None,
        "is_answered": view.table.shown[seen.seat] is not None,
        "is_finished": not is_open and bool(scored),
        "is_step": bool(view.actions) and view.actions[-1][0] != seen.seat,
    }
    if seen.seat in view.waits_for:
        shown |= {"blaze": action_text(Action(BLAZE)), "blaze_risk": _risk(seen, view)}
    return shown


def _card(one: Card) -> DuelCard:
    sign = (one.suit or "j").lower()
    return DuelCard(face(one), say.duel_suit(one.suit), sign, one.height, one.suit is WANDS)


def _risk(seen: Seen, view: CardDuelView) -> str:
    """What a blaze would do, as far as one can know it."""
    other = 1 - seen.seat
    words = {"name": name_in(seen, other), "hp": view.table.hp[other], "n": view.table.hands[other]}
    told = ngettext(
        "Your swords add up to %(swords)s; %(name)s has %(hp)s hit points and %(n)s card that you do not see.",
        "Your swords add up to %(swords)s; %(name)s has %(hp)s hit points and %(n)s cards that you do not see.",
        view.table.hands[other],
    )
    return told % {**words, "swords": total(view.hand or (), SWORDS)}


def _discards(view: CardDuelView) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The discard pile suit by suit, each from high to low; cards written."""
    found = []
    for suit in ORDER:
        held = sorted((one for one in view.table.discards if one.suit is suit), key=lambda one: -one.height)
        found.append((say.duel_suit(suit), tuple(one.text for one in held)))
    return tuple(found)


def _ended(seen: Seen) -> dict[str, object]:
    blaze = view_of(seen).blaze
    shown: dict[str, object] = {"ending": ending.ending(seen), "opened": seen.opened}
    if blaze is None:
        return shown
    shown |= {"ended_by": say.blaze_words(seen, blaze), "ended_hp": hp_told(seen, blaze.hp)}
    return {**shown, "hands": open_hands(seen, blaze)}
