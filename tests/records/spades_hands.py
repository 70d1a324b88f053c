"""Hands of Spades told card by card, for tests of records, replays and counting."""

from games.engine.actions import deal
from games.engine.cards import cards
from games.engine.state import DEALER, Phase
from tests.engine.spades_positions import DEAL, ONE_SPADE, RULES, E, S, W
from tests.records.played import Told


class Play(Told):
    rules = RULES

    def deal(self, *hands: str) -> None:
        self.act(DEALER, deal([cards(hand) for hand in hands or DEAL]))

    def bid(self, *bids: int | str) -> None:
        for bid in bids:
            if self.state.phase is Phase.BLIND:
                self.tell(self.state.turn, "blind_nil" if bid == "b0" else "look")
            if bid != "b0":
                self.tell(self.state.turn, "bid", bid)

    def play_out(self) -> None:
        while self.state.phase is Phase.PLAY:
            offer = RULES.legal_actions(self.state, self.state.turn)[0]
            self.tell(self.state.turn, "play", offer.argument)  # type: ignore[union-attr]


def misdealt() -> Play:
    game = Play({"allow_misdeals": True}, dealer=W, score=(440, 100), bags=(5, 0))
    game.deal(*ONE_SPADE)
    game.bid(4, 3)
    game.tell(S, "look")
    game.tell(S, "misdeal")
    game.deal()
    game.bid(4, 3, 3, 3)
    game.play_out()
    return game


def exchanged() -> Play:
    game = Play({"blind_nil_exchange": 2}, dealer=E)
    game.deal()
    game.bid(3, "b0", 4, 3)
    game.tell(W, "give", ("QS", "KH"))
    game.tell(E, "return", ("3D", "QS"))
    game.play_out()
    return game


def suicide() -> Play:
    game = Play({"variant": "suicide"}, dealer=E)
    game.deal()
    game.bid(5, 0, 4, 0)
    game.play_out()
    return game


def solo() -> Play:
    game = Play({"variant": "solo", "blind_nil_200_down": True}, dealer=E, score=(0, 275, 30, 90))
    game.deal()
    game.bid("b0", 3, "b0", 3)
    game.play_out()
    return game
