"""The client of the closed model: one operation after another, as fast as they end."""

from collections.abc import Callable
from time import monotonic_ns

from muster_worker.engine.block_result import CODES_OF_A_KIND
from muster_worker.engine.client import Client
from muster_worker.engine.engine_state import EngineState
from muster_worker.engine.execution import Block, build
from muster_worker.engine.leases import Grant, UnstartedRange
from muster_worker.engine.think_time import ThinkTime
from muster_worker.targets.spi import Session

_CHUNK_NS = 1_000_000
_MOST_CLAIMED = 1024


class ClosedClient(Client):
    """Starts its next operation when the one before has ended, after thinking and pacing."""

    def __init__(self, state: EngineState, number: int, session: Session) -> None:
        super().__init__(state, number, session)
        phase = state.spec.phase
        self._pauses = phase.think.mean_ns > 0 or phase.pacing_ns > 0
        self._think = ThinkTime(phase.think, phase.key.hash(), number)
        self._ramp_offset_ns = phase.ramp_ns * number // max(1, state.spec.clients)
        self._pacing_offset_ns = 0 if phase.ramp_ns else self._offset_ns(phase.pacing_ns, number)
        self._added_ns = monotonic_ns() if state.start_gate.is_set() else 0
        self._wanting = False
        self._chunk = 1
        self._claimed_ns = 0
        self.grant = Grant(-1, 0, 0, 1, 0)
        self.blocks: list[int] = []

    def _offset_ns(self, pacing_ns: int, number: int) -> int:
        """Clients that start together would stay together, a burst in each period."""
        clients = max(1, self.state.spec.clients)
        return int(pacing_ns * (number % clients + self.state.pacing_shift) / clients)

    def live(self) -> None:
        self._want()
        self._await_start()
        if not self.stopped.is_set():
            self._execute(self.first_intended_ns())
        if self._wanting:
            with self.state.lock:
                self.state.demand.cancel()

    def _await_start(self) -> None:
        """Or to be stopped: a worker that joins may have to shrink before it is started, and is started once it has."""
        with self.state.lock:
            while not self.state.start_gate.is_set() and not self.stopped.is_set():
                self.state.changed.wait()

    def first_intended_ns(self) -> int:
        """Within a turn, where streams take turns."""
        began_ns = max(self._added_ns, self.state.clock.start_ns + self._ramp_offset_ns)
        return self.state.clock.turn(began_ns + self._pacing_offset_ns)[0]

    def _execute(self, intended_ns: int) -> None:
        """The hot loop, and so all in one place: each call costs as much as reading the clock.

        Whoever stops the client or takes blocks back empties `blocks`; a block is the client's once it has popped it.
        Without a pause in between, an operation is due when the one before has ended; where streams take turns and
        that was the last of a turn, when the next turn begins."""
        state, execution, blocks, turn = self.state, self.execution, self.blocks, self.state.clock.turn
        at, actions, phase_end_ns = state.spec.operations.at, state.spec.phase.actions, state.clock.end_ns
        execute, add, result, now = self.session.execute, self.rows.add, execution.result, monotonic_ns
        grant, lease, first, step = self.grant, -1, 0, 0
        compares = execution.comparison is not None
        single, pauses, lease_wait_ns = state.demand.single, self._pauses, 0
        intended_ns, end_ns = turn(intended_ns)
        if not self._due(intended_ns):
            return
        while True:
            if not blocks:
                lease_wait_ns += self._claim()
                if not blocks and self.stopped.is_set():
                    return
                grant = self.grant
                lease, first, step = grant.lease, grant.first, grant.stride * actions
            try:
                block = blocks[-1]
            except IndexError:
                continue
            index = first + block * step
            if actions == 1:
                operation = at(index)
                built, digest = [operation], operation.digest()
            else:
                built, digest = build(state.spec.operations, grant, block, actions)
            start_ns = now()
            if start_ns >= end_ns or state.halted:
                if start_ns >= phase_end_ns or state.broken:
                    return
                if start_ns < end_ns:
                    self.released.wait()
                    start_ns = now()
                if start_ns >= end_ns:
                    due_ns, end_ns = turn(start_ns)
                    if due_ns > start_ns:
                        intended_ns, lease_wait_ns = due_ns, 0
                        if not self._due(intended_ns):
                            return
                    continue
            result.marked_ns = result.started_ns = start_ns
            try:
                blocks.pop()
            except IndexError:
                continue
            if lease_wait_ns:
                result.add_stage("lease", lease_wait_ns)
                lease_wait_ns = 0
            if compares:
                result.asked = (built, index)
            self.current = (grant, block * actions, index, built, digest, intended_ns, start_ns)
            try:
                execute(built, result)
                done_ns = now()
            except Exception as failure:
                done_ns = execution.failed(self.session, built, index, failure)
            if actions == 1 and result.plain and execution.clean:
                service_ns, response_ns = done_ns - start_ns, done_ns - intended_ns
                code = built[0].code * CODES_OF_A_KIND
                add((code, service_ns, response_ns, done_ns, lease, block, 1, digest, 0, index))
            else:
                self.finish(Block(*self.current), done_ns)
            intended_ns = done_ns
            if single:
                self._wanting = False
            if pauses:
                intended_ns = self._next_intended_ns(start_ns, done_ns)
                if not self._due(intended_ns):
                    return

    def _due(self, intended_ns: int) -> bool:
        """Waits for a time to come; false if the client was stopped or the phase ends before."""
        if intended_ns >= self.state.clock.end_ns:
            return False
        left_ns = intended_ns - monotonic_ns()
        return left_ns <= 0 or not self.stopped.wait(left_ns / 1e9)

    def _next_intended_ns(self, start_ns: int, end_ns: int) -> int:
        return max(end_ns + self._think.next_ns(), start_ns + self.state.spec.phase.pacing_ns)

    def _want(self) -> None:
        if self.state.demand.single and not self._wanting:
            self._wanting = True
            with self.state.lock:
                self.state.demand.request()

    def _claim(self) -> int:
        """Fills `blocks`, waiting for a lease if there is none; returns how long it waited."""
        self._want()
        if not self._pauses:
            self._resize_chunk()
        state = self.state
        waited_ns = 0
        with state.lock:
            claimed = None if self.stopped.is_set() else state.leases.claim(self._chunk, state.demand.clients)
            if claimed is None:
                since_ns = monotonic_ns()
                while claimed is None and not self.stopped.is_set():
                    state.changed.wait()
                    claimed = None if self.stopped.is_set() else state.leases.claim(self._chunk, state.demand.clients)
                waited_ns = monotonic_ns() - since_ns
                state.lease_wait_ns += waited_ns
            if claimed is not None:
                self.grant = claimed.grant
                self.blocks.extend(range(claimed.end - 1, claimed.start - 1, -1))
            state.demand.refill()
        return waited_ns

    def _resize_chunk(self) -> None:
        """As many blocks are claimed at once as take about a millisecond, so that claiming costs little beside them."""
        now_ns = monotonic_ns()
        took_ns, self._claimed_ns = now_ns - self._claimed_ns, now_ns
        if took_ns < _CHUNK_NS // 2 and self._chunk * self.state.spec.phase.actions < _MOST_CLAIMED:
            self._chunk *= 2
        elif took_ns > 2 * _CHUNK_NS and self._chunk > 1:
            self._chunk //= 2

    def take_back(self, which: Callable[[Grant], bool]) -> list[UnstartedRange]:
        unstarted = []
        while self.blocks and which(self.grant):
            try:
                block = self.blocks.pop(0)
            except IndexError:
                break
            unstarted.append(UnstartedRange(self.grant, block, block + 1, 0))
        return unstarted
