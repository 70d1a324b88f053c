"""All that is sent of a stored game, to whoever sits there and to whoever looks on."""

from collections.abc import Iterable, Iterator
from json import dumps
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import Preferences, User
from accounts.people import Person
from games import urls
from games.models import Discard, Hand, Play, WaitingRoom
from games.services.table.tables import Place
from tests.engine.walks import known, pack
from tests.views.asking import HTMX, is_only_posted, looked_on, masked, sent, streamed
from tests.views.stored import Around, Story, stored

LISTS = ("mine", "records", "statistics", "statistics_hands", "statistics_hands_csv")
TOKEN = "L" * 22
Told = dict[str, bytes]
#: Everything that is sent of one, and the cards in its rows.
World = tuple[Told, list[Any]]


def told(client: Client, user: User, story: Story, *, at_length: bool, around: Around = Around.COMPUTERS) -> World:
    """Then the world is gone."""
    Preferences.objects.update_or_create(user=user, defaults={"plays_out": story.is_settled})
    hinted = not at_length and around is Around.COMPUTERS
    place = stored(story, Person(user=user), f"twin{story.rules.key}", hinted=hinted, around=around)
    rows = cards_in_rows(place)
    answers = dict(asked(client, place, story))
    if at_length:
        answers |= everywhere(client, place)
    answers |= posted(client, place, story, at_length=at_length)
    place.game.delete()
    return {what: masked(text) for what, text in answers.items()}, rows


def asked(client: Client, place: Place, story: Story) -> Iterator[tuple[str, bytes]]:
    url = f"/games/{place.code}/"
    yield "page", sent(client.get(url))
    yield "partial", sent(client.get(url, headers=HTMX))
    yield "stream", streamed(client, place, since=story.lately)


def everywhere(client: Client, place: Place) -> Told:
    """What is to be seen at every other address of a game, if anything yet, and in the lists it stands in."""
    named = {"code": place.code, "number": place.game.number, "step": 2, "token": "none", "seat": 1}
    addresses = []
    for pattern in urls.urlpatterns:
        wanted, name = pattern.pattern.converters, str(pattern.name)
        if ("code" in wanted or name in LISTS) and name != "stream":
            address = reverse(f"games:{name}", kwargs={part: named[part] for part in wanted})
            addresses += [] if is_only_posted(name, address) else [address]
    return {address: sent(client.get(address)) for address in addresses}


def posted(client: Client, place: Place, story: Story, *, at_length: bool) -> Told:
    """A card that is not the reader's and is refused, and what undoes; then what is not due, and what advises."""
    foreign = min(one.text for one in pack(story.state) if one not in known(story.state, story.seat))
    what: dict[str, dict[str, str]] = {"act": {"action": dumps(["play", foreign])}, "take-back": {}}
    more: dict[str, dict[str, str]] = {"deal": {"seed": "s"}, "claim": {}, "hint": {}}
    answers = {}
    for name, data in {**what, **(more if at_length else {})}.items():
        place.game.refresh_from_db()
        whole = {**data, "version": str(place.game.version)}
        answers[name] = sent(client.post(f"/games/{place.code}/{name}/", whole, headers=HTMX))
    return answers


def told_onlookers(client: Client, user: User, story: Story, around: Around = Around.COMPUTERS) -> World:
    """The same of everything that is sent to whoever only looks on by the link of the table."""
    place = stored(story, Person(user=user), f"twin{story.rules.key}", around=around)
    WaitingRoom.objects.create(key=story.rules.key, token=TOKEN, game=place.game, onlookers=True)
    rows, version = cards_in_rows(place), place.game.version
    addresses = [f"/t/{TOKEN}/", f"/t/{TOKEN}/look/", f"/shared/{TOKEN}/"]
    addresses += [f"/shared/{TOKEN}/hands/{number + 1}/" for number in range(place.game.number)]
    addresses += [f"/shared/{TOKEN}/hands/{number + 1}/verify/" for number in range(place.game.number)]
    answers = {address: sent(client.get(address)) for address in addresses}
    answers["partial"] = sent(client.get(f"/t/{TOKEN}/look/", headers=HTMX))
    since = version
    while since >= story.lately:  # first what somebody is sent who was there, then what one who has just come
        answers[f"stream from {since}"] = looked_on(client, TOKEN, since=since - 1, version=version)
        since -= 1
    place.game.delete()
    return {what: masked(text) for what, text in answers.items()}, rows


def same(story: Story, worlds: Iterable[World]) -> tuple[Told, list[Any], list[Any]]:
    """What is sent of both alike, and the cards in the rows of each, which are others."""
    (mine, rows), (theirs, other_rows) = worlds
    assert rows != other_rows
    assert mine.keys() == theirs.keys()
    for what, text in mine.items():
        assert text == theirs[what], f"{what} for seat {story.seat} at {len(story.said)} in {story.state.phase}"
    return mine, rows, other_rows


def cards_in_rows(place: Place) -> list[Any]:
    hands = Hand.objects.filter(game=place.game).order_by("number")
    laid = [list(kind.objects.order_by("pk").values_list("seat", "card")) for kind in (Discard, Play)]
    return [*hands.values_list("deal", flat=True), *laid]
