"""Folds for names that have none, a thousand at a time: for the migration that begins with them, and for each night."""

from typing import Any

from django.db import IntegrityError, models, transaction

from accounts.names import folded

BATCH = 1000


def fold_names(people: "models.QuerySet[Any]", *, batch: int = BATCH) -> None:
    """Of those who look alike the oldest account has the fold, each other one its fold and its number."""
    missing, last = people.filter(folded_name=None).order_by("pk").only("pk", "username"), 0
    while chunk := list(missing.filter(pk__gt=last)[:batch]):
        last = chunk[-1].pk
        looks = {one.pk: folded(one.username) for one in chunk}
        taken = set(people.filter(folded_name__in=looks.values()).values_list("folded_name", flat=True))
        for one in chunk:
            is_first = looks[one.pk] not in taken
            one.folded_name = looks[one.pk] if is_first else f"{looks[one.pk]} {one.pk}"
            taken.add(looks[one.pk])
        try:
            with transaction.atomic():
                people.bulk_update(chunk, ["folded_name"])
        except IntegrityError:
            continue  # somebody signed up meanwhile who looks like one of these: the next night sees both
