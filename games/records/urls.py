"""Routes of proofs and records."""

from django.urls import path

from games.records import views

urlpatterns = [
    path("games/<slug:code>/hands/<int:number>/verify/", views.verify, name="verify"),
    path("shared/<slug:token>/hands/<int:number>/verify/", views.shared_verify, name="shared_verify"),
    path("verify_deal.py", views.program, name="verify_program"),
    path("games/<slug:code>/hands/<int:number>/steps/<int:step>/again/", views.asked_again, name="move_again"),
    path("games/<slug:code>/record/", views.record, name="record"),
    path("records/all/", views.every, name="records_all"),
]
