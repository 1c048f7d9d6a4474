"""Target "falkordb": FalkorDB 4.10 or later with the official client. Its Cypher is that of the Java worker."""

import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Any, TypeVar
from urllib.parse import urlsplit

import falkordb
from falkordb.helpers import stringify_param_value
from falkordb.query_result import QueryResult
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeout
from redis.retry import Retry

from muster_worker.targets.falkordb_statements import NAMES, Binding, Statement
from muster_worker.targets.spi import AbortResult, Contents, FailureKind, OperationFailure, Probe, TargetError
from muster_worker.workloads.operations import Operation
from muster_worker.workloads.settings import Settings

_LEAST_VERSION = 41_000
_LONGEST_MESSAGE = 300
_NOT_NOW = ("LOADING", "BUSY", "TRYAGAIN", "MASTERDOWN")
_WEIGHT = "(%s %% 1000003 + 1) * (%s %% 999983 + 1) %% 1000000007"
_BUILDING = "CALL db.indexes() YIELD status WITH status WHERE status <> 'OPERATIONAL' RETURN count(status)"
_Result = TypeVar("_Result")


class FalkorDbProvider:
    """Settings: uri, database (the name of the graph), user, password, and those that every target has."""

    def open(self, target: Settings, workload: Settings) -> "FalkorDbTarget":
        parts = urlsplit(target.text("uri", "redis://127.0.0.1:6379"))
        if parts.scheme != "redis" or not parts.hostname or parts.username:
            raise target.wrong("uri", "an address such as redis://127.0.0.1:6379")
        opened = FalkorDbTarget(parts.hostname, parts.port or 6379, target, workload)
        opened.contact()
        return opened


class FalkorDbTarget:
    """One graph of a FalkorDB server that answers."""

    def __init__(self, host: str, port: int, target: Settings, workload: Settings) -> None:
        self._host, self._port, self._workload = host, port, workload
        self._graph = target.text("database", "muster")
        self._user = target.text("user") if "user" in target else None
        self._password = target.text("password") if "password" in target else None
        self._connect_s = target.duration_ns("connectTimeout") / 1e9
        self._wait_s = target.duration_ns("operationTimeout") / 1e9
        self._facts: dict[str, str] = {}

    def __str__(self) -> str:
        """Names no secret."""
        return f"FalkorDB at {self._host}:{self._port}, graph {self._graph}"

    def client(self, wait_s: float | None) -> Any:
        """One client's, with a connection of its own and no retries; waits end after so many seconds."""
        return falkordb.FalkorDB(
            host=self._host,
            port=self._port,
            username=self._user,
            password=self._password,
            socket_connect_timeout=self._connect_s,
            socket_timeout=wait_s,
            single_connection_client=False,
            retry=Retry(NoBackoff(), 0),
        )

    def contact(self) -> None:
        """Asks the server who it is; raises TargetError if it does not answer, or is not FalkorDB."""

        def ask(client: Any) -> None:
            modules = {each["name"]: each["ver"] for each in client.connection.module_list()}
            found = modules.get("graph", 0)
            if found < _LEAST_VERSION:
                raise TargetError(f"{self}: FalkorDB 4.10 or later is needed, not {found or 'a Redis without it'}")
            self._facts = {
                "address": f"{self._host}:{self._port}",
                "database": self._graph,
                "server.version": f"{found // 10_000}.{found // 100 % 100}.{found % 100}",
                "driver.version": version("falkordb"),
            }

        self._with(ask, self._connect_s)

    def facts(self) -> dict[str, str]:
        return self._facts

    def session(self, depth: str) -> "FalkorDbSession":
        def opened(client: Any) -> FalkorDbSession:
            client.connection.ping()
            return FalkorDbSession(client, self._graph, Binding.of(self._workload, depth))

        return self._with(opened, self._wait_s)

    def contents(self) -> Contents:
        """A query would create the graph that it asks, so its name is looked up first."""

        def count(client: Any) -> Contents:
            address = f"{self._host}:{self._port}"
            if not client.connection.exists(self._graph):
                return Contents(address, self._graph, False, 0, 0)
            queries = ("(n:MusterRun) RETURN count(n)", "(n) RETURN count(n)", "()-[r]->() RETURN count(r)")
            marks, vertices, edges = (_rows(client, self._graph, f"MATCH {query}")[0][0] for query in queries)
            return Contents(address, self._graph, marks > 0, vertices, edges)

        return self._with(count, None)

    def reset(self, marker: str) -> None:
        def delete(client: Any) -> None:
            client.connection.delete(self._graph)
            graph = client.select_graph(self._graph)
            graph.query("CREATE (:MusterRun {marker: $marker})", {"marker": marker})
            graph.query(NAMES)
            for label in ("User", "Post", "Vertex"):
                graph.query(f"CREATE INDEX FOR (n:{label}) ON (n.id)")

        self._with(delete, None)
        self.await_indexes()

    def await_indexes(self) -> None:
        def wait(client: Any) -> None:
            while _rows(client, self._graph, _BUILDING)[0][0]:
                time.sleep(0.02)

        self._with(wait, None)

    def fingerprint(self) -> dict[str, str]:
        return self._with(lambda client: _fingerprint(client, self._graph), None)

    def close(self) -> None:
        """Connections belong to sessions."""

    def _with(self, work: Callable[[Any], _Result], wait_s: float | None) -> _Result:
        try:
            return work(self.client(wait_s))
        except (RedisError, OSError) as error:
            raise TargetError(f"{self}: {line(error)}") from error


class FalkorDbSession:
    """One statement is sent as it is, several between MULTI and EXEC in one round trip.

    FalkorDB executes the latter past the order of the former, which then create what is there already; so after the
    first of several all that write go this way, as what is left at the end of a lease (docs/decisions/0098).
    """

    def __init__(self, client: Any, graph: str, binding: Binding) -> None:
        self._client, self._graph, self._binding = client, client.select_graph(graph), binding
        self._between = False
        """Whether writes go between MULTI and EXEC from now on."""

    def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
        statements = self._binding.statements(operations)
        probe.stage("acquire")
        try:
            answers = self._sent(statements)
        except (RedisError, OSError) as error:
            writing = any(each.command == "GRAPH.QUERY" for each in statements)
            raise failure(error, writing, len(statements) > 1) from error
        probe.stage("wait")
        for statement, answer in zip(statements, answers, strict=True):
            if statement.command != "GRAPH.EXPLAIN":
                result = QueryResult(self._graph, answer)
                statement.answer(statement.first, _named(result), result, probe)

    def _sent(self, statements: list[Statement]) -> list[Any]:
        commands = [_command(each, self._graph.name) for each in statements]
        self._between = self._between or len(commands) > 1
        if len(commands) == 1 and not (self._between and statements[0].command == "GRAPH.QUERY"):
            return [self._client.connection.execute_command(*commands[0])]
        several = self._client.connection.pipeline(transaction=True)
        for command in commands:
            several.execute_command(*command)
        answers: list[Any] = several.execute()
        return answers

    def statement(self, operations: Sequence[Operation]) -> str:
        return "; ".join(statement.text for statement in self._binding.statements(operations))

    def abort(self) -> AbortResult:
        return AbortResult("running", "FalkorDB has no command that ends a query; only the operationTimeout does")

    def close(self) -> None:
        self._client.connection.close()


def _command(statement: Statement, graph: str) -> list[str]:
    words = [statement.command, graph, _query(statement)]
    return words if statement.command == "GRAPH.EXPLAIN" else [*words, "--compact"]


def _query(statement: Statement) -> str:
    """Parameters are literals that precede the text; the client's own header quotes keys of maps that need none."""
    header = "".join(f"{name}={stringify_param_value(value)} " for name, value in statement.parameters.items())
    return f"CYPHER {header}{statement.text}" if header else statement.text


def _named(result: Any) -> list[Mapping[str, Any]]:
    names = [column[1] for column in result.header]
    return [dict(zip(names, row, strict=True)) for row in result.result_set]


def _rows(client: Any, graph: str, query: str) -> list[Any]:
    rows: list[Any] = client.select_graph(graph).ro_query(query).result_set
    return rows


def failure(error: Exception, writing: bool, several: bool) -> OperationFailure:
    """Named as by the Java worker; a request that writes and has no answer may have been executed."""
    if isinstance(error, ResponseError):
        word = str(error).split(" ", 1)[0]
        named = word if len(word) > 1 and word.isupper() else "QueryError"
        kind = FailureKind.UNKNOWN if writing and several else FailureKind.PERMANENT
        return OperationFailure(FailureKind.TRANSIENT if named in _NOT_NOW else kind, named, line(error))
    late = isinstance(error, RedisTimeout | TimeoutError)
    kind = FailureKind.PERMANENT if late else FailureKind.TRANSIENT
    kind = FailureKind.UNKNOWN if writing else kind
    return OperationFailure(kind, "OperationTimeout" if late else type(error).__name__, line(error))


def line(error: Exception) -> str:
    """The message as one short line."""
    return " ".join(str(error).split())[:_LONGEST_MESSAGE]


def _fingerprint(client: Any, graph: str) -> dict[str, str]:
    """As Fingerprint of the Java side defines it. FalkorDB adds in floating point, so sums come in two exact parts."""

    def sums(pattern: str, other: str, counted: str) -> tuple[int, int]:
        """Edges between the same ends are told apart only where they are carried along."""
        weight = _WEIGHT % ("a.id", f"{other}.id")
        carried = f"WITH {counted} AS one, {weight} AS w WITH one, w, w % 1000 AS low"
        query = f"MATCH {pattern} {carried} RETURN count(one), sum(low), sum((w - low) / 1000)"
        count, low, high = _rows(client, graph, query)[0]
        return count, 1000 * int(high) + int(low)

    users, posts, vertices = (sums(f"(a:{label})", "a", "a") for label in ("User", "Post", "Vertex"))
    patterns = (
        "(a:User)-[e:FOLLOWS]->(b:User)",
        "(a:User)-[:FOLLOWS]->(e:Replica)-[:REPLICA]->(b)",
        "(a:Vertex)-[e:EDGE]->(b)",
    )
    edges = [sums(pattern, "b", "e") for pattern in patterns]
    degrees: dict[int, int] = {}
    for label, kind in (("User", "FOLLOWS"), ("Vertex", "EDGE")):
        for degree, count in _rows(client, graph, f"MATCH (a:{label}) RETURN outDegree(a, '{kind}'), count(a)"):
            degrees[degree] = degrees.get(degree, 0) + count
    return {
        "vertices": str(users[0] + vertices[0] + posts[0]),
        "edges": str(sum(count for count, _ in edges)),
        "degrees": " ".join(f"{degree}:{count}" for degree, count in sorted(degrees.items())),
        "ids": f"{users[1] + vertices[1]} {posts[1]} {sum(weight for _, weight in edges)}",
    }
