"""Bases of a game's pages: `GamePage` for any game, with seats and sides, and `TrickPage` for trick-taking games.

A page is an object that its template reads. Games derive pages from `table_page`, `trick_table` and `past_pages`.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from games.engine.cards import Card
from games.engine.options import Value
from games.engine.ruleset import Ruleset
from games.engine.state import Seat, SeatView
from games.pages.cards import Face, face
from games.pages.scores import ScoreLine, TrickHand, tie, unfinished
from games.pages.seats import Moment, SeatShown, SideShown, clockwise, name_in, place_of, with_people
from games.pages.tricks import ShownTrick, TableCard, TrickRow, cards_by_seat
from games.pages.words import plain_number, practised, signed, the_card
from games.snapshot import PlayedGame, PlayedHand, SealSnapshot, Snapshot

if TYPE_CHECKING:
    from games.cardgame import CardGame


class GamePage:
    """A game at one moment: a live game as a seat or a spectator sees it, a step of a replay, or a past game.

    The near seat is drawn at the bottom. Texts call the seat `moment.own` "you".
    """

    #: Whether cards in texts have a tag with the number of bags that they take off.
    bags_marked = False
    #: Whether a hand of another game is played again here.
    is_practice = False

    def __init__(self, game: "CardGame", moment: Moment) -> None:
        self.game, self.moment, self.view = game, moment, moment.view

    @property
    def name(self) -> str:
        """The game's name, with its variant if it has any."""
        return str(self.game.rules.title)

    @property
    def title(self) -> str:
        return self.marked(self.name)

    def marked(self, title: str) -> str:
        """Return the title; in a practice game, "Practice:" precedes it."""
        return practised(title) if self.is_practice else title

    @property
    def target(self) -> int:
        """The score that wins the game; 0 if there is none."""
        return 0

    @classmethod
    def how_far(cls, done: int) -> str:
        """Return a hand's progress after `done` tricks or rounds, such as "trick 3 of 13"."""
        raise NotImplementedError

    # -- seats ----------------------------------------------------------------------------------------------

    def named(self, seat: Seat, *, first: bool = True) -> str:
        """Return the name of a seat, "You" or "you"; `first`: at the start of a sentence."""
        return name_in(self.moment, seat, first=first)

    def seat(self, seat: Seat) -> SeatShown:
        raise NotImplementedError

    @cached_property
    def seats(self) -> tuple[SeatShown, ...]:
        """All seats clockwise, the near seat first."""
        return tuple(self.seat(seat) for seat in clockwise(self.moment))

    @property
    def near(self) -> SeatShown:
        return self.seats[0]

    @property
    def others(self) -> tuple[SeatShown, ...]:
        """The other seats, clockwise from the near seat's left."""
        return self.seats[1:]

    # -- sides ----------------------------------------------------------------------------------------------

    def side(self, side: int, name: str) -> SideShown:
        """Return a side of the score strip; `name` is its name there."""
        raise NotImplementedError

    @cached_property
    def sides(self) -> tuple[SideShown, ...]:
        return tuple(self.side(side, self.short_name(side)) for side in self.side_order)

    def side_of(self, seat: Seat) -> int:
        return next(side for side, seats in self._seats_by_side.items() if seat in seats)

    def is_near(self, seat: Seat) -> bool:
        return self.side_of(seat) == self.side_of(self.moment.near)

    @property
    def side_order(self) -> tuple[int, ...]:
        """All sides clockwise, the near side first."""
        return tuple(self._seats_by_side)

    def seats_of(self, side: int) -> tuple[Seat, ...]:
        return self._seats_by_side[side]

    @cached_property
    def _seats_by_side(self) -> Mapping[int, tuple[Seat, ...]]:
        options = tuple(self.view.options.items())
        return _seats_by_side(self.game.rules, options, clockwise(self.moment))

    def side_name(self, side: int, *, first: bool = True) -> str:
        """Return "You and Ann", "Ben and Eve" or "Eve", clockwise from the near seat."""
        names = [self.named(seat, first=first and place == 0) for place, seat in enumerate(self.seats_of(side))]
        if len(names) == 1:
            return names[0]
        return _("%(one)s and %(other)s") % {"one": names[0], "other": names[1]}

    @property
    def side_names(self) -> tuple[str, ...]:
        return tuple(map(self.side_name, self.side_order))

    def short_name(self, side: int) -> str:
        """Return a side's name for places with little room: "Your side" or "Their side".

        For a side of one seat, for the near side at a table with several people, for spectators and in replays, it is
        the players' names instead.
        """
        is_near = side == self.side_of(self.moment.near)
        is_named = is_near and with_people(self.moment)
        if is_named or len(self.seats_of(side)) == 1 or self.moment.own is None or self.view.hands:
            return self.side_name(side)
        return _("Your side") if is_near else _("Their side")

    @property
    def scores(self) -> Sequence[int]:
        """The score of each side, by the side's number."""
        found: Sequence[int] = getattr(self.view.table, self.game.rules.score)
        return found

    def sums(self, now: Sequence[int], was: Sequence[int]) -> tuple[dict[str, Any], ...]:
        """Return the `sides` of a score sheet; `now` has the scores after the hand, `was` those before."""
        changes = {side: now[side] - was[side] for side in self.side_order}
        return tuple(
            {
                "name": self.side_name(side),
                "now": plain_number(now[side]),
                "was": plain_number(was[side]),
                "change": change,
                "change_words": signed(change),
            }
            for side, change in changes.items()
        )


@lru_cache(1024)
def _seats_by_side(
    rules: Ruleset, options: tuple[tuple[str, Value], ...], seats: tuple[Seat, ...]
) -> Mapping[int, tuple[Seat, ...]]:
    found: dict[int, tuple[Seat, ...]] = {}
    for seat in seats:
        side = rules.side(dict(options), seat)
        found[side] = (*found.get(side, ()), seat)
    return found


class TrickPage(GamePage):
    #: Tricks in a whole hand.
    most_tricks = 13
    #: Points between grid lines of the score chart.
    race_step = 100
    hand_page: ClassVar[type[TrickHand]]

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

    # -- cards on the table, and tricks in lists ------------------------------------------------------------

    @property
    def lying(self) -> tuple[TableCard, ...]:
        """The cards in the middle: the open trick with places for the seats still to play, or the last trick."""
        on_table = self.table_cards(self.tricks[-1], is_now=True) if self.tricks else ()
        if self.tricks and self.tricks[-1].is_done:
            return on_table
        played = {one.seat for one in on_table}
        for seat in clockwise(self.moment):
            if seat not in played:
                name, place = self.named(seat), place_of(self.moment, seat)
                owed = name if seat in self.moment.turns else ""
                on_table = (*on_table, TableCard(place, name, "", seat, wait=owed))
        return on_table

    def table_cards(self, trick: ShownTrick, *, is_now: bool) -> tuple[TableCard, ...]:
        """Return the cards in the order of play. A live table of four also marks the winning card of an open trick."""
        tells_ahead, on_table = trick.is_done or (trick.seats > 2 and not self.view.hands), []
        for place, (seat, one) in enumerate(trick.plays):
            wins, name = tells_ahead and seat == trick.ahead, self.named(seat)
            does = _("led") if place == 0 else _("played")
            spoken = _("%(name)s %(does)s %(card)s") % {"name": name, "does": does, "card": the_card(one)}
            if wins and trick.is_done:
                spoken = _("%(said)s and won") % {"said": spoken}
            elif wins:
                spoken += ", " + _("winning")
            is_new = is_now and not trick.is_done and place == len(trick.plays) - 1
            at, drawn = place_of(self.moment, seat), self.drawn(one)
            on_table.append(TableCard(at, name, does, seat, drawn, is_new=is_new, wins=wins, spoken=spoken))
        return tuple(on_table)

    def trick_row(self, trick: ShownTrick) -> TrickRow:
        return TrickRow(
            trick.number,
            _("%(name)s led") % {"name": self.named(trick.plays[0][0])},
            tuple((one.text, seat == trick.winner) for seat, one in trick.plays),
            "" if trick.winner is None else self.named(trick.winner, first=False),
            self.is_near(trick.ahead) and trick.is_done,
            tuple((place_of(self.moment, seat), self.drawn(one), seat == trick.winner) for seat, one in trick.plays),
            by_seat=cards_by_seat(self.moment, trick),
        )

    # -- finished hands, and the end ------------------------------------------------------------------------

    def hand(self, hand: PlayedHand, seal: SealSnapshot | None = None, *, remarks: bool = False) -> TrickHand:
        return self.hand_page(self, hand, seal, remarks=remarks)

    def lines(self, hands: Sequence[PlayedHand]) -> tuple[ScoreLine, ...]:
        return tuple(self.hand(one).line for one in hands)

    def outcome(self, game: Snapshot | PlayedGame) -> str:
        """Return the result with the scores: who won, or a tie; without a result, how the game stands or ended."""
        if game.result is None:
            return unfinished(game, _("A game given up"), _("The game so far"))
        if game.result.winner is None:
            return tie(self.scores)
        winner, seats = game.result.winner, self.seats_of(game.result.winner)
        lost = sorted((score for side, score in enumerate(self.scores) if side != winner), reverse=True)
        words = {"who": self.side_name(winner), "won": plain_number(self.scores[winner])}
        words["lost"] = ", ".join(map(plain_number, lost))
        if own := self.won(game, words):
            return own
        several = len(seats) > 1
        if not isinstance(game, Snapshot) or game.own is None:
            # In German the verb also depends on whether the viewer is a winner.
            if self.moment.own in seats:
                sentence = npgettext(
                    "you", "%(who)s won, %(won)s to %(lost)s", "%(who)s won, %(won)s to %(lost)s", len(seats)
                )
            else:
                sentence = ngettext("%(who)s won, %(won)s to %(lost)s", "%(who)s won, %(won)s to %(lost)s", len(seats))
        elif self.side_of(game.seat) == winner:
            sentence = _("Your side wins, %(won)s to %(lost)s") if several else _("You win, %(won)s to %(lost)s")
        else:
            sentence = _("%(who)s win, %(won)s to %(lost)s") if several else _("%(who)s wins, %(won)s to %(lost)s")
        return sentence % words

    def won(self, game: Snapshot | PlayedGame, words: Mapping[str, str]) -> str:
        """Return the game's own sentence for a win; empty for the usual one. `words` are winner and scores."""
        return ""
