"""Play a match's games in one or several processes and return them as they finish."""

from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait

from games.arena.match import ArenaTable, Game, Match, seated
from games.arena.outside import OutsidePlayer
from games.bots.base import ImpossibleView


def played(match: Match, jobs: int = 1) -> Iterator[Game]:
    """Yield every game of the match, in any order."""
    shares = min(jobs, match.games)
    if shares <= 1:
        yield from _share(match, 0, 1)
        return
    links: list[tuple[Connection, Process]] = []
    try:
        for place in range(shares):
            links.append(_started(match, place, shares, [link for link, _ in links]))
        yield from _gathered([link for link, _ in links])
    finally:
        for link, process in links:
            link.close()
            process.join()


def _share(match: Match, place: int, shares: int) -> Iterator[Game]:
    """Yield every `shares`-th game, beginning with game `place`."""
    players = seated(match)
    try:
        for index in range(place, match.games, shares):
            yield ArenaTable(match, index, players).play()
    finally:
        for one in players:
            if isinstance(one, OutsidePlayer):
                one.close()


def _started(match: Match, place: int, shares: int, before: list[Connection]) -> tuple[Connection, Process]:
    mine, theirs = Pipe(duplex=False)
    process = Process(target=_work, args=(theirs, [*before, mine], match, place, shares))
    process.start()
    theirs.close()
    return mine, process


def _work(link: Connection, ears: list[Connection], match: Match, place: int, shares: int) -> None:
    """Play a share and send its games. `ears` are copies of the reading ends, closed so that a broken pipe shows."""
    for ear in ears:
        ear.close()
    with suppress(BrokenPipeError):  # the reader has stopped: the match was cancelled
        try:
            for game in _share(match, place, shares):
                link.send(game)
        except ImpossibleView as fault:
            link.send(fault)
        else:
            link.send(None)


def _gathered(links: list[Connection]) -> Iterator[Game]:
    """Yield what the processes send until all are done. Raises ImpossibleView if one is sent, EOFError if one dies."""
    open_links: list[object] = list(links)
    while open_links:
        for link in wait(open_links):  # type: ignore[arg-type]
            if not isinstance(link, Connection):
                continue
            game = link.recv()
            if isinstance(game, ImpossibleView):
                raise game
            if game is None:
                open_links.remove(link)
            else:
                yield game
