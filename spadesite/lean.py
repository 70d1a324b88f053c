"""Scripts and styles as browsers are sent them: without comments and indentation, which are for those who read files.

Only files of the house at the top of the folder; what others wrote comes as they packed it. A line stays a line, so
the place of an error is found again by its words.
"""

import re
from typing import Any, Final

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

_STYLE_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
#: From the start of a line, or two spaces after what it does: in a string there is no such thing.
_SCRIPT_COMMENT: Final = re.compile(r"(?:^\s*|\s{2})//.*$", re.MULTILINE)


def lean(name: str, text: str) -> str:
    """The text of that file as it is sent."""
    if "/" in name or not name.endswith((".js", ".css")):
        return text
    comment = _SCRIPT_COMMENT if name.endswith(".js") else _STYLE_COMMENT
    lines = (line.strip() for line in comment.sub("", text).splitlines())
    return "\n".join(line for line in lines if line)


class LeanStorage(CompressedManifestStaticFilesStorage):
    """Collected files, lean, named by what is in them, and packed."""

    def _save(self, name: str, content: Any) -> str:
        if name.endswith((".js", ".css")):
            whole = b"".join(content.chunks())  # from its beginning, however far it was read
            content = ContentFile(lean(name, whole.decode()).encode(), name=name)
        saved: str = super()._save(name, content)
        return saved
