"""An undo takes back a person's last decision and all later actions. Undone actions stay in the log without effect."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.engine.actions import Refusal, read_action
from games.engine.state import DEALER
from games.pages.moves import BY_THE_TABLE
from games.records import export, verification
from games.records.referee import check
from games.records.verification import rebuild
from games.registry import GAMES, ruleset
from games.statistics.models import PersonLine
from games.table import logs, opening, play, replay, store, tables
from games.table.logs import Log
from games.table.models import Entry, Game, Hand, Play, Seat
from games.table.move import Refused, Stale
from games.table.tables import Place
from tests.play import (
    act,
    deal_hand,
    marta_acts,
    open_table,
    play_actions,
    reload,
    rows_in_play,
    run_at_once,
    step,
    take_back,
)
from tests.table.conftest import derived_rows
from tests.table.duels import Peaceful, open_duel, play_duel

#: A trick that the bot wins, and the bot's next lead.
ANSWERED = ((0, "play", "3H"), (1, "play", "9H"), (1, "play", "8C"))
chosen_cards = pytest.mark.usefixtures("db", "chosen_cards")


def refusal(place: Place) -> str:
    with pytest.raises(Refused) as refused:
        take_back(place)
    return refused.value.refusal.code


def cards_played() -> list[str]:
    return [one.card for one in rows_in_play(Game.objects.get()).plays]


def counted(place: Place) -> tuple[int, int]:
    """Return the numbers of hints and undos in the hand in play."""
    log = logs.read(place.game)
    return log.hints, log.undone


@chosen_cards
@pytest.mark.parametrize("actions", [ANSWERED[:1], ANSWERED], ids=["a card", "a card and the bot's answer"])
def test_an_action_taken_back_leaves_the_rows_as_they_were(place: Place, alice: User, actions: tuple[Any, ...]) -> None:
    before = logs.read(place.game).state, derived_rows(place.game)
    play_actions(place, *actions)
    assert tables.see(reload(alice, place.code)).may_take_back
    take_back(place)
    assert (logs.read(place.game).state, derived_rows(place.game)) == before
    there, game = rows_in_play(place.game), Game.objects.get()
    assert (len(there.bids), len(there.discards), len(there.plays)) == (2, 2, 0)
    last = Entry.objects.get(ordinal=game.version)
    assert (last.source, last.seat, last.action) == ("undo", 0, '["back",7]')
    assert (game.version, counted(place), game.bot_due_at) == (7 + len(actions), (0, 1), None)


@chosen_cards
def test_all_decisions_of_a_hand_can_be_taken_back(place: Place) -> None:
    play_actions(place, *ANSWERED, (0, "play", "QC"), (0, "play", "5D"))
    for left in (["3H", "9H", "8C", "QC"], ["3H", "9H", "8C"], []):
        take_back(place)
        assert cards_played() == left
    assert len(rows_in_play(place.game).bids) == 2
    take_back(place)
    assert (len(rows_in_play(place.game).bids), len(rows_in_play(place.game).discards)) == (0, 2)
    take_back(place)
    assert "2C" in {one.text for one in tables.see(place).view.hand or ()}
    assert refusal(place) == "NOTHING_DONE"
    assert counted(place) == (0, 5)


def test_a_discard_can_be_taken_back_after_both_are_open(just_dealt: Place) -> None:
    """The bot's discard stays, because the bot chose before alice."""
    marta_acts(just_dealt, "discard", "3C")
    act(just_dealt, "discard", "2C")
    take_back(just_dealt)
    assert [(one.seat, one.card) for one in rows_in_play(just_dealt.game).discards] == [(1, "3C")]


@chosen_cards
@pytest.mark.parametrize(("left", "why"), [(4, None), *((few, tables.FEW_CARDS) for few in (3, 1, 0))])
def test_undo_is_not_offered_with_three_cards_or_fewer(place: Place, left: int, why: Refusal | None) -> None:
    """By trying each of so few cards, a player could see when the table plays out the rest, and infer hidden cards."""
    act(place, "play", "KH")
    log = logs.read(Game.objects.get())
    view = log.rules.view(log.state, 0)
    assert view.hand is not None
    assert tables.no_way_back(log, replace(view, hand=view.hand[:left]), place.seats, 0) == why


@pytest.mark.django_db
def test_an_action_followed_by_a_draw_cannot_be_taken_back(alice: User) -> None:
    """In a duel both players draw after the second play of a round. The first play can be undone only before that."""
    place = open_table(alice, "cardduel")
    found = set[tuple[bool, bool, str]]()
    for _ in range(60):
        snapshot = tables.see(reload(alice, place.code))
        if snapshot.result is not None:
            break
        log = logs.read(place.game)
        if log.previous is not None:
            why = tables.no_way_back(log, snapshot.view, place.seats, 0)
            has_played = snapshot.view.table.as_json()["shown"][0] is not None  # type: ignore[index]
            found.add((has_played, snapshot.may_take_back, "" if why is None else why.code))
        step(place, Random(snapshot.version))
    assert found <= {(True, True, ""), (False, False, "DRAWN_SINCE")} and len(found) == 2


@pytest.mark.django_db
def test_a_long_duel_caches_only_logs_that_undo_can_reach(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """A duel is one hand. A chain with the log before each of its actions would take quadratic memory."""
    log = logs.read(play_duel(alice, open_duel(alice, monkeypatch), rounds=30).game)
    assert log.version > 60 and log.previous is not None
    before = log.previous.previous
    assert before is None or (before.chances == log.previous.chances and before.previous is None)


@chosen_cards
def test_a_hand_has_a_maximum_of_undos(place: Place, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f" {tables.MOST_OFTEN} moves" in str(BY_THE_TABLE[tables.OFTEN_ENOUGH.code])
    monkeypatch.setattr(tables, "MOST_OFTEN", 3)
    for _ in range(3):
        act(place, "play", "KH")
        take_back(place)
    act(place, "play", "KH")
    assert refusal(place) == "OFTEN_ENOUGH"
    assert not tables.see(reload(alice, place.code)).may_take_back
    assert counted(place) == (0, 3)


def test_a_look_at_the_cards_is_not_taken_back(just_dealt: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A discard stands for the look: its verb is removed from `CHOICES`, which has no "look" either."""
    act(just_dealt, "discard", "2C")
    monkeypatch.setattr(tables, "CHOICES", tables.CHOICES - {"discard"})
    assert refusal(just_dealt) == "NOTHING_DONE"


@chosen_cards
def test_a_finished_hand_cannot_be_taken_back(place: Place, alice: User) -> None:
    rng = Random(4)
    while not tables.see(reload(alice, place.code)).hands:
        step(place, rng)
    assert refusal(place) == "NOTHING_DONE"
    place.game.refresh_from_db()
    deal_hand(place)
    assert refusal(place) == "NOTHING_DONE"


@chosen_cards
def test_a_reply_after_the_page_was_rendered_is_taken_back_too(place: Place) -> None:
    version = act(place, "play", "3H").version
    marta_acts(place, "play", "9H")
    play.take_back(place=place, version=version)
    assert cards_played() == []


@chosen_cards
def test_an_undo_from_a_page_older_than_the_last_action_is_stale(place: Place, alice: User) -> None:
    """The page shows version 0, the version before the person's card, or a card that has been taken back."""
    version = act(place, "play", "3H").version
    for stale in (0, 6, version):
        with pytest.raises(Stale):
            play.take_back(place=reload(alice, place.code), version=stale)
        if stale == 6:
            take_back(place)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_replies")
def test_a_reply_and_an_undo_at_once_leave_consistent_rows(alice: User, place: Place) -> None:
    for _ in range(3):
        version = act(reload(alice, place.code), "play", "KH").version
        run_at_once(
            partial(play.reply, code=place.code, version=version),
            partial(lambda at: play.take_back(place=reload(alice, place.code), version=at), version),
        )
        game = Game.objects.get()
        assert cards_played() == []
        assert game.version == game.entries.count() and game.bot_due_at is None
        assert verification.differences(game=game) == ()


@pytest.mark.django_db
@pytest.mark.parametrize("kind", GAMES)
def test_a_game_with_many_undos_equals_its_net_game(alice: User, kind: str) -> None:
    """The net game has all actions except those that were undone."""
    place, rng = open_table(alice, kind), Random(1)
    undone = 0
    for _ in range(200):
        place = reload(alice, place.code)
        snapshot = tables.see(place)
        if snapshot.result is not None:
            break
        if snapshot.may_take_back and (undone == 0 or rng.random() < 0.25):
            take_back(place)
            undone += 1
        elif kind == "cardduel" and snapshot.view.legal:  # a random action could end the duel at once
            play.submit(place=place, action=Peaceful().choose(snapshot.view, rng), version=snapshot.version)
        else:
            step(place, rng)
    assert undone > (0 if kind == "cardduel" else 4)
    game = Game.objects.get()
    assert verification.differences(game=game) == ()
    kept, net = logs.read(game), logs.new_log(game)
    assert kept == logs.new_log(game).follow(*game.entries.order_by("ordinal")).stored()
    for entry in logs.standing_entries(game.entries.order_by("ordinal")):
        net = net.with_action(entry.seat, read_action(entry.action), entry.source, datetime(2026, 1, 1, tzinfo=UTC))
    assert net.state == kept.state
    assert [hand.record for hand in net.hands] == [hand.record for hand in kept.hands]
    plays = [(one.hand.number, one.seat, one.card) for one in store.rows_of(game, net.fresh).plays]
    rows_there = Play.objects.filter(hand__game=game).order_by("hand__number", "trick__number", "place")
    assert sorted(plays) == sorted(rows_there.values_list("hand__number", "seat", "card"))
    before = derived_rows(game)
    rebuild(game=game)
    assert derived_rows(game) == before
    in_play = kept.undone if game.status == "playing" and kept.state.phase not in logs.BETWEEN else 0
    assert sum(Hand.objects.values_list("undone", flat=True)) + in_play == undone
    helped = {hand.number: hand.is_helped for hand in kept.hands}
    ranked = dict(PersonLine.objects.exclude(number=0).values_list("number", "is_ranked"))
    assert not any(ranked[number] and helped[number] for number in ranked)


@pytest.mark.django_db
def test_record_and_replay_show_only_the_net_game(alice: User) -> None:
    """The record also has the numbers of hints and of undos."""
    place, rng = open_table(alice, "spades"), Random(2)
    while not (snapshot := tables.see(reload(alice, place.code))).view.legal:
        step(reload(alice, place.code), rng)
    play.hint(place=reload(alice, place.code), version=snapshot.version)
    while not tables.see(reload(alice, place.code)).hands:
        snapshot = tables.see(reload(alice, place.code))
        take_back(place) if snapshot.may_take_back and rng.random() < 0.2 else step(place, rng)
    opening.abandon(place=reload(alice, place.code))
    record = json.loads(export.game_line(code=place.code))
    assert record["hands"][0]["undone"] == Hand.objects.get(number=1).undone > 0
    assert record["hands"][0]["hints"] == 1 == Hand.objects.get(number=1).hints
    assert check(json.dumps(record)).wrong is None
    seen_again = replay.hand_of(reload(alice, place.code), number=1, step=None)
    plays = [str(one.action.argument) for one in seen_again.steps if one.action.verb == "play"]
    assert len(plays) == len(set(plays)) == 52
    assert len(seen_again.views) == len(seen_again.steps) + 1


RULES = ruleset("spades")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def with_a_bid(log: Log, source: Entry.Source) -> Log:
    """Return the log after a bid of the seat to act."""
    [seat] = log.rules.waits_for(log.state)
    return log.with_action(seat, log.rules.legal_actions(log.state, seat)[3].first, source, NOW)


@pytest.mark.parametrize(
    ("other", "is_answered", "why"),
    [("easy", False, None), ("easy", True, None), ("", False, None), ("", True, tables.ACTED_SINCE)],
    ids=["alone", "alone, answered", "with people", "with people, answered"],
)
def test_a_bots_reply_prevents_undo_only_at_a_table_with_people(
    other: str, is_answered: bool, why: Refusal | None
) -> None:
    log = Log(RULES, RULES.initial({"allow_blind_nils": False}))
    while DEALER in RULES.waits_for(log.state):
        log = log.with_action(DEALER, RULES.chance(log.state, Random(1).randrange), Entry.Source.DEALER, NOW)
    [own] = RULES.waits_for(log.state)
    levels = {own: "", (own + 2) % 4: other}
    seats = [Seat(game=Game(key="spades"), number=number, level=levels.get(number, "easy")) for number in range(4)]
    log = with_a_bid(log, Entry.Source.PERSON)
    if is_answered:
        log = with_a_bid(log, Entry.Source.COMPUTER)
    assert tables.no_way_back(log, RULES.view(log.state, own), seats, own) == why
