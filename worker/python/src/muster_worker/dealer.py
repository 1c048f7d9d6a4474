"""A worker on the network: one DEALER socket and one thread that reads it, ticks, and never executes an operation."""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic_ns

import zmq

from muster_worker import protocol
from muster_worker.file_rule import FileRule
from muster_worker.fleet import Fleet
from muster_worker.keys import WorkerKeys
from muster_worker.lookout import Lookout
from muster_worker.reach import reach_of
from muster_worker.wire import frame
from muster_worker.wire import muster_pb2 as wire

_TICK_NS = 20_000_000
_METER_EVERY_NS = 1_000_000_000
_HIGH_WATER_MARK = 100_000
_AT_ONCE = 1_000
_CONNECT_AGAIN_NS = 5_000_000_000


class DealerService:
    """`coordinator` is such as "tcp://HOST:5557"; `rule` says which files plans may name.

    `attached` ends the worker with the process that started it.

    Without keys the connection is neither encrypted nor authenticated."""

    def __init__(
        self,
        coordinator: str,
        hello: wire.Hello,
        processes: int,
        folder: Path,
        rule: FileRule,
        log: Callable[[str], None],
        attached: bool = False,
        keys: WorkerKeys | None = None,
    ) -> None:
        self._log = log
        self._parent = os.getppid() if attached else 0
        self._protocol = protocol.WorkerProtocol(hello, lambda: secrets.randbits(64))
        self._fleet = Fleet(processes, folder, rule)
        self._resources = self._fleet.resources()
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
        self._lookout = Lookout(lambda: self._membership, reach_of(coordinator, keys is not None), log)

    def trouble(self) -> str:
        """Why the worker is not in its cluster, in one line; "" if it is. Any thread."""
        return self._lookout.trouble()

    def leave(self, reason: str) -> None:
        """Asks the worker to go once it has drained; from a signal handler or any thread."""
        self._leaving = reason

    def serve(self) -> str:
        """Serves until the worker is done. Returns "" if it was asked to go, else why it ended."""
        poller = zmq.Poller()
        poller.register(self._socket, zmq.POLLIN)
        connections = {connection.fileno(): connection for connection in self._fleet.connections()}
        for number in connections:
            poller.register(number, zmq.POLLIN)
        next_tick_ns = monotonic_ns()
        while self._exit is None:
            readable = dict(poller.poll(max(0, -(-(next_tick_ns - monotonic_ns()) // 1_000_000))))
            if self._socket in readable:
                self._receive()
            for number in readable.keys() & connections.keys():
                self._read(connections[number])
            for event in self._fleet.background():
                self._handle(event)
            if monotonic_ns() >= next_tick_ns:
                next_tick_ns = monotonic_ns() + _TICK_NS
                self._tick()
        return self._exit

    def _tick(self) -> None:
        if self._parent and os.getppid() != self._parent:
            self._exit = "the process that started this worker is gone"
        if self._leaving:
            self._handle(protocol.Leave(self._leaving))
            self._leaving = ""
        if monotonic_ns() - self._measured_ns >= _METER_EVERY_NS:
            self._measured_ns = monotonic_ns()
            self._resources = self._fleet.resources()
        self._handle(protocol.Tick(self._resources))
        self._membership = self._protocol.trouble()

    def _receive(self) -> None:
        """Bounded, so that a flood of messages cannot keep heartbeats from going out."""
        for _ in range(_AT_ONCE):
            try:
                received = self._socket.recv(zmq.DONTWAIT)
            except zmq.Again:
                return
            try:
                self._handle(protocol.Received(frame.decode(received)))
            except frame.OtherVersion as refused:
                self._exit = f"the coordinator cannot be served: {refused}"
            except frame.MalformedFrame as refused:
                self._log(f"a frame of the coordinator was refused: {refused}")

    def _read(self, connection: Connection) -> None:
        try:
            for event in self._fleet.read(connection):
                if isinstance(event, protocol.Prepared):
                    self._resources = self._fleet.resources()
                    self._handle(protocol.Tick(self._resources))
                self._handle(event)
        except (EOFError, OSError):
            # What it had not reported is granted again, once this worker's session is fenced.
            self._exit = "an engine process of this worker died"

    def _handle(self, event: protocol.Event) -> None:
        for action in self._protocol.on(event, monotonic_ns()):
            match action:
                case protocol.Send(envelope):
                    self._send(envelope)
                case protocol.Log(line):
                    self._log(line)
                case protocol.Exit(failure):
                    self._exit = failure
                case _:
                    self._fleet.act(action)

    def _send(self, envelope: wire.Envelope) -> None:
        start_ns = monotonic_ns()
        content = frame.encode(envelope)
        try:
            self._socket.send(content, zmq.DONTWAIT)
        except zmq.Again:
            if self._membership:
                self._connect_again()
            else:
                self._log("the coordinator takes no more messages; one was dropped")
        self._fleet.sent_bytes += len(content)
        self._fleet.send_ns += monotonic_ns() - start_ns

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
        self._lookout.close()
        self._fleet.close()
        self._socket.close()
