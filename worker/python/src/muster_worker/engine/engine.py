"""Runs one phase: created (all sessions are open), offered leases, started, drained, closed. Safe from any thread."""

from collections.abc import Callable
from threading import Thread
from time import monotonic_ns, sleep

from muster_worker.engine.client import Client
from muster_worker.engine.client_pool import ClientPool
from muster_worker.engine.clock import NEVER, SECOND_NS
from muster_worker.engine.engine_state import EngineState
from muster_worker.engine.leases import Covered, Grant
from muster_worker.engine.operation_abort import AbortedOperation, RunningOperation, abort, described
from muster_worker.engine.pacer import Pacer
from muster_worker.engine.reporter import Reporter
from muster_worker.engine.spec import Gauges, Outlet, Spec

_PATIENCE_S = 1.0


class Engine:
    """Joins the parts: leases go to clients, in the open model by the pacer, and what they record to the outlet."""

    def __init__(self, spec: Spec, outlet: Outlet) -> None:
        """Opens all sessions and asks for the first leases; raises TargetError."""
        state = self._state = EngineState(spec, outlet)
        rate = spec.phase.rate
        self._pacer = Pacer(state, rate) if rate else None
        self._pool = ClientPool(state, self._pacer)
        self._reporter = Reporter(state, self._pool, outlet.record)
        self._ended = False
        self._starved: int | None = None
        self._pool.add(spec.clients)
        self._reporter.thread.start()
        if self._pacer:
            self._pacer.thread.start()
        with state.lock:
            state.demand.refill()

    def offer(self, grant: Grant) -> bool:
        """One more lease; False after drain or close: nothing of it will be started."""
        state = self._state
        with state.lock:
            if self._ended:
                return False
            segment = state.leases.offer(grant, monotonic_ns())
            if self._pacer:
                self._pacer.offer(segment)
                state.changed.notify_all()
            else:
                state.changed.notify(segment.left())
            return True

    def start(self, start_ns: int, end_ns: int, turns_start_ns: int | None = None) -> None:
        """Clients may start then and start nothing at or after the end (0: none); the coordinator's clock.

        Turns are counted from `turns_start_ns`, by default the start."""
        self._state.clock.bound(start_ns, end_ns, start_ns if turns_start_ns is None else turns_start_ns)
        Thread(target=self._open_gate, name="starter", daemon=True).start()

    def _open_gate(self) -> None:
        state = self._state
        left_ns = state.clock.start_ns - monotonic_ns()
        while left_ns > 0 and not self._ended:
            sleep(left_ns / 1e9)
            left_ns = state.clock.start_ns - monotonic_ns()
        state.late_start_ns = max(0, -left_ns)
        state.start_gate.set()
        with state.lock:
            state.changed.notify_all()

    def clients(self, count: int, taken: Callable[[], None]) -> None:
        """From now on this many run; `taken` is called once no more than these are within an operation."""
        self._pool.resize(count, taken)

    def drain(self, returned: Callable[[list[Covered]], None], drained: Callable[[], None]) -> None:
        """Starts nothing more, waits for what is in flight, aborts the rest after the drain limit, calls `drained`.

        It first returns what was not started: nothing may follow `drained`."""
        state = self._state
        self._starved = self._without_completion(self._pool.everyone())
        with state.lock:
            unstarted = self._end()
        returned(unstarted)
        now_ns = monotonic_ns()
        self._reporter.drain(min(now_ns, state.clock.end_ns) + state.spec.phase.drain_ns, drained)

    def _end(self) -> list[Covered]:
        state = self._state
        self._ended = True
        state.demand.end()
        if self._pacer:
            self._pacer.stop()
        unstarted = state.leases.close(lambda grant: True) + self._pool.remove_all()
        state.changed.notify_all()
        state.start_gate.set()
        return state.leases.covered(unstarted)

    def running(self) -> list[RunningOperation]:
        """What clients execute now; they notice nothing."""
        blocks = [(client, client.running()) for client in self._pool.everyone()]
        return [described(client, block) for client, block in blocks if block is not None]

    def abort(self, index: int) -> AbortedOperation:
        """Ends the operation, or the transaction that begins with it; blocks for some seconds at most."""
        for client in self._pool.everyone():
            block = client.running()
            if block is not None and block.index == index:
                return abort(client, index)
        return AbortedOperation("ended", "", "it has ended, or never began")

    def gauges(self) -> Gauges:
        """A heartbeat's worth of what is going on."""
        clients = self._pool.everyone()
        return Gauges(
            sum(not client.over() for client in clients),
            self._without_completion(clients),
            self._pacer.schedule_lag.at(monotonic_ns()) if self._pacer else 0,
            self._pacer.pacing_lag_ns if self._pacer else 0,
            self._state.lease_wait_ns,
            self._state.late_start_ns,
            self._reporter.recording.service_ns,
            self._reporter.recording.service_samples,
            self._state.handover_ns,
            self._state.handovers,
        )

    def _without_completion(self, clients: list[Client]) -> int:
        """Clients that have completed nothing, though they could for at least a second and half of the phase.

        In the open model a client may have nothing to do: there the schedule lag tells. Where a count ends the phase
        there may be less work than clients. Clients that are removed count no more."""
        clock = self._state.clock
        if self._starved is not None:
            return self._starved
        if self._pacer or not self._state.start_gate.is_set() or clock.end_ns == NEVER:
            return 0
        now_ns = min(monotonic_ns(), clock.end_ns)
        since_ns = now_ns - max(SECOND_NS, (now_ns - clock.start_ns) // 2)
        return sum(
            client.last is None and not client.over() and client.first_intended_ns() <= since_ns for client in clients
        )

    def retire(self) -> None:
        """As close, but what was recorded is handed over, by the caller's thread."""
        self.close()
        self._reporter.hand_over_rest()

    def close(self) -> None:
        """Gives up; snapshots not handed over are lost. Clients that do not end soon are left behind. Never raises."""
        self._state.stop()
        self._pool.close()
        with self._state.lock:
            self._end()
        self._reporter.close()
        until_ns = monotonic_ns() + int(_PATIENCE_S * SECOND_NS)
        for client in self._pool.everyone():
            client.thread.join(max(0.0, (until_ns - monotonic_ns()) / 1e9))
