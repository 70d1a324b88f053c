"""What every reading page owes its reader."""

import re
from itertools import pairwise

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from games.registry import GAMES
from tests.pages.markup import page_at, read

NAMES = ["games:rules", "keyboard", "privacy", "about", "offline"]
OF_GAMES = [reverse(name, args=[key]) for name in ("games:rules_of", "games:strategy") for key in GAMES]
every_address = pytest.mark.parametrize("address", [*map(reverse, NAMES), *OF_GAMES])


@pytest.mark.parametrize("name", NAMES)
def test_it_opens_for_nobody_in_particular(name: str) -> None:
    response = Client().get(reverse(name))
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/html")
    assert not response.cookies


@every_address
def test_it_has_one_heading_and_one_main_and_the_others_in_order(address: str) -> None:
    tags = page_at(address).tags
    assert (tags.count("h1"), tags.count("main")) == (1, 1)
    levels = [int(tag[1]) for tag in tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert [pair for pair in pairwise(levels) if pair[1] > pair[0] + 1] == []


@every_address
def test_it_has_nothing_inline(address: str) -> None:
    assert page_at(address).forbidden == []


@every_address
def test_it_takes_nothing_from_elsewhere(address: str) -> None:
    assert [link for link in page_at(address).links if "//" in link or link.startswith("data:")] == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_its_links_lead_somewhere(name: str) -> None:
    links = {link for link in page_at(reverse(name)).links if link.startswith("/")}
    assert links
    for link in links:
        address, _, anchor = link.partition("#")
        if address.startswith("/static/"):
            assert finders.find(address.removeprefix("/static/")), link
            continue
        response = Client().get(address, follow=True)
        assert response.status_code == 200, link
        assert not anchor or anchor in read(response.content.decode()).names, link


@every_address
def test_its_anchors_and_signs_are_on_the_page(address: str) -> None:
    page = page_at(address)
    assert [link for link in page.links if link.startswith("#") and link[1:] not in page.names] == []


@pytest.mark.parametrize("name", NAMES)
def test_it_refuses_to_be_posted_to(name: str) -> None:
    assert Client().post(reverse(name)).status_code == 405


@pytest.mark.parametrize("name", NAMES)
def test_it_loads_the_script_that_registers_the_worker(name: str) -> None:
    assert "/static/install.js" in page_at(reverse(name)).links


@pytest.mark.parametrize("name", NAMES)
def test_it_speaks_quietly(name: str) -> None:
    text = page_at(reverse(name)).text.lower()
    assert [word for word in ("oops", "invalid", "please", "!") if word in text] == []
