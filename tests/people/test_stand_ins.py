"""Bots that stand in for missing players: sent for, sent away, and named at the table and in replays."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.company import Seating
from games.engine.actions import Action, action_text
from games.pages.past_pages import ReplayPage
from games.pages.seats import name_in
from games.records import verification
from games.registry import GAMES
from games.reviews import reviewing
from games.reviews.models import Review
from games.snapshot import Replay, Status
from games.statistics.models import PersonLine
from games.table import company, logs, play, tables, thinking
from games.table.models import Entry, Game
from games.table.move import Refused, Stale
from tests.asking import HTMX
from tests.cardduel.test_page import PLAYS, replayed
from tests.people import together
from tests.people.together import (
    come_back,
    company_at,
    leave_game,
    play_hand,
    replace_by_stand_in,
    see,
    send_stand_in,
    set_last_seen,
    whose_turn,
)
from tests.play import reload
from tests.records.played import after_kitty, random_twoman, suicide
from tests.replay.replayed import Replayed, drawn

pytestmark = pytest.mark.django_db


def test_a_stand_in_acts_for_a_player_away_and_leaves_when_the_player_is_back(
    code: str, alice: User, bob: User
) -> None:
    slow, other = whose_turn(code, alice, bob)
    set_last_seen(slow, code, seconds=40)
    seat = reload(slow, code).seat
    after = send_stand_in(slow, code, sender=other)
    assert after.computer_acts and Game.objects.get().bot_due_at is not None
    assert play.reply(code=code, version=after.version)
    assert Entry.objects.filter(seat=seat).latest("ordinal").source == Entry.Source.COMPUTER
    mine = see(slow, code)
    assert not mine.is_mine and mine.view.legal == ()
    now = come_back(slow, code).company
    assert now is not None and not now.is_stood_in(seat)
    said = [(entry.seat, entry.action) for entry in Entry.objects.filter(source=Entry.Source.SEATING)]
    assert said == [(seat, '["stands_in","medium"]'), (seat, '["is_back"]')]


def test_a_stand_in_plays_the_hand_to_its_end_and_delays_no_deal(code: str, alice: User, bob: User) -> None:
    _, other = replace_by_stand_in(code, alice, bob)
    play_hand(code, other)
    assert see(other, code).needs_deal
    lines = PersonLine.objects.filter(number=1).order_by("seat")
    assert [(line.user, line.level, line.is_ranked) for line in lines] == [
        (user, "people", False) for user in (alice, bob)
    ]
    assert not together.deal(other, code, "another").needs_deal
    assert verification.differences(game=Game.objects.get()) == ()


def test_only_another_missing_player_gets_a_stand_in(code: str, alice: User, bob: User) -> None:
    slow, other = whose_turn(code, alice, bob)
    cases = [(slow, other, "NOT_MISSING"), (slow, slow, "OWN_TURN"), (other, other, "NOT_MISSING")]
    for player, sender, why in cases:
        with pytest.raises(Refused, match=why):
            send_stand_in(player, code, sender=sender)
        set_last_seen(slow, code, seconds=40)
    with pytest.raises(Refused, match="NOT_MISSING"):
        company.stand_in(place=reload(other, code), seat=7)
    assert not Entry.objects.filter(source=Entry.Source.SEATING).exists()


def test_a_stand_in_sent_for_twice_sits_down_once(alice: User, bob: User, charlie: User) -> None:
    code, slow, others = together.deal_to_three(alice, bob, charlie)
    assert {send_stand_in(slow, code, sender=one).version for one in others} == {Game.objects.get().version}
    assert Entry.objects.filter(source=Entry.Source.SEATING).count() == 1


def test_the_others_can_send_a_stand_in_away(code: str, alice: User, bob: User) -> None:
    slow, other = replace_by_stand_in(code, alice, bob)
    seat = reload(slow, code).seat
    after = company.seat_again(place=reload(other, code), seat=seat)
    assert not after.computer_acts
    assert Game.objects.get().bot_due_at is None
    assert see(slow, code).is_mine
    assert company.seat_again(place=reload(other, code), seat=seat).version == after.version  # idempotent
    set_last_seen(slow, code, seconds=40)
    send_stand_in(slow, code, sender=other)
    leave_game(slow, code)
    people = company_at(other, code)
    assert people.is_stood_in(seat) and people.missing == () and see(other, code).computer_acts  # the stand-in stays
    company.seat_again(place=reload(other, code), seat=seat)
    assert company_at(other, code).missing == (seat,)  # the player has left, so the others decide again
    assert Entry.objects.latest("ordinal").action == '["stands_down"]'
    assert together.ask_to_end(other, code).status is Status.ABANDONED


def test_a_stand_in_still_thinking_when_its_player_comes_back_changes_nothing(
    code: str, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, _ = replace_by_stand_in(code, alice, bob)
    choose = thinking.unvalidated_choice

    def comes_back(*told: Any) -> Action:
        come_back(slow, code)
        return choose(*told)

    monkeypatch.setattr(thinking, "unvalidated_choice", comes_back)
    assert play.reply(code=code, version=Game.objects.get().version) is False
    assert see(slow, code).is_mine
    assert Entry.objects.latest("ordinal").action == '["is_back"]'


def test_an_action_after_a_stand_in_took_over_is_stale(code: str, alice: User, bob: User) -> None:
    slow, _ = whose_turn(code, alice, bob)
    before, late = see(slow, code), reload(slow, code)
    replace_by_stand_in(code, alice, bob)
    with pytest.raises(Stale) as stale:
        play.submit(place=late, action=before.view.legal[0].first, version=before.version)
    now = stale.value.snapshot
    assert now is not None and now.company is not None and now.company.is_stood_in(late.seat)


def test_with_stand_ins_only_no_seat_is_due(alice: User, bob: User) -> None:
    code = together.deal_first_hand(alice, bob, key="spades")
    both, seats = logs.read(Game.objects.get()), reload(alice, code).seats
    for user in (alice, bob):
        set_last_seen(user, code, seconds=40)
        both = both.seated(reload(user, code).seat, Action(Seating.STANDS_IN, "normal"), timezone.now())
    assert tables.owing(seats, both) == []


def test_choices_of_a_stand_in_are_not_reviewed_as_decisions(code: str, alice: User, bob: User) -> None:
    slow, other = replace_by_stand_in(code, alice, bob)
    mine, theirs = reload(slow, code).seat, reload(other, code).seat
    own = Entry.objects.filter(seat=mine, source=Entry.Source.PERSON).count()
    play_hand(code, other)
    reviewing.review(code=code)
    counts = dict(Review.objects.filter(number=1).values_list("seat", "count"))
    assert counts[mine] <= own and counts[theirs] > counts[mine]


def test_a_stand_in_is_sent_for_and_sent_away_on_the_pages(code: str, alice: User, bob: User, client: Client) -> None:
    slow, other = whose_turn(code, alice, bob)
    offered = see(slow, code).view.legal[0]
    set_last_seen(slow, code, seconds=40)
    client.force_login(other)
    page = client.get(f"/games/{code}/").content.decode()
    seat = reload(slow, code).seat
    assert f"Waiting for {slow.username}, who is away" in page
    assert f"/games/{code}/seats/{seat}/stand-in/" in page
    answer = client.post(f"/games/{code}/seats/{seat}/stand-in/", headers=HTMX)
    assert answer.status_code == 200
    client.force_login(slow)
    mine = client.get(f"/games/{code}/", headers=HTMX).content.decode()
    assert "A computer is playing for you" in mine and "Take your seat back" in mine
    assert 'value="["' not in mine and "data-turn" not in mine and "played automatically" not in mine
    action = {"action": action_text(offered.first), "version": Game.objects.get().version}
    refused = client.post(f"/games/{code}/act/", action)
    assert refused.status_code == 422 and "Take your seat back first." in refused.content.decode()
    assert client.post(f"/games/{code}/seats/{seat}/back/").status_code == 302
    assert "A computer is playing for you" not in client.get(f"/games/{code}/").content.decode()


PAST: dict[str, Callable[[], Replayed]] = {
    "twoman": lambda: Replayed(random_twoman(1)),
    "spades": lambda: Replayed(suicide()),
    "bidwhist": lambda: Replayed(after_kitty()),
    "cardduel": lambda: replayed(*PLAYS),
}


def replay_at(replay: Replay, *, by_stand_in: int, step: int) -> ReplayPage:
    """Return the replay's page at `step`. A stand-in made the choice of step `by_stand_in`; 0 means no step."""
    steps = tuple(replace(one, by_stand_in=n == by_stand_in) for n, one in enumerate(replay.steps, start=1))
    shown = replace(replay, steps=steps, step=step)
    return GAMES[shown.game.key].replay_page(shown)


@pytest.mark.parametrize("key", PAST)
def test_in_every_game_the_replay_marks_tricks_with_choices_of_a_stand_in(key: str) -> None:
    replay = PAST[key]().replay(1, -1)
    assert "stand-in" not in drawn(replay_at(replay, by_stand_in=0, step=replay.last))
    first, second, third = (row.step for row in replay_at(replay, by_stand_in=0, step=replay.last).rows[:3])
    for chosen, marked in ((first, 0), (second - 1, 0), (second, 1), (third - 1, 1)):
        context = replay_at(replay, by_stand_in=chosen, step=replay.last)
        name = name_in(replay, replay.steps[chosen - 1].seat)
        assert [row.stood_in for row in context.rows[:3]] == [
            f"{name}: by a stand-in" if number == marked else "" for number in range(3)
        ]
        assert drawn(context).count(": by a stand-in") == 1
        assert replay_at(replay, by_stand_in=chosen, step=chosen).say.endswith("A stand-in chose that.")
        assert "stand-in" not in replay_at(replay, by_stand_in=chosen, step=chosen - 1).say
