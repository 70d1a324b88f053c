"""A time says which clock it is read from."""

from datetime import UTC, datetime

import pytest
from django.utils import translation

from spadesite.templatetags.days import moment, moment_text


@pytest.mark.parametrize(("language", "told"), [("en", "3 May 2026, 19:05 UTC"), ("de", "3. Mai 2026, 19:05 UTC")])
def test_a_time_says_that_it_is_utc(language: str, told: str) -> None:
    with translation.override(language):
        when = datetime(2026, 5, 3, 19, 5, tzinfo=UTC)
        assert moment_text(when) == told
        assert moment(when) == f'<time datetime="2026-05-03T19:05:00Z" data-as="moment">{told}</time>'
