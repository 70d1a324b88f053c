"""Card Duel, recounted by replaying the rounds and blazes of records."""

from typing import Any

from tests.statistics.recount.pages import DUELS, Figures, Hands, Shape, by_word, every_duel, share
from tests.statistics.recount.records import RANKS, Game, Hand, Record, ending, level, own_seat

#: Default options, and others that make rare events likelier.
CHOSEN: tuple[dict[str, Any], ...] = ({}, {"max_rounds": 6}, {"first": "human"})
#: Starts other than 30 to 30.
STARTS: tuple[dict[str, Any], ...] = ({"hp": [12, 40], "coin": 1}, {"hp": [33, 9], "coin": 0})


class Duel:
    """A replayed duel: hands, deck, hit points and counts for one seat."""

    def __init__(self, record: Record, recorded: dict[str, Any], seat: int) -> None:
        self.hp, self.seat = list(record["start"]["hp"]), seat
        self.held = [list(cards) for cards in recorded["deal"]["hands"]]
        self.deck = list(recorded["deal"]["deck"])
        self.course = [(self.hp[seat], self.hp[1 - seat])]
        self.numbers = dict.fromkeys(("dealt", "taken", "healed", "blocked", "bluffs", "bluffs worked", "rounds"), 0)
        self.words: set[str] = set()
        self.first = record["start"]["coin"]

    def fight(self, actions: list[list[Any]]) -> None:
        laid: list[tuple[int, list[str]]] = []
        for who, verb, *rest in actions:
            if verb == "reshuffle":
                self.deck += rest[0]
                self.draw()
            elif verb == "blaze":
                self.numbers["rounds"] += 1
                self.blaze(who)
            else:
                cards = rest[0] if isinstance(rest[0], list) else [rest[0]]
                self.held[who] = [card for card in self.held[who] if card not in cards]
                laid.append((who, cards))
                if len(laid) == 2:
                    self.round(laid)
                    laid = []

    def round(self, laid: list[tuple[int, list[str]]]) -> None:
        self.numbers["rounds"] += 1
        plays = dict(laid)
        for who, cards in laid:
            if 0 in self.hp:
                break
            deed, value, other = deed_of(cards), sum(map(worth, cards)), 1 - who
            if deed == "H":
                self.hp[who] += value
                self.numbers["healed"] += value if who == self.seat else 0
            elif deed == "S":
                shield = sum(map(worth, plays[other])) if deed_of(plays[other]) == "D" else 0
                self.hit(who, max(0, value - shield), min(value, shield))
            elif not deed and who == laid[0][0] == self.seat:
                self.numbers["bluffs"] += 1
                self.numbers["bluffs worked"] += deed_of(plays[other]) == "D"
        self.tell()
        self.first = 1 - laid[0][0]
        self.draw()

    def hit(self, attacker: int, value: int, blocked: int) -> None:
        damage = min(value, self.hp[1 - attacker])
        self.hp[1 - attacker] -= damage
        self.numbers["dealt" if attacker == self.seat else "taken"] += damage
        self.numbers["blocked"] += blocked if attacker != self.seat else 0

    def blaze(self, attacker: int) -> None:
        other = 1 - attacker
        cups, swords, shields = (
            sum(worth(card) for card in self.held[who] if card[1] == suit)
            for who, suit in ((other, "H"), (attacker, "S"), (other, "D"))
        )
        self.hp[other] += cups
        self.numbers["healed"] += cups if other == self.seat else 0
        self.hit(attacker, max(0, swords - shields), min(swords, shields))
        won = self.hp[other] == 0
        self.words |= {"blaze"} if attacker == self.seat else {"their blaze"}
        self.words |= {"blaze won" if won else "blaze lost"} if attacker == self.seat else {"" if won else "survived"}
        self.tell()

    def draw(self) -> None:
        for who in (self.first, 1 - self.first):
            while len(self.held[who]) < 5 and self.deck:
                self.held[who].append(self.deck.pop(0))

    def tell(self) -> None:
        self.course.append((self.hp[self.seat], self.hp[1 - self.seat]))


def worth(card: str) -> int:
    return RANKS.index(card[0]) + 2


def deed_of(cards: list[str]) -> str:
    """Return the suit whose effect a play has, or "" for a play without effect."""
    suit = cards[-1][1]
    return suit if suit in "SD" or (suit == "H" and len(cards) == 1) else ""


def game_of(record: Record) -> Game:
    seat = own_seat(record)
    led = "led" if record["start"]["coin"] == seat else "followed"
    hp = record["start"]["hp"]
    course, hands, words = [(hp[seat], hp[1 - seat])], [], set[str]()
    for recorded in record["hands"]:
        duel = Duel(record, recorded, seat)
        duel.fight(recorded["actions"])
        course = duel.course
        if "result" in recorded:
            assert (duel.hp, duel.numbers["rounds"]) == (recorded["result"]["hp"], recorded["result"]["rounds"])
            hands.append(Hand(duel.words | {led}, {**duel.numbers, "left": duel.hp[seat]}))
            words = {led}
    return Game(ending(record, seat), level(record, [1 - seat]), course, hands, words)


def figures(records: list[Record]) -> Figures:
    games = [game_of(record) for record in records]
    hands = Hands.of(games)
    bluffs, worked = (sum(hands.values(name)) for name in ("bluffs", "bluffs worked"))
    most = {label: str(pick(hands.values(name))) for label, (pick, name) in TOPS.items()}
    averages = {"damage dealt": "dealt", "damage taken": "taken", "healed": "healed", "blocked": "blocked"}
    found = {
        **{("Damage", f"{label} per duel"): hands.mean(name) for label, name in averages.items()},
        ("Damage", "rounds per duel"): hands.mean("rounds"),
        **{("Damage", label): (value, "") for label, value in most.items()},
        ("Bluffs and blazes", "bluffs that drew a shield"): share(worked, bluffs),
        ("Bluffs and blazes", "blazes won"): share(hands.has("blaze won"), hands.has("blaze")),
        ("Bluffs and blazes", "blazes you survived"): share(hands.has("survived"), hands.has("their blaze")),
    }
    names = {"You had the coin first": "led", "Your opponent had it first": "followed"}
    found |= every_duel(games, Shape(15, 5, 25))
    return found | by_word("By who had the coin first", games, names, DUELS)


TOPS: Any = {
    "most damage in a duel": (max, "dealt"),
    "longest duel, rounds": (max, "rounds"),
    "shortest duel, rounds": (min, "rounds"),
}
