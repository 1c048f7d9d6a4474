"""A store file, read only."""

import re
import sqlite3
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from muster_results import views
from muster_results.functions import register

if TYPE_CHECKING:
    import pandas
    import pyarrow

_NAME = re.compile(r"\w+")


class Results:
    """Views and tables by name, or any query, as pandas or Arrow tables; `connection` for everything else.

    With `swept=True` each swept key is a column, as `algorithm` or `clients`, beside the `step` that it makes up."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def views(self) -> list[str]:
        """The documented views, see store/README.md, and operation_summary_by_worker."""
        query = "select name from sqlite_schema where type = 'view' order by name"
        return [*(name for (name,) in self.connection.execute(query)), views.BY_WORKER]

    def rows(
        self, name_or_query: str, parameters: tuple[Any, ...] = (), *, swept: bool = False
    ) -> list[dict[str, Any]]:
        """As dictionaries, without any other package."""
        columns, rows = self._read(name_or_query, parameters, swept)
        return [dict(zip(columns, row, strict=True)) for row in rows]

    def table(self, name_or_query: str, parameters: tuple[Any, ...] = (), *, swept: bool = False) -> "pandas.DataFrame":
        """As a pandas table; integers that may be NULL stay integers."""
        import pandas

        columns, rows = self._read(name_or_query, parameters, swept)
        return pandas.DataFrame(rows, columns=columns).convert_dtypes()

    def arrow(self, name_or_query: str, parameters: tuple[Any, ...] = (), *, swept: bool = False) -> "pyarrow.Table":
        """As an Arrow table."""
        import pyarrow

        columns, rows = self._read(name_or_query, parameters, swept)
        values = list(zip(*rows, strict=True)) or [()] * len(columns)
        return pyarrow.table({name: pyarrow.array(list(each)) for name, each in zip(columns, values, strict=True)})

    def _read(self, name_or_query: str, parameters: tuple[Any, ...], swept: bool) -> tuple[list[str], list[Any]]:
        query = f"select * from {name_or_query}" if _NAME.fullmatch(name_or_query) else name_or_query
        cursor = self.connection.execute(query, parameters)
        columns, rows = [column[0] for column in cursor.description], cursor.fetchall()
        return views.with_swept_values(self.connection, columns, rows) if swept else (columns, rows)

    def close(self) -> None:
        """Closes the file."""
        self.connection.close()

    def __enter__(self) -> "Results":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open(file: str | Path) -> Results:
    """Opens a store file for reading only, with hdr_* functions; raises FileNotFoundError or ValueError."""
    path = Path(file)
    if not path.is_file():
        raise FileNotFoundError(f"{path}: no such file; ./muster run PLAN writes results/PLAN.db")
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    register(connection)
    results = Results(connection)
    try:
        known = "run_summary" in results.views()
    except sqlite3.DatabaseError:
        known = False
    if not known:
        connection.close()
        raise ValueError(f"{path}: not a store of Muster")
    views.add(connection)
    return results
