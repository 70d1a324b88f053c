"""Cards, numbers and points in the player's words. In a text a card in brackets, "[QH]", is drawn by the page."""

from collections.abc import Sequence
from typing import TypeAlias

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.cards import BIG_JOKER, Card, Rank, Suit
from games.viewmodel.kept import by_language

Words: TypeAlias = str | Promise

MINUS = "−"
#: Every card in a few languages.
CARDS = 512
PLAYS_ITSELF = gettext_lazy("The rest plays itself.")
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


@by_language(CARDS)
def card_name(one: Card) -> str:
    """ "queen of spades"; jokers have names of their own."""
    if one.rank is None or one.suit is None:
        return _("big joker") if one.text == "BJ" else _("little joker")
    rank = COURT.get(one.rank, one.rank.value)
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": SUITS[one.suit]}


@by_language(CARDS)
def capital(text: str) -> str:
    """As it begins a sentence."""
    return text[:1].upper() + text[1:]


@by_language(CARDS)
def the_card(one: Card) -> str:
    return _("the %(card)s") % {"card": unbroken(card_name(one))}


def unbroken(name: str) -> str:
    """For a sentence: no line ends after the hyphen of "Karo-7"."""
    return name.replace("-", "-\N{WORD JOINER}")


def index(one: Card) -> str:
    """What stands in the corner: "10", not "T"."""
    if one.rank is None:
        return "★" if one.text == "BJ" else "☆"
    return "10" if one.rank is Rank.TEN else one.rank.letter


def sign(one: Card) -> str:
    """Which drawing of the sprite its suit has; each joker has its own."""
    if one.suit is None:
        return "j" if one is BIG_JOKER else "l"
    return one.suit.lower()


def signed(points: int) -> str:
    """With a real sign: +50, −40, 0."""
    if points == 0:
        return "0"
    return f"+{points}" if points > 0 else f"{MINUS}{-points}"


def plain_number(points: int) -> str:
    return f"{MINUS}{-points}" if points < 0 else str(points)


def decimal(number: float, *, digits: int = 1, sign: bool = False) -> str:
    """An average as the reader's language writes it: 2.6, −34.0; with `sign` also +2.6. Rounded, never cut; what is
    nought then has no sign.
    """
    rounded = round(number, digits)
    before = MINUS if rounded < 0 else "+" if sign and rounded else ""
    return before + number_format(abs(rounded), digits)


def percent(share: float) -> str:
    """A share of one in whole hundredths, as the reader's language writes them: 70%."""
    return _("%(n)s%%") % {"n": round(100 * share)}


def percents_between(low: float, high: float) -> str:
    """From one share of one to another: 18–64%."""
    return _("%(low)s–%(high)s%%") % {"low": round(100 * low), "high": round(100 * high)}


def some_percent(share: float) -> str:
    """The same where only none are 0% and only all are 100%: of 250 without one that is 99%."""
    whole = share if share in (0, 1) else min(max(round(100 * share), 1), 99) / 100
    return percent(whole)


def percents(counts: Sequence[int]) -> list[str]:
    """The same of each part of a whole that is not empty, so that all of them come to 100%."""
    every = sum(counts)
    found = [max(100 * one // every, min(one, 1)) for one in counts]
    while left := 100 - sum(found):
        lacking = [100 * one - said * every for one, said in zip(counts, found, strict=True)]
        at = found.index(max(found)) if left < 0 else max(range(len(found)), key=lambda at: (lacking[at], at))
        found[at] += 1 if left > 0 else -1
    return [percent(one / 100) for one in found]


def bags(count: int) -> str:
    return ngettext("%(n)s bag", "%(n)s bags", abs(count)) % {"n": plain_number(count)}


def points_said(count: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", abs(count)) % {"n": plain_number(count)}


def course(*counts: int) -> str:
    """How a count came about: "5 → 7 → 0"; or that it stays."""
    steps = [counts[0], *(now for before, now in zip(counts, counts[1:], strict=False) if now != before)]
    if len(steps) == 1:
        return _("stays %(n)s") % {"n": plain_number(steps[0])}
    return " → ".join(map(plain_number, steps))


def tricks(count: int) -> str:
    return ngettext("%(n)s trick", "%(n)s tricks", count) % {"n": count}


def listed(names: Sequence[str]) -> str:
    """All of them, the last two joined by “and”."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def joined(clauses: Sequence[tuple[str, bool]]) -> str:
    """Clauses in one sentence, each with whether it tells something good: joined by "and", or by "but" where that
    changes.
    """
    said, before = clauses[0]
    for clause, is_good in clauses[1:]:
        words = {"first": said, "second": clause}
        said = _("%(first)s, and %(second)s") % words if is_good == before else _("%(first)s, but %(second)s") % words
        before = is_good
    return said


def in_words(count: int) -> str:
    """Numbers to ten as words, for sentences."""
    return str(NUMBERS[count]) if 0 <= count < len(NUMBERS) else str(count)
