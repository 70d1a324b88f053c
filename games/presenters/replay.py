"""The replay of a past hand and the review of a past game: finds the presenter of its game."""

from games.registry import presenter
from games.snapshot import GameSeen, Replay
from games.viewmodel.replay import ReplayContext, ReviewContext

__all__ = ["ReplayContext", "ReviewContext", "hand", "review"]


def hand(replay: Replay) -> ReplayContext:
    return presenter(replay.game.key).replay(replay)


def review(game: GameSeen) -> ReviewContext:
    return presenter(game.key).review(game)
