"""A running site: killed processes, lost servers, open streams, and limits that two web processes share."""

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
from tools.visitor import EventStream, Unanswered, Visitor

pytestmark = pytest.mark.processes
#: Maximum seconds of a response while a server is lost, and of a wait for a bot afterwards.
PATIENCE = 30.0
MEGABYTE = 1_000_000
CONNECTIONS = "SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"


# ---------- killed processes ----------
@pytest.mark.parametrize(
    ("fixture", "kind", "victims"),
    [
        ("server_site", "twoman", VICTIMS),
        ("server_site", "cardduel", VICTIMS[:2]),
        ("file_site", "spades", VICTIMS[:2]),
        ("file_site", "bidwhist", VICTIMS[2:4]),
    ],
)
def test_a_game_survives_every_kill(
    fixture: str, kind: str, victims: tuple[tuple[str, ...], ...], request: pytest.FixtureRequest
) -> None:
    """Processes are killed at each action. Two games per site suffice, because the same services store all games."""
    site: TrialSite = request.getfixturevalue(fixture)
    outcome = kill_at_every_action(site, kind, len(victims), seed=7, victims=victims)
    assert outcome.faults == []
    assert (outcome.actions, outcome.kills) == (len(victims), sum(map(len, victims)))
    assert site.database.faults() == []


def test_a_game_goes_on_without_a_worker(file_site: TrialSite) -> None:
    """A web process makes the bot's moves."""
    file_site.kill("worker", "worker2")
    player = Player(file_site, 3)
    assert player.play(player.sit_at("twoman"), 3).version > 5


def test_replies_whose_tasks_the_broker_lost_are_made_once(server_site: TrialSite) -> None:
    """Two beat processes queue each late reply again and again."""
    _seconds, faults = lose_notices(server_site, games=3, stale=4)
    assert faults == []
    assert server_site.database.faults() == []


REVIEWS = "SELECT number, seat, COUNT(*) FROM games_review GROUP BY number, seat ORDER BY number, seat"
DUE = "SELECT COUNT(*) FROM games_game WHERE reviews_due_at IS NOT NULL"
HANDS = """
    SELECT hand.number FROM games_hand AS hand JOIN games_game AS game ON game.id = hand.game_id
    WHERE hand.ended_at IS NOT NULL AND game.code = {value} ORDER BY hand.number
"""
PRACTISED_TWICE = "SELECT ordinal FROM games_practice GROUP BY seat_id, ordinal HAVING COUNT(*) > 1"


def test_hands_of_a_killed_reviewer_are_reviewed_once_for_each_seat() -> None:
    """The reviewer is killed in the transaction that stores its second review. Two reviewers then review the rest."""
    with on_servers() as site:
        site.start("web", "worker")
        player = Player(site, 5)
        table = player.sit_at("twoman")
        while len(site.database.rows(HANDS, player.code)) < 2:
            table = player.play(table, 1)
        site.start("reviewer", first="tests.site.disturbances:hold_first_hand")
        # While bots are being compiled, the task queued after a hand reviews nothing, so beat's sweep makes the review.
        site.start("beat", first="tools.preloaded:sweep_every_second")
        until(lambda: HELD in site.log("reviewer"), 300, lambda: site.log("reviewer"))
        site.kill("reviewer")
        assert site.database.rows(REVIEWS) == [(2, 0, 1), (2, 1, 1)]
        assert site.database.rows(DUE) == [(1,)]
        site.start("reviewer", "reviewer2", first="tests.site.disturbances:retry_lost_reviews_at_once")
        until(lambda: site.database.rows(DUE) == [(0,)], 300, lambda: site.log("reviewer") + site.log("reviewer2"))
        hands = [number for (number,) in site.database.rows(HANDS, player.code)]
        assert site.database.rows(REVIEWS) == [(number, seat, 1) for number in hands for seat in (0, 1)]
        assert list(site.database.rows(PRACTISED_TWICE)) == []
        assert site.database.faults() == []


def test_a_worker_plays_for_a_bot_that_never_chooses_and_goes_on(file_site: TrialSite) -> None:
    file_site.kill("worker", "worker2")
    file_site.start("worker", first="tests.site.disturbances:choose_never")
    before = file_site.log("worker").count(" failed at ")
    for _ in range(2):
        with closing(Visitor(file_site.url_of("web"))) as visitor:
            visitor.sit_down()
            until(lambda: "fallback" in [entry.source for entry in file_site.database.entries(visitor.code)])
    assert file_site.database.faults() == []
    assert file_site.log("worker").count(" failed at ") == before + 2
    file_site.kill("worker")


def _play_until(player: Player, kind: str, is_over: threading.Event, faults: list[Exception]) -> None:
    try:
        table = player.sit_at(kind)
        while not is_over.is_set():
            try:
                table = player.play(player.sit_at(kind) if table.is_over else table, 1)
            except Unanswered:  # sent to a process that had just stopped
                table = player.look()
    except Exception as fault:  # otherwise lost with the thread
        faults.append(fault)


def test_web_processes_are_replaced_while_people_play(server_site: TrialSite) -> None:
    """Each process ends within ten seconds. No player gets an error or loses a move."""
    players = {kind: Player(server_site, seed) for seed, kind in enumerate(("twoman", "spades"))}
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
            assert disturbances.stop(server_site, name) < 10
            all_move_on()
            server_site.start(name)
        all_move_on()
    finally:
        is_over.set()
        for thread in threads:
            thread.join(timeout=120)
    assert faults == []
    for one in players.values():
        assert one.statuses.keys() <= {0, 200, 302}, (
            "a player got an error (status 0 is none: it stands for a request to a process that had just stopped)"
        )
        assert server_site.database.lost(one.answered) == []
    assert server_site.database.faults() == []


# ---------- lost servers ----------
def test_a_game_goes_on_after_the_database_dies_in_mid_hand(server_site: TrialSite) -> None:
    outcome, answers, back_after = crash_database(server_site, "twoman", seed=11)
    assert outcome.faults == []
    assert [one.status for one in answers] == [503, 503]
    whole, partial = (one.body for one in answers)
    assert "Back in a moment" in whole and "<html" in whole
    assert "Back in a moment" in partial and "<html" not in partial and "Traceback" not in whole + partial
    assert max(back_after, *(one.seconds for one in answers)) < PATIENCE
    assert server_site.database.faults() == []


@pytest.mark.parametrize(
    ("fixture", "lose"),
    [
        ("server_site", disturbances.lose_redis),
        ("server_site", disturbances.silence_redis),
        ("file_site", disturbances.lose_queue_folder),
    ],
)
def test_a_game_goes_on_without_its_broker(
    fixture: str, lose: Callable[[TrialSite], Callable[[], object]], request: pytest.FixtureRequest
) -> None:
    site: TrialSite = request.getfixturevalue(fixture)
    player = Player(site, 5)
    table = player.play(player.sit_at("twoman"), 2)
    bring_back = lose(site)
    try:
        assert player.play(table, 2).version >= table.version + 3
    finally:
        bring_back()
    site.start_missing()
    assert set(player.statuses) <= {200, 302}
    assert player.slowest < PATIENCE
    other = Player(site, 6)
    table = other.settled(other.move(other.sit_at("twoman")))
    other.waited = 0.0
    other.play(table, 3)
    assert other.waited < PATIENCE, "a bot took too long although all processes run again"


# ---------- streams ----------
def test_a_process_with_fifty_open_streams_stops_in_time(server_site: TrialSite) -> None:
    """Five tables are open in ten tabs each. The other process then shows the current table to all tabs."""
    seated = [Player(server_site, number) for number in range(5)]
    tables = [one.settled(one.move(one.sit_at("twoman"))) for one in seated]
    tabs = list(zip(seated, tables, strict=True)) * 10
    before = [EventStream(player, table.version, url=server_site.url_of("web")) for player, table in tabs]
    assert disturbances.stop(server_site, "web") < 10
    for stream in before:
        with suppress(ConnectionError):
            while True:
                stream.next()
    now = [one.settled(one.move(table)).version for one, table in zip(seated, tables, strict=True)]
    after = [EventStream(player, table.version, url=server_site.url_of("web2")) for player, table in tabs]
    for stream, version in zip(after, now * 10, strict=True):
        while (shown := stream.next().version) < version:
            pass
        assert shown == version, "a tab shows a later version than the table has"
    for stream in (*before, *after):
        stream.close()
    server_site.start("web")


def test_unread_streams_do_not_slow_down_players_and_use_little_memory(server_site: TrialSite) -> None:
    player, server = Player(server_site, 1), server_site.pids["web"]
    table = player.play(player.sit_at("twoman"), 3)
    memory, connections = disturbances.memory_of(server), server_site.database.rows(CONNECTIONS)[0][0]
    unread = [EventStream(player, 0, url=server_site.url_of("web"), narrow=True) for _ in range(20)]
    player.slowest = 0.0
    player.play(table, 5)
    assert player.slowest < 10
    assert disturbances.memory_of(server) - memory < 30 * MEGABYTE
    assert server_site.database.rows(CONNECTIONS)[0][0] - connections < 20
    for stream in unread:
        stream.close()


# ---------- two web processes ----------
TRIES = 24


@pytest.fixture
def seated(sites: tuple[Site, Site]) -> Iterator[tuple[Table, Visitor, Visitor]]:
    """Yield a table, and its player as a client of each process."""
    with closing(Visitor(sites[0].url)) as one:
        table = one.sit_down()
        with closing(one.elsewhere(sites[1].url)) as other:
            yield table, one, other


def test_posts_are_counted_over_both_processes(seated: tuple[Table, Visitor, Visitor]) -> None:
    """The limit is 30 shared links an hour. A link to a hand in play is refused with 409, but counts."""
    table, one, other = seated

    def ask(visitor: Visitor) -> list[int]:
        data = {"csrfmiddlewaretoken": table.token, "hand": "1"}
        return [visitor.ask("POST", f"{visitor.path}shares/", data).status for _ in range(TRIES)]

    with ThreadPoolExecutor(2) as both:
        statuses = [status for some in both.map(ask, (one, other)) for status in some]
    assert Counter(statuses) == {409: 30, 429: 2 * TRIES - 30}


def test_streams_are_counted_over_both_processes_until_they_close(seated: tuple[Table, Visitor, Visitor]) -> None:
    table, one, other = seated
    streams = [EventStream(visitor, table.version) for visitor in (one, other, one, other, one)]
    assert [stream.status for stream in streams] == [200] * 5
    refused = EventStream(other, table.version)
    assert refused.status == 429 and int(refused.answer.headers["Retry-After"]) > 0
    streams.pop().close()
    assert servers.soon(lambda: _opens(other, table.version))
    for stream in (*streams, refused):
        stream.close()


def _opens(visitor: Visitor, version: int) -> bool:
    with closing(EventStream(visitor, version)) as stream:
        return stream.status == 200


def test_each_process_reports_the_metrics_of_both(sites: tuple[Site, Site]) -> None:
    def guests(site: Site) -> float:
        operator = Visitor(site.url, Authorization=f"Bearer {site.environment['METRICS_TOKEN']}")
        (count,) = re.findall(r"^spadesite_guests_total.* (\S+)$", operator.ask("GET", "/metrics").body, re.MULTILINE)
        return float(count)

    before = guests(sites[0])
    for site in sites:
        with closing(Visitor(site.url)) as visitor:
            visitor.sit_down()
    assert guests(sites[0]) == guests(sites[1]) == before + 2
