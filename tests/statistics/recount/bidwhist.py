"""Bid Whist, recounted from the contracts, books and scores in records. `test_counting.py` counts renege calls."""

from typing import Any

from tests.statistics.recount.pages import COLUMNS, Figures, Hands, Shape, by_word, every_game, percent, share
from tests.statistics.recount.records import Game, Hand, Record, ending, level, own_seat

#: Default options, and others that make rare events likelier.
CHOSEN: tuple[dict[str, Any], ...] = (
    {},
    {"min_bid": 1, "win_score": 20, "lose_score": -20},
    {"jokers": 0},
    {"jokers": 1, "min_bid": 3},
)
#: Starts other than 0 to 0.
STARTS: tuple[dict[str, Any], ...] = (
    {"dealer": 2, "score": [3, -4], "wins": [0, 1]},
    {"dealer": 0, "score": [-5, 5], "wins": [2, 0]},
)

KINDS = {"U": "uptown", "D": "downtown", "N": "no trump"}


def game_of(record: Record) -> Game:
    seat, start = own_seat(record), record["start"]
    side, mate, scores, hands, dealer = seat % 2, (seat + 2) % 4, [start["score"]], [], start["dealer"]
    company = f"with {record['seats'][mate]['player']}"
    for recorded in record["hands"]:
        first = dealer = (dealer + 1) % 4
        if "result" not in recorded:
            continue
        hand = Hand({"led" if first == seat else "followed", company})
        hands.append(hand)
        if "contract" not in recorded["result"]:
            hand.words.add("passed out")
            continue
        count(hand, recorded["result"], scores[-1][side], seat)
        scores.append(recorded["result"]["score"])
    words = {company, *(hands[0].words & {"led", "followed"} if hands else ())}
    others = [(seat + 1) % 4, (seat + 3) % 4]
    course = [(one[side], one[1 - side]) for one in scores]
    return Game(ending(record, side), level(record, others), course, hands, words)


def count(hand: Hand, result: dict[str, Any], score: int, seat: int) -> None:
    height, kind, side = int(result["contract"][0]), KINDS[result["contract"][1]], seat % 2
    is_own, books = result["declarer"] % 2 == side, result["books"]
    theirs = books[result["declarer"] % 2]
    is_made, is_boston = theirs >= 6 + height, theirs == 13
    hand.words |= {kind, f"level {height}"}
    hand.numbers |= {"points": result["score"][side] - score, "books": books[side]}
    if is_own:
        hand.numbers |= {"promised": 6 + height, "taken": books[side]}
        hand.words |= {"contract", "made" if is_made else "set"} | ({"boston"} if is_boston else set())
        if result["declarer"] == seat:
            hand.words |= {"declared", "declared made" if is_made else "declared set"}
        if height == 7:
            hand.words |= {"boston bid"} | ({"boston bid made"} if is_made else set())
    else:
        hand.words |= {"theirs"} | (set() if is_made else {"theirs set"}) | ({"their boston"} if is_boston else set())


def figures(records: list[Record]) -> Figures:
    games = [game_of(record) for record in records]
    hands = Hands.of(games)
    own = hands.has("contract")
    found = {
        ("Your side’s contracts", "contracts made"): share(hands.has("made"), own),
        ("Your side’s contracts", "set"): hands.number("set"),
        ("Your side’s contracts", "average books bid"): hands.mean("promised"),
        ("Your side’s contracts", "average books taken"): hands.mean("taken"),
        ("Your side’s contracts", "other side set"): share(hands.has("theirs set"), hands.has("theirs")),
        ("Your side’s contracts", "books per hand, any contract"): hands.mean("books"),
        ("Your side’s contracts", "hands everyone passed"): hands.number("passed out"),
        ("You as declarer", "of your side’s contracts"): share(hands.has("declared"), own),
        ("You as declarer", "made"): share(hands.has("declared made"), hands.has("declared")),
        ("You as declarer", "set"): hands.number("declared set"),
        ("Bostons", "all thirteen books"): hands.number("boston"),
        ("Bostons", "bid and made"): share(hands.has("boston bid made"), hands.has("boston bid")),
        ("Bostons", "by the other side"): hands.number("their boston"),
    }
    found |= every_game(games, Shape(4, 2, 10), COLUMNS)
    found |= contracts("Contracts by kind", {kind: kind for kind in KINDS.values()}, hands)
    found |= contracts("Contracts by level", {f"level {n}": f"level {n}" for n in range(1, 8)}, hands)
    levels = {one: f"with {one}" for one in ("easy", "medium", "hard")}
    first = {"You bid first": "led", "Someone else did": "followed"}
    found |= by_word("By your partner’s level", games, levels, COLUMNS)
    return found | by_word("By who bid first", games, first, COLUMNS)


def contracts(title: str, names: dict[str, str], hands: list[Hand]) -> Figures:
    found: Figures = {}
    for name, word in names.items():
        those = Hands(hand for hand in hands if word in hand.words)
        cells = {
            "Yours": str(those.has("contract")),
            "Made": percent(those.has("made"), those.has("contract")),
            "Set": str(those.has("set")),
            "You declared": str(those.has("declared")),
            "You made": percent(those.has("declared made"), those.has("declared")),
            "Theirs": str(those.has("theirs")),
            "Theirs set": str(those.has("theirs set")),
        }
        found |= {(title, f"{name}: {head}"): (value, "") for head, value in cells.items() if those}
    return found
