"""The engine without a network: what it covers, what it gives back, and how it ends."""

from collections.abc import Callable, Sequence
from functools import partial
from threading import Event
from time import monotonic_ns, sleep
from typing import Any

import pytest

from muster_results import histogram
from muster_worker.agent.stream_operations import stream_operations
from muster_worker.engine.engine import Engine
from muster_worker.engine.leases import Covered, Grant
from muster_worker.engine.spec import Outlet, Spec
from muster_worker.inflight.phase_engine import PhaseEngine, StreamEngine
from muster_worker.plan import Phase, Rate, Think
from muster_worker.targets.spi import Contents, FailureKind, OperationFailure, Probe
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads import stream_index
from muster_worker.workloads.data import DataFiles
from muster_worker.workloads.mix import MASK, mix
from muster_worker.workloads.noop import NoopWorkload
from muster_worker.workloads.operations import Noop, Operation, PhaseKey
from muster_worker.workloads.profile import ProfileRate
from muster_worker.workloads.settings import PlanError, Settings
from muster_worker.workloads.turns import ArmTurns

KEY = PhaseKey(42, 0, "", 0, 1, -1)
OFFSET_NS = 1_700_000_000_123_456_789
Execute = Callable[[Sequence[Operation], Probe], None]


class FakeTarget:
    """Does what a test says; the real ones have tests of their own."""

    def __init__(self, execute: Execute) -> None:
        self.execute = execute

    def session(self, depth: str) -> "FakeTarget":
        return self

    def facts(self) -> dict[str, str]:
        return {}

    def contents(self) -> Contents:
        return Contents("", "", False, 0, 0)

    def reset(self, marker: str) -> None: ...
    def await_indexes(self) -> None: ...
    def fingerprint(self) -> dict[str, str]:
        return {}

    def close(self) -> None: ...


class Driven:
    """An engine whose messages are kept."""

    def __init__(
        self,
        execute: Execute,
        clients: int = 3,
        actions: int = 1,
        rate: Rate | ProfileRate | None = None,
        drain_ns: int = 10**10,
        lease_size: int = 0,
        backoff_ns: int = 1000,
        pacing_ns: int = 0,
        ramp_ns: int = 0,
        turns: ArmTurns | None = None,
        **more: Any,
    ) -> None:
        operations = self.operations()
        times = (Think(0, False), pacing_ns, ramp_ns, drain_ns)
        phase = Phase("measure", KEY, actions, rate, *times, clients, turns=turns)
        self.wanted: list[int] = []
        self.snapshots: list[wire.Snapshot] = []
        self.bugs: list[BaseException] = []
        spec = Spec(
            phase, operations, FakeTarget(execute), "execute", clients, lease_size, OFFSET_NS, 3, backoff_ns, **more
        )
        outlet = Outlet(lambda total, rate: self.wanted.append(total), self.snapshots.append, self.bugs.append)
        self.engine = Engine(spec, outlet)

    def operations(self) -> Any:
        """What it executes."""
        files: DataFiles = lambda name: (_ for _ in ()).throw(PlanError(name))  # noqa: E731
        return NoopWorkload(Settings({}, "workload"), files)

    def start(self, seconds: float = 0) -> "Driven":
        now_ns = monotonic_ns() + OFFSET_NS
        self.engine.start(now_ns, now_ns + int(seconds * 1e9) if seconds else 0)
        return self

    def drain(self) -> list[Covered]:
        done = Event()
        unstarted: list[Covered] = []
        self.engine.drain(
            lambda rest: unstarted.extend(rest) if not done.is_set() else self.bugs.append(ValueError()), done.set
        )
        assert done.wait(100)
        self.engine.close()
        return unstarted

    def covered(self) -> dict[int, list[int]]:
        """Positions by lease."""
        found: dict[int, list[int]] = {}
        for snapshot in self.snapshots:
            for coverage in snapshot.coverage:
                found.setdefault(coverage.lease, []).extend(positions(coverage.runs))
        return found

    def series(self, timing: str = "service") -> dict[tuple[str, str], int]:
        counts: dict[tuple[str, str], int] = {}
        for series in (each for snapshot in self.snapshots for each in snapshot.series if each.timing == timing):
            assert int(histogram.decode(series.histogram).sum()) == series.samples
            key = (series.operation, series.outcome)
            counts[key] = counts.get(key, 0) + series.samples
        return counts

    def non_ok_positions(self) -> dict[str, list[int]]:
        """Positions of lease 1 by class."""
        found: dict[str, list[int]] = {}
        for each in (exceptions for snapshot in self.snapshots for exceptions in snapshot.non_ok_positions):
            for coverage in each.positions:
                assert coverage.lease == 1
                found.setdefault(each.outcome, []).extend(positions(coverage.runs))
        return {outcome: sorted(of_class) for outcome, of_class in found.items()}

    def digest(self) -> int:
        return sum(snapshot.digest for snapshot in self.snapshots) & MASK


def positions(runs: Sequence[int]) -> list[int]:
    at = 0
    found: list[int] = []
    for skip, take in zip(runs[::2], runs[1::2], strict=True):
        found += range(at + skip, at + skip + take)
        at += skip + take
    return found


def index_of(operations: Sequence[Operation]) -> int:
    assert isinstance(operations[0], Noop)
    return operations[0].index


def all_covered(driven: Driven, count: int) -> bool:
    return sum(map(len, driven.covered().values())) == count


def nothing(operations: Sequence[Operation], probe: Probe) -> None:
    pass


def until(condition: Callable[[], Any]) -> None:
    end_ns = monotonic_ns() + 100 * 10**9
    while not condition():
        assert monotonic_ns() < end_ns, "it did not come about within 100 s"
        sleep(0.005)


def test_every_offered_position_is_covered_once_with_its_digest() -> None:
    driven = Driven(nothing)
    driven.engine.offer(Grant(1, 0, 5000, 1, 0))
    driven.engine.offer(Grant(2, 5000, 300, 7, 0))
    driven.start()
    until(lambda: sum(driven.series().values()) == 5300)
    assert driven.drain() == []
    assert {lease: sorted(found) for lease, found in driven.covered().items()} == {
        1: list(range(5000)),
        2: list(range(300)),
    }
    indexes = [*range(5000), *range(5000, 5000 + 300 * 7, 7)]
    assert driven.digest() == sum(mix(i) for i in indexes) & MASK
    assert driven.series("response") == driven.series() == {("noop", "ok"): 5300}
    assert not driven.bugs


def test_a_transaction_covers_its_actions_and_has_its_own_samples_and_stages() -> None:
    def execute(operations: Sequence[Operation], probe: Probe) -> None:
        probe.stage("execute")
        probe.outcome(1, "absent")
        probe.elements(0, 3)

    driven = Driven(execute, actions=5)
    driven.engine.offer(Grant(1, 0, 23, 1, 0))
    driven.start()
    until(lambda: sum(driven.series().values()) >= 28)
    driven.drain()
    assert driven.series() == {("transaction", "ok"): 5, ("noop", "ok"): 18, ("noop", "absent"): 5}
    assert driven.series("execute") == {("transaction", "ok"): 5}
    elements = sum(s.elements for each in driven.snapshots for s in each.series if s.timing == "service")
    assert elements == 15
    assert sorted(driven.covered()[1]) == list(range(23))


def test_transient_failures_are_tried_again_as_one_sample_and_counted() -> None:
    failed: dict[int, int] = {}

    def execute(operations: Sequence[Operation], probe: Probe) -> None:
        index = index_of(operations)
        failed[index] = failed.get(index, 0) + 1
        if index % 2 and failed[index] < 3:
            raise OperationFailure(FailureKind.TRANSIENT, "Deadlock", "try again")
        if index == 4:
            raise OperationFailure(FailureKind.PERMANENT, "Wrong", "no")

    driven = Driven(execute, clients=1)
    driven.engine.offer(Grant(1, 0, 10, 1, 0))
    driven.start()
    until(lambda: sum(driven.series().values()) == 10)
    driven.drain()
    assert driven.series() == {("noop", "ok"): 9, ("noop", "Wrong"): 1, ("noop", "Deadlock"): 0}
    services = [s for each in driven.snapshots for s in each.series if s.timing == "service"]
    assert sum(s.retries for s in services if s.outcome == "Deadlock") == 10
    assert {s.first_message for s in services if s.outcome == "Wrong"} == {"no"}


def test_snapshots_say_which_positions_were_not_simply_ok_alone_and_in_transactions() -> None:
    lost: set[int] = set()

    def execute(operations: Sequence[Operation], probe: Probe) -> None:
        first = index_of(operations)
        if first == 30 and not lost:
            lost.add(first)
            raise OperationFailure(FailureKind.UNKNOWN, "Lost", "no answer")
        if first == 40:
            raise OperationFailure(FailureKind.PERMANENT, "Wrong", "no")
        for at, operation in enumerate(operations):
            if index_of([operation]) % 10 == 3:
                probe.outcome(at, "absent")
            if index_of([operation]) % 10 == 4:
                probe.outcome(at, "duplicate")

    for actions, wrong in ((1, [40]), (5, [40, 41, 42, 43, 44])):
        lost.clear()
        driven = Driven(execute, actions=actions)
        driven.engine.offer(Grant(1, 0, 60, 1, 0))
        driven.start()
        until(partial(all_covered, driven, 60))
        driven.drain()
        # Of what was tried again after a lost answer, "duplicate" is that operation's own trace.
        again = [30] if actions == 1 else [30, 31, 32, 34]
        ended = set(range(60)) - set(wrong) - set(again)
        assert driven.non_ok_positions() == {
            "absent": sorted([each for each in ended if each % 10 == 3]),
            "duplicate": sorted([each for each in ended if each % 10 == 4]),
            "uncertain": wrong,
            "again": again,
        }


def test_what_is_aborted_is_uncertain() -> None:
    released = Event()
    started: list[int] = []

    def execute(operations: Sequence[Operation], probe: Probe) -> None:
        started.append(index_of(operations))
        released.wait(100)

    driven = Driven(execute, clients=2, actions=2, drain_ns=100_000_000)
    driven.engine.offer(Grant(1, 0, 4, 1, 0))
    driven.start()
    until(lambda: started)
    driven.drain()
    released.set()
    assert driven.non_ok_positions() == {"uncertain": sorted(driven.covered()[1])}


def test_some_feeds_travel_as_they_came() -> None:
    driven = Driven(lambda operations, probe: probe.feed(0, [index_of(operations), 7]), clients=1)
    driven.engine.offer(Grant(1, 0, 100, 1, 0))
    driven.start()
    until(lambda: sum(driven.series().values()) == 100)
    driven.drain()
    feeds = [feed for snapshot in driven.snapshots for feed in snapshot.feeds]
    assert 1 <= len(feeds) <= 4 * len(driven.snapshots)
    assert all(list(feed.posts) == [feed.index, 7] for feed in feeds)


def test_what_does_not_end_within_the_drain_limit_is_aborted_and_counted_once() -> None:
    released = Event()
    ended: list[int] = []

    def execute(operations: Sequence[Operation], probe: Probe) -> None:
        if index_of(operations) < 2:
            released.wait(100)
        ended.append(index_of(operations))

    driven = Driven(execute, drain_ns=200_000_000)
    driven.engine.offer(Grant(1, 0, 50, 1, 0))
    driven.start()
    until(lambda: len(ended) == 48)
    driven.drain()
    released.set()
    assert driven.series() == {("noop", "ok"): 48, ("noop", "aborted"): 2}
    assert sorted(driven.covered()[1]) == list(range(50))


def test_nothing_is_started_after_the_end_and_the_rest_is_given_back() -> None:
    driven = Driven(lambda operations, probe: sleep(0.001), clients=2)
    driven.engine.offer(Grant(1, 0, 1_000_000, 1, 0))
    driven.start(0.3)
    until(lambda: driven.engine.gauges().clients_running == 0)
    returned = [p for one in driven.drain() for p in positions(one.runs)]
    covered = driven.covered()[1]
    assert len(returned) + len(covered) == 1_000_000
    # Two clients, each operation at least a millisecond of 300: how many more than none depends on the machine.
    assert 0 < len(covered) <= 602
    assert not set(returned) & set(covered)


def test_a_bug_is_reported_and_its_operation_counted() -> None:
    def execute(operations: Sequence[Operation], probe: Probe) -> None:
        raise KeyError("a bug")

    driven = Driven(execute, clients=1)
    driven.engine.offer(Grant(1, 0, 10, 1, 0))
    driven.start()
    until(lambda: driven.bugs)
    driven.drain()
    assert driven.series() == {("noop", "KeyError"): 1}


def test_fewer_clients_are_confirmed_once_no_more_are_within_an_operation() -> None:
    within: set[int] = set()
    most: list[int] = []

    def execute(operations: Sequence[Operation], probe: Probe) -> None:
        index = index_of(operations)
        within.add(index)
        most.append(len(within))
        sleep(0.002)
        within.discard(index)

    driven = Driven(execute, clients=6)
    driven.engine.offer(Grant(1, 0, 1_000_000, 1, 0))
    driven.start()
    until(lambda: max(most, default=0) == 6)
    taken = Event()
    driven.engine.clients(2, taken.set)
    assert taken.wait(100)
    del most[:]
    until(lambda: len(most) > 20)
    assert max(most) <= 2
    driven.engine.clients(5, lambda: None)
    until(lambda: max(most) == 5)
    returned = [p for one in driven.drain() for p in positions(one.runs)]
    assert sorted(returned + driven.covered()[1]) == list(range(1_000_000))


def test_fewer_clients_are_confirmed_before_the_start() -> None:
    driven = Driven(nothing, clients=6)
    driven.engine.offer(Grant(1, 0, 100, 1, 0))
    taken = Event()
    driven.engine.clients(2, taken.set)
    assert taken.wait(100)
    assert driven.engine.gauges().clients_running == 2
    driven.start()
    until(lambda: all_covered(driven, 100))
    assert driven.drain() == []


@pytest.mark.parametrize("poisson", [False, True])
def test_arrivals_start_no_earlier_than_the_schedule_says_and_lateness_is_in_response(poisson: bool) -> None:
    rate = Rate(400, 10**9, poisson)
    starts: dict[int, int] = {}
    driven = Driven(lambda operations, probe: starts.update({index_of(operations): monotonic_ns()}), rate=rate)
    driven.engine.offer(Grant(1, 0, 100, 1, 0))
    driven.start()
    start_ns = driven.engine._state.clock.start_ns
    until(lambda: sum(driven.series().values()) == 100)
    driven.drain()
    schedule = rate.schedule(KEY.hash())
    for index, started_ns in starts.items():
        assert started_ns - start_ns >= schedule.time_ns(0, 0, index)
    assert driven.series("response") == {("noop", "ok"): 100}


def test_pacing_spreads_the_first_starts_of_clients_over_its_period() -> None:
    starts_ns: list[int] = []
    driven = Driven(lambda operations, probe: starts_ns.append(monotonic_ns()), 4, pacing_ns=400_000_000)
    driven.engine.offer(Grant(1, 0, 8, 1, 0))
    driven.start()
    start_ns = driven.engine._state.clock.start_ns
    until(lambda: len(starts_ns) == 8)
    driven.drain()
    # Never early; how late depends on the machine.
    for number, at_ns in enumerate(sorted(starts_ns)):
        assert at_ns - start_ns >= number * 100_000_000


def test_a_ramp_says_when_clients_with_pacing_start() -> None:
    driven = Driven(nothing, 4, pacing_ns=10**9, ramp_ns=4000)
    driven.start()
    start_ns = driven.engine._state.clock.start_ns
    intended_ns = sorted(client.first_intended_ns() - start_ns for client in driven.engine._pool._running)
    driven.drain()
    assert intended_ns == [0, 1000, 2000, 3000]


def test_a_client_with_leases_of_one_asks_for_the_next_only_after_its_operation() -> None:
    driven = Driven(nothing, clients=3, lease_size=1)
    until(lambda: driven.wanted and driven.wanted[-1] == 3)
    for lease in range(3):
        driven.engine.offer(Grant(lease, lease, 1, 1, 0))
    assert driven.wanted[-1] == 3
    driven.start()
    until(lambda: driven.wanted[-1] == 6)
    driven.drain()
    assert sum(driven.series().values()) == 3


def test_intervals_are_whole_seconds_of_the_coordinators_clock_within_the_phase() -> None:
    driven = Driven(lambda operations, probe: sleep(0.002), clients=1)
    driven.engine.offer(Grant(1, 0, 1_000_000, 1, 0))
    driven.start(1.5)
    until(lambda: driven.engine.gauges().clients_running == 0)
    driven.drain()
    clock = driven.engine._state.clock
    bounds = {clock.start_ns + OFFSET_NS, clock.end_ns + OFFSET_NS}
    for snapshot in driven.snapshots:
        for edge_ns in (snapshot.start_ns, snapshot.end_ns):
            assert edge_ns in bounds or edge_ns % 10**9 == 0
        assert snapshot.start_ns <= snapshot.last_completion_ns < snapshot.end_ns
        assert snapshot.last_answer_ns == snapshot.last_completion_ns


@pytest.mark.parametrize(("seconds", "starved"), [(1.1, 3), (0, 0)])
def test_clients_without_a_completion_are_counted_before_they_are_closed(seconds: float, starved: int) -> None:
    release = Event()

    def hang(operations: Sequence[Operation], probe: Probe) -> None:
        release.wait()

    driven = Driven(hang, drain_ns=1)
    driven.engine.offer(Grant(1, 0, 100, 1, 0))
    driven.start(seconds)
    end_ns = monotonic_ns() + 1_200_000_000
    while monotonic_ns() < end_ns:
        sleep(0.01)
    driven.drain()
    assert driven.engine.gauges().clients_without_completion == starved
    release.set()


def test_in_the_open_model_each_hand_over_is_timed() -> None:
    driven = Driven(lambda operations, probe: None, rate=Rate(1_000, 10**9, False))
    driven.engine.offer(Grant(1, 0, 20, 1, 0))
    driven.start()
    while driven.engine.gauges().handovers < 20:
        sleep(0.001)
    assert driven.engine.gauges().handover_ns > 0
    lag_ns = driven.engine.gauges().pacing_lag_max_ns
    assert driven.engine.gauges().pacing_lag_max_ns == lag_ns > 0
    driven.drain()


class DrivenStream(Driven):
    """The engine of the second load of a phase."""

    def operations(self) -> Any:
        return stream_operations(super().operations(), 1)


FIRST = stream_index.first(1)


def test_the_operations_of_a_second_load_are_made_from_their_places_in_it() -> None:
    driven = DrivenStream(nothing)
    driven.engine.offer(Grant(1, FIRST + 100, 500, 3, 0))
    driven.start()
    until(lambda: all_covered(driven, 500))
    assert driven.drain() == []
    assert driven.digest() == sum(mix(i) for i in range(100, 1600, 3)) & MASK
    assert {slow.index >> 48 for snapshot in driven.snapshots for slow in snapshot.slow} == {1}


@pytest.mark.parametrize("poisson", [False, True])
def test_the_arrivals_of_a_second_load_are_due_by_their_places_in_it(poisson: bool) -> None:
    rate = Rate(400, 10**9, poisson)
    schedule = rate.schedule(KEY.hash())
    starts: dict[int, int] = {}
    driven = DrivenStream(lambda operations, probe: starts.update({index_of(operations): monotonic_ns()}), rate=rate)
    driven.engine.offer(Grant(1, FIRST + 20, 40, 1, schedule.time_ns(0, 0, 20)))
    driven.start(10)
    start_ns = driven.engine._state.clock.start_ns
    until(lambda: all_covered(driven, 40))
    driven.drain()
    assert len(starts) == 40
    for index, started_ns in starts.items():
        assert started_ns - start_ns >= schedule.time_ns(0, 0, index)


def both(execute: Execute = nothing) -> tuple[PhaseEngine, Driven, Driven]:
    """The engines of an open load and a closed one."""
    first, second = Driven(execute, rate=Rate(1_000, 10**9, False)), DrivenStream(execute)
    return PhaseEngine([StreamEngine(first.engine, True), StreamEngine(second.engine, False)]), first, second


def test_a_lease_goes_to_the_engine_of_its_load_and_each_snapshot_counts_what_it_covers() -> None:
    phase, first, second = both()
    assert phase.offer(Grant(1, 0, 50, 1, 0))
    assert phase.offer(Grant(2, FIRST, 300, 1, 0))
    now_ns = monotonic_ns() + OFFSET_NS
    phase.start(now_ns, now_ns, 0)
    until(lambda: all_covered(first, 50) and all_covered(second, 300))
    done = Event()
    phase.drain(lambda rest: None, done.set)
    assert done.wait(100)
    phase.close()
    assert (list(first.covered()), list(second.covered())) == ([1], [2])
    for snapshot in first.snapshots + second.snapshots:
        samples = sum(series.samples for series in snapshot.series if series.timing == "service")
        assert samples == sum(sum(coverage.runs[1::2]) for coverage in snapshot.coverage)
    assert (phase.gauges().service_samples, phase.gauges().handovers) == (350, 50)


def test_a_phase_has_drained_once_all_of_its_loads_have_and_what_comes_back_comes_before() -> None:
    release, held = Event(), Event()
    story: list[object] = []

    def hold(operations: Sequence[Operation], probe: Probe) -> None:
        held.set()
        release.wait(100)

    first, second = Driven(nothing), DrivenStream(hold, clients=1)
    phase = PhaseEngine([StreamEngine(first.engine, False), StreamEngine(second.engine, False)])
    phase.offer(Grant(1, 0, 50, 1, 0))
    phase.offer(Grant(2, FIRST, 300, 1, 0))
    now_ns = monotonic_ns() + OFFSET_NS
    phase.start(now_ns, now_ns, 0)
    assert held.wait(100)
    until(lambda: all_covered(first, 50))
    phase.drain(lambda rest: story.append([one.lease for one in rest]), lambda: story.append("drained"))
    until(lambda: not first.engine._reporter.thread.is_alive())
    assert story == [[], [2]]
    release.set()
    until(lambda: len(story) == 3)
    phase.close()
    assert story == [[], [2], "drained"]


def test_clients_of_closed_loads_wait_for_the_worker_that_joined_late_and_arrivals_do_not() -> None:
    phase, first, second = both()
    now_ns = monotonic_ns() + OFFSET_NS
    phase.start(now_ns - 10**9, now_ns + 10**9, now_ns + 2 * 10**9)
    starts_ns = [driven.engine._state.clock.start_ns + OFFSET_NS for driven in (first, second)]
    phase.close()
    assert starts_ns == [now_ns - 10**9, now_ns + 10**9]


def test_an_operation_in_flight_is_found_in_the_load_that_its_index_says() -> None:
    release = Event()

    def hold(operations: Sequence[Operation], probe: Probe) -> None:
        release.wait(100)

    phase, _, _ = both(hold)
    phase.offer(Grant(1, 0, 1, 1, 0))
    phase.offer(Grant(2, FIRST, 1, 1, 0))
    now_ns = monotonic_ns() + OFFSET_NS
    phase.start(now_ns, now_ns, 0)
    until(lambda: len(phase.running()) == 2)
    assert sorted(one.index for one in phase.running()) == [0, FIRST]
    assert phase.abort(FIRST).state == "running"
    assert phase.abort(FIRST + 1).state == "ended"
    assert phase.abort(stream_index.first(2)).state == "ended"
    release.set()
    phase.close()
