"""The table page of trick-taking games: cards on the table, log, own hand, choices, and the end of the game."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Action, action_text
from games.engine.cards import Card
from games.engine.ruleset import LAST
from games.engine.state import Phase
from games.pages.cards import Call, HandCard, Offer, OwnHand, Pass, Tag, in_rows
from games.pages.game_page import TrickPage
from games.pages.scores import GameSummary, Race, ScoreLine, TrickHand, ended_early, race
from games.pages.seats import idle, lead_owed, sentence_on, turn_sentence, waiting_sentence
from games.pages.table_page import TablePage
from games.pages.tricks import ShownTrick, TableCard, newest_card_sentence, trick_won_sentence
from games.pages.words import Words, card_name

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
            return self.onlooker_template
        if self.shows_passing:
            return PASSING
        return self.template_of(self.key, self.phase)

    @classmethod
    def template_of(cls, key: str, phase: str) -> str:
        if phase in SHARED:
            return f"games/table/{phase}.html"
        return "games/table/choice.html" if phase in cls.choices_in else f"games/{key}/{phase}.html"

    @property
    def shows_passing(self) -> bool:
        """Whether to show only the newest card, because the next snapshot follows at once."""
        return self.snapshot.own is not None and self.snapshot.is_passing and not self.is_resting and not self.finished

    @property
    def shows_hand(self) -> bool:
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
            return " ".join(filter(None, (self.news, self._looked_on)))
        if said := idle(self.snapshot):
            return f"{self._latest} {said}".strip()
        return self.message

    @property
    def _looked_on(self) -> str:
        """The message to a spectator: the latest card or trick, and the seat to act."""
        if self.view.phase is not Phase.PLAY:
            return waiting_sentence(self.snapshot)
        is_open = bool(self.tricks) and not self.tricks[-1].is_done
        return f"{self._latest} {waiting_sentence(self.snapshot) if is_open else lead_owed(self.snapshot)}".strip()

    @property
    def _latest(self) -> str:
        """The sentence on the newest card, or on the trick just finished; empty before the first card."""
        if not self.tricks:
            return ""
        say = trick_won_sentence if self.tricks[-1].is_done else newest_card_sentence
        return say(self.snapshot, self.tricks[-1])

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
    def is_finished(self) -> bool:
        is_in_play = self.view.phase is Phase.PLAY and not self.is_resting
        return is_in_play and bool(self.tricks) and self.tricks[-1].is_done

    @property
    def tags(self) -> tuple[Tag, ...]:
        return ()

    @property
    def last_trick(self) -> tuple[TableCard, ...]:
        done = self._last_done
        return () if done is None else self.table_cards(done, is_now=False)

    @property
    def last_words(self) -> str:
        """The sentence on who led and who won the last finished trick."""
        trick = self._last_done
        if trick is None:
            return ""
        leader, winner = trick.plays[0][0], trick.ahead
        words: dict[str, object] = {"n": trick.number, "card": card_name(trick.best)}
        if leader == winner:
            own, other = (
                _("Trick %(n)s. You led and won with the %(card)s."),
                _("Trick %(n)s. %(name)s led and won with the %(card)s."),
            )
            return sentence_on(self.snapshot, winner, own, other, **words)
        words |= {"leader": self.named(leader), "winner": self.named(winner)}
        if leader == self.snapshot.own:
            return _("Trick %(n)s. You led, %(winner)s won with the %(card)s.") % words
        if winner == self.snapshot.own:
            return _("Trick %(n)s. %(leader)s led, you won with the %(card)s.") % words
        return _("Trick %(n)s. %(leader)s led, %(winner)s won with the %(card)s.") % words

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
    def log(self) -> tuple[tuple[str, int | None], ...]:
        """The lines of the log: text, and the number of a trick or None."""
        if self.dock_stays:
            return ()
        before, after = ([(one, None) for one in notes] for notes in (self.settled, self.notes_after))
        return *before, *((self.trick_sentence(one), one.number) for one in self.tricks), *after

    def trick_sentence(self, trick: ShownTrick) -> str:
        """Return a trick as a line of the log, with "!" after the card that won."""
        parts = []
        for place, (seat, one) in enumerate(trick.plays):
            wins = "!" if seat == trick.winner else ""
            parts.append(f"{self.named(seat, first=place == 0)} [{one}{wins}]")
        return ", ".join(parts)

    # -- what may be chosen ---------------------------------------------------------------------------------

    @cached_property
    def own(self) -> OwnHand:
        return self.own_hand if self.shows_hand else OwnHand()

    @property
    def own_hand(self) -> OwnHand:
        """The seat's hand in play, as games make it, usually by `hand_in_rows`."""
        raise NotImplementedError

    def hand_in_rows(
        self,
        dealt: Sequence[Card],
        why_not: Callable[[Card], str],
        *,
        rows: int = 2,
        note: Callable[[Card], str] = lambda one: "",
    ) -> OwnHand:
        """Return the player's hand in rows. While the seat may play or discard a card, each card has its action.

        `why_not` returns the reason why a card is not legal. `dealt` is the sorted hand including the cards already
        played (`hand_dealt`), so that the other cards keep their rows. `note` returns a card's note, as in `HandCard`.
        """
        # The argument of a bid may look like a card: "5D" in Bid Whist.
        legal = [one for one in self.view.legal if isinstance(one, Action) and one.verb != "bid"]
        offered = {one.card: one.verb for one in legal if one.card is not None}
        verb = next(iter(offered.values()), "")
        waits = "" if self.snapshot.is_mine or self.view.phase is not Phase.PLAY else turn_sentence(self.snapshot)

        def hand_card(card: Card) -> HandCard:
            drawn, noted = self.drawn(card), note(card)
            if verb:
                why = "" if card in offered else why_not(card)
                return HandCard(drawn, action_text(Action(verb, card.text)), why, note=noted)
            return HandCard(drawn, why=waits, waits=bool(waits), note=noted)

        held = self.view.hand or ()
        chooses = self.preferences.confirm_play and bool(verb)
        return OwnHand(
            tuple(tuple(map(hand_card, row)) for row in in_rows(dealt, rows=rows, gone=set(dealt).difference(held))),
            ngettext("Your hand, %(n)s card", "Your hand, %(n)s cards", len(held)) % {"n": len(held)},
            chooses,
            (_("Play the %(card)s") if verb == "play" else _("Choose the %(card)s")) if chooses else "",
        )

    @property
    def hidden_cards(self) -> range:
        """The seat's cards that it may not see yet."""
        return range(0)

    @property
    def passing(self) -> Pass | None:
        """A choice of several cards at once, to give away or to discard; None if there is none."""
        return None

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The buttons for actions that are no cards: the text of the action, and the label."""
        return ()

    @property
    def call(self) -> Call | None:
        """The call out of turn that the seat may make; None if there is none."""
        return None

    @property
    def verdict(self) -> dict[str, str] | None:
        """How the last call was judged, shown until dismissed; None if nothing is to be shown.

        For the template: `key`, which is unique in the game, `title` and `text`.
        """
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
        if self.snapshot.result is None:
            lead = _("It stays in your list. You can check the deal of its last hand now.")
            heading, lead = ended_early(self.snapshot, _("You gave up this game"), lead)
        elif self.snapshot.result.why == LAST:  # games have no sentence for an end after a set number of hands
            lead = _("Practice ends with this hand.") if self.is_practice else _("This board is a single hand.")
            heading = self.outcome(self.snapshot)
        else:
            heading, lead = self.outcome(self.snapshot), self.lead
        return GameSummary(f"{self.name}, {hands}", heading, lead, self.facts, self.chart)

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
        return ()

    @property
    def is_asked(self) -> bool:
        return self.shows_hand and self.snapshot.is_mine

    @property
    def is_asked_blind(self) -> bool:
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
