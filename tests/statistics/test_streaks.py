"""A streak is made no longer by putting a loss off: an open older game ends every streak until it is over."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games.models import LeaderboardRow, Tally
from games.services.counting import streaks
from games.services.counting.measures import Part
from games.tasks import night
from tests.playing import act
from tests.statistics.duels import Table
from tests.statistics.played import whole

NOON = datetime(2026, 9, 1, 12, tzinfo=UTC)


def rows(games: Part) -> tuple[int, int]:
    """The longest streaks of wins and of losses."""
    return games.streaks["won"].best, games.streaks["lost"].best


@pytest.mark.django_db
@pytest.mark.parametrize("is_loss", [True, False])
@pytest.mark.parametrize("another", [{}, {"level": "normal"}])
def test_a_game_put_off_makes_no_streak_longer(
    table: Table, alice: User, another: dict[str, str], is_loss: bool
) -> None:
    """Two games, one that is put off while four more are played, whatever their level, and then its end."""

    def play(count: int, **asked: str) -> None:
        for _ in range(count):
            table.play(alice, wins=is_loss, **asked)
            table.wait(timedelta(minutes=1))

    longest = (2, 1) if is_loss else (1, 2)
    play(2)
    put_off = table.sit(alice, wins=not is_loss)
    table.wait(timedelta(minutes=1))
    play(4, **another)
    assert max(rows(whole(alice, "cardduel").games)) == 2
    act(put_off, "blaze")
    table.wait(timedelta(minutes=1))
    assert rows(whole(alice, "cardduel").games) == longest
    table.wait(timedelta(days=1))
    night()
    assert rows(whole(alice, "cardduel").games) == longest
    if is_loss:
        assert max(LeaderboardRow.objects.values_list("streak", flat=True)) == 2
        assert all(
            Part.from_json(one.measures["games"]).streaks["won"].best <= 2 for one in Tally.objects.filter(user=alice)
        )
    play(3)
    assert rows(whole(alice, "cardduel").games) == ((3, 1) if is_loss else (1, 3))


@pytest.mark.django_db
def test_a_game_put_off_over_midnight_interrupts_what_was_counted_before_it_ended(table: Table, alice: User) -> None:
    put_off = table.sit(alice, wins=False)
    for _ in range(3):
        table.wait(timedelta(days=1))
        table.play(alice, wins=True)
        night()
    table.wait(timedelta(minutes=1))
    act(put_off, "blaze")
    table.wait(timedelta(days=1))
    night()
    assert rows(whole(alice, "cardduel").games) == (0, 1)
    assert LeaderboardRow.objects.get().streak == 0


@pytest.mark.parametrize(
    ("played", "interrupted"),
    [
        ([(0, 1), (2, 3), (4, 5)], []),
        ([(0, 9), (2, 3), (4, 5), (10, 11)], [1, 2]),
        ([(0, None), (2, 3)], [1]),
        ([(0, 5), (2, 3), (4, 9), (6, 7)], [1, 3]),
        ([(0, 5), (2, 5)], []),
        ([(2, 3), (2, 5)], []),
    ],
)
def test_a_game_is_interrupted_where_one_dealt_before_it_ends_after_it(
    played: list[tuple[int, int | None]], interrupted: list[int]
) -> None:
    def at(minute: int | None) -> datetime:
        return streaks.OPEN if minute is None else NOON + timedelta(minutes=minute)

    sittings = [
        streaks._Sitting((1, None, number), ("cardduel", False, False), at(dealt), at(ended))
        for number, (dealt, ended) in enumerate(played)
    ]
    assert sorted(game for _user, _guest, game in streaks._of_one(sittings)) == interrupted
