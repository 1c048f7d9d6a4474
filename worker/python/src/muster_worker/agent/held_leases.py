"""The leases of one assignment of which not everything is either acknowledged or given back."""

from muster_worker.wire import muster_pb2 as wire


class _HeldLease:
    def __init__(self, lease: wire.Lease) -> None:
        self.lease, self.left = lease, lease.count
        self.returned: list[wire.Coverage] = []


class HeldLeases:
    """In the order in which they came."""

    def __init__(self) -> None:
        self._held: dict[int, _HeldLease] = {}
        self._received = self._granted = 0

    def add(self, lease: wire.Lease) -> None:
        """An empty lease only says that this worker need not wait for another one."""
        self._received += 1
        if lease.count:
            self._granted += 1
            self._held[lease.lease] = _HeldLease(lease)

    def none_received(self) -> bool:
        """Not even an empty one."""
        return self._received == 0

    def acknowledge(self, coverage: wire.Coverage) -> None:
        """These positions are durable."""
        if held := self._held.get(coverage.lease):
            held.left -= positions(coverage)
            if held.left <= 0:
                del self._held[coverage.lease]

    def give_back(self, unstarted: wire.Coverage) -> None:
        """These positions were not started, and will not be."""
        if held := self._held.get(unstarted.lease):
            held.returned.append(unstarted)
            self.acknowledge(unstarted)

    def describe(self, state: wire.SessionState) -> None:
        """Fills in the leases."""
        state.granted = self._granted
        for held in self._held.values():
            state.leases.append(held.lease)
            state.returned.extend(held.returned)


def whole(lease: wire.Lease) -> wire.Coverage:
    """All positions of a lease, unstarted."""
    return wire.Coverage(lease=lease.lease, runs=[0, lease.count])


def positions(coverage: wire.Coverage) -> int:
    """How many are covered."""
    return sum(coverage.runs[1::2])
