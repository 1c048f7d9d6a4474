"""Workload "noop": what is left of a measurement when the database costs nothing, or a set time."""

from muster_worker.workloads.data import DataFiles
from muster_worker.workloads.operations import NEVER_ENDING, LoadPart, Noop, PhaseKey
from muster_worker.workloads.settings import Settings


class NoopWorkload:
    """Operations that never end and load nothing."""

    def __init__(self, settings: Settings, files: DataFiles) -> None:
        self.delay_ns = settings.duration_ns("delay")
        self.actions_per_transaction = settings.integer("actionsPerTransaction")
        self.count = NEVER_ENDING

    def load_parts(self) -> list[LoadPart]:
        return []

    def operations(self, phase: PhaseKey) -> "NoopWorkload":
        """It is its own: nothing depends on the phase."""
        return self

    def at(self, index: int) -> Noop:
        return Noop(index, self.delay_ns)
