"""Ways to improve a leaderboard row unfairly: each counts as one more loss, or not at all."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import Guest, User
from accounts.people import Person, adopt
from accounts.zones import utc_today
from games.boards import challenges, days
from games.engine.actions import Action
from games.replay import played_again
from games.statistics import reading
from games.statistics.models import LeaderboardRow, PersonLine
from games.statistics.reading import Stretch
from games.table import company, opening, play, tables
from games.table.models import Seat
from games.table.tables import Place
from games.tasks import night
from tests.people.together import deal, set_last_seen, start_table
from tests.play import act, reload
from tests.statistics.played import Table

pytestmark = pytest.mark.django_db
Way = Callable[[Table, User, User], object]
ELSEWHERE = "win at another level"
TWO_WEEKS, A_DAY = timedelta(days=15), timedelta(days=1)


def take_hint(place: Place) -> Place:
    play.hint(place=place, version=tables.see(place).version)
    return place


def act_and_take_back(place: Place) -> Place:
    first = tables.see(place).view.legal[0]
    assert isinstance(first, Action)
    act(place, first.verb, first.argument)
    play.take_back(place=place, version=tables.see(place).version)
    return place


def blaze(place: Place) -> Place:
    act(place, "blaze")
    return place


def begin_practice_of(person: User, place: Place) -> Place:
    return reload(person, played_again.begin(place=place, number=1, step=0))


def give_up(place: Place) -> bool:
    return opening.abandon(place=place)


def leave_for_two_weeks(table: Table, place: Place, *, counts_between: bool = False) -> Place:
    """Let 15 days pass; after 14 the duel counts as lost. If `counts_between`, also run the nightly count."""
    table.wait(TWO_WEEKS)
    if counts_between:
        night()
    return place


def rebuild_and_recount(table: Table, _done: object) -> None:
    table.wait(A_DAY)
    night()
    call_command("rebuild_projections")
    call_command("rebuild_day", "--every")


def open_without_deal(person: User) -> Place:
    return reload(person, opening.open_game(person=Person(user=person), key="cardduel", level="easy"))


def deal_among_friends(table: Table, *people: User, wins: bool) -> str:
    """Deal a duel at a table with these people; return its code. `wins` is whether a blaze of the first person wins."""
    table.deals(wins=wins)
    code = start_table(*people, key="cardduel", level="easy")
    for user in people:
        deal(user, code, "seed")
    return code


def won_game(person: User) -> Place:
    line = PersonLine.objects.filter(user=person, number=0, marks__contains=" won ")[0]
    return reload(person, line.game.code)


def begin_board_of_the_day(table: Table, person: User) -> Place:
    table.deals(wins=True)
    return reload(person, days.begin(person=Person(user=person), key="cardduel", day=utc_today()))


def adopt_winning_guest(table: Table, alice: User, *, is_over: bool) -> Guest:
    """Let alice adopt a guest. The guest has won a duel if `is_over`; if not, alice wins the guest's open duel."""
    guest = Guest.objects.create()
    place = table.sit(guest, wins=True)
    if is_over:
        blaze(place)
    adopt(guest=guest, user=alice)
    if not is_over:
        blaze(reload(alice, place.code))
    return guest


def win_own_challenge(table: Table, person: User) -> None:
    table.deals(wins=True)
    me = Person(user=person)
    token = challenges.open_challenge(person=me, key="cardduel", chosen={}, level="easy", deals=1, is_pair=False)
    blaze(reload(person, challenges.begin(person=me, token=token)))


def win_friends_challenge(table: Table, alice: User, bob: User) -> None:
    token = challenges.open_played(place=table.play(bob, wins=True, swords="AS KS QS JS 9S"))
    blaze(reload(alice, challenges.begin(person=Person(user=alice), token=token)))


def win_against_stand_in(table: Table, alice: User, bob: User) -> None:
    code = deal_among_friends(table, bob, alice, wins=False)
    set_last_seen(bob, code, seconds=40)
    version = company.stand_in(place=reload(alice, code), seat=0).version
    assert play.reply(code=code, version=version)
    assert tables.see(blaze(reload(alice, code))).result is not None


def win_after_friend_was_removed(table: Table, alice: User, bob: User) -> None:
    code = deal_among_friends(table, alice, bob, wins=True)
    Seat.objects.filter(user=bob).update(user=None)
    blaze(reload(alice, code))


#: Losses, and ways to avoid or hide a loss: each counts as one more loss.
LOSSES: dict[str, Way] = {
    "lose with a hint": lambda t, alice, bob: blaze(take_hint(t.sit(alice, wins=False))),
    "lose with an action taken back": lambda t, alice, bob: blaze(act_and_take_back(t.sit(alice, wins=False))),
    "give up": lambda t, alice, bob: give_up(t.sit(alice, wins=False)),
    "give up after a hint": lambda t, alice, bob: give_up(take_hint(t.sit(alice, wins=False))),
    "give up twice": lambda t, alice, bob: [give_up(place) for place in [t.sit(alice, wins=False)] * 2],
    "take a new game instead": lambda t, alice, bob: opening.open_instead(place=t.sit(alice, wins=False)),
    "leave it": lambda t, alice, bob: leave_for_two_weeks(t, t.sit(alice, wins=False)),
    "leave it after a hint": lambda t, alice, bob: leave_for_two_weeks(t, take_hint(t.sit(alice, wins=False))),
    "leave it and give it up": lambda t, alice, bob: give_up(
        leave_for_two_weeks(t, t.sit(alice, wins=False), counts_between=True)
    ),
    "leave it and lose it": lambda t, alice, bob: blaze(
        leave_for_two_weeks(t, t.sit(alice, wins=False), counts_between=True)
    ),
    "lose and make the rows again": lambda t, alice, bob: rebuild_and_recount(
        t, blaze(take_hint(t.sit(alice, wins=False)))
    ),
    "give up and count the days again": lambda t, alice, bob: rebuild_and_recount(t, give_up(t.sit(alice, wins=False))),
    "lose and practise the hand": lambda t, alice, bob: give_up(begin_practice_of(alice, t.play(alice, wins=False))),
    "lose and challenge to the cards": lambda t, alice, bob: challenges.open_played(place=t.play(alice, wins=False)),
    "lose where a friend was awaited": lambda t, alice, bob: blaze(
        reload(alice, deal_among_friends(t, alice, wins=False))
    ),
    "leave while a friend is awaited": lambda t, alice, bob: leave_for_two_weeks(
        t, reload(alice, deal_among_friends(t, alice, wins=False))
    ),
}
#: The row stays the same: wins with help or as a guest, unranked games, another level, and games without a deal.
UNCOUNTED: dict[str, Way] = {
    "win with a hint": lambda t, alice, bob: blaze(take_hint(t.sit(alice, wins=True))),
    "win with an action taken back": lambda t, alice, bob: blaze(act_and_take_back(t.sit(alice, wins=True))),
    "bring wins of a guest": lambda t, alice, bob: adopt_winning_guest(t, alice, is_over=True),
    "bring a guest’s game that is all but won": lambda t, alice, bob: adopt_winning_guest(t, alice, is_over=False),
    "bring wins and make the rows again": lambda t, alice, bob: rebuild_and_recount(
        t, adopt_winning_guest(t, alice, is_over=True)
    ),
    "win by options of one’s own": lambda t, alice, bob: t.play(alice, wins=True, max_rounds=6),
    ELSEWHERE: lambda t, alice, bob: t.play(alice, wins=True, level="normal"),
    "give up what was never dealt": lambda t, alice, bob: give_up(open_without_deal(alice)),
    "leave what was never dealt": lambda t, alice, bob: leave_for_two_weeks(t, open_without_deal(alice)),
    "win the hand as practice": lambda t, alice, bob: blaze(begin_practice_of(alice, won_game(alice))),
    "win it as practice and count again": lambda t, alice, bob: rebuild_and_recount(
        t, blaze(begin_practice_of(alice, won_game(alice)))
    ),
    "win the board of the day": lambda t, alice, bob: blaze(begin_board_of_the_day(t, alice)),
    "win the board of the day again": lambda t, alice, bob: [blaze(begin_board_of_the_day(t, alice)) for _ in range(2)],
    "leave the board of the day": lambda t, alice, bob: leave_for_two_weeks(t, begin_board_of_the_day(t, alice)),
    "win a challenge of one’s own": lambda t, alice, bob: win_own_challenge(t, alice),
    "be challenged to a friend’s winning cards": win_friends_challenge,
    "win against a friend": lambda t, alice, bob: blaze(reload(alice, deal_among_friends(t, alice, bob, wins=True))),
    "be left by a friend": lambda t, alice, bob: give_up(reload(bob, deal_among_friends(t, alice, bob, wins=True))),
    "win against a stand-in of a friend": win_against_stand_in,
    "win where a friend’s account is gone": win_after_friend_was_removed,
}


def leaderboard_row(user: User) -> tuple[int, int, int]:
    found = LeaderboardRow.objects.get(user=user, key="cardduel", level="easy")
    return found.games, found.wins, found.streak


@pytest.mark.parametrize(("way", "games"), [*((way, 4) for way in LOSSES), *((way, 3) for way in UNCOUNTED)])
def test_no_exploit_improves_a_record(table: Table, alice: User, bob: User, way: str, games: int) -> None:
    for wins in (True, False, True):
        table.play(alice, wins=wins)
        table.wait(timedelta(minutes=1))
    (LOSSES | UNCOUNTED)[way](table, alice, bob)
    table.wait(timedelta(days=1))
    night()
    assert leaderboard_row(alice) == (games, 2, 1)
    elsewhere = LeaderboardRow.objects.filter(user=alice).exclude(level="easy").values_list("key", "level")
    assert list(elsewhere) == ([("cardduel", "normal")] if way == ELSEWHERE else [])
    night()
    assert leaderboard_row(alice) == (games, 2, 1)


def test_an_unfinished_game_counts_as_lost_until_it_is_won(table: Table, alice: User, as_alice: Client) -> None:
    """The list of games notes this as soon as the last move is more than two weeks ago."""
    note = "it counts as lost until you finish it"
    place = table.sit(alice, wins=True)
    table.wait(timedelta(days=14))
    night()
    assert not LeaderboardRow.objects.exists() and note not in as_alice.get("/games/").content.decode()
    table.wait(timedelta(minutes=1))
    night()
    assert leaderboard_row(alice) == (1, 0, 0) and note in as_alice.get("/games/").content.decode()
    act(place, "blaze")
    table.wait(timedelta(days=1))
    night()
    assert leaderboard_row(alice) == (1, 1, 1) and note not in as_alice.get("/games/").content.decode()


def test_a_win_with_help_sets_no_record_of_the_site(table: Table, alice: User) -> None:
    blaze(take_hint(table.sit(alice, wins=True)))
    table.wait(A_DAY)
    night()
    aggregate = reading.everybody(stretch=Stretch("cardduel"), level="easy").aggregate
    assert aggregate.whole.games.n == 1 and not aggregate.whole.games.tops
