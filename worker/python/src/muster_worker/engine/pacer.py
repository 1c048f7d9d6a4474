"""The open model: hands blocks to idle clients when they are due, by one global schedule."""

from collections import deque
from heapq import heappop, heappush
from threading import Thread
from time import monotonic_ns

from muster_worker.engine.client import Due, OpenClient
from muster_worker.engine.leases import Piece
from muster_worker.engine.shared import Shared
from muster_worker.plan import Rate


class Pacer:
    """One thread. It waits for the next due time, then for an idle client, and only then claims the block."""

    def __init__(self, shared: Shared, rate: Rate) -> None:
        self._shared = shared
        self._arrivals = rate.schedule(shared.spec.phase.key.hash())
        self._cursors: list[tuple[int, int, Piece]] = []
        self._pieces = 0
        self._stopped = False
        self._starved_until_ns = 0
        self.idle: deque[OpenClient] = deque()
        self.schedule_lag_ns = self.pacing_lag_ns = 0
        self.thread = Thread(target=self._run, name="pacer", daemon=True)

    def offer(self, piece: Piece) -> None:
        """One more lease; under the engine's lock."""
        self._pieces += 1
        heappush(self._cursors, (piece.intended_ns, self._pieces, piece))

    def stop(self) -> None:
        """Nothing is handed over from now on; under the engine's lock."""
        self._stopped = True

    def _run(self) -> None:
        try:
            with self._shared.lock:
                while not self._stopped:
                    self._step()
        except Exception as bug:
            self._shared.fail(bug)

    def _step(self) -> None:
        changed, clock = self._shared.changed, self._shared.clock
        while self._cursors and not self._cursors[0][2].left():
            heappop(self._cursors)
        if not self._cursors or not self._shared.gate.is_set():
            changed.wait()
            return
        due_ns = clock.start_ns + self._cursors[0][0]
        left_ns = due_ns - monotonic_ns()
        if due_ns >= clock.end_ns:
            heappop(self._cursors)
        elif left_ns > 0:
            changed.wait(left_ns / 1e9)
        else:
            self._hand_over(due_ns)

    def _hand_over(self, due_ns: int) -> None:
        client = self._idle_client()
        if client is None:
            self._shared.changed.wait()
            self._starved_until_ns = monotonic_ns()
            return
        intended_ns, number, piece = heappop(self._cursors)
        offered_ns = piece.offered_ns if piece.whole else due_ns
        claimed = self._shared.leases.claim_of(piece, 1)
        lease_wait_ns = max(0, offered_ns - due_ns)
        self._shared.lease_wait_ns += lease_wait_ns
        now_ns = monotonic_ns()
        self.schedule_lag_ns = max(self.schedule_lag_ns, now_ns - due_ns)
        self.pacing_lag_ns = max(self.pacing_lag_ns, now_ns - max(due_ns, offered_ns, self._starved_until_ns))
        client.inbox.put(Due(claimed.grant, claimed.start, due_ns, lease_wait_ns, now_ns))
        if piece.left():
            heappush(self._cursors, (self._next_ns(piece, claimed.start, intended_ns), number, piece))
        self._shared.wishes.refill()

    def _next_ns(self, piece: Piece, block: int, intended_ns: int) -> int:
        step = piece.grant.stride * self._shared.spec.phase.actions
        index = piece.grant.first + block * step
        # What is given back later starts where the cursor stood.
        piece.intended_ns = self._arrivals.time_ns(index, intended_ns, index + step)
        return piece.intended_ns

    def _idle_client(self) -> OpenClient | None:
        while self.idle:
            client = self.idle.popleft()
            if not client.stopped.is_set():
                return client
        return None
