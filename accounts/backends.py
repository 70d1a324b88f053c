"""Who is logged in, fetched together with how they like the table: almost every page asks for both."""

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User


class TogetherBackend(AuthenticationBackend):
    def get_user(self, user_id: int) -> User | None:
        user = User.objects.select_related("preferences").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None
