"""Names that look like others: what folds alike, who is refused for it, and who keeps a name from before."""

import sys
import unicodedata
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import folding
from accounts.adapter import AccountAdapter
from accounts.models import Guest, User
from accounts.names import OF_THE_HOUSE, caseless, folded, looks, told_apart
from accounts.tidying import tidy
from games.services.table.seating import AT_FOUR
from tests.accounts.people import CHOICES, sign_up
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
LIKE_MARTA = (
    "MARTA",
    "Маrtа",
    "Магта",
    "Ｍａｒｔａ",
    "Mártä",
    "marta.",
    "Marta--",
    "M a r t a",
    "𝓜𝓪𝓻𝓽𝓪",
    "Ⅿarta",
    "мarta",
)


@pytest.mark.parametrize("name", LIKE_MARTA)
def test_it_folds_like_marta(name: str) -> None:
    assert folded(name) == folded("Marta")


@pytest.mark.parametrize(
    "pair",
    [
        ("Alice", "AIice"),
        ("Paul 1", "Paul l"),
        ("Bob0", "BobO"),
        ("Corn", "Com"),
        ("Zoë", "Zoe"),
        ("vvill", "Will"),
        ("Waltərgr", "Waltergr"),
    ],
)
def test_one_stroke_of_a_pen_for_another(pair: tuple[str, str]) -> None:
    assert folded(pair[0]) == folded(pair[1])


CASED = [sign for sign in map(chr, range(sys.maxunicode + 1)) if sign.lower() != sign or sign.upper() != sign]


def test_no_letter_tells_names_apart_by_its_case() -> None:
    """Of the 2,927 cased letters of Unicode 15.0, 251 looked different in capitals before case was folded first."""
    assert len(CASED) > 2900
    for fold in (folded, caseless):
        assert [
            sign for sign in CASED if len({fold(f"x{one}") for one in (sign, sign.lower(), sign.upper())}) > 1
        ] == []


@pytest.mark.parametrize("name", ["ΑΝΝΑ", "ANΝA", "Ꭺnna", "Αnna"])
def test_capitals_that_look_latin_are_taken_for_latin(name: str) -> None:
    assert folded("Anna") in looks(name)


@pytest.mark.parametrize(
    "pair",
    [
        *[
            ("Marta", "Martha"),
            ("Anna", "Hanna"),
            ("Joanna K.", "Joanna L."),
            ("Paul 2", "Paul 3"),
            ("Alice", "Alicia"),
        ],
        *[("李明", "李雷"), ("Ольга", "Олег"), ("محمد", "أحمد"), ("राम", "श्याम"), ("さくら", "すみれ"), ("𓀀", "𓀁")],
    ],
)
def test_other_names_stay_apart(pair: tuple[str, str]) -> None:
    assert folded(pair[0]) != folded(pair[1])


@pytest.mark.parametrize("name", ["\U00013333", "ﾞ", "ﷺ" * 30, "1", "Ⅷ"])
def test_every_name_folds_to_something_that_fits_its_column(name: str) -> None:
    column = User._meta.get_field("folded_name")
    assert 0 < len(folded(name)) <= (column.max_length or 0)
    assert " " not in folded(name)


def test_who_plays_here_is_of_the_house() -> None:
    assert {folded(name) for name in AT_FOUR if name} <= OF_THE_HOUSE


HOUSE = [
    *(
        *LIKE_MARTA,
        "Μarta",
        "Bruno",
        "Вruпо",
        "0dile",
        "ÓDILE",
        "Admin",
        "ADMlN",
        "Adrnin",
        "Аdministrator.",
        "Geber",
        "Y0u",
    ),
    *("A player", "Computer", "Marta AI", "MartaBot", "The real Marta", "Eine Spielerin", "Odile the Bot 3"),
    *("Marta 2", "Marta2", "Märta 12", "Bruno ２", "Odile - 3", "Marta ²", "Marta’s Table 2"),
]


@pytest.mark.parametrize("name", HOUSE)
def test_a_name_like_one_of_the_house_is_refused(client: Client, name: str) -> None:
    assert "is reserved, or looks like one that is." in sign_up(client, name=name).content.decode()
    assert not User.objects.exists()
    assert client.post("/settings/", {**CHOICES, "name": name}).status_code == 422
    assert not Guest.objects.exists()


@pytest.mark.parametrize("pair", [("Daði", "DAÐI"), ("Σίσυφος", "σίσυφος"), ("Դավիթ", "ԴԱՎԻԹ"), ("İpek", "ipek")])
def test_a_taken_name_in_another_case_is_refused(client: Client, pair: tuple[str, str]) -> None:
    sign_up(client, name=pair[0])
    assert "That name is taken." in sign_up(Client(), name=pair[1]).content.decode()
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username=pair[1])


@pytest.mark.parametrize("name", ["Z\u0351\u0352\u0353\u0354algo", "a" + "\u0e49" * 4, "é\u0323\u0330\u0331x"])
def test_a_letter_has_three_marks_at_most(client: Client, name: str) -> None:
    assert "three accents or other marks at most" in sign_up(client, name=name).content.decode()
    assert client.post("/settings/", {**CHOICES, "name": name}).status_code == 422


@pytest.mark.parametrize("name", ["Nguyễn", "ᾍδης", "शर्मिष्ठा", "བསྒྲུབས", "שָׁלוֹם", "กั้ง", "Ş̌í̱n"])
def test_names_whose_script_needs_marks_are_taken(client: Client, name: str) -> None:
    sign_up(client, name=name)
    assert User.objects.filter(username=unicodedata.normalize("NFC", name)).exists()


@pytest.mark.parametrize("name", ["alíce", "ALIСЕ", "ａｌｉｃｅ", "Alice.", "A-lice", "A1ice", "al ice"])
def test_a_name_like_one_that_is_taken_is_refused(client: Client, as_bob: Client, alice: User, name: str) -> None:
    assert "looks like one that is taken" in sign_up(client, name=name).content.decode()
    refused = as_bob.post("/settings/", {**CHOICES, "name": name})
    assert refused.status_code == 422
    assert "looks like one that is taken" in refused.content.decode()
    assert set(User.objects.values_list("username", flat=True)) == {"alice", "bob"}


def test_one_s_own_name_may_be_spelt_otherwise(as_alice: Client, alice: User) -> None:
    as_alice.post("/settings/", {**CHOICES, "name": "Alíce."})
    alice.refresh_from_db()
    assert (alice.username, alice.folded_name) == ("Alíce.", folded("alice"))


def test_a_name_that_was_given_up_is_free(client: Client, as_alice: Client) -> None:
    as_alice.post("/settings/", {**CHOICES, "name": "Somebody else"})
    sign_up(client, name="Alice")
    assert User.objects.filter(username="Alice").exists()


def test_the_admin_is_told(alice: User) -> None:
    with pytest.raises(ValidationError, match="looks like one that is taken"):
        User(username="Alíce").full_clean(exclude=["password"])
    alice.full_clean()


@pytest.fixture
def slipped_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Somebody with this name, who signs up when the next one's has just been found free."""
    waiting: list[str] = []
    find_free = AccountAdapter.clean_username

    def slip(self: AccountAdapter, username: str, shallow: bool = False) -> str:
        name = find_free(self, username, shallow)
        if waiting:
            User.objects.create_user(waiting.pop())
        return name

    monkeypatch.setattr(AccountAdapter, "clean_username", slip)
    return waiting.append


def test_of_two_who_sign_up_at_once_one_is_told(client: Client, slipped_in: Callable[[str], None]) -> None:
    slipped_in("Joаnnа K")
    assert "looks like one that is taken" in sign_up(client, name="Joanna K.").content.decode()
    assert [user.username for user in User.objects.all()] == ["Joаnnа K"]


def test_of_two_who_change_their_names_at_once_one_is_told(
    as_alice: Client, alice: User, slipped_in: Callable[[str], None]
) -> None:
    slipped_in("Joаnnа K")
    assert as_alice.post("/settings/", {**CHOICES, "name": "Joanna K."}).status_code == 422
    alice.refresh_from_db()
    assert (alice.username, alice.folded_name) == ("alice", folded("alice"))


@pytest.mark.parametrize("name", ["Alíce", "ALICE"])
def test_the_database_refuses_it_whoever_writes(alice: User, name: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username=name)])


def written_before(*names: str) -> None:
    """Rows as a version writes them that knows no folds."""
    User.objects.bulk_create(User(username=name) for name in ("x", "y", "z")[: len(names)])
    for old, name in zip(("x", "y", "z"), names, strict=False):
        User.objects.filter(username=old).update(username=name, folded_name=None)


def folds() -> list[str | None]:
    return list(User.objects.order_by("pk").values_list("folded_name", flat=True))


@pytest.mark.parametrize("batch", [1, 2, 1000])
def test_who_looked_alike_before_keeps_the_name(client: Client, batch: int) -> None:
    written_before("Joanna", "Jоаnnа", "joannа")
    folding.fold_names(User.objects.all(), batch=batch)
    first, second, third = User.objects.order_by("pk")
    assert folds() == ["joanna", f"joanna {second.pk}", f"joanna {third.pk}"]
    second.save()
    assert folds()[1] == f"joanna {second.pk}"
    client.force_login(second)
    assert client.post("/settings/", {**CHOICES, "name": "Jоаnnа"}).status_code == 302
    assert client.post("/settings/", {**CHOICES, "name": "Joanna"}).status_code == 422  # the first one's own
    assert client.post("/settings/", {**CHOICES, "name": "Nora"}).status_code == 302
    assert folds()[1] == "nora"


def test_a_name_of_the_house_from_before_is_kept(client: Client) -> None:
    written_before("Bruno")
    tidy()
    client.force_login(User.objects.get())
    assert client.post("/settings/", {**CHOICES, "name": "Bruno"}).status_code == 302
    assert client.post("/settings/", {**CHOICES, "name": "bruno"}).status_code == 422


def test_the_night_folds_what_a_version_before_has_written(alice: User) -> None:
    written_before("Joanna", "аlice")
    tidy()
    tidy()
    assert folds() == ["allce", "joanna", f"allce {User.objects.get(username='аlice').pk}"]


def test_the_night_renews_keys_of_an_older_rule() -> None:
    """Also where a new key is the old one of another account."""
    names = ["Daði", "Dаði", "Nora"]
    written_before(*names)
    old_keys = ["daol", "nora", "dadl"]
    for name, key in zip(names, old_keys, strict=True):
        User.objects.filter(username=name).update(folded_name=key)
    tidy()
    assert folds() == ["daol", f"daol {User.objects.get(username='Dаði').pk}", "nora"]


def test_a_command_names_the_accounts_that_clash(alice: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("name_clashes")
    assert capsys.readouterr().out == ""
    written_before("Daði", "Dаði", "Nora")
    with pytest.raises(SystemExit):
        call_command("name_clashes")
    older, younger = User.objects.filter(username__in=["Daði", "Dаði"]).order_by("pk")
    assert capsys.readouterr().out == f"Daði (account {older.pk}), Dаði (account {younger.pk})\n"


def test_an_account_that_clashes_can_still_be_edited_in_the_admin() -> None:
    written_before("Daði", "Dаði")
    tidy()
    for user in User.objects.all():
        user.full_clean(exclude=["password"])
        user.save()


@pytest.mark.parametrize("name", ["Alíce", "ALICE", "alice"])
def test_the_command_for_an_admin_says_that_a_name_is_taken(alice: User, name: str) -> None:
    with pytest.raises(CommandError, match="taken"):
        call_command("createsuperuser", username=name, email="", interactive=False)
    assert not User.objects.filter(is_superuser=True).exists()


def test_the_command_asks_again_for_a_name(
    alice: User, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["Alíce", "Root", "root@example.com"])
    monkeypatch.setattr("builtins.input", lambda _asked: next(typed))
    monkeypatch.setattr("getpass.getpass", lambda _asked="": PASSWORD)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    call_command("createsuperuser")
    assert "That name looks like one that is taken. Choose another one." in capsys.readouterr().err
    assert User.objects.get(is_superuser=True).username == "Root"


@pytest.mark.parametrize(
    ("names", "owned", "told"),
    [
        (["Ama", "Ben"], [], ["Ama", "Ben"]),
        (["Ama", "Ama", "Ama"], [], ["Ama", "Ama (2)", "Ama (3)"]),
        (["Ama", "", "amа", ""], [], ["Ama", "", "amа (2)", ""]),
        (["Ama", "Ben", "Ama"], [2], ["Ama (2)", "Ben", "Ama"]),
    ],
)
def test_names_at_one_table_are_told_apart(names: list[str], owned: list[int], told: list[str]) -> None:
    assert told_apart(names, owned=owned) == told
