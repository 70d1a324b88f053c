"""Ways to make one's rate better than what was played, by their names.

Alice has won, lost and won; what follows would be one more loss, or nothing at all.
"""

from collections.abc import Callable
from datetime import timedelta

from django.core.management import call_command

from accounts.models import Guest, User
from accounts.people import Person, adopt
from games.engine.actions import Action
from games.models import PersonLine, Seat
from games.services.boards import challenges, days, played
from games.services.counting import tallies
from games.services.moves import play
from games.services.past import played_again
from games.services.people import company, lobby
from games.services.table import tables
from games.services.table.tables import Place
from games.tasks import night
from tests.moves.together import deal, seen, table_of
from tests.playing import act, again
from tests.statistics.duels import Table

TWO_WEEKS = timedelta(days=15)


def hinted(place: Place) -> None:
    play.hint(place=place, version=tables.see(place).version)


def taken_back(place: Place) -> None:
    first = tables.see(place).view.legal[0]
    assert isinstance(first, Action)
    act(place, first.verb, first.argument)
    play.take_back(place=place, version=tables.see(place).version)


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
    lobby.abandon(place=again(alice, played_again.begin(place=place, number=1, step=0)))


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


def won_code(person: User) -> str:
    return PersonLine.objects.filter(user=person, number=0, marks__contains=" won ")[0].game.code


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
    act(again(alice, played_again.begin(place=place, number=1, step=0)), "blaze")


def win_it_as_practice_and_count_anew(table: Table, alice: User, bob: User) -> None:
    win_the_hand_as_practice(table, alice, bob)
    table.wait(timedelta(days=1))
    night()
    call_command("rebuild_projections")
    call_command("rebuild_day", "--every")


def board_of(person: User) -> Place:
    return again(person, days.begin(person=Person(user=person), key="cardduel", day=tallies.today()))


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
