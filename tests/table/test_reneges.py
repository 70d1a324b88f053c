"""Reneges at a table of several people: any player may call one, and rows and record have the call."""

import json

import pytest

from accounts.models import User
from games.engine.state import Phase
from games.records import export, verification
from games.records.referee import check
from games.records.verification import rebuild
from games.statistics.models import PersonLine
from games.table import company, opening, play
from games.table.models import Entry
from games.table.move import Refused, Stale
from tests.people.together import company_at, set_last_seen
from tests.people.whist_people import RENEGED, SHOWN, TO_THE_PLAY, WhistTable
from tests.play import run_at_once, type_names
from tests.table.conftest import derived_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def four(alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch) -> WhistTable:
    """A table of four people: alice South, bob West, charlie North and dora East."""
    dora = User.objects.create_user("dora")
    return WhistTable({"S": alice, "W": bob, "N": charlie, "E": dora}, monkeypatch).say(*TO_THE_PLAY)


@pytest.fixture
def two(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> WhistTable:
    """A table of two people, alice South and bob West, each with a bot as partner."""
    return WhistTable({"S": alice, "W": bob}, monkeypatch).say(*TO_THE_PLAY)


#: Actions after West's renege in the first trick; the call, the trick named (if any), and whether the call is right.
CALLS = (
    ((), "S call", "S book 1", True),
    (("S play KS",), "N call", "N book 1", True),
    (("S play KS", "W play 8S"), "W call", "W book 1", False),  # West's own renege
    ((), "E call", "E book", False),
    (SHOWN, "S call", "S book 2", False),
    (SHOWN, "N call", "N book 1", True),
)


@pytest.mark.parametrize(("actions", "call", "book", "is_right"), CALLS)
def test_any_seat_may_call_out_of_turn(
    four: WhistTable, actions: tuple[str, ...], call: str, book: str, is_right: bool
) -> None:
    four.say(*RENEGED, *actions)
    waits, before = four.state.turn, four.state.trick
    asked = four.does(call)
    assert asked.view.phase is Phase.REVIEW
    for letter in "SWNE":
        assert len(four.see(letter).view.review) == len(four.state.tricks)  # type: ignore[attr-defined]
        assert four.see(letter).is_mine is (letter == call[0])
    four.does(book)
    assert [(one.seat, one.is_right) for one in four.state.called] == [("SWNE".index(call[0]), is_right)]
    assert (four.state.phase, four.state.turn, four.state.trick) == (Phase.PLAY, waits, before)


def test_rows_record_and_counts_of_a_hand_with_calls_agree(four: WhistTable) -> None:
    """South rightly calls West's renege, and East calls wrongly. Each call brings South's side 3 books."""
    four.say(*RENEGED, *SHOWN)
    for act in ("S call", "S book 1", "E call", "E book 2"):
        four.does(act)
    four.say("the rest")
    tricks = sum(one.winner % 2 == 0 for one in four.state.tricks)
    for act in ("N confirm", "W confirm"):
        four.does(act)
    line = four.state.line
    assert line is not None
    assert (line.moved, line.books) == (6, min(13, 1 + tricks + 6))
    lines = PersonLine.objects.filter(number=1).order_by("seat")
    of_calls = {"called", "called_right", "called_wrong", "caught"}
    marks = [of_calls & {*one.marks.split()} for one in lines]
    assert marks == [{"called", "called_right"}, {"caught"}, set(), {"called", "called_wrong", "caught"}]
    assert [one.numbers.get("books") for one in lines] == [line.books, 13 - line.books] * 2
    assert verification.differences(game=four.game) == ()
    before = derived_rows(four.game)
    rebuild(game=four.game)
    assert derived_rows(four.game) == before
    opening.end_without(place=four.place("W"), seat=0)
    record = export.game_line(code=four.place("W").code)
    assert check(record).wrong is None
    said = [one for one in json.loads(record)["hands"][0]["actions"] if one[1] in ("call", "book", "confirm")]
    assert said == [[0, "call"], [0, "book", 1], [3, "call"], [3, "book", 2], [2, "confirm"], [1, "confirm"]]


def test_a_player_with_a_stand_in_cannot_call(four: WhistTable) -> None:
    four.say(*RENEGED, *SHOWN)
    four.replace_by_stand_in("S")
    with pytest.raises(Refused) as refused:
        four.does("S call")
    assert refused.value.refusal is play.STOOD_IN
    assert not four.see("S").view.legal


@pytest.mark.parametrize(("actions", "verdict"), [(SHOWN, (1, True)), ((), (None, False))])
def test_a_stand_in_ends_a_call(four: WhistTable, actions: tuple[str, ...], verdict: tuple[int | None, bool]) -> None:
    """A call blocks the table. The stand-in names the trick if later cards prove the renege, else gives up the call."""
    four.say(*RENEGED, *actions)
    four.does("S call")
    four.replace_by_stand_in("S")
    assert play.reply(code=four.code, version=four.version)
    assert [(one.seat, one.book, one.is_right) for one in four.state.called] == [(0, *verdict)]


def test_a_player_who_comes_back_ends_their_own_call(four: WhistTable) -> None:
    four.say(*RENEGED)
    four.does("S call")
    four.replace_by_stand_in("S")
    late = four.version
    company.seat_again(place=four.place("S"), seat=0)
    assert not play.reply(code=four.code, version=late)
    four.does("S book 1")
    assert four.state.called[0].is_right


def test_a_side_is_missing_only_when_both_partners_are_away(four: WhistTable) -> None:
    four.say(*RENEGED, "the rest")
    for absent, missing in (("N", ()), ("S", (0, 2))):
        set_last_seen(four.people[absent], four.code, seconds=60)
        assert company_at(four.people["W"], four.code).missing == missing


def test_a_bot_beside_a_person_does_not_confirm_the_hand(two: WhistTable) -> None:
    """The hand is scored once both people have confirmed it."""
    two.say(*RENEGED, "the rest")
    assert not play.reply(code=two.code, version=two.version)
    two.does("W confirm")
    assert not play.reply(code=two.code, version=two.version)
    two.does("S call")
    two.does("S book 1")
    two.does("S confirm")
    assert two.state.line is not None and two.state.line.moved == 3


def test_a_bot_calls_a_renege_that_cards_have_proved(two: WhistTable) -> None:
    two.say(*RENEGED, "S play KS")
    assert two.state.turn == 1
    two.does("W play 8S")
    assert play.reply(code=two.code, version=two.version)
    calls = [(entry.seat, entry.action) for entry in Entry.objects.filter(game=two.game, action__contains="book")]
    assert calls == [(2, '["book",1]')]


def do_at_once(four: WhistTable, *actions: str) -> list[str]:
    """Make the actions concurrently at the current version; return the class names of the results."""
    version = four.version
    return type_names(run_at_once(*(lambda text=text: four.does(text, version=version) for text in actions)))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_call_is_not_stale_after_the_cards_of_others(four: WhistTable, count: int) -> None:
    four.say(*RENEGED, SHOWN[0])
    shown = four.version
    four.say(*SHOWN[1 : 1 + count])
    four.does("S call", version=shown)
    assert four.state.caller == 0


@pytest.mark.parametrize(
    ("actions", "act"), [(("S call", "S book 1"), "N call"), (("N play TC",), "N call"), (("N play TC",), "E play 8C")]
)
def test_a_call_is_stale_after_another_call_or_the_callers_card(
    four: WhistTable, actions: tuple[str, ...], act: str
) -> None:
    """A card is stale after any other card."""
    four.say(*RENEGED, "S play AC", "W play QC")
    shown = four.version
    four.say(*actions)
    with pytest.raises(Stale):
        four.does(act, version=shown)


def test_a_call_of_the_hand_before_is_stale(four: WhistTable) -> None:
    """Once the hand is scored the call is refused as too late; once the next hand is dealt it is stale."""
    four.say(*RENEGED, "the rest")
    shown = four.version
    four.does("N confirm")
    four.does("W confirm")
    with pytest.raises(Refused, match="TOO_LATE"):
        four.does("S call", version=shown)
    for letter in "SWNE":
        play.deal(place=four.place(letter), seed="again", version=four.version)
    with pytest.raises(Stale):
        four.does("S call", version=shown)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_calls_at_once_one_is_stored(four: WhistTable) -> None:
    four.say(*RENEGED)
    at = four.version
    found = do_at_once(four, "N call", "S call")
    assert found.count("Snapshot") == 1
    assert four.version == at + 1
    caller = four.state.caller
    assert caller == "SWNE".index("NS"[found.index("Snapshot")])


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_call_and_the_last_card_of_a_trick_at_once(four: WhistTable) -> None:
    """The call is valid in either order. If the call is stored first, the card is not played."""
    four.say(*RENEGED, *SHOWN[:3])
    called, played = do_at_once(four, "N call", "E play 3S")
    assert called == "Snapshot"
    assert four.state.caller == 2
    assert len(four.state.tricks) == (2 if played == "Snapshot" else 1)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_call_and_the_last_confirmation_at_once(four: WhistTable) -> None:
    """Either the call is stored first and the hand is not scored, or the call is refused as too late."""
    four.say(*RENEGED, "the rest", "N confirm")
    called, confirmed = do_at_once(four, "S call", "W confirm")
    assert (called, confirmed) in {("Snapshot", "Stale"), ("Refused", "Snapshot")}
    assert (four.state.caller == 0) is (called == "Snapshot")
    assert (four.state.line is not None) is (confirmed == "Snapshot")


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_call_and_a_stand_in_for_the_caller_at_once(four: WhistTable, computers_wait: None) -> None:
    """Either the call is stored first and the stand-in ends it, or the call is refused."""
    four.say(*RENEGED, *SHOWN)
    set_last_seen(four.people["S"], four.code, seconds=60)
    results = run_at_once(lambda: four.does("S call"), lambda: company.stand_in(place=four.place("W"), seat=0))
    called, _ = type_names(results)
    assert (four.state.caller == 0) is (called == "Snapshot")
    assert four.see("W").company.is_stood_in(0)  # type: ignore[union-attr]
    assert play.reply(code=four.code, version=four.version)
    assert verification.differences(game=four.game) == ()
