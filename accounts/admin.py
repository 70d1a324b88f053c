"""People in the admin: look them up, deactivate or remove them. Tokens and passwords are not shown."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import Guest, User
from accounts.people import Person, leave


class WayOutMixin(admin.ModelAdmin):
    """Deletes people through `leave`, which detaches their seats instead of deleting the seats."""

    def get_deleted_objects(
        self, objs: Sequence[Any] | QuerySet[Any], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Return no protected objects: Django would report the person's seats, which `leave` detaches first."""
        return [str(one) for one in objs], {str(self.opts.verbose_name_plural): len(objs)}, set(), []

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        leave(person=Person(**{obj._meta.model_name: obj}))
        if obj.pk is not None:  # `leave` skips an adopted guest, which has no rows left to detach
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for person in queryset:
            self.delete_model(request, person)


@admin.register(User)
class AccountAdmin(WayOutMixin, UserAdmin):
    pass


@admin.register(Guest)
class GuestAdmin(WayOutMixin):
    list_display = ["id", "name", "created_at", "last_seen", "adopted_by"]
    fields = ("name", "created_at", "last_seen", "adopted_at", "adopted_by")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
