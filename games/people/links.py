"""Links to a waiting room or a challenge: reasons why a link is closed, previews, and QR codes."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import qrcode
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _

from games.pages.words import Words


class Why(StrEnum):
    """The reason why a link is closed. `DONE`: the person has finished the challenge."""

    FULL = "full"
    BEGUN = "begun"
    DONE = "done"
    LAPSED = "lapsed"
    TAKEN_BACK = "taken_back"


class Closed(Exception):
    """The link is closed for this person; `why` is the reason."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class NotAllowed(Exception):
    """The person may not do that: only the opener may, or another person has already joined."""


class Picture(StrEnum):
    """File names of preview pictures in the folder `icons` of the static files, without extension."""

    SHARED = "shared"
    INVITED = "invited"


SHOWS: Final = {
    Picture.SHARED: _("Card backs on a linen cloth"),
    Picture.INVITED: _("Cards face down at three seats of a table, and a fourth seat that is open"),
}


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a link in a messenger. `url` and `picture` are absolute URLs; `shows` describes the picture."""

    url: str
    picture: str
    shows: Words


def preview_of(request: HttpRequest, picture: Picture = Picture.SHARED) -> Preview:
    whole = request.build_absolute_uri
    return Preview(whole(request.path), whole(static(f"icons/{picture}.png")), SHOWS[picture])


def qr_code(link: str) -> tuple[str, int]:
    """Return the SVG path of the dark squares, and the number of squares on each side; ("", 0) without a link."""
    if not link:
        return "", 0
    picture = qrcode.QRCode(border=0)
    picture.add_data(link)
    rows = picture.get_matrix()
    return "".join(f"M{x} {y}h{n}v1h-{n}z" for y, row in enumerate(rows) for x, n in _runs(row)), len(rows)


def _runs(row: list[bool]) -> Iterator[tuple[int, int]]:
    start = None
    for x, is_dark in enumerate([*row, False]):
        if is_dark and start is None:
            start = x
        elif not is_dark and start is not None:
            yield start, x - start
            start = None
