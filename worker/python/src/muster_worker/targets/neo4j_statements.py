"""Turns operations into statements with their parameters, and rows into outcomes. The texts are the Java worker's."""

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from neo4j import READ_ACCESS, WRITE_ACCESS

from muster_worker.targets import neo4j_answers
from muster_worker.targets.cypher_answers import Answer, Rows, batch, feed, nothing, report, several, single
from muster_worker.targets.spi import Probe
from muster_worker.workloads.actions import message
from muster_worker.workloads.operations import (
    AddUser,
    Feed,
    Follow,
    InsertEdges,
    InsertVertices,
    LoadChain,
    LoadFollows,
    LoadUser,
    Noop,
    Operation,
    Post,
    Unfollow,
)
from muster_worker.workloads.query_operation import QueryOperation
from muster_worker.workloads.settings import Settings
from muster_worker.workloads.stream import RowSum, StreamSettings
from muster_worker.workloads.stream_operation import EmbedNodes, ProjectGraph, ReadPartition

_TEXTS: dict[str, str] = json.loads(files(__package__).joinpath("neo4j-statements.json").read_text("utf-8"))
_CHEAPEST = "RETURN 1"
_CHECKED_AT_ONCE = 1024
_LOADS = (LoadUser, LoadFollows, LoadChain)


class Statement(NamedTuple):
    """Asks for one operation of a transaction, or for several of a load; `first` is the position of the first."""

    text: str
    parameters: dict[str, Any]
    first: int
    answer: Answer
    rows: "StreamedRows | QueryRows | None" = None
    """Takes the rows one by one as they come, in place of `answer`: there may be more of them than memory holds."""


class Binding:
    """Of one session."""

    def __init__(self, algorithm: str, message_length: int, stream: StreamSettings, depth: str, access: str) -> None:
        self.access = access
        self._algorithm, self._message_length, self._stream, self._depth = algorithm, message_length, stream, depth

    @classmethod
    def of(cls, workload: Settings, depth: str) -> "Binding":
        """For a plan's section "workload"; a workload without algorithms does not use them."""
        algorithm = workload.choice("algorithm")
        length = workload.integer("messageLength")
        return cls(algorithm, length, StreamSettings.of(workload), depth, _access(workload))

    def statements(self, operations: Sequence[Operation]) -> list[Statement]:
        """In the order of the operations; those of a load travel together, since none depends on another."""
        if len(operations) == 1:
            return [self._at_depth(self._statement(operations, 0))]
        statements = []
        for _, group in groupby(enumerate(operations), key=_group):
            members = list(group)
            statements.append(self._at_depth(self._statement([each for _, each in members], members[0][0])))
        return statements

    def _at_depth(self, statement: Statement) -> Statement:
        if self._depth == "execute":
            return statement
        if self._depth == "parse":
            return statement._replace(text="EXPLAIN " + statement.text, answer=nothing, rows=None)
        return Statement(_CHEAPEST, {}, statement.first, nothing)

    def _statement(self, operations: Sequence[Operation], first: int) -> Statement:
        match operations[0]:
            case Post(author, post, text):
                parameters = {"author": author, "post": post, "message": text}
                return Statement(self._text("post"), parameters, first, single)
            case Follow(user, followee):
                return self._pair("follow", user, followee, first)
            case Unfollow(user, followee):
                return self._pair("unfollow", user, followee, first)
            case Feed(reader, k):
                text = self._text("feed").replace("%k%", str(k))
                return Statement(text, {"reader": reader}, first, feed)
            case AddUser(user):
                return Statement(_TEXTS["addUser"], {"user": user}, first, _created)
            case InsertVertices(ids, names):
                return Statement(_TEXTS["insertVertices"], {"ids": ids, "names": names}, first, _all(len(ids)))
            case InsertEdges(ids, sources, targets):
                parameters = {"ids": ids, "sources": sources, "targets": targets}
                return Statement(_TEXTS["insertEdges"], parameters, first, batch(len(ids)))
            case ProjectGraph():
                parameters = operations[0]._asdict()
                return Statement(_TEXTS["projectGraph"], parameters, first, _all(1))
            case EmbedNodes():
                parameters = operations[0]._asdict()
                return Statement(_TEXTS["embedNodes"], parameters, first, _all(1))
            case ReadPartition():
                return self._read(operations[0], first)
            case QueryOperation(query):
                rows = QueryRows(query.row_limit, query.identity)
                return Statement(query.texts["cypher"], operations[0].bindings(), first, nothing, rows)
            case Noop():
                return Statement(_CHEAPEST, {}, first, nothing)
            case _:
                return self._load(operations, first)

    def _read(self, read: ReadPartition, first: int) -> Statement:
        text = _TEXTS["readStream" if read.partitions == 1 else "readPartition"]
        of = self._stream
        parameters: dict[str, Any] = {"graph": of.graph, "property": of.property, "labels": of.labels}
        parameters |= {"partitions": read.partitions, "partition": read.partition}
        return Statement(text, parameters, first, nothing, StreamedRows(read.checked))

    def _text(self, name: str) -> str:
        return _TEXTS[f"{self._algorithm}.{name}"]

    def _pair(self, name: str, user: int, followee: int, first: int) -> Statement:
        """Locks have one order, so that posts and follows seldom deadlock."""
        order = "ascending" if user < followee else "descending"
        return Statement(self._text(f"{name}.{order}"), {"user": user, "followee": followee}, first, single)

    def _load(self, operations: Sequence[Operation], first: int) -> Statement:
        rows = [self._row(at, operation) for at, operation in enumerate(operations)]
        if isinstance(operations[0], LoadUser):
            counts = [1 + len(row["posts"]) for row in rows]
            return Statement(_TEXTS["loadUser"], {"users": rows}, first, several(counts, "duplicate"))
        loads = [each for each in operations if isinstance(each, LoadFollows | LoadChain)]
        nodes = sorted({user for each in loads for user in (each.user, *each.followees)})
        name = "loadFollows" if isinstance(loads[0], LoadFollows) else "loadChain"
        counts = [len(each.followees) for each in loads]
        return Statement(self._text(name), {"users": rows, "nodes": nodes}, first, several(counts, "absent"))

    def _row(self, at: int, operation: Operation) -> dict[str, Any]:
        match operation:
            case LoadUser(user, posts):
                texts = [message(post, self._message_length) for post in posts]
                newest = posts[-1] if posts else -1
                return {"at": at, "id": user, "posts": posts, "messages": texts, "streamUpdate": newest}
            case LoadFollows(user, followees):
                return {"at": at, "id": user, "followees": followees}
            case LoadChain(user, _):
                return {"at": at, "id": user}
        raise AssertionError(f"no operation of a load: {operation}")


class StreamedRows:
    """Rows of an id and a vector; bytes are those of the content, since the driver does not say how many were sent."""

    def __init__(self, checked: bool) -> None:
        self._checked = checked

    def take(self, position: int, rows: Iterable[Any], probe: Probe) -> None:
        """All of them, as they come."""
        brought = RowSum(self._checked)
        kept: list[Any] = []
        for row in rows:
            if not brought.rows:
                probe.reached("first_row")
            brought.count(1, len(row[1]))
            if self._checked:
                kept.append(row)
                if len(kept) == _CHECKED_AT_ONCE:
                    _check(kept, brought)
        probe.reached("rows")
        if kept:
            _check(kept, brought)
        probe.elements(position, brought.rows)
        probe.bytes(0, brought.bytes)
        probe.content(brought.content)


class QueryRows:
    """Rows of a plan's statement; none is kept."""

    def __init__(self, limit: int, identity: str) -> None:
        self._limit, self._identity = limit, identity

    def take(self, position: int, rows: Any, probe: Probe) -> None:
        """Up to the limit; the server discards what is beyond it."""
        number = 0
        sink = probe.answer(position)
        for record in rows:
            number += 1
            if number > self._limit:
                probe.outcome(position, "tooManyRows")
                break
            if sink is not None:
                if number == 1:
                    sink.columns(record.keys())
                sink.row(neo4j_answers.row(record, self._identity))
        probe.elements(position, min(number, self._limit))
        summary = rows.consume()
        server_ms = (summary.result_available_after or 0) + (summary.result_consumed_after or 0)
        probe.reported("server", server_ms * 1_000_000)


def _access(workload: Settings) -> str:
    """The mode in which a client will most likely begin."""
    operations: Mapping[str, Any] = workload.raw().get("operations") or {}
    journeys: Mapping[str, Any] = workload.raw().get("journeys") or {}
    statements = [*operations.values(), *(step for of in journeys.values() for step in of["steps"].values())]
    reads = statements and not any(each.get("write") for each in statements)
    return READ_ACCESS if reads else WRITE_ACCESS


def _check(kept: list[Any], brought: RowSum) -> None:
    """Bolt has only 64-bit floats; what was 32 bits wide comes back as it was."""
    ids = np.array([row[0] for row in kept], dtype=np.int64)
    brought.check(ids, np.array([row[1] for row in kept], dtype=np.float32))
    kept.clear()


def _group(numbered: tuple[int, Operation]) -> object:
    """Loads of one kind have the same, all others one of their own."""
    at, operation = numbered
    return type(operation) if isinstance(operation, _LOADS) else at


def _created(position: int, rows: Rows, summary: Any, probe: Probe) -> None:
    report(position, summary.counters.nodes_created == 0, 1, probe)


def _all(elements: int) -> Answer:
    """Elements that were certainly made, since the statement did not fail."""
    return lambda position, rows, summary, probe: probe.elements(position, elements)
