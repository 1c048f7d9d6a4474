"""A workload on data of the plan, which Java workers load."""

from muster_worker.workloads.operations import LoadPart, Operations, PhaseKey, Workload
from muster_worker.workloads.settings import PlanError

_PARTS = ("schema", "nodes", "edges")


class LoadedWorkload:
    """Parts of the load have their ordinals, as DataWorkload in Java gives them; other phases are the workload's."""

    def __init__(self, workload: Workload) -> None:
        self._workload = workload
        self.actions_per_transaction = workload.actions_per_transaction

    def load_parts(self) -> list[LoadPart]:
        """Without the number of their batches."""
        return [LoadPart(name, 0, 1) for name in _PARTS]

    def operations(self, phase: PhaseKey) -> Operations:
        """Raises PlanError for a part of the load."""
        if phase.part in _PARTS:
            raise PlanError("data: a Python worker cannot load the data of a plan; add a Java worker (--workers 1)")
        return self._workload.operations(phase)
