"""A guest of the site whose games stand in positions with names, each played on by the test that is named after it."""

import json
from dataclasses import dataclass

import pytest

from tests.browser.seat import Seat
from tests.site import Site


@dataclass(frozen=True)
class Dealt:
    session: str
    codes: dict[str, str]

    def code_for(self, seat: Seat, request: pytest.FixtureRequest) -> str:
        """Of the game that is named as the test is; the page is the guest’s from now on."""
        seat.is_now(self.session)
        return next(code for name, code in self.codes.items() if name in request.node.name)


def dealt_to_a_guest(site: Site, words: str) -> Dealt:
    """What these words print, run inside the site, are a session and the codes by the names of the positions."""
    return Dealt(*json.loads(site.shell(words)))
