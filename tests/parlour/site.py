"""Settings of a site that offers Parlour as a fifth game."""

from games import registry
from spadesite.settings import *  # noqa: F403
from spadesite.settings import BASE_DIR, TEMPLATES
from tests.parlour.game import PARLOUR

registry._GAMES[PARLOUR.key] = PARLOUR
_TEMPLATES = [BASE_DIR / "templates", BASE_DIR / "tests" / "parlour" / "templates"]
TEMPLATES = [{**TEMPLATES[0], "DIRS": _TEMPLATES}, *TEMPLATES[1:]]
