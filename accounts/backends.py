"""Who is logged in, fetched together with how they like the table: almost every page asks for both."""

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email

from accounts.models import User


class TogetherBackend(AuthenticationBackend):
    def get_user(self, user_id: int) -> User | None:
        user = User.objects.select_related("preferences").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        """One account and no more: whoever confirmed the address, else its oldest. To try the password on all of them
        would tell by its time how many there are, and anybody may sign up with anybody's address.
        """
        found: list[User] = filter_users_by_email(email, prefer_verified=True, for_login=True)
        return self._check_password(min(found, key=lambda user: user.pk), password) if found else None
