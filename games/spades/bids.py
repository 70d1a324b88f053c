"""The bidding of Spades (docs/rules/spades.md, sections 4 and 5): bids, blind nil, One Nil, misdeals, exchange."""

from collections.abc import Collection, Sequence
from functools import lru_cache

from games.engine.actions import Action, Pick, Refusal
from games.engine.cards import Card, Rank, Suit
from games.engine.reading import held_cards, whole_in
from games.engine.state import Phase, Seat
from games.engine.tricks import next_seat
from games.spades.options import Terms
from games.spades.score import BLIND, SpadesBid, tricks_of
from games.spades.state import (
    BID,
    BLIND_NIL,
    GIVE,
    LOOK,
    RETURN,
    SEATS,
    Bids,
    SpadesState,
    may_bid_blind,
    partner,
    refused,
)

FEW_SPADES, LONG_SUIT, NO_FACE = "FEW_SPADES", "LONG_SUIT", "NO_FACE"
_FACES = (Rank.JACK, Rank.QUEEN, Rank.KING)


def legal_bids(terms: Terms, hand: Sequence[Card], bids: Bids, seat: Seat) -> tuple[int, ...]:
    """Return the legal bids of `seat`, in tricks, after the earlier `bids` (section 4.1). 0 is a nil, blind or not."""
    if terms.bid_spades:
        return (sum(one.suit is Suit.SPADES for one in hand),)  # a hand without spades bids an ordinary nil (S6)
    if terms.one_nil:
        return (0, *range(terms.least_bid, min(terms.max_ind, terms.max_team) + 1))
    return _between(terms, bids[partner(seat)] if terms.partners else None)


def _legal_now(state: SpadesState, seat: Seat) -> tuple[int, ...]:
    return legal_bids(state.terms, state.hands[seat], state.bids, seat)


@lru_cache(256)
def _between(terms: Terms, theirs: SpadesBid | None) -> tuple[int, ...]:
    """Return the bids within all limits; until the partner has bid, only those that leave the partner a bid (S7)."""
    alone = range(terms.min_ind, terms.max_ind + 1)
    if not terms.partners:
        return tuple(alone)
    others = alone if theirs is None else (tricks_of(theirs),)
    return tuple(bid for bid in alone if any(terms.min_team <= bid + other <= terms.max_team for other in others))


def blind_nil_offered(state: SpadesState, seat: Seat) -> bool:
    """Return whether `seat`, which must be on turn to bid, may bid a blind nil (section 4.3)."""
    return not state.seen[seat] and may_bid_blind(state, seat) and 0 in _legal_now(state, seat)


def overridden(terms: Terms, bids: Bids, seat: Seat) -> tuple[Seat, int] | None:
    """Return the partner's seat and new bid if the bid of `seat` changes the partner's bid (section 4.2), else None."""
    first, mine = partner(seat), bids[seat]
    theirs = bids[first]
    if not terms.one_nil or theirs is None or bool(tricks_of(theirs)) != bool(tricks_of(mine)):
        return None
    return first, 0 if tricks_of(theirs) else terms.least_bid


def misdeal_grounds(hand: Sequence[Card]) -> tuple[str, ...]:
    """Return the grounds on which the hand may be declared a misdeal (S10)."""
    suits = [sum(one.suit is suit for one in hand) for suit in Suit]
    grounds = {
        FEW_SPADES: suits[list(Suit).index(Suit.SPADES)] <= 1,
        LONG_SUIT: max(suits) >= 7,
        NO_FACE: not any(one.rank in _FACES for one in hand),
    }
    return tuple(ground for ground, holds in grounds.items() if holds)


def givers_of(state: SpadesState) -> tuple[Seat, ...]:
    """Return the seats that give cards, in bidding order (S9): blind nil bidders whose partner did not bid blind."""
    if not state.terms.exchange:
        return ()
    order = [next_seat(state.first, steps) for steps in SEATS]
    return tuple(seat for seat in order if state.bids[seat] == BLIND and state.bids[partner(seat)] != BLIND)


def misdeal_refusal(state: SpadesState, seat: Seat) -> Refusal | None:
    """Return why a misdeal is refused, or None. Checks the cards last, so that other refusals do not leak cards."""
    if state.phase not in (Phase.BLIND, Phase.BID) or seat != state.turn:
        return refused("NOT_YOUR_BID_TURN")
    if state.phase is Phase.BLIND:
        return refused("CARDS_NOT_SEEN")
    if not state.terms.misdeals:
        return refused("MISDEALS_OFF")
    return None if misdeal_grounds(state.hands[seat]) else refused("NOT_A_MISDEAL")


def said_bid(state: SpadesState, seat: Seat, action: Action) -> SpadesBid | Refusal:
    """Return the bid made by `action`, or a refusal. In the blind phase only a blind nil is a legal bid."""
    blind = state.phase is Phase.BLIND
    match action.verb:
        case "blind_nil" if action.argument is None and blind:
            return BLIND
        case "look" | "blind_nil" if not blind and not state.seen[seat]:
            return refused("BLIND_NOT_OFFERED")
        case "bid" if blind:
            return refused("CARDS_NOT_SEEN")
        case "bid":
            legal = _legal_now(state, seat)
            bid = whole_in(action.argument, legal)
            return Refusal("ILLEGAL_BID", f"You can bid {_listed(legal)}.") if bid is None else bid
    return refused("WRONG_PHASE")


def _listed(bids: Sequence[int]) -> str:
    """Return the bids as text, such as "0 or 4 to 13"."""
    runs: list[list[int]] = []
    for bid in bids:
        if runs and runs[-1][-1] == bid - 1:
            runs[-1].append(bid)
        else:
            runs.append([bid])
    return " or ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def exchanged(state: SpadesState, seat: Seat, action: Action) -> tuple[Card, ...] | Refusal:
    """Return the cards that a blind nil bidder gives or its partner returns, or a refusal."""
    if action.verb != (RETURN if state.owed else GIVE):
        return refused("WRONG_PHASE")
    return held_cards(action, state.hands[seat], _counts(state))


def _counts(state: SpadesState) -> Collection[int]:
    return (state.owed,) if state.owed else range(state.terms.exchange + 1)


def bids_offered(state: SpadesState, seat: Seat) -> tuple[Action, ...]:
    """Return the offers to the seat on turn: a look and a blind nil in the blind phase, else all legal bids."""
    if state.phase is Phase.BLIND:
        return Action(LOOK), Action(BLIND_NIL)
    return tuple(Action(BID, bid) for bid in _legal_now(state, seat))


def exchange_offered(state: SpadesState, seat: Seat) -> tuple[Action | Pick, ...]:
    """Return the offers in the exchange (section 4.4): a pick for each allowed number of cards; for 0, an action."""
    verb = RETURN if state.owed else GIVE
    return tuple(Pick(verb, count, state.hands[seat]) if count else Action(verb, ()) for count in _counts(state))
