"""What stands at each seat of a table with several people: who is here, who a computer player is, who the partner."""

import re
from dataclasses import replace
from typing import Any

import pytest

from games import presenters
from games.company import Company, PersonAt, Presence
from games.snapshot import SeatedPlayer
from tests.presenters.seeing import Table, Taste, drawn
from tests.presenters.seeing_spades import SpadesTable
from tests.presenters.seeing_whist import WhistTable

PEOPLE = (SeatedPlayer(0, "alice", None), SeatedPlayer(1, "Kofi", None), SeatedPlayer(2, "Ama", None))
COMPANY = Company((PersonAt(0, Presence.HERE), PersonAt(1, Presence.AWAY, 3), PersonAt(2, Presence.HERE)))


def html_of(table: Any, *seated: SeatedPlayer, company: Company | None = COMPANY) -> str:
    """That table with these people at its first seats, as alice reads it."""
    snapshot = table.snapshot()
    among = replace(snapshot, seated=(*seated, *snapshot.seated[len(seated) :]), company=company)
    return drawn(presenters.table(among, preferences=Taste()))


def seat_in(html: str, name: str) -> str:
    """The words at the seat of that name, with the kinds of what is marked there."""
    found = re.search(rf'<p class="seat__name">{name}(.*?)</div>', html, re.DOTALL)
    assert found is not None, name
    marked = re.sub(r'<[^>]*class="([^"]*)"[^>]*>', r" [\1] ", found.group(1))
    return " ".join(re.sub(r"<[^>]+>", " ", marked).split())


@pytest.mark.parametrize("table", [SpadesTable().deal(), WhistTable().deal()], ids=["spades", "bidwhist"])
def test_four_seats_say_who_is_here_and_who_is_the_partner(table: Any) -> None:
    html = html_of(table, *PEOPLE)
    assert "[here here--here] here" in seat_in(html, "Ama") and "[partner] partner" in seat_in(html, "Ama")
    assert "[here here--away] away 3 min" in seat_in(html, "Kofi")
    assert "[here here--computer] computer" in seat_in(html, "Odile")
    assert html.count("here here--") == 3, "nothing at one’s own seat"
    assert html.count(">partner<") == 1
    assert "You and Ama" in html and "Their side" in html


@pytest.mark.parametrize(
    ("name", "button"), [("Kofi", "Wait for Kofi"), ("W" * 16, f"Wait for {'W' * 16}"), ("W" * 17, "Wait")]
)
def test_whoever_is_waited_for_is_named_on_the_button_where_the_name_is_short(name: str, button: str) -> None:
    seated = (PEOPLE[0], SeatedPlayer(1, name, None))
    company = Company((PersonAt(0, Presence.HERE), PersonAt(1, Presence.AWAY, 3)), missing=(1,))
    html = html_of(SpadesTable().deal(), *seated, company=company)
    assert f"data-wait>{button}</button>" in html and f"{name} is away and has to act" in html


def test_a_partner_may_be_a_computer_player() -> None:
    html = html_of(WhistTable().deal(), *PEOPLE[:2], company=Company(COMPANY.people[:2]))
    assert "[here here--computer] computer" in seat_in(html, "Marta") and "[partner]" in seat_in(html, "Marta")


def test_the_own_side_has_its_names_also_once_the_game_is_over_and_nobody_waits_to_play_again() -> None:
    assert "You and Ama" in html_of(SpadesTable().deal(), *PEOPLE, company=None)


def test_without_partners_nobody_is_called_one() -> None:
    solo = SpadesTable(variant="solo", allow_blind_nils=False, first_trick_low_clubs=False).deal()
    assert ">partner<" not in html_of(solo, *PEOPLE)


def test_alone_with_computer_players_no_seat_says_so() -> None:
    html = html_of(WhistTable().deal(), company=None)
    assert "here--" not in html and ">partner<" not in html
    assert ">Your side<" in html


def test_at_two_seats_the_other_is_nobodys_partner() -> None:
    html = html_of(Table().deal(), *PEOPLE[:2], company=Company(COMPANY.people[:2]))
    assert "away 3 min" in seat_in(html, "Kofi") and ">partner<" not in html


def test_a_pass_is_told_of_whoever_passed() -> None:
    table = WhistTable(dealer=3).deal().say("S pass", "W bid 4U", "N pass")
    assert "You pass, Kofi 4 uptown, Ama passes." in html_of(table, *PEOPLE)
