"""Bid Whist through the table flow and its rows: kitty, jokers exchanged, calls of reneges, and deals from the seal."""

import json
from random import Random
from typing import ClassVar

import pytest

from accounts.models import User
from accounts.people import Person
from games.bidwhist.auction import pack
from games.bots.anylegal import AnyLegal
from games.engine.actions import Action
from games.engine.options import Options
from games.engine.state import DEALER, SeatView
from games.models import Discard, Entry, Game, Hand, Play, Trick
from games.records.referee import check
from games.services.moves import play, store
from games.services.past import proofs, records
from games.services.people import lobby
from games.services.table import seeds, tables
from tests.moves.derived import rows
from tests.players import let_play
from tests.playing import again
from tests.records.stored import loaded

pytestmark = pytest.mark.django_db
EXCHANGE: Options = {"nt_joker": "exchange", "min_bid": 3}
TABLE: Options = {"renege": "table", "jokers": 1}


class Fixed:
    """Anything legal, the same whenever the same is seen: what is dealt is fixed here, too."""

    version: ClassVar[int] = 1

    def choose(self, view: SeatView, rng: Random) -> Action:
        return AnyLegal().choose(view, Random(f"{view.number} {len(view.actions)} {view.seat} {view.hand}"))


def played(alice: User, monkeypatch: pytest.MonkeyPatch, chosen: Options, *, seed: int) -> Game:
    """A game of alice at seat 0 and three computer players."""
    let_play(monkeypatch, "bidwhist", {"easy": Fixed()})
    secrets = Random(seed)
    monkeypatch.setattr(seeds, "new_secret", lambda: secrets.randbytes(32))
    code = lobby.open_game(person=Person(user=alice), key="bidwhist", chosen=chosen, level="easy")
    for _ in range(400):
        place = again(alice, code)
        snapshot = tables.see(place)
        if snapshot.result is not None:
            return place.game
        if snapshot.needs_deal:
            play.deal(place=place, seed="a seed", version=snapshot.version)
        elif snapshot.seat in snapshot.view.waits_for:
            play.submit(place=place, action=Fixed().choose(snapshot.view, Random(0)), version=snapshot.version)
        else:
            assert play.reply(code=code, version=snapshot.version), "a computer player is waited for"
    raise AssertionError("the game never ended")


def hands_of(game: Game) -> list[Hand]:
    return list(Hand.objects.filter(game=game).order_by("number"))


@pytest.mark.parametrize(
    ("chosen", "seed", "verbs"), [(EXCHANGE, 42, {"joker"}), (TABLE, 39, {"call", "book", "confirm"})]
)
def test_every_card_of_every_hand_is_one_row(
    alice: User, monkeypatch: pytest.MonkeyPatch, chosen: Options, seed: int, verbs: set[str]
) -> None:
    game = played(alice, monkeypatch, chosen, seed=seed)
    assert game.status == "finished" and game.winner in (0, 1)
    assert verbs <= {json.loads(entry.action)[0] for entry in game.entries.all()}
    whole = sorted(one.text for one in pack(int(str(chosen.get("jokers", 2)))))
    hands = hands_of(game)
    assert len(hands) == 2
    for hand in hands:
        put_aside = list(Discard.objects.filter(hand=hand).values_list("card", flat=True))
        laid = list(Play.objects.filter(hand=hand).values_list("card", flat=True))
        assert sorted(put_aside + laid) == whole
        assert Trick.objects.filter(hand=hand, winner__isnull=False).count() == 12
        assert hand.first == (hands[0].first + hand.number - 1) % 4
        confirmed = game.entries.filter(hand=hand.number, action='["confirm"]').values_list("seat", flat=True)
        assert sorted(seat % 2 for seat in confirmed) == ([0, 1] if chosen is TABLE else [])
    before = rows(game)
    store.rebuild(game)
    assert rows(game) == before


def test_its_record_and_its_proofs_tell_the_same_deals(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(alice, monkeypatch, EXCHANGE, seed=42)
    place = again(alice, game.code)
    line = records.game_line(code=place.code)
    assert check(line).wrong is None and loaded().check_records([line])
    drawn = Entry.objects.filter(game=game, seat=DEALER, action__startswith='["joker"')
    snapshot = [proofs.deal_of(place, number=hand.number) for hand in hands_of(game)]
    assert drawn.exists()
    assert [len(one.draws) for one in snapshot] == [drawn.filter(hand=one.number).count() for one in snapshot]
    for one, hand in zip(snapshot, hands_of(game), strict=True):
        assert (len(one.pattern.pack), one.kitty, one.first) == (54, tuple(hand.deal["kitty"]), hand.first)
        assert all(draw.card in draw.among for draw in one.draws)


def test_playing_again_goes_on_with_the_match(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    first = played(alice, monkeypatch, {"win_score": 1, "lose_score": -1}, seed=5)
    place = again(alice, lobby.open_again(place=again(alice, first.code)))
    play.deal(place=place, seed="another seed", version=0)
    won = [1, 0] if first.winner == 0 else [0, 1]
    assert tables.see(place).view.wins == tuple(won)  # type: ignore[attr-defined]
    lobby.abandon(place=place)
    told = json.loads(records.game_line(code=place.code))
    assert told["start"]["wins"] == won
    assert check(json.dumps(told)).wrong is None
    assert proofs.deal_of(again(alice, place.code), number=1)
