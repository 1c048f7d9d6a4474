"""The workloads of streams: a part of the plan's mix, or one of their own, which loads nothing."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

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


class StreamWorkloads(NamedTuple):
    """`create` makes the workload of a section."""

    of_plan: Workload
    create: Callable[[str, Settings, DataFiles], Workload]
    files: DataFiles

    def of(self, name: str, stream: Mapping[str, Any]) -> Workload | None:
        """None for all of the plan's. Raises PlanError."""
        own: Mapping[str, Any] | None = stream.get("workload")
        parts: Mapping[str, float] | None = stream.get("operations")
        workload = self._own(own) if own else self.of_plan
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
        return expected_answers(stream["workload"]["operations"], queries, self.files) if queries else {}

    def _own(self, section: Mapping[str, Any]) -> Workload:
        settings = Settings(section, "workload", declared=plan_key("workload"))
        return self.create(settings.text("kind"), settings, self.files)
