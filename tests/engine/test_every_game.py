"""Properties of the rules of every game and of the toy game Parlour, tested on random games."""

import json
import re
from functools import cache
from random import Random
from typing import Any

import pytest

from games.bots.base import AnyLegal
from games.engine.actions import Action, Argument, action_text, read_action
from games.engine.options import VARIANT, Options, draw_options
from games.engine.ruleset import CardRules, Ruleset
from games.engine.state import DEALER, Dealt, GameEnded, HandEnded, Phase, Seat, SeatAction, Started, State, view_json
from games.records.format import line_of, read, record_of
from games.records.referee import referee
from games.registry import GAMES as OF_THE_SITE
from games.registry import ruleset
from tests.engine.walks import GAMES, Moment, everywhere, known, offered, offers_what_it_accepts, walk, with_other_cards

CARD = re.compile(r'"([2-9TJQKA][CDHS]|BJ|LJ)"')
VERBS = {
    "twoman": {"start", "deal", "look", "blind", "blind_nil", "discard", "bid", "play"},
    "spades": {"start", "deal", "look", "blind_nil", "bid", "misdeal", "give", "return", "play"},
    "bidwhist": {"start", "deal", "bid", "pass", "trump", "direction", "discard", "joker", "play"}
    | {"call", "book", "confirm"},
    "cardduel": {"start", "deal", "play", "blaze", "reshuffle"},
    "parlour": {"start", "deal", "bid", "pass", "discard", "stake", "draw", "play", "call"},
}
every_game = pytest.mark.parametrize("rules", GAMES, ids=[rules.key for rules in GAMES])
#: Games whose hands may be settled. In Card Duel no hand ever is, because a blaze may end the duel in any round.
TRICK_GAMES = [rules for rules in GAMES if rules.settles]


def sent(rules: CardRules, state: State, seat: Seat | None) -> str:
    return json.dumps(view_json(rules.view(state, seat)))


def cards_sent(rules: CardRules, state: State, seat: Seat | None) -> set[str]:
    """Return the cards in a view. Bids are left out, because "4D" may be a bid of Bid Whist."""
    view: Any = view_json(rules.view(state, seat))
    told = [one for name in ("actions", "legal") for one in view[name] if "bid" not in one[:2]]
    table = {name: one for name, one in view["table"].items() if name not in ("calls", "contract")}
    return set(CARD.findall(json.dumps([view["hand"], told, table])))


@cache
def walked(rules: CardRules, seed: int) -> tuple[Moment, ...]:
    return tuple(walk(rules, seed))


def seats_of(rules: CardRules) -> list[Seat | None]:
    return [None, *range(rules.seats)]


@every_game
def test_presets_and_random_options_can_be_played(rules: CardRules) -> None:
    variants = [{VARIANT: name} for option in rules.options if option.key == VARIANT for name in option.choices]
    assert all(rules.check(preset) == () for preset in ({}, *variants))
    rng = Random(1)
    found = [draw_options(rules.options, rng.randrange, {}) for _ in range(300)]
    assert rules.key == "spades" or not any(map(rules.check, found)), "random options are refused"
    for option in rules.options:
        assert {one[option.key] for one in found if option.key in one} >= set(option.choices)


@pytest.mark.parametrize(("key", "options"), [("spades", {"variant": "solo"}), ("bidwhist", {})])
def test_the_dealer_draws_who_deals_first(key: str, options: Options) -> None:
    rules = ruleset(key)
    state = rules.initial(options)
    draws: list[Any] = [rules.chance(state, Random(seed).randrange).argument for seed in range(30)]
    assert {draw["dealer"] for draw in draws} == {0, 1, 2, 3}
    done = rules.apply(state, DEALER, Action("start", {"dealer": 2}))
    assert done.events == (Started({"dealer": 2}),)
    (dealt,) = rules.apply(done.state, DEALER, rules.chance(done.state, Random(1).randrange)).events
    assert isinstance(dealt, Dealt) and (dealt.number, dealt.first) == (1, 3)


@every_game
def test_an_action_is_offered_if_and_only_if_it_is_not_refused(rules: CardRules) -> None:
    """Checks the seats that must act and a random seat, because some actions are legal out of turn."""
    rng = Random(1)
    verbs = set[str]()
    for seed in range(8):
        for moment in walked(rules, seed):
            if rng.random() < 0.025:
                verbs.add(moment.action.verb)
                seats = {*rules.waits_for(moment.state) - {DEALER}, rng.randrange(rules.seats)}
                assert all(offers_what_it_accepts(rules, moment.state, seat) for seat in seats)
    assert VERBS[rules.key] & {"bid", "play"} <= verbs


@every_game
def test_an_action_of_the_dealer_is_refused_unless_the_dealer_is_to_act(rules: CardRules) -> None:
    for moment in walked(rules, 4):
        if moment.seat != DEALER:
            assert rules.refusal(moment.state, DEALER, moment.action) is not None
        assert DEALER in rules.waits_for(moment.state) or rules.legal_actions(moment.state, DEALER) == ()


@every_game
def test_a_resumed_game_deals_a_hand_as_the_whole_game_does(rules: CardRules) -> None:
    dealt = 0
    for seed in range(10):
        start, scored = dict[str, Any](), dict[str, Any]()
        for moment in walked(rules, seed):
            step = rules.apply(moment.state, moment.seat, moment.action)
            for event in step.events:
                if isinstance(event, Started):
                    start = dict(event.start)
                if isinstance(event, HandEnded) and rules.score in event.record:
                    scored = dict(event.record)
                if isinstance(event, Dealt) and event.number > 1:
                    number, first = event.number, event.first
                    kept = json.loads(json.dumps(scored))  # as read from the row of the hand
                    before = rules.resumed(moment.state.options, start, number=number, first=first, scored=kept)
                    assert rules.apply(before, DEALER, moment.action) == step
                    dealt += 1
    assert dealt > 5 or rules.key == "cardduel"


@every_game
def test_cards_are_conserved(rules: CardRules) -> None:
    for seed in range(10):
        dealt: set[str] = set()
        for moment in walked(rules, seed):
            lying = [one.text for one in everywhere(moment.state)]
            assert len(lying) == len(set(lying))
            if moment.action.verb == "deal":
                after = rules.apply(moment.state, DEALER, moment.action).state
                dealt = {one.text for one in everywhere(after)}
            elif moment.state.number:
                assert set(lying) == dealt


@every_game
def test_a_view_contains_no_card_its_seat_may_not_know(rules: CardRules) -> None:
    for seed in range(4):
        for moment in walked(rules, seed):
            for seat in seats_of(rules):
                shown = cards_sent(rules, moment.state, seat)
                assert shown <= {one.text for one in known(moment.state, seat)}


@every_game
def test_states_that_differ_in_hidden_cards_give_equal_views(rules: CardRules) -> None:
    rng = Random(3)
    differing = 0
    for seed in range(8):
        for moment in walked(rules, seed):
            seat = rng.choice(seats_of(rules))
            other = with_other_cards(moment.state, seat, rng)
            differing += other != moment.state
            assert sent(rules, other, seat) == sent(rules, moment.state, seat)
    assert differing > 500


@every_game
def test_a_log_replays_to_the_same_state(rules: CardRules) -> None:
    verbs = set[str]()
    for seed in range(16):
        moments = list(walked(rules, seed))
        verbs |= {moment.action.verb for moment in moments}
        state: State = rules.initial(moments[0].state.options)
        for moment in moments:
            assert state == moment.state
            state = rules.apply(state, moment.seat, read_action(action_text(moment.action))).state
        assert rules.result(state) is not None
    assert verbs == VERBS[rules.key]


@every_game
def test_a_game_ends_once_and_no_seat_may_act_then(rules: CardRules) -> None:
    for seed in range(8):
        *_, last = walked(rules, seed)
        step = rules.apply(last.state, last.seat, last.action)
        ends = [event for event in step.events if isinstance(event, GameEnded)]
        assert [end.result for end in ends] == [rules.result(step.state)]
        assert isinstance(step.events[-2], HandEnded)
        assert rules.waits_for(step.state) == frozenset()
        for seat in range(DEALER, rules.seats):
            assert rules.legal_actions(step.state, seat) == ()
            refusal = rules.refusal(step.state, seat, last.action)
            assert refusal is not None and refusal.code == "GAME_OVER"


@pytest.mark.parametrize("rules", TRICK_GAMES, ids=[rules.key for rules in TRICK_GAMES])
def test_a_settled_hand_ends_alike_however_it_is_played(rules: CardRules) -> None:
    """Four random ways to play the rest give the same result, so the table may play any legal cards."""
    settled = 0
    for seed in range(16):
        for moment in walked(rules, seed):
            if moment.seat != DEALER and rules.settled(moment.state):
                settled += 1
                ends = {_tricks_of(rules, moment.state, Random(n)) for n in range(4)}
                assert len(ends) == 1
    assert settled > 20


def _tricks_of(rules: CardRules, state: State, rng: Random) -> str:
    """Return the record of the hand after its rest is played at random, as text."""
    while True:
        seat = min(rules.waits_for(state))
        plays = [action for action in sorted(offered(rules, state, seat), key=action_text) if action.verb == "play"]
        step = rules.apply(state, seat, rng.choice(plays))
        for event in step.events:
            if isinstance(event, HandEnded):
                return json.dumps(event.record, default=str)
        state = step.state


def played(rules: Ruleset, *, last: Argument, seed: int) -> tuple[State, list[SeatAction]]:
    rng, state, said = Random(seed), rules.initial({}), list[SeatAction]()
    while rules.result(state) is None:
        seat = min(rules.waits_for(state))
        is_chance = seat == DEALER
        action = rules.chance(state, rng.randrange) if is_chance else AnyLegal().choose(rules.view(state, seat), rng)
        if isinstance(action.argument, dict) and not said:
            action = Action("start", {**action.argument, "last": last})
        said.append((seat, action))
        state = rules.apply(state, seat, action).state
    return state, said


@pytest.mark.parametrize("last", [1, 2])
@pytest.mark.parametrize("key", OF_THE_SITE)
def test_a_game_ends_with_its_last_hand_and_its_record_says_so(key: str, last: int) -> None:
    rules = ruleset(key)
    for seed in range(6):
        state, said = played(rules, last=last, seed=seed)
        assert state.phase is Phase.OVER and state.end is not None
        assert ("wins" in state.end.record) == (key == "bidwhist")
        seats = [{"name": "", "player": "person"}] * rules.seats
        record: Any = record_of(key=key, options={}, said=said, seats=seats)
        assert record["start"]["last"] == last
        assert referee(read(line_of(record))).result == state.end
        scores = [hand["result"][rules.score] for hand in record["hands"] if rules.score in hand["result"]]
        assert len(record["hands"]) >= len(scores) >= 1
        if key == "cardduel":
            assert len(scores) == 1
        elif state.end.why == "last":
            best = [side for side, score in enumerate(scores[-1]) if score == max(scores[-1])]
            assert state.end.winner == (best[0] if len(best) == 1 else None)
            assert state.number >= last and len(scores) <= last


def test_a_passed_out_hand_does_not_count_as_the_last() -> None:
    rules = ruleset("bidwhist")
    rng, state = Random(3), rules.initial({"all_pass": "redeal"})
    state = rules.apply(state, DEALER, Action("start", {"dealer": 0, "last": 1})).state
    state = rules.apply(state, DEALER, rules.chance(state, rng.randrange)).state
    for _ in range(4):
        state = rules.apply(state, min(rules.waits_for(state)), Action("pass")).state
    assert (state.phase, rules.result(state)) == (Phase.DEAL, None)
    state = rules.apply(state, DEALER, rules.chance(state, rng.randrange)).state
    assert (state.number, state.last) == (2, 1)


@pytest.mark.parametrize("key", OF_THE_SITE)
def test_a_start_with_an_invalid_last_hand_is_refused(key: str) -> None:
    for last in (-1, 1000, True, "1", None, 1.0, (1,)):
        refusal = ruleset(key).check_start({}, {"last": last})
        assert refusal is not None and refusal.code == "BAD_START", f"{last=}"
