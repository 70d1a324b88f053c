"""Routes of the games."""

from django.urls import path

from games.views import archive, lobby, proofs, records, replay, rules, shares, statistics, stream, table

app_name = "games"
urlpatterns = [
    path("play/", lobby.play_now, name="play_now"),
    path("games/", archive.mine, name="mine"),
    path("games/new/", lobby.new, name="new"),
    path("games/<slug:code>/", table.table, name="table"),
    path("games/<slug:code>/act/", table.act, name="act"),
    path("games/<slug:code>/deal/", table.deal, name="deal"),
    path("games/<slug:code>/stream/", stream.stream, name="stream"),
    path("games/<slug:code>/abandon/", table.abandon, name="abandon"),
    path("games/<slug:code>/again/", table.again, name="again"),
    path("games/<slug:code>/hands/<int:number>/", table.hand, name="hand"),
    path("games/<slug:code>/hands/<int:number>/replay/", replay.hand, name="replay"),
    path("games/<slug:code>/review/", replay.review, name="review"),
    path("games/<slug:code>/shares/", shares.share, name="share"),
    path("games/<slug:code>/shares/<slug:token>/revoke/", shares.revoke, name="revoke"),
    path("shared/<slug:token>/", shares.look, name="shared"),
    path("shared/<slug:token>/hands/<int:number>/", shares.look_at_hand, name="shared_hand"),
    path("shared/<slug:token>/hands/<int:number>/verify/", shares.verify, name="shared_verify"),
    path("games/<slug:code>/hands/<int:number>/verify/", proofs.verify, name="verify"),
    path("games/<slug:code>/hands/<int:number>/steps/<int:step>/again/", proofs.again, name="move_again"),
    path("games/<slug:code>/record/", records.record, name="record"),
    path("records/", records.home, name="records"),
    path("records/all/", records.every, name="records_all"),
    path("statistics/", statistics.personal, name="statistics"),
    path("statistics/hands/", statistics.hands, name="statistics_hands"),
    path("statistics/games/", statistics.games, name="statistics_games"),
    path("statistics/games/<slug:code>/", statistics.game, name="statistics_game"),
    path("statistics/everybody/", statistics.house, name="statistics_house"),
    path("statistics/statistics.csv", statistics.summary_csv, name="statistics_csv"),
    path("statistics/hands.csv", statistics.hands_csv, name="statistics_hands_csv"),
    path("rules/two-man-spades/", rules.rules, name="rules"),
    path("rules/two-man-spades/strategy/", rules.strategy, name="strategy"),
]
