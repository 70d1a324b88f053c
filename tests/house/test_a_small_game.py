"""The small game of `tests/parlour`, of at most 350 lines, through every room of the house: its folder and the fixture
that registers it are all that it has.
"""

import csv
import json
import re
from dataclasses import replace
from html import unescape
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import Preferences, User
from accounts.people import Person
from games.engine.actions import Action, Pick
from games.engine.notation import action_text
from games.engine.state import DEALER, Phase
from games.models import Entry, Game, Hand
from games.presenters.proofs import program
from games.records.referee import check
from games.services.counting import tallies
from games.services.moves import play
from games.services.past import records, verification
from games.services.people import lobby
from games.services.table import tables
from games.services.table.tables import Place
from games.viewmodel.plain import plain_presenter
from tests.parlour.rules import Parlour
from tests.parlour.table import PRESENTER, tricks
from tests.playing import again, any_of
from tests.statistics.played import DAYS, NEXT, demo_game, on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("parlour")]
FOLDER = Path(__file__).resolve().parents[1] / "parlour"
MOST_LINES = 350


def page(client: Client, address: str, **asked: str | int) -> str:
    answer = client.get(address, asked)
    assert answer.status_code == 200, address
    return unescape(b"".join(answer).decode())


def said_on(shown: str) -> str:
    """The message line of a table."""
    line = re.search(r'<p class="say[^"]*" id="say".*?</p>', shown, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", line[0]).split()) if line else ""


def opened(person: User, **chosen: int) -> str:
    return lobby.open_game(person=Person(user=person), key="parlour", chosen=chosen, level="easy")


def points_of(person: User, hand: Hand) -> int:
    """For the person's side; a hand that all passed brought none."""
    side = hand.game.seats.get(user=person).number % 2
    assert hand.sheet is not None
    return int(hand.sheet["points"][side]) if "points" in hand.sheet else 0


def posted(place: Place, rng: Random) -> dict[str, object]:
    """What the page of somebody's table would post: cards that are ticked with their verb, or an action as a button
    has it."""
    snapshot = tables.see(place)
    one = rng.choice(snapshot.view.legal)
    if isinstance(one, Pick):
        ticked = [card.text for card in rng.sample(one.cards, one.count)]
        return {"verb": one.verb, "card": ticked, "version": snapshot.version}
    return {"action": action_text(one), "version": snapshot.version}


def test_it_is_a_folder_of_few_lines() -> None:
    files = [one for one in FOLDER.rglob("*") if one.is_file() and one.suffix != ".pyc"]
    assert sum(len(one.read_text(encoding="utf-8").splitlines()) for one in files) <= MOST_LINES


def test_whoever_may_play_finds_it(as_alice: Client) -> None:
    assert "Parlour" in page(as_alice, "/games/new/")
    for address in ("/games/new/parlour/", "/rules/parlour/", "/rules/parlour/strategy/"):
        assert "Parlour" in page(as_alice, address)
    for words in ("Points to win", "Hands at most", "Doubling"):
        assert words in page(as_alice, "/rules/parlour/")


@pytest.mark.one_database
@pytest.mark.parametrize("seed", range(3))
def test_its_table_is_drawn_at_every_moment_and_takes_what_its_page_posts(
    as_alice: Client, alice: User, seed: int, computers_wait: None
) -> None:
    rng, said = Random(seed), set[str]()
    code = opened(alice, most_hands=4)
    for _ in range(500):
        place = again(alice, code)
        snapshot, shown = tables.see(place), page(as_alice, f"/games/{code}/")
        if snapshot.result is not None:
            break
        said |= set(re.split(r"(?<=[.?])\s", said_on(shown)))
        if snapshot.needs_deal:
            as_alice.post(f"/games/{code}/deal/", {"seed": "a seed", "version": snapshot.version})
        elif snapshot.view.legal and (snapshot.is_mine or rng.random() < 0.5):
            assert as_alice.post(f"/games/{code}/act/", posted(place, rng)).status_code == 302
        elif not snapshot.is_mine:
            assert play.reply(code=code, version=snapshot.version)
    assert snapshot.result is not None
    assert "Play again" in shown and "Points" in shown
    assert {"It is your turn.", "Put a card face down.", "Lay two cards."} <= said
    assert any(one == "Your lead." or one.endswith(" leads.") for one in said)


def test_a_choice_says_what_it_does_and_names_a_suit(alice: User) -> None:
    code = opened(alice)
    snapshot = tables.see(again(alice, code))
    offers = (Action("pass"), Action("bid", "2U"), Action("trump", "H"))
    asked = replace(snapshot, view=replace(snapshot.view, legal=offers))
    shows = plain_presenter(rules=Parlour(), tricks=tricks, buttons={"trump": "Make %(bid)s trumps"})
    shown: Any = shows.in_hand(asked, Preferences())["choices"]
    assert [one.words for one in shown] == ["Pass", "Bid 2U", "Make hearts trumps"]


def test_a_seat_is_not_said_to_owe_a_bid_where_nobody_bids(alice: User) -> None:
    code = opened(alice)
    snapshot = tables.see(again(alice, code))
    for phase, note, spoken in (
        (Phase.BID, "no bid yet", "You: no bid yet, 0 tricks."),
        (Phase.PLAY, "", "You: 0 tricks."),
    ):
        moment = replace(snapshot, view=replace(snapshot.view, phase=phase, actions=()))
        seat = PRESENTER.seat(moment, snapshot.seat, True)
        assert (seat.note, seat.spoken) == (note, spoken)


def test_a_move_that_cannot_be_is_refused_with_a_reason(as_alice: Client, alice: User) -> None:
    code = opened(alice)
    as_alice.post(f"/games/{code}/deal/", {"seed": "a seed", "version": 0})
    version = tables.see(again(alice, code)).version
    answer = as_alice.post(f"/games/{code}/act/", {"action": '["stake","2C"]', "version": version})
    assert answer.status_code == 422


def test_a_hint_is_told_and_an_action_taken_back(as_alice: Client, alice: User) -> None:
    code = opened(alice)
    as_alice.post(f"/games/{code}/deal/", {"seed": "a seed", "version": 0})
    while not (snapshot := tables.see(again(alice, code))).is_mine:
        assert play.reply(code=code, version=snapshot.version)
    as_alice.post(f"/games/{code}/hint/", {"version": snapshot.version})
    assert 'data-hint="[' in page(as_alice, f"/games/{code}/")
    place = again(alice, code)
    as_alice.post(f"/games/{code}/act/", posted(place, Random(1)))
    snapshot = tables.see(again(alice, code))
    assert snapshot.may_take_back
    as_alice.post(f"/games/{code}/take-back/", {"version": snapshot.version})
    assert tables.see(again(alice, code)).is_mine


def test_a_secret_choice_of_four_is_made_in_any_order(alice: User) -> None:
    """Alice chooses last on the page she was shown first."""
    code = opened(alice)
    rng = Random(3)
    for _ in range(200):
        place = again(alice, code)
        snapshot = tables.see(place)
        if snapshot.needs_deal:
            play.deal(place=place, seed="s", version=snapshot.version)
        elif snapshot.seat in snapshot.view.waits_for and len(snapshot.view.waits_for) > 1:
            while play.reply(code=code, version=Game.objects.get(code=code).version):
                if snapshot.view.waits_for - {0} <= {
                    entry.seat for entry in Entry.objects.filter(game=place.game, ordinal__gt=snapshot.version)
                }:
                    break
            action = any_of(snapshot.view.legal, rng)
            after = play.submit(place=again(alice, code), action=action, version=snapshot.version)
            assert after.version > snapshot.version
            return
        elif snapshot.seat in snapshot.view.waits_for:
            play.submit(place=place, action=any_of(snapshot.view.legal, rng), version=snapshot.version)
        else:
            play.reply(code=code, version=snapshot.version)
    raise AssertionError("no secret choice came up")


def test_every_step_of_every_hand_replays_with_all_hands_open(as_alice: Client, alice: User) -> None:
    game = demo_game(alice, "parlour", seed=1)
    assert "Hand by hand" in page(as_alice, f"/games/{game.code}/review/")
    for hand in Hand.objects.filter(game=game):
        address = f"/games/{game.code}/hands/{hand.number}/replay/"
        steps = Entry.objects.filter(game=game, hand=hand.number).count() - 1
        shown = [page(as_alice, address, step=step) for step in range(steps + 1)]
        assert "As dealt." in shown[0] and shown[0].count("data-card=") == 20
        assert all(f'data-card="{card}"' in shown[0] for cards in hand.deal["hands"] for card in cards)
        assert "The hand is over." in shown[-1] and 'id="points"' in shown[-1]
        plays = Entry.objects.filter(game=game, hand=hand.number, action__startswith='["play","').count()
        assert shown[-1].count('id="trick-') == plays // 4
        assert page(as_alice, f"/games/{game.code}/hands/{hand.number}/")


def test_it_is_counted_by_night_and_shown_in_pages_and_files(as_alice: Client, alice: User) -> None:
    for seed, day in enumerate(DAYS):
        demo_game(alice, "parlour", day, seed=seed)
    with on(NEXT):
        tallies.catch_up()
        shown = page(as_alice, "/statistics/", game="parlour", period="all")
        assert "By who spoke first" in shown and "Parlour" in shown
        for part in ("hands", "games", "everybody"):
            assert "Parlour" in page(as_alice, f"/statistics/{part}/", game="parlour", period="all")
        for game in Game.objects.all():
            page(as_alice, f"/statistics/games/{game.code}/")
        figures = page(as_alice, "/statistics/statistics.csv", game="parlour", period="all")
        rows = [*csv.reader(StringIO(figures))]
        assert ["Games", "played to the end", str(len(DAYS)), ""] in rows
        hands = [*csv.DictReader(StringIO(page(as_alice, "/statistics/hands.csv", game="parlour", period="all")))]
        ended = Hand.objects.filter(ended_at__isnull=False)
        assert len(hands) == ended.count() and {row["game"] for row in hands} == {"parlour"}
        scored = [row for row in hands if row["points"]]
        assert sum(int(row["points"]) for row in scored) == sum(points_of(alice, hand) for hand in ended)


def test_its_deals_and_draws_are_proved_by_page_and_program(as_alice: Client, alice: User) -> None:
    game, checker = demo_game(alice, "parlour", seed=1), {"__name__": "verify_deal"}
    exec(compile(program(), "verify_deal.py", "exec"), checker)
    record = records.game_line(code=game.code)
    assert checker["check_records"]([record])  # type: ignore[operator]
    for hand in Hand.objects.filter(game=game):
        shown = page(as_alice, f"/games/{game.code}/hands/{hand.number}/verify/")
        found = re.search(r'<script id="deal-data" type="application/json">(.*?)</script>', shown, re.DOTALL)
        assert found is not None
        data = json.loads(found[1])
        drawn = Entry.objects.filter(game=game, hand=hand.number, seat=DEALER, action__startswith='["draw"').count()
        assert (len(data["pack"]), len(data["kitty"]), len(data["deck"]), len(data["draws"])) == (28, 2, 6, drawn)

    def changed(told: Any) -> bool:
        return bool(checker["check_records"]([json.dumps(told)]))  # type: ignore[operator]

    told = json.loads(record)
    played = next(hand for hand in told["hands"] if any(action[1] == "draw" for action in hand["actions"]))
    deck, draws = played["deal"]["deck"], [action for action in played["actions"] if action[1] == "draw"]
    draws[0][2][1] = next(card for card in deck if card != draws[0][2][1])
    assert not changed(told)
    told = json.loads(record)
    told["hands"][0]["deal"]["deck"].reverse()
    assert not changed(told)
    told = json.loads(record)
    deal = told["hands"][0]["deal"]
    deal["kitty"][0], deal["deck"][0] = deal["deck"][0], deal["kitty"][0]
    assert not changed(told)


def test_it_goes_out_as_a_record_and_is_refereed(as_alice: Client, alice: User, tmp_path: Path) -> None:
    game = demo_game(alice, "parlour", seed=2)
    record = page(as_alice, f"/games/{game.code}/record/")
    assert check(record).wrong is None
    file = tmp_path / "parlour.jsonl"
    file.write_text(record, encoding="utf-8")
    call_command("records", "check", str(file))
    assert verification.differences(game=game) == ()


def test_computer_players_meet_at_it_in_the_arena(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    call_command("arena", "parlour", "easy", "random", games=6, seed=3, out=str(out))
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 6 and all(check(line).wrong is None for line in lines)
