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


@pytest.mark.parametrize("name", NAMES)
def test_it_opens_for_nobody_in_particular_and_speaks_quietly(name: str) -> None:
    response = Client().get(reverse(name))
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/html")
    assert not response.cookies
    page = read(response.content.decode())
    assert [word for word in ("oops", "invalid", "please", "!") if word in page.text.lower()] == []
    assert "/static/install.js" in page.links, "the script that registers the worker"
    assert Client().post(reverse(name)).status_code == 405


@pytest.mark.parametrize("address", [*map(reverse, NAMES), *OF_GAMES])
def test_it_is_in_order_and_has_nothing_inline_or_from_elsewhere(address: str) -> None:
    """One heading and one main, and the others in order; anchors and signs are on the page."""
    page = page_at(address)
    assert (page.tags.count("h1"), page.tags.count("main")) == (1, 1)
    levels = [int(tag[1]) for tag in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert [pair for pair in pairwise(levels) if pair[1] > pair[0] + 1] == []
    assert page.forbidden == []
    assert [link for link in page.links if "//" in link or link.startswith("data:")] == []
    assert [link for link in page.links if link.startswith("#") and link[1:] not in page.names] == []


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


@pytest.mark.django_db
def test_settings_lead_to_how_the_site_is_installed(client: Client) -> None:
    settings = client.get("/settings/").content.decode()
    assert 'href="/about/#phone"' in settings and "data-install" in settings
    assert 'id="phone"' in client.get("/about/").content.decode()
