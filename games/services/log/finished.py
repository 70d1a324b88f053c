"""The finished hands of a game from its log, as a review reads them."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from games.engine.notation import read_action
from games.models import Entry, Game
from games.registry import ruleset
from games.review.decisions import By, LoggedAction
from games.review.hand import Finished, finished
from games.services.log import logs

_BY: Final[Mapping[Entry.Source, By]] = {
    Entry.Source.PERSON: By.SELF,
    Entry.Source.COMPUTER: By.SELF,
    Entry.Source.TABLE: By.TABLE,
}


def finished_hands(game: Game) -> Iterator[Finished]:
    rules = ruleset(game.key)
    standing = logs.standing(game.entries.order_by("ordinal"))
    people = set(game.seats.filter(level="").values_list("number", flat=True))
    return finished(rules, rules.initial(game.options), [_logged(entry, people) for entry in standing])


def _logged(entry: Entry, people: Collection[int]) -> LoggedAction:
    """What a stand-in chose is nobody's decision."""
    by = By.OTHER if logs.is_stand_ins(entry, people) else _BY.get(Entry.Source(entry.source), By.OTHER)
    return LoggedAction(entry.ordinal, entry.seat, read_action(entry.action), by)
