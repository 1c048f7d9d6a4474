"""Loads that take turns: the schedule, what is offered in it, and where snapshots are cut."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from time import monotonic_ns, sleep
from typing import Any

import numpy as np
import pytest

from muster_worker.engine.clock import NEVER, PhaseClock
from muster_worker.engine.closed_client import ClosedClient
from muster_worker.engine.leases import Grant
from muster_worker.inflight.phase_engine import PhaseEngine, StreamEngine
from muster_worker.plan import Rate, Think, read_plan
from muster_worker.targets.spi import Probe
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads import profile, stream_index
from muster_worker.workloads.operations import Operation
from muster_worker.workloads.profile import ProfileRate
from muster_worker.workloads.sampling import OperationSampling
from muster_worker.workloads.turns import ArmTurns, TurnSchedule, Window
from test_engine import FIRST, KEY, OFFSET_NS, Driven, DrivenStream, all_covered, index_of, positions, until

MS = 1_000_000
SCHEDULE = TurnSchedule(0x9E3779B97F4A7C15, 3, 70, 20)


def whole(arm: ArmTurns, blocks: int) -> list[Window]:
    """Its turns, found by asking whose each place is."""
    found = []
    for turn in range(blocks * arm.schedule.arms):
        block, place = divmod(turn, arm.schedule.arms)
        if arm.schedule.order(block)[place] == arm.arm:
            start_ns, length_ns = turn * arm.schedule.turn_ns, arm.schedule.turn_ns
            found.append(Window(turn, block, start_ns, start_ns + arm.schedule.guard_ns, start_ns + length_ns))
    return found


# ---- the schedule ----


def test_each_block_has_one_turn_of_each_arm_in_any_order() -> None:
    orders = [SCHEDULE.order(block) for block in range(600)]
    assert {tuple(sorted(order)) for order in orders} == {(0, 1, 2)}
    counts = {order: orders.count(order) for order in orders}
    assert len(counts) == 6
    # 600 draws of six: 100 of each, with a standard deviation of 9.
    assert all(55 <= count <= 145 for count in counts.values())
    other = TurnSchedule(SCHEDULE.key + 1, 3, 70, 20)
    assert [other.order(block) for block in range(600)] != orders


def test_a_time_is_within_a_turn_or_before_the_next_one() -> None:
    for arm in map(SCHEDULE.arm, range(3)):
        turns = whole(arm, 12)
        for at_ns in range(10 * SCHEDULE.block_ns):
            assert arm.next(at_ns) == next(turn for turn in turns if at_ns < turn.to_ns)


def test_the_time_that_a_load_was_on_is_that_of_its_turns() -> None:
    arm = SCHEDULE.arm(1)
    turns = whole(arm, 4)
    for at_ns in range(4 * SCHEDULE.block_ns):
        assert arm.on_ns(at_ns) == sum(min(turn.to_ns, at_ns) - min(turn.start_ns, at_ns) for turn in turns)


def test_windows_are_cut_at_the_duration_and_one_that_has_not_begun_is_none() -> None:
    for arm in map(SCHEDULE.arm, range(3)):
        *before, last = whole(arm, 3)
        assert arm.windows(last.to_ns) == [*before, last]
        assert arm.windows(last.from_ns + 1) == [*before, last._replace(to_ns=last.from_ns + 1)]
        assert arm.windows(last.from_ns) == before


# ---- rates ----

ARRIVALS = Rate(1000, 10**9, False)
LONGER = TurnSchedule(7, 2, 100 * MS, 20 * MS)


@pytest.mark.parametrize("poisson", [False, True])
def test_a_rate_is_offered_within_the_turns_of_its_arm_and_nothing_in_between(poisson: bool) -> None:
    arm, duration_ns = LONGER.arm(1), 20 * 10**9
    rate = ARRIVALS._replace(poisson=poisson).in_turns(arm, duration_ns)
    times_ns = due_ns(rate, duration_ns)
    for at_ns in times_ns:
        # Rounded to the nearest, the last may be due when the turn ends.
        assert at_ns == max(at_ns, arm.next(at_ns - 1).start_ns)
    # Of a Poisson process of 10,000 the standard deviation is 100.
    assert abs(len(times_ns) - 10_000) <= (500 if poisson else 0)
    assert times_ns[0] == arm.next(0).start_ns


def due_ns(rate: ProfileRate, duration_ns: int) -> list[int]:
    schedule = rate.schedule(KEY.hash())
    times_ns = [rate.line.time_ns(0)]
    while times_ns[-1] < duration_ns:
        times_ns.append(schedule.time_ns(len(times_ns) - 1, times_ns[-1], len(times_ns)))
    assert rate.line.time_ns(10**6) == profile.NEVER
    return times_ns[:-1]


def test_runs_are_asked_for_the_same_where_a_phase_draws_as_an_earlier_one() -> None:
    turns = {"length": "200ms", "guard": "40ms", "of": ["a", "b"], "as": "b"}
    plan = {
        "name": "p",
        "target": {"kind": "noop"},
        "workload": {"kind": "graphity", "users": 300, "mix": {"post": 40, "feed": 60}, "seed": 7},
        "phases": [
            {"kind": "measure", "name": "one", "duration": "4s", "clients": 1, "turns": turns},
            {"kind": "measure", "name": "other", "duration": "4s", "clients": 1, "turns": turns | {"draws": "one"}},
        ],
    }
    one, other = read_plan(json.dumps(plan), Path).phases
    assert other.key.hash() == one.key.hash()
    assert (other.key.ordinal, other.key.slot) == (1, 1)


def test_a_plan_says_which_streams_take_turns() -> None:
    streams = {
        "a": {"clients": 4, "think": "1ms"},
        "b": {"rate": "200/s", "arrivals": "poisson"},
        "c": {"clients": 1},
    }
    both = {"kind": "measure", "name": "m", "duration": "4s", "streams": streams}
    turns = {"length": "50ms", "guard": "10ms"}
    plan = {"name": "p", "target": {"kind": "noop"}, "workload": {"kind": "noop", "seed": 5}}
    phases = [{"kind": "warmup", "name": "w", "duration": "1s"}, both | {"turns": turns}]
    phase = read_plan(json.dumps(plan | {"phases": phases}), Path).phases[1]
    schedule = TurnSchedule(phase.key.hash(), 3, 50 * MS, 10 * MS)
    assert [load.turns for load in phase.loads] == [schedule.arm(number) for number in range(3)]
    a, b, c = phase.loads
    assert (a.rate, a.think, a.clients, c.rate) == (None, Think(MS, False), 4, None)
    assert isinstance(b.rate, ProfileRate)
    expected = Rate(200, 10**9, True).in_turns(schedule.arm(1), 4 * 10**9)
    assert due_ns(b.rate, 4 * 10**9) == due_ns(expected, 4 * 10**9)
    at_once = read_plan(json.dumps(plan | {"phases": [both]}), Path).phases[0]
    assert [(load.turns, load.rate) for load in at_once.loads] == [
        (None, None),
        (None, Rate(200, 10**9, True)),
        (None, None),
    ]


# ---- intervals ----


@pytest.mark.parametrize("end_ns", [None, 2_345 * MS])
def test_intervals_lie_wholly_within_or_wholly_outside_of_measured_windows(end_ns: int | None) -> None:
    arm = TurnSchedule(3, 3, 70 * MS, 20 * MS).arm(2)
    clock = PhaseClock(OFFSET_NS, arm)
    start_ns = 5 * 10**9 + 7
    end = start_ns + end_ns if end_ns else 0
    clock.bound(start_ns + OFFSET_NS, end + OFFSET_NS if end else 0, start_ns + OFFSET_NS)
    duration_ns = end_ns or NEVER
    edges = {start_ns, end}
    for window in whole(arm, 30):
        edges |= {start_ns + edge for edge in (window.from_ns, window.to_ns) if edge < duration_ns}
    ends = list(range(start_ns, start_ns + 3 * 10**9, MS // 3)) + [
        edge for edge in sorted(edges) if start_ns <= edge < start_ns + 3 * 10**9
    ]
    starts = clock.interval_starts(np.array(ends, dtype=np.int64)).tolist()
    for at_ns, interval_ns in zip(ends, starts, strict=True):
        assert [interval_ns] == clock.interval_starts(np.array([at_ns], dtype=np.int64)).tolist()
        to_ns = clock.interval_end(interval_ns)
        assert interval_ns <= at_ns < to_ns
        assert not any(interval_ns < edge < to_ns for edge in edges)
        for bound_ns in (interval_ns, to_ns):
            assert bound_ns in edges or (bound_ns + OFFSET_NS) % 10**9 == 0


def test_without_turns_an_operation_may_begin_until_the_phase_ends() -> None:
    clock = PhaseClock(0)
    clock.bound(100, 200, 100)
    assert (clock.turn(150), clock.resting(150), clock.on_ns(150)) == ((150, 200), False, 150)


# ---- the engine ----


def rest(operations: Sequence[Operation], probe: Probe) -> None:
    sleep(0.002)


class Arms:
    """The engines of two loads that take turns; of each all operations are recorded singly."""

    def __init__(
        self, schedule: TurnSchedule = LONGER, rates: Sequence[ProfileRate | None] = (None, None), **more: Any
    ) -> None:
        more["sampling"] = OperationSampling(KEY.hash(), 1)
        both = zip((Driven, DrivenStream), map(schedule.arm, range(2)), rates, strict=True)
        self.arms = [kind(rest, turns=turns, rate=rate, **more) for kind, turns, rate in both]
        streams = zip(self.arms, rates, strict=True)
        self.phase = PhaseEngine([StreamEngine(arm.engine, rate is not None) for arm, rate in streams])
        self.schedule = schedule
        self.start_ns = self.duration_ns = 0

    def start(self, duration_ns: int, clients_later_ns: int = 0) -> None:
        self.start_ns, self.duration_ns = monotonic_ns() + OFFSET_NS, duration_ns
        self.phase.start(self.start_ns, self.start_ns + clients_later_ns, self.start_ns + duration_ns)

    def drain(self) -> list[int]:
        """How many positions of each lease came back."""
        done = Event()
        unstarted: list[int] = []
        self.phase.drain(lambda rest: unstarted.extend(len(positions(one.runs)) for one in rest), done.set)
        assert done.wait(100)
        self.phase.close()
        assert not [bug for arm in self.arms for bug in arm.bugs]
        return unstarted

    def samples(self, arm: int) -> list[wire.OperationSample]:
        return [sample for snapshot in self.arms[arm].snapshots for sample in snapshot.samples]

    def begun(self, arm: int, at_ns: int) -> Window | None:
        """The turn of the arm that holds this time of the coordinator's clock."""
        turn = self.schedule.arm(arm).next(at_ns - self.start_ns)
        return turn if turn.start_ns <= at_ns - self.start_ns else None

    def check_snapshots(self, arm: int) -> int:
        """Each is wholly within or wholly outside of a window and has the samples that it covers; how many are one."""
        windows = self.schedule.arm(arm).windows(self.duration_ns)
        bounds = [(self.start_ns + window.from_ns, self.start_ns + window.to_ns) for window in windows]
        for snapshot in self.arms[arm].snapshots:
            inside = [from_ns <= snapshot.start_ns and snapshot.end_ns <= to_ns for from_ns, to_ns in bounds]
            touched = [from_ns < snapshot.end_ns and snapshot.start_ns < to_ns for from_ns, to_ns in bounds]
            assert inside == touched
            assert snapshot.start_ns <= snapshot.last_completion_ns < snapshot.end_ns
            covered = sum(len(positions(coverage.runs)) for coverage in snapshot.coverage)
            assert covered == sum(series.samples for series in snapshot.series if series.timing == "service")
            assert covered == len(snapshot.samples)
        whole = {(snapshot.start_ns, snapshot.end_ns) for snapshot in self.arms[arm].snapshots}
        return sum(window in whole for window in bounds)


@pytest.mark.parametrize("pacing_ns", [0, 5 * MS])
def test_no_client_begins_an_operation_outside_of_the_turns_of_its_arm(pacing_ns: int) -> None:
    arms = Arms(clients=2, pacing_ns=pacing_ns)
    arms.phase.offer(Grant(1, 0, 100_000, 1, 0))
    arms.phase.offer(Grant(2, FIRST, 100_000, 1, 0))
    arms.start(1_250 * MS)
    until(lambda: arms.phase.gauges().clients_running == 0)
    unstarted = arms.drain()
    for arm in range(2):
        samples = arms.samples(arm)
        turns = [arms.begun(arm, sample.start_ns) for sample in samples]
        assert None not in turns
        # What waited for a turn was not meant to start before: the other arm's turn is in no response time.
        assert None not in [arms.begun(arm, s.start_ns + s.service_ns - s.response_ns) for s in samples]
        assert max(sample.start_ns for sample in samples) < arms.start_ns + arms.duration_ns
        # All that a machine can lack is time to begin in some of the seven turns.
        assert len(set(turns)) >= 3
        assert arms.check_snapshots(arm) >= 1
    assert sum(unstarted) + len(arms.samples(0)) + len(arms.samples(1)) == 200_000


@pytest.mark.parametrize("poisson", [False, True])
def test_what_arrives_is_due_within_the_turns_of_its_arm(poisson: bool) -> None:
    duration_ns = 1_250 * MS
    rates = [Rate(300, 10**9, poisson).in_turns(LONGER.arm(arm), duration_ns) for arm in range(2)]
    arms = Arms(rates=rates)
    times_ns = [due_ns(rate, duration_ns) for rate in rates]
    for arm, of_arm in enumerate(times_ns):
        arms.phase.offer(Grant(arm + 1, stream_index.first(arm), len(of_arm), 1, of_arm[0]))
    arms.start(duration_ns)
    until(lambda: all(all_covered(arms.arms[arm], len(of_arm)) for arm, of_arm in enumerate(times_ns)))
    assert arms.drain() == []
    for arm, of_arm in enumerate(times_ns):
        intended = {
            stream_index.position(s.index): s.start_ns + s.service_ns - s.response_ns - arms.start_ns
            for s in arms.samples(arm)
        }
        assert intended == dict(enumerate(of_arm))
        assert arms.check_snapshots(arm) >= 1


SECOND = next(key for key in range(9) if TurnSchedule(key, 2, 1, 0).order(0) == (0, 1))
LONG = TurnSchedule(SECOND, 2, 60 * 10**9, 10**9)
"""Of whose arms number 1 has to wait for a minute."""


def waiting(**more: Any) -> Driven:
    """Clients of it."""
    driven = Driven(rest, turns=LONG.arm(1), **more)
    driven.engine.offer(Grant(1, 0, 100, 1, 0))
    return driven


def test_clients_that_wait_for_their_turn_are_there_until_they_are_stopped() -> None:
    driven = waiting()
    driven.start(150)
    taken = Event()
    driven.engine.clients(1, taken.set)
    assert taken.wait(30)
    assert driven.engine.gauges().clients_running == 1
    assert [positions(one.runs) for one in driven.drain()] == [list(range(100))]
    assert driven.snapshots == []


def test_a_client_whose_next_turn_begins_when_the_phase_has_ended_ends_at_once() -> None:
    driven = waiting()
    driven.start(60)
    until(lambda: driven.engine.gauges().clients_running == 0)
    assert [positions(one.runs) for one in driven.drain()] == [list(range(100))]


def test_a_client_whose_turn_has_not_come_lacks_no_completion() -> None:
    for turns, missing in ((LONG.arm(1), 0), (None, 3)):
        driven = Driven(rest, turns=turns)
        now_ns = monotonic_ns() + OFFSET_NS
        driven.engine.start(now_ns - 30 * 10**9, now_ns + 100 * 10**9)
        until(driven.engine._state.start_gate.is_set)
        assert driven.engine.gauges().clients_without_completion == missing
        driven.drain()


def test_turns_are_counted_from_the_start_of_the_phase_by_clients_that_came_later_too() -> None:
    arms = Arms(LONG)
    arms.start(200 * 10**9, clients_later_ns=50 * 10**9)
    first, second = (arm.engine._state.clock for arm in arms.arms)
    start_ns = arms.start_ns - OFFSET_NS
    assert first.start_ns == second.start_ns == start_ns + 50 * 10**9
    assert first.turn(first.start_ns) == (first.start_ns, start_ns + 60 * 10**9)
    assert second.turn(first.start_ns) == (start_ns + 60 * 10**9, start_ns + 120 * 10**9)
    arms.drain()


def test_an_arrival_that_is_late_when_its_turn_is_over_waits_for_the_next_one() -> None:
    driven = Driven(rest, rate=ARRIVALS.in_turns(LONG.arm(0), 200 * 10**9), turns=LONG.arm(0))
    driven.start(400)
    pacer, start_ns = driven.engine._pacer, driven.engine._state.clock.start_ns
    assert pacer
    next_ns = start_ns + LONG.arm(0).next(60 * 10**9).start_ns
    asked: Callable[[float, float], int] = lambda due_s, now_s: pacer._in_turn_ns(  # noqa: E731
        start_ns + int(due_s * 10**9), start_ns + int(now_s * 10**9)
    )
    assert asked(59, 58) == asked(59, 59.5) == start_ns + 59 * 10**9
    assert asked(59, 60) == asked(59, 61) == next_ns
    # The time that it waited is not the pacer's.
    assert pacer._starved_until_ns == next_ns
    assert asked(59, 401) == start_ns + 59 * 10**9
    driven.drain()


def test_what_is_late_is_not_handed_over_while_another_arm_has_its_turn() -> None:
    release = Event()
    started: list[int] = []

    def hold(operations: Sequence[Operation], probe: Probe) -> None:
        started.append(index_of(operations))
        release.wait(100)

    rate = ARRIVALS.in_turns(LONG.arm(0), 400 * 10**9)
    driven = Driven(hold, clients=1, rate=rate, turns=LONG.arm(0))
    driven.engine.offer(Grant(1, 29_000, 2, 1, rate.line.time_ns(29_000)))
    pacer, clock = driven.engine._pacer, driven.engine._state.clock
    assert pacer
    now_ns = monotonic_ns() + OFFSET_NS
    driven.engine.start(now_ns - 30 * 10**9, now_ns + 370 * 10**9)
    until(lambda: started)
    clock.bound(now_ns - 90 * 10**9, now_ns + 310 * 10**9, now_ns - 90 * 10**9)
    release.set()
    until(lambda: pacer._starved_until_ns > monotonic_ns() or len(started) > 1)
    assert [positions(one.runs) for one in driven.drain()] == [[1]]
    assert started == [29_000]


def test_how_fast_leases_are_used_up_is_measured_within_turns() -> None:
    driven = waiting()
    ticks: list[int] = []
    state = driven.engine._state
    state.rate.tick = lambda now_ns, completed: ticks.append(now_ns)  # type: ignore[method-assign]
    driven.engine.close()
    now_ns = monotonic_ns() + OFFSET_NS
    state.clock.bound(now_ns - 30 * 10**9, now_ns + 300 * 10**9, now_ns - 30 * 10**9)
    del ticks[:]
    driven.engine._reporter._tick()
    assert ticks == []
    state.clock.bound(now_ns - 90 * 10**9, now_ns + 300 * 10**9, now_ns - 90 * 10**9)
    driven.engine._reporter._tick()
    (tick_ns,) = ticks
    assert 30 * 10**9 <= tick_ns < 60 * 10**9


@pytest.mark.parametrize("until_s", [60, 200])
def test_a_client_that_was_held_back_begins_nothing_after_its_turn_or_the_phase(until_s: int) -> None:
    driven = Driven(rest, clients=1, turns=LONG.arm(0) if until_s == 60 else None)
    driven.engine.offer(Grant(1, 0, 100, 1, 0))
    state, (client,) = driven.engine._state, driven.engine._pool._running
    asked: list[int] = []
    assert isinstance(client, ClosedClient)
    due = client._due
    client._due = lambda intended_ns: asked.append(intended_ns) or due(intended_ns)  # type: ignore[func-returns-value, method-assign]
    client.released.clear()
    state.hold(1)
    over_ns = monotonic_ns() + 200 * MS
    start_ns = over_ns - until_s * 10**9
    driven.engine.start(start_ns + OFFSET_NS, start_ns + 200 * 10**9 + OFFSET_NS)
    until(lambda: asked and monotonic_ns() >= over_ns)
    state.hold(-1)
    client.released.set()
    until(lambda: len(asked) == 2 or client.over() or driven.snapshots)
    driven.drain()
    assert driven.snapshots == []
    assert len(asked) == (2 if until_s == 60 else 1)
