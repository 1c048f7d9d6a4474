"""The engines of one assignment in one process: one for each load of its phase, in their order."""

from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from muster_worker.engine.engine import Engine
from muster_worker.engine.leases import Covered, Grant
from muster_worker.engine.operation_abort import AbortedOperation, RunningOperation
from muster_worker.engine.spec import Gauges
from muster_worker.workloads import stream_index


class StreamEngine(NamedTuple):
    """The engine of one load. The operations of an open one arrive at set times, whenever this worker has joined."""

    engine: Engine
    open: bool


class PhaseEngine:
    """A lease and an index say which load they are of."""

    def __init__(self, streams: list[StreamEngine]) -> None:
        self._streams = streams

    def offer(self, grant: Grant) -> bool:
        """As `Engine.offer`."""
        return self._streams[stream_index.stream(grant.first)].engine.offer(grant)

    def start(self, start_ns: int, clients_start_ns: int, end_ns: int) -> None:
        """Clients of closed loads may start from `clients_start_ns`; their turns are the same whenever they do."""
        for engine, is_open in self._streams:
            engine.start(start_ns if is_open else clients_start_ns, end_ns, start_ns)

    def clients(self, stream: int, count: int, taken: Callable[[], None]) -> None:
        """As `Engine.clients`."""
        self._streams[stream].engine.clients(count, taken)

    def drain(self, returned: Callable[[list[Covered]], None], drained: Callable[[], None]) -> None:
        """As `Engine.drain`; `drained` is called once all have, after each has returned what it did not start."""
        countdown = _Countdown(len(self._streams), drained)
        for engine, _ in self._streams:
            engine.drain(returned, countdown.next)

    def running(self) -> list[RunningOperation]:
        """As `Engine.running`."""
        return [one for engine, _ in self._streams for one in engine.running()]

    def abort(self, index: int) -> AbortedOperation:
        """As `Engine.abort`."""
        stream = stream_index.stream(index)
        if stream >= len(self._streams):
            return AbortedOperation("ended", "", "it has ended, or never began")
        return self._streams[stream].engine.abort(index)

    def gauges(self) -> Gauges:
        """Sums over the loads, and the largest of what is a maximum."""
        sums = Gauges()
        for engine, _ in self._streams:
            sums = sums.plus(engine.gauges())
        return sums

    def retire(self) -> None:
        """As `Engine.retire`."""
        for engine, _ in self._streams:
            engine.retire()

    def close(self) -> None:
        """As `Engine.close`."""
        for engine, _ in self._streams:
            engine.close()


class _Countdown:
    """Calls `over` the last of so many times."""

    def __init__(self, count: int, over: Callable[[], None]) -> None:
        self._left, self._over = count, over
        self._lock = Lock()

    def next(self) -> None:
        with self._lock:
            self._left -= 1
            last = self._left == 0
        if last:
            self._over()
