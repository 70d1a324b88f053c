"""Replays: their page objects, built from actions without a database, and the pages of stored games."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.bots.base import AnyLegal
from games.engine.state import DEALER
from games.pages.seats import name_in
from games.pages.words import plain_number, signed
from games.registry import levels
from games.table import models, tables
from games.table.tables import Place
from tests.asking import HTMX, read
from tests.bidwhist.positions import S, W, WhistTable
from tests.cardduel.test_page import PLAYS, replayed
from tests.play import act, reload, set_players
from tests.records import played
from tests.replay.replayed import LoggedGame, Replayed, cells, drawn, notes, on_the_table
from tests.spades.positions import SpadesTable
from tests.statistics.played import play_demo_game

#: Past games, by name.
PAST: dict[str, Callable[[], LoggedGame]] = {
    "twoman": lambda: played.random_twoman(3),
    "spades, exchanged": played.nil_exchange,
    "spades, misdealt": played.misdealt,
    "spades, suicide": played.suicide,
    "spades, solo": played.solo,
    "bidwhist, uptown": played.uptown,
    "bidwhist, exchanged": played.joker_exchange,
    "bidwhist, reneged": played.reneged,
    "bidwhist, after kitty": played.after_kitty,
}
OF_FOUR = ("spades, exchanged", "bidwhist, exchanged")
#: By game: the tricks of a seat in a state.
TRICKS_TAKEN: dict[str, Callable[[Any, int], int]] = {
    "twoman": lambda state, seat: state.tricks[seat],
    "spades": lambda state, seat: state.tricks[seat],
    "bidwhist": lambda state, seat: sum(trick.winner == seat for trick in state.tricks),
}
#: By game: the scores of the sides in a state.
SCORES: dict[str, Callable[[Any], Sequence[int]]] = {
    "twoman": lambda state: state.displays,
    "spades": lambda state: [one.score for one in state.standings],
    "bidwhist": lambda state: state.score,
}


@pytest.mark.parametrize("near", [0, 1])
@pytest.mark.parametrize("name", PAST)
def test_every_step_agrees_with_the_engine(name: str, near: int) -> None:
    told = Replayed(PAST[name](), near=near)
    key, order = told.rules.key, [(near + place) % told.rules.seats for place in range(told.rules.seats)]
    for number, states in told.states.items():
        for step, state in enumerate(states):
            at, scores = told.at(step, number), SCORES[key](state)
            assert [seat.seat for seat in at.seats] == order
            for seat in at.seats:
                assert {face.text for face in seat.cards} == {one.text for one in state.hands[seat.seat]}
                assert seat.took == TRICKS_TAKEN[key](state, seat.seat)
                assert seat.is_turn == (step < at.last and told.steps[number][step].seat == seat.seat)
            sides = order[: len(scores)]
            if key != "twoman" or step == at.last:  # until a hand is scored, the page adds the bags so far
                shown_scores = [plain_number(scores[seat % len(scores)]) for seat in sides]
                assert [side.points for side in at.sides] == shown_scores
            if len(order) == 4:
                assert [seat.is_dealer for seat in at.seats] == [seat == state.dealer for seat in order]
                assert {one.seat: one.face.text for one in at.trick if one.face} == on_the_table(state.actions)
            actor = state.actions[-1][0] if step else DEALER
            assert at.actor == ("" if actor == DEALER else name_in(told.game, actor))


@pytest.mark.parametrize("name", PAST)
def test_the_rows_of_points_add_up_to_the_change_of_the_score(name: str) -> None:
    told = Replayed(PAST[name]())
    lines = told.past().score_lines
    assert [line.number for line in lines] == [hand.number for hand in told.hands]
    for line in lines:
        before, after = (SCORES[told.rules.key](told.states[line.number][at]) for at in (0, -1))
        points = told.at(-1, line.number).points
        assert points is not None and bool(points.rows) == bool(line.cells)
        if line.cells:
            changes = [new - old for old, new in zip(before, after, strict=True)]
            assert [sum(row.cells[side][0] for row in points.rows) for side in range(len(after))] == changes
            assert cells(told, "This hand", line.number) == tuple(map(signed, changes))
            assert cells(told, "Score", line.number) == tuple(map(plain_number, after))
            assert [cell.total for cell in line.cells] == [plain_number(one) for one in after]


@pytest.mark.parametrize(
    ("name", "note"),
    [("spades, misdealt", "You called a misdeal: one spade or none"), ("bidwhist, uptown", "everyone passed")],
)
def test_a_void_hand_has_a_note_and_neither_tricks_nor_points(name: str, note: str) -> None:
    told = Replayed(PAST[name]())
    at, line = told.at(-1), told.past().score_lines[0]
    assert (line.cells, line.note) == ((), note)
    assert at.rows == () and at.before is None
    assert at.points is not None and at.points.rows == ()
    assert {seat.ends for seat in told.at(0).seats} == {""}
    assert [len(seat.cards) for seat in at.seats] == [len(hand) for hand in told.states[1][0].hands]


@pytest.mark.parametrize("seed", range(4))
def test_a_blind_nil_is_won_or_lost_and_never_scored(seed: int) -> None:
    told = Replayed(played.random_twoman(seed, is_behind=True, prefer="blind_nil"))
    at, end = told.after("blind_nil"), told.at(-1)
    assert "bid blind nil." in at.say and at.near.bid == "blind nil"
    [line] = told.past().score_lines
    assert (line.cells, line.note) == ((), "a blind nil, not scored")
    assert end.points is not None and "wins or loses the whole game" in end.points.note
    assert end.sides[0].points == plain_number(told.states[1][0].displays[0])


@pytest.mark.parametrize("name", PAST)
def test_every_step_can_be_drawn(name: str) -> None:
    """All cards are open, only the last step of a hand has the points, and ringed cards won their tricks."""
    told = Replayed(PAST[name]())
    for number, states in list(told.states.items())[-2:]:
        for step in range(len(states)):
            page = drawn(told.at(step, number))
            assert page.count("data-card=") >= sum(len(hand) for hand in states[step].hands)
            assert ('id="points"' in page) == (step == len(states) - 1)
            assert "None" not in page and "on top" not in page
            assert all(one.endswith(", won the trick") for one in ringed(page))
        assert ringed(page) or not told.at(-1, number).rows


def ringed(page: str) -> list[str]:
    return re.findall(r'class="chip is-win".*?<span class="sr">([^<]+)</span>', page)


def test_ringed_cards_of_a_duel_are_described_as_on_top() -> None:
    page = drawn(replayed(*PLAYS).at(-1))
    assert ringed(page) and all(one.endswith(", on top") for one in ringed(page)) and "won the trick" not in page


@pytest.mark.parametrize("name", PAST)
def test_a_hidden_name_is_replaced_by_the_number_of_the_player(name: str) -> None:
    told = Replayed(PAST[name](), own_seat=None, names=False)
    pages = "".join(drawn(told.at(step)) for step in range(len(told.states[1])))
    pages += str(told.past())
    assert "alice" not in pages and "You" not in pages and "Player 1" in pages


@pytest.mark.parametrize("name", PAST)
def test_in_german_no_preposition_is_followed_by_du(name: str) -> None:
    """In German a name stays the same in every case, but “du” is only the nominative."""
    told = Replayed(PAST[name]())
    with translation.override("de"):
        said = " ".join(told.at(step, number).say for number in told.states for step in range(len(told.states[number])))
    assert re.search(r"\bdu\b", said, re.IGNORECASE)
    assert not re.search(r"\b(an|auf|für|gegen|mit|ohne|von|zu) du\b", said)


def test_every_step_of_two_man_spades_has_its_own_words() -> None:
    told = Replayed(played.random_twoman(4))
    for verb, words in (("discard", " discarded the "), ("bid", " bid "), ("play", " led the ")):
        assert words in told.after(verb).say
    said = [told.at(step).say for step in range(len(told.states[1]))]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize(("name", "tricks"), [("spades, exchanged", 13), ("bidwhist, reneged", 12)])
def test_each_trick_links_to_the_step_of_its_first_card(name: str, tricks: int) -> None:
    told = Replayed(PAST[name]())
    at = told.after("play", 6)
    assert [jump.number for jump in at.rows] == list(range(1, tricks + 1))
    assert [jump.number for jump in at.rows if jump.is_here] == [2]
    for jump in at.rows:
        state = told.states[1][jump.step]
        cards = sum(action.verb == "play" for _seat, action in state.actions)
        assert (cards, len(state.trick)) == (4 * (jump.number - 1) + 1, 1)
        assert sum(wins for _text, wins in jump.cards) == 1


@pytest.mark.parametrize("name", OF_FOUR)
def test_each_seat_shows_how_many_tricks_it_will_take_and_the_readers_side_comes_first(name: str) -> None:
    here, there = Replayed(PAST[name](), near=S), Replayed(PAST[name](), near=W)
    end = here.at(-1).seats
    assert [seat.ends for seat in here.at(0).seats] == [f"will take {seat.took}" for seat in end]
    assert {seat.ends for seat in end} == {""}
    for row in (cells, notes):
        for title in ("Score", "Contract"):
            assert row(here, title) == row(there, title)[::-1]
    assert cells(here, "Score") and notes(here, "Contract")
    assert there.at(0).sides[0].name == "Bruno and Odile"


def called(*calls: str) -> LoggedGame:
    lines = (f"{seat} {'pass' if call == 'pass' else f'bid {call}'}" for seat, call in zip("SWNE", calls, strict=False))
    return played.game_of_table(WhistTable(renege="table").deal().say(*lines))


@pytest.mark.parametrize(
    ("game", "number"),
    [
        (played.random_twoman(2, actions=40), 2),
        (played.game_of_table(SpadesTable().deal().bids(3, 3)), 1),
        (called("4U", "pass"), 1),
        (called("4U", *["pass"] * 3), 1),
    ],
    ids=["twoman", "spades", "bidwhist, called", "bidwhist, not named"],
)
def test_a_game_given_up_can_be_replayed_to_where_it_stopped(game: LoggedGame, number: int) -> None:
    told = Replayed(game)
    at, page = told.at(-1, number), told.past()
    assert "The game ended here." in at.say and at.points is None
    assert at.before is None or number > 1
    assert told.past().cut_short == number and page.heading == "A game given up"
    links = [(number, f"/{number}/")]
    assert "ended in this hand" in render_to_string(page.template, {"review": page, "hands": links})


# -- GET games/<code>/hands/<n>/replay/ --
def replay(place: Place | models.Game, number: int = 1, query: str = "") -> str:
    return f"/games/{place.code}/hands/{number}/replay/{query}"


def last_step(place: Place, number: int = 1) -> int:
    """Return the number of a hand's last step, which is the number of its entries after the deal."""
    return models.Entry.objects.filter(game=place.game, hand=number).count() - 1


def test_steps_and_tricks_can_be_reached_without_script(as_alice: Client, place: Place) -> None:
    page = read(as_alice, replay(place, query="?step=6"))
    assert 'data-step="6"' in page
    for to in (0, 5, 7, last_step(place)):
        assert f'href="?step={to}"' in page
    assert page.count('id="trick-') == 11, "the page does not list the pile and ten tricks"
    assert '<form class="steps__to" method="get">' in page
    partial = read(as_alice, replay(place, query="?step=6"), headers=HTMX)
    assert partial.lstrip().startswith("<main") and "<html" not in partial


def test_an_invalid_step_is_reported(as_alice: Client, place: Place) -> None:
    for step in ("999", "-1", "x", "1.5", "%00", "٣", "9" * 40, "1;2"):
        assert "This hand has no such step." in read(as_alice, replay(place, query=f"?step={step}")), step


def test_a_hand_given_up_can_be_replayed_with_open_cards(as_alice: Client, alice: User, place: Place) -> None:
    here = reload(alice, place.code)
    act(here, "discard", str(tables.see(here).view.hand[0]))  # type: ignore[index]
    as_alice.post(f"/games/{place.code}/abandon/")
    assert read(as_alice, replay(place, 2)).count("data-card=") == 22
    assert "The game ended here." in read(as_alice, replay(place, 2, "?step=1"))


# -- every kind of hand --
#: Limits with which a game of Bid Whist has several hands.
LONG = {"win_score": 50, "lose_score": -50}
#: A game, its options, and the number of open cards at the start of a hand.
CASES: list[tuple[str, dict[str, Any], int]] = [
    ("twoman", {}, 22),
    *(("spades", {"variant": variant}, 52) for variant in ("partner", "solo", "suicide", "mirrors")),
    ("bidwhist", {}, 54),
    ("bidwhist", {"jokers": 0}, 52),
    ("bidwhist", {"name_after_kitty": True, "kitty_shown": True}, 54),
    ("bidwhist", {"nt_joker": "exchange"}, 54),
    ("bidwhist", {"renege": "table", "jokers": 1}, 53),
]


@pytest.fixture(autouse=True)
def _bots_play_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    set_players(monkeypatch, "spades", {"normal": AnyLegal(), "expert": AnyLegal()})
    set_players(monkeypatch, "bidwhist", {"easy": AnyLegal(), "hard": AnyLegal()})


def given_up_after(person: User, key: str, *, hands: int = 1, **chosen: Any) -> models.Game:
    """Return a game with `hands` finished hands, given up unless it has ended."""
    asked = {**LONG, **chosen} if key == "bidwhist" else chosen
    return play_demo_game(person, key, seed=5, level=levels(key)[0], hands=hands, **asked)


def test_the_replay_tells_who_deals(as_alice: Client, alice: User) -> None:
    game, said = given_up_after(alice, "bidwhist", hands=4), []
    for number in range(1, game.hands.count() + 1):
        names = re.findall(r'<p class="seat__name">(.*?)</p>', read(as_alice, replay(game, number)), re.DOTALL)
        words = [" ".join(re.sub(r"<[^>]*>", " ", one).split()) for one in names]
        said += [one for one in words if "deal" in one]
    assert set(said) == {"You deal", *(f"{name} easy deals" for name in ("Bruno", "Marta", "Odile"))}


@pytest.mark.parametrize(("key", "chosen", "pack"), CASES)
def test_a_hand_replays_to_its_end(as_alice: Client, alice: User, key: str, chosen: dict[str, Any], pack: int) -> None:
    game = given_up_after(alice, key, **chosen)
    steps = models.Entry.objects.filter(game=game, hand=1).count() - 1
    dealt = read(as_alice, replay(game), {"step": 0})
    assert dealt.count("data-card=") == pack and "As dealt." in dealt
    assert re.search(r'id="step-back"[^>]*aria-disabled="true"', dealt)
    over = read(as_alice, replay(game), {"step": steps})
    assert over.count("data-card=") == game.seats.count() and "The hand is over." in over and 'id="points"' in over
    assert re.search(r'id="step-on"[^>]*aria-disabled="true"', over)
    assert "no such step" in read(as_alice, replay(game), {"step": steps + 1})


def test_the_replay_names_the_bot_only_at_a_step_that_it_chose(as_alice: Client, alice: User) -> None:
    game = given_up_after(alice, "spades")
    seats = models.Entry.objects.filter(game=game, hand=1).order_by("ordinal").values_list("seat", flat=True)
    for step in (list(seats).index(1), list(seats).index(0)):
        page = read(as_alice, replay(game), {"step": step})
        assert ("Bruno’s choice at this step" in page) == (seats[step] == 1)
