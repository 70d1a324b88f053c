"""Snapshots: the part of a game that a player or spectator may see, made by services and read by pages.

The snapshot of a running game contains no card that is hidden from the viewer; a past game has all cards open.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import ClassVar, Final

from games.company import Company, Seating
from games.engine.actions import LOOK, Action, Argument
from games.engine.cards import Card
from games.engine.state import Result, Seat, SeatAction, SeatView
from games.evaluation.decisions import Advice


class NotThere(LookupError):
    """The object does not exist, or the person may not see it; deliberately the same response, a 404."""


class Status(StrEnum):
    """The state of a game, as stored."""

    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class Phrase(StrEnum):
    """The phrases that people can say to each other at a table, as stored."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    WELL_PLAYED = "well_played"
    THANKS = "thanks"
    ONE_MOMENT = "one_moment"
    BACK = "back"
    CLOSE = "close"
    ANOTHER = "another"


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """The player at a seat; `level` is None for a person."""

    seat: Seat
    name: str
    level: str | None


#: The reason of the end of a game that was ended when it had hardly begun. Such a game does not count.
ANNULLED: Final = "annulled"


@dataclass(frozen=True, slots=True)
class SealSnapshot:
    """The proof of one hand's deal. The server's seed is None until the hand ends and while others may play it.

    `is_played_again`: the hand was dealt in another game and is played again here from its middle.
    """

    number: int
    commitment: str
    algorithm: str
    player_seed: str
    server_seed: str | None
    is_played_again: bool = False


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A finished hand with all cards open.

    `hands` are the cards dealt, by seat. `auto` is the number of plays that the table made at the end of the hand.
    `record` and `sheet` are as in `HandEnded`. `is_helped`: a hint was shown or an action undone. `by_computer` are the
    indices of actions that computer players chose, stand-ins included.
    """

    number: int
    first: Seat
    hands: tuple[tuple[str, ...], ...]
    actions: tuple[SeatAction, ...]
    auto: int
    record: Mapping[str, Argument]
    sheet: Mapping[str, Argument]
    is_helped: bool = False
    by_computer: frozenset[int] = frozenset()

    def is_computers(self, seat: Seat, *verbs: str) -> bool:
        """Return whether a computer player or stand-in chose an action of `seat` with one of these `verbs`."""
        acted = (self.actions[index] for index in self.by_computer)
        return any(by == seat and action.verb in verbs for by, action in acted)

    @property
    def claimer(self) -> Seat | None:
        """The seat that claimed the rest of the hand; None without a claim.

        After a claim the claimer's first lead is logged as that seat's own play, so the table's plays begin within a
        trick. In a settled hand the table plays whole tricks.
        """
        if not self.auto or self.auto % len(self.hands) == 0:
            return None
        plays = [seat for seat, action in self.actions if action.verb == "play"]
        return plays[-self.auto - 1]

    @property
    def tricks_by_table(self) -> int:
        """The number of tricks at the end that the table played, in full or in part; all tricks of a claim."""
        return -(-self.auto // len(self.hands))


@dataclass(frozen=True, slots=True)
class BoardOf:
    """The board at which a game is played. At a challenge's board `day` is None, and `challenge` is the token.

    `is_counted`: this attempt counts.
    """

    key: str
    day: date | None
    is_counted: bool
    challenge: str = ""


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """The origin of a hand that is played again: game (empty code if deleted), hand and step.

    `lies_open`: the person has asked to see all hands. Then `hands` has them while the hand is in play.
    """

    code: str
    number: int
    step: int
    lies_open: bool
    hands: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game at one version, as one seat sees it or as a spectator sees it from that seat.

    `needs_deal`: the next hand waits for the person's seed. `seal` is the seal of that deal, of the hand in play or,
    after the game, of the last hand. `computer_acts`: a computer player is to act. `hint` is the hint shown
    since the last action; `may_ask`: a hint is available. `may_take_back`: the seat's last action can be undone.
    `is_unhelped`: the game counts, and no hint or undo has been used yet. `is_first`: when the game began, the person
    had not finished any game with this key. `claim` is the number of tricks left if the seat is proved to win them all,
    else 0. `awaited`: if this seat has asked for the deal, the seats whose people must still ask for it.

    `is_alone`: no other person has a seat. `company` is set at a table with several people, and after their game if
    there is a rematch to show. While the game is played, `vacated` are the seats that people left without a stand-in.
    `gave_up` is the seat that gave the game up, `left` are the seats whose people left and are not back;
    `is_annulled`: the game does not count. `board` is set for a game at a board. `played_again` is set for a hand that
    is played again; `may_play_again`: hands of this game can be played again. `is_passing`: during play, the next
    snapshot follows at once, so the page shows only the newest card. `is_followed`: the seat has just acted, and a
    computer player's reply is due.
    """

    code: str
    key: str
    version: int
    status: Status
    seat: Seat
    seated: tuple[SeatedPlayer, ...]
    view: SeatView
    hands: tuple[PlayedHand, ...]
    result: Result | None = None
    needs_deal: bool = False
    computer_acts: bool = False
    seal: SealSnapshot | None = None
    next_commitment: str = ""
    hint: Advice | None = None
    may_ask: bool = False
    may_take_back: bool = False
    is_unhelped: bool = False
    is_first: bool = False
    claim: int = 0
    awaited: tuple[Seat, ...] = ()
    is_onlookers: bool = False
    is_alone: bool = True
    gave_up: Seat | None = None
    left: tuple[Seat, ...] = ()
    is_annulled: bool = False
    company: Company | None = None
    vacated: frozenset[Seat] = frozenset()
    board: BoardOf | None = None
    played_again: PlayedAgain | None = None
    may_play_again: bool = False
    is_passing: bool = False
    is_followed: bool = False

    @property
    def near(self) -> Seat:
        return self.seat

    @property
    def own(self) -> Seat | None:
        """The seat addressed as "you"; None for a spectator."""
        return None if self.is_onlookers else self.seat

    @property
    def is_mine(self) -> bool:
        """Whether the viewer must act; False for a spectator."""
        return self.own in self.view.waits_for

    @property
    def is_step(self) -> bool:
        """Whether the page must show this snapshot before the next: the last action is a deal or another seat's.

        Looks are ignored.
        """
        acted = [seat for seat, action in self.view.actions if action != LOOK]
        return not acted or acted[-1] != self.own

    @property
    def turns(self) -> frozenset[Seat]:
        return self.view.waits_for

    @property
    def opened(self) -> SealSnapshot | None:
        """The seal of the last hand with the server's seed, once the game is over; None while the seed is secret."""
        return self.seal if self.seal is not None and self.seal.server_seed is not None else None

    @property
    def unfinished(self) -> SealSnapshot | None:
        """The opened seal of the hand in which the game was given up, so that this deal can be checked, too."""
        return self.opened if self.opened and self.opened.number > len(self.hands) else None


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One action of a hand. `ordinal` is the action's place in the log.

    `by_table`: made by the table, because nothing was left to decide; `by_stand_in`: chosen by a computer player at a
    person's seat; `by_person`: chosen by the person. `may_choose_again`: the bot that chose it in this game exists
    (None if no bot chose it). `seatings` are the changes of players just before the action, as pairs of seat and
    change.
    """

    seat: Seat
    action: Action
    by_table: bool
    ordinal: int = 0
    by_stand_in: bool = False
    by_person: bool = False
    may_choose_again: bool | None = None
    seatings: tuple[tuple[Seat, Seating], ...] = ()


class _PastMoment:
    """Base of a past game and of its replays: both without an open question or vacated seats."""

    __slots__ = ()
    company: ClassVar[None] = None
    vacated: ClassVar[frozenset[Seat]] = frozenset()


@dataclass(frozen=True, slots=True)
class PlayedGame(_PastMoment):
    """A past game, seen from the `near` seat at the bottom. `own` is None if no seat is "you"; hidden names are empty.

    `hands` are the finished hands. `numbers` are the numbers of all hands that may be replayed, including the hand in
    which the game was given up. In a long game both cover only the hands on page `page` of `pages`. `left` are the
    seats whose players left and are not back; `is_annulled`: the game does not count.
    """

    key: str
    status: Status
    near: Seat
    own: Seat | None
    seated: tuple[SeatedPlayer, ...]
    hands: tuple[PlayedHand, ...]
    numbers: tuple[int, ...]
    view: SeatView
    result: Result | None
    is_practice: bool = False
    left: tuple[Seat, ...] = ()
    is_annulled: bool = False
    page: int = 1
    pages: int = 1
    turns: ClassVar[frozenset[Seat]] = frozenset()


@dataclass(frozen=True, slots=True)
class Replay(_PastMoment):
    """A hand at one step, with all cards open: `views[0]` is the near seat's view as dealt, `views[k]` after k steps.

    `hand` is None if the game was given up in the middle of it.
    """

    game: PlayedGame
    number: int
    step: int
    views: tuple[SeatView, ...]
    steps: tuple[ReplayStep, ...]
    hand: PlayedHand | None
    seal: SealSnapshot | None

    @property
    def view(self) -> SeatView:
        return self.views[self.step]

    @property
    def near(self) -> Seat:
        return self.game.near

    @property
    def own(self) -> Seat | None:
        return self.game.own

    @property
    def seated(self) -> tuple[SeatedPlayer, ...]:
        return self.game.seated

    @property
    def turns(self) -> frozenset[Seat]:
        """The seat that acts in the next step."""
        return frozenset() if self.is_over else frozenset({self.steps[self.step].seat})

    @property
    def is_own_decision(self) -> bool:
        return not self.is_over and self.steps[self.step].by_person and self.steps[self.step].seat == self.own

    @property
    def is_over(self) -> bool:
        return self.step == self.last

    @property
    def last(self) -> int:
        return len(self.steps)

    @property
    def done(self) -> tuple[ReplayStep, ...]:
        return self.steps[: self.step]
