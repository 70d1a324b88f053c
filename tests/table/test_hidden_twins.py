"""Two games that differ only in cards the reader may not know give equal bytes.

Both are stored with all their rows. They share their code and the secrets of their seals, so only tokens are masked.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from itertools import islice, permutations
from json import dumps
from random import Random
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import Preferences, User
from accounts.people import Person
from games.bidwhist.state import BidWhistState
from games.engine.actions import Action, deal
from games.engine.cards import cards
from games.engine.state import DEALER, Phase, Said, Seat, State
from games.people import onlooking
from games.registry import ruleset
from games.snapshot import Snapshot
from games.table import play, presence, showing, views
from games.table.logs import Log
from games.table.models import Discard, Hand, Play, WaitingRoom
from games.table.tables import Place
from tests.asking import HTMX, is_only_posted, looked_on, masked, routes, sent, streamed
from tests.bidwhist.positions import DEAL, KITTY, RULES, E, N, S, line
from tests.engine.walks import known, pack
from tests.people.whist_people import LONG, RENEGED, TO_THE_PLAY
from tests.play import every_kind
from tests.table.positions import table_page
from tests.table.stored import Around, Story, renamed, stored, stories, twin

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("computers_wait")]
LISTS = ("mine", "records", "statistics", "statistics_hands", "statistics_hands_csv")
TOKEN = "L" * 22
Told = dict[str, bytes]
#: All answers about a stored game by name, and the cards in its rows.
World = tuple[Told, list[Any]]
#: Pairs of games of each kind; all addresses are requested of the first in which the reader is to act.
PAIRS = 4
#: Words on the page about another player.
WORDS = {
    Around.STOOD_IN: (b"here--stood_in",),
    Around.LEFT: (b"has left the game",),
    Around.ASKED: (b"wants to end the game", b"You ask to end the game", b"You ask to take it back"),
}


def told(client: Client, user: User, story: Story, *, at_length: bool, around: Around = Around.COMPUTERS) -> World:
    """Store the game, return all that is sent to its person, and delete it."""
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
    """Return the answers of all other addresses of a game and of the lists that have it."""
    named = {"code": place.code, "number": place.game.number, "step": 2, "token": "none", "seat": 1}
    addresses = []
    for pattern in routes():
        wanted, name = pattern.pattern.converters, str(pattern.name)
        if ("code" in wanted or name in LISTS) and name != "stream":
            address = reverse(f"games:{name}", kwargs={part: named[part] for part in wanted})
            addresses += [] if is_only_posted(name, address) else [address]
    return {address: sent(client.get(address)) for address in addresses}


def posted(client: Client, place: Place, story: Story, *, at_length: bool) -> Told:
    """Return the answers to a refused card and an undo, `at_length` also to a deal, a claim and a hint."""
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
    """Store the game, return all that is sent to an onlooker by the link of its table, and delete it."""
    place = stored(story, Person(user=user), f"twin{story.rules.key}", around=around)
    WaitingRoom.objects.create(key=story.rules.key, token=TOKEN, game=place.game, onlookers=True)
    rows, version = cards_in_rows(place), place.game.version
    addresses = [f"/t/{TOKEN}/", f"/t/{TOKEN}/look/", f"/shared/{TOKEN}/"]
    addresses += [f"/shared/{TOKEN}/hands/{number + 1}/" for number in range(place.game.number)]
    addresses += [f"/shared/{TOKEN}/hands/{number + 1}/verify/" for number in range(place.game.number)]
    answers = {address: sent(client.get(address)) for address in addresses}
    answers["partial"] = sent(client.get(f"/t/{TOKEN}/look/", headers=HTMX))
    since = version
    while since >= story.lately:  # first for an onlooker who was there, at last for one who has just come
        answers[f"stream from {since}"] = looked_on(client, TOKEN, since=since - 1, version=version)
        since -= 1
    place.game.delete()
    return {what: masked(text) for what, text in answers.items()}, rows


def same(story: Story, worlds: Iterable[World]) -> tuple[Told, list[Any], list[Any]]:
    """Check that both give equal answers with different rows; return the answers and the cards in both rows."""
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


def pairs(
    key: str, rng: Random, *, settled: bool = False, phase: Phase | None = None, looks_on: bool = False
) -> Iterator[tuple[Story, Story]]:
    """Yield pairs of twins, seen by a seat or by an onlooker."""
    for met in stories(key, rng, settled=settled, phase=phase):
        story = replace(met, seat=None) if looks_on else met
        if (other := twin(story, rng)) is not None:
            yield story, other


@every_kind
def test_twins_give_a_seat_the_same_bytes(as_alice: Client, alice: User, key: str) -> None:
    asked_out = False
    for one, other in islice(pairs(key, Random(key)), PAIRS):
        at_length = not asked_out and one.seat in one.rules.waits_for(one.state)
        mine, *_ = same(one, (told(as_alice, alice, it, at_length=at_length) for it in (one, other)))
        asked_out = asked_out or mine.get("hint", b"").startswith(b"200")
    assert asked_out


def test_twins_with_exchanged_cards_give_the_same_bytes(as_alice: Client, alice: User) -> None:
    """From every seat; random games rarely have this phase."""
    found = islice(pairs("spades", Random(1), phase=Phase.EXCHANGE), ruleset("spades").seats)
    for number, (one, other) in enumerate(found):
        same(one, (told(as_alice, alice, it, at_length=number < 2) for it in (one, other)))
        assert one.state.phase is other.state.phase is Phase.EXCHANGE


@every_kind
def test_twins_give_the_same_hint(alice: User, key: str) -> None:
    """With its numbers, until some hints give a reason that counts hands."""
    said = list[str]()
    for one, other in pairs(key, Random(f"{key} advised")):
        if one.seat in one.rules.waits_for(one.state):
            mine, theirs = (advised(alice, story) for story in (one, other))
            assert mine == theirs, f"version {len(one.said)} in {one.state.phase}"
            said.append(mine)
            if len(said) >= PAIRS and any("of 100" in words for words in said):
                return


def advised(user: User, story: Story) -> str:
    place = stored(story, Person(user=user), f"hint{story.rules.key}")
    words = table_page(play.hint(place=place, version=place.game.version)).say
    place.game.delete()
    return words


@every_kind
def test_twins_give_each_of_several_people_the_same_bytes(as_alice: Client, alice: User, key: str) -> None:
    """From every seat, with people at all others, until each seat has had other cards for each reader."""
    met, wanted = set[tuple[int, int]](), set(permutations(range(ruleset(key).seats), 2))
    for number, (one, other) in enumerate(pairs(key, Random(f"{key} of people"))):
        told_of = [told(as_alice, alice, it, at_length=number < 2, around=Around.PEOPLE) for it in (one, other)]
        _mine, rows, other_rows = same(one, told_of)
        met |= {(one.sits, seat) for seat in exchanged(rows, other_rows)}
        if number >= PAIRS and met >= wanted:
            return
    raise AssertionError(f"never exchanged: {wanted - met}")


@every_kind
@pytest.mark.parametrize("around", [Around.STOOD_IN, Around.LEFT, Around.ASKED])
def test_twins_give_the_same_bytes_with_stand_ins_leavers_and_questions(
    as_alice: Client, alice: User, key: str, around: Around, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "ASKED_FOR", timedelta(days=1))
    one, other = next(pairs(key, Random(f"{key} {around}")))
    mine, *_ = same(one, (told(as_alice, alice, it, at_length=True, around=around) for it in (one, other)))
    assert any(word in mine["page"] for word in WORDS[around])


def exchanged(rows: list[Any], other_rows: list[Any]) -> set[int]:
    """The seats that hold different cards in the last hand."""
    hands, others = ([one for one in all_of if isinstance(one, dict)][-1]["hands"] for all_of in (rows, other_rows))
    return {seat for seat, (mine, theirs) in enumerate(zip(hands, others, strict=True)) if mine != theirs}


@every_kind
def test_twins_give_an_onlooker_the_same_bytes(client: Client, alice: User, key: str) -> None:
    found = list(islice(pairs(key, Random(key), looks_on=True), len(Around)))
    for around, (one, other) in zip(Around, found, strict=True):
        mine, *_ = same(one, (told_onlookers(client, alice, it, around) for it in (one, other)))
        assert b'id="table"' in mine["partial"] and b"<form" not in mine["partial"]


def test_a_leak_to_an_onlooker_is_found(client: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = onlooking.seen

    def telling(seats: Any, log: Log, **more: Any) -> Snapshot:
        return replace(seen(seats, log, **more), next_commitment=str(log.state.hands))

    monkeypatch.setattr(onlooking, "seen", telling)
    pair = next(pairs("spades", Random(1), looks_on=True))
    (mine, _), (theirs, _) = (told_onlookers(client, alice, one) for one in pair)
    assert {what for what, text in mine.items() if text != theirs[what]} >= {"partial", f"/t/{TOKEN}/look/"}
    assert any(what.startswith("stream") and text != theirs[what] for what, text in mine.items())


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_twins_of_which_one_is_settled_give_the_same_bytes(as_alice: Client, alice: User, key: str) -> None:
    """For a player who plays every hand out."""
    rng, settled = Random(key), set[bool]()
    for number, (one, other) in enumerate(pairs(key, rng, settled=True)):
        (mine, _), (theirs, _) = (told(as_alice, alice, it, at_length=False) for it in (one, other))
        assert mine == theirs
        settled.add(one.rules.settled(other.state))
        if number >= PAIRS and False in settled:
            return
    raise AssertionError("no pair of which one alone is settled")


def test_a_leak_out_of_a_row_is_found(as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = showing.shown

    def telling(request: HttpRequest, snapshot: Snapshot, *, notice: str = "", status: int = 200) -> HttpResponse:
        deal = Hand.objects.get(game__code=snapshot.code, number=snapshot.view.number).deal
        return shown(request, snapshot, notice=str(deal), status=status)

    for module in (views, showing):
        monkeypatch.setattr(module, "shown", telling)
    (mine, _), (theirs, _) = (told(as_alice, alice, one, at_length=False) for one in next(pairs("spades", Random(1))))
    assert {what for what, text in mine.items() if text != theirs[what]} >= {"page", "partial", "act"}


#: West's spades go to North or to East, each for a heart.
TO_NORTH = {"JS": "JH", "TS": "TH", "8S": "8H"}
TO_EAST = {"JS": "7H", "TS": "6H", "8S": "5H"}
RENEGE_SEEN_BY = [(S, TO_NORTH), (N, TO_EAST), (E, TO_NORTH), (None, TO_EAST)]
SECOND_TRICK = ("S play AC", "W play QC", "N play 9C", "E play 8C")
#: An open call tells nothing, nor one that named a trick without a renege.
MOMENTS = {
    "the card": RENEGED[:2],
    "the trick": RENEGED,
    "the next card": (*RENEGED, "S play KS"),
    "a call": (*RENEGED, "S call"),
    "a partner's call": (*RENEGED, "N call"),
    "two tricks and a call of the other": (*RENEGED, *SECOND_TRICK, "S call", "S book 2"),
}


def story_of(seat: Seat | None, more: tuple[str, ...], names: Mapping[str, str]) -> Story:
    """Return the game with the given cards exchanged from the deal on."""
    both = {**names, **{other: one for one, other in names.items()}}
    start: dict[str, Any] = {"dealer": E, "score": (0, 0), "wins": (0, 0)}
    hand: list[Said] = [
        (DEALER, deal([cards(one) for one in DEAL], kitty=cards(KITTY))),
        *map(line, (*TO_THE_PLAY, *more)),
    ]
    said = (
        (DEALER, Action("start", start)),
        *((by, action if action.verb == "bid" else renamed(action, both)) for by, action in hand),
    )
    state: State = RULES.initial(LONG)
    for by, action in said:
        state = RULES.apply(state, by, action).state
    return Story(RULES, state, said, seat)


@pytest.mark.parametrize(("seat", "names"), RENEGE_SEEN_BY)
@pytest.mark.parametrize("moment", MOMENTS)
def test_twins_of_which_one_is_a_renege_give_the_same_bytes(
    as_alice: Client, alice: User, seat: Seat | None, names: Mapping[str, str], moment: str
) -> None:
    """West throws a heart on a led spade, with three spades in one game and none in the other."""
    worlds = [story_of(seat, MOMENTS[moment], exchanged) for exchanged in ({}, names)]
    assert [BidWhistState.of(one.state).reneges for one in worlds] == [((1, 1),), ()]
    if seat is None:
        same(worlds[0], (told_onlookers(as_alice, alice, one) for one in worlds))
    else:
        at_length = moment == "the trick"
        same(worlds[0], (told(as_alice, alice, one, at_length=at_length, around=Around.PEOPLE) for one in worlds))
