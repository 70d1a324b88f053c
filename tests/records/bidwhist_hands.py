"""Hands of Bid Whist told card by card, for tests of records, replays and counting."""

from games.engine.actions import Pick, deal
from games.engine.cards import cards
from games.engine.state import DEALER, Phase, Seat
from tests.engine.bidwhist_positions import DEAL, EXCHANGE, JOKERS_OUT, KITTY, KITTY_OUT, RULES, TABLE, E, N, S, W
from tests.records.played import Told


class Whist(Told):
    rules = RULES

    def deal(self, *hands: str, kitty: str = KITTY) -> None:
        self.act(DEALER, deal([cards(hand) for hand in hands or DEAL], kitty=cards(kitty)[: self.state.terms.kitty]))

    def call(self, *calls: str) -> None:
        for call in calls:
            self.tell(self.state.turn, *(("pass",) if call == "pass" else ("bid", call)))

    def renege_called(self, seat: Seat, book: int | None) -> None:
        self.tell(seat, "call")
        self.tell(seat, "book", book)

    def bought(self, bid: str, suit: str, discard: str) -> None:
        """South's is the only bid, with that trump."""
        self.call(bid, "pass", "pass", "pass")
        self.tell(S, "trump", suit)
        self.tell(S, "discard", tuple(discard.split()))

    def play(self, tricks: int = 12) -> None:
        """So many whole tricks."""
        goal = min(12, len(self.state.tricks) + tricks)
        while self.state.phase is Phase.PLAY and len(self.state.tricks) < goal:
            offer = RULES.legal_actions(self.state, self.state.turn)[0]
            assert not isinstance(offer, Pick)
            self.act(self.state.turn, offer)


def uptown() -> Whist:
    """Two hands: one that nobody buys, and South's, dealt by North."""
    game = Whist({"all_pass": "redeal", "jokers": 1}, dealer=E, score=(2, -1), wins=(1, 0))
    game.deal()
    game.call("pass", "pass", "pass", "pass")
    game.deal()
    game.call("pass", "4D", "pass", "5U")
    game.tell(S, "trump", "S")
    game.tell(S, "discard", ("2C", "7D", "6D", "2H", "7C"))
    game.play()
    return game


def exchanged() -> Whist:
    game = Whist(EXCHANGE, dealer=E)
    game.deal(*JOKERS_OUT, kitty=KITTY_OUT)
    game.call("4N", "pass", "pass", "pass")
    game.tell(S, "direction", "down")
    game.tell(S, "discard", ("7C", "2H", "7D", "6D", "4D", "3D"))
    game.tell(DEALER, "joker", (W, "LJ", "6D"))
    game.tell(DEALER, "joker", (N, "BJ", "2H"))
    game.play()
    return game


def reneged() -> Whist:
    """West reneges in the second trick; South calls it, East calls another for nothing and gives one up."""
    game = Whist({**TABLE, "renege_penalty": 1, "win_score": 20}, dealer=E)
    game.deal()
    game.bought("4U", "H", "2C 7D 6D 2H 7C 2D")
    game.play(1)
    game.tell(S, "play", "KS")
    game.tell(W, "play", "KD")
    game.renege_called(S, 1)
    game.play(1)
    game.renege_called(S, 2)
    game.play()
    game.tell(N, "confirm")
    game.renege_called(E, None)
    game.tell(W, "confirm")
    return game


def after_kitty() -> Whist:
    """Trumps are named when the kitty is in the hand; South is set."""
    game = Whist({"name_after_kitty": True}, dealer=E, score=(3, -2))
    game.deal()
    game.bought("7D", "C", "2C 7D 6D 2H 7C 2D")
    game.play()
    return game
