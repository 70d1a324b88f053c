"""Settings: embedded defaults that run on a bare machine, and an address for everything that can be a real server.

Read from the environment: DATABASE_URL, CELERY_BROKER_URL, CACHE_URL, EMAIL_URL, SECRET_KEY, ALLOWED_HOSTS,
CSRF_TRUSTED_ORIGINS, DEFAULT_FROM_EMAIL, DEBUG, ADMIN_PATH, SECURITY_CONTACT, METRICS_TOKEN, SPADESITE_PRODUCTION,
SPADESITE_HSTS_SUBDOMAINS, SPADESITE_LIMITS, SPADESITE_THINKING_STEP, SPADESITE_VAR (the folder for everything that is
written at run time), NUMBA_CACHE_DIR and PROMETHEUS_MULTIPROC_DIR (folders in it unless they are named).
"""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from spadesite.logs import logging_config
from spadesite.safety import SWITCH, is_no_step, mistakes, seconds
from spadesite.var import figures_folder, kernels_folder, make_folders, named_folder, secret_key, usable

BASE_DIR = Path(__file__).resolve().parent.parent
# What is set but empty, as a line of an environment file may be, is as good as unset.
environ.Env.ENVIRON = {name: value for name, value in os.environ.items() if value.strip()}
env = environ.Env()


def switch(name: str, *, default: bool) -> bool:
    """On or off; what is neither must not pass for the one that nobody meant."""
    word = env.str(name, default=str(default)).strip().lower()
    if word not in SWITCH:
        raise ImproperlyConfigured(f"{name} is a switch: 1 or 0, true or false, yes or no, on or off.")
    return SWITCH[word]


PRODUCTION = switch("SPADESITE_PRODUCTION", default=False)
# Other programs read this name too, by words of their own; whatever is not on is off, and does no harm.
DEBUG = env.bool("DEBUG", default=False)
VAR = Path(env.str("SPADESITE_VAR", default=str(BASE_DIR / "var"))).resolve()
make_folders(VAR)
# Read by numba when the computer players are loaded, here and in every process started from here.
os.environ["NUMBA_CACHE_DIR"] = usable(named_folder(VAR)) or kernels_folder(VAR, BASE_DIR / "games")
# Who knows the token may ask for the figures at /metrics; without one nobody may, and none are kept between processes.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
if METRICS_TOKEN:  # read by prometheus_client when it is loaded
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = env.str("PROMETHEUS_MULTIPROC_DIR", default="") or figures_folder(VAR)


def required_in_production(name: str) -> None:
    if PRODUCTION and not env.str(name, default=""):
        raise ImproperlyConfigured(f"SPADESITE_PRODUCTION is set, so {name} must be set too: it has no safe default.")


# ---------- who may ask ----------
required_in_production("SECRET_KEY")
required_in_production("ALLOWED_HOSTS")
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(VAR)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
#: The admin's own path, with a slash at its end. In production there is no admin until it is named.
ADMIN_PATH = env.str("ADMIN_PATH", default="" if PRODUCTION else "admin/")
#: Where somebody writes who has found a hole, such as mailto:…; it stands in /.well-known/security.txt.
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")

# ---------- what runs ----------
INSTALLED_APPS = [
    "accounts",  # before Django’s own, whose command for an admin it knows better
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
# Headers come first, so that static files and the redirect to https carry them too.
MIDDLEWARE = [
    "spadesite.middleware.RequestIdMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",  # answers by itself where it leads to https
    "spadesite.middleware.StaticFilesMiddleware",
    "spadesite.probes.ProbesMiddleware",
    "spadesite.middleware.CompressionMiddleware",
    "spadesite.middleware.NoStoreMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "spadesite.middleware.AdmissionMiddleware",
    "spadesite.middleware.BodyLimitMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "spadesite.middleware.WrongMethodMiddleware",
    "spadesite.middleware.LimitsMiddleware",
]
ROOT_URLCONF = "spadesite.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.seated",
            ],
        },
    },
    {  # draws tables
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates" / "jinja2"],
        "OPTIONS": {"environment": "spadesite.jinja.environment"},
    },
]
# Comments on columns are for PostgreSQL; SQLite cannot store them. Names below the site's own are not ours to bind.
SILENCED_SYSTEM_CHECKS = ["fields.W163", "security.W005", "security.W021"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---------- language and time ----------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"

# ---------- rows ----------
# Without IMMEDIATE two writers that both began by reading meet as "database is locked", whatever the timeout.
SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}
#: Where the server is away a page waits for `timeout`; a dead one is tried again at most that long, or the pool would
#: try for minutes, at ever longer intervals.
POSTGRESQL_OPTIONS: dict[str, Any] = {
    "pool": {"min_size": 1, "max_size": 16, "timeout": 3, "reconnect_timeout": 3},
    "connect_timeout": 3,
    # Statements that ask for it (`accounts.queries`) are prepared at once; None where a pooler between hands each
    # transaction another connection.
    "prepare_threshold": 0,
}


def with_options(database: dict[str, Any]) -> dict[str, Any]:
    engine = database["ENGINE"].rpartition(".")[2]
    options = {"sqlite3": SQLITE_OPTIONS, "postgresql": POSTGRESQL_OPTIONS}.get(engine, {})
    # To open a file of SQLite costs as much as an action’s statements, so each thread keeps its own; PostgreSQL has a
    # pool for that, which checks a connection before it is used.
    return {
        **database,
        "CONN_MAX_AGE": None if engine == "sqlite3" else 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**options, **database.get("OPTIONS", {})},
    }


#: In a table of the database, which is emptied of what has lapsed each night. Django’s own 300 are soon full, and then
#: limits on log-ins are thrown away that still hold.
KEPT_IN_CACHE = 100_000


def with_room(cache: dict[str, Any]) -> dict[str, Any]:
    if not cache["BACKEND"].endswith(".DatabaseCache"):
        return cache
    return {**cache, "OPTIONS": {"MAX_ENTRIES": KEPT_IN_CACHE, **cache.get("OPTIONS", {})}}


DATABASES = {"default": with_options(env.db_url("DATABASE_URL", default=f"sqlite:///{VAR / 'spadesite.sqlite3'}"))}
CACHES = {
    "default": {
        **with_room(env.cache_url("CACHE_URL", default="dbcache://shared_cache")),
        "KEY_FUNCTION": "accounts.limits.hashed_key",
    }
}

# ---------- tasks: the broker only notifies, the work is a row ----------
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
        "max_retries": 0,  # for whoever publishes: Celery would try for six seconds, and the answer would wait
        "visibility_timeout": 1_500,  # later than any task's time limit, or a task would run twice at once
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
    }
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker however long that is away
CELERY_TASK_PUBLISH_RETRY = False  # a dead broker must not hold up an answer: the sweep queues again
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_DB_REUSE_MAX = 1_000_000  # else Celery would close the whole pool after each task; `spadesite.celery` gives back
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Each is gone through as often as it takes: two beats, or one that was away, change nothing but the time.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
# Reviews have a queue and a process of their own, so that no reply ever waits for one.
CELERY_TASK_ROUTES = {
    "games.review": {"queue": "reviews"},
    "games.sweep": {"queue": "reviews"},
    "games.boards": {"queue": "reviews"},
}
CELERY_BEAT_SCHEDULE = {
    "nudge": {"task": "games.nudge", "schedule": timedelta(minutes=1), "options": {"expires": 55}},
    "sweep": {"task": "games.sweep", "schedule": timedelta(minutes=1), "options": {"expires": 55}},
    "boards": {"task": "games.boards", "schedule": crontab(minute=1), "options": {"expires": 3000}},
    "night": {"task": "games.night", "schedule": crontab(minute=7), "options": {"expires": 3000}},
}
CELERY_TIMEZONE = TIME_ZONE

# ---------- pages' files ----------
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "spadesite.lean.LeanStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False

# ---------- people ----------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.TogetherBackend"]
PASSWORD_HASHERS = ["accounts.passwords.PatientHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "accounts.passwords.MaximumLengthValidator", "OPTIONS": {"max_length": 128}},
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
# The email need not be confirmed, so telling that it is taken would tell who plays here: such a sign-up goes through.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
MFA_SUPPORTED_TYPES = ["webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Allauth would refuse an account with a passkey every further address. `accounts.passkey_views` keeps the other half of
# its rule: no passkey while an address is unconfirmed.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_ADAPTER = "accounts.adapter.PasskeyAdapter"
MFA_FORMS = {
    "add_webauthn": "accounts.passkey_forms.AddPasskeyForm",
    "authenticate": "accounts.passkey_forms.AuthenticateForm",
    "authenticate_webauthn": "accounts.passkey_forms.AuthenticatePasskeyForm",
    "edit_webauthn": "accounts.passkey_forms.EditPasskeyForm",
    "login_webauthn": "accounts.passkey_forms.LoginPasskeyForm",
    "reauthenticate": "accounts.passkey_forms.ReauthenticateForm",
    "reauthenticate_webauthn": "accounts.passkey_forms.ReauthenticatePasskeyForm",
}
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION
required_in_production("EMAIL_URL")  # what is printed by default are links that open accounts
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 20  # else one server that says nothing would keep all letters, and the process from its end
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="table@localhost")

# ---------- what a browser may do ----------
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
    "camera": [],
    "display-capture": [],
    "geolocation": [],
    "microphone": [],
    "payment": [],
    "usb": [],
    "publickey-credentials-create": ["self"],
    "publickey-credentials-get": ["self"],
}
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_ENGINE = "accounts.sessions"
MESSAGE_STORAGE = "spadesite.notices.Notices"
MESSAGES_COOKIE_NAME = "messages"
CSRF_FAILURE_VIEW = "spadesite.errors.csrf_failure"
if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # asked for from within, past the proxy that speaks TLS
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    # For whoever has HTTPS on every name below the site's own: it cannot be taken back within that year.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = switch("SPADESITE_HSTS_SUBDOMAINS", default=False)
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-session"
    CSRF_COOKIE_NAME = "__Host-csrf"
    LANGUAGE_COOKIE_NAME = "__Host-language"
    MESSAGES_COOKIE_NAME = "__Host-messages"

#: Computer players answer after whole steps of so many seconds, so that the time says nothing of their cards.
THINKING_STEP = seconds(env.str("SPADESITE_THINKING_STEP", default="0.1"))
if is_no_step(THINKING_STEP):
    raise ImproperlyConfigured("SPADESITE_THINKING_STEP is a number of seconds from 0 to 60.")

# ---------- how often somebody may: so many at once, then one whenever its share of the time has passed ----------
# Off for load tests only: robots are quicker than people.
LIMITS_APPLY = switch("SPADESITE_LIMITS", default=True)
#: Allauth limits by mail address as well, by which a stranger could lock its owner out; `accounts.mail` counts those.
ACCOUNT_RATE_LIMITS: dict[str, str | None] | bool = {
    "reset_password": "20/m/ip",
    "confirm_email": None,
    "signup": "10/m/ip,60/h/ip",
}
if not LIMITS_APPLY:
    ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False  # allauth's own
LIMITS = {
    "requests": "50/10s",  # of whatever kind, at each web process, by their weight; files of pages are not counted
    "requests_of_address": "90/6s",  # the same of one address, which may be a school's
    "moves": "10/s",
    "words": "1/5s",  # said at tables with other people
    "hints": "1/s",
    "rethinking": "5/10s",  # a computer player asked for its move again
    "exports": "5/h",
    "shares": "30/h",
    "reviews": "20/h",  # asked for; those of one's own hands come by themselves
    "games": "30/60s",  # opened, however soon they are given up
    "guests": "60/h",  # new ones from one address, which may be a school's
    "letters": "1/10m",  # to one mailbox, of those that anybody can ask for
    "letters_of_a_day": "5/24h",
    "streams": "5/40s",  # open at once; one that nobody keeps lapses in that time
    "looks": "20/40s",  # the same of people who only look on, from one address, which may be a school's
    "onlookers": "50/40s",  # the same at one table
}

LOGGING_CONFIG = "spadesite.logs.configure"
LOGGING = logging_config(as_json=PRODUCTION)

# ---------- what a site for strangers does not start with; at home the checks tell of it ----------
UNSAFE = mistakes(
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
