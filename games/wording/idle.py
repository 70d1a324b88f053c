"""Options that have no effect as the others stand: no mistake, but worth a quiet word.

What takes effect only the rules decide (`terms` of each game); a test holds these words against them.
"""

from collections.abc import Callable, Iterator, Mapping

from django.utils.translation import gettext as _

Full = Mapping[str, object]


def without_effect(key: str, full: Full) -> dict[str, str]:
    """A sentence for each option of that game that has no effect, given every option as it was chosen."""
    find = _FOUND.get(key)
    return {} if find is None else dict(find(full))


def _spades(full: Full) -> Iterator[tuple[str, str]]:
    """S3. Where several reasons hold the last one said is told."""
    has_partners, has_one_nil, bids_spades = (full[name] is True for name in ("partners", "one_nil", "bid_spades"))
    blind = ("blind_nil_200_down", "blind_nil_exchange")
    if full["allow_blind_nils"] is not True:
        yield from _said(_("Has no effect while blind nil is off."), *blind)
    if has_partners:
        yield from _said(_("Has no effect while there are partners."), "seven_for_140")
    if has_partners and has_one_nil:
        yield from _said(_("Has no effect with “One nil”."), "allow_blind_nils", *blind)
    if bids_spades:
        limits = ("min_ind", "max_ind", "min_team", "max_team")
        yield from _said(_("Has no effect with “Bid your spades”."), "allow_blind_nils", *blind, *limits)
    if not has_partners:
        alone = ("one_nil", "ten_for_200", "blind_nil_exchange", "min_team", "max_team")
        yield from _said(_("Has no effect while partners are off."), *alone)


def _said(text: str, *options: str) -> Iterator[tuple[str, str]]:
    return ((option, text) for option in options)


_FOUND: Mapping[str, Callable[[Full], Iterator[tuple[str, str]]]] = {"spades": _spades}
