"""What the table of Bid Whist says after a hand: the books, the match, the end."""

import pytest

from games.bidwhist import words as bidwhist_words
from tests.presenters.seeing_whist import WhistTable, contract, in_play


@pytest.mark.parametrize(("bid", "name"), [("4U", "S trump S"), ("4D", "S trump H"), ("4N", "S direction up")])
def test_the_summary_adds_up(bid: str, name: str) -> None:
    table = in_play(bid, name).play_out()
    summary = table.summary
    own, other = summary.sheet.sides
    assert (own.change, other.change) == (sum(row.cells[0][0] for row in summary.sheet.rows), 0)
    assert own.now == str(table.log.hands[0].record["score"][0]).replace("-", "−")  # type: ignore[index]
    assert ("made" in summary.heading) == (own.change > 0)
    assert len(summary.tricks) + len(summary.auto) == 12


CALLED: list[tuple[tuple[str, ...], int, str]] = [
    (("S call", "S book 1"), 3, "You called trick 1, rightly. 1 book went to your side."),  # no more are left
    (("S call", "S book"), 3, "You called and gave up. 3 books went to their side."),
    (("S call", "S book", "W call", "W book"), 3, "No book changed sides."),
]


@pytest.mark.parametrize(("calls", "penalty", "told"), CALLED)
def test_books_that_calls_moved_are_counted_and_told(calls: tuple[str, ...], penalty: int, told: str) -> None:
    table = in_play(renege="table", renege_penalty=penalty).play("AS QH 7S 4S").say(*calls)
    strip = [one.more for one in table.play_cards().more().sides]
    summary = table.say("S confirm", "W confirm").summary
    sheet = table.log.hands[0].sheet
    books, before = sheet["books"], int(str(sheet["tricks"])) + 1
    counted = f"{books} books of 10" if books == before else f"{before} books; after the calls {books} of 10"
    assert summary.sheet.rows[0].text == f"{sheet['tricks']} tricks and the kitty: {counted} promised."
    assert summary.sheet.rows[-1].text.endswith(told)
    assert strip[0] == (f"made, {books} of 10" if int(str(books)) >= 10 else f"{books} of 10")
    assert strip[1] == (
        f"set it, {13 - int(str(books))} of 4" if int(str(books)) < 10 else f"{13 - int(str(books))} of 4"
    )


def test_a_hand_that_all_passed_is_told() -> None:
    table = WhistTable(all_pass="redeal", dealer=0).deal().say("W pass", "N pass", "E pass", "S pass")
    html = table.html()
    assert "Everybody passed" in html and "The next dealer deals." in html
    assert html.lower().count("nothing is scored") == 1
    assert table.more().score_lines[0].note == "everybody passed"


def test_the_end_names_the_winner() -> None:
    table = in_play(win_score=1, lose_score=-1).play_out()
    ending = table.ending
    scores = table.log.hands[0].record["score"]
    assert isinstance(scores, tuple)
    winner = "Your side wins" if table.snapshot().result.winner == 0 else "Bruno and Odile win"  # type: ignore[union-attr]
    assert ending.heading.startswith(winner)
    assert ending.facts[-1][:2] == ("wins in the match", "1:0" if winner == "Your side wins" else "0:1")


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
    assert ending.facts[-1] == ("wins in the match", "2:0", "yours and theirs")


def test_a_match_goes_on_from_the_games_before() -> None:
    table = WhistTable(wins=(2, 1)).deal()
    assert table.more().match == "The match: your side 2, their side 1"
    assert table.more().match in table.html()
    assert WhistTable().deal().more().match == ""
    won = in_play(wins=(2, 1), win_score=1, lose_score=-1).play_out().ending
    assert won.facts[-1][1] in {"3:1", "2:2"}
    assert won.lead == "Hand 1 decided it."


@pytest.mark.parametrize(("count", "said"), [(0, "0 books"), (1, "1 book"), (2, "2 books")])
def test_one_book_is_one(count: int, said: str) -> None:
    assert bidwhist_words.books_sentence(count) == said
