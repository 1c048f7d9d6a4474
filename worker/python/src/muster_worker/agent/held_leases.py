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

    def add(self, lease: wire.Lease) -> None:
        """One more; of an empty one there is nothing to hold."""
        if lease.count:
            self._held[lease.lease] = _HeldLease(lease)

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
        for held in self._held.values():
            state.leases.append(held.lease)
            state.returned.extend(held.returned)


def whole(lease: wire.Lease) -> wire.Coverage:
    """All positions of a lease, unstarted."""
    return wire.Coverage(lease=lease.lease, runs=[0, lease.count])


def positions(coverage: wire.Coverage) -> int:
    """How many are covered."""
    return sum(coverage.runs[1::2])
