"""Routes of reviews, practice, and statistics of decisions."""

from django.urls import path

from games.reviews import views

urlpatterns = [
    path("games/<slug:code>/hands/<int:number>/review/", views.hand, name="hand_review"),
    path("games/<slug:code>/decisions/", views.game, name="game_review"),
    path("practice/", views.home, name="practice"),
    path("practice/<int:pk>/", views.own, name="practice_own"),
    path("practice/house/<slug:key>/<int:number>/", views.house, name="practice_house"),
    path("statistics/decisions/", views.decisions, name="statistics_decisions"),
    path("statistics/decisions/list/", views.decisions_behind, name="statistics_decision_list"),
]
