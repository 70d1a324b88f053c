"""Static files and pages of the site, and the manifest and service worker that let a browser install it as an app.

Depends only on templates and static files, not on games or people.
"""

import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.files.base import ContentFile
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from whitenoise.storage import CompressedManifestStaticFilesStorage

WORKER = Path(__file__).parent / "static" / "sw.js"
MANIFEST = "application/manifest+json"
LINEN = "#f8f2e7"
GOOD_FOR = timedelta(days=180)  # security.txt must name a day on which it expires
CLOSED_TO_CRAWLERS = ("/accounts/", "/games/", "/rooms/", "/shared/", "/t/", "/c/", "/records/")

# Files of the offline page. The service worker cannot be installed if one is missing.
SHELL = (
    "ui.css",
    "site.css",
    "pages.css",
    "install.js",
    "fonts/brygada.woff2",
    "fonts/figtree.woff2",
    "icons/favicon.svg",
    "icons/icon-192.png",
)

_STYLE_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
#: A comment starts its line or follows code and two spaces. No string in these files contains two spaces and `//`.
_SCRIPT_COMMENT: Final = re.compile(r"(?:^\s*|\s{2})//.*$", re.MULTILINE)
_HASHED: Final = re.compile(r"\.[0-9a-f]{12}\.")
#: Seconds for which a replaced file is still served.
KEPT: Final = 24 * 60 * 60


def reading(name: str) -> Callable[[HttpRequest], HttpResponse]:
    return require_safe(lambda request: render(request, f"pages/{name}.html"))


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    return JsonResponse(
        {
            "id": reverse("home"),
            "name": _("Marta’s Table"),
            "short_name": _("Marta’s Table"),
            "description": _("A quiet card room. No ads, no chips, and every deal can be checked."),
            "lang": get_language(),
            "start_url": reverse("home"),
            "scope": reverse("home"),
            "display": "standalone",
            "background_color": LINEN,
            "theme_color": LINEN,
            "icons": [
                _icon("icon-192.png", "192x192"),
                _icon("icon-512.png", "512x512"),
                _icon("icon-maskable-512.png", "512x512", purpose="maskable"),
            ],
        },
        content_type=MANIFEST,
    )


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect clients that request /favicon.ico without reading a page; pages have a link to their icon."""
    return redirect(static("icons/icon-192.png"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    closed = "".join(f"Disallow: {path}\n" for path in CLOSED_TO_CRAWLERS)
    return HttpResponse(f"User-agent: *\n{closed}", content_type="text/plain; charset=utf-8")


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Return security.txt (RFC 9116), or 404 if no contact is configured."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    lines = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": (timezone.now() + GOOD_FOR).strftime("%Y-%m-%dT00:00:00Z"),
        "Preferred-Languages": ", ".join(code for code, _name in settings.LANGUAGES),
        "Canonical": request.build_absolute_uri(),
    }
    text = "".join(f"{name}: {value}\n" for name, value in lines.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the worker, from the root of the site: a worker controls only pages below its own URL."""
    response = HttpResponse(worker_source(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def _icon(name: str, sizes: str, *, purpose: str = "any") -> dict[str, str]:
    return {"src": static(f"icons/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}


@cache
def worker_source() -> str:
    """Return the worker's source with a list of files and a version, which changes with the code and each file."""
    code = WORKER.read_text(encoding="utf-8")
    assets = [static(name) for name in SHELL]
    page = get_template("pages/offline.html").template.source  # type: ignore[attr-defined]
    shell = {
        "version": sha256("\n".join([code, page, *assets]).encode()).hexdigest()[:16],
        "offline": reverse("offline"),
        "static": settings.STATIC_URL,
        "assets": assets,
    }
    return f"self.SHELL = {json.dumps(shell)};\n{code}"


def lean(name: str, text: str) -> str:
    """Return the text of the file `name` as it is served."""
    if "/" in name or not name.endswith((".js", ".css")):
        return text
    comment = _SCRIPT_COMMENT if name.endswith(".js") else _STYLE_COMMENT
    lines = (line.strip() for line in comment.sub("", text).splitlines())
    return "\n".join(line for line in lines if line)


class LeanStorage(CompressedManifestStaticFilesStorage):
    """Storage of collected files: stripped, with a content hash in their names, and compressed.

    Only the site's own files, at the top of the static folder, are stripped; vendored files are served unchanged. Lines
    are not joined, so that an error can be located in the source. Replaced files are kept for a day, for pages that are
    still open.
    """

    #: Without the pattern for scripts, which fails for a vendored file whose source map is missing.
    patterns = tuple(one for one in CompressedManifestStaticFilesStorage.patterns if one[0] != "*.js")

    def post_process(self, *args: Any, **options: Any) -> Iterator[Any]:
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
