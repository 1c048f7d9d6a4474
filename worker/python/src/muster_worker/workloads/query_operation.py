"""Operations of workload "query": statements that a plan names, with values."""

from collections.abc import Mapping
from struct import pack
from typing import Any, NamedTuple

from muster_worker.workloads.mix import mix2, text_digest

NO_LIMIT = (1 << 63) - 1
"""Of the rows of an answer."""


class Query(NamedTuple):
    """One of the operations that a plan of workload "query" names, shared by all operations of its name.

    `texts` holds the statement by language, that of "http" the template of a request as JSON; `parameters` the names
    of its parameters."""

    code: int
    name: str
    texts: Mapping[str, str]
    parameters: tuple[str, ...]
    write: bool
    ordered: bool
    stable: bool
    identity: str
    row_limit: int
    digest: int
    must_find: bool = False
    rows_required: bool = False
    """Whether an answer without a row is wrong."""


class QueryOperation(NamedTuple):
    """A query with the values of its parameters, each an int, float, bool, str or None."""

    query: Query
    values: tuple[int | float | bool | str | None, ...]

    @property
    def code(self) -> int:
        return self.query.code

    def digest(self) -> int:
        """Of the name and the values: the same whatever the language of the statement."""
        hashed = self.query.digest
        for value in self.values:
            hashed = mix2(hashed, digest_of(value))
        return hashed

    def bindings(self) -> dict[str, Any]:
        """The values by the names of their parameters."""
        return dict(zip(self.query.parameters, self.values, strict=True))


def digest_of(value: float | bool | str | None) -> int:
    """Of a value that a plan or a data file can hold."""
    match value:
        case None:
            return 0
        case bool():
            return mix2(3, int(value))
        case int():
            return mix2(1, value)
        case float():
            return mix2(2, int.from_bytes(pack(">d", value)))
        case _:
            return mix2(4, text_digest(value))
