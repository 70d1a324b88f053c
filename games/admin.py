"""The read-only admin of games. Logs are never edited here, and seeds are not shown."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from games.boards.models import Board
from games.table.models import Game, Hand, Seat


class ReadOnly(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(admin.TabularInline):
    model = Seat
    extra = 0
    fields = ("number", "user", "guest", "level", "bot_version", "name")


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ("code", "key", "status", "version", "number", "scores", "moved_at")
    list_filter = ("key", "status")
    search_fields = ("code",)
    exclude = ("secret",)
    inlines = (SeatInline,)


@admin.register(Hand)
class HandAdmin(ReadOnly):
    """Finished hands. Cards of a board in play are left out, because staff may play that board themselves."""

    list_display = ("game", "number", "result", "auto", "ended_at")

    def get_queryset(self, request: HttpRequest) -> Any:
        in_play = Board.objects.exclude(opens_at__lte=timezone.now())
        return (
            super()
            .get_queryset(request)
            .filter(ended_at__isnull=False)
            .exclude(game__seals__server_seed__in=in_play.values("server_seed"))
        )
