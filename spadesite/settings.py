"""Settings. The defaults need no servers; variables can name real ones.

Read from the environment: DATABASE_URL, CELERY_BROKER_URL, CACHE_URL, EMAIL_URL, SECRET_KEY, ALLOWED_HOSTS,
CSRF_TRUSTED_ORIGINS, DEFAULT_FROM_EMAIL, DEBUG, ADMIN_PATH, SECURITY_CONTACT, METRICS_TOKEN, SPADESITE_PRODUCTION,
SPADESITE_HSTS_SUBDOMAINS, SPADESITE_LIMITS, SPADESITE_THINKING_STEP, SPADESITE_VAR (the folder for all files written at
run time), NUMBA_CACHE_DIR and PROMETHEUS_MULTIPROC_DIR (by default folders in SPADESITE_VAR).
"""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from spadesite import environment
from spadesite.logs import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent
# A variable that is set but empty, as in an environment file, counts as unset.
environ.Env.ENVIRON = {name: value for name, value in os.environ.items() if value.strip()}
env = environ.Env()


def switch(name: str, *, default: bool) -> bool:
    """Return a boolean variable; raise ImproperlyConfigured for a value that is neither on nor off."""
    word = env.str(name, default=str(default)).strip().lower()
    if word not in environment.SWITCH:
        raise ImproperlyConfigured(f"{name} is a switch: 1 or 0, true or false, yes or no, on or off.")
    return environment.SWITCH[word]


PRODUCTION = switch("SPADESITE_PRODUCTION", default=False)
# Other programs use this variable, too, with other values. A value that does not mean on counts as off, which is safe.
DEBUG = env.bool("DEBUG", default=False)
VAR = Path(env.str("SPADESITE_VAR", default=str(BASE_DIR / "var"))).resolve()
environment.make_folders(VAR)
# Numba reads this variable when the bots are loaded, in this process and in every child process.
os.environ["NUMBA_CACHE_DIR"] = environment.compiled_folder(VAR, BASE_DIR / "games")
# The token for /metrics. Without a token, /metrics is a 404 and processes do not share their counters.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
if METRICS_TOKEN:  # prometheus_client reads the variable at its import
    _figures = env.str("PROMETHEUS_MULTIPROC_DIR", default="") or environment.figures_folder(VAR)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = _figures


def required_in_production(name: str) -> None:
    if PRODUCTION and not env.str(name, default=""):
        raise ImproperlyConfigured(f"SPADESITE_PRODUCTION is set, so {name} must be set too: it has no safe default.")


# ---------- hosts and secrets ----------
required_in_production("SECRET_KEY")
required_in_production("ALLOWED_HOSTS")
SECRET_KEY = env.str("SECRET_KEY", default="") or environment.secret_key(VAR)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
#: The admin's path, with a trailing slash. Empty, the default in production, means no admin.
ADMIN_PATH = env.str("ADMIN_PATH", default="" if PRODUCTION else "admin/")
#: Contact for security reports, such as mailto:…, shown in /.well-known/security.txt.
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")

# ---------- apps, middleware, templates ----------
INSTALLED_APPS = [
    "accounts",  # before Django’s own: it overrides `createsuperuser`
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "csp",
    "games",
    "spadesite.apps.HouseConfig",
]
# Middleware that sets headers comes first, so that static files and the redirect to https have them, too.
MIDDLEWARE = [
    "spadesite.middleware.RequestIdMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",  # returns the redirect to https
    "spadesite.middleware.StaticFilesMiddleware",
    "spadesite.middleware.ProbesMiddleware",
    "spadesite.middleware.CompressionMiddleware",
    "spadesite.middleware.NoStoreMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "spadesite.middleware.AdmissionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "spadesite.middleware.ErrorPagesMiddleware",
]
ROOT_URLCONF = "spadesite.urls"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.profile.seated",
            ],
        },
    },
    {  # for tables
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates" / "jinja2"],
        "OPTIONS": {"environment": "spadesite.jinja.environment"},
    },
]
# Warnings about comments on columns, which SQLite cannot store, and about HSTS for subdomains, which is optional.
SILENCED_SYSTEM_CHECKS = ["fields.W163", "security.W005", "security.W021"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---------- language and time ----------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"

# ---------- database ----------
# Without IMMEDIATE, if two transactions first read and then write, one fails at once with "database is locked".
SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}
#: A request waits up to `timeout` seconds for a connection. `reconnect_timeout` limits the pool's retries, whose
#: backoff would otherwise take minutes.
POSTGRESQL_OPTIONS: dict[str, Any] = {
    "pool": {"min_size": 1, "max_size": 16, "timeout": 3, "reconnect_timeout": 3},
    "connect_timeout": 3,
    # Prepare the statements of `accounts.queries` at their first use. Must be None behind a transaction pooler.
    "prepare_threshold": 0,
}


def with_options(database: dict[str, Any]) -> dict[str, Any]:
    """Return the database settings with this site's options for the engine; options in the URL take precedence."""
    engine = database["ENGINE"].rpartition(".")[2]
    options = {"sqlite3": SQLITE_OPTIONS, "postgresql": POSTGRESQL_OPTIONS}.get(engine, {})
    # Opening an SQLite file costs as much as an action’s statements, so each thread keeps its connection. PostgreSQL
    # has a pool, which checks a connection before use.
    return {
        **database,
        "CONN_MAX_AGE": None if engine == "sqlite3" else 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**options, **database.get("OPTIONS", {})},
    }


#: Maximum entries of the default cache, a database table whose expired rows are deleted each hour. Django’s default of
#: 300 entries is soon exceeded, which evicts rate limits of log-ins while they still apply.
KEPT_IN_CACHE = 100_000


DATABASES = {"default": with_options(env.db_url("DATABASE_URL", default=f"sqlite:///{VAR / 'spadesite.sqlite3'}"))}
_cache = {**env.cache_url("CACHE_URL", default="dbcache://shared_cache"), "KEY_FUNCTION": "accounts.limits.hashed_key"}
if _cache["BACKEND"].endswith(".DatabaseCache"):
    _cache["OPTIONS"] = {"MAX_ENTRIES": KEPT_IN_CACHE, **_cache.get("OPTIONS", {})}
CACHES = {"default": _cache}

# ---------- tasks: a message only notifies, the work is a row ----------
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="filesystem://localhost/")
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        "data_folder_in": str(VAR / "queue" / "tasks"),
        "data_folder_out": str(VAR / "queue" / "tasks"),
        "control_folder": str(VAR / "queue" / "control"),
        "polling_interval": 0.03,
    }
    if CELERY_BROKER_URL.startswith("filesystem:")
    else {
        "max_retries": 0,  # of publishers: Celery would retry for six seconds and delay the response
        "visibility_timeout": 1_500,  # longer than any task's time limit, or a task would run twice at once
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
    }
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker forever
CELERY_TASK_PUBLISH_RETRY = False  # a broker outage must not delay a response: a periodic task queues again
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_DB_REUSE_MAX = 1_000_000  # otherwise Celery closes the whole pool after each task; see `spadesite.celery`
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# All scheduled tasks are idempotent: a second beat process, or a missed run, changes only the timing.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
# Reviews have their own queue and process, so that no bot's action waits for a review.
CELERY_TASK_ROUTES = dict.fromkeys(("games.review", "games.sweep", "games.boards"), {"queue": "reviews"})
CELERY_BEAT_SCHEDULE = {
    "nudge": {"task": "games.nudge", "schedule": timedelta(minutes=1), "options": {"expires": 55}},
    "sweep": {"task": "games.sweep", "schedule": timedelta(minutes=1), "options": {"expires": 55}},
    "boards": {"task": "games.boards", "schedule": crontab(minute=1), "options": {"expires": 3000}},
    "night": {"task": "games.night", "schedule": crontab(minute=7), "options": {"expires": 3000}},
}
CELERY_TIMEZONE = TIME_ZONE

# ---------- static files ----------
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "spadesite.pages.LeanStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False

# ---------- accounts ----------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.TogetherBackend"]
PASSWORD_HASHERS = ["accounts.backends.PatientHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "accounts.backends.MaximumLengthValidator", "OPTIONS": {"max_length": 128}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "login": "accounts.forms.LoginForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "signup": "accounts.forms.SignupForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "email"]
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.validators"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_MAX_EMAIL_ADDRESSES = 2
# An address need not be confirmed. A sign-up with a taken address succeeds: an error would reveal who plays here.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
MFA_SUPPORTED_TYPES = ["webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Otherwise allauth would let no account with a passkey add an address. Its other rule, that no passkey is added while
# an address is unconfirmed, is kept by `accounts.views`.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_ADAPTER = "accounts.adapter.PasskeyAdapter"
MFA_FORMS = {
    "add_webauthn": "accounts.passkeys.AddPasskeyForm",
    "authenticate": "accounts.passkeys.AuthenticateForm",
    "authenticate_webauthn": "accounts.passkeys.AuthenticatePasskeyForm",
    "edit_webauthn": "accounts.passkeys.EditPasskeyForm",
    "login_webauthn": "accounts.passkeys.LoginPasskeyForm",
    "reauthenticate": "accounts.passkeys.PasskeyReauthenticateForm",
    "reauthenticate_webauthn": "accounts.passkeys.ReauthenticatePasskeyForm",
}
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION
required_in_production("EMAIL_URL")  # the default prints links that open accounts
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 20  # otherwise a silent server would block all mail and the end of the process
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="table@localhost")

# ---------- browser security ----------
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    **dict.fromkeys(("camera", "display-capture", "geolocation", "microphone", "payment", "usb"), []),
    **dict.fromkeys(("publickey-credentials-create", "publickey-credentials-get"), ["self"]),
}
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_ENGINE = "accounts.people"
MESSAGE_STORAGE = "spadesite.middleware.Notices"
MESSAGES_COOKIE_NAME = "messages"
CSRF_FAILURE_VIEW = "spadesite.errors.csrf_failure"
if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # requested from within, behind the TLS proxy
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    # Only if every subdomain has HTTPS: browsers remember this for the whole year.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = switch("SPADESITE_HSTS_SUBDOMAINS", default=False)
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-session"
    CSRF_COOKIE_NAME = "__Host-csrf"
    LANGUAGE_COOKIE_NAME = "__Host-language"
    MESSAGES_COOKIE_NAME = "__Host-messages"

#: A bot's move takes a multiple of this many seconds, so that its duration reveals nothing about the bot's cards.
THINKING_STEP = environment.thinking_step(env.str("SPADESITE_THINKING_STEP", default="0.1"))

# ---------- rate limits: "n/period" allows n at once, then one per period/n ----------
# Off only for load tests, whose clients are faster than people.
LIMITS_APPLY = switch("SPADESITE_LIMITS", default=True)
#: Only per IP address: with allauth's limits per email address, a stranger could lock out its owner. The limits per
#: mailbox are the `letters` of `LIMITS`.
ACCOUNT_RATE_LIMITS: dict[str, str | None] | bool = {
    "reset_password": "20/m/ip",
    "confirm_email": None,
    "signup": "10/m/ip,60/h/ip",
}
if not LIMITS_APPLY:
    ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False  # allauth's own
LIMITS = {
    "requests": "50/10s",  # all requests of a visitor per web process, by weight; static files do not count
    "requests_of_address": "90/6s",  # the same per address, which may be a school's
    "moves": "10/s",
    "words": "1/5s",  # phrases said at tables with other people
    "hints": "1/s",
    "rethinking": "5/10s",  # past moves that a bot chooses again
    "exports": "5/h",
    "shares": "30/h",
    "reviews": "20/h",  # reviews on request; a finished hand is reviewed without one
    "games": "30/60s",  # games opened, even if abandoned at once
    "guests": "60/h",  # new guests per address, which may be a school's
    "letters": "1/10m",  # emails to one mailbox, of the kinds that any visitor can request
    "letters_of_a_day": "5/24h",
    "streams": "5/40s",  # streams open at once; the lease of an abandoned stream expires after that time
    "looks": "20/40s",  # streams of one spectator, or of all visitors of an address, which may be a school's
    "onlookers": "50/40s",  # streams of spectators per table
}

LOGGING_CONFIG = "spadesite.logs.configure"
LOGGING = logging_config(as_json=PRODUCTION)

# ---------- unsafe settings: no start in production, warnings elsewhere ----------
UNSAFE = environment.mistakes(
    key=SECRET_KEY,
    hosts=ALLOWED_HOSTS,
    origins=CSRF_TRUSTED_ORIGINS,
    debug=DEBUG and PRODUCTION,
    token=METRICS_TOKEN,
    admin=env.str("ADMIN_PATH", default=""),
    mail=env.str("EMAIL_URL", default=""),
    broker=env.str("CELERY_BROKER_URL", default=""),
    cache=env.str("CACHE_URL", default=""),
    step=THINKING_STEP,
)
if PRODUCTION and UNSAFE:
    raise ImproperlyConfigured(" ".join(UNSAFE))
