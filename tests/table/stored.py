"""Stored games at a moment of a random hand, and their twins, which differ only in cards hidden from the reader."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from itertools import islice
from random import Random

from django.utils import timezone

from accounts.models import Guest
from accounts.people import Person
from games import dealing
from games.company import Asking, Seating
from games.engine.actions import Action, Argument, RuleError
from games.engine.options import differing
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER, Phase, Seat, SeatAction, State
from games.registry import levels, ruleset
from games.spades.state import SpadesState
from games.table import logs, store
from games.table.logs import BETWEEN, Log
from games.table.models import Entry, Game, Seal
from games.table.models import Seat as SeatRow
from games.table.opening import seats_of_game, usual_seating
from games.table.tables import Place, owing, place_of
from tests.engine.walks import known, pack, walk
from tests.play import forget_games

#: A time long ago, so that its wording on pages does not depend on when a test runs.
AT = datetime(2020, 1, 1, 12, tzinfo=UTC)
#: Maximum number of actions per game: enough to reach every phase and later hands.
LONGEST = 160
SWAPS = 30
STEPS = 3


@dataclass(frozen=True)
class Story:
    """All actions of a game up to a moment within a hand, and the seat of the reader, which is None for a spectator.

    `is_settled`: the hand is settled, though maybe not in a twin. The table does not play it out, because the reader
    prefers to play hands to the end.
    """

    rules: Ruleset
    state: State
    said: tuple[SeatAction, ...]
    seat: Seat | None
    is_settled: bool = False

    @property
    def earlier_version(self) -> int:
        """A version at most `STEPS` actions ago, in this hand if its deal is not the last action."""
        return min(max(len(self.said) - STEPS, self.deal_index + 1), len(self.said) - 1)

    @property
    def own_seat(self) -> Seat:
        """The seat of the game's player; 0 if the reader is a spectator."""
        return 0 if self.seat is None else self.seat

    @property
    def deal_index(self) -> int:
        """The index in `said` of the deal of the hand in play."""
        return max(place for place, (_, action) in enumerate(self.said) if action.verb == "deal")


def stories(key: str, rng: Random, *, settled: bool = False, phase: Phase | None = None) -> Iterator[Story]:
    """Yield moments of random games with random options, read by each seat in turn.

    With `settled` every moment is in a settled hand, without it no moment is.
    """
    rules, number = ruleset(key), 0
    while True:
        story = _story(rules, rng, number % rules.seats, settled=settled, wanted=phase)
        if story is not None:
            number += 1
            yield story


def _story(rules: Ruleset, rng: Random, seat: Seat, *, settled: bool, wanted: Phase | None) -> Story | None:
    """Return a moment of a random game; None if the game has no such moment.

    Without a wanted phase, the moment is in the play if `settled`, otherwise in a random phase.
    """
    game = walk(rules, rng.getrandbits(30))
    first = next(game)
    if wanted is Phase.EXCHANGE and not SpadesState.of(first.state).terms.exchange:
        return None  # nine of ten games have no exchange of cards
    moments = [first, *islice(game, LONGEST - 1)]
    said = tuple((moment.seat, moment.action) for moment in moments)
    shown = [index for index, moment in enumerate(moments) if _can_be_shown(rules, moment.state)]
    phase = wanted or (Phase.PLAY if settled else rng.choice(sorted({moments[index].state.phase for index in shown})))
    for count in rng.sample(shown, len(shown)):
        story = Story(rules, moments[count].state, said[:count], seat, settled)
        if story.state.phase is phase and settled is _is_settled(
            rules, [one.state for one in moments[story.deal_index : count + 1]]
        ):
            return story
    return None


def _can_be_shown(rules: Ruleset, state: State) -> bool:
    """Return whether a page can show the state: within a hand, with no random action of the dealer due."""
    return state.phase not in BETWEEN and DEALER not in rules.waits_for(state)


def _is_settled(rules: Ruleset, states: Iterable[State]) -> bool:
    return any(rules.settled(state) for state in states)


def twin(story: Story, rng: Random) -> Story | None:
    """Return the story with some cards swapped in its last hand, all hidden from the reader. None if no swap works."""
    start, other = story.rules.initial(story.state.options), story
    *_, before_deal = start, *_states(story.rules, start, story.said[: story.deal_index])
    hidden = [one.text for one in pack(story.state) if one not in known(story.state, story.seat)]
    for _ in range(SWAPS if len(hidden) > 1 else 0):
        one, another = rng.sample(hidden, 2)
        other = _with_names(other, before_deal, {one: another, another: one}) or other
    return None if other.said == story.said else other


def _with_names(story: Story, before_deal: State, names: Mapping[str, str]) -> Story | None:
    """Return the story with cards renamed in its last hand.

    Return None if an action becomes illegal, the hand becomes settled, or the reader could see a difference.
    """
    hand = story.said[story.deal_index :]
    said = tuple((seat, action if action.verb == "bid" else renamed(action, names)) for seat, action in hand)
    try:
        states = [*_states(story.rules, before_deal, said)]
    except RuleError:
        return None
    if not _looks_alike(story, states[-1]):
        return None
    if not story.is_settled and _is_settled(story.rules, states):
        return None  # the table would have played out the hand before this moment
    return replace(story, state=states[-1], said=(*story.said[: story.deal_index], *said))


def _looks_alike(story: Story, state: State) -> bool:
    """Return whether a page can show the state, with the same known cards and the same renege calls as the story."""
    return (
        _can_be_shown(story.rules, state)
        and known(state, story.seat) == known(story.state, story.seat)
        and getattr(state, "called", None) == getattr(story.state, "called", None)
    )


def _states(rules: Ruleset, state: State, said: tuple[SeatAction, ...]) -> Iterator[State]:
    """Yield the state after each action. Raise RuleError at an illegal one."""
    for seat, action in said:
        state = rules.apply(state, seat, action).state
        yield state


def renamed(action: Action, names: Mapping[str, str]) -> Action:
    return replace(action, argument=_renamed(action.argument, names))


def _renamed(value: Argument, names: Mapping[str, str]) -> Argument:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(_renamed(one, names) for one in value)
    return {name: _renamed(one, names) for name, one in value.items()} if isinstance(value, Mapping) else value


class OtherSeats(StrEnum):
    """The players at the other seats: bots or people.

    `STOOD_IN`: the next player clockwise has a stand-in. `LEFT`: that player has left. `ASKED`: that player has left
    and another player asks to end the game; in a game of two no player has left, and `own_seat` asks for an undo.
    """

    COMPUTERS = "computers"
    PEOPLE = "people"
    STOOD_IN = "stood_in"
    LEFT = "left"
    ASKED = "asked"


def stored(
    story: Story, person: Person, code: str, *, hinted: bool = False, others: OtherSeats = OtherSeats.COMPUTERS
) -> Place:
    """Store the game with all its rows, and with a hint if `hinted`. Its secrets depend on `code` alone."""
    forget_games()
    game = _game(story, code)
    log = _log(game, story, hinted=hinted)
    seats = _seats(game, person, story.own_seat)
    SeatRow.objects.bulk_create(seats)
    if others is not OtherSeats.COMPUTERS:
        _seat_people(seats)
        log = _decided(game, log, story, others)
    Seal.objects.bulk_create(_seal(game, number) for number in range(1, log.state.number + 2))
    owes = owing(place_of(person=person, code=code).seats, log)
    game.version, game.number, game.scores = log.version, log.state.number, store.scores(log)
    game.bot_due_at = AT if owes else None
    game.save()
    store.write_whole(game, log)
    return place_of(person=person, code=code)


def _game(story: Story, code: str) -> Game:
    return Game.objects.create(
        code=code,
        key=story.rules.key,
        options=differing(story.rules.options, story.state.options),
        rules_version=story.rules.version,
        secret=sha256(code.encode()).digest(),
        started_at=AT,
        moved_at=AT,
    )


def _seats(game: Game, person: Person, own: Seat) -> list[SeatRow]:
    """Return unsaved seats of a game: the person has seat `own`, and that seat's usual bot has seat 0."""
    bots = usual_seating(key=game.key, level=levels(game.key)[0])
    seats = seats_of_game(game=game, sitting=(person, *bots))
    seats[0].number, seats[own].number = own, 0
    seats[0].side, seats[own].side = (
        ruleset(game.key).side(game.options, one.number) for one in (seats[0], seats[own])
    )
    return seats


def _seat_people(seats: list[SeatRow]) -> None:
    """Replace the bots by guests. All players count as present for a day."""
    for seat in seats:
        if seat.level:
            seat.level, seat.name, seat.bot_version = "", "", None
            seat.guest, _ = Guest.objects.get_or_create(name=f"Guest {seat.number}")
        seat.seen_at = timezone.now() + timedelta(days=1)
        seat.save()


def _decided(game: Game, log: Log, story: Story, others: OtherSeats) -> Log:
    """Return the log with the seating change of `others`, if any; with `ASKED` also set the game's question."""
    about, asker = ((story.own_seat + step) % story.rules.seats for step in (1, -1))
    is_asked = others is OtherSeats.ASKED
    if is_asked and story.rules.seats == 2:  # after one player has left, no other could ask
        asked = {"what": Asking.TAKE_BACK, "by": story.own_seat, "about": story.own_seat, "agreed": [story.own_seat]}
        game.question = {**asked, "refused": None, "version": log.version, "at": timezone.now().timestamp()}
        return log
    if others is OtherSeats.STOOD_IN:
        return log.seated(about, Action(Seating.STANDS_IN, levels(game.key)[0]), AT)
    if is_asked or others is OtherSeats.LEFT:
        SeatRow.objects.filter(game=game, number=about).update(left_at=AT)
        log = log.seated(about, Action(Seating.LEAVES), AT)
    if is_asked:
        asked = {"what": Asking.END, "by": asker, "about": about, "agreed": [asker], "refused": None}
        game.question = {**asked, "version": log.version, "at": timezone.now().timestamp()}
    return log


def _seal(game: Game, number: int) -> Seal:
    secret = sha256(f"{game.code} {number}".encode()).digest()
    return Seal(
        game=game,
        number=number,
        server_seed=secret,
        commitment=dealing.commitment(secret),
        algorithm=dealing.ALGORITHM,
        player_seed="s",
    )


def _log(game: Game, story: Story, *, hinted: bool) -> Log:
    log = logs.new_log(game)
    sources = {DEALER: Entry.Source.DEALER, story.own_seat: Entry.Source.PERSON}
    for seat, action in story.said:
        log = log.with_action(seat, action, sources.get(seat, Entry.Source.COMPUTER), AT)
    offers = story.rules.legal_actions(log.state, story.own_seat) if hinted else ()
    return log.hinted(story.own_seat, offers[0].first, AT) if offers else log
