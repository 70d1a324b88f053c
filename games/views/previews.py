"""What a messenger shows of a link before anybody follows it: whole addresses, and one of a few pictures without a face
of a card, whatever the link leads to.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _

from games.viewmodel.words import Words


class Picture(StrEnum):
    """By its file among the icons."""

    SHARED = "shared"
    INVITED = "invited"


SHOWS: Final = {
    Picture.SHARED: _("Backs of cards on a linen cloth"),
    Picture.INVITED: _("Cards face down at three places of a table, and a fourth place that is free"),
}


@dataclass(frozen=True, slots=True)
class Preview:
    """`shows` is what is in the picture."""

    url: str
    picture: str
    shows: Words


def preview_of(request: HttpRequest, picture: Picture = Picture.SHARED) -> Preview:
    whole = request.build_absolute_uri
    return Preview(whole(request.path), whole(static(f"icons/{picture}.png")), SHOWS[picture])
