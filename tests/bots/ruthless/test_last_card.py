"""What ruthless Marta thinks a hand is worth before its last card, against what the engine then makes of it.

Whole games under options drawn at random, played by players who bid blind, bid nil and take bags: so every rule of the
score comes up, mercy, denial, blind bids, bag cards won and in the pile, and who leads next.
"""

from collections.abc import Iterator
from typing import TypeAlias

import pytest

from games.arena.match import Game, Match
from games.arena.shares import played
from games.engine.cards import Card, Suit
from games.engine.state import Seat, State
from games.twoman.bots.knowledge import knowledge_of
from games.twoman.bots.ruthless import playing as p
from games.twoman.bots.ruthless import scoring as s
from games.twoman.bots.ruthless.encoding import case_of, scene_of
from games.twoman.bots.ruthless.learnt import learnt
from games.twoman.rules import TwoMan
from games.twoman.score import BAG_CARDS
from games.twoman.state import PLAY, TwoManState, own

RULES = TwoMan()
GAMES = 24
Last: TypeAlias = tuple[TwoManState, Seat, Card, TwoManState]
#: What a bag card won adds to `w`, for the seat that looks and for the other.
WON = {2: (3, 6), 1: (1, 2)}


def last_cards(game: Game) -> Iterator[Last]:
    """Each last card of a hand: the state before it, whose it is, which, and the state after it."""
    state: State = RULES.initial(game.options)
    for seat, action in game.log:
        step = RULES.apply(state, seat, action)
        before = own(state)
        if action.verb == PLAY and sum(map(len, before.hands)) == 1 and action.card is not None:
            yield before, seat, action.card, own(step.state)
        state = step.state


def thought(before: TwoManState, seat: Seat, last: Card) -> int:
    """Her worth of the hand in which that card is the last, from the view of the seat that plays it."""
    knowledge = knowledge_of(RULES.view(before, seat))
    led = before.trick[0]
    wins = last.height > led.height if last.suit is led.suit else last.suit is Suit.SPADES
    winner = 0 if wins else 1
    w = int(scene_of(knowledge)[0][p.W]) + sum(WON[BAG_CARDS[one]][winner] for one in (led, last) if one in BAG_CARDS)
    return int(s.hand_worth(before.tricks[seat] + (winner == 0), w, case_of(knowledge), learnt().standings))


def counted(before: TwoManState, seat: Seat, after: TwoManState) -> int:
    """The same by the engine: won, lost, tied, or the table's worth of the standings as they are now."""
    result = RULES.result(after)
    if result is not None:
        return s.SURE // 2 if result.winner is None else s.SURE * (result.winner == seat)
    mine, theirs = after.standings[seat], after.standings[1 - seat]
    case = case_of(knowledge_of(RULES.view(before, seat)))
    first = RULES._first(after, after.number + 1)
    case[s.NEXT_LEADER] = 0 if first == seat else 1
    return int(s.table_worth(mine.base, mine.bags, theirs.base, theirs.bags, case, learnt().standings))


@pytest.fixture(scope="module")
def ends() -> list[Last]:
    found: list[Last] = []
    for players in (("easy", "random"), ("easy", "medium")):
        for game in played(Match("twoman", players, games=GAMES, seed=3, random_options=True)):
            found += last_cards(game)
    return found


def test_it_is_worth_what_the_engine_makes_of_it(ends: list[Last]) -> None:
    for before, seat, last, after in ends:
        assert thought(before, seat, last) == counted(before, seat, after), before


def test_those_games_meet_every_rule_of_the_score(ends: list[Last]) -> None:
    """Else the test above would say less than it seems to. A blind nil seldom lasts to the last card."""
    met = {rule for before, _seat, _last, after in ends for rule in _rules_met(before, after)}
    assert met >= {"mercy", "target", "blind", "bag cards won", "bag cards in the pile", "odd leads"}


def _rules_met(before: TwoManState, after: TwoManState) -> set[str]:
    result = RULES.result(after)
    played_cards = {action.card for _seat, action in before.actions if action.verb == PLAY}
    return {
        *({result.why} if result is not None and result.why else ()),
        *({"blind"} if any(isinstance(one, int) for one in before.blind) else ()),
        *({"bag cards won"} if played_cards & set(BAG_CARDS) else ()),
        *({"bag cards in the pile"} if set(before.discards) & set(BAG_CARDS) else ()),
        *({"odd leads"} if before.options["first_lead"] == "odd" else ()),
    }
