"""Numbers the snapshots of one assignment, and keeps each until the coordinator has stored it."""

from collections import deque

from muster_worker.wire import muster_pb2 as wire

# Ten minutes of intervals: beyond that the worker asks for no more work.
_LIMIT = 600


class UnacknowledgedSnapshots:
    """The oldest first."""

    def __init__(self, assignment: int) -> None:
        self._assignment = assignment
        self._oldest_first: deque[wire.Snapshot] = deque()
        self.next_seq = 1

    def add(self, recorded: wire.Snapshot) -> wire.Snapshot:
        """Numbers and keeps it."""
        recorded.assignment, recorded.seq = self._assignment, self.next_seq
        self.next_seq += 1
        self._oldest_first.append(recorded)
        return recorded

    def acknowledge(self, through: int) -> list[wire.Coverage]:
        """Removes the snapshots up to this number; returns what they cover."""
        covered: list[wire.Coverage] = []
        while self._oldest_first and self._oldest_first[0].seq <= through:
            covered.extend(self._oldest_first.popleft().coverage)
        return covered

    def none(self) -> bool:
        """Whether all are acknowledged."""
        return not self._oldest_first

    def full(self) -> bool:
        """Whether the worker should ask for no more work."""
        return len(self._oldest_first) >= _LIMIT

    def all(self) -> list[wire.Snapshot]:
        """The oldest first."""
        return list(self._oldest_first)
