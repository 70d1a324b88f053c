"""The review of a call in Bid Whist: every completed trick by the seats, and which of them the caller may name."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.bidwhist.state import BOOK
from games.engine.actions import Action
from games.engine.notation import action_text
from games.snapshot import Seen
from games.viewmodel.seats import clockwise, name_in
from games.viewmodel.tricks import Trick


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """What a seat played to a trick."""

    text: str
    who: str
    is_led: bool
    wins: bool


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A trick, its cards clockwise from one's own; without an action where it cannot be named."""

    number: int
    cards: tuple[ReviewCard, ...]
    action: str = ""
    button: str = ""


def review(seen: Seen, tricks: Sequence[Trick], legal: Sequence[Action]) -> dict[str, object]:
    """Everybody sees all completed tricks; the caller names one of them, or gives up."""
    named = {one.number: action_text(one) for one in legal if one.verb == BOOK}
    rows = tuple(_row(seen, one, named.get(one.number, "")) for one in tricks if one.is_done)
    names = tuple(name_in(seen, seat) for seat in clockwise(seen))
    return {"review": rows, "review_names": names, "give_up": named.get(None, "")}


def _row(seen: Seen, trick: Trick, action: str) -> ReviewRow:
    played, led = dict(trick.plays), trick.plays[0][0]
    cards = tuple(
        ReviewCard(played[seat].text, name_in(seen, seat), seat == led, seat == trick.ahead) for seat in clockwise(seen)
    )
    return ReviewRow(trick.number, cards, action, _("Call trick %(n)s") % {"n": trick.number} if action else "")
