"""Games with reviewed decisions, and what the pages about them say."""

import re
from datetime import timedelta
from html import unescape

from django.test import Client

from accounts.models import Guest, User
from games.registry import levels
from tests.review import quick
from tests.statistics.played import DAYS, demo_game
from tests.views.asking import pages_from

PAGE = "/statistics/decisions/"
LIST = "/statistics/decisions/list/"
FACT = re.compile(r'<dt>([^<]+?)\s*</dt><dd>(?:<a href="([^"]+)">)?([^<]+?)(?:</a>)?</dd>')
LISTED = re.compile(r'<li><a href="([^"]+)">.*?</li>', re.DOTALL)
MORE = re.compile(r'<a class="btn" href="(\?[^"]*after=[^"]*)"')


def played(person: User | Guest, key: str = "twoman", *, games: int = 12, hands: int = 3) -> None:
    """A game every fifth day up to the last one, of so many hands at most; all of it reviewed."""
    for seed in range(games):
        day = DAYS[-1] - timedelta(days=5 * (games - 1 - seed))
        demo_game(person, key, day, seed=seed, level=levels(key)[seed % 2], hands=hands)
    quick.review_all()


def facts(html: str) -> dict[str, tuple[str, str]]:
    return {unescape(label): (unescape(href), unescape(value)) for label, href, value in FACT.findall(html)}


def fact(html: str, words: str) -> str:
    return next(value for label, (_href, value) in facts(html).items() if words in label)


def behind(client: Client, address: str) -> list[str]:
    """The links of every decision on all pages from this one on."""
    return [unescape(href) for html in pages_from(client, address, MORE) for href in LISTED.findall(html)]
