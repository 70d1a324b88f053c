"""A hand played again: how its table, its replay and its game are marked, and what its table has beside others."""

from dataclasses import replace

from django.utils.translation import gettext as _

from games.engine.actions import texts
from games.snapshot import PlayedGame, Replay, Snapshot
from games.viewmodel.replay import ReplayContext, ReviewContext
from games.viewmodel.seats import clockwise, name_in
from games.viewmodel.table import TableContext
from games.viewmodel.weighed import HeldShown


def practised(title: str) -> str:
    """What a game is called in which a hand is played again."""
    return _("Practice: %(game)s") % {"game": title}


def at_table(shown: TableContext, snapshot: Snapshot) -> TableContext:
    played = snapshot.played_again
    if played is None:
        return shown
    hands = played.hands
    others = [seat for seat in clockwise(snapshot) if hands and seat != snapshot.own]
    return replace(
        shown,
        title=practised(shown.title),
        heading=practised(shown.heading),
        played_again=played,
        open_hands=tuple(HeldShown(name_in(snapshot, seat), texts(hands[seat])) for seat in others),
    )


def in_replay(at: ReplayContext, replay: Replay) -> ReplayContext:
    if not replay.game.is_practice:
        return at
    return replace(at, title=practised(at.title), heading=practised(at.heading), is_practice=True)


def in_review(shown: ReviewContext, game: PlayedGame) -> ReviewContext:
    return replace(shown, title=practised(shown.title)) if game.is_practice else shown
