"""A worker on the network: one DEALER socket and one thread that reads it, ticks, and never executes an operation."""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic_ns

import zmq

from muster_worker.agent import worker_action, worker_event
from muster_worker.agent.worker_protocol import WorkerProtocol
from muster_worker.connection_diagnostics import ConnectionDiagnostics
from muster_worker.engine_processes import EngineProcesses
from muster_worker.keys import WorkerKeys
from muster_worker.plan_access import PlanAccess
from muster_worker.reachability_check import reachability_check
from muster_worker.wire import frame
from muster_worker.wire import muster_pb2 as wire

_TICK_NS = 20_000_000
_METER_EVERY_NS = 1_000_000_000
_HIGH_WATER_MARK = 100_000
_AT_ONCE = 1_000
_CONNECT_AGAIN_NS = 5_000_000_000


class DealerService:
    """`coordinator` is such as "tcp://HOST:5557"; `access` says what of this host plans may name.

    `attached` ends the worker with the process that started it.

    Without keys the connection is neither encrypted nor authenticated."""

    def __init__(
        self,
        coordinator: str,
        hello: wire.Hello,
        processes: int,
        folder: Path,
        access: PlanAccess,
        log: Callable[[str], None],
        attached: bool = False,
        keys: WorkerKeys | None = None,
    ) -> None:
        self._log = log
        self._parent = os.getppid() if attached else 0
        self._protocol = WorkerProtocol(hello, lambda: secrets.randbits(64))
        self._engines = EngineProcesses(processes, folder, access)
        self._resources = self._engines.resources()
        self._measured_ns = monotonic_ns()
        self._exit: str | None = None
        self._leaving = ""
        self._socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.DEALER)
        for option, value in (
            (zmq.LINGER, 0),
            (zmq.MAXMSGSIZE, frame.MAX_BYTES),
            (zmq.SNDHWM, _HIGH_WATER_MARK),
            (zmq.RCVHWM, _HIGH_WATER_MARK),
            (zmq.RECONNECT_IVL, 100),
            (zmq.RECONNECT_IVL_MAX, 5_000),
        ):
            self._socket.setsockopt(option, value)
        if keys:
            keys.apply_to(self._socket)
        self._coordinator = coordinator
        self._next_connect_ns = monotonic_ns()
        self._socket.connect(coordinator)
        self._membership = self._protocol.trouble()
        self._diagnostics = ConnectionDiagnostics(
            lambda: self._membership, reachability_check(coordinator, keys is not None), log
        )

    def trouble(self) -> str:
        """Why the worker is not in its cluster, in one line; "" if it is. Any thread."""
        return self._diagnostics.trouble()

    def leave(self, reason: str) -> None:
        """Asks the worker to go once it has drained; from a signal handler or any thread."""
        self._leaving = reason

    def serve(self) -> str:
        """Serves until the worker is done. Returns "" if it was asked to go, else why it ended."""
        poller = zmq.Poller()
        poller.register(self._socket, zmq.POLLIN)
        connections = {connection.fileno(): connection for connection in self._engines.connections()}
        for number in connections:
            poller.register(number, zmq.POLLIN)
        next_tick_ns = monotonic_ns()
        while self._exit is None:
            readable = dict(poller.poll(max(0, -(-(next_tick_ns - monotonic_ns()) // 1_000_000))))
            if self._socket in readable:
                self._receive()
            for number in readable.keys() & connections.keys():
                self._read(connections[number])
            for event in self._engines.background():
                self._handle(event)
            if monotonic_ns() >= next_tick_ns:
                next_tick_ns = monotonic_ns() + _TICK_NS
                self._tick()
        return self._exit

    def _tick(self) -> None:
        if self._parent and os.getppid() != self._parent:
            self._exit = "the parent process has exited"
        if self._leaving:
            self._handle(worker_event.Leave(self._leaving))
            self._leaving = ""
        if monotonic_ns() - self._measured_ns >= _METER_EVERY_NS:
            self._measured_ns = monotonic_ns()
            self._resources = self._engines.resources()
        self._handle(worker_event.Tick(self._resources))
        self._membership = self._protocol.trouble()

    def _receive(self) -> None:
        """Bounded, so that a flood of messages cannot keep heartbeats from going out."""
        for _ in range(_AT_ONCE):
            try:
                received = self._socket.recv(zmq.DONTWAIT)
            except zmq.Again:
                return
            try:
                self._handle(worker_event.Received(frame.decode(received)))
            except frame.OtherVersion as refused:
                self._exit = f"incompatible coordinator: {refused}"
            except frame.MalformedFrame as refused:
                self._log(f"ignoring a malformed frame from the coordinator: {refused}")

    def _read(self, connection: Connection) -> None:
        try:
            for event in self._engines.read(connection):
                self._handle(event)
        except (EOFError, OSError):
            # What it had not reported is granted again, once this worker's session is fenced.
            self._exit = "an engine process has exited unexpectedly"

    def _handle(self, event: worker_event.Event) -> None:
        for action in self._protocol.on(event, monotonic_ns()):
            match action:
                case worker_action.Send(envelope):
                    self._send(envelope)
                case worker_action.Log(line):
                    self._log(line)
                case worker_action.Exit(failure):
                    self._exit = failure
                case _:
                    self._engines.act(action)

    def _send(self, envelope: wire.Envelope) -> None:
        start_ns = monotonic_ns()
        content = frame.encode(envelope)
        try:
            self._socket.send(content, zmq.DONTWAIT)
        except zmq.Again:
            if self._membership:
                self._connect_again()
            else:
                self._log("send queue full; message dropped")
        self._engines.sent_bytes += len(content)
        self._engines.send_ns += monotonic_ns() - start_ns

    def _connect_again(self) -> None:
        """A connection whose key was refused is gone for good; the coordinator may learn the key yet."""
        if monotonic_ns() < self._next_connect_ns:
            return
        self._next_connect_ns = monotonic_ns() + _CONNECT_AGAIN_NS
        with suppress(zmq.ZMQError):
            self._socket.disconnect(self._coordinator)
        self._socket.connect(self._coordinator)

    def close(self) -> None:
        """Ends the engine processes."""
        self._diagnostics.close()
        self._engines.close()
        self._socket.close()
