"""Batch-insert as a Python worker reads its plan."""

from typing import Any

import pytest

from muster_worker.workloads.data import DataFiles
from muster_worker.workloads.insert import InsertWorkload
from muster_worker.workloads.settings import PlanError, Settings


def test_edges_with_a_text_are_refused_rather_than_sent_without() -> None:
    with pytest.raises(PlanError, match=r"workload\.edgePayload: .*use Java workers"):
        workload(edgePayload=16)
    assert [part.name for part in workload(edgePayload=0).load_parts()] == ["vertices", "edges"]


def workload(**settings: Any) -> InsertWorkload:
    sizes = {"vertices": 10, "edges": 10}
    files: DataFiles = lambda name: (_ for _ in ()).throw(PlanError(name))  # noqa: E731
    return InsertWorkload(Settings(sizes | settings, "workload"), files)
