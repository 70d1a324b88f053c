"""Words for cards, numbers, points and levels of bots in the reader's language, with in-process caches.

Pages draw a text in brackets such as "[QH]" as a card. Only pure functions are cached, so no entry can be stale or
belong to another player.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar, TypeVarTuple, cast

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from games.engine.cards import BIG_JOKER, Card, Rank, Suit

#: Number of results that a `by_hand` cache holds.
HANDS: Final = 64
P = ParamSpec("P")
R = TypeVar("R")
A = TypeVar("A")
Ts = TypeVarTuple("Ts")
Words: TypeAlias = str | Promise

MINUS = "−"
#: Cache size: every card in a few languages.
CARDS = 512
PLAYS_ITSELF = gettext_lazy("The rest is played automatically.")
SUITS = {
    Suit.SPADES: gettext_lazy("spades"),
    Suit.HEARTS: gettext_lazy("hearts"),
    Suit.CLUBS: gettext_lazy("clubs"),
    Suit.DIAMONDS: gettext_lazy("diamonds"),
}
ONE_OF = {
    Suit.SPADES: gettext_lazy("a spade"),
    Suit.HEARTS: gettext_lazy("a heart"),
    Suit.CLUBS: gettext_lazy("a club"),
    Suit.DIAMONDS: gettext_lazy("a diamond"),
}
COURT = {
    Rank.JACK: gettext_lazy("jack"),
    Rank.QUEEN: gettext_lazy("queen"),
    Rank.KING: gettext_lazy("king"),
    Rank.ACE: gettext_lazy("ace"),
}
NUMBERS = (
    gettext_lazy("nil"),
    gettext_lazy("one"),
    gettext_lazy("two"),
    gettext_lazy("three"),
    gettext_lazy("four"),
    gettext_lazy("five"),
    gettext_lazy("six"),
    gettext_lazy("seven"),
    gettext_lazy("eight"),
    gettext_lazy("nine"),
    gettext_lazy("ten"),
)


def by_language(kept: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache up to `kept` results of a function, by language. The function's arguments must be hashable."""

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(kept)
        def found(language: str | None, *given: Hashable, **named: Hashable) -> R:
            return cast("Callable[..., R]", function)(*given, **named)

        @wraps(function)
        def asked(*given: P.args, **named: P.kwargs) -> R:
            return found(get_language(), *cast(Any, given), **cast(Any, named))

        return asked

    return decorated


class _IdentityKey:
    """A cache key that compares by identity, because comparing long values would be slow."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _IdentityKey) and self.value is other.value


def by_hand(function: Callable[[A, *Ts], R]) -> Callable[[A, *Ts], R]:
    """Cache a function by the identity of its first argument, a hand's actions: a page calls it several times."""

    @lru_cache(HANDS)
    def found(actions: _IdentityKey, *given: *Ts) -> R:
        return function(actions.value, *given)

    @wraps(function)
    def asked(actions: A, *given: *Ts) -> R:
        return found(_IdentityKey(actions), *given)

    return asked


@dataclass(frozen=True, slots=True)
class KindWords:
    """Words for a kind of decision: its name, its practice question, and a clause that it costs the reader most."""

    name: Words
    costliest: Words
    asked: Words = gettext_lazy("What do you do?")


@by_language(CARDS)
def card_name(card: Card) -> str:
    """Return a card's name, such as "queen of spades" or "big joker"."""
    if card.rank is None or card.suit is None:
        return _("big joker") if card.text == "BJ" else _("little joker")
    rank = COURT.get(card.rank, card.rank.value)
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": SUITS[card.suit]}


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@by_language(CARDS)
def the_card(card: Card) -> str:
    return _("the %(card)s") % {"card": unbroken(card_name(card))}


def unbroken(name: str) -> str:
    """Prevent a line break after the hyphen of "Karo-7"."""
    return name.replace("-", "-\N{WORD JOINER}")


def index(card: Card) -> str:
    """Return the text in a card's corner: "10", not "T"."""
    if card.rank is None:
        return "★" if card.text == "BJ" else "☆"
    return "10" if card.rank is Rank.TEN else card.rank.letter


def sign(card: Card) -> str:
    """Return the name of the suit's drawing in the sprite; each joker has its own."""
    if card.suit is None:
        return "j" if card is BIG_JOKER else "l"
    return card.suit.lower()


def signed(points: int) -> str:
    """Format points with their sign: +50, −40, 0."""
    if points == 0:
        return "0"
    return f"+{points}" if points > 0 else f"{MINUS}{-points}"


def plain_number(points: int) -> str:
    return f"{MINUS}{-points}" if points < 0 else str(points)


def scores_said(own: int, other: int) -> str:
    """Format two scores, the player's own first: 305–271, but −4 to 11 with a negative score."""
    words = {"mine": plain_number(own), "theirs": plain_number(other)}
    return (_("%(mine)s to %(theirs)s") if min(own, other) < 0 else _("%(mine)s–%(theirs)s")) % words


def decimal(number: float, *, digits: int = 1, sign: bool = False) -> str:
    """Format an average in the reader's language: 2.6, −34.0; with `sign` also +2.6.

    The number is rounded, not truncated. A 0 after rounding has no sign.
    """
    rounded = round(number, digits)
    before = MINUS if rounded < 0 else "+" if sign and rounded else ""
    return before + number_format(abs(rounded), digits)


def percent(share: float) -> str:
    """Format a share from 0 to 1 as a whole percentage: 70%."""
    return _("%(n)s%%") % {"n": round(100 * share)}


def percents_between(low: float, high: float) -> str:
    """Format a range of shares from 0 to 1: 18–64%."""
    return _("%(low)s–%(high)s%%") % {"low": round(100 * low), "high": round(100 * high)}


def some_percent(share: float) -> str:
    """Format a share as a percentage. Only 0 becomes 0% and only 1 becomes 100%: 249 of 250 are 99%."""
    whole = share if share in (0, 1) else min(max(round(100 * share), 1), 99) / 100
    return percent(whole)


def percents(counts: Sequence[int]) -> list[str]:
    """Format parts of a whole as percentages that add up to 100%; a part above 0 has at least 1%."""
    every = sum(counts)
    found = [max(100 * one // every, min(one, 1)) for one in counts]
    while left := 100 - sum(found):
        lacking = [100 * one - said * every for one, said in zip(counts, found, strict=True)]
        at = found.index(max(found)) if left < 0 else max(range(len(found)), key=lambda at: (lacking[at], at))
        found[at] += 1 if left > 0 else -1
    return [percent(one / 100) for one in found]


def bags(count: int) -> str:
    return ngettext("%(n)s bag", "%(n)s bags", abs(count)) % {"n": plain_number(count)}


def bags_or_none(count: int) -> str:
    return bags(count) if count else _("no bags")


def points_said(count: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", abs(count)) % {"n": plain_number(count)}


def course(*counts: int) -> str:
    """Return successive values of a count: "5 → 7 → 0", or "stays 5" if the count never changes."""
    steps = [counts[0], *(now for before, now in zip(counts, counts[1:], strict=False) if now != before)]
    if len(steps) == 1:
        return _("stays %(n)s") % {"n": plain_number(steps[0])}
    return " → ".join(map(plain_number, steps))


def tricks(count: int) -> str:
    return ngettext("%(n)s trick", "%(n)s tricks", count) % {"n": count}


def practised(title: str) -> str:
    """Return the title of a practice game, in which a hand of another game is played again."""
    return _("Practice: %(game)s") % {"game": title}


def listed(names: Sequence[str]) -> str:
    """Join names by commas, the last two by “and”."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def joined(clauses: Sequence[tuple[str, bool]]) -> str:
    """Join clauses by "and", or by "but" between good and bad news. A pair is a clause and whether it is good news."""
    said, before = clauses[0]
    for clause, is_good in clauses[1:]:
        words = {"first": said, "second": clause}
        said = _("%(first)s, and %(second)s") % words if is_good == before else _("%(first)s, but %(second)s") % words
        before = is_good
    return said


def in_words(count: int) -> str:
    """Return a number up to ten in words, 0 as "nil"; a larger number in digits."""
    return str(NUMBERS[count]) if 0 <= count < len(NUMBERS) else str(count)


# -- levels of computer players: names, descriptions and measured strength ----------------------------

LEVELS: Mapping[str, Any] = {
    "easy": gettext_lazy("easy"),
    "casual": gettext_lazy("casual"),
    "medium": gettext_lazy("medium"),
    "ruthless": gettext_lazy("ruthless"),
    "hard": gettext_lazy("hard"),
    "skilled": gettext_lazy("skilled"),
    "normal": gettext_lazy("normal"),
    "expert": gettext_lazy("expert"),
    # Not a level of bots: statistics use this key for games with other people.
    "people": gettext_lazy("people"),
}
LIKE: Mapping[str, Any] = {
    "easy": gettext_lazy("Friendly, good for a first game."),
    "casual": gettext_lazy("Bids carefully but doesn’t remember cards."),
    "medium": gettext_lazy("Counts cards."),
    "ruthless": gettext_lazy("Reads your bids and plays to win."),
    "hard": gettext_lazy("Remembers every card and figures out what you might hold."),
    "skilled": gettext_lazy("Tries out hands the others might hold."),
    "normal": gettext_lazy("Plays by simple rules."),
    "expert": gettext_lazy("Counts cards and plays out what could happen."),
}


def strength(levels: Sequence[str], won: Sequence[int], level: str) -> str:
    """Return a sentence on how often the level beats the level below; for the weakest, how often it loses to the next.

    `levels` are in order of strength, weakest first. `won` has, for each level from the second on, the wins in 100
    games against the level below. Empty if nothing was measured.
    """
    if not won:
        return ""
    place = levels.index(level)
    if place:
        words = {"n": won[place - 1], "level": LEVELS[levels[place - 1]]}
        return _("Beats %(level)s in %(n)s%% of games.") % words
    return _("Loses to %(level)s in %(n)s%% of games.") % {"n": won[0], "level": LEVELS[levels[1]]}


def level_name(level: str) -> str:
    """Return the level's name in lower case, for use within a sentence; for an unknown level its key."""
    return str(LEVELS.get(level, level))
