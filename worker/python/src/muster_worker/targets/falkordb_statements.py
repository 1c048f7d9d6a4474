"""Turns operations into queries with their parameters, and rows into outcomes. The texts are the Java worker's."""

import json
from collections.abc import Sequence
from importlib.resources import files
from itertools import groupby
from typing import Any, NamedTuple

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
from muster_worker.workloads.settings import Settings

_TEXTS: dict[str, str] = json.loads(files(__package__).joinpath("falkordb-statements.json").read_text("utf-8"))
NAMES = _TEXTS["names"]
"""Makes a graph know the names that are used; otherwise concurrent queries create what is there already."""
_LOADS = (LoadUser, LoadFollows, LoadChain)


class Statement(NamedTuple):
    """Asks for one operation of a transaction, or for several of a load; `first` is the position of the first."""

    command: str
    """GRAPH.QUERY, GRAPH.RO_QUERY or GRAPH.EXPLAIN."""
    text: str
    parameters: dict[str, Any]
    first: int
    answer: Answer


class Binding:
    """Of one session."""

    def __init__(self, algorithm: str, message_length: int, depth: str) -> None:
        self._algorithm, self._message_length, self._depth = algorithm, message_length, depth

    @classmethod
    def of(cls, workload: Settings, depth: str) -> "Binding":
        """For a plan's section "workload"; a workload without algorithms does not use them."""
        algorithm = workload.choice("algorithm")
        return cls(algorithm, workload.integer("messageLength"), depth)

    def statements(self, operations: Sequence[Operation]) -> list[Statement]:
        """In the order of the operations; those of a load travel together, since none depends on another."""
        statements = []
        for _, group in groupby(enumerate(operations), key=_group):
            members = list(group)
            statements.append(self._at_depth(self._statement([each for _, each in members], members[0][0])))
        return statements

    def _at_depth(self, statement: Statement) -> Statement:
        if self._depth == "execute":
            return statement
        if self._depth == "parse":
            return statement._replace(command="GRAPH.EXPLAIN", answer=nothing)
        return _cheapest(statement.first)

    def _statement(self, operations: Sequence[Operation], first: int) -> Statement:
        match operations[0]:
            case Post(author, post, text):
                return _write(self._text("post"), {"author": author, "post": post, "message": text}, first, single)
            case Follow(user, followee):
                return _write(self._text("follow"), {"user": user, "followee": followee}, first, single)
            case Unfollow(user, followee):
                return _write(self._text("unfollow"), {"user": user, "followee": followee}, first, single)
            case Feed(reader, k):
                text = self._text("feed").replace("%k%", str(k))
                return Statement("GRAPH.RO_QUERY", text, {"reader": reader}, first, feed)
            case AddUser(user):
                return _write(_TEXTS["addUser"], {"user": user}, first, _created(1))
            case InsertVertices(ids, names):
                vertices = {"first": ids[0], "rows": [list(row) for row in zip(ids, names, strict=True)]}
                return _write(_TEXTS["insertVertices"], vertices, first, _created(len(ids)))
            case InsertEdges(ids, sources, targets):
                rows = [list(row) for row in zip(ids, sources, targets, strict=True)]
                edges = {"first": ids[0], "source": sources[0], "target": targets[0], "rows": rows}
                return _write(_TEXTS["insertEdges"], edges, first, batch(len(ids)))
            case Noop():
                return _cheapest(first)
            case _:
                return self._load(operations, first)

    def _text(self, name: str) -> str:
        return _TEXTS[f"{self._algorithm}.{name}"]

    def _load(self, operations: Sequence[Operation], first: int) -> Statement:
        users = {"users": [self._row(at, operation) for at, operation in enumerate(operations)]}
        if isinstance(operations[0], LoadUser):
            counts = [1 + len(row["posts"]) for row in users["users"]]
            return _write(_TEXTS["loadUser"], users, first, several(counts, "duplicate"))
        loads = [each for each in operations if isinstance(each, LoadFollows | LoadChain)]
        name = "loadFollows" if isinstance(loads[0], LoadFollows) else "loadChain"
        return _write(self._text(name), users, first, several([len(each.followees) for each in loads], "absent"))

    def _row(self, at: int, operation: Operation) -> dict[str, Any]:
        match operation:
            case LoadUser(user, posts):
                newest_first = [[post, message(post, self._message_length)] for post in reversed(posts)]
                return {"at": at, "id": user, "streamUpdate": posts[-1] if posts else -1, "posts": newest_first}
            case LoadFollows(user, followees):
                return {"at": at, "id": user, "followees": followees}
            case LoadChain(user, _):
                return {"at": at, "id": user}
        raise AssertionError(f"no operation of a load: {operation}")


def _write(text: str, parameters: dict[str, Any], first: int, answer: Answer) -> Statement:
    return Statement("GRAPH.QUERY", text, parameters, first, answer)


def _cheapest(first: int) -> Statement:
    return Statement("GRAPH.RO_QUERY", "RETURN 1", {}, first, nothing)


def _group(numbered: tuple[int, Operation]) -> object:
    """Loads of one kind have the same, all others one of their own."""
    at, operation = numbered
    return type(operation) if isinstance(operation, _LOADS) else at


def _created(elements: int) -> Answer:
    """Of nodes that are all created, or all there already."""

    def answer(position: int, rows: Rows, summary: Any, probe: Probe) -> None:
        report(position, summary.nodes_created == 0, elements, probe)

    return answer
