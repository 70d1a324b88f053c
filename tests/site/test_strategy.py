"""The numbers on the strategy pages agree with the rules and the bots, from which these tests compute them."""

import re
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse

from games.bidwhist.bots.worlds import EVERY, counted
from games.bidwhist.options import Terms as BidWhistTerms
from games.bidwhist.score import BOOKS, Denomination, end_of_game
from games.bots.knowledge import pack_bits
from games.cardduel.bots.knowledge import chance_of_at_most
from games.cardduel.score import CardPlay, score_round
from games.engine.cards import BIG_JOKER, LITTLE_JOKER, PACK, Card, Rank, Suit, cards
from games.pages.words import card_name, decimal, signed
from games.registry import GAMES
from games.spades.bots.bids import KnownBids, bid_of, nil_chance, tricks_won
from games.spades.options import Terms
from games.spades.score import SpadesBid, Standing, score_side
from tests.asking import page_at, parsed, plain, read
from tests.bidwhist.positions import line_of, whist_bid

SUITED = [one for one in PACK if one.suit is not None]
BY_NAME = {card_name(one): one for one in (*PACK, BIG_JOKER, LITTLE_JOKER)}


#: Matches the anchor of a section, or a row of large cards with its caption.
PICTURE = re.compile(
    r'<section[^>]* aria-labelledby="([\w-]+)"|class="drawn__cards"[^>]* aria-label="([^"]*)".*?<figcaption>(.*?)</fig',
    re.DOTALL,
)


class Table(NamedTuple):
    caption: str
    heads: list[str]
    rows: list[list[str]]


@cache
def page_of(key: str, language: str = "en") -> str:
    return read(Client(), reverse("games:strategy", args=[key]), headers={"Accept-Language": language})


def words_of(html: str) -> str:
    return plain(parsed(html).text)


def words_in(html: str, tag: str) -> list[str]:
    return [words_of(one) for one in re.findall(rf"<(?:{tag})\b[^>]*>(.*?)</(?:{tag})>", html, re.DOTALL)]


def tables_of(key: str, language: str = "en") -> list[Table]:
    found = []
    for table in re.findall(r"<table.*?</table>", page_of(key, language), re.DOTALL):
        heads, *rows = (words_in(line, "t[hd]") for line in re.findall(r"<tr.*?</tr>", table, re.DOTALL))
        found.append(Table(words_in(table, "caption")[0], heads, rows))
    return found


def pictures_of(key: str) -> list[tuple[str, tuple[Card, ...], str]]:
    """Return each pictured hand: the anchor of its section, its cards and its caption."""
    part, found = "", []
    for section, spoken, words in PICTURE.findall(page_of(key)):
        part = section or part
        if spoken:
            found.append((part, tuple(BY_NAME[name] for name in spoken.split(", ")), words_of(words)))
    return found


def text_of(key: str) -> str:
    return words_of(page_of(key))


def table(key: str, caption: str) -> Table:
    (found,) = (one for one in tables_of(key) if one.caption.startswith(caption))
    return found


def pictures(key: str, part: str) -> list[tuple[tuple[Card, ...], str]]:
    found = [(hand, words) for anchor, hand, words in pictures_of(key) if anchor == part]
    assert found, part
    return found


def percent(chance: float) -> int:
    return round(100 * chance)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_page_with_whole_tables_and_pictures(key: str) -> None:
    page, tables, pictures = parsed(page_of(key)), tables_of(key), pictures_of(key)
    assert "[" not in page.text, "a card is left as text, such as [QH]"
    assert page.tags.count("figure") >= 2
    assert page.tags.count("figure") == len(pictures) and page.tags.count("table") == len(tables)
    assert all(one.rows and len(row) == len(one.heads) for one in tables for row in one.rows)
    assert all(len(set(hand)) == len(hand) for _part, hand, _words in pictures)


@pytest.mark.parametrize("key", GAMES)
def test_german_pages_have_german_numbers(key: str) -> None:
    text, tables = words_of(page_of(key, "de")), tables_of(key, "de")
    assert text != text_of(key) and len(tables) == len(tables_of(key))
    assert not re.search(r"\d%", text), "a percent sign without a space, which German needs"
    assert not re.search(r"\d\.\d", str([one.rows for one in tables])), "a decimal point instead of a comma"


@pytest.mark.parametrize("key", GAMES)
def test_rules_and_strategy_link_each_other(key: str) -> None:
    rules, strategy = (reverse(name, args=[key]) for name in ("games:rules_of", "games:strategy"))
    assert strategy in page_at(rules).links and rules in page_at(strategy).links
    assert {strategy, rules} <= set(page_at(reverse("games:rules")).links)


# ---------- Spades ----------
def tricks_of(diamonds: str) -> float:
    return tricks_won(pack_bits(cards(" ".join(["2S 3S 4S 5S 2C 3C 4C 5C", *(f"{one}D" for one in diamonds)]))))


def test_the_worth_of_honours_in_spades() -> None:
    honours = {"the ace": "A", "the king": "K", "the queen": "Q", "ace and king": "AK", "ace and queen": "AQ"}
    honours["king and queen"] = "KQ"
    low = "2345678"
    found = {
        name: [decimal(tricks_of(held + low[: size - len(held)]) - tricks_of(low[:size])) for size in range(2, 6)]
        for name, held in honours.items()
    }
    assert {row[0]: row[1:] for row in table("spades", "What honors").rows} == found


def test_the_numbers_below_the_pictures_of_spades() -> None:
    no_bids = KnownBids((None,) * 4, 0, Terms())
    for hand, words in pictures("spades", "counting"):
        assert f"{tricks_won(pack_bits(hand)):.1f}" in words
        assert f"Bid {bid_of(hand, no_bids, range(14))}" in words
    nils = pictures("spades", "nil")
    kept = [int(found[1]) for _, words in nils if (found := re.search(r"Made (\d+)% of the time", words))]
    assert [percent(nil_chance(hand)) for hand, _ in nils] == kept


def points(bids: tuple[SpadesBid, SpadesBid], tricks: tuple[int, int], bags: int = 0) -> int:
    return score_side(Standing(0, bags), bids, tricks, Terms()).points


def test_the_worth_of_tricks_nils_and_sets_in_spades() -> None:
    text, bag_later, bag = text_of("spades"), 10, (100 - 10) / 10
    made, missed = points((4, 4), (4, 4)), points((4, 4), (4, 3))
    assert (made, missed, points((4, 3), (4, 4)), points((4, 3), (4, 3))) == (80, -80, 71, 70)
    won, lost = made - (71 - bag_later), 70 - missed
    assert f"You risk {lost} to win {won}" in text and round(lost / (lost + won), 1) == 0.9
    with_nine = made - points((4, 3), (4, 4), 9)
    assert f"you risk {lost} to win {with_nine}" in text and round(lost / (lost + with_nine), 1) == 0.6

    kept, broken = points((0, 4), (0, 4)), points((0, 4), (1, 4)) - 1
    assert kept - broken == points((5, 5), (5, 5)) - points((5, 5), (5, 4)) == 200
    blind = 0.2 * points(("b0", 4), (0, 4)) + 0.8 * (points(("b0", 4), (1, 4)) - 1) - 40
    assert round(blind) == -40 and "a loss of 40" in text
    assert (points((2, 3), (2, 3)) - points((2, 3), (2, 2))) // bag == 11 and "as much as eleven bags" in text
    assert 200 / bag > 20 and "more than twenty bags" in text
    assert 430 + points((3, 4), (3, 4)) >= 500 > 430 + points((3, 3), (5, 4))
    assert 460 + points((2, 3), (2, 3)) == 510


# ---------- Bid Whist ----------
def test_the_points_of_each_bid_in_bid_whist() -> None:
    for name, *shown in table("bidwhist", "What each bid").rows:
        called = name[0] + ("N" if "no trump" in name else "U")
        bid = whist_bid(called)
        made, lost = (line_of(called, bid.promised - less) for less in (1, 2))
        assert made.is_made and not lost.is_made
        assert shown == [str(bid.promised), str(bid.promised - 1), signed(made.points), signed(lost.points)]


def winner(score: int, bid: str, books: int) -> int | None:
    """Return the side that wins if side 0, at `score`, declares and gets these books; None if the game goes on."""
    line = line_of(bid, books - 1)
    done = end_of_game((score + line.points, 0), (0, 0), side=0, line=line, terms=BidWhistTerms())
    return done.winner if done else None


def test_the_scores_of_bid_whist() -> None:
    text = text_of("bidwhist")
    assert line_of("4U", 11).points == line_of("6U", 11).points == 6 and "4 uptown with 12 books scores 6" in text
    assert (winner(0, "4N", 10), winner(0, "4N", 9)) == (0, 1)
    assert (winner(3, "4U", 10), winner(2, "4U", 10)) == (0, None) and "At 3 points or more" in text
    assert (winner(-3, "4U", 9), winner(-2, "4U", 9)) == (1, None) and "At −3 or lower, getting set at 4 loses" in text
    assert (winner(-1, "5U", 10), winner(-2, "5U", 10)) == (None, 1) and "while you are above −2" in text
    for level, (books, word) in {4: (4, "four"), 5: (3, "three"), 6: (2, "two"), 7: (1, "one")}.items():
        assert f"{level} {word}" in text.replace("4 you need four books", "4 four")
        assert BOOKS - whist_bid(f"{level}U").promised + 1 == books


def tricks_in(hand: tuple[Card, ...], denomination: Denomination, trump: Suit | None = None) -> float:
    """Return the tricks that the bots expect in this denomination, with this trump or, if None, with the best one."""
    every = counted(np.array([pack_bits(hand)]))[:, 0]
    wanted = [place for place, one in enumerate(EVERY) if one.bid.denomination is denomination]
    return max(float(every[place]) for place in wanted if trump is None or EVERY[place].trump is trump)


#: For each holding in the table, a hand with the holding and a hand without.
HOLDINGS = {
    "each trump": ("8S 7S 8H 8D 8C", "8S 7H 8H 8D 8C"),
    "the big joker": ("8S BJ 8H 8D 8C", "8S 7S 8H 8D 8C"),
    "the little joker": ("8S LJ 8H 8D 8C", "8S 7S 8H 8D 8C"),
    "the ace of trump": ("8S AS 8H 8D 8C", "8S 7S 8H 8D 8C"),
    "the king of trump": ("8S KS 8H 8D 8C", "8S 7S 8H 8D 8C"),
    "the queen of trump": ("8S QS 8H 8D 8C", "8S 7S 8H 8D 8C"),
    "the ace of a side suit": ("8S AH 8H 8D 8C", "8S 7H 8H 8D 8C"),
    "a side king with the ace": ("8S AH KH 8D 8C", "8S AH 8H 8D 8C"),
    "a side king with small cards": ("8S KH 8H 8D 8C", "8S 7H 8H 8D 8C"),
    "a side queen with the ace or king": ("8S KH QH 8D 8C", "8S KH 8H 8D 8C"),
    "a side suit you don’t have": ("8S 7S 8H 7H 8D", "8S 7S 8H 8D 8C"),
}


def test_the_books_that_holdings_add_in_bid_whist() -> None:
    def with_spades(hand: str) -> float:
        return tricks_in(cards(hand), Denomination.UPTOWN, Suit.SPADES)

    rows = dict(table("bidwhist", "What a holding adds").rows)
    assert len(rows) == len(HOLDINGS)
    for name, (held, without) in HOLDINGS.items():
        (shown,) = (cell for row, cell in rows.items() if row.startswith(name))
        assert shown == decimal(with_spades(held) - with_spades(without)), name
    assert round(with_spades("8H 7H 8D 7D 8C")) == 5


def counted_by_table(hand: tuple[Card, ...], best: str, trump: Suit) -> float:
    """Count a hand with the page's table. `best` are the ranks that count as ace, king and queen: AKQ or A23."""
    rows = [float(cell) for _name, cell in table("bidwhist", "What a holding adds").rows]
    each, big, little, ace, king, queen, side_ace, king_with_ace, guarded, side_queen, void = rows
    total = 5 + (each + big) * (BIG_JOKER in hand) + (each + little) * (LITTLE_JOKER in hand)
    for suit in Suit:
        held = [one.text[0] for one in hand if one.suit is suit]
        has_ace, has_king, has_queen = (rank in held for rank in best)
        if suit is trump:
            total += each * len(held) + ace * has_ace + king * has_king + queen * has_queen
        else:
            total += side_ace * has_ace + void * (not held) + side_queen * (has_queen and (has_ace or has_king))
            total += (king_with_ace if has_ace else guarded * (len(held) > 1)) * has_king
    return total


def test_the_hands_counted_in_bid_whist() -> None:
    (up, of_up), (down, of_down), (none, of_none) = pictures("bidwhist", "updown")
    high, low = Denomination.UPTOWN, Denomination.DOWNTOWN
    for hand, words in ((up, of_up), (down, of_down)):
        assert f"{tricks_in(hand, high):.1f}" in words and f"{tricks_in(hand, low):.1f}" in words
        for ranks, denomination in (("AKQ", high), ("A23", low)):
            assert f"{counted_by_table(hand, ranks, Suit.SPADES):.1f}" == f"{tricks_in(hand, denomination):.1f}"
    assert tricks_in(up, high) > tricks_in(up, low) and tricks_in(down, low) > tricks_in(down, high)
    best = max(tricks_in(none, high), tricks_in(none, low))
    assert (
        f"{max(counted_by_table(none, ranks, suit) for ranks in ('AKQ', 'A23') for suit in Suit):.1f}" == f"{best:.1f}"
    )
    assert f"{tricks_in(none, Denomination.NO_TRUMP):.1f} tricks in no trump, {best:.1f} in the best" in of_none


def test_the_discard_of_bid_whist() -> None:
    """The pictured discard keeps trumps, aces, one club, no diamond. It beats discarding the six lowest side cards."""
    first, _ = pictures("bidwhist", "updown")[0]
    ((aside, words),) = pictures("bidwhist", "kitty")
    held = {*first, *(BY_NAME[name] for name in re.findall("|".join(BY_NAME), words))}
    assert len(held) == 18 and set(aside) <= held
    kept = tuple(held - set(aside))
    suits = [one.suit for one in kept]
    assert (suits.count(Suit.DIAMONDS), suits.count(Suit.CLUBS)) == (0, 1)
    assert not any(one.suit in (None, Suit.SPADES) or one.rank is Rank.ACE for one in aside)
    sides = sorted((one for one in held if one.suit not in (None, Suit.SPADES)), key=lambda one: one.height)
    assert tricks_in(kept, Denomination.UPTOWN) > tricks_in(tuple(held - set(sides[:6])), Denomination.UPTOWN)


# ---------- Card Duel ----------
def hp_after(play: str, answer: str, hp: tuple[int, int]) -> tuple[int, ...]:
    plays = CardPlay.of(cards(play)), CardPlay.of(cards(answer))
    return tuple(score_round(number=1, coin=0, plays=plays, hp=hp).hp)


def test_the_examples_of_a_duel() -> None:
    assert hp_after("TS", "AS", (9, 9)) == (9, 0)
    assert hp_after("QS", "AH", (30, 8)) == (30, 0)
    assert hp_after("QS", "5D", (30, 8)) == (30, 1) and "leaves you 1" in text_of("cardduel")
    assert hp_after("9C 2C KS", "AD", (30, 30)) == (30, 20)
    assert all(str(CardPlay.of(hand).value) in words for hand, words in pictures("cardduel", "stacks"))


def unseen(hand: tuple[Card, ...]) -> list[Card]:
    return [one for one in SUITED if one not in hand]


def test_how_often_a_blaze_wins() -> None:
    odds = table("cardduel", "How often a blaze")
    for hand in (cards("KS QS TS 9C 4C"), cards("AS KS 2S 3S 5S")):
        found = [
            [f"{percent(chance_of_at_most(unseen(hand), held, int(more)))}%" for more in odds.heads[1:]]
            for held in (5, 4, 3)
        ]
        assert [row[1:] for row in odds.rows] == found
    assert chance_of_at_most(unseen(cards("KS QS TS AH AD")), 5, 20) > chance_of_at_most(unseen(hand), 5, 20)
    ((hand, words),) = pictures("cardduel", "blaze")
    swords = sum(one.height for one in hand if one.suit is Suit.SPADES)
    assert f"Swords of {swords} against 24 hit points: {swords - 24} more" in words
    chances = [percent(chance_of_at_most(unseen(hand), held, swords - 24)) for held in (5, 4)]
    assert re.findall(r"(\d+)%", words) == list(map(str, chances))
