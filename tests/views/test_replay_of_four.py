"""Past hands and games of four as pages: for the people of a game, for whoever has a link, and for nobody else."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.bots.anylegal import AnyLegal
from games.engine.options import Options
from games.models import Entry, Game
from games.services.past import shares
from tests.players import let_play
from tests.playing import again
from tests.statistics.played import demo_game
from tests.views.asking import read

LEVELS = {"spades": "normal", "bidwhist": "easy"}
#: So that a game of Bid Whist has two hands.
LONG = {"win_score": 50, "lose_score": -50}
CHOSEN: list[tuple[str, Options, int]] = [
    *(("spades", {"variant": variant}, 52) for variant in ("partner", "solo", "suicide", "mirrors")),
    ("bidwhist", {}, 54),
    ("bidwhist", {"jokers": 0}, 52),
    ("bidwhist", {"name_after_kitty": True, "kitty_shown": True}, 54),
    ("bidwhist", {"nt_joker": "exchange"}, 54),
    ("bidwhist", {"renege": "table", "jokers": 1}, 53),
]


@pytest.fixture(autouse=True)
def _everybody_plays_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    let_play(monkeypatch, "spades", {"normal": AnyLegal(), "expert": AnyLegal()})
    let_play(monkeypatch, "bidwhist", {"easy": AnyLegal(), "hard": AnyLegal()})


def played(person: User, key: str, chosen: Options | None = None, *, hands: int = 2, seed: int = 5) -> Game:
    """A game with that many hands over; then it was given up, unless it had ended."""
    asked: dict[str, Any] = {**(LONG if key == "bidwhist" else {}), **(chosen or {})}
    return demo_game(person, key, seed=seed, level=LEVELS[key], hands=hands, **asked)


def replay(game: Game, number: int = 1) -> str:
    return reverse("games:replay", args=(game.code, number))


def test_a_replay_says_of_you_that_you_deal(as_alice: Client, alice: User) -> None:
    game, said = played(alice, "bidwhist", hands=4), []
    for number in range(1, game.hands.count() + 1):
        names = re.findall(r'<p class="seat__name">(.*?)</p>', read(as_alice, replay(game, number)), re.DOTALL)
        words = [" ".join(re.sub(r"<[^>]*>", " ", one).split()) for one in names]
        said += [one for one in words if "deal" in one]
    assert set(said) == {"You deal", *(f"{name} easy deals" for name in ("Bruno", "Marta", "Odile"))}


@pytest.mark.parametrize(("key", "chosen", "pack"), CHOSEN)
def test_every_hand_replays_from_the_deal_to_its_end(
    as_alice: Client, alice: User, key: str, chosen: Options, pack: int
) -> None:
    game = played(alice, key, chosen)
    steps = Entry.objects.filter(game=game, hand=1).count() - 1
    dealt = read(as_alice, replay(game), {"step": 0})
    assert dealt.count("data-card=") == pack and "As dealt." in dealt
    over = read(as_alice, replay(game), {"step": steps})
    assert over.count("data-card=") == 4 and "The hand is over." in over and 'id="points"' in over
    assert "no such step" in read(as_alice, replay(game), {"step": steps + 1})


def test_of_a_side_of_two_it_is_said_who_bid_and_took_what(as_alice: Client, alice: User) -> None:
    game = played(alice, "spades", hands=1)
    hand, looked_back = game.hands.get(), read(as_alice, reverse("games:review", args=(game.code,)))
    own = game.seats.get(user=alice).number
    for bid in hand.bids.all():
        took = hand.tricks.filter(winner=bid.seat).count()
        name = ("You", "Bruno", "Marta", "Odile")[(bid.seat - own) % 4]
        promised = {"0": "nil", "b0": "blind nil"}.get(bid.text, bid.text)
        assert f">{name}: bid {promised}, took {took}<" in looked_back


@pytest.mark.parametrize("key", LEVELS)
@pytest.mark.parametrize("hides", [True, False])
def test_a_link_shows_the_hand_and_names_only_where_they_may_be_shown(alice: User, key: str, hides: bool) -> None:
    game = played(alice, key)
    token = shares.share(place=again(alice, game.code), hand=None, hides_names=hides)
    shown = read(Client(), f"/shared/{token}/hands/1/", {"step": 30}) + read(Client(), f"/shared/{token}/")
    assert ("alice" in shown) == (not hides)
    assert ("Player 1" in shown) == hides
    mains = "".join(re.findall(r"<main.*?</main>", shown, re.DOTALL))
    assert "Marta" in mains and "You" not in mains.replace("Your", "")


def test_a_computer_players_choice_is_called_by_its_name(as_alice: Client, alice: User) -> None:
    game = played(alice, "spades")
    seats = Entry.objects.filter(game=game, hand=1).order_by("ordinal").values_list("seat", flat=True)
    for step in (list(seats).index(1), list(seats).index(0)):
        assert ("Bruno’s choice at this step" in read(as_alice, replay(game), {"step": step})) == (seats[step] == 1)
