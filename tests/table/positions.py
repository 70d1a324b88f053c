"""Positions of games, and how a seat's page shows them, built from the rules without database rows or requests."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from itertools import chain
from typing import Any, ClassVar, Self

from django.template.loader import render_to_string

from games.engine.actions import Action, deal
from games.engine.cards import cards
from games.engine.options import complete
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER, Phase, Result
from games.pages.table_page import TablePage
from games.registry import GAMES
from games.snapshot import PlayedHand, SealSnapshot, SeatedPlayer, Snapshot, Status
from games.table.logs import Log
from games.twoman.rules import TwoMan
from games.twoman.score import Contract, Pile, Standing, end_of_game, score_hand
from tests.play import HERS, MINE

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
RULES = TwoMan()
COMMITMENT = "7f3a19c4" + "0" * 56


@dataclass
class Taste:
    """The preferences of a player, as pages read them."""

    spades_first: bool = True
    aces_first: bool = True
    confirm_play: bool = False
    letter_keys: bool = True
    remarks: bool = True
    lessons: bool = True


def seen_of(log: Log, *, seated: tuple[SeatedPlayer, ...], seat: int = 0, status: Status | None = None) -> Snapshot:
    """Return a seat's snapshot of a log, with a constant code and constant seals."""
    state, result = log.state, log.rules.result(log.state)
    waits = log.rules.waits_for(state)
    return Snapshot(
        code="abc",
        key=log.rules.key,
        version=log.version,
        status=status or (Status.FINISHED if result else Status.PLAYING),
        seat=seat,
        seated=seated,
        view=log.rules.view(state, seat),
        hands=log.hands,
        result=result,
        needs_deal=DEALER in waits and status is None,
        computer_acts=bool(waits - {seat, DEALER}),
        seal=SealSnapshot(state.number + 1, COMMITMENT, "v1", "", None),
        next_commitment="ab" * 32,
    )


def table_page(snapshot: Snapshot, *, notice: str = "", token: str = "", **preferences: Any) -> Any:
    """Return the snapshot's page, built by the `table_page` of its game."""
    return GAMES[snapshot.key].table_page(snapshot, Taste(**preferences), notice=notice, token=token)


class Shown:
    """A game with chosen cards, as its page shows it to alice at seat 0."""

    seated: ClassVar[tuple[SeatedPlayer, ...]]
    log: Log

    @property
    def waits_for(self) -> frozenset[int]:
        return self.log.rules.waits_for(self.log.state)

    def with_action(self, seat: int, action: Action, source: str = "person") -> Self:
        self.log = self.log.with_action(seat, action, source, NOW)
        return self

    def play(self, names: str) -> Self:
        """Play the named cards in order, each by the seat that is to act."""
        for name in names.split():
            self.with_action(min(self.waits_for), Action("play", name))
        return self

    def play_out(self, source: str = "person") -> Self:
        """Play the rest of the hand, each seat with its first legal card."""
        while self.log.state.phase is Phase.PLAY:
            seat = min(self.waits_for)
            first = self.log.rules.legal_actions(self.log.state, seat)[0]
            assert isinstance(first, Action)
            self.with_action(seat, first, source)
        return self

    def snapshot(self, *, status: Status | None = None) -> Snapshot:
        return seen_of(self.log, seated=self.seated, status=status)

    def page(self, *, notice: str = "", status: Status | None = None, **preferences: Any) -> Any:
        return table_page(self.snapshot(status=status), notice=notice, **preferences)

    @property
    def summary(self) -> Any:
        return self.page().summary

    @property
    def ending(self) -> Any:
        return self.page().ending

    def why(self, action: Action) -> str:
        """Return the reason that the page shows when an action of alice is refused."""
        refusal = self.log.rules.refusal(self.log.state, 0, action)
        assert refusal is not None
        why: str = self.page().why(refusal.code)
        return why

    def html(self, **page_options: Any) -> str:
        return drawn(self.page(**page_options))


class FourSeats(Shown):
    """A game at four seats, as its page shows it to alice at South. By default East deals."""

    rules: ClassVar[Ruleset]

    def __init__(self, *, dealer: int = 3, start: dict[str, Any] | None = None, **options: Any) -> None:
        self.options, self.start = options, {"dealer": dealer, **(start or {})}
        self.log = Log(self.rules, self.rules.initial(options, self.start))


class Table(Shown):
    """A game of Two-Man Spades. `page` is alice's page; `snapshot` may be that of either seat."""

    def __init__(
        self, *, base: tuple[int, int] = (0, 0), bags: tuple[int, int] = (0, 0), odd: int = 0, **options: Any
    ) -> None:
        parity = ("odd", "even") if odd == 0 else ("even", "odd")
        self.log = Log(RULES, RULES.initial(options, {"parity": parity, "base": base, "bags": bags}))

    def deal(self, mine: str = MINE, hers: str = HERS) -> Self:
        return self.with_action(DEALER, deal([cards(mine), cards(hers)]))

    def say(self, *lines: str) -> Self:
        """Make actions such as "0 bid 4": seat, verb, argument."""
        for line in lines:
            seat, verb, *rest = line.split()
            argument = int(rest[0]) if rest and verb in {"bid", "blind"} else rest[0] if rest else None
            self.with_action(int(seat), Action(verb, argument))
        return self

    def snapshot(self, *, seat: int = 0, status: Status | None = None, hands: Any = None) -> Snapshot:
        seated = (SeatedPlayer(0, "alice", None), SeatedPlayer(1, "Marta", "ruthless"))[:: 1 if seat == 0 else -1]
        snapshot = seen_of(self.log, seated=seated, seat=seat, status=status)
        return snapshot if hands is None else replace(snapshot, hands=tuple(hands))


def put_aside(*actions: str, mine: str = MINE, hers: str = HERS, **start: Any) -> Table:
    """Return a table after the discards 2C by seat 0 and 3C by seat 1, and then `actions`, such as "0 bid 4"."""
    return Table(**start).deal(mine, hers).say("0 discard 2C", "1 discard 3C", *actions)


def in_play(**start: Any) -> Table:
    """Return a table at which alice, who bid 4 against 5, leads to the first trick."""
    return put_aside("0 bid 4", "1 bid 5", **start)


def drawn(table: TablePage, **context: Any) -> str:
    return render_to_string(
        "games/table/_table.html", {"table": table, "person": None, "csrf_token": "t" * 64, **context}
    )


@dataclass(frozen=True)
class Side:
    """Bid and tricks of a seat in a hand, and its base score and bags before the hand."""

    bid: int
    tricks: int
    base: int = 0
    bags: int = 0
    blind: bool = False


def scored(
    mine: Side, hers: Side, *, pile: str = "5D 4C", won: Mapping[str, int] | None = None, odd: int = 0, **options: Any
) -> tuple[Snapshot, PlayedHand]:
    """Return the snapshot after a hand, and the hand as the rules score it.

    `pile` are the discards of the two seats; `won` maps bag cards (7D, TC) to the seats that win them in tricks.
    """
    all_options = complete(RULES.options, options)
    discards = cards(pile)
    winner = odd if Pile((discards[0], discards[1])).parity == "odd" else 1 - odd
    taken = [*(won or {}).items(), *((one.text, winner) for one in discards)]
    lost = [sum({"7D": 2, "TC": 1}.get(one, 0) for one, taker in taken if taker == seat) for seat in (0, 1)]
    sheet = score_hand(
        before=(Standing(mine.base, mine.bags), Standing(hers.base, hers.bags)),
        contracts=(Contract(mine.bid, mine.blind), Contract(hers.bid, hers.blind)),
        tricks=(mine.tricks, hers.tricks),
        lost=(lost[0], lost[1]),
        pile=Pile((discards[0], discards[1])),
        pile_winner=winner,
        options=all_options,
    )
    aside = [(seat, Action("discard", one.text)) for seat, one in enumerate(discards)]
    # In the trick of a bag card, its winner plays the ace of that suit.
    fallen = [
        ((1 - taker, Action("play", name)), (taker, Action("play", f"A{name[1]}")))
        for name, taker in (won or {}).items()
    ]
    hand = PlayedHand(
        number=1,
        first=odd,
        hands=(),
        actions=(*aside, *chain.from_iterable(fallen)),
        auto=0,
        record={"display": tuple(one.display for one in sheet.standings)},
        sheet=asdict(sheet),
    )
    return _after(sheet.standings, odd, options, hand), hand


def _after(standings: tuple[Standing, Standing], odd: int, options: Mapping[str, Any], hand: PlayedHand) -> Snapshot:
    """Return the snapshot after the hand; the game is over if `end_of_game` returns a result."""
    table = Table(odd=odd, **options)
    table.log = replace(table.log, state=replace(table.log.state, standings=standings, number=1), hands=(hand,))  # type: ignore[call-arg]
    end: Result | None = end_of_game(standings, table.log.state.options)
    if end is not None:
        ended = replace(table.log.state, phase=Phase.OVER, end=end)
        table.log = replace(table.log, state=ended)
    return table.snapshot()
