"""The replay of a past hand and the review of a past game: finds the presenter of its game."""

from games.presenters.looking_back import ReplayContext, ReviewContext
from games.presenters.registry import REPLAYS
from games.services.seen_replay import GameSeen, Replay

__all__ = ["ReplayContext", "ReviewContext", "hand", "review"]


def hand(replay: Replay) -> ReplayContext:
    return REPLAYS[replay.game.key].hand(replay)


def review(game: GameSeen) -> ReviewContext:
    return REPLAYS[game.key].review(game)
