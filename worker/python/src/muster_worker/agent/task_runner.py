"""Does a task on the database and reports how it went."""

from collections.abc import Callable, Iterator
from typing import Any

from muster_worker import pipe
from muster_worker.agent import target_reach
from muster_worker.agent.target_cache import TargetCache
from muster_worker.plan import target_settings
from muster_worker.targets.spi import Explaining, StatementNote, Target, TargetError
from muster_worker.workloads.journey_operation import STEP_MARK
from muster_worker.workloads.settings import PlanError, Settings


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
        notes: list[tuple[str, StatementNote]] = []
        for name, keys, parameters in _statements(workload):
            if isinstance(target, Explaining) and "cypher" in keys:
                explained = target.explain(keys["cypher"], parameters, keys.get("write", False))
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


def _statements(workload: Settings) -> Iterator[tuple[str, dict[str, Any], list[str]]]:
    """Of each statement that the plan names its name, its keys, and the names of its parameters."""
    operations: dict[str, dict[str, Any]] = workload.raw().get("operations") or {}
    for name, keys in operations.items():
        yield name, keys, list(keys.get("with") or {})
    journeys: dict[str, dict[str, Any]] = workload.raw().get("journeys") or {}
    for journey, of in journeys.items():
        for step, keys in of["steps"].items():
            yield journey + STEP_MARK + step, keys, [*(of.get("parameters") or {}), *(keys.get("parameters") or {})]


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
