"""URL patterns of the front page of games, setting up, My games and rules."""

from django.urls import path

from games.lobby import views

urlpatterns = [
    path("play/", views.play_now, name="play_now"),
    path("games/", views.mine, name="mine"),
    path("games/new/", views.games, name="new"),
    path("games/new/restore/", views.restore_all, name="restore_all"),
    path("games/new/<slug:key>/", views.setup, name="setup"),
    path("games/new/<slug:key>/check/", views.check, name="check"),
    path("games/new/<slug:key>/restore/", views.restore, name="restore"),
    path("games/<slug:code>/again/", views.play_again, name="again"),
    path("games/<slug:code>/instead/", views.instead, name="instead"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:key>/", views.rules_of, name="rules_of"),
    path("rules/<slug:key>/strategy/", views.strategy, name="strategy"),
]
