"""A person's last setup of each variant of a game: read it, keep it when a game is opened, restore the defaults."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person
from games.company import NONE_GIVEN, ByLink, ComputerSeat
from games.engine.options import VARIANT, Options, complete, differing, variant_of
from games.people.models import Setup
from games.registry import levels, ruleset
from games.table.opening import usual_seating

#: Time within which an equal setup counts as a double submit, which a browser without scripts does not prevent.
ONE_PRESS: Final = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class KeptSetup:
    """The initial values of a setup form. `seating` has the bots of all other seats, `by_link` what a link offers.

    `variant` is empty in a game without variants.
    """

    key: str
    variant: str
    options: Options
    seating: tuple[ComputerSeat, ...]
    by_link: ByLink = NONE_GIVEN


def variants(key: str) -> tuple[str, ...]:
    """Return the game's variants, the default first; empty if it has none. Raises KeyError for an unknown game."""
    option = next((one for one in ruleset(key).options if one.key == VARIANT), None)
    return () if option is None else tuple(str(one) for one in option.choices)


def setup_for(*, person: Person | None, key: str, variant: str | None = None) -> KeptSetup:
    """Return the person's last setup of this variant (None: of the variant set up last), or else the defaults.

    Options or players that are no longer valid are replaced by the defaults.
    """
    rows = _rows(person).filter(key=key).order_by("-used_at", "-pk")
    row = (rows if variant is None else rows.filter(variant=variant)).first()
    if row is None or row.variant not in (variants(key) or ("",)):
        row = Setup(key=key, variant=variant or "")
    return _setup_of(row)


def last(*, person: Person | None, keys: Sequence[str]) -> dict[str, KeptSetup]:
    """Return the last setup of each of these games that the person has set up."""
    rows = _rows(person).filter(key__in=keys).order_by("used_at", "pk")
    found = {row.key: row for row in rows if row.variant in (variants(row.key) or ("",))}
    return {key: _setup_of(row) for key, row in found.items()}


def keep(
    *, person: Person, key: str, chosen: Options, seating: Sequence[ComputerSeat], by_link: ByLink = NONE_GIVEN
) -> bool:
    """Keep the setup for the person's next game of this variant. The caller has checked the options.

    Return whether an equal setup had been kept within the last `ONE_PRESS` (double submit).
    """
    known, now = ruleset(key).options, timezone.now()
    options = differing(known, chosen)
    options.pop(VARIANT, None)
    variant = variant_of(known, chosen) or ""
    kept = {"options": options, "computers": [[seat.level, seat.name] for seat in seating], "people": asdict(by_link)}
    same = _rows(person).filter(key=key, variant=variant, **kept)
    is_again = same.filter(used_at__gt=now - ONE_PRESS).exists()
    own: dict[str, Any] = {"user": person.user, "guest": person.guest, "key": key, "variant": variant}
    Setup.objects.update_or_create(**own, defaults={**kept, "used_at": now})
    return is_again


def restore(*, person: Person | None, key: str | None = None, variant: str | None = None) -> None:
    """Restore the defaults: delete the person's setups of all games, of the game `key`, or of its `variant`."""
    rows = _rows(person) if key is None else _rows(person).filter(key=key)
    (rows if variant is None else rows.filter(variant=variant)).delete()


def pass_on(*, guest: Guest, user: User) -> None:
    """Move the guest's setups to the user, except of variants that the user has set up: those are deleted.

    The caller owns the transaction.
    """
    own = set(Setup.objects.filter(user=user).values_list("key", "variant"))
    rows = Setup.objects.filter(guest=guest)
    taken = [row.pk for row in rows if (row.key, row.variant) in own]
    rows.filter(pk__in=taken).delete()
    rows.update(guest=None, user=user)


def _rows(person: Person | None) -> QuerySet[Setup]:
    return Setup.objects.filter(person.owns()) if person is not None else Setup.objects.none()


def _setup_of(row: Setup) -> KeptSetup:
    rules, people = ruleset(row.key), row.people
    usual: Options = {VARIANT: row.variant} if row.variant else {}
    kept = {**usual, **row.options}
    options = complete(rules.options, usual if rules.check(kept) else kept)
    given = ByLink(tuple(people.get("places", ())), people.get("clock", 0), people.get("onlookers", False))
    return KeptSetup(row.key, str(options.get(VARIANT, "")), options, _seated(row.key, row.computers), given)


def _seated(key: str, seating: Sequence[Sequence[str]]) -> tuple[ComputerSeat, ...]:
    """Return the kept bots; the default bots of the weakest level if there are none, or a name or level is unknown."""
    offered = levels(key)
    usual = usual_seating(key=key, level=offered[0])
    found = tuple(ComputerSeat(level, name) for level, name in seating)
    names = sorted(seat.name for seat in found)
    if names != sorted(seat.name for seat in usual) or any(seat.level not in offered for seat in found):
        return usual
    return found
