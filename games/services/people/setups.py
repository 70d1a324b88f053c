"""How somebody sets each game up: read for the next game, kept when one is opened, given back to the defaults."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person
from games.engine.options import VARIANT, Options, complete, differing, variant_of
from games.models import Setup
from games.registry import levels, ruleset
from games.services.table.seating import NONE_GIVEN, ByLink, ComputerSeat, usual_seating

#: So long a press that is sent twice may take; without script nothing keeps a browser from it.
ONE_PRESS: Final = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class KeptSetup:
    """A setup to begin with: every option of the game, the players of all seats but the person's, and which of these
    are given away.

    `variant` is empty in a game without variants.
    """

    key: str
    variant: str
    options: Options
    seating: tuple[ComputerSeat, ...]
    by_link: ByLink = NONE_GIVEN


def variants(key: str) -> tuple[str, ...]:
    """The variants of that game, its usual one first; none where it has no such option. KeyError for no game."""
    option = next((one for one in ruleset(key).options if one.key == VARIANT), None)
    return () if option is None else tuple(str(one) for one in option.choices)


def kept(*, person: Person | None, key: str, variant: str | None = None) -> KeptSetup:
    """What the person chose the last time in this variant (None: in the variant chosen last), else the defaults.

    What the rules or the site have ceased to know of it is left out.
    """
    rows = _rows(person).filter(key=key).order_by("-used_at", "-pk")
    row = (rows if variant is None else rows.filter(variant=variant)).first()
    if row is not None and variant is None and row.variant not in (variants(key) or ("",)):
        row = None
    chosen = _playable(key, row.variant, row.options) if row is not None else _usual(variant)
    return _kept(key, chosen, row)


def last(*, person: Person | None, keys: Sequence[str]) -> dict[str, KeptSetup]:
    """Of these games, those that the person has set up, each as it was the last time."""
    rows = _rows(person).filter(key__in=keys).order_by("used_at", "pk")
    found = {row.key: row for row in rows if row.variant in (variants(row.key) or ("",))}
    return {key: _kept(key, _playable(key, row.variant, row.options), row) for key, row in found.items()}


def keep(
    *, person: Person, key: str, chosen: Options, seating: Sequence[ComputerSeat], by_link: ByLink = NONE_GIVEN
) -> bool:
    """Keep options that the rules accept, and who sits where, for the person's next game of this variant. Whether it
    was all kept a moment ago: then it is the same press once more.
    """
    known, now = ruleset(key).options, timezone.now()
    options = differing(known, chosen)
    options.pop(VARIANT, None)
    variant = variant_of(known, chosen) or ""
    kept = {"options": options, "computers": [[seat.level, seat.name] for seat in seating], "people": asdict(by_link)}
    same = _rows(person).filter(key=key, variant=variant, **kept)
    is_again = same.filter(used_at__gt=now - ONE_PRESS).exists()
    Setup.objects.update_or_create(
        user=person.user,
        guest=person.guest,
        key=key,
        variant=variant,
        defaults={**kept, "used_at": now},
    )
    return is_again


def restore(*, person: Person | None, key: str | None = None, variant: str | None = None) -> None:
    """Back to the defaults in that variant, or (None) in every variant of the game, or (None) of every game."""
    rows = _rows(person) if key is None else _rows(person).filter(key=key)
    (rows if variant is None else rows.filter(variant=variant)).delete()


def adopt(*, guest: Guest, user: User) -> None:
    """The guest's setups become the user's; where the user has one already it stands. The caller owns the
    transaction.
    """
    own = set(Setup.objects.filter(user=user).values_list("key", "variant"))
    rows = Setup.objects.filter(guest=guest)
    taken = [row.pk for row in rows if (row.key, row.variant) in own]
    rows.filter(pk__in=taken).delete()
    rows.update(guest=None, user=user)


def _rows(person: Person | None) -> QuerySet[Setup]:
    return Setup.objects.filter(person.owns()) if person is not None else Setup.objects.none()


def _kept(key: str, chosen: Options, row: Setup | None) -> KeptSetup:
    options = complete(ruleset(key).options, chosen)
    seating = _seated(key, row.computers if row is not None else [])
    by_link = row.people if row is not None else {}
    given = ByLink(tuple(by_link.get("places", ())), by_link.get("clock", 0), by_link.get("onlookers", False))
    return KeptSetup(key, str(options.get(VARIANT, "")), options, seating, given)


def _usual(variant: str | None) -> Options:
    return {VARIANT: variant} if variant else {}


def _playable(key: str, variant: str, options: Mapping[str, Any]) -> Options:
    """The options as they were kept, or the variant's defaults where the rules have changed since."""
    usual = _usual(variant)
    chosen = {**usual, **options}
    return usual if ruleset(key).check(chosen) else chosen


def _seated(key: str, seating: Sequence[Sequence[str]]) -> tuple[ComputerSeat, ...]:
    """The players as they were kept, or the usual ones of the weakest level where somebody of them is gone."""
    offered = levels(key)
    usual = usual_seating(key=key, level=offered[0])
    found = tuple(ComputerSeat(level, name) for level, name in seating)
    names = sorted(seat.name for seat in found)
    if names != sorted(seat.name for seat in usual) or any(seat.level not in offered for seat in found):
        return usual
    return found
