"""Pauses between the operations of one client."""

from muster_worker.plan import Think
from muster_worker.workloads.draws import gap_ns
from muster_worker.workloads.mix import mix2


class ThinkTime:
    """One client's pauses between operations, drawn anew for each."""

    def __init__(self, think: Think, seed: int, client: int) -> None:
        self._think, self._key, self._draws = think, mix2(seed, client), 0

    def next_ns(self) -> int:
        """The next of them."""
        if not self._think.exponential:
            return self._think.mean_ns
        self._draws += 1
        return gap_ns(mix2(self._key, self._draws - 1), self._think.mean_ns)
