"""Reviewed decisions of people, read from review rows and logs alone, and figures and links read from pages."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from html import unescape
from typing import Any

from django.test import Client

from accounts.models import Guest, User
from games.registry import levels
from games.reviews.models import Review
from games.table.models import Entry, Game, Seat
from tests.asking import pages_from
from tests.reviews import quick
from tests.statistics.played import DAYS, build_once, play_demo_game

PAGE = "/statistics/decisions/"
LIST = "/statistics/decisions/list/"
FACT = re.compile(r'<dt>([^<]+?)\s*</dt><dd>(?:<a href="([^"]+)">)?([^<]+?)(?:</a>)?</dd>')
LISTED = re.compile(r'<li><a href="([^"]+)">.*?</li>', re.DOTALL)
MORE = re.compile(r'<a class="btn" href="(\?[^"]*after=[^"]*)"')


def play_reviewed_games(person: User | Guest, key: str = "twoman", *, games: int = 12, hands: int = 3) -> None:
    """Play and review a game of at most `hands` hands every fifth day, the last one on `DAYS[-1]`."""

    def play() -> None:
        for seed in range(games):
            day = DAYS[-1] - timedelta(days=5 * (games - 1 - seed))
            play_demo_game(person, key, day, seed=seed, level=levels(key)[seed % 2], hands=hands)
        quick.review_all()

    build_once(f"reviewed {key} {games} {hands}", person, play)


def figures_on(html: str) -> dict[str, tuple[str, str]]:
    return {unescape(label): (unescape(href), unescape(value)) for label, href, value in FACT.findall(html)}


def figure_named(html: str, words: str) -> str:
    return next(value for label, (_href, value) in figures_on(html).items() if words in label)


def linked_decisions(client: Client, address: str) -> list[str]:
    return [unescape(href) for html in pages_from(client, address, MORE) for href in LISTED.findall(html)]


@dataclass(frozen=True)
class CountedDecision:
    """A decision of a seat. `trick` counts tricks or rounds from 1, and is 0 before play.

    `follows` is whether the seat holds the suit led; None if the seat does not play to a led card, or a joker was led.
    """

    code: str
    number: int
    ordinal: int
    verb: str
    trick: int
    is_lead: bool
    follows: bool | None
    loss: int
    mark: str | None
    luck: int


def decisions_of(**owner: Any) -> list[CountedDecision]:
    seats = Seat.objects.filter(**owner).select_related("game").order_by("game", "number")
    return [one for seat in seats for one in _of_seat(seat.game, seat.number)]


def _of_seat(game: Game, seat: int) -> Iterator[CountedDecision]:
    seats = game.seats.count()
    for review in Review.objects.filter(game=game, seat=seat).order_by("number"):
        entries = game.entries.filter(hand=review.number).exclude(source=Entry.Source.HINT).order_by("ordinal")
        said = [(one.ordinal, one.seat, json.loads(one.action)) for one in entries]
        for decision in review.decisions:
            yield _counted(game, review, said, decision, seats)


def _counted(game: Game, review: Review, said: Sequence[Any], decision: dict[str, Any], seats: int) -> CountedDecision:
    index = next(index for index, (ordinal, _seat, _action) in enumerate(said) if ordinal == decision["ordinal"])
    verb = said[index][2][0]
    plays = [(who, action[1]) for _ordinal, who, action in said[:index] if action[0] == "play"]
    is_in_tricks = verb == "play" and game.key != "cardduel"
    trick = plays[len(plays) // seats * seats :] if is_in_tricks else []
    left = [action[1] for _ordinal, who, action in said[index:] if action[0] == "play" and who == review.seat]
    begun = bool(plays) or verb in ("play", "blaze")
    return CountedDecision(
        code=game.code,
        number=review.number,
        ordinal=decision["ordinal"],
        verb=verb,
        trick=len(plays) // seats + 1 if begun else 0,
        is_lead=is_in_tricks and not trick,
        follows=_follows(said, trick[0][1], left) if trick else None,
        loss=decision["loss"],
        mark=decision["mark"],
        luck=review.luck,
    )


def _follows(said: Sequence[Any], led: str, left: Sequence[str]) -> bool | None:
    """Return whether a card of `left` has the suit of the card `led`; None if `led` is a joker. Jokers are trumps."""
    if led in ("BJ", "LJ"):
        return None
    named = next((action[1] for _ordinal, _who, action in said if action[0] == "name"), None)
    trump = named.get("trump") if isinstance(named, dict) else named
    suits = {card[-1] if card not in ("BJ", "LJ") else str(trump)[:1].upper() for card in left}
    return led[-1] in suits
