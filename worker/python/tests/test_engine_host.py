"""Which engine a process uses, and what becomes of leases that it cannot take."""

from collections.abc import Callable
from queue import SimpleQueue
from threading import Event
from typing import Any, cast

from muster_worker import pipe
from muster_worker.agent.engine_host import EngineHost
from muster_worker.agent.engine_preparation import EnginePreparation, PreparedPhase
from muster_worker.agent.task_runner import TaskRunner
from muster_worker.engine.leases import Covered, Grant
from muster_worker.engine.spec import Gauges, Outlet

ENGINE, NEXT, OTHER = pipe.EngineId(9, 1), pipe.EngineId(9, 2), pipe.EngineId(8, 3)
PREPARE = pipe.Prepare(ENGINE, "{}", 0, (1,), 0, False, 0, {})


class FakeEngine:
    """Keeps what it was offered."""

    def __init__(self) -> None:
        self.offered: list[Grant] = []
        self.closed = Event()
        self.takes = True

    def offer(self, grant: Grant) -> bool:
        self.offered.append(grant)
        return self.takes

    def gauges(self) -> Gauges:
        return Gauges()

    def close(self) -> None:
        self.closed.set()


class FakeTarget:
    def facts(self) -> dict[str, str]:
        return {}


class SlowPreparation:
    """Connects when it is allowed to."""

    def __init__(self) -> None:
        self.engines = [FakeEngine(), FakeEngine()]
        self.started = SimpleQueue[int]()
        self.allowed = [Event(), Event()]
        self._number = 0

    def connect(self, prepare: pipe.Prepare, outlet: Outlet) -> PreparedPhase:
        number, self._number = self._number, self._number + 1
        self.started.put(number)
        assert self.allowed[number].wait(10)
        return PreparedPhase(cast(Any, self.engines[number]), cast(Any, FakeTarget()))


class Driven:
    def __init__(self) -> None:
        self.preparation = SlowPreparation()
        self.reports: SimpleQueue[pipe.Report] = SimpleQueue()
        self.host = EngineHost(self.reports.put, cast(EnginePreparation, self.preparation), TaskRunner(cast(Any, None)))

    def until(self, wanted: Callable[[pipe.Report], bool]) -> pipe.Report:
        while not wanted(report := self.reports.get(timeout=10)):
            pass
        return report

    def prepared(self) -> None:
        self.until(lambda report: isinstance(report, pipe.Prepared))


def grant(lease: int) -> Grant:
    return Grant(lease, 0, 10, 1, 0)


def test_an_assignment_that_is_prepared_again_uses_the_second_engine_and_closes_the_first() -> None:
    driven = Driven()
    driven.host.act(PREPARE)
    assert driven.preparation.started.get(timeout=10) == 0
    driven.host.act(pipe.Close(ENGINE, report=False))
    driven.host.act(PREPARE._replace(engine_id=NEXT))
    for allowed in driven.preparation.allowed:
        allowed.set()
    driven.prepared()
    first, second = driven.preparation.engines
    assert first.closed.wait(10)
    driven.host.act(pipe.Offer(ENGINE, grant(7)))
    driven.host.act(pipe.Offer(NEXT, grant(1)))
    assert (first.offered, second.offered) == ([], [grant(1)])


def test_leases_that_arrive_while_the_engine_connects_are_offered_to_it_in_order() -> None:
    driven = Driven()
    driven.host.act(PREPARE)
    driven.host.act(pipe.Offer(ENGINE, grant(1)))
    driven.host.act(pipe.Offer(OTHER, grant(2)))
    driven.host.act(pipe.Offer(ENGINE, grant(3)))
    driven.preparation.allowed[0].set()
    driven.prepared()
    assert driven.preparation.engines[0].offered == [grant(1), grant(3)]


def test_a_lease_that_the_engine_does_not_take_goes_back_whole() -> None:
    driven = Driven()
    driven.preparation.engines[0].takes = False
    driven.preparation.allowed[0].set()
    driven.host.act(PREPARE)
    driven.prepared()
    driven.host.act(pipe.Offer(ENGINE, grant(1)))
    returned = driven.until(lambda report: isinstance(report, pipe.Unstarted))
    assert returned == pipe.Unstarted(ENGINE, [Covered(1, [0, 10])])


def test_an_engine_that_connects_after_its_assignment_was_closed_is_closed() -> None:
    driven = Driven()
    driven.host.act(PREPARE)
    assert driven.preparation.started.get(timeout=10) == 0
    driven.host.act(pipe.Close(ENGINE, report=False))
    driven.preparation.allowed[0].set()
    assert driven.preparation.engines[0].closed.wait(10)
