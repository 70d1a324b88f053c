"""Past hands and games of four as pages: for the people of a game, for whoever has a link, and for nobody else."""

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
from tests.views.asking import HTMX

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
    asked = {**(LONG if key == "bidwhist" else {}), **(chosen or {})}
    return demo_game(person, key, seed=seed, level=LEVELS[key], hands=hands, **asked)


def page(client: Client, address: str, **asked: int) -> str:
    answer = client.get(address, asked)
    assert answer.status_code == 200
    return answer.content.decode()


def replay(game: Game, number: int = 1) -> str:
    return reverse("games:replay", args=(game.code, number))


@pytest.mark.parametrize(("key", "chosen", "pack"), CHOSEN)
def test_every_hand_replays_from_the_deal_to_its_end(
    as_alice: Client, alice: User, key: str, chosen: Options, pack: int
) -> None:
    game = played(alice, key, chosen)
    steps = Entry.objects.filter(game=game, hand=1).count() - 1
    dealt = page(as_alice, replay(game), step=0)
    assert dealt.count("data-card=") == pack and "As dealt." in dealt
    over = page(as_alice, replay(game), step=steps)
    assert over.count("data-card=") == 4 and "The hand is over." in over and 'id="points"' in over
    assert "no such step" in page(as_alice, replay(game), step=steps + 1)


@pytest.mark.parametrize(
    ("key", "lines", "before"), [("spades", 14, "Bids:"), ("bidwhist", 13, "Put aside:")], ids=LEVELS
)
def test_without_script_every_step_and_trick_is_a_link_and_with_it_the_part_is_sent_alone(
    as_alice: Client, alice: User, key: str, lines: int, before: str
) -> None:
    """One line more than there are tricks: the bids, or the calls and the discard."""
    game = played(alice, key)
    shown = page(as_alice, replay(game), step=20)
    for step in (0, 19, 21):
        assert f'href="?step={step}"' in shown
    assert shown.count('id="trick-') == lines and before in shown
    part = as_alice.get(replay(game), {"step": 9}, headers=HTMX).content.decode()
    assert part.startswith("<main") and "<html" not in part


def test_a_joker_turned_in_is_a_step_of_nobodys(as_alice: Client, alice: User) -> None:
    game = next(game for game in (_exchanged(alice, seed) for seed in range(20)) if game is not None)
    drawn = Entry.objects.filter(game=game, action__startswith='["joker"').order_by("ordinal").first()
    assert drawn is not None
    step = Entry.objects.filter(game=game, hand=drawn.hand, ordinal__lt=drawn.ordinal).count()
    shown = page(as_alice, replay(game, drawn.hand), step=step)
    assert "turned in" in shown and "choice at this step" not in shown


def _exchanged(alice: User, seed: int) -> Game | None:
    """A game in which a joker was turned in; None if there was none."""
    Game.objects.all().delete()
    game = played(alice, "bidwhist", {"nt_joker": "exchange"}, seed=seed, hands=4)
    return game if Entry.objects.filter(game=game, action__startswith='["joker"').exists() else None


@pytest.mark.parametrize("key", LEVELS)
def test_the_review_leads_to_every_hand(as_alice: Client, alice: User, key: str) -> None:
    game = played(alice, key)
    shown = page(as_alice, reverse("games:review", args=(game.code,)))
    assert replay(game, 1) in shown and replay(game, 2) in shown
    assert "You and Marta" in shown and "Bruno and Odile" in shown


@pytest.mark.parametrize("key", LEVELS)
@pytest.mark.parametrize("hides", [True, False])
def test_a_link_shows_the_hand_and_names_only_where_they_may_be_shown(alice: User, key: str, hides: bool) -> None:
    game = played(alice, key)
    token = shares.share(place=again(alice, game.code), hand=None, hides_names=hides)
    shown = page(Client(), f"/shared/{token}/hands/1/", step=30) + page(Client(), f"/shared/{token}/")
    assert ("alice" in shown) == (not hides)
    assert ("Player 1" in shown) == hides
    assert "Marta" in shown and "You" not in shown.replace("Your", "")


def test_a_computer_players_choice_is_called_by_its_name(as_alice: Client, alice: User) -> None:
    game = played(alice, "spades")
    seats = Entry.objects.filter(game=game, hand=1).order_by("ordinal").values_list("seat", flat=True)
    for step in (list(seats).index(1), list(seats).index(0)):
        assert ("Bruno’s choice at this step" in page(as_alice, replay(game), step=step)) == (seats[step] == 1)
