"""Workload "query": operations that a plan names; the Javadoc of QueryWorkload and Draw defines the draws.

Whether the plan makes sense was checked before it was sent."""

import re
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, NamedTuple, Protocol, TypeAlias

from muster_worker.workloads.actions import MixTable
from muster_worker.workloads.data import DataFiles
from muster_worker.workloads.draws import Permutation, milli, zipf
from muster_worker.workloads.json_text import json_text
from muster_worker.workloads.mix import below, mix2, text_digest
from muster_worker.workloads.operations import (
    FIRST_NAMED,
    NEVER_ENDING,
    LoadPart,
    PhaseKey,
)
from muster_worker.workloads.query_operation import NO_LIMIT, Query, QueryOperation
from muster_worker.workloads.settings import PlanError, Settings
from muster_worker.workloads.table import Table, Value, read_table

_STREAM = 0x71_7565_7279
_LANGUAGES = ("cypher", "gremlin", "sql", "falkordb", "hugegraph", "titan")
_FIRST_NEW = 1 << 52
_ALONE = re.compile(r'"(\{[A-Za-z][A-Za-z0-9_]*})"')
"""A text of JSON that is a parameter and nothing else: it takes the type of its value."""

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
    step: int
    size: int
    columns: list[str]

    def value(self, column: int, item: int) -> Value:
        return self.first + self.step * item


class _New:
    """The operation's own new id."""


class _Created(NamedTuple):
    """The new id of an earlier operation of this number."""

    action: int
    digest: int
    otherwise: "_Argument"


class _NewIds(NamedTuple):
    """NewIds in Java."""

    mix: MixTable
    key: int
    ordinal: int
    horizon: int

    def at(self, index: int) -> int:
        return _FIRST_NEW | (self.ordinal << 40) | index

    def created(self, one: _Created, index: int) -> int | None:
        """Of an operation at least `horizon` indexes earlier; None if there is none."""
        count = self.mix.before(one.action, index - self.horizon)
        if count == 0:
            return None
        return self.at(self.mix.index(one.action, below(count, mix2(mix2(self.key, one.digest), index))))


class _Parameter(NamedTuple):
    source: _Source
    draw: Draw
    digest: int


class _Made(NamedTuple):
    """A parameter whose values an operation of this number creates."""

    action: int
    digest: int
    otherwise: str


class _Drawn(NamedTuple):
    """A column of the draw of this number among the operation's."""

    draw: int
    source: _Source
    column: int


class NamedQuery(NamedTuple):
    """An operation of the plan, and what it draws."""

    query: Query
    parts: int
    parameters: list[_Parameter]
    arguments: list["_Argument"]

    def at(self, keys: list[int], ids: _NewIds, index: int, rank: int) -> QueryOperation:
        items = [one.draw(key, index, rank) for one, key in zip(self.parameters, keys, strict=True)]
        return QueryOperation(self.query, tuple(_value(one, items, ids, index) for one in self.arguments))


_Known: TypeAlias = _Parameter | _New | _Made
_Argument: TypeAlias = _Drawn | _New | _Created | Value


def _value(argument: _Argument, items: list[int], ids: _NewIds, index: int) -> Value:
    match argument:
        case _Drawn():
            return argument.source.value(argument.column, items[argument.draw])
        case _New():
            return ids.at(index)
        case _Created():
            created = ids.created(argument, index)
            return _value(argument.otherwise, items, ids, index) if created is None else created
        case _:
            return argument


class QueryWorkload:
    """Operations without end; there is nothing to load."""

    def __init__(self, settings: Settings, files: DataFiles) -> None:
        self.actions_per_transaction = settings.integer("actionsPerTransaction")
        self._horizon = settings.integer("horizon")
        given: Mapping[str, Any] = settings.raw().get("parameters") or {}
        operations: Mapping[str, Any] = settings.raw()["operations"]
        names = list(operations)
        parameters = {
            name: parameter(name, below_section(settings, "parameters", name), files, names) for name in given
        }
        identity = settings.text("identity")
        named = [
            _named(number, name, below_section(settings, "operations", name), identity, parameters)
            for number, name in enumerate(operations)
        ]
        alone = settings.text("isolate")
        isolated = [one._replace(parts=100 if one.query.name == alone else 0) for one in named]
        self._named = named if alone == "none" else isolated

    def of(self, weights: Mapping[str, float]) -> "QueryWorkload":
        """The same with these weights; an operation that is not named keeps its place, and is never drawn."""
        part = copy(self)
        part._named = weighted(self._named, weights)
        return part

    def queries(self) -> list[Query]:
        """In the order of the plan."""
        return [named.query for named in self._named]

    def load_parts(self) -> list[LoadPart]:
        return []

    def operations(self, phase: PhaseKey) -> "QueryOperations":
        """Those of one phase."""
        if phase.part:
            raise PlanError(f"part: {phase.part}: a phase of workload query has no parts")
        return operations_of(self._named, phase, self._horizon)


def operations_of(named: list[NamedQuery], phase: PhaseKey, horizon: int) -> "QueryOperations":
    """What is drawn of them in a phase."""
    return QueryOperations(named, mix2(phase.hash(), _STREAM), phase.ordinal, horizon)


class QueryOperations:
    """The operations of one phase."""

    def __init__(self, named: list[NamedQuery], key: int, ordinal: int, horizon: int) -> None:
        self.count = NEVER_ENDING
        self._named = named
        self._mix = MixTable([one.parts for one in named], key)
        self._ids = _NewIds(self._mix, key, ordinal, horizon)
        self._keys = [[mix2(key, parameter.digest) for parameter in one.parameters] for one in named]

    def at(self, index: int) -> QueryOperation:
        action, rank = self._mix.action_and_rank(index)
        return self._named[action].at(self._keys[action], self._ids, index, rank)


def below_section(settings: Settings, key: str, name: str) -> Settings:
    """What stands under a name that users choose."""
    values = settings.raw()[key][name]
    return Settings(values, f"{key}.{name}", declared=settings.declared.key(key).key(name))


def drawn_columns(parameters: Mapping[str, _Known]) -> tuple[tuple[str, ...], list[_Parameter], list[_Argument]]:
    """All that parameters give: PARAMETER, or PARAMETER.COLUMN where one has several columns; and its draws."""
    names: list[str] = []
    for name, known in parameters.items():
        columns = known.source.columns if isinstance(known, _Parameter) else [name]
        names += [name] if len(columns) == 1 else [f"{name}.{column}" for column in columns]
    drawn: list[_Parameter] = []
    return tuple(names), drawn, [_argument(name, parameters, drawn) for name in names]


def parameter(name: str, settings: Settings, files: DataFiles, operations: list[str]) -> _Known:
    """Where its values come from, and how they are drawn."""
    raw = settings.raw()
    if "id" in raw:
        return _New()
    if "created" in raw:
        return _Made(operations.index(raw["created"]), text_digest(name), raw["otherwise"])
    source = _source(settings, files)
    return _Parameter(source, _draw(settings, source.size), text_digest(name))


def _source(settings: Settings, files: DataFiles) -> _Source:
    raw = settings.raw()
    if "csv" in raw:
        return read_table(raw["csv"], files(raw["csv"]))
    if "integer" in raw:
        first, last, step = (*raw["integer"], 1)[:3]
        return _Integers(first, step, (last - first) // step + 1, ["value"])
    if "choice" in raw:
        return Table(["value"], [raw["choice"]], len(raw["choice"]))
    raise PlanError(f"{list(raw)}: a Python worker draws from csv, integer, choice, id and created: use Java workers")


def _draw(settings: Settings, size: int) -> Draw:
    match settings.choice("draw"):
        case "zipf":
            table = zipf(size, milli(settings.number("exponent")))
            return lambda key, index, rank: table.draw(mix2(key, index))
        case "sequential":
            return lambda key, index, rank: rank % size
        case "shuffle":
            return lambda key, index, rank: Permutation(size, mix2(key, rank // size)).at(rank % size)
        case _:
            return lambda key, index, rank: below(size, mix2(key, index))


def _named(number: int, name: str, settings: Settings, identity: str, parameters: Mapping[str, _Known]) -> NamedQuery:
    raw = settings.raw()
    drawn: list[_Parameter] = []
    given: Mapping[str, Any] = raw.get("with") or {}
    arguments = [_argument(value, parameters, drawn) for value in given.values()]
    query = Query(
        FIRST_NAMED + number,
        name,
        statement_texts(raw),
        tuple(given),
        settings.flag("write"),
        settings.flag("ordered"),
        settings.flag("stable"),
        identity,
        settings.integer("limit", NO_LIMIT),
        text_digest(name),
        settings.flag("mustFind"),
        settings.choice("rows") == "required",
    )
    return NamedQuery(query, _parts(settings.number("weight")), drawn, arguments)


def weighted(named: list[NamedQuery], weights: Mapping[str, float]) -> list[NamedQuery]:
    """With these weights, and 0 for those that have none; raises PlanError."""
    unknown = set(weights) - {one.query.name for one in named}
    if unknown:
        raise PlanError(f"{min(unknown)}: the workload has no such operation")
    all_of_them = [one._replace(parts=_parts(weights.get(one.query.name, 0))) for one in named]
    if not any(one.parts for one in all_of_them):
        raise PlanError("weights with a sum of at least 0.01, and up to 10000")
    return all_of_them


def _parts(weight: float) -> int:
    return int(weight * 100 + 0.5)


def statement_texts(raw: Mapping[str, Any]) -> dict[str, str]:
    """A statement by language, and the template of a request as "http"."""
    return {language: raw[language] for language in _LANGUAGES if language in raw} | _request(raw.get("http"))


def _request(given: Mapping[str, Any] | None) -> dict[str, str]:
    """The template of a request as one text, that of RequestReader in Java."""
    if given is None:
        return {}
    template: dict[str, Any] = {"method": given.get("method", "GET"), "path": given["path"]}
    if given.get("headers"):
        headers = {name.lower(): value for name, value in given["headers"].items()}
        template["headers"] = dict(sorted(headers.items()))
    if given.get("body") is not None:
        body = given["body"]
        template["body"] = body if isinstance(body, str) else _ALONE.sub(r"\1", json_text(body))
    template |= {key: given[key] for key in ("rows", "columns") if given.get(key) is not None}
    if given.get("statuses"):
        template["statuses"] = dict(sorted(given["statuses"].items()))
    return {"http": json_text(template)}


def _argument(given: Value, parameters: Mapping[str, _Known], drawn: list[_Parameter]) -> _Argument:
    if not isinstance(given, str):
        return given
    name, _, column = given.partition(".")
    parameter = parameters[name]
    if isinstance(parameter, _New):
        return parameter
    if isinstance(parameter, _Made):
        return _Created(parameter.action, parameter.digest, _argument(parameter.otherwise, parameters, drawn))
    if parameter not in drawn:
        drawn.append(parameter)
    columns = parameter.source.columns
    return _Drawn(drawn.index(parameter), parameter.source, columns.index(column) if column else 0)
