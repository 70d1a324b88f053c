"""Positions of Two-Man Spades for tests of bots: views of seat 0, built from states of the engine."""

from collections.abc import Mapping

from games.engine.actions import Action
from games.engine.cards import PACK, Card, Suit, card, cards
from games.engine.options import Value
from games.engine.state import Phase, SeatAction
from games.twoman.rules import BID, DISCARD, PLAY, TRICKS, Pair, TwoMan, TwoManState, TwoManView
from games.twoman.score import Parity, Standing

RULES = TwoMan()
PARITIES = (Parity.ODD, Parity.EVEN)


def to_play(
    hand: str,
    *,
    led: str = "",
    bids: Pair = (3, 3),
    tricks: Pair | None = None,
    base: Pair = (0, 0),
    bags: Pair = (0, 0),
    played: str = "",
    discards: str = "6H 8C",
    other_hand: str = "",
    options: Mapping[str, Value] | None = None,
) -> TwoManView:
    """Return the view of seat 0, which is to play.

    `led` is the other seat's card on the table. `played` are the cards of the first tricks, each led by seat 0; the
    other earlier tricks are invented.
    """
    own, trick, put_aside = cards(hand), cards(led), cards(discards)
    earlier = cards(played)
    done = TRICKS - len(own)
    known = {*own, *trick, *put_aside, *earlier, *cards(other_hand)}
    fill = _pairs([one for one in PACK if one not in known], done - len(earlier) // 2)
    free = [one for one in PACK if one not in known and one not in fill]
    other = cards(other_hand) or tuple(free[: len(own) - len(trick)])
    said = ((0, Action(BID, bids[0])), (1, Action(BID, bids[1])))
    state = TwoManState(
        options=RULES.initial(options or {}).options,
        number=1,
        phase=Phase.PLAY,
        actions=(*_discards(put_aside), *said, *_plays((*earlier, *fill)), *((1, _play(one)) for one in trick)),
        parity=PARITIES,
        standings=(Standing(base[0], bags[0]), Standing(base[1], bags[1])),
        leader=1 if trick else 0,
        hands=(own, other),
        discards=(put_aside[0], put_aside[1]),
        bids=bids,
        tricks=tricks or (done, 0),
        trick=trick,
        broken=True,
    )
    return RULES.view(state, 0)


def before_play(
    hand: str,
    phase: Phase,
    *,
    known: int | None = None,
    base: Pair = (0, 0),
    bags: Pair = (0, 0),
    parity: tuple[Parity, Parity] = PARITIES,
    other_hand: str = "",
    discards: str = "2C 3C",
    options: Mapping[str, Value] | None = None,
) -> TwoManView:
    """Return the view of seat 0, which is to bid blind or look, to discard, or to bid, depending on `phase`.

    `known` is the other seat's bid if that seat has bid first.
    """
    own = cards(hand)
    put_aside = cards(discards) if phase is Phase.BID else ()
    taken = {*own, *put_aside}
    other = cards(other_hand) or tuple(one for one in PACK if one not in taken)[: len(own)]
    said = ((1, Action(BID, known)),) if known is not None else ()
    state = TwoManState(
        options=RULES.initial(options or {}).options,
        number=1,
        phase=phase,
        actions=(*_discards(put_aside), *said),
        parity=parity,
        standings=(Standing(base[0], bags[0]), Standing(base[1], bags[1])),
        first=0 if known is None else 1,
        hands=(own, other),
        discards=(put_aside[0], put_aside[1]) if put_aside else (None, None),
        bids=(None, known),
    )
    return RULES.view(state, 0)


def card_of(action: Action) -> str:
    assert action.card is not None
    return action.card.text


def _discards(put_aside: tuple[Card, ...]) -> tuple[SeatAction, ...]:
    return tuple((seat, Action(DISCARD, one.text)) for seat, one in enumerate(put_aside))


def _plays(earlier: tuple[Card, ...]) -> tuple[SeatAction, ...]:
    return tuple((place % 2, _play(one)) for place, one in enumerate(earlier))


def _play(one: Card) -> Action:
    return Action(PLAY, one.text)


def _pairs(free: list[Card], count: int) -> tuple[Card, ...]:
    """Return the cards of `count` tricks. In each, the higher of two cards of a suit is led; neither is a bag card."""
    found: list[Card] = []
    bag_cards = (card("7D"), card("TC"))
    for suit in (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES):
        run = [one for one in free if one.suit is suit and one not in bag_cards]
        for low, high in zip(run[::2], run[1::2], strict=False):
            found += [high, low]
    return tuple(found[: 2 * count])
