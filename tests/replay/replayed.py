"""Past games and their replays as the site's services return them, built from actions without a database."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.template.loader import render_to_string

from games.engine.options import Options
from games.engine.ruleset import Ruleset
from games.engine.state import Dealt, HandEnded, Seat, SeatAction, SeatView, State
from games.pages.past_pages import ReplayPage
from games.registry import GAMES
from games.snapshot import PlayedGame, PlayedHand, Replay, ReplayStep, SeatedPlayer, Status
from tests.spades.positions import SEATED


class LoggedGame(Protocol):
    """A game as a list of actions, such as `RecordedGame`."""

    options: Options

    @property
    def rules(self) -> Ruleset: ...

    @property
    def said(self) -> Sequence[SeatAction]: ...

    @property
    def start(self) -> Mapping[str, Any]: ...


class Replayed:
    """A past game with all its states, and the pages of its replay."""

    def __init__(self, game: LoggedGame, *, near: Seat = 0, own_seat: Seat | None = 0, names: bool = True) -> None:
        self.rules, self.card_game = game.rules, GAMES[game.rules.key]
        self.states: dict[int, list[Any]] = {}
        self.views: dict[int, tuple[SeatView, ...]] = {}
        self.steps: dict[int, list[ReplayStep]] = {}
        self.hands: list[PlayedHand] = []
        state: State = self.rules.initial(game.options, game.start)
        first, deal = 0, dict[str, Any]()
        for seat, action in game.said:
            step = self.rules.apply(state, seat, action)
            state = step.state
            self.states.setdefault(state.number, []).append(state)
            if self.states[state.number][1:]:
                self.steps.setdefault(state.number, []).append(ReplayStep(seat, action, by_table=False))
            for event in step.events:
                if isinstance(event, Dealt):
                    first, deal = event.first, dict(event.deal)
                if isinstance(event, HandEnded):
                    self.hands.append(self._hand(state, first, deal["hands"], event))
        self.state = state
        result = self.rules.result(state)
        self.game = PlayedGame(
            key=self.rules.key,
            status=Status.FINISHED if result else Status.ABANDONED,
            near=near,
            own=own_seat,
            seated=(SEATED if names else (SeatedPlayer(0, "", None), *SEATED[1:]))[: self.rules.seats],
            hands=tuple(self.hands),
            numbers=tuple(self.states),
            view=self.rules.view(state, near),
            result=result,
        )

    @staticmethod
    def _hand(state: Any, first: Seat, hands: Sequence[Any], ended: HandEnded) -> PlayedHand:
        return PlayedHand(state.number, first, tuple(hands), state.actions, 0, ended.record, ended.sheet)

    def replay(self, number: int, step: int) -> Replay:
        steps, hand = self.steps.get(number, []), next((hand for hand in self.hands if hand.number == number), None)
        if number not in self.views:
            self.views[number] = tuple(self.rules.opened(state, self.game.near) for state in self.states[number])
        return Replay(
            self.game, number, step if step >= 0 else len(steps), self.views[number], tuple(steps), hand, None
        )

    def at(self, step: int, number: int = 1) -> Any:
        """Return the replay page of the hand at `step`; -1 is the last step."""
        return self.card_game.replay_page(self.replay(number, step))

    def past(self) -> Any:
        """Return the page of the whole game."""
        return self.card_game.past_page(self.game)

    def after(self, verb: str, nth: int = 0, number: int = 1) -> Any:
        """Return the page just after the hand's `nth` action with that verb."""
        places = [place for place, step in enumerate(self.steps[number], start=1) if step.action.verb == verb]
        return self.at(places[nth], number)


def drawn(at: ReplayPage) -> str:
    return render_to_string("games/replay/_at.html", {"at": at, "is_shared": True, "hands": ()})


def cells(told: Replayed, title: str, number: int = 1) -> Sequence[str]:
    """Return the cells of a row of points at the last step; empty without such a row."""
    points = told.at(-1, number).points
    assert points is not None
    heads = {
        name: [side[part] for side in points.sides] for name, part in (("Score", "now"), ("This hand", "change_words"))
    }
    rows = {row.title: [words for _value, words, _note in row.cells] for row in points.rows}
    return tuple({**rows, **heads}.get(title, ()))


def notes(told: Replayed, title: str, number: int = 1) -> Sequence[str]:
    """Return the notes in the cells of a row of points at the last step; empty without such a row."""
    points = told.at(-1, number).points
    assert points is not None
    return next((tuple(note for _value, _words, note in row.cells) for row in points.rows if row.title == title), ())


def on_the_table(actions: Sequence[SeatAction]) -> dict[Seat, str]:
    """Return the cards of the open trick of four seats, or of the last complete one, by seat."""
    plays = [(seat, str(action.argument)) for seat, action in actions if action.verb == "play"]
    return dict(plays[-(len(plays) % 4 or 4) :]) if plays else {}
