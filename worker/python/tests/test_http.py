"""The HTTP target against a real server on a real socket."""

import socket
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from time import monotonic_ns
from typing import Any

import pytest

from muster_worker.targets.http import HttpProvider, HttpTarget
from muster_worker.targets.spi import FailureKind, OperationFailure, TargetError
from muster_worker.workloads.operations import Follow, Noop
from muster_worker.workloads.settings import Settings
from test_neo4j import RecordingProbe


class Handler(BaseHTTPRequestHandler):
    """Answers 404 for /missing, hangs up on /gone, is slow on /silent and /drips, and keeps what was posted."""

    protocol_version = "HTTP/1.1"
    posted: list[bytes] = []  # noqa: RUF012
    ended = Event()

    def do_HEAD(self) -> None:
        self.answer(b"")

    def do_GET(self) -> None:
        if self.path == "/gone":
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        if self.path == "/silent":
            Handler.ended.wait(60)
        elif self.path == "/drips":
            self.drip()
        else:
            self.answer(b"x" * 1000)

    def drip(self) -> None:
        """A byte every 50 ms: no single wait is long."""
        self.send_response(200)
        self.send_header("Content-Length", "1200")
        self.end_headers()
        for _ in range(1200):
            if Handler.ended.wait(0.05):
                return
            try:
                self.wfile.write(b"x")
            except OSError:
                return

    def do_POST(self) -> None:
        Handler.posted.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer(b"{}")

    def answer(self, body: bytes) -> None:
        self.send_response(404 if self.path == "/missing" else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: Any) -> None:
        pass


@pytest.fixture
def url() -> Iterator[str]:
    Handler.ended.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    Handler.ended.set()
    server.shutdown()


def opened(url: str) -> Any:
    return HttpProvider().open(Settings({"kind": "http", "uri": url}, "target"), Settings({}, "workload"))


def test_a_request_is_one_operation_with_its_stages_and_bytes(url: str) -> None:
    target = opened(url + "/page?x=1")
    assert target.facts()["server.version"].startswith("BaseHTTP")
    probe = RecordingProbe()
    session = target.session("execute")
    session.execute([Noop(0, 0)], probe)
    assert (probe.stages, probe.outcomes) == (["send", "wait", "receive"], {})
    session.close()


def test_an_operation_of_whatever_workload_is_the_request_of_the_plan(url: str) -> None:
    settings = Settings({"kind": "http", "uri": url, "method": "POST", "body": "{}"}, "target")
    session = HttpProvider().open(settings, Settings({}, "workload")).session("execute")
    session.execute([Follow(1, 2), Noop(0, 0)], RecordingProbe())
    assert Handler.posted == [b"{}", b"{}"]


def test_a_status_of_an_error_is_an_outcome(url: str) -> None:
    probe = RecordingProbe()
    opened(url + "/missing").session("execute").execute([Noop(0, 0)], probe)
    assert probe.outcomes == {0: "HTTP 404"}


def test_a_connection_that_is_cut_is_a_failure_and_opened_again(url: str) -> None:
    session = opened(url + "/gone").session("execute")
    for _ in range(2):
        with pytest.raises(OperationFailure) as failed:
            session.execute([Noop(0, 0)], RecordingProbe())
        assert failed.value.kind is FailureKind.TRANSIENT


@pytest.mark.parametrize("path", ["/silent", "/drips"])
def test_the_whole_answer_is_there_within_the_operation_timeout(url: str, path: str) -> None:
    settings = Settings({"kind": "http", "uri": url + path, "operationTimeout": "300ms"}, "target")
    session = HttpTarget(settings).session("execute")
    started_ns = monotonic_ns()
    with pytest.raises(OperationFailure) as failed:
        session.execute([Noop(0, 0)], RecordingProbe())
    assert failed.value.error_class == "Timeout"
    assert monotonic_ns() - started_ns >= 300 * 10**6
    Handler.ended.set()


def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(TargetError, match=r"http://127\.0\.0\.1:1/: .*refused"):
        opened("http://127.0.0.1:1/")


def test_a_request_that_is_ended_closes_its_connection(url: str) -> None:
    session = opened(f"{url}/silent").session("execute")
    assert session.statement([Noop(7, 0)]) == f"GET /silent at {url.removeprefix('http://')}"
    failures: list[OperationFailure] = []

    def execute() -> None:
        with pytest.raises(OperationFailure) as raised:
            session.execute([Noop(0, 0)], RecordingProbe())
        failures.append(raised.value)

    thread = Thread(target=execute)
    thread.start()
    while not failures:
        assert session.abort().state in ("unconfirmed", "running")
        thread.join(0.01)
    assert failures[0].error_class in ("ConnectionClosed", "ConnectionReset", "ConnectFailed")
    session.close()
