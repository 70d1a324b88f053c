"""User names: folding of lookalikes, refused names, and older names that are kept."""

import sys
import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import tidying
from accounts.adapter import AccountAdapter
from accounts.models import Guest, User
from accounts.names import OF_THE_HOUSE, caseless, folded, looks, told_apart
from accounts.tidying import tidy
from games.table.opening import AT_FOUR
from tests.accounts.people import CHOICES, sign_up
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
LIKE_MARTA = (
    *("MARTA", "Маrtа", "Магта", "Ｍａｒｔａ", "Mártä", "marta.", "Marta--", "M a r t a"),
    *("𝓜𝓪𝓻𝓽𝓪", "Ⅿarta", "мarta"),
)
ALIKE = [
    *[("Marta", name) for name in LIKE_MARTA],
    *[("Alice", "AIice"), ("Paul 1", "Paul l"), ("Bob0", "BobO"), ("Corn", "Com"), ("Zoë", "Zoe"), ("vvill", "Will")],
    ("Waltərgr", "Waltergr"),
]
APART = [
    *[("Marta", "Martha"), ("Anna", "Hanna"), ("Joanna K.", "Joanna L."), ("Paul 2", "Paul 3"), ("Alice", "Alicia")],
    *[("李明", "李雷"), ("Ольга", "Олег"), ("محمد", "أحمد"), ("राम", "श्याम"), ("さくら", "すみれ"), ("𓀀", "𓀁")],
]


@pytest.mark.parametrize("pair", [*ALIKE, *APART], ids=str)
def test_names_that_look_alike_fold_alike_and_others_do_not(pair: tuple[str, str]) -> None:
    assert (folded(pair[0]) == folded(pair[1])) is (pair in ALIKE)


CASED = [sign for sign in map(chr, range(sys.maxunicode + 1)) if sign.lower() != sign or sign.upper() != sign]


def test_names_that_differ_only_in_case_fold_alike() -> None:
    """If case were not folded first, about 250 of the 2,900 cased letters would get another key than their capitals."""
    assert len(CASED) > 2900
    for fold in (folded, caseless):
        told = {sign: {fold(f"x{one}") for one in (sign, sign.lower(), sign.upper())} for sign in CASED}
        assert [sign for sign, folds in told.items() if len(folds) > 1] == []


@pytest.mark.parametrize("name", ["ΑΝΝΑ", "ANΝA", "Ꭺnna", "Αnna"])
def test_capitals_that_look_latin_are_taken_for_latin(name: str) -> None:
    assert folded("Anna") in looks(name)


@pytest.mark.parametrize("name", ["\U00013333", "ﾞ", "ﷺ" * 30, "1", "Ⅷ"])
def test_every_folded_name_fits_its_column_and_is_not_empty(name: str) -> None:
    column = User._meta.get_field("folded_name")
    assert 0 < len(folded(name)) <= (column.max_length or 0)
    assert " " not in folded(name)


def test_the_names_of_bots_are_reserved() -> None:
    assert {folded(name) for name in AT_FOUR if name} <= OF_THE_HOUSE


HOUSE = [
    *(*LIKE_MARTA, "Μarta", "Bruno", "Вruпо", "0dile", "ÓDILE", "Admin", "ADMlN", "Adrnin", "Аdministrator."),
    *("Geber", "Y0u", "A player", "Computer", "Marta AI", "MartaBot", "The real Marta", "Eine Spielerin"),
    *("Odile the Bot 3", "Marta 2", "Marta2", "Märta 12", "Bruno ２", "Odile - 3", "Marta ²", "Marta’s Table 2"),
]


REFUSED = {
    "is reserved, or looks like one that is.": HOUSE,
    "at most three accents or other marks": [
        *("Z\u0351\u0352\u0353\u0354algo", "a" + "\u0e49" * 4, "é\u0323\u0330\u0331x")
    ],
    "looks like one that is taken": ["alíce", "ALIСЕ", "ａｌｉｃｅ", "Alice.", "A-lice", "A1ice", "al ice"],
}


@pytest.mark.parametrize(("name", "sentence"), [(name, told) for told, names in REFUSED.items() for name in names])
def test_a_reserved_or_lookalike_name_is_refused_at_sign_up_and_in_settings(
    client: Client, as_bob: Client, alice: User, name: str, sentence: str
) -> None:
    assert sentence in sign_up(client, name=name).content.decode()
    person = as_bob if "taken" in sentence else client  # a guest may have the name of an account
    refused = person.post("/settings/", {**CHOICES, "name": name})
    assert refused.status_code == 422 and sentence in refused.content.decode()
    assert set(User.objects.values_list("username", flat=True)) == {"alice", "bob"}
    assert not Guest.objects.exists()


@pytest.mark.parametrize("pair", [("Daði", "DAÐI"), ("Σίσυφος", "σίσυφος"), ("Դավիթ", "ԴԱՎԻԹ"), ("İpek", "ipek")])
def test_a_taken_name_in_another_case_is_refused(client: Client, pair: tuple[str, str]) -> None:
    sign_up(client, name=pair[0])
    assert "That name is taken." in sign_up(Client(), name=pair[1]).content.decode()
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username=pair[1])


@pytest.mark.parametrize("name", ["Nguyễn", "ᾍδης", "शर्मिष्ठा", "བསྒྲུབས", "שָׁלוֹם", "กั้ง", "Ş̌í̱n"])
def test_names_in_scripts_with_combining_marks_are_accepted(client: Client, name: str) -> None:
    sign_up(client, name=name)
    assert User.objects.filter(username=unicodedata.normalize("NFC", name)).exists()


def test_an_account_may_respell_its_name_and_an_abandoned_name_is_free(
    client: Client, as_alice: Client, alice: User
) -> None:
    as_alice.post("/settings/", {**CHOICES, "name": "Alíce."})
    alice.refresh_from_db()
    assert (alice.username, alice.folded_name) == ("Alíce.", folded("alice"))
    as_alice.post("/settings/", {**CHOICES, "name": "Alma"})
    sign_up(client, name="Alice")
    assert User.objects.filter(username="Alice").exists()


@pytest.mark.postgresql
@pytest.mark.parametrize("signs_up", [True, False])
def test_a_name_taken_during_the_request_is_refused(
    client: Client, as_bob: Client, monkeypatch: pytest.MonkeyPatch, signs_up: bool
) -> None:
    """Another account takes the name just after the check has found it free."""
    find_free = AccountAdapter.clean_username

    def take_the_name_after_the_check(self: AccountAdapter, username: str, shallow: bool = False) -> str:
        name = find_free(self, username, shallow)
        User.objects.create_user("Joаnnа K")
        return name

    monkeypatch.setattr(AccountAdapter, "clean_username", take_the_name_after_the_check)
    if signs_up:
        assert "looks like one that is taken" in sign_up(client, name="Joanna K.").content.decode()
    else:
        assert as_bob.post("/settings/", {**CHOICES, "name": "Joanna K."}).status_code == 422
    names = User.objects.order_by("pk").values_list("username", "folded_name")
    assert list(names) == [("bob", folded("bob")), ("Joаnnа K", folded("Joanna K"))]


@pytest.mark.postgresql
@pytest.mark.parametrize("name", ["Alíce", "ALICE", "alice"])
def test_the_database_the_admin_and_the_command_refuse_a_taken_name(alice: User, name: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username=name)])
    with pytest.raises(ValidationError, match="taken"):
        User(username=name).full_clean(exclude=["password"])
    with pytest.raises(CommandError, match="taken"):
        call_command("createsuperuser", username=name, email="", interactive=False)
    alice.full_clean()
    assert list(User.objects.all()) == [alice]


def store_unfolded(*names: str) -> None:
    for name in names:
        old = User.objects.bulk_create([User(username="x")])[0]
        User.objects.filter(pk=old.pk).update(username=name, folded_name=None)


def stored_folds() -> list[str | None]:
    return list(User.objects.order_by("pk").values_list("folded_name", flat=True))


@pytest.mark.parametrize("batch", [1, 2])
def test_older_names_that_look_alike_are_kept(client: Client, batch: int) -> None:
    store_unfolded("Joanna", "Jоаnnа", "joannа")
    tidying.fold_names(batch=batch)
    first, second, third = User.objects.order_by("pk")
    assert stored_folds() == ["joanna", f"joanna {second.pk}", f"joanna {third.pk}"]
    second.save()
    assert stored_folds()[1] == f"joanna {second.pk}"
    client.force_login(second)
    assert client.post("/settings/", {**CHOICES, "name": "Jоаnnа"}).status_code == 302
    assert client.post("/settings/", {**CHOICES, "name": "Joanna"}).status_code == 422  # the name of the first account
    assert client.post("/settings/", {**CHOICES, "name": "Nora"}).status_code == 302
    assert stored_folds()[1] == "nora"


def test_an_older_reserved_name_is_kept(client: Client) -> None:
    store_unfolded("Bruno")
    tidy()
    client.force_login(User.objects.get())
    assert client.post("/settings/", {**CHOICES, "name": "Bruno"}).status_code == 302
    assert client.post("/settings/", {**CHOICES, "name": "bruno"}).status_code == 422


def test_the_nightly_task_folds_names_of_an_older_version(alice: User) -> None:
    store_unfolded("Joanna", "аlice")
    tidy()
    tidy()
    assert stored_folds() == ["allce", "joanna", f"allce {User.objects.get(username='аlice').pk}"]


def test_the_nightly_task_updates_folded_names_of_an_older_rule() -> None:
    """The new folded name of one account is the old folded name of another account."""
    old_keys = {"Daði": "daol", "Dаði": "nora", "Nora": "dadl"}
    store_unfolded(*old_keys)
    for name, key in old_keys.items():
        User.objects.filter(username=name).update(folded_name=key)
    tidy()
    assert stored_folds() == ["daol", f"daol {User.objects.get(username='Dаði').pk}", "nora"]


def test_accounts_with_clashing_names_are_listed_and_can_be_saved(
    alice: User, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("name_clashes")
    assert capsys.readouterr().out == ""
    store_unfolded("Daði", "Dаði", "Nora")
    with pytest.raises(SystemExit):
        call_command("name_clashes")
    older, younger = User.objects.filter(username__in=["Daði", "Dаði"]).order_by("pk")
    assert capsys.readouterr().out == f"Daði (account {older.pk}), Dаði (account {younger.pk})\n"
    tidy()
    for user in User.objects.all():
        user.full_clean(exclude=["password"])
        user.save()


def test_createsuperuser_asks_again_for_a_taken_name(
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
