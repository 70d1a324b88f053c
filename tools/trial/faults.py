"""Faults injected while simulated people play: killed processes, a crashed database, lost tasks, a migration."""

import itertools
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final

import psycopg

from tools.trial.judging import FaultCounts
from tools.trial.players import PATIENCE, BoardPlayer, Player, action_of, retried
from tools.trial.site import TrialSite, until
from tools.visitor import HttpAnswer, Unanswered, board_of_today

Condition = Callable[[], bool]
Victims = Sequence[tuple[str, ...]]
#: Processes killed at each action, in turn.
VICTIMS: Final = (("web",), ("worker",), ("web2", "worker2"), ("worker", "worker2"), ("web", "web2"), ("web2",))
WITH_BEAT: Final = (*VICTIMS, ("beat",), ("web", "web2", "worker", "worker2", "beat"))
#: Share of actions whose kill does not wait for the response, and maximum seconds before such a kill. Short delays are
#: more frequent, because a response takes 40 ms.
CUT_OFF, WITHIN = 0.6, 0.15
#: Seconds between two kills in a crowd, and the processes killed in turn.
KILL_EVERY: Final = 6.0
IN_TURN: Final = ("web", "worker", "web2", "worker2")
IN_TURN_AT_BOARDS: Final = ("web", "worker", "beat", "web2", "postgresql", "worker2")
#: Order of today's boards. Each player completes the first board and plays the others while there is time.
TODAY: Final = ("spades", "cardduel", "bidwhist", "twoman")
#: Changes that a migration may make while the site runs (docs/running.md).
MIGRATION: Final = (
    "ALTER TABLE games_game ADD COLUMN trial_note varchar(20) NOT NULL DEFAULT ''",
    "CREATE INDEX CONCURRENTLY trial_entries_by_time ON games_entry (at)",
    "CREATE INDEX CONCURRENTLY trial_plays_by_card ON games_play (card, hand_id)",
    "ALTER TABLE games_play ADD CONSTRAINT trial_a_place_is_small CHECK (place < 100) NOT VALID",
    "ALTER TABLE games_play VALIDATE CONSTRAINT trial_a_place_is_small",
)
#: The longest current wait for a lock in seconds, counted from the start of the wait, not of the statement.
LOCK_WAIT: Final = """
    SELECT COALESCE(MAX(EXTRACT(EPOCH FROM clock_timestamp() - lock.waitstart)), 0)
    FROM pg_locks AS lock JOIN pg_stat_activity AS asks ON asks.pid = lock.pid
    WHERE NOT lock.granted AND asks.datname = current_database()
"""


def kill_at_every_action(
    site: TrialSite, kind: str, actions: int, *, victims: Victims = VICTIMS, most: int = 0, seed: int, **options: Any
) -> FaultCounts:
    """Kill processes at each action of a player; return the outcome.

    Makes `actions` actions. If `most` is larger, then plays the current game to its end, up to `most` actions in all.
    """
    outcome, player = FaultCounts(), Player(site, seed)
    table = player.settled(player.sit_at(kind, **options))
    while outcome.actions < actions or (outcome.actions < most and not table.is_over):
        if table.is_over:
            outcome.games += 1
            table = player.settled(player.sit_at(kind, **options))
        before, killed = site.database.entries(player.code), victims[outcome.actions % len(victims)]
        name, data = player.choice(table)
        sent = player.send(table, name, data, to=next((one for one in killed if one.startswith("web")), ""))
        if player.rng.random() < CUT_OFF:
            time.sleep(WITHIN * player.rng.random() ** 2)
        else:
            sent.exception()  # waits for the response
        site.kill(*killed)
        status = sent.result()
        site.start(*killed)
        outcome.kills += len(killed)
        outcome.judge(before, site.database.entries(player.code), action_of(name, data), status)
        table = player.settled(player.look())
    return outcome


def crash_database(site: TrialSite, kind: str, *, seed: int) -> tuple[FaultCounts, list[HttpAnswer], float]:
    """Crash PostgreSQL during an action in mid-hand.

    Return the outcome, the responses to two requests while PostgreSQL is down (page and partial), and the seconds from
    its restart until the table is available.
    """
    assert site.postgresql is not None
    outcome, player = FaultCounts(), Player(site, seed)
    while (table := player.play(player.sit_at(kind), 2)).is_over:
        pass  # a duel may be over after two moves
    before = site.database.entries(player.code)
    name, data = player.choice(table)
    sent = player.send(table, name, data)
    time.sleep(player.rng.uniform(0, 0.02))
    site.postgresql.crash()
    try:
        with ThreadPoolExecutor(2) as both:  # in parallel, because each request waits for the database
            tab = player.elsewhere(site.urls[0])
            asked = [both.submit(tab.ask, "GET", player.path, htmx=htmx) for htmx in (False, True)]
        answers, status = [one.result() for one in asked], sent.result()
    finally:
        site.postgresql.start()
    begun = time.monotonic()
    player.look()
    back_after = time.monotonic() - begun
    outcome.judge(before, site.database.entries(player.code), action_of(name, data), status)
    outcome.faults += [f"status {one.status} instead of 503" for one in answers if one.status != 503]
    player.play(player.look(), 1)
    return outcome, answers, back_after


def lose_notices(site: TrialSite, *, games: int, stale: int) -> tuple[float, list[str]]:
    """Crash Redis, which loses the tasks of bots on turn; queue stale tasks; start two beats that sweep every second.

    Return the seconds until all bots have acted, and the violations: actions that are lost or made twice.
    """
    assert site.redis is not None
    site.kill("worker", "worker2")
    players = [Player(site, number) for number in range(games)]
    for player in players:
        player.move(player.sit_at("twoman"))
    site.redis.crash()
    site.redis.start()
    before = {player.code: site.database.entries(player.code) for player in players}
    faults = [f"no bot is on turn in game {code}" for code in before.keys() - site.database.waiting_for_bots()]
    script = (
        "from games import enqueue\n"
        f"for code in {[*before, 'nowhere']!r}:\n"
        f"    for version in range({stale}):\n"
        "        enqueue.reply_soon(code, version if version % 2 else 1000 + version)\n"
    )
    site.manage("shell", "-c", script)
    site.start("beat", "beat2", first="tools.preloaded:sweep_every_second")
    try:
        site.start("worker", "worker2")
        took = until_bots_rest(site)
    finally:
        site.kill("beat", "beat2")
    for code, entries in before.items():
        after = site.database.entries(code)
        fresh = after[len(entries) :]
        if after[: len(entries)] != entries or {one.source for one in fresh} != {"computer"} or len(fresh) > 2:
            faults.append(f"game {code} has {fresh} after {entries[-1:]}, not one or two actions of bots")
    return took, faults


def until_bots_rest(site: TrialSite) -> float:
    return until(lambda: not site.database.waiting_for_bots(), 2 * PATIENCE)


# ---------- many players ----------
def play_together(
    players: Sequence[Player], work: Sequence[Callable[[], None]], disturb: Callable[[Condition], None]
) -> list[str]:
    """Run each `work` in a thread, and `disturb` in the calling thread; return errors and lost actions.

    `disturb` receives a function that returns whether all work has ended.
    """
    with ThreadPoolExecutor(len(work)) as threads:
        running = [threads.submit(one) for one in work]
        disturb(lambda: all(one.done() for one in running))
    site, answered = players[0].site, [action for one in players for action in one.answered]
    site.start_missing()
    broken = [repr(error)[:400] for one in running if (error := one.exception())]
    return broken + (site.database.lost(answered) if answered else ["no move was answered"])


def kill_in_turn(site: TrialSite, victims: Sequence[str], killed: list[str], is_over: Condition) -> None:
    """Kill and restart one of `victims` after the other, every few seconds until `is_over`; append each to `killed`."""
    for victim in itertools.cycle(victims):
        time.sleep(KILL_EVERY)
        if is_over():
            return
        if victim == "postgresql":
            assert site.postgresql is not None
            site.postgresql.crash()
            site.postgresql.start()
        else:
            site.kill(victim)
            site.start(victim)
        killed.append(victim)


def after(seconds: float) -> Condition:
    """Return a function that returns whether this time has passed."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def play_games(is_enough: Condition, kind: str, players: Sequence[Player], **options: Any) -> None:
    """Play one game after another until `is_enough`: one player alone, or several at one table."""
    opener, *others = players
    while not is_enough():
        try:
            if others:
                link = opener.open_room(kind, **options)
                for number, one in enumerate(others):
                    retried(partial(one.join, link, f"Person {number}"))
                for one in players:
                    retried(one.start)
            else:
                opener.sit_at(kind, **options)
        except Unanswered:  # a server died before there was a table
            continue
        with ThreadPoolExecutor(len(players)) as threads:
            list(threads.map(lambda one: one.play_until(is_enough), players))


def play_boards(is_enough: Condition, player: BoardPlayer, challenge: str, deals: int) -> None:
    """Complete a challenge and the first of today's boards; play the other boards until `is_enough`."""
    first, *others = map(board_of_today, TODAY)
    whole = [first, *[challenge] * deals]
    for page in whole if player.number % 4 < 2 else reversed(whole):
        player.solve(page, lambda: False)
    for page in others:
        if not is_enough():
            player.solve(page, is_enough)


def migrate(address: str) -> tuple[float, float, list[float]]:
    """Run `MIGRATION` on a running site; return its begin and end (monotonic), and samples of the longest lock wait."""
    waits = list[float]()
    with (
        psycopg.connect(address, autocommit=True) as changes,
        psycopg.connect(address, autocommit=True) as looks,
        ThreadPoolExecutor(1) as thread,
    ):
        begun = time.monotonic()
        migration = thread.submit(lambda: [changes.execute(statement) for statement in MIGRATION])
        while not migration.done():
            waits += [float(row[0]) for row in looks.execute(LOCK_WAIT)]
            time.sleep(0.05)
        migration.result()
        return begun, time.monotonic(), waits
