"""One phase for one engine, and what an engine reports."""

from collections.abc import Callable
from types import MappingProxyType
from typing import NamedTuple

from muster_worker.answers.reference import AnswerChecks
from muster_worker.engine.leases import Covered
from muster_worker.plan import Phase
from muster_worker.targets.spi import Target
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.generators import Generators
from muster_worker.workloads.operations import Operations
from muster_worker.workloads.sampling import OperationSampling


class Spec(NamedTuple):
    """`clients` is this engine's share (in the open model of maxInFlight); `lease_size` 0 is automatic, 1 no prefetch.

    `offset_ns` is the coordinator's clock minus this process's, frozen for the phase.
    """

    phase: Phase
    operations: Operations
    target: Target
    depth: str
    clients: int
    lease_size: int
    offset_ns: int
    retries: int
    backoff_ns: int
    names: tuple[str, ...] = ()
    """Of the operations that the plan names, in its order."""
    answers: AnswerChecks | None = None
    stages: bool = True
    """Whether stages are recorded."""
    sampling: OperationSampling | None = None
    """Which operations are recorded singly."""
    reads: frozenset[int] = frozenset()
    """Codes of the operations of which answers without a row are counted."""
    journeys: bool = False
    """Whether an index is a journey, whose steps are sent one by one."""
    generators: Generators = MappingProxyType({})
    """Functions that say which step is next, by the name of their journey."""
    journey_timeout_ns: int = 30 * 10**9
    """How long a journey with a generator may take."""


class Outlet(NamedTuple):
    """Where an engine's messages go; called from any of its threads, must not block."""

    want: Callable[[int, float], None]
    """How many leases the engine wants to have been offered in all, and indexes completed a second."""
    record: Callable[[wire.Snapshot], None]
    broken: Callable[[BaseException], None]


class Gauges(NamedTuple):
    """A heartbeat's worth of what is going on; `schedule_lag_max_ns` is of this second and the one before, all else
    since the start.

    `handover_ns` sums up the time from handing a block to an idle client until it started, of `handovers` blocks.
    """

    clients_running: int = 0
    clients_without_completion: int = 0
    schedule_lag_max_ns: int = 0
    pacing_lag_max_ns: int = 0
    lease_wait_ns: int = 0
    late_start_ns: int = 0
    service_ns: int = 0
    service_samples: int = 0
    handover_ns: int = 0
    handovers: int = 0

    def plus(self, other: "Gauges") -> "Gauges":
        """Of two engines of one process."""
        return Gauges(
            self.clients_running + other.clients_running,
            self.clients_without_completion + other.clients_without_completion,
            max(self.schedule_lag_max_ns, other.schedule_lag_max_ns),
            max(self.pacing_lag_max_ns, other.pacing_lag_max_ns),
            self.lease_wait_ns + other.lease_wait_ns,
            max(self.late_start_ns, other.late_start_ns),
            self.service_ns + other.service_ns,
            self.service_samples + other.service_samples,
            self.handover_ns + other.handover_ns,
            self.handovers + other.handovers,
        )


__all__ = ["Covered", "Gauges", "Outlet", "Spec"]
