"""The workloads of streams: a part of the plan's mix, one with a namespace, or another, which loads nothing."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

from muster_worker.answers.reference import ExpectedAnswers
from muster_worker.workloads.data import DataFiles
from muster_worker.workloads.expect import expected_answers
from muster_worker.workloads.operations import Workload
from muster_worker.workloads.plan_key import plan_key
from muster_worker.workloads.query import QueryWorkload
from muster_worker.workloads.settings import PlanError, Settings


@runtime_checkable
class _Mixed(Protocol):
    def of(self, parts: Mapping[str, float]) -> Workload:
        """The same with a part of its mix."""


class StreamWorkloads:
    """`create` makes the workload of a section."""

    def __init__(
        self, of_plan: Workload, create: Callable[[str, Settings, DataFiles], Workload], files: DataFiles
    ) -> None:
        self._of_plan, self._create, self._files = of_plan, create, files
        self._known: dict[str, Workload] = {}

    def of(self, name: str, stream: Mapping[str, Any]) -> Workload | None:
        """None for all of the plan's. Raises PlanError."""
        own: Mapping[str, Any] | None = stream.get("workload")
        parts: Mapping[str, float] | None = stream.get("operations")
        workload = self.of_section(own) if own else self._of_plan
        if not parts:
            return workload if own else None
        if not isinstance(workload, _Mixed):
            raise PlanError(f"stream {name}: operations: it has no mix of operations")
        try:
            return workload.of(parts)
        except PlanError as wrong:
            raise PlanError(f"stream {name}: operations: {wrong}") from wrong

    def expected(self, own: Workload | None, stream: Mapping[str, Any]) -> Mapping[str, ExpectedAnswers] | None:
        """What operations of its own workload must answer, by name; None if it has none of its own."""
        if "workload" not in stream:
            return None
        queries = own.queries() if isinstance(own, QueryWorkload) else []
        return expected_answers(stream["workload"]["operations"], queries, self._files) if queries else {}

    def of_section(self, section: Mapping[str, Any]) -> Workload:
        """Of a section in place of the plan's; equal ones share what they have computed. Raises PlanError."""
        key = repr(section)
        if key not in self._known:
            settings = own_settings(section)
            self._known[key] = self._create(settings.text("kind"), settings, self._files)
        return self._known[key]


def own_settings(section: Mapping[str, Any]) -> Settings:
    """Those of a section in place of the plan's."""
    return Settings(section, "workload", declared=plan_key("workload"))
