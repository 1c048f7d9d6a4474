"""Which operations are recorded singly, what is kept of them, and that recording no stages costs no clock."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pytest

from muster_worker.engine.block_result import BlockResult
from muster_worker.engine.leases import Grant
from muster_worker.engine.operation_samples import MAX_SAMPLES
from muster_worker.plan import read_plan
from muster_worker.targets.spi import Probe
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.operations import Operation, PhaseKey
from muster_worker.workloads.sampling import OperationSampling
from muster_worker.workloads.settings import PlanError
from test_engine import OFFSET_NS, Driven, index_of, until

KEY = PhaseKey(42, 1, "", 0, 1, -1)
INDEXES = np.arange(1_000, dtype=np.uint64)


def stages(operations: Sequence[Operation], probe: Probe) -> None:
    probe.stage("send")
    probe.reported("server", 1_000 + index_of(operations))


def recorded(operations: int, every: int | None, traced: bool = True) -> list[wire.Snapshot]:
    sampling = OperationSampling(KEY.hash(), every) if every else None
    driven = Driven(stages, stages=traced, sampling=sampling)
    driven.engine.offer(Grant(7, 0, operations, 1, 0))
    driven.start()
    until(lambda: driven.bugs or sum(driven.series().values()) == operations)
    driven.drain()
    assert sum(driven.series().values()) == operations
    return driven.snapshots


def test_the_operations_that_are_taken_are_the_same_in_every_language() -> None:
    """The same indexes as in OperationSamplingTest."""
    taken, halvings = OperationSampling(KEY.hash(), 100).taken(INDEXES, 500)
    assert INDEXES[taken].tolist() == [6, 38, 49, 184, 220, 292, 411, 497, 653, 689, 692, 738, 772, 827, 839]
    assert halvings == 0


def test_one_of_one_takes_all_and_halving_keeps_a_part_of_what_was_taken() -> None:
    sampling = OperationSampling(KEY.hash(), 1)
    assert sampling.taken(INDEXES, 1_000)[0].all()
    fewer, halvings = sampling.taken(INDEXES, 300)
    fewest, more = sampling.taken(INDEXES, 100)
    assert 0 < halvings < more
    assert (fewest <= fewer).all()
    assert 30 <= np.count_nonzero(fewest) <= 100


def test_a_sample_has_its_times_and_stages() -> None:
    snapshots = recorded(1_000, 100)
    samples = [sample for snapshot in snapshots for sample in snapshot.samples]
    taken, _ = OperationSampling(KEY.hash(), 100).taken(INDEXES, 500)
    assert sorted(sample.index for sample in samples) == INDEXES[taken].tolist()
    assert {snapshot.sampled_every for snapshot in snapshots} == {100}
    for sample in samples:
        assert (sample.operation, sample.outcome) == ("noop", "ok")
        assert sample.start_ns > OFFSET_NS
        times = {stage.stage: stage.ns for stage in sample.stages}
        assert times["server"] == 1_000 + sample.index
        assert 0 <= times["send"] <= sample.service_ns <= sample.response_ns


def test_many_operations_are_thinned_to_a_bound() -> None:
    for snapshot in recorded(20_000, 1):
        assert len(snapshot.samples) <= MAX_SAMPLES
        taken, halvings = OperationSampling(KEY.hash(), snapshot.sampled_every).taken(
            np.array([sample.index for sample in snapshot.samples], dtype=np.uint64), MAX_SAMPLES
        )
        assert taken.all()
        assert halvings == 0


def test_without_samples_there_are_none_and_without_stages_there_are_no_stages() -> None:
    for snapshot in recorded(500, None):
        assert snapshot.sampled_every == 0
        assert not snapshot.samples
        assert {series.timing for series in snapshot.series} >= {"send", "server"}
    for snapshot in recorded(500, None, traced=False):
        assert {series.timing for series in snapshot.series} == {"service", "response"}


def test_no_clock_is_read_for_a_stage_that_is_not_recorded() -> None:
    def clock() -> int:
        raise AssertionError("read")

    result = BlockResult(clock, None, False)
    result.stage("send")
    result.reached("first_row")
    result.reported("server", 5)
    assert result.plain
    assert not result.stages


class Traced(NamedTuple):
    """What a plan says of it."""

    keys: str
    trace: str
    every: int


@pytest.mark.parametrize(
    "case",
    [
        Traced("", "stages", 100),
        Traced('"trace": "off", "samples": "1/100",', "off", 100),
        Traced('"trace": "samples", "samples": "1/7",', "samples", 7),
    ],
)
def test_a_plan_says_what_is_recorded(case: Traced) -> None:
    def files(name: str) -> object:
        raise PlanError(name)

    text = (
        '{"name": "p", "target": {"kind": "noop"}, "workload": {"kind": "noop", "seed": 42}, %s'
        '"phases": [{"kind": "warmup", "name": "w"}, {"kind": "measure", "name": "m"}]}'
    )
    plan = read_plan(text % case.keys, files)  # type: ignore[arg-type]
    assert (plan.trace, plan.every) == (case.trace, case.every)
    assert [phase.measured for phase in plan.phases] == [False, True]
