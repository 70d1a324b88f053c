"""Scripts and styles as they are sent say what the files say, to a machine."""

import re
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


@pytest.mark.parametrize("name", OWN)
def test_nothing_else_goes(name: str) -> None:
    """Read sign by sign, so that a string is known from a comment however it looks."""
    text = (STATIC / name).read_text(encoding="utf-8")
    assert squeezed(without_comments(name, text)) == squeezed(without_comments(name, lean(name, text)))
    for line in lean(name, text).splitlines():
        assert line == line.strip() and not line.startswith(("//", "/*"))


def without_comments(name: str, text: str) -> str:
    string = r'"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'" + r"|`(?:\\.|[^`\\\n])*`"
    comment = r"/\*.*?\*/" + (r"|(?<![:\\])//[^\n]*" if name.endswith(".js") else "")
    return re.sub(rf"({string})|{comment}", lambda found: found[1] or "", text, flags=re.DOTALL)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


@pytest.mark.parametrize("name", [name for name in OWN if name.endswith(".js")])
def test_no_string_goes_over_several_lines(name: str) -> None:
    """Its indentation would go with that of the script."""
    for line in (STATIC / name).read_text(encoding="utf-8").splitlines():
        assert line.count("`") % 2 == 0, line


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
