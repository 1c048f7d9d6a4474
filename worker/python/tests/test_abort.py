"""Operations that a person lists and ends while the phase goes on."""

import random
from collections.abc import Sequence
from threading import Event
from time import sleep
from types import SimpleNamespace
from typing import cast

import pytest

from muster_worker.engine.client import Client
from muster_worker.engine.execution import Block
from muster_worker.engine.leases import Grant
from muster_worker.engine.operation_abort import name_of
from muster_worker.inflight.operation_answers import OperationAnswers
from muster_worker.plan import Rate
from muster_worker.targets.spi import AbortResult, FailureKind, OperationFailure, Probe
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.operations import FIRST_NAMED, Operation
from test_engine import Driven, FakeTarget, index_of, until


class Session:
    """Waits at even indexes until it is ended."""

    def __init__(self, kind: FailureKind = FailureKind.TRANSIENT) -> None:
        self.kind = kind
        self.ended = Event()

    def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
        if index_of(operations) % 2 == 0:
            assert self.ended.wait(100)
            self.ended.clear()
            raise OperationFailure(self.kind, "Ended", "it was ended")

    def statement(self, operations: Sequence[Operation]) -> str:
        return "wait \n for it " + "x" * 1000

    def abort(self) -> AbortResult:
        self.ended.set()
        return AbortResult("confirmed", "gone")

    def close(self) -> None: ...


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch) -> type[Session]:
    monkeypatch.setattr(FakeTarget, "session", lambda target, depth: Session())
    return Session


def running(driven: Driven, index: int) -> None:
    until(lambda: any(one.index == index for one in driven.engine.running()))


@pytest.mark.parametrize("rate", [None, Rate(1000, 10**9, False)])
def test_what_runs_is_listed_and_ends_as_aborted_and_its_client_goes_on(
    sessions: type[Session], rate: Rate | None
) -> None:
    driven = Driven(lambda operations, probe: None, clients=1, rate=rate)
    driven.engine.offer(Grant(1, 0, 4, 1, 0))
    driven.start()
    running(driven, 0)
    [one] = driven.engine.running()
    assert (one.index, one.client, one.actions, one.name) == (0, 0, 1, "noop")
    assert one.statement.startswith("wait for it xxx")
    assert len(one.statement) == 500
    assert one.age_ns >= 0
    assert driven.engine.abort(0) == ("aborted", "noop", "gone")
    running(driven, 2)
    assert driven.engine.abort(0).state == driven.engine.abort(99).state == "ended"
    assert driven.engine.abort(2).state == "aborted"
    until(lambda: sum(driven.series().values()) == 4)
    driven.drain()
    assert driven.series() == {("noop", "ok"): 2, ("noop", "aborted"): 2}
    assert driven.non_ok_positions() == {"uncertain": [0, 2]}
    messages = {series.first_message for each in driven.snapshots for series in each.series if series.first_message}
    assert messages == {"ended by request"}


def test_a_transaction_is_aborted_as_a_whole(sessions: type[Session]) -> None:
    driven = Driven(lambda operations, probe: None, clients=1, actions=2)
    driven.engine.offer(Grant(1, 0, 2, 1, 0))
    driven.start()
    running(driven, 0)
    assert driven.engine.running()[0].name == "transaction"
    assert driven.engine.abort(0).state == "aborted"
    until(lambda: driven.covered())
    driven.drain()
    assert driven.series() == {("noop", "aborted"): 2, ("transaction", "aborted"): 1}


def test_what_the_target_cannot_end_goes_on() -> None:
    released = Event()

    def wait(operations: Sequence[Operation], probe: Probe) -> None:
        released.wait(100)

    driven = Driven(wait, clients=1)
    driven.engine.offer(Grant(1, 0, 1, 1, 0))
    driven.start()
    running(driven, 0)
    assert driven.engine.abort(0) == ("running", "noop", "this target cannot end an operation")
    released.set()
    until(lambda: driven.series())
    driven.drain()
    assert driven.series() == {("noop", "ok"): 1}


def test_what_waits_to_be_tried_again_is_ended() -> None:
    def busy(operations: Sequence[Operation], probe: Probe) -> None:
        raise OperationFailure(FailureKind.TRANSIENT, "Busy", "try again")

    driven = Driven(busy, clients=1, backoff_ns=1000 * 10**9)
    driven.engine.offer(Grant(1, 0, 1, 1, 0))
    driven.start()
    running(driven, 0)
    until(lambda: driven.engine.abort(0).state != "running")
    until(lambda: driven.series())
    driven.drain()
    assert driven.series() == {("noop", "aborted"): 1}


def test_while_one_is_ended_its_client_begins_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: list[int] = []

    class Fast:
        def __init__(self) -> None:
            self.executing = -1

        def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
            self.executing = index_of(operations)
            sleep(0)

        def statement(self, operations: Sequence[Operation]) -> str:
            return ""

        def abort(self) -> AbortResult:
            seen = self.executing
            sleep(0.002)
            if self.executing != seen:
                wrong.append(seen)
            return AbortResult("unconfirmed", "perhaps")

        def close(self) -> None: ...

    monkeypatch.setattr(FakeTarget, "session", lambda target, depth: Fast())
    driven = Driven(lambda operations, probe: None, clients=3)
    driven.engine.offer(Grant(1, 0, 100_000, 1, 0))
    driven.start()
    draw = random.Random(1)
    for _ in range(150):
        if found := driven.engine.running():
            driven.engine.abort(draw.choice(found).index)
    until(lambda: sum(driven.series().values()) == 100_000)
    driven.drain()
    assert wrong == []
    assert sorted(driven.covered()[1]) == list(range(100_000))


def test_answers_of_several_processes_become_one() -> None:
    answers = OperationAnswers(2)

    def listed(*ages: int) -> wire.Envelope:
        found = [wire.OperationInFlight(age_ns=age) for age in ages]
        return wire.Envelope(operations_in_flight=wire.OperationsInFlight(request=3, operations=found, omitted=1))

    answers.asked(wire.Envelope(list_operations=wire.ListOperations(request=3, most=3)))
    assert answers.answered(listed(5, 9)) is None
    whole = answers.answered(listed(7, 1))
    assert whole is not None
    assert [one.age_ns for one in whole.operations_in_flight.operations] == [9, 7, 5]
    assert whole.operations_in_flight.omitted == 3
    assert answers.answered(listed(2)) is None, "nobody waits for it any more"

    def aborted(state: str, name: str) -> wire.Envelope:
        one = wire.AbortedOperation(id=wire.OperationId(assignment=1, index=2), state=state, name=name)
        return wire.Envelope(operations_aborted=wire.OperationsAborted(request=4, operations=[one]))

    answers.asked(wire.Envelope(abort_operations=wire.AbortOperations(request=4)))
    answers.answered(aborted("aborted", "noop"))
    whole = answers.answered(aborted("ended", ""))
    assert whole is not None
    assert [one.state for one in whole.operations_aborted.operations] == ["aborted"]


def test_an_operation_that_the_plan_names_is_listed_by_that_name() -> None:
    spec = SimpleNamespace(phase=SimpleNamespace(actions=1), names=("friends", "topTags"))
    client = cast(Client, SimpleNamespace(state=SimpleNamespace(spec=spec)))
    block = cast(Block, SimpleNamespace(operations=[SimpleNamespace(code=FIRST_NAMED + 1)]))
    assert name_of(client, block) == "topTags"
