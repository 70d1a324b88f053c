"""Static storage that strips comments and indentation from scripts and styles.

Only the site's own files, at the top of the static folder, are stripped; vendored files are served unchanged. Lines are
not joined, so that an error can be located in the source. Replaced files are kept for a day, for pages that are still
open.
"""

import os
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

_STYLE_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
#: A comment starts its line or follows code and two spaces. No string in these files contains two spaces and `//`.
_SCRIPT_COMMENT: Final = re.compile(r"(?:^\s*|\s{2})//.*$", re.MULTILINE)

_HASHED: Final = re.compile(r"\.[0-9a-f]{12}\.")
#: Seconds for which a replaced file is still served.
KEPT: Final = 24 * 60 * 60


def lean(name: str, text: str) -> str:
    """Return the text of the file `name` as it is served."""
    if "/" in name or not name.endswith((".js", ".css")):
        return text
    comment = _SCRIPT_COMMENT if name.endswith(".js") else _STYLE_COMMENT
    lines = (line.strip() for line in comment.sub("", text).splitlines())
    return "\n".join(line for line in lines if line)


class LeanStorage(CompressedManifestStaticFilesStorage):
    """Storage of collected files: stripped, with a content hash in their names, and compressed."""

    #: Without the pattern for scripts, which fails for a vendored file whose source map is missing.
    patterns = tuple(one for one in CompressedManifestStaticFilesStorage.patterns if one[0] != "*.js")

    def post_process(self, *args: Any, **options: Any) -> Iterator[Any]:
        """Also remove the files that earlier runs replaced more than a day ago."""
        before = set(self.hashed_files.values())
        yield from super().post_process(*args, **options)
        current = set(self.hashed_files.values())
        for path in self._files(before - current):
            os.utime(path)  # the day for which the file is kept begins now
        for path in self._files(hashed for hashed in self._names() if hashed not in current):
            if path.stat().st_mtime < time.time() - KEPT:
                path.unlink()

    def _names(self) -> set[str]:
        """Return the hashed names in the folder, as the manifest writes them."""
        root = Path(self.location)
        found = (path.relative_to(root).as_posix() for path in root.rglob("*") if _HASHED.search(path.name))
        return {name.removesuffix(".gz").removesuffix(".br") for name in found}

    def _files(self, names: Iterable[str]) -> Iterator[Path]:
        """Yield the paths of these files and of their compressed copies."""
        for name in names:
            for suffix in ("", ".gz", ".br"):
                if (path := Path(self.location, f"{name}{suffix}")).exists():
                    yield path

    def _save(self, name: str, content: Any) -> str:
        if name.endswith((".js", ".css")):
            whole = b"".join(content.chunks())  # `chunks` seeks to the start: Django has already read the content
            content = ContentFile(lean(name, whole.decode()).encode(), name=name)
        saved: str = super()._save(name, content)
        return saved
