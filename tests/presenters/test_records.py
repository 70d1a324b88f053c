"""What is wrong with a file, in the language of the page; the referee's own words are English."""

import pytest
from django.utils import translation

from games.presenters.records import fault
from games.records.reading import RecordError
from games.services.past.record_files import BadFile

TOLD: list[tuple[str, str, int, str, str]] = [
    ("NOT_A_RECORD", "", 0, "This is not a game record", "Das ist keine Aufzeichnung"),
    ("NOT_A_RECORD", "file", 0, "There is no record in this file.", "In dieser Datei steht keine Aufzeichnung."),
    ("NOT_A_RECORD", "line", 0, "The line is too long", "Die Zeile ist zu lang"),
    ("NOT_A_RECORD", "number", 9, "has more than 9 digits.", "hat mehr als 9 Stellen."),
    ("RESULT_DIFFERS", "", 0, "The cards lead to another result", "Die Karten führen zu einem anderen Ergebnis"),
    ("NOT_PLAYED_HERE", "", 0, "This game is only refereed here.", "Dieses Spiel wird hier nur geprüft."),
    ("NOT_OVER", "", 0, "This game is still going on.", "Diese Partie läuft noch."),
    ("WHOSE_SEAT", "", 0, "Say which seat was yours.", "Sag, welcher Platz deiner war."),
    ("WHOSE_SEAT", "nobody", 0, "No person sat at this game.", "An diesem Tisch saß kein Mensch."),
    ("ALREADY_HERE", "", 0, "is in your history already.", "ist schon in deinem Verlauf."),
    ("ALREADY_HERE", "played", 0, "You played this game here", "Du hast diese Partie hier gespielt"),
    ("ALREADY_HERE", "cards", 0, "You were dealt these cards here", "Du hast diese Karten hier bekommen"),
    ("TOO_MANY", "games", 100, "At most 100 games can come in", "Höchstens 100 Partien auf einmal"),
    ("TOO_MANY", "hands", 500, "At most 500 hands can come in at once.", "Höchstens 500 Spiele auf einmal."),
    ("TOO_MANY", "actions", 65_000, "At most 65,000 moves can come in at once.", "Höchstens 65.000 Züge auf einmal."),
    ("TOO_MANY", "hand", 2_000, "A hand has at most 2,000 moves.", "Ein Spiel hat höchstens 2.000 Züge."),
    ("TOO_MANY", "history", 10_000, "at most 10,000 imported games.", "höchstens 10.000 importierte Partien."),
    ("MUST_FOLLOW_SUIT", "", 0, "The referee’s words.", "Was dort steht, erlauben die Regeln des Spiels nicht."),
]


@pytest.mark.parametrize(("code", "about", "number", "english", "german"), TOLD)
def test_a_fault_is_told_in_the_language_of_the_page(
    code: str, about: str, number: int, english: str, german: str
) -> None:
    bad = BadFile(2, RecordError(code, "The referee’s words.", 0, 4, about=about, number=number))
    with translation.override("en"):
        assert english in fault(bad).reason
    with translation.override("de"):
        found = fault(bad)
    assert german in found.reason
    assert (found.where, found.code) == ("Zeile 2, Spiel 1, Aktion 5", code)


@pytest.mark.parametrize(
    ("code", "about", "detail"),
    [
        ("NOT_A_RECORD", "", "“hands” is a list."),
        ("RESULT_DIFFERS", "", "“hands” is a list."),
        ("NOT_A_RECORD", "file", ""),
        ("MUST_FOLLOW_SUIT", "", ""),
    ],
)
def test_a_general_sentence_leaves_the_rest_to_the_referee(code: str, about: str, detail: str) -> None:
    assert fault(BadFile(1, RecordError(code, "“hands” is a list.", about=about))).detail == detail


def test_what_breaks_the_rules_is_told_in_english_below_a_sentence_of_the_page() -> None:
    with translation.override("de"):
        assert fault(BadFile(1, RecordError("MUST_FOLLOW_SUIT", "Follow suit."))).detail == "Follow suit."
