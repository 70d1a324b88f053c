"""What was seen of a process: whose part it is, what rests, and the picture of it."""

from collections import Counter
from xml.etree import ElementTree

import pytest

from tests.load.flame import WIDTH, picture
from tests.load.shares import PARTS, _at_work, part_of

VIEW = "act (games/views/table.py)"
DRAWING = "partial (games/views/showing.py)"
BASE = "BaseHandler.get_response (django/core/handlers/base.py)"


@pytest.mark.parametrize(
    ("calls", "part"),
    [
        ((BASE, VIEW, "Cursor.execute (psycopg/cursor.py)"), "statements and connections"),
        ((BASE, VIEW, DRAWING, "Template.render (django/template/base.py)"), "what is shown: templates"),
        (
            (BASE, "part (games/templatetags/drawn.py)", "Template.render (jinja2/environment.py)"),
            "what is shown: templates",
        ),
        ((BASE, VIEW, DRAWING, "table (games/presenters/__init__.py)"), "what is shown: view models"),
        ((BASE, VIEW, DRAWING, "gettext (django/utils/translation/trans_real.py)"), "what is shown: templates"),
        ((BASE, VIEW), "views, services and rules"),
        ((BASE, "NoStoreMiddleware.__call__ (spadesite/middleware.py)"), "middleware and Django"),
        ((BASE, "compress_string (django/utils/text.py)", "compress (gzip.py)"), "compressing pages and the stream"),
        (("Hub._hear (games/live.py)", "AsyncConnection.notifies (psycopg/connection_async.py)"), "notices"),
        (("Server.run (uvicorn/server.py)",), "server and event loop"),
    ],
)
def test_a_look_belongs_to_one_part(calls: tuple[str, ...], part: str) -> None:
    assert part_of(calls) == part
    assert part in PARTS


def test_who_rests_is_not_counted() -> None:
    seen = f"run (a.py:1);{VIEW[:-1]}:55) 3\nrun (a.py:1);Condition.wait (threading.py:331) 90\nrun (a.py:1) 1\n"
    assert _at_work(seen) == {("run (a.py)", VIEW): 3, ("run (a.py)",): 1}


def test_a_box_is_as_wide_as_its_share() -> None:
    drawn = picture(Counter({("whole", "<half>"): 50, ("whole", "rest"): 49, ("whole",): 1}))
    boxes = {
        one.findtext("{*}title"): float(one.find("{*}rect").get("width"))  # type: ignore[union-attr, arg-type]
        for one in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}g")
    }
    assert boxes == {"whole: 100.0 of 100": WIDTH, "<half>: 50.0 of 100": WIDTH / 2, "rest: 49.0 of 100": 0.49 * WIDTH}
