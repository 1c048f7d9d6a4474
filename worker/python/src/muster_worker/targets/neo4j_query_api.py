"""Neo4j's Query API: the statements of workload query over HTTP/1.1, as QueryApiTarget and QueryApiSession in Java.

What is done between phases goes over Bolt, at the address that the server tells."""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPException
from threading import Lock
from typing import Any
from urllib.parse import quote, urlsplit

from muster_worker.targets.http import HttpSession, HttpTarget
from muster_worker.targets.http_request import RequestTemplate
from muster_worker.targets.neo4j_typed_json import row
from muster_worker.targets.spi import (
    AbortResult,
    Contents,
    Explaining,
    FailureKind,
    OperationFailure,
    Probe,
    Session,
    StatementNote,
    Target,
    TargetError,
)
from muster_worker.workloads.json_text import json_text
from muster_worker.workloads.operations import Operation
from muster_worker.workloads.query_operation import Query, QueryOperation
from muster_worker.workloads.settings import Settings

_RETRYABLE = (
    "Neo.ClientError.Security.AuthorizationExpired",
    "Neo.ClientError.Cluster.NotALeader",
    "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
)
_SHARED = ("keepAlive", "connectTimeout", "operationTimeout")


class _Untold:
    """A probe whose values are not used."""

    def stage(self, name: str) -> None: ...

    def bytes(self, sent: int, received: int) -> None: ...


_UNTOLD: Any = _Untold()


class QueryApiTarget:
    """A Neo4j server whose statements go over HTTP."""

    def __init__(self, target: Settings, bolt: Callable[[str], Target]) -> None:
        self._open_bolt, self._lock = bolt, Lock()
        self._bolt: Target | None = None
        self._database = target.text("database", "neo4j")
        self._http = HttpTarget(_http_settings(target))
        self._base = f"/db/{quote(self._database, safe='')}/query/v2"
        self._headers = _headers(target)
        self._seconds = max(1, -int(-self._http.operation_s // 1))
        self._told = self._contact()

    def __str__(self) -> str:
        """Names no secret."""
        return f"Neo4j at {self._http.address}, database {self._database}"

    def _contact(self) -> dict[str, Any]:
        session = HttpSession(self._http, "execute")
        try:
            session.connect()
            root = RequestTemplate("GET", "/", {"accept": "application/json"}, "")
            told: dict[str, Any] = json.loads(session.exchange(root, False, _UNTOLD)[1])
            self.run(session, "", ("RETURN 1", {}, False), False, _UNTOLD)
        except OperationFailure as error:
            raise TargetError(f"{self}: {error.error_class}: {error}") from error
        except (OSError, HTTPException, ValueError) as error:
            raise TargetError(f"{self}: {str(error) or type(error).__name__}") from error
        finally:
            session.close()
        return told

    def run(
        self, http: HttpSession, path: str, statement: tuple[str, Mapping[str, Any], bool], changing: bool, probe: Probe
    ) -> dict[str, Any]:
        """Sends a statement (text, parameters, whether a write is allowed); the answer, or OperationFailure."""
        text, parameters, writes = statement
        body = {
            "statement": text,
            "parameters": parameters,
            "accessMode": "WRITE" if writes else "READ",
            "maxExecutionTime": self._seconds,
        }
        request = RequestTemplate("POST", self._base + path, self._headers, json_text(body))
        try:
            status, content = http.exchange(request, changing, probe)
        except OperationFailure as error:
            if error.error_class == "Timeout":
                raise OperationFailure(error.kind, "OperationTimeout", "no answer in time") from error
            raise
        return _answer(status, content, changing)

    def roll_back(self, http: HttpSession, path: str) -> None:
        """The server does so by itself after a while, so it does not matter if this fails."""
        try:
            http.exchange(RequestTemplate("DELETE", self._base + path, self._headers, ""), False, _UNTOLD)
        except OperationFailure:
            return

    def facts(self) -> dict[str, str]:
        return {
            "address": self._http.address,
            "database": self._database,
            "server.version": str(self._told.get("neo4j_version", "unknown")),
            "server.edition": str(self._told.get("neo4j_edition", "unknown")),
            "api": "query/v2",
        }

    def session(self, depth: str) -> "QueryApiSession":
        http = HttpSession(self._http, depth)
        try:
            http.connect()
        except OSError as error:
            raise TargetError(f"{self}: {str(error) or type(error).__name__}") from error
        return QueryApiSession(self, http, depth)

    def bolt(self) -> Target:
        """The same database over Bolt."""
        with self._lock:
            if self._bolt is None:
                usual = f"bolt://{self._http.url.hostname}:7687"
                self._bolt = self._open_bolt(str(self._told.get("bolt_direct", usual)))
            return self._bolt

    def contents(self) -> Contents:
        return self.bolt().contents()._replace(address=self._http.address)

    def explain(self, text: str, parameters: Sequence[str], write: bool) -> list[StatementNote]:
        bolt = self.bolt()
        return bolt.explain(text, parameters, write) if isinstance(bolt, Explaining) else []

    def reset(self, marker: str) -> None:
        self.bolt().reset(marker)

    def await_indexes(self) -> None:
        self.bolt().await_indexes()

    def fingerprint(self) -> dict[str, str]:
        return self.bolt().fingerprint()

    def close(self) -> None:
        if self._bolt:
            self._bolt.close()


def _http_settings(target: Settings) -> Settings:
    raw = target.raw()
    trust = target.section("tls").text("trust")
    uri = target.text("uri")
    parts = urlsplit(uri)
    if parts.path not in ("", "/") or parts.query:
        raise target.wrong("uri", "an address such as http://127.0.0.1:7474, without path")
    if parts.port is None:
        uri = f"{parts.scheme}://{parts.hostname}:{7473 if parts.scheme == 'https' else 7474}"
    tls = {"insecure": True} if trust == "all" else {} if trust == "system" else {"ca": trust}
    return Settings(
        {"kind": "http", "uri": uri, "tls": tls, **{key: raw[key] for key in _SHARED if key in raw}}, "target"
    )


def _headers(target: Settings) -> dict[str, str]:
    """Answers with types, so that a date is none of its texts; parameters without, since they have those of JSON."""
    headers = {"accept": "application/vnd.neo4j.query", "content-type": "application/json"}
    if "user" in target:
        login = f"{target.text('user')}:{target.text('password')}".encode()
        headers["authorization"] = f"Basic {b64encode(login).decode()}"
    return headers


def _answer(status: int, content: bytes, changing: bool) -> dict[str, Any]:
    try:
        answer: Any = json.loads(content) if content else {}
    except ValueError as error:
        raise OperationFailure(FailureKind.PERMANENT, "BadResponse", str(error)) from error
    errors = answer.get("errors") if isinstance(answer, dict) else None
    if errors:
        code = str(errors[0].get("code"))
        message = " ".join(str(errors[0].get("message")).split())[:300]
        raise OperationFailure(_kind(code, changing), code, message)
    if status >= 400:
        raise OperationFailure(FailureKind.PERMANENT, f"HTTP {status}", f"status {status}")
    match answer:
        case {"data": {"values": list()}}:
            complete: dict[str, Any] = answer
            return complete
    raise OperationFailure(FailureKind.PERMANENT, "BadResponse", "an answer without /data/values")


def _kind(code: str, changing: bool) -> FailureKind:
    if code.startswith("Neo.TransientError.") or code in _RETRYABLE:
        return FailureKind.TRANSIENT
    return FailureKind.UNKNOWN if changing and code.startswith("Neo.DatabaseError.") else FailureKind.PERMANENT


class QueryApiSession:
    """One statement commits at once; several are a transaction that the first begins and the last commits. Operations
    that are no statements of the plan, which load data, go over Bolt."""

    def __init__(self, target: QueryApiTarget, http: HttpSession, depth: str) -> None:
        self._target, self._http, self._depth = target, http, depth
        self._loading: Session | None = None

    def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
        queries = [operation for operation in operations if isinstance(operation, QueryOperation)]
        if len(queries) < len(operations):
            self._loading = self._loading or self._target.bolt().session(self._depth)
            self._loading.execute(operations, probe)
            return
        answers = self._ask(queries, probe)
        if self._depth == "execute":
            for position, (asked, answer) in enumerate(zip(queries, answers, strict=True)):
                _report(position, asked.query, answer, probe)

    def _ask(self, queries: Sequence[QueryOperation], probe: Probe) -> list[dict[str, Any]]:
        writes = any(asked.query.write for asked in queries)
        answers: list[dict[str, Any]] = []
        transaction = ""
        try:
            for position, asked in enumerate(queries):
                last = position == len(queries) - 1
                path = ("" if last else "/tx") if position == 0 else transaction + ("/commit" if last else "")
                answers.append(
                    self._target.run(self._http, path, self._statement(asked, writes), last and writes, probe)
                )
                if position == 0 and not last:
                    transaction = f"/tx/{answers[0]['transaction']['id']}"
        except OperationFailure as error:
            if transaction and error.kind is not FailureKind.UNKNOWN:
                self._target.roll_back(self._http, transaction)
            raise
        return answers

    def _statement(self, asked: QueryOperation, writes: bool) -> tuple[str, Mapping[str, Any], bool]:
        text = asked.query.texts["cypher"]
        match self._depth:
            case "execute":
                return text, asked.bindings(), writes
            case "parse":
                return f"EXPLAIN {text}", asked.bindings(), writes
            case _:
                return "RETURN 1", {}, False

    def statement(self, operations: Sequence[Operation]) -> str:
        return "; ".join(each.query.texts["cypher"] for each in operations if isinstance(each, QueryOperation))

    def abort(self) -> AbortResult:
        return self._http.abort()

    def close(self) -> None:
        self._http.close()
        if self._loading:
            self._loading.close()


def _report(position: int, query: Query, answer: Mapping[str, Any], probe: Probe) -> None:
    rows = answer["data"]["values"]
    sink = probe.answer(position)
    if sink:
        for values in rows[: query.row_limit]:
            sink.row(row(values, query.identity))
    probe.elements(position, min(len(rows), query.row_limit))
    if len(rows) > query.row_limit:
        probe.outcome(position, "tooManyRows")
