"""Target "http": one request an operation by HTTP/1.1, with the stages and outcomes of the Java worker.

worker/targets/http/README.md has the settings. HTTP/2 and what servers report about their time are for Java workers
only.
"""

import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from io import BufferedReader, RawIOBase
from time import monotonic
from typing import Any
from urllib.parse import SplitResult, urlsplit

from muster_worker.targets.http_failures import error_kind, failure
from muster_worker.targets.http_query import QueryRequest
from muster_worker.targets.http_request import RequestTemplate
from muster_worker.targets.spi import AbortResult, Contents, FailureKind, OperationFailure, Probe, TargetError
from muster_worker.workloads.operations import Operation
from muster_worker.workloads.query_operation import QueryOperation
from muster_worker.workloads.settings import Settings

_CHANGING = ("POST", "PUT", "PATCH", "DELETE")


class HttpProvider:
    """Does one request to see whether somebody answers."""

    def open(self, target: Settings, workload: Settings) -> "HttpTarget":
        opened = HttpTarget(target)
        session = opened.session("nothing")
        session.close()
        return opened


class HttpTarget:
    """A web server: it holds nothing that Muster could count or delete."""

    def __init__(self, target: Settings) -> None:
        self.url: SplitResult = urlsplit(target.text("uri"))
        if self.url.scheme not in ("http", "https") or not self.url.hostname or self.url.username:
            raise target.wrong("uri", "an address such as http://127.0.0.1:8080/index.html")
        if target.choice("protocol") == "http2":
            raise target.wrong("protocol", "http1, or a Java worker: Python workers have no HTTP/2")
        self.request = RequestTemplate.of(target, self.url)
        self.keeps_open = target.flag("keepAlive")
        self.unix_socket = target.text("unixSocket")
        self.tls = _tls(target) if self.url.scheme == "https" else None
        self.connect_s = target.duration_ns("connectTimeout") / 1e9
        self.operation_s = target.duration_ns("operationTimeout") / 1e9
        self.server = ""
        self.port = self.url.port or (443 if self.url.scheme == "https" else 80)
        self.address = f"{self.url.hostname}:{self.port}"

    def facts(self) -> dict[str, str]:
        return {"address": self.address, "database": "", "server.version": self.server}

    def session(self, depth: str) -> "HttpSession":
        session = HttpSession(self, depth)
        try:
            session.connect()
            self.server = session.server()
        except (OSError, HTTPException) as error:
            raise TargetError(f"{self.url.geturl()}: {str(error) or type(error).__name__}") from error
        return session

    def contents(self) -> Contents:
        return Contents(self.address, "", False, 0, 0)

    def reset(self, marker: str) -> None:
        """Nothing of Muster's is there."""

    def await_indexes(self) -> None:
        """There are none."""

    def fingerprint(self) -> dict[str, str]:
        return {}

    def close(self) -> None:
        """Connections belong to sessions."""


def _tls(target: Settings) -> ssl.SSLContext:
    """Section tls: the certificates that are trusted."""
    section = target.section("tls")
    ca = section.text("ca")
    context = ssl.create_default_context(cafile=ca or None)
    if section.flag("insecure"):
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


class _BoundedReader(RawIOBase):
    """Reads from a socket until a deadline."""

    def __init__(self, bounded: "_BoundedSocket") -> None:
        self._bounded = bounded

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = self._bounded.until_deadline().recv_into(buffer)
        self._bounded.received(count)
        return count


class _BoundedSocket:
    """What http.client uses of a socket; each wait ends at the deadline, however often the other side says a little."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self.deadline_s = 0.0
        self.sent = self.received_bytes = 0
        self._on_first_byte: Callable[[], None] | None = None

    def expect(self, deadline_s: float, on_first_byte: Callable[[], None]) -> None:
        """A request begins."""
        self.deadline_s, self._on_first_byte = deadline_s, on_first_byte
        self.sent = self.received_bytes = 0

    def received(self, count: int) -> None:
        """So many bytes have come."""
        self.received_bytes += count
        if self._on_first_byte and count:
            self._on_first_byte()
            self._on_first_byte = None

    def until_deadline(self) -> socket.socket:
        """The socket, with what is left as its timeout; raises TimeoutError if nothing is."""
        left_s = self.deadline_s - monotonic()
        if left_s <= 0:
            raise TimeoutError("timed out")
        self._socket.settimeout(left_s)
        return self._socket

    def sendall(self, content: Any) -> None:
        self.until_deadline().sendall(content)
        self.sent += len(content)

    def makefile(self, mode: str) -> BufferedReader:
        return BufferedReader(_BoundedReader(self))

    def shut_down(self) -> None:
        """Whoever waits for the other side wakes; any thread."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._socket.close()


class HttpSession:
    """One connection, opened again after a failure."""

    def __init__(self, target: HttpTarget, depth: str) -> None:
        self._target, self._depth = target, depth
        self._requests: dict[int, QueryRequest] = {}
        self._connection = HTTPConnection(str(target.url.hostname), target.port)
        self._socket: _BoundedSocket | None = None

    def connect(self, probe: Probe | None = None) -> None:
        """Opens the connection; raises OSError."""
        opened = self._plain()
        if probe:
            probe.stage("connect")
        if self._target.tls:
            opened = self._target.tls.wrap_socket(opened, server_hostname=self._target.url.hostname)
            if probe:
                probe.stage("tls")
        self._socket = _BoundedSocket(opened)
        connection: Any = self._connection
        connection.sock = self._socket

    def _plain(self) -> socket.socket:
        if self._target.unix_socket:
            opened = socket.socket(socket.AF_UNIX)
            opened.settimeout(self._target.connect_s)
            opened.connect(self._target.unix_socket)
            return opened
        address = (str(self._target.url.hostname), self._connection.port)
        opened = socket.create_connection(address, timeout=self._target.connect_s)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return opened

    def server(self) -> str:
        """What the server says that it is."""
        answer = self._ask(self._head(), None)
        answer.read()
        return answer.getheader("Server", "unknown")

    def _head(self) -> RequestTemplate:
        return self._target.request._replace(method="HEAD", body="")

    def _ask(self, request: RequestTemplate, probe: Probe | None) -> HTTPResponse:
        """Sends a request; the whole answer has to be there within operationTimeout."""
        if self._connection.sock is None or self._socket is None:
            self._open(probe)
        bounded = self._socket
        assert bounded is not None
        on_first_byte = (lambda: probe.stage("wait")) if probe else (lambda: None)
        bounded.expect(monotonic() + self._target.operation_s, on_first_byte)
        headers = request.headers if self._target.keeps_open else {**request.headers, "connection": "close"}
        self._connection.request(request.method, request.path, request.body.encode() or None, headers)
        if probe:
            probe.stage("send")
        return self._connection.getresponse()

    def _open(self, probe: Probe | None) -> None:
        try:
            self.connect(probe)
        except TimeoutError as error:
            raise OperationFailure(FailureKind.TRANSIENT, "ConnectTimeout", str(error)) from error
        except OSError as error:
            kind = FailureKind.PERMANENT if isinstance(error, ssl.SSLError) else FailureKind.TRANSIENT
            raise OperationFailure(kind, error_kind(error), str(error) or type(error).__name__) from error

    def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
        for position, operation in enumerate(operations):
            if not isinstance(operation, QueryOperation):
                request = self._target.request.filled(operation)
                status, _ = self.exchange(request, request.method in _CHANGING, probe)
                if status >= 400:
                    probe.outcome(position, f"HTTP {status}")
            elif self._depth != "execute":
                self.exchange(self._head(), False, probe)
            else:
                named = self._request(operation)
                status, body = self.exchange(named.of(operation), named.query.write, probe)
                named.report(position, status, body, probe)

    def _request(self, operation: QueryOperation) -> QueryRequest:
        code = operation.query.code
        if code not in self._requests:
            self._requests[code] = QueryRequest(operation.query, self._target.request.headers)
        return self._requests[code]

    def exchange(self, request: RequestTemplate, changes: bool, probe: Probe) -> tuple[int, bytes]:
        """Status and body of the answer."""
        try:
            answer = self._ask(request, probe)
            body = answer.read()
        except (OSError, HTTPException) as error:
            self.close()
            raise failure(error, changes) from error
        probe.stage("receive")
        if self._socket:
            probe.bytes(self._socket.sent, self._socket.received_bytes)
        if not self._target.keeps_open:
            self.close()
        return answer.status, body

    def statement(self, operations: Sequence[Operation]) -> str:
        first = operations[0]
        if isinstance(first, QueryOperation):
            return f"{self._request(first)} at {self._target.address}"
        request = self._target.request.filled(first)
        return f"{request.method} {request.path} at {self._target.address}"

    def abort(self) -> AbortResult:
        bounded = self._socket
        if bounded is None:
            return AbortResult("running", "it opens a connection")
        bounded.shut_down()
        return AbortResult("unconfirmed", "the connection was closed; whether the server works on is not known")

    def close(self) -> None:
        with suppress(OSError):
            self._connection.close()
        self._socket = None
