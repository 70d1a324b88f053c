"""URL patterns of waiting rooms, links to them, and spectators."""

from django.urls import path

from games.people import views

urlpatterns = [
    path("games/<slug:code>/onlookers/", views.number, name="onlookers"),
    path("games/<slug:code>/decline/", views.decline, name="decline"),
    path("people/", views.companions, name="people"),
    path("t/<slug:invitation>/", views.invitation, name="invitation"),
    path("t/<slug:invitation>/look/", views.look, name="look_on"),
    path("t/<slug:invitation>/look/stream/", views.stream, name="onlooker_stream"),
    path("rooms/<slug:room>/", views.room, name="room"),
    path("rooms/<slug:room>/swap/<int:number>/", views.swap, name="room_swap"),
    path("rooms/<slug:room>/seats/<int:number>/free/", views.send_away, name="room_send_away"),
    path("rooms/<slug:room>/link/", views.link, name="room_link"),
    path("rooms/<slug:room>/onlookers/", views.onlookers, name="room_onlookers"),
    path("rooms/<slug:room>/clock/", views.clock, name="room_clock"),
    path("rooms/<slug:room>/leave/", views.leave, name="room_leave"),
    path("rooms/<slug:room>/start/", views.start, name="room_start"),
]
