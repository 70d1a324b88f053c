"""The base class of all Card Duel pages, and the pages of a replay step and of a past game."""

from dataclasses import replace
from functools import cached_property
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cardduel.plays import (
    Duellist,
    DuelPlay,
    RoundShown,
    duellist,
    hp_sentence,
    near_first,
    on_table,
    played,
    rounds,
)
from games.cardduel.score import WANDS, CardPlay, Round
from games.cardduel.state import BLAZE, CardDuelView, named
from games.cardduel.words import effects_of, hit_points, play_words
from games.engine.state import DEALER, Result, Seat
from games.facts import whole_number
from games.pages.game_page import GamePage
from games.pages.past_pages import PastPage, ReplayPage
from games.pages.scores import unfinished
from games.pages.seats import sentence_on
from games.pages.tricks import TrickRow
from games.pages.words import scores_said
from games.snapshot import PlayedHand, ReplayStep


class DuelPage(GamePage):
    @classmethod
    def how_far(cls, done: int) -> str:
        return _("round %(n)s") % {"n": done + 1}

    @cached_property
    def now(self) -> CardDuelView:
        """The view that the page shows: the near seat's or a spectator's."""
        return CardDuelView.of(self.moment.view)

    @property
    def name(self) -> str:
        return _("Card Duel")

    def seat(self, seat: Seat) -> Duellist:
        return duellist(self.moment, seat, coin=self.coin)

    @property
    def coin(self) -> Seat:
        """The seat with the coin, which plays first in the round."""
        return self.now.table.coin

    @property
    def round(self) -> int:
        return self.now.table.round

    @property
    def deck(self) -> int:
        """The number of cards in the deck."""
        return self.now.table.deck

    @property
    def far(self) -> Duellist:
        return cast(Duellist, self.seats[1])

    @cached_property
    def scored(self) -> tuple[RoundShown, ...]:
        return rounds(self.moment)

    def won(self, result: Result) -> str:
        """Return the result as a heading: the winner and both hit points."""
        hp = self.now.table.hp
        if result.winner is None:
            return _("A draw, %(hp)s each") % {"hp": hit_points(hp[0])}
        words = {"who": self.named(result.winner), "won": hp[result.winner], "lost": hp[1 - result.winner]}
        if result.winner == self.moment.own:
            return _("You win, %(won)s to %(lost)s") % words
        return _("%(who)s wins, %(won)s to %(lost)s") % words


class PastDuelPage(DuelPage):
    """The base of a replay step and a past game, which show all cards."""

    def every_round(self, view: CardDuelView) -> tuple[RoundShown, ...]:
        """Return the scored rounds and, if a blaze ended the duel, the round of the blaze."""
        if view.blaze is None:
            return self.scored
        hp, text = view.table.hp, self.blazed(view.blaze.invoker)
        left, words = near_first(self.moment, hp), hp_sentence(self.moment, hp)
        return *self.scored, RoundShown(view.table.round, len(view.actions), (text,), left, words)

    def blazed(self, invoker: Seat) -> str:
        return _("%(who)s: blaze of glory.") % {"who": self.named(invoker)}


class DuelReplay(PastDuelPage, ReplayPage):
    is_whole = True
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
        """The plays of the round, the far seat's first."""
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
        if not self.replay.is_over:
            return " ".join(said)
        over = _("The duel is over.") if self.replay.hand is not None else _("The duel ended here.")
        return " ".join([*said, over])

    def _done(self, step: ReplayStep) -> str:
        if step.seat == DEALER:
            return _("The deck is empty: the discard pile is shuffled and becomes the deck.")
        if step.action.verb == BLAZE:
            return self.blazed(step.seat)
        words = {"who": self.named(step.seat), "play": play_words(CardPlay.of(named(step.action.argument)))}
        return _("%(who)s: %(play)s.") % words

    @property
    def parts(self) -> tuple[TrickRow, ...]:
        """A row for each scored round, with both plays, and one for a blaze that ended the duel."""
        end = type(self)(self.game, replace(self.replay, step=self.last))
        here = self.round if self.replay.done else 0
        return tuple(_row(one, is_here=one.number == here) for one in end.every_round(end.now))


def _row(round_shown: RoundShown, *, is_here: bool) -> TrickRow:
    led = _("%(who)s played first") % {"who": round_shown.plays[0].who} if round_shown.plays else round_shown.effects[0]
    cards = tuple(
        (card.text, card is play.faces[-1] and card.suit != WANDS.lower())
        for play in round_shown.plays
        for card in play.faces
    )
    near, far = round_shown.left
    return TrickRow(
        round_shown.number,
        led,
        cards,
        scores_said(near, far),
        near >= far,
        step=round_shown.step,
        is_here=is_here,
        ring=_("on top"),
    )


class DuelPast(PastDuelPage, PastPage):
    """A past duel. A blaze is shown as a round."""

    template = "games/replay/cardduel_review.html"

    @property
    def parted(self) -> str:
        return _("Round by round")

    @property
    def rounds(self) -> tuple[RoundShown, ...]:
        return self.every_round(self.now)

    @property
    def heading(self) -> str:
        if self.past.result is None:
            return unfinished(self.past, _("A duel given up"), _("The duel so far"))
        blaze, winner = self.now.blaze, self.past.result.winner
        if blaze is None or winner is None:
            return self.won(self.past.result)
        if blaze.invoker != winner:
            return self._failed(blaze.invoker, winner)
        return _("%(who)s won the duel with a blaze of glory") % {"who": self.named(winner)}

    def _failed(self, invoker: Seat, winner: Seat) -> str:
        """Return the heading of a duel that a player lost by a failed blaze."""
        words = {"loser": self.named(invoker), "who": self.named(winner)}
        if invoker == self.moment.own:
            return _("Your blaze failed; %(who)s won the duel") % words
        if winner == self.moment.own:
            return _("%(loser)s’s blaze failed; you won the duel") % words
        return _("%(loser)s’s blaze failed; %(who)s won the duel") % words

    def in_short(self, hand: PlayedHand) -> str:
        rounds = whole_number(hand.record["rounds"]) or 0
        return ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds}
