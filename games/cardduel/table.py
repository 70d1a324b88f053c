"""The table of Card Duel, and what its replay and its past duels show."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cardduel import ending, messages, past
from games.cardduel.messages import view_of
from games.cardduel.score import SWORDS, WANDS, total
from games.cardduel.seats import (
    ORDER,
    DuelPlay,
    DuelShown,
    RoundShown,
    duellist,
    hp_sentence,
    in_order,
    on_table,
    open_hands,
    rounds,
)
from games.cardduel.state import BLAZE, CardDuelView
from games.engine.actions import Action, Refusal
from games.engine.cards import Card
from games.engine.notation import action_text
from games.facts import whole_number
from games.snapshot import PlayedGame, PlayedHand, SealSnapshot, Snapshot
from games.viewmodel import onlooking
from games.viewmodel.cards import Face, Preferences, face
from games.viewmodel.race import Ending
from games.viewmodel.refusals import refusal_sentence
from games.viewmodel.seats import idle, name_in
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
    opened: SealSnapshot | None = None


class CardDuelPresenter:
    """A duel is one hand, so there is no table between hands."""

    def table(self, snapshot: Snapshot, *, preferences: Preferences, notice: str) -> TableContext:
        name = onlooking.stage(snapshot)
        if name in onlooking.RESTING:
            return _context(snapshot, preferences, name, notice, **(_ended(snapshot) if name == "over" else {}))
        scored = rounds(snapshot)
        return _context(snapshot, preferences, "play", notice, rounds=scored, **_in_play(snapshot, scored))

    def hand(
        self, snapshot: Snapshot, hand: PlayedHand, seal: SealSnapshot | None, *, preferences: Preferences
    ) -> TableContext:
        return _context(snapshot, preferences, "over", "", **_ended(snapshot))

    def why(self, snapshot: Snapshot, refusal: Refusal) -> str:
        return refusal_sentence(snapshot, refusal, messages.REFUSED, otherwise=_("That cannot be done in a duel."))

    def how_far(self, done: int) -> str:
        return _("round %(n)s") % {"n": done + 1}

    def in_short(self, game: PlayedGame, hand: PlayedHand) -> str:
        rounds = whole_number(hand.record["rounds"]) or 0
        return ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds}

    def in_a_sentence(self, snapshot: Snapshot) -> str:
        shown = ending.ending(snapshot)
        return f"{shown.heading}. {shown.lead}".strip()

    replay = staticmethod(past.replay)
    review = staticmethod(past.review)


def _context(snapshot: Snapshot, preferences: Preferences, name: str, notice: str, **parts: object) -> TableContext:
    table, other = view_of(snapshot).table, 1 - snapshot.seat
    shown = CardDuelShown(
        near=duellist(snapshot, snapshot.seat, coin=table.coin),
        far=duellist(snapshot, other, coin=table.coin),
        round=table.round,
        deck=table.deck,
        discards=_discards(view_of(snapshot)),
        **parts,  # type: ignore[arg-type]
    )
    words = {"name": name_in(snapshot, other), "n": table.round}
    return context(
        snapshot,
        preferences,
        template=_template(snapshot, name),
        phase=name,
        title=_("Card Duel"),
        heading=_heading(snapshot) % words,
        say=notice or idle(snapshot) or messages.message(snapshot),
        refused=bool(notice),
        more=shown,
        number=0,
    )


def _template(snapshot: Snapshot, name: str) -> str:
    """Of all games that somebody looks on at, but for the round on the table."""
    if snapshot.own is not None:
        return f"games/cardduel/{name}.html"
    return "games/cardduel/onlooker.html" if name == "play" else onlooking.template_of(name)


def _heading(snapshot: Snapshot) -> str:
    if snapshot.own is None:
        return _("Card Duel, round %(n)s")
    return _("Card Duel against %(name)s, round %(n)s")


def _in_play(snapshot: Snapshot, scored: Sequence[RoundShown]) -> dict[str, object]:
    view = view_of(snapshot)
    is_open = view.table.shown != (None, None)
    shown: dict[str, object] = {
        "hand": tuple(_card(one) for one in in_order(view.hand or ())),
        "plays": (on_table(snapshot, 1 - snapshot.seat), on_table(snapshot, snapshot.seat)) if is_open else (),
        "last": scored[-1] if scored else None,
        "is_answered": snapshot.own is not None and view.table.shown[snapshot.own] is not None,
        "is_finished": not is_open and bool(scored),
        "is_step": snapshot.is_step,
    }
    if snapshot.is_mine:
        shown |= {"blaze": action_text(Action(BLAZE)), "blaze_risk": _risk(snapshot, view)}
    return shown


def _card(one: Card) -> DuelCard:
    sign = (one.suit or "j").lower()
    return DuelCard(face(one), messages.duel_suit(one.suit), sign, one.height, one.suit is WANDS)


def _risk(snapshot: Snapshot, view: CardDuelView) -> str:
    """What a blaze would do, as far as one can know it."""
    other = 1 - snapshot.seat
    words = {
        "name": name_in(snapshot, other),
        "hp": messages.hit_points(view.table.hp[other]),
        "n": view.table.hands[other],
    }
    text = ngettext(
        "Your swords add up to %(swords)s; %(name)s has %(hp)s and %(n)s card that you do not see.",
        "Your swords add up to %(swords)s; %(name)s has %(hp)s and %(n)s cards that you do not see.",
        view.table.hands[other],
    )
    return text % {**words, "swords": total(view.hand or (), SWORDS)}


def _discards(view: CardDuelView) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The discard pile suit by suit, each from high to low; cards written."""
    found = []
    for suit in ORDER:
        held = sorted((one for one in view.table.discards if one.suit is suit), key=lambda one: -one.height)
        found.append((messages.duel_suit(suit), tuple(one.text for one in held)))
    return tuple(found)


def _ended(snapshot: Snapshot) -> dict[str, object]:
    blaze = view_of(snapshot).blaze
    shown: dict[str, object] = {
        "ending": ending.ending(snapshot),
        "opened": snapshot.opened,
        "rounds": rounds(snapshot),
    }
    if blaze is None:
        return shown
    shown |= {"ended_by": messages.blaze_words(snapshot, blaze), "ended_hp": hp_sentence(snapshot, blaze.hp)}
    return {**shown, "hands": open_hands(snapshot, blaze)}
