"""The manifest is what a phone reads before it offers to install the site."""

import re
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse


def found(address: str) -> Path:
    path = finders.find(address.removeprefix("/static/"))
    assert isinstance(path, str), address
    return Path(path)


def test_it_is_a_manifest() -> None:
    response = Client().get(reverse("manifest"))
    assert response["Content-Type"] == "application/manifest+json"
    manifest = response.json()
    assert manifest["name"] == "Marta’s Table"
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")


@pytest.mark.parametrize(("language", "begins"), [("en", "A quiet card room."), ("de", "Ein ruhiges Kartenzimmer.")])
def test_it_says_in_which_language_it_is(language: str, begins: str) -> None:
    manifest = Client().get(reverse("manifest"), headers={"Accept-Language": language}).json()
    assert manifest["lang"] == language
    assert manifest["description"].startswith(begins)


def test_its_icons_are_as_large_as_it_says() -> None:
    icons = Client().get(reverse("manifest")).json()["icons"]
    for icon in icons:
        width, height = struct.unpack(">II", found(icon["src"]).read_bytes()[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }


@pytest.mark.parametrize("name", ["icons/apple-touch-180.png", "icons/favicon.svg"])
def test_the_other_icons_exist(name: str) -> None:
    assert found(f"/static/{name}").stat().st_size > 0


def test_every_page_names_it() -> None:
    page = Client().get(reverse("about")).content.decode()
    assert f'<link rel="manifest" href="{reverse("manifest")}">' in page


def test_the_icon_that_browsers_ask_for_by_habit_is_there() -> None:
    answer = Client().get("/favicon.ico")
    assert answer.status_code == 302 and found(answer["Location"]).suffix == ".png"


def test_crawlers_are_kept_out_of_games_and_links_that_were_given_away() -> None:
    lines = Client().get("/robots.txt").content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /games/", "Disallow: /shared/", "Disallow: /t/", "Disallow: /c/"} <= set(lines)
    assert "Disallow: /" not in lines


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "says"), [("en", "Two-Man Spades, Spades,"), ("de", "im Browser")])
def test_the_front_page_describes_itself_to_search_engines_and_messengers(language: str, says: str) -> None:
    html = Client().get("/", headers={"Accept-Language": language}).content.decode()
    described = re.search(r'<meta name="description" content="([^"]+)">', html)
    assert described is not None and says in described[1]
    assert f'<meta property="og:description" content="{described[1]}">' in html
    assert 'property="og:image" content="http://testserver/static/icons/shared.png"' in html and "noindex" not in html
