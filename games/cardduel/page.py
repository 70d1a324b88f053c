"""Pages of Card Duel: players, plays and scored rounds as templates read them, and the base, replay and past pages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, cast

from django.utils.translation import gettext as _

from games.cardduel.rules import BLAZE, FULL_HP, PLAY, CardDuelView, named
from games.cardduel.score import SHIELDS, SWORDS, WANDS, Blaze, CardPlay, Pair, Round, total
from games.cardduel.words import change_words, effect_words, effects_of, hit_points, play_words, rounds_played
from games.engine.cards import Card, Suit
from games.engine.state import DEALER, Result, Seat
from games.facts import whole_number
from games.pages.cards import Face, face
from games.pages.game_page import GamePage
from games.pages.past_pages import PastPage, ReplayPage
from games.pages.scores import unfinished
from games.pages.seats import Around, Moment, Seated, SeatShown, clockwise, name_in, seat_shown, sentence_on
from games.pages.tricks import TrickRow
from games.pages.words import by_language, card_name, scores_said
from games.snapshot import PlayedHand, ReplayStep

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


@by_language(KEPT)
def round_shown(moment: Around, round_: Round, step: int) -> RoundShown:
    return RoundShown(
        number=round_.number,
        step=step,
        effects=effects_of(moment, round_),
        left=(round_.hp[moment.near], round_.hp[1 - moment.near]),
        hp=hp_sentence(moment, round_.hp),
        plays=tuple(played(moment, round_, seat) for seat in (round_.coin, 1 - round_.coin)),
        change=tuple(change_words(name_in(moment, seat), round_, seat) for seat in clockwise(moment)),
    )


def hp_sentence(moment: Around, hp: Pair) -> str:
    return ", ".join(f"{name_in(moment, seat)} {hp[seat]}" for seat in clockwise(moment))


class DuelPage(GamePage):
    @classmethod
    def how_far(cls, done: int) -> str:
        return _("round %(n)s") % {"n": done + 1}

    @cached_property
    def now(self) -> CardDuelView:
        return CardDuelView.of(self.moment.view)

    @property
    def name(self) -> str:
        return _("Card Duel")

    def seat(self, seat: Seat) -> Duellist:
        view, hp = self.now, self.now.table.hp[seat]
        spoken = _("%(name)s: %(hp)s.") % {"name": self.named(seat), "hp": hit_points(hp)}
        backs = 0 if seat == self.moment.own or view.hands else view.table.hands[seat]
        shown = vars(seat_shown(self.moment, seat, is_near=seat == self.moment.near, spoken=spoken, backs=backs))
        cards = tuple(map(face, in_order(view.hands[seat]))) if view.hands else ()
        most = max(FULL_HP, *view.table.hp)
        return Duellist(**{**shown, "cards": cards}, hp=hp, most=most, has_coin=seat == self.coin)

    @property
    def coin(self) -> Seat:
        return self.now.table.coin

    @property
    def round(self) -> int:
        return self.now.table.round

    @property
    def far(self) -> Duellist:
        return cast(Duellist, self.seats[1])

    @cached_property
    def rounds(self) -> tuple[RoundShown, ...]:
        """The scored rounds. Every odd play begins a round; reshuffles are steps but no plays."""
        plays = [step for step, (_by, action) in enumerate(self.now.actions, start=1) if action.verb == PLAY]
        seated = Seated(self.moment.seated, self.moment.near, self.moment.own)
        return tuple(round_shown(seated, one, step) for one, step in zip(self.now.rounds, plays[::2], strict=False))

    def won(self, result: Result) -> str:
        hp = self.now.table.hp
        if result.winner is None:
            return _("A draw, %(hp)s each") % {"hp": hit_points(hp[0])}
        words = {"who": self.named(result.winner), "won": hp[result.winner], "lost": hp[1 - result.winner]}
        if result.winner == self.moment.own:
            return _("You win, %(won)s to %(lost)s") % words
        return _("%(who)s wins, %(won)s to %(lost)s") % words


class PastDuelPage(DuelPage):
    """The base of a replay step and a past game, which show all cards."""

    @cached_property
    def rounds(self) -> tuple[RoundShown, ...]:
        view, hp, near = self.now, self.now.table.hp, self.moment.near
        if view.blaze is None:
            return super().rounds
        effects, left = (self.blazed(view.blaze.invoker),), (hp[near], hp[1 - near])
        last = RoundShown(view.table.round, len(view.actions), effects, left, hp_sentence(self.moment, hp))
        return *super().rounds, last

    def blazed(self, invoker: Seat) -> str:
        return _("%(who)s: blaze of glory.") % {"who": self.named(invoker)}


class DuelReplay(PastDuelPage, ReplayPage):
    template = "games/replay/cardduel.html"

    @property
    def heading(self) -> str:
        return self.marked(_("Replay of the duel: both hands shown"))

    @cached_property
    def just_scored(self) -> Round | None:
        """The round that this step completed, whose plays stay on the table; None if the step completed no round."""
        before = CardDuelView.of(self.replay.views[self.back]).rounds
        return self.now.rounds[-1] if len(self.now.rounds) > len(before) else None

    @property
    def coin(self) -> Seat:
        return super().coin if self.just_scored is None else self.just_scored.coin

    @property
    def round(self) -> int:
        return super().round if self.just_scored is None else self.just_scored.number

    @cached_property
    def plays(self) -> tuple[DuelPlay, ...]:
        scored, near = self.just_scored, self.moment.near
        return tuple(
            on_table(self.moment, seat) if scored is None else played(self.moment, scored, seat)
            for seat in (1 - near, near)
        )

    @property
    def where(self) -> str:
        return _("Round %(n)s.") % {"n": self.round} if self.replay.done else _("As dealt.")

    @property
    def sentence(self) -> str:
        if not self.replay.done:
            own, other = _("You hold the coin and play first."), _("%(name)s holds the coin and plays first.")
            return sentence_on(self.moment, self.now.table.coin, own, other)
        scored = self.just_scored
        said = (self._done(self.replay.done[-1]),) if scored is None else effects_of(self.moment, scored)
        if self.replay.is_over:
            said = *said, _("The duel is over.") if self.replay.hand is not None else _("The duel ended here.")
        return " ".join(said)

    def _done(self, step: ReplayStep) -> str:
        if step.seat == DEALER:
            return _("The deck is empty: the discard pile is shuffled and becomes the deck.")
        if step.action.verb == BLAZE:
            return self.blazed(step.seat)
        words = {"who": self.named(step.seat), "play": play_words(CardPlay.of(named(step.action.argument)))}
        return _("%(who)s: %(play)s.") % words

    @property
    def parts(self) -> tuple[TrickRow, ...]:
        end = type(self)(self.game, replace(self.replay, step=self.last))
        here = self.round if self.replay.done else 0
        return tuple(_row(one, is_here=one.number == here) for one in end.rounds)


def _row(one: RoundShown, *, is_here: bool) -> TrickRow:
    led = _("%(who)s played first") % {"who": one.plays[0].who} if one.plays else one.effects[0]
    cards = tuple(
        (card.text, card is play.faces[-1] and card.suit != WANDS.lower()) for play in one.plays for card in play.faces
    )
    near, far = one.left
    return TrickRow(
        one.number, led, cards, scores_said(near, far), near >= far, step=one.step, is_here=is_here, ring=_("on top")
    )


class DuelPast(PastDuelPage, PastPage):
    """A past duel. A blaze is shown as a round."""

    template = "games/replay/cardduel_review.html"

    @property
    def parted(self) -> str:
        return _("Round by round")

    @property
    def heading(self) -> str:
        if self.past.result is None:
            return unfinished(self.past, _("A duel given up"), _("The duel so far"))
        blaze, winner = self.now.blaze, self.past.result.winner
        if blaze is None or winner is None:
            return self.won(self.past.result)
        words = {"loser": self.named(blaze.invoker), "who": self.named(winner)}
        if blaze.invoker == winner:
            return _("%(who)s won the duel with a blaze of glory") % words
        if blaze.invoker == self.moment.own:
            return _("Your blaze failed; %(who)s won the duel") % words
        if winner == self.moment.own:
            return _("%(loser)s’s blaze failed; you won the duel") % words
        return _("%(loser)s’s blaze failed; %(who)s won the duel") % words

    def in_short(self, hand: PlayedHand) -> str:
        return rounds_played(whole_number(hand.record["rounds"]) or 0)
