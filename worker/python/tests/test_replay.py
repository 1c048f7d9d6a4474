"""Recorded operations: the same as Java reads, from the same files."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from muster_worker.plan import Plan, Rate, read_plan
from muster_worker.workloads.mix import MASK
from muster_worker.workloads.replay import RecordedTimes
from muster_worker.workloads.settings import PlanError

GOLDEN = Path(__file__).parents[3] / "workloads/src/test/resources/golden"
GRAPHITY: dict[str, Any] = {"kind": "graphity", "users": 50, "seed": 9}
QUERY = {
    "kind": "query",
    "seed": 9,
    "operations": {"first": {"with": {"t": 0, "n": 0}}, "second": {"with": {"limit": 0, "half": 0, "yes": 0}}},
}
MEASURE: dict[str, Any] = {
    "kind": "measure",
    "name": "measure",
    "rate": "1000/1s",
    "arrivals": "poisson",
    "maxInFlight": 3,
}
PHASES: list[dict[str, Any]] = [
    {"kind": "load", "name": "load"},
    {"kind": "warmup", "name": "warmup", "think": "5ms"},
    MEASURE,
]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("workload", "name", "phases", "digests"),
    [
        (GRAPHITY, "replay.jsonl", PHASES, [0x366052573A18C2DA, 0x61C3AB075C6E8BDF]),
        (QUERY, "replay-query.jsonl", [MEASURE], [0x1FF4CF7DA492D69A]),
    ],
)
def test_recorded_operations_have_the_digest_of_their_recording(
    workload: dict[str, Any], name: str, phases: list[dict[str, Any]], digests: list[int], packed: bool, tmp_path: Path
) -> None:
    content = (GOLDEN / name).read_bytes()
    file = tmp_path / "content"
    file.write_bytes(gzip.compress(content) if packed else content)
    read = plan(workload, file, phases)
    recorded = [phase for phase in read.phases if not phase.key.part]
    for phase, digest in zip(recorded, digests, strict=True):
        operations = read.workload.operations(phase.key)
        found = sum(operations.at(index).digest() for index in range(operations.count))
        assert found & MASK == digest


def test_the_load_is_that_of_the_workload_and_fast_phases_are_closed() -> None:
    read = plan(GRAPHITY, GOLDEN / "replay.jsonl", PHASES)
    plain = plan(GRAPHITY, None, PHASES)
    assert read.phases[:2] == plain.phases[:2]
    assert read.workload.operations(read.phases[0].key).at(3) == plain.workload.operations(plain.phases[0].key).at(3)
    assert [(phase.rate, phase.think.mean_ns) for phase in read.phases[2:]] == [(None, 0), (None, 0)]


def test_recorded_times_are_those_of_the_open_model_divided_by_the_speed() -> None:
    schedule = Rate(1000, 10**9, True).schedule(plan(GRAPHITY, None, PHASES).phases[-1].key.hash())
    starts = [schedule.time_ns(0, 0, index) for index in range(40)]
    for speed, expected in [(1, starts), (2.0, [start // 2 for start in starts])]:
        phases = plan(GRAPHITY, GOLDEN / "replay.jsonl", PHASES, pace="recorded", speed=speed).phases
        times = phases[-1].rate
        assert isinstance(times, RecordedTimes)
        assert [times.time_ns(0, 0, index) for index in range(40)] == expected
        assert times.time_ns(39, 0, 44) == expected[-1]
        assert phases[-2].rate is None, "a warm-up without times"


def test_a_file_that_cannot_be_unpacked_is_a_plan_error(tmp_path: Path) -> None:
    file = tmp_path / "cut"
    file.write_bytes(gzip.compress((GOLDEN / "replay.jsonl").read_bytes())[:-9])
    with pytest.raises(PlanError, match="cannot be read"):
        plan(GRAPHITY, file, PHASES)


def plan(
    workload: dict[str, Any], file: Path | None, phases: list[dict[str, Any]], pace: str = "fast", speed: float = 1
) -> Plan:
    text = {"name": "p", "target": {"kind": "noop"}, "workload": workload, "phases": phases}
    if file:
        text["replay"] = {"file": str(file), "pace": pace, "speed": speed}
    return read_plan(json.dumps(text), Path)
