"""Random games of every game, and the cards that each seat may know in them, for tests of properties."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import islice, permutations
from random import Random
from typing import Any

from games import registry
from games.bidwhist.state import BidWhistState
from games.bots.base import AnyLegal
from games.cardduel.rules import CardDuel, CardDuelState
from games.cardduel.score import CardPlay
from games.engine.actions import Action, Pick, texts, tuple_of
from games.engine.cards import BY_TEXT, PACK, Card, in_hand_order
from games.engine.options import VARIANT, Options, draw_options
from games.engine.pattern import pattern_with
from games.engine.ruleset import CardRules, Ruleset
from games.engine.state import DEALER, Phase, Seat, SeatAction, State
from games.spades.rules import Spades
from games.spades.state import SpadesState
from games.twoman.rules import TwoManState
from tests.parlour.rules import CALLS, Parlour, ParlourState

GAMES: tuple[Ruleset, ...] = (*(game.rules for game in registry.GAMES.values()), Parlour())
#: Options that limit bids, each with its lowest value and its highest plus one in a random game. With stricter limits
#: nearly every bid would fail, and a game without a losing score would not end.
_BIDDABLE = (("min_ind", 0, 4), ("min_team", 0, 8), ("max_ind", 4, 14), ("max_team", 6, 14))
#: Maximum number of actions in a random game; `walk` fails if a game reaches it.
LONGEST = 4_000


@dataclass(frozen=True)
class Moment:
    """A state and the action that follows."""

    state: State
    seat: Seat
    action: Action


def walk(rules: Ruleset, seed: int) -> Iterator[Moment]:
    """Yield every state and action of a game with random options and random actions, some of them out of turn."""
    rng = Random(seed)
    chosen = _playable_options(rules, rng)
    state = rules.initial(chosen)
    for _ in range(LONGEST):
        if rules.result(state) is not None:
            return
        seat, action = _next(rules, state, rng)
        yield Moment(state, seat, action)
        state = rules.apply(state, seat, action).state
    raise AssertionError(f"game {seed} of {rules.key} has not ended after {LONGEST} actions")


def _playable_options(rules: Ruleset, rng: Random) -> Options:
    """Return options, each at its default or at random, that the rules accept and with which random games end."""
    while True:
        every = draw_options(rules.options, rng.randrange, {})
        chosen = {key: value for key, value in every.items() if key == VARIANT or rng.random() < 0.5}
        lose = chosen.get("losing_score", -1)
        if chosen.get("partners", True) and (lose is None or int(lose) > 0):
            del chosen["losing_score"]  # without a losing score below 0 the scores of partners could fall for ever
        if chosen.get("max_rounds"):
            chosen["max_rounds"] = rng.randrange(1, 100)  # low enough to be reached
        if not rules.check(chosen) and all(chosen.get(key, low) in range(low, high) for key, low, high in _BIDDABLE):
            return chosen


def _next(rules: Ruleset, state: State, rng: Random) -> tuple[Seat, Action]:
    waits = rules.waits_for(state)
    if isinstance(state, SpadesState) and state.phase is Phase.START:
        return DEALER, _late_start(state, rng)
    if isinstance(state, CardDuelState) and state.phase is Phase.START:
        hp = rng.randrange(1, 60), rng.randrange(1, 60)
        return DEALER, Action("start", {"hp": rng.choice([hp, (600, 600)]), "coin": rng.randrange(2)})
    if isinstance(state, BidWhistState) and state.phase is Phase.START:
        return DEALER, _late_whist(state, rng)
    if DEALER in waits:
        return DEALER, rules.chance(state, rng.randrange)
    may = [seat for seat in range(rules.seats) if rules.legal_actions(state, seat)]
    seat = rng.choice(sorted(waits)) if rng.random() < 0.8 else rng.choice(may)
    if isinstance(state, SpadesState) and (bid := _any_bid(state, seat, rng)):
        return seat, bid
    if isinstance(state, CardDuelState) and rng.random() < 0.95:
        return seat, _any_play(state, seat, rng)
    return seat, AnyLegal().choose(rules.view(state, seat), rng)


def _late_start(state: SpadesState, rng: Random) -> Action:
    """Return a start near the winning score. Unless `_endless`, the last side is 230 points behind.

    If the rules refuse that, the start sets no score.
    """
    sides, win = state.terms.sides, state.terms.win
    if _endless(state):
        return Action("start", {"score": tuple(win - rng.randrange(1, 10) for _ in range(sides))})
    near = tuple(win - rng.randrange(1, 60) for _ in range(sides))
    start: dict[str, Any] = {"dealer": rng.randrange(4), "bags": (rng.randrange(10),) * sides}
    behind = Action("start", start | {"score": (*near[1:], win - 230)})
    return Action("start", start) if Spades().refusal(state, DEALER, behind) else behind


def _late_whist(state: BidWhistState, rng: Random) -> Action:
    """Return a start with each side at most twelve points from the winning or from the losing score."""
    win, lose = state.terms.win_score, state.terms.lose_score
    low, high = max(lose + 1, win - 12), min(win - 1, lose + 12)
    ends = [*range(low, win), *range(lose + 1, high + 1)]
    return Action("start", {"dealer": rng.randrange(4), "score": (rng.choice(ends), rng.choice(ends))})


def _any_bid(state: SpadesState, seat: Seat, rng: Random) -> Action | None:
    """Return a look, a misdeal or a bid of one to four; None if none is legal, and sometimes at random.

    On None the caller chooses any legal action.
    """
    offers = [offer for offer in Spades().legal_actions(state, seat) if isinstance(offer, Action)]
    likely = [offer for offer in offers if offer.verb in ("look", "misdeal") or offer.number in (1, 2, 3, 4)]
    return rng.choice(likely) if likely and (_endless(state) or rng.random() < 0.8) else None


def _any_play(state: CardDuelState, seat: Seat, rng: Random) -> Action:
    """Return a play, never a blaze, so that some duels last until the deck is empty."""
    offers = CardDuel().legal_actions(state, seat)
    return rng.choice([offer for offer in offers if isinstance(offer, Action) and offer.verb == "play"])


def _endless(state: SpadesState) -> bool:
    """Return whether no losing score lies below 0, so that random bids could lower all scores for ever."""
    return state.terms.lose is None or state.terms.lose > state.terms.win


def offered(rules: Ruleset, state: State, seat: Seat) -> set[Action]:
    """Return all actions that the offers stand for.

    A `Pick` stands for each choice of its cards in each order, a stack for each order of the cards below its top. Of a
    `Pick` of more than three cards only choices of adjacent cards are listed, because `conceivable` yields no others.
    """
    found: set[Action] = set()
    for offer in rules.legal_actions(state, seat):
        if isinstance(offer, Pick):
            choices = (permutations if offer.count <= 3 else neighbours)(offer.cards, offer.count)
            found |= {Action(offer.verb, texts(some)) for some in choices if set(offer.must) <= set(some)}
        elif isinstance(offer.argument, tuple) and offer.argument:
            *below, top = offer.argument
            found |= {Action(offer.verb, (*some, top)) for some in permutations(below)}
        else:
            found.add(offer)
    return found


def offers_what_it_accepts(rules: Ruleset, state: State, seat: Seat) -> bool:
    """Return whether the rules accept, of the actions from `conceivable`, exactly those that they offer."""
    tried = conceivable(rules.view(state, seat).hand or ())
    accepted = [action for action in tried if rules.refusal(state, seat, action) is None]
    # Comparing the sets would not find floats and bools, because `4.0 == 4` and `True == 1`.
    assert not any(isinstance(action.argument, float | bool) for action in accepted)
    return set(accepted) == offered(rules, state, seat)


def neighbours(held: tuple[Card, ...], count: int) -> Iterator[tuple[Card, ...]]:
    """Yield each run of `count` adjacent cards of the hand, forwards and backwards."""
    for first in range(len(held) - count + 1):
        yield held[first : first + count]
        yield held[first : first + count][::-1]


def conceivable(hand: tuple[Card, ...]) -> Iterator[Action]:
    """Yield actions that a client might send: the verbs of all games with arguments of every kind."""
    verbs = ["look", "blind", "blind_nil", "discard", "bid", "pass", "stake", "draw", "play", "call", "deal", "start"]
    verbs += ["misdeal", "give", "return", "blaze", "reshuffle", "trump", "direction", "joker", "book", "confirm"]
    strangers = PACK[::7]
    some = (*hand, *(one for one in strangers if one not in hand))
    pairs = [texts(pair) for pair in permutations(some[: len(hand) + 2], 2)]
    plain: list[Any] = [None, *range(-1, 15), 4.0, True, "", "5", "nil", *CALLS, "4U", (), {}]
    plain += [*BY_TEXT, *((one,) for one in BY_TEXT), *pairs[:3], ("QH",), ("QH", "QH"), (2, "QH"), texts(hand[:3])]
    for verb in (*verbs, "shout"):
        yield from (Action(verb, argument) for argument in plain)
    for verb in ("discard", "play", "give", "return"):
        yield from (Action(verb, pair) for pair in pairs)
    names = (*(f"{level}{denomination}" for level in range(9) for denomination in "UDN"), *"CDHS", "up", "down")
    for verb in ("bid", "trump", "direction"):
        yield from (Action(verb, name) for name in names)
    for count in range(4, 7):
        yield from (Action("discard", texts(some)) for some in neighbours(hand, count))
    if len(hand) <= 5:
        yield from (Action("play", texts(stack)) for count in range(3, 6) for stack in permutations(hand, count))


def known(state: State, seat: Seat | None) -> set[Card]:
    """Return every card of the hand in play that `seat` may know. Does not use the views, which it is to check."""
    if isinstance(state, TwoManState):
        return _known_twoman(state, seat)
    if isinstance(state, SpadesState):
        return _known_spades(state, seat)
    if isinstance(state, BidWhistState):
        return _known_whist(state, seat)
    if isinstance(state, CardDuelState):
        return _known_duel(state, seat)
    assert isinstance(state, ParlourState), f"not defined: what a seat may know of {type(state).__name__}"
    return _known_parlour(state, seat)


def _known_twoman(state: TwoManState, seat: Seat | None) -> set[Card]:
    shown = _cards(state, "play")
    discards = _cards(state, "discard")
    shown |= discards if len(discards) == 2 else _cards(state, "discard", seat=seat)
    if seat is None:
        return shown
    deficit = state.displays[1 - seat] - state.displays[seat]
    decides = state.phase is Phase.BLIND and deficit >= int(str(state.options["blind_deficit"]))
    return shown if decides else shown | set(state.hands[seat])


def _known_spades(state: SpadesState, seat: Seat | None) -> set[Card]:
    """Return the cards played, the seat's own once it may see them, and those that it and its partner passed."""
    shown = _cards(state, "play")
    if seat is None or _waits_for_blind_nil(state, seat):
        return shown
    both = (seat, (seat + 2) % 4)
    passed = [_cards(state, verb, seat=one) for verb in ("give", "return") for one in both]
    return shown.union(state.hands[seat], *passed)


def _waits_for_blind_nil(state: SpadesState, seat: Seat) -> bool:
    """Return whether the seat may still be offered a blind nil, derived from actions, scores and options."""
    options = state.options
    on = options["allow_blind_nils"] and not options["bid_spades"]
    if not on or (options["one_nil"] and options["partners"]) or state.phase not in (Phase.BLIND, Phase.BID):
        return False
    spoken = [bidder for bidder, _ in state.actions]
    if seat in spoken or (seat == (state.dealer + 1 + len(set(spoken))) % 4 and state.phase is Phase.BID):
        return False
    scores = [one.score for one in state.standings]
    own, others = scores[seat % len(scores)], scores[: seat % len(scores)] + scores[seat % len(scores) + 1 :]
    return not options["blind_nil_200_down"] or own <= max(others) - 200


def _known_whist(state: BidWhistState, seat: Seat | None) -> set[Card]:
    """Return the cards played, a kitty turned up, the seat's hand and discard, and both cards of its joker exchange."""
    shown = _cards(state, "play") | set(state.shown)
    if seat is None:
        return shown
    swaps = [tuple_of(action.argument) for _, action in state.actions if action.verb == "joker"]
    swapped = {BY_TEXT[str(one)] for holder, *both in swaps for one in both if holder == seat}
    return shown.union(state.hands[seat], _cards(state, "discard", seat=seat), swapped)


def _known_duel(state: CardDuelState, seat: Seat | None) -> set[Card]:
    """Return the cards played, except a top card face down for the seat; and its hand, or after a blaze both hands."""
    shown = _cards(state, "play")
    if _covered_top(state, seat) is not None:
        _, stack = state.actions[-1]
        below = {BY_TEXT[str(one)] for one in tuple_of(stack.argument)[:-1]}
        shown = below | _cards(replace(state, actions=state.actions[:-1]), "play")
    has_blazed = any(action.verb == "blaze" for _, action in state.actions)
    return shown.union(*(state.hands[holder] for holder in (0, 1) if holder == seat or has_blazed))


def _covered_top(state: CardDuelState, seat: Seat | None) -> Card | None:
    """Return the top card of another player's stack if the stack is the first play of a round; else None."""
    plays = [(player, action.argument) for player, action in state.actions if action.verb == "play"]
    if len(plays) % 2 == 0 or state.actions[-1][1].verb != "play":
        return None
    player, laid = plays[-1]
    return BY_TEXT[str(laid[-1])] if isinstance(laid, tuple) and player != seat else None


def _known_parlour(state: ParlourState, seat: Seat | None) -> set[Card]:
    shown = _cards(state, "discard", seat=seat)
    staked = _cards(state, "stake")
    shown |= staked if len(staked) == 4 else _cards(state, "stake", seat=seat)
    laid = [(player, action.argument) for player, action in state.actions if action.verb == "play"]
    stacks = [(player, stack) for player, stack in laid if isinstance(stack, tuple)]
    shown |= {BY_TEXT[str(one)] for _, one in laid if not isinstance(one, tuple)}
    for player, stack in stacks:
        shown |= {BY_TEXT[str(one)] for one in (stack if player == seat or len(stacks) == 4 else stack[:-1])}
    return shown if seat is None else shown | set(state.hands[seat])


def _cards(state: State, verb: str, seat: Seat | None = -9) -> set[Card]:
    """Return the cards that `seat` has named with this verb in this hand; -9 means all seats."""
    named = [action.argument for actor, action in state.actions if action.verb == verb and seat in (-9, actor)]
    return {BY_TEXT[str(one)] for all_of in named for one in (all_of if isinstance(all_of, tuple) else (all_of,))}


def pack(state: State) -> tuple[Card, ...]:
    """Return all cards of the game with the options of the state."""
    of_games = (rules for rules in GAMES if isinstance(rules, CardRules))
    (pattern,) = (rules.pattern for rules in of_games if isinstance(state, rules.state_type))
    return pattern_with(pattern, state.options).cards


def everywhere(state: Any) -> list[Card]:
    """Return the cards of all hands, tricks and piles. In a valid state no card occurs twice."""
    held = [one for hand in state.hands for one in hand]
    if isinstance(state, TwoManState):
        return [*held, *_cards(state, "play"), *_cards(state, "discard")]
    if isinstance(state, SpadesState):
        return [*held, *_cards(state, "play")]
    if isinstance(state, BidWhistState):
        return [*held, *state.kitty, *state.discard, *_cards(state, "play")]
    if isinstance(state, CardDuelState):
        laid = [one for play in state.plays if play is not None for one in play.cards]
        return [*held, *state.deck, *state.discards, *laid]
    assert isinstance(state, ParlourState), f"not defined: where the cards of {type(state).__name__} are"
    gone = [*_cards(state, "play"), *_cards(state, "discard"), *_cards(state, "stake")]
    return [*held, *state.kitty, *state.deck, *gone]


def with_other_cards(state: State, seat: Seat | None, rng: Random) -> State:
    """Return the state with the cards that are hidden from `seat` permuted at random, also in its actions."""
    if isinstance(state, CardDuelState):
        return _other_duel(state, seat, rng)
    hidden = [one for one in pack(state) if one not in known(state, seat)]
    other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    exchanged = _exchanged(state, other | {one.text: new.text for one, new in other.items()})
    assert isinstance(exchanged, State)
    return exchanged


def _other_duel(state: CardDuelState, seat: Seat | None, rng: Random) -> CardDuelState:
    """Return the duel with its hidden cards permuted, even those that were played before a reshuffle."""
    closed = [holder for holder in (0, 1) if holder != seat and state.blaze is None]
    top = _covered_top(state, seat)
    hidden = [*state.deck, *(one for holder in closed for one in state.hands[holder]), *([top] if top else [])]
    mixed = iter(rng.sample(hidden, len(hidden)))
    deck = tuple(islice(mixed, len(state.deck)))
    hands = [
        in_hand_order(tuple(islice(mixed, len(hand)))) if holder in closed else hand
        for holder, hand in enumerate(state.hands)
    ]
    other = replace(state, deck=deck, hands=(hands[0], hands[1]), actions=_reshuffled_to(state.actions, deck))
    laid = state.plays[state.coin]
    if top is None or laid is None:
        return other
    play = CardPlay(next(mixed), laid.wands)
    plays = (play, None) if state.coin == 0 else (None, play)
    return replace(other, plays=plays, actions=(*other.actions[:-1], (state.coin, Action("play", play.argument))))


def _reshuffled_to(actions: tuple[SeatAction, ...], deck: tuple[Card, ...]) -> tuple[SeatAction, ...]:
    """Return the actions with the last reshuffle changed so that it leaves this deck."""
    places = [place for place, (_, action) in enumerate(actions) if action.verb == "reshuffle"]
    if not places:
        return actions
    last = places[-1]
    actor, action = actions[last]
    order = tuple(str(one) for one in tuple_of(action.argument))
    other = Action(action.verb, (*order[: len(order) - len(deck)], *texts(deck)))
    return (*actions[:last], (actor, other), *actions[last + 1 :])


def _exchanged(value: Any, other: Mapping[Any, Any]) -> Any:
    if isinstance(value, Action) and value.verb == "bid":
        return value  # the bid "4D" is not a card
    if isinstance(value, Card | str):
        return other.get(value, value)
    if isinstance(value, tuple):
        return tuple(_exchanged(one, other) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in fields(value) if one.init and one.name != "options"]
        return replace(value, **{name: _exchanged(getattr(value, name), other) for name in names})
    return value
