"""URL patterns of replays, shared links and hands played again."""

from django.urls import path

from games.replay import views

urlpatterns = [
    path("games/<slug:code>/lay-open/", views.lay_open, name="lay_open"),
    path("games/<slug:code>/hands/<int:number>/again/", views.begin, name="hand_again"),
    path("games/<slug:code>/hands/<int:number>/replay/", views.hand, name="replay"),
    path("games/<slug:code>/review/", views.review, name="review"),
    path("games/<slug:code>/shares/", views.share, name="share"),
    path("games/<slug:code>/shares/<slug:token>/revoke/", views.revoke, name="revoke"),
    path("shared/<slug:token>/", views.look, name="shared"),
    path("shared/<slug:token>/hands/<int:number>/", views.look_at_hand, name="shared_hand"),
]
