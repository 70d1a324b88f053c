"""Scripts and styles as they are served mean what the files mean."""

import os
import re
import time
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from spadesite.lean import LeanStorage, lean

STATIC = Path(__file__).resolve().parents[2] / "spadesite" / "static"
OWN = sorted(path.name for path in STATIC.iterdir() if path.suffix in {".js", ".css"})


@pytest.mark.parametrize(
    ("name", "text", "sent"),
    [
        (
            "a.js",
            '// What it is for.\n\n  let a = 1;  // one\nf("https://b", "//");\n',
            'let a = 1;\nf("https://b", "//");',
        ),
        ("a.js", "  // two\n  // lines\nreturn\n  a;", "return\na;"),
        ("a.css", "/* One\n * two. */\nb {\n  /* in it */ color: red;\n}\n", "b {\ncolor: red;\n}"),
        ("vendor/a.js", "// theirs\n", "// theirs\n"),
        ("a.svg", "<!-- // -->\n\n", "<!-- // -->\n\n"),
    ],
)
def test_comments_and_indentation_go(name: str, text: str, sent: str) -> None:
    assert lean(name, text) == sent
    assert lean(name, sent) == sent


def test_nothing_else_goes() -> None:
    """Read sign by sign, so that a string is known from a comment however it looks."""
    assert len(OWN) > 20
    for name in OWN:
        text = (STATIC / name).read_text(encoding="utf-8")
        assert squeezed(without_comments(name, text)) == squeezed(without_comments(name, lean(name, text))), name
        for line in lean(name, text).splitlines():
            assert line == line.strip() and not line.startswith(("//", "/*")), name


def without_comments(name: str, text: str) -> str:
    string = r'"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'" + r"|`(?:\\.|[^`\\\n])*`"
    comment = r"/\*.*?\*/" + (r"|(?<![:\\])//[^\n]*" if name.endswith(".js") else "")
    return re.sub(rf"({string})|{comment}", lambda found: found[1] or "", text, flags=re.DOTALL)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def test_no_string_goes_over_several_lines() -> None:
    """Its indentation would go with that of the script."""
    for script in STATIC.glob("*.js"):
        for line in script.read_text(encoding="utf-8").splitlines():
            assert line.count("`") % 2 == 0, (script, line)


def test_what_is_collected_is_lean(monkeypatch: pytest.MonkeyPatch) -> None:
    saved: dict[str, bytes] = {}
    monkeypatch.setattr(
        FileSystemStorage, "_save", lambda self, name, content: saved.update({name: b"".join(content.chunks())}) or name
    )
    for name, text in {"a.css": b"/* a */\nb {}", "vendor/a.css": b"/* a */", "a.png": b"\x89PNG"}.items():
        content = ContentFile(text)
        content.read()  # Django has read it to name it
        LeanStorage()._save(name, content)
    assert saved == {"a.css": b"b {}", "vendor/a.css": b"/* a */", "a.png": b"\x89PNG"}


def test_a_replaced_file_is_served_for_a_day_and_then_removed(tmp_path: Path) -> None:
    def collected(code: str) -> str:
        storage = LeanStorage(location=tmp_path, base_url="/static/")
        storage.delete("site.js")
        storage.save("site.js", ContentFile(code.encode()))
        list(storage.post_process({"site.js": (storage, "site.js")}))
        return storage.hashed_files["site.js"]

    def age(name: str, hours: int) -> None:
        for path in tmp_path.glob(f"{name}*"):
            os.utime(path, (time.time() - hours * 3600,) * 2)

    long = "let a = 1;" * 200  # long enough to be compressed
    first = collected(long)
    age(first, hours=240)
    second = collected(long + "// two\nlet b;")
    assert len(list(tmp_path.glob(f"{first}*"))) > 1, "replaced just now"
    age(first, hours=23)
    assert collected(long + "// two\nlet b;") == second and (tmp_path / first).exists()
    age(first, hours=25)
    assert collected(long + "// two\nlet b;") == second
    assert not list(tmp_path.glob(f"{first}*")) and (tmp_path / second).exists()
