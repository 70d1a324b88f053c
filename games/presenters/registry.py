"""The presenter of every game, by its key. Tests put one for a toy game beside them."""

from games.presenters.context import Presenter
from games.presenters.looking_back import ReplayPresenter
from games.presenters.twoman import TwoManPresenter
from games.presenters.twoman_replay import TwoManReplay

PRESENTERS: dict[str, Presenter] = {"twoman": TwoManPresenter()}
REPLAYS: dict[str, ReplayPresenter] = {"twoman": TwoManReplay()}
