"""Hands over what was recorded, some milliseconds after each second, and ends the phase."""

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic_ns

import numpy as np

from muster_worker.engine.block_result import ROW
from muster_worker.engine.client import Client
from muster_worker.engine.client_pool import ClientPool
from muster_worker.engine.clock import NEVER
from muster_worker.engine.engine_state import EngineState
from muster_worker.engine.execution import Block
from muster_worker.engine.recording import LEASE, POSITION, SIZE, Recording
from muster_worker.wire import muster_pb2 as wire

_TICK_NS = 50_000_000
_DELAY_NS = 20_000_000
_DRAIN_TICK_NS = 2_000_000


class Reporter:
    """One thread; the only one that takes rows, so that it alone decides what of an aborted client counts."""

    def __init__(self, state: EngineState, pool: ClientPool, record: Callable[[wire.Snapshot], None]) -> None:
        self._state, self._pool, self._record = state, pool, record
        self.recording = Recording(state.clock, state.spec.names, state.spec.sampling, state.spec.reads)
        self._wake = Event()
        self._closed = False
        self._drain: tuple[int, Callable[[], None]] | None = None
        self._handed_over = 0
        self.thread = Thread(target=self._run, name="reporter", daemon=True)

    def drain(self, until_ns: int, drained: Callable[[], None]) -> None:
        """Clients may finish until then; `drained` is called after the last hand-over."""
        self._drain = (until_ns, drained)
        self._wake.set()

    def close(self) -> None:
        """Hands over nothing more."""
        self._closed = True
        self._wake.set()

    def hand_over_rest(self) -> None:
        """After close: what the clients recorded until now."""
        self.thread.join()
        self._take()
        self._hand_over(NEVER)

    def _run(self) -> None:
        try:
            tick_ns = self._next_tick_ns()
            while not self._closed and not self._drained():
                left_ns = tick_ns - monotonic_ns()
                self._wake.wait(max(0, min(left_ns, _DRAIN_TICK_NS) if self._drain else left_ns) / 1e9)
                if self._drain is None:
                    self._wake.clear()
                if monotonic_ns() >= tick_ns:
                    self._tick()
                    tick_ns = self._next_tick_ns()
        except Exception as bug:
            self._state.fail(bug)

    def _next_tick_ns(self) -> int:
        """Ticks stand on the coordinator's clock, one of them just after each second."""
        now_ns = monotonic_ns()
        return now_ns - (now_ns + self._state.clock.offset_ns - _DELAY_NS) % _TICK_NS + _TICK_NS

    def _tick(self) -> None:
        """Where every offered position is recorded the coordinator is not kept waiting for the second to end."""
        self._take()
        now_ns = monotonic_ns()
        completed, clock = self.recording.completed, self._state.clock
        with self._state.lock:
            if not clock.resting(now_ns):
                self._state.rate.tick(clock.on_ns(now_ns), completed)
            self._state.demand.refill()
        idle = completed > self._handed_over and completed == self._state.leases.outstanding
        if idle:
            self._handed_over = completed
        self._hand_over(NEVER if idle else now_ns - _DELAY_NS)

    def _take(self) -> None:
        for client in self._pool.everyone():
            if not client.dead:
                self._take_of(client)

    def _take_of(self, client: Client) -> None:
        def take() -> tuple[int, int] | None:
            table = self.recording.take(client.rows)
            covering = np.flatnonzero(table[:, SIZE])
            if len(covering) == 0:
                return None
            return int(table[covering[-1], LEASE]), int(table[covering[-1], POSITION])

        client.take(take)

    def _hand_over(self, until_ns: int) -> None:
        for snapshot in self.recording.snapshots(until_ns):
            self._record(snapshot)

    def _drained(self) -> bool:
        if self._drain is None:
            return False
        until_ns, drained = self._drain
        clients = self._pool.everyone()
        if monotonic_ns() >= until_ns:
            for client in clients:
                self._abort(client)
        if not all(client.over() for client in clients):
            return False
        self._take()
        self._hand_over(NEVER)
        drained()
        return True

    def _abort(self, client: Client) -> None:
        """Its current block, if that is not among its rows, is aborted; rows that it adds later are never taken.

        Between two blocks there is nothing to abort: then this comes again."""
        if client.over():
            return
        block = Block(*client.current) if client.current else None
        self._take_of(client)
        if block is None or client.last == (block.grant.lease, block.position):
            return
        client.dead = True
        self.recording.add(np.array(client.aborted_row(block, monotonic_ns()), dtype=np.uint64).reshape(-1, ROW))
