"""The tips of somebody's first game of a kind: one sentence at the moment it is needed, each once.

A tip belongs to a moment of the log (the first discard, the first lead, the first bag), so nothing has to be
remembered of what was shown: the next action ends the moment. Told from what the seat may see and nothing else.
Here are what a game's tips are made of and the moments that games share.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.snapshot import Snapshot
from games.viewmodel.words import Words

When = Callable[[Snapshot], bool]
PLAY: Final = "play"

#: Of games in which spades are trumps.
COUNT: Final = _("Bid the tricks that your aces, kings and long spades should win.")
LEAD: Final = _("Spades beat every other suit. Lead them only once one has been played, or if you hold no other.")
FOLLOW: Final = _("Follow the suit that was led. If you cannot, play anything: any spade beats it.")
FOLLOW_RUFFED: Final = _("Follow the suit that was led. If you cannot, play anything: only a higher spade wins now.")
FOLLOW_SPADE: Final = _("Spades were led, so play one. If you have none, play anything: it cannot win.")


@dataclass(frozen=True, slots=True)
class Tip:
    """What is said at a moment; `words` are a sentence, or make one of what is seen."""

    when: When
    words: "Words | Callable[[Snapshot], str]"

    def text(self, snapshot: Snapshot) -> str:
        return self.words(snapshot) if callable(self.words) else str(self.words)


def lesson(tips: Sequence[Tip], snapshot: Snapshot) -> str:
    """The tip for this moment, or nothing: there is one only where the seat is to act."""
    return next((one.text(snapshot) for one in tips if snapshot.view.legal and one.when(snapshot)), "")


def offered(verb: str, *, said: int = 0) -> When:
    """The seat may say it now and has said it so often before in this game."""

    def when(snapshot: Snapshot) -> bool:
        return any(one.verb == verb for one in snapshot.view.legal) and times(snapshot, verb) == said

    return when


def times(snapshot: Snapshot, verb: str) -> int:
    """How often the seat has said it in this game."""
    every = (*(one for hand in snapshot.hands for one in hand.actions), *snapshot.view.actions)
    return sum(seat == snapshot.seat and action.verb == verb for seat, action in every)


def leads(snapshot: Snapshot, after: int = 0) -> bool:
    """The first lead of the seat, within its first two tricks; `after` so many that follow rules of their own."""
    places = own_places(snapshot)[after:]
    return plays(snapshot) and len(places) < 2 and _now(snapshot) == 0 and 0 not in places


def follows(snapshot: Snapshot, after: int = 0) -> bool:
    """The first card that answers a lead, within the seat's first two tricks after those."""
    places = own_places(snapshot)[after:]
    return plays(snapshot) and len(places) < 2 and _now(snapshot) > 0 and not any(places)


def plays(snapshot: Snapshot) -> bool:
    """The seat is to play a card, in the first hand."""
    return not snapshot.hands and any(one.verb == PLAY for one in snapshot.view.legal)


def own_places(snapshot: Snapshot) -> list[int]:
    """The place in its trick of each card the seat has played in this hand; 0 led."""
    return [place % len(snapshot.seated) for place, seat in enumerate(_players(snapshot)) if seat == snapshot.seat]


def _now(snapshot: Snapshot) -> int:
    return len(_players(snapshot)) % len(snapshot.seated)


def _players(snapshot: Snapshot) -> list[int]:
    return [seat for seat, action in snapshot.view.actions if action.verb == PLAY]
