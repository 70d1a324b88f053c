"""Deal hands again from their seeds, to prove that no person chose the cards. Standard library only; works offline.

    python verify_deal.py RECORDS.jsonl           every hand with a proof in records downloaded from the site
    python verify_deal.py --hand 3 --server-seed 64DIGITS --player-seed TEXT [--commitment 64DIGITS]
    python verify_deal.py --link LINK --day N --tip TIP        the link of one day in the chain of the boards of the day

For each hand in the records it prints a line that says whether the commitment is the SHA-256 of the server's seed, and
whether the seeds give the cards that were dealt. Exits with 0 only if every check holds. docs/fair-deals.md describes
how a deal follows from its seeds. The site serves this program at /verify_deal.py, with `GAMES` filled in.
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
#: The jokers follow the other cards of a pack.
JOKERS = ["BJ", "LJ"]
#: Errors raised while checking a line that is not a valid record.
UNREADABLE = (AttributeError, LookupError, RecursionError, TypeError, ValueError)


class DealPattern(NamedTuple):
    """How a game deals `size` cards to each of `seats`, `run` at a time, from a pack of `ranks` with `jokers` jokers.

    A record's `start` has, under the key `drawn`, the seat that is drawn before the first deal, or a list with "odd"
    at this seat's index. The deal begins at seat 0; if `from_drawn`, at the drawn seat. With `from_left` the drawn seat
    deals hand 1, the next seat each later hand, and the deal begins on the dealer's left. `draws` maps each verb with
    which the dealer draws a card in the middle of a hand to the source of the card: "deck" or "discard".
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


#: The deal pattern of each game by its key; the first game is the default.
GAMES: dict[str, DealPattern] = {}


def draws(server_seed: bytes, player_seed: str, hand: int, event: int) -> Callable[[int], int]:
    """Return the random source of one event of a hand: `draw(n)` returns an integer 0..n-1 with equal chance."""

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
    """Return `cards` (default: a pack of 52), shuffled by Fisher-Yates from the last card down; top first."""
    draw, deck = draws(server_seed, player_seed, hand, event), list(PACK)
    if cards is not None:
        deck = [card for card in PACK + JOKERS if card in set(cards)]
    for i in range(len(deck) - 1, 0, -1):
        j = draw(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def hands_of(pattern: DealPattern, deck: list[str], first: int) -> list[list[str]]:
    """Return the hands by seat, dealt from the top of the deck and beginning with seat `first`."""
    hands: list[list[str]] = [[] for _ in range(pattern.seats)]
    for place, card in enumerate(deck[: pattern.seats * pattern.size]):
        hands[(first + place // pattern.run) % pattern.seats].append(card)
    return hands


def event_of(hand: int) -> int:
    """Return the number of the deal among the dealer's events of a hand: 0, but 1 in the first hand.

    Event 0 of the first hand is the start of the game, which draws a seat unless an option names the seat.
    """
    return 1 if hand == 1 else 0


def reshuffles(hand: dict[str, Any]) -> list[tuple[list[str], list[str]]]:
    """Return the reshuffles as (cards played since the last reshuffle, new deck)."""
    found, pile = [], list[str]()
    for seat, verb, *argument in hand["actions"]:
        if seat is None and verb == "reshuffle":
            found.append((pile, argument[0]))
            pile = []
        elif verb == "play":
            pile = pile + (argument[0] if isinstance(argument[0], list) else [argument[0]])
    return found


def drawn_cards(pattern: DealPattern, hand: dict[str, Any]) -> list[tuple[list[str], str]]:
    """Return the draws in the middle of the hand as (cards that could be drawn, card drawn).

    Cards of the deck keep their order; those of the discard are in the order of the pack, without jokers.
    """
    found, piles = [], {"deck": list(hand["deal"].get("deck", ()))}
    for seat, verb, *argument in hand["actions"]:
        if verb == "discard":
            piles[verb] = [each for each in PACK if each in argument[0]]
        elif seat is None and verb in pattern.draws:
            source, card = pattern.draws[verb], argument[0][-1]
            found.append((piles[source], card))
            piles[source] = [each for each in piles[source] if each != card]
    return found


def pack_of(pattern: DealPattern, jokers: int | None = None) -> list[str]:
    """Return the pack before the shuffle, with this number of jokers; by default the game's usual number."""
    plain = [card for card in PACK if card[0] in pattern.ranks]
    return plain + JOKERS[: pattern.jokers if jokers is None else jokers]


def faults(record: dict[str, Any], hand: dict[str, Any]) -> list[str]:
    """Return all faults of a hand's proof as sentences; empty if the proof holds."""
    pattern, start, options = GAMES[record["game"]], record.get("start", {}), record.get("options", {})
    first = 0
    if pattern.from_left or pattern.from_drawn:
        first = int(start.get(pattern.drawn, 0) + (hand["number"] if pattern.from_left else 0)) % pattern.seats
    found = deal_faults(pattern, hand, first, pack_of(pattern, options.get("jokers")))
    drawn, proof = start.get(pattern.drawn), hand["proof"]
    # In later hands no seat is drawn; an option can fix the seat of the first hand.
    if hand["number"] == 1 and drawn is not None and options.get("first", "random") == "random":
        seat = drawn.index("odd") if isinstance(drawn, list) else drawn
        if draws(bytes.fromhex(proof["server_seed"]), proof["player_seed"], 1, 0)(pattern.seats) != seat:
            found.append("the seeds draw another seat before the deal")
    return found


def deal_faults(pattern: DealPattern, hand: dict[str, Any], first: int, pack: Iterable[str]) -> list[str]:
    """Return the faults of the proof of a deal that begins with seat `first`; `pack` are the cards before the shuffle.

    Does not check the draw of a seat before the first deal.
    """
    proof = hand["proof"]
    if proof["algorithm"] != ALGORITHM:
        return [f"unknown algorithm {proof['algorithm']}"]
    server_seed = bytes.fromhex(proof["server_seed"])
    found = []
    if hashlib.sha256(server_seed).hexdigest() != proof["commitment"]:
        found.append("the commitment is not the SHA-256 of the server's seed")
    player_seed, number, event = proof["player_seed"], hand["number"], event_of(hand["number"])
    deck = deck_of(server_seed, player_seed, number, event, pack)
    dealt = [sorted(one) for one in hands_of(pattern, deck, first)]
    rest = deck[sum(map(len, dealt)) :]
    deal = hand["deal"]
    kitty, below = deal.get("kitty", []), deal.get("deck", [])
    is_rest = (sorted(rest[: len(kitty)]), rest[len(kitty) :]) == (sorted(kitty), below) or not kitty + below
    if dealt != [sorted(one) for one in deal["hands"]] or not is_rest:
        found.append("the seeds give other cards")
    for later, (pile, new) in enumerate(reshuffles(hand), start=event + 1):
        if deck_of(server_seed, player_seed, number, later, pile) != new:
            found.append("the seeds shuffle the discards into another deck")
    for later, (among, card) in enumerate(drawn_cards(pattern, hand), start=event + 1):
        if not among or among[draws(server_seed, player_seed, number, later)(len(among))] != card:
            found.append("the seeds draw another card in the middle of the hand")
    return found


def check_records(lines: Iterable[str]) -> bool:
    """Print a line for each hand. Return whether there was a proof, all proofs hold, and every line could be read."""
    checked = failed = unread = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            for holds in check_record(number, json.loads(line, object_pairs_hook=without_duplicates)):
                checked, failed = checked + 1, failed + (not holds)
        except UNREADABLE:
            print(f"line {number}: this is not a readable record")
            unread += 1
    print(f"{checked} hands checked, {failed} failed")
    return checked > 0 and failed == unread == 0


def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build a JSON object. A duplicate key is an error, because JSON parsers differ in which value they keep."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("duplicate key")
    return found


def check_record(number: int, record: dict[str, Any]) -> Iterator[bool]:
    """Print a line for each hand; yield for each hand with a proof whether it holds."""
    for hand in record["hands"]:
        where = f"line {number}, hand {hand['number']}"
        if "proof" not in hand or record["game"] not in GAMES:
            print(f"{where}: no proof, or an unknown game")
            continue
        wrong = faults(record, hand)
        print(f"{where}: {'; '.join(wrong) or 'holds'}")
        yield not wrong


def show_deal(
    game: str, hand: int, server_seed: bytes, player_seed: str, commitment: str | None, jokers: int | None = None
) -> bool:
    """Print the deal that these seeds give; return whether the commitment, if given, matches the server's seed."""
    sealed = hashlib.sha256(server_seed).hexdigest()
    print(f"SHA-256 of the server's seed: {sealed}")
    pattern = GAMES[game]
    drawn = draws(server_seed, player_seed, hand, 0)(pattern.seats)
    if hand == 1:
        print(f"drawn before the deal: seat {drawn}")
    deck = deck_of(server_seed, player_seed, hand, event_of(hand), pack_of(pattern, jokers))
    print("deck:", *deck)
    first, whose = drawn if pattern.from_drawn else 0, "seat"
    if pattern.from_left and hand == 1:
        first = drawn + 1
    elif pattern.from_left:
        whose = "from the dealer's left, place"  # the dealer of a later hand does not follow from its seeds
    for seat, cards in enumerate(hands_of(pattern, deck, first)):
        print(f"{whose} {seat}:", *cards)
    return commitment is None or commitment.lower() == sealed


def check_link(link: bytes, day: int, tip: str | None) -> bool:
    """Hash a link of the boards' chain `day` times; print the hash, and the server seeds of the boards of that day.

    Return whether the hash is the tip, or True without a tip.
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
    """Parse a seed or link of 32 bytes. Other lengths are an error: a cut seed would silently deal different cards."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != 32:
        raise argparse.ArgumentTypeError("must be 64 digits, 0 to 9 and a to f")
    return found


def utf8(text: str) -> str:
    """Return a player's seed. Raises UnicodeEncodeError if UTF-8 cannot encode it; the site has no such seed."""
    return text.encode().decode()


def number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("must be a whole number from 1")
    return int(text)


def main() -> int:
    parser = argparse.ArgumentParser(description="Deal hands again from their seeds.")
    parser.add_argument("records", nargs="?", help="a file of records, or - for standard input")
    parser.add_argument("--game", choices=sorted(GAMES), default=next(iter(GAMES), None))
    parser.add_argument("--hand", type=number, default=1)
    parser.add_argument("--server-seed", type=secret)
    parser.add_argument("--player-seed", type=utf8, default="")
    parser.add_argument("--commitment")
    parser.add_argument("--jokers", type=int, choices=(0, 1, 2), help="jokers in the pack, if not the usual number")
    parser.add_argument("--link", type=secret, help="a day's link in the chain of boards, with --day and --tip")
    parser.add_argument("--day", type=number, default=1, help="number of the link's day in the chain, from 1")
    parser.add_argument("--tip")
    if not GAMES:
        parser.error("this source knows no game; download the whole program from /verify_deal.py of a site")
    asked = parser.parse_args()
    if asked.link is not None:
        holds = check_link(asked.link, asked.day, asked.tip)
    elif asked.server_seed is not None:
        seeds = (asked.server_seed, asked.player_seed)
        holds = show_deal(asked.game, asked.hand, *seeds, asked.commitment, asked.jokers)
    elif asked.records:
        # Records are UTF-8 on every computer, piped ones too; an editor may have added a byte order mark.
        try:
            with open(0 if asked.records == "-" else asked.records, encoding="utf-8-sig", errors="replace") as file:
                holds = check_records(file)
        except BrokenPipeError:
            raise  # standard output, not the file
        except OSError as error:
            parser.error(f"{asked.records}: {error.strerror}")
    else:
        parser.error("give a file of records, --server-seed or --link")
    return 0 if holds else 1


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
