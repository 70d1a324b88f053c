"""A finished hand of a trick-taking game: its result, score sheet and tricks."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.engine.state import Seat
from games.pages.seats import clockwise, name_in
from games.pages.sheet import ScoreCell, ScoreLine, Sheet
from games.pages.tricks import Trick, TrickRow, by_table, claimed, played_out, trick_row
from games.snapshot import PlayedHand, SealSnapshot

if TYPE_CHECKING:
    from games.pages.trick_pages import TrickPage


class TrickHand:
    """A finished hand on a page. `seal` is its deal if that is to be shown; with `remarks` a bot may comment."""

    def __init__(
        self, page: "TrickPage", hand: PlayedHand, seal: SealSnapshot | None = None, *, remarks: bool = False
    ) -> None:
        self.page, self.moment, self.hand, self.seal, self.remarks = page, page.moment, hand, seal, remarks
        self.number = hand.number

    # -- overridden by games --------------------------------------------------------------------------------

    @property
    def unscored(self) -> str:
        """Why the hand was not scored; empty if it was."""
        return ""

    def cell(self, side: int) -> ScoreCell:
        """Return a side's points and score of the scored hand."""
        raise NotImplementedError

    @property
    def headline(self) -> tuple[str, str]:
        """The result of the hand for the own side, and for the others."""
        raise NotImplementedError

    @property
    def sheet(self) -> Sheet:
        raise NotImplementedError

    @property
    def remark_of_bot(self) -> tuple[str, str]:
        """A bot's comment on the hand, and the bot's name."""
        return "", ""

    @property
    def first_book(self) -> str:
        """The cards that were put aside, if they count as a trick."""
        return ""

    @property
    def played(self) -> tuple[Trick, ...]:
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
        where = _("This deal does not count.") if self.is_void else _("Hand %(n)s.") % {"n": self.number}
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
        return self._trick_rows[: len(self._trick_rows) - by_table(self.hand)]

    @property
    def auto(self) -> Sequence[TrickRow]:
        """The tricks that the table played out."""
        return self._trick_rows[len(self._trick_rows) - by_table(self.hand) :]

    @property
    def auto_note(self) -> str:
        return claimed(self.moment, self.hand) or played_out(by_table(self.hand))

    @property
    def swept(self) -> Sequence[TrickRow]:
        """Tricks laid down once more after the table played the rest: the one that settled it, and the rest."""
        return (*self.tricks[-1:], *self.auto) if self.auto else ()

    @cached_property
    def _remark(self) -> tuple[str, str]:
        return self.remark_of_bot if self.remarks else ("", "")

    @property
    def remark(self) -> str:
        return self._remark[0]

    @property
    def remark_by(self) -> str:
        return self._remark[1]
