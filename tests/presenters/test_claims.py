"""What a claim is called: on its button, in the hand's summary, and to whoever looks on."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from games import presenters
from games.snapshot import PlayedHand, Snapshot
from games.viewmodel import tricks as claims
from games.viewmodel.table import TableShown
from tests.presenters import seeing_spades, seeing_whist
from tests.presenters.seeing import Shown, Taste, drawn, in_play


def at_play() -> Snapshot:
    return in_play().snapshot()


def ended(*, auto: int) -> PlayedHand:
    """A hand of which so many plays at the end were the table's."""
    (hand,) = in_play().play_out().snapshot().hands
    return replace(hand, auto=auto)


@pytest.mark.parametrize(("count", "words"), [(2, "Claim 2 tricks"), (9, "Claim 9 tricks")])
def test_the_button_says_how_much(count: int, words: str) -> None:
    page = drawn(presenters.table(replace(at_play(), claim=count), preferences=Taste()))
    assert f'data-key="c">{words}</button>' in page
    assert page.count('formaction="/games/abc/claim/"') == 1


def test_there_is_no_button_where_nothing_may_be_claimed() -> None:
    assert 'data-key="c"' not in drawn(presenters.table(at_play(), preferences=Taste()))


@pytest.mark.parametrize("table", [seeing_spades.in_play(), seeing_whist.in_play("6U")], ids=["spades", "bidwhist"])
def test_it_stands_at_a_table_of_four(table: Shown[TableShown]) -> None:
    page = drawn(presenters.table(replace(table.snapshot(), claim=3), preferences=Taste()))
    assert 'data-key="c">Claim 3 tricks</button>' in page


@pytest.mark.parametrize(("auto", "tricks"), [(0, None), (4, None), (3, "2 tricks"), (15, "8 tricks"), (1, "1 trick")])
def test_the_summary_tells_of_a_claim_alone(auto: int, tricks: str | None) -> None:
    snapshot = at_play()
    hand = ended(auto=auto)
    told = claims.claimed(replace(snapshot, seat=hand.claimer or 0), hand)
    assert told == (f"You claim the rest: {tricks}." if tricks else "")
    if hand.claimer is not None:
        name = "alice" if hand.claimer == 0 else "Marta"
        other = replace(snapshot, seat=1 - hand.claimer)
        assert claims.claimed(other, hand) == f"{name} claims the rest: {tricks}."


def test_whoever_looks_on_is_told_the_name() -> None:
    hand, snapshot = ended(auto=5), at_play()
    looking = SimpleNamespace(seated=snapshot.seated, near=0, own=None, view=snapshot.view, turns=frozenset())
    assert hand.claimer is not None
    assert claims.claimed(looking, hand) == f"{snapshot.seated[hand.claimer].name} claims the rest: 3 tricks."
    assert claims.claimed(looking, None) == ""
