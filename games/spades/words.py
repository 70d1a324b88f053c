"""What Spades is called in its variants."""

from django.utils.translation import gettext as _

from games.spades.option_words import VARIANTS


def variant_name(variant: object) -> str:
    """A game of Spades by its variant."""
    found = VARIANTS.get(str(variant))
    return str(found.name) if found is not None else _("Spades")
