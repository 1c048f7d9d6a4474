"""The open model: hands blocks to idle clients when they are due, by one global schedule."""

from collections import deque
from heapq import heappop, heappush
from threading import Thread
from time import monotonic_ns

from muster_worker.engine.engine_state import EngineState
from muster_worker.engine.leases import LeaseSegment
from muster_worker.engine.open_client import Due, OpenClient
from muster_worker.plan import Rate
from muster_worker.recent_maximum import RecentMaximum
from muster_worker.workloads import stream_index
from muster_worker.workloads.profile import ProfileRate
from muster_worker.workloads.replay import RecordedTimes


class Pacer:
    """One thread. It waits for the next due time, then for an idle client, and only then claims the block."""

    def __init__(self, state: EngineState, rate: Rate | ProfileRate | RecordedTimes) -> None:
        self._state = state
        self._arrivals = rate.schedule(state.spec.phase.key.hash())
        self._cursors: list[tuple[int, int, LeaseSegment]] = []
        self._segments = 0
        self._stopped = False
        self._starved_until_ns = 0
        self.idle: deque[OpenClient] = deque()
        self.schedule_lag = RecentMaximum()
        self.pacing_lag_ns = 0
        self.thread = Thread(target=self._run, name="pacer", daemon=True)

    def offer(self, segment: LeaseSegment) -> None:
        """One more lease; under the engine's lock."""
        self._segments += 1
        heappush(self._cursors, (segment.intended_ns, self._segments, segment))

    def stop(self) -> None:
        """Nothing is handed over from now on; under the engine's lock."""
        self._stopped = True

    def _run(self) -> None:
        try:
            with self._state.lock:
                while not self._stopped:
                    self._step()
        except Exception as bug:
            self._state.fail(bug)

    def _step(self) -> None:
        changed, clock = self._state.changed, self._state.clock
        while self._cursors and not self._cursors[0][2].left():
            heappop(self._cursors)
        if not self._cursors or not self._state.start_gate.is_set():
            changed.wait()
            return
        due_ns = clock.start_ns + self._cursors[0][0]
        now_ns = monotonic_ns()
        left_ns = self._in_turn_ns(due_ns, now_ns) - now_ns
        if due_ns >= clock.end_ns:
            heappop(self._cursors)
        elif left_ns > 0:
            changed.wait(left_ns / 1e9)
        else:
            self._hand_over(due_ns)

    def _in_turn_ns(self, due_ns: int, now_ns: int) -> int:
        """What is late by then waits for the next turn of its load, and does not disturb another's."""
        clock = self._state.clock
        if due_ns >= now_ns or now_ns >= clock.end_ns or not clock.resting(now_ns):
            return due_ns
        self._starved_until_ns = min(clock.turn(now_ns)[0], clock.end_ns)
        return self._starved_until_ns

    def _hand_over(self, due_ns: int) -> None:
        client = self._idle_client()
        if client is None:
            self._state.changed.wait()
            self._starved_until_ns = monotonic_ns()
            return
        intended_ns, number, segment = heappop(self._cursors)
        offered_ns = segment.offered_ns if segment.whole else due_ns
        claimed = self._state.leases.claim_of(segment, 1)
        lease_wait_ns = max(0, offered_ns - due_ns)
        self._state.lease_wait_ns += lease_wait_ns
        now_ns = monotonic_ns()
        self.schedule_lag.record(now_ns, now_ns - due_ns)
        self.pacing_lag_ns = max(self.pacing_lag_ns, now_ns - max(due_ns, offered_ns, self._starved_until_ns))
        client.inbox.put(Due(claimed.grant, claimed.start, due_ns, lease_wait_ns, now_ns))
        if segment.left():
            heappush(self._cursors, (self._next_ns(segment, claimed.start, intended_ns), number, segment))
        self._state.demand.refill()

    def _next_ns(self, segment: LeaseSegment, block: int, intended_ns: int) -> int:
        step = segment.grant.stride * self._state.spec.phase.actions
        index = stream_index.position(segment.grant.first) + block * step
        # What is given back later starts where the cursor stood.
        segment.intended_ns = self._arrivals.time_ns(index, intended_ns, index + step)
        return segment.intended_ns

    def _idle_client(self) -> OpenClient | None:
        while self.idle:
            client = self.idle.popleft()
            if not client.stopped.is_set():
                return client
        return None
