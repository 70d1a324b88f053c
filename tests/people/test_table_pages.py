"""The page of a table with several people: seats, names, players who left, and posts for other seats."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import NUMBERS, Guest, User
from games.company import Company, PersonAt, Presence
from games.engine.actions import action_text
from games.people import onlooking
from games.registry import GAMES
from games.snapshot import SeatedPlayer, Snapshot, Status
from games.table import logs, play, tables
from games.table.logs import Log
from games.table.models import Entry, Game
from games.table.tables import Place
from tests.asking import HTMX, read
from tests.bidwhist.positions import WhistTable
from tests.boards import walked as boards
from tests.lobby.setting_up import text_of
from tests.people.rooms import join_room, link_of, open_waiting_room
from tests.people.together import act, deal, deal_first_hand, play_to_a_turn, see, start_table, whose_turn
from tests.play import reload
from tests.spades.positions import SpadesTable
from tests.table.positions import Table, drawn, table_page

pytestmark = pytest.mark.django_db
PEOPLE = (SeatedPlayer(0, "alice", None), SeatedPlayer(1, "Kofi", None), SeatedPlayer(2, "Ama", None))
COMPANY = Company((PersonAt(0, Presence.HERE), PersonAt(1, Presence.AWAY, 3), PersonAt(2, Presence.HERE)))


def html_of(table: Any, *seated: SeatedPlayer, company: Company | None = COMPANY) -> str:
    """Return the page of the table for alice, with the people `seated` at its first seats."""
    snapshot = table.snapshot()
    among = replace(snapshot, seated=(*seated, *snapshot.seated[len(seated) :]), company=company)
    return drawn(table_page(among))


def seat_in(html: str, name: str) -> str:
    """Return the text at the seat of that name, with each element's classes in brackets before its text."""
    found = re.search(rf'<p class="seat__name">{name}(.*?)</div>', html, re.DOTALL)
    assert found is not None, name
    marked = re.sub(r'<[^>]*class="([^"]*)"[^>]*>', r" [\1] ", found.group(1))
    return " ".join(re.sub(r"<[^>]+>", " ", marked).split())


@pytest.mark.parametrize("table", [SpadesTable().deal(), WhistTable().deal()], ids=["spades", "bidwhist"])
def test_seats_tell_presence_and_partner(table: Any) -> None:
    html = html_of(table, *PEOPLE)
    assert "[here here--here] here" in seat_in(html, "Ama") and "[partner] partner" in seat_in(html, "Ama")
    assert "[here here--away] away 3 min" in seat_in(html, "Kofi")
    assert "[here here--computer] computer" in seat_in(html, "Odile")
    assert html.count("here here--") == 3  # none at alice's own seat
    assert html.count(">partner<") == 1
    assert "You and Ama" in html and "Their side" in html


@pytest.mark.parametrize(
    ("name", "button"), [("Kofi", "Wait for Kofi"), ("W" * 16, f"Wait for {'W' * 16}"), ("W" * 17, "Wait")]
)
def test_the_button_to_wait_has_a_short_name(name: str, button: str) -> None:
    seated = (PEOPLE[0], SeatedPlayer(1, name, None))
    company = Company((PersonAt(0, Presence.HERE), PersonAt(1, Presence.AWAY, 3)), missing=(1,))
    html = html_of(SpadesTable().deal(), *seated, company=company)
    assert f"data-wait>{button}</button>" in html and f"Waiting for {name}, who is away" in html


def test_passes_are_named_and_the_partner_may_be_a_bot() -> None:
    table = WhistTable(dealer=3).deal().say("S pass", "W bid 4U", "N pass")
    assert "You pass, Kofi 4 uptown, Ama passes." in html_of(table, *PEOPLE)
    html = html_of(WhistTable().deal(), *PEOPLE[:2], company=Company(COMPANY.people[:2]))
    assert "[here here--computer] computer" in seat_in(html, "Marta") and "[partner]" in seat_in(html, "Marta")
    assert "You and Ama" in html_of(SpadesTable().deal(), *PEOPLE, company=None)


def test_no_partner_is_named_without_partners_at_two_seats_or_with_bots_alone() -> None:
    solo = SpadesTable(variant="solo", allow_blind_nils=False, first_trick_low_clubs=False).deal()
    assert ">partner<" not in html_of(solo, *PEOPLE)
    two = html_of(Table().deal(), *PEOPLE[:2], company=Company(COMPANY.people[:2]))
    assert "away 3 min" in seat_in(two, "Kofi") and ">partner<" not in two
    alone = html_of(WhistTable().deal(), company=None)
    assert "here--" not in alone and ">partner<" not in alone and ">Your side<" in alone


#: Parts of messages about a player who is to act.
AT_WORK = ("is bidding", "is choosing", "’s turn", " leads.", "plays first", "answers.", "is checking", "puts", "names")
SAID = {
    "en": ("{} left on their turn: let a computer stand in", "You’ve left this table."),
    "de": ("{} war am Zug und ist gegangen: Lass einen", "Du hast diesen Tisch verlassen."),
}


def moments(key: str, *people: User) -> Iterator[tuple[tuple[Place, ...], Log]]:
    """Yield the people's places and the log at the first eight decisions of people in each phase of the first hand."""
    code, met = deal_first_hand(*people, key=key), Counter[str]()
    for _ in range(70):
        places = tuple(reload(user, code) for user in people)
        log = logs.read(places[0].game)
        waits = log.rules.waits_for(log.state)
        if log.hands or log.rules.result(log.state) is not None:
            return
        owed = [place for place in places if place.seat in waits]
        if owed:
            met[str(log.state.phase)] += 1
            if met[str(log.state.phase)] <= 8:
                yield places, log
            act(owed[0])
        else:
            assert play.reply(code=code, version=log.version)


def message_and_html(snapshot: Snapshot) -> tuple[str, str]:
    """Return the message and the HTML of the table."""
    table = table_page(snapshot)
    return table.say, drawn(table)


@pytest.mark.parametrize("key", GAMES)
def test_at_every_moment_all_read_that_the_player_to_act_has_left(key: str, alice: User, bob: User) -> None:
    seen = set()
    for places, log in moments(key, alice, bob):
        turn = next(place for place in places if place.seat in log.rules.waits_for(log.state))
        left = replace(log, left=frozenset({turn.seat}))
        phase = str(log.state.phase)
        for language in SAID if phase not in seen else ["en"]:
            with translation.override(language):
                check_messages(places, turn, left, *SAID[language])
        check_seat(places, turn, left)
        for gone in (left, replace(log, stand_ins={turn.seat: "easy"})):
            for place in places:
                ended = tables.snapshot(place, gone, status=Status.ABANDONED)
                assert table_page(ended).phase == "over"
        if log.rules.waits_for(log.state) == {turn.seat}:
            seen.add(phase)
    assert "play" in seen and len(seen) > (key != "cardduel")


def check_messages(places: tuple[Place, ...], turn: Place, log: Log, asks: str, gone: str) -> None:
    """Assert what the other players, the player who left (at `turn`) and spectators read."""
    name, waits = turn.person.name, log.rules.waits_for(log.state)
    for other in (place for place in places if place != turn):
        words, html = message_and_html(tables.snapshot(other, log))
        if other.seat in waits:
            assert asks.format(name) not in html  # the other player has a choice to make, too
            continue
        assert asks.format(name) in words
        assert not any(f"{name}{one}" in html or f"{name} {one}" in html for one in AT_WORK)
    words, html = message_and_html(tables.snapshot(turn, log))
    assert gone in words or waits - {turn.seat}
    back = tables.snapshot(turn, replace(log, left=frozenset(), stand_ins={turn.seat: "easy"}))
    assert gone not in message_and_html(back)[0]
    watched = table_page(onlooking.spectator_snapshot(places[0].seats, log), token="link")
    if waits == {turn.seat}:
        assert name in watched.say and not any(one in watched.say for one in AT_WORK)


def check_seat(places: tuple[Place, ...], turn: Place, log: Log) -> None:
    """Assert that the seat says that its player has left, and mentions no action."""
    other = next(place for place in places if place != turn)
    own = next(one for one in table_page(tables.snapshot(other, log)).seats if one.seat == turn.seat)
    assert (own.presence, own.here) == ("left", "has left")
    assert own.note not in ("is bidding", "is choosing a card")
    watched = table_page(onlooking.spectator_snapshot(other.seats, log), token="link").seats
    assert {shown.seat for shown in watched if shown.here == "has left"} == {turn.seat}


@pytest.fixture
def guests() -> tuple[Client, Client]:
    return Client(), Client()


def test_guests_of_the_same_name_are_told_apart_on_every_page(
    as_alice: Client, client: Client, guests: tuple[Client, Client]
) -> None:
    room = open_waiting_room(as_alice)
    for one in guests:
        assert one.post(link_of(room), {"name": "Ama"}).status_code == 302
    page = text_of(as_alice.get(f"/rooms/{room.code}/"))
    assert "Ama and Ama (2) have joined." in page or "Ama (2) and Ama have joined." in page
    invitation = text_of(client.get(link_of(room)))
    assert invitation.count("Ama") == 2 and invitation.count("Ama (2)") == 1
    assert list(Guest.objects.values_list("name", flat=True)) == ["Ama", "Ama"]
    as_alice.post(f"/rooms/{room.code}/start/")
    code = Game.objects.get().code
    for one in (as_alice, *guests):
        one.post(f"/games/{code}/deal/", {"seed": "a", "version": Game.objects.get().version})
    page = read(as_alice, f"/games/{code}/")
    assert page.count('seat__name">Ama<') == page.count('seat__name">Ama (2)<') == 1
    assert "Ama, Ama (2)" in text_of(as_alice.get("/games/"))
    first, second = (text_of(one.get(f"/games/{code}/")) for one in guests)
    assert ("Ama (2)" in first) != ("Ama (2)" in second)
    for one in guests:
        assert one.post(f"/games/{code}/say/", {"phrase": "hello"}, headers=HTMX).status_code == 200
    heard = text_of(as_alice.get(f"/games/{code}/"))
    assert "Ama Hello" in heard and "Ama (2) Hello" in heard


def test_guests_without_a_name_are_told_apart_at_the_table(as_alice: Client, alice: User) -> None:
    guests = [Guest.objects.create() for _ in range(2)]
    people: list[User | Guest] = [alice, *guests]
    code = start_table(*people)
    for person in people:
        deal(person, code, "a")
    page = read(as_alice, f"/games/{code}/")
    named = sorted(re.findall(r'seat__name">(Guest \d+)<', page))
    assert named == sorted(f"Guest {one.pk % NUMBERS}" for one in guests) and len(set(named)) == 2


def test_guests_of_the_same_name_are_told_apart_in_challenges(
    client: Client, alice: User, guests: tuple[Client, Client]
) -> None:
    token = boards.open_challenge(alice)
    for one in guests:
        assert one.post(f"/c/{token}/", {"name": "Alice"}).status_code == 302
    done = "0 of 1 board done"
    assert f"Players alice{done}Alice (2){done}Alice (3){done}" in text_of(client.get(f"/c/{token}/"))
    assert f"Players alice{done}You{done}Alice (3){done}" in text_of(guests[0].get(f"/c/{token}/"))


def test_without_script_the_page_reloads_while_others_act(alice: User, bob: User, clients: dict[str, Client]) -> None:
    room = open_waiting_room(clients["alice"], "twoman")
    join_room(clients["bob"], room)
    table = clients["alice"].post(f"/rooms/{room.code}/start/").headers["Location"]

    def reloads_itself(player: User) -> bool:
        return 'http-equiv="refresh"' in read(clients[player.username], table)

    code = Game.objects.get().code
    assert [reloads_itself(player) for player in (alice, bob)] == [False, False]
    deal(alice, code, "")
    assert [reloads_itself(player) for player in (alice, bob)] == [True, False]
    deal(bob, code, "")
    play_to_a_turn(code, alice, bob)
    turn, other = whose_turn(code, alice, bob)
    assert (reloads_itself(turn), reloads_itself(other)) == (False, True)
    for player in (alice, bob):
        clients[player.username].post(f"{table}abandon/")
    assert [reloads_itself(player) for player in (alice, bob)] == [False, False]


def test_no_player_or_stranger_posts_for_another_seat(
    code: str, clients: dict[str, Client], as_charlie: Client, client: Client, alice: User, bob: User
) -> None:
    slow, other = whose_turn(code, alice, bob)
    action, entries = action_text(see(slow, code).view.legal[0].first), Entry.objects.count()
    data = {"action": action, "version": Game.objects.get().version}
    for stranger in (as_charlie, client):
        assert stranger.post(f"/games/{code}/act/", data).status_code == 404
    for seat in ({}, {"seat": reload(slow, code).seat}):
        assert clients[other.username].post(f"/games/{code}/act/", {**data, **seat}).status_code == 422
    assert Entry.objects.count() == entries
