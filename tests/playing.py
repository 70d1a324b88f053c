"""Games for tests: tables opened for somebody, hands whose cards a test chooses, and matches played to their end."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from accounts.models import Guest, User
from accounts.people import Person
from games.engine.actions import START, Action, Pick, deal
from games.engine.cards import Draw, cards
from games.engine.notation import action_text
from games.engine.state import Phase, Seat, State
from games.models import Game
from games.registry import levels
from games.services.log import logs, seals
from games.services.log.log_cache import LOG_CACHE
from games.services.moves import move, play, store
from games.services.people import joining, lobby
from games.services.table import tables
from games.services.table.seating import ByLink, usual_seating
from games.services.table.tables import Place
from games.snapshot import Snapshot, Status
from games.twoman.rules import TwoMan
from games.views import together

#: A hand for each seat in which nothing is settled early.
MINE = "AS TS 4S KH 8H 3H QC 7C 2C JD 5D"
HERS = "KS 9S 2S AH 9H 4H KC 8C 3C QD 6D"


def forget_games() -> None:
    """Clear what the process caches of games, whose codes another game may have after a rollback."""
    seals._in_play.cache_clear()
    together._KEPT.clear()
    for code in tuple(LOG_CACHE._logs):
        LOG_CACHE.forget(code)


def person_of(one: User | Guest) -> Person:
    return Person(guest=one) if isinstance(one, Guest) else Person(user=one)


def place_for(person: User | Guest, *, level: str = "easy", **chosen: Any) -> Place:
    """A new game, not yet dealt."""
    return again(person, lobby.open_game(person=person_of(person), chosen=chosen, level=level))


def place_at(person: User | Guest, key: str) -> Place:
    """A new game of that kind, with the usual players, not yet dealt."""
    return again(person, lobby.open_game(person=person_of(person), key=key, level=levels(key)[0]))


def open_room(
    *, person: Person, key: str, chosen: Mapping[str, object], level: str = "easy", by_link: ByLink | None = None
) -> str:
    """A table that waits, without `by_link` for people at all other seats; its code."""
    seating = usual_seating(key=key, level=level)
    by_link = by_link or ByLink(places=tuple(range(1, len(seating) + 1)))
    return joining.open_room(person=person, key=key, chosen=chosen, seating=seating, by_link=by_link)


def again(person: User | Guest, code: str) -> Place:
    """The place as a new request finds it."""
    return tables.place_of(person=person_of(person), code=code)


def stack(monkeypatch: pytest.MonkeyPatch, *hands: str, odd: Seat = 0) -> None:
    """The dealer deals these cards in every hand, and this seat is odd."""
    parity = ("odd", "even") if odd == 0 else ("even", "odd")

    def chance(self: TwoMan, state: State, draw: Draw) -> Action:
        if state.phase is Phase.START:
            return Action(START, {"parity": parity})
        return deal([cards(hand) for hand in hands or (MINE, HERS)])

    monkeypatch.setattr(TwoMan, "chance", chance)


def dealt(place: Place, seed: str = "a seed") -> Snapshot:
    return play.deal(place=place, seed=seed, version=logs.read(place.game).version)


def act(place: Place, verb: str, argument: Any = None) -> Snapshot:
    """The person's action at the version that is."""
    return play.submit(place=place, action=Action(verb, argument), version=tables.see(place).version)


def marta_acts(place: Place, verb: str = "", argument: Any = None) -> None:
    """The computer player's next action: the one named, else her own choice."""
    game = Game.objects.get(pk=place.game.pk)
    if not verb:
        assert play.reply(code=game.code, version=game.version)
        return
    place.game.refresh_from_db()
    move.make_move(
        place.game,
        place.seats,
        place.game.version,
        lambda turn: turn.add(1, Action(verb, argument), "computer"),
        seat=None,
    )


def say(place: Place, *said: tuple[Seat, str, Any]) -> None:
    """Several actions in order; seat 0 is the person."""
    for seat, verb, argument in said:
        place.game.refresh_from_db()
        if seat == 0:
            act(place, verb, argument)
        else:
            marta_acts(place, verb, argument)


def bids_made(place: Place) -> None:
    """Through discards and bids to the first lead of seat 0: my 2C and her 3C go, I bid 4, she bids 5."""
    dealt(place)
    say(place, (0, "discard", "2C"), (1, "discard", "3C"), (0, "bid", 4), (1, "bid", 5))


def take_back(place: Place) -> None:
    place.game.refresh_from_db()
    play.take_back(place=place, version=place.game.version)


def step(place: Place, rng: Random) -> None:
    """The next deal or action of whoever is to act, the person's by chance."""
    place.game.refresh_from_db()
    snapshot = tables.see(place)
    if snapshot.needs_deal:
        play.deal(place=place, seed="a seed", version=snapshot.version)
    elif snapshot.view.legal:
        play.submit(place=place, action=any_of(snapshot.view.legal, rng), version=snapshot.version)
    else:
        assert play.reply(code=place.code, version=snapshot.version)


def play_on(place: Place, rng: Random, *, hands: int = 99) -> Snapshot:
    """The person plays any legal action and Marta her own until the game or that many hands are over."""
    while True:
        place.game.refresh_from_db()
        snapshot = tables.see(place)
        if snapshot.result is not None or (snapshot.needs_deal and len(snapshot.hands) >= hands):
            return snapshot
        if snapshot.needs_deal:
            play.deal(place=place, seed=str(rng.random()), version=snapshot.version)
        elif snapshot.view.legal:
            play.submit(place=place, action=any_of(snapshot.view.legal, rng), version=snapshot.version)
        else:
            marta_acts(place)


def in_second_hand(person: User | Guest) -> Place:
    """One hand is over, so that there is something behind every address, and the second is being played."""
    place = place_for(person)
    play_on(place, Random(3), hands=1)
    dealt(again(person, place.code))
    return place


def any_of(legal: Sequence[Action | Pick], rng: Random) -> Action:
    one = rng.choice(legal)
    if isinstance(one, Pick):
        return one.with_free(rng.sample(one.free, one.count - len(one.must)))
    return one


def post(action: Action, version: int) -> dict[str, str]:
    """What a page posts for it."""
    return {"action": action_text(action), "version": str(version)}


def rows_in_play(game: Game) -> store.Rows:
    """The rows of the hand in play as they would be written were it over now; until then its log alone has them."""
    game.refresh_from_db()
    game.status = Status.ABANDONED
    return store.rows_of(game, logs.read(game).lines)
