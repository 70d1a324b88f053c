"""A worker breaks off a thought that comes to no end, and lives on for the next."""

from tests.site import Site, running
from tests.trial.house import until
from tests.trial.ledger import Ledger
from tests.visitor import Visitor


def test_a_worker_makes_a_legal_action_of_a_thought_without_an_end() -> None:
    with running("web") as site:
        site.start("worker", app="tests.running.endless")
        ledger = Ledger(str(site.folder / "spadesite.sqlite3"))
        for _ in range(2):
            sit_until_a_fallback(site, ledger)
        assert ledger.faults() == []
        assert site.log("worker").count(" failed at ") == 2


def sit_until_a_fallback(site: Site, ledger: Ledger) -> None:
    visitor = Visitor(site.url)
    visitor.sit_down()
    until(lambda: "fallback" in [entry[3] for entry in ledger.entries(visitor.code)])
    visitor.close()
