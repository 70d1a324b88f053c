"""The rest of a hand: a claim is offered only if it takes every trick; a settled rest has one result."""

import json
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.cards import PACK, Card, Suit, cards
from games.engine.endgame import POSITIONS, Endgame, EndgameOutcome, settled
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER, HandEnded, Phase, Seat, SeatAction, SeatView, State, TrickWon
from games.engine.tricks import AsPrinted, claim_of, following, leading, winning_place
from tests.bidwhist import positions as whist
from tests.engine.walks import GAMES, offered, walk, with_other_cards
from tests.spades import positions as spades
from tests.twoman import positions as twoman

# -- claims -------------------------------------------------------------------------------------------


TRICK_GAMES = [rules for rules in GAMES if rules.key in ("twoman", "spades", "bidwhist")]
ALL_SPADES = " ".join(one.text for one in reversed(PACK) if one.suit is Suit.SPADES)
SOLO = {"variant": "solo"}
UNBROKEN: dict[str, Any] = {"broken": False, "options": {"variant": "custom1", "spades_must_be_broken": False}}
ASIDE = ((0, Action("discard", ("KC", "2D", "3D", "4D", "5D", "6D"))),)
TURNED_IN = (DEALER, Action("joker", (1, "BJ", "KC")))


def told(tricks: str, seats: int) -> tuple[SeatAction, ...]:
    """Return plays from a text such as "0 AH KH, 1 3C 2C": for each trick the leader and the cards in order."""
    said: list[SeatAction] = []
    for trick in filter(None, tricks.split(", ")):
        leader, *laid = trick.split()
        said += [((int(leader) + place) % seats, Action("play", text)) for place, text in enumerate(laid)]
    return tuple(said)


def claim(rules: Ruleset, state: State, seat: Seat = 0) -> str:
    """Return the cards of the claim in order, such as "AS KS 4H"; empty if there is no claim."""
    return " ".join(str(action.argument) for action in rules.claim(rules.view(state, seat)))


@pytest.mark.parametrize(
    ("hand", "tricks", "fields", "expected"),
    [
        # A spade wins if no higher one is left.
        ("AS KS", "", {"broken": True}, "AS KS"),
        ("AS QS", "", {"broken": True}, ""),
        ("AS QS", "0 KS 2S", {}, "AS QS"),
        # A low spade wins once the leads before it have drawn all others.
        ("AS KS QS 2S", "0 JS TS, 0 9S 8S", {}, ""),
        ("AS KS QS 2S", "0 JS TS, 0 9S 8S, 0 7S 6S", {}, "AS KS QS 2S"),
        # A card of another suit may be trumped until the other seat has proved to be void in spades.
        ("AS AH", "", {"broken": True}, ""),
        ("AS AH", "0 3S 2H", {}, "AS AH"),
        ("AS AH 2H", "0 3S 2D", {}, ""),
        ("AS 3H 2H", "0 3S 2D, 0 4H 2C", {}, "AS 3H 2H"),
        # Before spades are broken, they may be led only from a hand without other suits.
        ("AS KS AH", "", {}, ""),
        ("AS KS", "", {}, "AS KS"),
        # A side card wins if the higher ones are played or discarded, or the other seat is void in the suit.
        ("AH QH", "0 3S 2D, 0 KH 4H", {}, "AH QH"),
        ("AH QH", "0 3S 2D", {}, ""),
        ("AC 3C", "0 3S 4C, 0 KC 4D", {}, "AC 3C"),
        ("QH JH", "0 3S 2D", {"discards": cards("AH KH")}, "QH JH"),
        # A claim takes at least two cards, and only the seat on lead may claim.
        ("AS", "", {"broken": True}, ""),
        ("AS KS", "", {"broken": True, "trick": "2S", "leader": 1}, ""),
        ("AS KS", "", {"broken": True, "leader": 1}, ""),
        # There is no claim while a nil is unbroken.
        ("AS KS", "", {"bids": (0, 4), "tricks": (0, 8)}, ""),
        ("AS KS", "", {"bids": (4, 0), "tricks": (8, 0)}, ""),
        ("AS KS", "", {"bids": (4, 0), "tricks": (8, 0), "blind": (None, "nil")}, ""),
        ("AS KS", "", {"bids": (0, 4), "tricks": (1, 7)}, "AS KS"),
    ],
)  # fmt: skip
def test_a_claim_in_two_man_is_offered_only_where_it_is_sure(
    hand: str, tricks: str, fields: dict[str, Any], expected: str
) -> None:
    state = twoman.playing(
        hand, "2C " * len(hand.split()), actions=told(tricks, 2), **({"broken": "S" in tricks} | fields)
    )
    assert claim(twoman.RULES, state) == expected


@pytest.mark.parametrize(
    ("hand", "tricks", "fields", "expected"),
    [
        # A higher card in any other hand, the partner's too, would take the trick.
        ("KS QS", "0 TS 9S 8S 7S", {"broken": True}, ""),
        # No side card can be trumped if all three others are void in spades; in the second case seat 3 may trump.
        ("AH KH", "0 AS 2C 3C 4C", {}, "AH KH"),
        ("AH KH", "0 AS 2C 3C 4S", {}, ""),
        # Spades are led first if they are broken, or need not be broken.
        ("AS KS QS 2S", "0 TS 9S 8S 7S, 0 JS 6S 5S 4S", {}, "AS KS QS 2S"),
        ("AS KS AH", "", {}, ""),
        ("AS KS AC", "0 TH 9S 8S 7S, 0 KH JS 6S 5S, 0 AH 4S 3S 2S, 0 QH 2C 3C QS", {"broken": False}, ""),
        ("AS KS AC", "0 TH 9S 8S 7S, 0 KH JS 6S 5S, 0 AH 4S 3S 2S, 0 QH TS 3C QS", UNBROKEN, "AS KS AC"),
        # The claimer's own unbroken nil or an opponent's forbids a claim; the partner's does not.
        ("AS KS", "", {"broken": True, "bids": (0, 3, 3, 3), "tricks": (0, 5, 5, 1)}, ""),
        ("AS KS", "", {"broken": True, "bids": (3, "b0", 3, 3), "tricks": (5, 0, 5, 1)}, ""),
        ("AS KS", "", {"broken": True, "bids": (3, 3, 0, 3), "tricks": (5, 5, 0, 1)}, "AS KS"),
        ("AS KS", "", {"broken": True, "bids": (3, 3, 0, 3), "tricks": (5, 5, 0, 1), "options": SOLO}, ""),
        ("AS KS", "", {"broken": True, "bids": (0, 3, 3, 3), "tricks": (1, 5, 4, 1)}, "AS KS"),
        # Under low clubs (Solo) the first trick counts as clubs, and there is no claim in it.
        (ALL_SPADES, "", {"done": 0}, ALL_SPADES),
        (ALL_SPADES, "", {"done": 0, "options": SOLO}, ""),
        # Seat 1 has proved to be void in clubs but not in spades, so it may trump.
        ("AH KH", "0 2C 3S 3H 3D, 1 AS 2D 2H 4C", {"options": SOLO}, ""),
        # Under low clubs a club on a red lead in the first trick proves no void in the suit led.
        ("AD QD", "0 5D 3C 4C 2C, 0 AS 5C 6C 7C", {"options": SOLO}, ""),
    ],
)  # fmt: skip
def test_a_claim_in_spades_is_offered_only_where_it_is_sure(
    hand: str, tricks: str, fields: dict[str, Any], expected: str
) -> None:
    others = ["2C " * len(hand.split())] * 3
    state = spades.playing(hand, *others, actions=told(tricks, 4), **({"broken": "S" in tricks} | fields))
    assert claim(spades.RULES, state) == expected


@pytest.mark.parametrize(
    ("hand", "contract", "tricks", "fields", "expected"),
    [
        # Jokers are the highest trumps. The ace wins once both are played, held, or not in the game.
        ("BJ LJ AH", "4U H", "", {}, "BJ LJ AH"),
        ("BJ AH", "4U H", "", {}, ""),
        ("BJ AH", "4U H", "0 KH LJ 2H 3H", {}, "BJ AH"),
        ("BJ AH", "4U H", "", {"options": {"jokers": 1}}, "BJ AH"),
        # Downtown, too, the ace is high; the two is next.
        ("BJ LJ AH 2H 3H", "4D H", "", {}, "BJ LJ AH 2H 3H"),
        ("BJ LJ AH KH", "4D H", "", {}, ""),
        # The best card of a side suit wins if all others are void in trumps.
        ("AC KC", "4U H", "0 BJ 2D 3D 4D", {}, "AC KC"),
        ("AC KC", "4U H", "0 BJ 2D 3D 4H", {}, ""),
        # In no trump no card can be trumped, and a joker never wins.
        ("AC KC", "4N up", "", {}, "AC KC"),
        ("AC 2C", "4N down", "", {}, "AC 2C"),
        ("AC 2C", "4N up", "", {}, ""),
        ("AC BJ", "4N up", "", {}, ""),
        # After a joker is led, the first other card sets the suit; nothing here proves a void in clubs.
        ("AC QC", "4N up", "0 BJ 2D 3D 4H", {}, ""),
        # The declarer knows that KC is discarded, unless an exchange has put it into a hand. Other seats do not.
        ("AC QC", "4N up", "", {"actions": ASIDE}, "AC QC"),
        ("AC QC", "4N up", "", {"actions": ASIDE, "options": whist.EXCHANGE}, "AC QC"),
        ("AC QC", "4N up", "", {"actions": (*ASIDE, TURNED_IN), "options": whist.EXCHANGE}, ""),
        ("AC QC", "4N up", "", {"actions": ((1, ASIDE[0][1]),)}, ""),
        # Where reneges are called instead of refused, no seat has to follow suit.
        ("AC KC", "4N up", "", {"options": whist.TABLE}, ""),
    ],
)  # fmt: skip
def test_a_claim_in_bid_whist_is_offered_only_where_it_is_sure(
    hand: str, contract: str, tricks: str, fields: dict[str, Any], expected: str
) -> None:
    bid, name = contract.split()
    others = ["2C " * len(hand.split())] * 3
    state = whist.playing(hand, *others, bid=bid, name=name, **({"actions": told(tricks, 4)} | fields))
    assert claim(whist.RULES, state) == expected


def test_there_is_no_claim_in_a_duel() -> None:
    rules = next(rules for rules in GAMES if rules.key == "cardduel")
    assert not any(rules.claim(rules.view(moment.state, seat)) for moment in walk(rules, 1) for seat in (0, 1))


@pytest.mark.parametrize("rules", TRICK_GAMES, ids=[rules.key for rules in TRICK_GAMES])
def test_a_claim_takes_every_trick_however_the_others_play(rules: Ruleset) -> None:
    rng, found = Random(5), 0
    for state, seat in _claims(rules, games=16):
        found += 1
        plays = rules.claim(rules.view(state, seat))
        assert sorted(str(action.argument) for action in plays) == sorted(str(one) for one in state.hands[seat])
        for other in _layouts(rules, state, seat, rng):
            assert rules.claim(rules.view(other, seat)) == plays, "the offer of a claim depends on hidden cards"
            assert len({_played_out(rules, other, seat, plays, rng) for _ in range(4)}) == 1
    assert found > 10


def _claims(rules: Ruleset, games: int) -> Iterator[tuple[State, Seat]]:
    """Yield each state of random games in which a seat may claim, and the seat. Assert that only a seat on turn may."""
    for seed in range(games):
        for moment in walk(rules, seed):
            able = [seat for seat in range(rules.seats) if rules.claim(rules.view(moment.state, seat))]
            assert len(able) <= 1 and set(able) <= rules.waits_for(moment.state)
            yield from ((moment.state, seat) for seat in able)


def _layouts(rules: Ruleset, state: State, seat: Seat, rng: Random) -> Iterator[State]:
    """Yield the state, and up to twelve others with the same view for `seat` that are consistent with all plays."""
    yield state
    for _ in range(12):
        other = with_other_cards(state, seat, rng)
        if _is_consistent(rules, other, seat):
            yield other


def _is_consistent(rules: Ruleset, state: Any, seat: Seat) -> bool:
    """Return whether no other seat holds a suit that it failed to follow. Claims use `followers`, this does not."""
    plays = [(player, action.card) for player, action in state.actions if action.verb == "play"]
    suit_of = state.contract.suit_of if rules.key == "bidwhist" else lambda one: one.suit
    for start in range(0, len(plays), rules.seats):
        trick = plays[start : start + rules.seats]
        is_of_clubs = rules.key == "spades" and state.terms.low_clubs and not start
        suits = [suit_of(one) for _, one in trick]
        first = 0 if is_of_clubs else next((place for place, suit in enumerate(suits) if suit is not None), 0)
        led = Suit.CLUBS if is_of_clubs else suits[first]
        out = {player for (player, _), suit in zip(trick[first:], suits[first:], strict=True) if suit is not led}
        if any(suit_of(one) is led for player in out - {seat} for one in state.hands[player]):
            return False
    return True


def _played_out(rules: Ruleset, state: State, seat: Seat, plays: Sequence[Action], rng: Random) -> str:
    """Play the claim of `seat` and random replies; assert that `seat` wins every trick. Return the hand's record."""
    mine = iter(plays)
    while True:
        turn = min(rules.waits_for(state))
        action = next(mine) if turn == seat else rng.choice(sorted(offered(rules, state, turn), key=str))
        step = rules.apply(state, turn, action)
        for event in step.events:
            if isinstance(event, TrickWon):
                assert event.winner == seat
            if isinstance(event, HandEnded):
                return json.dumps(event.record, default=str)
        state = step.state


def test_a_claim_is_proved_if_and_only_if_no_layout_and_reply_refutes_it() -> None:
    """Brute force tries all layouts, replies and orders of the leads, for two seats and three suits."""
    rng, answers = Random(11), set[bool]()
    for _ in range(500):
        size = rng.choice((2, 2, 3))
        pack = rng.sample([one for one in PACK if one.suit is not Suit.CLUBS], size + rng.randrange(size + 1, size + 4))
        if rng.random() < 0.7:
            pack.sort(key=lambda one: (one.suit is Suit.SPADES, one.height + rng.random() * 4), reverse=True)
        hand, unseen, broken = tuple(pack[:size]), frozenset(pack[size:]), rng.random() < 0.6
        found = _claimed(hand, pack, broken=broken)
        is_sure = any(_wins_all(order, unseen, broken) for order in permutations(hand))
        assert bool(found) is is_sure, f"{hand=}, {unseen=}, {broken=}"
        assert not found or _wins_all(found, unseen, broken)
        answers.add(is_sure)
    assert answers == {True, False}


def _claimed(hand: tuple[Card, ...], pack: Sequence[Card], *, broken: bool) -> tuple[Card, ...]:
    view = SeatView(
        game="",
        options={},
        seat=0,
        number=1,
        phase=Phase.PLAY,
        hand=hand,
        legal=(),
        actions=(),
        waits_for=frozenset({0}),
    )
    plays = claim_of(view, (), seats=2, pack=pack, ranking=AsPrinted(Suit.SPADES), may_lead_trumps=broken)
    return tuple(play.card for play in plays if play.card is not None)


def _wins_all(order: Sequence[Card], unseen: frozenset[Card], broken: bool) -> bool:
    return all(_wins(order, held, broken) for held in combinations(unseen, len(order)))


def _wins(order: Sequence[Card], held: tuple[Card, ...], broken: bool) -> bool:
    """Return whether the leads are legal in this order and win against every reply from `held`."""
    if not order:
        return True
    led, *rest = order
    if led not in leading(order, Suit.SPADES, broken=broken):
        return False
    return all(
        winning_place((led, reply), AsPrinted(Suit.SPADES)) == 0
        and _wins(rest, tuple(one for one in held if one is not reply), broken or Suit.SPADES in (led.suit, reply.suit))
        for reply in following(held, led.suit)
    )


# -- a settled rest -----------------------------------------------------------------------------------


BAG_CARDS = cards("7D TC")
Hands = tuple[tuple[Card, ...], ...]


def every_end(
    hands: Hands,
    leader: Seat,
    *,
    trump: Suit | None,
    broken: bool,
    marked: tuple[Card, ...] = (),
    stops: Seat | None = None,
    trick: tuple[Card, ...] = (),
) -> set[EndgameOutcome]:
    """Return every outcome of the rest of a hand that legal play can reach."""
    if len(trick) == len(hands):
        winner = (leader + winning_place(trick, AsPrinted(trump))) % len(hands)
        won = [one.text for one in trick if one in marked]
        if winner == stops or not hands[winner]:
            return {EndgameOutcome((0,) * len(hands)).after(winner, won)}
        rest = every_end(hands, winner, trump=trump, broken=broken, marked=marked, stops=stops)
        return {end.after(winner, won) for end in rest}
    seat = (leader + len(trick)) % len(hands)
    held = hands[seat]
    ends: set[EndgameOutcome] = set()
    for one in following(held, trick[0].suit) if trick else leading(held, trump, broken=broken):
        left = (*hands[:seat], tuple(c for c in held if c is not one), *hands[seat + 1 :])
        is_broken, laid = broken or one.suit is trump, (*trick, one)
        ends |= every_end(left, leader, trump=trump, broken=is_broken, marked=marked, stops=stops, trick=laid)
    return ends


def some_hands(rng: Random, seats: int, size: int) -> Hands:
    """Draw random hands from three suits, so that settled endings are common."""
    pack = rng.sample([one for one in PACK if one.suit in (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS)], seats * size)
    if rng.random() < 0.5:  # the last seat gets the highest cards
        pack.sort(key=lambda one: (one.suit is Suit.SPADES, one.height))
    return tuple(tuple(pack[seat * size : (seat + 1) * size]) for seat in range(seats))


@pytest.mark.parametrize(
    ("seats", "size", "rounds"), [(2, 1, 60), (2, 2, 300), (2, 3, 300), (2, 4, 60), (3, 2, 80), (4, 1, 60), (4, 2, 80)]
)
def test_the_search_agrees_with_enumeration(seats: int, size: int, rounds: int) -> None:
    rng, answers = Random(10 * seats + size), set[bool]()
    for _ in range(rounds):
        hands = some_hands(rng, seats, size)
        leader, broken = rng.randrange(seats), rng.random() < 0.5
        trump = rng.choice((Suit.SPADES, Suit.SPADES, None))
        stops = rng.choice((None, None, rng.randrange(seats)))
        ends = every_end(hands, leader, trump=trump, broken=broken, marked=BAG_CARDS, stops=stops)
        found = Endgame(trump=trump, marked=BAG_CARDS, stops=stops).outcome(hands, leader, broken=broken)
        assert found == (ends.pop() if len(ends) == 1 else None), f"{hands=}, {leader=}, {broken=}, {trump=}, {stops=}"
        answers.add(found is not None)
    assert answers == ({True} if size == 1 else {True, False})


def test_a_search_by_sides_distinguishes_only_the_winning_side() -> None:
    rng, answers = Random(7), set[tuple[bool, bool]]()
    for _ in range(120):
        hands = some_hands(rng, 4, 2)
        leader, trump = rng.randrange(4), rng.choice((Suit.SPADES, None))
        ends = every_end(hands, leader, trump=trump, broken=True, marked=BAG_CARDS)
        by_side = {_by_side(end) for end in ends}
        found = Endgame(trump=trump, marked=BAG_CARDS, sides=2).outcome(hands, leader, broken=True)
        assert found == (by_side.pop() if len(by_side) == 1 else None), f"{hands=}, {leader=}, {trump=}"
        answers.add((len(ends) == 1, found is not None))
    assert answers == {(True, True), (False, True), (False, False)}


def _by_side(end: EndgameOutcome) -> EndgameOutcome:
    tricks = tuple(sum(end.tricks[side::2]) for side in (0, 1))
    return EndgameOutcome(tricks, tuple((text, seat % 2) for text, seat in end.marked))


#: Two hands of nine cards whose outcome is settled, but which take more than `POSITIONS` positions to search.
COSTLY: Hands = cards("9H TC JC JH QD AD 3S 2S AS"), cards("2D 3H 3C 5H 7D 6C 7H 7C 9D")


def test_the_search_stops_at_its_limit_of_positions() -> None:
    patient = Endgame(trump=Suit.SPADES, most=10**6)
    assert patient.outcome(COSTLY, 0, broken=True) is not None
    assert 10**6 - patient.left > POSITIONS
    search = Endgame(trump=Suit.SPADES)
    assert search.outcome(COSTLY, 0, broken=True) is None
    assert search.left == -1, "the search goes on after the limit"
    assert not settled(COSTLY, 0, trump=Suit.SPADES, broken=True)


def test_no_search_exceeds_its_limit_of_positions() -> None:
    rng, most = Random(3), 0
    for _ in range(80):
        hands = some_hands(rng, 2, 10)
        search = Endgame(trump=Suit.SPADES, marked=BAG_CARDS)
        search.outcome(hands, rng.randrange(2), broken=True)
        most = max(most, POSITIONS - search.left)
    assert most == POSITIONS + 1


def test_a_hand_too_costly_to_search_is_settled_some_tricks_later() -> None:
    high, low = COSTLY
    answers = [settled((high[n:], low[n:]), 0, trump=Suit.SPADES, broken=True) for n in range(9)]
    assert answers == sorted(answers)
    assert (answers[0], answers[-1]) == (False, True)
