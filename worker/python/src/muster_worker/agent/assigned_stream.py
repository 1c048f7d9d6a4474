"""A worker's part in one load of its phase: its clients, and the leases that it wants and was granted."""

from muster_worker.agent.assigned_clients import AssignedClients
from muster_worker.wire import muster_pb2 as wire


class AssignedStream:
    """With no client at first, one of several loads needs no lease for the worker to be ready."""

    def __init__(self, number: int, prepared: int, one_of_several: bool) -> None:
        self.clients = AssignedClients(prepared)
        self.granted = 0
        self._number = number
        self._idle = one_of_several and prepared == 0
        self._wanted, self._rate_per_s = 0, 0.0
        self._received = 0

    def wants(self, total: int, rate_per_s: float) -> None:
        """The engines could hold so many leases of it in all."""
        self._wanted, self._rate_per_s = max(self._wanted, total), rate_per_s

    def wants_any(self) -> bool:
        """Whether there is credit to give."""
        return self._wanted > 0

    def credit(self, assignment: int) -> wire.Credit:
        """A total that only grows."""
        return wire.Credit(assignment=assignment, total=self._wanted, rate=self._rate_per_s, stream=self._number)

    def receive(self, lease: wire.Lease) -> None:
        """An empty lease only says that this worker need not wait for another one."""
        self._received += 1
        self.granted += lease.count > 0

    def supplied(self) -> bool:
        """Whether its clients can begin, or it has none."""
        return self._idle or self._received > 0
