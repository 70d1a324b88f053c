"""A player of Two-Man Spades in a file of its own: what a program has to say to play in the arena, and little more.

It reads one view a line and answers one action a line, and plays as a sensible beginner does: it bids the tricks its
high cards ought to take, takes them as cheaply as it can, and then ducks under the rest. From the root of the project:

    python manage.py arena twoman easy "exec:python docs/outside/sensible.py" --games 100 --duplicate
"""

import json
import sys

RANKS = "23456789TJQKA"
SURE = {"A": 1.0, "K": 0.7, "Q": 0.3}


def height(card):
    return RANKS.index(card[0])


def beats(card, led):
    return height(card) > height(led) if card[1] == led[1] else card[1] == "S"


def discard(view):
    """The lowest card of the shortest side suit; a suit that is gone lets spades in."""
    side = [card for card in view["hand"] if card[1] != "S"] or view["hand"]
    lengths = {suit: sum(card[1] == suit for card in side) for suit in "CDHS"}
    return min(side, key=lambda card: (lengths[card[1]], height(card)))


def bid(view):
    """High cards of side suits by their chance, high spades in full, others by half; one more, as only two take ten."""
    side = sum(SURE.get(card[0], 0.0) for card in view["hand"] if card[1] != "S")
    spades = sum(1.0 if card[0] in "AKQ" else 0.5 for card in view["hand"] if card[1] == "S")
    return max(1, min(9, int(side + spades + 1)))


def play(view):
    """While tricks are wanted the cheapest winner, or a high lead; afterwards the highest card that loses."""
    table, seat = view["table"], view["seat"]
    wants = table["tricks"][seat] < (table["bids"][seat] or 0)
    legal = sorted((one[1] for one in view["legal"]), key=lambda card: (card[1] == "S", height(card)))
    if not table["trick"]:
        side = [card for card in legal if card[1] != "S"] or legal
        return max(side, key=height) if wants else min(side, key=height)
    wins = [card for card in legal if beats(card, table["trick"][0])]
    loses = [card for card in legal if card not in wins]
    if wants and wins:
        return wins[0]
    return (loses[0] if wants else max(loses, key=height)) if loses else wins[-1]


def answer(view):
    if view["phase"] == "blind":
        return ["look"]
    return [view["phase"], {"discard": discard, "bid": bid, "play": play}[view["phase"]](view)]


def main():
    for line in sys.stdin:
        view = json.loads(line)
        if view.get("end"):
            return
        print(json.dumps(answer(view)), flush=True)


main()
