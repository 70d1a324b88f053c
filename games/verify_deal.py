"""Deals hands again from their seeds, to prove that nobody chose the cards. Standard library only; works offline.

    python verify_deal.py RECORDS.jsonl           every hand with a proof in records downloaded from the site
    python verify_deal.py --hand 3 --server-seed 64DIGITS --player-seed TEXT [--commitment 64DIGITS]
    python verify_deal.py --link LINK --day N --tip TIP        the link of a day of the boards, in its chain

Each line says whether a hand's commitment is the SHA-256 of the server's seed, and whether the seeds give the cards
that were dealt. Exit status 0 only if all of it holds. How a deal follows from its seeds is told in docs/fair-deals.md.
The site writes into it how each of its games deals, and gives it away at /verify_deal.py.
"""

import argparse
import hashlib
import hmac
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

ALGORITHM = "hmac-sha256-fisher-yates/1"
RANKS = "23456789TJQKA"
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]
#: They stand after the other cards.
JOKERS = ["BJ", "LJ"]
#: What comes of a line that is no record, whatever it holds.
UNREADABLE = (AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Deal(NamedTuple):
    """How a game deals: to `seats`, `size` cards each, `run` at a time, from a pack of `ranks` with so many `jokers`.

    `drawn` is what a record's start tells of the seat that is drawn before the first deal. Dealt to first is seat 0; or
    (`from_drawn`) the seat that was drawn; or (`from_left`) the dealer's left, and the next seat deals the next hand.
    `draws` are the dealer's verbs for a card drawn in the middle of a hand: from the "deck", or from the "discard".
    """

    seats: int
    size: int
    drawn: str
    run: int = 1
    from_drawn: bool = False
    from_left: bool = False
    jokers: int = 0
    ranks: str = RANKS
    draws: dict[str, str] = {}


#: By game, the usual one first.
GAMES: dict[str, Deal] = {}


def draws(server_seed: bytes, player_seed: str, hand: int, event: int) -> Callable[[int], int]:
    """`draw(n)` gives 0..n-1, each as likely as the others."""

    def words() -> Iterator[int]:
        block = 0
        while True:
            message = f"{player_seed}:{hand}:{event}:{block}".encode()
            digest = hmac.new(server_seed, message, hashlib.sha256).digest()
            yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, len(digest), 4))
            block += 1

    source = words()

    def draw(n: int) -> int:
        fair = 2**32 - 2**32 % n
        return next(word for word in source if word < fair) % n

    return draw


def deck_of(
    server_seed: bytes, player_seed: str, hand: int, event: int, cards: Iterable[str] | None = None
) -> list[str]:
    """The whole deck in order: a Fisher-Yates shuffle from the last place down, of all the pack or of these cards."""
    draw, deck = draws(server_seed, player_seed, hand, event), list(PACK)
    if cards is not None:
        deck = [card for card in PACK + JOKERS if card in set(cards)]
    for i in range(len(deck) - 1, 0, -1):
        j = draw(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def hands_of(game: str, deck: list[str], first: int = 0) -> list[list[str]]:
    """So many cards at a time as the game has it, from the seat that is dealt to first."""
    seats = GAMES[game].seats
    hands: list[list[str]] = [[] for _ in range(seats)]
    for place, card in enumerate(deck[: seats * GAMES[game].size]):
        hands[(first + place // GAMES[game].run) % seats].append(card)
    return hands


def event_of(hand: int) -> int:
    """Which of the dealer's events in that hand the deal is: in the first hand a seat is drawn before it."""
    return 1 if hand == 1 else 0


def reshuffles(hand: dict[str, Any]) -> list[tuple[list[str], list[str]]]:
    """Each time the discards became the deck: the cards that were played since the last time, and the new deck."""
    found, pile = [], list[str]()
    for seat, verb, *argument in hand["actions"]:
        if seat is None and verb == "reshuffle":
            found.append((pile, argument[0]))
            pile = []
        elif verb == "play":
            pile = pile + (argument[0] if isinstance(argument[0], list) else [argument[0]])
    return found


def drawn_cards(game: str, hand: dict[str, Any]) -> list[tuple[list[str], str]]:
    """Each card drawn in the middle of the hand: what could be drawn, and what was.

    A deck has its own order, a discard that of the pack, and jokers are not drawn from it.
    """
    found, piles = [], {"deck": list(hand["deal"].get("deck", ()))}
    for seat, verb, *argument in hand["actions"]:
        if verb == "discard":
            piles[verb] = [one for one in PACK if one in argument[0]]
        elif seat is None and verb in GAMES[game].draws:
            lying, card = GAMES[game].draws[verb], argument[0][-1]
            found.append((piles[lying], card))
            piles[lying] = [one for one in piles[lying] if one != card]
    return found


def pack_of(game: str, jokers: int | None = None) -> list[str]:
    """The pack in the order in which it is shuffled, with as many jokers as the options say, or else as usual."""
    plain = [card for card in PACK if card[0] in GAMES[game].ranks]
    return plain + JOKERS[: GAMES[game].jokers if jokers is None else jokers]


def faults(game: str, hand: dict[str, Any], first: int = 0, pack: Iterable[str] | None = None) -> list[str]:
    """Everything that is wrong with a hand's proof; nothing if it holds."""
    proof = hand["proof"]
    if proof["algorithm"] != ALGORITHM:
        return [f"unknown algorithm {proof['algorithm']}"]
    server_seed = bytes.fromhex(proof["server_seed"])
    found = []
    if hashlib.sha256(server_seed).hexdigest() != proof["commitment"]:
        found.append("the commitment is not the SHA-256 of the server's seed")
    player_seed, number, event = proof["player_seed"], hand["number"], event_of(hand["number"])
    deck = deck_of(server_seed, player_seed, number, event, pack)
    dealt = [sorted(one) for one in hands_of(game, deck, first)]
    rest = deck[sum(map(len, dealt)) :]
    deal = hand["deal"]
    kitty, lying = deal.get("kitty", []), deal.get("deck", [])
    left = (sorted(rest[: len(kitty)]), rest[len(kitty) :]) == (sorted(kitty), lying) or not kitty + lying
    if dealt != [sorted(one) for one in deal["hands"]] or not left:
        found.append("the seeds give other cards")
    for later, (pile, new) in enumerate(reshuffles(hand), start=event + 1):
        if deck_of(server_seed, player_seed, number, later, pile) != new:
            found.append("the seeds shuffle the discards into another deck")
    for later, (among, card) in enumerate(drawn_cards(game, hand), start=event + 1):
        if not among or among[draws(server_seed, player_seed, number, later)(len(among))] != card:
            found.append("the seeds draw another card in the middle of the hand")
    return found


def drawn_seat(record: dict[str, Any]) -> int | None:
    """The seat that was drawn before the first deal, as the start tells it; None where an option names it instead."""
    drawn = record.get("start", {}).get(GAMES[record["game"]].drawn)
    if record.get("options", {}).get("first", "random") != "random":
        return None
    return drawn.index("odd") if isinstance(drawn, list) else drawn


def is_drawn(record: dict[str, Any], hand: dict[str, Any]) -> bool:
    """Whether the seeds draw that seat; later hands draw none."""
    drawn, proof = drawn_seat(record), hand["proof"]
    if hand["number"] != 1 or drawn is None:
        return True
    draw = draws(bytes.fromhex(proof["server_seed"]), proof["player_seed"], 1, 0)
    return draw(GAMES[record["game"]].seats) == drawn


def dealt_to_first(record: dict[str, Any], hand: int) -> int:
    """The seat that is dealt to first in that hand, as the record's start tells it."""
    deal = GAMES[record["game"]]
    drawn = record.get("start", {}).get(deal.drawn, 0)
    if deal.from_left:
        return int(drawn + hand) % deal.seats
    return int(drawn) if deal.from_drawn else 0


def check_records(lines: Iterable[str]) -> bool:
    """Print a line for each hand; whether at least one hand was proved, none failed and every line could be read."""
    proved = failed = unread = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            for holds in check_record(number, json.loads(line, object_pairs_hook=without_duplicates)):
                proved, failed = proved + 1, failed + (not holds)
        except UNREADABLE:
            print(f"line {number}: this is no record that can be read")
            unread += 1
    print(f"{proved} hands checked, {failed} failed")
    return proved > 0 and failed == unread == 0


def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build a JSON object; a duplicate key is an error, because readers differ in which of the two they keep."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("duplicate key")
    return found


def check_record(number: int, record: dict[str, Any]) -> Iterator[bool]:
    """Print a line for each hand; whether each holds of which there is a proof."""
    for hand in record["hands"]:
        where = f"line {number}, hand {hand['number']}"
        if "proof" not in hand or record["game"] not in GAMES:
            print(f"{where}: no proof that this program knows")
            continue
        wrong = what_is_wrong(record, hand)
        print(f"{where}: {'; '.join(wrong) or 'holds'}")
        yield not wrong


def what_is_wrong(record: dict[str, Any], hand: dict[str, Any]) -> list[str]:
    """What does not follow from the seeds of that hand."""
    pack = pack_of(record["game"], record.get("options", {}).get("jokers"))
    wrong = faults(record["game"], hand, dealt_to_first(record, hand["number"]), pack)
    return wrong if is_drawn(record, hand) else [*wrong, "the seeds draw another seat before the deal"]


def show_deal(
    game: str, hand: int, server_seed: bytes, player_seed: str, commitment: str | None, jokers: int | None = None
) -> bool:
    """Print what the seeds give; whether the commitment, where one is named, agrees."""
    sealed = hashlib.sha256(server_seed).hexdigest()
    print(f"SHA-256 of the server's seed: {sealed}")
    deal = GAMES[game]
    drawn = draws(server_seed, player_seed, hand, 0)(deal.seats)
    if hand == 1:
        print(f"drawn before the deal: seat {drawn}")
    deck = deck_of(server_seed, player_seed, hand, event_of(hand), pack_of(game, jokers))
    print("deck:", *deck)
    first, whose = drawn if deal.from_drawn else 0, "seat"
    if deal.from_left and hand == 1:
        first = drawn + 1
    elif deal.from_left:
        whose = "from the dealer's left, place"  # who dealt a later hand does not follow from its seeds
    for seat, cards in enumerate(hands_of(game, deck, first)):
        print(f"{whose} {seat}:", *cards)
    return commitment is None or commitment.lower() == sealed


def check_link(link: bytes, day: int, tip: str | None) -> bool:
    """Print where a link of the boards' chain leads and the seeds of its boards; whether it leads to the tip, where one
    is named.
    """
    found = link
    for _ in range(day):
        found = hashlib.sha256(found).digest()
    print(f"hashed {day} times: {found.hex()}")
    for game in sorted(GAMES):
        print(f"server seed of the board of {game}: {hmac.new(link, game.encode(), hashlib.sha256).hexdigest()}")
    if tip is None:
        return True
    holds = tip.lower() == found.hex()
    print("the link is of this chain" if holds else "the link is NOT of this chain")
    return holds


def secret(text: str) -> bytes:
    """A seed or a link as it is told; a piece of one would deal other cards without a word."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != 32:
        raise argparse.ArgumentTypeError("it has 64 digits, 0 to 9 and a to f")
    return found


def utf8(text: str) -> str:
    """A seed that a player gave; of other bytes none was made."""
    return text.encode().decode()


def number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("they are counted from 1")
    return int(text)


def main() -> int:
    parser = argparse.ArgumentParser(description="Deal hands again from their seeds.")
    parser.add_argument("records", nargs="?", help="a file of records, or - for standard input")
    parser.add_argument("--game", choices=sorted(GAMES), default=next(iter(GAMES), None))
    parser.add_argument("--hand", type=number, default=1)
    parser.add_argument("--server-seed", type=secret)
    parser.add_argument("--player-seed", type=utf8, default="")
    parser.add_argument("--commitment")
    parser.add_argument("--jokers", type=int, choices=(0, 1, 2), help="in the pack, unless as many as usual")
    parser.add_argument("--link", type=secret, help="of a day of the boards, with its --day and the --tip")
    parser.add_argument("--day", type=number, default=1, help="the number of that day in the chain, from 1")
    parser.add_argument("--tip")
    if not GAMES:
        parser.error("this is the source, which knows no game; a site gives the whole program away at /verify_deal.py")
    asked = parser.parse_args()
    if asked.link is not None:
        holds = check_link(asked.link, asked.day, asked.tip)
    elif asked.server_seed is not None:
        seeds = (asked.server_seed, asked.player_seed)
        holds = show_deal(asked.game, asked.hand, *seeds, asked.commitment, asked.jokers)
    elif asked.records:
        # Also what is piped is UTF-8, whatever this computer takes it for; an editor may have put a mark in front.
        try:
            with open(0 if asked.records == "-" else asked.records, encoding="utf-8-sig", errors="replace") as file:
                holds = check_records(file)
        except BrokenPipeError:
            raise  # standard output, not the file
        except OSError as error:
            parser.error(f"{asked.records}: {error.strerror}")
    else:
        parser.error("name a file of records, --server-seed or --link")
    return 0 if holds else 1


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
