"""Static files: served during a deployment, stripped of comments and indentation only, and vendored with checksums."""

import hashlib
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.http import HttpResponse
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from spadesite.middleware import StaticFilesMiddleware
from spadesite.pages import LeanStorage, lean
from tools.site import ROOT

pytestmark = pytest.mark.django_db  # the end of a file's response closes database connections
STATIC = ROOT / "spadesite" / "static"
OWN = sorted(path.name for path in STATIC.iterdir() if path.suffix in {".js", ".css"})


# ---------- served ----------
@pytest.fixture
def middleware(settings: Settings, tmp_path: Path) -> StaticFilesMiddleware:
    """Return the middleware with one collected file, as in production."""
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    settings.STATIC_ROOT = tmp_path / "static"
    (settings.STATIC_ROOT / "vendor").mkdir(parents=True)
    (settings.STATIC_ROOT / "site.1.css").write_text("old")
    (tmp_path / "secret_key").write_text("hidden")
    return StaticFilesMiddleware(lambda request: HttpResponse("a page"))


def get(middleware: StaticFilesMiddleware, path: str) -> tuple[int, str]:
    answer = middleware(RequestFactory().get(path))
    return answer.status_code, answer.content.decode()


def test_static_files_that_another_version_collects_later_are_served(
    middleware: StaticFilesMiddleware, tmp_path: Path
) -> None:
    assert get(middleware, "/static/site.2.css") == (404, "")
    (tmp_path / "static" / "site.2.css").write_text("new")
    assert [get(middleware, f"/static/site.{n}.css") for n in (1, 2)] == [(200, "old"), (200, "new")]
    assert "/static/site.2.css" in middleware.files, "a file that was found is not cached"


def test_a_path_that_is_no_file_is_404_and_not_cached(middleware: StaticFilesMiddleware) -> None:
    paths = ["", "../secret_key", "%2e%2e/secret_key", "a/../site.1.css", "/site.1.css", "a%00b", "vendor"]
    for path in (*paths, *(f"nope{number}" for number in range(50))):
        assert get(middleware, f"/static/{path}") == (404, ""), path
    assert get(middleware, "/static") == (200, "a page")
    assert set(middleware.files) == {"/static/site.1.css"}


def test_a_missing_static_file_runs_no_query_and_renders_no_page(
    as_alice: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        answer = as_alice.get("/static/nope1")
    assert (answer.status_code, answer.content) == (404, b"")
    assert "default-src 'self'" in answer["Content-Security-Policy"]


# ---------- minified ----------
@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.js", '// Why.\n\n  let a = 1;  // one\nf("https://b", "//");\n', 'let a = 1;\nf("https://b", "//");'),
        ("a.js", "  // two\n  // lines\nreturn\n  a;", "return\na;"),
        ("a.css", "/* One\n * two. */\nb {\n  /* in it */ color: red;\n}\n", "b {\ncolor: red;\n}"),
        ("vendor/a.js", "// theirs\n", "// theirs\n"),
        ("a.svg", "<!-- // -->\n\n", "<!-- // -->\n\n"),
    ],
)
def test_comments_and_indentation_are_removed(name: str, text: str, expected: str) -> None:
    assert lean(name, text) == lean(name, expected) == expected


def test_only_comments_and_whitespace_are_removed() -> None:
    """A regular expression removes comments and skips strings of one line, so no template string may span lines."""
    assert len(OWN) > 20
    for name in OWN:
        text = (STATIC / name).read_text(encoding="utf-8")
        served = lean(name, text)
        assert squeezed(without_comments(name, text)) == squeezed(without_comments(name, served)), name
        assert not [line for line in served.splitlines() if line != line.strip() or line.startswith(("//", "/*"))]
        assert not name.endswith(".js") or not [line for line in text.splitlines() if line.count("`") % 2], name


def without_comments(name: str, text: str) -> str:
    string = r'"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'" + r"|`(?:\\.|[^`\\\n])*`"
    comment = r"/\*.*?\*/" + (r"|(?<![:\\])//[^\n]*" if name.endswith(".js") else "")
    return re.sub(rf"({string})|{comment}", lambda found: found[1] or "", text, flags=re.DOTALL)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def test_a_replaced_file_is_served_for_a_day_and_then_removed(tmp_path: Path) -> None:
    def collect(code: str) -> str:
        storage = LeanStorage(location=tmp_path, base_url="/static/")
        storage.delete("site.js")
        storage.save("site.js", ContentFile(code.encode()))
        list(storage.post_process({"site.js": (storage, "site.js")}))
        return storage.hashed_files["site.js"]

    def age(name: str, hours: int) -> None:
        for path in tmp_path.glob(f"{name}*"):
            os.utime(path, (time.time() - hours * 3600,) * 2)

    long = "let a = 1;" * 200  # long enough to be compressed
    first = collect(long)
    age(first, hours=240)
    second = collect(long + "\n// two\nlet b;")
    assert "// two" not in (tmp_path / second).read_text(), "a collected file still has its comments"
    assert len(list(tmp_path.glob(f"{first}*"))) > 1, "a file replaced just now was removed"
    age(first, hours=23)
    assert collect(long + "\n// two\nlet b;") == second and (tmp_path / first).exists()
    age(first, hours=25)
    assert collect(long + "\n// two\nlet b;") == second
    assert not list(tmp_path.glob(f"{first}*")) and (tmp_path / second).exists()


def test_vendored_scripts_have_their_checksums() -> None:
    lines = (STATIC / "vendor" / "SHA256SUMS").read_text().splitlines()
    expected = {name: digest for digest, name in (line.split() for line in lines)}
    scripts = (STATIC / "vendor").glob("*.js")
    assert {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in scripts} == expected
