"""POST games/<code>/act/ in Bid Whist: every refusal of the rules is a sentence on the table and changes no row."""

import html
from collections.abc import Sequence

import pytest
from django.test import Client

from accounts.models import User
from accounts.people import Person
from games.bidwhist.rules import BidWhist
from games.engine.actions import START, Action, deal
from games.engine.cards import Draw, cards
from games.engine.options import Options
from games.engine.state import Phase, State
from games.models import Bid, Discard, Entry, Game, Play, Trick
from games.services.log import logs
from games.services.moves import move, play
from games.services.people import lobby
from games.services.table import tables
from games.services.table.tables import Place
from tests.engine.bidwhist_positions import DEAL, KITTY, RULES
from tests.moves.whist_people import line
from tests.playing import again, post

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
ASIDE = "S discard 2H 2C 7D 6D 5D 2D"
CONTRACT = ("S bid 4U", "W pass", "N pass", "E pass", "S trump S")
THEIR_CONTRACT = ("S pass", "W bid 4U", "N pass", "E pass")
NO_TRUMP = ("S bid 4N", "W pass", "N pass", "E pass", "S direction up")
#: A trick in which West did not follow suit.
TRICK = ("S play AS", "W play QH", "N play 7S", "E play 4S")
#: South holds both jokers, and no diamond.
NO_DIAMONDS = ("AS KS QS 9S AH 4H 3H AC KC 7C BJ LJ", *DEAL[1:])
TABLE: Options = {"renege": "table"}


@pytest.fixture
def sat_down(alice: User, monkeypatch: pytest.MonkeyPatch) -> "Sitting":
    return Sitting(alice, monkeypatch)


class Sitting:
    """Alice sits South at games whose cards are chosen; unless told otherwise East deals and she speaks first."""

    def __init__(self, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
        self._alice, self._monkeypatch = alice, monkeypatch

    def at(
        self, *said: str, dealer: int = 3, hands: Sequence[str] = DEAL, kitty: str = KITTY, **chosen: object
    ) -> Place:
        def chance(self: BidWhist, state: State, draw: Draw) -> Action:
            if state.phase is Phase.START:
                return Action(START, {"dealer": dealer, "score": (0, 0), "wins": (0, 0)})
            return deal([cards(hand) for hand in hands], kitty=cards(kitty))

        self._monkeypatch.setattr(BidWhist, "chance", chance)
        code = lobby.open_game(person=Person(user=self._alice), key="bidwhist", chosen=chosen, level="easy")
        place = again(self._alice, code)
        play.deal(place=place, seed="a seed", version=tables.see(place).version)
        for text in said:
            if text == "the rest":
                self._play_out(code)
            else:
                self._say(code, *line(text))
        return again(self._alice, code)

    def _play_out(self, code: str) -> None:
        """Every seat plays the first card it may, until all tricks are there."""
        while (state := logs.read(again(self._alice, code).game).state).phase is Phase.PLAY:
            seat = min(RULES.waits_for(state))
            self._say(code, seat, RULES.legal_actions(state, seat)[0])  # type: ignore[arg-type]  # no pick in the play

    def _say(self, code: str, seat: int, action: Action) -> None:
        place = again(self._alice, code)
        move.make_move(
            place.game,
            place.seats,
            place.game.version,
            lambda turn: turn.add(seat, action, Entry.Source.COMPUTER if seat else Entry.Source.PERSON),
            seat=None,
        )


def rows() -> list[int]:
    return [model.objects.count() for model in (Entry, Bid, Discard, Trick, Play)]


REFUSED: dict[str, tuple[tuple[str, ...], dict[str, object], str, str]] = {
    "NOT_YOUR_TURN": ((), {"dealer": 0}, "S bid 5U", "It is Bruno’s turn."),
    "WRONG_PHASE": ((), {}, "S trump S", "That cannot be done at this point of the hand."),
    "DEALER_MUST_BID": (
        ("W pass", "N pass", "E pass"),
        {"dealer": 0},
        "S pass",
        "The others have passed, so the dealer must bid.",
    ),
    "BELOW_MIN": ((), {}, "S bid 3U", "The lowest level here is 4."),
    "ABOVE_SEVEN": ((), {}, "S bid 8U", "The highest level is seven."),
    "NOT_HIGHER, lower": (
        ("W bid 7D", "N pass", "E pass"),
        {"dealer": 0},
        "S bid 6N",
        "A bid must outrank the last one. You may bid 7 no trump.",
    ),
    "NOT_HIGHER, equal": (
        ("W bid 7D", "N pass", "E pass"),
        {"dealer": 0},
        "S bid 7U",
        "A bid must outrank the last one. You may bid 7 no trump.",
    ),
    "BAD_NAME, suit": (CONTRACT[:4], {}, "S trump X", "Name one of the four suits, or up or down."),
    "BAD_NAME, direction": (NO_TRUMP[:4], {}, "S direction left", "Name one of the four suits, or up or down."),
    "WRONG_COUNT, too few": (CONTRACT, {}, "S discard 2H 2C 7D 6D 5D", "Put exactly 6 cards aside."),
    "WRONG_COUNT, too many": (CONTRACT, {}, "S discard 2H 2C 7D 6D 5D 2D 3H", "Put exactly 6 cards aside."),
    "DUPLICATE": (CONTRACT, {}, "S discard 2H 2H 7D 6D 5D 2D", "The same card was chosen twice."),
    "NOT_IN_HAND, discard": (CONTRACT, {}, "S discard KH 2C 7D 6D 5D 2D", "That card is not in your hand."),
    "JOKER_MUST_GO": (
        NO_TRUMP,
        {"nt_joker": "exchange"},
        ASIDE,
        "In no trump a joker goes aside here: choose it, too.",
    ),
    "NOT_IN_HAND": ((*CONTRACT, ASIDE), {}, "S play KH", "That card is not in your hand."),
    "MUST_FOLLOW_SUIT": (
        (*THEIR_CONTRACT, "W trump S", "W discard 2H 2C 7D 6D BJ LJ", "W play KH", "N play JH", "E play 7H"),
        {},
        "S play AS",
        "You hold a heart, so you must play one.",
    ),
    "MUST_THROW_JOKER": (
        ("S pass", "W bid 4N", "N pass", "E pass", "W direction up", "W discard 2H 2C 7D 6D 5D 2D")
        + ("W play KD", "N play AD", "E play TD"),
        {"hands": NO_DIAMONDS, "kitty": "2H 2C 7D 6D 5D 2D"},
        "S play AS",
        "You cannot follow suit and hold a joker, so it must go.",
    ),
    "RENEGE_STRICT": (
        (*CONTRACT, ASIDE),
        {},
        "S call",
        "In this game a renege is refused at once, so there is nothing to call.",
    ),
    "NO_BOOKS_YET": ((*CONTRACT, ASIDE), dict(TABLE), "S call", "A renege can be called once a trick is complete."),
    "NO_BOOKS_YET, in the auction": ((), dict(TABLE), "S call", "A renege can be called once a trick is complete."),
    "BAD_BOOK, too high": (
        (*CONTRACT, ASIDE, *TRICK, "S call"),
        dict(TABLE),
        "S book 2",
        "Name a trick from 1 to 1, or give up.",
    ),
    "BAD_BOOK, the kitty": (
        (*CONTRACT, ASIDE, *TRICK, "S call"),
        dict(TABLE),
        "S book 0",
        "Name a trick from 1 to 1, or give up.",
    ),
    "ALREADY_CALLED": (
        (*CONTRACT, ASIDE, *TRICK, "S call", "S book 1", "S call"),
        dict(TABLE),
        "S book 1",
        "A renege in that trick was called before. Name another, or give up.",
    ),
    "ALREADY_CONFIRMED": (
        (*CONTRACT, ASIDE, "the rest", "S confirm"),
        dict(TABLE),
        "S confirm",
        "Your side has confirmed the hand already.",
    ),
    "TOO_LATE": (
        (*CONTRACT, ASIDE, "the rest", "S confirm", "W confirm"),
        {**TABLE, "win_score": 50, "lose_score": -50},
        "S call",
        "The hand is scored, so a renege can no longer be called.",
    ),
    "GAME_OVER": (
        (*CONTRACT, ASIDE, "the rest", "S confirm", "W confirm"),
        {**TABLE, "win_score": 1, "lose_score": -1},
        "S call",
        "The game is over.",
    ),
    "WRONG_PHASE, confirmed too early": (
        (*CONTRACT, ASIDE),
        dict(TABLE),
        "S confirm",
        "That cannot be done at this point of the hand.",
    ),
}


@pytest.mark.parametrize(("said", "chosen", "refused", "why"), REFUSED.values(), ids=REFUSED.keys())
def test_a_refusal_is_a_sentence_and_changes_nothing(
    as_alice: Client, sat_down: Sitting, said: tuple[str, ...], chosen: dict[str, object], refused: str, why: str
) -> None:
    place = sat_down.at(*said, **chosen)  # type: ignore[arg-type]
    before, version = rows(), place.game.version
    response = as_alice.post(f"/games/{place.code}/act/", post(line(refused)[1], version), **HTMX)
    assert response.status_code == 422
    assert why in html.unescape(response.content.decode())
    assert (rows(), Game.objects.get().version) == (before, version)


@pytest.mark.parametrize(
    ("said", "chosen", "taken"),
    [
        (("W bid 4U", "N pass", "E pass"), {"dealer": 0}, "S bid 4N"),
        (("W bid 4U", "N pass", "E pass"), {"dealer": 0, "down_over_up": True}, "S bid 4D"),
        (("W pass", "N pass", "E pass"), {"dealer": 0, "all_pass": "redeal"}, "S pass"),
        (CONTRACT, {}, ASIDE),
        ((*CONTRACT, ASIDE, *TRICK, "S call"), dict(TABLE), "S book"),
        # At the table a card that does not follow suit is taken without a word.
        (
            (*THEIR_CONTRACT, "W trump S", "W discard 2H 2C 7D 6D BJ LJ", "W play KH", "N play JH", "E play 7H"),
            dict(TABLE),
            "S play AS",
        ),
    ],
)
def test_what_the_rules_allow_is_taken(
    as_alice: Client, sat_down: Sitting, said: tuple[str, ...], chosen: dict[str, object], taken: str
) -> None:
    place = sat_down.at(*said, **chosen)  # type: ignore[arg-type]
    response = as_alice.post(f"/games/{place.code}/act/", post(line(taken)[1], place.game.version), **HTMX)
    assert response.status_code == 200
    assert Game.objects.get().version > place.game.version
