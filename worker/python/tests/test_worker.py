"""The worker as a process on a real socket, with a coordinator that this test plays."""

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic_ns, time_ns
from typing import Any

import pytest
import zmq

from muster_worker import cli
from muster_worker.keys import KeyFault, read_keys
from muster_worker.meter import ProcessMeter
from muster_worker.reachability_check import ReachabilityCheck, reachability_check
from muster_worker.wire import frame
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads import stream_index
from muster_worker.workloads.mix import MASK, mix

PLAN = {
    "name": "test",
    "target": {"kind": "noop"},
    "workload": {"kind": "noop", "seed": 42},
    "phases": [{"kind": "measure", "name": "measure", "operations": 1, "clients": 1, "drain": "10s"}],
}


HEARTBEATS_BEFORE_PREPARING = 8


class Coordinator:
    """One worker's peer: welcomes it, answers its heartbeats, and keeps what it says."""

    def __init__(self, folder: Path, *arguments: str, secret: bytes = b"") -> None:
        self._socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.ROUTER)
        if secret:
            self._socket.setsockopt(zmq.CURVE_SECRETKEY, secret)
            self._socket.setsockopt(zmq.CURVE_SERVER, 1)
        port: int = self._socket.bind_to_random_port("tcp://127.0.0.1")
        self.address = f"tcp://127.0.0.1:{port}"
        command = [sys.executable, "-m", "muster_worker.cli", "--coordinator", self.address, "--data", str(folder)]
        self.process = subprocess.Popen([*command, *arguments], stderr=subprocess.PIPE, text=True)
        self._peer = b""
        self.session = 6
        self.messages: list[wire.Envelope] = []
        self.beats_ns: list[int] = []

    def send(self, **body: Any) -> None:
        self._socket.send_multipart([self._peer, frame.encode(wire.Envelope(epoch=5, session=self.session, **body))])

    def raw(self, content: bytes) -> None:
        self._socket.send_multipart([self._peer, content])

    def receive(self, timeout_ms: int = 100) -> None:
        if not self._socket.poll(timeout_ms):
            return
        self._peer, content = self._socket.recv_multipart()
        envelope = frame.decode(content)
        self.messages.append(envelope)
        if envelope.HasField("heartbeat"):
            self.beats_ns.append(monotonic_ns())
            beat, now_ns = envelope.heartbeat, time_ns()
            ack = wire.HeartbeatAck(
                seq=beat.seq, worker_sent_ns=beat.worker_sent_ns, received_ns=now_ns, sent_ns=now_ns
            )
            self.send(heartbeat_ack=ack)
        elif envelope.HasField("snapshot"):
            self.send(acknowledge=wire.Acknowledge(assignment=1, through=envelope.snapshot.seq))

    def until(self, condition: Callable[[], Any]) -> None:
        end_ns = monotonic_ns() + 100 * 10**9
        while not condition():
            assert monotonic_ns() < end_ns, f"only {[e.WhichOneof('body') for e in self.messages]}"
            self.receive()

    def received(self, body: str) -> list[Any]:
        return [getattr(envelope, body) for envelope in self.messages if envelope.WhichOneof("body") == body]

    def welcome(self) -> "Coordinator":
        self.until(lambda: self.received("hello"))
        hello = self.received("hello")[-1]
        welcome = wire.Welcome(heartbeat_ms=200, lease_timeout_ms=2500, nonce=hello.nonce, attempt=hello.attempt)
        self.send(welcome=welcome)
        return self

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._socket.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Coordinator]]:
    started: list[Coordinator] = []

    def one(*arguments: str, secret: bytes = b"") -> Coordinator:
        started.append(Coordinator(tmp_path, *arguments, secret=secret))
        return started[-1]

    yield one
    for coordinator in started:
        coordinator.close()


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_phase_from_hello_to_drained_covers_what_was_leased(
    start: Callable[..., Coordinator], processes: str
) -> None:
    coordinator = start("--name", "py", "--processes", processes).welcome()
    (hello,) = coordinator.received("hello")[:1]
    assert (hello.name, hello.language) == ("py", "python")
    assert {"noop", "neo4j", "http"} <= set(hello.targets)
    coordinator.send(prepare=wire.Prepare(assignment=1, plan=json.dumps(PLAN), clients=4, drain_ms=1000))
    coordinator.until(lambda: coordinator.received("credit"))
    for lease in range(4):
        coordinator.send(lease=wire.Lease(assignment=1, lease=lease + 1, first=lease * 500, count=500, stride=1))
    coordinator.until(lambda: coordinator.received("ready"))
    coordinator.send(start=wire.Start(assignment=1, start_ns=time_ns() + 200_000_000))
    coordinator.until(lambda: covered(coordinator) == 2000)
    coordinator.send(drain=wire.Drain(assignment=1))
    coordinator.until(lambda: coordinator.received("drained"))
    snapshots = coordinator.received("snapshot")
    assert sum(snapshot.digest for snapshot in snapshots) & MASK == sum(mix(i) for i in range(2000)) & MASK
    assert [snapshot.seq for snapshot in snapshots] == list(range(1, len(snapshots) + 1))
    assert coordinator.received("drained")[0].last_seq == len(snapshots)
    assert not coordinator.received("returned")
    assert snapshots[-1].resources.cpu_ns > 0
    assert snapshots[-1].phase.service_samples == 2000
    assert 0 < snapshots[-1].phase.cpu_ns <= snapshots[-1].resources.cpu_ns
    assert 0 < snapshots[-1].phase.cpu_allowed_ns <= snapshots[-1].phase.read_at_ns
    coordinator.process.terminate()
    coordinator.until(lambda: coordinator.received("leave"))
    coordinator.send(leave=wire.Leave())
    assert coordinator.process.wait(100) == 0


STREAMS = PLAN | {
    "phases": [
        {
            "kind": "measure",
            "name": "measure",
            "duration": "100s",
            "drain": "10s",
            "streams": {
                "writers": {"rate": "1000/s", "maxInFlight": 3},
                "idle": {"clients": 2},
                "scans": {"clients": 4, "think": "1ms"},
            },
        }
    ]
}


@pytest.mark.parametrize("processes", ["1", "2"])
def test_each_load_of_a_phase_has_credit_leases_clients_and_snapshots_of_its_own(
    start: Callable[..., Coordinator], processes: str
) -> None:
    coordinator = start("--processes", processes).welcome()
    prepare = wire.Prepare(assignment=1, plan=json.dumps(STREAMS), clients=5, stream_clients=[1, 0, 4])
    coordinator.send(prepare=prepare)
    coordinator.until(lambda: {credit.stream for credit in coordinator.received("credit")} == {0, 2})
    for stream, lease, first, count, step_ns in ((0, 1, 0, 300, 10**6), (0, 2, 300, 300, 10**6), (2, 3, 0, 500, 0)):
        coordinator.send(
            lease=wire.Lease(
                assignment=1,
                lease=lease,
                first=stream_index.first(stream) + first,
                count=count,
                stride=1,
                first_intended_ns=first * step_ns,
            )
        )
    coordinator.until(lambda: coordinator.received("ready"))
    coordinator.send(start=wire.Start(assignment=1, start_ns=time_ns(), end_ns=time_ns() + 100 * 10**9))
    coordinator.until(lambda: covered(coordinator) == 1100)
    share = wire.SetConcurrency(assignment=1, stream=1, serial=7, clients=2)
    coordinator.send(set_concurrency=share)
    coordinator.until(lambda: coordinator.received("concurrency_applied"))
    assert list(coordinator.received("concurrency_applied")) == [
        wire.ConcurrencyApplied(assignment=1, stream=1, serial=7)
    ]
    coordinator.until(lambda: 1 in {credit.stream for credit in coordinator.received("credit")})
    coordinator.send(lease=wire.Lease(assignment=1, lease=4, first=stream_index.first(1), count=200, stride=1))
    coordinator.until(lambda: covered(coordinator) == 1300)
    coordinator.send(drain=wire.Drain(assignment=1))
    coordinator.until(lambda: coordinator.received("drained"))
    snapshots = coordinator.received("snapshot")
    for stream, leases, count in ((0, {1, 2}, 600), (1, {4}, 200), (2, {3}, 500)):
        own = [snapshot for snapshot in snapshots if snapshot.stream == stream]
        assert {coverage.lease for snapshot in own for coverage in snapshot.coverage} == leases
        assert sum(snapshot.digest for snapshot in own) & MASK == sum(mix(i) for i in range(count)) & MASK
    assert [snapshot.seq for snapshot in snapshots] == list(range(1, len(snapshots) + 1))


def covered(coordinator: Coordinator) -> int:
    return sum(sum(c.runs[1::2]) for snapshot in coordinator.received("snapshot") for c in snapshot.coverage)


def test_a_worker_that_is_fenced_while_it_prepares_works_on_the_same_phase_with_its_next_engine_only(
    start: Callable[..., Coordinator],
) -> None:
    coordinator = start("--name", "py").welcome()
    # The warm-up of a joining worker is one operation, which takes longer than it takes to join once more.
    slow = PLAN | {"workload": {"kind": "noop", "seed": 42, "delay": "4s"}}
    coordinator.send(prepare=wire.Prepare(assignment=1, plan=json.dumps(slow), clients=2, joining=True))
    coordinator.until(lambda: len(coordinator.beats_ns) > HEARTBEATS_BEFORE_PREPARING)
    coordinator.send(refused=wire.Refused(reason="fenced", hello_again=True, addressed_session=5))
    coordinator.until(lambda: len({hello.nonce for hello in coordinator.received("hello")}) == 2)
    coordinator.session = 7
    coordinator.welcome()
    coordinator.send(prepare=wire.Prepare(assignment=1, plan=json.dumps(PLAN), clients=2))
    coordinator.until(lambda: coordinator.received("credit"))
    coordinator.send(lease=wire.Lease(assignment=1, lease=1, first=0, count=500, stride=1))
    coordinator.until(lambda: coordinator.received("ready"))
    coordinator.send(start=wire.Start(assignment=1, start_ns=time_ns()))
    coordinator.until(lambda: covered(coordinator) == 500)


def test_heartbeats_keep_flowing_while_operations_hold_the_interpreter(start: Callable[..., Coordinator]) -> None:
    coordinator = start().welcome()
    # Each operation draws a text of 64 kB, and four clients never wait: their process has no time for anything else.
    mix_of_posts = {"kind": "graphity", "users": 50, "messageLength": 65536, "mix": {"post": 100}}
    plan = PLAN | {"workload": mix_of_posts | {"seed": 42}}
    coordinator.send(prepare=wire.Prepare(assignment=1, plan=json.dumps(plan), clients=4))
    coordinator.until(lambda: coordinator.received("credit"))
    coordinator.send(lease=wire.Lease(assignment=1, lease=1, first=0, count=10_000_000, stride=1))
    coordinator.until(lambda: coordinator.received("ready"))
    end_ns = time_ns() + 60 * 10**9
    coordinator.send(start=wire.Start(assignment=1, start_ns=time_ns(), end_ns=end_ns))
    del coordinator.beats_ns[:]
    coordinator.until(lambda: len(coordinator.beats_ns) >= 10)
    assert time_ns() < end_ns, "heartbeats came only when the operations had ended"


def test_a_coordinator_of_another_version_is_named_with_both_versions(start: Callable[..., Coordinator]) -> None:
    coordinator = start()
    coordinator.until(lambda: coordinator.received("hello"))
    coordinator.raw(b"MU\x00\x09")
    assert coordinator.process.wait(100) == 2
    assert coordinator.process.stderr is not None
    assert "peer speaks protocol version 9, this side speaks 1" in coordinator.process.stderr.read()


@pytest.mark.parametrize(
    ("plan", "kind", "why"),
    [
        (PLAN | {"target": {"kind": "oracle"}}, "plan", "a Python worker drives arrow, falkordb, http, neo4j, noop"),
        (PLAN | {"workload": {"kind": "chess", "seed": 1}}, "plan", "a Python worker knows noop"),
        (PLAN | {"target": {"kind": "neo4j", "uri": "bolt://127.0.0.1:1", "connectTimeout": "1s"}}, "target", ":1"),
        (
            PLAN | {"target": {"kind": "noop", "password": "${file:/etc/hosts}"}},
            "plan",
            "target.password: /etc/hosts is",
        ),
    ],
)
def test_what_it_cannot_do_is_reported_by_a_worker_that_stays(
    start: Callable[..., Coordinator], plan: dict[str, Any], kind: str, why: str
) -> None:
    coordinator = start().welcome()
    coordinator.send(prepare=wire.Prepare(assignment=1, plan=json.dumps(plan), clients=1))
    coordinator.until(lambda: coordinator.received("failed"))
    (failed,) = coordinator.received("failed")
    assert failed.kind == kind
    assert why in failed.message
    coordinator.send(task=wire.Task(task=3, kind="probe", plan=json.dumps(PLAN)))
    coordinator.until(lambda: coordinator.received("task_result"))
    assert coordinator.received("task_result")[0].facts["address"] == "noop"


def key_folder(folder: Path) -> bytes:
    """As ./muster keys new makes it for one worker; returns the coordinator's secret."""
    public, secret = zmq.curve_keypair()
    own_public, own_secret = (key.decode() for key in zmq.curve_keypair())
    (folder / "workers").mkdir(parents=True)
    (folder / "cluster.pub").write_text(f'curve\n    public-key = "{public.decode()}"\n')
    own = folder / "workers/rack3.key"
    own.write_text(f'curve\n    public-key = "{own_public}"\n    secret-key = "{own_secret}"\n')
    own.chmod(0o600)
    return secret


def test_with_keys_the_wire_is_encrypted_and_the_key_names_the_worker(
    start: Callable[..., Coordinator], tmp_path: Path
) -> None:
    secret = key_folder(tmp_path / "keys")
    coordinator = start("--keys", str(tmp_path / "keys"), secret=secret).welcome()
    assert coordinator.received("hello")[0].name == "rack3"
    stranger = start("--name", "plain", secret=zmq.curve_keypair()[1])
    for _ in range(15):
        stranger.receive()
    assert not stranger.messages


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    key_folder(tmp_path)
    (tmp_path / "workers/rack3.key").chmod(0o644)
    with pytest.raises(KeyFault, match="chmod 600"):
        read_keys(tmp_path, "rack3")
    with pytest.raises(KeyFault, match="no such key file"):
        read_keys(tmp_path, "other")


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("192.0.2.7:5558", "tcp://192.0.2.7:5558"),
        ("tcp://localhost", "tcp://localhost:5557"),
        ("[::1]:5558", "tcp://[::1]:5558"),
        ("[::1]", "tcp://[::1]:5557"),
        ("::1", "tcp://[::1]:5557"),
        ("http://x:1", ""),
        ("192.0.2.7:65536", ""),
        ("192.0.2.7:none", ""),
        ("", ""),
    ],
)
def test_what_people_type_is_an_address(typed: str, address: str) -> None:
    assert cli.address(typed) == address


@pytest.mark.parametrize("arguments", [["--processes", "0"], ["--coordinator", "http://nowhere"], ["--what"]])
def test_a_bad_argument_is_104_and_one_line(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "muster_worker.cli", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert ran.returncode == 104
    assert len(ran.stderr.splitlines()) == 1


def test_meters_grow() -> None:
    meter = ProcessMeter()
    before = meter.read()
    sum(i * i for i in range(2_000_000))
    after = meter.read()
    assert after.cpu_ns > before.cpu_ns
    assert after.memory_bytes > 1_000_000


def test_a_worker_that_finds_no_coordinator_says_why_once_for_each_wait(tmp_path: Path) -> None:
    health = tmp_path / "health"
    command = [sys.executable, "-m", "muster_worker.cli", "--coordinator", "tcp://no-such-host.invalid:5557"]
    process = subprocess.Popen([*command, "--health-file", str(health)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        cause = "cannot resolve the coordinator's name no-such-host.invalid: not found in DNS or /etc/hosts"
        assert [process.stdout.readline() for _ in range(2)] == [f"{cause}; next check in {s} s\n" for s in (1, 2)]
        end_ns = monotonic_ns() + 100 * 10**9
        while health.read_text() != f"bad: {cause}\n":
            assert monotonic_ns() < end_ns, health.read_text()
            time.sleep(0.05)
    finally:
        process.terminate()
        assert process.wait(100) == 0
    assert health.read_text() == "bad: this process has ended\n"


def test_a_worker_in_its_cluster_is_healthy_and_replicas_share_a_key(
    start: Callable[..., Coordinator], tmp_path: Path
) -> None:
    health = tmp_path / "health"
    secret = key_folder(tmp_path / "keys")
    arguments = ("--keys", str(tmp_path / "keys"), "--replica", "--health-file", str(health))
    coordinator = start(*arguments, secret=secret).welcome()
    assert coordinator.received("hello")[0].name.startswith("rack3/")
    coordinator.until(lambda: health.exists() and health.read_text() == "ok\n")


def test_causes_of_a_missing_connection_are_distinguished() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        port = server.getsockname()[1]
        assert ReachabilityCheck("127.0.0.1", port, False).trouble().startswith(f"nothing listens at 127.0.0.1:{port}")
        server.listen()
        accepted = threading.Thread(target=lambda: server.accept()[0].sendall(b"HTTP/1.1 400 no\r\n" * 9))
        accepted.start()
        assert "does not speak ZeroMQ" in ReachabilityCheck("127.0.0.1", port, False).trouble()
        accepted.join()
    router: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.ROUTER)
    address = f"tcp://127.0.0.1:{router.bind_to_random_port('tcp://127.0.0.1')}"
    assert reachability_check(address, False).trouble() == ""
    assert "runs without keys" in reachability_check(address, True).trouble()
    router.setsockopt(zmq.CURVE_SECRETKEY, zmq.curve_keypair()[1])
    router.setsockopt(zmq.CURVE_SERVER, 1)
    locked = f"tcp://127.0.0.1:{router.bind_to_random_port('tcp://127.0.0.1')}"
    assert reachability_check(locked, True).trouble() == ""
    assert "requires a key" in reachability_check(locked, False).trouble()
    router.close(0)
