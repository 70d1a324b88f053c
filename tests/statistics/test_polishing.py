"""Nobody's rate is made better than what was played: each way to try it, by its name.

Alice wins, loses and wins; what follows would be one more loss, or nothing at all.
"""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import Guest, User
from accounts.people import Person, adopt
from games.engine.actions import Action
from games.models import LeaderboardRow, PersonLine, Seat
from games.services import again as practice
from games.services import company, imports, lobby, play, records, tables
from games.services.boards import challenges, days, played
from games.services.statistics import reading, tallies
from games.services.statistics.reading import Stretch
from games.services.tables import Place
from games.tasks import night
from tests.moves.test_people import deal, table_of
from tests.moves.together import seen
from tests.playing import act, again
from tests.statistics.duels import Table
from tests.statistics.played import DAYS, on

TWO_WEEKS = timedelta(days=15)


def hinted(place: Place) -> None:
    play.hint(place=place, version=tables.see(place).version)


def taken_back(place: Place) -> None:
    first = tables.see(place).view.legal[0]
    assert isinstance(first, Action)
    act(place, first.verb, first.argument)
    play.take_back(place=place, version=tables.see(place).version)


def record_of_a_win(table: Table, person: User | Guest) -> bytes:
    """Of other cards than alice's own wins, which would be known again."""
    return records.record_line(table.play(person, wins=True, swords="AS KS QS JS 9S")).encode()


def imported(person: User, *lines: bytes) -> None:
    imports.import_file(person=Person(user=person), lines=lines)


# -- a game that is being lost ---------------------------------------------------------------------------------


def lose_with_a_hint(table: Table, alice: User, bob: User) -> None:
    place = table.sit(alice, wins=False)
    hinted(place)
    act(place, "blaze")


def lose_with_an_action_taken_back(table: Table, alice: User, bob: User) -> None:
    place = table.sit(alice, wins=False)
    taken_back(place)
    act(place, "blaze")


def give_up(table: Table, alice: User, bob: User) -> None:
    lobby.abandon(place=table.sit(alice, wins=False))


def give_up_after_a_hint(table: Table, alice: User, bob: User) -> None:
    place = table.sit(alice, wins=False)
    hinted(place)
    lobby.abandon(place=place)


def give_up_twice(table: Table, alice: User, bob: User) -> None:
    place = table.sit(alice, wins=False)
    assert [lobby.abandon(place=place), lobby.abandon(place=place)] == [True, False]


def take_a_new_game_instead(table: Table, alice: User, bob: User) -> None:
    lobby.open_instead(place=table.sit(alice, wins=False))


def leave_it(table: Table, alice: User, bob: User) -> None:
    table.sit(alice, wins=False)
    table.wait(TWO_WEEKS)


def leave_it_after_a_hint(table: Table, alice: User, bob: User) -> None:
    hinted(table.sit(alice, wins=False))
    table.wait(TWO_WEEKS)


def leave_it_and_give_it_up(table: Table, alice: User, bob: User) -> None:
    place = table.sit(alice, wins=False)
    table.wait(TWO_WEEKS)
    night()
    lobby.abandon(place=place)


def leave_it_and_lose_it(table: Table, alice: User, bob: User) -> None:
    place = table.sit(alice, wins=False)
    table.wait(TWO_WEEKS)
    night()
    act(place, "blaze")


def lose_and_make_the_rows_anew(table: Table, alice: User, bob: User) -> None:
    lose_with_a_hint(table, alice, bob)
    table.wait(timedelta(days=1))
    night()
    call_command("rebuild_projections")


def lose_and_count_the_days_again(table: Table, alice: User, bob: User) -> None:
    give_up(table, alice, bob)
    table.wait(timedelta(days=1))
    for _ in range(2):
        call_command("rebuild_day", "--every")


def lose_and_practise_the_hand(table: Table, alice: User, bob: User) -> None:
    place = table.play(alice, wins=False)
    lobby.abandon(place=again(alice, practice.begin(place=place, number=1, step=0)))


def lose_and_challenge_others_to_the_cards(table: Table, alice: User, bob: User) -> None:
    played.open_challenge(place=table.play(alice, wins=False))


def lose_where_a_friend_was_awaited(table: Table, alice: User, bob: User) -> None:
    table.deals(wins=False)
    act(again(alice, among_friends(alice)), "blaze")


def leave_where_a_friend_was_awaited(table: Table, alice: User, bob: User) -> None:
    table.deals(wins=False)
    among_friends(alice)
    table.wait(TWO_WEEKS)


# -- a win that is none of the account's ---------------------------------------------------------------------


def win_with_a_hint(table: Table, alice: User, bob: User) -> None:
    place = table.sit(alice, wins=True)
    hinted(place)
    act(place, "blaze")


def win_with_an_action_taken_back(table: Table, alice: User, bob: User) -> None:
    place = table.sit(alice, wins=True)
    taken_back(place)
    act(place, "blaze")


def bring_wins_of_a_guest(table: Table, alice: User, bob: User) -> None:
    guest = Guest.objects.create()
    table.play(guest, wins=True)
    adopt(guest=guest, user=alice)


def bring_a_guests_game_that_is_all_but_won(table: Table, alice: User, bob: User) -> None:
    guest = Guest.objects.create()
    place = table.sit(guest, wins=True)
    adopt(guest=guest, user=alice)
    act(again(alice, place.code), "blaze")


def bring_wins_and_make_the_rows_anew(table: Table, alice: User, bob: User) -> None:
    bring_wins_of_a_guest(table, alice, bob)
    table.wait(timedelta(days=1))
    night()
    call_command("rebuild_projections")
    call_command("rebuild_day", "--every")


def take_in_somebody_elses_win(table: Table, alice: User, bob: User) -> None:
    imported(alice, record_of_a_win(table, bob))


def take_it_in_twice(table: Table, alice: User, bob: User) -> None:
    record = record_of_a_win(table, bob)
    imported(alice, record)
    with pytest.raises(imports.BadFile):
        imported(alice, record)


def take_in_ones_own_win_without_its_proofs(table: Table, alice: User, bob: User) -> None:
    record = json.loads(records.record_line(tables.place_of(person=Person(user=alice), code=won_code(alice))))
    for hand in record["hands"]:
        del hand["proof"]
    with pytest.raises(imports.BadFile):
        imported(alice, json.dumps(record).encode())


def won_code(person: User) -> str:
    return PersonLine.objects.filter(user=person, number=0, marks__contains=" won ")[0].game.code


def take_in_a_win_of_a_guest(table: Table, alice: User, bob: User) -> None:
    imported(alice, record_of_a_win(table, Guest.objects.create()))


def win_by_options_of_ones_own(table: Table, alice: User, bob: User) -> None:
    table.play(alice, wins=True, max_rounds=6)


def win_at_another_level(table: Table, alice: User, bob: User) -> None:
    table.play(alice, wins=True, level="normal")


def give_up_what_was_never_dealt(table: Table, alice: User, bob: User) -> None:
    lobby.abandon(place=again(alice, lobby.open_game(person=Person(user=alice), key="cardduel", level="easy")))


def leave_what_was_never_dealt(table: Table, alice: User, bob: User) -> None:
    lobby.open_game(person=Person(user=alice), key="cardduel", level="easy")
    table.wait(TWO_WEEKS)


# -- a win of another kind -----------------------------------------------------------------------------------


def among_friends(*people: User) -> str:
    """A duel at a table that was opened for others, dealt; its code."""
    code = table_of(*people, key="cardduel", level="easy")
    for user in people:
        deal(user, code, "seed")
    return code


def win_the_hand_as_practice(table: Table, alice: User, bob: User) -> None:
    place = again(alice, won_code(alice))
    act(again(alice, practice.begin(place=place, number=1, step=0)), "blaze")


def win_it_as_practice_and_count_anew(table: Table, alice: User, bob: User) -> None:
    win_the_hand_as_practice(table, alice, bob)
    table.wait(timedelta(days=1))
    night()
    call_command("rebuild_projections")
    call_command("rebuild_day", "--every")


def board_of(person: User) -> Place:
    return again(person, days.begin(person=Person(user=person), key="cardduel", day=days.today()))


def win_the_board_of_the_day(table: Table, alice: User, bob: User) -> None:
    table.deals(wins=True)
    act(board_of(alice), "blaze")


def win_the_board_of_the_day_again(table: Table, alice: User, bob: User) -> None:
    win_the_board_of_the_day(table, alice, bob)
    act(board_of(alice), "blaze")


def leave_the_board_of_the_day(table: Table, alice: User, bob: User) -> None:
    table.deals(wins=True)
    board_of(alice)
    table.wait(TWO_WEEKS)


def win_a_challenge_of_ones_own(table: Table, alice: User, bob: User) -> None:
    table.deals(wins=True)
    me = Person(user=alice)
    token = challenges.open_challenge(person=me, key="cardduel", chosen={}, level="easy", deals=1, is_pair=False)
    act(again(alice, challenges.begin(person=me, token=token)), "blaze")


def be_challenged_to_a_friends_winning_cards(table: Table, alice: User, bob: User) -> None:
    token = played.open_challenge(place=table.play(bob, wins=True, swords="AS KS QS JS 9S"))
    act(again(alice, challenges.begin(person=Person(user=alice), token=token)), "blaze")


def win_against_a_friend(table: Table, alice: User, bob: User) -> None:
    table.deals(wins=True)
    act(again(alice, among_friends(alice, bob)), "blaze")


def be_left_by_a_friend(table: Table, alice: User, bob: User) -> None:
    lobby.abandon(place=again(bob, among_friends(alice, bob)))


def win_against_who_stands_in_for_a_friend(table: Table, alice: User, bob: User) -> None:
    table.deals(wins=False)
    code = among_friends(bob, alice)
    seen(bob, code, seconds=40)
    version = company.stand_in(place=again(alice, code), seat=0).version
    assert play.reply(code=code, version=version)
    act(again(alice, code), "blaze")
    assert tables.see(again(alice, code)).result is not None


def win_where_a_friends_account_is_gone(table: Table, alice: User, bob: User) -> None:
    table.deals(wins=True)
    code = among_friends(alice, bob)
    Seat.objects.filter(user=bob).update(user=None)
    act(again(alice, code), "blaze")


Way = Callable[[Table, User, User], None]
LOSSES: tuple[Way, ...] = (
    lose_with_a_hint,
    lose_with_an_action_taken_back,
    give_up,
    give_up_after_a_hint,
    give_up_twice,
    take_a_new_game_instead,
    leave_it,
    leave_it_after_a_hint,
    leave_it_and_give_it_up,
    leave_it_and_lose_it,
    lose_and_make_the_rows_anew,
    lose_and_count_the_days_again,
    lose_and_practise_the_hand,
    lose_and_challenge_others_to_the_cards,
    lose_where_a_friend_was_awaited,
    leave_where_a_friend_was_awaited,
)
NOTHINGS: tuple[Way, ...] = (
    win_with_a_hint,
    win_with_an_action_taken_back,
    bring_wins_of_a_guest,
    bring_a_guests_game_that_is_all_but_won,
    bring_wins_and_make_the_rows_anew,
    take_in_somebody_elses_win,
    take_it_in_twice,
    take_in_ones_own_win_without_its_proofs,
    take_in_a_win_of_a_guest,
    win_by_options_of_ones_own,
    win_at_another_level,
    give_up_what_was_never_dealt,
    leave_what_was_never_dealt,
    win_the_hand_as_practice,
    win_it_as_practice_and_count_anew,
    win_the_board_of_the_day,
    win_the_board_of_the_day_again,
    leave_the_board_of_the_day,
    win_a_challenge_of_ones_own,
    be_challenged_to_a_friends_winning_cards,
    win_against_a_friend,
    be_left_by_a_friend,
    win_against_who_stands_in_for_a_friend,
    win_where_a_friends_account_is_gone,
)


def ranked(user: User) -> tuple[int, int, int]:
    found = LeaderboardRow.objects.get(user=user, key="cardduel", level="easy")
    return found.games, found.wins, found.streak


def ranked_elsewhere(user: User) -> list[tuple[str, str]]:
    return list(LeaderboardRow.objects.filter(user=user).exclude(level="easy").values_list("key", "level"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("way", "games"),
    [*((way, 4) for way in LOSSES), *((way, 3) for way in NOTHINGS)],
    ids=lambda way: getattr(way, "__name__", None),
)
def test_no_way_polishes_a_record(table: Table, alice: User, bob: User, way: Way, games: int) -> None:
    for wins in (True, False, True):
        table.play(alice, wins=wins)
        table.wait(timedelta(minutes=1))
    way(table, alice, bob)
    table.wait(timedelta(days=1))
    night()
    assert ranked(alice) == (games, 2, 1)
    assert ranked_elsewhere(alice) == ([("cardduel", "normal")] if way is win_at_another_level else [])
    night()
    assert ranked(alice) == (games, 2, 1)


@pytest.mark.django_db
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


@pytest.mark.django_db
def test_a_record_of_the_house_is_set_without_help(table: Table, alice: User) -> None:
    win_with_a_hint(table, alice, alice)
    table.wait(timedelta(days=1))
    night()
    aggregate = reading.everybody(stretch=Stretch("cardduel"), level="easy", person=None).aggregate
    assert aggregate.whole.games.n == 1 and not aggregate.whole.games.tops


@pytest.mark.django_db
def test_lines_of_an_older_house_are_told_anew_by_night(table: Table, alice: User) -> None:
    """As they were: with a helped loss unranked, and a guest's win ranked that was brought before it was noted."""
    guest = Guest.objects.create()
    table.play(guest, wins=True)
    table.wait(timedelta(days=1))
    User.objects.filter(pk=alice.pk).update(date_joined=PersonLine.objects.latest("at").at + timedelta(hours=1))
    adopt(guest=guest, user=alice)
    lose_with_a_hint(table, alice, alice)
    table.wait(timedelta(days=1))
    night()
    right = lines_and_leaderboard()
    PersonLine.objects.update(marks=" won ", numbers={}, is_ranked=True)
    PersonLine.objects.filter(number=0).last().game.seats.update(is_brought=False)  # type: ignore[union-attr]
    tallies.CountingProgress.objects.update(facts=1)
    night()
    assert lines_and_leaderboard() == right and tallies.next_day_to_recount() is None


def lines_and_leaderboard() -> list[Any]:
    lines = PersonLine.objects.order_by("at", "number").values_list("day", "user", "marks", "numbers", "is_ranked")
    return [*lines, *LeaderboardRow.objects.values_list("user", "games", "wins")]


@pytest.mark.django_db
def test_nobody_is_counted_before_the_night(table: Table, alice: User) -> None:
    with on(DAYS[0]):
        table.play(alice, wins=True)
        night()
        assert not LeaderboardRow.objects.exists()
