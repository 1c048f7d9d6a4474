"""What Muster's Python worker costs, as ratios against a bare loop in the same run, in turns.

    python benchmarks/python/bare.py noop [--seconds 4] [--pairs 5] [--warm-up 1]
    python benchmarks/python/bare.py neo4j --uri bolt://127.0.0.1:7687 [--seconds 4] [--pairs 5] [--warm-up 1]

The pairs before those that count warm up: give a server that was just started 5 of them or more.

A bare loop is what one would write without Muster: it takes the next operation, reads the clock before and after, and
records both times and what it covers in the same way, by the same rows and the same histograms once a second. noop: one
client, nothing executed. neo4j: one client, posts and feeds in transactions of the driver; the server is erased.
"""

import argparse
import json
import statistics
from collections.abc import Sequence
from threading import Event
from time import monotonic_ns
from typing import NoReturn

import neo4j

from muster_worker.engine.block_result import OK, Rows, code_of
from muster_worker.engine.clock import PhaseClock
from muster_worker.engine.engine import Engine
from muster_worker.engine.leases import Grant
from muster_worker.engine.recording import Recording
from muster_worker.engine.spec import Outlet, Spec
from muster_worker.plan import Phase, Think
from muster_worker.targets.neo4j import Neo4jProvider, Neo4jTarget
from muster_worker.targets.neo4j_statements import Binding
from muster_worker.targets.noop import NoopTarget
from muster_worker.targets.spi import Probe, Session, Target
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.graphity import GraphityWorkload
from muster_worker.workloads.noop import NoopWorkload
from muster_worker.workloads.operations import Operation, Operations, PhaseKey, Workload
from muster_worker.workloads.settings import PlanError, Settings

LEASE = 50_000
SECOND_NS = 1_000_000_000
USERS = 500


def no_files(name: str) -> NoReturn:
    """No plan here names one."""
    raise PlanError(name)


class BareNeo4j:
    """A session of the driver, and a transaction for each operation with the same statements and time-out."""

    def __init__(self, target: Neo4jTarget, binding: Binding) -> None:
        self._session: neo4j.Session = target.driver_session()
        self._binding = binding

    def execute(self, operations: Sequence[Operation], probe: Probe | None) -> None:
        """One transaction."""
        with self._session.begin_transaction(timeout=30) as transaction:
            for statement in self._binding.statements(operations):
                result = transaction.run(statement.text, statement.parameters)
                list(result)
                result.consume()
            transaction.commit()

    def close(self) -> None:
        """Gives the connection back."""
        self._session.close()


def bare(operations: Operations, session: "Session | BareNeo4j", seconds: float, first: int) -> float:
    """Operations a second of the bare loop."""
    rows, clock = Rows(), PhaseClock(0)
    start_ns = clock.start_ns = monotonic_ns()
    end_ns = clock.end_ns = start_ns + int(seconds * SECOND_NS)
    recording = Recording(clock)
    index, done_ns, report_ns = first, start_ns, start_ns + SECOND_NS
    while True:
        operation = operations.at(index)
        digest = operation.digest()
        began_ns = monotonic_ns()
        if began_ns >= end_ns:
            break
        session.execute([operation], None)  # type: ignore[arg-type]
        intended_ns, done_ns = done_ns, monotonic_ns()
        code = code_of(operation.code, OK)
        service_ns, response_ns = done_ns - began_ns, done_ns - intended_ns
        rows.add(
            (
                code,
                service_ns,
                response_ns,
                done_ns,
                1,
                index - first,
                1,
                digest,
                0,
                index,
            )
        )
        index += 1
        if done_ns >= report_ns:
            report_ns += SECOND_NS
            recording.take(rows)
            for snapshot in recording.snapshots(done_ns):
                snapshot.SerializeToString()
    session.close()
    return (index - first) / seconds


def engine(operations: Operations, target: Target, seconds: float, first: int) -> float:
    """Operations a second of the worker's engine with one client."""
    phase = Phase(
        "measure",
        PhaseKey(42, 3, "", 0, 1, 0),
        1,
        None,
        Think(0, False),
        0,
        0,
        SECOND_NS,
        1,
    )
    snapshots: list[wire.Snapshot] = []
    granted = 0
    current: list[Engine] = []

    def want(total: int, rate: float) -> None:
        wanted[0] = max(wanted[0], total)
        more.set()

    def record(snapshot: wire.Snapshot) -> None:
        snapshot.SerializeToString()
        snapshots.append(snapshot)

    wanted, more = [0], Event()
    spec = Spec(phase, operations, target, "execute", 1, 0, 0, 0, 0)
    current.append(Engine(spec, Outlet(want, record, lambda bug: print(f"fault: {bug!r}"))))
    start_ns = monotonic_ns() + 50_000_000
    end_ns = start_ns + int(seconds * SECOND_NS)
    current[0].start(start_ns, end_ns)
    while monotonic_ns() < end_ns:
        while granted < wanted[0]:
            current[0].offer(Grant(granted + 1, first + granted * LEASE, LEASE, 1, 0))
            granted += 1
        more.wait(min(0.2, max(0.0, (end_ns - monotonic_ns()) / 1e9)))
        more.clear()
    drained = Event()
    current[0].drain(lambda unstarted: None, drained.set)
    drained.wait(10)
    current[0].close()
    return sum(each.samples for s in snapshots for each in s.series if each.timing == "service") / seconds


def workload_and_target(kind: str, uri: str) -> tuple[Workload, Target, Binding | None]:
    """What both sides ask, of what."""
    if kind == "noop":
        return NoopWorkload(Settings({}, "workload"), no_files), NoopTarget(False), None
    values = {
        "users": USERS,
        "algorithm": "stou",
        "mix": {"post": 50, "feed": 50},
        "messageLength": 140,
    }
    settings = Settings(values, "workload")
    workload = GraphityWorkload(settings, no_files)
    target = Neo4jProvider().open_bolt(uri, Settings({"kind": "neo4j"}, "target"), settings)
    load(workload, target)
    return workload, target, Binding.of(settings, "execute")


def load(workload: GraphityWorkload, target: Neo4jTarget) -> None:
    """A fresh network."""
    target.reset("benchmark")
    session = BareNeo4j(target, Binding.of(Settings({}, "workload"), "execute"))
    for ordinal, part in enumerate(workload.load_parts()):
        operations = workload.operations(PhaseKey(42, ordinal, part.name, 0, 1, 0))
        for first in range(0, USERS, 100):
            session.execute([operations.at(i) for i in range(first, first + 100)], None)
        target.await_indexes()
    session.close()


def main() -> None:
    """Pairs in turns, so that a slower machine is slower for both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("noop", "neo4j"))
    parser.add_argument("--uri", default="bolt://127.0.0.1:7687")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--warm-up", type=int, default=1)
    arguments = parser.parse_args()
    workload, target, binding = workload_and_target(arguments.kind, arguments.uri)
    operations = workload.operations(PhaseKey(42, 3, "", 0, 1, 0))

    def loop(seconds: float, first: int) -> float:
        session = (
            BareNeo4j(target, binding) if binding and isinstance(target, Neo4jTarget) else target.session("execute")
        )
        return bare(operations, session, seconds, first)

    first, ratios, rates = 0, [], []
    for pair in range(-arguments.warm_up, arguments.pairs):
        sides = {}
        for side in ("bare", "engine") if pair % 2 else ("engine", "bare"):
            first += 100_000_000
            run = (
                loop(arguments.seconds, first)
                if side == "bare"
                else engine(operations, target, arguments.seconds, first)
            )
            sides[side] = run
        if pair >= 0:
            rates.append(sides)
            ratios.append(sides["engine"] / sides["bare"])
    target.close()
    print(
        json.dumps(
            {
                "kind": arguments.kind,
                "engine_per_s": round(statistics.median(each["engine"] for each in rates)),
                "bare_per_s": round(statistics.median(each["bare"] for each in rates)),
                "ratio": round(statistics.median(ratios), 3),
                "ratios": [round(ratio, 3) for ratio in ratios],
            }
        )
    )


if __name__ == "__main__":
    main()
