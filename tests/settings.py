"""Settings of the tests: the site's, but with quick password hashes, a cache per process and eager tasks.

The site's files are in SPADESITE_VAR, by default a temporary folder.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from spadesite.environment import kernels_folder

_ROOT = Path(__file__).resolve().parent.parent
# Compiled functions of bots depend on the sources alone, so all runs of a checkout share one folder of them.
os.environ.setdefault("NUMBA_CACHE_DIR", kernels_folder(_ROOT / "var", _ROOT / "games"))
if "SPADESITE_VAR" not in os.environ:
    os.environ["SPADESITE_VAR"] = tempfile.mkdtemp(prefix="spadesite-tests-")
    atexit.register(shutil.rmtree, os.environ["SPADESITE_VAR"], ignore_errors=True)
os.environ.setdefault("SECRET_KEY", "a key for tests only, of more than fifty signs and of many different ones")
for name in ("DEBUG", "SPADESITE_PRODUCTION", "CELERY_BROKER_URL", "CACHE_URL"):
    os.environ.pop(name, None)

from spadesite.settings import *  # noqa: E402, F403
from spadesite.settings import CACHES, DATABASES, SQLITE_OPTIONS, STORAGES, TEMPLATES, VAR  # noqa: E402
from tools import servers  # noqa: E402

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
if servers.on_postgresql():
    DATABASES["default"] = servers.postgresql_for_django()
else:
    # A file instead of memory, so that racing threads meet the same locks as on the site.
    quick = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    DATABASES["default"] = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": VAR / "spadesite.sqlite3",
        "OPTIONS": {**SQLITE_OPTIONS, "init_command": quick},
        "TEST": {"NAME": VAR / "test.sqlite3"},
    }
# The toy game Parlour has templates of its own.
_TEMPLATES = [_ROOT / "templates", _ROOT / "tests" / "parlour" / "templates"]
TEMPLATES = [{**TEMPLATES[0], "DIRS": _TEMPLATES}, *TEMPLATES[1:]]
CACHES = {"default": {**CACHES["default"], "BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
THINKING_STEP = 0.0
LIMITS_APPLY = False  # tests act faster than people; tests of limits turn limits on
LOGGING_CONFIG = None  # type: ignore[assignment]
