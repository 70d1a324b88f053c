"""The table page of trick-taking games: cards on the table, log, choices, and the end of the game."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Action, action_text
from games.engine.ruleset import LAST
from games.engine.state import Phase
from games.pages import company
from games.pages.choices import Offer
from games.pages.scores import GameSummary, Race, ScoreLine, ended_early, race
from games.pages.seats import idle
from games.pages.table import Call, CallNotice, ChoiceButton, LogLine, OwnHand, Pass, Tag
from games.pages.table_page import TablePage
from games.pages.trick_pages import TrickHand, TrickPage
from games.pages.tricks import ShownTrick, TableCard, as_in_log, last_words, lying, table_cards
from games.pages.words import Words

#: Phases and stages that have one template for all games.
SHARED: Final = frozenset({"play", "first", "between", "over", "hand"})
PASSING: Final = "games/table/passing.html"


class TrickTable(TrickPage, TablePage):
    #: Phases in which the player presses a button instead of a card; they have one template for all games.
    choices_in: Collection[str] = ()
    #: Names of the phases before play, for the heading.
    steps: ClassVar[Mapping[str, Words]] = {}

    # -- overridden by games --------------------------------------------------------------------------------

    @property
    def invitation(self) -> str:
        """The sentence on the target of the game, shown before the first deal."""
        return ""

    @property
    def settled(self) -> Sequence[str]:
        """Lines of the log before the first trick."""
        return ()

    @property
    def notes_after(self) -> Sequence[str]:
        """Lines of the log after the last trick."""
        return ()

    @property
    def lead(self) -> str:
        """Why the game ended as it did."""
        raise NotImplementedError

    @property
    def facts(self) -> tuple[tuple[str, str, str], ...]:
        """The game in numbers: name, value, and a short note."""
        return ()

    @property
    def news(self) -> str:
        """A sentence for spectators that precedes the usual message."""
        return ""

    # -- where the game is ----------------------------------------------------------------------------------

    @property
    def template(self) -> str:
        if self.snapshot.own is None:
            return company.template_of(self.phase)
        if self.shows_passing:
            return PASSING
        return self.template_of(self.key, self.phase)

    @classmethod
    def template_of(cls, key: str, phase: str) -> str:
        """Return the template of a phase for a player."""
        if phase in SHARED:
            return f"games/table/{phase}.html"
        return "games/table/choice.html" if phase in cls.choices_in else f"games/{key}/{phase}.html"

    @property
    def shows_passing(self) -> bool:
        """Whether to show only the newest card, because the next snapshot follows at once."""
        return self.snapshot.own is not None and self.snapshot.is_passing and not self.is_resting and not self.finished

    @property
    def shows_hand(self) -> bool:
        """Whether to show the seat's hand in play, with the choices that the seat has."""
        is_at_rest = self.is_resting or self.finished is not None
        return self.snapshot.own is not None and not is_at_rest and not self.shows_passing

    @property
    def where(self) -> str:
        done = sum(trick.is_done for trick in self.tricks)
        words = {"game": self.name, "n": self.number, "trick": min(done + 1, self.most_tricks)}
        phase = "play" if self.shows_passing else self.phase
        if phase == Phase.PLAY:
            return _("%(game)s, hand %(n)s, trick %(trick)s") % words
        if phase in self.steps:
            return _("%(game)s, hand %(n)s, %(step)s") % {**words, "step": self.steps[phase]}
        return self.name

    @property
    def sentence(self) -> str:
        if self.snapshot.own is None:
            return " ".join(one for one in (self.news, company.message(self.snapshot, self.tricks)) if one)
        if said := idle(self.snapshot):
            return f"{company.latest_sentence(self.snapshot, self.tricks)} {said}".strip()
        return self.message

    @property
    def message(self) -> str:
        """The sentence to a player for a hand in play."""
        raise NotImplementedError

    # -- on the table ---------------------------------------------------------------------------------------

    @cached_property
    def trick(self) -> tuple[TableCard, ...]:
        """The cards in the middle: the open trick with empty places, or the last trick until the next lead."""
        return self.lying if self.view.phase is Phase.PLAY and not self.is_resting else ()

    @property
    def lying(self) -> tuple[TableCard, ...]:
        return lying(self.snapshot, self.tricks, draw=self.drawn)

    @property
    def is_finished(self) -> bool:
        """Whether the trick in the middle is finished."""
        is_in_play = self.view.phase is Phase.PLAY and not self.is_resting
        return is_in_play and bool(self.tricks) and self.tricks[-1].is_done

    @property
    def tags(self) -> tuple[Tag, ...]:
        """Labels beside the player's own seat."""
        return ()

    @property
    def last_trick(self) -> tuple[TableCard, ...]:
        """The cards of the last finished trick; empty before the first."""
        done = self._last_done
        return () if done is None else table_cards(self.snapshot, done, is_now=False, draw=self.drawn)

    @property
    def last_words(self) -> str:
        return "" if self._last_done is None else last_words(self.snapshot, self._last_done)

    @cached_property
    def _last_done(self) -> ShownTrick | None:
        is_shown = not self.is_resting and not self.shows_passing
        return next((one for one in reversed(self.tricks) if one.is_done), None) if is_shown else None

    @cached_property
    def score_lines(self) -> tuple[ScoreLine, ...]:
        return () if self.dock_stays else self.lines(self.snapshot.hands)

    @property
    def match(self) -> str:
        """The standing in a match of several games."""
        return ""

    @property
    def log(self) -> tuple[LogLine, ...]:
        """The hand so far: notes, and one line for each trick."""
        if self.dock_stays:
            return ()
        tricks = (LogLine(self.trick_sentence(one), one.number) for one in self.tricks)
        return *map(LogLine, self.settled), *tricks, *map(LogLine, self.notes_after)

    def trick_sentence(self, trick: ShownTrick) -> str:
        return as_in_log(self.snapshot, trick)

    # -- what may be chosen ---------------------------------------------------------------------------------

    @cached_property
    def own(self) -> OwnHand:
        """The seat's hand."""
        return self.own_hand if self.shows_hand else OwnHand()

    @property
    def own_hand(self) -> OwnHand:
        raise NotImplementedError

    @property
    def hidden_cards(self) -> range:
        """The seat's cards that it may not see yet."""
        return range(0)

    @property
    def passing(self) -> Pass | None:
        """A choice of several cards at once, to give away or to discard; None if there is none."""
        return None

    @property
    def choices(self) -> tuple[ChoiceButton, ...]:
        return ()

    @property
    def call(self) -> Call | None:
        """The call out of turn that the seat may make; None if there is none."""
        return None

    @property
    def verdict(self) -> CallNotice | None:
        """How the last call was judged; None if nothing is to be shown."""
        return None

    @property
    def may_choose(self) -> bool:
        """Whether the seat may choose something other than a card."""
        return bool(self.choices)

    # -- finished hands, and the end ------------------------------------------------------------------------

    @cached_property
    def summary(self) -> "TrickHand | None":
        """The finished hand that the page shows: `finished` or, between hands and after the game, the last hand.

        After the game a player also sees the proof of the last deal. Spectators see a hand only between hands.
        """
        if self.finished is not None:
            return self.hand(self.finished, self.proof)
        hands = self.snapshot.hands
        if not hands or self.phase not in (("between", "over") if self.snapshot.own is not None else ("between",)):
            return None
        if self.snapshot.own is None:
            return self.hand(hands[-1])
        opened = self.snapshot.opened
        seal = opened if opened is not None and opened.number == hands[-1].number else None
        return self.hand(hands[-1], seal, remarks=self.preferences.remarks)

    @cached_property
    def ending(self) -> GameSummary | None:
        if self.phase != "over":
            return None
        if self.snapshot.own is None:
            return GameSummary(self.name, self.outcome(self.snapshot), "", (), self.chart)
        played = sum(not self.game.rules.is_void(hand.record) for hand in self.snapshot.hands)
        hands = ngettext("%(n)s hand", "%(n)s hands", played) % {"n": played}
        about = f"{self.name}, {hands}"
        if self.snapshot.result is None:
            lead = _("It stays in your list. You can check the deal of its last hand now.")
            heading, lead = ended_early(self.snapshot, _("You gave up this game"), lead)
            return GameSummary(about, heading, lead, self.facts, self.chart)
        lead = self.lead
        if self.snapshot.result.why == LAST:  # games have no sentence for an end after a set number of hands
            lead = _("Practice ends with this hand.") if self.is_practice else _("This board is a single hand.")
        return GameSummary(about, self.outcome(self.snapshot), lead, self.facts, self.chart)

    @property
    def in_a_sentence(self) -> str:
        return self.hand(self.snapshot.hands[-1]).in_a_sentence

    @property
    def chart(self) -> Race | None:
        """The chart of the scores of two sides after each hand; None for more sides, and for fewer than two hands."""
        if len(self.side_order) != 2:
            return None
        scored = [line for line in self.lines(self.snapshot.hands) if line.cells]
        near, far = ([line.cells[side].score for line in scored] for side in (0, 1))
        one, other = map(self.short_name, self.side_order)
        return race(near, far, names=(one, other), step=self.race_step)


class BidTable(TrickTable):
    """A table of a game in which a bid is a number of tricks or nil."""

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The bids that may be made."""
        return ()

    @property
    def need(self) -> str:
        """The sentence shown above the bids."""
        return ""

    @property
    def is_asked(self) -> bool:
        """Whether the game waits for this seat to choose."""
        return self.shows_hand and self.snapshot.is_mine

    @property
    def is_asked_blind(self) -> bool:
        """Whether the seat must choose between a look and a blind bid."""
        return self.is_asked and self.view.phase is Phase.BLIND

    @property
    def look(self) -> str:
        """The text of the action "look", empty if it is not offered; likewise `blind_nil` and `misdeal`."""
        return action_text(Action("look")) if self.is_asked_blind else ""

    @property
    def blind_nil(self) -> str:
        return action_text(Action("blind_nil")) if self.is_asked_blind else ""

    @property
    def misdeal(self) -> str:
        return ""

    @property
    def may_choose(self) -> bool:
        return bool(self.choices or self.offers or self.look)
