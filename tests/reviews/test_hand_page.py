"""The review of a hand on its page and in the replay: account, sentence, decisions and marks."""

import re
from collections.abc import Callable
from itertools import cycle
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from accounts.models import User
from games import enqueue, tasks
from games.engine.actions import Action
from games.engine.options import complete
from games.evaluation.decisions import mark_of
from games.pages.weighed import DecisionShown
from games.registry import GAMES, fitted_variant, ruleset
from games.reviews import pages, reviewing
from games.reviews.models import Review
from games.reviews.pages import WeighedHand, about_rules, account
from games.table.models import Game
from games.table.tables import Place
from tests.asking import HTMX, between, read
from tests.lobby.setting_up import text_of
from tests.reviews.marked import past_game, review_of, shown_at, step_of, to_percent
from tests.reviews.quick import make_decision
from tests.table.positions import in_play

pytestmark = pytest.mark.django_db


@pytest.fixture
def unreviewed(alice: User) -> Place:
    return past_game(alice, is_reviewed=False)


@pytest.fixture
def played(alice: User) -> Place:
    return past_game(alice)


def page(client: Client, place: Place, what: str, **more: Any) -> str:
    return read(client, f"/games/{place.code}/hands/1/{what}", **more)


def own_row(place: Place) -> Review:
    return Review.objects.get(seat=place.seat)


def numbers(found: WeighedHand) -> list[int]:
    return [int(row["value"].replace("−", "-")) for row in found.account]


@pytest.mark.evaluated
def test_a_real_review_has_an_account_an_accuracy_and_imagined_hands(as_alice: Client, unreviewed: Place) -> None:
    tasks.review(unreviewed.code)
    row = own_row(unreviewed)
    before, *parts, after = numbers(review_of(unreviewed))
    assert (before, before + sum(parts), after) == (
        to_percent(row.before),
        to_percent(row.after),
        to_percent(row.after),
    )
    assert parts[:3] == [to_percent(row.luck), -to_percent(row.errors), to_percent(row.rivals)]
    assert any(one["examples"] for one in row.decisions)
    for one in row.decisions:
        here = shown_at(unreviewed, one)
        within = round(1.96 * max(one["errors"]) / 10_000)
        assert (f"±{within}%" in here.certain) is (within > 0) is bool(here.certain)
        held = [layout[1 - unreviewed.seat] for layout in one["examples"]]
        assert [sorted(cards) for ((_name, cards),) in here.thoughts] == [sorted(cards) for cards in held]
        assert all(not {*layout[0]} & {*layout[1]} for layout in one["examples"])
    one = max(row.decisions, key=lambda decision: len(decision["examples"]) * max(decision["errors"]))
    html = page(as_alice, unreviewed, f"replay/?step={step_of(unreviewed, one)}")
    assert "Accurate to about ±" in html
    assert between(html, '<details class="thought">', "</details>").count("<li>") == len(one["examples"]) == 3
    for errors in ([0] * len(one["values"]), []):
        one["errors"] = errors
        row.save()
        assert shown_at(unreviewed, one).certain == ""


def test_the_summary_sentence_names_cost_and_luck(as_alice: Client, played: Place) -> None:
    row, found = own_row(played), review_of(played)
    said = [f"Your play cost you {to_percent(row.errors)}% of a win", f"the deal {luck_words(to_percent(row.luck))}"]
    hidden = numbers(found)[-2]
    assert to_percent(row.errors) and to_percent(row.luck) and hidden
    assert found.sentence == f"{', '.join([*said, f'the hidden cards {luck_words(hidden)}'])}."
    html = page(as_alice, played, "review/")
    assert found.sentence in html and "How it’s counted" in html
    assert html.index("reviewed__said") < html.index('<details class="thought">') < html.index("meter account")


def luck_words(change: int) -> str:
    return f"{'brought' if change > 0 else 'cost'} you {abs(change)}%"


#: Losses in millionths; costs of the listed decisions in percent, how many are marked, and the sentence below the list.
FAULTS: list[tuple[list[int], list[int], int, str]] = [
    ([19_000, 15_000, 20_000, 6_000], [2, 2, 2, 1], 1, "Rounded separately, these add up to 1% more than the total."),
    ([10_000, 60_000, 50_000, 40_000, 6_000, 30_000, 20_000], [6, 5, 4, 3, 2], 5, "2 more cost 2% together."),
    ([12_000, 21_000, 14_000, 16_000, 18_000, 15_000], [2, 2, 2, 2, 1], 1, "One more cost 1%."),
    ([30_000] * 7, [3] * 7, 7, ""),
    ([30_000, 4_000, 4_000, 4_000], [3], 1, "Decisions costing less than half a percent each add up to 1%."),
    ([6_000] * 6, [1] * 5, 0, "One more isn’t shown. Rounded separately, these add up to 1% more than the total."),
    ([4_000, 4_000], [], 0, ""),
]


def test_the_list_of_costly_decisions_adds_up_to_the_total(as_alice: Client, played: Place) -> None:
    row = own_row(played)
    made = row.decisions
    for losses, costs, marks, line in FAULTS:
        some = zip(cycle(made), losses, strict=False)
        row.decisions = [{**one, "loss": loss, "mark": mark_of(loss)} for one, loss in some]
        row.save()
        hand = review_of(played)
        assert [fault.cost for fault in hand.faults] == costs
        assert [fault.mark is not None for fault in hand.faults] == [True] * marks + [False] * (len(costs) - marks)
        assert hand.left_out == line
        together, more = to_percent(sum(losses)), sum(map(int, re.findall(r"(?:cost|each add up to) (\d+)%", line)))
        over = re.search(r"these add up to (\d+)% more", line)
        assert not costs or sum(costs) + more - (int(over[1]) if over else 0) == together
        assert not together or f"cost you {together}% of a win" in hand.sentence
    assert 'class="faults"' not in page(as_alice, played, "review/")


def test_each_decision_is_shown_before_its_step_with_the_values_of_its_choices(played: Place) -> None:
    for one in own_row(played).decisions:
        here = shown_at(played, one)
        worths = {str(action): worth for action, worth in one["values"]}
        (best,) = (row for row in here.rows if row.is_best)
        assert best.wins == to_percent(worths[str(one["best"])])
        assert sum(row.is_chosen for row in here.rows) == 1 <= len(here.rows) <= len(one["values"])
        assert (here.mark.spoken if here.mark else None) == one["mark"]
        assert bool(here.reasons) is (here.cost > 0) is ("Best: " in here.sentence)
        if one["kind"] == "play":
            assert (here.chosen, here.best) == ((one["chosen"][1],), (one["best"][1],))


def test_the_title_of_a_decision_names_the_player_and_the_size_of_the_loss(played: Place) -> None:
    titles: dict[bool, set[str]] = {True: set(), False: set()}
    for row in Review.objects.all():
        is_own = row.seat == played.seat
        for place, one in enumerate(row.decisions):
            one.update({"loss": (0, 1_000, 9_000, 60_000)[place % 4], "mark": "mistake" if place % 4 == 3 else None})
        row.save()
        for one in row.decisions[:4]:
            here = shown_at(played, one)
            titles[is_own] |= {here.title}
            assert f"what {'you' if is_own else 'Marta'} could see" in here.known
    said = ("a good choice", "a good choice, less than one percent lost", "a small loss", "mistake")
    assert titles == {True: {one.capitalize() for one in said}, False: {f"Marta: {one}" for one in said}}


def shown_values(values: dict[str, float], *, verb: str = "play", chosen: str, best: str) -> DecisionShown:
    """Return a decision as pages show it. `values` are the chances to win in percent, by card or bid."""

    def action(text: str) -> Action:
        return Action(verb, int(text) if verb == "bid" else text)

    worths = tuple((action(text), round(10_000 * value)) for text, value in values.items())
    loss = round(10_000 * (values[best] - values[chosen]))
    decision = make_decision(kind="lead", chosen=action(chosen), best=action(best), values=worths, loss=loss)
    return pages.decided(in_play().snapshot(), decision)


#: Values by card, the chosen card, and the cards in each row.
ROWS: list[tuple[dict[str, float], str, list[str]]] = [
    ({"AS": 60, "KS": 52, "QS": 52.2, "2C": 51.9, "3C": 40}, "3C", ["AS", "KS QS 2C", "3C"]),
    ({"AS": 60, "KS": 60, "QS": 60}, "AS", ["AS", "KS QS"]),
    ({"AS": 60, "KS": 52, "QS": 52, "2C": 52}, "QS", ["AS", "QS", "KS 2C"]),
]


def test_cards_or_bids_of_equal_value_share_a_row_and_a_value_of_0_has_no_bar() -> None:
    for values, chosen, expected in ROWS:
        found = shown_values(values, chosen=chosen, best="AS").rows
        assert {frozenset(row.cards) for row in found} == {frozenset(one.split()) for one in expected}
        assert [row.is_best for row in found] == [True] + [False] * (len(expected) - 1)
        assert [set(row.cards) for row in found if row.is_chosen] == [{chosen}]
    bids = shown_values({"3": 60, "4": 51, "5": 51, "6": 51, "7": 20}, verb="bid", chosen="7", best="3").rows
    assert [row.words for row in bids] == ["3", "4, 5 and 6", "7"]
    rows = account(50, [("the deal", 0, "deal"), ("you", -5, "you")], ("before", "after"))
    assert render_to_string("games/reviews/_account.html", {"account": rows}).count("<rect") == 3
    shown = shown_values({"AS": 3, "KS": 0}, chosen="KS", best="AS")
    html = render_to_string("games/reviews/_values.html", {"shown": shown, "bags_marked": False})
    assert [row.wins for row in shown.rows] == [3, 0] and html.count('<svg class="mbar"') == 1


def test_a_replay_rings_and_names_the_chosen_card_and_all_that_equal_the_best(as_alice: Client, played: Place) -> None:
    row = own_row(played)
    one = next(one for one in row.decisions if one["kind"] == "play" and one["loss"] and len(one["values"]) > 2)
    other = next(action for action, _worth in one["values"] if action not in (one["best"], one["chosen"]))
    one["values"] = [[action, worth] for action, worth in one["values"] if action != other]
    one["alike"] = [[one["best"], other]]
    row.save()
    html = page(as_alice, played, f"replay/?step={step_of(played, one)}")
    for action, rings in ((one["chosen"], {"chosen"}), (one["best"], {"best"}), (other, {"best"})):
        card = rf'<span class="card([^"]*)"[^>]*data-card="{action[1]}"\s+aria-label="([^"]*)"'
        ((classes, said),) = re.findall(card, html)
        assert {word for word in ("chosen", "best") if f"is-{word}" in classes and word in said} == rings
    panel = between(html, 'id="weighed"', "</section>")
    assert panel.count("<small>chosen</small>") == panel.count("<small>best</small>") == 1
    assert between(panel, 'class="is-best', "</tr>").count('class="chip') == 2
    said = re.sub(r"<svg.*?</svg>|<[^>]+>", "", between(html, 'id="say"', "</p>"))
    assert ((one["mark"] or "no mark") in said.lower()) is ("Best: " in said) is (one["mark"] is not None)


@pytest.mark.parametrize("key", ["bidwhist", "cardduel"])
def test_the_list_of_tricks_or_rounds_has_the_marks_of_all_decisions(as_alice: Client, alice: User, key: str) -> None:
    place = past_game(alice, key)
    marked = sum(len(mark_all(place, row, "mistake")) for row in Review.objects.all())
    tricks = between(page(as_alice, place, "replay/"), 'id="tricks"', "</section>")
    assert tricks.count('class="mark ') + tricks.count('class="mark"') == marked


def test_links_lead_to_own_marked_decisions_or_else_to_others(as_alice: Client, played: Place) -> None:
    own, other = own_row(played), Review.objects.exclude(seat=played.seat).get()
    mine, theirs = mark_all(played, own, "mistake"), mark_all(played, other, "mistake")
    assert follow_links(played, 0, lambda found: found.later) == [step for step in mine if step]
    assert follow_links(played, 99, lambda found: found.earlier) == mine[::-1]
    html = page(as_alice, played, "replay/?step=0")
    (tag,) = re.findall(r'<a class="btn" id="mark-later"[^>]*>', html)
    assert f'data-to="{next(step for step in mine if step)}"' in tag
    mark_all(played, own, None)
    assert follow_links(played, 0, lambda found: found.later) == [step for step in theirs if step]


def mark_all(place: Place, row: Review, word: str | None) -> list[int]:
    row.decisions = [{**one, "loss": 60_000 if word else 0, "mark": word} for one in row.decisions]
    row.save()
    return sorted(step_of(place, one) for one in row.decisions)


def follow_links(place: Place, step: int, onward: Callable[[WeighedHand], int | None]) -> list[int]:
    found = list[int]()
    while (to := onward(review_of(place, step))) is not None:
        step = to
        found.append(step)
    return found


def test_a_waiting_page_polls_less_and_less_often_and_loads_the_review(as_alice: Client, unreviewed: Place) -> None:
    address, waits = f"/games/{unreviewed.code}/hands/1/review/", list[int]()
    summary = page(as_alice, unreviewed, "")
    assert f'hx-get="{address}"' in summary
    assert summary.index('href="#reviewed"') < summary.index('id="all"') < summary.index('id="reviewed"')
    while (html := as_alice.get(address, headers=HTMX).content.decode()) and len(waits) < 50:
        assert "being reviewed" in html
        found = re.search(r'hx-get="([^"]*)" hx-trigger="load delay:(\d+)s"', html)
        if found is None:
            break
        address = found[1]
        assert "Check again" in between(html, "<noscript>", "</noscript>")
        waits.append(int(found[2]))
    assert waits == sorted(waits) and waits[0] == 2 and waits[-1] == 60 and 4 * 60 < sum(waits) < 8 * 60
    assert "Check again" in html and "<noscript>" not in html
    (reload,) = set(re.findall(r'hx-get="([^"]*)"', html))
    for again in (reload, f"{reload}?asked=-1"):
        assert "delay:2s" in as_alice.get(again, headers=HTMX).content.decode()
    tasks.review(unreviewed.code)
    there = page(as_alice, unreviewed, "review/", headers=HTMX)
    assert "being reviewed" not in there and "hx-get" not in there


def test_a_hand_without_a_review_is_reviewed_on_request(
    as_alice: Client, unreviewed: Place, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(enqueue, "review_soon", asked.append)
    Game.objects.update(reviews_due_at=None)
    assert all("Review the whole game" in page(as_alice, unreviewed, one) for one in ("review/", "replay/"))
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            assert as_alice.post(f"/games/{unreviewed.code}/hands/1/review/").status_code == 302
    assert asked == [unreviewed.code]
    for one in ("review/", "replay/"):
        waiting = page(as_alice, unreviewed, one)
        assert "being reviewed" in waiting
        assert f'hx-get="/games/{unreviewed.code}/hands/1/review/?asked=1"' in waiting
    tasks.review(unreviewed.code)
    assert "Review the whole game" not in page(as_alice, unreviewed, "replay/")


def test_a_failed_review_cannot_be_requested_again(
    as_alice: Client, unreviewed: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "review_hand", lambda *_, **__: 1 / 0)
    tasks.review(unreviewed.code)
    due = Game.objects.get().reviews_due_at
    for address in ("hands/1/review/", "hands/1/replay/", "decisions/"):
        html = as_alice.get(f"/games/{unreviewed.code}/{address}").content.decode()
        assert f"This {'game' if address == 'decisions/' else 'hand'} could not be reviewed." in html
        assert not re.search("Review (this|the whole) game|being reviewed", html)
    for address in ("hands/1/review/", "decisions/"):
        asked = as_alice.post(f"/games/{unreviewed.code}/{address}", headers=HTMX).content.decode()
        assert "could not be reviewed" in asked
    assert Game.objects.get().reviews_due_at == due


@pytest.mark.parametrize("key", ["spades", "cardduel"])
def test_a_review_of_an_older_evaluator_is_shown_from_its_row(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    place = past_game(alice, key)
    step = step_of(place, own_row(place).decisions[0])

    def pages() -> list[str]:
        addresses = ("hands/1/review/", "decisions/", f"hands/1/replay/?step={step}")
        found = [as_alice.get(f"/games/{place.code}/{address}").content.decode() for address in addresses]
        return [re.sub(r"\b[A-Za-z0-9]{64}\b", "", html) for html in found]  # without CSRF tokens

    before = pages()
    assert "account" in before[0] and "Turning points" in before[1] and 'id="weighed"' in before[2]
    Review.objects.update(evaluator=0)
    monkeypatch.setattr(reviewing, "evaluator", lambda _: 1 / 0)
    assert tasks.review(place.code) == 0
    assert pages() == before


USUAL = "scores are rated as if the rules were standard."
PARTNER = "scores are rated as in Partner Spades."
CUSTOM = {"variant": "custom1", "winning_score": 200}
#: Game, options, and the sentence about the rules.
RULES_TOLD: list[tuple[str, dict[str, Any], str]] = [
    *((key, {}, "") for key in GAMES),
    ("twoman", {"target": 200}, f"Played with custom rules (Play to: 200); {USUAL}"),
    ("bidwhist", {"min_bid": 3}, f"Played with custom rules (Lowest bid: 3); {USUAL}"),
    ("cardduel", {"max_rounds": 90}, f"Played with custom rules (Round limit: 90); {USUAL}"),
    ("spades", {"ten_for_200": True}, f"Played with custom rules (Ten for 200: on); {USUAL}"),
    ("spades", {"variant": "solo"}, f"Played as Solo Spades; {PARTNER}"),
    ("spades", CUSTOM, f"Played as Custom Spades 1 with custom rules (Winning score: 200); {PARTNER}"),
]


@pytest.mark.parametrize(("key", "chosen", "said"), RULES_TOLD)
def test_the_page_tells_for_which_rules_scores_were_valued(key: str, chosen: dict[str, Any], said: str) -> None:
    view: Any = SimpleNamespace(options=complete(ruleset(key).options, chosen))
    game: Any = SimpleNamespace(key=key, view=view)
    assert about_rules(game) == said
    variant = next((one for one in ruleset(key).options if one.key == "variant"), None)
    assert fitted_variant(key) in ((None,) if variant is None else variant.choices)


def test_every_review_page_of_a_variant_tells_its_rules_and_limits(as_alice: Client, alice: User) -> None:
    place = past_game(alice, "spades", variant="solo")
    said, rests_on = f"Played as Solo Spades; {PARTNER}", "As judged by our strongest computer player"
    step = step_of(place, own_row(place).decisions[0])
    for address in ("hands/1/review/", "decisions/", "hands/1/replay/", f"hands/1/replay/?step={step}"):
        html = as_alice.get(f"/games/{place.code}/{address}").content.decode()
        assert html.count(said) == 1 and (rests_on in html or address == "hands/1/replay/")
        if "replay" not in address:
            assert re.findall(r"(?:The other|Your opponents)[^<]* decisions", html) == ["Your opponents’ decisions"]
    assert "Not judged" in page(as_alice, place, "review/")
    assert "We don’t compare bids far from what the hand is worth" in page(as_alice, place, "review/")
    partners = past_game(alice, "spades")
    assert "The other side’s decisions" in [row["name"] for row in review_of(partners).account]
    assert "Not judged" not in page(as_alice, past_game(alice), "review/")


def test_the_pages_of_a_duel_speak_of_duels_and_rounds(as_alice: Client, alice: User) -> None:
    duel = past_game(alice, "cardduel")
    html = page(as_alice, duel, "review/")
    assert "Review of the duel" in html and "Before the duel" in html and "Luck of the cards" in html
    assert "hand 1" not in html and "Trick" not in html
    before, *parts, after = numbers(review_of(duel))
    assert (before, before + sum(parts), after) == (50, after, to_percent(own_row(duel).after))
    end = as_alice.get(f"/games/{duel.code}/").content.decode()
    assert f'hx-get="/games/{duel.code}/hands/1/review/"' in end
    assert end.index('id="rounds"') < end.index('id="reviewed"')  # the review is below the rounds
    first = f"/games/{duel.code}/hands/1/steps/%s/again/"
    step = next(n for n in range(1, 5) if as_alice.get(first % n).status_code == 200)
    for address, said in (
        (f"/games/{duel.code}/decisions/", "Round by round"),
        (f"/games/{duel.code}/hands/1/verify/", "How the duel was dealt"),
        (first % step, f"Step {step}: Marta"),
    ):
        text = text_of(as_alice.get(address))
        assert said in text and not re.search(r"\bHand (by hand|1\b)", text)
    Review.objects.all().delete()
    for text in (page(as_alice, duel, "replay/"), text_of(as_alice.get(f"/games/{duel.code}/decisions/"))):
        assert "This duel has not been reviewed." in text and "Review this duel" in text


def test_each_decision_of_a_duel_names_its_round(alice: User) -> None:
    """Two plays make a round. The page lists only the best thirteen possible plays and the chosen one."""
    duel = past_game(alice, "cardduel")
    made = sorted((one for row in Review.objects.all() for one in row.decisions), key=lambda one: int(one["ordinal"]))
    assert any(isinstance(one["chosen"][1], list) for one in made)
    for place, one in enumerate(made[:12]):
        here = shown_at(duel, one)
        assert here.sentence.startswith(f"Round {place // 2 + 1}:")
        assert len(here.rows) <= 14
        assert here.left_out in (max(0, len(one["values"]) - 13), max(0, len(one["values"]) - 14))
