"""People in the admin: to look up and to close an account. Tokens and passwords are not shown."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from accounts.models import Guest, User

admin.site.register(User, UserAdmin)


@admin.register(Guest)
class GuestAdmin(admin.ModelAdmin):
    list_display = ["id", "name", "created_at", "last_seen", "adopted_by"]
    fields = ("name", "created_at", "last_seen", "adopted_at", "adopted_by")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
