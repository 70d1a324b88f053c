"""Who is logged in, fetched together with how they like the table: almost every page asks for both."""

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email, get_user_by_username

from accounts.models import User
from accounts.names import folded


class TogetherBackend(AuthenticationBackend):
    def get_user(self, user_id: int) -> User | None:
        user = User.objects.select_related("preferences").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        return self._check_password(get_user_by_username(username) or _in_another_case(username), password)

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        """One account and no more: whoever confirmed the address, else its oldest. To try the password on all of them
        would tell by its time how many there are, and anybody may sign up with anybody's address.
        """
        found: list[User] = filter_users_by_email(email, prefer_verified=True, for_login=True)
        return self._check_password(min(found, key=lambda user: user.pk), password) if found else None


def _in_another_case(name: str) -> User | None:
    """For SQLite, which knows the case of ASCII letters alone."""
    user = User.objects.filter(folded_name=folded(name)).first()
    return user if user is not None and user.username.casefold() == name.casefold() else None
