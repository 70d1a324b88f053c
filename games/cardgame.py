"""`CardGame`, the object by which a game registers all its parts: rules, bots, pages, words of options.

The template of its rules page is `templates/pages/rules_<key>.html`; without it the page shows only the options.
Texts write a card in brackets: [QH].
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from games.bots.base import Bot
from games.engine.actions import Refusal
from games.engine.cards import Card, Suit
from games.engine.options import VARIANT, Value
from games.engine.ruleset import Ruleset, Start
from games.evaluation.interface import LateEvaluator
from games.facts import GameFacts
from games.figures import USUAL, Figures
from games.pages.cards import CardTag, DisplayPreferences
from games.pages.game_page import GamePage
from games.pages.moves import Done, Hint, Tip
from games.pages.past_pages import PastPage, ReplayPage
from games.pages.table_page import TablePage
from games.pages.weighed import MarkShown
from games.pages.words import LEVELS, LIKE, KindWords, Words
from games.snapshot import PlayedGame, Replay, Snapshot

#: A chosen value for every option. The rules may still refuse these values.
Full: TypeAlias = Mapping[str, object]
P = TypeVar("P", bound=GamePage)


@dataclass(frozen=True, slots=True)
class OptionWords:
    """The words of an option. `effect` describes it; `idle` says when it has no effect (empty: it always has one).

    `range` describes the allowed numbers if "lowest to highest" does not. `is_off_at_zero`: lists of settings show 0 as
    "off". `choices` are names of values. `said` is the text of a value within a sentence ("bids start at 3"); `said_of`
    has exceptions by value. For an option of `SettingWords.aim`, `said` follows the word "played" ("to 7").
    """

    label: Any
    effect: Any
    idle: Any = ""
    range: Any = ""
    is_off_at_zero: bool = False
    choices: Mapping[str, Any] = field(default_factory=dict)
    said: Any = ""
    said_of: Mapping[Value, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class VariantWords:
    """The words of a variant. `line` describes it in a list, `about` at more length; `special` lists its own rules.

    `title` is its name in a list of the game's variants, `name` its name on pages that do not name the game.
    """

    title: Any
    line: Any
    about: Any
    special: tuple[Any, ...] = ()
    name: Any = ""


@dataclass(frozen=True, kw_only=True)
class SettingWords:
    """The words of a game's settings.

    `aim` are the options that set the goal of the game, `endings` the options with their own column in the list of
    variants. `refused` maps a refusal code to a sentence, whose placeholders are the worded values of all options, or
    to a function of the refusal and these values. If the sentence is missing or empty, the shared one is used. `idle`
    yields each option without effect with a sentence that says why; the last sentence for an option counts.
    """

    options: Mapping[str, OptionWords] = field(default_factory=dict)
    variants: Mapping[str, VariantWords] = field(default_factory=dict)
    aim: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    refused: Mapping[str, Words | Callable[[Refusal, Mapping[str, str]], str]] = field(default_factory=dict)
    idle: Callable[[Full], Iterator[tuple[str, str]]] = lambda full: iter(())


@dataclass(frozen=True, kw_only=True)
class CardGame:
    """All parts of a game.

    `players` are its bots by level, weakest first. `yardsticks` are baselines for matches, never offered at a table. If
    a game has no players and no pages (`table`, `replay`, `past`), the site only checks its records.

    `settings` are the words of its options and variants. `measured` is the strength of its levels by variant (key "" if
    the game has no variants). For each level from the second on, it has the percentage of games won against the level
    below, rounded, as in docs/players.md. Only games with a variant's default options were measured.

    `blurb` and `suit` are its text and symbol on the front page. `unused_preferences` names the preferences that have
    no effect at its table. `is_one_hand`: the whole game is one hand, scored at its end. `board` is the start of a
    board of the day (None: the game has none); `board_begins` describes that start unless it is the usual one. `script`
    and `style` are static files for its table.

    `tips` are for a person's first game; the page shows the first tip whose condition holds. `hints`, `done` and
    `choices` are words by verb: for a hinted action and its reason, for a player's action, and for a choice in a
    review. `kinds` are words for kinds of decisions. `done`, `choices` and `kinds` have only those words that differ
    from the shared ones. `tags` are labels of special cards, such as cards that take off bags. `evaluator` values
    decisions in a review; `unweighed` is the text on choices that a review skips.
    """

    rules: Ruleset
    players: Mapping[str, Bot] = field(default_factory=dict)
    yardsticks: Mapping[str, Bot] = field(default_factory=dict)
    evaluator: LateEvaluator | None = None
    unweighed: Any = ""
    table: type[TablePage] | None = None
    replay: type[ReplayPage] | None = None
    past: type[PastPage] | None = None
    facts: GameFacts = field(default_factory=GameFacts)
    figures: Figures = field(default_factory=lambda: USUAL)
    settings: SettingWords = field(default_factory=SettingWords)
    measured: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    blurb: Any = ""
    suit: Suit = Suit.SPADES
    unused_preferences: tuple[str, ...] = ()
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

    def table_page(self, snapshot: Snapshot, preferences: DisplayPreferences, **more: Any) -> TablePage:
        """Return the table page of a snapshot; `more` as in `TablePage`. Raises KeyError if the game has no table."""
        return _shown(self.table, self.key)(self, snapshot, preferences, **more)

    def replay_page(self, replay: Replay, marks: Sequence[MarkShown] = ()) -> ReplayPage:
        return _shown(self.replay, self.key)(self, replay, marks)

    def past_page(self, past: PlayedGame) -> PastPage:
        return _shown(self.past, self.key)(self, past)

    def how_far(self, done: int) -> str:
        """Return in words the progress of a hand after `done` tricks or rounds; raise KeyError without a table."""
        return _shown(self.table, self.key).how_far(done)

    def lacks(self) -> Iterator[str]:
        parts = {
            "text for the front page": self.blurb,
            "tips": self.tips,
            "words of hints": self.hints,
        }
        yield from (name for name, part in parts.items() if not part)
        levels = (level for level in self.players if level not in LEVELS or level not in LIKE)
        yield from (f"words of the level “{level}”" for level in levels)
        for option in self.rules.options:
            choices = [choice for choice in option.choices if isinstance(choice, str)]
            words = self.settings.options.get(option.key)
            if option.key == VARIANT:
                yield from (f"words of the variant “{name}”" for name in choices if name not in self.settings.variants)
            elif words is None:
                yield f"words of the option “{option.key}”"
            else:
                unnamed = (name for name in choices if name not in words.choices)
                yield from (f"name of the choice “{name}” of “{option.key}”" for name in unnamed)


def _shown(page: type[P] | None, key: str) -> type[P]:
    if page is None:
        raise KeyError(key)
    return page
