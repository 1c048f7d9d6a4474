"""Who gets which part of what is leased: clients of one engine, and the engine processes of one worker."""

import json
from collections.abc import Sequence
from multiprocessing.connection import wait
from pathlib import Path
from threading import Barrier
from time import monotonic_ns

from muster_worker.agent import worker_action, worker_event
from muster_worker.engine.leases import Grant, LeaseQueue, UnstartedRange
from muster_worker.engine_processes import EngineProcesses
from muster_worker.file_rule import FileRule
from muster_worker.plan_access import PlanAccess
from muster_worker.targets.spi import Probe
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.operations import Operation
from test_engine import Driven, all_covered, until

CHUNK = 512
PLAN = json.dumps(
    {
        "name": "test",
        "target": {"kind": "noop"},
        "workload": {"kind": "noop", "seed": 42},
        "phases": [{"kind": "measure", "name": "measure", "operations": 8, "clients": 8, "drain": "10s"}],
    }
)


def claims(queue: LeaseQueue, clients: int) -> list[int]:
    """Blocks that each of so many clients claims, one after another."""
    claimed = [queue.claim(CHUNK, clients) for _ in range(clients)]
    return [each.end - each.start if each else 0 for each in claimed]


def queue_of(*counts: int) -> LeaseQueue:
    queue = LeaseQueue(1)
    for lease, count in enumerate(counts):
        queue.offer(Grant(lease, 0, count, 1, 0), 0)
    return queue


def test_a_client_claims_no_more_than_its_part_of_what_is_left() -> None:
    queue = queue_of(4, 4)
    assert claims(queue, 8) == [1] * 8
    assert queue.claim(CHUNK, 8) is None


def test_a_client_claims_its_part_of_all_leases_together() -> None:
    assert claims(queue_of(*[100] * 100), 4) == [100] * 4
    assert claims(queue_of(15 * CHUNK), 8) == [CHUNK] * 8


def test_what_was_given_back_counts_as_left_and_what_was_taken_back_does_not() -> None:
    queue = queue_of(1_000)
    queue.close(lambda grant: True)
    queue.give_back(UnstartedRange(Grant(7, 0, 900, 1, 0), 890, 900, 0), 0)
    assert claims(queue, 5) == [2, 1, 1, 1, 1]


def test_as_many_operations_as_clients_run_at_the_same_time() -> None:
    together = Barrier(8)

    def meet(operations: Sequence[Operation], probe: Probe) -> None:
        together.wait(20)

    driven = Driven(meet, clients=8)
    driven.engine.offer(Grant(1, 0, 8, 1, 0))
    driven.start()
    until(lambda: all_covered(driven, 8) or driven.bugs)
    assert driven.drain() == []
    assert driven.bugs == []


def test_no_process_is_offered_a_lease_before_all_with_clients_have_asked(tmp_path: Path) -> None:
    processes = EngineProcesses(3, tmp_path, PlanAccess(FileRule(tmp_path)))
    try:
        prepare = wire.Prepare(assignment=5, plan=PLAN, clients=8)
        processes.act(worker_action.PrepareEngine(prepare, 0))
        end_ns = monotonic_ns() + 120 * 10**9
        totals: list[int] = []
        while not totals and monotonic_ns() < end_ns:
            wait(processes.connections(), 0.05)
            events = [event for connection in processes.connections() for event in processes.read(connection)]
            assert not any(isinstance(event, worker_event.Broken) for event in [*events, *processes.background()]), (
                events
            )
            totals = [event.total for event in events if isinstance(event, worker_event.Wanted)]
        assert totals[0] == 6, "two leases each"
    finally:
        processes.close()
