"""Scripts and styles as they are served: without comments and indentation.

Only our own files, at the top of the static folder, are changed; vendored files are served as they are. Lines stay
lines, so that the place of an error can be found in the source.
"""

import re
from typing import Any, Final

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

_STYLE_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
#: From the start of a line, or two spaces after its code: no string of ours contains that.
_SCRIPT_COMMENT: Final = re.compile(r"(?:^\s*|\s{2})//.*$", re.MULTILINE)


def lean(name: str, text: str) -> str:
    """Return the text of that file as it is served."""
    if "/" in name or not name.endswith((".js", ".css")):
        return text
    comment = _SCRIPT_COMMENT if name.endswith(".js") else _STYLE_COMMENT
    lines = (line.strip() for line in comment.sub("", text).splitlines())
    return "\n".join(line for line in lines if line)


class LeanStorage(CompressedManifestStaticFilesStorage):
    """Storage of collected files: lean, with a content hash in their names, and compressed."""

    #: Without the pattern for scripts, which fails when the source map that a vendored file names is missing.
    patterns = tuple(one for one in CompressedManifestStaticFilesStorage.patterns if one[0] != "*.js")

    def _save(self, name: str, content: Any) -> str:
        if name.endswith((".js", ".css")):
            whole = b"".join(content.chunks())  # from the start: Django has read it already
            content = ContentFile(lean(name, whole.decode()).encode(), name=name)
        saved: str = super()._save(name, content)
        return saved
