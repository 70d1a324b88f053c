"""What Spades is called in its variants."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_SPADES: Final[Mapping[str, Any]] = {
    "partner": gettext_lazy("Partner Spades"),
    "solo": gettext_lazy("Solo Spades"),
    "suicide": gettext_lazy("Suicide Spades"),
    "mirrors": gettext_lazy("Mirrors"),
    "custom1": gettext_lazy("Custom Spades 1"),
    "custom2": gettext_lazy("Custom Spades 2"),
}


def variant_name(variant: object) -> str:
    """A game of Spades by its variant."""
    return str(_SPADES.get(str(variant), _("Spades")))
