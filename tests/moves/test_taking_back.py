"""Back to one's last decision, whoever has answered it: the log keeps everything, the game is as if it had not been."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from random import Random

import pytest

from accounts.models import User
from games import enqueue
from games.engine.actions import Refusal
from games.engine.notation import read_action
from games.models import Entry, Game, Hand, PersonLine, Play
from games.presenters import BY_THE_TABLE
from games.records.referee import check
from games.registry import GAMES, ruleset
from games.services.log import asides, logs
from games.services.moves import play, store
from games.services.past import records, verification
from games.services.people import lobby
from games.services.table import replay, tables
from games.services.table.tables import Place
from tests.at_once import at_once
from tests.moves import duels
from tests.moves.derived import rows
from tests.playing import (
    act,
    again,
    bids_made,
    dealt,
    marta_acts,
    place_at,
    place_for,
    rows_in_play,
    say,
    stack,
    step,
    take_back,
)
from tests.services import often

#: A trick that she wins, and her next lead.
ANSWERED = ((0, "play", "3H"), (1, "play", "9H"), (1, "play", "8C"))
chosen_cards = pytest.mark.usefixtures("db", "chosen_cards")


def refusal(place: Place) -> str:
    with pytest.raises(play.Refused) as refused:
        take_back(place)
    return refused.value.refusal.code


def cards_played() -> list[str]:
    return [one.card for one in rows_in_play(Game.objects.get()).plays]


def counted(place: Place) -> tuple[int, int]:
    """Hints and returns of the hand in play."""
    log = logs.read(place.game)
    return log.hints, log.undone


# -- what is taken back ---------------------------------------------------------------------------


@chosen_cards
def test_an_action_taken_back_leaves_the_rows_as_they_were(place: Place) -> None:
    before = logs.read(place.game).state, rows(place.game)
    act(place, "play", "KH")
    take_back(place)
    assert logs.read(place.game).state == before[0]
    assert rows(place.game) == before[1]
    there = rows_in_play(place.game)
    assert (len(there.bids), len(there.discards), len(there.plays)) == (2, 2, 0)
    assert (Game.objects.get().version, counted(place)) == (8, (0, 1))
    assert Game.objects.get().bot_due_at is None


@chosen_cards
def test_an_answer_is_taken_back_with_it(place: Place, alice: User) -> None:
    before = logs.read(place.game).state, rows(place.game)
    say(place, *ANSWERED)
    assert tables.see(again(alice, place.code)).may_take_back
    take_back(place)
    assert (logs.read(place.game).state, rows(place.game)) == before
    last = Entry.objects.get(ordinal=10)
    assert (last.source, last.seat, last.action) == ("undo", 0, '["back",7]')
    assert (Game.objects.get().version, Game.objects.get().bot_due_at) == (10, None)


@chosen_cards
def test_as_often_as_wanted_back_to_the_deal(place: Place) -> None:
    say(place, *ANSWERED, (0, "play", "QC"), (0, "play", "5D"))
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


@chosen_cards
def test_one_may_do_the_same_or_another_thing_then(place: Place) -> None:
    act(place, "play", "KH")
    take_back(place)
    say(place, (0, "play", "3H"), (1, "play", "4H"))
    assert cards_played() == ["3H", "4H"]
    take_back(place)
    say(place, (0, "play", "KH"), (1, "play", "AH"))
    assert cards_played() == ["KH", "AH"]


@chosen_cards
def test_a_hint_in_what_is_taken_back_stays_counted(place: Place, alice: User) -> None:
    say(place, *ANSWERED)
    place.game.refresh_from_db()
    play.hint(place=place, version=place.game.version)
    take_back(place)
    assert counted(place) == (1, 1)
    assert tables.see(again(alice, place.code)).hint is None


def test_the_pile_may_be_taken_back_once_both_lie_open(just_dealt: Place) -> None:
    """Marta's card stays where it lay: she chose it first. That it was seen is why the hand counts as helped."""
    marta_acts(just_dealt, "discard", "3C")
    act(just_dealt, "discard", "2C")
    take_back(just_dealt)
    assert [(one.seat, one.card) for one in rows_in_play(just_dealt.game).discards] == [(1, "3C")]


# -- what is not ----------------------------------------------------------------------------------


@chosen_cards
def test_nothing_can_be_taken_back_before_anything_was_done(alice: User) -> None:
    place = place_for(alice)
    assert refusal(place) == "NOTHING_DONE"
    dealt(place)
    assert refusal(place) == "NOTHING_DONE"


@chosen_cards
@pytest.mark.parametrize(("left", "why"), [(4, None), *((few, asides.FEW_CARDS) for few in (3, 1, 0))])
def test_with_three_cards_or_fewer_it_is_not_offered(place: Place, left: int, why: Refusal | None) -> None:
    """Also while nobody has answered: whether the table goes on to play the rest would tell something."""
    act(place, "play", "KH")
    log = logs.read(Game.objects.get())
    view = log.rules.view(log.state, 0)
    assert view.hand is not None
    assert asides.no_way_back(log, replace(view, hand=view.hand[:left]), place.seats, 0) == why


@pytest.mark.django_db
def test_what_chance_has_done_stands(alice: User) -> None:
    """In a duel both draw after the second play: before that the first may be taken back, after it none."""
    place = place_at(alice, "cardduel")
    found = set[tuple[bool, bool, str]]()
    for _ in range(60):
        snapshot = tables.see(again(alice, place.code))
        if snapshot.result is not None:
            break
        log = logs.read(place.game)
        if log.before is not None:
            why = asides.no_way_back(log, snapshot.view, place.seats, 0)
            mine_lies = snapshot.view.table.as_json()["shown"][0] is not None  # type: ignore[index]
            found.add((mine_lies, snapshot.may_take_back, "" if why is None else why.code))
        step(place, Random(snapshot.version))
    assert found <= {(True, True, ""), (False, False, "DRAWN_SINCE")} and len(found) == 2


@pytest.mark.django_db
def test_of_a_long_duel_no_log_is_kept_to_which_nobody_can_go_back(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is one hand: the logs of all its rounds would take up memory by the square of their number."""
    log = logs.read(duels.played(alice, duels.opened(alice, monkeypatch), rounds=30).game)
    assert log.version > 60 and log.before is not None
    before = log.before.before
    assert before is None or (before.chances == log.before.chances and before.before is None)


@chosen_cards
def test_in_a_hand_it_is_not_done_without_end(place: Place, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asides, "MOST_OFTEN", 3)
    for _ in range(3):
        act(place, "play", "KH")
        take_back(place)
    act(place, "play", "KH")
    assert refusal(place) == "OFTEN_ENOUGH"
    assert not tables.see(again(alice, place.code)).may_take_back
    assert counted(place) == (0, 3)


def test_whoever_went_back_too_often_is_told_how_often() -> None:
    assert f" {asides.MOST_OFTEN} times" in str(BY_THE_TABLE[asides.OFTEN_ENOUGH.code])


def test_a_look_at_the_cards_is_not_taken_back(just_dealt: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    act(just_dealt, "discard", "2C")
    monkeypatch.setattr(asides, "CHOICES", asides.CHOICES - {"discard"})
    assert refusal(just_dealt) == "NOTHING_DONE"


@chosen_cards
def test_a_hand_that_is_over_stands(place: Place, alice: User) -> None:
    rng = Random(4)
    while not tables.see(again(alice, place.code)).hands:
        step(place, rng)
    assert refusal(place) == "NOTHING_DONE"
    place.game.refresh_from_db()
    dealt(place)
    assert refusal(place) == "NOTHING_DONE"


# -- two at once ----------------------------------------------------------------------------------


@chosen_cards
def test_marta_who_was_asked_comes_too_late(place: Place) -> None:
    asked_at = act(place, "play", "KH").version
    take_back(place)
    assert not play.reply(code=place.code, version=asked_at)


@chosen_cards
def test_an_answer_that_came_meanwhile_is_taken_back_too(place: Place) -> None:
    version = act(place, "play", "3H").version
    marta_acts(place, "play", "9H")
    play.take_back(place=place, version=version)
    assert cards_played() == []


@chosen_cards
def test_asked_twice_at_one_version_it_is_done_once(place: Place, alice: User) -> None:
    say(place, *ANSWERED, (0, "play", "QC"))
    place.game.refresh_from_db()
    version = place.game.version
    play.take_back(place=place, version=version)
    with pytest.raises(play.Stale):
        play.take_back(place=again(alice, place.code), version=version)
    assert Entry.objects.filter(source="undo").count() == 1


@chosen_cards
@pytest.mark.parametrize("version", [0, 6])
def test_another_decision_is_not_taken_back_in_its_place(place: Place, version: int) -> None:
    act(place, "play", "3H")
    with pytest.raises(play.Stale):
        play.take_back(place=place, version=version)


@pytest.mark.django_db(transaction=True)
def test_marta_thinks_while_it_is_taken_back(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever comes first, one card lies there or none, and the rows follow from the log."""
    stack(monkeypatch)
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: None)
    place = place_for(alice)
    bids_made(place)
    for _ in range(5):
        version = act(again(alice, place.code), "play", "KH").version
        at_once(
            partial(play.reply, code=place.code, version=version),
            partial(lambda at: play.take_back(place=again(alice, place.code), version=at), version),
        )
        game = Game.objects.get()
        assert cards_played() == []
        assert game.version == game.entries.count() and game.bot_due_at is None
        assert verification.differences(game=game) == ()


# -- as if it had not been ------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(often(2, there=1)))
@pytest.mark.parametrize("kind", GAMES)
def test_a_game_with_much_taken_back_is_the_game_that_stands(alice: User, kind: str, seed: int) -> None:
    place, rng = place_at(alice, kind), Random(seed)
    undone = 0
    for _ in range(260):
        snapshot = tables.see(again(alice, place.code))
        if snapshot.result is not None:
            break
        if snapshot.may_take_back and rng.random() < (0.6 if kind == "cardduel" else 0.25):
            take_back(place)
            undone += 1
        else:
            step(place, rng)
    assert undone > (0 if kind == "cardduel" else 4)
    game = Game.objects.get()
    assert verification.differences(game=game) == ()
    told, net = logs.read(game), logs.opened(game)
    assert told == logs.replayed(game, game.entries.order_by("ordinal")).stored()
    for entry in logs.standing(game.entries.order_by("ordinal")):
        net = net.with_action(entry.seat, read_action(entry.action), entry.source, datetime(2026, 1, 1, tzinfo=UTC))
    assert net.state == told.state
    assert [hand.record for hand in net.hands] == [hand.record for hand in told.hands]
    plays = [(one.hand.number, one.seat, one.card) for one in store.rows_of(game, net.fresh).plays]
    rows_there = Play.objects.filter(hand__game=game).order_by("hand__number", "trick__number", "place")
    assert sorted(plays) == sorted(rows_there.values_list("hand__number", "seat", "card"))
    before = rows(game)
    store.rebuild(game)
    assert rows(game) == before
    in_play = told.undone if game.status == "playing" and told.state.phase not in logs.BETWEEN else 0
    assert sum(Hand.objects.values_list("undone", flat=True)) + in_play == undone
    helped = {hand.number: hand.is_helped for hand in told.hands}
    ranked = dict(PersonLine.objects.exclude(number=0).values_list("number", "is_ranked"))
    assert not any(ranked[number] and helped[number] for number in ranked)


@pytest.mark.django_db
def test_record_and_replay_show_what_stands(alice: User) -> None:
    place, rng = place_at(alice, "spades"), Random(2)
    while not tables.see(again(alice, place.code)).hands:
        snapshot = tables.see(again(alice, place.code))
        take_back(place) if snapshot.may_take_back and rng.random() < 0.2 else step(place, rng)
    lobby.abandon(place=again(alice, place.code))
    told = json.loads(records.game_line(code=place.code))
    assert told["hands"][0]["undone"] == Hand.objects.get(number=1).undone > 0
    assert check(json.dumps(told)).wrong is None
    seen_again = replay.hand_of(again(alice, place.code), number=1, step=None)
    plays = [str(one.action.argument) for one in seen_again.steps if one.action.verb == "play"]
    assert len(plays) == len(set(plays)) == 52
    assert len(seen_again.views) == len(seen_again.steps) + 1


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_that_settles_nothing_says_so(kind: str) -> None:
    rules = type(ruleset(kind))
    assert ruleset(kind).settles == ("settled" in vars(rules))
