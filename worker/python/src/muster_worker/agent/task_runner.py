"""Does a task on the database and reports how it went."""

from collections.abc import Callable
from typing import Any

from muster_worker import pipe
from muster_worker.agent import target_reach
from muster_worker.agent.target_cache import TargetCache
from muster_worker.plan import target_settings
from muster_worker.targets.spi import Explaining, StatementNote, Target, TargetError
from muster_worker.workloads.settings import PlanError


class TaskRunner:
    """It shares the connections of the phases."""

    def __init__(self, targets: TargetCache) -> None:
        self._targets = targets

    def run(self, task: pipe.Task) -> pipe.TaskDone:
        """Never raises."""
        try:
            if task.kind == "statements":
                return pipe.TaskDone(task.task, "", "", {}, self._statements_of(task))
            if task.kind == "reach":
                return target_reach.attempt(task, self._targets)
            return pipe.TaskDone(task.task, "", "", self._facts_of(task))
        except PlanError as error:
            return pipe.TaskDone(task.task, "plan", str(error), {})
        except TargetError as error:
            return pipe.TaskDone(task.task, "target", str(error), {})
        except Exception as error:
            return pipe.TaskDone(task.task, "fault", f"{task.kind}: {error!r}", {})

    def _statements_of(self, task: pipe.Task) -> tuple[tuple[str, StatementNote], ...]:
        """What the database says of each statement that the plan names; nothing where it explains none."""
        _, settings, workload = target_settings(task.plan)
        target = self._targets.open(settings, workload)
        operations: dict[str, dict[str, Any]] = workload.raw().get("operations") or {}
        notes: list[tuple[str, StatementNote]] = []
        for name, keys in operations.items():
            if isinstance(target, Explaining) and "cypher" in keys:
                explained = target.explain(keys["cypher"], list(keys.get("with") or {}), keys.get("write", False))
                notes += [(name, note) for note in explained]
        return tuple(notes)

    def _facts_of(self, task: pipe.Task) -> dict[str, str]:
        name, settings, workload = target_settings(task.plan)
        target = self._targets.open(settings, workload)
        tasks: dict[str, Callable[[], dict[str, str]]] = {
            "probe": lambda: _probe(target),
            "reset": lambda: target.reset(name) or {},  # type: ignore[func-returns-value]
            "create": lambda: _create(target, name),
            "index": lambda: target.await_indexes() or {},  # type: ignore[func-returns-value]
            "fingerprint": target.fingerprint,
        }
        if task.kind not in tasks:
            raise PlanError(f"unknown task {task.kind}: use the same release of Muster everywhere")
        return tasks[task.kind]()


def _create(target: Target, name: str) -> dict[str, str]:
    """The schema, before a load into what is empty and not Muster's yet; any other database stays as it is."""
    contents = target.contents()
    if not contents.marked and contents.vertices == 0 and contents.edges == 0:
        target.reset(name)
    return {}


def _probe(target: Target) -> dict[str, str]:
    contents = target.contents()
    return target.facts() | {
        "address": contents.address,
        "database": contents.database,
        "marked": str(contents.marked).lower(),
        "vertices": str(contents.vertices),
        "edges": str(contents.edges),
    }
