"""Keeps the targets of the last plan open: the phases of a trial share its connections.

A plan has several where its namespaces have other settings than section "workload"."""

from muster_worker.plan_access import PlanAccess
from muster_worker.targets.spi import Target, target_provider
from muster_worker.workloads.settings import Settings


class TargetCache:
    """`access` says what of this host a plan may name."""

    def __init__(self, access: PlanAccess) -> None:
        self.access = access
        self._key = ""
        self._targets: dict[str, Target] = {}

    def open(self, settings: Settings, workload: Settings, own: Settings | None = None) -> Target:
        """The target of a plan with these settings for operations of its workload, or of another one, connected."""
        key = repr((settings.raw(), workload.raw()))
        if key != self._key:
            self._close()
            self._key = key
        executed = own or workload
        of = repr(executed.raw())
        if of not in self._targets:
            self._targets[of] = self.connect(settings, executed)
        return self._targets[of]

    def _close(self) -> None:
        targets = list(self._targets.values())
        self._targets.clear()
        for target in targets:
            target.close()

    def connect(self, settings: Settings, workload: Settings) -> Target:
        """Another target, connected, which shares nothing with that of the phases; to be closed by the caller."""
        self.access.check(settings.raw())
        return target_provider(settings.text("kind")).open(settings.resolved(), workload)
