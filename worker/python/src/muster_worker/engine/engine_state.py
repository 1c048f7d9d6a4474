"""What the parts of one engine share."""

from random import random
from threading import Condition, Event, Lock

from muster_worker.engine.clock import PhaseClock
from muster_worker.engine.lease_demand import LeaseDemand, RateMeter
from muster_worker.engine.leases import LeaseQueue
from muster_worker.engine.spec import Outlet, Spec


class EngineState:
    """`lock` guards leases, demand and the lists of clients; `changed` is notified when there may be work, or none."""

    def __init__(self, spec: Spec, outlet: Outlet) -> None:
        self.spec, self._outlet = spec, outlet
        self.lock = Lock()
        self.changed = Condition(self.lock)
        self.start_gate = Event()
        self.clock = PhaseClock(spec.offset_ns, spec.phase.turns)
        self.leases = LeaseQueue(spec.phase.actions)
        self.rate = RateMeter()
        self.demand = LeaseDemand(spec, self.leases, self.rate, outlet)
        # Where in the period of pacing the first client starts: the engines of a cluster must not start together.
        self.pacing_shift = 0.0 if spec.clients == spec.phase.clients else random()
        self.lease_wait_ns = 0
        self.late_start_ns = 0
        self.handover_ns = self.handovers = 0
        self.broken = False
        self._held = 0
        # Whether clients have to look before they begin a block: some are held back, or all are to stop.
        self.halted = False

    def hold(self, more: int) -> None:
        """One client more is held back, or one fewer (-1)."""
        with self.lock:
            self._held += more
            self.halted = self.broken or self._held > 0

    def stop(self) -> None:
        """Clients start nothing more."""
        self.broken = self.halted = True

    def fail(self, bug: BaseException) -> None:
        """Reports a bug, once; clients start nothing more."""
        if not self.broken:
            self.stop()
            self._outlet.broken(bug)
