"""URL patterns of statistics, below /statistics/."""

from django.urls import path

from games.statistics import views

urlpatterns = [
    path("", views.personal, name="statistics"),
    path("hands/", views.hands_behind, {"are_games": False}, name="statistics_hands"),
    path("games/", views.hands_behind, {"are_games": True}, name="statistics_games"),
    path("games/<slug:code>/", views.game, name="statistics_game"),
    path("everybody/", views.everybody, name="statistics_everybody"),
    path("statistics.csv", views.summary_csv, name="statistics_csv"),
    path("hands.csv", views.hands_csv, name="statistics_hands_csv"),
]
