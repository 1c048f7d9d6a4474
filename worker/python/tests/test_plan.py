"""Phases as a worker executes them."""

import json
from pathlib import Path
from typing import Any

from muster_worker.plan import Plan, read_plan

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
