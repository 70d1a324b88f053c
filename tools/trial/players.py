"""Simulated players who continue after crashes: alone with bots, with others at one table, and at boards."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from typing import Any, Final, TypeVar

from tools.reading import Table, read
from tools.trial.judging import Answered
from tools.trial.site import TrialSite
from tools.visitor import CHALLENGES, HttpAnswer, Unanswered, Visitor

#: Seconds between two requests for a table: while `settled` waits, and in `turn`.
SOON, LOOK_EVERY = 0.03, 0.2
#: Maximum pause before an action in `turn`, in seconds.
THINKING: Final = 0.4
#: Maximum seconds of a wait: for a table to change, for the player's turn (`settled`), or for a response (`retried`).
PATIENCE: Final = 60.0
#: Probability of calling a renege per choice, and of leaving, and of requesting a stand-in, per call of `turn`.
CALLS, LEAVES, GETS = 0.03, 0.01, 0.3
#: Seconds before a player who left comes back.
AWAY: Final = 3.0
#: Number of ways to choose actions at boards, and probability per move to request a page that must still be closed.
WAYS, CURIOUS = 2, 0.3
SEED: Final = re.compile(r"\b[0-9a-f]{64}\b")
_POSTS: Final = ThreadPoolExecutor(thread_name_prefix="post")
T = TypeVar("T")


class Player(Visitor):
    """A guest who sends each request to a random running web server.

    `answered`: the actions and deals that must be stored. `slowest`: seconds of the slowest response. `waited`: seconds
    of the longest wait, in `play_until` for the table to change, in `settled` for this player's turn.
    """

    deals_alone = True

    def __init__(self, site: TrialSite, seed: object) -> None:
        super().__init__("", Random(str(seed)), Connection="close")
        self.site = site
        self.slowest = self.waited = 0.0
        self.statuses = Counter[int]()  # 0 for a connection that broke
        self.pressed = Counter[str]()
        self.answered: list[Answered] = []

    def ask(self, method: str, path: str, data: dict[str, str] | None = None, *, htmx: bool = False) -> HttpAnswer:
        """Send a request to a running web server; raise Unanswered if none runs or responds, or for a 503."""
        try:
            self.url = self._running()
            answer = super().ask(method, path, data, htmx=htmx)
        except (Unanswered, TimeoutError) as broken:
            self.statuses[0] += 1
            raise Unanswered(repr(broken)) from broken
        self.slowest = max(self.slowest, answer.seconds)
        self.statuses[answer.status] += 1
        if answer.status == 503:  # the action may have been stored before the database was lost
            raise Unanswered(path)
        return answer

    def _running(self) -> str:
        if not (urls := self.site.urls):
            raise Unanswered("no web server runs")
        return self.rng.choice(urls)

    def look(self) -> Table:
        """Return the table; retry until a server responds."""
        return retried(self._look)

    def _look(self) -> Table:
        answer = self.ask("GET", self.path)
        if answer.status != 200:
            raise AssertionError(f"the table has status {answer.status}: {answer.body[:400]}")
        return read(answer.body)

    def settled(self, table: Table) -> Table:
        """Return the table once it waits for this player again; raise TimeoutError after `PATIENCE` seconds."""
        begun = time.monotonic()
        while not table.waits_for_me:
            self._raise_if_stuck(table, begun)
            time.sleep(SOON)
            table = self.look()
        self.waited = max(self.waited, time.monotonic() - begun)
        return table

    def _raise_if_stuck(self, table: Table, since: float) -> None:
        if time.monotonic() - since > PATIENCE:
            raise TimeoutError(f"game {self.code} is stuck at version {table.version}")

    def post(self, table: Table, name: str, data: dict[str, str]) -> HttpAnswer:
        answer = super().post(table, name, data)
        shown = read(answer.body).version
        # If several players must request a deal, only the last request makes it, so only that one must be stored.
        if answer.status == 200 and (name != "deal" or self.deals_alone or shown > table.version):
            self.answered.append(Answered(self.code, table.version, shown, action_of(name, data), time.monotonic()))
        return answer

    def send(self, table: Table, name: str, data: dict[str, str], *, to: str = "") -> "Future[int | None]":
        """Post in a thread, to the web server `to` or a random one. The result is the status, None without response."""
        other = self.elsewhere(self.site.url_of(to) if to else self._running())

        def status() -> int | None:
            try:
                return other.post(table, name, data).status
            except OSError:
                return None
            finally:
                other.close()

        return _POSTS.submit(status)

    def play(self, table: Table, moves: int) -> Table:
        """Make `moves` moves, or fewer if the game ends; return the table once it waits for this player again."""
        for _ in range(moves):
            table = self.settled(table)
            if table.is_over:
                break
            table = self.move(table)
        return self.settled(table)

    def play_until(self, is_enough: Callable[[], bool]) -> None:
        """Play to the end of the game, or until `is_enough`; raise TimeoutError if nothing changes for `PATIENCE`."""
        table, changed_at = self.look(), time.monotonic()
        while not (table.is_over or is_enough()):
            before = table.version
            try:
                table = self.turn(table)
            except Unanswered:
                table = self.look()
            self.waited = max(self.waited, time.monotonic() - changed_at)
            changed_at = changed_at if table.version == before else time.monotonic()
            self._raise_if_stuck(table, changed_at)

    def turn(self, table: Table) -> Table:
        """Move after a pause if the table waits for this player, else request the table again."""
        if table.waits_for_me:
            time.sleep(THINKING * self.rng.random())
            return self.move(table)
        time.sleep(LOOK_EVERY)
        return self.look()


class TablePlayer(Player):
    """One of several people at a table, who sometimes leaves, comes back and calls reneges."""

    deals_alone = False

    def choice(self, table: Table) -> tuple[str, dict[str, str]]:
        if ["call"] in table.actions and self.rng.random() < CALLS:
            return "act", {"action": '["call"]'}
        return super().choice(table)

    def take(self, table: Table, name: str, data: dict[str, str]) -> Table:
        """Post an action. Reload if a call or confirmation is refused: the partner may have acted first."""
        answer = self.post(table, name, data)
        is_of_side = any(verb in data.get("action", "") for verb in ('"confirm"', '"call"'))
        return self.look() if answer.status == 422 and is_of_side else self.shown(answer, name, data)

    def turn(self, table: Table) -> Table:
        """Play, leave, come back some seconds after leaving, or request a bot as stand-in for a player who has left."""
        buttons = {path.split("/")[-2]: path for path in table.deeds}
        if "back" in buttons:
            time.sleep(AWAY)
            path = buttons["back"]
        elif "stand-in" in buttons and self.rng.random() < GETS:
            path = buttons["stand-in"]
        elif self.rng.random() < LEAVES:
            path = f"{self.path}abandon/"
        else:
            return super().turn(table)
        self.ask("POST", path, {"csrfmiddlewaretoken": table.token}, htmx=True)
        self.pressed[path.split("/")[-2]] += 1
        return self.look()


class BoardPlayer(Player):
    """A player of boards, whose choices depend only on phase, legal actions and `number % WAYS`.

    Players with the same remainder thus choose alike. `seeds` has the time at which a page first showed each seed.
    `refused` counts requests that correctly got 404, because their page is not open yet.
    """

    def __init__(self, site: TrialSite, number: int, others: "Sequence[BoardPlayer]") -> None:
        super().__init__(site, number)
        self.number, self.others, self.page = number, others, ""
        self.seeds: dict[str, float] = {}
        self.faults: list[str] = []
        self.refused = 0

    def ask(self, method: str, path: str, data: dict[str, str] | None = None, *, htmx: bool = False) -> HttpAnswer:
        answer = super().ask(method, path, data, htmx=htmx)
        for seed in SEED.findall(answer.body):
            self.seeds.setdefault(seed, time.time())
        return answer

    def choice(self, table: Table) -> tuple[str, dict[str, str]]:
        self.rng = Random(f"{self.number % WAYS} {table.phase} {table.actions} {table.ticks}")
        return super().choice(table)

    def move(self, table: Table) -> Table:
        rng = Random(f"{self.number} {self.code} {table.version}")
        if rng.random() < CURIOUS:
            self._look_ahead(rng)
        return super().move(table)

    def _look_ahead(self, rng: Random) -> None:
        """Request a page that must still be 404: of this unfinished board, another player's game, or the challenge."""
        paths = [f"{self.path}hands/1/replay/", f"{self.path}record/"]
        paths += [other.path for other in self.others if other.code not in {"", self.code}]
        if self.page.startswith(CHALLENGES):
            paths += [f"{self.page}result/", *(f"{self.page}boards/1/{n}/" for n in range(len(self.others)))]
        path = rng.choice(paths)
        status = self.ask("GET", path).status
        self.refused += status == 404
        if status != 404:
            self.faults.append(f"{path} has status {status} too early")

    def solve(self, page: str, is_enough: Callable[[], bool]) -> None:
        """Play the board whose page is given, or the next board of a challenge."""
        self.page = page
        retried(lambda: self.begin(page))
        self.play_until(is_enough)


def action_of(name: str, data: dict[str, str]) -> Any:
    """Return the action that a form posts, or None for anything else, such as a deal."""
    return json.loads(data["action"]) if name == "act" else None


def retried(work: Callable[[], T]) -> T:
    """Repeat an idempotent request until there is a response; raise Unanswered after `PATIENCE` seconds."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return work()
        except Unanswered:
            if time.monotonic() > end:
                raise
            time.sleep(SOON)
