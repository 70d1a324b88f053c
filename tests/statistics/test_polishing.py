"""Ways to make a rate better than what was played: each counts as one more loss, or as nothing at all."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import Guest, User
from accounts.people import Person, adopt
from accounts.zones import utc_today
from games.boards import challenges, days, played
from games.engine.actions import Action
from games.replay import played_again
from games.statistics import reading
from games.statistics.models import LeaderboardRow, PersonLine
from games.statistics.reading import Stretch
from games.table import company, opening, play, tables
from games.table.models import Seat
from games.table.tables import Place
from games.tasks import night
from tests.people.together import deal, seen, table_of
from tests.play import act, reload
from tests.statistics.played import Table

pytestmark = pytest.mark.django_db
Way = Callable[[Table, User, User], object]
ELSEWHERE = "win at another level"
TWO_WEEKS, A_DAY = timedelta(days=15), timedelta(days=1)


def hinted(place: Place) -> Place:
    play.hint(place=place, version=tables.see(place).version)
    return place


def taken_back(place: Place) -> Place:
    first = tables.see(place).view.legal[0]
    assert isinstance(first, Action)
    act(place, first.verb, first.argument)
    play.take_back(place=place, version=tables.see(place).version)
    return place


def blaze(place: Place) -> Place:
    act(place, "blaze")
    return place


def again(person: User, place: Place) -> Place:
    return reload(person, played_again.begin(place=place, number=1, step=0))


def give_up(place: Place) -> bool:
    return opening.abandon(place=place)


def lie(table: Table, place: Place, *, night_too: bool = False) -> Place:
    """Leave the duel lying for two weeks."""
    table.wait(TWO_WEEKS)
    if night_too:
        night()
    return place


def count_again(table: Table, _done: object) -> None:
    """Make all rows and tallies again on the next day."""
    table.wait(A_DAY)
    night()
    call_command("rebuild_projections")
    call_command("rebuild_day", "--every")


def undealt(person: User) -> Place:
    return reload(person, opening.open_game(person=Person(user=person), key="cardduel", level="easy"))


def among_friends(table: Table, *people: User, wins: bool) -> str:
    """Deal a duel at a table that was opened for others; return its code. `wins` is that of the first."""
    table.deals(wins=wins)
    code = table_of(*people, key="cardduel", level="easy")
    for user in people:
        deal(user, code, "seed")
    return code


def won(person: User) -> Place:
    line = PersonLine.objects.filter(user=person, number=0, marks__contains=" won ")[0]
    return reload(person, line.game.code)


def board_of(table: Table, person: User) -> Place:
    table.deals(wins=True)
    return reload(person, days.begin(person=Person(user=person), key="cardduel", day=utc_today()))


def guests(table: Table, alice: User, *, is_over: bool) -> Guest:
    """Bring a game that a guest has won, or has all but won."""
    guest = Guest.objects.create()
    place = table.sit(guest, wins=True)
    if is_over:
        blaze(place)
    adopt(guest=guest, user=alice)
    if not is_over:
        blaze(reload(alice, place.code))
    return guest


def challenge(table: Table, person: User) -> None:
    table.deals(wins=True)
    me = Person(user=person)
    token = challenges.open_challenge(person=me, key="cardduel", chosen={}, level="easy", deals=1, is_pair=False)
    blaze(reload(person, challenges.begin(person=me, token=token)))


def challenged(table: Table, alice: User, bob: User) -> None:
    token = played.open_challenge(place=table.play(bob, wins=True, swords="AS KS QS JS 9S"))
    blaze(reload(alice, challenges.begin(person=Person(user=alice), token=token)))


def stood_in(table: Table, alice: User, bob: User) -> None:
    code = among_friends(table, bob, alice, wins=False)
    seen(bob, code, seconds=40)
    version = company.stand_in(place=reload(alice, code), seat=0).version
    assert play.reply(code=code, version=version)
    assert tables.see(blaze(reload(alice, code))).result is not None


def friend_gone(table: Table, alice: User, bob: User) -> None:
    code = among_friends(table, alice, bob, wins=True)
    Seat.objects.filter(user=bob).update(user=None)
    blaze(reload(alice, code))


#: Games that are being lost: each counts as one more loss.
LOSSES: dict[str, Way] = {
    "lose with a hint": lambda t, alice, bob: blaze(hinted(t.sit(alice, wins=False))),
    "lose with an action taken back": lambda t, alice, bob: blaze(taken_back(t.sit(alice, wins=False))),
    "give up": lambda t, alice, bob: give_up(t.sit(alice, wins=False)),
    "give up after a hint": lambda t, alice, bob: give_up(hinted(t.sit(alice, wins=False))),
    "give up twice": lambda t, alice, bob: [give_up(place) for place in [t.sit(alice, wins=False)] * 2],
    "take a new game instead": lambda t, alice, bob: opening.open_instead(place=t.sit(alice, wins=False)),
    "leave it": lambda t, alice, bob: lie(t, t.sit(alice, wins=False)),
    "leave it after a hint": lambda t, alice, bob: lie(t, hinted(t.sit(alice, wins=False))),
    "leave it and give it up": lambda t, alice, bob: give_up(lie(t, t.sit(alice, wins=False), night_too=True)),
    "leave it and lose it": lambda t, alice, bob: blaze(lie(t, t.sit(alice, wins=False), night_too=True)),
    "lose and make the rows again": lambda t, alice, bob: count_again(t, blaze(hinted(t.sit(alice, wins=False)))),
    "give up and count the days again": lambda t, alice, bob: count_again(t, give_up(t.sit(alice, wins=False))),
    "lose and practise the hand": lambda t, alice, bob: give_up(again(alice, t.play(alice, wins=False))),
    "lose and challenge to the cards": lambda t, alice, bob: played.open_challenge(place=t.play(alice, wins=False)),
    "lose where a friend was awaited": lambda t, alice, bob: blaze(reload(alice, among_friends(t, alice, wins=False))),
    "leave while a friend is awaited": lambda t, alice, bob: lie(t, reload(alice, among_friends(t, alice, wins=False))),
}
#: Wins with help or of another kind, and games never dealt: none of them counts.
NOTHINGS: dict[str, Way] = {
    "win with a hint": lambda t, alice, bob: blaze(hinted(t.sit(alice, wins=True))),
    "win with an action taken back": lambda t, alice, bob: blaze(taken_back(t.sit(alice, wins=True))),
    "bring wins of a guest": lambda t, alice, bob: guests(t, alice, is_over=True),
    "bring a guest’s game that is all but won": lambda t, alice, bob: guests(t, alice, is_over=False),
    "bring wins and make the rows again": lambda t, alice, bob: count_again(t, guests(t, alice, is_over=True)),
    "win by options of one’s own": lambda t, alice, bob: t.play(alice, wins=True, max_rounds=6),
    ELSEWHERE: lambda t, alice, bob: t.play(alice, wins=True, level="normal"),
    "give up what was never dealt": lambda t, alice, bob: give_up(undealt(alice)),
    "leave what was never dealt": lambda t, alice, bob: lie(t, undealt(alice)),
    "win the hand as practice": lambda t, alice, bob: blaze(again(alice, won(alice))),
    "win it as practice and count again": lambda t, alice, bob: count_again(t, blaze(again(alice, won(alice)))),
    "win the board of the day": lambda t, alice, bob: blaze(board_of(t, alice)),
    "win the board of the day again": lambda t, alice, bob: [blaze(board_of(t, alice)) for _ in range(2)],
    "leave the board of the day": lambda t, alice, bob: lie(t, board_of(t, alice)),
    "win a challenge of one’s own": lambda t, alice, bob: challenge(t, alice),
    "be challenged to a friend’s winning cards": challenged,
    "win against a friend": lambda t, alice, bob: blaze(reload(alice, among_friends(t, alice, bob, wins=True))),
    "be left by a friend": lambda t, alice, bob: give_up(reload(bob, among_friends(t, alice, bob, wins=True))),
    "win against a stand-in of a friend": stood_in,
    "win where a friend’s account is gone": friend_gone,
}


def ranked(user: User) -> tuple[int, int, int]:
    found = LeaderboardRow.objects.get(user=user, key="cardduel", level="easy")
    return found.games, found.wins, found.streak


@pytest.mark.parametrize(("way", "games"), [*((way, 4) for way in LOSSES), *((way, 3) for way in NOTHINGS)])
def test_no_way_polishes_a_record(table: Table, alice: User, bob: User, way: str, games: int) -> None:
    for wins in (True, False, True):
        table.play(alice, wins=wins)
        table.wait(timedelta(minutes=1))
    (LOSSES | NOTHINGS)[way](table, alice, bob)
    table.wait(timedelta(days=1))
    night()
    assert ranked(alice) == (games, 2, 1)
    elsewhere = LeaderboardRow.objects.filter(user=alice).exclude(level="easy").values_list("key", "level")
    assert list(elsewhere) == ([("cardduel", "normal")] if way == ELSEWHERE else [])
    night()
    assert ranked(alice) == (games, 2, 1)


def test_a_game_that_was_left_and_is_won_counts_as_won(table: Table, alice: User, as_alice: Client) -> None:
    """Until then it counts as lost, and the list of games says so from the fifteenth day on."""
    note = "it counts as lost until you finish it"
    place = table.sit(alice, wins=True)
    table.wait(timedelta(days=14))
    night()
    assert not LeaderboardRow.objects.exists() and note not in as_alice.get("/games/").content.decode()
    table.wait(timedelta(minutes=1))
    night()
    assert ranked(alice) == (1, 0, 0) and note in as_alice.get("/games/").content.decode()
    act(place, "blaze")
    table.wait(timedelta(days=1))
    night()
    assert ranked(alice) == (1, 1, 1) and note not in as_alice.get("/games/").content.decode()


def test_a_record_of_the_house_is_set_without_help(table: Table, alice: User) -> None:
    blaze(hinted(table.sit(alice, wins=True)))
    table.wait(A_DAY)
    night()
    aggregate = reading.everybody(stretch=Stretch("cardduel"), level="easy", person=None).aggregate
    assert aggregate.whole.games.n == 1 and not aggregate.whole.games.tops
