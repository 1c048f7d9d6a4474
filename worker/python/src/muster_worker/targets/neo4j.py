"""Target "neo4j": Neo4j 5.23 or later over Bolt with the official driver. Its Cypher is that of the Java worker."""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from threading import BoundedSemaphore
from time import monotonic_ns
from typing import Any, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from muster_worker.targets.neo4j_driver import connected, timeout_s
from muster_worker.targets.neo4j_explanation import explain
from muster_worker.targets.neo4j_failures import failure, line, timed_out
from muster_worker.targets.neo4j_fingerprint import fingerprint
from muster_worker.targets.neo4j_query_api import QueryApiTarget
from muster_worker.targets.neo4j_statements import Binding, Statement
from muster_worker.targets.neo4j_termination import terminate
from muster_worker.targets.neo4j_transaction import BoundedTransaction, bound
from muster_worker.targets.spi import (
    AbortResult,
    Contents,
    OperationFailure,
    Probe,
    StatementNote,
    Target,
    TargetError,
)
from muster_worker.workloads.operations import InsertVertices, Operation
from muster_worker.workloads.query_operation import QueryOperation
from muster_worker.workloads.settings import Settings

_LEAST_VERSION = (5, 23)
# Others add what they are: "Neo4j/5.26.0 compatible (ArcadeDB 26.10.2)".
_AGENT = re.compile(r"Neo4j/\S+")
_SCHEMES = ("bolt", "neo4j", "bolt+s", "bolt+ssc", "neo4j+s", "neo4j+ssc")
_DUPLICATE_ID = "Neo.ClientError.Schema.ConstraintValidationFailed"
_ROWS = 10_000
_DELETE = (
    f"MATCH ()-[r]->() CALL (r) {{ DELETE r }} IN TRANSACTIONS OF {_ROWS} ROWS",
    f"MATCH (n) WHERE NOT n:MusterRun CALL (n) {{ DELETE n }} IN TRANSACTIONS OF {_ROWS} ROWS",
)
_Result = TypeVar("_Result")


class Neo4jProvider:
    """Settings: uri, database, user, password, tls (encrypted, trust), fetchSize, connections, and those that every
    target has."""

    def open(self, target: Settings, workload: Settings) -> Target:
        uri = target.text("uri", "bolt://127.0.0.1:7687")
        if uri.startswith(("http://", "https://")):
            return QueryApiTarget(target, lambda bolt: self.open_bolt(bolt, target, workload))
        return self.open_bolt(uri, target, workload)

    def open_bolt(self, uri: str, target: Settings, workload: Settings) -> "Neo4jTarget":
        """At this address instead of that of the settings."""
        parts = urlsplit(uri)
        if parts.scheme not in _SCHEMES or not parts.hostname or parts.username:
            raise target.wrong("uri", "an address such as bolt://127.0.0.1:7687")
        address = f"{parts.hostname}:{parts.port or 7687}"
        opened = Neo4jTarget(connected(uri, address, target), address, target, workload)
        try:
            opened.contact()
        except TargetError:
            opened.close()
            raise
        return opened


class Neo4jTarget:
    """One database of a Neo4j server that answers."""

    def __init__(self, driver: neo4j.Driver, address: str, target: Settings, workload: Settings) -> None:
        self._driver, self._address, self._workload = driver, address, workload
        self._database = target.text("database", "neo4j")
        self._fetch_size = target.integer("fetchSize")
        self._timeout_s = timeout_s(target)
        connections = target.integer("connections")
        self._free = BoundedSemaphore(connections) if connections else None
        self._facts: dict[str, str] = {}

    def __str__(self) -> str:
        """Names no secret."""
        return f"Neo4j at {self._address}, database {self._database}"

    def contact(self) -> None:
        """Asks the server who it is; raises TargetError if it does not answer, is too old or no Neo4j."""
        components = (
            "CALL dbms.components() YIELD name, versions, edition"
            " WHERE name = 'Neo4j Kernel' RETURN versions[0] AS version, edition"
        )

        def ask(session: neo4j.Session) -> None:
            result = session.run(components)
            row = result.single(strict=True)
            server = result.consume().server
            if not _AGENT.fullmatch(server.agent):
                other = "there are targets arcadedb and bolt, of Java workers"
                raise TargetError(f'{self._address} is not Neo4j but "{server.agent}": {other}')
            self._facts = {
                "address": self._address,
                "database": self._database,
                "server.version": row["version"],
                "server.edition": row["edition"],
                "bolt.version": ".".join(map(str, server.protocol_version)),
                "driver.version": version("neo4j"),
                "driver.rust_ext": rust_extension(),
            }

        self._with(ask)
        found = re.match(r"(\d+)\.(\d+)", self._facts["server.version"])
        if not found or (int(found[1]), int(found[2])) < _LEAST_VERSION:
            raise TargetError(f"{self}: version {self._facts['server.version']} is too old, Muster needs 5.23 or later")

    def facts(self) -> dict[str, str]:
        return self._facts

    def driver_session(self, access: str = neo4j.WRITE_ACCESS) -> neo4j.Session:
        """One client's; it holds a connection only within a transaction."""
        return self._driver.session(database=self._database, fetch_size=self._fetch_size, default_access_mode=access)

    def session(self, depth: str) -> "Neo4jSession":
        try:
            return Neo4jSession(self.driver_session, Binding.of(self._workload, depth), self._timeout_s, self._free)
        except (DriverError, Neo4jError, OSError) as error:
            raise TargetError(f"{self}: {line(error)}") from error

    def contents(self) -> Contents:
        def count(session: neo4j.Session) -> Contents:
            marks, vertices, edges = (
                session.run(query).single(strict=True)[0]
                for query in (
                    "MATCH (m:MusterRun) RETURN count(m)",
                    "MATCH (n) RETURN count(n)",
                    "MATCH ()-[r]->() RETURN count(r)",
                )
            )
            return Contents(self._address, self._database, marks > 0, vertices, edges)

        return self._with(count)

    def explain(self, text: str, parameters: Sequence[str], write: bool) -> list[StatementNote]:
        try:
            with self._driver.session(database=self._database, notifications_min_severity="INFORMATION") as session:
                bound(session, None)
                return explain(session, text, parameters, write)
        except (DriverError, Neo4jError, OSError) as error:
            raise TargetError(f"{self}: {line(error)}") from error

    def reset(self, marker: str) -> None:
        """The mark comes first and is never deleted, so that a reset that was interrupted can be repeated."""

        def delete(session: neo4j.Session) -> None:
            session.run("MERGE (m:MusterRun) SET m.marker = $marker", marker=marker).consume()
            for statement in _DELETE:
                session.run(statement).consume()
            for label in ("User", "Post", "Vertex"):
                name = f"muster_{label.lower()}"
                constraint = f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE"
                session.run(constraint).consume()

        self._with(delete)
        self.await_indexes()

    def await_indexes(self) -> None:
        """Statements are then planned with what is in the database now, not with what an old sample says."""

        def wait(session: neo4j.Session) -> None:
            session.run("CALL db.awaitIndexes(3600)").consume()
            session.run("CALL db.prepareForReplanning(3600)").consume()

        self._with(wait)

    def fingerprint(self) -> dict[str, str]:
        return self._with(fingerprint)

    def close(self) -> None:
        with suppress(Exception):
            self._driver.close()

    def _with(self, work: Callable[[neo4j.Session], _Result]) -> _Result:
        try:
            with self.driver_session() as session:
                bound(session, None)
                return work(session)
        except (DriverError, Neo4jError, OSError) as error:
            raise TargetError(f"{self}: {line(error)}") from error


def rust_extension() -> str:
    """The version of neo4j-rust-ext, which replaces the driver's slow parts; "none" if it is not in use."""
    if sys.modules.get("neo4j._rust") is None:
        return "none"
    try:
        return version("neo4j-rust-ext")
    except PackageNotFoundError:
        return "none"


class Neo4jSession:
    """Runs each transaction in a session of the driver's own: begin, run, commit. Its statements wait for each other.

    The first transaction is begun when the session is made, as by the Java worker: so every client has a connection in
    the pool before any time is measured. Where clients share connections, `free` counts those that nobody uses."""

    def __init__(
        self,
        open_session: Callable[[str], neo4j.Session],
        binding: Binding,
        timeout_s: float,
        free: BoundedSemaphore | None = None,
    ) -> None:
        self._open_session, self._binding, self._timeout_s, self._free = open_session, binding, timeout_s, free
        self._mark = str(uuid4())
        self._prepared = self._begin(binding.access, None) if free is None else None

    def _begin(self, access: str, server_s: float | None) -> BoundedTransaction:
        return BoundedTransaction(self._open_session(access), self._timeout_s, server_s, self._mark)

    def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
        if self._free is None:
            self._execute(operations, probe)
            return
        if not self._free.acquire(timeout=self._timeout_s):
            raise timed_out(committing=False)
        try:
            probe.stage("acquire")
            self._execute(operations, probe)
        finally:
            self._free.release()

    def _execute(self, operations: Sequence[Operation], probe: Probe) -> None:
        statements = self._binding.statements(operations)
        transaction, committing = None, False
        started_ns = monotonic_ns()
        try:
            transaction = self._begun(_access(operations))
            probe.stage("begin")
            for statement in statements:
                _run(transaction.driver_transaction, statement, probe)
            probe.stage("execute")
            committing = True
            transaction.commit()
            probe.stage("commit")
        except (DriverError, Neo4jError, OSError) as error:
            late = monotonic_ns() - started_ns >= self._timeout_s * 1e9
            if transaction:
                transaction.abandon()
            self._failed(timed_out(committing) if late else failure(error, committing), operations, probe)

    def _begun(self, access: str) -> BoundedTransaction:
        prepared, self._prepared = self._prepared, None
        if prepared and access == self._binding.access:
            prepared.within(self._timeout_s)
            return prepared
        if prepared:
            prepared.abandon()
        return self._begin(access, self._timeout_s)

    def _failed(self, reason: OperationFailure, operations: Sequence[Operation], probe: Probe) -> None:
        # Vertices commit as a whole: if one id is there, an earlier execution has inserted them all.
        if reason.error_class != _DUPLICATE_ID or not all(isinstance(each, InsertVertices) for each in operations):
            raise reason
        for position in range(len(operations)):
            probe.outcome(position, "duplicate")

    def statement(self, operations: Sequence[Operation]) -> str:
        return "; ".join(statement.text for statement in self._binding.statements(operations))

    def abort(self) -> AbortResult:
        return terminate(self._open_session(neo4j.READ_ACCESS), self._mark)

    def close(self) -> None:
        prepared, self._prepared = self._prepared, None
        if prepared:
            prepared.abandon()


def _access(operations: Sequence[Operation]) -> str:
    """Reads are executed so that the database refuses a write."""
    reads = all(isinstance(each, QueryOperation) and not each.query.write for each in operations)
    return neo4j.READ_ACCESS if reads else neo4j.WRITE_ACCESS


def _run(transaction: neo4j.Transaction, statement: Statement, probe: Probe) -> None:
    result = transaction.run(statement.text, statement.parameters)
    if statement.rows:
        statement.rows.take(statement.first, result, probe)
        result.consume()
        return
    rows: list[Mapping[str, Any]] = list(result)
    statement.answer(statement.first, rows, result.consume(), probe)
