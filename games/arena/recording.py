"""A match's games as records, one per line, in the order of the match."""

from collections.abc import Iterable, Iterator

from games.arena.match import Game, Match
from games.arena.outside import PREFIX
from games.records.writing import line_of, record_of


def in_order(games: Iterable[Game]) -> Iterator[Game]:
    """Yield the games by index; early ones are buffered until those before them have arrived."""
    early: dict[int, Game] = {}
    following = 0
    for game in games:
        early[game.index] = game
        while following in early:
            yield early.pop(following)
            following += 1


def line(match: Match, game: Game) -> str:
    """Return the record of a game as a line. A program is listed by number, its command is not disclosed."""
    ended = None if game.lost is None else {"why": "forfeit", "seat": game.lost.seat}
    seats = [_seat(match.players[who], who) for who in game.seating]
    record = record_of(key=match.game, options=game.options, said=game.log, seats=seats, ended=ended)
    return line_of(record)


def _seat(name: str, who: int) -> dict[str, str]:
    if name.startswith(PREFIX):
        return {"name": f"Program {who + 1}", "player": "program"}
    return {"name": f"{name} {who + 1}", "player": name}
