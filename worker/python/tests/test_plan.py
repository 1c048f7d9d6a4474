"""Phases as a worker executes them."""

import json
from pathlib import Path
from typing import Any

import pytest

from muster_worker.plan import Phase, Plan, Rate, Think, read_plan
from muster_worker.workloads.operations import KINDS
from muster_worker.workloads.settings import PlanError

LOAD = {"kind": "load", "name": "load"}
WARMUP = {"kind": "warmup", "name": "warmup", "duration": "1s", "clients": 1}
MEASURE = {"kind": "measure", "name": "measure", "operations": 10, "clients": 1}
VERIFY = {"kind": "verify", "name": "verify"}


def test_a_verify_phase_is_a_task_between_and_changes_no_operation_of_the_others() -> None:
    plain = plan(LOAD, WARMUP, MEASURE)
    verified = plan(LOAD, VERIFY, WARMUP, VERIFY, MEASURE, VERIFY)
    assert [phase.name for phase in verified.phases] == ["load-vertices", "load-edges", "warmup", "measure"]
    assert [phase.key for phase in verified.phases] == [phase.key for phase in plain.phases]
    assert [(phase.key.ordinal, phase.key.slot, phase.key.slots) for phase in verified.phases[2:]] == [
        (2, 0, 2),
        (3, 1, 2),
    ]


STREAMS = {
    "kind": "measure",
    "name": "both",
    "duration": "4s",
    "drain": "2s",
    "streams": {
        "writers": {"operations": {"follow": 50.0, "post": 50.0}, "rate": "200/s", "arrivals": "poisson"},
        "scans": {"operations": {"feed": 1.0}, "clients": 4, "think": "1ms", "ramp": "2s"},
        "asks": {"workload": {"kind": "query", "operations": {"one": {"cypher": "RETURN 1", "expect": 1}}}},
    },
}


def test_each_stream_has_an_ordinal_and_a_slot_of_its_own_and_the_bounds_of_its_phase() -> None:
    read = plan(LOAD, WARMUP, STREAMS, MEASURE)
    warmup, both, measure = read.phases[2:]
    writers, scans, asks = both.loads
    assert [load.name for load in both.loads] == ["writers", "scans", "asks"]
    assert [load.key.ordinal for load in (warmup, both, *both.loads, measure)] == [2, 3, 3, 131, 259, 4]
    assert [load.key.slot for load in (warmup, *both.loads, measure)] == [0, 1, 2, 3, 4]
    assert {load.key.slots for load in (warmup, *both.loads, measure)} == {5}
    assert {(load.drain_ns, load.measured) for load in both.loads} == {(2 * 10**9, True)}
    assert (writers.rate, writers.think, writers.ramp_ns) == (Rate(200, 10**9, True), Think(0, False), 0)
    assert (scans.rate, scans.think, scans.ramp_ns) == (None, Think(1_000_000, False), 2 * 10**9)
    assert (both.clients, scans.clients, asks.clients) == (6, 4, 1)
    assert measure.loads == (measure,)


def test_a_stream_executes_a_part_of_the_mix_or_a_workload_of_its_own() -> None:
    read = plan(LOAD, STREAMS)
    writers, scans, asks = read.phases[2].loads
    assert {operation(read, writers, index) for index in range(40)} == {"follow", "post"}
    assert {operation(read, scans, index) for index in range(40)} == {"feed"}
    assert [query.name for query in read.queries_of(asks)] == ["one"]
    assert list(read.expected_of(asks)) == ["one"]
    assert (read.queries_of(scans), read.expected_of(scans)) == ([], {})


def operation(read: Plan, load: Phase, index: int) -> str:
    return KINDS[read.operations(load).at(index).code]


@pytest.mark.parametrize(
    ("workload", "stream", "why"),
    [
        ({"kind": "noop"}, {"operations": {"a": 1}}, "stream s: operations: it has no mix of operations"),
        ({"kind": "graphity"}, {"operations": {"a": 1}}, "stream s: operations: graphity has follow, "),
        ({"kind": "noop"}, {"workload": {"kind": "chess"}}, "a Python worker knows noop, "),
    ],
)
def test_a_stream_that_names_what_there_is_not_is_refused(
    workload: dict[str, Any], stream: dict[str, Any], why: str
) -> None:
    text = {
        "name": "p",
        "target": {"kind": "noop"},
        "workload": workload | {"seed": 5},
        "phases": [{"kind": "measure", "name": "m", "duration": "1s", "streams": {"s": stream}}],
    }
    with pytest.raises(PlanError, match=why):
        read_plan(json.dumps(text), Path)


def plan(*phases: dict[str, Any]) -> Plan:
    text = {
        "name": "p",
        "target": {"kind": "noop"},
        "workload": {"kind": "graphity", "users": 10, "seed": 5},
        "phases": list(phases),
    }
    return read_plan(json.dumps(text), Path)


def test_the_load_of_data_keeps_its_place_and_is_left_to_java_workers() -> None:
    text = {
        "name": "p",
        "target": {"kind": "neo4j"},
        "data": {"social": {"people": 1000}},
        "workload": {"kind": "query", "seed": 5, "operations": {"one": {"cypher": "RETURN 1", "rows": "required"}}},
        "phases": [LOAD, MEASURE],
    }
    loaded = read_plan(json.dumps(text), Path)
    assert [(phase.name, phase.key.ordinal) for phase in loaded.phases] == [
        ("load-schema", 0),
        ("load-nodes", 1),
        ("load-edges", 2),
        ("measure", 3),
    ]
    assert loaded.workload.operations(loaded.phases[3].key).at(0).code == loaded.queries[0].code
    assert loaded.queries[0].rows_required
    with pytest.raises(PlanError, match=r"cannot load the data of a plan; add a Java worker"):
        loaded.workload.operations(loaded.phases[1].key)


def test_a_stream_of_loaded_data_executes_a_part_of_the_mix() -> None:
    operations = {"one": {"cypher": "RETURN 1"}, "two": {"cypher": "RETURN 2"}}
    text = {
        "name": "p",
        "target": {"kind": "neo4j"},
        "data": {"social": {"people": 1000}},
        "workload": {"kind": "query", "seed": 5, "operations": operations},
        "phases": [LOAD, STREAMS | {"streams": {"s": {"operations": {"two": 1}}}}],
    }
    loaded = read_plan(json.dumps(text), Path)
    (load,) = loaded.phases[3].loads
    assert {loaded.operations(load).at(index).code for index in range(40)} == {loaded.queries[1].code}
