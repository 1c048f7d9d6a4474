"""The client of the open model: executes what is due."""

from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from time import monotonic_ns
from typing import NamedTuple

from muster_worker.engine.client import Client
from muster_worker.engine.engine_state import EngineState
from muster_worker.engine.execution import Block, build
from muster_worker.engine.leases import Grant, UnstartedRange
from muster_worker.targets.spi import Session


class Due(NamedTuple):
    """A block that the pacer hands over."""

    grant: Grant
    block: int
    intended_ns: int
    lease_wait_ns: int
    handed_over_ns: int


class OpenClient(Client):
    """Executes the block that the pacer hands over, and reports when it is idle again."""

    def __init__(self, state: EngineState, number: int, session: Session, idle: "deque[OpenClient]") -> None:
        super().__init__(state, number, session)
        self._idle = idle
        self._wanting = False
        self.inbox: SimpleQueue[Due | None] = SimpleQueue()

    def live(self) -> None:
        while not self.stopped.is_set():
            with self.state.lock:
                if self.state.demand.single and not self._wanting:
                    self._wanting = True
                    self.state.demand.request()
                self._idle.append(self)
                self.state.changed.notify_all()
            due = self.inbox.get()
            if due is not None:
                self._wanting = False
                self._execute(due)
        if self._wanting:
            with self.state.lock:
                self.state.demand.cancel()

    def _execute(self, due: Due) -> None:
        """An arrival that was due before the end is executed, however late it starts."""
        spec = self.state.spec
        actions = spec.phase.actions
        built, digest = build(spec.operations, due.grant, due.block, actions)
        index = due.grant.first + due.block * due.grant.stride * actions
        if self.state.halted:
            self.released.wait()
        start_ns = monotonic_ns()
        self.execution.result.marked_ns = self.execution.result.started_ns = start_ns
        if due.lease_wait_ns > 0:
            self.execution.result.add_stage("lease", due.lease_wait_ns)
        with self.state.lock:
            self.state.handover_ns += start_ns - due.handed_over_ns
            self.state.handovers += 1
        self.execution.result.asked = (built, index)
        self.current = (due.grant, due.block * actions, index, built, digest, due.intended_ns, start_ns)
        self.finish(Block(*self.current), self.execution.run(self.session, built, index))

    def stop(self) -> list[UnstartedRange]:
        unstarted = super().stop()
        self.inbox.put(None)
        return unstarted

    def take_back(self, which: Callable[[Grant], bool]) -> list[UnstartedRange]:
        """The pacer hands over to clients that wait: what is in the inbox is as good as started."""
        return []
