"""Deals from seeds: the rules, the program and docs/fair-deals.md agree, draws are unbiased, and seals hold."""

import re
from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from games import dealing, verify_deal
from games.engine.cards import card, shuffled
from games.engine.pattern import Pattern
from games.records import proofs, verification
from games.registry import GAMES, ruleset
from games.snapshot import SealSnapshot
from tests.play import deal_hand as deal_at
from tests.play import open_table, reload
from tests.records.stored import verify_deal_program
from tools.site import ROOT

DEALS = {key: game.rules.pattern for key, game in GAMES.items()}


def random_seeds(rng: Random, count: int) -> list[tuple[bytes, str, int, int]]:
    """Return (secret, player's seed, hand, event) of deals; event is the number of earlier draws in the hand."""
    letters = "abc 0:9é王\u200f"
    found = []
    for _ in range(count):
        number = rng.randint(1, 30)
        text = "".join(rng.choices(letters, k=rng.randint(0, 64)))
        found.append((rng.randbytes(32), text, number, 1 if number == 1 else 0))
    return found


def deal_hand(secret: bytes, text: str, number: int, event: int, key: str = "twoman") -> Any:
    rules = ruleset(key)
    before = rules.initial({}, rules.start({}))
    return rules.chance(before, dealing.draws(secret, text, hand=number, event=event)).argument


def seal(secret: bytes, text: str, number: int) -> SealSnapshot:
    return SealSnapshot(number, dealing.commitment(secret), dealing.ALGORITHM, text, secret.hex())


def agrees(told: SealSnapshot, event: int, deal: Any, key: str = "twoman") -> bool:
    """Return whether the server's seed matches the commitment, and both seeds give this deal."""
    secret = bytes.fromhex(told.server_seed or "")
    is_committed = dealing.commitment(secret) == told.commitment
    return is_committed and deal_hand(secret, told.player_seed, told.number, event, key) == deal


def deal_by_pattern(pattern: Pattern, cards: Sequence[str], first: int = 0) -> list[list[str]]:
    """Deal the cards as docs/fair-deals.md describes."""
    hands: list[list[str]] = [[] for _ in range(pattern.seats)]
    for place, one in enumerate(cards[: pattern.seats * pattern.size]):
        hands[(first + place // pattern.run) % pattern.seats].append(one)
    return hands


@pytest.mark.parametrize("key", DEALS)
def test_rules_program_and_document_give_the_same_thousand_deals(key: str) -> None:
    checker, pattern = verify_deal_program(), DEALS[key]
    for secret, text, number, event in random_seeds(Random(1), 1000):
        deal = deal_hand(secret, text, number, event, key)
        told = [sorted(hand) for hand in deal["hands"]]
        dealing_pattern, first = checker.GAMES[key], int(pattern.from_left)
        deck = checker.deck_of(secret, text, number, event, checker.pack_of(dealing_pattern))
        assert [sorted(hand) for hand in checker.hands_of(dealing_pattern, deck, first)] == told
        draw = dealing.draws(secret, text, hand=number, event=event)
        cards = shuffled(pattern.pack, draw)
        assert [sorted(hand) for hand in deal_by_pattern(pattern, cards, first)] == told
        left = cards[pattern.seats * pattern.size :]
        assert sorted(deal.get("kitty", ())) == sorted(left[: pattern.kitty])
        assert deal.get("deck", ()) == (left[pattern.kitty :] if pattern.has_deck else ())
        assert event == checker.event_of(number)
        assert agrees(seal(secret, text, number), event, deal, key)


@pytest.mark.parametrize("key", DEALS)
def test_the_program_draws_the_same_seat(key: str) -> None:
    checker, rules, pattern = verify_deal_program(), ruleset(key), DEALS[key]
    for secret, text, _, _ in random_seeds(Random(2), 100):
        start = rules.chance(rules.initial({}), dealing.draws(secret, text, hand=1, event=0))
        assert proofs._start((start,), pattern.drawn) == checker.draws(secret, text, 1, 0)(pattern.seats)


def test_a_seed_with_one_changed_bit_is_refused() -> None:
    for bit in range(256):
        [(secret, text, number, event)] = random_seeds(Random(bit), 1)
        deal = deal_hand(secret, text, number, event)
        true = seal(secret, text, number)
        changed = (int.from_bytes(secret) ^ 1 << bit).to_bytes(32)
        other = SealSnapshot(number, true.commitment, true.algorithm, text, changed.hex())
        honest_about_it = seal(changed, text, number)
        assert not agrees(other, event, deal) and not agrees(honest_about_it, event, deal), bit


def test_the_test_vector_of_the_document_holds() -> None:
    text = (ROOT / "docs" / "fair-deals.md").read_text(encoding="utf-8")
    vector = re.search(r"hand 2, event 0:\n`([^`]+)`", text)
    assert vector is not None
    assert vector.group(1).split() == verify_deal_program().deck_of(bytes(range(32)), "a seed", 2, 0)
    assert sorted(vector.group(1).split()) == sorted(one for one in DEALS["twoman"].pack if card(one))
    assert dealing.ALGORITHM in text


#: 2 ** 32 % 3 is 1, so accepting this word would make 0 likelier than 1 and 2.
TOO_HIGH = 2**32 - 1


@pytest.mark.parametrize("module", [dealing, verify_deal])
def test_a_word_that_would_bias_a_draw_is_skipped(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    words = (TOO_HIGH, 5, TOO_HIGH, TOO_HIGH, 6, 1, 0, 2)  # words of 32 bits
    digest = b"".join(word.to_bytes(4, "big") for word in words)
    monkeypatch.setattr("hmac.new", lambda *_args: SimpleNamespace(digest=lambda: digest))
    draw = module.draws(b"", "", hand=1, event=0)
    assert [draw(3) for _ in range(5)] == [2, 0, 1, 0, 2]


def test_the_database_refuses_a_seed_used_twice(alice: User) -> None:
    game, other = (open_table(alice).game for _ in range(2))
    used = game.seals.get(number=1)
    used.pk, used.game, used.number = None, other, 2
    with pytest.raises(IntegrityError, match="server_seed"), transaction.atomic():
        used.save(force_insert=True)


@pytest.mark.parametrize(("seed", "told"), [(None, ()), (b"x" * 32, ("the dealer's action 1 in hand 1",))])
def test_the_nightly_check_finds_a_changed_commitment(alice: User, seed: bytes | None, told: tuple[str, ...]) -> None:
    place = open_table(alice)
    deal_at(place)
    if seed is not None:
        place.game.seals.filter(number=1).update(commitment=dealing.commitment(seed))
    differences = verification.differences(game=reload(alice, place.code).game)
    assert differences[: len(told)] == told and bool(differences) is bool(told)
