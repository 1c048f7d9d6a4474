"""Makes the engines of what the coordinator sent: reads the plan, opens the target, warms up. Blocks."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from muster_worker import pipe
from muster_worker.agent.join_warmup import warm_up
from muster_worker.agent.stream_operations import stream_operations
from muster_worker.agent.target_cache import TargetCache
from muster_worker.answers.reference import AnswerChecks, AnswerReference
from muster_worker.engine.engine import Engine
from muster_worker.engine.spec import Outlet, Spec
from muster_worker.inflight.phase_engine import PhaseEngine, StreamEngine
from muster_worker.plan import Phase, Plan, read_plan
from muster_worker.targets.spi import Target
from muster_worker.workloads.operations import KINDS
from muster_worker.workloads.sampling import OperationSampling
from muster_worker.workloads.settings import PlanError


class PreparedPhase(NamedTuple):
    """Engines that are connected to their target."""

    phase: PhaseEngine
    target: Target


class EnginePreparation:
    """It shares the connections of earlier phases."""

    def __init__(self, targets: TargetCache) -> None:
        self._targets = targets

    def connect(self, prepare: pipe.Prepare, outlet: Callable[[int], Outlet]) -> PreparedPhase:
        """`outlet` makes that of a load from its number. Raises PlanError or TargetError."""
        located = _located(prepare.files)
        plan = read_plan(prepare.plan, located)
        loads = plan.phases[prepare.phase].loads
        generators = plan.generators(self._targets.access.code)
        opened = [self._targets.open(plan.target, plan.workload_settings, load.workload) for load in loads]
        if prepare.joining and any(prepare.clients):
            warm_up(opened[0], plan.operations(loads[0]))
        engines: list[StreamEngine] = []
        try:
            for stream, load in enumerate(loads):
                spec = _spec(prepare, plan, stream, opened[stream])._replace(
                    answers=_checks(plan, load, located),
                    generators=generators,
                    journey_timeout_ns=plan.target.duration_ns("operationTimeout"),
                )
                engines.append(StreamEngine(Engine(spec, outlet(stream)), load.rate is not None))
        except BaseException:
            for engine, _ in engines:
                engine.close()
            raise
        return PreparedPhase(PhaseEngine(engines), opened[0])


def _located(files: dict[str, Path]) -> Callable[[str], Path]:
    def path(name: str) -> Path:
        if name not in files:
            raise PlanError(f"data file {name} is not attached to the plan")
        return files[name]

    return path


def _checks(plan: Plan, load: Phase, located: Callable[[str], Path]) -> AnswerChecks | None:
    """What answers are compared with."""
    queries, expected = plan.queries_of(load), plan.expected_of(load)
    if plan.journeys or plan.depth != "execute" or not AnswerChecks.needed(plan.reference, expected, queries):
        return None
    reference = AnswerReference(located(plan.reference)) if plan.reference else None
    return AnswerChecks(reference, expected, queries, plan.checked_share)


def _spec(prepare: pipe.Prepare, plan: Plan, stream: int, target: Target) -> Spec:
    load = plan.phases[prepare.phase].loads[stream]
    samples = plan.trace == "samples" and load.measured
    return Spec(
        load,
        stream_operations(plan.operations(load), stream),
        target,
        plan.depth,
        prepare.clients[stream],
        prepare.lease_size,
        prepare.offset_ns,
        plan.retries,
        plan.backoff_ns,
        plan.names_of(load),
        stages=plan.trace != "off",
        sampling=OperationSampling(load.key.hash(), plan.every) if samples else None,
        reads=_reads(plan, load),
        journeys=plan.journeys,
    )


def _reads(plan: Plan, load: Phase) -> frozenset[int]:
    """A write brings no rows, unless it says so; what does not reach the database brings none, and noop counts none."""
    if plan.depth != "execute" or plan.target.text("kind") == "noop":
        return frozenset()
    queries = {query.code for query in plan.queries_of(load) if not query.write or query.rows_required}
    return frozenset(queries | {KINDS.index("feed"), KINDS.index("readPartition")})
