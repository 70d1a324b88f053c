"""What a process keeps of words and parts of pages: the same as without, in each language, and nobody else's."""

from django.template import Context, Template
from django.utils.translation import override

from games.engine.cards import card
from games.viewmodel.cards import face
from games.viewmodel.kept import by_hand, by_language
from games.viewmodel.table import LogLine
from games.viewmodel.words import card_name


def rendered(text: str, **more: object) -> str:
    return Template("{% load drawn cards %}" + text).render(Context(more))


def test_a_card_is_named_in_the_language_of_whoever_looks() -> None:
    for language, name in (("en", "queen of hearts"), ("de", "Herz-Dame"), ("en", "queen of hearts")):
        with override(language):
            assert card_name(card("QH")) == name
            assert face(card("QH")).name == name
            assert name in rendered('{% chip "QH" %}')
            assert name in rendered("{{ told|with_cards }}", told="[QH]")


def test_a_part_sees_what_it_is_given_and_nothing_around_it() -> None:
    part = '{% drawn "games/table/_log_line.html" line=line bags_marked=False %}'
    first = rendered(part, line=LogLine("[QH] <b>", 3), csrf_token="secret")
    assert "secret" not in first
    assert "&lt;b&gt;" in first
    assert rendered(part, line=LogLine("[QH] <b>", 3)) == first
    assert rendered(part, line=LogLine("[QH] <b>", 4)) != first


def test_each_language_and_each_value_is_asked_once() -> None:
    asked: list[str] = []

    @by_language(8)
    def said(word: str) -> str:
        asked.append(word)
        return word

    for language in ("en", "de", "en"):
        with override(language):
            assert [said("a"), said("b"), said("a")] == ["a", "b", "a"]
    assert asked == ["a", "b"] * 2


def test_a_hand_is_known_by_itself_and_not_by_what_equals_it() -> None:
    asked: list[int] = []

    @by_hand
    def counted(actions: list[int], factor: int) -> int:
        asked.append(factor)
        return factor * sum(actions)

    one, other = [1, 2], [1, 2]
    assert [counted(one, 2), counted(one, 2), counted(one, 3), counted(other, 2)] == [6, 6, 9, 6]
    assert asked == [2, 3, 2]
