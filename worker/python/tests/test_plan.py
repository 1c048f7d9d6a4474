"""Phases as a worker executes them."""

import json
from pathlib import Path
from typing import Any

import pytest

from muster_worker.plan import Plan, read_plan
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
