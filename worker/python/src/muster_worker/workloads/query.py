"""Workload "query": operations that a plan names; the Javadoc of QueryWorkload and Draw defines the draws.

Whether the plan makes sense was checked before it was sent."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from muster_worker.workloads.actions import MixTable
from muster_worker.workloads.data import DataFiles
from muster_worker.workloads.draws import Permutation, milli, zipf
from muster_worker.workloads.mix import below, mix2, text_digest
from muster_worker.workloads.operations import (
    FIRST_NAMED,
    NEVER_ENDING,
    LoadPart,
    PhaseKey,
)
from muster_worker.workloads.query_operation import Query, QueryOperation
from muster_worker.workloads.settings import PlanError, Settings
from muster_worker.workloads.table import Table, Value, read_table

_STREAM = 0x71_7565_7279
_LANGUAGES = ("cypher", "gremlin", "sql", "falkordb", "hugegraph", "titan")
_NO_LIMIT = (1 << 63) - 1

Draw: TypeAlias = Callable[[int, int, int], int]
"""The number of an item from the key, the index, and how many operations of the name come before it in the phase."""


class _Source(Protocol):
    @property
    def size(self) -> int: ...

    @property
    def columns(self) -> list[str]: ...

    def value(self, column: int, item: int) -> Value: ...


class _Integers(NamedTuple):
    first: int
    size: int
    columns: list[str]

    def value(self, column: int, item: int) -> Value:
        return self.first + item


class _Parameter(NamedTuple):
    source: _Source
    draw: Draw
    digest: int


class _Drawn(NamedTuple):
    """A column of the draw of this number among the operation's."""

    draw: int
    source: _Source
    column: int


class _Named(NamedTuple):
    query: Query
    parts: int
    parameters: list[_Parameter]
    arguments: list[_Drawn | Value]

    def at(self, keys: list[int], index: int, rank: int) -> QueryOperation:
        items = [one.draw(key, index, rank) for one, key in zip(self.parameters, keys, strict=True)]
        values = tuple(
            one.source.value(one.column, items[one.draw]) if isinstance(one, _Drawn) else one for one in self.arguments
        )
        return QueryOperation(self.query, values)


class QueryWorkload:
    """Operations without end; there is nothing to load."""

    def __init__(self, settings: Settings, files: DataFiles) -> None:
        self.actions_per_transaction = settings.integer("actionsPerTransaction", 1, 1, 100_000)
        given: Mapping[str, Any] = settings.raw().get("parameters") or {}
        parameters = {name: _parameter(name, Settings(given[name], f"parameters.{name}"), files) for name in given}
        operations: Mapping[str, Any] = settings.raw()["operations"]
        identity = settings.text("identity", "id")
        named = [
            _named(number, name, Settings(operations[name], f"operations.{name}"), identity, parameters)
            for number, name in enumerate(operations)
        ]
        alone = settings.text("isolate", "none")
        isolated = [one._replace(parts=100 if one.query.name == alone else 0) for one in named]
        self._named = named if alone == "none" else isolated

    def queries(self) -> list[Query]:
        """In the order of the plan."""
        return [named.query for named in self._named]

    def load_parts(self) -> list[LoadPart]:
        return []

    def operations(self, phase: PhaseKey) -> "_QueryOperations":
        """Those of one phase."""
        if phase.part:
            raise PlanError(f"part: {phase.part}: a phase of workload query has no parts")
        return _QueryOperations(self._named, mix2(phase.hash(), _STREAM))


class _QueryOperations:
    def __init__(self, named: list[_Named], key: int) -> None:
        self.count = NEVER_ENDING
        self._named = named
        self._mix = MixTable([one.parts for one in named], key)
        self._keys = [[mix2(key, parameter.digest) for parameter in one.parameters] for one in named]

    def at(self, index: int) -> QueryOperation:
        action, rank = self._mix.action_and_rank(index)
        return self._named[action].at(self._keys[action], index, rank)


def _parameter(name: str, settings: Settings, files: DataFiles) -> _Parameter:
    source = _source(settings, files)
    return _Parameter(source, _draw(settings, source.size), text_digest(name))


def _source(settings: Settings, files: DataFiles) -> _Source:
    raw = settings.raw()
    if "csv" in raw:
        return read_table(raw["csv"], files(raw["csv"]))
    if "integer" in raw:
        first, last = raw["integer"]
        return _Integers(first, last - first + 1, ["value"])
    if "choice" in raw:
        return Table(["value"], [raw["choice"]], len(raw["choice"]))
    raise PlanError(f"{list(raw)}: a Python worker draws from csv, integer and choice: use Java workers")


def _draw(settings: Settings, size: int) -> Draw:
    match settings.text("draw", "uniform"):
        case "zipf":
            table = zipf(size, milli(settings.number("exponent", 0.75, 0, 2)))
            return lambda key, index, rank: table.draw(mix2(key, index))
        case "sequential":
            return lambda key, index, rank: rank % size
        case "shuffle":
            return lambda key, index, rank: Permutation(size, mix2(key, rank // size)).at(rank % size)
        case _:
            return lambda key, index, rank: below(size, mix2(key, index))


def _named(number: int, name: str, settings: Settings, identity: str, parameters: Mapping[str, _Parameter]) -> _Named:
    raw = settings.raw()
    drawn: list[_Parameter] = []
    given: Mapping[str, Any] = raw.get("with") or {}
    arguments = [_argument(value, parameters, drawn) for value in given.values()]
    query = Query(
        FIRST_NAMED + number,
        name,
        {language: raw[language] for language in _LANGUAGES if language in raw},
        raw.get("http") or {},
        tuple(given),
        settings.flag("write", False),
        settings.flag("ordered", False),
        settings.flag("stable", False),
        identity,
        settings.integer("limit", _NO_LIMIT, 1, _NO_LIMIT),
        text_digest(name),
    )
    return _Named(query, int(settings.number("weight", 1, 0, 10_000) * 100 + 0.5), drawn, arguments)


def _argument(given: Value, parameters: Mapping[str, _Parameter], drawn: list[_Parameter]) -> _Drawn | Value:
    if not isinstance(given, str):
        return given
    name, _, column = given.partition(".")
    parameter = parameters[name]
    if parameter not in drawn:
        drawn.append(parameter)
    columns = parameter.source.columns
    return _Drawn(drawn.index(parameter), parameter.source, columns.index(column) if column else 0)
