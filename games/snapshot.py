"""What a player or spectator may see of a game: made by services, read by pages.

For a running game nothing hidden is in it; for a past one everything is open, step by step.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from games.company import Company, Seating
from games.engine.actions import LOOK, Action, Argument
from games.engine.cards import Card
from games.engine.state import Result, Said, Seat, SeatView
from games.evaluation.telling import Advice


class NotThere(LookupError):
    """It does not exist, or the person may not see it: deliberately the same answer, a 404."""


class Status(StrEnum):
    """The state of a game, as stored."""

    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class Phrase(StrEnum):
    """All phrases that people can say to each other at a table, as stored."""

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


#: Reason of a game's end: it was ended when it had hardly begun, and does not count.
ANNULLED: Final = "annulled"


@dataclass(frozen=True, slots=True)
class SealSnapshot:
    """The proof of one hand's deal. The server's seed is None until the hand is over or given up.

    `is_played_again`: the hand was dealt in another game, from whose middle this one was begun.
    """

    number: int
    commitment: str
    algorithm: str
    player_seed: str
    server_seed: str | None
    is_played_again: bool = False


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A finished hand, with everything open. `hands` are the cards dealt; `auto` is the number of plays at its end that
    the table made; `record` and `sheet` as in `HandEnded`. `is_helped`: a hint was shown or an action undone.
    `by_computer` are the indices of actions that computer players chose.
    """

    number: int
    first: Seat
    hands: tuple[tuple[str, ...], ...]
    actions: tuple[Said, ...]
    auto: int
    record: Mapping[str, Argument]
    sheet: Mapping[str, Argument]
    is_helped: bool = False
    by_computer: frozenset[int] = frozenset()

    def is_computers(self, seat: Seat, *verbs: str) -> bool:
        """Whether a computer player acted at that seat with one of these verbs; at a person's seat, a stand-in."""
        acted = (self.actions[place] for place in self.by_computer)
        return any(by == seat and action.verb in verbs for by, action in acted)

    @property
    def claimer(self) -> Seat | None:
        """The seat that claimed the rest, if any. The claimer leads the first card, so the table's own plays begin
        within a trick; for a settled hand they are whole tricks.
        """
        if not self.auto or self.auto % len(self.hands) == 0:
            return None
        plays = [seat for seat, action in self.actions if action.verb == "play"]
        return plays[-self.auto - 1]

    @property
    def claimed(self) -> int:
        """The number of tricks claimed."""
        return 0 if self.claimer is None else -(-self.auto // len(self.hands))


@dataclass(frozen=True, slots=True)
class BoardOf:
    """The board whose cards a game has. `day` is None for a challenge, whose token is `challenge`. `is_counted`: this
    attempt counts.
    """

    key: str
    day: date | None
    is_counted: bool
    challenge: str = ""


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """Where a hand that is played again comes from: game (empty code if deleted), hand and step. `hands` are those of
    all seats if the person asked for them, else empty.
    """

    code: str
    number: int
    step: int
    lies_open: bool
    hands: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game at one version as one seat sees it, or as a spectator sees it from that seat.

    `needs_deal`: the next hand waits for the person's seed; `seal` is then that of the coming deal, else of the hand in
    play. `computer_acts`: a computer player is to act. `hint` was shown since the last action; `may_ask`: one is
    available. `may_take_back`: the seat's last action can be undone. `is_unhelped`: the game counts, and no hint or
    undo has been used yet. `is_first`: the person has finished no game of this kind before. `claim` is the number of
    tricks left if all are provably the seat's, else 0. `awaited` are the people whom the deal waits for, once this seat
    has asked for it.

    `is_alone`: there are no other people at the table any more. `company` are the people of a table with several,
    `vacated` the seats that were left and have no stand-in. `gave_up` is the seat that gave the game up, `left` those
    whose people left and are not back; `is_annulled`: the game does not count. `board` is the one whose cards these
    are. `played_again` is set for a hand that is played again; `may_play_again`: hands of this game may be.
    `is_passing`: another seat's card, which the next moment follows at once. `is_followed`: the seat has just acted,
    and a computer player's reply is due.
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
        """The seat drawn at the bottom."""
        return self.seat

    @property
    def own(self) -> Seat | None:
        """The seat addressed as "you"; None for a spectator."""
        return None if self.is_onlookers else self.seat

    @property
    def is_mine(self) -> bool:
        """Whether the seat is to make a choice."""
        return self.own in self.view.waits_for

    @property
    def is_step(self) -> bool:
        """Whether cards were just dealt or another seat acted, shown before the next seat acts. A look is no step."""
        acted = [seat for seat, action in self.view.actions if action != LOOK]
        return not acted or acted[-1] != self.own

    @property
    def turns(self) -> frozenset[Seat]:
        """The seats whose choice is shown as owed."""
        return self.view.waits_for

    @property
    def opened(self) -> SealSnapshot | None:
        """The opened seal, once the hand is over or the game given up."""
        return self.seal if self.seal is not None and self.seal.server_seed is not None else None

    @property
    def unfinished(self) -> SealSnapshot | None:
        """The opened seal of a hand in which the game was given up, so that its deal can be seen too."""
        return self.opened if self.opened and self.opened.number > len(self.hands) else None


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One action of a hand. `by_table`: played out, since nothing was left to decide; `ordinal` is its place in the
    log. `by_stand_in`: chosen by a computer player at a person's seat; `by_person`: by the person. `seatings` are the
    changes just before it of who acts at people's seats.
    """

    seat: Seat
    action: Action
    by_table: bool
    ordinal: int = 0
    by_stand_in: bool = False
    by_person: bool = False
    seatings: tuple[tuple[Seat, Seating], ...] = ()


class _Told:
    """Base of views of past games."""

    __slots__ = ()

    @property
    def company(self) -> None:
        """None: a past game has no open question."""

    @property
    def vacated(self) -> frozenset[Seat]:
        return frozenset()


@dataclass(frozen=True, slots=True)
class PlayedGame(_Told):
    """A past game from the `near` seat, drawn at the bottom. `own` is None if no seat is "you"; hidden names are empty.

    `hands` are the finished ones, `numbers` those that may be replayed: the finished ones, and the one in which the
    game was given up. Of a long game both hold only those of `page`, out of `pages`. `left` are the seats whose players
    left and are not back; `is_annulled`: the game does not count.
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

    @property
    def turns(self) -> frozenset[Seat]:
        return frozenset()


@dataclass(frozen=True, slots=True)
class Replay(_Told):
    """A hand at one step, everything open, from the near seat: `views[0]` as dealt, `views[k]` after `steps[k - 1]`.

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
        """The seat that acts next."""
        return frozenset() if self.is_over else frozenset({self.steps[self.step].seat})

    @property
    def is_own_decision(self) -> bool:
        """Whether the next step was decided by the person who looks at their own game."""
        return not self.is_over and self.steps[self.step].by_person and self.steps[self.step].seat == self.own

    @property
    def is_over(self) -> bool:
        """Whether the last step is shown."""
        return self.step == self.last

    @property
    def last(self) -> int:
        return len(self.steps)

    @property
    def done(self) -> tuple[ReplayStep, ...]:
        return self.steps[: self.step]


@dataclass(frozen=True, slots=True)
class SharedLink:
    """A link to a shared game or hand; `hand` is None for the whole game."""

    token: str
    hand: int | None
    hides_names: bool
