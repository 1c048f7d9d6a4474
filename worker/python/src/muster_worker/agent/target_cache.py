"""Keeps the target of the last plan open: the phases of a trial share its connections."""

from muster_worker.plan_access import PlanAccess
from muster_worker.targets.spi import Target, target_provider
from muster_worker.workloads.settings import Settings


class TargetCache:
    """`access` says what of this host a plan may name."""

    def __init__(self, access: PlanAccess) -> None:
        self.access = access
        self._key = ""
        self._target: Target | None = None

    def open(self, settings: Settings, workload: Settings) -> Target:
        """The target with these settings, connected."""
        key = repr((settings.raw(), workload.raw()))
        if self._target is None or key != self._key:
            if self._target is not None:
                self._target.close()
                self._target = None
            self._target = self.connect(settings, workload)
            self._key = key
        return self._target

    def connect(self, settings: Settings, workload: Settings) -> Target:
        """Another target, connected, which shares nothing with that of the phases; to be closed by the caller."""
        self.access.check(settings.raw())
        return target_provider(settings.text("kind")).open(settings.resolved(), workload)
