"""The finished hands of a game from its log, as a review reads them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from games.engine.notation import read_action
from games.models import Entry, Game
from games.registry import ruleset
from games.review.decisions import By, LoggedAction
from games.review.hand import Finished, finished
from games.services.log import logs

_BY: Final[Mapping[str, By]] = {
    Entry.Source.TABLE: By.TABLE,
    Entry.Source.FALLBACK: By.OTHER,
    Entry.Source.FACE_UP: By.OTHER,
}


def finished_hands(game: Game) -> Iterator[Finished]:
    rules = ruleset(game.key)
    return finished(rules, rules.initial(game.options), _all_logged(game, game.entries.order_by("ordinal")))


def finished_hand(game: Game, number: int) -> Finished | None:
    """Return a hand without replaying those before it; None for a void one, LookupError for one not dealt."""
    log, entries = logs.of_hand(game, number)
    return next(finished(log.rules, log.state, _all_logged(game, entries)), None)


def _all_logged(game: Game, entries: Iterable[Entry]) -> list[LoggedAction]:
    people = set(game.seats.filter(level="").values_list("number", flat=True))
    return [_logged(entry, people, begun_with=game.begun_with) for entry in logs.standing(entries)]


def _logged(entry: Entry, people: Collection[int], *, begun_with: int) -> LoggedAction:
    """What a stand-in chose is nobody's decision, and what came from another game is that game's."""
    is_nobodys = entry.ordinal <= begun_with or logs.is_stand_ins(entry, people)
    by = By.OTHER if is_nobodys else _BY.get(entry.source, By.SELF)
    return LoggedAction(entry.ordinal, entry.seat, read_action(entry.action), by)
