"""What a game of the house is made of: the one object that it registers, and all that the shared rooms ask of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.bots.base import Bot
from games.engine.actions import Refusal
from games.engine.cards import Card, Suit
from games.engine.options import VARIANT, Option
from games.engine.ruleset import Ruleset, Start
from games.facts import GameFacts
from games.figures.declared import Figures
from games.figures.usual import USUAL
from games.review.face import LateEvaluator
from games.snapshot import PlayedGame, PlayedHand, Replay, SealSnapshot, Snapshot
from games.viewmodel.cards import CardTag, Preferences
from games.viewmodel.kinds import KindWords
from games.viewmodel.lessons import Tip
from games.viewmodel.levels import LEVELS, LIKE
from games.viewmodel.moves import Done, Hint
from games.viewmodel.option_words import SettingWords
from games.viewmodel.replay import ReplayContext, ReviewContext
from games.viewmodel.rules_page import RulesPage
from games.viewmodel.strategy import Strategy
from games.viewmodel.table import TableContext


class Presenter(Protocol):
    """What each game brings to the pages."""

    def table(self, snapshot: Snapshot, *, preferences: Preferences, notice: str) -> TableContext: ...

    def hand(
        self, snapshot: Snapshot, hand: PlayedHand, seal: SealSnapshot | None, *, preferences: Preferences
    ) -> TableContext: ...

    def why(self, snapshot: Snapshot, refusal: Refusal) -> str: ...

    def replay(self, replay: Replay) -> ReplayContext: ...

    def review(self, game: PlayedGame) -> ReviewContext: ...

    def how_far(self, done: int) -> str:
        """Where a hand stands of which so many tricks or rounds are done."""
        ...

    def in_short(self, game: PlayedGame, hand: PlayedHand) -> str:
        """What the near side made of a finished hand, in as few words as there are; empty where there are none."""
        ...

    def in_a_sentence(self, snapshot: Snapshot) -> str:
        """How the last hand of a game that is over went."""
        ...


@dataclass(frozen=True, kw_only=True)
class CardGame:
    """A game by its parts.

    `players` are its levels, from the weakest to the strongest; `yardsticks` players to measure them by, never offered
    at a table. Without players and a table the site only referees its records.

    `settings` are its options and variants in words. `measured` is how strong its players are, by variant (empty where
    the game has none): the games of 100 that each level wins against the one below it, from the second on, to the
    nearest whole game, as the documents have it; house rules are not measured.

    `blurb` and `suit` are what the front page says of it, and the sign beside that. `rules_page` and `strategy` are for
    its reading pages. `without` names the preferences that mean nothing at its table. `is_one_hand`: the whole game is
    one hand, scored when it is over. `board` is what a board of the day starts with (None: it has none), and
    `board_begins` says so where that is not how any game starts. `script` and `style` are static files for its table
    alone.

    `tips` are those of somebody's first game, the first whose moment it is. `hints` say by verb what to do
    and why, `done` what somebody did, where it is not said as in other games, `choices` what was chosen, for a review,
    `kinds` what some kinds of decisions are called where other games call them otherwise. `tags` mark cards that
    count for more than their rank. `evaluator` says in a review what a decision was worth,
    `unweighed` which choices a review passes over.
    """

    rules: Ruleset
    players: Mapping[str, Bot] = field(default_factory=dict)
    yardsticks: Mapping[str, Bot] = field(default_factory=dict)
    evaluator: LateEvaluator | None = None
    unweighed: Any = ""
    table: Presenter | None = None
    facts: GameFacts = field(default_factory=GameFacts)
    figures: Figures = field(default_factory=lambda: USUAL)
    settings: SettingWords = field(default_factory=SettingWords)
    measured: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    blurb: Any = ""
    suit: Suit = Suit.SPADES
    rules_page: RulesPage | None = None
    strategy: Strategy | None = None
    without: tuple[str, ...] = ()
    is_one_hand: bool = False
    board: Start | None = None
    board_begins: Any = ""
    script: str = ""
    style: str = ""
    tips: tuple[Tip, ...] = ()
    hints: Mapping[str, Hint] = field(default_factory=dict)
    done: Mapping[str, Done] = field(default_factory=dict)
    choices: Mapping[str, Done] = field(default_factory=dict)
    kinds: Mapping[str, KindWords] = field(default_factory=dict)
    tags: Mapping[Card, CardTag] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return self.rules.key

    def lacks(self) -> Iterator[str]:
        """What a game at the table still needs before its pages are whole, each by its name."""
        parts = {
            "text for the front page": self.blurb,
            "rules page": self.rules_page,
            "strategy": self.strategy,
            "tips": self.tips,
            "words of hints": self.hints,
        }
        yield from (name for name, part in parts.items() if not part)
        yield from (
            f"words of the level “{level}”" for level in self.players if level not in LEVELS or level not in LIKE
        )
        for option in self.rules.options:
            yield from self._lacks_words(option)

    def _lacks_words(self, option: Option) -> Iterator[str]:
        choices = [choice for choice in option.choices if isinstance(choice, str)]
        if option.key == VARIANT:
            yield from (f"words of the variant “{one}”" for one in choices if one not in self.settings.variants)
            return
        words = self.settings.options.get(option.key)
        if words is None:
            yield f"words of the option “{option.key}”"
            return
        yield from (f"name of the choice “{one}” of “{option.key}”" for one in choices if one not in words.choices)
