"""The running site: killed parts, servers that go away, open streams, and limits counted over two processes."""

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

import pytest

from tests.site import disturbances
from tests.site.disturbances import HELD
from tools import servers
from tools.reading import Table
from tools.site import Site
from tools.trial.faults import VICTIMS, crash_database, kill_at_every_action, lose_notices
from tools.trial.players import Player
from tools.trial.site import TrialSite, on_servers, until
from tools.visitor import Stream, Unanswered, Visitor

#: Seconds for one answer with a server away.
PATIENCE = 30.0
MEGABYTE = 1_000_000
CONNECTIONS = "SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"


# ---------- killed parts ----------
@pytest.mark.parametrize(
    ("fixture", "kind", "victims"),
    [
        ("house", "twoman", VICTIMS),
        ("house", "cardduel", VICTIMS[:2]),
        ("small_house", "spades", VICTIMS[:2]),
        ("small_house", "bidwhist", VICTIMS[2:4]),
    ],
)
def test_a_game_survives_every_kill(
    fixture: str, kind: str, victims: tuple[tuple[str, ...], ...], request: pytest.FixtureRequest
) -> None:
    """Each part is killed after an action; all games are stored by the same services."""
    house: TrialSite = request.getfixturevalue(fixture)
    outcome = kill_at_every_action(house, kind, len(victims), seed=7, victims=victims)
    assert outcome.faults == []
    assert (outcome.actions, outcome.kills) == (len(victims), sum(map(len, victims)))
    assert house.database.faults() == []


def test_a_game_goes_on_without_a_worker(small_house: TrialSite) -> None:
    """The web process makes the bot's moves."""
    small_house.kill("worker", "worker2")
    player = Player(small_house, 3)
    assert player.play(player.sit_at("twoman"), 3).version > 5


def test_replies_that_the_broker_forgot_are_made_once(house: TrialSite) -> None:
    """Two beats notify of each several times."""
    _seconds, faults = lose_notices(house, games=3, stale=4)
    assert faults == []
    assert house.database.faults() == []


REVIEWS = "SELECT number, seat, COUNT(*) FROM games_review GROUP BY number, seat ORDER BY number, seat"
DUE = "SELECT COUNT(*) FROM games_game WHERE reviews_due_at IS NOT NULL"
HANDS = """
    SELECT hand.number FROM games_hand AS hand JOIN games_game AS game ON game.id = hand.game_id
    WHERE hand.ended_at IS NOT NULL AND game.code = {value} ORDER BY hand.number
"""
PRACTISED_TWICE = "SELECT ordinal FROM games_practice GROUP BY seat_id, ordinal HAVING COUNT(*) > 1"


def test_a_reviewer_killed_within_a_review_leaves_a_row_a_seat() -> None:
    """It dies in the transaction that writes its second hand; two others then review that hand."""
    with on_servers() as house:
        house.start("web", "worker")
        player = Player(house, 5)
        table = player.sit_at("twoman")
        while len(house.database.rows(HANDS, player.code)) < 2:
            table = player.play(table, 1)
        house.start("reviewer", first="tests.site.disturbances:hold_first_hand")
        # A notice alone does nothing while bots are compiled.
        house.start("beat", first="tools.preloaded:sweep_every_second")
        until(lambda: HELD in house.log("reviewer"), 300, lambda: house.log("reviewer"))
        house.kill("reviewer")
        assert house.database.rows(REVIEWS) == [(2, 0, 1), (2, 1, 1)]
        assert house.database.rows(DUE) == [(1,)]
        house.start("reviewer", "reviewer2", first="tests.site.disturbances:retry_lost_reviews_at_once")
        until(lambda: house.database.rows(DUE) == [(0,)], 300, lambda: house.log("reviewer") + house.log("reviewer2"))
        hands = [number for (number,) in house.database.rows(HANDS, player.code)]
        assert house.database.rows(REVIEWS) == [(number, seat, 1) for number in hands for seat in (0, 1)]
        assert list(house.database.rows(PRACTISED_TWICE)) == []
        assert house.database.faults() == []


def test_a_worker_replaces_an_endless_thought_and_lives_on(small_house: TrialSite) -> None:
    small_house.kill("worker", "worker2")
    small_house.start("worker", first="tests.site.disturbances:choose_never")
    before = small_house.log("worker").count(" failed at ")
    for _ in range(2):
        with closing(Visitor(small_house.url_of("web"))) as visitor:
            visitor.sit_down()
            until(lambda: "fallback" in [entry.source for entry in small_house.database.entries(visitor.code)])
    assert small_house.database.faults() == []
    assert small_house.log("worker").count(" failed at ") == before + 2
    small_house.kill("worker")


# ---------- a deployment ----------
def _play_until(player: Player, kind: str, is_over: threading.Event, faults: list[Exception]) -> None:
    try:
        table = player.sit_at(kind)
        while not is_over.is_set():
            try:
                table = player.play(player.sit_at(kind) if table.is_over else table, 1)
            except Unanswered:  # sent to a process that had just closed
                table = player.look()
    except Exception as fault:  # an exception of a thread would be lost
        faults.append(fault)


def test_web_processes_are_replaced_while_people_play(house: TrialSite) -> None:
    """Each ends within ten seconds, and no player gets an error or loses a move."""
    players = {kind: Player(house, seed) for seed, kind in enumerate(("twoman", "spades"))}
    is_over, faults = threading.Event(), list[Exception]()
    threads = [threading.Thread(target=_play_until, args=(one, kind, is_over, faults)) for kind, one in players.items()]

    def all_move_on() -> None:
        wanted = {one: len(one.answered) + 3 for one in players.values()}
        until(lambda: bool(faults) or all(len(one.answered) >= many for one, many in wanted.items()))

    for thread in threads:
        thread.start()
    try:
        for name in ("web", "web2"):
            all_move_on()
            assert disturbances.stop(house, name) < 10
            all_move_on()
            house.start(name)
        all_move_on()
    finally:
        is_over.set()
        for thread in threads:
            thread.join(timeout=120)
    assert faults == []
    for one in players.values():
        assert one.statuses.keys() <= {0, 200, 302}, "0: a connection to the process that had just closed, asked again"
        assert house.database.lost(one.answered) == []
    assert house.database.faults() == []


# ---------- servers that are away ----------
def test_the_database_dies_in_mid_hand(house: TrialSite) -> None:
    outcome, answers, back_after = crash_database(house, "twoman", seed=11)
    assert outcome.faults == []
    assert [one.status for one in answers] == [503, 503]
    whole, partial = (one.body for one in answers)
    assert "A moment’s pause" in whole and "<html" in whole
    assert "A moment’s pause" in partial and "<html" not in partial and "Traceback" not in whole + partial
    assert max(back_after, *(one.seconds for one in answers)) < PATIENCE
    assert house.database.faults() == []


@pytest.mark.parametrize(
    ("fixture", "lose"),
    [
        ("house", disturbances.lose_redis),
        ("house", disturbances.silence_redis),
        ("small_house", disturbances.lose_queue_folder),
    ],
)
def test_a_game_goes_on_without_its_broker(
    fixture: str, lose: Callable[[TrialSite], Callable[[], object]], request: pytest.FixtureRequest
) -> None:
    house: TrialSite = request.getfixturevalue(fixture)
    player = Player(house, 5)
    table = player.play(player.sit_at("twoman"), 2)
    bring_back = lose(house)
    try:
        assert player.play(table, 2).version >= table.version + 3
    finally:
        bring_back()
    house.start_missing()
    assert set(player.statuses) <= {200, 302}
    assert player.slowest < PATIENCE
    other = Player(house, 6)
    table = other.settled(other.move(other.sit_at("twoman")))
    other.waited = 0.0
    other.play(table, 3)
    assert other.waited < PATIENCE, "the longest wait for a bot once all parts run again"


# ---------- streams ----------
def test_a_stop_with_fifty_open_streams(house: TrialSite) -> None:
    """Ten tabs at each of five tables; another process then shows all of them the current table."""
    seated = [Player(house, number) for number in range(5)]
    tables = [one.settled(one.move(one.sit_at("twoman"))) for one in seated]
    tabs = list(zip(seated, tables, strict=True)) * 10
    before = [Stream(player, table.version, url=house.url_of("web")) for player, table in tabs]
    assert disturbances.stop(house, "web") < 10
    for stream in before:
        with suppress(ConnectionError):
            while True:
                stream.next()
    now = [one.settled(one.move(table)).version for one, table in zip(seated, tables, strict=True)]
    after = [Stream(player, table.version, url=house.url_of("web2")) for player, table in tabs]
    for stream, version in zip(after, now * 10, strict=True):
        while (shown := stream.next().version) < version:
            pass
        assert shown == version, "a version was skipped"
    for stream in (*before, *after):
        stream.close()
    house.start("web")


def test_streams_that_are_not_read(house: TrialSite) -> None:
    player, server = Player(house, 1), house.pids["web"]
    table = player.play(player.sit_at("twoman"), 3)
    memory, connections = disturbances.memory_of(server), house.database.rows(CONNECTIONS)[0][0]
    unread = [Stream(player, 0, url=house.url_of("web"), narrow=True) for _ in range(20)]
    player.slowest = 0.0
    player.play(table, 5)
    assert player.slowest < 10
    assert disturbances.memory_of(server) - memory < 30 * MEGABYTE
    assert house.database.rows(CONNECTIONS)[0][0] - connections < 20
    for stream in unread:
        stream.close()


# ---------- two web processes ----------
TRIES = 24


@pytest.fixture
def seated(sites: tuple[Site, Site]) -> Iterator[tuple[Table, Visitor, Visitor]]:
    """A table, and its player with a client for each process."""
    with closing(Visitor(sites[0].url)) as one:
        table = one.sit_down()
        with closing(one.elsewhere(sites[1].url)) as other:
            yield table, one, other


def test_posts_are_counted_over_both(seated: tuple[Table, Visitor, Visitor]) -> None:
    """Links to a hand in play are refused, and 30 an hour are counted."""
    table, one, other = seated

    def ask(visitor: Visitor) -> list[int]:
        data = {"csrfmiddlewaretoken": table.token, "hand": "1"}
        return [visitor.ask("POST", f"{visitor.path}shares/", data).status for _ in range(TRIES)]

    with ThreadPoolExecutor(2) as both:
        statuses = [status for some in both.map(ask, (one, other)) for status in some]
    assert Counter(statuses) == {409: 30, 429: 2 * TRIES - 30}


def test_streams_are_counted_over_both_and_given_back(seated: tuple[Table, Visitor, Visitor]) -> None:
    table, one, other = seated
    streams = [Stream(visitor, table.version) for visitor in (one, other, one, other, one)]
    assert [stream.status for stream in streams] == [200] * 5
    refused = Stream(other, table.version)
    assert refused.status == 429 and int(refused.answer.headers["Retry-After"]) > 0
    streams.pop().close()
    assert servers.soon(lambda: _opens(other, table.version))
    for stream in (*streams, refused):
        stream.close()


def _opens(visitor: Visitor, version: int) -> bool:
    with closing(Stream(visitor, version)) as stream:
        return stream.status == 200


def test_each_process_tells_the_metrics_of_both(sites: tuple[Site, Site]) -> None:
    def guests(site: Site) -> float:
        operator = Visitor(site.url, Authorization=f"Bearer {site.environment['METRICS_TOKEN']}")
        (count,) = re.findall(r"^spadesite_guests_total.* (\S+)$", operator.ask("GET", "/metrics").body, re.MULTILINE)
        return float(count)

    before = guests(sites[0])
    for site in sites:
        with closing(Visitor(site.url)) as visitor:
            visitor.sit_down()
    assert guests(sites[0]) == guests(sites[1]) == before + 2
