"""Plays a match's games, in one process or in several, and hands them back as they are finished."""

from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait

from games.arena.match import ArenaTable, Game, Match, seated
from games.arena.outside import OutsidePlayer
from games.bots.base import ImpossibleView


def played(match: Match, jobs: int = 1) -> Iterator[Game]:
    """Every game of the match, in any order."""
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
    """Every `shares`-th game of the match."""
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
    """`ears` are the ends that the others read at. A copy kept here would hide that nobody reads any more."""
    for ear in ears:
        ear.close()
    with suppress(BrokenPipeError):  # nobody listens any more: the match was broken off
        try:
            for game in _share(match, place, shares):
                link.send(game)
        except ImpossibleView as fault:
            link.send(fault)
        else:
            link.send(None)


def _gathered(links: list[Connection]) -> Iterator[Game]:
    """What the processes send, until each has said that it is done; ImpossibleView if one was met, EOFError if a
    process dies before."""
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
