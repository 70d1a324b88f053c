"""Rules pages: their addresses, and the numbers and worked examples on them, which must agree with the rules."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from games import registry as players
from games.bidwhist.options import Terms as BidWhistTerms
from games.bidwhist.score import BOOKS, FIRST_BOOKS, Contract, Denomination, Direction, end_of_game
from games.bidwhist.state import HAND_SIZE
from games.cardduel.rules import FULL_HP
from games.cardduel.rules import HAND_SIZE as DUEL_HAND
from games.cardduel.score import CardPlay, Purpose, score_blaze, score_round
from games.engine.cards import BIG_JOKER, LITTLE_JOKER, PACK, Suit, card, cards
from games.engine.options import VARIANT, variant_of
from games.engine.state import ended
from games.engine.tricks import beating, following, winning_place
from games.lobby.rules_pages import rules_page
from games.pages.words import card_name
from games.registry import GAMES, ruleset
from games.spades.options import CUSTOM, FIXED, Terms
from games.spades.score import SpadesBid, Standing, score_side
from games.spades.score import end_of_game as end_of_spades
from games.spades.state import RANKING, winning_seat
from games.twoman.score import BAG_CARDS, Pile
from games.twoman.score import Contract as Bid
from games.twoman.score import Standing as TwoManStanding
from games.wording import option_words, value_words
from tests.asking import Page, page_at, parsed, plain, read
from tests.bidwhist.positions import line_of, whist_bid
from tests.play import set_players

CARD = re.compile(r"\[(\w\w)\]")


def rows_of(name: str) -> list[tuple[str, ...]]:
    """Return the cells of the rows of worked examples in that template; a heading is a row of one cell."""
    html = render_to_string(f"pages/_examples_{name}.html")
    rows = re.findall("<tr.*?</tr>", html, re.DOTALL)
    return [tuple(map(str.strip, re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL))) for row in rows]


TWO_MAN, SPADES, BID_WHIST, CARD_DUEL = map(rows_of, GAMES)
BLAZE = rows_of("blaze")


def page_of(key: str, query: str = "") -> Page:
    return page_at(reverse("games:rules_of", args=[key]) + query)


def told(rows: list[tuple[str, ...]], place: int) -> tuple[str, str]:
    situation, outcome = rows[place]
    return situation, outcome


def signed(number: int) -> str:
    return str(number).replace("-", "−")


def test_an_unknown_game_is_404_and_the_old_address_redirects() -> None:
    for page in ("", "strategy/"):
        for key in ("chess", "two", "rules", "TWOMAN"):
            assert Client().get(f"/rules/{key}/{page}").status_code == 404
        answer = Client().get(f"/rules/two-man-spades/{page}")
        assert (answer.status_code, answer["Location"]) == (301, f"/rules/twoman/{page}")


def test_the_index_lists_the_games_that_have_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in set(players.GAMES) - {"twoman"}:
        set_players(monkeypatch, key, {})
    links = page_at(reverse("games:rules")).links
    assert [link for link in links if link in {f"/rules/{key}/" for key in GAMES}] == ["/rules/twoman/"]


@pytest.mark.parametrize("key", GAMES)
def test_a_page_has_every_example_and_every_option(key: str) -> None:
    page, options = page_of(key), [one for one in ruleset(key).options if one.key != VARIANT]
    examples = [row for row in (*rows_of(key), *(BLAZE if key == "cardduel" else ())) if len(row) == 2]
    assert len(page.examples) == len(examples)
    assert all(str(option_words(key, option.key).effect) in plain(page.text) for option in options)
    assert {f"option-{one.key}" for one in options} <= page.names


@pytest.mark.parametrize("variant", (*FIXED, *CUSTOM))
def test_a_variant_has_its_own_values_and_names_its_special_rules_first(variant: str) -> None:
    shown, known = rules_page("spades", variant), {one.key: one for one in ruleset("spades").options}
    assert shown is not None
    for option, one in zip(ruleset("spades").options[1:], shown["options"], strict=True):
        assert one["usual"] == value_words("spades", option.key, option.default_in(variant))
        assert one["is_fixed"] == (variant in option.fixed)
    assert [one["key"] for one in shown["variants"] if one["is_shown"]] == [variant]
    told, page = " ".join(shown["special"]), plain(page_of("spades", f"?variant={variant}").text)
    assert all(rule in page for rule in shown["special"])
    assert page.index(shown["special"][0]) < page.index("Four players sit around the table")
    usual = {name: option.default_in(variant) for name, option in known.items()}
    assert f"{usual['winning_score']} points" in told
    lose = usual["losing_score"]
    assert ("no losing score" if lose is None else value_words("spades", "losing_score", lose)) in told
    may_bid_blind = usual["allow_blind_nils"] and not (usual["one_nil"] or usual["bid_spades"])
    assert ("no blind nil" in told) is not bool(may_bid_blind)
    assert ("lowest club" in told) is usual["first_trick_low_clubs"]


def test_the_variant_of_the_address_is_shown_and_the_default_for_an_unknown_one() -> None:
    assert "as they stand in Solo" in plain(page_of("spades", "?variant=solo").text)
    for query in ("?variant=", "?variant=poker", "?variant=%00", "?variant=solo&variant=x", "?x=1"):
        assert "as they stand in Partner" in plain(page_of("spades", query).text)
    assert variant_of(ruleset("spades").options, {VARIANT: "poker"}) == FIXED[0]


@pytest.mark.parametrize(("place", "word", "gains"), [(1, "odd", 10), (2, "odd", 20), (3, "even", 20), (4, "even", 20)])
def test_an_example_of_a_pile_has_its_total_and_points(place: int, word: str, gains: int) -> None:
    situation, outcome = told(TWO_MAN, place)
    pile = Pile(cards(" ".join(CARD.findall(situation))))
    assert (pile.parity, pile.points) == (word, gains)
    assert f"{word}." in situation or f"{word} and" in situation
    assert {pile.total, gains} <= set(map(int, re.findall(r"\d+", CARD.sub("", outcome))))


#: For each example of a bid its place, tricks taken, bags before the hand, and bag cards won.
TWO_MAN_BIDS = [
    (6, Bid(4), 6, 5, ""),
    (7, Bid(3), 3, -2, "7D TC"),
    (8, Bid(0), 2, 5, ""),
    (11, Bid(5, blind=True), 7, 0, ""),
    (12, Bid(6, blind=True), 5, 0, ""),
]


@pytest.mark.parametrize(("place", "bid", "tricks", "before", "won"), TWO_MAN_BIDS)
def test_an_example_of_a_bid_has_its_points_and_bags(place: int, bid: Bid, tricks: int, before: int, won: str) -> None:
    _situation, outcome = told(TWO_MAN, place)
    points, bags = bid.points(tricks, 200), before + bid.bags(tricks) - sum(BAG_CARDS[one] for one in cards(won))
    assert outcome.startswith(f"Base {'+' if points > 0 else '−'}{abs(points)}")
    assert not bags or f"{signed(bags)} bags" in outcome
    settled = TwoManStanding(0, before).with_bags(bags - before)
    assert ("they pay" in outcome) - ("cost 100" in outcome) == settled.base // 100
    assert ("Bags 0." in outcome) is (settled.bags == 0 < abs(settled.base))


def test_the_page_says_who_wins_when_all_sides_are_bust() -> None:
    assert end_of_spades([610, 700], Terms(win=500, lose=600)) == ended(0, "score")
    assert "If all have gone too far, the lowest score wins." in plain(page_of("spades").text)


#: For each example of a score the bids and tricks of a side's two players, and the side's bags before the hand.
SPADES_HANDS: list[tuple[tuple[SpadesBid, SpadesBid], tuple[int, int], int]] = [
    ((3, 4), (3, 4), 0),
    ((3, 4), (5, 4), 0),
    ((3, 4), (2, 4), 0),
    ((0, 4), (0, 5), 0),
    ((0, 4), (1, 4), 0),
    ((0, 4), (2, 3), 0),
    (("b0", 3), (0, 3), 0),
    (("b0", 3), (1, 3), 0),
    ((5, 3), (7, 3), 9),
]


@pytest.mark.parametrize("place", range(len(SPADES_HANDS)))
def test_an_example_of_spades_has_the_points_of_the_rules(place: int) -> None:
    bids, tricks, bags = SPADES_HANDS[place]
    line = score_side(Standing(0, bags), bids, tricks, Terms())
    situation, outcome = told(SPADES, place)
    numbers = {int(one) for one in re.findall(r"\d+", situation)}
    assert {sum(tricks), *tricks} & numbers
    shown = outcome.removesuffix(" One bag stays.").rstrip(".")
    if ":" in shown:
        assert shown.endswith(f": {signed(line.points)}")
    else:
        assert shown.startswith(f"{abs(line.points)} points")
        assert ("lost" in shown) == (line.points < 0)
    assert ("One bag stays" in outcome) == (bags > 0 and line.bags == 1)


@pytest.mark.parametrize("place", [9, 10, 11])
def test_an_example_of_must_beat_has_the_cards_that_may_be_played(place: int) -> None:
    situation, outcome = told(SPADES, place)
    before, held_text = situation.split("You hold")
    trick, held = [card(one) for one in CARD.findall(before)], [card(one) for one in CARD.findall(held_text)]
    may = following(held, trick[0].suit) or tuple(held)
    may = beating(may, trick, RANKING) or may
    assert CARD.findall(outcome) == ([] if len(may) == len(held) else [one.text for one in may])


def test_the_example_of_low_clubs_names_the_winner() -> None:
    situation, outcome = told(SPADES, 12)
    trick = cards(" ".join(CARD.findall(situation)))
    assert CARD.findall(outcome) == [trick[winning_seat(0, trick, of_clubs=True)].text]


def play_in(text: str) -> CardPlay:
    """Return the play of a sentence, in which the first card is the top."""
    top, *wands = cards(" ".join(CARD.findall(text)))
    return CardPlay.of((*wands, top))


@pytest.mark.parametrize("place", range(len(CARD_DUEL)))
def test_an_example_of_card_duel_ends_with_the_hit_points_of_the_rules(place: int) -> None:
    situation, outcome = told(CARD_DUEL, place)
    one, other = map(int, re.findall(r"\d+", situation.split(".")[0]))
    first, second = situation.split("player 2")
    done = score_round(number=1, coin=0, plays=(play_in(first), play_in(second)), hp=(one, other))
    assert outcome.rstrip(".").endswith(f"{done.hp[0]} and {done.hp[1]}")


@pytest.mark.parametrize(("place", "mine", "hers"), [(0, "KS QS", "4H 2D 4D"), (1, "AS KS TS", "7D")])
def test_an_example_of_a_blaze_has_the_numbers_of_the_rules(place: int, mine: str, hers: str) -> None:
    situation, outcome = told(BLAZE, place)
    assert CARD.findall(situation) == [*mine.split(), *hers.split()]
    blaze = score_blaze(invoker=0, hands=(cards(mine), cards(hers)), hp=(FULL_HP, FULL_HP))
    assert {blaze.swords, blaze.shields} <= set(map(int, re.findall(r"\d+", outcome)))
    assert ("you win" in outcome) == (blaze.winner == 0)
    assert str(blaze.hp[1]) in outcome


def test_the_page_of_card_duel_has_the_numbers_of_the_rules() -> None:
    assert "[KS], [QS] and three wands" in told(BLAZE, 0)[0] and DUEL_HAND == 2 + 3
    text = page_of("cardduel").text
    most = next(one for one in ruleset("cardduel").options if one.key == "max_rounds")
    assert f"{FULL_HP} hit points" in text and f"After {most.default} rounds" in text


WHIST_HANDS = [("5U", 10), ("5U", 9), ("5U", 11), ("4N", 9), ("4N", 8), ("4D", 12), ("7U", 12)]


@pytest.mark.parametrize("place", range(len(WHIST_HANDS)))
def test_an_example_of_bid_whist_has_the_points_of_the_rules(place: int) -> None:
    bid, tricks = WHIST_HANDS[place]
    line = line_of(bid, tricks)
    situation, outcome = told(BID_WHIST, place)
    assert situation.startswith(bid[0])
    assert f"{abs(line.points)} points" in outcome
    assert ("lost" in outcome) == (line.points < 0)
    assert ("Boston" in outcome) == (line.is_boston and not line.is_grand)
    assert "books" not in situation or f"{line.books} books" in situation


@pytest.mark.parametrize(("place", "bid", "tally", "wins"), [(5, "4D", "one win", 1), (6, "7U", "2 wins", 2)])
def test_an_example_of_a_boston_has_the_wins_of_the_rules(place: int, bid: str, tally: str, wins: int) -> None:
    result = end_of_game((7, 0), (0, 0), side=0, line=line_of(bid, 12), terms=BidWhistTerms())
    assert result is not None and result.record["wins"] == (wins, 0)
    assert tally in told(BID_WHIST, place)[1]


def test_an_example_of_a_trick_names_its_winner() -> None:
    for place, bid, trump in [(7, "4U", Suit.HEARTS), (8, "4D", Suit.SPADES), (9, "4D", Suit.SPADES), (10, "4N", None)]:
        situation, outcome = told(BID_WHIST, place)
        trick = cards(" ".join(CARD.findall(situation)))
        assert CARD.findall(outcome) == [trick[winning_place(trick, Contract(whist_bid(bid), 0, trump=trump))].text]


def test_the_page_of_bid_whist_has_the_numbers_of_the_rules() -> None:
    text, usual = plain(page_of("bidwhist").text), BidWhistTerms()
    assert f"the deck has {52 + usual.jokers} cards: each player gets {HAND_SIZE}, and {usual.kitty} are left" in text
    assert f"from {usual.min_bid} to 7" in text
    assert f"A bid of {usual.min_bid} promises {FIRST_BOOKS + usual.min_bid} books" in text
    assert f"at {usual.win_score} points and loses it at {signed(usual.lose_score)}" in text
    assert f"they lose {usual.renege_penalty} books" in text
    assert f"All {BOOKS} books are a Boston" in text
    assert {str(one) for one in Denomination} == {"U", "D", "N"}


#: A row of large cards: the names of the cards, and the words below them.
DRAWN_ROW = re.compile(r'class="drawn__cards"[^>]* aria-label="([^"]*)".*?<figcaption>(.*?)</figcaption>', re.DOTALL)


def test_the_cards_of_bid_whist_are_in_the_order_of_their_strength() -> None:
    hearts, jokers = [one for one in PACK if one.suit is Suit.HEARTS], [BIG_JOKER, LITTLE_JOKER]
    contracts = [Contract(whist_bid(bid), 0, trump=Suit.HEARTS) for bid in ("4U", "4D")]
    down = Contract(whist_bid("4N"), 0, direction=Direction.DOWN)
    rows = [(contract, hearts + jokers) for contract in contracts] + [(down, hearts)]
    best_first = [sorted(held, key=contract.strength, reverse=True) for contract, held in rows]
    drawn = DRAWN_ROW.findall(read(Client(), reverse("games:rules_of", args=["bidwhist"])))
    assert [names for names, _words in drawn] == [", ".join(map(card_name, held)) for held in best_first]


def test_the_plays_of_card_duel_are_worth_what_the_rules_say() -> None:
    named = {card_name(one): one for one in PACK}
    for names, words in DRAWN_ROW.findall(read(Client(), reverse("games:rules_of", args=["cardduel"]))):
        play = CardPlay.of(tuple(named[name] for name in names.split(", ")))
        deed = "" if play.deed is Purpose.NOTHING else f"{play.deed.name.lower()} {play.value}"
        assert plain(parsed(words).text).strip() == (deed or "no effect")
