"""Django's `createsuperuser`, which also refuses a name that looks like a taken one."""

from django.contrib.auth.management.commands import createsuperuser

from accounts.models import LOOKS_TAKEN, User


class Command(createsuperuser.Command):
    def _validate_username(self, username: str, verbose_field_name: str, database: str) -> str | None:
        found: str | None = super()._validate_username(  # type: ignore[misc]  # the stubs leave it out
            username, verbose_field_name, database
        )
        looks_taken = User.with_name_like(username).using(database).exists()
        return found or (f"Error: {LOOKS_TAKEN}" if looks_taken else None)
