"""Target "http": one request an operation over a connection that is kept, for baselines: static pages, an application.

Settings: uri (path included), method (GET), body, and those that every target has. Every operation of whatever workload
is this one request, as with the Java worker."""

import socket
import ssl
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from io import BufferedReader, RawIOBase
from time import monotonic
from typing import Any
from urllib.parse import SplitResult, urlsplit

from muster_worker.targets.spi import Contents, FailureKind, OperationFailure, Probe, TargetError
from muster_worker.workloads.operations import Operation
from muster_worker.workloads.settings import Settings

_METHODS = ("GET", "HEAD", "POST", "PUT")


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
        self.method = target.choice("method", "GET", _METHODS)
        self.body = target.text("body", "").encode()
        self.connect_s = target.duration_ns("connectTimeout", 10 * 10**9) / 1e9
        self.operation_s = target.duration_ns("operationTimeout", 30 * 10**9) / 1e9
        self.server = ""
        port = self.url.port or (443 if self.url.scheme == "https" else 80)
        self.address = f"{self.url.hostname}:{port}"

    def facts(self) -> dict[str, str]:
        return {"address": self.address, "database": "", "server.version": self.server}

    def session(self, depth: str) -> "HttpSession":
        session = HttpSession(self)
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


class _BoundedReader(RawIOBase):
    """Reads from a socket until a deadline."""

    def __init__(self, bounded: "_BoundedSocket") -> None:
        self._bounded = bounded

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._bounded.until_deadline().recv_into(buffer)


class _BoundedSocket:
    """What http.client uses of a socket; each wait ends at the deadline, however often the other side says a little."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self.deadline_s = 0.0

    def until_deadline(self) -> socket.socket:
        """The socket, with what is left as its timeout; raises TimeoutError if nothing is."""
        left_s = self.deadline_s - monotonic()
        if left_s <= 0:
            raise TimeoutError("timed out")
        self._socket.settimeout(left_s)
        return self._socket

    def sendall(self, content: Any) -> None:
        self.until_deadline().sendall(content)

    def makefile(self, mode: str) -> BufferedReader:
        return BufferedReader(_BoundedReader(self))

    def close(self) -> None:
        self._socket.close()


class HttpSession:
    """One connection, opened again after a failure; that is within stage "execute", as in the Java worker."""

    def __init__(self, target: HttpTarget) -> None:
        self._target = target
        self._path = target.url._replace(scheme="", netloc="", fragment="").geturl() or "/"
        kind = HTTPSConnection if target.url.scheme == "https" else HTTPConnection
        self._connection = kind(str(target.url.hostname), target.url.port, timeout=target.connect_s)
        self._socket: _BoundedSocket | None = None

    def connect(self) -> None:
        """Opens the connection; raises OSError."""
        self._connection.connect()
        self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = _BoundedSocket(self._connection.sock)
        connection: Any = self._connection
        connection.sock = self._socket

    def _ask(self, method: str, body: bytes | None) -> HTTPResponse:
        """Sends a request; the whole answer has to be there within operationTimeout."""
        if self._connection.sock is None or self._socket is None:
            self.connect()
        if self._socket:
            self._socket.deadline_s = monotonic() + self._target.operation_s
        self._connection.request(method, self._path, body)
        return self._connection.getresponse()

    def server(self) -> str:
        """What the server says that it is."""
        answer = self._ask("HEAD", None)
        answer.read()
        return answer.getheader("Server", "unknown")

    def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
        for position in range(len(operations)):
            self._execute(position, probe)

    def _execute(self, position: int, probe: Probe) -> None:
        try:
            answer = self._ask(self._target.method, self._target.body or None)
            received = len(answer.read())
        except (OSError, HTTPException) as error:
            maybe_done = self._target.method in ("POST", "PUT") and not isinstance(error, ConnectionRefusedError)
            self.close()
            raise _failure(error, maybe_done) from error
        probe.stage("execute")
        probe.bytes(0, received)
        if answer.status >= 400:
            probe.outcome(position, f"HTTP {answer.status}")

    def close(self) -> None:
        with suppress(OSError):
            self._connection.close()


def _failure(error: Exception, maybe_done: bool) -> OperationFailure:
    """A wrong certificate stays wrong; a request that changes something may have done so once it was sent."""
    kind = FailureKind.UNKNOWN if maybe_done else FailureKind.TRANSIENT
    kind = FailureKind.PERMANENT if isinstance(error, ssl.SSLError) else kind
    return OperationFailure(kind, type(error).__name__, str(error) or type(error).__name__)
