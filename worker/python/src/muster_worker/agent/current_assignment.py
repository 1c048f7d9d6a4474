"""The one assignment that a worker may have: replaces, drops and fences it, and routes events to it by id."""

from collections.abc import Callable

from muster_worker.agent.assignment_machine import AssignmentMachine
from muster_worker.agent.clock_sync import ClockOffset
from muster_worker.agent.fenced_snapshots import FencedSnapshots
from muster_worker.agent.worker_action import CloseEngine
from muster_worker.agent.worker_event import (
    Broken,
    ConcurrencyApplied,
    Drained,
    OfEngine,
    Prepared,
    Recorded,
    Unstarted,
    Wanted,
)
from muster_worker.agent.worker_output import WorkerOutput
from muster_worker.wire import muster_pb2 as wire


class CurrentAssignment:
    """What concerns another assignment comes too late, and changes nothing."""

    def __init__(self, output: WorkerOutput) -> None:
        self._output = output
        self._machine: AssignmentMachine | None = None
        self._fenced: FencedSnapshots | None = None

    def prepare(self, prepare: wire.Prepare) -> None:
        """Replaces the one before."""
        self.drop()
        self._machine = AssignmentMachine(prepare, self._output)

    def drop(self) -> None:
        """Gives up the assignment and all that was not acknowledged: the coordinator has fenced or forgotten it."""
        if self._machine:
            self._output.act(CloseEngine(self._machine.id))
            self._machine = None

    def fence(self) -> None:
        """The session has ended at the coordinator: what it did can no longer be counted, and is sent all the same."""
        if self._machine:
            self._fenced = FencedSnapshots(self._machine, self._output.session, self._output)
            self._fenced.send(self._machine)
            self._output.act(CloseEngine(self._machine.id, report=True))
            self._machine = None

    def resume(self) -> None:
        """Another incarnation of the coordinator resumes the session, and waits for what it holds."""
        if self._machine:
            self._machine.resume()
        else:
            self._output.send(session_state=wire.SessionState())

    def clock_known(self, offset: ClockOffset) -> None:
        """A waiting assignment can be prepared."""
        if self._machine:
            self._machine.clock_known(offset)

    def repeat_credit(self) -> None:
        """With each heartbeat."""
        if self._machine:
            self._machine.give_credit()

    def receive(self, message: wire.Envelope) -> None:
        """A message of the coordinator about an assignment."""
        match message.WhichOneof("body"):
            case "lease":
                self._with(message.lease.assignment, lambda mine: mine.lease(message.lease))
            case "start":
                self._with(message.start.assignment, lambda mine: mine.start(message.start))
            case "set_concurrency":
                self._with(message.set_concurrency.assignment, lambda mine: mine.share(message.set_concurrency))
            case "acknowledge":
                self._with(message.acknowledge.assignment, lambda mine: mine.acknowledged(message.acknowledge))
            case "drain":
                self._with(message.drain.assignment, AssignmentMachine.drain)
            case "abort":
                self._with(message.abort.assignment, AssignmentMachine.abort)
            case other:
                self._output.log(f"ignoring unexpected message {other}")

    def on(self, event: OfEngine) -> None:
        """An event of the engines."""
        match event:
            case Prepared(assignment, target, resources):
                self._with(assignment, lambda mine: mine.prepared(target, resources))
            case Broken(assignment, kind, message):
                self._with(assignment, lambda mine: mine.failed(kind, message))
            case Wanted(assignment, stream, total, rate_per_s):
                self._with(assignment, lambda mine: mine.wanted(stream, total, rate_per_s))
            case Recorded():
                self._recorded(event)
            case Unstarted(assignment, unstarted):
                self._with(assignment, lambda mine: mine.unstarted(unstarted))
            case ConcurrencyApplied(assignment, stream, serial):
                self._with(assignment, lambda mine: mine.concurrency_applied(stream, serial))
            case Drained(assignment):
                self._with(assignment, AssignmentMachine.drained)

    def _recorded(self, event: Recorded) -> None:
        if self._machine and self._machine.id == event.assignment and not event.retired:
            self._machine.recorded(event.snapshot)
        elif self._fenced and self._fenced.assignment == event.assignment:
            self._fenced.recorded(event.snapshot)

    def _with(self, assignment: int, step: Callable[[AssignmentMachine], None]) -> None:
        mine = self._machine
        if mine and mine.id == assignment:
            step(mine)
            if mine.over():
                self._machine = None
