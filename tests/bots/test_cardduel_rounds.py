"""What hard Marta imagines of a round: its effects by the rules, the hands and policies of others, what comes after."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from games.cardduel.bots.evaluation import Side, winning_chance
from games.cardduel.bots.knowledge import knowledge_of
from games.cardduel.bots.policy import plays_by_policy, replies_by_policy
from games.cardduel.bots.round import (
    RoundStart,
    answers,
    blaze_of,
    choices,
    hands_from,
    likely_plays,
    lines_of,
    worth_to_first,
)
from games.cardduel.score import Play, Plays, score_blaze, score_round
from games.cardduel.state import BLAZE, CardDuelState
from games.engine.actions import Action
from games.engine.cards import PACK, Card, cards
from games.engine.state import Seat
from games.registry import bot
from tests.bots.duel_walks import play_of, positions
from tests.engine.cardduel_positions import P1, P2, RULES, duel, told


def _random_play(hand: tuple[Card, ...], rng: Random) -> Play:
    offers = [one for one in RULES.legal_actions(duel(" ".join(map(str, hand))), P1) if one != Action(BLAZE)]
    action = rng.choice(offers)
    assert isinstance(action, Action)
    return play_of(action)


def test_she_imagines_a_round_by_the_rules() -> None:
    """What a pair of plays does to the HP in her numbers, against the engine: who wins if this is the last round."""
    rng, seen = Random(4), set()
    for _ in range(300):
        dealt = rng.sample(PACK, 10)
        hands = tuple(dealt[:5]), tuple(dealt[5:])
        plays: Plays = _random_play(hands[0], rng), _random_play(hands[1], rng)
        hp = rng.randrange(1, 25), rng.randrange(1, 25)
        after = score_round(number=1, coin=P1, plays=plays, hp=hp).hp
        one, other = (choices([lines_of([play], hand)]) for play, hand in zip(plays, hands, strict=True))
        worth = worth_to_first(one, other, RoundStart(*hp, is_last=True)).item()
        assert worth == 0.5 + 0.5 * ((after[0] > after[1]) - (after[0] < after[1]))
        seen.add(worth)
    assert seen == {0.0, 0.5, 1.0}


def test_she_imagines_a_blaze_by_the_rules() -> None:
    rng, seen = Random(5), set()
    for _ in range(300):
        dealt = rng.sample(PACK, 10)
        hand, hers = tuple(dealt[:5]), tuple(dealt[5:])
        play, hp = _random_play(hand, rng), (rng.randrange(1, 20), 10)
        kept = tuple(one for one in hand if one not in play.cards)
        winner = score_blaze(invoker=P2, hands=(kept, hers), hp=hp).winner
        sides = choices([lines_of([play], hand)]), choices([[blaze_of(hers)]])
        worth = worth_to_first(*sides, RoundStart(*hp, is_last=False)).item()
        assert worth == (1.0 if winner == P1 else 0.0)
        seen.add(winner)
    assert seen == {P1, P2}


@pytest.mark.parametrize("seat", [P1, P2])
def test_she_expects_of_a_plain_player_what_normal_plays(seat: Seat) -> None:
    """Some of normal's plays are none of those she thinks of for others."""
    normal, same, other = bot("cardduel", "normal"), 0, 0
    for seed in range(8):
        for state, turn in positions((normal, normal), seed):
            action = normal.choose(RULES.view(state, turn), Random(1))
            if action != Action(BLAZE) and (turn == state.coin) == (seat == P1):
                is_same = _by_policy(state, turn) == play_of(action)
                same, other = same + is_same, other + (not is_same)
    assert same > 60 and other <= same / 20


def _by_policy(state: CardDuelState, turn: Seat) -> Play:
    hand, first = state.hands[turn], state.plays[state.coin]
    start = RoundStart(state.hp[state.coin], state.hp[1 - state.coin], is_last=False)
    out = [one for one in PACK if one not in state.discards]
    if first is None:
        return plays_by_policy([hand], out, start)[0]
    laid = [Play(one, first.wands) for one in out if one not in first.wands] if first.wands else [first]
    taken = replies_by_policy([hand], choices([answers(hand)]), laid, start)
    return likely_plays(hand)[int(taken.argmax())]


def test_she_draws_all_hands_where_they_are_few_and_so_many_where_not() -> None:
    few, many = cards("2C 3C 4C 5C"), PACK[:30]
    assert hands_from(few, 2, 6, Random(1)) == list(combinations(few, 2))
    assert len(hands_from(many, 5, 6, Random(1))) == 6
    assert all(len(set(hand)) == 5 and set(hand) <= set(many) for hand in hands_from(many, 5, 6, Random(1)))


@pytest.mark.parametrize("seat", [P1, P2])
def test_the_hands_she_draws_for_the_other_are_unseen_cards(seat: Seat) -> None:
    state = duel("KS 9H 4D 2C 3C", "5C QS JD TD 8H", deck=30)
    state = state if seat == P1 else told(state, "[2C 3C]KS")
    knowledge = knowledge_of(RULES.view(state, seat))
    known = {*state.hands[seat], *state.discards, *(cards("2C 3C") if seat == P2 else ())}
    assert set(knowledge.unseen) == set(PACK) - known
    assert knowledge.held == (5 if seat == P1 else 2)


def _side(hp: int, swords: int = 4, cups: int = 4) -> Side:
    return Side(*(np.float64(one) for one in (hp, swords, cups, 4, 4, 1, 1, 1, 1, 1)))  # type: ignore[arg-type]


def test_the_chance_to_win_follows_hp_and_what_is_held() -> None:
    plain = winning_chance(_side(20), _side(20))
    assert winning_chance(_side(25), _side(20)) > plain > winning_chance(_side(20), _side(25))
    assert winning_chance(_side(20, swords=14), _side(20)) > plain
    assert winning_chance(_side(20, cups=14), _side(20)) > plain
