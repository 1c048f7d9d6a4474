"""Answers without a row: which are counted, and which are wrong."""

from collections.abc import Sequence
from typing import Any

import pytest

from muster_worker.engine.leases import Grant
from muster_worker.targets.spi import Probe
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.operations import FIRST_NAMED, Operation
from muster_worker.workloads.query_operation import Query, QueryOperation
from test_engine import Driven, until

FIND = Query(FIRST_NAMED, "find", {}, (), False, False, False, "id", 10, 0)
PUT = Query(FIRST_NAMED + 1, "put", {}, (), True, False, False, "id", 10, 0)


class Mixed:
    """Every third operation is a write."""

    def __init__(self, find: Query) -> None:
        self._find = find

    def at(self, index: int) -> QueryOperation:
        return QueryOperation(PUT if index % 3 == 0 else self._find, (index,))


def half(operations: Sequence[Operation], probe: Probe) -> None:
    """Even indexes bring nothing."""
    for at, operation in enumerate(operations):
        assert isinstance(operation, QueryOperation)
        probe.elements(at, int(operation.values[0] or 0) % 2)


def run(find: Query, actions: int = 1, reads: frozenset[int] = frozenset({FIND.code})) -> Driven:
    """600 operations: 400 reads, half of them without a row."""

    class OfQueries(Driven):
        def operations(self) -> Any:
            return Mixed(find)

    driven = OfQueries(half, actions=actions, names=("find", "put"), reads=reads)
    driven.engine.offer(Grant(1, 0, 600, 1, 0))
    driven.start()
    until(lambda: sum(count for (name, _), count in driven.series().items() if name != "transaction") == 600)
    driven.drain()
    assert not driven.bugs
    return driven


def counted(driven: Driven) -> dict[str, tuple[int, int]]:
    """Answers, and those without a row."""
    found: dict[str, tuple[int, int]] = {}
    for each in (one for snapshot in driven.snapshots for one in snapshot.answers):
        answered, empty = found.get(each.operation, (0, 0))
        found[each.operation] = (answered + each.answered, empty + each.empty)
    return found


@pytest.mark.parametrize("actions", [1, 5])
def test_reads_are_counted_without_a_reference_and_writes_are_not(actions: int) -> None:
    driven = run(FIND, actions)
    assert counted(driven) == {"find": (400, 200)}
    assert driven.series()["find", "ok"] == 400


@pytest.mark.parametrize("actions", [1, 5])
def test_an_empty_answer_is_an_outcome_of_its_own_where_rows_are_required(actions: int) -> None:
    driven = run(FIND._replace(rows_required=True), actions)
    assert counted(driven) == {"find": (400, 200)}
    assert (driven.series()["find", "ok"], driven.series()["find", "emptyAnswer"]) == (200, 200)
    messages = {each.first_message for each in services(driven) if each.outcome == "emptyAnswer"}
    assert messages == ({"the answer has no row, and the operation says rows: required"} if actions == 1 else {""})


def services(driven: Driven) -> list[wire.Series]:
    return [each for snapshot in driven.snapshots for each in snapshot.series if each.timing == "service"]


def test_nothing_is_counted_of_operations_that_do_not_reach_the_database() -> None:
    assert counted(run(FIND, reads=frozenset())) == {}


def test_no_snapshot_has_more_answers_than_samples() -> None:
    for snapshot in run(FIND).snapshots:
        samples = sum(each.samples for each in snapshot.series if (each.operation, each.timing) == ("find", "service"))
        assert all(0 <= each.empty <= each.answered <= samples for each in snapshot.answers)
