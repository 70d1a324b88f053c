"""The pages of a review: after a hand, beside its replay, and what they answer where there is none."""

import re
from itertools import cycle, islice
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import enqueue, tasks
from games.models import Review
from games.registry import GAMES
from games.services.table.tables import Place
from tests.moves.practised import over
from tests.playing import again, place_at, place_for, play_on
from tests.review.marked import moment, whole
from tests.views.asking import HTMX
from tests.views.setting_up import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(alice: User) -> Place:
    """A table whose first hand is over, and not yet reviewed."""
    place = place_for(alice)
    play_on(place, Random(1), hands=1)
    return again(alice, place.code)


def page(client: Client, place: Place, what: str, **more: Any) -> str:
    response = client.get(f"/games/{place.code}/hands/1/{what}", **more)
    assert response.status_code == 200
    return response.content.decode()


def numbers(html: str) -> list[int]:
    """The account as it stands on the page, from the chance before to the chance after."""
    account = html[html.index('class="meter account"') :]
    cells = re.findall(r'<td class="r">([+−]?\d+)</td>', account[: account.index("</table>")])
    return [int(cell.replace("−", "-")) for cell in cells]


def panel_of(html: str) -> str:
    """What a replay says of a decision."""
    return html[html.index('id="weighed"') : html.index("</section>", html.index('id="weighed"'))]


def test_a_review_on_its_way_fills_itself_in(as_alice: Client, played: Place) -> None:
    waiting = page(as_alice, played, "review/", headers=HTMX)
    assert "being reviewed" in waiting
    assert f'hx-get="/games/{played.code}/hands/1/review/?asked=1"' in waiting
    tasks.review(played.code)
    there = page(as_alice, played, "review/", headers=HTMX)
    assert "being reviewed" not in there
    assert "hx-get" not in there


def test_a_page_that_waits_asks_less_and_less_and_then_only_when_told(as_alice: Client, played: Place) -> None:
    """Each answer says when to ask next, and no page asks for ever."""
    address, waits = f"/games/{played.code}/hands/1/review/", list[int]()
    while (html := as_alice.get(address, headers=HTMX).content.decode()) and len(waits) < 50:
        assert "being reviewed" in html
        found = re.search(r'hx-get="([^"]*)" hx-trigger="load delay:(\d+)s"', html)
        if found is None:
            break
        address = found[1]
        assert "Look again" in html[html.index("<noscript>") : html.index("</noscript>")]
        waits.append(int(found[2]))
    assert waits == sorted(waits) and waits[0] == 2 and waits[-1] == 60 and 4 * 60 < sum(waits) < 8 * 60
    assert "Look again" in html and "<noscript>" not in html
    (again,) = set(re.findall(r'hx-get="([^"]*)"', html))
    assert "delay:2s" in as_alice.get(again, headers=HTMX).content.decode()
    assert "delay:2s" in as_alice.get(f"{again}?asked=-1", headers=HTMX).content.decode()


@pytest.mark.evaluated
def test_the_account_on_the_page_adds_up_and_is_the_row_s(as_alice: Client, played: Place) -> None:
    tasks.review(played.code)
    row = Review.objects.get(seat=played.seat)
    before, *parts, after = numbers(page(as_alice, played, "review/"))
    assert before + sum(parts) == after
    assert (before, after) == (whole(row.before), whole(row.after))
    assert parts[:3] == [whole(row.luck), -whole(row.errors), whole(row.rivals)]


def test_the_sentence_tells_the_cost_and_the_luck(as_alice: Client, played: Place) -> None:
    tasks.review(played.code)
    row = Review.objects.get(seat=played.seat)
    html = page(as_alice, played, "review/")
    stored = html[html.index("reviewed__said") : html.index("</h2>", html.index("reviewed__said"))]
    assert (f"Your play cost you {whole(row.errors)}% of a win, " in stored) is (whole(row.errors) > 0)
    dealt, hidden = whole(row.luck), numbers(html)[-2]
    assert ("the deal was even" if not dealt else f"the deal {way(dealt)}") in stored
    assert "lie of the cards" not in stored if not hidden else f"the lie of the cards {way(hidden)}." in stored
    assert html.index("reviewed__said") < html.index('<details class="thought">') < html.index("meter account")


def way(change: int) -> str:
    return f"{'brought' if change > 0 else 'cost'} you {abs(change)}%"


def costing(place: Place, losses: list[int]) -> None:
    """The own review as if there were these decisions, each like one that was made."""
    row = Review.objects.get(seat=place.seat)
    marks = [next((mark for least, mark in MARKED if loss >= least), None) for loss in losses]
    made = zip(cycle(row.decisions), losses, marks, strict=False)
    row.decisions = [{**one, "loss": loss, "mark": mark} for one, loss, mark in made]
    row.save()


MARKED = ((100_000, "blunder"), (50_000, "mistake"), (20_000, "inaccuracy"))


@pytest.mark.parametrize(
    ("losses", "costs", "marks", "line"),
    [
        ([19_000, 15_000, 20_000, 6_000], [2, 2, 2, 1], 1, "Rounded one by one, these come to 1% more than together."),
        ([10_000, 60_000, 50_000, 40_000, 6_000, 30_000, 20_000], [6, 5, 4, 3, 2], 5, "2 more cost 2% together."),
        ([12_000, 21_000, 14_000, 16_000, 18_000, 15_000], [2, 2, 2, 2, 1], 1, "One more cost 1%."),
        ([30_000] * 7, [3] * 7, 7, ""),
        ([30_000, 4_000, 4_000, 4_000], [3], 1, "Decisions that cost less than half a percent each add 1%."),
        ([6_000] * 6, [1] * 5, 0, "One more is left out. Rounded one by one, these come to 1% more than together."),
        ([4_000, 4_000], [], 0, ""),
    ],
)
def test_the_list_has_every_mark_and_adds_up_with_its_last_line(
    as_alice: Client, played: Place, losses: list[int], costs: list[int], marks: int, line: str
) -> None:
    tasks.review(played.code)
    costing(played, losses)
    html = page(as_alice, played, "review/")
    if not costs:
        assert 'class="faults"' not in html
        return
    begun = html.index('class="faults"')
    faults, after = html[begun : html.index("</ol>", begun)], html[html.index("</ol>", begun) :]
    assert [int(cost) for cost in re.findall(r'faults__cost"><span aria-hidden="true">−(\d+)%<', faults)] == costs
    first = [fault.count('class="mark"') for fault in faults.split("<li>")[1:]]
    assert first == [1] * marks + [0] * (len(costs) - marks)
    assert ["a small loss" in fault for fault in faults.split("<li>")[1:]] == [not marked for marked in first]
    assert re.findall(r'^\s*(?:</ol>\s*)?<p class="small">(.*?)</p>', after) == ([line] if line else [])
    together, told = whole(sum(losses)), sum(map(int, re.findall(r"(?:cost|add) (\d+)%", line)))
    over = re.search(r"come to (\d+)% more", line)
    assert sum(costs) + told - (int(over[1]) if over else 0) == together
    assert f"cost you {together}% of a win" in html


def test_whoever_chose_is_named_where_it_is_somebody_else(as_alice: Client, played: Place) -> None:
    tasks.review(played.code)
    titles: dict[bool, set[str]] = {True: set(), False: set()}
    for row in Review.objects.all():
        is_own = row.seat == played.seat
        for place, one in enumerate(row.decisions):
            one.update({"loss": (0, 1_000, 9_000, 60_000)[place % 4], "mark": "mistake" if place % 4 == 3 else None})
        row.save()
        for one in row.decisions:
            html = page(as_alice, played, f"replay/?step={moment(played, one)}")
            panel = panel_of(html)
            titles[is_own] |= {re.sub("<.*?>", "", re.findall(r'id="weighed-h">(.*?)</h2>', panel)[0])}
            assert f"what {'you' if is_own else 'Marta'} could know then" in panel
    said = ("nothing was lost here", "less than one percent of a win was lost", "a small loss", "mistake")
    assert titles == {True: {one.capitalize() for one in said}, False: {f"Marta: {one}" for one in said}}


def marks_of_tricks(client: Client, place: Place) -> int:
    replayed = page(client, place, "replay/")
    tricks = replayed[replayed.index('id="tricks"') : replayed.index("</section>", replayed.index('id="tricks"'))]
    return tricks.count('class="mark ') + tricks.count('class="mark"')


def marked(*rows: Review) -> int:
    return sum(one["mark"] is not None for row in rows for one in row.decisions)


@pytest.mark.parametrize("key", GAMES)
def test_the_list_of_tricks_has_the_marks_of_bids_and_discards_too(as_alice: Client, alice: User, key: str) -> None:
    place = place_at(alice, key)
    play_on(place, Random(2), hands=1)
    tasks.review(place.code)
    for row in Review.objects.all():
        row.decisions = [{**one, "mark": "mistake"} for one in row.decisions]
        row.save()
    kinds = {one["kind"] for row in Review.objects.all() for one in row.decisions}
    assert len(kinds) > 1 or key == "cardduel"
    assert marks_of_tricks(as_alice, again(alice, place.code)) == marked(*Review.objects.all())


def test_cards_that_come_to_the_same_as_the_best_are_ringed_and_stand_beside_it(
    as_alice: Client, played: Place
) -> None:
    tasks.review(played.code)
    row = Review.objects.get(seat=played.seat)
    one = next(it for it in row.decisions if it["kind"] == "play" and it["best"] == it["chosen"])
    other = next(action for action, _worth in one["values"] if action != one["best"])
    one["values"] = [[action, worth] for action, worth in one["values"] if action != other]
    one["alike"] = [[one["best"], other]]
    row.save()
    html = page(as_alice, played, f"replay/?step={moment(played, one)}")
    for text in (one["best"][1], other[1]):
        (classes,) = re.findall(rf'<span class="card([^"]*)"[^>]*data-card="{text}"', html)
        assert "is-best" in classes and ("is-chosen" in classes) is (text != other[1])
    panel = panel_of(html)
    best = panel[panel.index('class="is-best') : panel.index("</tr>", panel.index('class="is-best'))]
    assert best.count('class="chip') == 2


def test_each_decision_stands_before_its_step(as_alice: Client, played: Place) -> None:
    """Its values are those of the row, the chosen and the best stored apart in words."""
    tasks.review(played.code)
    for one in Review.objects.get(seat=played.seat).decisions:
        html = page(as_alice, played, f"replay/?step={moment(played, one)}")
        panel = panel_of(html)
        assert panel.count("<small>chosen</small>") == panel.count("<small>best</small>") == 1
        assert 1 <= panel.count('<th scope="row">') <= len(one["values"])  # equal values share a row
        assert (one["mark"] or "") in panel.lower()
        best = {str(action): worth for action, worth in one["values"]}[str(one["best"])]
        assert f'<td class="r">{whole(best)}</td>' in panel
        assert ('class="why"' in panel) is (round(one["loss"] / 10_000) > 0)
        said = re.sub(
            r"<svg.*?</svg>|<[^>]+>", "", html[html.index('id="say"') : html.index("</p>", html.index('id="say"'))]
        )
        assert ((one["mark"] or "no mark") in said.lower()) is ("Best was" in said) is (one["mark"] is not None)


@pytest.mark.evaluated
def test_a_decision_says_how_near_its_numbers_are(as_alice: Client, played: Place) -> None:
    """About twice its greatest standard error. Nothing where no hand was left out, or no error was stored."""
    tasks.review(played.code)
    row = Review.objects.get(seat=played.seat)
    one = max(row.decisions, key=lambda it: max(it["errors"]))
    step = f"replay/?step={moment(played, one)}"
    within = round(1.96 * max(one["errors"]) / 10_000)
    assert within > 0
    words = f"Accurate to about ±{within}%"
    assert words in page(as_alice, played, step)
    for errors in ([0] * len(one["values"]), []):
        one["errors"] = errors
        row.save()
        assert "Accurate to about" not in page(as_alice, played, step)


def test_the_page_says_what_no_review_weighs(as_alice: Client, alice: User) -> None:
    for key, said in (("spades", "Bids far from what a hand counts for are not compared"), ("twoman", "")):
        place = place_at(alice, key)
        play_on(place, Random(1), hands=1)
        tasks.review(place.code)
        html = page(as_alice, place, "review/")
        assert "How it is counted" in html
        assert ("Not weighed" in html) is bool(said)
        assert said in html


def test_the_chosen_and_the_best_card_are_ringed_and_said(as_alice: Client, played: Place) -> None:
    tasks.review(played.code)
    cards = [one for one in Review.objects.get(seat=played.seat).decisions if one["kind"] == "play"]
    assert cards
    for one in cards:
        html = page(as_alice, played, f"replay/?step={moment(played, one)}")
        for action, ring, word in ((one["chosen"], "is-chosen", "chosen"), (one["best"], "is-best", "best")):
            found = re.findall(rf'<span class="card([^"]*)"[^>]*data-card="{action[1]}"\s+aria-label="([^"]*)"', html)
            assert [(ring in classes, word in said) for classes, said in found] == [(True, True)]


@pytest.mark.evaluated
def test_three_hands_that_were_thought_of_are_dealt_face_up_and_folded(as_alice: Client, played: Place) -> None:
    """Each could be: so many cards as the other has left, none of them one's own."""
    tasks.review(played.code)
    decisions = Review.objects.get(seat=played.seat).decisions
    assert any(one["examples"] for one in decisions)
    for one in decisions:
        html = page(as_alice, played, f"replay/?step={moment(played, one)}")
        if not one["examples"]:
            assert 'class="thought"' not in html
            continue
        thought = html[html.index('<details class="thought">') : html.index("</details>")]
        assert thought.count("<li>") == len(one["examples"]) == 3
        assert thought.count('class="chip"') == sum(len(layout[1 - played.seat]) for layout in one["examples"])
        assert all(not {*layout[0]} & {*layout[1]} for layout in one["examples"])


def test_a_replay_of_a_hand_without_a_review_offers_one(as_alice: Client, played: Place) -> None:
    type(played.game).objects.filter(pk=played.game.pk).update(reviews_due_at=None)
    assert "Review this game" in page(as_alice, played, "replay/")
    assert as_alice.post(f"/games/{played.code}/hands/1/review/").status_code == 302
    waiting = page(as_alice, played, "replay/")
    assert "being reviewed" in waiting and f'hx-get="/games/{played.code}/hands/1/review/?asked=1"' in waiting
    tasks.review(played.code)
    assert "Review this game" not in page(as_alice, played, "replay/")


def test_a_replay_speaks_of_a_duel(as_alice: Client, alice: User) -> None:
    duel = over(alice, "cardduel")
    type(duel.game).objects.update(reviews_due_at=None)
    assert "This duel has not been reviewed." in page(as_alice, duel, "replay/")


@pytest.mark.usefixtures("parlour")
def test_a_game_without_an_evaluator_has_no_such_page(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    play_on(place, Random(1), hands=1)
    place.game.key = "parlour"
    place.game.save(update_fields=["key"])
    assert as_alice.get(f"/games/{place.code}/hands/1/review/").status_code == 404


def test_a_hand_of_before_is_reviewed_when_somebody_asks(
    as_alice: Client, played: Place, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(enqueue, "review_soon", asked.append)
    type(played.game).objects.filter(pk=played.game.pk).update(reviews_due_at=None)
    assert "Review this game" in page(as_alice, played, "review/")
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            assert as_alice.post(f"/games/{played.code}/hands/1/review/").status_code == 302
    assert asked == [played.code]
    assert "being reviewed" in page(as_alice, played, "review/")


def test_the_summary_asks_for_it_by_itself(as_alice: Client, played: Place) -> None:
    """Below all else, so that nothing makes way for it; from the points a link leads there."""
    html = page(as_alice, played, "")
    assert f'hx-get="/games/{played.code}/hands/1/review/"' in html
    assert html.index('href="#reviewed"') < html.index('id="all"') < html.index('id="reviewed"')
    assert "being reviewed" in page(as_alice, played, "review/")


# -- a duel ----------------------------------------------------------------------------------------------


@pytest.fixture
def duel(alice: User) -> Place:
    """A duel that is over and reviewed."""
    place = over(alice, "cardduel")
    tasks.review(place.code)
    return place


def test_a_duel_s_review_speaks_of_duels_and_rounds(as_alice: Client, duel: Place) -> None:
    row = Review.objects.get(seat=duel.seat)
    html = page(as_alice, duel, "review/")
    assert "Review of the duel" in html and "Before the duel" in html and "Luck of the cards" in html
    assert "hand 1" not in html and "Trick" not in html
    before, *parts, after = numbers(html)
    assert (before, before + sum(parts), after) == (50, after, whole(row.after))


def test_each_decision_of_a_duel_is_told_in_its_round(as_alice: Client, duel: Place) -> None:
    """Two plays are a round; a blaze cuts one short. A list of many plays is shown by its best ones. Every third is
    looked at, first plays and answers in turn.
    """
    decisions = sorted(
        (one for row in Review.objects.all() for one in row.decisions), key=lambda one: int(one["ordinal"])
    )
    assert any(isinstance(one["chosen"][1], list) for one in decisions)
    for place, one in islice(enumerate(decisions), 0, None, 3):
        html = page(as_alice, duel, f"replay/?step={moment(duel, one)}")
        panel = panel_of(html)
        assert f"Round {place // 2 + 1}:" in panel
        assert 1 <= panel.count('<th scope="row">') <= min(len(one["values"]), 14)
        if len(one["values"]) != 14:  # of 14 the last is shown if it was chosen
            assert ("more were worth less" in panel or "One more was" in panel) is (len(one["values"]) > 14)


def test_the_end_of_a_duel_asks_for_its_review(as_alice: Client, duel: Place) -> None:
    html = as_alice.get(f"/games/{duel.code}/").content.decode()
    assert f'hx-get="/games/{duel.code}/hands/1/review/"' in html
    assert html.index('id="rounds"') < html.index('id="reviewed"'), "nothing makes way for it"


@pytest.mark.parametrize(
    ("variant", "theirs"), [("solo", "The others’ decisions"), ("partner", "The other side’s decisions")]
)
def test_the_account_speaks_of_one_other_side_only_where_there_is_one(
    as_alice: Client, alice: User, variant: str, theirs: str
) -> None:
    code = over(alice, "spades", variant=variant).code
    tasks.review(code)
    for address in ("hands/1/review/", "decisions/"):
        html = as_alice.get(f"/games/{code}/{address}").content.decode()
        assert re.findall(r"The other[^<]* decisions", html) == [theirs], address


def test_the_pages_of_a_duel_call_it_no_hand(as_alice: Client, alice: User) -> None:
    game = f"/games/{over(alice, 'cardduel').code}/"
    first = f"{game}hands/1/steps/%s/again/"
    step = next(n for n in range(1, 5) if as_alice.get(first % n).status_code == 200)
    for address, said in (
        (f"{game}decisions/", "Round by round"),
        (f"{game}hands/1/verify/", "The deal of the duel"),
        (first % step, f"Step {step}: Marta"),
    ):
        text = text_of(as_alice.get(address))
        assert said in text and not re.search(r"\bHand (by hand|1\b)", text)
