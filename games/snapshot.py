"""What somebody may see of a game: made by services, read by presenters.

Of a game that is played nothing hidden is in it; of a past one everything is open, step by step.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from games.company import Company, Seating
from games.engine.actions import LOOK, Action, Argument
from games.engine.cards import Card
from games.engine.state import Result, Said, Seat, SeatView
from games.review.advising import Advice


class NotThere(LookupError):
    """There is no such thing, or it is not for whoever asks: to them both look the same, and a page is answered with
    404.
    """


class Status(StrEnum):
    """How far a game has come; as it is stored."""

    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class Phrase(StrEnum):
    """All that people can say to each other at a table; as it is stored."""

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
    """Who sits at a seat: `level` is None for a person."""

    seat: Seat
    name: str
    level: str | None


#: Why a game has ended that counts for nobody: it had hardly begun.
ANNULLED: Final = "annulled"


@dataclass(frozen=True, slots=True)
class SealSnapshot:
    """The proof of one hand's deal. The server's seed is None until the hand is over or given up.

    It `is_played_again` where its hand was dealt in another game, from whose middle this one was begun.
    """

    number: int
    commitment: str
    algorithm: str
    player_seed: str
    server_seed: str | None
    is_played_again: bool = False


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A finished hand: everything in it is open. `hands` are the cards dealt; `auto` the plays at its end
    that the table made by itself; `record` and `sheet` as in `HandEnded`. `is_helped`: somebody was shown a hint
    or took an action back. `by_computer` are the places of those actions that computer players chose."""

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
        """Whether a computer player did one of these at that seat: at a person's a stand-in."""
        acted = (self.actions[place] for place in self.by_computer)
        return any(by == seat and action.verb in verbs for by, action in acted)

    @property
    def claimer(self) -> Seat | None:
        """Who claimed the rest, if anybody did: the claimer led the first card, so the table's own plays begin in the
        midst of a trick, while of a settled hand it plays whole ones."""
        if not self.auto or self.auto % len(self.hands) == 0:
            return None
        plays = [seat for seat, action in self.actions if action.verb == "play"]
        return plays[-self.auto - 1]

    @property
    def claimed(self) -> int:
        """The tricks of the claim."""
        return 0 if self.claimer is None else -(-self.auto // len(self.hands))


@dataclass(frozen=True, slots=True)
class BoardOf:
    """The board of that day (None: of no day) whose cards a game has; `is_counted`: it is the attempt that counts.
    `challenge` is the token of the one that it is of.
    """

    key: str
    day: date | None
    is_counted: bool
    challenge: str = ""


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """Of a hand that is played again: the game it was dealt in (its code empty where that has gone), and from which
    step of which hand it is played. `hands` are those of all seats where the person has asked for them, else empty.
    """

    code: str
    number: int
    step: int
    lies_open: bool
    hands: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One game as one seat sees it at one version, or as somebody does who only looks on, from the side of that seat.

    `needs_deal`: the next hand waits for the person's seed; `seal` is then the sealed deal to come,
    else the one in play. `computer_acts`: the table waits for a computer player. `hint`: what was shown to the
    seat since the last action; `may_ask` for one, and `may_take_back` what it did last. `is_unhelped`: the
    game counts, and neither a hint nor an undo has been used in it so far. `is_first`: the person at
    the seat has finished no game of this kind before. `claim`: so many tricks, all that are left, are proved to be
    the seat's. `awaited`: the people whom the deal waits for, once this seat has asked for it. `is_alone`: all others
    are computer players, or nobody any more. `company` are the people of the table where several sit, `vacated` the
    seats that were left to the others and where nobody acts.
    `gave_up` is the seat on whose account a game was given up, `left` those whose people have left to the others and
    are not back, `is_annulled` that it counts for nobody. `board` is the one whose cards these are.
    `played_again` is told of a hand that is played again, and `may_play_again` whether hands of this game may be.
    `is_passing`: a card of another's that the next moment follows at once. `is_followed`: what the seat has just done,
    and a computer player's answer to it is on its way.
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
        """Who is drawn at the bottom."""
        return self.seat

    @property
    def own(self) -> Seat | None:
        """Who is told of as "you"; None for an onlooker."""
        return None if self.is_onlookers else self.seat

    @property
    def is_mine(self) -> bool:
        """Whether a choice of the seat's own is owed."""
        return self.own in self.view.waits_for

    @property
    def is_step(self) -> bool:
        """Whether cards were just dealt, or another seat acted: shown before the next seat acts. A look is no step."""
        acted = [seat for seat, action in self.view.actions if action != LOOK]
        return not acted or acted[-1] != self.own

    @property
    def turns(self) -> frozenset[Seat]:
        """Those whose choice is shown as owed."""
        return self.view.waits_for

    @property
    def opened(self) -> SealSnapshot | None:
        """The deal that lies open: once its hand is over, or the game given up."""
        return self.seal if self.seal is not None and self.seal.server_seed is not None else None

    @property
    def unfinished(self) -> SealSnapshot | None:
        """The opened deal of a hand that was given up, so that nobody need wonder what it was."""
        return self.opened if self.opened and self.opened.number > len(self.hands) else None


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list. `scores` are the display scores by side; `winner` is a side, None for a tie.

    `levels` are those of the computer players, by seat, `people` the names of others who sit there; `gave_up` is the
    seat on whose account it was given up; `options` those that differ from the usual, the variant with them.
    `counts_as_lost`: left lying so long that it ranks as a loss until it is finished. `is_my_move`: other people wait
    for the person. `has_left`: the person has left it to others and is not back. `is_practice`: a hand
    played again, which no statistic tells of.
    """

    code: str
    key: str
    status: Status
    seat: Seat
    side: int
    levels: tuple[str, ...]
    number: int
    scores: tuple[int, ...]
    winner: int | None
    why: str
    started_at: datetime
    moved_at: datetime
    counts_as_lost: bool = False
    people: tuple[str, ...] = ()
    gave_up: Seat | None = None
    has_left: bool = False
    is_my_move: bool = False
    options: Mapping[str, object] = field(default_factory=dict)
    board: BoardOf | None = None
    is_practice: bool = False


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One action of a hand. `by_table`: played out, since nothing was left to decide; `ordinal` is its place in the
    log. `by_stand_in`: a computer player chose it in a person's place, `by_person`: whoever sat there did. `seatings`
    are what changed before it in who acts at people's seats.
    """

    seat: Seat
    action: Action
    by_table: bool
    ordinal: int = 0
    by_stand_in: bool = False
    by_person: bool = False
    seatings: tuple[tuple[Seat, Seating], ...] = ()


class _Told:
    """Of what is told and not played any more."""

    __slots__ = ()

    @property
    def company(self) -> None:
        """Nobody is asked for anything."""

    @property
    def vacated(self) -> frozenset[Seat]:
        return frozenset()


@dataclass(frozen=True, slots=True)
class PlayedGame(_Told):
    """A game that somebody looks back on, from the `near` seat, which is drawn at the bottom; `own` is None where
    nobody is "you". `hands` are those that are over; a hidden name is empty.

    `numbers` are the hands that may be replayed: those that are over, and the one a game was given up in. A long game
    is told page by page: `hands` and `numbers` are those of `page`, of `pages` in all.
    `left` are those who left it and are not back, `is_annulled` that it counts for nobody.
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

    `hand` is None where the game was given up in the middle of it.
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
        """Whose step comes next."""
        return frozenset() if self.is_over else frozenset({self.steps[self.step].seat})

    @property
    def is_own_decision(self) -> bool:
        """Whether what comes next was decided by whoever looks at their own game."""
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
    """A link given away: `hand` is None for the whole game."""

    token: str
    hand: int | None
    hides_names: bool
