"""Rows, records and proofs of Bid Whist and Card Duel: joker exchanges, renege calls, stacks and reshuffles."""

import json
from random import Random
from typing import ClassVar

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.people import Person
from games.bidwhist.legal import pack
from games.bots.base import AnyLegal
from games.engine.actions import Action
from games.engine.options import Options
from games.engine.state import DEALER, SeatView
from games.records import export, proofs
from games.records.referee import check
from games.records.verification import rebuild
from games.statistics.models import PersonLine
from games.table import opening, play, seeds, tables
from games.table.models import Bid, Discard, Entry, Game, Hand, Play, Seal, Seat, Trick
from games.table.move import Refused
from games.table.tables import Place
from tests.play import reload, set_players
from tests.records.stored import verify_deal_program
from tests.table.conftest import derived_rows
from tests.table.duels import ROUNDS, open_duel, play_duel
from tests.table.positions import table_page

pytestmark = pytest.mark.django_db
EXCHANGE: Options = {"nt_joker": "exchange", "min_bid": 3}
TABLE: Options = {"renege": "table", "jokers": 1}


class Repeatable:
    """A random bot whose choice depends on the view alone."""

    version: ClassVar[int] = 1

    def choose(self, view: SeatView, rng: Random) -> Action:
        return AnyLegal().choose(view, Random(f"{view.number} {len(view.actions)} {view.seat} {view.hand}"))


def play_whist(alice: User, monkeypatch: pytest.MonkeyPatch, chosen: Options, *, seed: int) -> Game:
    """Play a game between alice at seat 0 and three bots to its end."""
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
            assert play.reply(code=code, version=snapshot.version), "a bot is to act but made no action"
    raise AssertionError("the game never ended")


@pytest.mark.parametrize(
    ("chosen", "seed", "verbs"), [(EXCHANGE, 42, {"joker"}), (TABLE, 39, {"call", "book", "confirm"})]
)
def test_rows_record_and_proofs_of_bid_whist_agree(
    alice: User, monkeypatch: pytest.MonkeyPatch, chosen: Options, seed: int, verbs: set[str]
) -> None:
    """Each card of the pack is one row, of a discard or of a play."""
    game = play_whist(alice, monkeypatch, chosen, seed=seed)
    place = reload(alice, game.code)
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
        drawn = game.entries.filter(hand=hand.number, seat=DEALER, action__startswith='["joker"')
        proof = proofs.deal_of(place, number=hand.number, own=0)["data"]
        assert (proof["kitty"], proof["first"]) == (tuple(hand.deal["kitty"]), hand.first)
        assert len(proof["pack"]) == len(whole)
        assert len(proof["draws"]) == drawn.count() and all(one["card"] in one["among"] for one in proof["draws"])
    before = derived_rows(game)
    rebuild(game=game)
    assert derived_rows(game) == before
    record = export.game_line(code=game.code)
    assert check(record).wrong is None and verify_deal_program().check_records([record])


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
    assert proofs.deal_of(reload(alice, place.code), number=1, own=0)


def test_the_won_games_follow_a_player_who_moves_to_another_side(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alice sat at seat 1 of a game among people whose accounts are gone; in the next game she is seat 0."""
    first = play_whist(alice, monkeypatch, {"win_score": 1, "lose_score": -1}, seed=5)
    for number, new in ((1, 5), (0, 1), (5, 0)):
        Seat.objects.filter(game=first, number=number).update(number=new)
    place = reload(alice, opening.open_again(place=reload(alice, first.code)))
    play.deal(place=place, seed="another seed", version=0)
    won = (1, 0) if first.winner == 1 else (0, 1)
    assert tables.see(place).view.wins == won  # type: ignore[attr-defined]


@pytest.fixture
def duel(alice: User, monkeypatch: pytest.MonkeyPatch) -> Place:
    return open_duel(alice, monkeypatch)


def test_a_duel_of_full_length_accepts_only_its_end(alice: User, duel: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Near `MOST_IN_A_HAND` actions only an action that ends the hand is accepted, here a blaze of glory."""
    place, most = play_duel(alice, duel, rounds=2), play.MOST_IN_A_HAND
    monkeypatch.setattr(play, "MOST_IN_A_HAND", 4 + play.ANSWERS)
    snapshot = tables.see(place)
    for legal in (one for one in snapshot.view.legal if isinstance(one, Action) and one.verb == "play"):
        with pytest.raises(Refused, match="LONG_ENOUGH"):
            play.submit(place=place, action=legal, version=snapshot.version)
    assert f" {most:,} moves" in table_page(snapshot).why(play.LONG_ENOUGH.code)
    assert play.submit(place=place, action=Action("blaze"), version=snapshot.version).result is not None


@pytest.mark.postgresql
def test_every_round_is_a_trick_and_a_card_is_played_once_between_reshuffles(alice: User, duel: Place) -> None:
    game = play_duel(alice, duel).game
    hand = Hand.objects.get(game=game)
    assert hand.result is not None and hand.sheet is not None
    assert (game.status, game.why, game.scores) == ("finished", "rounds", hand.result["hp"])
    assert hand.result["rounds"] == len(hand.sheet["rounds"]) == ROUNDS
    tricks = Trick.objects.filter(hand=hand).order_by("number").values_list("number", "leader", "winner")
    assert list(tricks) == [(number, (number - 1) % 2, None) for number in range(1, ROUNDS + 1)]
    sizes = [len(json.loads(entry.action)[1]) for entry in Entry.objects.filter(game=game, action__contains='play",[')]
    assert Play.objects.filter(hand=hand).count() == sum(sizes) + 2 * ROUNDS - len(sizes)
    assert len(sizes) > 5
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


def test_the_seal_gives_every_reshuffle_and_the_record_is_proved(alice: User, duel: Place) -> None:
    place = play_duel(alice, duel)
    proof = proofs.deal_of(place, number=1, own=0)["data"]
    seal = Seal.objects.get(game=place.game, number=1)
    assert len(proof["reshuffles"]) >= 2
    assert [one["event"] for one in proof["reshuffles"]] == list(range(2, 2 + len(proof["reshuffles"])))
    assert seal.events == 2 + len(proof["reshuffles"])
    program, secret = verify_deal_program(), bytes(seal.server_seed)
    deck = program.deck_of(secret, "a seed", 1, 1)
    assert (tuple(deck[10:]), proof["event"], proof["first"], proof["drawn"]) == (proof["deck"], 1, 0, None)
    for one in proof["reshuffles"]:
        assert tuple(program.deck_of(secret, "a seed", 1, one["event"], one["deck"])) == one["deck"]
    line = export.game_line(code=place.code)
    assert check(line).wrong is None
    record = json.loads(line)
    assert program.faults(record, record["hands"][0]) == []
