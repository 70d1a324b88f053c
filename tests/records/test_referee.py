"""The referee: right records are accepted, and each error is named with its place."""

import copy
import json
from typing import Any

import pytest

from games.engine.cards import PACK
from games.records.referee import check
from tests.records.played import Change, ErrorPlace, actions, assert_right, error_of, long_record, record


def long_game() -> dict[str, Any]:
    """Return a copy of `long_record` that a test may change."""
    return copy.deepcopy(long_record())


def changed(change: Change) -> dict[str, Any]:
    game = long_game()
    change(game)
    return game


def without_results(game: Any) -> None:
    del game["result"]
    for hand in game["hands"]:
        del hand["result"]


def cut_short(game: Any) -> Any:
    """Remove everything after the first ten actions of the second hand, and the game's result."""
    del game["hands"][2:], actions(game, 1)[10:], game["hands"][1]["result"]
    game["result"] = None
    return game


RIGHT: dict[str, Change] = {
    "as it is": lambda game: None,
    "without results": without_results,
    "without the game's result": lambda game: game.pop("result"),
    "without one hand's result": lambda game: game["hands"][1].pop("result"),
    "a hand's result is null": lambda game: game["hands"][1].update(result=None),
    "seats without the kind of player": lambda game: [seat.pop("player", None) for seat in game["seats"]],
    "an option at its default": lambda game: game["options"].update(target=300, denial=True),
    "more names than are known": lambda game: game.update(site="elsewhere", at=1),
    "cut within a hand": cut_short,
    "cut between hands": lambda game: (game["hands"].__delitem__(slice(2, None)), game.update(result=None)),
    "not dealt": lambda game: game.update(hands=[], result=None),
    "given up": lambda game: cut_short(game).update(ended={"why": "forfeit", "seat": 0}),
    "cards in another order": lambda game: [hand.sort() for hand in game["hands"][0]["deal"]["hands"]],
    "played out": lambda game: game["hands"][0].update(auto=20, hints=0, undone=3),
    "with a proof": lambda game: game["hands"][0].update(proof={"commitment": "00"}),
}
#: Number of finished hands in records that are cut short.
HANDS_FINISHED = {"cut within a hand": 1, "cut between hands": 2, "not dealt": 0, "given up": 1}


@pytest.mark.parametrize("what", RIGHT)
def test_a_right_record_is_accepted(what: str) -> None:
    whole = long_game()
    finished = HANDS_FINISHED.get(what, len(whole["hands"]))
    hands = [hand["result"] for hand in whole["hands"][:finished]]
    result = None if what in HANDS_FINISHED else whole["result"]
    assert assert_right(changed(RIGHT[what])).as_json(7) == {"line": 7, "ok": True, "hands": hands, "result": result}


NO_RECORD = "NOT_A_RECORD"


def unfinished(game: Any) -> None:
    del actions(game, 1)[-1], game["hands"][1]["result"]


def replace_action(game: Any, hand: int, place: int, *said: object) -> None:
    actions(game, hand)[place][1:] = said


def next_deal(game: Any) -> list[object]:
    return [None, "deal", game["hands"][2]["deal"]]


def put_card(game: Any, one: object) -> None:
    game["hands"][1]["deal"]["hands"][0][0] = one


def as_fraction(result: Any) -> None:
    result["tricks"] = [float(n) for n in result["tricks"]]


OF_THE_HEAD: ErrorPlace = (NO_RECORD, None, None)
OTHER_END: ErrorPlace = ("RESULT_DIFFERS", None, None)
LEFT_BY_1 = {"why": "abandoned", "seat": 1}
WRONG: dict[str, tuple[Change, ErrorPlace]] = {
    "a board that is a text": (lambda game: game.update(board="today"), OF_THE_HEAD),
    "an origin that is a number": (lambda game: game.update(origin=1), OF_THE_HEAD),
    "an origin that is null": (lambda game: game.update(origin=None), OF_THE_HEAD),
    "an origin that is a list": (lambda game: game.update(origin=["x"]), OF_THE_HEAD),
    "no format": (lambda game: game.pop("format"), OF_THE_HEAD),
    "another format": (lambda game: game.update(format="spadesite-record/2"), OF_THE_HEAD),
    "an unknown game": (lambda game: game.update(game="whist"), OF_THE_HEAD),
    "a game that is no text": (lambda game: game.update(game=["twoman"]), OF_THE_HEAD),
    "options that are a list": (lambda game: game.update(options=[]), OF_THE_HEAD),
    "an unknown option": (lambda game: game["options"].update(colour="red"), ("UNKNOWN_OPTION", None, None)),
    "an option too high": (lambda game: game["options"].update(target=1010), ("OUT_OF_RANGE", None, None)),
    "an option with a fraction": (lambda game: game["options"].update(target=300.0), ("OUT_OF_RANGE", None, None)),
    "a number for a boolean": (lambda game: game["options"].update(denial=1), ("OUT_OF_RANGE", None, None)),
    "one seat": (lambda game: game["seats"].pop(), OF_THE_HEAD),
    "seats that are no objects": (lambda game: game.update(seats=[0, 1]), OF_THE_HEAD),
    "no seats": (lambda game: game.pop("seats"), OF_THE_HEAD),
    "a start that is a list": (lambda game: game.update(start=[]), ("BAD_START", None, None)),
    "a base with a fraction": (lambda game: game["start"].update(base=[10.0, 0]), ("BAD_START", None, None)),
    "a base that is false": (lambda game: game["start"].update(base=[False, 0]), ("BAD_START", None, None)),
    "hands that are no list": (lambda game: game.update(hands={}), OF_THE_HEAD),
    "no hands": (lambda game: game.pop("hands"), OF_THE_HEAD),
    "given up for an unknown reason": (
        lambda game: game.update(result=None, ended={"why": "rain", "seat": 0}),
        OF_THE_HEAD,
    ),
    "given up by seat 2": (lambda game: game.update(result=None, ended={"why": "forfeit", "seat": 2}), OF_THE_HEAD),
    "a hand that is a list": (lambda game: game["hands"].__setitem__(1, []), (NO_RECORD, 1, None)),
    "a wrong number": (lambda game: game["hands"][1].update(number=3), (NO_RECORD, 1, None)),
    "a number from 0": (lambda game: game["hands"][0].update(number=0), (NO_RECORD, 0, None)),
    "a number that is true": (lambda game: game["hands"][0].update(number=True), (NO_RECORD, 0, None)),
    "no deal": (lambda game: game["hands"][1].pop("deal"), (NO_RECORD, 1, None)),
    "no actions": (lambda game: game["hands"][1].pop("actions"), (NO_RECORD, 1, None)),
    "a card short": (lambda game: game["hands"][1]["deal"]["hands"][0].pop(), (NO_RECORD, 1, None)),
    "one hand": (lambda game: game["hands"][1]["deal"]["hands"].pop(), (NO_RECORD, 1, None)),
    "a kitty": (lambda game: game["hands"][1]["deal"].update(kitty=["2C"]), (NO_RECORD, 1, None)),
    "an unknown card": (lambda game: put_card(game, "1S"), (NO_RECORD, 1, None)),
    "a joker": (lambda game: put_card(game, "BJ"), (NO_RECORD, 1, None)),
    "a card twice": (lambda game: put_card(game, game["hands"][1]["deal"]["hands"][0][1]), (NO_RECORD, 1, None)),
    "a deal nested too deep": (lambda game: put_card(game, [[[["2C"]]]]), (NO_RECORD, 1, None)),
    "more plays by the table than plays": (lambda game: game["hands"][1].update(auto=21), (NO_RECORD, 1, None)),
    "a negative number of plays by the table": (lambda game: game["hands"][1].update(auto=-1), (NO_RECORD, 1, None)),
    "half a hint": (lambda game: game["hands"][1].update(hints=0.5), (NO_RECORD, 1, None)),
    "an unfinished hand before the last": (unfinished, (NO_RECORD, 1, None)),
    "no action": (lambda game: actions(game, 1).__setitem__(3, 7), (NO_RECORD, 1, 3)),
    "a seat that is a text": (lambda game: actions(game, 1)[3].__setitem__(0, "0"), (NO_RECORD, 1, 3)),
    "a verb that is no text": (lambda game: actions(game, 1)[3].__setitem__(1, 0), (NO_RECORD, 1, 3)),
    "two arguments": (lambda game: actions(game, 1)[3].append(0), (NO_RECORD, 1, 3)),
    "an unknown verb": (lambda game: actions(game, 1)[0].__setitem__(1, "knock"), ("WRONG_PHASE", 1, 0)),
    "an action in another phase": (lambda game: actions(game, 1)[0].__setitem__(1, "play"), ("WRONG_PHASE", 1, 0)),
    "an unknown seat": (lambda game: actions(game, 1)[3].__setitem__(0, 2), ("NOT_YOUR_TURN", 1, 3)),
    "a bid too high": (lambda game: actions(game, 1)[2].__setitem__(2, 11), ("BID_OUT_OF_RANGE", 1, 2)),
    "a bid with a fraction": (lambda game: actions(game, 1)[2].__setitem__(2, 4.0), ("BID_OUT_OF_RANGE", 1, 2)),
    "no blind bid offered": (lambda game: replace_action(game, 0, 0, "blind", 5), ("BLIND_NOT_OFFERED", 0, 0)),
    "an action after the hand": (lambda game: actions(game, 1).append([0, "bid", 3]), ("NOT_YOUR_TURN", 1, 24)),
    "a deal after the hand": (lambda game: actions(game, 1).append(next_deal(game)), ("NOT_YOUR_TURN", 1, 24)),
    "a deal within the hand": (lambda game: actions(game, 1).insert(3, next_deal(game)), ("NOT_YOUR_TURN", 1, 3)),
    "a wrong result": (lambda game: game["hands"][1]["result"].update(tricks=[11, -1]), ("RESULT_DIFFERS", 1, None)),
    "a fraction in a result": (lambda game: as_fraction(game["hands"][1]["result"]), ("RESULT_DIFFERS", 1, None)),
    "a result without bags": (lambda game: game["hands"][1]["result"].pop("bags"), ("RESULT_DIFFERS", 1, None)),
    "a result and a reason": (lambda game: game["hands"][1]["result"].update(why="so"), ("RESULT_DIFFERS", 1, None)),
    "a result of an unfinished hand": (
        lambda game: cut_short(game)["hands"][1].update(result=game["hands"][0]["result"]),
        ("RESULT_DIFFERS", 1, None),
    ),
    "another winner": (lambda game: game["result"].update(winner=1 - (game["result"]["winner"] or 0)), OTHER_END),
    "another reason": (lambda game: game["result"].update(why="rain"), OTHER_END),
    "a finished game without a result": (lambda game: game.update(result=None), OTHER_END),
    "a finished game given up": (lambda game: game.update(result=None, ended=LEFT_BY_1), OTHER_END),
    "an unfinished game won": (lambda game: cut_short(game).update(result={"winner": 0, "why": "target"}), OTHER_END),
}


@pytest.mark.parametrize("what", WRONG)
def test_an_error_is_named_with_its_place(what: str) -> None:
    change, where = WRONG[what]
    assert error_of(changed(change)) == where


def test_actions_and_hands_after_the_end_are_refused() -> None:
    game = long_game()
    last = len(game["hands"]) - 1
    count = len(actions(game, last))
    assert error_of(changed(lambda game: actions(game, last).append([0, "bid", 3]))) == ("GAME_OVER", last, count)
    further = {**game["hands"][0], "number": last + 2}
    assert error_of(changed(lambda game: game["hands"].append(further))) == ("GAME_OVER", last + 1, None)
    assert error_of(changed(lambda game: game["hands"].append([]))) == ("GAME_OVER", last + 1, None)


def test_a_card_that_the_seat_does_not_hold_is_refused() -> None:
    game = long_game()
    seat, _, one = actions(game, 1)[4]
    others = [card.text for card in PACK if card.text not in game["hands"][1]["deal"]["hands"][seat]]
    actions(game, 1)[4][2] = others[0]
    assert error_of(game) == ("NOT_IN_HAND", 1, 4)
    actions(game, 1)[4][2] = one
    assert_right(game)


@pytest.mark.parametrize(
    "later",
    [
        lambda game: game["hands"][2].update(number=9),
        lambda game: game["hands"].__setitem__(2, "no hand"),
        lambda game: actions(game, 2).__setitem__(0, "no action"),
        lambda game: game["hands"][0]["result"].update(tricks=[0, 0]),
        lambda game: game.update(result={"winner": 7}),
    ],
)
def test_the_first_of_several_errors_is_named(later: Change) -> None:
    game = changed(later)
    actions(game)[2][2] = 11
    assert error_of(game) == ("BID_OUT_OF_RANGE", 0, 2)


NO_LINES = (b"", b"nothing", b"[]", b"null", b"{}", b'{"format": "spadesite-record/1"', b"\xff\xfe\x00")


@pytest.mark.parametrize("line", [*NO_LINES, b"[" * 100_000, b'{"format": ' + b"9" * 5_000 + b"}"])
def test_any_line_is_judged_without_an_exception(line: bytes) -> None:
    assert check(line).as_json(1)["code"] == NO_RECORD


@pytest.mark.parametrize("depth", [100, 500, 900])
@pytest.mark.parametrize(("where", "hand"), [("hand", 1), ("game", None)])
def test_a_deeply_nested_result_is_judged_without_an_exception(depth: int, where: str, hand: int | None) -> None:
    """The parser accepts such a result, but a comparison at its full depth may exceed the recursion limit."""
    game = long_game()
    (game if where == "game" else game["hands"][1])["result"] = "DEEP"
    found = check(json.dumps(game).replace('"DEEP"', "[" * depth + "]" * depth)).wrong
    assert found is not None and (found.code, found.hand, found.action) == ("RESULT_DIFFERS", hand, None)


def test_a_reason_shortens_a_long_name_and_leaves_out_a_long_number() -> None:
    found = check(json.dumps({**long_game(), "options": {"x" * 500_000: 1}})).wrong
    assert found is not None and found.code == "UNKNOWN_OPTION"
    assert (found.reason[:21], found.reason[-2:]) == ("There is no option “x", "x…") and len(found.reason) < 2_000
    found = check(written("cardduel", hp=[LONG, 30])).wrong
    assert found is not None and found.reason == "A number in “start” has more than 9 digits."


def test_a_start_of_defaults_may_be_left_out() -> None:
    start = {"parity": ("odd", "even"), "base": (0, 0), "bags": (0, 0)}
    game = record(seed=3, start=start)
    del game["start"]
    for same in (game, {**game, "start": None}, {**game, "start": {}}):
        assert_right(same)


@pytest.mark.usefixtures("parlour")
def test_an_impossible_draw_of_the_dealer_is_refused() -> None:
    game = record("parlour", 5)
    places = ((hand, action) for hand in range(len(game["hands"])) for action in range(len(actions(game, hand))))
    hand, action = next(place for place in places if actions(game, place[0])[place[1]][0] is None)
    actions(game, hand)[action][2][1] = "2C"
    assert error_of(game) == ("BAD_DRAW", hand, action)


#: A number of 4,201 digits. Python converts text of up to 4,300 digits to a number.
LONG = 9 * 10**4_200
#: The smallest number of ten digits, and the largest of nine. Numbers in a start or option have at most nine.
TEN, NINE = 10**9, 10**9 - 1


def written(key: str, *, options: dict[str, Any] | None = None, **start: object) -> str:
    """Return the line of a record without hands, with these values in its start."""
    game = json.loads(json.dumps(record(key, 1)))
    head = {**game["start"], **start}
    return json.dumps({**game, "start": head, "options": options or {}, "hands": [], "result": None})


def code(line: str) -> str | None:
    wrong = check(line).wrong
    return None if wrong is None else wrong.code


@pytest.mark.parametrize("number", [TEN, LONG], ids=["ten digits", "thousands"])
@pytest.mark.parametrize(
    ("key", "options", "start"),
    [
        ("cardduel", {}, lambda n: {"hp": [n, 30]}),
        ("cardduel", {}, lambda n: {"hp": [30, n]}),
        ("twoman", {}, lambda n: {"base": [-(n // 10 * 10)] * 2}),
        ("spades", {"variant": "custom1", "losing_score": None}, lambda n: {"score": [-n, 0]}),
        ("bidwhist", {}, lambda n: {"wins": [0, n]}),
    ],
    ids=["duel", "other side", "twoman", "spades", "bidwhist"],
)
def test_a_long_number_in_the_start_is_refused(key: str, options: dict[str, Any], start: Any, number: int) -> None:
    assert code(written(key, options=options, **start(number))) == "NOT_A_RECORD"
    assert code(written(key, options=options, **start(NINE))) is None


def test_a_long_number_in_an_option_is_refused() -> None:
    for number, found in ((NINE, None), (TEN, "NOT_A_RECORD"), (LONG, "NOT_A_RECORD")):
        assert code(written("cardduel", options={"max_rounds": number})) == found


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "9" * 5_000])
def test_infinite_numbers_and_those_too_long_for_python_are_refused_anywhere(text: str) -> None:
    line = written("cardduel")
    for longer in ("1.5e300", "1700000000000"):
        assert code(line.replace("{", f'{{"at": {longer}, ', 1)) is None  # an unknown name is ignored
    assert code(line.replace("{", f'{{"at": {text}, ', 1)) == "NOT_A_RECORD"
