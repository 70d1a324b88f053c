"""The language of the work at hand, as Django asks for it: each thread and each task its own."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.utils import translation
from django.utils.translation import gettext, ngettext, trans_real

from spadesite.language import Active


def test_django_asks_here() -> None:
    assert isinstance(trans_real._active, Active)  # type: ignore[attr-defined]


def test_without_one_the_house_speaks_its_own() -> None:
    with ThreadPoolExecutor(1) as fresh:
        assert fresh.submit(translation.get_language).result() == "en"
        assert fresh.submit(gettext, "Your turn").result() == "Your turn"


def test_one_holds_until_it_is_put_aside() -> None:
    with translation.override("de"):
        assert gettext("Your turn") == "Du bist dran"
        with translation.override("en"):
            assert gettext("Your turn") == "Your turn"
        assert translation.get_language() == "de"
        with translation.override(None):
            assert translation.get_language() is None
            assert gettext("Your turn") == "Your turn"


@pytest.mark.parametrize(("language", "said"), [("en", "Your turn"), ("de", "Du bist dran")])
def test_a_text_is_looked_for_once(language: str, said: str) -> None:
    """Also one that no catalog has."""
    with translation.override(language):
        assert (gettext("Your turn"), gettext("In no catalog")) == (said, "In no catalog")
        before = trans_real.catalog().gettext.cache_info().hits  # type: ignore[attr-defined]
        assert (gettext("Your turn"), gettext("In no catalog")) == (said, "In no catalog")
        assert trans_real.catalog().gettext.cache_info().hits == before + 2  # type: ignore[attr-defined]


def test_each_number_has_its_own_form() -> None:
    with translation.override("de"):
        assert [ngettext("%(n)s trick", "%(n)s tricks", n) % {"n": n} for n in (1, 2, 1)] == [
            "1 Stich",
            "2 Stiche",
            "1 Stich",
        ]


def test_another_thread_speaks_its_own() -> None:
    with translation.override("de"), ThreadPoolExecutor(1) as other:
        assert other.submit(translation.get_language).result() == "en"
        other.submit(translation.activate, "en").result()
        assert translation.get_language() == "de"


def test_tasks_of_one_loop_speak_each_their_own() -> None:
    async def said(language: str, met: asyncio.Barrier) -> str:
        translation.activate(language)
        await met.wait()
        return await asyncio.to_thread(gettext, "Your turn")

    async def both() -> list[str]:
        met = asyncio.Barrier(2)
        return list(await asyncio.gather(said("de", met), said("en", met)))

    assert asyncio.run(both()) == ["Du bist dran", "Your turn"]
