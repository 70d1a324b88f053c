"""Pages of Bid Whist: calls of reneges, the summary of a hand, the end of a game, the match, and the replay."""

from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.bidwhist import words as whist_words
from games.bidwhist.state import BidWhistState, books_of
from games.bidwhist.table import BidWhistTable
from games.bidwhist.words import TIPS
from games.pages.moves import lesson
from games.pages.words import plain_number
from tests.bidwhist.positions import RULES, E, WhistTable, all_played, contract, in_play
from tests.records import played
from tests.records.played import after_kitty, joker_exchange, reneged, uptown
from tests.replay.replayed import Replayed, cells, notes
from tests.table.positions import table_page


def called(*lines: str, **options: Any) -> WhistTable:
    """Return a table at which reneges may be called, after a trick in which Bruno reneged and after these actions."""
    return in_play(renege="table", **options).play("AS QH 7S 4S").say(*lines)


def test_a_call_opens_all_tricks_to_all_seats() -> None:
    table = called("S call")
    more = table.page()
    assert [(number, action) for number, _cards, action in more.review] == [(1, '["book",1]')]
    assert more.give_up == '["book",null]' and ">Call trick 1</button>" in table.html()
    assert [(one.who, one.text, one.is_led, one.wins) for one in more.review[0][1]] == [
        ("You", "AS", True, True),
        ("Bruno", "QH", False, False),
        ("Marta", "7S", False, False),
        ("Odile", "4S", False, False),
    ]
    theirs = called("W call")
    assert [(number, action) for number, _cards, action in theirs.page().review] == [(1, "")]
    assert theirs.page().say == "Bruno calls a renege and is checking the tricks."


def test_the_verdict_of_a_call_stays_for_the_rest_of_the_hand() -> None:
    """The verdict stays because the next card may replace the message at once."""
    for said, penalty, told, title in [
        ("S book 1", 3, "Your call was correct (trick 1). 3 books go to your side at the end.", "wins 3 books"),
        ("W book 1", 3, "Bruno’s call was wrong (trick 1). 3 books go to your side at the end.", "wins 3 books"),
        ("S book", 3, "You called a renege and gave up. 3 books go to Bruno and Odile at the end.", "loses 3 books"),
        ("S book 1", 1, "Your call was correct (trick 1). 1 book goes to your side at the end.", "wins 1 book"),
        ("S book 1", 0, "Your call was correct (trick 1).", ""),
    ]:
        table = called(f"{said[0]} call", said, renege_penalty=penalty)
        assert table.page().say.startswith(told)
        assert table.page().log[-1][0] == told.partition(".")[0] + "."
        for cards in ("", "KS"):
            verdict = table.play(cards).page().verdict
            assert (verdict["title"] if verdict else "") == (title and f"Your side {title}")
            assert ("data-verdict" in table.html()) == bool(title)
        assert told not in table.page().say


def test_no_call_is_offered_without_a_trick_to_name() -> None:
    table = called("S call", "S book 1")
    assert table.page().call is None, "a call is offered with no trick left to name"
    assert table.play("KS JS 6S 3S").page().call is not None
    wrong = in_play(renege="table").play("AS TS 7S 4S").say("S call", "S book 1")
    assert wrong.page().call is not None, "no call is offered after a wrong call"


def test_a_call_is_offered_with_its_reward_and_penalty() -> None:
    call = in_play(renege="table").play("AS TS 7S 4S").page().call
    assert (call.action, in_play().play("AS TS 7S 4S").page().call) == ('["call"]', None)
    assert call.about == (
        "You’ll see all the tricks and name the one where the other side didn’t follow suit. "
        "If you’re right, you take 3 books from them; if you’re wrong, you lose 3."
    )


@pytest.mark.parametrize(
    ("options", "is_told"), [({}, True), ({"nt_joker": "free"}, False), ({"nt_joker": "exchange"}, False)]
)
def test_a_kept_joker_is_described_as_a_renege_where_it_is_one(options: dict[str, Any], is_told: bool) -> None:
    table = contract("4N", "S direction up", renege="table", **options).say("S discard BJ LJ 7D 6D 5D 2D")
    assert ("or kept a joker that had to go." in str(table.play("AS TS 7S 4S").page().call.about)) is is_told


def test_the_message_names_the_seat_that_confirmed() -> None:
    asked = "Confirm the hand, or call a renege."
    assert all_played().page().say == f"All tricks have been played. {asked}"
    said = all_played().say("S confirm").page().say
    assert said == "You confirmed the hand. The other side may still call a renege."
    for who, name in (("E", "Odile"), ("W", "Bruno")):
        assert all_played().say(f"{who} confirm").page().say == f"{name} confirmed the hand. {asked}"
    judged = "Your call was wrong (trick 2). 3 books go to Bruno and Odile at the end."
    said = all_played().say("S call", "S book 2", "W confirm").page().say
    assert said == f"{judged} Bruno confirmed the hand. {asked}", "the confirmation has replaced the verdict"


def test_where_reneges_are_called_the_page_does_not_show_which_cards_follow_suit() -> None:
    for renege, say in [("table", "It’s your turn: spades were led."), ("strict", "Play a spade.")]:
        table = contract("4U", "W trump S", renege=renege)
        table.say("W discard 2H 2C 7D 6D BJ LJ", "W play JS", "N play 7S", "E play 4S")
        assert table.page().say.endswith(say)
        assert {bool(one.why) for row in table.page().own.rows for one in row} == {False, renege == "strict"}
        tip = lesson(TIPS, table.snapshot())
        assert bool(tip) is (renege == "strict")


def spectators_page(table: WhistTable) -> BidWhistTable:
    view = RULES.view(table.log.state, None)
    return table_page(replace(table.snapshot(), view=view, is_onlookers=True, computer_acts=False))


def test_a_spectator_reads_the_names_of_callers() -> None:
    table = called("S call")
    assert spectators_page(table).say == "alice calls a renege and is checking the tricks. It’s alice’s turn."
    told = "alice’s call was correct (trick 1). 3 books go to alice and Marta at the end."
    assert spectators_page(table.say("S book 1")).say.startswith(told)


def test_a_spectator_cannot_look_back_at_a_trick() -> None:
    table = in_play()
    assert spectators_page(table).last_words == ""
    for plays in ("AS TS 7S 4S", "KS"):
        page = spectators_page(table.play(plays))
        assert (page.last_trick, page.last_words) == ((), "Spectators can’t look back at a trick.")


@pytest.mark.parametrize(("bid", "name"), [("4U", "S trump S"), ("4D", "S trump H"), ("4N", "S direction up")])
def test_the_summary_adds_up(bid: str, name: str) -> None:
    table = in_play(bid, name).play_out()
    summary = table.summary
    own, other = summary.sheet.sides
    now, change = own["now"], own["change"]
    assert (change, other["change"]) == (sum(row.cells[0][0] for row in summary.sheet.rows), 0)
    assert now == str(table.log.hands[0].record["score"][0]).replace("-", "−")  # type: ignore[index]
    assert ("made" in summary.heading) == (change > 0)
    assert len(summary.tricks) + len(summary.auto) == 12
    doubled = "No trump counts double, won or lost." in [row.text for row in summary.sheet.rows]
    assert doubled is bid.endswith("N")


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        (("S call", "S book 1"), "Your call was correct (trick 1). 1 book went to your side."),  # they had one book
        (("S call", "S book"), "You called a renege and gave up. 3 books went to their side."),
        (("S call", "S book", "W call", "W book"), "No books changed sides."),
    ],
)
def test_books_moved_by_calls_are_counted_and_stated(calls: tuple[str, ...], told: str) -> None:
    table = called(*calls)
    strip = [one.more for one in table.play_cards().page().sides]
    summary = table.say("S confirm", "W confirm").summary
    sheet = table.log.hands[0].sheet
    books, before = sheet["books"], int(str(sheet["tricks"])) + 1
    counted = f"{books} books; the" if books == before else f"{before} books; after the calls, {books}. The"
    assert summary.sheet.rows[0].text == f"{sheet['tricks']} tricks and the kitty: {counted} bid was 10."
    assert summary.sheet.rows[-1].text.endswith(told)
    is_made, others = int(str(books)) >= 10, 13 - int(str(books))
    assert strip == [f"{'made, ' * is_made}{books} of 10", f"{'set it, ' * (not is_made)}{others} of 4"]


def test_the_summary_says_that_all_seats_passed() -> None:
    table = WhistTable(all_pass="redeal", dealer=0).deal().say("W pass", "N pass", "E pass", "S pass")
    html = table.html()
    assert "Everyone passed" in html and "The next dealer deals." in html
    assert html.lower().count("nothing is scored") == 1
    assert table.page().score_lines[0].note == "everyone passed" and table.summary.first_book == ""


def test_the_end_names_the_winner() -> None:
    table = in_play(win_score=1, lose_score=-1).play_out()
    ending = table.ending
    winner = "Your side wins" if table.snapshot().result.winner == 0 else "Bruno and Odile win"  # type: ignore[union-attr]
    assert ending.heading.startswith(winner)
    assert ending.facts[-1][:2] == ("match score", "1–0" if winner == "Your side wins" else "0–1")


def test_a_boston_bid_and_made_counts_as_two_wins() -> None:
    hands = (
        "AS KS QS JS TS 9S AH KH AC AD BJ LJ",
        "8S 7S QH JH TH 9H KC QC JC KD QD JD",
        "6S 5S 8H 7H 6H TC 9C 8C 7C TD 9D 8D",
        "4S 3S 2S 5H 4H 6C 5C 4C 7D 6D 5D 4D",
    )
    kitty = "2H 3H 2C 3C 2D 3D"
    table = contract("7U", hands=hands, kitty=kitty).say(f"S discard {kitty}")
    ending = table.play_out().ending
    assert ending.lead == "A Boston, bid and made: the game counts as two wins."
    assert ending.facts[-1] == ("match score", "2–0", "")


def test_a_match_shows_the_wins_of_earlier_games() -> None:
    table = WhistTable(start={"wins": (2, 1)}).deal()
    assert table.page().match == "Match score: your side 2, their side 1"
    assert table.page().match in table.html()
    assert WhistTable().deal().page().match == ""
    won = in_play(start={"wins": (2, 1)}, win_score=1, lose_score=-1).play_out().ending
    assert won.facts[-1][1] in {"3–1", "2–2"}
    assert won.lead == "Hand 1 decided it."


GAMES = {"uptown": uptown, "exchanged": joker_exchange, "reneged": reneged, "after kitty": after_kitty}


def books_sentence(state: Any, side: int) -> str:
    books = books_of(state)[side]
    if state.contract is not None and state.contract.side == side:
        return f"took {books}, needed {state.contract.bid.promised}"
    return whist_words.books_sentence(books)


def points_text(told: Replayed, title: str, number: int = 1) -> str:
    """Return the text of a row of points, or "" without such a row."""
    points = told.at(-1, number).points
    assert points is not None
    return next((row.text for row in points.rows if row.title == title), "")


@pytest.mark.parametrize("name", GAMES)
def test_the_replay_shows_books_and_kitty_or_discard_at_every_step(name: str) -> None:
    """The kitty is shown up to the step that takes it; the discard until the first card is played."""
    told = Replayed(GAMES[name](), near=E)
    for number, states in told.states.items():
        for step, state in enumerate(map(BidWhistState.of, states)):
            more = told.at(step, number)
            assert [side.more for side in more.sides] == [books_sentence(state, side) for side in (1, 0)]
            assert [seat.is_near for seat in more.seats] == [True, False, True, False]
            beside = {face.text for face in more.passed}
            taken = {one.text for one in BidWhistState.of(states[max(0, step - 1)]).kitty}
            is_played = any(action.verb == "play" for _seat, action in state.actions)
            lies = set() if is_played else {one.text for one in (*state.kitty, *state.discard)}
            assert beside == lies or (beside == taken and not state.kitty and not state.discard)


def test_the_kitty_is_shown_when_it_is_taken() -> None:
    told = Replayed(joker_exchange())
    assert told.at(0).passed_name == "The kitty"
    named, put_aside = told.after("direction"), told.after("discard")
    assert named.passed_name == "The kitty, taken"
    assert {face.text for face in named.passed} == {"2H", "2C", "7D", "6D", "4D", "3D"}
    assert len(named.near.cards) == 18
    assert put_aside.passed_name == "Discards, the first book"
    assert {face.text for face in put_aside.passed} == {"7C", "2H", "7D", "6D", "4D", "3D"}
    late = Replayed(after_kitty())
    assert late.after("pass", 2).passed_name == "The kitty, taken"
    assert late.after("trump").passed == ()


def test_the_replay_shows_the_exchange_of_jokers() -> None:
    told = Replayed(joker_exchange())
    first, second = told.after("joker"), told.after("joker", 1)
    assert {face.text for face in first.passed} == {"7C", "2H", "7D", "4D", "3D", "LJ"}
    assert {face.text for face in second.passed} == {"7C", "7D", "4D", "3D", "LJ", "BJ"}
    assert first.actor == ""


SAID = [
    (uptown, "pass", 3, 1, "Everyone passed: nothing is scored, and the next dealer deals."),
    (uptown, "bid", 0, 2, "Marta bid 4 downtown."),
    (uptown, "bid", 1, 2, "You bid 5 uptown. You won the auction."),
    (uptown, "trump", 0, 2, "You named spades. You took the kitty."),
    (uptown, "discard", 0, 2, "You discarded 5 cards, the first book."),
    (after_kitty, "pass", 2, 1, "Odile passed. You won the auction. You took the kitty."),
    (after_kitty, "trump", 0, 1, "You named clubs."),
    (joker_exchange, "direction", 0, 1, "You named down: ace, two, three … You took the kitty."),
    (joker_exchange, "joker", 0, 1, "Bruno turned in the little joker and drew the 6 of diamonds."),
    (joker_exchange, "joker", 1, 1, "Marta turned in the big joker and drew the 2 of hearts."),
    (reneged, "play", 4, 1, "You led the king of spades."),
    (reneged, "play", 5, 1, "Bruno played the king of diamonds. That was a renege."),
    (reneged, "call", 0, 1, "You called a renege, so all tricks are checked."),
    (reneged, "book", 0, 1, "Your call was wrong (trick 1)."),
    (reneged, "book", 1, 1, "Your call was correct (trick 2)."),
    (reneged, "book", 2, 1, "Odile called a renege and gave up."),
    (reneged, "confirm", 0, 1, "Marta confirmed the hand."),
    (reneged, "confirm", 1, 1, "Bruno confirmed the hand. The hand is over."),
]


@pytest.mark.parametrize(("game", "verb", "nth", "number", "words"), SAID)
def test_a_step_of_the_replay_is_described(game: Any, verb: str, nth: int, number: int, words: str) -> None:
    say = Replayed(game()).after(verb, nth, number).say
    assert say == words or say.endswith(f" {words}")


def test_the_replay_names_each_renege_once_and_counts_a_sides_tricks() -> None:
    told = Replayed(reneged())
    end, said = BidWhistState.of(told.states[1][-1]), [told.at(step).say for step in range(1, len(told.states[1]))]
    assert sum("That was a renege" in one for one in said) == len(end.reneges) == 1
    assert [jump.is_near for jump in told.at(-1).rows] == [trick.winner % 2 == 0 for trick in end.tricks]


def test_the_replay_begins_with_the_first_caller_and_shows_each_seats_call() -> None:
    told = Replayed(uptown())
    assert told.at(0, 2).say == "You deal. Bruno bids first."
    assert len(BidWhistState.of(told.states[2][2]).calls) == 2
    said = [seat.note for seat in told.at(2, 2).seats]
    assert said == ["no bid yet", "pass", whist_words.call_words("4D"), "no bid yet"]
    assert told.at(-1, 2).near.note.startswith("5 uptown · ")


def test_the_link_before_the_tricks_names_contract_and_discard() -> None:
    told = Replayed(joker_exchange())
    jump = told.at(0).before
    assert jump is not None
    assert jump.text == (
        "Bids: you 4 no trump, Bruno passes, Marta passes, Odile passes. You played 4 no trump, downtown. "
        "Discards: [7C] [BJ] [7D] [LJ] [4D] [3D]"
    )
    assert told.steps[1][jump.step - 1].action.verb == "joker"
    assert told.steps[1][jump.step].action.verb == "play"


@pytest.mark.parametrize(("name", "number"), [("uptown", 2), ("exchanged", 1), ("reneged", 1), ("after kitty", 1)])
def test_the_rows_of_points_agree_with_the_engine(name: str, number: int) -> None:
    told = Replayed(GAMES[name]())
    state = BidWhistState.of(told.states[number][-1])
    line = state.line
    assert line is not None
    assert notes(told, "Contract", number) == (
        f"took {line.books}, needed {line.promised}",
        whist_words.books_sentence(13 - line.books),
    )
    took = f"{line.tricks} tricks and the kitty: {whist_words.books_sentence(line.tricks + 1)}"
    counted = f"; after the calls, {line.books}. The" if line.books != line.tricks + 1 else "; the"
    assert points_text(told, "Contract", number) == f"{took}{counted} bid was {line.promised}."
    assert bool(points_text(told, "Reneges", number)) == bool(state.called)
    assert bool(cells(told, "No trump", number)) == line.is_doubled


def test_calls_of_reneges_are_listed_below_the_points() -> None:
    told = "Your call was wrong (trick 1). Your call was correct (trick 2). Odile called a renege and gave up."
    assert points_text(Replayed(reneged()), "Reneges").startswith(told)
    assert points_text(Replayed(reneged(), own_seat=None), "Reneges").endswith(" went to alice and Marta.")


def test_a_past_game_names_sides_contract_and_books() -> None:
    told = Replayed(uptown())
    more, line = told.past(), BidWhistState.of(told.state).line
    assert more.side_names == ("You and Marta", "Bruno and Odile") and line is not None
    ours, theirs = more.score_lines[1].cells
    assert ours.notes == ("You: 5 uptown in spades", f"took {line.books}, needed 11")
    assert (theirs.change, theirs.notes) == ("0", (f"{13 - line.books} books",))


def test_a_past_game_is_rendered_and_names_the_winner() -> None:
    told = Replayed(played.game_of_table(in_play(win_score=1, lose_score=-1).play_out()))
    page, score = told.past(), BidWhistState.of(told.state).score
    assert told.game.result is not None
    winner = told.game.result.winner or 0
    who = ("You and Marta", "Bruno and Odile")[winner]
    assert page.heading == f"{who} won, {plain_number(score[winner])} to {plain_number(score[1 - winner])}"
    assert page.about == "you and Marta against Bruno and Odile"
    drawn_page = render_to_string(page.template, {"review": page, "hands": [(1, "/1/")]})
    assert "4 uptown in spades" in drawn_page and "given up" not in drawn_page
