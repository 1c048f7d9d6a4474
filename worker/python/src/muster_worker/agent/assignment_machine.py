"""A worker's part in one phase: prepares, runs and drains the engines, and reports what they did."""

from muster_worker.agent.assigned_stream import AssignedStream
from muster_worker.agent.assignment_state import (
    AssignmentState,
    AwaitingClock,
    Connected,
    Draining,
    Finished,
    Preparing,
    Ready,
    Running,
)
from muster_worker.agent.clock_sync import ClockOffset
from muster_worker.agent.held_leases import HeldLeases, whole
from muster_worker.agent.unacknowledged_snapshots import UnacknowledgedSnapshots
from muster_worker.agent.worker_action import (
    CloseEngine,
    DrainEngine,
    Offer,
    PrepareEngine,
    SetClients,
    StartEngine,
)
from muster_worker.agent.worker_output import WorkerOutput
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads import stream_index


class AssignmentMachine:
    """`over()` says when its owner may forget it."""

    def __init__(self, prepare: wire.Prepare, output: WorkerOutput) -> None:
        self.id, self._prepare, self._output = prepare.assignment, prepare, output
        self.state: AssignmentState = AwaitingClock()
        self.unacknowledged = UnacknowledgedSnapshots(self.id)
        self._leases = HeldLeases()
        self._streams = _streams(prepare)
        self._offset = ClockOffset()
        self._target: dict[str, str] = {}
        self._resources = wire.Resources()
        self._failure: wire.Failed | None = None

    # ---- before the start ----

    def clock_known(self, offset: ClockOffset) -> None:
        """The offset is frozen here for the whole phase."""
        if isinstance(self.state, AwaitingClock):
            self._offset = offset
            self.state = Preparing(self.state.ending)
            self._output.act(PrepareEngine(self._prepare, offset.offset_ns))

    def prepared(self, target: dict[str, str], used: wire.Resources) -> None:
        """The engines are connected."""
        if isinstance(self.state, AwaitingClock | Preparing):
            drain_requested = self.state.ending
            self._target, self._resources = target, used
            self.state = Connected()
            self._ready_if_leased()
            if drain_requested:
                self.drain()

    def lease(self, lease: wire.Lease) -> None:
        """One more lease, which may be empty."""
        stream = self._stream(stream_index.stream(lease.first))
        if not stream:
            return
        supplied = self._supplied()
        stream.receive(lease)
        self._leases.add(lease)
        if lease.count and self.state.ending:
            self.unstarted([whole(lease)])
        elif lease.count:
            self._output.act(Offer(lease))
        if not supplied:
            self._ready_if_leased()

    def _stream(self, number: int) -> AssignedStream | None:
        """None of a number that the phase has not."""
        return self._streams[number] if number < len(self._streams) else None

    def _supplied(self) -> bool:
        return all(stream.supplied() for stream in self._streams)

    def _ready_if_leased(self) -> None:
        if not self.state.connected or not self._supplied():
            return
        offset_ns, error_ns = self._offset
        ready = wire.Ready(
            assignment=self.id,
            offset_ns=offset_ns,
            offset_error_ns=error_ns,
            target=self._target,
            resources=self._resources,
        )
        self._output.send(ready=ready)
        if isinstance(self.state, Connected):
            self.state = Ready()

    def start(self, start: wire.Start) -> None:
        """Another incarnation of the coordinator sends it again: the engines start once."""
        if isinstance(self.state, Connected | Ready):
            self.state = Running()
            self._output.act(StartEngine(start))

    # ---- while it runs ----

    def wanted(self, stream: int, total: int, rate_per_s: float) -> None:
        """The engines could hold so many leases of this load in all."""
        self._streams[stream].wants(total, rate_per_s)
        self._give_credit(self._streams[stream])

    def give_credit(self) -> None:
        """Repeated with each heartbeat: as a total it does no harm, and one that was lost would stop the worker."""
        for stream in self._streams:
            self._give_credit(stream)

    def _give_credit(self, stream: AssignedStream) -> None:
        if stream.wants_any() and not self.unacknowledged.full() and not self.state.ending:
            self._output.send_unreliable(wire.Envelope(credit=stream.credit(self.id)))

    def share(self, share: wire.SetConcurrency) -> None:
        """The coordinator changes how many clients of a load run here."""
        if stream := self._stream(share.stream):
            stream.clients.request(share)
            self._output.act(SetClients(share))

    def concurrency_applied(self, stream: int, serial: int) -> None:
        """The engines run no more clients of this load than they should."""
        self._streams[stream].clients.confirmed(serial)
        applied = wire.ConcurrencyApplied(assignment=self.id, serial=serial, stream=stream)
        self._output.send(concurrency_applied=applied)

    def recorded(self, snapshot: wire.Snapshot) -> None:
        """An interval."""
        self._output.send(snapshot=self.unacknowledged.add(snapshot))

    def acknowledged(self, acknowledge: wire.Acknowledge) -> None:
        """The coordinator has stored snapshots."""
        for coverage in self.unacknowledged.acknowledge(acknowledge.through):
            self._leases.acknowledge(coverage)
        self._close_if_over()

    def unstarted(self, unstarted: list[wire.Coverage]) -> None:
        """What the engines gave back."""
        if unstarted:
            for coverage in unstarted:
                self._leases.give_back(coverage)
            self._output.send(returned=wire.Returned(assignment=self.id, unstarted=unstarted))

    # ---- the end ----

    def failed(self, kind: str, message: str) -> None:
        """The engines could not be connected, or a bug showed itself."""
        self._failure = wire.Failed(assignment=self.id, kind=kind, message=message)
        self._output.send(failed=self._failure)
        if not self.state.connected:
            self.drained()

    def drain(self) -> None:
        """The phase ends: finish what is in flight."""
        match self.state:
            case AwaitingClock():
                self.state = AwaitingClock(ending=True)
            case Preparing():
                self.state = Preparing(ending=True)
            case Connected() | Ready() | Running():
                self.state = Draining(self.state.started)
                self._output.act(DrainEngine(self.id))

    def abort(self) -> None:
        """Gives up what is in flight."""
        self._output.act(CloseEngine(self.id))
        self.drained()

    def drained(self) -> None:
        """The engines have handed over their last interval."""
        if not isinstance(self.state, Finished):
            self.state = Finished(self.state.started)
            self._send_drained()
            self._close_if_over()

    def _send_drained(self) -> None:
        self._output.send(drained=wire.Drained(assignment=self.id, last_seq=self.unacknowledged.next_seq - 1))

    def _close_if_over(self) -> None:
        if self.over():
            self._output.act(CloseEngine(self.id))

    def over(self) -> bool:
        """Whether the coordinator knows all that this worker did."""
        return isinstance(self.state, Finished) and self.unacknowledged.none()

    # ---- another incarnation of the coordinator ----

    def resume(self) -> None:
        """Sends what it must know to go on with this assignment."""
        self._output.send(session_state=self.session_state())
        for snapshot in self.unacknowledged.all():
            self._output.send(snapshot=snapshot)
        if self._failure:
            self._output.send(failed=self._failure)
        if isinstance(self.state, Finished):
            self._send_drained()

    def session_state(self) -> wire.SessionState:
        """What this worker holds and runs."""
        granted = [stream.granted for stream in self._streams]
        clients = [stream.clients.allowed if self.state.started else 0 for stream in self._streams]
        state = wire.SessionState(
            assignment=self.id, granted=sum(granted), clients=sum(clients), resources=self._resources
        )
        if len(self._streams) > 1:
            state.stream_granted.extend(granted)
            state.stream_clients.extend(clients)
        self._leases.describe(state)
        return state


def _streams(prepare: wire.Prepare) -> list[AssignedStream]:
    """One for each load of the phase."""
    if not prepare.stream_clients:
        return [AssignedStream(0, prepare.clients, one_of_several=False)]
    return [AssignedStream(number, clients, True) for number, clients in enumerate(prepare.stream_clients)]
