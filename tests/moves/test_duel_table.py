"""A duel through the table flow and its rows: stacks, rounds that nobody wins, reshuffles from the hand’s own seal."""

import json
from random import Random

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from games.engine.actions import Action
from games.engine.state import DEALER
from games.models import Bid, Entry, Hand, PersonLine, Play, Seal, Trick
from games.presenters import why
from games.records.referee import check
from games.services.log import logs
from games.services.moves import move, play, store
from games.services.past import proofs, records
from games.services.table import tables
from games.services.table.tables import Place
from tests.moves.derived import rows
from tests.moves.duels import ROUNDS, Peaceful, opened, played
from tests.playing import again
from tests.records.stored import loaded

pytestmark = pytest.mark.django_db


@pytest.fixture
def duel(alice: User, monkeypatch: pytest.MonkeyPatch) -> Place:
    return opened(alice, monkeypatch)


def test_every_round_is_a_trick_and_every_card_of_a_stack_a_play(alice: User, duel: Place) -> None:
    game = played(alice, duel).game
    hand = Hand.objects.get(game=game)
    assert hand.result is not None and hand.sheet is not None
    assert (game.status, game.why, game.scores) == ("finished", "rounds", hand.result["hp"])
    assert hand.result["rounds"] == len(hand.sheet["rounds"]) == ROUNDS
    tricks = list(Trick.objects.filter(hand=hand).order_by("number"))
    assert [trick.number for trick in tricks] == list(range(1, ROUNDS + 1))
    assert [trick.leader for trick in tricks] == [0, 1] * (ROUNDS // 2)
    assert {trick.winner for trick in tricks} == {None}
    sizes = [len(json.loads(entry.action)[1]) for entry in Entry.objects.filter(game=game, action__contains='play",[')]
    assert Play.objects.filter(hand=hand).count() == sum(sizes) + 2 * ROUNDS - len(sizes)
    assert len(sizes) > 5


def test_a_duel_as_long_as_its_record_may_be_takes_only_what_ends_it(
    alice: User, duel: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, most = played(alice, duel, rounds=2), play.MOST_IN_A_HAND
    monkeypatch.setattr(play, "MOST_IN_A_HAND", 4 + play.ANSWERS)
    snapshot = tables.see(place)
    for legal in (one for one in snapshot.view.legal if isinstance(one, Action) and one.verb == "play"):
        with pytest.raises(play.Refused, match="LONG_ENOUGH"):
            play.submit(place=place, action=legal, version=snapshot.version)
    assert f" {most:,} moves" in why(snapshot, play.LONG_ENOUGH)
    assert play.submit(place=place, action=Action("blaze"), version=snapshot.version).result is not None


def test_a_card_comes_again_after_a_reshuffle_and_not_before(alice: User, duel: Place) -> None:
    game = played(alice, duel).game
    shuffles = Entry.objects.filter(game=game, seat=DEALER, action__startswith='["reshuffle"').count()
    assert shuffles >= 2
    plays = list(Play.objects.filter(hand__game=game).values_list("shuffle", "card"))
    assert {shuffle for shuffle, _ in plays} == set(range(shuffles + 1))
    assert len({card for _, card in plays}) < len(plays) == len(set(plays))
    one = Play.objects.filter(hand__game=game, shuffle=1)[0]
    one.pk, one.place = None, 99
    sentence = "a_card_is_played_once_between_shuffles|games_play.shuffle"
    with pytest.raises(IntegrityError, match=sentence), transaction.atomic():
        one.save(force_insert=True)


def test_a_blaze_is_a_row_and_ends_the_round_without_a_score(alice: User, duel: Place) -> None:
    place = played(alice, duel, rounds=1)
    snapshot = play.submit(place=place, action=Action("blaze"), version=tables.see(place).version)
    assert snapshot.result is not None and snapshot.result.why == "blaze"
    bid = Bid.objects.get(hand__game=place.game)
    assert (bid.seat, bid.text, bid.tricks) == (0, "blaze", None)
    assert Hand.objects.get(game=place.game).result == {"hp": list(snapshot.hands[0].record["hp"]), "rounds": 2}  # type: ignore[arg-type]
    assert Trick.objects.filter(hand__game=place.game).count() == 2
    before = rows(place.game)
    store.rebuild(place.game)
    assert rows(place.game) == before
    assert PersonLine.objects.filter(game=place.game).count() == 2


def _told(place: Place, seat: int, action: Action) -> None:
    """That one action and no more."""
    version = logs.read(place.game).version
    move.make_move(place.game, place.seats, version, lambda turn: turn.add(seat, action, "computer"), seat=None)


def test_a_covered_top_is_nowhere_in_what_the_other_is_given(alice: User, duel: Place) -> None:
    play.deal(place=duel, seed="a seed", version=0)
    place = again(alice, duel.code)
    for seat in (0, 1):
        log = logs.read(place.game)
        _told(place, seat, Peaceful().choose(log.rules.view(log.state, seat), Random(1)))
    log = logs.read(place.game)
    stack = next(
        one
        for one in log.rules.legal_actions(log.state, 1)
        if isinstance(one, Action) and isinstance(one.argument, tuple)
    )
    _told(place, 1, stack)
    after = tables.see(again(alice, place.code))
    assert isinstance(stack.argument, tuple)
    assert after.view.table.as_json()["shown"] == [None, [*stack.argument[:-1], "??"]]
    assert repr(stack.argument[-1]) not in repr(after)


def test_the_seal_gives_every_reshuffle(alice: User, duel: Place) -> None:
    place = played(alice, duel)
    snapshot = proofs.deal_of(place, number=1)
    seal = Seal.objects.get(game=place.game, number=1)
    assert len(snapshot.reshuffles) >= 2
    assert [one.event for one in snapshot.reshuffles] == list(range(2, 2 + len(snapshot.reshuffles)))
    assert seal.events == 2 + len(snapshot.reshuffles)
    program, secret = loaded(), bytes(seal.server_seed)
    deck = program.deck_of(secret, "a seed", 1, 1)
    assert (tuple(deck[10:]), snapshot.event, snapshot.first, snapshot.drawn) == (snapshot.deck, 1, 0, None)
    for one in snapshot.reshuffles:
        assert tuple(program.deck_of(secret, "a seed", 1, one.event, one.deck)) == one.deck


def test_its_record_is_right_and_proved(alice: User, duel: Place) -> None:
    line = records.game_line(code=played(alice, duel).code)
    assert check(line).wrong is None
    record = json.loads(line)
    assert loaded().faults("cardduel", record["hands"][0], loaded().dealt_to_first(record, 1)) == []


def test_a_reshuffle_that_the_seeds_do_not_give_is_a_fault(alice: User, duel: Place) -> None:
    """The last deck is turned round below the cards that were drawn from it: the same duel, and another shuffle."""
    record = json.loads(records.game_line(code=played(alice, duel).code))
    decks = [action[2] for action in record["hands"][0]["actions"] if action[1] == "reshuffle"]
    decks[-1][-2:] = reversed(decks[-1][-2:])
    assert check(json.dumps(record)).wrong is None
    assert loaded().faults("cardduel", record["hands"][0], loaded().dealt_to_first(record, 1))
