"""URL patterns of boards of the day and challenges."""

from django.urls import path

from games.boards import views

urlpatterns = [
    path("challenges/", views.challenges_home, name="challenges"),
    path("games/<slug:code>/challenge/", views.like, name="challenge_like"),
    path("games/<slug:code>/challenge/played/", views.to_played, name="challenge_to_played"),
    path("c/<slug:challenge>/", views.challenge, name="challenge"),
    path("c/<slug:challenge>/back/", views.take_back, name="challenge_back"),
    path("c/<slug:challenge>/result/", views.result, name="challenge_result"),
    path("c/<slug:challenge>/boards/<int:board>/<int:entrant>/", views.hand, name="challenge_hand"),
    path(
        "c/<slug:challenge>/boards/<int:board>/<int:entrant>/<int:number>/",
        views.hand,
        name="challenge_hand_at",
    ),
    path("boards/", views.home, name="boards"),
    path("boards/chain/", views.chain, name="board_chain"),
    path("boards/months/<slug:month>/", views.of_month, name="boards_of_month"),
    path("boards/<slug:day>/", views.of_day, name="boards_of"),
    path("boards/<slug:day>/<slug:key>/", views.board, name="board"),
    path("boards/<slug:day>/<slug:key>/play/", views.play, name="board_play"),
]
