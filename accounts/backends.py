"""Authentication by name, in any letter case, or by email address."""

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email

from accounts.models import User
from accounts.names import caseless


class TogetherBackend(AuthenticationBackend):
    """Loads the user with the preferences, which almost every page needs."""

    def get_user(self, user_id: int) -> User | None:
        user = User.objects.select_related("preferences").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        return self._check_password(_by_name(username), password)

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        """Check the password against one account: the one with the confirmed address, else the oldest with the address.

        Several accounts may have the same unconfirmed address. Checking them all would reveal their number by the
        response time.
        """
        found: list[User] = filter_users_by_email(email, prefer_verified=True, for_login=True)
        return self._check_password(min(found, key=lambda user: user.pk), password) if found else None


def _by_name(name: str) -> User | None:
    """Return the account with this name in any letter case.

    Names of old accounts may differ only in the case of letters such as É, which SQLite does not fold. Then an exact
    match wins, else the oldest account. Python compares the names, because databases fold case differently.
    """
    same = [user for user in User.with_name_like(name) if caseless(user.username) == caseless(name)]
    return min(same, key=lambda user: (user.username != name, user.pk), default=None)
