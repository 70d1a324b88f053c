"""Two-Man Spades, recounted from the plays in records: tricks, bags, cards that cancel bags, and piles of discards."""

from collections import Counter
from typing import Any

from tests.statistics.recount.pages import PILES, Figures, Hands, Shape, by_word, every_game, number, percent, share
from tests.statistics.recount.records import RANKS, Game, Hand, Record, ending, level, own_seat, played, trick_winner

#: Default options, and others that make rare events likelier.
CHOSEN: tuple[dict[str, Any], ...] = (
    {},
    {"target": 100, "mercy_lead": 200},
    {"nil_points": 100, "first_lead": "odd"},
    {"blind_deficit": 50},
)
#: Starts other than 0 to 0.
STARTS: tuple[dict[str, Any], ...] = (
    {"parity": ["odd", "even"], "base": [40, 190], "bags": [3, 5]},
    {"parity": ["even", "odd"], "base": [250, 120], "bags": [-2, 0]},
    {"parity": ["even", "odd"], "base": [-60, 60], "bags": [6, -4]},
)

BAG_CARDS = {"7D": 2, "TC": 1}


def shown(base: int, bags: int) -> int:
    return base if bags < 0 else base + bags if base >= 0 else base - bags


def game_of(record: Record) -> Game:
    seat = own_seat(record)
    start = record["start"]
    scores = [tuple(map(shown, start["base"], start["bags"]))]
    hands, before = [], {"base": start["base"], "bags": start["bags"]}
    for recorded in record["hands"]:
        if "result" not in recorded:
            continue
        hands.append(hand_of(recorded, before, scores[-1], seat, record))
        before = recorded["result"]
        scores.append(tuple(before["display"]))
    words = {start["parity"][seat], *(hands[0].words & {"led", "followed"} if hands else ())}
    course = [(one[seat], one[1 - seat]) for one in scores]
    return Game(ending(record, seat), level(record, [1 - seat]), course, hands, words)


def hand_of(recorded: dict[str, Any], before: dict[str, Any], shown_before: Any, seat: int, record: Record) -> Hand:
    said = {(who, verb): rest for who, verb, *rest in recorded["actions"] if verb != "play"}
    blind_nil = next((who for who, verb in said if verb == "blind_nil"), None)
    is_blind = (seat, "blind") in said or blind_nil == seat
    bid = 0 if blind_nil == seat else (said.get((seat, "blind")) or said[seat, "bid"])[0]
    taken, bag_cards = tricks_of(recorded)
    hand = Hand({first_of(recorded, record, seat), record["start"]["parity"][seat]}, {"said": bid})
    if is_blind:
        hand.numbers["blind"] = bid
    if blind_nil in (None, seat):
        hand.words |= verdict(bid, taken[seat], is_blind=is_blind)
    if blind_nil is not None:
        return hand
    after = recorded["result"]
    total, worth, is_mine = pile_of(said, record["start"]["parity"][seat])
    lost = [sum(BAG_CARDS[card] for card in bag_cards[who]) for who in (0, 1)]
    lost_with_pile = lost[seat] + (worth if is_mine else 0)
    extra = max(0, taken[seat] - bid)
    bags, penalties, bonuses = before["bags"][seat] + extra - lost_with_pile, 0, 0
    while bags >= 7:
        bags, penalties = bags - 7, penalties + 1
    while bags <= -5:
        bags, bonuses = bags + 5, bonuses + 1
    assert bags == after["bags"][seat]
    points = bid_points(bid, taken[seat], record["options"].get("nil_points", 200), is_blind=is_blind)
    gain = after["base"][seat] - before["base"][seat] - points - 100 * (bonuses - penalties)
    hand.numbers |= {"points": after["display"][seat] - shown_before[seat], "tricks": taken[seat], "bags": extra}
    hand.words |= {"penalty"} if penalties else set()
    hand.words |= {"bonus"} if bonuses else set()
    hand.words |= pile_words(gain, is_mine=is_mine, is_double=total)
    hers = lost[1 - seat] + (0 if is_mine else worth)
    for verb, count in (("won", lost_with_pile), ("lost", hers)):
        hand.words |= {f"{verb} {card}" for card, n in BAG_CARDS.items() if count & n}
    return hand


def first_of(recorded: dict[str, Any], record: Record, seat: int) -> str:
    """Return "led" if the seat leads the hand's first trick, else "followed".

    The odd seat leads in hand 1. By the option `first_lead`, the seats then lead in turn, or the odd seat always leads.
    """
    odd = record["start"]["parity"].index("odd")
    in_turns = record["options"].get("first_lead", "alternate") == "alternate"
    leader = 1 - odd if in_turns and recorded["number"] % 2 == 0 else odd
    return "led" if leader == seat else "followed"


def tricks_of(recorded: dict[str, Any]) -> tuple[list[int], tuple[list[str], list[str]]]:
    plays, taken, won = played(recorded), [0, 0], ([], [])  # type: ignore[var-annotated]
    for i in range(0, len(plays), 2):
        (leader, one), (_, other) = plays[i : i + 2]
        winner = trick_winner([one, other], leader)
        taken[winner] += 1
        won[winner].extend(card for card in (one, other) if card in BAG_CARDS)
    assert taken == recorded["result"]["tricks"]
    return taken, won


def verdict(bid: int, taken: int, *, is_blind: bool) -> set[str]:
    stands = taken >= bid if bid else taken == 0
    words = {"blind"} if is_blind else set()
    words |= {"nil"} if not bid else {"made" if stands else "set"}
    words |= {"held"} if stands else set()
    if bid and stands:
        words.add("exact" if taken == bid else "under")
    return words


def bid_points(bid: int, taken: int, nil: int, *, is_blind: bool) -> int:
    if not bid:
        return nil if not taken else -nil
    return (10 if taken >= bid else -10) * bid * (2 if is_blind else 1)


def pile_of(said: dict[Any, Any], parity: str) -> tuple[bool, int, bool]:
    """Return whether the pile is a double, the bags that its bag cards cancel, and whether the seat wins the pile."""
    cards = [said[who, "discard"][0] for who in (0, 1)]
    total = sum({"A": 1}.get(card[0], RANKS.index(card[0]) + 2) for card in cards)
    is_double = cards[0][0] == cards[1][0] or cards[0][1] == cards[1][1]
    worth = sum(BAG_CARDS.get(card, 0) for card in cards)
    return is_double, worth, ("odd" if total % 2 else "even") == parity


def pile_words(gain: int, *, is_mine: bool, is_double: bool) -> set[str]:
    """Return the words of a pile.

    `gain` is how much the pile changes the seat's base score. If the seat won the pile, a gain of 0 means that the
    opponent paid. A gain below 0 means that the seat paid.
    """
    words = {"pile" if is_mine else "pile lost"}
    words |= {"double" if is_mine else "double lost"} if is_double else set()
    if is_mine and not gain:
        words.add("they paid")
    if gain < 0:
        words.add("you paid")
    return words


def figures(records: list[Record]) -> Figures:
    games = [game_of(record) for record in records]
    hands = Hands.of(games)
    bids = hands.has("made") + hands.has("set")
    said = Counter(hands.values("said"))
    favourite = min(said, key=lambda bid: (-said[bid], bid))
    found = {
        ("Bids", "bids made"): share(hands.has("made"), bids),
        ("Bids", "made exactly"): (percent(hands.has("exact"), bids), ""),
        ("Bids", "underbid"): (percent(hands.has("under"), bids), ""),
        ("Bids", "overbid"): (percent(hands.has("set"), bids), ""),
        ("Bids", "average bid"): hands.mean("said"),
        ("Bids", "average tricks"): hands.mean("tricks"),
        ("Bids", "favorite bid"): (str(favourite) if favourite else "nil", ""),
        ("Nil and blind", "nils made"): share(hands.has("nil", "held"), hands.has("nil")),
        ("Nil and blind", "blind bids made"): share(hands.has("blind", "held"), hands.has("blind")),
        **{("Nil and blind", label): one for label, one in blind_by_bid(hands).items()},
        ("Bags", "bags per hand"): hands.mean("bags"),
        ("Bags", "bags in all"): number(sum(hands.values("bags"))),
        ("Bags", "hands with a 100-point penalty"): hands.number("penalty"),
        ("Bags", "hands with +100 for bags below zero"): hands.number("bonus"),
        **{
            ("Bags", f"{name} {verb}"): hands.number(f"{verb} {card}")
            for card, name in (("7D", "seven of diamonds"), ("TC", "ten of clubs"))
            for verb in ("won", "lost")
        },
        ("The pile", "piles won"): share(hands.has("pile"), hands.has("pile") + hands.has("pile lost")),
        ("The pile", "doubles won"): hands.number("double"),
        ("The pile", "doubles lost"): hands.number("double lost"),
        ("The pile", "denials: your opponent paid"): hands.number("they paid"),
        ("The pile", "denials: you paid"): hands.number("you paid"),
    }
    names = {"You led": "led", "Your opponent led": "followed", "Odd": "odd", "Even": "even"}
    found |= every_game(games, Shape(), PILES)
    return found | by_word("By who led, and by side", games, names, PILES)


def blind_by_bid(hands: Hands) -> dict[str, tuple[str, str]]:
    found = {}
    for bid in sorted(set(hands.values("blind"))):
        those = Hands(hand for hand in hands if hand.numbers.get("blind") == bid)
        found[f"blind {bid or 'nil'} made"] = share(those.has("held"), len(those))
    return found
