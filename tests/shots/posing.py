"""Games that stand where a screen is to be seen, played so far by the computer players.

Run inside the site under test: `Site.shell("from tests.shots.posing import pose_all; pose_all()")` prints who to
be and where each game is; `pose_for_guest("twoman-lead", seed="2")` makes one for a new guest.
"""

import json
from datetime import date, timedelta
from random import Random
from typing import Any, Final
from unittest import mock

from django.test import Client
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import GUEST_KEY, Person
from accounts.sessions import SessionStore
from games import enqueue
from games.engine.actions import Action, Pick
from games.engine.state import DEALER
from games.models import Attempt, Game, Practice, Seal, Seat, WaitingRoom
from games.registry import ruleset
from games.review.advising import Advice
from games.review.face import Reason
from games.review.telling import advice_action
from games.services.boards import challenges
from games.services.boards import days as boards
from games.services.counting import tallies
from games.services.moves import store
from games.services.past import played_again, reviews, shares
from games.services.people import joining, lobby, rematches, rooms, words
from games.services.table import seeds, tables
from games.services.table.seating import ByLink, seats_of_game, usual_seating
from games.services.table.tables import Place
from games.snapshot import Phrase, Status
from tests.boards.walked import legal, walked
from tests.moves.practised import KEYS, decisions
from tests.review import quick
from tests.review.marked import a_decision, reviewed
from tests.shots.positions import (
    AMONG_PEOPLE,
    DUEL,
    LOOKED_ON,
    MINE,
    PLAYED_ON,
    POSITIONS,
    SPADES,
    TWOMAN,
    WANTED_AGAIN,
    Position,
    Stands,
)
from training import demo
from training.demo import DemoTable, Player

NAME: Final = "Joanna"
ABSENT: Final = "Kofi"
#: The position of the game that has a review.
REVIEWED: Final = "twoman-over"
#: The position of which another game is reviewed whole, with partners.
WEIGHED: Final = "spades-over"
#: The seat of a partner.
ACROSS: Final = 2
#: So many games are begun until one comes to the position.
BEGUN: Final = 400


class PosedTable(DemoTable):
    """A table that stops where it is told to."""

    def play_until(self, stands: Stands, says: tuple[Action, ...]) -> bool:
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
        """Whether the seat may do more than one thing, so that a hint can compare."""
        offers = self.log.rules.legal_actions(self.log.state, MINE)
        return len(offers) > 1 or any(isinstance(one, Pick) for one in offers)

    def hint(self, code: str) -> None:
        """Show the last action that is offered, compared with the one before it."""
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


def posed(position: Position, person: Person) -> str:
    """The code of a stored game in that position."""
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
    raise RuntimeError(f"no game of {position.key} came there")


def _left(game: Game, seat: int) -> None:
    """Somebody sits there who has been away since the last card."""
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
    """Some evenings of Two-Man Spades and one of each other game, counted up to yesterday."""
    rng, days = Random(7), []
    for back in range(12, 0, -1):
        at = timezone.now() - timedelta(days=3 * back)
        key, level = [(TWOMAN, "easy"), (TWOMAN, "medium"), (SPADES, "normal"), (DUEL, "normal")][back % 4]
        day, _ = demo.play_one(
            player=Player(person, level), level=level, key=key, at=at, rng=rng, most_hands=4 if key == SPADES else 12
        )
        days.append(day)
    chance = Random(2)  # of its own, so that the deals of the positions do not hang on it
    with mock.patch.object(demo, "new_secret", lambda: chance.randbytes(32)):
        days += _decided(person)
    tallies._count(sorted(set(days)))


def _decided(person: Person) -> list[date]:
    """Some hands of Two-Man Spades a week, and reviews of all that was played so far, drawn by lot."""
    days = []
    for back in range(12, 0, -1):
        at = timezone.now() - timedelta(weeks=back, hours=-30)
        player = Player(person, "easy")
        day, _ = demo.play_one(player=player, level="medium", key=TWOMAN, at=at, rng=Random(back), most_hands=4)
        days.append(day)
    with mock.patch.object(reviews, "review_hand", quick.quick_review):
        quick.review_all()
    return days


def _weighed(person: Person) -> str:
    """A game between partners whose every hand has a review, drawn by lot."""
    chance = Random(4)  # of its own, so that the deals of the positions do not hang on it
    with mock.patch.object(demo, "new_secret", lambda: chance.randbytes(32)):
        code = posed(POSITIONS[WEIGHED], person)
    with mock.patch.object(reviews, "review_hand", quick.quick_review):
        reviews.review(code=code)
    return code


def pose_for_guest(name: str, *, seed: str) -> None:
    """Prints the session of a new guest and the code of a game in that position; a seed deals the same, and lets the
    computer players choose the same, and once on a site.
    """
    (guest, session), chance = guest_with_session(), Random(f"{name} {seed}")
    with mock.patch.object(demo, "new_secret", lambda: chance.randbytes(32)):
        code = posed(PLAYED_ON[name], guest)
    Game.objects.filter(code=code).update(secret=chance.randbytes(32))
    print(session, code)


def guest_with_session() -> tuple[Person, str]:
    """A new guest, and the session by which a browser is theirs."""
    guest, session = Guest.objects.create(), SessionStore()
    session[GUEST_KEY] = guest.token
    session.create()
    return Person(guest=guest), str(session.session_key)


def _marked(person: Person, code: str) -> str:
    """Mistakes of that game, one of which is to be practised: its number."""
    place = tables.place_of(person=person, code=code)
    reviewed(place, a_decision(place), a_decision(place, skip=1))
    return str(Practice.objects.latest("pk").pk)


def _boards_before() -> dict[str, str]:
    """A day and a month with boards that are over."""
    today = tallies.today()
    month, day = today.replace(day=1) - timedelta(days=1), today - timedelta(days=1)
    for one in (month, day):
        boards.board_of(key="bidwhist", day=one)
    return {"board-before": day.isoformat(), "month-before": f"{month:%Y-%m}"}


def _board(person: Person, code: str) -> str:
    """Today's Bid Whist board as the person has played it, with a field of others; the day."""
    board, now, rng = boards.board_of(key="bidwhist", day=tallies.today()), timezone.now(), Random(4)
    calls = ('["bid","5U"]', '["bid","4U"]', '["pass"]', '["bid","4N"]')
    margins = (-8, -5, -4, 4, 5, 6)
    others = [
        Attempt(board=board, ended_at=now, margin=rng.choice(margins), bid=rng.choice(calls), error_rate=4)
        for _ in range(133)
    ]
    own = {"game": Game.objects.get(code=code), "user": person.user, "guest": person.guest, "error_rate": 3.1}
    Attempt.objects.bulk_create([*others, Attempt(board=board, ended_at=now, margin=5, bid=calls[0], **own)])
    return tallies.today().isoformat()


def _waiting(person: Person) -> dict[str, str]:
    """A table that waits for people, one of its seats kept for a computer player, and its link."""
    seating, by_link = usual_seating(key="spades", level="normal"), ByLink(places=(2, 3))
    code = joining.open_room(person=person, key="spades", chosen={}, seating=seating, by_link=by_link)
    return {"room": code, "invitation": rooms.room_of(person=person, code=code).token}


def _challenged(person: Person) -> dict[str, str]:
    """A challenge of which one board is done, and one that three people have played to its end."""
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
    """Prints the codes of all boards that somebody of that name, a guest else, had still to play of a challenge."""
    user = User.objects.filter(username=name).first()
    person = Person(user=user) if user else Person(guest=Guest.objects.filter(name=name).latest("pk"))
    with mock.patch.object(enqueue.NOTIFIER, "notify"):
        print(*_play_rest(person, token, nth))


def _play_rest(person: Person, token: str, nth: int) -> list[str]:
    codes = []
    while challenges.seen(person=person, token=token).next is not None:
        codes.append(_play(person, token, nth))
    return codes


def _play(person: Person, token: str, nth: int = 0) -> str:
    """The next board, always by the first, the last or the second of what may be done."""
    place = tables.place_of(person=person, code=challenges.begin(person=person, token=token))
    walked(place, lambda at, _rng: (may := legal(at))[min(nth, len(may) - 1)])
    return place.code


def _looked_on(codes: dict[str, str]) -> dict[str, str]:
    """The links by which others look on at these games."""
    links = {}
    for name, code in codes.items():
        game = Game.objects.get(code=code)
        links[f"onlooker-{name}"] = WaitingRoom.objects.create(
            key=game.key, options=game.options, game=game, onlookers=True
        ).token
    return links


def _with_ama(code: str) -> Place:
    """That game with a partner of flesh and blood: her place."""
    guest = Guest.objects.create(name="Ama")
    Seat.objects.filter(game__code=code, number=ACROSS).update(guest=guest, level="", name="", bot_version=None)
    return tables.place_of(person=Person(guest=guest), code=code)


def _talking(code: str) -> str:
    """With her, who has said a word."""
    words.say(place=_with_ama(code), phrase=Phrase.ONE_MOMENT)
    return code


def _wanted_again(code: str) -> str:
    """With her, who waits for a rematch."""
    rematches.rematch(place=_with_ama(code))
    return code


def _played_again(person: Person, codes: dict[str, str]) -> dict[str, str]:
    """Hands of those games played again from their middles, with all cards shown; one of them is over."""
    found = {}
    with mock.patch.object(lobby, "MOST_OPEN", BEGUN):
        for name in (f"{key}-over" for key in KEYS if f"{key}-over" in codes):
            place = tables.place_of(person=person, code=codes[name])
            number, own = 1, decisions(place, 1)
            step = own[len(own) // 2]
            code = played_again.begin(place=place, number=number, step=step)
            played_again.lay_open(place=tables.place_of(person=person, code=code), is_open=True)
            found[f"again-{name.removesuffix('-over')}"] = code
            if name == REVIEWED:
                found["again-over"] = played_again.begin(place=place, number=number, step=0)
                lobby.abandon(place=tables.place_of(person=person, code=found["again-over"]))
    return found


def pose_all(*, names: tuple[str, ...] = tuple(POSITIONS)) -> None:
    """Prints, as the last line, the session of the person and the code of each game. The deals are always the same."""
    person, chance = demo.person_named(NAME), Random(1)
    with mock.patch.object(demo, "new_secret", lambda: chance.randbytes(32)):
        _history(person)
        codes = _waiting(person)  # before the games, of which there are more than anybody may begin
        own = Random(3)  # so that the deals of the positions do not hang on it
        with mock.patch.object(challenges, "new_secret", lambda: own.randbytes(32)):
            codes |= _challenged(person)
        codes |= _boards_before()
        codes |= {name: posed(POSITIONS[name], person) for name in names}
        codes |= _looked_on({name: codes[name] for name in LOOKED_ON if name in codes})
        for name in (one for one in AMONG_PEOPLE if one in names):
            codes[f"people-{name}"] = _talking(posed(POSITIONS[name], person))
        if WANTED_AGAIN in names:
            codes[f"people-{WANTED_AGAIN}"] = _wanted_again(posed(POSITIONS[WANTED_AGAIN], person))
    if REVIEWED in codes:
        codes["board"] = _board(person, codes["bidwhist-over"])
        codes["practice"] = _marked(person, codes[REVIEWED])
        place = tables.place_of(person=person, code=codes[REVIEWED])
        codes["shared"] = shares.share(place=place, hand=None, hides_names=False)
    if WEIGHED in codes:
        codes["weighed"] = _weighed(person)
    codes |= _played_again(person, codes)
    browser = Client()
    browser.force_login(person.user)  # type: ignore[arg-type]  # an account has one
    print(json.dumps({"session": browser.cookies["sessionid"].value, "codes": codes}))
