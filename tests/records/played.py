"""Helpers: games built action by action or played at random, their records, and the referee's verdicts on them."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar

from games import dealing
from games.engine.actions import Action, Argument, Pick
from games.engine.cards import DrawNumber
from games.engine.options import Options
from games.engine.ruleset import Ruleset, Start
from games.engine.state import DEALER, Phase, Seat, SeatAction
from games.records.format import record_of
from games.records.referee import RefereeVerdict, check
from games.registry import ruleset
from games.table.logs import Log
from tests.bidwhist.positions import JOKERS_OUT, KITTY_OUT, N, W, WhistTable, contract
from tests.spades.positions import ONE_SPADE, SpadesTable

AT = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
NOTHING: Options = MappingProxyType({})
PEOPLE = ({"name": "Ann", "player": "person"}, {"name": "Marta", "player": "easy"}, {"name": "Bo"}, {"name": "王芳"})

Change = Callable[[Any], object]
ErrorPlace = tuple[str, int | None, int | None]


class RecordedGame:
    """A game built action by action, without database rows."""

    def __init__(self, rules: Ruleset, options: Options, start: Start | None) -> None:
        self.rules, self.options, self.given = rules, options, start
        self.start: Start = start or {}
        self.state: Any = rules.initial(options, start)
        self.said: list[SeatAction] = []
        self.proofs: dict[int, dict[str, object]] = {}

    def act(self, seat: Seat, action: Action) -> None:
        self.state = self.rules.apply(self.state, seat, action).state
        self.said.append((seat, action))

    @property
    def log(self) -> Log:
        log = Log(self.rules, self.rules.initial(self.options, self.given))
        for seat, action in self.said:
            log = log.with_action(seat, action, "person", AT)
        return log

    def record(self) -> dict[str, Any]:
        notes: dict[str, Any] = {"options": self.options, "start": self.given, "proofs": self.proofs}
        return read_back(record(self.rules.key, said=self.said, **notes))


def game_of_table(table: SpadesTable | WhistTable) -> RecordedGame:
    game = RecordedGame(table.log.rules, table.options, table.start)
    for line in table.log.fresh:
        game.act(line.seat, line.action)
    return game


def uptown() -> RecordedGame:
    """Return a game of two hands, dealt by East and South. All pass in the first; South is declarer of the second."""
    table = WhistTable(all_pass="redeal", jokers=1, start={"score": (2, -1), "wins": (1, 0)})
    table.deal().say("S pass", "W pass", "N pass", "E pass").deal()
    table.say("W pass", "N bid 4D", "E pass", "S bid 5U", "S trump S", "S discard 2C 7D 6D 2H 7C")
    return game_of_table(table.play_cards())


def joker_exchange() -> RecordedGame:
    table = contract("4N", "S direction down", hands=JOKERS_OUT, kitty=KITTY_OUT, nt_joker="exchange")
    table.say("S discard 7C 2H 7D 6D 4D 3D")
    table.with_action(DEALER, Action("joker", (W, "LJ", "6D"))).with_action(DEALER, Action("joker", (N, "BJ", "2H")))
    return game_of_table(table.play_cards())


def reneged() -> RecordedGame:
    """Return a hand with a renege by West in trick 2. South's first call names a wrong trick; East gives up a call."""
    table = contract("4U", "S trump H", renege="table", renege_penalty=1, win_score=20)
    table.say("S discard 2C 7D 6D 2H 7C 2D").play("AS JS 7S 4S KS KD").say("S call", "S book 1").play("6S 3S")
    table.say("S call", "S book 2").play_cards().say("N confirm", "E call", "E book", "W confirm")
    return game_of_table(table)


def after_kitty() -> RecordedGame:
    """Return a hand in which South names trumps after taking the kitty, and is set."""
    table = contract("7D", "S trump C", name_after_kitty=True, start={"score": (3, -2)})
    return game_of_table(table.say("S discard 2C 7D 6D 2H 7C 2D").play_cards())


def misdealt() -> RecordedGame:
    table = SpadesTable(dealer=W, start={"score": (440, 100), "bags": (5, 0)}, allow_misdeals=True)
    table.deal(*ONE_SPADE).bids(4, 3).say("S look", "S misdeal")
    return game_of_table(table.deal().bids(4, 3, 3, 3).play_out())


def nil_exchange() -> RecordedGame:
    table = SpadesTable(blind_nil_exchange=2).deal().bids(3, "b0", 4, 3)
    return game_of_table(table.say("W give QS KH", "E return 3D QS").play_out())


def suicide() -> RecordedGame:
    return game_of_table(SpadesTable(variant="suicide").deal().bids(5, 0, 4, 0).play_out())


def solo() -> RecordedGame:
    table = SpadesTable(variant="solo", blind_nil_200_down=True, start={"score": (0, 275, 30, 90)})
    return game_of_table(table.deal().bids("b0", 3, "b0", 3).play_out())


class Seeds:
    """Draws and proofs of a game whose hands are dealt from seeds, as at a table."""

    PLAYER: ClassVar = "Glück"

    def __init__(self, game: RecordedGame, rng: Random) -> None:
        self._game, self._rng = game, rng
        self._secret, self._event = b"", 0

    def draw(self) -> DrawNumber:
        """Return the source of random numbers for the dealer's next action."""
        game, state = self._game, self._game.state
        number = state.number + (state.phase in (Phase.START, Phase.DEAL))
        if number not in game.proofs:
            self._secret, self._event = self._rng.randbytes(32), int(game.given is not None and number == 1)
            game.proofs[number] = {
                "algorithm": dealing.ALGORITHM,
                "commitment": dealing.commitment(self._secret),
                "server_seed": self._secret.hex(),
                "player_seed": self.PLAYER,
            }
        self._event += 1
        return dealing.draws(self._secret, self.PLAYER, hand=number, event=self._event - 1)


def random_game(
    key: str,
    seed: int,
    *,
    options: Options = NOTHING,
    start: Start | None = None,
    actions: int = 10_000,
    prefer: str = "",
    is_sealed: bool = False,
) -> RecordedGame:
    """Play up to `actions` random legal actions by random seats; the verb `prefer` is chosen where it is legal."""
    rng, game = Random(seed), RecordedGame(ruleset(key), options, start)
    rules, seeds = game.rules, Seeds(game, rng)
    while rules.result(game.state) is None and len(game.said) < actions:
        if DEALER in rules.waits_for(game.state):
            game.act(DEALER, rules.chance(game.state, seeds.draw() if is_sealed else rng.randrange))
        else:
            seat = rng.choice([seat for seat in range(rules.seats) if rules.legal_actions(game.state, seat)])
            offers = rules.legal_actions(game.state, seat)
            offer = rng.choice([one for one in offers if one.verb == prefer] or offers)
            game.act(seat, offer if isinstance(offer, Action) else _picked(offer, rng))
    return game


def _picked(offer: Pick, rng: Random) -> Action:
    return offer.with_free(rng.sample(offer.free, offer.count - len(offer.must)))


def log_of(key: str, seed: int, **chosen: Any) -> tuple[SeatAction, ...]:
    return tuple(random_game(key, seed, **chosen).said)


@cache
def random_twoman(seed: int, *, is_behind: bool = False, prefer: str = "", actions: int = 10_000) -> RecordedGame:
    """Play a game of Two-Man Spades; `is_behind` offers seat 0 a blind bid. Cached: do not change the game."""
    start: dict[str, Argument] = {"base": (-200, 0), "bags": (2, 1)} if is_behind else {}
    return random_game("twoman", seed, start={"parity": ("even", "odd"), **start}, prefer=prefer, actions=actions)


@cache
def _long_duel() -> str:
    options: Options = {"max_rounds": 60}
    start: Start = {"hp": (900, 800), "coin": 1}
    return json.dumps(random_game("cardduel", 1, options=options, start=start, prefer="play", is_sealed=True).record())


def long_duel() -> dict[str, Any]:
    """Return the record of a duel with reshuffles that ends at its limit of sixty rounds."""
    game: dict[str, Any] = json.loads(_long_duel())
    return game


def read_back(written: object) -> dict[str, Any]:
    """Return a copy serialised to JSON and read back."""
    game: dict[str, Any] = json.loads(json.dumps(written))
    return game


def record(key: str = "twoman", seed: int = 1, **notes: Any) -> dict[str, Any]:
    options, start = notes.pop("options", NOTHING), notes.pop("start", None)
    said = notes.pop("said", None) or log_of(key, seed, options=options, start=start)
    return record_of(key=key, options=options, start=start, said=said, seats=PEOPLE[: ruleset(key).seats], **notes)


@cache
def long_record() -> dict[str, Any]:
    """Return the record of a finished game of at least four hands; the first two have no blind bids and no looks.

    Cached: copy it before a change.
    """
    return next(game for seed in range(500) if _is_long(game := record(seed=seed)))


def _is_long(game: Mapping[str, Any]) -> bool:
    first_two = [action for hand in game["hands"][:2] for action in hand["actions"]]
    return len(game["hands"]) >= 4 and {action[1] for action in first_two} == {"discard", "bid", "play"}


def actions(game: Any, hand: int = 0) -> Any:
    return game["hands"][hand]["actions"]


def reshuffles(game: Any) -> list[int]:
    """Return the indices of the reshuffles among the actions of a duel."""
    return [place for place, action in enumerate(actions(game)) if action[0] is None]


def first_stack(game: Any) -> int:
    """Return the index of a duel's first action that plays two or more wands (clubs) and a top card."""
    return next(i for i, action in enumerate(actions(game)) if isinstance(action[2], list) and len(action[2]) > 2)


def change_result(**result: object) -> Change:
    """Return a change of the first hand's result."""
    return lambda game: game["hands"][0]["result"].update(result)


def error_of(game: object) -> ErrorPlace:
    """Return code, hand and action of the referee's first error; assert that it has a reason."""
    found = check(json.dumps(game)).wrong
    assert found is not None and found.reason
    return found.code, found.hand, found.action


def assert_right(game: object) -> RefereeVerdict:
    found = check(json.dumps(game))
    assert found.wrong is None, (found.wrong.code, found.wrong.reason, found.wrong.hand, found.wrong.action)
    return found
