"""A record that the referee has passed, told as a log: every action in order, the dealer's included."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from games.engine.actions import DEAL, START, Action, Argument
from games.engine.notation import action_text
from games.engine.options import complete, differing
from games.engine.state import DEALER, Phase, Seat
from games.records.reading import RecordRead, hand_read, said


@dataclass(frozen=True, slots=True)
class Told:
    """One action. `by_table`: played out, since nothing was left to decide."""

    seat: Seat
    action: Action
    by_table: bool = False


def told(record: RecordRead) -> Iterator[Told]:
    """Every action of the game; the start is the dealer's first one where the game has such."""
    if record.rules.initial(record.options).phase is Phase.START:
        yield Told(DEALER, Action(START, _start(record)))
    for i, entry in enumerate(record.hands):
        hand = hand_read(i, entry)
        yield Told(DEALER, Action(DEAL, hand.deal))
        actions = [said(action, i, j) for j, action in enumerate(hand.actions)]
        plays = [j for j, (_, action) in enumerate(actions) if action.verb == "play"]
        by_table = frozenset(plays[len(plays) - hand.auto :])
        for j, (seat, action) in enumerate(actions):
            yield Told(seat, action, j in by_table)


def digest(record: RecordRead) -> str:
    """64 digits that are the same for two records of the same game, however they name its people."""
    options = differing(record.rules.options, complete(record.rules.options, record.options))
    lines = [[one.seat, action_text(one.action)] for one in told(record)]
    ended = None if record.ended is None else [record.ended.why, record.ended.seat]
    text = json.dumps([record.rules.key, options, lines, ended], sort_keys=True)
    return sha256(text.encode()).hexdigest()


def _start(record: RecordRead) -> Mapping[str, Argument]:
    return {**record.rules.start(record.options), **record.start}
