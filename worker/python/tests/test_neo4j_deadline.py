"""The Neo4j target against a server that falls silent: a stub that speaks as much Bolt as one transaction needs."""

import socketserver
from collections.abc import Iterator
from threading import Event, Thread
from time import monotonic_ns

import neo4j
import pytest

from muster_worker.targets.neo4j import Neo4jProvider, Neo4jSession
from muster_worker.targets.neo4j_statements import Binding
from muster_worker.targets.spi import FailureKind, OperationFailure, TargetError
from muster_worker.workloads.operations import Follow
from muster_worker.workloads.settings import Settings
from test_neo4j import RecordingProbe

BEGIN, RUN, COMMIT, PULL, HELLO, GOODBYE = 0x11, 0x10, 0x12, 0x3F, 0x01, 0x02
SUCCESS, RECORD = b"\xb1\x70", b"\xb1\x71\x91\x01"
TIMEOUT_S = 0.4


def text(value: str) -> bytes:
    return bytes([0xD0, len(value)]) + value.encode()


class Stub(socketserver.BaseRequestHandler):
    """Answers every message with success, but for those of `silent`; keeps how many connections there were."""

    silent: set[int] = set()  # noqa: RUF012
    seen: list[int] = []  # noqa: RUF012
    connections = 0
    agent = "Neo4j/5.26.0"
    ended = Event()

    def handle(self) -> None:
        Stub.connections += 1
        self.take(20)
        self.request.sendall(bytes([0, 0, 4, 5]))
        while (tag := self.message()) not in (None, GOODBYE):
            Stub.seen.append(tag or 0)
            if tag in Stub.silent:
                Stub.ended.wait(60)
                return
            if tag == PULL:
                self.answer(RECORD)
            self.answer(SUCCESS + self.metadata(tag or 0))

    def metadata(self, tag: int) -> bytes:
        if tag == HELLO:
            return b"\xa2" + text("server") + text(Stub.agent) + text("connection_id") + text("bolt-1")
        return b"\xa1" + text("fields") + b"\x91" + text("1") if tag == RUN else b"\xa0"

    def message(self) -> int | None:
        """The tag of the next message; None at the end."""
        content = b""
        while True:
            length = int.from_bytes(self.take(2), "big")
            if length:
                content += self.take(length)
            elif content:
                return content[1]
            else:
                return None

    def take(self, count: int) -> bytes:
        taken = b""
        while len(taken) < count and (more := self.request.recv(count - len(taken))):
            taken += more
        return taken

    def answer(self, content: bytes) -> None:
        self.request.sendall(len(content).to_bytes(2, "big") + content + b"\0\0")


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


@pytest.fixture
def stub_uri() -> Iterator[str]:
    Stub.silent, Stub.seen, Stub.connections, Stub.agent = set(), [], 0, "Neo4j/5.26.0"
    Stub.ended.clear()
    server = Server(("127.0.0.1", 0), Stub)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"bolt://127.0.0.1:{server.server_address[1]}"
    Stub.ended.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def driver(stub_uri: str) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(stub_uri, telemetry_disabled=True) as driver:
        yield driver
        Stub.ended.set()


def session_of(driver: neo4j.Driver, timeout_s: float = TIMEOUT_S) -> Neo4jSession:
    binding = Binding.of(Settings({"kind": "graphity"}, "workload"), "nothing")
    return Neo4jSession(lambda access: driver.session(database="neo4j", default_access_mode=access), binding, timeout_s)


def execute(session: Neo4jSession) -> RecordingProbe:
    probe = RecordingProbe()
    session.execute([Follow(1, 2)], probe)
    return probe


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(
    ("silent", "kind"),
    [(BEGIN, FailureKind.PERMANENT), (RUN, FailureKind.PERMANENT), (COMMIT, FailureKind.UNKNOWN)],
)
def test_a_server_that_falls_silent_is_waited_for_until_the_operation_timeout(
    driver: neo4j.Driver, silent: int, kind: FailureKind, first: bool
) -> None:
    session = session_of(driver)
    if not first or silent == BEGIN:
        execute(session)
    Stub.silent = {silent}
    started_ns = monotonic_ns()
    with pytest.raises(OperationFailure) as failed:
        execute(session)
    assert (failed.value.kind, failed.value.error_class) == (kind, "OperationTimeout")
    assert monotonic_ns() - started_ns >= TIMEOUT_S * 1e9
    Stub.silent = set()
    assert execute(session).stages == ["begin", "execute", "commit"], "the session goes on"


def test_a_deadline_is_that_of_one_operation_and_not_of_the_connection(driver: neo4j.Driver) -> None:
    session = session_of(driver, 5)
    until_ns = monotonic_ns() + int(5.5 * 1e9)
    while monotonic_ns() < until_ns:
        assert execute(session).stages == ["begin", "execute", "commit"]
    assert Stub.connections == 1


def test_each_transaction_has_its_own_session_and_no_bookmark_of_the_one_before(driver: neo4j.Driver) -> None:
    opened: list[neo4j.Session] = []

    def open_session(access: str) -> neo4j.Session:
        opened.append(driver.session(database="neo4j", default_access_mode=access))
        return opened[-1]

    session = Neo4jSession(open_session, Binding.of(Settings({"kind": "graphity"}, "workload"), "nothing"), TIMEOUT_S)
    for _ in range(3):
        execute(session)
    assert len(set(map(id, opened))) == 3


def test_a_client_has_its_connection_before_the_first_operation(driver: neo4j.Driver) -> None:
    sessions = [session_of(driver) for _ in range(3)]
    assert (Stub.connections, Stub.seen.count(BEGIN)) == (3, 3)
    for session in sessions:
        session.close()
    assert RUN not in Stub.seen


def test_a_server_that_only_says_it_is_compatible_is_refused_with_what_it_is(stub_uri: str) -> None:
    """ArcadeDB answers all statements of target neo4j, but has none of the locks that they take."""
    Stub.agent = "Neo4j/5.26.0 compatible (ArcadeDB 26.10.2)"
    with pytest.raises(TargetError, match=r'is not Neo4j but "Neo4j/5\.26\.0 compatible \(ArcadeDB 26'):
        Neo4jProvider().open(Settings({"kind": "neo4j", "uri": stub_uri}, "target"), Settings({}, "workload"))
