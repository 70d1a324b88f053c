"""A table with several people for tests: dealt, played to a turn of one of them alone, and told who is here."""

from datetime import timedelta
from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import Guest, User
from games.company import Company
from games.models import Game, Seat
from games.registry import levels
from games.services.log import logs
from games.services.moves import play
from games.services.people import company, joining, lobby, rooms
from games.services.table import tables
from games.services.table.tables import Place
from games.snapshot import Snapshot, Status
from tests.playing import again, open_room, person_of


def seen(user: User, code: str, *, seconds: float) -> None:
    """That person's last sign of life was so long ago."""
    Seat.objects.filter(game__code=code, user=user).update(seen_at=timezone.now() - timedelta(seconds=seconds))


def dealt_to(*people: User, key: str = "twoman") -> str:
    """The first hand is dealt, and everybody is here, however slow the machine is."""
    code = table_of(*people, key=key, level=levels(key)[0])
    for user in people:
        deal(user, code, "a seed")
        seen(user, code, seconds=-3600)
    return code


def whose_turn(code: str, *people: User) -> tuple[User, User]:
    """Who is to act, and somebody else."""
    owed = [user for user in people if see(user, code).is_mine]
    return owed[0], next(user for user in people if user != owed[0])


def see(user: User, code: str) -> Snapshot:
    return tables.see(again(user, code))


def company_at(user: User, code: str) -> Company:
    found = see(user, code).company
    assert found is not None
    return found


def stands_in(slow: User, code: str, *, by: User) -> Snapshot:
    """A computer player, for the one and sent for by the other."""
    return company.stand_in(place=again(by, code), seat=again(slow, code).seat)


def asks_to_end(user: User, code: str) -> Snapshot:
    """Without whoever is missing."""
    place = again(user, code)
    return company.ask_to_end(place=place, seat=next(iter(company_at(user, code).missing), place.seat))


def answers(user: User, code: str, *, agrees: bool) -> Snapshot:
    """To whatever is asked."""
    question = company_at(user, code).question
    return company.answer(place=again(user, code), agrees=agrees, asked=question.name if question else "")


def back(user: User, code: str) -> Snapshot:
    place = again(user, code)
    return company.seat_again(place=place, seat=place.seat)


def stood_in(code: str, *people: User) -> tuple[User, User]:
    """Who is to act, away and stood in for; and who let that be."""
    slow, other = whose_turn(code, *people)
    seen(slow, code, seconds=40)
    stands_in(slow, code, by=other)
    return slow, other


def played_to_a_turn(code: str, *people: User) -> None:
    """Through what both choose at once, until one alone is to act."""
    for _ in range(60):
        owed = [again(user, code) for user in people if see(user, code).is_mine]
        if len(owed) == 1 and see(people[0], code).view.phase == "play":
            return
        act(owed[0], RANDOM)
    raise AssertionError("nobody is ever alone to act")


class First:
    """The first of everything, where chance would choose."""

    @staticmethod
    def choice(offered: tuple[object, ...]) -> object:
        return offered[0]


RANDOM: Any = First()


def leaves(user: User, code: str) -> None:
    assert lobby.abandon(place=again(user, code))


def asked_before() -> None:
    """The question was asked longer ago than anybody may answer."""
    game = Game.objects.get()
    assert game.question is not None
    Game.objects.update(question={**game.question, "at": game.question["at"] - 21})


def three(*people: User) -> tuple[str, User, tuple[User, User]]:
    """A table of four with three people, one of whom is to act and away."""
    code = dealt_to(*people, key="spades")
    for _ in range(40):
        snapshots = {user: see(user, code) for user in people}
        owed = [user for user in people if snapshots[user].is_mine]
        if len(owed) == 1:
            seen(owed[0], code, seconds=40)
            first, second = (user for user in people if user != owed[0])
            return code, owed[0], (first, second)
        if owed:
            act(again(owed[0], code), RANDOM)
        else:
            assert play.reply(code=code, version=snapshots[people[0]].version)
    raise AssertionError("nobody is ever alone to act")


def table_of(*people: User | Guest, key: str = "spades", level: str = "normal") -> str:
    """A game of these people, the first of whom opened the table; its code."""
    opener, *others = map(person_of, people)
    room = open_room(person=opener, key=key, chosen={}, level=level)
    token = rooms.room_of(person=opener, code=room).token
    for one in others:
        joining.join(person=one, token=token)
    return joining.start(person=opener, code=room)


def deal(user: User | Guest, code: str, seed: str) -> Snapshot:
    place = again(user, code)
    return play.deal(place=place, seed=seed, version=logs.read(place.game).version)


def act(place: Place, chance: Random) -> None:
    """Whatever the rules offer first, or one of it."""
    snapshot = tables.see(place)
    play.submit(place=place, action=chance.choice(snapshot.view.legal).first, version=snapshot.version)


def play_hand(code: str, *people: User | Guest) -> None:
    """Until the hand is over; computer players are asked as a worker would."""
    chance = Random(4)
    for _ in range(200):
        places = [again(user, code) for user in people]
        snapshots = [tables.see(place) for place in places]
        if snapshots[0].needs_deal or snapshots[0].status != Status.PLAYING:
            return
        mine = [place for place, one in zip(places, snapshots, strict=True) if one.is_mine]
        if mine:
            act(mine[0], chance)
        else:
            assert play.reply(code=code, version=snapshots[0].version)
    raise AssertionError("the hand never ends")
