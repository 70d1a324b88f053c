"""The rules pages of the games: they open, and every number on them is what the rules make of it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import registry as players
from games.bidwhist.options import Terms as BidWhistTerms
from games.bidwhist.score import BOOKS, FIRST_BOOKS, Contract, Denomination, end_of_game
from games.bidwhist.state import HAND_SIZE
from games.cardduel.score import Play, score_blaze, score_round
from games.cardduel.state import FULL_HP
from games.cardduel.state import HAND_SIZE as DUEL_HAND
from games.engine.cards import Suit, card, cards
from games.engine.options import VARIANT, variant_of
from games.engine.state import ended
from games.engine.tricks import beating, following, winning_place
from games.presenters.rules_pages import rules_page
from games.registry import GAMES, ruleset
from games.spades.bids import legal_bids
from games.spades.options import FIXED, PRESETS, Terms
from games.spades.play import winning_seat
from games.spades.score import Bid, Standing, score_side
from games.spades.score import end_of_game as end_of_spades
from games.spades.state import RANKING
from games.wording.options import option_words, value_words
from tests.engine.bidwhist_positions import line_of, whist_bid
from tests.pages.markup import Page, page_at, plain
from tests.players import let_play

PAGES = {key: game.rules_page for key, game in GAMES.items() if game.rules_page is not None}
SPADES, BID_WHIST, CARD_DUEL = (PAGES[key].examples for key in ("spades", "bidwhist", "cardduel"))
BLAZE = PAGES["cardduel"].more
NEW = ("spades", "cardduel", "bidwhist")
CARD = re.compile(r"\[(\w\w)\]")


def page_of(key: str, query: str = "") -> Page:
    return page_at(reverse("games:rules_of", args=[key]) + query)


def told(examples: tuple[tuple[object, object], ...], place: int) -> tuple[str, str]:
    situation, outcome = examples[place]
    return str(situation), str(outcome)


def signed(number: int) -> str:
    return str(number).replace("-", "−")


# The pages


@pytest.mark.parametrize("page", ["", "strategy/"])
@pytest.mark.parametrize("key", ["chess", "two", "rules", "TWOMAN"])
def test_there_is_no_page_of_another_game(key: str, page: str) -> None:
    assert Client().get(f"/rules/{key}/{page}").status_code == 404


@pytest.mark.parametrize("page", ["", "strategy/"])
def test_the_old_address_leads_to_two_man_spades(page: str) -> None:
    answer = Client().get(f"/rules/two-man-spades/{page}")
    assert (answer.status_code, answer["Location"]) == (301, f"/rules/twoman/{page}")


def test_the_index_lists_what_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in set(players.GAMES) - {"twoman"}:
        let_play(monkeypatch, key, {})
    links = page_at(reverse("games:rules")).links
    assert [link for link in links if link in {f"/rules/{key}/" for key in PAGES}] == ["/rules/twoman/"]


@pytest.mark.parametrize("key", NEW)
def test_every_example_is_on_the_page(key: str) -> None:
    assert len(page_of(key).examples) == len(PAGES[key].examples) + len(PAGES[key].more)


@pytest.mark.parametrize("key", NEW)
def test_every_option_is_told_with_its_usual_value(key: str) -> None:
    text = plain(page_of(key).text)
    for option in ruleset(key).options:
        if option.key != VARIANT:
            assert str(option_words(key, option.key).effect) in text
    assert {f"option-{one.key}" for one in ruleset(key).options if one.key != VARIANT} <= page_of(key).names


@pytest.mark.parametrize("variant", PRESETS)
def test_a_variant_has_its_own_values(variant: str) -> None:
    shown = rules_page("spades", variant)
    assert shown is not None
    for option, one in zip(ruleset("spades").options[1:], shown.options, strict=True):
        assert one.usual == value_words("spades", option.key, option.default_in(variant))
        assert one.is_fixed == (variant in option.fixed)
    assert [one.key for one in shown.variants if one.is_shown] == [variant]


@pytest.mark.parametrize("variant", PRESETS)
def test_a_variant_names_its_special_rules_first(variant: str) -> None:
    """Its ends, and whether blind nil may be bid, as the options have them."""
    shown, known = rules_page("spades", variant), {one.key: one for one in ruleset("spades").options}
    assert shown is not None
    told = " ".join(shown.special)
    page = plain(page_of("spades", f"?variant={variant}").text)
    assert all(rule in page for rule in shown.special)
    assert page.index(shown.special[0]) < page.index("Four players sit round the table")
    usual = {name: option.default_in(variant) for name, option in known.items()}
    assert f"{usual['winning_score']} points" in told
    lose = usual["losing_score"]
    assert ("nobody can fall out" if lose is None else value_words("spades", "losing_score", lose)) in told
    may_bid_blind = usual["allow_blind_nils"] and not (usual["one_nil"] or usual["bid_spades"])
    assert ("no blind nil" in told) is not bool(may_bid_blind)
    assert ("lowest club" in told) is usual["first_trick_low_clubs"]


@pytest.mark.parametrize("query", ["?variant=", "?variant=poker", "?variant=%00", "?variant=solo&variant=x", "?x=1"])
def test_an_unknown_variant_is_the_usual_one(query: str) -> None:
    assert "as they stand in Partner" in plain(page_of("spades", query).text)
    assert variant_of(ruleset("spades").options, {VARIANT: "poker"}) == FIXED[0]


def test_the_variant_asked_for_is_shown() -> None:
    assert "as they stand in Solo" in plain(page_of("spades", "?variant=solo").text)


# Spades


def test_the_end_is_told_also_where_all_have_gone_too_far() -> None:
    assert end_of_spades([610, 700], Terms(win=500, lose=600)) == ended(0, "score")
    assert "If all have gone too far, the lowest score wins." in plain(page_of("spades").text)


def test_bids_under_one_nil_are_told_as_an_exception() -> None:
    after = (9, None, None, None)
    most = [max(legal_bids(rules, (), after, 2)) for rules in (Terms(), Terms(one_nil=True))]
    assert most == [4, 13]
    assert "as in Suicide, they are not added, and the second may change the first." in plain(page_of("spades").text)


#: Bids and tricks of a side's two, bags before, and the example of the page.
SPADES_HANDS: list[tuple[tuple[Bid, Bid], tuple[int, int], int]] = [
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
def test_a_hand_of_spades(place: int) -> None:
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
def test_must_beat(place: int) -> None:
    situation, outcome = told(SPADES, place)
    before, held_text = situation.split("You hold")
    trick, held = [card(one) for one in CARD.findall(before)], [card(one) for one in CARD.findall(held_text)]
    may = following(held, trick[0].suit) or tuple(held)
    may = beating(may, trick, RANKING) or may
    assert CARD.findall(outcome) == ([] if len(may) == len(held) else [one.text for one in may])


def test_low_clubs() -> None:
    situation, outcome = told(SPADES, 12)
    trick = cards(" ".join(CARD.findall(situation)))
    assert CARD.findall(outcome) == [trick[winning_seat(0, trick, of_clubs=True)].text]


# Card Duel


def play_in(text: str) -> Play:
    """The play of a sentence: its first card on top of the others."""
    top, *wands = cards(" ".join(CARD.findall(text)))
    return Play.of((*wands, top))


@pytest.mark.parametrize("place", range(len(CARD_DUEL)))
def test_a_round(place: int) -> None:
    situation, outcome = told(CARD_DUEL, place)
    one, other = map(int, re.findall(r"\d+", situation.split(".")[0]))
    first, second = situation.split("player 2")
    done = score_round(number=1, coin=0, plays=(play_in(first), play_in(second)), hp=(one, other))
    assert outcome.rstrip(".").endswith(f"{done.hp[0]} and {done.hp[1]}")


@pytest.mark.parametrize(("place", "mine", "hers"), [(0, "KS QS", "4H 2D 4D"), (1, "AS KS TS", "7D")])
def test_a_blaze(place: int, mine: str, hers: str) -> None:
    situation, outcome = told(BLAZE, place)
    assert CARD.findall(situation) == [*mine.split(), *hers.split()]
    blaze = score_blaze(invoker=0, hands=(cards(mine), cards(hers)), hp=(FULL_HP, FULL_HP))
    assert {blaze.swords, blaze.shields} <= set(map(int, re.findall(r"\d+", outcome)))
    assert ("you win" in outcome) == (blaze.winner == 0)
    assert str(blaze.hp[1]) in outcome


def test_whoever_invokes_a_blaze_holds_a_whole_hand() -> None:
    """Two cards are named, and all others that it holds."""
    assert "[KS], [QS] and three wands" in told(BLAZE, 0)[0] and DUEL_HAND == 2 + 3


def test_a_duel_begins_with_so_many_points() -> None:
    assert f"{FULL_HP} hit points" in page_of("cardduel").text
    most = next(one for one in ruleset("cardduel").options if one.key == "max_rounds")
    assert f"After {most.default} rounds" in page_of("cardduel").text


# Bid Whist


def test_a_joker_that_was_kept_is_a_renege_in_both_languages() -> None:
    german = plain(page_at(reverse("games:rules_of", args=["bidwhist"]), headers={"Accept-Language": "de"}).text)
    assert "nicht bedient, obwohl es ging, oder keinen Joker abgeworfen, obwohl einer weg musste" in german
    assert "a card that may not be played" in plain(page_of("bidwhist").text)


WHIST_HANDS = [("5U", 10), ("5U", 9), ("5U", 11), ("4N", 9), ("4N", 8), ("4D", 12), ("7U", 12)]


@pytest.mark.parametrize("place", range(len(WHIST_HANDS)))
def test_a_hand_of_bid_whist(place: int) -> None:
    bid, tricks = WHIST_HANDS[place]
    line = line_of(bid, tricks)
    situation, outcome = told(BID_WHIST, place)
    assert situation.startswith(bid[0])
    assert f"{abs(line.points)} points" in outcome
    assert ("lost" in outcome) == (line.points < 0)
    assert ("Boston" in outcome) == (line.is_boston and not line.is_grand)
    assert "books" not in situation or f"{line.books} books" in situation


@pytest.mark.parametrize(("place", "bid", "tally"), [(5, "4D", "one win"), (6, "7U", "2 wins")])
def test_what_a_boston_counts(place: int, bid: str, tally: str) -> None:
    result = end_of_game((7, 0), (0, 0), side=0, line=line_of(bid, 12), terms=BidWhistTerms())
    assert result is not None
    wins = result.record["wins"]
    assert tally in told(BID_WHIST, place)[1]
    assert wins == (2 if tally == "2 wins" else 1, 0)


@pytest.mark.parametrize(
    ("place", "bid", "trump"),
    [(7, "4U", Suit.HEARTS), (8, "4D", Suit.SPADES), (9, "4D", Suit.SPADES), (10, "4N", None)],
)
def test_who_wins_a_trick(place: int, bid: str, trump: Suit | None) -> None:
    situation, outcome = told(BID_WHIST, place)
    trick = cards(" ".join(CARD.findall(situation)))
    assert CARD.findall(outcome) == [trick[winning_place(trick, Contract(whist_bid(bid), 0, trump=trump))].text]


def test_the_numbers_of_bid_whist() -> None:
    text, usual = plain(page_of("bidwhist").text), BidWhistTerms()
    assert f"the pack has {52 + usual.jokers} cards: everybody gets {HAND_SIZE}, and {usual.kitty} are left" in text
    assert f"from {usual.min_bid} to 7" in text
    assert f"A bid of {usual.min_bid} promises {FIRST_BOOKS + usual.min_bid} books" in text
    assert f"at {usual.win} points and loses it at {signed(usual.lose)}" in text
    assert f"they lose {usual.penalty} books" in text
    assert f"All {BOOKS} books are a Boston" in text
    assert {str(one) for one in Denomination} == {"U", "D", "N"}
