"""Target "noop": nothing is sent, so that what is left of a measurement is Muster itself."""

from collections.abc import Sequence
from time import sleep

from muster_worker.targets.spi import Contents, Probe
from muster_worker.workloads.operations import Noop, Operation
from muster_worker.workloads.settings import Settings


class NoopProvider:
    """There is nothing to connect to."""

    def open(self, target: Settings, workload: Settings) -> "NoopTarget":
        return NoopTarget(workload.duration_ns("delay") > 0)


class NoopTarget:
    """Always empty, always there."""

    def __init__(self, waits: bool) -> None:
        self._waits = waits

    def facts(self) -> dict[str, str]:
        return {"address": "noop", "database": ""}

    def session(self, depth: str) -> "NoopSession":
        return WaitingSession() if self._waits else NoopSession()

    def contents(self) -> Contents:
        return Contents("noop", "", False, 0, 0)

    def reset(self, marker: str) -> None:
        """Nothing is there."""

    def await_indexes(self) -> None:
        """There are none."""

    def fingerprint(self) -> dict[str, str]:
        return {}

    def close(self) -> None:
        """Nothing is open."""


class NoopSession:
    """Says that everything went well."""

    def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
        pass

    def close(self) -> None:
        pass


class WaitingSession(NoopSession):
    """Waits as long as the operations say."""

    def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
        for operation in operations:
            if isinstance(operation, Noop):
                sleep(operation.delayNs / 1e9)
