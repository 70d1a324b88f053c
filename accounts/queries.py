"""Queries of every action, compiled to SQL once a process and prepared once a connection.

Django compiles a query each time and offers no cache, so this module turns rows into instances as Django's iterator
does. Without the compiled SQL an action over HTTP costs 1.43 times the CPU, without prepared statements 1.15 times.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, Generic, TypeVar

from django.db import NotSupportedError, connection
from django.db.backends.utils import CursorDebugWrapper, CursorWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=Model)
#: Stands in the query as it is written for what is asked for.
ASKED: Final = 2**30 + 1


def prepared_cursor() -> AbstractContextManager[CursorWrapper]:
    """One whose statements PostgreSQL prepares, unless `prepare_threshold` of the database is None. The types of values
    are then told apart as in any statement of PostgreSQL: where a place does not tell its type, the SQL has to.
    """
    if connection.vendor != "postgresql":
        return connection.cursor()
    from django.db.backends.postgresql.base import ServerBindingCursor  # not loaded where SQLite is used

    connection.close_if_health_check_failed()
    connection.ensure_connection()
    own: Any = ServerBindingCursor(connection.connection)  # type: ignore[call-arg]  # the stubs know none of psycopg's
    return _Told(own, connection) if connection.queries_logged else connection.make_cursor(own)


class _Told(CursorDebugWrapper):
    """Logs the statement as it was written: psycopg tells of one with values only where it has put them in."""

    def debug_sql(self, sql: Any = None, params: Any = None, *_asked: Any, many: Any = False, **_more: Any) -> Any:
        return super().debug_sql(sql, params, many=many)


class Kept(Generic[Row]):
    """A query over rows of one model, with those that it selects along with them.

    `write` says it with `ASKED`, or the text of it, in place of each value; they are given later, in the order of the
    statement, and it may hold no other value. Numbers and texts alone: they are given to the database as they are.
    """

    def __init__(self, write: Callable[[], QuerySet[Row]]) -> None:
        self.write = write

    def __call__(self, *asked: int | str) -> list[Row]:
        """The rows, asked now; nothing of an answer is kept."""
        try:
            return self._rows(asked)
        except NotSupportedError:
            # A migration has changed what a plan of this connection returns. Where a transaction is rolled back for it
            # all plans are dropped.
            if connection.in_atomic_block:
                raise
            connection.connection.execute("DEALLOCATE ALL")
            return self._rows(asked)

    def _rows(self, asked: Sequence[int | str]) -> list[Row]:
        with prepared_cursor() as cursor:
            cursor.execute(self._written.sql, asked)
            shared: dict[object, Any] = {}
            return [self._written.instance(row, shared) for row in cursor.fetchall()]

    @cached_property
    def _written(self) -> "_Written":
        return _Written(self.write())


class _Written:
    def __init__(self, query: QuerySet[Any]) -> None:
        compiler = query.query.get_compiler(connection=connection)
        self.sql, values = compiler.as_sql()
        if any(str(value) != str(ASKED) for value in values):
            raise ValueError(f"a query that is kept has values of its own: {values}")
        known, select = compiler.klass_info, compiler.select
        first, *_, last = known["select_fields"]
        self.model, self.fields = known["model"], slice(first, last + 1)
        self.names = [column.target.attname for column, *_ in select[self.fields]]
        related = get_related_populators(known, select, query.db)  # type: ignore[call-arg]  # the stubs are ahead
        converters = compiler.get_converters([column for column, *_ in select]).items()
        bounds = [*(one.cols_start for one in related), len(select)]
        own, *others = (
            [(place, *how) for place, how in converters if start <= place < end]
            for start, end in pairwise([0, *bounds])
        )
        names = [info["field"].name for info in known.get("related_klass_infos", ())]
        self.own, self.related = own, list(zip(names, related, others, strict=True))

    def instance(self, row: Sequence[Any], shared: dict[object, Any]) -> Any:
        """The row, and what it selects along with it; rows that name the same one (a game) have the same instance."""
        values = _converted(list(row), self.own)
        found = self.model.from_db(connection.alias, self.names, values[self.fields])
        for name, related, converters in self.related:
            key = name, values[related.cols_start + related.pk_idx]
            if key in shared:
                related.local_setter(found, shared[key])
            else:
                related.populate(_converted(values, converters), found)
                shared[key] = getattr(found, name)
        return found


def _converted(values: list[Any], converters: Iterable[Any]) -> list[Any]:
    for place, convert, column in converters:
        for one in convert:
            values[place] = one(values[place], column, connection)
    return values
