"""The table page of Card Duel, during the duel and at its end."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cardduel.page import ORDER, DuelPage, DuelPlay, RoundShown, hp_sentence, in_order, on_table, open_hands
from games.cardduel.rules import BLAZE, FULL_HP
from games.cardduel.score import SWORDS, tally, total
from games.cardduel.words import damage_words, duel_suit, effects_of, first_play, hit_points
from games.engine.actions import Action, action_text
from games.engine.options import whole_number
from games.engine.state import Phase, Result
from games.pages.cards import Face, face
from games.pages.scores import GameSummary, Race, ended_early, race, unfinished
from games.pages.seats import clockwise, idle, waiting_sentence
from games.pages.table_page import RESTING, TablePage
from games.pages.words import Words
from games.snapshot import SealSnapshot


class DuelTable(DuelPage, TablePage):
    """The table page of a duel. A duel has only one hand, so there is no hand number."""

    refused: ClassVar[Mapping[str, Words]] = {
        "NOT_IN_HAND": gettext_lazy("Choose a card from your hand."),
        "ONLY_WANDS_BELOW": gettext_lazy(
            "Only wands go under the top card of a stack: choose one sword, cup or shield, with or without wands."
        ),
        "WAND_NEEDS_TOP": gettext_lazy("You can’t play a wand alone: choose a card to go on top."),
        "GAME_OVER": gettext_lazy("The duel is over."),
    }
    otherwise = gettext_lazy("You can’t do that in a duel.")
    number = 0

    # -- phase and message ----------------------------------------------------------------------------------

    @cached_property
    def phase(self) -> str:
        if self.finished is not None:
            return "over"
        return self.stage if self.stage in RESTING else "play"

    @property
    def template(self) -> str:
        if self.snapshot.own is not None:
            return f"games/cardduel/{self.phase}.html"
        return "games/cardduel/onlooker.html" if self.phase == "play" else self.onlooker_template

    @property
    def where(self) -> str:
        words = {"name": self.named(1 - self.snapshot.seat), "n": self.round}
        if self.snapshot.own is None:
            return _("Card Duel, round %(n)s") % words
        return _("Card Duel against %(name)s, round %(n)s") % words

    @property
    def sentence(self) -> str:
        if said := idle(self.snapshot):
            return said
        if self.now.phase is not Phase.PLAY:
            return ""
        return self._looked_on if self.snapshot.own is None else self._message

    @property
    def _message(self) -> str:
        other, is_asked = 1 - self.snapshot.seat, self.snapshot.seat in self.now.waits_for
        words = {"name": self.named(other)}
        if not self._is_open:
            owed = _("%(name)s holds the coin and plays first.") % words
            return " ".join([*self._news, _("You hold the coin: play first.") if is_asked else owed])
        if is_asked:
            return _("%(play)s Your answer?") % {"play": first_play(words["name"], *self.now.table.seen(other))}
        return _("Your play is on the table. %(name)s answers.") % words

    @property
    def _looked_on(self) -> str:
        name = self.named(self.coin)
        if not self._is_open:
            return " ".join([*self._news, _("%(name)s holds the coin and plays first.") % {"name": name}])
        return f"{first_play(name, *self.now.table.seen(self.coin))} {waiting_sentence(self.snapshot)}".strip()

    @property
    def _news(self) -> list[str]:
        """The sentences on the previous round's effects, and the announcement of the last round (D12)."""
        said = [*effects_of(self.moment, self.now.rounds[-1])] if self.now.rounds else []
        if self.round == whole_number(self.view.options, "max_rounds"):
            said.append(_("This is the last round."))
        return said

    # -- the round ------------------------------------------------------------------------------------------

    @property
    def is_in_play(self) -> bool:
        return self.phase == "play"

    @property
    def _is_open(self) -> bool:
        return self.now.table.shown != (None, None)

    @cached_property
    def plays(self) -> tuple[DuelPlay, ...]:
        if not self.is_in_play or not self._is_open:
            return ()
        return on_table(self.snapshot, 1 - self.snapshot.seat), on_table(self.snapshot, self.snapshot.seat)

    @property
    def last_round(self) -> RoundShown | None:
        return self.rounds[-1] if self.is_in_play and self.rounds else None

    @property
    def is_answered(self) -> bool:
        return self.snapshot.own is not None and self.now.table.shown[self.snapshot.own] is not None

    @property
    def is_finished(self) -> bool:
        return self.is_in_play and not self._is_open and bool(self.rounds)

    @property
    def is_step(self) -> bool:
        return self.is_in_play and super().is_step

    @cached_property
    def cards(self) -> tuple[tuple[Face, str, int], ...]:
        """The viewer's hand: each card as drawn, its suit's name in a duel, and its value."""
        held = in_order(self.now.hand or ()) if self.is_in_play else ()
        return tuple((face(one), duel_suit(one.suit), one.height) for one in held)

    @property
    def discards(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The discard pile: for each suit its name, and its cards as texts from high to low."""
        for suit in ORDER:
            held = sorted((one for one in self.now.table.discards if one.suit is suit), key=lambda one: -one.height)
            yield duel_suit(suit), tuple(one.text for one in held)

    # -- blaze of glory -------------------------------------------------------------------------------------

    @property
    def blaze(self) -> str:
        """The text of the action that invokes a blaze; empty if it is not the viewer's turn."""
        return action_text(Action(BLAZE)) if self.is_in_play and self.snapshot.is_mine else ""

    @property
    def blaze_risk(self) -> str:
        """The sentence on the risk of a blaze: the viewer's swords, the opponent's HP and number of cards."""
        other = 1 - self.snapshot.seat
        held = self.now.table.hands[other]
        words = {"name": self.named(other), "hp": hit_points(self.now.table.hp[other]), "n": held}
        text = ngettext(
            "Your swords add up to %(swords)s; %(name)s has %(hp)s and %(n)s card you can’t see.",
            "Your swords add up to %(swords)s; %(name)s has %(hp)s and %(n)s cards you can’t see.",
            held,
        )
        return text % {**words, "swords": total(self.now.hand or (), SWORDS)}

    # -- the end --------------------------------------------------------------------------------------------

    @property
    def opened(self) -> SealSnapshot | None:
        return self.snapshot.opened

    @cached_property
    def ending(self) -> GameSummary | None:
        if self.phase != "over":
            return None
        number = self.round  # includes a round that a blaze or giving up cut short
        about = ngettext("Card Duel, %(n)s round", "Card Duel, %(n)s rounds", number) % {"n": number}
        result = self.snapshot.result
        if self.snapshot.own is None:
            over = _("A duel given up"), _("The duel so far")
            heading = unfinished(self.snapshot, *over) if result is None else self._heading(result)
            return GameSummary(about, heading, "", (), self._chart)
        if result is None:
            lead = _("It stays in your list. You can check its deal now.")
            heading, lead = ended_early(self.snapshot, _("You gave up this duel"), lead)
        else:
            heading, lead = self._heading(result), self._lead(result)
        return GameSummary(about, heading, lead, self._facts, self._chart)

    @property
    def in_a_sentence(self) -> str:
        if self.ending is None:
            return ""
        return f"{self.ending.heading}. {self.ending.lead}".strip()

    @property
    def _chart(self) -> Race | None:
        blaze = self.now.blaze
        hp = [one.hp for one in self.now.rounds] + ([] if blaze is None else [blaze.hp])
        (near, mine), (far, others) = [(self.named(seat), [one[seat] for one in hp]) for seat in clockwise(self.moment)]
        words = _("Hit points after each round. %(me)s: %(mine)s. %(other)s: %(theirs)s.")
        return race(mine, others, names=(near, far), start=FULL_HP, step=10, words=words)

    def _heading(self, result: Result) -> str:
        if result.winner is None or self.now.blaze is None:
            return self.won(result)
        if result.winner == self.snapshot.own:
            return _("You win the duel")
        return _("%(who)s wins the duel") % {"who": self.named(result.winner)}

    def _lead(self, result: Result) -> str:
        blaze = self.now.blaze
        if blaze is None and result.why == "rounds":
            return _("The last round has been played.")
        if blaze is None:
            return _("The duel ended in round %(n)s.") % {"n": self.round}
        won = blaze.winner == self.snapshot.seat
        if blaze.invoker == self.snapshot.seat:
            return _("Your blaze of glory burned bright.") if won else _("Your blaze of glory was not enough.")
        said = _("%(name)s’s blaze of glory was not enough.") if won else _("%(name)s’s blaze of glory.")
        return said % {"name": self.named(blaze.invoker)}

    @property
    def _facts(self) -> tuple[tuple[str, str, str], ...]:
        """The viewer's totals of the duel, including a blaze, as (name, value, "")."""
        totals = tally(self.now.rounds, self.now.blaze, self.snapshot.seat)
        names = _("damage you dealt"), _("damage you took"), _("you healed"), _("you blocked")
        return tuple((name, str(value), "") for name, value in zip(names, totals.values(), strict=True))

    @cached_property
    def ended_by(self) -> str:
        """The calculation of the blaze as a sentence; empty without a blaze."""
        blaze = self.now.blaze
        if blaze is None or self.phase != "over":
            return ""
        words: dict[str, object] = {"swords": blaze.swords, "shields": blaze.shields, "cups": blaze.cups}
        words["damage"] = damage_words(blaze.damage, blaze.swords - blaze.shields)
        words["name"] = self.named(1 - self.snapshot.seat)
        if blaze.invoker == self.snapshot.seat:
            text = _("Your blaze: %(name)s heals %(cups)s; %(swords)s swords minus %(shields)s shields: %(damage)s.")
        else:
            text = _(
                "%(name)s’s blaze: you heal %(cups)s; %(swords)s swords minus your %(shields)s shields: %(damage)s."
            )
        return text % words

    @property
    def ended_hp(self) -> str:
        return "" if self.now.blaze is None else hp_sentence(self.moment, self.now.blaze.hp)

    @cached_property
    def laid_open(self) -> tuple[DuelPlay, ...]:
        return () if self.now.blaze is None else open_hands(self.moment, self.now.blaze)
