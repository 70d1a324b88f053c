"""Bid Whist and Card Duel at the table: jokers, calls, stacks and reshuffles as rows, record and proof."""

import json
from random import Random
from typing import ClassVar

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.people import Person
from games.bidwhist.auction import pack
from games.bots.base import AnyLegal
from games.engine.actions import Action
from games.engine.options import Options
from games.engine.state import DEALER, SeatView
from games.records import export, proofs
from games.records.referee import check
from games.records.verification import rebuild
from games.statistics.models import PersonLine
from games.table import logs, move, opening, play, seeds, tables
from games.table.models import Bid, Discard, Entry, Game, Hand, Play, Seal, Trick
from games.table.tables import Place
from tests.play import reload, set_players
from tests.records.stored import loaded
from tests.table.conftest import derived_rows
from tests.table.duels import ROUNDS, Peaceful, open_duel, play_duel
from tests.table.positions import table_page

pytestmark = pytest.mark.django_db
EXCHANGE: Options = {"nt_joker": "exchange", "min_bid": 3}
TABLE: Options = {"renege": "table", "jokers": 1}


class Repeatable:
    """A random bot that repeats its choice in the same view."""

    version: ClassVar[int] = 1

    def choose(self, view: SeatView, rng: Random) -> Action:
        return AnyLegal().choose(view, Random(f"{view.number} {len(view.actions)} {view.seat} {view.hand}"))


def play_whist(alice: User, monkeypatch: pytest.MonkeyPatch, chosen: Options, *, seed: int) -> Game:
    """Play a game of alice at seat 0 with three bots to its end."""
    set_players(monkeypatch, "bidwhist", {"easy": Repeatable()})
    secrets = Random(seed)
    monkeypatch.setattr(seeds, "new_secret", lambda: secrets.randbytes(32))
    code = opening.open_game(person=Person(user=alice), key="bidwhist", chosen=chosen, level="easy")
    for _ in range(400):
        place = reload(alice, code)
        snapshot = tables.see(place)
        if snapshot.result is not None:
            return place.game
        if snapshot.needs_deal:
            play.deal(place=place, seed="a seed", version=snapshot.version)
        elif snapshot.seat in snapshot.view.waits_for:
            play.submit(place=place, action=Repeatable().choose(snapshot.view, Random(0)), version=snapshot.version)
        else:
            assert play.reply(code=code, version=snapshot.version), "a computer player is waited for"
    raise AssertionError("the game never ended")


@pytest.mark.parametrize(
    ("chosen", "seed", "verbs"), [(EXCHANGE, 42, {"joker"}), (TABLE, 39, {"call", "book", "confirm"})]
)
def test_every_card_of_a_bid_whist_hand_is_one_row(
    alice: User, monkeypatch: pytest.MonkeyPatch, chosen: Options, seed: int, verbs: set[str]
) -> None:
    game = play_whist(alice, monkeypatch, chosen, seed=seed)
    assert game.status == "finished" and game.winner in (0, 1)
    assert verbs <= {json.loads(entry.action)[0] for entry in game.entries.all()}
    whole = sorted(one.text for one in pack(int(str(chosen.get("jokers", 2)))))
    hands = game.hands.order_by("number")
    assert len(hands) == 2
    for hand in hands:
        put_aside = list(Discard.objects.filter(hand=hand).values_list("card", flat=True))
        laid = list(Play.objects.filter(hand=hand).values_list("card", flat=True))
        assert sorted(put_aside + laid) == whole
        assert Trick.objects.filter(hand=hand, winner__isnull=False).count() == 12
        assert hand.first == (hands[0].first + hand.number - 1) % 4
        confirmed = game.entries.filter(hand=hand.number, action='["confirm"]').values_list("seat", flat=True)
        assert sorted(seat % 2 for seat in confirmed) == ([0, 1] if chosen is TABLE else [])
    before = derived_rows(game)
    rebuild(game=game)
    assert derived_rows(game) == before


def test_record_and_proofs_of_bid_whist_agree(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_whist(alice, monkeypatch, EXCHANGE, seed=42)
    place = reload(alice, game.code)
    line = export.game_line(code=place.code)
    assert check(line).wrong is None and loaded().check_records([line])
    drawn = Entry.objects.filter(game=game, seat=DEALER, action__startswith='["joker"')
    snapshot = [proofs.deal_of(place, number=hand.number) for hand in game.hands.order_by("number")]
    assert drawn.exists()
    assert [len(one.draws) for one in snapshot] == [drawn.filter(hand=one.number).count() for one in snapshot]
    for one, hand in zip(snapshot, game.hands.order_by("number"), strict=True):
        assert (len(one.pattern.pack), one.kitty, one.first) == (54, tuple(hand.deal["kitty"]), hand.first)
        assert all(draw.card in draw.among for draw in one.draws)


def test_a_rematch_of_bid_whist_keeps_the_won_games(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    first = play_whist(alice, monkeypatch, {"win_score": 1, "lose_score": -1}, seed=5)
    place = reload(alice, opening.open_again(place=reload(alice, first.code)))
    play.deal(place=place, seed="another seed", version=0)
    won = [1, 0] if first.winner == 0 else [0, 1]
    assert tables.see(place).view.wins == tuple(won)  # type: ignore[attr-defined]
    opening.abandon(place=place)
    record = json.loads(export.game_line(code=place.code))
    assert record["start"]["wins"] == won
    assert check(json.dumps(record)).wrong is None
    assert proofs.deal_of(reload(alice, place.code), number=1)


@pytest.fixture
def duel(alice: User, monkeypatch: pytest.MonkeyPatch) -> Place:
    return open_duel(alice, monkeypatch)


def test_every_round_is_a_trick_and_every_stacked_card_a_play(alice: User, duel: Place) -> None:
    game = play_duel(alice, duel).game
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


def test_a_duel_of_maximum_length_accepts_only_its_end(
    alice: User, duel: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, most = play_duel(alice, duel, rounds=2), play.MOST_IN_A_HAND
    monkeypatch.setattr(play, "MOST_IN_A_HAND", 4 + play.ANSWERS)
    snapshot = tables.see(place)
    for legal in (one for one in snapshot.view.legal if isinstance(one, Action) and one.verb == "play"):
        with pytest.raises(play.Refused, match="LONG_ENOUGH"):
            play.submit(place=place, action=legal, version=snapshot.version)
    assert f" {most:,} moves" in table_page(snapshot).why(play.LONG_ENOUGH.code)
    assert play.submit(place=place, action=Action("blaze"), version=snapshot.version).result is not None


@pytest.mark.postgresql
def test_a_card_is_played_once_between_reshuffles(alice: User, duel: Place) -> None:
    game = play_duel(alice, duel).game
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
    place = play_duel(alice, duel, rounds=1)
    snapshot = play.submit(place=place, action=Action("blaze"), version=tables.see(place).version)
    assert snapshot.result is not None and snapshot.result.why == "blaze"
    bid = Bid.objects.get(hand__game=place.game)
    assert (bid.seat, bid.text, bid.tricks) == (0, "blaze", None)
    assert Hand.objects.get(game=place.game).result == {"hp": list(snapshot.hands[0].record["hp"]), "rounds": 2}  # type: ignore[arg-type]
    assert Trick.objects.filter(hand__game=place.game).count() == 2
    before = derived_rows(place.game)
    rebuild(game=place.game)
    assert derived_rows(place.game) == before
    assert PersonLine.objects.filter(game=place.game).count() == 2


def test_a_covered_top_card_is_not_in_the_opponents_snapshot(alice: User, duel: Place) -> None:
    play.deal(place=duel, seed="a seed", version=0)
    place = reload(alice, duel.code)
    for seat in (0, 1):
        log = logs.read(place.game)
        make_action(place, seat, Peaceful().choose(log.rules.view(log.state, seat), Random(1)))
    log = logs.read(place.game)
    stack = next(
        one
        for one in log.rules.legal_actions(log.state, 1)
        if isinstance(one, Action) and isinstance(one.argument, tuple)
    )
    make_action(place, 1, stack)
    after = tables.see(reload(alice, place.code))
    assert isinstance(stack.argument, tuple)
    assert after.view.table.as_json()["shown"] == [None, [*stack.argument[:-1], "??"]]
    assert repr(stack.argument[-1]) not in repr(after)


def test_the_seal_gives_every_reshuffle(alice: User, duel: Place) -> None:
    place = play_duel(alice, duel)
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


def test_the_record_of_a_duel_is_right_and_proved(alice: User, duel: Place) -> None:
    line = export.game_line(code=play_duel(alice, duel).code)
    assert check(line).wrong is None
    record = json.loads(line)
    assert loaded().faults("cardduel", record["hands"][0], loaded().dealt_to_first(record, 1)) == []


def test_a_reshuffle_that_the_seeds_do_not_give_is_a_fault(alice: User, duel: Place) -> None:
    """The last deck is changed below the drawn cards: the same duel with another shuffle."""
    record = json.loads(export.game_line(code=play_duel(alice, duel).code))
    decks = [action[2] for action in record["hands"][0]["actions"] if action[1] == "reshuffle"]
    decks[-1][-2:] = reversed(decks[-1][-2:])
    assert check(json.dumps(record)).wrong is None
    assert loaded().faults("cardduel", record["hands"][0], loaded().dealt_to_first(record, 1))


def make_action(place: Place, seat: int, action: Action) -> None:
    version = logs.read(place.game).version
    move.make_move(place.game, place.seats, version, lambda turn: turn.add(seat, action, "computer"), seat=None)
