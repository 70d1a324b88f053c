"""A choice that was not sent is gone after a reload: Firefox would restore it under words drawn for another choice."""

from html.parser import HTMLParser

import pytest
from django.test import Client


class Forms(HTMLParser):
    """Every form that offers choices, and whether a browser may restore them."""

    def __init__(self) -> None:
        super().__init__()
        self.restored: list[str] = []
        self.choices = 0
        self._form: dict[str, str | None] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "form":
            self._form = found
        elif tag == "select" or found.get("type") in ("radio", "checkbox"):
            self.choices += 1
            if self._form.get("autocomplete") != "off":
                self.restored.append(f"{self._form.get('action')}: {found.get('name')}")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        *(f"/games/new/{key}/" for key in ("twoman", "spades", "bidwhist", "cardduel")),
        "/settings/",
        "/statistics/",
        "/games/?result=won",
        "/challenges/",
        "/practice/house/twoman/1/?decision=bid",
        "/games/{code}/",
    ],
)
def test_no_choice_survives_a_reload(client: Client, path: str) -> None:
    table = client.post("/play/", follow=True).redirect_chain[-1][0]
    forms = Forms()
    forms.feed(client.get(path.replace("/games/{code}/", table)).content.decode())
    assert forms.restored == []
    assert forms.choices
