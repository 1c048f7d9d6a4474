"""One assignment, from the clock offset to the last acknowledgement; as AssignmentMachineTest in Java."""

from muster_worker.agent.assignment_machine import AssignmentMachine
from muster_worker.agent.assignment_state import (
    AssignmentState,
    Connected,
    Draining,
    Finished,
    Preparing,
    Ready,
    Running,
)
from muster_worker.agent.clock_sync import ClockOffset
from muster_worker.agent.session_state import SessionId
from muster_worker.agent.worker_action import CloseEngine, DrainEngine, Offer, PrepareEngine, Send
from muster_worker.agent.worker_output import WorkerOutput
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads import stream_index

OFFSET = ClockOffset(700, 5)


class Driven:
    """A machine in an open session."""

    def __init__(self) -> None:
        self.output = WorkerOutput()
        self.output.open(SessionId(1, 2))
        self.machine = AssignmentMachine(wire.Prepare(assignment=9, clients=4), self.output)

    def prepared(self) -> None:
        self.machine.prepared({"address": "db:1"}, wire.Resources())

    def running(self) -> "Driven":
        self.machine.clock_known(OFFSET)
        self.prepared()
        self.machine.lease(lease(1, 10))
        self.machine.start(wire.Start())
        self.output.take()
        return self

    def sent(self) -> list[str | None]:
        return [action.envelope.WhichOneof("body") for action in self.output.take() if isinstance(action, Send)]

    def state(self) -> AssignmentState:
        return self.machine.state

    def acknowledged(self, through: int) -> None:
        self.machine.acknowledged(wire.Acknowledge(through=through))


def lease(number: int, count: int) -> wire.Lease:
    return wire.Lease(lease=number, count=count)


def covering(number: int, count: int) -> wire.Snapshot:
    return wire.Snapshot(coverage=[wire.Coverage(lease=number, runs=[0, count])])


def test_the_engines_are_prepared_once_with_the_first_offset_that_is_known() -> None:
    driven = Driven()
    driven.machine.clock_known(OFFSET)
    driven.machine.clock_known(ClockOffset(800, 5))
    (asked,) = driven.output.take()
    assert isinstance(asked, PrepareEngine)
    assert asked.offset_ns == 700
    assert driven.state() == Preparing()


def test_it_is_ready_once_the_engines_are_connected_and_a_lease_has_arrived_in_either_order() -> None:
    driven = Driven()
    driven.machine.clock_known(OFFSET)
    driven.machine.lease(lease(1, 0))
    assert driven.sent() == []
    driven.prepared()
    assert driven.sent() == ["ready"]
    driven.machine.lease(lease(2, 10))
    assert driven.output.take() == [Offer(lease(2, 10))]
    assert driven.state() == Ready()


def test_engines_without_a_lease_are_connected_but_not_ready() -> None:
    driven = Driven()
    driven.machine.clock_known(OFFSET)
    driven.prepared()
    assert driven.state() == Connected()
    driven.machine.lease(lease(1, 0))
    assert driven.state() == Ready()


def test_it_starts_the_engines_once() -> None:
    driven = Driven().running()
    driven.machine.start(wire.Start())
    assert driven.output.take() == []


def test_a_drain_that_comes_while_the_engines_connect_waits_for_them() -> None:
    driven = Driven()
    driven.machine.clock_known(OFFSET)
    driven.output.take()
    driven.machine.drain()
    assert driven.output.take() == []
    driven.prepared()
    assert driven.output.take() == [DrainEngine(9)]
    assert driven.state() == Draining(started=False)


def test_a_lease_that_arrives_while_it_drains_goes_back_whole() -> None:
    driven = Driven().running()
    driven.machine.drain()
    driven.output.take()
    driven.machine.lease(lease(2, 7))
    assert driven.sent() == ["returned"]


def test_it_asks_for_no_more_work_while_it_drains() -> None:
    driven = Driven().running()
    driven.machine.wanted(0, 5, 1.0)
    assert driven.sent() == ["credit"]
    driven.machine.drain()
    driven.output.take()
    driven.machine.give_credit()
    assert driven.sent() == []


def test_it_asks_for_no_more_work_while_600_snapshots_wait_for_acknowledgement() -> None:
    driven = Driven().running()
    driven.machine.wanted(0, 5, 1.0)
    for _ in range(600):
        driven.machine.recorded(wire.Snapshot())
    driven.output.take()
    driven.machine.give_credit()
    assert driven.sent() == []
    driven.acknowledged(1)
    driven.machine.give_credit()
    assert driven.sent() == ["credit"]


def test_it_is_over_when_it_has_drained_and_every_snapshot_is_acknowledged() -> None:
    driven = Driven().running()
    driven.machine.recorded(covering(1, 10))
    driven.machine.drain()
    driven.machine.drained()
    assert not driven.machine.over()
    driven.acknowledged(1)
    assert driven.machine.over()
    assert CloseEngine(9) in driven.output.take()


def test_engines_that_cannot_be_prepared_have_drained() -> None:
    driven = Driven()
    driven.machine.clock_known(OFFSET)
    driven.machine.failed("target", "refused")
    assert driven.sent() == ["failed", "drained"]
    assert driven.machine.over()


def test_a_failure_while_it_runs_leaves_the_drain_to_the_coordinator() -> None:
    driven = Driven().running()
    driven.machine.failed("fault", "a bug")
    assert driven.sent() == ["failed"]
    assert driven.state() == Running()


def test_an_abort_closes_the_engines_and_counts_as_drained() -> None:
    driven = Driven().running()
    driven.machine.recorded(covering(1, 3))
    driven.output.take()
    driven.machine.abort()
    assert driven.output.take()[0] == CloseEngine(9)
    assert driven.state() == Finished(started=True)
    assert not driven.machine.over()


def test_it_holds_what_is_neither_acknowledged_nor_given_back() -> None:
    driven = Driven().running()
    driven.machine.lease(lease(2, 10))
    driven.machine.recorded(covering(1, 10))
    driven.machine.recorded(covering(2, 4))
    driven.acknowledged(1)
    state = driven.machine.session_state()
    assert (state.granted, [each.lease for each in state.leases]) == (2, [2])


def test_clients_count_as_held_until_the_engines_confirm_that_they_run_fewer() -> None:
    driven = Driven().running()
    driven.machine.share(wire.SetConcurrency(serial=1, clients=1))
    assert driven.machine.session_state().clients == 4
    driven.machine.concurrency_applied(0, 1)
    assert driven.machine.session_state().clients == 1


def test_another_incarnation_is_sent_the_leases_the_snapshots_and_the_end() -> None:
    driven = Driven().running()
    driven.machine.recorded(covering(1, 3))
    driven.machine.drain()
    driven.machine.drained()
    driven.output.take()
    driven.machine.resume()
    assert driven.sent() == ["session_state", "snapshot", "drained"]


def of_streams(*clients: int) -> Driven:
    """Prepared for a phase with several loads."""
    driven = Driven()
    prepare = wire.Prepare(assignment=9, clients=sum(clients), stream_clients=clients)
    driven.machine = AssignmentMachine(prepare, driven.output)
    driven.machine.clock_known(OFFSET)
    driven.prepared()
    driven.output.take()
    return driven


def lease_of(stream: int, number: int, count: int) -> wire.Lease:
    return wire.Lease(lease=number, first=stream_index.first(stream) + 5, count=count)


def credits_of(driven: Driven) -> list[wire.Credit]:
    return [action.envelope.credit for action in driven.output.take() if isinstance(action, Send)]


def test_it_is_ready_once_each_load_with_clients_of_its_own_has_received_a_lease_which_may_be_empty() -> None:
    driven = of_streams(2, 0, 3)
    driven.machine.lease(lease_of(0, 1, 10))
    assert driven.sent() == []
    driven.machine.lease(lease_of(2, 0, 0))
    assert driven.sent() == ["ready"]
    driven.machine.lease(lease_of(1, 2, 10))
    assert driven.sent() == []


def test_one_load_without_clients_waits_for_a_lease_all_the_same() -> None:
    driven = Driven()
    driven.machine = AssignmentMachine(wire.Prepare(assignment=9), driven.output)
    driven.machine.clock_known(OFFSET)
    driven.prepared()
    assert driven.state() == Connected()


def test_each_load_has_credit_of_its_own_which_is_repeated() -> None:
    driven = of_streams(2, 3)
    driven.machine.wanted(1, 5, 1.5)
    assert credits_of(driven) == [wire.Credit(assignment=9, stream=1, total=5, rate=1.5)]
    driven.machine.wanted(0, 4, 2.5)
    driven.machine.wanted(1, 3, 0.5)
    driven.output.take()
    driven.machine.give_credit()
    assert credits_of(driven) == [
        wire.Credit(assignment=9, stream=0, total=4, rate=2.5),
        wire.Credit(assignment=9, stream=1, total=5, rate=0.5),
    ]


def test_each_load_says_what_it_was_granted_and_how_many_clients_it_runs() -> None:
    driven = of_streams(2, 3)
    for lease in (lease_of(0, 1, 10), lease_of(1, 2, 10), lease_of(1, 3, 10), lease_of(1, 0, 0)):
        driven.machine.lease(lease)
    driven.machine.start(wire.Start())
    driven.machine.share(wire.SetConcurrency(stream=1, serial=1, clients=1))
    state = driven.machine.session_state()
    assert (list(state.stream_granted), list(state.stream_clients)) == ([1, 2], [2, 3])
    driven.output.take()
    driven.machine.concurrency_applied(1, 1)
    (told,) = [action.envelope.concurrency_applied for action in driven.output.take() if isinstance(action, Send)]
    assert told == wire.ConcurrencyApplied(assignment=9, stream=1, serial=1)
    state = driven.machine.session_state()
    assert (state.granted, state.clients, list(state.stream_clients)) == (3, 3, [2, 1])


def test_a_phase_with_one_load_says_nothing_of_each() -> None:
    for driven in (Driven().running(), of_streams(4)):
        driven.machine.lease(lease(2, 10))
        state = driven.machine.session_state()
        assert state.granted > 0
        assert (list(state.stream_granted), list(state.stream_clients)) == ([], [])


def test_what_concerns_a_load_that_the_phase_has_not_changes_nothing() -> None:
    driven = of_streams(2, 3)
    driven.machine.lease(lease_of(2, 1, 10))
    driven.machine.share(wire.SetConcurrency(stream=2, serial=1, clients=1))
    assert driven.output.take() == []
    assert driven.machine.session_state().granted == 0
