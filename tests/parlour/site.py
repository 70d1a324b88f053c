"""The settings of a site that has Parlour beside the games of the house."""

from games import registry
from spadesite.settings import *  # noqa: F403
from tests.parlour.game import PARLOUR

registry._GAMES[PARLOUR.key] = PARLOUR
