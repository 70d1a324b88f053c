"""The pages of strategy: every number on them is what rules, cards or computer players make of it."""

import re
from math import comb
from typing import Any

import numpy as np
import pytest
from django.urls import reverse
from django.utils.translation import override

from games.bidwhist.bots.count import counted
from games.bidwhist.bots.numbers import EVERY
from games.bidwhist.options import Terms as BidWhistTerms
from games.bidwhist.score import BOOKS, Denomination, end_of_game
from games.bots.pack import pack_bits
from games.cardduel.bots.odds import chance_of_at_most
from games.cardduel.score import Play, score_round
from games.cardduel.state import HAND_SIZE as DUEL_HAND
from games.engine.cards import PACK, Card, Rank, Suit, cards
from games.presenters.rules_pages import strategy_page
from games.registry import GAMES
from games.spades.bots.bids import KnownBids, bid_of, nil_chance
from games.spades.bots.learnt import tricks_won
from games.spades.options import Terms
from games.spades.score import Bid, Standing, score_side
from games.viewmodel.strategy import Drawn, Odds
from games.viewmodel.words import decimal, signed
from tests.engine.bidwhist_positions import line_of, whist_bid
from tests.pages.markup import Page, page_at, plain

ADVICE = {key: game.strategy for key, game in GAMES.items() if game.strategy is not None}
SUITED = [one for one in PACK if one.suit is not None]


def page_of(key: str) -> Page:
    return page_at(reverse("games:strategy", args=[key]))


def told(key: str) -> str:
    return plain(page_of(key).text)


def table(key: str, caption: str) -> Odds:
    shown = strategy_page(key)
    assert shown is not None
    (found,) = (
        block
        for part in shown.parts
        for block in part.blocks
        if isinstance(block, Odds) and block.caption.startswith(caption)
    )
    return found


def drawn_in(key: str, part: str) -> list[tuple[tuple[Card, ...], str]]:
    blocks = next(one.blocks for one in ADVICE[key].parts if one.key == part)
    return [(cards(one.cards), str(one.words)) for one in blocks if isinstance(one, Drawn)]


def in_hundred(chance: float) -> int:
    return round(100 * chance)


# The pages


def test_every_game_has_one() -> None:
    assert set(ADVICE) == set(GAMES)


@pytest.mark.parametrize("key", ADVICE)
def test_nothing_is_left_in_signs_and_there_are_pictures(key: str) -> None:
    page = page_of(key)
    assert "[" not in page.text
    assert page.tags.count("figure") >= 2, "two pictures of hands or tables at least"


@pytest.mark.parametrize("key", ADVICE)
def test_the_rules_lead_to_it_and_it_leads_back(key: str) -> None:
    rules, strategy = (reverse(name, args=[key]) for name in ("games:rules_of", "games:strategy"))
    assert strategy in page_at(rules).links and rules in page_at(strategy).links
    assert {strategy, rules} <= set(page_at(reverse("games:rules")).links)


@pytest.mark.parametrize("key", ADVICE)
def test_a_table_has_a_head_for_each_column(key: str) -> None:
    shown = strategy_page(key)
    assert shown is not None
    tables = [block for part in shown.parts for block in part.blocks if isinstance(block, Odds)]
    assert all(len(row) == len(one.heads) for one in tables for row in one.rows)


@pytest.mark.parametrize("key", ADVICE)
def test_a_percentage_is_written_as_the_language_writes_it(key: str) -> None:
    with override("de"):
        shown = str(strategy_page(key)).replace(r"\xa0", "\xa0")  # as it is written on the page
    assert not re.search(r"\d%", shown)


@pytest.mark.parametrize("key", ADVICE)
def test_no_card_is_drawn_twice_in_a_hand(key: str) -> None:
    hands = [hand for part in ADVICE[key].parts for hand, _ in drawn_in(key, part.key)]
    assert all(len(set(hand)) == len(hand) for hand in hands)


# Two-Man Spades: 12 cards seen, ten of the other forty are hers


def test_what_sleeps_in_two_man_spades() -> None:
    text = told("twoman")
    assert (52 - 12, 40 / 10) == (40, 4) and "one time in four" in text
    assert 0.5 < comb(38, 10) / comb(40, 10) < 0.6 and "a little more than half the time" in text
    assert 2 < 9 * 10 / 40 < 3 and "between two and three" in text


def test_what_one_more_is_worth_in_two_man_spades() -> None:
    text = told("twoman")
    assert "You stake 70 to win 24" in text and 0.7 < 70 / (70 + 24) < 0.78
    assert "you stake 70 to win 110" in text and 0.38 < 70 / (70 + 110) < 0.4


# Spades


def with_honours(honours: str, length: int) -> str:
    """A suit's cards: these honours, and small ones beside them."""
    return honours + "2345678"[: length - len(honours)]


def worth(suit: str, other: str) -> float:
    """Tricks that one holding of diamonds takes more than another of the same length, all else being equal."""
    rest = ["2S", "3S", "4S", "5S", "2C", "3C", "4C", "5C"]
    return tricks_won(pack_bits(cards(" ".join([*rest, *(f"{one}D" for one in suit)])))) - tricks_won(
        pack_bits(cards(" ".join([*rest, *(f"{one}D" for one in other)])))
    )


def test_what_honours_are_worth_in_spades() -> None:
    honours = {"the ace": "A", "the king": "K", "the queen": "Q", "ace and king": "AK", "ace and queen": "AQ"}
    honours["king and queen"] = "KQ"
    found = {}
    for name, held in honours.items():
        sizes = range(2, 6)
        found[name] = tuple(decimal(worth(with_honours(held, size), with_honours("", size))) for size in sizes)
    assert {row[0]: row[1:] for row in table("spades", "What honours").rows} == found


def follow(mine: int, rounds: int) -> float:
    """How often both opponents have so many of a suit of which I hold so many, the rest lying anyhow in three hands."""
    out = 13 - mine
    ways = sum(
        comb(out, one) * comb(39 - out, 13 - one) * comb(out - one, two) * comb(26 - out + one, 13 - two)
        for one in range(rounds, min(out, 13) + 1)
        for two in range(rounds, out - one + 1)
        if 26 - out + one >= 13 - two >= 0
    )
    return ways / (comb(39, 13) * comb(26, 13))


def test_how_often_the_opponents_follow_in_spades() -> None:
    shown = table("spades", "How often both")
    lengths = [int(head) for head in shown.heads[1:]]
    found = [tuple(f"{in_hundred(follow(mine, rounds))}%" for mine in lengths) for rounds in (1, 2)]
    assert [row[1:] for row in shown.rows] == found


def test_the_hands_counted_in_spades() -> None:
    for hand, words in drawn_in("spades", "counting"):
        assert f"{tricks_won(pack_bits(hand)):.1f}" in words
        nobody = KnownBids((None,) * 4, 0, Terms())
        assert f"Bid {bid_of(hand, nobody, range(14))}" in words


def after(bids: tuple[Bid, Bid], tricks: tuple[int, int], bags: int = 0) -> int:
    return score_side(Standing(0, bags), bids, tricks, Terms()).points


def test_what_one_more_is_worth_in_spades() -> None:
    text, a_bag_later = told("spades"), 10
    made, missed = after((4, 4), (4, 4)), after((4, 4), (4, 3))
    assert (made, missed, after((4, 3), (4, 4)), after((4, 3), (4, 3))) == (80, -80, 71, 70)
    won, lost = made - (71 - a_bag_later), 70 - missed
    assert f"You stake {lost} to win {won}" in text and round(lost / (lost + won), 1) == 0.9
    with_nine = made - after((4, 3), (4, 4), 9)
    assert f"you stake {lost} to win {with_nine}" in text and round(lost / (lost + with_nine), 1) == 0.6


def test_the_nils_of_spades() -> None:
    assert [in_hundred(nil_chance(hand)) for hand, _ in drawn_in("spades", "nil")] == [
        int(found[1]) for _, words in drawn_in("spades", "nil") if (found := re.search(r"Kept (\d+) times", words))
    ]


def test_what_nils_and_sets_are_worth_in_spades() -> None:
    text = told("spades")
    kept, broken = after((0, 4), (0, 4)), after((0, 4), (1, 4)) - 1
    assert kept - broken == after((5, 5), (5, 5)) - after((5, 5), (5, 4)) == 200
    blind = 0.2 * after(("b0", 4), (0, 4)) + 0.8 * (after(("b0", 4), (1, 4)) - 1) - 40
    assert round(blind) == -40 and "a loss of 40" in text
    a_bag = (100 - 10) / 10
    assert (after((2, 3), (2, 3)) - after((2, 3), (2, 2))) // a_bag == 11 and "as much as eleven bags" in text
    assert 200 / a_bag > 20 and "more than twenty bags" in text


def test_what_wins_spades() -> None:
    assert 430 + after((3, 4), (3, 4)) >= 500 > 430 + after((3, 3), (5, 4))
    assert 460 + after((2, 3), (2, 3)) == 510


# Bid Whist


def test_what_each_bid_of_bid_whist_brings() -> None:
    for name, *cells in table("bidwhist", "What each bid").rows:
        called = name[0] + ("N" if "no trump" in name else "U")
        bid = whist_bid(called)
        made, lost = (line_of(called, bid.promised - less) for less in (1, 2))
        assert made.is_made and not lost.is_made
        assert cells == [str(bid.promised), str(bid.promised - 1), signed(made.points), signed(lost.points)]


def ends(score: int, bid: str, books: int) -> int | None:
    """Which side wins at once, the declarer's being 0; None where the game goes on."""
    line = line_of(bid, books - 1)
    done = end_of_game((score + line.points, 0), (0, 0), side=0, line=line, terms=BidWhistTerms())
    return done.winner if done else None


def test_the_scores_of_bid_whist() -> None:
    text = told("bidwhist")
    assert line_of("4U", 11).points == line_of("6U", 11).points == 6 and "4 uptown with 12 books brings 6" in text
    assert (ends(0, "4N", 10), ends(0, "4N", 9)) == (0, 1)
    assert (ends(3, "4U", 10), ends(2, "4U", 10)) == (0, None) and "From 3 points on" in text
    assert (ends(-3, "4U", 9), ends(-2, "4U", 9)) == (1, None) and "From −3 on a set 4 loses it at once" in text
    assert (ends(-1, "5U", 10), ends(-2, "5U", 10)) == (None, 1) and "while you are above −2" in text
    for level, books in {4: "four", 5: "three", 6: "two", 7: "one"}.items():
        assert f"{level} {books}" in text.replace("4 you need four books", "4 four")
        assert BOOKS - whist_bid(f"{level}U").promised + 1 == {"four": 4, "three": 3, "two": 2, "one": 1}[books]


def tricks_in(hand: tuple[Card, ...], denomination: Denomination) -> float:
    every = counted(np.array([pack_bits(hand)]))[:, 0]
    return max(float(every[place]) for place, one in enumerate(EVERY) if one.bid.denomination is denomination)


def with_spades(hand: str) -> float:
    """Tricks uptown with spades as trumps."""
    place = next(
        place
        for place, one in enumerate(EVERY)
        if one.bid.denomination is Denomination.UPTOWN and one.trump is Suit.SPADES
    )
    return float(counted(np.array([pack_bits(cards(hand))]))[place, 0])


#: A holding of the table, and hands with and without it.
HOLDINGS = {
    "each trump": ("8S 7S 8H 8D 8C", "8S 7H 8H 8D 8C"),
    "the big joker": ("8S BJ 8H 8D 8C", "8S 7S 8H 8D 8C"),
    "the little joker": ("8S LJ 8H 8D 8C", "8S 7S 8H 8D 8C"),
    "the ace of trumps": ("8S AS 8H 8D 8C", "8S 7S 8H 8D 8C"),
    "the ace of a side suit": ("8S AH 8H 8D 8C", "8S 7H 8H 8D 8C"),
    "the king beside its ace": ("8S AH KH 8D 8C", "8S AH 8H 8D 8C"),
    "a king with small cards": ("8S KH 8H 8D 8C", "8S 7H 8H 8D 8C"),
    "a side suit you do not hold": ("8S 7S 8H 7H 8D", "8S 7S 8H 8D 8C"),
}


def test_what_holdings_add_in_bid_whist() -> None:
    rows: dict[str, Any] = dict(table("bidwhist", "What a holding adds").rows)
    assert len(rows) == len(HOLDINGS)
    for name, (held, without) in HOLDINGS.items():
        (shown,) = (cell for row, cell in rows.items() if row.startswith(name))
        assert shown == decimal(with_spades(held) - with_spades(without)), name
    assert round(with_spades("8H 7H 8D 7D 8C")) == 5


def test_the_hands_counted_in_bid_whist() -> None:
    (up, said_up), (down, said_down), (none, said_none) = drawn_in("bidwhist", "updown")
    high, low = Denomination.UPTOWN, Denomination.DOWNTOWN
    for hand, words in ((up, said_up), (down, said_down)):
        assert f"{tricks_in(hand, high):.1f}" in words and f"{tricks_in(hand, low):.1f}" in words
    assert tricks_in(up, high) > tricks_in(up, low) and tricks_in(down, low) > tricks_in(down, high)
    best = max(tricks_in(none, high), tricks_in(none, low))
    assert f"{tricks_in(none, Denomination.NO_TRUMP):.1f} tricks in no trump, {best:.1f} in the best" in said_none


def test_where_the_cards_of_bid_whist_lie() -> None:
    out, kitty, hand = 54 - 12, 6, 12
    nine = comb(out - 9, kitty) / comb(out, kitty)
    one_of_nine = 9 * comb(out - 9, kitty - 1) / comb(out, kitty)
    chances = [
        kitty / out,
        hand / out,
        2 * hand / out,
        1 - comb(out - 2, kitty) / comb(out, kitty),
        1 - nine,
        1 - nine - one_of_nine,
    ]
    shown = [row[1] for row in table("bidwhist", "Where the cards").rows]
    assert shown == [f"{in_hundred(chance)}%" for chance in chances]


def test_the_discard_of_bid_whist() -> None:
    """What is kept has no diamond and one club, every trump and ace, and counts for more than the highest twelve."""
    first, _ = drawn_in("bidwhist", "updown")[0]
    ((aside, words),) = drawn_in("bidwhist", "kitty")
    held = {*first, *cards(" ".join(re.findall(r"\[(\w\w)\]", words)))}
    assert len(held) == 18 and set(aside) <= held
    kept = tuple(held - set(aside))
    suits = [one.suit for one in kept]
    assert (suits.count(Suit.DIAMONDS), suits.count(Suit.CLUBS)) == (0, 1)
    assert not any(one.suit in (None, Suit.SPADES) or one.rank is Rank.ACE for one in aside)
    sides = sorted((one for one in held if one.suit not in (None, Suit.SPADES)), key=lambda one: one.height)
    lowest = tuple(held - set(sides[:6]))
    assert tricks_in(kept, Denomination.UPTOWN) > tricks_in(lowest, Denomination.UPTOWN)


# Card Duel


def test_what_the_other_may_hold_in_a_duel() -> None:
    shown = table("cardduel", "How often the other side has")
    found = [
        tuple(f"{in_hundred(1 - comb(47 - 13 + int(mine), held) / comb(47, held))}%" for mine in shown.heads[1:])
        for held in (5, 4)
    ]
    assert [row[1:] for row in shown.rows] == found
    swords = [one.height for one in SUITED if one.suit is Suit.SPADES]
    assert sum(swords) / len(swords) == 8 and "averages 8 a card" in told("cardduel")
    both = 1 - 2 * comb(39, DUEL_HAND) / comb(52, DUEL_HAND) + comb(26, DUEL_HAND) / comb(52, DUEL_HAND)
    assert f"a sword and a wand {in_hundred(both)} times in 100" in told("cardduel")


def fought(one: str, other: str, hp: tuple[int, int]) -> tuple[int, ...]:
    return tuple(score_round(number=1, coin=0, plays=(Play.of(cards(one)), Play.of(cards(other))), hp=hp).hp)


def test_the_examples_of_a_duel() -> None:
    assert fought("TS", "AS", (9, 9)) == (9, 0)
    assert fought("QS", "AH", (30, 8)) == (30, 0)
    assert fought("QS", "5D", (30, 8)) == (30, 1) and "leaves you 1" in told("cardduel")
    for hand, words in drawn_in("cardduel", "stacks"):
        assert str(Play.of(hand).value) in words
    assert fought("9C 2C KS", "AD", (30, 30)) == (30, 20)


def left(hand: tuple[Card, ...]) -> list[Card]:
    return [one for one in SUITED if one not in hand]


def test_how_often_a_blaze_wins() -> None:
    shown = table("cardduel", "How often a blaze")
    for hand in (cards("KS QS TS 9C 4C"), cards("AS KS 2S 3S 5S")):
        found = [
            tuple(f"{in_hundred(chance_of_at_most(left(hand), held, int(more)))}%" for more in shown.heads[1:])
            for held in (5, 4, 3)
        ]
        assert [row[1:] for row in shown.rows] == found
    assert chance_of_at_most(left(cards("KS QS TS AH AD")), 5, 20) > chance_of_at_most(left(hand), 5, 20)


def test_the_blaze_that_is_drawn() -> None:
    ((hand, words),) = drawn_in("cardduel", "blaze")
    swords = sum(one.height for one in hand if one.suit is Suit.SPADES)
    assert f"Swords of {swords} against 24 hit points: {swords - 24} more" in words
    chances = [in_hundred(chance_of_at_most(left(hand), held, swords - 24)) for held in (5, 4)]
    assert re.findall(r"(\d+) times", words) == list(map(str, chances))
