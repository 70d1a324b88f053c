"""URL patterns of one live game."""

from django.urls import path

from games.table import stream, views

urlpatterns = [
    path("games/<slug:code>/", views.table, name="table"),
    path("games/<slug:code>/act/", views.act, name="act"),
    path("games/<slug:code>/deal/", views.deal, name="deal"),
    path("games/<slug:code>/hint/", views.hint, name="hint"),
    path("games/<slug:code>/take-back/", views.take_back, name="take_back"),
    path("games/<slug:code>/claim/", views.claim, name="claim"),
    path("games/<slug:code>/say/", views.say, name="say"),
    path("games/<slug:code>/seats/<int:seat>/stand-in/", views.stand_in, name="stand_in"),
    path("games/<slug:code>/seats/<int:seat>/back/", views.seat_again, name="seat_again"),
    path("games/<slug:code>/answer/", views.answer_question, name="answer"),
    path("games/<slug:code>/end/", views.end, name="end"),
    path("games/<slug:code>/no-tips/", views.no_tips, name="no_tips"),
    path("games/<slug:code>/likes/", views.preferences, name="preferences"),
    path("games/<slug:code>/warming/", views.warming, name="warming"),
    path("games/<slug:code>/stream/", stream.stream, name="stream"),
    path("games/<slug:code>/abandon/", views.abandon, name="abandon"),
    path("games/<slug:code>/hands/<int:number>/", views.hand, name="hand"),
]
