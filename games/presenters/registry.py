"""The presenter of every game, by its key. Tests put one for a toy game beside them."""

from games.presenters.bidwhist import BidWhistPresenter
from games.presenters.bidwhist_replay import BidWhistReplay
from games.presenters.cardduel import CardDuelPresenter
from games.presenters.cardduel_replay import CardDuelReplay
from games.presenters.context import Presenter
from games.presenters.looking_back import ReplayPresenter
from games.presenters.spades import SpadesPresenter
from games.presenters.spades_replay import SpadesReplay
from games.presenters.twoman import TwoManPresenter
from games.presenters.twoman_replay import TwoManReplay

PRESENTERS: dict[str, Presenter] = {
    "twoman": TwoManPresenter(),
    "spades": SpadesPresenter(),
    "bidwhist": BidWhistPresenter(),
    "cardduel": CardDuelPresenter(),
}
REPLAYS: dict[str, ReplayPresenter] = {
    "twoman": TwoManReplay(),
    "spades": SpadesReplay(),
    "bidwhist": BidWhistReplay(),
    "cardduel": CardDuelReplay(),
}
