"""What the next page says once: kept in a cookie, under a name that production chooses."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage


class Notices(CookieStorage):
    cookie_name = settings.MESSAGES_COOKIE_NAME
