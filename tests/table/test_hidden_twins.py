"""Twins are two games that differ only in cards hidden from the reader: their responses have equal bytes.

Both games are stored with all their rows, the same code and the same seal secrets, so only CSRF tokens are masked.
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
from games.engine.state import DEALER, Phase, Seat, SeatAction, State
from games.people import onlooking
from games.registry import ruleset
from games.snapshot import Snapshot
from games.table import play, presence, views
from games.table.logs import Log
from games.table.models import Discard, Hand, Play
from games.table.room_models import WaitingRoom
from games.table.tables import Place
from tests.asking import HTMX, is_only_posted, looked_on, masked, routes, sent, streamed
from tests.bidwhist.positions import DEAL, KITTY, RULES, E, N, S, line
from tests.engine.walks import known, pack
from tests.people.whist_people import LONG, RENEGED, TO_THE_PLAY
from tests.play import every_kind
from tests.table.positions import table_page
from tests.table.stored import OtherSeats, Story, renamed, stored, stories, twin

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("computers_wait")]
LISTS = ("mine", "records", "statistics", "statistics_hands", "statistics_hands_csv")
TOKEN = "L" * 22
Answers = dict[str, bytes]
#: All responses about a stored game, by name, and the cards in its rows.
Sent = tuple[Answers, list[Any]]
#: Pairs of twins of each kind of game.
PAIRS = 4
#: By state of the other seats: texts or classes, of which the page has at least one.
WORDS = {
    OtherSeats.STOOD_IN: (b"here--stood_in",),
    OtherSeats.LEFT: (b"has left the game",),
    OtherSeats.ASKED: (b"wants to end the game", b"asked to end the game", b"asked to take it back"),
}


def sent_to_player(
    client: Client, user: User, story: Story, *, exhaustive: bool, others: OtherSeats = OtherSeats.COMPUTERS
) -> Sent:
    """Store the game, return the responses to its player, and delete the game. `exhaustive`: request all addresses."""
    Preferences.objects.update_or_create(user=user, defaults={"plays_out": story.is_settled})
    hinted = not exhaustive and others is OtherSeats.COMPUTERS
    place = stored(story, Person(user=user), f"twin{story.rules.key}", hinted=hinted, others=others)
    rows = cards_in_rows(place)
    answers = dict(table_answers(client, place, story))
    if exhaustive:
        answers |= other_answers(client, place)
    answers |= post_answers(client, place, story, exhaustive=exhaustive)
    place.game.delete()
    return {what: masked(text) for what, text in answers.items()}, rows


def table_answers(client: Client, place: Place, story: Story) -> Iterator[tuple[str, bytes]]:
    url = f"/games/{place.code}/"
    yield "page", sent(client.get(url))
    yield "partial", sent(client.get(url, headers=HTMX))
    yield "stream", streamed(client, place, seen=story.earlier_version)


def other_answers(client: Client, place: Place) -> Answers:
    """Return the responses of the game's other pages and of the lists that contain the game."""
    named = {"code": place.code, "number": place.game.number, "step": 2, "token": "none", "seat": 1}
    addresses = []
    for pattern in routes():
        wanted, name = pattern.pattern.converters, str(pattern.name)
        if ("code" in wanted or name in LISTS) and name != "stream":
            address = reverse(f"games:{name}", kwargs={part: named[part] for part in wanted})
            addresses += [] if is_only_posted(name, address) else [address]
    return {address: sent(client.get(address)) for address in addresses}


def post_answers(client: Client, place: Place, story: Story, *, exhaustive: bool) -> Answers:
    """Return the responses to a refused card and an undo; if `exhaustive`, also to a deal, a claim and a hint."""
    foreign = min(one.text for one in pack(story.state) if one not in known(story.state, story.seat))
    posts: dict[str, dict[str, str]] = {"act": {"action": dumps(["play", foreign])}, "take-back": {}}
    more: dict[str, dict[str, str]] = {"deal": {"seed": "s"}, "claim": {}, "hint": {}}
    answers = {}
    for name, data in {**posts, **(more if exhaustive else {})}.items():
        place.game.refresh_from_db()
        whole = {**data, "version": str(place.game.version)}
        answers[name] = sent(client.post(f"/games/{place.code}/{name}/", whole, headers=HTMX))
    return answers


def sent_to_onlooker(client: Client, user: User, story: Story, others: OtherSeats = OtherSeats.COMPUTERS) -> Sent:
    """Store the game, return the responses to a spectator with the table's link, and delete the game."""
    place = stored(story, Person(user=user), f"twin{story.rules.key}", others=others)
    WaitingRoom.objects.create(key=story.rules.key, token=TOKEN, game=place.game, onlookers=True)
    rows, version = cards_in_rows(place), place.game.version
    addresses = [f"/t/{TOKEN}/", f"/t/{TOKEN}/look/", f"/shared/{TOKEN}/"]
    addresses += [f"/shared/{TOKEN}/hands/{number + 1}/" for number in range(place.game.number)]
    addresses += [f"/shared/{TOKEN}/hands/{number + 1}/verify/" for number in range(place.game.number)]
    answers = {address: sent(client.get(address)) for address in addresses}
    answers["partial"] = sent(client.get(f"/t/{TOKEN}/look/", headers=HTMX))
    seen = version
    while seen >= story.earlier_version:  # one stream for each version at which the page may have stopped
        answers[f"stream from {seen}"] = looked_on(client, TOKEN, seen=seen - 1, version=version)
        seen -= 1
    place.game.delete()
    return {what: masked(text) for what, text in answers.items()}, rows


def assert_equal(story: Story, observed: Iterable[Sent]) -> tuple[Answers, list[Any], list[Any]]:
    """Assert equal responses from different rows; return the responses, and the cards in the rows of each game."""
    (mine, rows), (theirs, other_rows) = observed
    assert rows != other_rows
    assert mine.keys() == theirs.keys()
    for what, text in mine.items():
        assert text == theirs[what], f"{what} differs: seat {story.seat}, action {len(story.said)}, {story.state.phase}"
    return mine, rows, other_rows


def cards_in_rows(place: Place) -> list[Any]:
    hands = Hand.objects.filter(game=place.game).order_by("number")
    laid = [list(kind.objects.order_by("pk").values_list("seat", "card")) for kind in (Discard, Play)]
    return [*hands.values_list("deal", flat=True), *laid]


def pairs(
    key: str, rng: Random, *, settled: bool = False, phase: Phase | None = None, looks_on: bool = False
) -> Iterator[tuple[Story, Story]]:
    """Yield pairs of twins, read by a seat, or by a spectator if `looks_on`."""
    for seated in stories(key, rng, settled=settled, phase=phase):
        story = replace(seated, seat=None) if looks_on else seated
        if (other := twin(story, rng)) is not None:
            yield story, other


@every_kind
def test_twins_give_a_seat_the_same_bytes(as_alice: Client, alice: User, key: str) -> None:
    """All addresses are requested for pairs in which the reader is to act, until a hint is given."""
    has_asked_all = False
    for one, other in islice(pairs(key, Random(key)), PAIRS):
        exhaustive = not has_asked_all and one.seat in one.rules.waits_for(one.state)
        mine, *_ = assert_equal(
            one, (sent_to_player(as_alice, alice, story, exhaustive=exhaustive) for story in (one, other))
        )
        has_asked_all = has_asked_all or mine.get("hint", b"").startswith(b"200")
    assert has_asked_all


def test_twins_with_exchanged_cards_give_the_same_bytes(as_alice: Client, alice: User) -> None:
    """Each seat reads a pair in the exchange of Spades, a phase that random games rarely have."""
    found = islice(pairs("spades", Random(1), phase=Phase.EXCHANGE), ruleset("spades").seats)
    for number, (one, other) in enumerate(found):
        assert_equal(one, (sent_to_player(as_alice, alice, story, exhaustive=number < 2) for story in (one, other)))
        assert one.state.phase is other.state.phase is Phase.EXCHANGE


@every_kind
def test_twins_give_the_same_hint(alice: User, key: str) -> None:
    """Numbers in hints are equal, too: the test runs until a hint gives a percentage as a reason."""
    said = list[str]()
    for one, other in pairs(key, Random(f"{key} advised")):
        if one.seat in one.rules.waits_for(one.state):
            mine, theirs = (hint_words(alice, story) for story in (one, other))
            assert mine == theirs, f"the hints differ after {len(one.said)} actions, in {one.state.phase}"
            said.append(mine)
            if len(said) >= PAIRS and any("% of the time" in words for words in said):
                return


def hint_words(user: User, story: Story) -> str:
    place = stored(story, Person(user=user), f"hint{story.rules.key}")
    words = table_page(play.hint(place=place, version=place.game.version)).say
    place.game.delete()
    return words


@every_kind
def test_twins_give_each_of_several_people_the_same_bytes(as_alice: Client, alice: User, key: str) -> None:
    """The test runs until each seat has read pairs that differ in the cards of each other seat."""
    met, wanted = set[tuple[int, int]](), set(permutations(range(ruleset(key).seats), 2))
    for number, (one, other) in enumerate(pairs(key, Random(f"{key} of people"))):
        answers_of_both = [
            sent_to_player(as_alice, alice, story, exhaustive=number < 2, others=OtherSeats.PEOPLE)
            for story in (one, other)
        ]
        _mine, rows, other_rows = assert_equal(one, answers_of_both)
        met |= {(one.own_seat, seat) for seat in exchanged(rows, other_rows)}
        if number >= PAIRS and met >= wanted:
            return
    raise AssertionError(f"for these (reader, other seat) no pair differed in the other seat's cards: {wanted - met}")


@every_kind
@pytest.mark.parametrize("others", [OtherSeats.STOOD_IN, OtherSeats.LEFT, OtherSeats.ASKED])
def test_twins_give_the_same_bytes_with_stand_ins_leavers_and_questions(
    as_alice: Client, alice: User, key: str, others: OtherSeats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "ASKED_FOR", timedelta(days=1))
    one, other = next(pairs(key, Random(f"{key} {others}")))
    mine, *_ = assert_equal(
        one, (sent_to_player(as_alice, alice, story, exhaustive=True, others=others) for story in (one, other))
    )
    assert any(word in mine["page"] for word in WORDS[others])


def exchanged(rows: list[Any], other_rows: list[Any]) -> set[int]:
    """Return the seats whose cards as dealt in the last hand differ between the twins."""
    hands, others = ([one for one in all_of if isinstance(one, dict)][-1]["hands"] for all_of in (rows, other_rows))
    return {seat for seat, (mine, theirs) in enumerate(zip(hands, others, strict=True)) if mine != theirs}


@every_kind
def test_twins_give_an_onlooker_the_same_bytes(client: Client, alice: User, key: str) -> None:
    found = list(islice(pairs(key, Random(key), looks_on=True), len(OtherSeats)))
    for others, (one, other) in zip(OtherSeats, found, strict=True):
        mine, *_ = assert_equal(one, (sent_to_onlooker(client, alice, story, others) for story in (one, other)))
        assert b'id="table"' in mine["partial"] and b"<form" not in mine["partial"]


def test_a_leak_to_an_onlooker_is_found(client: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = onlooking.spectator_snapshot

    def leaking(seats: Any, log: Log, **more: Any) -> Snapshot:
        return replace(seen(seats, log, **more), next_commitment=str(log.state.hands))

    monkeypatch.setattr(onlooking, "spectator_snapshot", leaking)
    pair = next(pairs("spades", Random(1), looks_on=True))
    (mine, _), (theirs, _) = (sent_to_onlooker(client, alice, one) for one in pair)
    assert {what for what, text in mine.items() if text != theirs[what]} >= {"partial", f"/t/{TOKEN}/look/"}
    assert any(what.startswith("stream") and text != theirs[what] for what, text in mine.items())


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_twins_of_which_one_is_settled_give_the_same_bytes(as_alice: Client, alice: User, key: str) -> None:
    """The reader prefers to play hands to the end, so no response may reveal that the hand is settled."""
    rng, settled = Random(key), set[bool]()
    for number, (one, other) in enumerate(pairs(key, rng, settled=True)):
        (mine, _), (theirs, _) = (sent_to_player(as_alice, alice, story, exhaustive=False) for story in (one, other))
        assert mine == theirs
        settled.add(one.rules.settled(other.state))
        if number >= PAIRS and False in settled:
            return
    raise AssertionError("no pair in which only one hand is settled")


def test_a_leak_out_of_a_row_is_found(as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = views.table_response

    def leaking(request: HttpRequest, snapshot: Snapshot, *, notice: str = "", status: int = 200) -> HttpResponse:
        deal = Hand.objects.get(game__code=snapshot.code, number=snapshot.view.number).deal
        return shown(request, snapshot, notice=str(deal), status=status)

    monkeypatch.setattr(views, "table_response", leaking)
    (mine, _), (theirs, _) = (
        sent_to_player(as_alice, alice, one, exhaustive=False) for one in next(pairs("spades", Random(1)))
    )
    assert {what for what, text in mine.items() if text != theirs[what]} >= {"page", "partial", "act"}


#: Exchanges of West's three spades for hearts of North or of East.
TO_NORTH = {"JS": "JH", "TS": "TH", "8S": "8H"}
TO_EAST = {"JS": "7H", "TS": "6H", "8S": "5H"}
RENEGE_SEEN_BY = [(S, TO_NORTH), (N, TO_EAST), (E, TO_NORTH), (None, TO_EAST)]
SECOND_TRICK = ("S play AC", "W play QC", "N play 9C", "E play 8C")
#: Actions up to a moment at which West's renege is still secret. Neither a call that has named no trick yet nor a call
#: of another trick reveals the renege.
MOMENTS = {
    "the card": RENEGED[:2],
    "the trick": RENEGED,
    "the next card": (*RENEGED, "S play KS"),
    "a call": (*RENEGED, "S call"),
    "a partner's call": (*RENEGED, "N call"),
    "two tricks and a call of the second": (*RENEGED, *SECOND_TRICK, "S call", "S book 2"),
}


def story_of(seat: Seat | None, actions: tuple[str, ...], names: Mapping[str, str]) -> Story:
    """Return the game after `actions` as `seat` reads it, with the cards in `names` exchanged from the deal on."""
    both = {**names, **{other: one for one, other in names.items()}}
    start: dict[str, Any] = {"dealer": E, "score": (0, 0), "wins": (0, 0)}
    hand: list[SeatAction] = [
        (DEALER, deal([cards(one) for one in DEAL], kitty=cards(KITTY))),
        *map(line, (*TO_THE_PLAY, *actions)),
    ]
    said = (
        (DEALER, Action("start", start)),
        *((actor, action if action.verb == "bid" else renamed(action, both)) for actor, action in hand),
    )
    state: State = RULES.initial(LONG)
    for actor, action in said:
        state = RULES.apply(state, actor, action).state
    return Story(RULES, state, said, seat)


@pytest.mark.parametrize(("seat", "names"), RENEGE_SEEN_BY)
@pytest.mark.parametrize("moment", MOMENTS)
def test_twins_of_which_one_is_a_renege_give_the_same_bytes(
    as_alice: Client, alice: User, seat: Seat | None, names: Mapping[str, str], moment: str
) -> None:
    """West plays a heart on a spade lead: with three spades in hand in one game, and with none in the other."""
    pair = [story_of(seat, MOMENTS[moment], exchanged) for exchanged in ({}, names)]
    assert [BidWhistState.of(one.state).reneges for one in pair] == [((1, 1),), ()]
    if seat is None:
        assert_equal(pair[0], (sent_to_onlooker(as_alice, alice, one) for one in pair))
    else:
        exhaustive = moment == "the trick"
        assert_equal(
            pair[0],
            (sent_to_player(as_alice, alice, one, exhaustive=exhaustive, others=OtherSeats.PEOPLE) for one in pair),
        )
