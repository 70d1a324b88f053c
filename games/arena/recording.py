"""A match's games as records, one a line, in the order of the match whatever the processes."""

from collections.abc import Iterable, Iterator

from games.arena.match import Game, Match
from games.arena.outside import PREFIX
from games.records.writing import line_of, record_of


def in_order(games: Iterable[Game]) -> Iterator[Game]:
    """The same games by their index; those that are early wait for the ones before them."""
    early: dict[int, Game] = {}
    following = 0
    for game in games:
        early[game.index] = game
        while following in early:
            yield early.pop(following)
            following += 1


def line(match: Match, game: Game) -> str:
    """A game lost at the table is a forfeit of its seat. A program is named, its command is not told."""
    ended = None if game.lost is None else {"why": "forfeit", "seat": game.lost.seat}
    seats = [_seat(match.players[who], who) for who in game.seating]
    record = record_of(key=match.game, options=game.options, said=game.log, seats=seats, ended=ended)
    return line_of(record)


def _seat(name: str, who: int) -> dict[str, str]:
    if name.startswith(PREFIX):
        return {"name": f"Program {who + 1}", "player": "program"}
    return {"name": f"{name} {who + 1}", "player": name}
