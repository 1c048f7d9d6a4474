"""The bounds of one phase, its whole seconds and the turns of its load, in this process's monotonic clock."""

from time import monotonic_ns
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from muster_worker.workloads.turns import ArmTurns

SECOND_NS = 1_000_000_000
NEVER = (1 << 62) - 1


class PhaseClock:
    """Times within the engine are of `monotonic_ns`, so that no operation pays for a conversion."""

    def __init__(self, offset_ns: int, turns: ArmTurns | None = None) -> None:
        self.offset_ns = offset_ns
        self.start_ns = NEVER
        self.end_ns = NEVER
        self._turns = turns
        self._cuts = None if turns is None or turns.schedule.shared else turns
        """Whose edges end intervals, too: not those of a run."""
        self._turns_start_ns = NEVER
        self._edges = _Edges(0, 0, np.zeros(1, dtype=np.int64))

    @staticmethod
    def now_ns() -> int:
        """As `monotonic_ns`."""
        return monotonic_ns()

    def bound(self, start_ns: int, end_ns: int, turns_start_ns: int) -> None:
        """From the coordinator's clock; an end of 0 means none. Turns are counted from the start of the phase, even
        where clients start later."""
        self.end_ns = end_ns - self.offset_ns if end_ns else NEVER
        origin_ns = self._turns.schedule.origin_ns(turns_start_ns) if self._turns else turns_start_ns
        self._turns_start_ns = origin_ns - self.offset_ns
        self.start_ns = start_ns - self.offset_ns

    def turn(self, at_ns: int) -> tuple[int, int]:
        """The earliest time from then on at which an operation may begin, and from when on it may not."""
        if self._turns is None:
            return at_ns, self.end_ns
        origin_ns = self._turns_start_ns
        turn = self._turns.next(at_ns - origin_ns)
        return max(at_ns, origin_ns + turn.start_ns), min(origin_ns + turn.to_ns, self.end_ns)

    def resting(self, at_ns: int) -> bool:
        """Whether another load has its turn."""
        return self.turn(at_ns)[0] > at_ns

    def on_ns(self, at_ns: int) -> int:
        """A clock that stands still while the load rests."""
        return at_ns if self._turns is None else self._turns.on_ns(at_ns - self._turns_start_ns)

    def second_ns(self, at_ns: int) -> int:
        """Where the coordinator's second began that holds this time."""
        return at_ns - (at_ns + self.offset_ns) % SECOND_NS

    def interval_starts(self, at_ns: NDArray[np.int64]) -> NDArray[np.int64]:
        """The start of the interval of each time: a whole second, the start or the end of the phase, or an edge of a
        measured window."""
        seconds = at_ns - (at_ns + self.offset_ns) % SECOND_NS
        least = np.where(at_ns >= self.end_ns, self.end_ns, np.where(at_ns >= self.start_ns, self.start_ns, 0))
        starts: NDArray[np.int64] = np.maximum(seconds, least)
        if self._cuts is not None:
            edges = self._edges_around(self._cuts, int(at_ns.min()), int(at_ns.max()))
            np.maximum(starts, edges[np.searchsorted(edges, at_ns, "right") - 1], out=starts)
        return starts

    def interval_end(self, start_ns: int) -> int:
        """The end of the interval that starts then; what is drained after the phase has intervals of its own."""
        next_ns = self.second_ns(start_ns) + SECOND_NS
        if start_ns >= self.end_ns:
            return next_ns
        if self._cuts is not None:
            edges = self._edges_around(self._cuts, start_ns, start_ns)
            later = edges[np.searchsorted(edges, start_ns, "right") :]
            next_ns = min(next_ns, int(later[0])) if len(later) else next_ns
        return min(next_ns, self.end_ns)

    def _edges_around(self, turns: ArmTurns, first_ns: int, last_ns: int) -> NDArray[np.int64]:
        """Edges of measured windows until the end of the phase, with those before and after these times; 0 comes first.

        They are kept: what is recorded next is most often of the same block."""
        if not self._edges.from_ns <= first_ns <= last_ns < self._edges.to_ns:
            block_ns, origin_ns = turns.schedule.block_ns, self._turns_start_ns
            first, last = (max(0, (at_ns - origin_ns) // block_ns) for at_ns in (first_ns, last_ns))
            edges = [origin_ns + edge_ns for edge_ns in turns.edges(max(0, first - 1), last + 2)]
            kept = [0, *(edge_ns for edge_ns in edges if edge_ns < self.end_ns)]
            until_ns = origin_ns + (last + 1) * block_ns
            self._edges = _Edges(origin_ns + first * block_ns, until_ns, np.array(kept, dtype=np.int64))
        return self._edges.edges_ns


class _Edges(NamedTuple):
    """Of measured windows, as many as times from `from_ns` to before `to_ns` need."""

    from_ns: int
    to_ns: int
    edges_ns: NDArray[np.int64]
