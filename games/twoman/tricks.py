"""The tricks of a hand of Two-Man Spades, told from its actions."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import Card, Suit
from games.engine.state import Said, Seat
from games.engine.tricks import winning_place
from games.twoman.score import BAG_CARDS
from games.twoman.state import PLAY
from games.viewmodel.table import Face, face
from games.viewmodel.words import MINUS


@dataclass(frozen=True, slots=True)
class ToldTrick:
    """`winner` is None while the second card is owed."""

    number: int
    plays: tuple[tuple[Seat, Card], ...]

    @property
    def winner(self) -> Seat | None:
        if len(self.plays) < 2:
            return None
        return self.plays[winning_place([one for _, one in self.plays], Suit.SPADES)][0]

    @property
    def winning_card(self) -> Card | None:
        return next((one for seat, one in self.plays if seat == self.winner), None)


def tricks_of(actions: Sequence[Said]) -> tuple[ToldTrick, ...]:
    """All tricks in order, the open one last."""
    plays = [(seat, one) for seat, action in actions if action.verb == PLAY and (one := action.card) is not None]
    return tuple(ToldTrick(i // 2 + 1, tuple(plays[i : i + 2])) for i in range(0, len(plays), 2))


def drawn(one: Card) -> Face:
    """With the tag of a bag card."""
    return face(one, f"{MINUS}{BAG_CARDS[one]}" if one in BAG_CARDS else "")
