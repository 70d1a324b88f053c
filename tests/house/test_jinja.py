"""The engine of tables: what its templates may count on, and what they cannot do."""

from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.utils.translation import override
from jinja2 import Environment, TemplateSyntaxError, UndefinedError

DJANGO = Path(settings.BASE_DIR) / "templates"
TABLES = DJANGO / "jinja2"


def engine() -> Environment:
    found: Environment = engines["jinja2"].env  # type: ignore[attr-defined]
    return found


def rendered(source: str, **given: object) -> str:
    return engine().from_string(source).render(given)


def test_no_part_is_written_for_both_engines() -> None:
    own = {path.relative_to(TABLES) for path in TABLES.rglob("*.html")}
    assert len(own) > 80
    assert own & {path.relative_to(DJANGO) for path in DJANGO.rglob("*.html") if TABLES not in path.parents} == set()


def test_every_part_compiles() -> None:
    for path in TABLES.rglob("*.html"):
        assert engine().get_template(str(path.relative_to(TABLES))) is not None


def test_what_a_table_is_given_is_escaped() -> None:
    for source in (
        "{{ told }}",
        "{{ told|with_cards }}",
        "{% blocktranslate trimmed with n=told %}Hand {{ n }}{% endblocktranslate %}",
        "{% set kept = told %}{{ kept }}",
    ):
        assert "<b>" not in rendered(source, told="<b>"), source


def test_a_text_is_in_the_language_of_whoever_looks() -> None:
    """Not of whoever looked first, when the template was read."""
    page = engine().from_string(
        '{% translate "Score" %}, {% translate "Last trick" context "short" %}, {{ _("Close") }}, '
        "{% blocktranslate trimmed with n=number + 1 %}\n  Hand {{ n }}\n{% endblocktranslate %}"
    )
    told = {"en": "Score, Last trick, Close, Hand 3", "de": "Punkte, Stich, Schließen, Spiel 3"}
    for language in ("en", "de", "en"):
        with override(language):
            assert page.render(number=2) == told[language]


def test_a_name_that_was_not_given_is_an_error() -> None:
    for source in ("{{ told }}", "{% if told %}{% endif %}", "{{ one.told }}"):
        with pytest.raises(UndefinedError):
            rendered(source, one=object())


def test_a_text_that_no_translator_would_find_is_an_error() -> None:
    for source in ("{% translate told %}", "{% blocktranslate %}Hand{% endblocktranslate %}"):
        with pytest.raises(TemplateSyntaxError):
            rendered(source, told="Hand")
