"""The bounds of one phase and its whole seconds, in this process's monotonic clock."""

from time import monotonic_ns

import numpy as np
from numpy.typing import NDArray

SECOND_NS = 1_000_000_000
NEVER = (1 << 62) - 1


class PhaseClock:
    """Times within the engine are of `monotonic_ns`, so that no operation pays for a conversion."""

    def __init__(self, offset_ns: int) -> None:
        self.offset_ns = offset_ns
        self.start_ns = NEVER
        self.end_ns = NEVER

    @staticmethod
    def now_ns() -> int:
        """As `monotonic_ns`."""
        return monotonic_ns()

    def bound(self, start_ns: int, end_ns: int) -> None:
        """From the coordinator's clock; an end of 0 means none."""
        self.end_ns = end_ns - self.offset_ns if end_ns else NEVER
        self.start_ns = start_ns - self.offset_ns

    def second_ns(self, at_ns: int) -> int:
        """Where the coordinator's second began that holds this time."""
        return at_ns - (at_ns + self.offset_ns) % SECOND_NS

    def interval_starts(self, at_ns: NDArray[np.int64]) -> NDArray[np.int64]:
        """The start of the interval of each time: a whole second, the start or the end of the phase."""
        seconds = at_ns - (at_ns + self.offset_ns) % SECOND_NS
        least = np.where(at_ns >= self.end_ns, self.end_ns, np.where(at_ns >= self.start_ns, self.start_ns, 0))
        starts: NDArray[np.int64] = np.maximum(seconds, least)
        return starts

    def interval_end(self, start_ns: int) -> int:
        """The end of the interval that starts then; what is drained after the phase has intervals of its own."""
        next_ns = self.second_ns(start_ns) + SECOND_NS
        return min(next_ns, self.end_ns) if start_ns < self.end_ns else next_ns
