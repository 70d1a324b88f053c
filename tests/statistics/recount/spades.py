"""Spades of all variants, recounted from the bids, tricks and scores in records."""

from collections import Counter
from typing import Any

from tests.statistics.recount.pages import NILS, Figures, Hands, Shape, by_word, every_game, number, share
from tests.statistics.recount.records import Game, Hand, Record, ending, level, own_seat, pair, played, trick_winner

#: Default options, the other variants, and options that make rare events likelier.
CHOSEN: tuple[dict[str, Any], ...] = (
    {},
    {"variant": "solo"},
    {"variant": "suicide"},
    {"variant": "mirrors"},
    {"variant": "custom1", "blind_nil_exchange": 2, "allow_misdeals": True, "bonus_bid": 4},
    {"variant": "custom2", "partners": False, "one_nil": True, "ten_for_200": True, "losing_score": -600},
)
#: Starts with a side far behind.
STARTS: tuple[dict[str, Any], ...] = (
    {"dealer": 1, "score": [210, -80], "bags": [9, 4]},
    {"dealer": 3, "score": [-150, 320], "bags": [0, 7]},
)
#: Options of games with these starts.
STARTED_WITH: dict[str, Any] = {"losing_score": -200, "variant": "custom1"}

VARIANTS = {
    "partner": "Partner Spades",
    "solo": "Solo Spades",
    "suicide": "Suicide Spades",
    "mirrors": "Mirrors",
    "custom1": "Custom Spades 1",
    "custom2": "Custom Spades 2",
}


def game_of(record: Record) -> Game:
    seat, start = own_seat(record), record["start"]
    sides = len(start["score"])
    side, scores, bags, hands = seat % sides, [start["score"]], start["bags"], []
    variant, dealer = record["options"].get("variant", "partner"), start["dealer"]
    low_clubs = record["options"].get("first_trick_low_clubs", variant == "solo")
    others = [one for one in range(4) if one % sides != side]
    mates = [one for one in range(4) if one % sides == side and one != seat]
    company = {f"with {record['seats'][one]['player']}" for one in mates}
    for recorded in record["hands"]:
        first = dealer = (dealer + 1) % 4
        if "result" not in recorded:
            continue
        hand = Hand({variant, "led" if first == seat else "followed", *company})
        hands.append(hand)
        if any(verb == "misdeal" for _, verb, *_ in recorded["actions"]):
            hand.words |= {"misdeal"} | ({"own misdeal"} if [seat, "misdeal"] in recorded["actions"] else set())
            dealer = (dealer - 1) % 4
            continue
        assert tricks_of(recorded, low_clubs=low_clubs) == recorded["result"]["tricks"]
        count(hand, recorded, scores[-1][side], bags[side], seat, mates, others)
        scores.append(recorded["result"]["score"])
        bags = recorded["result"]["bags"]
    words = {variant, *company, *(hands[0].words & {"led", "followed"} if hands else ())}
    return Game(ending(record, side), level(record, others), [pair(one, side) for one in scores], hands, words)


def tricks_of(recorded: dict[str, Any], *, low_clubs: bool) -> list[int]:
    """Return the number of tricks by seat. With `low_clubs` the first trick counts as led in clubs."""
    plays, taken = played(recorded), [0, 0, 0, 0]
    for i in range(0, len(plays), 4):
        trick = plays[i : i + 4]
        taken[trick_winner([card for _, card in trick], trick[0][0], led="C" if low_clubs and not i else "")] += 1
    return taken


def worth(bid: Any) -> int:
    return bid if isinstance(bid, int) else 0


def count(
    hand: Hand, recorded: dict[str, Any], score: int, bags_before: int, seat: int, mates: list[int], others: list[int]
) -> None:
    bids, taken = recorded["result"]["bids"], recorded["result"]["tricks"]
    side, sides = [seat, *mates], 4 // (1 + len(mates))
    points = recorded["result"]["score"][seat % sides] - score
    promised = sum(worth(bids[one]) for one in side)
    got = sum(taken[one] for one in side if worth(bids[one]))
    over = (max(0, got - promised) if promised else 0) + sum(taken[one] for one in side if not worth(bids[one]))
    penalties = (bags_before + over) // 10
    nils = sum(-100 if taken[one] else 200 if bids[one] == "b0" else 100 for one in side if not worth(bids[one]))
    hand.numbers |= {"points": points, "bags": over, "bid": worth(bids[seat]), "tricks": taken[seat]}
    if promised:
        hand.numbers["contract"] = promised
        hand.words |= {"made" if got >= promised else "set"} | ({"exact"} if got == promised else set())
    bonus = points - nils - over + 100 * penalties - 10 * (promised if got >= promised else -promised)
    hand.words |= {"bonus"} if bonus else set()
    hand.words |= {"penalty"} if penalties else set()
    own_words(hand, recorded, seat, mates)
    contracts = [[one for one in others if one % sides == other] for other in {one % sides for one in others}]
    contracts = [those for those in contracts if sum(worth(bids[one]) for one in those)]
    hand.numbers["contracts"] = len(contracts)
    hand.numbers["contracts set"] = sum(
        sum(taken[one] for one in those if worth(bids[one])) < sum(worth(bids[one]) for one in those)
        for those in contracts
    )
    hand.numbers["nils"] = sum(not worth(bids[one]) for one in others)
    hand.numbers["nils beaten"] = sum(not worth(bids[one]) and taken[one] > 0 for one in others)


def own_words(hand: Hand, recorded: dict[str, Any], seat: int, mates: list[int]) -> None:
    bids, taken = recorded["result"]["bids"], recorded["result"]["tricks"]
    if worth(bids[seat]):
        hand.words.add("met" if taken[seat] == bids[seat] else "more" if taken[seat] > bids[seat] else "fewer")
    else:
        hand.words |= {"blind" if bids[seat] == "b0" else "nil"} | (set() if taken[seat] else {"held"})
    for mate in mates:
        if not worth(bids[mate]):
            hand.words |= {"cover"} | (set() if taken[mate] else {"covered"})
    said = [rest[0] for who, verb, *rest in recorded["actions"] if who == seat and verb == "bid"]
    hand.words |= {"overridden"} if said and said[0] != bids[seat] else set()
    given = [rest for who, verb, *rest in recorded["actions"] if verb == "give" and who in (seat, *mates)]
    hand.words |= {"exchange"} if any(rest and rest[0] for rest in given) else set()


def figures(records: list[Record]) -> Figures:
    games = [game_of(record) for record in records]
    hands = Hands.of(games)
    total = {name: sum(hands.values(name)) for name in ("contracts", "contracts set", "nils", "nils beaten", "bags")}
    contracts = hands.has("made") + hands.has("set")
    own = hands.has("met") + hands.has("more") + hands.has("fewer")
    said = Counter(hands.values("bid"))
    favourite = min(said, key=lambda bid: (-said[bid], bid))
    found = {
        ("Your side’s contracts", "contracts made"): share(hands.has("made"), contracts),
        ("Your side’s contracts", "set"): hands.number("set"),
        ("Your side’s contracts", "made exactly"): share(hands.has("exact"), contracts),
        ("Your side’s contracts", "average contract"): hands.mean("contract"),
        ("Your side’s contracts", "high-bid bonuses"): hands.number("bonus"),
        ("Your side’s contracts", "their contracts set"): share(total["contracts set"], total["contracts"]),
        ("Your own bids", "met exactly"): share(hands.has("met"), own),
        ("Your own bids", "took more"): share(hands.has("more"), own),
        ("Your own bids", "took fewer"): share(hands.has("fewer"), own),
        ("Your own bids", "average bid"): hands.mean("bid"),
        ("Your own bids", "average tricks"): hands.mean("tricks"),
        ("Your own bids", "favorite bid"): (str(favourite) if favourite else "nil", ""),
        ("Nil and blind nil", "nils made"): share(hands.has("nil", "held"), hands.has("nil")),
        ("Nil and blind nil", "blind nils made"): share(hands.has("blind", "held"), hands.has("blind")),
        ("Nil and blind nil", "partner’s nils made"): share(hands.has("covered"), hands.has("cover")),
        ("Nil and blind nil", "their nils set"): share(total["nils beaten"], total["nils"]),
        ("Nil and blind nil", "cards passed"): hands.number("exchange"),
        ("Your side’s bags", "bags per hand"): hands.mean("bags"),
        ("Your side’s bags", "bags in all"): number(total["bags"]),
        ("Your side’s bags", "hands with a 100-point penalty"): hands.number("penalty"),
        ("Misdeals and One Nil", "misdeals"): hands.number("misdeal"),
        ("Misdeals and One Nil", "called by you"): hands.number("own misdeal"),
        ("Misdeals and One Nil", "your bid changed by One Nil"): hands.number("overridden"),
    }
    levels = {one: f"with {one}" for one in ("easy", "normal", "expert")}
    first = {"You bid first": "led", "Someone else did": "followed"}
    found |= every_game(games, Shape(), NILS)
    found |= by_word("By your partner’s level", games, levels, NILS)
    found |= by_word("By variant", games, {title: name for name, title in VARIANTS.items()}, NILS)
    return found | by_word("By who bid and led first", games, first, NILS)
