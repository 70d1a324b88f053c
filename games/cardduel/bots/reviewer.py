"""The evaluator of Card Duel: the worth of each play and blaze from its seat's view, as the hard bot estimates it.

It samples more hands of the opponent than the bot does, and evaluates every action over the same hands. The worth of a
play is the mean over the opponent's replies in the equilibrium, or, for player 2, over the possible plays of player 1.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from games.bots.base import Stream
from games.cardduel.bots.hard import Effort, Reckoned, Search, look_alike
from games.cardduel.bots.knowledge import Knowledge, defence, knowledge_of
from games.cardduel.bots.round import Bools, Floats, PlayEffects, SideAfterRound, kept_of, outcome, winning_chance
from games.cardduel.rules import BLAZE, PLAY, SEATS, CardDuelState
from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.state import Refilled, Seat, SeatView, State
from games.evaluation.evaluators import in_whole
from games.evaluation.interface import SURE, Choice, Evaluator, Layout, Reason, WeighedActions, clearest, of_two, spread

#: More hands of the opponent, and more rounds of regret matching, than the bot uses at the table.
_EFFORT: Final = Effort(theirs=120, mine=10, rounds=160)
#: Least difference in the total value of the cards kept in hand that counts as a reason.
_MUCH: Final = 3


class CardDuelEvaluator(Evaluator):
    def weigh(self, view: SeatView, chosen: Action, seed: int) -> WeighedActions | None:
        knowledge = knowledge_of(view)
        reckoned = _reckoned(Search(knowledge, _EFFORT, Stream(seed)))
        choices = [choice for one in reckoned for choice in _plays(one)]
        choices.append(Choice((Action(BLAZE),), _by_hand(_blaze_wins(knowledge, reckoned[0]), reckoned[0].likely)))
        layouts = tuple(_layout(knowledge, hand) for hand in spread(reckoned[0].hands))
        return WeighedActions(tuple(choices), in_whole(reckoned[0].likely.sum(axis=1)), layouts)

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        search = Search(knowledge_of(view), _EFFORT, Stream(seed))
        reckoned = _reckoned(search)
        one, other = (_aims(search, reckoned, action) for action in (best, chosen))
        found = clearest(Reason(code, one[code], other[code]) for code in one if code in other)
        if BLAZE in (best.verb, chosen.verb) or _kept(reckoned, best) - _kept(reckoned, chosen) < _MUCH:
            return found
        return (*found, Reason("KEEPS_MORE", 100, 0))[:3]

    def before(self, state: State) -> tuple[int, ...]:
        return of_two(_undrawn(CardDuelState.of(state)))

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        """Return the luck of the cards and of the draw of the coin.

        The luck of the cards is half the difference in worth between the deal and the same deal with hands exchanged.
        """
        own = CardDuelState.of(state)
        one, other = own.hands
        dealt = (_worth(own, own.coin, (one, other)) - _worth(own, own.coin, (other, one))) / 2
        luck = round(dealt + _worth(own, own.coin) - _undrawn(own))
        return luck, -luck

    def drawn(self, state: State, refills: Sequence[Refilled]) -> tuple[int, ...]:
        """Return the worth of the drawn cards less the mean over all rotations of the deck before the draw.

        Over all rotations, each card has each place in the deck once.
        """
        own = CardDuelState.of(state)
        deck = (*(one for refill in refills for one in refill.cards), *own.deck)
        decks = [(*deck[cut:], *deck[:cut]) for cut in range(len(deck))]
        found = [_worth(own, own.coin, _refilled(own, refills, one)) for one in decks]
        luck = round(found[0] - sum(found) / len(found))
        return luck, -luck


# -- luck and standings ---------------------------------------------------------------------------------


def _worth(state: CardDuelState, coin: Seat, hands: Sequence[Sequence[Card]] = ((), ())) -> float:
    """Return the worth to seat 0 before a round in which seat `coin` has the coin; without `hands`, before the deal."""
    sides = [SideAfterRound(*map(np.array, (float(state.hp[seat]), *kept_of(hands[seat])))) for seat in SEATS]
    chance = SURE * float(winning_chance(sides[coin], sides[1 - coin]))
    return chance if coin == 0 else SURE - chance


def _undrawn(state: CardDuelState) -> float:
    """Return the worth to seat 0 before the deal and, if the options say that the coin is drawn, before that draw."""
    if state.options["first"] != "random":
        return _worth(state, state.coin)
    return sum(_worth(state, coin) for coin in SEATS) / len(SEATS)


def _refilled(state: CardDuelState, refills: Sequence[Refilled], deck: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return the hands by seat as if the refills had drawn their cards from `deck`."""
    hands, place = [*state.hands], 0
    for refill in refills:
        kept = (one for one in state.hands[refill.seat] if one not in refill.cards)
        hands[refill.seat] = (*kept, *deck[place : place + len(refill.cards)])
        place += len(refill.cards)
    return hands


# -- values ---------------------------------------------------------------------------------------------


def _reckoned(search: Search) -> list[Reckoned]:
    first_play, plays = search.knowledge.first_play, search.knowledge.plays
    return search.as_first(look_alike(plays)) if first_play is None else [search.as_second(first_play)]


def _plays(reckoned: Reckoned) -> list[Choice]:
    """Return plays as choices. Plays with equal effects and equal sums and counts of kept cards are one choice."""
    same: dict[tuple[float, ...], list[int]] = {}
    for place, line in enumerate(reckoned.own.T.tolist()):
        same.setdefault(tuple(line), []).append(place)
    choices = []
    for places in same.values():
        actions = tuple(Action(PLAY, reckoned.plays[one].argument) for one in places)
        choices.append(Choice(actions, _by_hand(reckoned.worth[places[0]], reckoned.likely)))
    return choices


def _by_hand(worth: Floats | Bools, likely: Floats) -> tuple[int, ...]:
    """Return the mean worth for each hand in millionths, weighted by the probability of the hand's choices."""
    means = (worth * likely).sum(axis=1) / likely.sum(axis=1)
    return tuple(np.rint(SURE * np.clip(means, 0.0, 1.0)).astype(np.int64).tolist())


def _blaze_wins(knowledge: Knowledge, reckoned: Reckoned) -> Bools:
    """Return [hand, choice]: whether a blaze of the evaluated seat wins; a covered top does not defend (D11)."""
    if knowledge.first_play is None:
        whole = np.array([float(sum(map(defence, hand))) for hand in reckoned.hands])
        against: Floats = np.broadcast_to(whole[:, None], reckoned.likely.shape)
    else:
        others = PlayEffects[Floats](*reckoned.others)
        against = others.cups + others.shields
    wins: Bools = knowledge.swords - against >= knowledge.their_hp
    return wins


def _layout(knowledge: Knowledge, theirs: Sequence[Card]) -> Layout:
    own, other = (tuple(one.text for one in hand) for hand in (knowledge.hand, theirs))
    return (own, other) if knowledge.seat == 0 else (other, own)


# -- reasons --------------------------------------------------------------------------------------------


def _aims(search: Search, reckoned: Sequence[Reckoned], action: Action) -> dict[str, int]:
    """Return by reason code the percentage of sampled hands and choices in which the code holds after the action."""
    if action.verb == BLAZE:
        wins = _share(_blaze_wins(search.knowledge, reckoned[0]), reckoned[0])
        return {"DUEL_WON": wins, "STILL_STANDS": wins}
    own, one = _line(reckoned, action)
    others, is_first = PlayEffects[Floats](*one.others), search.knowledge.first_play is None
    end = outcome(own, others, search.start) if is_first else outcome(others, own, search.start)
    won, lost = (end.won, end.lost) if is_first else (end.lost, end.won)
    hit, hurt = (end.taken, end.given) if is_first else (end.given, end.taken)
    aims = {"DUEL_WON": won, "STILL_STANDS": ~lost, "OTHER_HURT": ~lost & (hit > 0), "UNHURT": won | (hurt == 0)}
    return {code: _share(holds, one) for code, holds in aims.items()}


def _line(reckoned: Sequence[Reckoned], action: Action) -> tuple[PlayEffects[Floats], Reckoned]:
    every = ((one, place) for one in reckoned for place in range(len(one.plays)))
    one, place = next((one, place) for one, place in every if one.plays[place].argument == action.argument)
    return PlayEffects[Floats](*one.own[:, place]), one


def _share(holds: Floats | Bools, reckoned: Reckoned) -> int:
    return round(100 * float((holds * reckoned.likely).sum()))


def _kept(reckoned: Sequence[Reckoned], action: Action) -> float:
    line, _ = _line(reckoned, action)
    return float(line.swords + line.cups + line.shields + line.wands)
