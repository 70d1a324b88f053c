"""Deals hands again from their seeds, to prove that nobody chose the cards. Standard library only; works offline.

    python verify_deal.py RECORDS.jsonl           every hand with a proof in records downloaded from the site
    python verify_deal.py --hand 3 --server-seed 64DIGITS --player-seed TEXT [--commitment 64DIGITS]

Each line says whether a hand's commitment is the SHA-256 of the server's seed, and whether the seeds give the cards
that were dealt. Exit status 0 only if all of it holds. How a deal follows from its seeds is told in docs/fair-deals.md.
"""

import argparse
import hashlib
import hmac
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

ALGORITHM = "hmac-sha256-fisher-yates/1"
PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
#: By game: how many seats there are, and how many cards each gets.
GAMES = {"twoman": (2, 11), "spades": (4, 13)}


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


def deck_of(server_seed: bytes, player_seed: str, hand: int, event: int) -> list[str]:
    """The whole deck in order: a Fisher-Yates shuffle from the last place down."""
    draw, deck = draws(server_seed, player_seed, hand, event), list(PACK)
    for i in range(len(deck) - 1, 0, -1):
        j = draw(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def hands_of(game: str, deck: list[str]) -> list[list[str]]:
    """One card at a time from seat 0."""
    seats, size = GAMES[game]
    return [deck[seat : seats * size : seats] for seat in range(seats)]


def event_of(hand: int) -> int:
    """Which of the dealer's events in that hand the deal is: in the first hand a seat is drawn before it."""
    return 1 if hand == 1 else 0


def faults(game: str, hand: dict[str, Any]) -> list[str]:
    """Everything that is wrong with a hand's proof; nothing if it holds."""
    proof = hand["proof"]
    if proof["algorithm"] != ALGORITHM:
        return [f"unknown algorithm {proof['algorithm']}"]
    server_seed = bytes.fromhex(proof["server_seed"])
    found = []
    if hashlib.sha256(server_seed).hexdigest() != proof["commitment"]:
        found.append("the commitment is not the SHA-256 of the server's seed")
    dealt = hands_of(game, deck_of(server_seed, proof["player_seed"], hand["number"], event_of(hand["number"])))
    if [sorted(one) for one in dealt] != [sorted(one) for one in hand["deal"]["hands"]]:
        found.append("the seeds give other cards")
    return found


def check_records(lines: Iterable[str]) -> bool:
    """Print a line for each hand; whether at least one hand was proved and none failed."""
    proved = failed = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        record = json.loads(line)
        for hand in record["hands"]:
            where = f"line {number}, hand {hand['number']}"
            if "proof" not in hand or record["game"] not in GAMES:
                print(f"{where}: no proof that this program knows")
                continue
            wrong = faults(record["game"], hand)
            print(f"{where}: {'; '.join(wrong) or 'holds'}")
            proved, failed = proved + 1, failed + bool(wrong)
    print(f"{proved} hands checked, {failed} failed")
    return proved > 0 and failed == 0


def show_deal(game: str, hand: int, server_seed: bytes, player_seed: str, commitment: str | None) -> bool:
    """Print what the seeds give; whether the commitment, where one is named, agrees."""
    sealed = hashlib.sha256(server_seed).hexdigest()
    print(f"SHA-256 of the server's seed: {sealed}")
    if hand == 1:
        print(f"drawn before the deal: seat {draws(server_seed, player_seed, hand, 0)(GAMES[game][0])}")
    deck = deck_of(server_seed, player_seed, hand, event_of(hand))
    print("deck:", *deck)
    for seat, cards in enumerate(hands_of(game, deck)):
        print(f"seat {seat}:", *cards)
    return commitment is None or commitment.lower() == sealed


def main() -> int:
    parser = argparse.ArgumentParser(description="Deal hands again from their seeds.")
    parser.add_argument("records", nargs="?", help="a file of records, or - for standard input")
    parser.add_argument("--game", choices=sorted(GAMES), default="twoman")
    parser.add_argument("--hand", type=int, default=1)
    parser.add_argument("--server-seed", type=bytes.fromhex)
    parser.add_argument("--player-seed", default="")
    parser.add_argument("--commitment")
    asked = parser.parse_args()
    if asked.server_seed is not None:
        holds = show_deal(asked.game, asked.hand, asked.server_seed, asked.player_seed, asked.commitment)
    elif asked.records == "-":
        holds = check_records(sys.stdin)
    elif asked.records:
        with open(asked.records, encoding="utf-8") as file:
            holds = check_records(file)
    else:
        parser.error("name a file of records, or --server-seed")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
