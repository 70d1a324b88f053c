"""Messages in a cookie. The cookie has its own name in production."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage


class Notices(CookieStorage):
    cookie_name = settings.MESSAGES_COOKIE_NAME
