"""Base pages of trick-taking games: any moment, a step of a replay, a past game, and a finished hand.

A game derives a class from `TrickPage` and combines this class with `TrickTable`, `TrickReplay` and `TrickPast`. A page
shows a finished hand as a `TrickHand`, with result, score sheet and tricks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from games.engine.cards import Card
from games.engine.state import Seat, SeatView
from games.pages.cards import Face, face
from games.pages.game_page import GamePage
from games.pages.past_pages import PastPage, ReplayPage
from games.pages.scores import ScoreBreakdown, ScoreCell, ScoreLine, tie, unfinished
from games.pages.seats import SeatShown, clockwise, name_in, sentence_on
from games.pages.tricks import (
    ShownTrick,
    TableCard,
    TrickRow,
    claimed,
    is_play,
    lying,
    played_out,
    trick_jumps,
    trick_row,
)
from games.pages.words import plain_number
from games.snapshot import PlayedGame, PlayedHand, ReplayStep, SealSnapshot, Snapshot


class TrickPage(GamePage):
    """A trick-taking game at any moment."""

    #: Tricks in a whole hand.
    most_tricks = 13
    #: Points between grid lines of the score chart.
    race_step = 100
    hand_page: ClassVar["type[TrickHand]"]

    @classmethod
    def how_far(cls, done: int) -> str:
        return _("trick %(n)s of %(all)s") % {"n": min(done + 1, cls.most_tricks), "all": cls.most_tricks}

    def tricks_of(self, view: SeatView) -> tuple[ShownTrick, ...]:
        """Return the tricks of the hand in a view, the open trick last."""
        raise NotImplementedError

    @cached_property
    def tricks(self) -> tuple[ShownTrick, ...]:
        return self.tricks_of(self.view)

    def drawn(self, card: Card) -> Face:
        return face(card)

    def hand(self, hand: PlayedHand, seal: SealSnapshot | None = None, *, remarks: bool = False) -> "TrickHand":
        return self.hand_page(self, hand, seal, remarks=remarks)

    def lines(self, hands: Sequence[PlayedHand]) -> tuple[ScoreLine, ...]:
        return tuple(self.hand(one).line for one in hands)

    def outcome(self, game: Snapshot | PlayedGame) -> str:
        """Return the result with the scores: who won, or a tie; without a result, how the game stands or ended."""
        if game.result is None:
            return unfinished(game, _("A game given up"), _("The game so far"))
        if game.result.winner is None:
            return tie(self.scores)
        words = self._win(game.result.winner)
        own = self.won(game, words)
        seats = self.seats_of(game.result.winner)
        if own or not isinstance(game, Snapshot) or game.own is None:
            return own or self._won_by(seats) % words
        several = len(seats) > 1
        if self.side_of(game.seat) == game.result.winner:
            sentence = _("Your side wins, %(won)s to %(lost)s") if several else _("You win, %(won)s to %(lost)s")
        else:
            sentence = _("%(who)s win, %(won)s to %(lost)s") if several else _("%(who)s wins, %(won)s to %(lost)s")
        return sentence % words

    def won(self, game: Snapshot | PlayedGame, words: Mapping[str, str]) -> str:
        """Return the game's own sentence for a win; empty for the usual one. `words` are winner and scores."""
        return ""

    def _won_by(self, seats: Sequence[Seat]) -> str:
        """Return the sentence on a win. In German its verb also depends on whether the viewer is a winner."""
        if self.moment.own in seats:
            return npgettext("you", "%(who)s won, %(won)s to %(lost)s", "%(who)s won, %(won)s to %(lost)s", len(seats))
        return ngettext("%(who)s won, %(won)s to %(lost)s", "%(who)s won, %(won)s to %(lost)s", len(seats))

    def _win(self, winner: int) -> dict[str, str]:
        others = sorted((score for side, score in enumerate(self.scores) if side != winner), reverse=True)
        lost = ", ".join(map(plain_number, others))
        return {"who": self.side_name(winner), "won": plain_number(self.scores[winner]), "lost": lost}


class TrickReplay(TrickPage, ReplayPage):
    template = "games/replay/table.html"

    # -- overridden by games --------------------------------------------------------------------------------

    @property
    def as_dealt(self) -> str:
        """The sentence before the first step."""
        return ""

    def said(self, step: ReplayStep) -> str:
        """Return the sentence on the action of the newest step."""
        raise NotImplementedError

    @property
    def place(self) -> str:
        """The phase of the newest step in a sentence, if the step is not a card to a trick."""
        return _("Before the first trick.")

    @property
    def settled(self) -> tuple[TableCard, ...]:
        """The cards in the middle before the first trick."""
        return ()

    @property
    def passed(self) -> tuple[Face, ...]:
        """Cards shown open before the first trick; `passed_name` is their label."""
        return ()

    @property
    def passed_name(self) -> str:
        return ""

    @property
    def hand_over(self) -> str:
        return _("The hand is over.") if self.replay.hand is not None else _("The game ended here.")

    # -- the page -------------------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        return self.marked(_("Replay of hand %(n)s: all hands shown") % {"n": self.number})

    @property
    def where(self) -> str:
        if not self.replay.done:
            return _("As dealt.")
        if is_play(self.replay.done[-1].action):
            return _("Trick %(n)s of %(all)s.") % {"n": len(self.tricks), "all": self.most_tricks}
        return self.place

    @property
    def sentence(self) -> str:
        if not self.replay.done:
            return self.as_dealt
        step = self.replay.done[-1]
        said = [self.said(step)]
        if step.by_table:
            said.append(_("Played automatically."))
        if self.replay.is_over:
            said.append(self.hand_over)
        return " ".join(said)

    @cached_property
    def seats(self) -> tuple[SeatShown, ...]:
        """All seats. Before the last step of a finished hand, each says how many tricks it will take."""
        if self.replay.is_over or self.replay.hand is None:
            return super().seats
        won = [trick.winner for trick in self.every_trick]
        ends = (_("will take %(n)s") % {"n": won.count(shown.seat)} if won else "" for shown in super().seats)
        return tuple(replace(shown, ends=end) for shown, end in zip(super().seats, ends, strict=True))

    @cached_property
    def every_trick(self) -> tuple[ShownTrick, ...]:
        """The tricks of the whole hand."""
        return self.tricks_of(self.replay.views[-1])

    @property
    def parts(self) -> tuple[TrickRow, ...]:
        return trick_jumps(self.replay, self.every_trick, here=len(self.tricks), is_near=self.is_near)

    @cached_property
    def trick(self) -> tuple[TableCard, ...]:
        return lying(self.replay, self.tricks, draw=self.drawn) if self.tricks else self.settled

    @property
    def is_finished(self) -> bool:
        return bool(self.tricks) and self.tricks[-1].is_done

    @property
    def last_trick(self) -> tuple[TableCard, ...]:
        """Always empty, because a replay has the list of all tricks beside it."""
        return ()

    @property
    def points(self) -> ScoreBreakdown | None:
        """The score sheet of a finished hand at its last step, else None."""
        if not self.replay.is_over or self.replay.hand is None:
            return None
        past = cast(TrickPast, self.game.past_page(self.replay.game))
        return past.hand(self.replay.hand).sheet

    def looked(self, step: ReplayStep) -> str:
        """Return the sentence for a seat that looked at its cards instead of bidding blind."""
        own, other = _("You looked instead of bidding blind."), _("%(name)s looked instead of bidding blind.")
        return sentence_on(self.moment, step.seat, own, other)

    @property
    def auto_note(self) -> str:
        """The sentence on a claim, or on the cards that the table played; empty without either."""
        claim = claimed(self.replay, self.replay.hand)
        count = sum(step.by_table for step in self.replay.steps)
        if claim or not count:
            return claim
        sentence = ngettext(
            "The last card was played automatically: the outcome was certain.",
            "The last %(n)s cards were played automatically: the outcome was certain.",
            count,
        )
        return sentence % {"n": count}


class TrickPast(TrickPage, PastPage):
    """A past game as a list of scores."""

    template = "games/replay/game.html"

    @property
    def heading(self) -> str:
        return self.outcome(self.past)

    @property
    def score_lines(self) -> tuple[ScoreLine, ...]:
        return self.lines(self.past.hands)

    @property
    def cut_short(self) -> int | None:
        """The number of the hand in which the game ended early; None if every hand was finished."""
        finished = [hand.number for hand in self.past.hands]
        return next((number for number in self.past.numbers if number not in finished), None)

    def in_short(self, hand: PlayedHand) -> str:
        line = self.hand(hand).line
        return "; ".join(line.cells[0].notes) if line.cells else line.note


class TrickHand:
    """A finished hand on a page. `seal` is the proof of the deal, if shown; `remarks` allows a bot's comment."""

    def __init__(
        self, page: "TrickPage", hand: PlayedHand, seal: SealSnapshot | None = None, *, remarks: bool = False
    ) -> None:
        self.page, self.moment, self.hand, self.seal, self.remarks = page, page.moment, hand, seal, remarks
        self.number = hand.number

    # -- overridden by games --------------------------------------------------------------------------------

    @property
    def unscored(self) -> str:
        """Why the hand was not scored; empty for a scored hand."""
        return ""

    def cell(self, side: int) -> ScoreCell:
        """Return a side's points and score of the scored hand."""
        raise NotImplementedError

    @property
    def headline(self) -> tuple[str, str]:
        """Sentences on the hand's result: for the near side, and for the other sides."""
        raise NotImplementedError

    @property
    def sheet(self) -> ScoreBreakdown:
        raise NotImplementedError

    @cached_property
    def remark(self) -> tuple[str, str]:
        """A bot's comment on the hand, and the bot's name; an empty comment if there is none."""
        return "", ""

    @property
    def first_book(self) -> str:
        """The sentence on the discards, if they count as a trick; else empty."""
        return ""

    @property
    def played(self) -> tuple[ShownTrick, ...]:
        return self.page.tricks_of(replace(self.page.view, actions=self.hand.actions))

    # -- the page -------------------------------------------------------------------------------------------

    def named(self, seat: Seat, *, first: bool = True) -> str:
        return name_in(self.moment, seat, first=first)

    @property
    def line(self) -> ScoreLine:
        """The hand's line in the list of scores."""
        if why := self.unscored:
            return ScoreLine(self.number, note=why)
        return ScoreLine(self.number, tuple(map(self.cell, self.page.side_order)))

    @property
    def heading(self) -> str:
        return self._headline[0]

    @property
    def sub(self) -> str:
        where = _("This deal doesn’t count.") if self.is_void else _("Hand %(n)s.") % {"n": self.number}
        return f"{where} {self._headline[1]}".strip()

    @cached_property
    def _headline(self) -> tuple[str, str]:
        return self.headline if self.moment.own is not None else (_("The hand is over"), "")

    @property
    def in_a_sentence(self) -> str:
        heading, others = self.headline
        return f"{heading}. {others}".strip()

    @property
    def is_void(self) -> bool:
        """Whether the deal does not count."""
        return self.page.game.rules.is_void(self.hand.record)

    @property
    def players(self) -> tuple[str, ...]:
        """Column heads of the list of tricks."""
        return tuple(map(self.named, clockwise(self.moment)))

    @cached_property
    def _trick_rows(self) -> list[TrickRow]:
        page, moment = self.page, self.moment
        return [trick_row(moment, one, is_near=page.is_near(one.ahead), draw=page.drawn) for one in self.played]

    @property
    def tricks(self) -> Sequence[TrickRow]:
        return self._trick_rows[: len(self._trick_rows) - self.hand.tricks_by_table]

    @property
    def auto(self) -> Sequence[TrickRow]:
        """The tricks that the table played."""
        return self._trick_rows[len(self._trick_rows) - self.hand.tricks_by_table :]

    @property
    def auto_note(self) -> str:
        return claimed(self.moment, self.hand) or played_out(self.hand.tricks_by_table)

    @property
    def swept(self) -> Sequence[TrickRow]:
        """The tricks to animate: the players' last trick, then those that the table played; empty if it played none."""
        return (*self.tricks[-1:], *self.auto) if self.auto else ()
