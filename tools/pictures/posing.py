"""Store games, played by bots, in the positions that screens show. Runs in a site's shell (`Site.shell`)."""

import json
from datetime import date, timedelta
from random import Random
from typing import Any, Final
from unittest import mock

from django.test import Client
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import GUEST_KEY, Person, SessionStore
from accounts.zones import utc_today
from games import enqueue
from games.bidwhist.page import contract_of
from games.bidwhist.score import HandLine
from games.bidwhist.state import side_of
from games.boards import challenges
from games.boards import days as boards
from games.boards.attempts import choices
from games.boards.models import Attempt
from games.company import ByLink
from games.engine.actions import Action, Pick
from games.engine.state import DEALER
from games.evaluation.decisions import Advice, advice_action
from games.evaluation.interface import Reason
from games.people import joining, rooms
from games.registry import ruleset
from games.replay import played_again, shares
from games.reviews import reviewing
from games.reviews.models import Practice
from games.snapshot import Phrase, Status
from games.statistics import tallies
from games.table import company, logs, opening, seeds, store, tables
from games.table.models import Game, Seal, Seat
from games.table.opening import seats_of_game, usual_seating
from games.table.room_models import WaitingRoom
from games.table.tables import Place
from tests.boards.walked import legal_actions, play_board
from tests.replay.past_games import KEYS, decision_steps
from tests.reviews import quick
from tests.reviews.marked import reviewed_mistake, store_review
from tools.pictures.positions import (
    AMONG_PEOPLE,
    DUEL,
    LOOKED_ON,
    MINE,
    PLAYED_ON,
    POSITIONS,
    SPADES,
    TWOMAN,
    WANTED_AGAIN,
    PosedPosition,
    Stands,
)
from training import demo
from training.demo import DemoTable, Player

NAME: Final = "Joanna"
ABSENT: Final = "Kofi"
#: The position whose game is reviewed, shared and played again.
REVIEWED: Final = "twoman-over"
#: The position whose game is stored once more, with reviews of all its hands.
WEIGHED: Final = "spades-over"
#: The seat of the player's partner.
ACROSS: Final = 2
#: Maximum number of games tried for one position.
BEGUN: Final = 400


class PosedTable(DemoTable):
    def play_until(self, stands: Stands, says: tuple[Action, ...]) -> bool:
        """Play until the position is reached; return False if the game ends before."""
        while not stands(self.log):
            waiting = self.log.rules.waits_for(self.log.state)
            if not waiting:
                return False
            if DEALER in waiting:
                self._dealer_acts()
            elif not self._said(says):
                self._seat_acts(min(waiting))
        return True

    def has_choice(self) -> bool:
        """Return whether the player has two actions that a hint can compare."""
        offers = self.log.rules.legal_actions(self.log.state, MINE)
        return len(offers) > 1 or any(isinstance(one, Pick) for one in offers)

    def hint(self, code: str) -> None:
        """Log a hint whose reason has this code. It advises a pick, or the last legal action over the one before it."""
        *_, offer = self.log.rules.legal_actions(self.log.state, MINE)
        others = [one for one in self.log.rules.legal_actions(self.log.state, MINE) if isinstance(one, Action)]
        shown, other = (offer.first, offer.first) if isinstance(offer, Pick) else (others[-1], others[-2])
        self.log = self.log.hinted(MINE, advice_action(Advice(shown, other, (Reason(code, 71, 40),))), self.at)

    def _said(self, says: tuple[Action, ...]) -> bool:
        for action in says:
            if self.log.rules.refusal(self.log.state, MINE, action) is None:
                self._tell(MINE, action, "person")
                return True
        return False


def posed(position: PosedPosition, person: Person) -> str:
    """Store a game in this position and return its code; raise RuntimeError if none of `BEGUN` games reaches it."""
    for seed in range(BEGUN):
        at = timezone.now() - timedelta(hours=1)
        game = Game(key=position.key, options=position.options, started_at=at, moved_at=at)
        game.rules_version = ruleset(position.key).version
        seats = seats_of_game(game=game, sitting=(person, *usual_seating(key=position.key, level=position.level)))
        seats[MINE].is_first = position.tips
        table = PosedTable(game, seats, position.level, Random(seed))
        if table.play_until(position.stands, position.says) and (not position.hint or table.has_choice()):
            if position.hint:
                table.hint(position.hint)
            _store(game, seats, table)
            if position.away:
                _left(game, min(table.log.rules.waits_for(table.log.state)))
            return game.code
    raise RuntimeError(f"none of {BEGUN} games of {position.key} reached the position")


def _left(game: Game, seat: int) -> None:
    """Give the seat to a guest who has been away since the game began."""
    Seat.objects.filter(game=game, number=seat).update(
        level="", name="", bot_version=None, guest=Guest.objects.create(name=ABSENT)
    )


def _store(game: Game, seats: list[Seat], table: PosedTable) -> None:
    log = table.log
    result = log.rules.result(log.state)
    game.version, game.number, game.scores = log.version, log.state.number, store.scores(log)
    if result is not None:
        game.status, game.winner, game.why = Status.FINISHED, result.winner, result.why or ""
        game.ended_at = game.moved_at = table.at
    game.save(force_insert=True)
    Seat.objects.bulk_create(seats)
    Seal.objects.bulk_create(table.seals.values())
    store.write_whole(game, log)
    if result is None:
        seeds.new_seal(game=game, number=log.state.number + 1)


def _history(person: Person) -> None:
    """Store games of the past twelve weeks, with reviews of random values, and count their statistics."""
    rng, days = Random(7), []
    for back in range(12, 0, -1):
        at = timezone.now() - timedelta(days=3 * back)
        key, level = [(TWOMAN, "easy"), (TWOMAN, "medium"), (SPADES, "normal"), (DUEL, "normal")][back % 4]
        day, _ = demo.play_one(
            player=Player(person, level),
            level=level,
            key=key,
            started_at=at,
            rng=rng,
            most_hands=4 if key == SPADES else 12,
        )
        days.append(day)
    chance = Random(2)  # separate, so that the deals of the positions do not depend on it
    with mock.patch.object(demo, "new_secret", lambda: chance.randbytes(32)):
        days += _decided(person)
    tallies._count(sorted(set(days)))


def _decided(person: Person) -> list[date]:
    """Store some hands in each of twelve weeks, and review all stored hands with random values; return the days."""
    days = []
    for back in range(12, 0, -1):
        at = timezone.now() - timedelta(weeks=back, hours=-30)
        player = Player(person, "easy")
        day, _ = demo.play_one(player=player, level="medium", key=TWOMAN, started_at=at, rng=Random(back), most_hands=4)
        days.append(day)
    with mock.patch.object(reviewing, "review_hand", quick.quick_review):
        quick.review_all()
    return days


def _weighed(person: Person) -> str:
    """Store the game of `WEIGHED` with reviews of random values; return its code."""
    chance = Random(4)  # separate, so that the deals of the positions do not depend on it
    with mock.patch.object(demo, "new_secret", lambda: chance.randbytes(32)):
        code = posed(POSITIONS[WEIGHED], person)
    with mock.patch.object(reviewing, "review_hand", quick.quick_review):
        reviewing.review(code=code)
    return code


def pose_for_guest(name: str, *, seed: str) -> None:
    """Store a game of a new guest in this position; name and seed determine the cards. Print session key and code."""
    (guest, session), chance = guest_with_session(), Random(f"{name} {seed}")
    with mock.patch.object(demo, "new_secret", lambda: chance.randbytes(32)):
        code = posed(PLAYED_ON[name], guest)
    Game.objects.filter(code=code).update(secret=chance.randbytes(32))
    print(session, code)


def guest_with_session() -> tuple[Person, str]:
    """Create a guest with a session; return the guest and the session's key."""
    guest, session = Guest.objects.create(), SessionStore()
    session[GUEST_KEY] = guest.token
    session.create()
    return Person(guest=guest), str(session.session_key)


def _marked(person: Person, code: str) -> str:
    """Store a review of this game with two mistakes; return the primary key of the latest practice position."""
    place = tables.place_of(person=person, code=code)
    store_review(place, reviewed_mistake(place), reviewed_mistake(place, skip=1))
    return str(Practice.objects.latest("pk").pk)


def _boards_before() -> dict[str, str]:
    """Create boards of yesterday and of the last day of the past month; return yesterday and the past month."""
    today = utc_today()
    month, day = today.replace(day=1) - timedelta(days=1), today - timedelta(days=1)
    for past in (month, day):
        boards.board_of(key="bidwhist", day=past)
    return {"board-before": day.isoformat(), "month-before": f"{month:%Y-%m}"}


def _board(person: Person, code: str) -> str:
    """Create a board of Bid Whist for today. The person's attempt is the last hand of this game. Return the day."""
    board, now, rng = boards.board_of(key="bidwhist", day=utc_today()), timezone.now(), Random(4)
    calls = ('["bid","5U"]', '["bid","4U"]', '["pass"]', '["bid","4N"]')
    margins = (-8, -5, -4, 4, 5, 6)
    others = [
        Attempt(board=board, ended_at=now, margin=rng.choice(margins), bid=rng.choice(calls), error_rate=4)
        for _ in range(133)
    ]
    place = tables.place_of(person=person, code=code)
    hand = logs.read(place.game).hands[-1]
    contract, points = contract_of(hand), HandLine.of(hand.sheet).points
    margin = points if contract is not None and contract.side == side_of(place.seat) else -points
    own: dict[str, Any] = {"game": place.game, "user": person.user, "guest": person.guest, "error_rate": 3.1}
    own |= {"margin": margin, **choices(hand, place.seat)}
    Attempt.objects.bulk_create([*others, Attempt(board=board, ended_at=now, **own)])
    return utc_today().isoformat()


def _waiting(person: Person) -> dict[str, str]:
    """Open a waiting room with a bot; return its code and the token of its link."""
    seating, by_link = usual_seating(key="spades", level="normal"), ByLink(places=(2, 3))
    code = joining.open_room(person=person, key="spades", chosen={}, seating=seating, by_link=by_link)
    return {"room": code, "invitation": rooms.room_of(person=person, code=code).token}


def _challenged(person: Person) -> dict[str, str]:
    """Open two challenges: one with its first board played, one finished by three people. Return their tokens."""
    kofi, lena = demo.person_named(ABSENT), Person(guest=Guest.objects.create(name="Lena"))
    opened: dict[str, Any] = {"key": TWOMAN, "chosen": {}, "level": "easy"}
    begun = challenges.open_challenge(person=person, deals=4, is_pair=True, **opened)
    ended = challenges.open_challenge(person=kofi, deals=4, **opened)
    with mock.patch.object(enqueue.NOTIFIER, "notify"):
        _play(person, begun)
        for who, nth in ((person, 0), (kofi, -1), (lena, 1)):
            _play_rest(who, ended, nth)
    return {"challenge": begun, "challenge-result": ended}


def play_rest(name: str, token: str, nth: int) -> None:
    """Play the remaining boards of a challenge as the user or guest of this name; print the codes of the games."""
    user = User.objects.filter(username=name).first()
    person = Person(user=user) if user else Person(guest=Guest.objects.filter(name=name).latest("pk"))
    with mock.patch.object(enqueue.NOTIFIER, "notify"):
        print(*_play_rest(person, token, nth))


def _play_rest(person: Person, token: str, nth: int) -> list[str]:
    codes = []
    while challenges.find_challenge(person=person, token=token).next is not None:
        codes.append(_play(person, token, nth))
    return codes


def _play(person: Person, token: str, nth: int = 0) -> str:
    """Play the next board, always with the nth legal action (0 is the first); return the game's code."""
    place = tables.place_of(person=person, code=challenges.begin(person=person, token=token))
    play_board(place, lambda at, _rng: (may := legal_actions(at))[min(nth, len(may) - 1)])
    return place.code


def _looked_on(codes: dict[str, str]) -> dict[str, str]:
    """Open these games to spectators; return the tokens of the links."""
    links = {}
    for name, code in codes.items():
        game = Game.objects.get(code=code)
        links[f"onlooker-{name}"] = WaitingRoom.objects.create(
            key=game.key, options=game.options, game=game, onlookers=True
        ).token
    return links


def _with_ama(code: str) -> Place:
    """Seat the guest Ama as the player's partner in this game; return her place."""
    guest = Guest.objects.create(name="Ama")
    Seat.objects.filter(game__code=code, number=ACROSS).update(guest=guest, level="", name="", bot_version=None)
    return tables.place_of(person=Person(guest=guest), code=code)


def _played_again(person: Person, codes: dict[str, str]) -> dict[str, str]:
    """Begin to play a hand of each game again, with all cards shown; abandon another such game; return the codes."""
    found = {}
    with mock.patch.object(opening, "MOST_OPEN", BEGUN):
        for name in (f"{key}-over" for key in KEYS):
            place = tables.place_of(person=person, code=codes[name])
            number, own = 1, decision_steps(place, 1)
            step = own[len(own) // 2]
            code = played_again.begin(place=place, number=number, step=step)
            played_again.lay_open(place=tables.place_of(person=person, code=code), is_open=True)
            found[f"again-{name.removesuffix('-over')}"] = code
            if name == REVIEWED:
                found["again-over"] = played_again.begin(place=place, number=number, step=0)
                opening.abandon(place=tables.place_of(person=person, code=found["again-over"]))
    return found


def pose_all() -> None:
    """Store all positions; print the person's session key and the codes as JSON. Deals are the same each time."""
    person, chance, own = demo.person_named(NAME), Random(1), Random(3)
    with mock.patch.object(demo, "new_secret", lambda: chance.randbytes(32)):
        _history(person)
        codes = _waiting(person)  # before the games, which exceed the limit of open games
        with mock.patch.object(challenges, "new_secret", lambda: own.randbytes(32)):
            codes |= _challenged(person)
        codes |= _boards_before()
        codes |= {name: posed(position, person) for name, position in POSITIONS.items()}
        codes |= _looked_on({name: codes[name] for name in LOOKED_ON})
        for name in AMONG_PEOPLE:
            codes[f"people-{name}"] = posed(POSITIONS[name], person)
            company.say(place=_with_ama(codes[f"people-{name}"]), phrase=Phrase.ONE_MOMENT)
        codes[f"people-{WANTED_AGAIN}"] = posed(POSITIONS[WANTED_AGAIN], person)
        joining.rematch(place=_with_ama(codes[f"people-{WANTED_AGAIN}"]))
    codes["board"] = _board(person, codes["bidwhist-over"])
    codes["practice"] = _marked(person, codes[REVIEWED])
    place = tables.place_of(person=person, code=codes[REVIEWED])
    codes["shared"] = shares.share(place=place, hand=None, hides_names=False)
    codes["weighed"] = _weighed(person)
    codes |= _played_again(person, codes)
    browser = Client()
    browser.force_login(person.user)  # type: ignore[arg-type]  # never None here
    print(json.dumps({"session": browser.cookies["sessionid"].value, "codes": codes}))
