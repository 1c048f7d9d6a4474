"""Makes an engine of what the coordinator sent: reads the plan, opens the target, warms up. Blocks."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from muster_worker import pipe
from muster_worker.agent.join_warmup import warm_up
from muster_worker.agent.target_cache import TargetCache
from muster_worker.answers.reference import AnswerChecks, AnswerReference
from muster_worker.engine.engine import Engine
from muster_worker.engine.spec import Outlet, Spec
from muster_worker.plan import Plan, read_plan
from muster_worker.targets.spi import Target
from muster_worker.workloads.operations import KINDS, Operations
from muster_worker.workloads.sampling import OperationSampling
from muster_worker.workloads.settings import PlanError


class PreparedEngine(NamedTuple):
    """An engine that is connected to its target."""

    engine: Engine
    target: Target


class EnginePreparation:
    """It shares the connections of earlier phases."""

    def __init__(self, targets: TargetCache) -> None:
        self._targets = targets

    def connect(self, prepare: pipe.Prepare, outlet: Outlet) -> PreparedEngine:
        """Raises PlanError or TargetError."""
        located = _located(prepare.files)
        plan = read_plan(prepare.plan, located)
        operations = plan.workload.operations(plan.phases[prepare.phase].key)
        generators = plan.generators(self._targets.access.code)
        target = self._targets.open(plan.target, plan.workload_settings)
        if prepare.joining and prepare.clients:
            warm_up(target, operations)
        return PreparedEngine(
            Engine(
                _spec(prepare, plan, operations, target)._replace(
                    answers=_checks(plan, located),
                    generators=generators,
                    journey_timeout_ns=plan.target.duration_ns("operationTimeout"),
                ),
                outlet,
            ),
            target,
        )


def _located(files: dict[str, Path]) -> Callable[[str], Path]:
    def path(name: str) -> Path:
        if name not in files:
            raise PlanError(f"data file {name} is not attached to the plan")
        return files[name]

    return path


def _checks(plan: Plan, located: Callable[[str], Path]) -> AnswerChecks | None:
    """What answers are compared with."""
    if plan.journeys or plan.depth != "execute" or not AnswerChecks.needed(plan.reference, plan.expected, plan.queries):
        return None
    reference = AnswerReference(located(plan.reference)) if plan.reference else None
    return AnswerChecks(reference, plan.expected, plan.queries, plan.checked_share)


def _spec(prepare: pipe.Prepare, plan: Plan, operations: Operations, target: Target) -> Spec:
    phase = plan.phases[prepare.phase]
    samples = plan.trace == "samples" and phase.measured
    return Spec(
        phase,
        operations,
        target,
        plan.depth,
        prepare.clients,
        prepare.lease_size,
        prepare.offset_ns,
        plan.retries,
        plan.backoff_ns,
        plan.names,
        stages=plan.trace != "off",
        sampling=OperationSampling(phase.key.hash(), plan.every) if samples else None,
        reads=_reads(plan),
        journeys=plan.journeys,
    )


def _reads(plan: Plan) -> frozenset[int]:
    """A write brings no rows, unless it says so; what does not reach the database brings none, and noop counts none."""
    if plan.depth != "execute" or plan.target.text("kind") == "noop":
        return frozenset()
    queries = {query.code for query in plan.queries if not query.write or query.rows_required}
    return frozenset(queries | {KINDS.index("feed"), KINDS.index("readPartition")})
