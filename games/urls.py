"""URL patterns of all features."""

from django.urls import URLPattern, URLResolver, include, path

app_name = "games"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("games.lobby.urls")),  # first, because `games/<slug:code>/` would match "games/new/"
    path("", include("games.table.urls")),
    path("", include("games.people.urls")),
    path("", include("games.replay.urls")),
    path("", include("games.boards.urls")),
    path("", include("games.records.urls")),
    path("", include("games.reviews.urls")),
    path("statistics/", include("games.statistics.urls")),
]
